//! What people said of earlier answers, taken into account when the same is asked again.
//!
//! It moves the passages and sentences that were cited then, for the same question or one much like
//! it, and nothing else in the library. Taking the feedback back takes its effect back.

use std::collections::HashSet;

use citelight_core::{FeedbackEffect, FeedbackKind, cosine};
use citelight_text::{Stem, Terms};

use super::asker::Asker;
use super::question::{PastFeedback, Probe};
use super::read::likeness;
use crate::error::Result;

/// Share of the words that two questions must have in common to be compared by meaning, …
const SHARED_WORDS: f32 = 0.6;
/// … and how near in meaning they must be. Set by hand, strict on purpose; not measured.
const SAME_MEANING: f32 = 0.9;

/// What a passage that helped gains, and one that was wrong loses, in the units of the scores.
/// Set by hand, not measured.
const GAIN: f32 = 1.0;
const LOSS: f32 = 1.5;

/// What an effect adds to a score.
pub(crate) fn worth(effect: Option<FeedbackEffect>) -> f32 {
    match effect {
        Some(FeedbackEffect::Raised) => GAIN,
        Some(FeedbackEffect::Lowered) => -LOSS,
        None => 0.0,
    }
}

/// What people said of the answers to this question and to those much like it, newest first.
pub(crate) fn past_feedback(asker: &Asker, text: &str, probe: &Probe) -> Result<PastFeedback> {
    let judged = asker.store.judged_citations()?;
    let mut compared: Vec<(&str, bool)> = Vec::new();
    let mut judgements = Vec::new();
    for citation in &judged {
        let known = compared.iter().find(|(question, _)| *question == citation.question);
        let same = match known {
            Some((_, same)) => *same,
            None => {
                let same = asks_the_same(asker, &citation.question, text, probe)?;
                compared.push((&citation.question, same));
                same
            }
        };
        if same {
            let effect = match citation.kind {
                FeedbackKind::Up => FeedbackEffect::Raised,
                FeedbackKind::Down | FeedbackKind::WrongCitation => FeedbackEffect::Lowered,
            };
            judgements.push((citation.document.clone(), citation.span, effect));
        }
    }
    Ok(PastFeedback(judgements))
}

fn asks_the_same(asker: &Asker, earlier: &str, text: &str, probe: &Probe) -> Result<bool> {
    if earlier == text {
        return Ok(true);
    }
    let terms = Terms::of(earlier, &asker.vocabulary);
    if shared(&terms, &probe.terms) < SHARED_WORDS || figures(&terms) != figures(&probe.terms) {
        return Ok(false);
    }
    let vector = asker.text_vectors.of(earlier)?;
    Ok(cosine(&vector, &probe.vector) >= SAME_MEANING)
}

/// Shared terms over all terms.
fn shared(a: &Terms, b: &Terms) -> f32 {
    let stems = |terms: &Terms| -> HashSet<Stem> { terms.stems.iter().copied().collect() };
    likeness(&stems(a), &stems(b))
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
        assert_eq!(shared(&a, &b), 1.0);
        assert_eq!(figures(&a), figures(&b));
        assert_ne!(figures(&a), figures(&terms("debt of 2022 and 2023")));
    }
}
