//! Owns how names are written: words with capitals that the document writes small nowhere.

use std::ops::Range;

use citelight_text::MONTHS;

use crate::classes::{Class, Classified};

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
    words: &Classified<'_>,
    place: bool,
    common: &dyn Fn(&str) -> bool,
) -> Vec<Range<usize>> {
    let tokens = &words.tokens;
    let word = |at: usize| tokens.lower(at);
    let named = |at: usize| {
        let lower = word(at);
        words.class(at) == Class::Capital
            && lower.chars().nth(1).is_some()
            && !common(lower)
            && !lower.strip_suffix('s').is_some_and(common)
            && !DAYS.contains(&lower)
            && !MONTHS.contains(&lower)
            && !PARTS.contains(&lower)
            // "Text:", "Summary:" head what follows.
            && word(at + 1) != ":"
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !named(at) {
            at += 1;
            continue;
        }
        let start = at;
        at += 1;
        loop {
            if named(at) {
                at += 1;
            } else if WITHIN.contains(&word(at)) && named(at + 1) && word(at) != "and" {
                at += 2;
            } else {
                break;
            }
        }
        let before = match tokens.before(start) {
            "the" => tokens.before(start - 1),
            before => before,
        };
        if !place || BEFORE_PLACES.contains(&before) {
            found.push(tokens.bytes(start..at));
        }
    }
    found
}
