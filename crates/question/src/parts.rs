//! Owns how a question falls into sentences and instructions, and where each asks.

mod words;

use std::ops::Range;

use citelight_text::Tokens;

use words::{ABBREVIATIONS, BASES, INSTRUCTIONS, LEADS, LOOSE_BASES};
pub(crate) use words::{AUXILIARIES, QUESTION_WORDS, REQUESTS, TEXTS};

/// How a question falls apart; token ranges, in order.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    /// Ranges that say how the answer is made, with what they go by.
    pub(crate) instructions: Vec<Range<usize>>,
    /// Sentences that ask, instructions left out.
    pub(crate) asking: Vec<Range<usize>>,
}

/// Whether a lower-case word asks: "who".
pub fn is_question_word(word: &str) -> bool {
    QUESTION_WORDS.contains(&word)
}

/// Takes a question apart.
pub(crate) fn parts(tokens: &Tokens) -> Parts {
    let mut parts = Parts::default();
    let sentences = sentences(tokens);
    let says = |sentence: &Range<usize>| !is_instruction(tokens, sentence.clone());
    let any = sentences.iter().any(says);
    let asks_elsewhere =
        sentences.iter().any(|s| !is_lead(tokens, s.clone()) && says(s) && asks(tokens, s));
    for sentence in sentences {
        let lead = asks_elsewhere && is_lead(tokens, sentence.clone());
        if any && !says(&sentence) || lead {
            parts.instructions.push(sentence);
            continue;
        }
        let mut rest = sentence;
        if let Some(end) = basis(tokens, &rest) {
            parts.instructions.push(rest.start..end);
            rest.start = end + 1;
        }
        if let Some(start) = trailing(tokens, &rest) {
            parts.instructions.push(start + 1..rest.end);
            rest.end = start;
        }
        parts.asking.push(rest);
    }
    parts
}

/// Where sentences lie; closing marks belong to none.
pub(crate) fn sentences(tokens: &Tokens) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, token) in tokens.iter() {
        let next = tokens.get(at + 1);
        let ends = match token.lower.as_str() {
            "?" | "!" => !next.is_some_and(|next| matches!(next.lower.as_str(), ")" | "\"" | "”")),
            "." => {
                let word = tokens.before(at);
                let short = ABBREVIATIONS.contains(&word)
                    || word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
                next.is_none_or(|next| {
                    next.spaced && (next.capital || !next.is_word || next.lower == "what")
                }) && (!short || next.is_none())
            }
            _ => false,
        };
        if ends {
            push_words(tokens, start..at, &mut sentences);
            start = at + 1;
        }
    }
    push_words(tokens, start..tokens.len(), &mut sentences);
    sentences
}

/// Adds a run without the marks at its ends, if a word is left.
fn push_words(tokens: &Tokens, mut run: Range<usize>, into: &mut Vec<Range<usize>>) {
    let kept = |at: usize| tokens.is_word(at) || matches!(tokens.raw(at), "$" | "%" | "§" | "€");
    let opens = |at: usize| matches!(tokens.raw(at), "(" | "\"" | "“" | "‘" | "„" | "«" | "'");
    let closes = |at: usize| matches!(tokens.raw(at), ")" | "\"" | "”" | "’" | "“" | "»" | "'");
    while run.start < run.end && !kept(run.start) && !opens(run.start) {
        run.start += 1;
    }
    while run.start < run.end && !kept(run.end - 1) && !closes(run.end - 1) {
        run.end -= 1;
    }
    if run.clone().any(|at| tokens.is_word(at)) {
        into.push(run);
    }
}

/// Whether the tokens from `at` begin with one of some phrases.
pub(crate) fn begins(tokens: &Tokens, at: usize, phrases: &[&str]) -> bool {
    phrases
        .iter()
        .any(|phrase| phrase.split(' ').enumerate().all(|(n, word)| tokens.lower(at + n) == word))
}

/// Where a sentence really begins, behind courtesies.
pub(crate) fn past_courtesy(tokens: &Tokens, run: &Range<usize>) -> usize {
    let mut at = run.start;
    while at < run.end {
        let word = tokens.lower(at);
        let polite = matches!(word, "can" | "could" | "would" | "will")
            && tokens.lower(at + 1) == "you"
            && (REQUESTS.contains(tokens.lower(at + 2)) || tokens.lower(at + 2) == "please");
        if polite {
            at += 2;
        } else if matches!(word, "please" | "kindly" | "and" | "so" | "then" | "also" | "now" | ",")
        {
            at += 1;
        } else if begins(tokens, at, &["i want to know", "i need to know", "i'd like to know"]) {
            at += 4;
        } else {
            break;
        }
    }
    at
}

fn is_instruction(tokens: &Tokens, run: Range<usize>) -> bool {
    let at = past_courtesy(tokens, &run);
    if begins(tokens, at, INSTRUCTIONS) {
        return true;
    }
    // "If this metric is not useful, then please state that and explain why."
    let says = |words: &[&str]| run.clone().any(|at| tokens.reads(at, words));
    tokens.lower(at) == "if" && (says(&["state", "that"]) || says(&["explain", "why"]))
}

