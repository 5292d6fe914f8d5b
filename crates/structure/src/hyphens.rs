//! Owns what becomes of a word that is cut at a line's end: "inter-" above "national".
//!
//! The document itself is the dictionary. The whole word, or the compound, is looked for among the
//! words that stand within lines; where neither is seen, the parts, the usual shape of compounds
//! and what the document does elsewhere decide. Refuses to know any language's rules.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use citelight_core::Word;

/// How the last word of a line and the first of the next one belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Link {
    /// They are two words.
    Apart,
    /// They are one word; the hyphen is only the line's.
    Joined,
    /// They are a compound; the hyphen belongs to it.
    Compound,
}

/// Words that are counted, at most: no document in a natural language has as many.
const MOST_WORDS: usize = 500_000;
/// Cuts looked at for the document's habit.
const MOST_CUTS: usize = 20_000;
/// Characters of a word that is counted, at most.
const LONGEST: usize = 64;

/// Between a compound's parts when it is hashed.
const HYPHEN: char = '-';

/// First parts that make compounds more often than they are cut off.
const FIRST_PARTS: &[&str] = &["self", "non", "well", "cross", "half"];
/// Second parts likewise.
const SECOND_PARTS: &[&str] = &[
    "based",
    "related",
    "specific",
    "driven",
    "oriented",
    "dependent",
    "induced",
    "like",
    "free",
    "term",
    "wide",
    "level",
];
/// What follows a hyphen that stands for a word left out: "short- and long-term".
const CONJUNCTIONS: &[&str] =
    &["and", "or", "to", "nor", "und", "oder", "bis", "et", "ou", "y", "o", "e"];

/// The words of a document, by their hashes: a few bytes a word, however long the document is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Vocabulary {
    counts: HashMap<u64, u32>,
    /// Hashes of the whole word and of the compound for words that seem to be cut.
    cuts: Vec<(u64, u64)>,
}

impl Vocabulary {
    /// Counts the words of a page, in the order given.
    pub(crate) fn observe(&mut self, words: &[Word]) {
        let mut cut: Option<&Word> = None;
        for word in words {
            let text = word.text.trim();
            let before = cut.take();
            if hyphened_stem(text).is_some_and(|stem| !letters_at_end(stem).is_empty()) {
                cut = Some(word);
            } else if before.is_none_or(|before| !is_below(before, word)) {
                self.count(text);
                continue;
            }
            // A part of a cut word is no word, and a word with a hyphen at its end tells nothing.
            if let Some(before) = before {
                self.note_cut(before.text.trim(), text);
            }
        }
    }

    fn note_cut(&mut self, first: &str, second: &str) {
        let Some(stem) = hyphened_stem(first) else { return };
        let (tail, head) = (letters_at_end(stem), letters_at_start(second));
        if self.cuts.len() < MOST_CUTS && !head.is_empty() {
            self.cuts.push((key(&[tail, head], false), key(&[tail, head], true)));
        }
    }

    fn count(&mut self, text: &str) {
        let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
        if bare.is_empty() || bare.len() > LONGEST {
            return;
        }
        self.add(key(&[bare], false));
        if bare.contains(is_hyphen) {
            let parts: Vec<&str> = bare.split(is_hyphen).collect();
            parts.iter().for_each(|part| self.add(key(&[part], false)));
            parts.windows(2).for_each(|pair| self.add(key(pair, true)));
        }
    }

    fn add(&mut self, key: u64) {
        if self.counts.len() < MOST_WORDS || self.counts.contains_key(&key) {
            *self.counts.entry(key).or_default() += 1;
        }
    }

    fn seen(&self, key: u64) -> u32 {
        self.counts.get(&key).copied().unwrap_or(0)
    }

    /// Ends the counting.
    pub(crate) fn judge(self) -> Hyphens {
        let (mut whole, mut compound) = (0, 0);
        for (joined, hyphened) in &self.cuts {
            match (self.seen(*joined), self.seen(*hyphened)) {
                (0, 0) => {}
                (_, 0) => whole += 1,
                _ => compound += 1,
            }
        }
        Hyphens { keeps: compound > whole, cuts: whole > compound, words: self }
    }
}

