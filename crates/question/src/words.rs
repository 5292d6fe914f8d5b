//! Owns the cutting of a text into words and marks, and the words that carry no topic.

use std::ops::Range;

use citelight_core::{Found, Span};

/// English function words and the words of asking.
const STOP_WORDS: &[&str] = &[
    "a", "about", "after", "all", "also", "am", "among", "an", "and", "any", "are", "as", "at",
    "be", "been", "before", "being", "between", "both", "but", "by", "can", "could", "did", "do",
    "does", "doing", "during", "each", "either", "for", "from", "get", "give", "given", "had",
    "has", "have", "having", "he", "her", "here", "his", "how", "i", "if", "in", "into", "is",
    "it", "its", "just", "let", "like", "many", "may", "me", "might", "more", "most", "much",
    "must", "my", "no", "nor", "not", "of", "off", "on", "one", "or", "other", "our", "out",
    "over", "per", "please", "shall", "she", "should", "so", "some", "such", "tell", "than",
    "that", "the", "their", "them", "then", "there", "these", "they", "this", "those", "through",
    "to", "too", "under", "until", "up", "upon", "us", "via", "was", "we", "were", "what", "when",
    "where", "whether", "which", "while", "who", "whom", "whose", "why", "will", "with", "within",
    "without", "would", "you", "your",
];

/// Whether a lower-case word carries no topic.
pub(crate) fn is_stop(lower: &str) -> bool {
    STOP_WORDS.binary_search(&lower).is_ok()
}

/// A word, or one mark of punctuation.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    /// First byte in the text.
    pub(crate) start: usize,
    /// One past its last byte; a possessive "'s" is not part of it.
    pub(crate) end: usize,
    /// In lower case.
    pub(crate) lower: String,
    /// Letters or digits; else a mark.
    pub(crate) is_word: bool,
    /// Whether it begins with a capital.
    pub(crate) capital: bool,
    /// Whether "'s" or "'" follows.
    pub(crate) possessive: bool,
    /// Whether white space, or nothing, stands before it.
    pub(crate) spaced: bool,
}

/// A text cut into tokens.
#[derive(Debug)]
pub(crate) struct Tokens<'a> {
    /// The text.
    pub(crate) text: &'a str,
    list: Vec<Token>,
}

impl<'a> Tokens<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        let mut list: Vec<Token> = Vec::new();
        let mut at = 0;
        let mut spaced = true;
        while let Some(c) = text[at..].chars().next() {
            if c.is_whitespace() {
                spaced = true;
                at += c.len_utf8();
                continue;
            }
            let is_word = c.is_alphanumeric();
            let end = if is_word { word_end(text, at) } else { at + c.len_utf8() };
            let after = if is_word { possessive(&text[end..]) } else { 0 };
            list.push(Token {
                start: at,
                end,
                lower: text[at..end].to_lowercase().replace('’', "'"),
                is_word,
                capital: c.is_uppercase(),
                possessive: after > 0,
                spaced,
            });
            spaced = false;
            at = end + after;
        }
        Self { text, list }
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn get(&self, at: usize) -> Option<&Token> {
        self.list.get(at)
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, &Token)> {
        self.list.iter().enumerate()
    }

    /// The token in lower case; empty past the end.
    pub(crate) fn lower(&self, at: usize) -> &str {
        self.list.get(at).map_or("", |token| token.lower.as_str())
    }

    /// The token before, in lower case; empty at the start.
    pub(crate) fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |at| self.lower(at))
    }

    /// The token as written; empty past the end.
    pub(crate) fn raw(&self, at: usize) -> &'a str {
        self.list.get(at).map_or("", |token| &self.text[token.start..token.end])
    }

    pub(crate) fn is_word(&self, at: usize) -> bool {
        self.list.get(at).is_some_and(|token| token.is_word)
    }

    /// Whether nothing stands between a token and the one before.
    pub(crate) fn touches(&self, at: usize) -> bool {
        self.list.get(at).is_some_and(|token| !token.spaced)
    }

    /// Whether the tokens from `at` are these, in lower case.
    pub(crate) fn reads(&self, at: usize, words: &[&str]) -> bool {
        words.iter().enumerate().all(|(n, word)| self.lower(at + n) == *word)
    }

    /// Whether a token opens a sentence: the first, or behind a stop or colon.
    pub(crate) fn opens(&self, at: usize) -> bool {
        at == 0 || matches!(self.before(at), "." | "?" | "!" | ":" | "\"" | "“")
    }

    /// The bytes of a run of tokens; empty for an empty run.
    pub(crate) fn bytes(&self, tokens: Range<usize>) -> Range<usize> {
        match (self.list.get(tokens.start), tokens.end.checked_sub(1).map(|n| self.list.get(n))) {
            (Some(first), Some(Some(last))) if tokens.start < tokens.end => first.start..last.end,
            _ => 0..0,
        }
    }

    pub(crate) fn span(&self, tokens: Range<usize>) -> Span {
        span(self.bytes(tokens))
    }

    /// The tokens that lie in a range of bytes.
    pub(crate) fn within(&self, bytes: &Range<usize>) -> Range<usize> {
        let from = self.list.partition_point(|token| token.start < bytes.start);
        let to = self.list.partition_point(|token| token.end <= bytes.end);
        from..to.max(from)
    }

    /// How many words with a topic a run of tokens holds.
    pub(crate) fn content(&self, tokens: Range<usize>) -> usize {
        tokens
            .filter_map(|at| self.list.get(at))
            .filter(|token| token.is_word && token.end - token.start > 1 && !is_stop(&token.lower))
            .count()
    }
}

