//! Numbers that a label covers without naming them: "30–50 kg", "under 5", "65 and over".

use citelight_text::number;

/// Words and signs before a number that make it an upper end, the number itself left out or not.
const BELOW: [&str; 10] =
    ["under", "below", "less", "fewer", "before", "<", "up", "maximum", "≤", "until"];
/// Words and signs before a number that make it a lower end.
const ABOVE: [&str; 10] =
    ["over", "above", "more", "exceeding", "after", ">", "least", "minimum", "≥", "from"];
/// Words and signs behind a number that make it a lower end.
const AND_MORE: [&str; 6] = ["+", "plus", "over", "above", "older", "more"];
/// The same for an upper end.
const AND_LESS: [&str; 5] = ["under", "below", "younger", "less", "fewer"];

/// What stands between the ends of a range.
const TO: [&str; 6] = ["-", "to", "and", "but", "through", "thru"];

/// A piece of a label: a number with its place, or a word or sign.
#[derive(Debug, Clone, PartialEq)]
enum Piece {
    Number(f64),
    Word(String),
}

/// Whether a label names a range in which a number lies. A label that names the number itself does not
/// need this.
pub(super) fn covers(label: &str, wanted: f64) -> bool {
    let pieces = pieces(label);
    let number = |at: usize| match pieces.get(at) {
        Some(Piece::Number(number)) => Some(*number),
        _ => None,
    };
    let word = |at: usize| match pieces.get(at) {
        Some(Piece::Word(word)) => word.as_str(),
        _ => "",
    };
    (0..pieces.len()).any(|at| {
        let Some(low) = number(at) else { return false };
        // "30 to 50", "30 kg - 50 kg".
        let high = (at + 1..(at + 4).min(pieces.len()))
            .find(|end| number(*end).is_some())
            .filter(|end| (at + 1..*end).any(|n| TO.contains(&word(n))));
        if let Some(high) = high.and_then(number) {
            return low < high && low <= wanted && wanted <= high;
        }
        if at >= 2 && number(at - 1).is_none() && number(at - 2).is_some() && word(at - 1) == "-" {
            return false; // the end of a range that was looked at
        }
        // "less than 5", "up to 5", "at least 5".
        let before = || (at.saturating_sub(2)..at).map(word);
        let behind = || (at + 1..at + 4).map(word);
        let (mut below, mut above) = (before(), before());
        if below.any(|word| BELOW.contains(&word)) {
            let open = before().any(|word| matches!(word, "up" | "≤" | "maximum" | "until"));
            return wanted < low || open && wanted <= low;
        }
        if above.any(|word| ABOVE.contains(&word)) {
            let open = before().any(|word| matches!(word, "least" | "≥" | "minimum" | "from"));
            return wanted > low || open && wanted >= low;
        }
        let behind_all: Vec<&str> = behind().take_while(|word| !word.is_empty()).collect();
        if behind_all.iter().any(|word| AND_MORE.contains(word)) {
            return wanted >= low;
        }
        behind_all.iter().any(|word| AND_LESS.contains(word)) && wanted <= low
    })
}

fn pieces(label: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let lower = label.to_lowercase();
    let mut rest = lower.as_str();
    while let Some(first) = rest.chars().next() {
        let kind = |c: char| match c {
            _ if c.is_ascii_digit() => 1,
            _ if c.is_alphabetic() => 2,
            _ => 0,
        };
        let own = kind(first);
        let end = rest
            .char_indices()
            .find(|(at, c)| {
                let inside = own == 1
                    && matches!(c, '.' | ',')
                    && rest[at + 1..].starts_with(|c: char| c.is_ascii_digit());
                *at > 0 && !inside && (kind(*c) != own || own == 0)
            })
            .map_or(rest.len(), |(at, _)| at);
        let (piece, after) = rest.split_at(end);
        match own {
            1 => pieces.extend(number(&piece.replace(',', "")).map(Piece::Number)),
            2 => pieces.push(Piece::Word(piece.to_owned())),
            _ if matches!(first, '-' | '–' | '—' | '−') => {
                pieces.push(Piece::Word("-".into()))
            }
            _ if matches!(first, '<' | '>' | '≤' | '≥' | '+') => {
                pieces.push(Piece::Word(piece.to_owned()));
            }
            _ => {}
        }
        rest = after;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_cover_numbers() {
        for (label, inside, outside) in [
            ("30–50 kg", 40.0, 55.0),
            ("30 kg to 50 kg", 50.0, 29.0),
            ("Children under 5 years", 4.0, 5.0),
            ("Up to 5", 5.0, 6.0),
            ("Age 40 through 49", 45.0, 51.0),
            ("65 and over", 70.0, 64.0),
            ("65+", 65.0, 12.0),
            ("More than 1,000 items", 1_500.0, 900.0),
            ("At least 10", 10.0, 9.0),
            ("> 2.5 t", 3.0, 2.5),
        ] {
            assert!(covers(label, inside), "{label} holds {inside}");
            assert!(!covers(label, outside), "{label} does not hold {outside}");
        }
        assert!(!covers("Room 12", 12.5));
        assert!(!covers("Grade 5", 5.0), "a number by itself is no range");
    }
}
