//! Owns how dates are written in running text.

use citelight_text::{MONTHS, Tokens};

/// Words before a lone number by which it is a year.
const BEFORE_YEARS: [&str; 11] =
    ["in", "since", "during", "until", "by", "of", "from", "before", "after", "early", "late"];

/// Whether a date begins at a word: a day, a month with a day or a year, a quarter, a year.
pub(crate) fn is_date(words: &Tokens, at: usize) -> bool {
    let word = |at: usize| words.lower(at);
    let (first, second, third) = (word(at), word(at + 1), word(at + 2));
    let year = |at: usize| is_year(word(at + usize::from(word(at) == ",")));
    if is_day(first) && (is_month(second) || second == "of" && is_month(third)) {
        return true;
    }
    if is_month(first) {
        return is_day(second) || year(at + 1);
    }
    let digits = first.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '/' | '.'));
    let parts: Vec<&str> = first.split(['-', '/', '.']).collect();
    let sized = |sizes: [usize; 3]| {
        parts.len() == 3
            && parts.iter().zip(sizes).all(|(part, most)| !part.is_empty() && part.len() <= most)
    };
    let long = parts.iter().any(|part| part.len() == 4);
    if digits && long && (sized([4, 2, 2]) || sized([2, 2, 4])) || is_short(first) {
        return true;
    }
    if matches!(first, "q1" | "q2" | "q3" | "q4") {
        return year(at + 1);
    }
    let decade = first.strip_suffix('s').is_some_and(is_year);
    let before = words.before(at);
    let joined =
        matches!(before, "or" | "and") && at.checked_sub(2).is_some_and(|at| is_year(word(at)));
    let led = joined || BEFORE_YEARS.contains(&before) || matches!(before, "the" | "mid-");
    // "In 2019 rooms": what a number counts follows it.
    let counts =
        second.len() > 3 && second.ends_with('s') && second.chars().all(char::is_alphabetic);
    decade && led || is_year(first) && led && before != "the" && !counts
}

/// Whether a word is a date with a year of two figures or a month in letters: "02/03/18", "30.06.18",
/// "2-Mar-2018".
fn is_short(word: &str) -> bool {
    let parts = |sign: char| word.split(sign).collect::<Vec<_>>();
    let number = |part: &str| part.parse::<u16>().ok().filter(|_| part.len() <= 2);
    ['/', '-', '.'].into_iter().any(|sign| match parts(sign)[..] {
        [first, second, year] if number(year).is_some() || is_year(year) => {
            let figures = number(first).zip(number(second)).filter(|_| year.len() == 2);
            let figures = figures.is_some_and(|(first, second)| {
                let day_and_month =
                    |day, month| (1..=31).contains(&day) && (1..=12).contains(&month);
                // Sections and versions have such numbers, too.
                let padded = sign != '.' || first > 9 || word.len() == 8;
                padded && (day_and_month(first, second) || day_and_month(second, first))
            });
            figures || is_day(first) && is_month(second)
        }
        _ => false,
    })
}

/// Whether a word is a month in full or in three letters.
fn is_month(word: &str) -> bool {
    MONTHS.iter().any(|month| *month == word || &month[..3] == word)
}

fn is_day(word: &str) -> bool {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let suffix = &word[digits.len()..];
    matches!(suffix, "" | "st" | "nd" | "rd" | "th")
        && digits.parse().is_ok_and(|day: u8| (1..=31).contains(&day))
}

/// Whether a word is a year.
pub(crate) fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse().is_ok_and(|year: u16| (1500..2100).contains(&year))
}

#[cfg(test)]
mod tests {
    use citelight_text::Joining;

    use super::*;

    #[test]
    fn dates_are_told_from_other_numbers() {
        for (text, holds) in [
            ("The lease begins on 14 March 2021 in Kent.", true),
            ("The lease begins on March 14, 2021.", true),
            ("It was in the 1970s.", true),
            ("It is of 2021-03-14.", true),
            ("It is of 14/03/21.", true),
            ("It is of 14.03.21.", true),
            ("It is of 14-Mar-21.", true),
            ("It is of version 1.2.3, 99/99/99.", false),
            ("It was in 2019 or 2020.", true),
            ("It had 2019 rooms.", false),
            ("It is due soon.", false),
        ] {
            let words = Tokens::cut(text, Joining::Compounds);
            assert_eq!((0..words.len()).any(|at| is_date(&words, at)), holds, "{text}");
        }
    }
}
