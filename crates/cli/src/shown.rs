//! What a terminal is shown. File names and words of documents may hold characters that would move the
//! cursor, change its colours, or turn the order of what is read: they are written out.

use std::borrow::Cow;
use std::fmt::Write;

/// A text with such characters written as `\u{1b}`.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for char in text.chars() {
        if is_hidden(char) { out.extend(char.escape_unicode()) } else { out.push(char) }
    }
    Cow::Owned(out)
}

/// The same within JSON, as JSON writes them.
pub(crate) fn shown_json(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for char in text.chars() {
        if is_hidden(char) {
            // All of them lie within the first 65,536.
            let _ = write!(out, "\\u{:04x}", u32::from(char));
        } else {
            out.push(char);
        }
    }
    Cow::Owned(out)
}

/// Control characters, and those that turn or join the order of writing (Unicode, UAX 9 and TR 36).
fn is_hidden(char: char) -> bool {
    let bidi = matches!(char, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}');
    let breaks = matches!(char, '\u{2028}' | '\u{2029}' | '\u{feff}');
    bidi || breaks || (char.is_control() && !matches!(char, '\n' | '\t'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_act_on_the_terminal_is_written_out() {
        assert_eq!(shown("plain — “ü” שלום\n\ttext"), "plain — “ü” שלום\n\ttext");
        assert_eq!(shown("a\u{1b}[2Jb\rc\u{9b}31m"), "a\\u{1b}[2Jb\\u{d}c\\u{9b}31m");
        assert_eq!(shown("bill\u{202e}fdp.exe"), "bill\\u{202e}fdp.exe");
        let json = serde_json::to_string("x\u{202e}y\u{9b}z").unwrap();
        let written = shown_json(&json);
        assert_eq!(written, "\"x\\u202ey\\u009bz\"");
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), "x\u{202e}y\u{9b}z");
    }
}
