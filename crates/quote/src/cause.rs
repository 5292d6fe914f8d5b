//! Owns sentences that tell why: where they say what happened, and where by what.

use std::ops::Range;

/// Words behind which the cause stands, the longer ones first where one begins another.
const BECAUSE: [&str; 40] = [
    "due to",
    "driven by",
    "driven primarily by",
    "driven mainly by",
    "driven largely by",
    "because",
    "as a result of",
    "as a consequence of",
    "the result of",
    "resulting from",
    "resulted from",
    "resulted primarily from",
    "resulted mainly from",
    "results from",
    "attributable to",
    "attributed to",
    "owing to",
    "caused by",
    "led by",
    "on account of",
    "thanks to",
    "reflecting",
    "reflects",
    "reflected",
    "stemming from",
    "stemmed from",
    "arising from",
    "arose from",
    "prompted by",
    "in response to",
    "primarily from",
    "mainly from",
    "primarily related to",
    "mainly related to",
    "impacted by",
    "affected by",
    "benefited from",
    "fueled by",
    "given that",
    "in order to",
];
/// Words before which the cause stands.
const THEREFORE: [&str; 7] =
    ["resulted in", "resulting in", "led to", "gave rise to", "contributed to", "caused", "drove"];
/// Beginnings of words that say that something became more, and less.
const MORE: [&str; 15] = [
    "increas", "grew", "grow", "rise", "rose", "risen", "higher", "more", "gain", "improv",
    "climb", "jump", "expand", "up", "favorabl",
];
const LESS: [&str; 15] = [
    "decreas",
    "declin",
    "fell",
    "fall",
    "drop",
    "lower",
    "less",
    "reduc",
    "shrank",
    "shrink",
    "shrunk",
    "slip",
    "worse",
    "down",
    "unfavorabl",
];

/// A sentence that tells why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// What happened, as a range of its bytes.
    pub effect: Range<usize>,
    /// By what.
    pub cause: Range<usize>,
}

/// Whether something became more or less.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// More.
    Up,
    /// Less.
    Down,
}

/// Reads a sentence; `None` where it tells no cause.
pub fn cause(sentence: &str) -> Option<Cause> {
    let lower = sentence.to_ascii_lowercase();
    let behind = first_of(&lower, &BECAUSE);
    let before = first_of(&lower, &THEREFORE);
    let (effect, cause) = match (behind, before) {
        (Some((at, words)), _) if at > 0 => (0..at, at + words.len()..sentence.len()),
        (Some((_, words)), _) => {
            // "Due to the strike, trains were late."
            let comma = lower.find(", ")?;
            (comma + 1..sentence.len(), words.len()..comma)
        }
        (None, Some((at, words))) if at > 0 => (at + words.len()..sentence.len(), 0..at),
        _ => return None,
    };
    let trimmed = |range: Range<usize>| {
        let text = &sentence[range.clone()];
        let start = range.start + (text.len() - text.trim_start().len());
        start..start + text.trim().len()
    };
    Some(Cause { effect: trimmed(effect), cause: trimmed(cause) })
}

/// Whether a text says that something became more or less, by the first word that does.
pub fn direction(text: &str) -> Option<Direction> {
    let lower = text.to_ascii_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).find_map(|word| {
        let begins = |all: &[&str]| {
            all.iter().any(|one| word == *one || one.len() > 3 && word.starts_with(one))
        };
        match (begins(&MORE), begins(&LESS)) {
            (_, true) => Some(Direction::Down),
            (true, _) => Some(Direction::Up),
            _ => None,
        }
    })
}

/// The first of some phrases that stands in a text as whole words.
fn first_of<'p>(text: &str, phrases: &[&'p str]) -> Option<(usize, &'p str)> {
    let whole = |at: usize, words: &str| {
        let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        edge(text[..at].chars().next_back()) && edge(text[at + words.len()..].chars().next())
    };
    let found = phrases.iter().filter_map(|words| {
        let at = text
            .match_indices(words)
            .map(|(at, _)| at)
            .find(|at| whole(*at, words) && !is_of(text, *at, words))?;
        Some((at, *words))
    });
    found.min_by_key(|(at, words)| (*at, usize::MAX - words.len()))
}

/// Words before "due to" and "attributable to" that say whose something is: "amounts due to banks".
const OWED: [&str; 6] = ["amounts", "amount", "balances", "payable", "sums", "money"];
const WHOSE: [&str; 9] =
    ["income", "loss", "losses", "earnings", "profit", "share", "equity", "interest", "interests"];

/// Whether such words tell whose something is, and no cause.
fn is_of(text: &str, at: usize, words: &str) -> bool {
    let before = text[..at].trim_end().rsplit(' ').next().unwrap_or_default();
    match words {
        "due to" => OWED.contains(&before),
        "attributable to" => WHOSE.contains(&before),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(sentence: &str) -> Option<(&str, &str)> {
        let found = cause(sentence)?;
        Some((&sentence[found.effect], &sentence[found.cause]))
    }

    #[test]
    fn what_happened_is_told_from_its_cause() {
        for (sentence, effect, by) in [
            (
                "Rents rose by 4%, mainly due to new flats.",
                "Rents rose by 4%, mainly",
                "new flats.",
            ),
            ("Due to the strike, trains were late.", "trains were late.", "the strike"),
            ("A leak in the roof led to the closure.", "the closure.", "A leak in the roof"),
            ("The fall reflects a mild winter.", "The fall", "a mild winter."),
            ("Costs, driven primarily by wages, grew.", "Costs,", "wages, grew."),
        ] {
            assert_eq!(parts(sentence), Some((effect, by)), "{sentence}");
        }
        for sentence in [
            "Profit attributable to owners was 4.",
            "Amounts due to banks were paid.",
            "The bus is red.",
            "Because.",
        ] {
            assert_eq!(parts(sentence), None, "{sentence}");
        }
    }

    #[test]
    fn more_is_told_from_less() {
        assert_eq!(direction("Why did rents go up?"), Some(Direction::Up));
        assert_eq!(direction("the lower fee"), Some(Direction::Down));
        assert_eq!(direction("Unfavorable weather"), Some(Direction::Down));
        assert_eq!(direction("the upper floor"), None);
    }
}
