//! Owns the cutting of a text into words and marks, with their places.

use std::ops::Range;

use citelight_core::Span;

use crate::is_topicless;

/// Which marks join letters and digits to one word. Everywhere a comma and a full stop between digits
/// do ("1,577.5").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joining {
    /// The apostrophe of "don't" alone: "COVID-19" is two words and a mark. A possessive "'s" is told of
    /// its word and is no part of it.
    Plain,
    /// Marks between letters or digits: "COVID-19’s", "and/or", "e.g"; and a per cent sign behind them.
    Compounds,
    /// Of these the hyphen, the apostrophe and "&", and the stops of "U.S": "PP&E", "year-end". A stroke
    /// and a per cent sign stand for themselves.
    Formulas,
    /// Every mark that names are written with, at their end too: "J.P. Morgan", "employees'".
    Names,
}

/// A word, or one mark of punctuation.
#[derive(Debug, Clone)]
pub struct Token {
    /// First byte in the text.
    pub start: usize,
    /// One past its last byte; a possessive "'s" is not part of it.
    pub end: usize,
    /// In lower case.
    pub lower: String,
    /// Letters or digits; else a mark.
    pub is_word: bool,
    /// Whether it begins with a capital, or is a name that is written with one inside: "eBay".
    pub capital: bool,
    /// Whether "'s" or "'" follows.
    pub possessive: bool,
    /// Whether white space, or nothing, stands before it.
    pub spaced: bool,
}

impl Token {
    /// Its bytes in the text.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// A text cut into tokens.
#[derive(Debug)]
pub struct Tokens<'a> {
    /// The text.
    pub text: &'a str,
    list: Vec<Token>,
}

impl<'a> Tokens<'a> {
    /// The words and marks of a text, cut as [`Joining::Plain`].
    pub fn of(text: &'a str) -> Self {
        Self::cut(text, Joining::Plain)
    }

    /// The words and marks of a text.
    pub fn cut(text: &'a str, joining: Joining) -> Self {
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
            let end = if is_word { word_end(text, at, joining) } else { at + c.len_utf8() };
            let after = if is_word { possessive_mark(&text[end..]) } else { 0 };
            list.push(Token {
                start: at,
                end,
                lower: text[at..end].to_lowercase().replace('’', "'"),
                is_word,
                capital: c.is_uppercase() || is_name_in_camel_case(&text[at..end]),
                possessive: after > 0,
                spaced,
            });
            spaced = false;
            at = end + after;
        }
        Self { text, list }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All of them, in order.
    pub fn list(&self) -> &[Token] {
        &self.list
    }

    /// One of them; `None` past the end.
    pub fn get(&self, at: usize) -> Option<&Token> {
        self.list.get(at)
    }

    /// Each with its place.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, &Token)> {
        self.list.iter().enumerate()
    }

    /// The token in lower case; empty past the end.
    pub fn lower(&self, at: usize) -> &str {
        self.list.get(at).map_or("", |token| token.lower.as_str())
    }

    /// The token before, in lower case; empty at the start.
    pub fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |at| self.lower(at))
    }

    /// The token as written; empty past the end.
    pub fn raw(&self, at: usize) -> &'a str {
        self.list.get(at).map_or("", |token| &self.text[token.start..token.end])
    }

    /// Whether a token is a word; not past the end.
    pub fn is_word(&self, at: usize) -> bool {
        self.list.get(at).is_some_and(|token| token.is_word)
    }

    /// Whether nothing stands between a token and the one before.
    pub fn touches(&self, at: usize) -> bool {
        self.list.get(at).is_some_and(|token| !token.spaced)
    }

    /// Whether the tokens from `at` are these, in lower case.
    pub fn reads(&self, at: usize, words: &[&str]) -> bool {
        words.iter().enumerate().all(|(n, word)| self.lower(at + n) == *word)
    }

    /// Whether a token opens a sentence: the first, or behind a stop or colon.
    pub fn opens(&self, at: usize) -> bool {
        at == 0 || matches!(self.before(at), "." | "?" | "!" | ":" | "\"" | "“")
    }

    /// The bytes of a run of tokens; empty for an empty run.
    pub fn bytes(&self, tokens: Range<usize>) -> Range<usize> {
        match (self.list.get(tokens.start), tokens.end.checked_sub(1).map(|n| self.list.get(n))) {
            (Some(first), Some(Some(last))) if tokens.start < tokens.end => first.start..last.end,
            _ => 0..0,
        }
    }

    /// The same as a span.
    pub fn span(&self, tokens: Range<usize>) -> Span {
        span(self.bytes(tokens))
    }

    /// The tokens that lie in a range of bytes.
    pub fn within(&self, bytes: &Range<usize>) -> Range<usize> {
        let from = self.list.partition_point(|token| token.start < bytes.start);
        let to = self.list.partition_point(|token| token.end <= bytes.end);
        from..to.max(from)
    }

    /// How many words with a topic a run of tokens holds.
    pub fn content(&self, tokens: Range<usize>) -> usize {
        tokens
            .filter_map(|at| self.list.get(at))
            .filter(|token| {
                token.is_word && token.end - token.start > 1 && !is_topicless(&token.lower)
            })
            .count()
    }
}

/// A range of bytes as a span; texts are far below 4 GiB.
pub fn span(bytes: Range<usize>) -> Span {
    let at = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Span::new(at(bytes.start), at(bytes.end))
}