/// Judges the cut words of a document.
#[derive(Debug, Clone, Default)]
pub(crate) struct Hyphens {
    words: Vocabulary,
    /// Whether hyphens at line ends are mostly those of compounds: the document cuts no words.
    keeps: bool,
    /// Whether they are mostly those of words cut.
    cuts: bool,
}

impl Hyphens {
    /// How the last word of a line and the first one of the next line belong together.
    pub(crate) fn link(&self, first: &str, second: &str) -> Link {
        let starts = second.chars().next();
        if first.ends_with('\u{ad}') {
            let goes_on = starts.is_some_and(char::is_alphabetic);
            return if goes_on { Link::Joined } else { Link::Apart };
        }
        let (Some(stem), Some(start)) = (hyphened_stem(first), starts) else { return Link::Apart };
        let (tail, head) = (letters_at_end(stem), letters_at_start(second));
        if tail.is_empty() {
            let figure = stem.ends_with(|c: char| c.is_ascii_digit());
            return if figure && start.is_alphanumeric() { Link::Compound } else { Link::Apart };
        }
        if head.is_empty() {
            return if start.is_ascii_digit() { Link::Compound } else { Link::Apart };
        }
        let whole = self.words.seen(key(&[tail, head], false));
        let compound = self.words.seen(key(&[tail, head], true));
        if start.is_uppercase() {
            let cut = whole > compound || (compound == 0 && self.cuts && !self.knows(tail, head));
            let joined = is_shouted(tail) && is_shouted(head) && cut;
            return if joined { Link::Joined } else { Link::Compound };
        }
        if whole > 0 || compound > 0 {
            return if compound > 0 { Link::Compound } else { Link::Joined };
        }
        if CONJUNCTIONS.contains(&second.trim_end_matches([',', ';', '/'])) {
            return Link::Apart;
        }
        if self.looks_compound(stem, tail, head) { Link::Compound } else { Link::Joined }
    }

    /// Whether either part is a word of its own.
    fn knows(&self, tail: &str, head: &str) -> bool {
        [tail, head].iter().any(|part| self.words.seen(key(&[part], false)) > 0)
    }

    fn looks_compound(&self, stem: &str, tail: &str, head: &str) -> bool {
        let word =
            |part: &str| part.chars().count() >= 3 && self.words.seen(key(&[part], false)) >= 2;
        // A word is never cut after its first letter, and seldom where it has a hyphen.
        tail.chars().count() == 1
            || (stem.contains(is_hyphen) && self.knows(tail, head))
            || FIRST_PARTS.contains(&tail.to_lowercase().as_str())
            || SECOND_PARTS.contains(&head)
            || (word(tail) && word(head))
            || self.keeps
    }
}

/// In capitals.
fn is_shouted(part: &str) -> bool {
    part.len() > 1 && !part.chars().any(char::is_lowercase)
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}')
}

/// The word without the one hyphen that it ends in.
fn hyphened_stem(word: &str) -> Option<&str> {
    word.strip_suffix(is_hyphen).filter(|stem| !stem.ends_with(is_hyphen))
}

fn letters_at_end(text: &str) -> &str {
    let rest = text.trim_end_matches(char::is_alphabetic);
    &text[rest.len()..]
}

fn letters_at_start(text: &str) -> &str {
    let rest = text.trim_start_matches(char::is_alphabetic);
    &text[..text.len() - rest.len()]
}

/// Whether `next` begins a line below or in another column, and does not go on the line of `word`.
fn is_below(word: &Word, next: &Word) -> bool {
    next.rect.x0 < word.rect.x1 || next.rect.y0 > word.rect.center_y()
}

