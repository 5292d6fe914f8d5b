//! Owns what words and marks do in a sentence, as far as telling facts from grammar goes.

use citelight_text::{Joining, Tokens, WordList};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Comma, colon, semicolon, full stop.
    Stop,
    /// Any other mark.
    Mark,
    /// A word of a closed class: an article, a preposition, an auxiliary, …
    Grammar,
    /// Holds a digit.
    Number,
    /// Begins with a capital.
    Capital,
    /// Any other word.
    Word,
}

impl Class {
    /// Whether it is a word that says something.
    pub(crate) fn is_content(self) -> bool {
        matches!(self, Class::Number | Class::Capital | Class::Word)
    }
}

const GRAMMAR: WordList = WordList::new(
    "a an the this that these those its their our his her some any each every no such including of in
     on at by for with from to into through during after before between among under over within
     without via per as than like and or but nor yet so is are was were be been being has have had do
     does did can could may might will would should shall must which who whom whose where when while
     because since although if whether it they we he she i you them us",
);

/// A sentence cut into words and marks, with what each does in it.
pub(crate) struct Classified<'s> {
    pub(crate) tokens: Tokens<'s>,
    pub(crate) classes: Vec<Class>,
}

impl<'s> Classified<'s> {
    pub(crate) fn of(text: &'s str) -> Classified<'s> {
        let tokens = Tokens::cut(text, Joining::Compounds);
        let classes =
            tokens.list().iter().map(|token| class(&token.lower, token.capital)).collect();
        Classified { tokens, classes }
    }
}

fn class(lower: &str, capital: bool) -> Class {
    match lower.chars().next().unwrap_or_default() {
        ',' | '.' | ';' | ':' => Class::Stop,
        c if !c.is_alphanumeric() => Class::Mark,
        _ if GRAMMAR.contains(lower) => Class::Grammar,
        _ if lower.contains(|c: char| c.is_ascii_digit()) => Class::Number,
        _ if capital => Class::Capital,
        _ => Class::Word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_from_grammar() {
        use Class::{Capital, Grammar, Number, Stop, Word};
        let classes = Classified::of("The rates rose, quickly, to 3 in Kent.").classes;
        let wanted =
            [Grammar, Word, Word, Stop, Word, Stop, Grammar, Number, Grammar, Capital, Stop];
        assert_eq!(classes, wanted);
    }
}
