//! Owns what words and marks do in a sentence, as far as the borders of an answer go.

use citelight_text::{Joining, Tokens};

/// What a token is, as far as the borders of an answer go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Beyond the sentence.
    Edge,
    Determiner,
    /// "such", "including": what follows are instances.
    Including,
    Preposition,
    Conjunction,
    /// Forms of "be".
    Be,
    /// Other auxiliaries and modals.
    Auxiliary,
    /// Relative pronouns and subordinators.
    Relative,
    Pronoun,
    Comma,
    /// Full stop, semicolon.
    Stop,
    Colon,
    Open,
    Close,
    /// Any other mark.
    Mark,
    /// Holds a digit.
    Number,
    /// Begins with a capital.
    Capital,
    /// Ends in "ly".
    Adverb,
    /// Ends as many verbs do.
    Verbal,
    /// Any other word.
    Word,
}

/// The classes by name, in order.
pub(crate) const CLASSES: [(&str, Class); 20] = [
    ("edge", Class::Edge),
    ("determiner", Class::Determiner),
    ("including", Class::Including),
    ("preposition", Class::Preposition),
    ("conjunction", Class::Conjunction),
    ("be", Class::Be),
    ("auxiliary", Class::Auxiliary),
    ("relative", Class::Relative),
    ("pronoun", Class::Pronoun),
    ("comma", Class::Comma),
    ("stop", Class::Stop),
    ("colon", Class::Colon),
    ("open", Class::Open),
    ("close", Class::Close),
    ("mark", Class::Mark),
    ("number", Class::Number),
    ("capital", Class::Capital),
    ("adverb", Class::Adverb),
    ("verbal", Class::Verbal),
    ("word", Class::Word),
];

impl Class {
    /// How much deeper in brackets the sentence is behind it.
    pub(crate) fn depth(self) -> i32 {
        i32::from(self == Class::Open) - i32::from(self == Class::Close)
    }

    pub(crate) fn place(self) -> usize {
        CLASSES.iter().position(|(_, class)| *class == self).unwrap_or_default()
    }

    /// Whether it is written as a name.
    pub(crate) fn is_name(self) -> bool {
        self == Class::Capital
    }

    /// Whether it is a word that says something.
    pub(crate) fn is_content(self) -> bool {
        matches!(self, Class::Number | Class::Capital | Class::Adverb | Class::Verbal | Class::Word)
    }
}

/// Words of closed classes.
const CLOSED: &[(Class, &[&str])] = &[
    (
        Class::Determiner,
        &[
            "a", "an", "the", "this", "that", "these", "those", "its", "their", "our", "his",
            "her", "some", "any", "each", "every", "no",
        ],
    ),
    (Class::Including, &["such", "including"]),
    (
        Class::Preposition,
        &[
            "of", "in", "on", "at", "by", "for", "with", "from", "to", "into", "through", "during",
            "after", "before", "between", "among", "under", "over", "within", "without", "via",
            "per", "as", "than", "like",
        ],
    ),
    (Class::Conjunction, &["and", "or", "but", "nor", "yet", "so"]),
    (Class::Be, &["is", "are", "was", "were", "be", "been", "being"]),
    (
        Class::Auxiliary,
        &[
            "has", "have", "had", "do", "does", "did", "can", "could", "may", "might", "will",
            "would", "should", "shall", "must",
        ],
    ),
    (
        Class::Relative,
        &[
            "which", "who", "whom", "whose", "where", "when", "while", "because", "since",
            "although", "if", "whether",
        ],
    ),
    (Class::Pronoun, &["it", "they", "we", "he", "she", "i", "you", "them", "us"]),
];

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

    /// What a token is; an edge beyond the sentence.
    pub(crate) fn class(&self, at: usize) -> Class {
        self.classes.get(at).copied().unwrap_or(Class::Edge)
    }
}

fn class(lower: &str, capital: bool) -> Class {
    match lower.chars().next().unwrap_or_default() {
        ',' => return Class::Comma,
        '.' | ';' => return Class::Stop,
        ':' => return Class::Colon,
        '(' | '[' => return Class::Open,
        ')' | ']' => return Class::Close,
        c if !c.is_alphanumeric() => return Class::Mark,
        _ => {}
    }
    if let Some((class, _)) = CLOSED.iter().find(|(_, words)| words.contains(&lower)) {
        return *class;
    }
    if lower.contains(|c: char| c.is_ascii_digit()) {
        Class::Number
    } else if capital {
        Class::Capital
    } else if lower.ends_with("ly") {
        Class::Adverb
    } else if ["ed", "es", "ing"].iter().any(|end| lower.ends_with(end)) {
        Class::Verbal
    } else {
        Class::Word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_its_place() {
        let classes = Classified::of("The rates rose, quickly, to 3 in Kent.").classes;
        assert_eq!(classes[0], Class::Determiner);
        assert_eq!(classes[1], Class::Verbal);
        assert_eq!(classes[4], Class::Adverb);
        assert_eq!(classes[classes.len() - 2], Class::Capital);
        for (place, (_, class)) in CLASSES.iter().enumerate() {
            assert_eq!(class.place(), place);
        }
    }
}
