//! Numbers and words of a text, read one character at a time.
//!
//! Owns: where a number or a word begins and ends. The evidence and what is being written are read by
//! the same rules, so that they are comparable. Refuses: what a number means; `1,577` and `1577` are two.

/// A finished piece of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unit {
    /// A number as written: sign, digits, their separators. Without currency and unit.
    Number(String),
    /// A word in small letters.
    Word {
        /// Its letters.
        text: String,
        /// Whether it begins with a capital letter.
        capital: bool,
        /// Whether a sentence begins with it.
        first: bool,
    },
}

/// What stands open at the end of what was read.
#[derive(Debug, Clone, Default)]
enum Open {
    #[default]
    Nothing,
    /// A sign or a point that a number may follow.
    Prefix(String),
    /// A number, and a separator that belongs to it if a digit follows.
    Number(String, Option<char>),
    Word {
        text: String,
        capital: bool,
        first: bool,
    },
}

/// Reads a text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reader {
    open: Open,
    last: Option<char>,
    /// Whether something was written since the last sentence ended.
    within: bool,
    /// Bytes read, and at how many of them the open piece begins.
    read: usize,
    since: usize,
}

impl Reader {
    /// Reads the next character; gives the piece that it ends, if it does.
    pub(crate) fn push(&mut self, c: char) -> Option<Unit> {
        let at = self.read;
        self.read += c.len_utf8();
        let finished = match &mut self.open {
            Open::Number(number, separator) => match (c.is_numeric(), *separator) {
                (true, _) => {
                    number.extend(separator.take());
                    number.push(c);
                    self.last = Some(c);
                    return None;
                }
                (false, None) if matches!(c, ',' | '.') => {
                    *separator = Some(c);
                    self.last = Some(c);
                    return None;
                }
                _ => self.close(),
            },
            Open::Word { text, .. } if c.is_alphabetic() => {
                text.extend(c.to_lowercase());
                self.last = Some(c);
                return None;
            }
            _ => self.close(),
        };
        let Some(prefix) = (match std::mem::take(&mut self.open) {
            Open::Prefix(prefix) => Some(prefix),
            _ => None,
        }) else {
            self.since = at;
            self.begin(c, String::new());
            self.last = Some(c);
            return finished;
        };
        self.begin(c, prefix);
        if matches!(self.open, Open::Nothing | Open::Word { .. }) {
            self.since = at;
        }
        self.last = Some(c);
        finished
    }

    /// Ends the text; gives the piece that stands open.
    pub(crate) fn finish(mut self) -> Option<Unit> {
        self.close()
    }

    /// The number that is being written, with a separator that it may go on with; or the word.
    pub(crate) fn open(&self) -> Option<(Unit, Option<char>)> {
        match &self.open {
            Open::Nothing | Open::Prefix(_) => None,
            Open::Number(number, separator) => Some((Unit::Number(number.clone()), *separator)),
            Open::Word { text, capital, first } => {
                let word = Unit::Word { text: text.clone(), capital: *capital, first: *first };
                Some((word, None))
            }
        }
    }

    /// Bytes of the text before what stands open.
    pub(crate) fn settled(&self) -> usize {
        match self.open {
            Open::Nothing | Open::Word { capital: false, .. } => self.read,
            _ => self.since,
        }
    }

    fn begin(&mut self, c: char, mut prefix: String) {
        if c.is_numeric() {
            prefix.push(c);
            self.open = Open::Number(prefix, None);
            self.within = true;
        } else if c.is_alphabetic() {
            let text = c.to_lowercase().collect();
            self.open = Open::Word { text, capital: c.is_uppercase(), first: !self.within };
            self.within = true;
        } else if is_currency(c) && !prefix.is_empty() {
            self.open = Open::Prefix(prefix);
        } else if is_minus(c) && self.at_boundary() {
            self.open = Open::Prefix("-".to_owned());
        } else if c == '.' && (self.at_boundary() || prefix == "-") {
            prefix.push(c);
            self.open = Open::Prefix(prefix);
        }
        if ends_sentence(c) {
            self.within = false;
        }
    }

    /// Whether a sign or a point here can belong to a number: nothing that is part of a word or of a
    /// number stands before it.
    fn at_boundary(&self) -> bool {
        self.last.is_none_or(|last| {
            last.is_whitespace()
                || is_currency(last)
                || matches!(last, '(' | '[' | '"' | '“' | '\'')
        })
    }

    fn close(&mut self) -> Option<Unit> {
        match std::mem::take(&mut self.open) {
            Open::Nothing => None,
            Open::Prefix(prefix) => {
                self.open = Open::Prefix(prefix);
                None
            }
            Open::Number(number, separator) => {
                if separator.is_some_and(ends_sentence) {
                    self.within = false;
                }
                Some(Unit::Number(number))
            }
            Open::Word { text, capital, first } => Some(Unit::Word { text, capital, first }),
        }
    }
}

/// Numbers and words of a whole text.
pub(crate) fn units(text: &str) -> Vec<Unit> {
    let mut reader = Reader::default();
    let mut units: Vec<Unit> = text.chars().filter_map(|c| reader.push(c)).collect();
    units.extend(reader.finish());
    units
}

fn is_minus(c: char) -> bool {
    matches!(c, '-' | '−' | '–')
}

fn is_currency(c: char) -> bool {
    matches!(c, '$' | '€' | '£' | '¥' | '₹')
}

fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | ':' | '\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<String> {
        let number = |unit| match unit {
            Unit::Number(number) => Some(number),
            Unit::Word { .. } => None,
        };
        units(text).into_iter().filter_map(number).collect()
    }

    #[test]
    fn numbers_keep_sign_separators_and_decimals() {
        for (text, expect) in [
            ("$1,577 million, or 4.5%.", &["1,577", "4.5"][..]),
            ("2020-2021 and COVID-19", &["2020", "2021", "19"]),
            ("-5, (-$3.2), −7 and – 8", &["-5", "-3.2", "-7", "8"]),
            (".5 and No.5 and -.25", &[".5", "5", "-.25"]),
            ("in 2018. Then FY2019, 15th", &["2018", "2019", "15"]),
            ("1,,2 3..4", &["1", "2", "3", "4"]),
            ("(1,577)", &["1,577"]),
        ] {
            assert_eq!(numbers(text), expect, "{text}");
        }
    }

    #[test]
    fn words_know_their_capitals_and_whether_a_sentence_begins_with_them() {
        let words: Vec<_> = units("The chair, in 2018. Maria's “Board” met: Yes")
            .into_iter()
            .filter_map(|unit| match unit {
                Unit::Word { text, capital, first } => Some((text, capital, first)),
                Unit::Number(_) => None,
            })
            .collect();
        let expect = [
            ("the", true, true),
            ("chair", false, false),
            ("in", false, false),
            ("maria", true, true),
            ("s", false, false),
            ("board", true, false),
            ("met", false, false),
            ("yes", true, true),
        ];
        let expect: Vec<_> = expect.map(|(a, b, c)| (a.to_owned(), b, c)).into();
        assert_eq!(words, expect);
    }

    #[test]
    fn what_stands_open_is_not_settled() {
        for (text, settled) in [
            ("in 1,5", "in "),
            ("in 1,", "in "),
            ("by -$", "by "),
            ("of Mar", "of "),
            ("of mar", "of mar"),
            ("a, ", "a, "),
            ("x -", "x "),
        ] {
            let mut reader = Reader::default();
            text.chars().for_each(|c| drop(reader.push(c)));
            assert_eq!(&text[..reader.settled()], settled, "{text}");
        }
    }
}
