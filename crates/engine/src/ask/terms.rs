//! The words of a question that carry meaning.

use std::collections::HashSet;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_segmentation::UnicodeSegmentation;

/// English function words and the words of asking itself: they stand in every text and tell
/// nothing apart. Negations are no stop words.
const STOP_WORDS: &[&str] = &[
    "a", "about", "am", "an", "and", "any", "are", "as", "at", "be", "been", "being", "but", "by",
    "can", "could", "did", "do", "does", "doing", "for", "from", "get", "give", "had", "has",
    "have", "having", "he", "her", "here", "hers", "him", "his", "how", "i", "if", "in", "into",
    "is", "it", "its", "itself", "just", "let", "like", "many", "may", "me", "might", "much",
    "must", "my", "of", "on", "or", "our", "ours", "out", "please", "shall", "she", "should", "so",
    "some", "such", "tell", "than", "that", "the", "their", "theirs", "them", "then", "there",
    "these", "they", "this", "those", "to", "too", "was", "we", "were", "what", "whats", "when",
    "where", "which", "while", "who", "whom", "whose", "why", "will", "with", "would", "you",
    "your", "yours",
];

/// The terms of a text: its words without stop words, once each, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// Lower-case words, for the full-text index, which stems by itself.
    pub words: Vec<String>,
    /// Their stems, one per word, for comparing with other texts.
    pub stems: Vec<String>,
}

impl Terms {
    /// The terms of a question. One that holds nothing but stop words keeps them all.
    pub fn of(text: &str) -> Terms {
        let all: Vec<String> = words(text).collect();
        let mut kept: Vec<String> =
            all.iter().filter(|word| !STOP_WORDS.contains(&word.as_str())).cloned().collect();
        if kept.is_empty() {
            kept = all;
        }
        let stemmer = Stemmer::create(Algorithm::English);
        let mut terms = Terms { words: Vec::new(), stems: Vec::new() };
        for word in kept {
            let stem = stemmer.stem(&word).into_owned();
            if !terms.stems.contains(&stem) {
                terms.stems.push(stem);
                terms.words.push(word);
            }
        }
        terms
    }
}

/// Beginnings of questions that a figure answers.
const FIGURE_QUESTIONS: &[&str] = &[
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

/// Figures in words.
const FIGURE_WORDS: &[&str] = &[
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "fifteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty",
    "ninety", "hundred", "thousand", "million", "billion", "half", "once", "twice", "none",
];

/// Whether the question asks for a figure: a number, an amount, a time.
pub(crate) fn asks_for_figure(question: &str) -> bool {
    let question = question.to_lowercase();
    FIGURE_QUESTIONS
        .iter()
        .any(|start| question.strip_prefix(start).is_some_and(|rest| rest.starts_with(' ')))
}

/// Whether a text holds a figure, in digits or in words.
pub(crate) fn holds_figure(text: &str) -> bool {
    text.contains(|c: char| c.is_numeric())
        || words(text).any(|word| FIGURE_WORDS.contains(&word.as_str()))
}

/// The stems of every word of a text.
pub(crate) fn stems(text: &str) -> HashSet<String> {
    let stemmer = Stemmer::create(Algorithm::English);
    words(text).map(|word| stemmer.stem(&word).into_owned()).collect()
}

/// Lower-case words by Unicode's word boundaries (UAX #29), which keep "1,577" and "10-K"'s parts
/// as readers see them; a possessive "'s" is dropped.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.unicode_words().map(|word| {
        let word = word.to_lowercase().replace('’', "'");
        word.strip_suffix("'s").map_or(word.clone(), str::to_owned)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_meaningful_words_once_each() {
        let terms = Terms::of("What was the company's revenue, and how did revenues grow in 2022?");
        assert_eq!(terms.words, ["company", "revenue", "grow", "2022"]);
        assert_eq!(terms.stems, ["compani", "revenu", "grow", "2022"]);
    }

    #[test]
    fn stop_words_alone_are_kept() {
        assert_eq!(Terms::of("Who are you?").words, ["who", "are", "you"]);
    }

    #[test]
    fn figures_are_asked_for_and_found_in_digits_and_words() {
        assert!(asks_for_figure("How many days of leave are there?"));
        assert!(asks_for_figure("When does it end?"));
        assert!(!asks_for_figure("Whenever it ends, who pays?"));
        assert!(!asks_for_figure("Which law governs the agreement?"));
        assert!(holds_figure("Up to five days.") && holds_figure("£310"));
        assert!(!holds_figure("Some days of leave."));
    }

    #[test]
    fn numbers_stay_whole() {
        assert_eq!(Terms::of("$1,577 or 3.5%?").words, ["1,577", "3.5"]);
    }
}
