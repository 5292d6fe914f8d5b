//! What people said of earlier answers, heeded when the same is asked again.
//!
//! It moves the passages and sentences that were cited then, for the same question or one much like
//! it, and nothing else in the library. Taking the feedback back takes its effect back.

use std::collections::HashSet;

use citelight_core::{DocumentId, FeedbackEffect, FeedbackKind, Span};
use citelight_retrieval::cosine;
use citelight_store::ChunkRow;
use citelight_text::{Stem, Terms};

use super::probe::Probe;
use crate::{Library, Result};

/// Share of the words that two questions must have in common to be compared by meaning, …
const SHARED_WORDS: f32 = 0.6;
/// … and how near in meaning they must be. Set by hand, strict on purpose; not measured.
const SAME_MEANING: f32 = 0.9;

/// What a passage that helped gains, and one that was wrong loses, in the units of the scores.
/// Set by hand, not measured.
const GAIN: f32 = 1.0;
const LOSS: f32 = 1.5;

/// The evidence that people judged when they asked the same.
#[derive(Debug, Default)]
pub(crate) struct Verdicts(Vec<(DocumentId, Span, FeedbackEffect)>);

impl Verdicts {
    /// What was said of a part of a document; the newest counts.
    pub(crate) fn of(&self, document: &DocumentId, span: Span) -> Option<FeedbackEffect> {
        let mut on = self.0.iter().filter(|(id, cited, _)| id == document && cited.overlaps(&span));
        on.next().map(|(_, _, effect)| *effect)
    }

    /// What was said of a chunk.
    pub(crate) fn of_chunk(&self, chunk: &ChunkRow) -> Option<FeedbackEffect> {
        self.of(&chunk.document, chunk.span)
    }
}

/// What an effect adds to a score.
pub(crate) fn worth(effect: Option<FeedbackEffect>) -> f32 {
    match effect {
        Some(FeedbackEffect::Raised) => GAIN,
        Some(FeedbackEffect::Lowered) => -LOSS,
        None => 0.0,
    }
}

impl Library {
    /// What people said of the answers to this question and to those much like it, newest first.
    pub(crate) fn verdicts(&self, text: &str, probe: &Probe) -> Result<Verdicts> {
        let judged = self.store.judged_citations()?;
        let mut heeded: Vec<(&str, bool)> = Vec::new();
        let mut verdicts = Vec::new();
        for citation in &judged {
            let known = heeded.iter().find(|(question, _)| *question == citation.question);
            let same = match known {
                Some((_, same)) => *same,
                None => {
                    let same = self.asks_the_same(&citation.question, text, probe)?;
                    heeded.push((&citation.question, same));
                    same
                }
            };
            if same {
                let effect = match citation.kind {
                    FeedbackKind::Up => FeedbackEffect::Raised,
                    FeedbackKind::Down | FeedbackKind::WrongCitation => FeedbackEffect::Lowered,
                };
                verdicts.push((citation.document.clone(), citation.span, effect));
            }
        }
        Ok(Verdicts(verdicts))
    }

    fn asks_the_same(&self, earlier: &str, text: &str, probe: &Probe) -> Result<bool> {
        if earlier == text {
            return Ok(true);
        }
        let terms = Terms::of(earlier, &self.probes.vocabulary);
        if likeness(&terms, &probe.terms) < SHARED_WORDS || figures(&terms) != figures(&probe.terms)
        {
            return Ok(false);
        }
        let vector = self.probes.vector(&*self.embedder()?, earlier)?;
        Ok(cosine(&vector, &probe.vector) >= SAME_MEANING)
    }
}

/// Shared terms over all terms.
fn likeness(a: &Terms, b: &Terms) -> f32 {
    let (a, b): (HashSet<Stem>, HashSet<Stem>) =
        (a.stems.iter().copied().collect(), b.stems.iter().copied().collect());
    a.intersection(&b).count() as f32 / a.union(&b).count().max(1) as f32
}

/// Years and other numbers: questions that differ in one ask for another thing, however near.
fn figures(terms: &Terms) -> Vec<&str> {
    let has_digit = |word: &&String| word.contains(|c: char| c.is_ascii_digit());
    let mut figures: Vec<&str> = terms.words.iter().filter(has_digit).map(String::as_str).collect();
    figures.sort_unstable();
    figures
}

#[cfg(test)]
mod tests {
    use citelight_text::Vocabulary;

    use super::*;

    #[test]
    fn another_year_is_another_question() {
        let vocabulary = Vocabulary::default();
        let terms = |text| Terms::of(text, &vocabulary);
        let (a, b) = (terms("debt of 2021 and 2022"), terms("debts in 2022, 2021"));
        assert_eq!(likeness(&a, &b), 1.0);
        assert_eq!(figures(&a), figures(&b));
        assert_ne!(figures(&a), figures(&terms("debt of 2022 and 2023")));
    }

    #[test]
    fn the_newest_verdict_counts() {
        let document = DocumentId::from_content_hash("0123456789abcdef");
        let cited = |start, effect| (document.clone(), Span::new(start, start + 10), effect);
        let verdicts =
            Verdicts(vec![cited(0, FeedbackEffect::Raised), cited(5, FeedbackEffect::Lowered)]);
        assert_eq!(verdicts.of(&document, Span::new(8, 9)), Some(FeedbackEffect::Raised));
        assert_eq!(verdicts.of(&document, Span::new(12, 20)), Some(FeedbackEffect::Lowered));
        assert_eq!(verdicts.of(&document, Span::new(30, 40)), None);
    }
}
