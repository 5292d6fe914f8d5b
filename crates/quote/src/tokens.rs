//! Words and marks of a sentence, by what they do in it.

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
    pub(crate) fn place(self) -> usize {
        CLASSES.iter().position(|(_, class)| *class == self).unwrap_or_default()
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

/// A word or mark.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    /// First byte in the sentence.
    pub(crate) start: usize,
    /// Byte behind it.
    pub(crate) end: usize,
    pub(crate) class: Class,
    /// +1 for an opening bracket, −1 for a closing one.
    pub(crate) depth: i32,
}

/// The words and marks of a sentence, in order.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let start = at;
        at += c.len_utf8();
        if c.is_whitespace() {
            continue;
        }
        if c.is_alphanumeric() {
            at = end_of_word(text, at);
        }
        let token = &text[start..at];
        let depth = match c {
            '(' | '[' => 1,
            ')' | ']' => -1,
            _ => 0,
        };
        tokens.push(Token { start, end: at, class: class(token, c), depth });
    }
    tokens
}

/// Where a word ends that goes on at `at`: marks within it ("3.5", "COVID-19") belong to it, and so
/// does a per cent sign.
fn end_of_word(text: &str, mut at: usize) -> usize {
    loop {
        let mut rest = text[at..].chars();
        let Some(c) = rest.next() else { return at };
        let joins = matches!(c, '-' | '\'' | '’' | '.' | '/' | ',')
            && rest.next().is_some_and(char::is_alphanumeric)
            // A comma joins figures only.
            && (c != ',' || is_digit_before(text, at) && text[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
        if c.is_alphanumeric() || joins {
            at += c.len_utf8();
        } else if c == '%' {
            return at + 1;
        } else {
            return at;
        }
    }
}

fn is_digit_before(text: &str, at: usize) -> bool {
    text[..at].ends_with(|c: char| c.is_ascii_digit())
}

fn class(token: &str, first: char) -> Class {
    match first {
        ',' => return Class::Comma,
        '.' | ';' => return Class::Stop,
        ':' => return Class::Colon,
        '(' | '[' => return Class::Open,
        ')' | ']' => return Class::Close,
        c if !c.is_alphanumeric() => return Class::Mark,
        _ => {}
    }
    let lower = token.to_lowercase();
    if let Some((class, _)) = CLOSED.iter().find(|(_, words)| words.contains(&lower.as_str())) {
        return *class;
    }
    if token.contains(|c: char| c.is_ascii_digit()) {
        Class::Number
    } else if first.is_uppercase() {
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
    fn words_keep_what_is_within_them() {
        let text = "About 1,577.5 of COVID-19’s cases (3.5%), they said.";
        let words: Vec<&str> = tokens(text).iter().map(|t| &text[t.start..t.end]).collect();
        assert_eq!(
            words,
            [
                "About",
                "1,577.5",
                "of",
                "COVID-19’s",
                "cases",
                "(",
                "3.5%",
                ")",
                ",",
                "they",
                "said",
                "."
            ]
        );
    }

    #[test]
    fn every_class_has_its_place() {
        let classes: Vec<Class> =
            tokens("The rates rose, quickly, to 3 in Kent.").iter().map(|t| t.class).collect();
        assert_eq!(classes[0], Class::Determiner);
        assert_eq!(classes[1], Class::Verbal);
        assert_eq!(classes[4], Class::Adverb);
        assert_eq!(classes[classes.len() - 2], Class::Capital);
        for (place, (_, class)) in CLASSES.iter().enumerate() {
            assert_eq!(class.place(), place);
        }
    }

    #[test]
    fn any_text_is_taken() {
        for text in ["", "…", "é,", "1,", "a.", "漢字。", "3,é"] {
            for token in tokens(text) {
                assert!(text.get(token.start..token.end).is_some_and(|part| !part.is_empty()));
            }
        }
    }
}
