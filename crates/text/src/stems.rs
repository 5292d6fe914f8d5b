//! Owns the words of a text as they are searched and compared: by Unicode's boundaries, and their stems.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use parking_lot::RwLock;
use rust_stemmers::{Algorithm, Stemmer};
use unicode_segmentation::UnicodeSegmentation;

use crate::spellings::american;
use crate::{is_stop_word, without_possessive};

/// The terms of a text: its words without stop words, once each, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Terms {
    /// Lower-case words, for a full-text index that stems by itself.
    pub words: Vec<String>,
    /// Their stems, one per word, for comparing with other texts.
    pub stems: Vec<Stem>,
}

impl Terms {
    /// The terms of a question. One that holds nothing but stop words keeps them all.
    pub fn of(text: &str, vocabulary: &Vocabulary) -> Terms {
        let mut kept = content_words(text);
        if kept.is_empty() {
            kept = words(text);
        }
        let mut terms = Terms::default();
        for word in kept {
            let stem = vocabulary.stem(&word);
            if !terms.stems.contains(&stem) {
                terms.stems.push(stem);
                terms.words.push(word);
            }
        }
        terms
    }
}

/// The words of a text that are no stop words, in order, repeated as they are.
pub fn content_words(text: &str) -> Vec<String> {
    let mut kept = words(text);
    kept.retain(|word| !is_stop_word(word));
    kept
}

/// A stem, by its hash: two stems share one about once in four billion pairs. Comparable within one
/// process only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stem(u32);

impl Stem {
    /// Its 32 bits, spread evenly.
    pub fn bits(self) -> u32 {
        self.0
    }
}

/// Words whose stems are kept at hand; a fuller memory is emptied.
const MEMORY: usize = 200_000;

/// Stems words, and remembers them: looking a word up is cheaper than stemming it.
#[derive(Default)]
pub struct Vocabulary {
    /// Read far more often than written, by several threads at once.
    known: RwLock<HashMap<String, Stem>>,
}

impl std::fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vocabulary").finish_non_exhaustive()
    }
}

impl Vocabulary {
    /// The stems of every word of a text, in order, stop words included.
    pub fn stems(&self, text: &str) -> Vec<Stem> {
        let mut stems = Vec::with_capacity(text.len() / 5); // a word and its space
        let mut new: Vec<(String, Stem)> = Vec::new();
        {
            let known = self.known.read();
            each_word(text, |word| {
                stems.push(known.get(word).copied().unwrap_or_else(|| {
                    let stem = make_stem(word);
                    new.push((word.to_owned(), stem));
                    stem
                }));
            });
        }
        self.remember(new);
        stems
    }

    /// The stem of one lower-case word.
    pub fn stem(&self, word: &str) -> Stem {
        let known = self.known.read().get(word).copied();
        known.unwrap_or_else(|| {
            let stem = make_stem(word);
            self.remember(vec![(word.to_owned(), stem)]);
            stem
        })
    }

    fn remember(&self, new: Vec<(String, Stem)>) {
        if new.is_empty() {
            return;
        }
        let mut known = self.known.write();
        if known.len() + new.len() > MEMORY {
            known.clear();
        }
        known.extend(new);
    }
}

/// The letters that a lower-case word shares with its other forms, in either spelling of English.
pub fn stemmed(word: &str) -> Cow<'_, str> {
    let stemmer = Stemmer::create(Algorithm::English);
    match american(word) {
        Cow::Borrowed(word) => stemmer.stem(word),
        Cow::Owned(word) => Cow::Owned(stemmer.stem(&word).into_owned()),
    }
}

fn make_stem(word: &str) -> Stem {
    let mut hasher = DefaultHasher::new();
    stemmed(word).hash(&mut hasher);
    Stem((hasher.finish() >> 32) as u32)
}

/// Every word of a text in lower case.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    each_word(text, |word| words.push(word.to_owned()));
    words
}

/// Hands over the lower-case words of a text by Unicode's word boundaries (UAX #29), which keep
/// "1,577" whole; a possessive "'s" and the separators of thousands are dropped. One buffer serves all
/// words: a question looks at hundreds of thousands.
fn each_word(text: &str, mut each: impl FnMut(&str)) {
    let mut word = String::new();
    // A line ends every word, and one of plain ASCII is cut several times as fast.
    for part in text.split('\n').flat_map(UnicodeSegmentation::unicode_words) {
        word.clear();
        if part.is_ascii() {
            word.push_str(part);
            word.make_ascii_lowercase();
        } else {
            word.push_str(&part.to_lowercase().replace('’', "'"));
        }
        match without_separators(without_possessive(&word)) {
            Cow::Borrowed(word) => each(word),
            Cow::Owned(changed) => each(&changed),
        }
    }
}

/// A text with its numbers as they are searched: "$1,577" as "$1577".
pub fn number_normalised(text: &str) -> Cow<'_, str> {
    let separated = |at: usize| {
        let bytes = text.as_bytes();
        bytes[at] == b',' && is_separator(bytes, at)
    };
    if !(0..text.len()).any(separated) {
        return Cow::Borrowed(text);
    }
    let kept = text.char_indices().filter(|(at, _)| !separated(*at)).map(|(_, c)| c);
    Cow::Owned(kept.collect())
}

fn without_separators(word: &str) -> Cow<'_, str> {
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        number_normalised(word)
    } else {
        Cow::Borrowed(word)
    }
}

/// Whether the comma at `at` parts thousands: a digit before it, and exactly three after it.
fn is_separator(bytes: &[u8], at: usize) -> bool {
    let digit = |place: usize| bytes.get(place).is_some_and(u8::is_ascii_digit);
    at > 0 && digit(at - 1) && (at + 1..=at + 3).all(digit) && !digit(at + 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_meaningful_words_once_each() {
        let vocabulary = Vocabulary::default();
        let question = "What was the company's revenue, and how did revenues grow in 2022?";
        let terms = Terms::of(question, &vocabulary);
        assert_eq!(terms.words, ["company", "revenue", "grow", "2022"]);
        assert_eq!(terms.stems, vocabulary.stems("company revenues growing 2022"));
    }

    #[test]
    fn stop_words_alone_are_kept() {
        let terms = Terms::of("Who are you?", &Vocabulary::default());
        assert_eq!(terms.words, ["who", "are", "you"]);
    }

    #[test]
    fn numbers_are_whole_and_without_separators() {
        let words = |text| Terms::of(text, &Vocabulary::default()).words;
        assert_eq!(words("$1,577 or 3.5%?"), ["1577", "3.5"]);
        assert_eq!(words("1,577,000"), ["1577000"]);
        assert_eq!(
            number_normalised("at 2,3 or 12,3456 – in 1,577"),
            "at 2,3 or 12,3456 – in 1577"
        );
        assert!(matches!(number_normalised("none, here"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_full_memory_stems_the_same() {
        let vocabulary = Vocabulary::default();
        let before = vocabulary.stem("running");
        for n in 0..=MEMORY {
            vocabulary.stem(&format!("w{n}"));
        }
        assert_eq!(vocabulary.stem("runs"), before);
    }
}
