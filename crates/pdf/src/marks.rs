//! Note marks behind words, and accents over letters. Pure.

use unicode_normalization::char::{canonical_combining_class, compose};

use crate::typeset::Glyph;

/// A raised character is at most this large, measured by the character that it stands beside.
const MOST_RAISED_SIZE: f32 = 0.85;

/// It stands higher than the base line by at least this share of that character's size.
const LEAST_RAISE: f32 = 0.15;

/// Whether a character is set smaller and higher than another one.
pub(crate) fn is_raised(glyph: &Glyph, base: &Glyph) -> bool {
    if glyph.size > MOST_RAISED_SIZE * base.size {
        return false;
    }
    let (dx, dy) = (glyph.origin.0 - base.origin.0, glyph.origin.1 - base.origin.1);
    // Upward, seen from the line, in a space whose y grows downward.
    let raise = dx * base.along.1 - dy * base.along.0;
    raise >= LEAST_RAISE * base.size
}

/// Whether raised characters behind a word lead to a note, rather than belong to it: the figures
/// and signs of "sales(1)" and "revenue¹" do; the powers of "10⁶", "x²" and "m²", and the letters
/// of "1st" and "Co.™" do not.
pub(crate) fn is_note(base: &str, raised: &str) -> bool {
    const UNITS: [&str; 10] = ["mm", "cm", "dm", "km", "ft", "in", "yd", "mi", "sq", "sec"];
    let is_sign = |ch: char| "*∗†‡§¶#".contains(ch);
    let is_bracket = |ch: char| "()[]{}".contains(ch);
    let Some(last) = base.chars().next_back() else { return false };
    let inner = raised.trim_matches(is_bracket);
    let bracketed = inner.len() < raised.len();
    let figures = inner.chars().any(|ch| ch.is_ascii_digit())
        && inner.chars().all(|ch| ch.is_ascii_digit() || ",;–-".contains(ch));
    let signs = !inner.is_empty() && inner.chars().all(is_sign);
    let letter = inner.len() == 1 && inner.chars().all(|ch| ch.is_ascii_lowercase());
    if bracketed || signs {
        return base.chars().nth(1).is_some() && (signs || figures || letter);
    }
    let word = base.trim_start_matches(|ch: char| !ch.is_alphanumeric());
    let letters = word.chars().filter(|ch| ch.is_alphabetic()).count();
    if letter {
        return letters >= 3 && letters == word.chars().count();
    }
    if !figures {
        return false;
    }
    if last.is_ascii_digit() {
        // A power of ten or of one digit; a year or an amount with a note otherwise.
        let digits = base.rsplit(|ch: char| !ch.is_ascii_digit()).next().unwrap_or_default();
        return raised.starts_with(|ch: char| ch.is_ascii_digit())
            && digits.len() >= 2
            && digits != "10";
    }
    if last.is_alphabetic() {
        let unit = word.trim_start_matches(|ch: char| !ch.is_alphabetic());
        return unit.chars().count() >= 2 && !UNITS.contains(&unit);
    }
    ".,;:!?)]}”’\"'%»…".contains(last)
}

/// Whether a character has no place of its own but goes with the letter before it.
pub(crate) fn is_combining(ch: char) -> bool {
    canonical_combining_class(ch) != 0
}

/// The letter that two characters make together: one is an accent as a character of its own, drawn
/// over the other, before or after it.
pub(crate) fn accented(one: &Glyph, other: &Glyph) -> Option<char> {
    if one.ch.is_ascii_alphanumeric() && other.ch.is_ascii_alphanumeric() {
        return None;
    }
    let (accent, letter) = match (combining(one.ch), combining(other.ch)) {
        (Some(accent), None) => (accent, other.ch),
        (None, Some(accent)) => (accent, one.ch),
        _ => return None,
    };
    let shared = one.rect.overlap_x(&other.rect).max(0.0);
    let narrow = one.rect.width().min(other.rect.width());
    if shared < 0.5 * narrow || one.rect.overlap_y(&other.rect) <= 0.0 {
        return None;
    }
    // The dot of an i makes room for the accent, and fonts of TeX have letters without it.
    let letter = match letter {
        'ı' => 'i',
        'ȷ' => 'j',
        letter => letter,
    };
    compose(letter, accent)
}

/// The combining form of an accent that stands for itself.
fn combining(ch: char) -> Option<char> {
    Some(match ch {
        '`' | 'ˋ' => '\u{300}',
        '´' | 'ˊ' => '\u{301}',
        '^' | 'ˆ' => '\u{302}',
        '~' | '˜' => '\u{303}',
        '¯' | 'ˉ' => '\u{304}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        '¨' => '\u{308}',
        '˚' => '\u{30a}',
        '˝' => '\u{30b}',
        'ˇ' => '\u{30c}',
        '¸' => '\u{327}',
        '˛' => '\u{328}',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_told_from_powers_and_ordinals() {
        let notes = [
            ("sales", "(1)"),
            ("revenue", "1"),
            ("end.", "12"),
            ("Cash", "1,2"),
            ("profit", "*"),
            ("2019", "1"),
            ("$1,577", "(2)"),
            ("12%", "3"),
            ("Assets", "[4]"),
            ("ratio", "b"),
            ("$45", "†"),
        ];
        for (base, raised) in notes {
            assert!(is_note(base, raised), "{base} {raised}");
        }
        let parts = [
            ("1", "st"),
            ("10", "6"),
            ("x", "2"),
            ("R", "2"),
            ("m", "2"),
            ("km", "2"),
            ("10", "-6"),
            ("Windows", "TM"),
            ("Co.", "®"),
            ("CD4", "+"),
            ("", "1"),
            ("5", "th"),
            ("2", "3"),
            ("n", "t"),
            ("a", "∗"),
        ];
        for (base, raised) in parts {
            assert!(!is_note(base, raised), "{base} {raised}");
        }
    }
}