/// Where the word ends that begins at byte `start`.
pub fn word_end(text: &str, start: usize, joining: Joining) -> usize {
    use Joining::*;
    let mut end = start;
    let mut last = None;
    while let Some(c) = text[end..].chars().next() {
        let rest = &text[end + c.len_utf8()..];
        let goes_on = rest.starts_with(char::is_alphanumeric);
        let digits = || {
            last.is_some_and(|c: char| c.is_ascii_digit())
                && rest.starts_with(|c: char| c.is_ascii_digit())
        };
        let inside = match c {
            _ if c.is_alphanumeric() => true,
            ',' => digits(),
            '.' => match joining {
                Plain => digits(),
                Compounds => goes_on,
                Formulas => {
                    let initial = text[start..end].chars().count() == 1;
                    digits() || initial && rest.starts_with(char::is_alphabetic)
                }
                Names => true,
            },
            '\'' | '’' => match joining {
                Plain => last.is_some_and(char::is_alphabetic) && contraction(rest),
                Compounds | Formulas => goes_on,
                Names => true,
            },
            '-' => joining == Names || joining != Plain && goes_on,
            '&' => joining == Names || joining == Formulas && goes_on,
            '/' => joining == Compounds && goes_on,
            '%' if joining == Compounds => return end + 1,
            _ => false,
        };
        if !inside {
            break;
        }
        last = Some(c);
        end += c.len_utf8();
    }
    end
}

/// "eBay", "iPhone"; not "kWh", "mRNA" or "pH".
fn is_name_in_camel_case(word: &str) -> bool {
    let mut letters = word.chars();
    let begins = letters.next().is_some_and(char::is_lowercase)
        && letters.next().is_some_and(char::is_uppercase);
    begins && letters.clone().count() > 1 && letters.all(char::is_lowercase)
}

/// Whether what follows an apostrophe makes one word with what stands before: "t", "re", "ve".
fn contraction(rest: &str) -> bool {
    let letters = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    matches!(&rest[..letters], "t" | "re" | "ve" | "ll" | "d" | "m")
}

/// Length of the possessive "'s" with which `rest` begins; 0 where it begins with none.
pub fn possessive_mark(rest: &str) -> usize {
    let Some(inner) = rest.strip_prefix(['\'', '’']) else { return 0 };
    let mark = rest.len() - inner.len();
    match inner.strip_prefix(['s', 'S']) {
        Some(after) if !after.starts_with(char::is_alphanumeric) => mark + 1,
        _ => 0,
    }
}

/// A word without a possessive "'s" at its end.
pub fn without_possessive(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word)
}

/// The longest runs of characters that are `inside`, for where the places of words do not matter.
pub fn runs(text: &str, inside: impl Fn(char) -> bool) -> impl Iterator<Item = &str> {
    text.split(move |c: char| !inside(c)).filter(|run| !run.is_empty())
}

/// The letters and digits of a text, in lower case: as names are compared that are written with other
/// marks and spaces.
pub fn squashed(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lower(text: &str) -> Vec<String> {
        Tokens::of(text).list.into_iter().map(|token| token.lower).collect()
    }

    #[test]
    fn words_keep_figures_and_lose_possessives() {
        assert_eq!(lower("Nike’s $1,577.5 (§4.2)"), ["nike", "$", "1,577.5", "(", "§", "4.2", ")"]);
        assert_eq!(lower("don't Q2'2023 J&J's"), ["don't", "q2", "'", "2023", "j", "&", "j"]);
    }

    #[test]
    fn marks_join_words_as_it_is_asked() {
        let text = "About 1,577.5 of COVID-19’s PP&E (3.5%) and/or U.S. staff'";
        for (joining, expected) in [
            (
                Joining::Plain,
                "About 1,577.5 of COVID - 19 PP & E ( 3.5 % ) and / or U . S . staff '",
            ),
            (
                Joining::Compounds,
                "About 1,577.5 of COVID-19’s PP & E ( 3.5% ) and/or U.S . staff '",
            ),
            (
                Joining::Formulas,
                "About 1,577.5 of COVID-19’s PP&E ( 3.5 % ) and / or U.S . staff '",
            ),
            (Joining::Names, "About 1,577.5 of COVID-19’s PP&E ( 3.5 % ) and / or U.S. staff'"),
        ] {
            let tokens = Tokens::cut(text, joining);
            let words: Vec<&str> = (0..tokens.len()).map(|at| tokens.raw(at)).collect();
            assert_eq!(words.join(" "), expected, "{joining:?}");
        }
    }

    #[test]
    fn any_text_is_taken() {
        for text in ["", "…", "é,", "1,", "a.", "漢字。", "3,é", "a'", "é’s", "5%%"] {
            for joining in [Joining::Plain, Joining::Compounds, Joining::Formulas, Joining::Names] {
                for token in Tokens::cut(text, joining).list() {
                    assert!(text.get(token.range()).is_some_and(|part| !part.is_empty()));
                }
            }
        }
    }

    #[test]
    fn runs_are_bytes_of_the_text() {
        let tokens = Tokens::of("Où est l'été 2022?");
        let bytes = tokens.bytes(tokens.len() - 2..tokens.len() - 1);
        assert_eq!(&tokens.text[bytes], "2022");
        assert!(tokens.span(3..3).is_empty());
    }
}
