//! Owns phrases in quotation marks, of every style.

use citelight_core::{Found, QuotedPhrase};
use citelight_text::span;

/// Opening marks and those that close them.
const MARKS: &[(char, &[char])] = &[
    ('"', &['"', '”']),
    ('“', &['”', '"', '“']),
    ('„', &['“', '”', '"']),
    ('«', &['»']),
    ('»', &['«']),
    ('‹', &['›']),
    ('‘', &['’', '\'']),
    ('\'', &['\'', '’']),
    ('「', &['」']),
    ('『', &['』']),
];

/// The quoted phrases of a question, once each, in order. A mark that nothing closes quotes
/// nothing; an apostrophe inside a word is none.
pub(crate) fn phrases(text: &str) -> Vec<QuotedPhrase> {
    let mut phrases: Vec<QuotedPhrase> = Vec::new();
    let mut past = 0;
    for (at, mark) in text.char_indices() {
        let Some((_, closers)) = MARKS.iter().find(|(open, _)| *open == mark) else { continue };
        let before = text[..at].chars().next_back();
        if at < past || before.is_some_and(char::is_alphanumeric) {
            continue;
        }
        let inner = at + mark.len_utf8();
        let close = text[inner..].char_indices().find(|(n, c)| {
            let after = text[inner + n + c.len_utf8()..].chars().next();
            closers.contains(c) && !after.is_some_and(char::is_alphanumeric)
        });
        let Some((length, closer)) = close else { continue };
        let words = text[inner..inner + length].trim();
        if !words.contains(char::is_alphanumeric) {
            continue;
        }
        past = inner + length + closer.len_utf8();
        let key = format!("phrase:{}", words.to_lowercase());
        let place = span(at..past);
        match phrases.iter_mut().find(|known| known.found.key == key) {
            Some(known) => known.found.spans.push(place),
            None => phrases.push(QuotedPhrase {
                found: Found::new(key, format!("“{words}”"), place),
                words: words.to_owned(),
            }),
        }
    }
    phrases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_style_of_quotation_is_read() {
        for (text, expected) in [
            ("What does \"net sales\" mean?", "net sales"),
            ("What does “net sales” mean?", "net sales"),
            ("Was heißt „Umsatz“ hier?", "Umsatz"),
            ("Que veut dire « chiffre d'affaires » ?", "chiffre d'affaires"),
            ("Find 'notice period' and ‘term’.", "notice period|term"),
            ("Nike's and the employees' share", ""),
            ("an open \"quote", ""),
        ] {
            let words: Vec<_> = phrases(text).into_iter().map(|phrase| phrase.words).collect();
            assert_eq!(words.join("|"), expected, "{text}");
        }
    }
}
