//! Owns which words of a document may tell it from others.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use citelight_text::{Tokens, is_topicless};

use super::known::number_of;
use super::label;

/// Bytes of a document's first pages whose words it bears.
const READ: usize = 12_000;
/// Bytes at the beginning among which its title stands.
const HEAD: usize = 400;
/// How surely a document is about what its first pages name, where its name and title do not.
const IN_PASSING: f32 = 0.85;

/// The words of one document, as numbers.
#[derive(Debug)]
pub(super) struct Words {
    /// Each with how surely the document is about it.
    pub(super) sure: Vec<(u64, f32)>,
    /// Those of its file's name or title.
    pub(super) titled: Vec<u64>,
    /// Those that it writes small.
    pub(super) small: Vec<u64>,
}

impl Words {
    /// Those of a document's name, its title and its first pages.
    pub(super) fn of(name: &str, title: Option<&str>, opening: &str) -> Words {
        let mut end = opening.len().min(READ);
        while !opening.is_char_boundary(end) {
            end -= 1;
        }
        let mut words: HashMap<u64, f32> = HashMap::new();
        for text in std::iter::once(name).chain(title.map(without_program)) {
            let tokens = Tokens::of(text);
            let keys = keys(&tokens, 0..tokens.len()).into_iter();
            words.extend(keys.map(|(key, _)| (number_of(&key), 1.0)));
        }
        let titled = words.keys().copied().collect();
        let mut small = HashSet::new();
        let tokens = Tokens::of(&opening[..end]);
        for (key, run) in keys(&tokens, 0..tokens.len()) {
            let Some(first) = tokens.get(run.start) else { continue };
            let key = number_of(&key);
            let word = first.lower.starts_with(char::is_alphabetic) && run.len() == 1;
            if word && !first.capital && !is_in_an_address(&tokens, run.start) {
                small.insert(key);
            }
            let sure = if first.start < HEAD { 1.0 } else { IN_PASSING };
            let known = words.entry(key).or_default();
            *known = known.max(sure);
        }
        Words { sure: words.into_iter().collect(), titled, small: small.into_iter().collect() }
    }
}

impl Words {
    /// Takes in the name of whom the document is by: it is surely about them, wherever its cover says so.
    pub(super) fn is_by(&mut self, issuer: &[String]) {
        for word in issuer {
            let key = number_of(&one_form(word));
            if let Some((_, sure)) = self.sure.iter_mut().find(|(known, _)| *known == key) {
                *sure = 1.0;
            }
        }
    }
}

/// The words of a run as they are compared, each with its tokens: those that tell something apart, and
/// codes of several parts as one ("PA-31T").
pub(super) fn keys(tokens: &Tokens, run: Range<usize>) -> Vec<(String, Range<usize>)> {
    let mut keys = Vec::new();
    for at in run.clone() {
        if !tokens.is_word(at) {
            continue;
        }
        let word = tokens.lower(at);
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        let telling = if digits == word.len() { digits >= 3 } else { word.chars().count() >= 2 };
        if telling && !is_topicless(word) {
            keys.push((one_form(word), at..at + 1));
        }
        let mut end = at + 1;
        while end + 1 < run.end
            && matches!(tokens.lower(end), "-" | "/" | "." | "_" | "‑" | "–")
            && tokens.touches(end)
            && tokens.touches(end + 1)
            && tokens.is_word(end + 1)
        {
            end += 2;
        }
        let begins = at < 2 || !tokens.touches(at) || !tokens.touches(at - 1);
        let key = label::squash(&tokens.text[tokens.bytes(at..end)]);
        let code = key.contains(|c: char| c.is_ascii_digit()) && key.len() >= 3;
        if end > at + 1 && begins && code {
            keys.push((key, at..end));
        }
    }
    keys
}

/// "acme" in "www.acme.com" and "info@acme.com" is written small, whatever it is.
fn is_in_an_address(tokens: &Tokens, at: usize) -> bool {
    let mark = |at: usize| matches!(tokens.lower(at), "." | "@" | "/");
    let joins = |at: usize| mark(at) && tokens.touches(at) && tokens.touches(at + 1);
    at > 0 && joins(at - 1) || joins(at + 1)
}

/// Singular and plural alike.
fn one_form(word: &str) -> String {
    let plural = word.len() > 4 && word.ends_with('s') && !word.ends_with("ss");
    word[..word.len() - usize::from(plural)].to_owned()
}

/// A title without the program that wrote it: "Microsoft Word - Minutes.doc".
fn without_program(title: &str) -> &str {
    title
        .strip_prefix("Microsoft ")
        .and_then(|rest| rest.split_once(" - "))
        .map_or(title, |(_, own)| own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_told_without_its_program() {
        assert_eq!(without_program("Microsoft Word - Minutes.doc"), "Minutes.doc");
    }

    #[test]
    fn codes_are_compared_whole_and_plurals_as_one() {
        let tokens = Tokens::of("The gates of PA-31T and 12");
        let keys: Vec<String> =
            keys(&tokens, 0..tokens.len()).into_iter().map(|(key, _)| key).collect();
        assert!(
            keys.contains(&"gate".to_owned()) && keys.contains(&"pa31t".to_owned()),
            "{keys:?}"
        );
        assert!(!keys.contains(&"12".to_owned()));
    }

    #[test]
    fn words_of_a_name_count_whole_and_later_ones_less() {
        let opening = format!("Harbour {} ferry", "x ".repeat(300));
        let words = Words::of("fees", Some("Harbour"), &opening);
        let sure = |word: &str| {
            words.sure.iter().find(|(one, _)| *one == number_of(word)).map(|(_, sure)| *sure)
        };
        assert_eq!(sure("harbour"), Some(1.0));
        assert_eq!(sure("ferry"), Some(IN_PASSING));
        assert!(words.small.contains(&number_of("ferry")));
        assert!(!words.small.contains(&number_of("harbour")));
        let mut filing = words;
        filing.is_by(&["ferry".to_owned()]);
        assert!(filing.sure.contains(&(number_of("ferry"), 1.0)));
        let online = Words::of("fees", None, "eBay Inc., www.ebay.com, pays either/or rent.");
        assert!(!online.small.contains(&number_of("ebay")));
        assert!(online.small.contains(&number_of("rent")));
    }
}
