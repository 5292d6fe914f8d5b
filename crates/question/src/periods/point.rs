//! Owns the grammar of one stretch of time: a year, a part of one, a date.

use citelight_core::{When, YearPart};
use citelight_text::{Tokens, WordList, currency, month, scale, short_year};

/// Ordinals of quarters and halves.
const ORDINALS: &[(&str, u8)] = &[
    ("first", 1),
    ("1st", 1),
    ("second", 2),
    ("2nd", 2),
    ("third", 3),
    ("3rd", 3),
    ("fourth", 4),
    ("4th", 4),
];

/// Words for the fourth of a year's quarters.
const LAST: [&str; 3] = ["last", "final", "closing"];

/// Things that come in numbers between 1900 and 2099, besides money and what it is counted in: such a
/// number is no year.
const COUNTED: WordList = WordList::new(
    "% percent people persons employees patients users customers stores shares units pages words
     tokens hours days miles km kg mg ml mm cm m calories cases questions samples participants watts
     w",
);

/// Words and marks before a number that make it something else than a year.
const NOT_BEFORE: &[&str] =
    &["$", "€", "£", "¥", "#", "page", "pages", "p", "no", "number", "than"];

/// One stretch, before ranges are made.
pub(super) struct Point {
    pub(super) when: When,
    pub(super) fiscal: bool,
    pub(super) end: usize,
}

/// The number that an ordinal of quarters and halves says.
pub(crate) fn ordinal(word: &str) -> Option<u8> {
    ORDINALS.iter().find(|(name, _)| *name == word).map(|(_, n)| *n)
}

/// The stretch that begins at a token.
pub(super) fn point(tokens: &Tokens, at: usize) -> Option<Point> {
    part_of_year(tokens, at)
        .or_else(|| fiscal_year(tokens, at))
        .or_else(|| date(tokens, at))
        .or_else(|| year_first(tokens, at))
        .or_else(|| plain_year(tokens, at))
}

/// "Q2 of FY2024", "Q22023", "2Q23", "2023Q2", "H1 2022", "second quarter of fiscal 2023".
fn part_of_year(tokens: &Tokens, at: usize) -> Option<Point> {
    let word = tokens.lower(at);
    // "the last quarter of 2022"; without a year it is the latest one.
    if LAST.contains(&word) && tokens.lower(at + 1) == "quarter" {
        let last = with_year(tokens, YearPart::Quarter(4), "", at + 2);
        return Some(last).filter(|last| last.when.year.is_some());
    }
    let (part, rest, mut end) = if let Some((part, rest)) = glued_part(word) {
        (part, rest, at + 1)
    } else {
        let (n, name) = match (ordinal(word), word) {
            (Some(n), _) => (n, tokens.lower(at + 1)),
            (None, "quarter") => (tokens.lower(at + 1).parse().ok()?, "quarter"),
            _ => return None,
        };
        if let Some(point) = elided(tokens, at, n) {
            return Some(point);
        }
        let mut end = at + 2;
        if name == "-" && ordinal(word).is_some() {
            // "second-quarter 2023"
            let part = part_named(tokens.lower(at + 2), n)?;
            return Some(with_year(tokens, part, "", at + 3));
        }
        if matches!(name, "fiscal" | "financial") {
            end += 1;
            (part_named(tokens.lower(at + 2), n)?, "", end)
        } else {
            (part_named(name, n)?, "", end)
        }
    };
    if rest.is_empty() && tokens.lower(end) == "ended" {
        end -= 1;
    }
    Some(with_year(tokens, part, rest, end))
}

/// "the first and the second quarter of 2023", "the end of the first to the end of the second quarter": the
/// quarter, or half, is said once, behind the other.
fn elided(tokens: &Tokens, at: usize, n: u8) -> Option<Point> {
    const FARTHEST: usize = 7;
    if !matches!(tokens.lower(at + 1), "and" | "to" | "or" | "through" | "," | "until" | "with") {
        return None;
    }
    let between =
        |at: &usize| matches!(tokens.lower(*at), "the" | "end" | "of" | "in" | "at" | "and");
    let other = (at + 2..at + FARTHEST).find(|at| !between(at))?;
    ordinal(tokens.lower(other))?;
    let point = part_of_year(tokens, other)?;
    let part = match point.when.part {
        YearPart::Quarter(_) => part_named("quarter", n)?,
        YearPart::Half(_) => part_named("half", n)?,
        _ => return None,
    };
    Some(Point { when: When { part, ..point.when }, end: at + 1, ..point })
}

