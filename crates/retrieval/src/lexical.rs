//! Scores by shared words over a pool of candidates.

use std::collections::{HashMap, HashSet};

use crate::words::Stem;

/// Saturation of repeated words in BM25 (Robertson and Zaragoza, 2009).
const K1: f32 = 1.2;
/// How much length counts against a text in BM25.
const B: f32 = 0.75;

/// How often each of some terms occurs in each text of a pool, and how rare each is there.
///
/// Rarity is taken over the pool, not over the library: the pool holds what resembles the question,
/// and a word that all of it shares tells nothing apart. It also needs no look-up.
pub(crate) struct Counts {
    /// Per text, per term.
    counts: Vec<Vec<f32>>,
    lengths: Vec<f32>,
    /// Inverse document frequency of each term.
    pub(crate) rarity: Vec<f32>,
}

impl Counts {
    /// Counts `terms` in texts, each a body and a heading above it. A heading's word counts once.
    pub(crate) fn of(terms: &[Stem], texts: &[(&[Stem], &[Stem])]) -> Counts {
        let places: HashMap<Stem, usize> =
            terms.iter().enumerate().map(|(place, stem)| (*stem, place)).collect();
        let mut counts = vec![vec![0.0; terms.len()]; texts.len()];
        let mut with = vec![0.0_f32; terms.len()];
        for ((body, heading), counted) in texts.iter().zip(&mut counts) {
            for place in body.iter().filter_map(|stem| places.get(stem)) {
                counted[*place] += 1.0;
            }
            let once: HashSet<Stem> = heading.iter().copied().collect();
            for place in once.iter().filter_map(|stem| places.get(stem)) {
                counted[*place] += 1.0;
            }
            for (with, count) in with.iter_mut().zip(counted) {
                *with += f32::from(*count > 0.0);
            }
        }
        let total = texts.len() as f32;
        let rarity = with.iter().map(|n| (1.0 + (total - n + 0.5) / (n + 0.5)).ln()).collect();
        let lengths = texts.iter().map(|(body, _)| body.len() as f32).collect();
        Counts { counts, lengths, rarity }
    }

    /// BM25 of every text.
    pub(crate) fn bm25(&self) -> Vec<f32> {
        let mean = self.lengths.iter().sum::<f32>() / self.lengths.len().max(1) as f32;
        let score = |(counts, length): (&Vec<f32>, &f32)| {
            let norm = K1 * (1.0 - B + B * length / mean.max(1.0));
            let parts = counts.iter().zip(&self.rarity);
            parts.map(|(n, rarity)| rarity * n * (K1 + 1.0) / (n + norm)).sum()
        };
        self.counts.iter().zip(&self.lengths).map(score).collect()
    }

    /// Share of the terms' rarity that `text` holds, 0 to 1.
    pub(crate) fn coverage(&self, terms: &[Stem], text: &[Stem]) -> f32 {
        let held: HashSet<Stem> = text.iter().copied().collect();
        let total: f32 = self.rarity.iter().sum();
        let found = terms.iter().zip(&self.rarity).filter(|(term, _)| held.contains(term));
        found.map(|(_, rarity)| rarity).sum::<f32>() / total.max(f32::MIN_POSITIVE)
    }
}

/// Whether the words of `phrase` stand in `text` one after another. An empty phrase stands nowhere.
pub(crate) fn holds_phrase(text: &[Stem], phrase: &[Stem]) -> bool {
    !phrase.is_empty() && text.windows(phrase.len()).any(|window| window == phrase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Vocabulary;

    #[test]
    fn rare_words_and_short_texts_score_higher() {
        let vocabulary = Vocabulary::default();
        let texts: Vec<Vec<Stem>> = [
            "notice of thirty days",
            "notice of leave",
            "notice and a long tale about nothing that would ever end the matter at hand",
        ]
        .iter()
        .map(|text| vocabulary.stems(text))
        .collect();
        let texts: Vec<(&[Stem], &[Stem])> =
            texts.iter().map(|text| (text.as_slice(), [].as_slice())).collect();
        let terms = vocabulary.stems("notice days");
        let counts = Counts::of(&terms, &texts);
        assert!(counts.rarity[1] > counts.rarity[0], "days is rarer than notice");
        let scores = counts.bm25();
        assert!(scores[0] > scores[1] && scores[1] > scores[2], "{scores:?}");
        assert!((counts.coverage(&terms, texts[0].0) - 1.0).abs() < 1e-6);
        assert!(counts.coverage(&terms, texts[1].0) < 0.5);
    }

    #[test]
    fn a_heading_counts_once() {
        let vocabulary = Vocabulary::default();
        let body = vocabulary.stems("thirty days");
        let heading = vocabulary.stems("Notice notice notice");
        let texts = [(body.as_slice(), heading.as_slice()), (body.as_slice(), [].as_slice())];
        let counts = Counts::of(&vocabulary.stems("notice"), &texts);
        assert_eq!(counts.counts, [[1.0], [0.0]]);
    }

    #[test]
    fn phrases_are_words_in_a_row() {
        let vocabulary = Vocabulary::default();
        let text = vocabulary.stems("Purchases of property and equipment");
        assert!(holds_phrase(&text, &vocabulary.stems("purchase of properties")));
        assert!(!holds_phrase(&text, &vocabulary.stems("property equipment")));
        assert!(!holds_phrase(&text, &[]));
        assert!(Counts::of(&[], &[]).bm25().is_empty());
    }
}
