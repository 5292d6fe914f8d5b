//! A written text checked against the evidence: sentence by sentence, with the words that support each.

use std::sync::atomic::AtomicBool;

use citelight_core::{AnswerPart, AnswerSentence, Citation, Span, Verdict, cosine};
use citelight_quote::{Assertion, Source, Support};
use citelight_store::ChunkRow;
use citelight_structure::sentences;

use super::asker::Asker;
use super::cite::{Cited, Statement, cite_words, folded};
use super::excerpt::whole_words;
use super::question::Question;
use super::statements::statements;
use crate::error::Result;
use crate::parallel::processors;

/// Statements that are compared by meaning with each sentence.
const COMPARED: usize = 8;

/// A statement of the evidence, as a written text is checked against it.
pub(crate) struct Checkable {
    statement: Statement,
    /// Name of the document, titles above, what its passage repeats from elsewhere.
    context: String,
}

impl Checkable {
    /// Every statement of a chunk, in order.
    pub(crate) fn all_of(chunk: &ChunkRow) -> Vec<Checkable> {
        let repeated = &chunk.text[..chunk.text.len() - chunk.body().len()];
        let context = format!("{} {} {repeated}", chunk.file_name, chunk.breadcrumb);
        let checkable = |statement| Checkable { statement, context: context.clone() };
        statements(chunk, &[]).into_iter().map(checkable).collect()
    }
}

/// Checks a written text against statements. A sentence with a figure that no cited words show is
/// left out; words that support nothing are not cited.
pub(crate) fn check(
    asker: &Asker,
    question: &Question,
    text: &str,
    statements: &[Checkable],
) -> Result<Cited> {
    let mut checker = Checker::new(asker, question, statements)?;
    checker.take(text, true)?;
    Ok(checker.checked)
}

/// Checks a text that is being written, each sentence once it is whole.
pub(crate) struct Checker<'a> {
    asker: &'a Asker,
    question: &'a Question,
    statements: &'a [Checkable],
    /// Embedded once; every sentence is compared with them.
    vectors: Vec<Vec<f32>>,
    /// The sentences that were looked at.
    seen: Vec<String>,
    pub(crate) checked: Cited,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(
        asker: &'a Asker,
        question: &'a Question,
        statements: &'a [Checkable],
    ) -> Result<Checker<'a>> {
        let vectors = vectors(asker, statements)?;
        Ok(Checker {
            asker,
            question,
            statements,
            vectors,
            seen: Vec::new(),
            checked: Cited::default(),
        })
    }

    /// Takes all that is written so far. Unless it is `complete`, its last sentence may still grow and is
    /// left for later. A text whose beginning became another is looked at from there anew.
    pub(crate) fn take(&mut self, text: &str, complete: bool) -> Result<()> {
        let whole = Span::new(0, u32::try_from(text.len()).unwrap_or(u32::MAX));
        let mut spans = sentences(text, &[whole]);
        if !complete {
            spans.pop();
        }
        let written: Vec<&str> = spans.iter().map(|span| text[span.range()].trim()).collect();
        if !written.iter().zip(&self.seen).all(|(now, before)| now == before)
            || written.len() < self.seen.len()
        {
            self.seen.clear();
            self.checked = Cited::default();
        }
        let sources: Vec<Source<'_>> = self
            .statements
            .iter()
            .zip(&self.vectors)
            .map(|(one, vector)| Source {
                text: &one.statement.text,
                context: &one.context,
                relevance: similarity(&self.question.whole.vector, vector),
            })
            .collect();
        for sentence in written.into_iter().skip(self.seen.len()) {
            let support = supported(self.asker, self.question, sentence, &sources, &self.vectors)?;
            let support = verified(self.asker, sentence, support, self.statements)?;
            if support.figures_cited {
                let statements = self.statements;
                add_checked(self.asker, sentence, &support, statements, &mut self.checked)?;
            }
            self.seen.push(sentence.to_owned());
        }
        Ok(())
    }
}

fn supported(
    asker: &Asker,
    question: &Question,
    claim: &str,
    sources: &[Source<'_>],
    vectors: &[Vec<f32>],
) -> Result<Support> {
    let taken = Assertion::new(claim, &question.text, sources, &asker.vocabulary);
    let vector = asker.embedder()?.embed(claim)?;
    let mut meanings = vec![0.0; sources.len()];
    for place in taken.shortlist(COMPARED) {
        meanings[place] = similarity(&vector, &vectors[place]);
    }
    Ok(taken.support(&meanings))
}

/// The same with the verifier's verdict, where one is installed and there are words to judge by. A
/// figure that is not cited stays what it is.
fn verified(
    asker: &Asker,
    claim: &str,
    support: Support,
    statements: &[Checkable],
) -> Result<Support> {
    if support.sources.is_empty() || !support.figures_cited {
        return Ok(support);
    }
    let cited = support.sources.iter().map(|one| {
        let Statement { section, text, .. } = &statements[one.source].statement;
        if section.is_empty() { text.clone() } else { format!("{section}: {text}") }
    });
    let premise = cited.collect::<Vec<_>>().join("\n");
    let Some(judged) = asker.language_models.verify(&asker.models, &premise, claim)? else {
        return Ok(support);
    };
    let verdict = if judged.yes >= judged.no.max(judged.unsettled) {
        Verdict::Confirmed
    } else if judged.no > judged.unsettled || support.verdict == Verdict::NotConfirmed {
        Verdict::NotConfirmed
    } else {
        Verdict::Partly
    };
    Ok(Support { verdict, ..support })
}

fn add_checked(
    asker: &Asker,
    sentence: &str,
    support: &Support,
    statements: &[Checkable],
    checked: &mut Cited,
) -> Result<()> {
    let mut numbers = Vec::new();
    for one in &support.sources {
        let statement = &statements[one.source].statement;
        let range = whole_words(&statement.text, one.range.clone());
        if let Some(known) = checked.number_of(&statement.document, statement.span_of(&range)) {
            numbers.push(known);
            continue;
        }
        let citation = cite_words(&asker.store, statement, range, one.part)?;
        let Some(citation) = citation else { continue };
        // Where several say it together, each says a part.
        let alone = support.sources.len() == 1 || support.verdict != Verdict::Confirmed;
        let verdict = if alone { support.verdict } else { Verdict::Partly };
        numbers.push(checked.add(Citation { verdict, ..citation }));
    }
    // Without words to show, nothing is confirmed.
    let verdict = if numbers.is_empty() { Verdict::NotConfirmed } else { support.verdict };
    let text = folded(sentence);
    let parts = vec![AnswerPart { text, key: false, citations: numbers }];
    checked.sentences.push(AnswerSentence { parts, verdict, item: false, aside: false });
    Ok(())
}

/// The vectors of statements, in their order.
fn vectors(asker: &Asker, statements: &[Checkable]) -> Result<Vec<Vec<f32>>> {
    let texts: Vec<&str> = statements.iter().map(|one| one.statement.text.as_str()).collect();
    let (mut vectors, stop) = (vec![Vec::new(); texts.len()], AtomicBool::new(false));
    asker
        .embedder()?
        .embed_many(&texts, processors(), &stop, &mut |place, vector| vectors[place] = vector)?;
    Ok(vectors)
}

/// The cosine of two vectors, 0 to 1.
fn similarity(a: &[f32], b: &[f32]) -> f32 {
    cosine(a, b).clamp(0.0, 1.0)
}
