//! Owns how well sentences answer.

use std::collections::{HashMap, HashSet};

use citelight_core::QuestionSort;
use citelight_retrieval::Linear;
use citelight_text::{Stem, holds_figure};

/// What is measured of each sentence.
pub const SENTENCE_FEATURES: [&str; 9] =
    ["meaning", "words", "near", "passage", "rank", "best", "length", "figure", "pronoun"];

/// The model that ranks sentences.
pub type SentenceModel = Linear<{ SENTENCE_FEATURES.len() }>;

/// What a word of the question counts when it stands in the section's title only.
const TITLE_SHARE: f32 = 0.4;
/// Words with which a sentence begins that speaks of something before it.
const POINTS_BACK: [&str; 6] = ["this", "these", "it", "they", "such", "however"];

/// What is asked, as far as sentences are compared with it.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// Its terms, once each.
    pub terms: &'a [Stem],
    /// What each of them counts, in sum 1.
    pub weights: &'a [f32],
    /// Whether a figure answers it.
    pub figure: bool,
    /// How it is asked.
    pub sort: QuestionSort,
}

/// A sentence that may answer.
#[derive(Debug, Clone, Copy)]
pub struct Sentence<'a> {
    /// Its words.
    pub text: &'a str,
    /// Their stems.
    pub stems: &'a HashSet<Stem>,
    /// Stems of the titles above it.
    pub titles: &'a HashSet<Stem>,
    /// Its passage, by any number; sentences of one passage follow each other.
    pub passage: usize,
    /// Its passage's place among the hits, from 0.
    pub rank: usize,
    /// Its passage's score, 0 to 1, of which the best has 1.
    pub score: f32,
    /// Cosine of question and sentence.
    pub meaning: f32,
}

/// The model that comes with the program.
///
/// # Panics
/// Never in a tested build: the file is a part of the program and a test reads it.
pub(crate) fn sentence_model() -> SentenceModel {
    Linear::parse(include_str!("../sentences.txt"), &SENTENCE_FEATURES)
        .expect("the program's own weights are sound")
}

/// The measurements of sentences, in their order.
pub(crate) fn sentence_features(
    asked: &Asked<'_>,
    sentences: &[Sentence<'_>],
) -> Vec<[f32; SENTENCE_FEATURES.len()]> {
    let mut best: HashMap<usize, f32> = HashMap::new();
    for sentence in sentences {
        let best = best.entry(sentence.passage).or_insert(0.0);
        *best = best.max(sentence.meaning);
    }
    (0..sentences.len())
        .map(|place| {
            let sentence = &sentences[place];
            let beside = |other: Option<usize>| {
                let other = other.and_then(|other| sentences.get(other));
                other.filter(|other| other.passage == sentence.passage).map(|other| other.stems)
            };
            let around =
                [Some(sentence.stems), beside(place.checked_sub(1)), beside(Some(place + 1))];
            let words = share(asked, |stem| {
                if sentence.stems.contains(stem) {
                    1.0
                } else if sentence.titles.contains(stem) {
                    TITLE_SHARE
                } else {
                    0.0
                }
            });
            let near = share(asked, |stem| {
                f32::from(around.iter().flatten().any(|stems| stems.contains(stem)))
            });
            let first = sentence.text.split_whitespace().next().unwrap_or_default();
            let first = first.trim_end_matches(',').to_lowercase();
            [
                sentence.meaning,
                words,
                near,
                sentence.score.max(1e-4).ln(),
                1.0 / (1.0 + sentence.rank as f32),
                best[&sentence.passage],
                (1.0 + sentence.text.split_whitespace().count() as f32).ln(),
                f32::from(asked.figure && holds_figure(sentence.text)),
                f32::from(POINTS_BACK.contains(&first.as_str())),
            ]
        })
        .collect()
}

fn share(asked: &Asked<'_>, held: impl Fn(&Stem) -> f32) -> f32 {
    asked.terms.iter().zip(asked.weights).map(|(stem, weight)| weight * held(stem)).sum()
}

#[cfg(test)]
mod tests {
    use citelight_text::Vocabulary;

    use super::*;

    #[test]
    fn neighbours_titles_and_passages_lend_their_words() {
        let vocabulary = Vocabulary::default();
        let stems = |text: &str| -> HashSet<Stem> { vocabulary.stems(text).into_iter().collect() };
        let terms = vocabulary.stems("notice rider");
        let sort = QuestionSort::Other;
        let asked = Asked { terms: &terms, weights: &[0.75, 0.25], figure: true, sort };
        let titles = stems("Rider A");
        let texts = ["It may be ended.", "Notice is 30 days.", "Fees are due."];
        let all: Vec<HashSet<Stem>> = texts.iter().map(|text| stems(text)).collect();
        let sentence = |place: usize, passage, meaning| Sentence {
            text: texts[place],
            stems: &all[place],
            titles: &titles,
            passage,
            rank: passage,
            score: 1.0,
            meaning,
        };
        let rows = sentence_features(
            &asked,
            &[sentence(0, 0, 0.2), sentence(1, 0, 0.6), sentence(2, 1, 0.3)],
        );
        let of = |name: &str| {
            let place = SENTENCE_FEATURES.iter().position(|known| *known == name).unwrap();
            rows.iter().map(|row| row[place]).collect::<Vec<_>>()
        };
        assert_eq!(of("words"), [0.1, 0.85, 0.1]);
        assert_eq!(of("near"), [0.75, 0.75, 0.0], "the third is of another passage");
        assert_eq!(of("best"), [0.6, 0.6, 0.3]);
        assert_eq!(of("figure"), [0.0, 1.0, 0.0]);
        assert_eq!(of("pronoun"), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn the_programs_own_weights_are_sound() {
        assert!(sentence_model().weights().iter().any(|weight| *weight != 0.0));
    }
}
