//! Owns how names are written: words with capitals that the document writes small nowhere.

use std::ops::Range;

use citelight_answer::MONTHS;

use super::lower;
use crate::tokens::{Class, Token};

/// Small words within a name.
const WITHIN: [&str; 9] = ["of", "de", "van", "von", "der", "la", "and", "the", "&"];
/// Words before a place.
const BEFORE_PLACES: [&str; 9] = ["in", "at", "from", "to", "near", "of", "is", "was", "across"];
/// Words with capitals that name a time, not a thing, besides the months.
const DAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/// Words with capitals that refer to a part of a document.
const PARTS: [&str; 12] = [
    "section", "table", "figure", "article", "chapter", "appendix", "exhibit", "schedule", "note",
    "item", "part", "annex",
];

/// Every name, in order; with `place` those before which a word for a place stands.
pub(super) fn names(
    text: &str,
    words: &[Token],
    place: bool,
    common: &dyn Fn(&str) -> bool,
) -> Vec<Range<usize>> {
    let word = |at: usize| lower(text, words, at);
    let named = |at: usize| {
        words.get(at).is_some_and(|token| {
            let raw = &text[token.start..token.end];
            let lower = raw.to_lowercase();
            token.class == Class::Capital
                && raw.chars().count() > 1
                && !common(&lower)
                && !lower.strip_suffix('s').is_some_and(common)
                && !DAYS.contains(&lower.as_str())
                && !MONTHS.contains(&lower.as_str())
                && !PARTS.contains(&lower.as_str())
                // "Text:", "Summary:" head what follows.
                && word(at + 1) != ":"
        })
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if !named(at) {
            at += 1;
            continue;
        }
        let start = at;
        at += 1;
        loop {
            if named(at) {
                at += 1;
            } else if WITHIN.contains(&word(at).as_str()) && named(at + 1) && word(at) != "and" {
                at += 2;
            } else {
                break;
            }
        }
        let before = start.checked_sub(1).map(word).unwrap_or_default();
        let before = match before.as_str() {
            "the" => start.checked_sub(2).map(word).unwrap_or_default(),
            _ => before,
        };
        if !place || BEFORE_PLACES.contains(&before.as_str()) {
            found.push(words[start].start..words[at - 1].end);
        }
    }
    found
}