/// A range of bytes as a span; a question is far below 4 GiB.
pub(crate) fn span(bytes: Range<usize>) -> Span {
    let at = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Span::new(at(bytes.start), at(bytes.end))
}

/// Adds a finding to those with the same key, or as a new one.
pub(crate) fn found(key: String, label: String, span: Span) -> Found {
    Found { key, label, spans: vec![span] }
}

/// Where a word ends. A stop or comma between digits belongs to it ("4.2", "1,577"), an apostrophe
/// only as in "don't".
fn word_end(text: &str, start: usize) -> usize {
    let mut end = start;
    let mut last = None;
    while let Some(c) = text[end..].chars().next() {
        let next = text[end + c.len_utf8()..].chars().next();
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let inside = match c {
            '.' | ',' => digit(last) && digit(next),
            '\'' | '’' => {
                last.is_some_and(char::is_alphabetic) && contraction(&text[end + c.len_utf8()..])
            }
            _ => c.is_alphanumeric(),
        };
        if !inside {
            break;
        }
        last = Some(c);
        end += c.len_utf8();
    }
    end
}

/// Whether what follows an apostrophe makes one word with what stands before: "t", "re", "ve".
fn contraction(rest: &str) -> bool {
    let letters = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    matches!(&rest[..letters], "t" | "re" | "ve" | "ll" | "d" | "m")
}

/// Length of a possessive's mark: "'s", or "'" behind a plural.
pub(crate) fn possessive(rest: &str) -> usize {
    let Some(inner) = rest.strip_prefix(['\'', '’']) else { return 0 };
    let mark = rest.len() - inner.len();
    match inner.strip_prefix(['s', 'S']) {
        Some(after) if !after.starts_with(char::is_alphanumeric) => mark + 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lower(text: &str) -> Vec<String> {
        Tokens::of(text).list.into_iter().map(|token| token.lower).collect()
    }

    #[test]
    fn words_keep_figures_and_lose_possessives() {
        assert!(STOP_WORDS.is_sorted(), "searched by bisection");
        assert_eq!(lower("Nike’s $1,577.5 (§4.2)"), ["nike", "$", "1,577.5", "(", "§", "4.2", ")"]);
        assert_eq!(lower("don't Q2'2023 J&J's"), ["don't", "q2", "'", "2023", "j", "&", "j"]);
    }

    #[test]
    fn runs_are_bytes_of_the_text() {
        let tokens = Tokens::of("Où est l'été 2022?");
        let bytes = tokens.bytes(tokens.len() - 2..tokens.len() - 1);
        assert_eq!(&tokens.text[bytes], "2022");
        assert!(tokens.span(3..3).is_empty());
    }
}
