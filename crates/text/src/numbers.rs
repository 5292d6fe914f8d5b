//! Owns numbers in words, words for powers of ten, and units of time.

use crate::stems::words;

/// From zero on, each at its value.
const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
/// From twenty on.
const TENS: [&str; 8] =
    ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
/// Of the numbers of two words those in which contracts count hours and months.
const JOINED: [(&str, u8); 3] = [("twenty-four", 24), ("thirty-six", 36), ("forty-five", 45)];
/// Words for powers of ten, singular.
const SCALES: [(&str, u32); 5] =
    [("hundred", 2), ("thousand", 3), ("million", 6), ("billion", 9), ("trillion", 12)];
/// How tables and reports write them short.
const SHORT_SCALES: [(&str, u32); 5] = [("mn", 6), ("mm", 6), ("mio", 6), ("bn", 9), ("mrd", 9)];
/// Units of time in seconds; a month counts 30.4 days, so that two and a half years are 30 months only
/// roughly and never by chance the same.
const TIMES: [(&str, f64); 7] = [
    ("second", 1.0),
    ("minute", 60.0),
    ("hour", 3_600.0),
    ("day", 86_400.0),
    ("week", 604_800.0),
    ("month", 2_628_000.0),
    ("year", 31_536_000.0),
];

pub(crate) fn value<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    table.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
}

fn singular(word: &str) -> &str {
    word.strip_suffix('s').unwrap_or(word)
}

/// The value of a lower-case word for a number below a hundred.
pub fn number_word(word: &str) -> Option<u8> {
    let place = |list: &[&str]| list.iter().position(|name| *name == word);
    let tens = || place(&TENS).map(|at| 10 * at + 20);
    let number = place(&ONES).or_else(tens).and_then(|n| u8::try_from(n).ok());
    number.or_else(|| value(&JOINED, word))
}

/// The value of a positive number in lower-case words, or of one in digits, a per cent sign behind it
/// or not.
pub fn number(word: &str) -> Option<f64> {
    if let Some(number) = number_word(word).filter(|number| *number > 0) {
        return Some(f64::from(number));
    }
    let plain = word.trim_end_matches('%').replace(',', "");
    plain.starts_with(|c: char| c.is_ascii_digit()).then(|| plain.parse().ok()).flatten()
}

/// The power of ten for which a lower-case word stands, in the singular: 2 for "hundred".
pub fn scale(word: &str) -> Option<u32> {
    value(&SCALES, word)
}

/// The power of ten that is written behind a figure, in full or short: 6 for "Millions," and "mn".
pub fn scale_word(word: &str) -> Option<u32> {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let full = scale(singular(&word)).filter(|power| *power > 2);
    full.or_else(|| value(&SHORT_SCALES, &word))
}

/// How many seconds a lower-case word for a unit of time stands for, singular or plural.
pub fn seconds(word: &str) -> Option<f64> {
    value(&TIMES, singular(word))
}

/// Whether a text holds a figure, in digits or in words. Of these the numbers that are seldom written
/// in words are left out: the model that ranks sentences was trained so.
pub fn holds_figure(text: &str) -> bool {
    let said = |word: &String| {
        number_word(word).is_some_and(|n| matches!(n, 1..=12 | 15 | 20..))
            || scale(word).is_some_and(|power| power < 12)
            || matches!(word.as_str(), "half" | "once" | "twice" | "none")
    };
    text.contains(|c: char| c.is_numeric()) || words(text).iter().any(said)
}

/// The value of a well-formed Roman numeral in lower case below 90.
pub fn roman(text: &str) -> Option<u32> {
    let tens = text.bytes().take_while(|b| matches!(b, b'x' | b'l')).count();
    let (high, low) = text.split_at(tens);
    let low = match low {
        "" => 0,
        "i" => 1,
        "ii" => 2,
        "iii" => 3,
        "iv" => 4,
        "v" => 5,
        "vi" => 6,
        "vii" => 7,
        "viii" => 8,
        "ix" => 9,
        _ => return None,
    };
    let high = match high {
        "" => 0,
        "x" => 10,
        "xx" => 20,
        "xxx" => 30,
        "xl" => 40,
        "l" => 50,
        "lx" => 60,
        "lxx" => 70,
        "lxxx" => 80,
        _ => return None,
    };
    (high + low > 0).then_some(high + low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_words_and_digits() {
        for (word, expected) in [
            ("one", Some(1.0)),
            ("nineteen", Some(19.0)),
            ("ninety", Some(90.0)),
            ("forty-five", Some(45.0)),
            ("1,577.5", Some(1577.5)),
            ("15%", Some(15.0)),
            ("zero", None),
            ("q2", None),
        ] {
            assert_eq!(number(word), expected, "{word}");
        }
        assert_eq!(
            (scale("million"), scale("millions"), scale_word("Millions,")),
            (Some(6), None, Some(6))
        );
        assert_eq!((scale_word("bn"), scale_word("hundred")), (Some(9), None));
        assert_eq!((seconds("weeks"), seconds("rooms")), (Some(604_800.0), None));
    }

    #[test]
    fn figures_are_found_in_digits_and_words() {
        assert!(holds_figure("Up to five days.") && holds_figure("£310"));
        assert!(!holds_figure("Some days of leave."));
    }
}
