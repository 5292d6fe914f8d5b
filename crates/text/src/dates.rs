//! Owns the names of months.

/// The months by name, in lower case.
pub const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The number of a month, from 1, by its lower-case name or a usual abbreviation of it, whatever marks
/// stand around it.
pub fn month(word: &str) -> Option<u8> {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let is = |name: &&str| {
        *name == word
            || word == "sept" && *name == "september"
            || word.len() == 3 && name.starts_with(word)
    };
    MONTHS.iter().position(is).and_then(|at| u8::try_from(at + 1).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_known_in_full_and_short() {
        for (word, expected) in
            [("may", Some(5)), ("sept.", Some(9)), ("dec", Some(12)), ("m", None), ("", None)]
        {
            assert_eq!(month(word), expected, "{word}");
        }
    }
}
