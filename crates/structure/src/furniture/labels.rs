//! Owns how the number of a page is written.

use citelight_text::roman;

/// A bare page number: "12", "- 12 -", "Page 3 of 40", "F-12", "iv". Gives what stands before the
/// number, and the number.
pub(super) fn page_label(text: &str) -> Option<(String, u32)> {
    if text.len() > 24 {
        return None;
    }
    let lower = text.to_lowercase().replace('/', " of ");
    let bare = lower.trim_matches(|c: char| !c.is_alphanumeric());
    let mut tokens = bare.split(' ').filter(|t| !t.is_empty()).peekable();
    tokens.next_if(|t| matches!(*t, "page" | "pg" | "pg." | "p." | "seite" | "página" | "pagina"));
    let number = tokens.next()?;
    if tokens.next_if(|t| matches!(*t, "of" | "von" | "de" | "di")).is_some() {
        tokens.next_if(|t| t.bytes().all(|b| b.is_ascii_digit()));
    }
    if tokens.next().is_some() {
        return None;
    }
    if let Some(value) = roman(number) {
        return Some(("roman".to_owned(), value));
    }
    let digits = number.trim_start_matches(|c: char| !c.is_ascii_digit());
    let prefix = &number[..number.len() - digits.len()];
    let letters = prefix.trim_end_matches(['-', '–', '.']);
    let plausible = letters.chars().count() <= 2 && letters.chars().all(char::is_alphabetic);
    let short = (1..=4).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    let value = digits.parse().ok()?;
    (plausible && short).then(|| (letters.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_labels() {
        for (text, expected) in [
            ("12", Some(("", 12))),
            ("- 12 -", Some(("", 12))),
            ("Page 3 of 40", Some(("", 3))),
            ("3/40", Some(("", 3))),
            ("F-12", Some(("f", 12))),
            ("xiv", Some(("roman", 14))),
            ("xix", Some(("roman", 19))),
            ("civil", None),
            ("Apple 12", None),
            ("12 apples", None),
            ("$", None),
            ("", None),
        ] {
            let expected = expected.map(|(p, n)| (p.to_owned(), n));
            assert_eq!(page_label(text), expected, "{text}");
        }
    }
}
