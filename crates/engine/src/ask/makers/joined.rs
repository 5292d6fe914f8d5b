//! Answers to questions that ask for several things at once, where no sentence says them all: each is found by
//! itself and gets a line.

use citelight_core::{Corrections, DocumentId, QuestionKind, Span};
use citelight_question::joined as questions_in;

use super::each::{add_line, label_of, nothing_of};
use super::list::list;
use super::whole::whole;
use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, Statement, part};
use crate::ask::compose::{Composed, Findings};
use crate::ask::filters::common;
use crate::ask::probe::probe;
use crate::ask::question::{Hit, Question};
use crate::ask::read::{RankedSentence, Reading, read};
use crate::ask::retrieve::retrieve;
use crate::ask::settle::{put_to_found, settled};
use crate::ask::understand::interpret;
use crate::error::Result;

/// What stands in one section answers questions that are asked at once rather than what stands apart, in
/// log-odds. Set by hand.
const IN_ONE_SECTION: f32 = 1.5;
/// What answers the whole best answers one of the questions rather than another, in log-odds. Set by hand.
const OF_WHOLE: f32 = 0.5;
/// Statements of each question among which the ones that belong together are chosen.
const CHOICES: usize = 4;

/// What was found for one of the questions.
struct Found {
    question: Question,
    hits: Vec<Hit>,
    reading: Reading,
    /// The place of what answers it among the sentences that were read.
    chosen: usize,
}

impl Found {
    /// What answers, where it is likely enough to.
    fn best(&self, asker: &Asker) -> Option<&RankedSentence> {
        self.reading.sentences.get(self.chosen).filter(|_| self.is_likely(asker))
    }

    /// Whether it asks for a list, and no sentence says all of it.
    fn wants_list(&self, asker: &Asker) -> bool {
        let sentence = |one: &RankedSentence| {
            one.statement.value.is_none() && one.items.is_empty() && one.stem.is_none()
        };
        self.question.interpretation.kind == QuestionKind::List
            && !self.best(asker).is_some_and(sentence)
    }

    fn findings(&self) -> Findings<'_> {
        Findings::read(&self.question, &self.hits, &self.reading)
    }

    fn is_likely(&self, asker: &Asker) -> bool {
        self.reading.confidence >= asker.reader.least_confidence()
    }
}

/// What answers each of the questions that are asked at once; `None` where it is but one, or one place answers
/// several.
pub(crate) fn joined(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let asked = questions_in(&findings.question.text);
    if asked.is_empty() {
        return Ok(None);
    }
    let reading = findings.reading(asker)?;
    let answered = reading.confidence >= asker.reader.least_confidence();
    let mut found: Vec<Found> = Vec::new();
    for one in &asked {
        // They are about one thing, which stands in one document.
        let first = found.first().and_then(|first| first.best(asker));
        let document = first.map(|best| best.statement.document.clone());
        found.push(ask_one(asker, findings.question, &one.question, document)?);
    }
    let whole = reading.sentences.first().filter(|_| answered).map(|whole| &whole.statement);
    choose(found.iter_mut().filter(|one| one.is_likely(asker)).collect(), whole);
    // "Which stages are there and how long is each?" asks for one list.
    let of_each = asked.iter().any(|one| one.said.split_whitespace().any(|word| word == "each"));
    if of_each && found.iter().any(|one| one.wants_list(asker)) {
        return Ok(None);
    }
    let mut lists: Vec<Option<Composed>> = Vec::new();
    for one in &found {
        let wanted = one.wants_list(asker);
        let list = if wanted { listed(asker, one)? } else { None };
        // What only leads to a list says nothing.
        if wanted && list.is_none() {
            return Ok(None);
        }
        lists.push(list);
    }
    let places: Vec<_> =
        found.iter().filter_map(|one| Some(place(&one.best(asker)?.statement))).collect();
    let twice = (1..places.len()).any(|n| places[..n].contains(&places[n]));
    let values =
        found.iter().filter_map(|one| one.best(asker)).all(|one| one.statement.value.is_some());
    let missing = places.len() < found.len() && (answered || !values);
    if places.is_empty() || twice || missing {
        return Ok(None);
    }
    let mut cited = Cited::default();
    for ((one, found), list) in asked.iter().zip(&found).zip(lists) {
        let label = label_of(&one.said);
        let said = match (list, found.best(asker)) {
            (Some(list), _) => {
                add_list(list, &label, &mut cited);
                true
            }
            (None, Some(best)) => add_line(asker, &found.findings(), best, &label, &mut cited)?,
            (None, None) => false,
        };
        if !said {
            cited.sentences.push(nothing_of(&label));
        }
    }
    let likely = found.iter().filter(|one| one.best(asker).is_some());
    let confidence = likely.map(|one| one.reading.confidence).fold(1.0, f32::min);
    Ok(Some(Composed::quoted(cited, confidence)))
}