fn is_lead(tokens: &Tokens, run: Range<usize>) -> bool {
    let at = past_courtesy(tokens, &run);
    begins(tokens, at, LEADS) && !run.clone().any(|at| tokens.lower(at) == ":")
}

fn asks(tokens: &Tokens, run: &Range<usize>) -> bool {
    question_start(tokens, run).is_some()
}

/// The token at which a sentence begins to ask: its opening, or what follows a comma or colon.
pub(crate) fn question_start(tokens: &Tokens, run: &Range<usize>) -> Option<usize> {
    let opens = |at: usize| {
        let word = tokens.lower(at);
        QUESTION_WORDS.contains(&word) || AUXILIARIES.contains(&word)
    };
    let first = past_courtesy(tokens, run);
    if opens(first) || REQUESTS.contains(tokens.lower(first)) {
        return Some(first);
    }
    let marked = (run.start + 1..run.end).find(|&at| is_set_off(tokens, at) && opens(at));
    marked.or_else(|| run.clone().find(|&at| QUESTION_WORDS.contains(&tokens.lower(at))))
}

/// Whether a mark parts a word from what stands before it in its sentence.
fn is_set_off(tokens: &Tokens, at: usize) -> bool {
    matches!(tokens.before(at), "," | ":" | "-" | "–")
}

/// A question from the word on with which it begins to ask: of "In the lease, at what rent is it let?"
/// the last five words.
pub(crate) fn opening<'t>(tokens: &Tokens<'t>, asking: &[Range<usize>]) -> &'t str {
    let start = asking.iter().find_map(|run| {
        let at = question_start(tokens, run)?;
        // Within a sentence these words seldom ask.
        let relative = matches!(tokens.lower(at), "when" | "where" | "who")
            && at > run.start
            && !is_set_off(tokens, at);
        (!relative).then_some(at)
    });
    let start = start.and_then(|at| tokens.list().get(at)).map_or(0, |token| token.start);
    &tokens.text[start..]
}

/// The comma that closes a phrase at the start which says what to go by.
fn basis(tokens: &Tokens, run: &Range<usize>) -> Option<usize> {
    let at = past_courtesy(tokens, run);
    if !begins(tokens, at, BASES) {
        return None;
    }
    let start = question_start(tokens, &(at + 1..run.end))?;
    let comma = start.checked_sub(1).filter(|&at| tokens.lower(at) == ",")?;
    let names_text = (at..comma).any(|at| TEXTS.contains(tokens.lower(at)));
    (names_text || !LOOSE_BASES.contains(&tokens.lower(at))).then_some(comma)
}

/// The comma before an instruction at the end: ", answer in millions".
fn trailing(tokens: &Tokens, run: &Range<usize>) -> Option<usize> {
    (run.start + 1..run.end).find(|&at| {
        matches!(tokens.lower(at), "," | ";")
            && is_instruction(tokens, at + 1..run.end)
            && !asks(tokens, &(at + 1..run.end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_begins_with_the_word_that_asks() {
        for (question, expected) in [
            ("How many may sit?", "How many may sit?"),
            ("At what rent is it let?", "what rent is it let?"),
            ("In the lease, what rent is due?", "what rent is due?"),
            ("I rent two rooms. How much is due?", "How much is due?"),
            ("The notice when renting", "The notice when renting"),
        ] {
            let tokens = Tokens::of(question);
            assert_eq!(opening(&tokens, &parts(&tokens).asking), expected);
        }
    }

    fn read(question: &str) -> (String, String) {
        let tokens = Tokens::of(question);
        let parts = parts(&tokens);
        let text = |runs: &[Range<usize>]| {
            runs.iter()
                .map(|run| &question[tokens.bytes(run.clone())])
                .collect::<Vec<_>>()
                .join(" | ")
        };
        (text(&parts.asking), text(&parts.instructions))
    }

    #[test]
    fn instructions_are_told_from_what_is_asked() {
        for (question, asking, instructions) in [
            (
                "What was turnover in 2019? Round your answer to two decimals.",
                "What was turnover in 2019",
                "Round your answer to two decimals",
            ),
            (
                "What is long-term debt of Acme in FY2021?Answer in millions.",
                "What is long-term debt of Acme in FY2021",
                "Answer in millions",
            ),
            (
                "Using only the information within the balance sheet, how much cash was held?",
                "how much cash was held",
                "Using only the information within the balance sheet",
            ),
            (
                "Is it liquid? If the ratio is not relevant, please state that and explain why.",
                "Is it liquid",
                "If the ratio is not relevant, please state that and explain why",
            ),
            (
                "Using massage therapy, can pain be treated?",
                "Using massage therapy, can pain be treated",
                "",
            ),
            ("Return policy for Acme?", "Return policy for Acme", ""),
        ] {
            assert_eq!(read(question), (asking.to_owned(), instructions.to_owned()), "{question}");
        }
    }
}
