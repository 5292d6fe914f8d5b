//! Owns where a question names companies, people and documents: such names are no part of a figure's.

use citelight_core::{PeriodValue, Span};
use citelight_text::{Joining, Tokens, runs, without_possessive};

use crate::label::Key;
use crate::measures::Measures;

/// Where a question names companies or people: capitalised words with a possessive, or behind "for",
/// "did", "of" and the like, where no measure is called so. Words that the name of a file holds need no
/// capital.
pub(crate) fn names(
    question: &str,
    measures: &Measures,
    times: &[(Span, PeriodValue)],
    files: &[&str],
) -> Vec<Span> {
    let tokens = Tokens::cut(question, Joining::Names);
    let words: Vec<(usize, &str)> = tokens
        .list()
        .iter()
        .filter(|token| token.is_word)
        .map(|token| (token.start, question[token.range()].trim_end_matches('.')))
        .collect();
    let is_name = |at: usize| {
        let (from, word) = words[at];
        let own = bare(word);
        let byte = u32::try_from(from).unwrap_or(u32::MAX);
        let key = Key::of(&own);
        (own.contains(char::is_uppercase) || in_a_file(&own, files))
            && !times.iter().any(|(span, _)| span.contains_byte(byte))
            && !["USD", "EUR", "GBP", "US", "U.S", "I", "What", "How"].contains(&own.as_str())
            && !key.words().iter().any(|word| measures.knows(word) && word.len() > 1)
    };
    let leads = [
        "for", "did", "does", "do", "has", "have", "of", "by", "at", "is", "was", "will", "that",
        "within", "how", "in",
    ];
    let mut found = Vec::new();
    let mut take = |from: usize, to: usize| {
        let (start, (last, word)) = (words[from].0, words[to]);
        let at = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
        found.push(Span::new(at(start), at(last + word.len())));
    };
    for at in 0..words.len() {
        let word = words[at].1;
        let possessive = ["'s", "’s", "s'", "s’"].iter().any(|ending| word.ends_with(ending));
        let own = bare(word);
        if possessive && (own.contains(char::is_uppercase) || in_a_file(&own, files)) {
            let mut from = at;
            while from > 0
                && is_name(from - 1)
                && question[words[from - 1].0 + words[from - 1].1.len()..words[from].0]
                    .trim()
                    .is_empty()
            {
                from -= 1;
            }
            take(from, at);
        } else if is_name(at) {
            let mut to = at;
            // A name of several words may hold one that a measure holds too: "Cash Lane", "Net Corp".
            while to + 1 < words.len()
                && words[to + 1].1.starts_with(char::is_uppercase)
                && matches!(
                    question[words[to].0 + words[to].1.len()..words[to + 1].0].trim(),
                    "" | "&"
                )
                && is_name(to + 1)
            {
                to += 1;
            }
            let led = at > 0 && leads.contains(&words[at - 1].1.to_lowercase().as_str());
            let joined: String = words[at..=to].iter().map(|(_, word)| bare(word)).collect();
            if led || in_a_file(&own, files) || in_a_file(&joined, files) {
                take(at, to);
            }
        }
    }
    found
}

/// Whether a word stands in the name of a file: "costco" in "COSTCO_2021.pdf".
fn in_a_file(word: &str, files: &[&str]) -> bool {
    const SHORTEST: usize = 4;
    let word = word.to_lowercase();
    let held = |file: &&str| {
        let file = file.to_lowercase();
        runs(&file, char::is_alphabetic).any(|part| part == word)
    };
    word.len() >= SHORTEST && files.iter().any(held)
}

/// A name without its possessive.
pub(crate) fn bare(name: &str) -> String {
    without_possessive(name).trim_end_matches(['\'', '’']).to_owned()
}