/// The list that answers one of the questions.
fn listed(asker: &Asker, found: &Found) -> Result<Option<Composed>> {
    let findings = found.findings();
    let list = match whole(asker, &findings)? {
        Some(whole) => Some(whole),
        None => list(asker, &findings)?,
    };
    Ok(list.filter(|list| list.found))
}

/// Adds a list behind what is asked.
fn add_list(list: Composed, label: &str, cited: &mut Cited) {
    let mut list = list.cited;
    if let Some(first) = list.sentences.first_mut() {
        first.parts.splice(0..0, part(&format!("{label}:"), false, &[]));
        first.item = true;
    }
    cited.append(list);
}

/// Chooses for each question what answers it, so that all together are most likely: what is asked at once mostly
/// stands together, and `whole`, what answers all of it best, may answer each.
fn choose(mut found: Vec<&mut Found>, whole: Option<&Statement>) {
    let mut best = (f32::MIN, Vec::new());
    let mut ways = vec![Vec::new()];
    for one in &found {
        let choices = 0..one.reading.sentences.len().clamp(1, CHOICES);
        let with = |at: usize| ways.iter().map(move |way| [&way[..], &[at]].concat());
        ways = choices.flat_map(with).collect();
    }
    for chosen in ways {
        let sentences: Vec<_> = found
            .iter()
            .zip(&chosen)
            .filter_map(|(one, at)| one.reading.sentences.get(*at))
            .collect();
        let of_whole = |one: &&&RankedSentence| {
            whole.is_some_and(|whole| place(whole) == place(&one.statement))
        };
        let own: f32 = sentences.iter().map(|one| one.score).sum();
        let own = own + sentences.iter().filter(of_whole).count() as f32 * OF_WHOLE;
        let shared: f32 =
            sentences.windows(2).map(|pair| together(&pair[0].statement, &pair[1].statement)).sum();
        // The first of equals is the one that is ranked first.
        if own + shared > best.0 {
            best = (own + shared, chosen);
        }
    }
    for (one, at) in found.iter_mut().zip(best.1) {
        one.chosen = at;
    }
}

/// How much it speaks for two statements that they stand together, in log-odds.
fn together(one: &Statement, other: &Statement) -> f32 {
    if one.document == other.document && one.section == other.section {
        IN_ONE_SECTION
    } else {
        0.0
    }
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
    Ok(Found { question, hits, reading, chosen: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_stands_under_the_part_that_asks_for_it() {
        let mut list = Cited::default();
        list.say(part("To be shown:", false, &[]).into_iter().collect(), false);
        list.say(part("a licence", false, &[]).into_iter().collect(), true);
        let mut cited = Cited::default();
        cited.say(part("The permit costs £30.", false, &[]).into_iter().collect(), true);
        add_list(Composed::quoted(list, 0.9), "What must I show", &mut cited);
        assert!(cited.sentences.iter().all(|line| line.item));
        let said = "– The permit costs £30.\n– What must I show: To be shown:\n– a licence";
        assert_eq!(cited.text(), said);
    }
}