fn part_named(name: &str, n: u8) -> Option<YearPart> {
    match name {
        "quarter" | "quarters" if (1..=4).contains(&n) => Some(YearPart::Quarter(n)),
        "half" if (1..=2).contains(&n) => Some(YearPart::Half(n)),
        _ => None,
    }
}

/// A part's year: glued to it, or behind "of", "'", "FY", "fiscal year".
fn with_year(tokens: &Tokens, part: YearPart, glued: &str, end: usize) -> Point {
    if let Some((year, fiscal)) = year_word(glued) {
        return Point { when: When { year: Some(year), part }, fiscal, end };
    }
    let mut at = end;
    while matches!(tokens.lower(at), "of" | "the" | "'" | "’" | "," | "-" | "for" | "in") {
        at += 1;
    }
    match fiscal_year(tokens, at).or_else(|| plain_year(tokens, at)) {
        Some(year) if year.when.part == YearPart::Whole => {
            let when = When { year: year.when.year, part };
            Point { when, fiscal: year.fiscal, end: year.end }
        }
        _ => Point { when: When { year: None, part }, fiscal: false, end },
    }
}

/// "q2" and what follows in the same word ("2023" of "q22023"); "2q23", "2023q2", "1h23".
fn glued_part(word: &str) -> Option<(YearPart, &str)> {
    let made = |letter: &str, digit: &str| {
        let n = digit.parse().ok()?;
        part_named(if letter == "q" { "quarter" } else { "half" }, n)
    };
    let ascii = word.is_ascii() && word.len() >= 2;
    if !ascii {
        return None;
    }
    let (first, second) = (&word[..1], &word[1..2]);
    if matches!(first, "q" | "h") && second.bytes().all(|b| b.is_ascii_digit()) {
        let rest = &word[2..];
        let year = rest.is_empty() || year_word(rest).is_some();
        return year.then(|| Some((made(first, second)?, rest))).flatten();
    }
    if matches!(second, "q" | "h") {
        let rest = &word[2..];
        let year = rest.is_empty() || year_word(rest).is_some();
        return year.then(|| Some((made(second, first)?, rest))).flatten();
    }
    // "2023q2", "fy23q2"
    let (year, part) = word.split_at(word.len() - 2);
    let behind = matches!(&part[..1], "q" | "h") && year_word(year).is_some();
    behind.then(|| Some((made(&part[..1], &part[1..])?, year))).flatten()
}

/// A year as one word: "2019", "fy2019", "fy19", and behind a quarter also "23".
fn year_word(word: &str) -> Option<(u16, bool)> {
    let (digits, fiscal) = match word.strip_prefix("fy") {
        Some(rest) => (rest, true),
        None => (word, false),
    };
    let year = four_digits(digits).or_else(|| short_year(digits))?;
    Some((year, fiscal))
}

fn four_digits(word: &str) -> Option<u16> {
    let year = word.parse().ok().filter(|_| word.len() == 4)?;
    (1900..=2099).contains(&year).then_some(year)
}

/// "FY2018", "FY 18", "FY'18", "fiscal 2018", "fiscal year ended June 30, 2018", "financial year 2018".
fn fiscal_year(tokens: &Tokens, at: usize) -> Option<Point> {
    let word = tokens.lower(at);
    let whole = |year, end| {
        Some(Point { when: When { year: Some(year), part: YearPart::Whole }, fiscal: true, end })
    };
    if word.starts_with("fy") && word.len() > 2 {
        return whole(year_word(word)?.0, at + 1);
    }
    let mut next = at + 1;
    match word {
        "fy" => {
            while matches!(tokens.lower(next), "'" | "’" | "-") {
                next += 1;
            }
            return whole(year_word(tokens.lower(next))?.0, next + 1);
        }
        "fiscal" | "financial" => {
            if matches!(tokens.lower(next), "year" | "years") {
                next += 1;
            }
        }
        "year" | "years" if matches!(tokens.lower(next), "ended" | "ending") => {}
        _ => return None,
    }
    if matches!(tokens.lower(next), "ended" | "ending") {
        next += 1;
        if tokens.lower(next) == "on" {
            next += 1;
        }
        let date = date(tokens, next).or_else(|| plain_year(tokens, next))?;
        return whole(date.when.year?, date.end);
    }
    while matches!(tokens.lower(next), "'" | "’") {
        next += 1;
    }
    let year = four_digits(tokens.lower(next))
        .or_else(|| short_year(tokens.lower(next)).filter(|_| tokens.touches(next)))?;
    whole(year, next + 1)
}

