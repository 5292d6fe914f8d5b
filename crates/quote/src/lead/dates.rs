//! Owns how dates are written in running text.

use std::ops::Range;

use citelight_text::{MONTHS, Tokens};

/// Words before a lone number by which it is a year.
const BEFORE_YEARS: [&str; 11] =
    ["in", "since", "during", "until", "by", "of", "from", "before", "after", "early", "late"];

/// Every date, in order, none overlapping; with `years` the years alone.
pub(crate) fn dates(words: &Tokens, years: bool) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let Some(end) = date(words, at) else {
            at += 1;
            continue;
        };
        if years {
            let year = (at..end).rfind(|at| is_year(words.lower(*at)));
            found.extend(year.map(|at| words.bytes(at..at + 1)));
        } else {
            found.push(words.bytes(at..end));
        }
        at = end;
    }
    found
}

/// Behind the date that begins at a word.
fn date(words: &Tokens, at: usize) -> Option<usize> {
    let word = |at: usize| words.lower(at);
    let (first, second, third) = (word(at), word(at + 1), word(at + 2));
    let year = |at: usize| {
        let comma = usize::from(word(at) == ",");
        is_year(word(at + comma)).then_some(at + comma + 1)
    };
    if is_day(first) && is_month(second) {
        return Some(year(at + 2).unwrap_or(at + 2));
    }
    if is_day(first) && second == "of" && is_month(third) {
        return Some(year(at + 3).unwrap_or(at + 3));
    }
    if is_month(first) {
        if is_day(second) {
            return Some(year(at + 2).unwrap_or(at + 2));
        }
        return year(at + 1);
    }
    let digits = first.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '/' | '.'));
    let parts: Vec<&str> = first.split(['-', '/', '.']).collect();
    let sized = |sizes: [usize; 3]| {
        parts.len() == 3
            && parts.iter().zip(sizes).all(|(part, most)| !part.is_empty() && part.len() <= most)
    };
    let long = parts.iter().any(|part| part.len() == 4);
    if digits && long && (sized([4, 2, 2]) || sized([2, 2, 4])) {
        return Some(at + 1);
    }
    if matches!(first, "q1" | "q2" | "q3" | "q4") {
        return year(at + 1);
    }
    let decade = first.strip_suffix('s').is_some_and(is_year);
    let before = words.before(at);
    let joined =
        matches!(before, "or" | "and") && at.checked_sub(2).is_some_and(|at| is_year(word(at)));
    let led = joined || BEFORE_YEARS.contains(&before) || matches!(before, "the" | "mid-");
    // "In 2019 rooms": what a number counts follows it.
    let counts =
        second.len() > 3 && second.ends_with('s') && second.chars().all(char::is_alphabetic);
    (decade && led || is_year(first) && led && before != "the" && !counts).then_some(at + 1)
}

/// Whether a word is a month in full or in three letters.
fn is_month(word: &str) -> bool {
    MONTHS.iter().any(|month| *month == word || &month[..3] == word)
}

fn is_day(word: &str) -> bool {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let suffix = &word[digits.len()..];
    matches!(suffix, "" | "st" | "nd" | "rd" | "th")
        && digits.parse().is_ok_and(|day: u8| (1..=31).contains(&day))
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse().is_ok_and(|year: u16| (1500..2100).contains(&year))
}
