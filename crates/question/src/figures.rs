//! Owns whether a question asks for a figure, and how it is to be rounded.

use citelight_text::{number_word, runs};

/// Beginnings of questions that a figure answers.
const FIGURE_QUESTIONS: [&str; 15] = [
    "how many",
    "how much",
    "how long",
    "how often",
    "how fast",
    "how quickly",
    "how soon",
    "how old",
    "how large",
    "when",
    "by when",
    "at what",
    "up to what",
    "in what year",
    "in which year",
];

/// Whether a text begins as a question that asks for a figure: a number, an amount, a time.
pub(crate) fn asks_for_figure(text: &str) -> bool {
    let text = text.to_lowercase();
    let begins = |start: &str| text.strip_prefix(start).is_some_and(|rest| rest.starts_with(' '));
    FIGURE_QUESTIONS.iter().any(|start| begins(start))
}

/// The decimals that are asked for: "to two decimal places", "to the nearest integer".
pub(crate) fn decimals(question: &str) -> Option<u32> {
    let lower = question.to_lowercase();
    let words: Vec<&str> = runs(&lower, char::is_alphanumeric).collect();
    let count = |word: &str| {
        let named = number_word(word).map(u32::from).filter(|number| *number <= 6);
        named.or_else(|| word.parse().ok().filter(|number| *number <= 12))
    };
    words.iter().enumerate().find_map(|(at, word)| match *word {
        "decimal" | "decimals" => count(words.get(at.checked_sub(1)?)?),
        "integer" => Some(0),
        "nearest" => match *words.get(at + 1)? {
            "whole" | "integer" => Some(0),
            "tenth" => Some(1),
            "hundredth" => Some(2),
            _ => None,
        },
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_asked_for() {
        assert!(asks_for_figure("How many days of leave are there?"));
        assert!(asks_for_figure("When does it end?"));
        assert!(!asks_for_figure("Whenever it ends, who pays?"));
        assert!(!asks_for_figure("Which law governs the agreement?"));
    }

    #[test]
    fn roundings_are_read() {
        for (question, expected) in [
            ("Round to two decimal places.", Some(2)),
            ("Give 1 decimal.", Some(1)),
            ("To the nearest whole number, how many?", Some(0)),
            ("Answer as an integer.", Some(0)),
            ("What are decimals?", None),
        ] {
            assert_eq!(decimals(question), expected, "{question}");
        }
    }
}
