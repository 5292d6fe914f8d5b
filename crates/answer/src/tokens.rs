//! Owns how a question or a formula falls into words, numbers, signs and times.

use citelight_core::{PeriodValue, Span};
use citelight_text::{Joining, possessive_mark, word_end};
use rust_decimal::Decimal;

/// A piece of a text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Token {
    /// A word, in lower case; hyphens, "&" and "%" belong to words.
    Word(String),
    Number(Decimal),
    /// '+', '-', '*', '/', '='.
    Op(char),
    Open,
    Close,
    /// A time, as the question's interpretation found it.
    Time(PeriodValue),
    /// A mark that ends or parts sentences.
    Stop(char),
}

impl Token {
    pub(crate) fn word(&self) -> &str {
        match self {
            Token::Word(word) => word,
            _ => "",
        }
    }
}

/// Takes a text apart. `times`: where it names times, by bytes of the text. `names`: where it names
/// documents or companies; these are left out.
pub(crate) fn tokens(text: &str, times: &[(Span, PeriodValue)], names: &[Span]) -> Vec<Token> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let byte = u32::try_from(at).unwrap_or(u32::MAX);
        if let Some((span, value)) = times.iter().find(|(span, _)| span.contains_byte(byte)) {
            if !matches!(all.last(), Some(Token::Time(last)) if span.start < byte && last == value)
            {
                all.push(Token::Time(*value));
            }
            at = (span.end as usize).min(text.len()).max(at + c.len_utf8());
            while !text.is_char_boundary(at) {
                at += 1;
            }
            continue;
        }
        if names.iter().any(|span| span.contains_byte(byte)) {
            at += c.len_utf8();
            // What is left of "Netflix's".
            let next = u32::try_from(at).unwrap_or(u32::MAX);
            if !names.iter().any(|span| span.contains_byte(next)) {
                at += possessive_mark(&text[at..]);
            }
            continue;
        }
        if c.is_alphanumeric() {
            let end = word_end(text, at, Joining::Formulas);
            let raw = &text[at..end];
            all.push(match number(raw) {
                Some(value) => Token::Number(value),
                None => Token::Word(raw.to_lowercase().replace('’', "'")),
            });
            at = end;
            continue;
        }
        let token = match c {
            '(' | '[' => Some(Token::Open),
            ')' | ']' => Some(Token::Close),
            '+' => Some(Token::Op('+')),
            '-' | '−' | '–' | '—' => Some(Token::Op('-')),
            '*' | '×' | '·' => Some(Token::Op('*')),
            '/' | '÷' => Some(Token::Op('/')),
            '=' => Some(Token::Op('=')),
            '%' => Some(Token::Word("%".into())),
            '&' => Some(Token::Word("and".into())),
            '.' | '?' | '!' | ',' | ';' | ':' => Some(Token::Stop(c)),
            _ => None,
        };
        all.extend(token);
        at += c.len_utf8();
    }
    all
}

fn number(raw: &str) -> Option<Decimal> {
    raw.starts_with(|c: char| c.is_ascii_digit())
        .then(|| raw.replace(',', "").parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hyphens_join_words_and_stand_for_minus() {
        let all = tokens("365 * (PP&E - long-term debt) / 2.5", &[], &[]);
        assert_eq!(
            all,
            [
                Token::Number(365.into()),
                Token::Op('*'),
                Token::Open,
                Token::Word("pp&e".into()),
                Token::Op('-'),
                Token::Word("long-term".into()),
                Token::Word("debt".into()),
                Token::Close,
                Token::Op('/'),
                Token::Number("2.5".parse().unwrap()),
            ]
        );
    }

    #[test]
    fn names_are_left_out() {
        let all = tokens("What is Acme's revenue?", &[], &[Span::new(8, 12)]);
        let words: Vec<&str> = all.iter().map(Token::word).filter(|w| !w.is_empty()).collect();
        assert_eq!(words, ["what", "is", "revenue"]);
    }
}
