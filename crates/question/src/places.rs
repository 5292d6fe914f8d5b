//! Owns places in which to look that are named by words: "relying on the balance sheet".

use std::ops::Range;

use citelight_core::Found;
use citelight_text::{Tokens, WordList, is_topicless};

use crate::parts::{AUXILIARIES, QUESTION_WORDS, TEXTS, begins};

/// Phrases behind which a text is named, wherever they stand.
const BEFORE_TEXT: &[&str] = &[
    "relying on",
    "shown in",
    "shown on",
    "outlined in",
    "outlined within",
    "provided in",
    "provided primarily in",
    "reported in",
    "reported on",
    "mentioned in",
    "presented in",
    "stated in",
    "listed in",
    "described in",
    "disclosed in",
    "contained in",
    "found in",
    "according to",
    "as per",
    "based on",
    "referencing",
    "using",
    "utilizing",
    "within",
    "from",
    "off of",
    "in",
    "on",
];

/// Words that name a text without saying which.
const VAGUE: WordList = WordList::new(
    "data details document documents figure information report reports table text paper study section
     note article policy agreement contract",
);

/// The most words in the name of a place.
const LONGEST: usize = 14;

/// The places of a question, once each, in order.
pub(crate) fn places(tokens: &Tokens) -> Vec<Found> {
    let mut places: Vec<Found> = Vec::new();
    for at in 0..tokens.len() {
        let phrase = BEFORE_TEXT.iter().find(|phrase| begins(tokens, at, &[phrase]));
        let Some(phrase) = phrase else { continue };
        let start = at + phrase.split(' ').count();
        for run in split(tokens, name(tokens, start)) {
            let run = trimmed(tokens, closed(tokens, run));
            if !names_text(tokens, run.clone()) {
                continue;
            }
            let words = &tokens.text[tokens.bytes(run.clone())];
            let key = format!("place:{}", words.to_lowercase());
            let span = tokens.span(run);
            match places.iter_mut().find(|place| place.key == key) {
                Some(place) if place.spans.contains(&span) => {}
                Some(place) => place.spans.push(span),
                None => places.push(Found::new(key, words.to_owned(), span)),
            }
        }
    }
    places
}

/// The run that may name a text: up to a mark, a verb, or a preposition that begins anew.
fn name(tokens: &Tokens, start: usize) -> Range<usize> {
    let mut end = start;
    while end < tokens.len() && end - start < LONGEST {
        let word = tokens.lower(end);
        let inside = tokens.is_word(end) || matches!(word, "&" | "-" | "_");
        let new = QUESTION_WORDS.contains(&word)
            || AUXILIARIES.contains(&word)
            || matches!(
                word,
                "in" | "on"
                    | "within"
                    | "from"
                    | "using"
                    | "for"
                    | "by"
                    | "to"
                    | "as"
                    | "with"
                    | "between"
                    | "plus"
                    | "that"
                    | "based"
                    | "shown"
                    | "outlined"
                    | "provided"
            );
        if !inside || new {
            break;
        }
        end += 1;
    }
    start..end
}

/// Parts at "and", where each names a text: "the balance sheet and the income statement".
fn split(tokens: &Tokens, run: Range<usize>) -> Vec<Range<usize>> {
    let cut = run.clone().find(|&at| {
        tokens.lower(at) == "and"
            && names_text(tokens, run.start..at)
            && names_text(tokens, at + 1..run.end)
    });
    match cut {
        Some(at) => vec![run.start..at, at + 1..run.end],
        None => vec![run],
    }
}

/// A run up to its last text: of "balance sheet fall", the balance sheet. "Statement of income" goes
/// on behind it.
fn closed(tokens: &Tokens, run: Range<usize>) -> Range<usize> {
    let last = run.clone().rev().find(|&at| TEXTS.contains(tokens.lower(at)));
    match last {
        Some(last) if tokens.lower(last + 1) != "of" => run.start..last + 1,
        _ => run,
    }
}

fn trimmed(tokens: &Tokens, mut run: Range<usize>) -> Range<usize> {
    while run.start < run.end
        && (is_topicless(tokens.lower(run.start)) || !tokens.is_word(run.start))
    {
        run.start += 1;
    }
    while run.start < run.end
        && (is_topicless(tokens.lower(run.end - 1)) || !tokens.is_word(run.end - 1))
    {
        run.end -= 1;
    }
    run
}

/// Whether a run names a text, and says which: "balance sheet", not "the report".
fn names_text(tokens: &Tokens, run: Range<usize>) -> bool {
    let is_text = |at: usize| {
        let word = tokens.lower(at);
        TEXTS.contains(word)
            || word == "p" && tokens.reads(at, &["p", "&", "l"]) && at + 2 < run.end
    };
    let texts: Vec<usize> = run.clone().filter(|&at| is_text(at)).collect();
    let telling = run
        .clone()
        .filter(|&at| {
            let word = tokens.lower(at);
            tokens.content(at..at + 1) > 0
                && !VAGUE.contains(word)
                && !word.contains(|c: char| c.is_ascii_digit())
        })
        .count();
    let profit = texts.iter().any(|&at| tokens.lower(at) == "p");
    // What is shown "in the table" lies there by its number alone.
    !texts.is_empty() && (telling >= 2 || profit || telling == 1 && texts.len() == 2)
        || telling == 1 && texts.iter().any(|&at| is_own_kind(tokens.lower(at)))
}

/// Texts of which a document or library has few, so that the word alone tells where to look.
fn is_own_kind(word: &str) -> bool {
    matches!(word, "handbook" | "booklet" | "manual" | "guide" | "filing")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_texts_named_by_words() {
        for (question, expected) in [
            (
                "Relying on the details shown in the balance sheet and the P&L statement.",
                "balance sheet|P&L statement",
            ),
            (
                "Based on the information provided primarily in the statement of income, what is it?",
                "statement of income",
            ),
            ("Did goodwill on balance sheet fall between FY2023 and FY2022?", "balance sheet"),
            ("Answer in USD millions.", ""),
            ("What is mentioned in this report?", ""),
            ("What fees apply when using out-of-network providers in the city?", ""),
            (
                "What is covered according to the Acme Health Benefits Details?",
                "Acme Health Benefits Details",
            ),
        ] {
            let found = places(&Tokens::of(question));
            let labels: Vec<_> = found.iter().map(|place| place.label.as_str()).collect();
            assert_eq!(labels.join("|"), expected, "{question}");
        }
    }
}