/// Hash of a word in lower case, its parts put together with or without a hyphen.
fn key(parts: &[&str], hyphened: bool) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (at, part) in parts.iter().enumerate() {
        if at > 0 && hyphened {
            HYPHEN.hash(&mut hasher);
        }
        for c in part.chars().flat_map(char::to_lowercase) {
            (if is_hyphen(c) { HYPHEN } else { c }).hash(&mut hasher);
        }
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_core::{Rect, WordSource};

    /// The words of a text, each line of it on a line.
    fn words(text: &str) -> Vec<Word> {
        let mut words = Vec::new();
        for (line, y) in text.lines().zip((0u8..).map(|n| 12.0 * f32::from(n))) {
            for (word, x) in line.split_whitespace().zip((0u8..).map(|n| 50.0 * f32::from(n))) {
                words.push(Word {
                    text: word.to_owned(),
                    rect: Rect::new(x, y, x + 40.0, y + 10.0),
                    font_size: 10.0,
                    bold: false,
                    source: WordSource::Native,
                    confidence: 1.0,
                });
            }
        }
        words
    }

    fn hyphens(text: impl AsRef<str>) -> Hyphens {
        let mut vocabulary = Vocabulary::default();
        vocabulary.observe(&words(text.as_ref()));
        vocabulary.judge()
    }

    #[test]
    fn without_a_document_the_shape_decides() {
        use Link::{Apart, Compound, Joined};
        for (first, second, expected) in [
            ("inter-", "national", Joined),
            ("(inter-", "national).", Joined),
            ("inter\u{2010}", "national", Joined),
            ("inter\u{ad}", "national", Joined),
            ("Inter\u{ad}", "National", Joined),
            ("inter\u{ad}", "(and", Apart),
            ("non-", "GAAP", Compound),
            ("COVID-", "19", Compound),
            ("2018-", "2019", Compound),
            ("12-", "month", Compound),
            ("non-", "current", Compound),
            ("evidence-", "based", Compound),
            ("e-", "mail", Compound),
            ("short-", "and", Apart),
            ("short-", "or", Apart),
            ("INTER-", "NATIONAL", Compound),
            ("-", "national", Apart),
            ("--", "national", Apart),
            ("inter--", "national", Apart),
            ("inter–", "national", Apart),
            ("inter", "national", Apart),
            ("inter-", "", Apart),
            ("inter-", "(national)", Apart),
            ("$-", "million", Apart),
        ] {
            assert_eq!(Hyphens::default().link(first, second), expected, "{first} {second}");
        }
    }

    #[test]
    fn the_document_is_the_dictionary() {
        use Link::{Compound, Joined};
        for (document, first, second, expected) in [
            // The whole word is seen, even where its end looks like a conjunction.
            ("an international court", "inter-", "national", Joined),
            ("a key fact or factor", "fact-", "or", Joined),
            ("THE INTERNATIONAL COURT", "INTER-", "NATIONAL", Joined),
            ("the nonsense of it", "non-", "sense", Joined),
            // The compound is seen within a line.
            ("a cross-border court", "cross-", "border", Compound),
            ("risks of long-term-debt here", "long-", "term", Compound),
            ("many day-to-day jobs", "day-", "to", Compound),
            ("passed to it", "mother-to-", "child", Compound),
            ("passed to it", "one-dimen-", "sional", Joined),
            // Both parts are words of the document, the whole is not.
            ("cost of it and cost or effective so effective", "cost-", "effective", Compound),
            // A part that only stands in cut words is no word.
            ("inter-\nnational inter-\nnational inter-\nnational", "inter-", "national", Joined),
        ] {
            assert_eq!(hyphens(document).link(first, second), expected, "{first} in {document}");
        }
    }

    #[test]
    fn a_document_that_cuts_no_words_keeps_its_hyphens() {
        let keeps = "a low-cost plan, a low-\ncost plan";
        assert_eq!(hyphens(keeps).link("quasi-", "equity"), Link::Compound);
        let cuts = "a national plan, a na-\ntional plan";
        assert_eq!(hyphens(cuts).link("quasi-", "equity"), Link::Joined);
        assert_eq!(hyphens(cuts).link("CONCLUS-", "IONS:"), Link::Joined);
        assert_eq!(hyphens("of the US. ".to_owned() + cuts).link("US-", "GAAP"), Link::Compound);
    }
}
