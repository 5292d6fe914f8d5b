//! Answers to questions that ask for several things at once, where a value answers the whole: it says but one of
//! them, so each is found by itself and gets a line.

use citelight_core::{Corrections, DocumentId, QuestionKind, Span};
use citelight_question::joined as questions_in;

use super::each::{add_line, label_of, nothing_of};
use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, Statement};
use crate::ask::compose::{Composed, Findings};
use crate::ask::filters::common;
use crate::ask::probe::probe;
use crate::ask::question::{Hit, Question};
use crate::ask::read::{RankedSentence, Reading, read};
use crate::ask::retrieve::retrieve;
use crate::ask::settle::{put_to_found, settled};
use crate::ask::understand::interpret;
use crate::error::Result;

/// A value answers all questions where it is this near the best one of each, in log-odds. Set by hand.
const AS_GOOD: f32 = 1.0;

/// What was found for one of the questions.
struct Found {
    question: Question,
    hits: Vec<Hit>,
    reading: Reading,
}

impl Found {
    /// The best value, where none answers better and it is likely enough to answer.
    fn best(&self, asker: &Asker) -> Option<&RankedSentence> {
        let likely = self.reading.confidence >= asker.reader.least_confidence();
        self.reading.sentences.first().filter(|one| likely && one.statement.value.is_some())
    }

    /// Whether a statement answers nearly as well as the best one.
    fn is_as_good(&self, statement: &Statement) -> bool {
        let best = self.reading.sentences.first().map_or(0.0, |best| best.score);
        let near = self.reading.sentences.iter().take_while(|one| one.score >= best - AS_GOOD);
        near.map(|one| place(&one.statement)).any(|at| at == place(statement))
    }
}

/// What answers each of the questions that are asked at once; `None` where it is but one, a sentence answers the
/// whole, which mostly says all of it, or one place answers several.
pub(crate) fn joined(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let asked = questions_in(&findings.question.text);
    if asked.is_empty() {
        return Ok(None);
    }
    let reading = findings.reading(asker)?;
    let likely = reading.confidence >= asker.reader.least_confidence();
    let whole = reading.sentences.first().filter(|_| likely);
    if whole.is_some_and(|whole| whole.statement.value.is_none()) {
        return Ok(None);
    }
    let mut found: Vec<Found> = Vec::new();
    for one in &asked {
        // They are about one thing, which stands in one document.
        let first = found.first().and_then(|first| first.best(asker));
        let document = first.map(|best| best.statement.document.clone());
        found.push(ask_one(asker, findings.question, &one.question, document)?);
    }
    let lists = found.iter().any(|one| one.question.interpretation.kind == QuestionKind::List);
    let places: Vec<_> =
        found.iter().filter_map(|one| Some(place(&one.best(asker)?.statement))).collect();
    let twice = (1..places.len()).any(|n| places[..n].contains(&places[n]));
    let all = whole.is_some_and(|whole| found.iter().all(|one| one.is_as_good(&whole.statement)));
    let missing = places.len() < found.len() && whole.is_some();
    if lists || all || places.is_empty() || twice || missing {
        return Ok(None);
    }
    let mut cited = Cited::default();
    for (one, found) in asked.iter().zip(&found) {
        let label = label_of(&one.said);
        let Found { question, hits, reading } = found;
        let said = match found.best(asker) {
            Some(best) => {
                add_line(asker, &Findings::read(question, hits, reading), best, &label, &mut cited)?
            }
            None => false,
        };
        if !said {
            cited.sentences.push(nothing_of(&label));
        }
    }
    let likely = found.iter().filter(|one| one.best(asker).is_some());
    let confidence = likely.map(|one| one.reading.confidence).fold(1.0, f32::min);
    Ok(Some(Composed::quoted(cited, confidence)))
}

/// Where a statement stands.
fn place(statement: &Statement) -> (&DocumentId, Span) {
    (&statement.document, statement.span)
}

/// Searches and reads for one of the questions, in a document alone where one is given and none is named.
fn ask_one(
    asker: &Asker,
    whole: &Question,
    text: &str,
    document: Option<DocumentId>,
) -> Result<Found> {
    let mut scope = whole.whole.scope.clone();
    let asked = interpret(asker, text, &scope, &Corrections::default())?;
    let mut allowed = whole.whole.allowed.clone();
    if let Some(document) = document.filter(|_| asked.only.is_empty()) {
        scope = vec![document];
        allowed = common(&allowed, &asker.document_cache.ranges(&scope)?);
    }
    let probe = probe(asker, text, &asked, scope, allowed)?;
    let mut question = Question::by_itself(text.to_owned(), asked, probe, whole.retriever);
    let hits = settled(&question, retrieve(asker, &question)?);
    put_to_found(asker, &mut question, &hits)?;
    let reading = read(asker, &question, &hits)?;
    Ok(Found { question, hits, reading })
}
