//! Owns the names of months, and the finding of dates.

use std::ops::Range;

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

/// The year that two digits say: "19" is 2019 and "98" is 1998.
pub fn short_year(word: &str) -> Option<u16> {
    let digits = word.len() == 2 && word.bytes().all(|b| b.is_ascii_digit());
    let n: u16 = word.parse().ok().filter(|_| digits)?;
    Some(if n < 70 { 2000 + n } else { 1900 + n })
}

/// Where dates of a day stand in a text, as byte ranges: "12 August 2022", "August 12, 2022", "1st day of
/// May", "2022-08-12". A month without a day is none.
pub fn dates(text: &str) -> Vec<Range<usize>> {
    let words: Vec<(usize, &str)> = words_of(text).collect();
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match date_at(&words[at..]) {
            Some(many) => {
                let (start, first) = words[at];
                let (last_at, last) = words[at + many - 1];
                let open = first.len() - first.trim_start_matches(marks).len();
                found.push(start + open..last_at + last.trim_end_matches(marks).len());
                at += many;
            }
            None => at += 1,
        }
    }
    found
}

fn marks(c: char) -> bool {
    !c.is_alphanumeric()
}

fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let at = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_whitespace().map(move |word| (at(word), word))
}

/// How many of the words, from the first on, are a date.
fn date_at(words: &[(usize, &str)]) -> Option<usize> {
    let word = |at: usize| words.get(at).map(|(_, word)| *word).unwrap_or_default();
    let day = |at: usize| {
        let bare = word(at).trim_matches(marks).to_lowercase();
        let digits = bare.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let behind = &bare[digits.len()..];
        matches!(behind, "" | "st" | "nd" | "rd" | "th")
            && digits.parse::<u8>().is_ok_and(|day| (1..=31).contains(&day))
    };
    let of_month = |at: usize| {
        let bare = word(at).trim_matches(marks);
        bare.starts_with(char::is_uppercase) && month(&bare.to_lowercase()).is_some()
    };
    let year = |at: usize| {
        let bare = word(at).trim_matches(marks);
        let plain = bare.len() == 4 && bare.bytes().all(|b| b.is_ascii_digit());
        plain && (bare.starts_with("19") || bare.starts_with("20"))
    };
    // A sentence that ends with the day begins no year.
    let ends = |at: usize| word(at).ends_with(['.', ';', ')', '”', '"']);
    let parts: Vec<&str> = word(0).trim_matches(marks).split('-').collect();
    if let [y, m, d] = parts[..]
        && y.len() == 4
        && [y, m, d].iter().all(|part| part.bytes().all(|b| b.is_ascii_digit()))
        && m.parse::<u8>().is_ok_and(|m| (1..=12).contains(&m))
        && d.parse::<u8>().is_ok_and(|d| (1..=31).contains(&d))
    {
        return Some(1);
    }
    let behind = |at: usize| if !ends(at - 1) && year(at) { at + 1 } else { at };
    if day(0) && of_month(1) {
        return Some(behind(2));
    }
    if day(0) && word(1) == "day" && word(2) == "of" && of_month(3) {
        return Some(behind(4));
    }
    if of_month(0) && day(1) {
        return Some(behind(2));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_days_are_found_with_their_years() {
        let found =
            |text: &str| dates(text).into_iter().map(|at| text[at].to_owned()).collect::<Vec<_>>();
        assert_eq!(
            found(
                "This Amendment, dated as of August 12, 2022, amends that of September 30, 2020."
            ),
            ["August 12, 2022", "September 30, 2020"]
        );
        assert_eq!(
            found("from 1 May until the 24th day of June 2019 (2019-06-24)"),
            ["1 May", "24th day of June 2019", "2019-06-24"]
        );
        assert_eq!(found("It ends on 3 March. 2021 was a leap."), ["3 March"]);
        for none in ["You may 2 times", "in May 2020", "clause 5.1", "March of the 10", "12 345"] {
            assert!(found(none).is_empty(), "{none}");
        }
    }

    #[test]
    fn months_are_known_in_full_and_short() {
        for (word, expected) in
            [("may", Some(5)), ("sept.", Some(9)), ("dec", Some(12)), ("m", None), ("", None)]
        {
            assert_eq!(month(word), expected, "{word}");
        }
    }
}
