//! The values that an object's text holds (ISO 32000-1, 7.3), read as far as they are asked for.
//! Pure. Names come as they stand; `raw` has undone their escapes.

/// One value. What a container holds is a text to be read in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value<'t> {
    /// Without its slash.
    Name(&'t [u8]),
    /// A whole number.
    Integer(i64),
    /// The number of another object.
    Reference(u32),
    /// What stands between the brackets.
    Array(&'t [u8]),
    /// What stands between the double angles.
    Dict(&'t [u8]),
    /// Strings, fractions, keywords.
    Other,
}

/// The values of a text, one after the other.
pub(crate) struct Values<'t>(&'t [u8]);

impl<'t> Values<'t> {
    pub(crate) fn new(text: &'t [u8]) -> Self {
        Self(text)
    }

    fn take(&mut self, length: usize) -> &'t [u8] {
        let (taken, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        taken
    }

    /// Takes a container whose opening is at the beginning, and gives what is inside.
    fn container(&mut self, opening: usize) -> &'t [u8] {
        let whole = self.take(container_length(self.0));
        let closed = whole.len().saturating_sub(opening).max(opening);
        whole.get(opening..closed).unwrap_or_default()
    }

    /// A number, or the reference that it begins.
    fn number(&mut self) -> Value<'t> {
        let Some(number) = integer(self.take(token_length(self.0))) else { return Value::Other };
        let mut ahead = Values(self.0);
        let generation = integer(ahead.token());
        let is_reference = generation.is_some() && ahead.token() == b"R";
        match u32::try_from(number) {
            Ok(target) if is_reference => {
                self.0 = ahead.0;
                Value::Reference(target)
            }
            _ => Value::Integer(number),
        }
    }

    /// The next characters up to a delimiter; empty before one.
    fn token(&mut self) -> &'t [u8] {
        self.0 = self.0.trim_ascii_start();
        self.take(token_length(self.0))
    }
}

impl<'t> Iterator for Values<'t> {
    type Item = Value<'t>;

    fn next(&mut self) -> Option<Value<'t>> {
        loop {
            let blank = self.0.iter().take_while(|&&b| is_blank(b)).count();
            self.take(blank);
            return Some(match *self.0.first()? {
                b'%' => {
                    let end = memchr::memchr2(b'\n', b'\r', self.0);
                    self.take(end.unwrap_or(self.0.len()));
                    continue;
                }
                b'/' => {
                    self.take(1);
                    Value::Name(self.take(token_length(self.0)))
                }
                b'<' if self.0.starts_with(b"<<") => Value::Dict(self.container(2)),
                b'[' => Value::Array(self.container(1)),
                b'<' | b'(' => {
                    self.take(string_length(self.0));
                    Value::Other
                }
                b'0'..=b'9' | b'+' | b'-' | b'.' => self.number(),
                byte if is_delimiter(byte) => {
                    self.take(1);
                    continue;
                }
                _ => {
                    self.take(token_length(self.0));
                    Value::Other
                }
            });
        }
    }
}

/// The entries of a dictionary, keys without their slash.
pub(crate) fn entries(dict: &[u8]) -> impl Iterator<Item = (&[u8], Value<'_>)> {
    let mut values = Values::new(dict);
    std::iter::from_fn(move || {
        loop {
            if let Value::Name(key) = values.next()? {
                return Some((key, values.next()?));
            }
        }
    })
}

/// The value under a key.
pub(crate) fn entry<'t>(dict: &'t [u8], key: &str) -> Option<Value<'t>> {
    entries(dict).find(|(name, _)| *name == key.as_bytes()).map(|(_, value)| value)
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}

fn is_delimiter(byte: u8) -> bool {
    is_blank(byte) || b"()<>[]{}/%".contains(&byte)
}

fn token_length(text: &[u8]) -> usize {
    text.iter().take_while(|&&b| !is_delimiter(b)).count()
}

fn integer(token: &[u8]) -> Option<i64> {
    std::str::from_utf8(token).ok()?.parse().ok()
}

/// The length of the string at the beginning of a text, in either notation.
fn string_length(text: &[u8]) -> usize {
    if text.first() == Some(&b'<') {
        return memchr::memchr(b'>', text).map_or(text.len(), |end| end + 1);
    }
    let (mut depth, mut at) = (0usize, 0);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' => at += 1,
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            break;
        }
    }
    at.min(text.len())
}

/// The length of the array or dictionary at the beginning of a text. Kinds of brackets are not told
/// apart: a file that mixes them up is broken.
fn container_length(text: &[u8]) -> usize {
    let (mut depth, mut at) = (0usize, 0);
    while let Some(&byte) = text.get(at) {
        let twice = text.get(at + 1) == Some(&byte);
        at += match byte {
            b'<' if twice => {
                depth += 1;
                2
            }
            b'>' if twice => {
                depth = depth.saturating_sub(1);
                2
            }
            b'[' => {
                depth += 1;
                1
            }
            b']' => {
                depth = depth.saturating_sub(1);
                1
            }
            b'(' | b'<' => string_length(&text[at..]),
            _ => 1,
        };
        if depth == 0 {
            break;
        }
    }
    at.min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_every_kind() {
        let text = b" /S/P 12 0 R -7 1.5 [1 0 R [2]] <</K 3/T(a\\)(>>)b)>> <4E> null (x)7% 9\n8]";
        let found: Vec<Value<'_>> = Values::new(text).collect();
        let expected = [
            Value::Name(b"S"),
            Value::Name(b"P"),
            Value::Reference(12),
            Value::Integer(-7),
            Value::Other,
            Value::Array(b"1 0 R [2]"),
            Value::Dict(b"/K 3/T(a\\)(>>)b)"),
            Value::Other,
            Value::Other,
            Value::Other,
            Value::Integer(7),
            Value::Integer(8),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn entries_are_those_of_the_dictionary_itself() {
        let dict = b"/A<</S/Inner/P 1 0 R>>/T(/S /Text)/S/Outer/P 2 0 R/K[3 4 0 R]";
        assert_eq!(entry(dict, "S"), Some(Value::Name(b"Outer")));
        assert_eq!(entry(dict, "P"), Some(Value::Reference(2)));
        assert_eq!(entry(dict, "K"), Some(Value::Array(b"3 4 0 R")));
        assert_eq!(entry(dict, "Pg"), None);
    }

    #[test]
    fn broken_texts_end() {
        let texts: [&[u8]; 12] =
            [b"", b"<<", b"[", b"(", b"(\\", b"<", b"/", b">>", b"1 0", b"[<<]", b"%", b"<</K"];
        for text in texts {
            assert!(Values::new(text).count() <= 3, "{:?}", String::from_utf8_lossy(text));
            assert!(entries(text).count() <= 3);
        }
        assert_eq!(Values::new(&b"[".repeat(100_000)).count(), 1);
    }
}
