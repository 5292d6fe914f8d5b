//! Scores by shared words over a pool of candidates.

use std::collections::HashMap;

use citelight_text::Stem;

/// Saturation of repeated words in BM25 (Robertson and Zaragoza, 2009).
const K1: f32 = 1.2;
/// How much length counts against a text in BM25.
const B: f32 = 0.75;

/// Some stems, told apart from all others fast: most words of a text are none of them.
struct Wanted<T> {
    /// A bit for the last ten of each stem.
    marks: [u64; 16],
    of: HashMap<Stem, T>,
}

impl<T: Default> Wanted<T> {
    fn new() -> Wanted<T> {
        Wanted { marks: [0; 16], of: HashMap::new() }
    }

    fn at(&mut self, stem: Stem) -> &mut T {
        self.marks[(stem.bits() >> 6) as usize % 16] |= 1 << (stem.bits() % 64);
        self.of.entry(stem).or_default()
    }

    fn get(&self, stem: Stem) -> Option<&T> {
        let marked = self.marks[(stem.bits() >> 6) as usize % 16] >> (stem.bits() % 64) & 1 == 1;
        if marked { self.of.get(&stem) } else { None }
    }
}

/// How often each of some terms occurs in each text of a pool, and how rare each is there.
///
/// Rarity is taken over the pool, not over the library: the pool holds what resembles the question,
/// and a word that all of it shares tells nothing apart. It also needs no look-up.
pub(crate) struct Counts {
    /// Per text, per term: in the body, and once more where the heading holds it.
    counts: Vec<Vec<f32>>,
    /// Per text, per term: whether the body holds it.
    held: Vec<Vec<bool>>,
    lengths: Vec<f32>,
    /// Inverse document frequency of each term.
    pub(crate) rarity: Vec<f32>,
}

impl Counts {
    /// Counts `terms`, once each, in texts, each a body and a heading above it. A heading's word counts
    /// once.
    pub(crate) fn of(terms: &[Stem], texts: &[(&[Stem], &[Stem])]) -> Counts {
        let mut places: Wanted<usize> = Wanted::new();
        for (place, stem) in terms.iter().enumerate() {
            *places.at(*stem) = place;
        }
        let mut counts = vec![vec![0.0; terms.len()]; texts.len()];
        let mut held = Vec::with_capacity(texts.len());
        let mut with = vec![0.0_f32; terms.len()];
        for ((body, heading), counted) in texts.iter().zip(&mut counts) {
            for place in body.iter().filter_map(|stem| places.get(*stem)) {
                counted[*place] += 1.0;
            }
            held.push(counted.iter().map(|count| *count > 0.0).collect());
            let mut above = vec![false; terms.len()];
            for place in heading.iter().filter_map(|stem| places.get(*stem)) {
                above[*place] = true;
            }
            for ((with, count), above) in with.iter_mut().zip(counted).zip(above) {
                *count += f32::from(above);
                *with += f32::from(*count > 0.0);
            }
        }
        let total = texts.len() as f32;
        let rarity = with.iter().map(|n| (1.0 + (total - n + 0.5) / (n + 0.5)).ln()).collect();
        let lengths = texts.iter().map(|(body, _)| body.len() as f32).collect();
        Counts { counts, held, lengths, rarity }
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

    /// Share of the terms' rarity that the body of every text holds, 0 to 1.
    pub(crate) fn coverage(&self) -> Vec<f32> {
        let total = self.rarity.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        let share = |held: &Vec<bool>| {
            let found = held.iter().zip(&self.rarity).filter(|(held, _)| **held);
            found.map(|(_, rarity)| rarity).sum::<f32>() / total
        };
        self.held.iter().map(share).collect()
    }
}

/// Groups of phrases that are looked for in texts, all at once.
pub(crate) struct Phrases<'p> {
    groups: usize,
    /// By their first stem: number of the group, and the phrase.
    by_first: Wanted<Vec<(usize, &'p [Stem])>>,
}

impl<'p> Phrases<'p> {
    /// Each item is a group: any of its phrases stands for it. An empty phrase stands nowhere.
    pub(crate) fn of(groups: impl Iterator<Item = &'p Vec<Vec<Stem>>>) -> Phrases<'p> {
        let mut phrases = Phrases { groups: 0, by_first: Wanted::new() };
        for group in groups {
            for phrase in group {
                if let Some(first) = phrase.first() {
                    phrases.by_first.at(*first).push((phrases.groups, phrase));
                }
            }
            phrases.groups += 1;
        }
        phrases
    }

    /// Share of the groups that the text holds by one of their phrases, its words in a row; 0 where
    /// there are none.
    pub(crate) fn share_in(&self, text: &[Stem]) -> f32 {
        let mut held = vec![false; self.groups];
        for (at, stem) in text.iter().enumerate() {
            for (group, phrase) in self.by_first.get(*stem).into_iter().flatten() {
                held[*group] |= text[at..].starts_with(phrase);
            }
        }
        let found = held.iter().filter(|held| **held).count();
        found as f32 / self.groups.max(1) as f32
    }
}

/// Whether the words of `phrase` stand in `text` one after another. An empty phrase stands nowhere.
pub fn holds_phrase(text: &[Stem], phrase: &[Stem]) -> bool {
    !phrase.is_empty() && text.windows(phrase.len()).any(|window| window == phrase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_text::Vocabulary;

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
        let coverage = counts.coverage();
        assert!((coverage[0] - 1.0).abs() < 1e-6 && coverage[1] < 0.5, "{coverage:?}");
    }

    #[test]
    fn a_heading_counts_once() {
        let vocabulary = Vocabulary::default();
        let body = vocabulary.stems("thirty days");
        let heading = vocabulary.stems("Notice notice notice");
        let texts = [(body.as_slice(), heading.as_slice()), (body.as_slice(), [].as_slice())];
        let counts = Counts::of(&vocabulary.stems("notice"), &texts);
        assert_eq!(counts.counts, [[1.0], [0.0]]);
        assert_eq!(counts.coverage(), [0.0, 0.0], "and is not in the body");
    }

    #[test]
    fn phrases_are_words_in_a_row() {
        let vocabulary = Vocabulary::default();
        let text = vocabulary.stems("Purchases of property and equipment");
        assert!(holds_phrase(&text, &vocabulary.stems("purchase of properties")));
        assert!(!holds_phrase(&text, &vocabulary.stems("property equipment")));
        assert!(!holds_phrase(&text, &[]));
        let share = |groups: &[Vec<&str>]| {
            let groups: Vec<Vec<Vec<Stem>>> = groups
                .iter()
                .map(|group| group.iter().map(|phrase| vocabulary.stems(phrase)).collect())
                .collect();
            Phrases::of(groups.iter()).share_in(&text)
        };
        assert_eq!(share(&[vec!["purchase of properties"]]), 1.0);
        assert_eq!(share(&[vec!["property equipment", ""]]), 0.0);
        assert_eq!(share(&[vec!["equipment of", "equipment"], vec!["equipment sold"]]), 0.5);
        assert_eq!(share(&[]), 0.0);
        assert!(Counts::of(&[], &[]).bm25().is_empty());
    }
}