/// "January 28, 2023", "28 January 2023", "5th of February 2020", "Aug 2023".
fn date(tokens: &Tokens, at: usize) -> Option<Point> {
    let word = tokens.lower(at);
    let made = |year, month, day: Option<u8>, end| {
        let part = day.map_or(YearPart::Month(month), |day| YearPart::Day(month, day));
        Some(Point { when: When { year: Some(year), part }, fiscal: false, end })
    };
    let skip = |mut at: usize| {
        while matches!(tokens.lower(at), "," | "of" | ".") {
            at += 1;
        }
        at
    };
    if let Some(month) = month(word) {
        let next = skip(at + 1);
        if let Some(day) = day(tokens.lower(next)) {
            let year = skip(next + 1);
            return made(four_digits(tokens.lower(year))?, month, Some(day), year + 1);
        }
        return made(four_digits(tokens.lower(next))?, month, None, next + 1);
    }
    let day = day(word)?;
    let next = skip(at + 1);
    let month = month(tokens.lower(next))?;
    let year = skip(next + 1);
    made(four_digits(tokens.lower(year))?, month, Some(day), year + 1)
}

fn day(word: &str) -> Option<u8> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if !matches!(&word[digits.len()..], "" | "st" | "nd" | "rd" | "th") || digits.len() > 2 {
        return None;
    }
    digits.parse().ok().filter(|day| (1..=31).contains(day))
}

/// "2023-08-30", "08/30/2023", "30.08.2023": figures parted by one kind of mark.
fn year_first(tokens: &Tokens, at: usize) -> Option<Point> {
    let mark = tokens.lower(at + 1);
    let same = matches!(mark, "-" | "/" | ".") && tokens.lower(at + 3) == mark;
    let close = (1..=4).all(|n| tokens.touches(at + n));
    if !same || !close {
        return None;
    }
    let number = |n: usize| tokens.lower(at + n).parse::<u8>().ok();
    let (year, month, day) = match four_digits(tokens.lower(at)) {
        Some(year) => (year, number(2)?, number(4)?),
        None => {
            let year = four_digits(tokens.lower(at + 4))?;
            let (a, b) = (number(0)?, number(2)?);
            if a > 12 { (year, b, a) } else { (year, a, b) }
        }
    };
    let valid = (1..=12).contains(&month) && (1..=31).contains(&day);
    let when = When { year: Some(year), part: YearPart::Day(month, day) };
    valid.then_some(Point { when, fiscal: false, end: at + 5 })
}

fn plain_year(tokens: &Tokens, at: usize) -> Option<Point> {
    let year = four_digits(tokens.lower(at))?;
    let part_of_name = matches!(tokens.lower(at + 1), "-" | "/")
        && tokens.touches(at + 1)
        && tokens.touches(at + 2)
        && tokens.lower(at + 2).starts_with(char::is_alphabetic)
        && year_word(tokens.lower(at + 2)).is_none();
    let glued_before = tokens.touches(at)
        && matches!(tokens.before(at), "-" | "/")
        && tokens.touches(at - 1)
        && at >= 2
        && tokens.lower(at - 2).starts_with(char::is_alphabetic)
        && tokens.lower(at - 2).len() < 3;
    let next = tokens.lower(at + 1);
    let amount = currency(next).is_some_and(|_| tokens.is_word(at + 1))
        || scale(next.trim_end_matches('s')).is_some();
    let counted = amount || COUNTED.contains(next);
    let other = NOT_BEFORE.contains(&tokens.before(at));
    let when = When { year: Some(year), part: YearPart::Whole };
    (!part_of_name && !glued_before && !counted && !other).then_some(Point {
        when,
        fiscal: false,
        end: at + 1,
    })
}
