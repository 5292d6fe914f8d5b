//! Owns which words say the same, and which the opposite, for holding a claim against a sentence.
//!
//! A short table of general words; what a word means in one document is not known here.

use std::collections::HashMap;

use citelight_text::{Stem, Vocabulary};

const TABLE: &str = include_str!("alike.txt");

/// How one word stands to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Likeness {
    /// The same word.
    Same,
    /// Another word for it.
    Alike,
    /// Its opposite.
    Opposite,
}

/// The groups of words, by their stems.
#[derive(Debug)]
pub(crate) struct Alike {
    /// The groups that a word is in, and on which of their sides.
    groups: HashMap<Stem, Vec<(usize, bool)>>,
}

impl Alike {
    pub(crate) fn new(vocabulary: &Vocabulary) -> Alike {
        let mut groups: HashMap<Stem, Vec<(usize, bool)>> = HashMap::new();
        let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        for (group, line) in lines.enumerate() {
            for (side, words) in line.split('|').enumerate() {
                for word in words.split(',').map(str::trim).filter(|word| !word.is_empty()) {
                    groups.entry(vocabulary.stem(word)).or_default().push((group, side == 1));
                }
            }
        }
        Alike { groups }
    }

    /// How two words stand to each other; `None` where they have nothing in common.
    pub(crate) fn of(&self, a: Stem, b: Stem) -> Option<Likeness> {
        if a == b {
            return Some(Likeness::Same);
        }
        let (a, b) = (self.groups.get(&a)?, self.groups.get(&b)?);
        let shared = a.iter().flat_map(|one| b.iter().map(move |other| (one, other)));
        let mut found =
            shared.filter(|(one, other)| one.0 == other.0).map(|(one, other)| one.1 == other.1);
        let first = found.next()?;
        // A pair that is alike in any group is alike.
        Some(if first || found.any(|same| same) { Likeness::Alike } else { Likeness::Opposite })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_alike_or_opposite_in_all_their_forms() {
        let vocabulary = Vocabulary::default();
        let alike = Alike::new(&vocabulary);
        let of = |a: &str, b: &str| alike.of(vocabulary.stem(a), vocabulary.stem(b));
        assert_eq!(of("disclosed", "shares"), Some(Likeness::Alike));
        assert_eq!(of("increased", "declines"), Some(Likeness::Opposite));
        assert_eq!(of("declines", "increased"), Some(Likeness::Opposite));
        assert_eq!(of("cats", "cat"), Some(Likeness::Same));
        assert_eq!(of("cat", "fees"), None);
    }
}
