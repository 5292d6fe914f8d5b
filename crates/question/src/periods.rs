//! Owns the grammar of times: fiscal and calendar years, halves, quarters, months, dates, ranges of
//! them, and "the last three years".
//!
//! Refuses what only looks like a year: amounts, page numbers, "2019-nCoV".

mod point;

use std::ops::Range;

use citelight_core::{PeriodValue, When, YearPart};
use citelight_text::{Tokens, number_word};

use point::{Point, point};

pub(crate) use point::ordinal;

/// A time, and the tokens that say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Time {
    pub(crate) value: PeriodValue,
    pub(crate) fiscal: bool,
    /// The whole finding.
    pub(crate) tokens: Range<usize>,
    /// The two ends of a range; the whole twice for anything else.
    pub(crate) ends: (Range<usize>, Range<usize>),
}

/// Every time that a text names, in order, none overlapping.
pub(crate) fn times(tokens: &Tokens) -> Vec<Time> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if let Some(time) = latest(tokens, at).or_else(|| time(tokens, at)) {
            at = time.tokens.end;
            found.push(time);
        } else {
            at += 1;
        }
    }
    found
}

fn time(tokens: &Tokens, at: usize) -> Option<Time> {
    let from = point(tokens, at)?;
    let first = at..from.end;
    if let Some((start, to)) = second_end(tokens, at, &from) {
        let whole = at..to.end;
        return Some(Time {
            value: PeriodValue::Range(from.when, to.when),
            fiscal: from.fiscal || to.fiscal,
            tokens: whole,
            ends: (first, start..to.end),
        });
    }
    Some(Time {
        value: PeriodValue::One(from.when),
        fiscal: from.fiscal,
        tokens: first.clone(),
        ends: (first.clone(), first),
    })
}

/// The other end of a range: "2017 - 2019", "from 2021 to 2022", "between 2018 and 2019", "2018/19".
fn second_end(tokens: &Tokens, at: usize, from: &Point) -> Option<(usize, Point)> {
    let link = tokens.lower(from.end);
    let before = tokens.before(at);
    let before = if before == "the" { tokens.before(at - 1) } else { before };
    let close = tokens.touches(from.end) && tokens.touches(from.end + 1);
    let linked = match link {
        "-" | "–" | "—" | "to" | "through" | "until" => true,
        "/" => close,
        "and" | "&" => before == "between",
        _ => false,
    };
    if !linked {
        return None;
    }
    let mut start = from.end + 1;
    while matches!(tokens.lower(start), "the" | "in" | "end") {
        start += 1;
    }
    if let Some(mut to) = point(tokens, start) {
        if tokens.lower(to.end) == "period" {
            to.end += 1;
        }
        // "Q1 to Q3 of 2022": the year stands once.
        return Some((start, to));
    }
    // "2018-19", "FY17-19".
    let short = tokens.lower(start);
    let year = from.when.year.filter(|_| close && short.len() == 2)?;
    let year = year / 100 * 100 + short.parse::<u16>().ok()?;
    let when = When { year: Some(year), part: YearPart::Whole };
    Some((start, Point { when, fiscal: from.fiscal, end: start + 1 }))
}

/// "the last three years", "past 5 quarters".
fn latest(tokens: &Tokens, at: usize) -> Option<Time> {
    if !matches!(tokens.lower(at), "last" | "past" | "previous" | "prior" | "latest" | "recent") {
        return None;
    }
    let Some(count) = count(tokens.lower(at + 1)) else { return latest_one(tokens, at) };
    let mut unit = at + 2;
    while matches!(tokens.lower(unit), "fiscal" | "financial" | "calendar" | "reported") {
        unit += 1;
    }
    let quarters = match tokens.lower(unit) {
        "years" => false,
        "quarters" => true,
        _ => return None,
    };
    let whole = at..unit + 1;
    Some(Time {
        value: PeriodValue::Latest { count, quarters },
        fiscal: unit > at + 2,
        tokens: whole.clone(),
        ends: (whole.clone(), whole),
    })
}

/// "the latest quarter", "the most recent fiscal year"; "last year" is another.
fn latest_one(tokens: &Tokens, at: usize) -> Option<Time> {
    let mut unit = at + 1;
    while matches!(tokens.lower(unit), "fiscal" | "financial" | "reported" | "available") {
        unit += 1;
    }
    let newest = matches!(tokens.lower(at), "latest" | "recent");
    let quarters = match tokens.lower(unit) {
        "quarter" => true,
        "year" => false,
        _ => return None,
    };
    if !newest || tokens.lower(unit + 1) == "of" {
        return None;
    }
    let start = at - usize::from(tokens.before(at) == "most");
    let whole = start..unit + 1;
    Some(Time {
        value: PeriodValue::Latest { count: 1, quarters },
        fiscal: unit > at + 1,
        tokens: whole.clone(),
        ends: (whole.clone(), whole),
    })
}

fn count(word: &str) -> Option<u8> {
    let named = number_word(word).filter(|number| (2..=10).contains(number));
    named.or_else(|| word.parse().ok().filter(|n| (1..=20).contains(n)))
}

/// The stable key of a time: "2022", "2022q3", "2023-08-30", "2017..2019".
pub(crate) fn key(value: PeriodValue) -> String {
    match value {
        PeriodValue::One(when) => point_key(when),
        PeriodValue::Range(from, to) => format!("{}..{}", point_key(from), point_key(to)),
        PeriodValue::Latest { count, quarters } => {
            format!("latest-{count}-{}", if quarters { "quarters" } else { "years" })
        }
    }
}

fn point_key(when: When) -> String {
    let year = when.year.map(|year| year.to_string()).unwrap_or_default();
    match when.part {
        YearPart::Whole => year,
        YearPart::Half(n) => format!("{year}h{n}"),
        YearPart::Quarter(n) => format!("{year}q{n}"),
        YearPart::Month(month) => format!("{year}-{month:02}"),
        YearPart::Day(month, day) => format!("{year}-{month:02}-{day:02}"),
    }
}

/// How a time is shown: "FY2022", "Q3 2022", "2017–2019".
pub(crate) fn label(value: PeriodValue, fiscal: bool) -> String {
    match value {
        PeriodValue::One(when) => point_label(when, fiscal),
        PeriodValue::Range(from, to) => {
            format!("{}–{}", point_label(from, fiscal), point_label(to, fiscal))
        }
        PeriodValue::Latest { count: 1, quarters } => {
            format!("latest {}", if quarters { "quarter" } else { "year" })
        }
        PeriodValue::Latest { count, quarters } => {
            format!("last {count} {}", if quarters { "quarters" } else { "years" })
        }
    }
}

fn point_label(when: When, fiscal: bool) -> String {
    let mark = if fiscal { "FY" } else { "" };
    let year = when.year.map(|year| format!("{mark}{year}"));
    let part = match when.part {
        YearPart::Whole => None,
        YearPart::Half(n) => Some(format!("H{n}")),
        YearPart::Quarter(n) => Some(format!("Q{n}")),
        YearPart::Month(_) | YearPart::Day(..) => return point_key(when),
    };
    [part, year].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> String {
        let found = times(&Tokens::of(text));
        found.iter().map(|time| key(time.value)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn one_year_is_written_in_many_ways() {
        for text in [
            "FY18",
            "FY2018",
            "FY 2018",
            "FY'18",
            "fiscal 2018",
            "fiscal year 2018",
            "in 2018",
            "the fiscal year ended June 30, 2018",
            "the year ending 31 December 2018",
        ] {
            assert_eq!(keys(text), "2018", "{text}");
        }
    }

    #[test]
    fn parts_and_dates_are_normalised() {
        for (text, expected) in [
            ("Q2 of FY2024", "2024q2"),
            ("Q22023 year over year", "2023q2"),
            ("As of Q2'2023, is", "2023q2"),
            ("2Q23", "2023q2"),
            ("2023Q4", "2023q4"),
            ("the second quarter of fiscal 2023", "2023q2"),
            ("second-quarter 2023", "2023q2"),
            ("for QUARTER 3?", "q3"),
            ("the first half of 2021", "2021h1"),
            ("H2 2020", "2020h2"),
            ("on August 30, 2023", "2023-08-30"),
            ("5th February 2020", "2020-02-05"),
            ("2023-08-30", "2023-08-30"),
            ("08/30/2023", "2023-08-30"),
            ("in March 2021", "2021-03"),
        ] {
            assert_eq!(keys(text), expected, "{text}");
        }
    }

    #[test]
    fn ranges_have_two_ends() {
        for (text, expected) in [
            ("FY2017 - FY2019 3 year average", "2017..2019"),
            ("from 2021 to 2022", "2021..2022"),
            ("between FY2018 and FY2019", "2018..2019"),
            ("between FY 2023 and Q2 of FY2024", "2023..2024q2"),
            ("between 2022 and the 2021 fiscal period", "2022..2021"),
            ("the 1918-1919 influenza", "1918..1919"),
            ("2018-19", "2018..2019"),
            ("FY2023, FY2022 and FY2021", "2023 2022 2021"),
            ("over the last three years", "latest-3-years"),
            ("past 4 quarters", "latest-4-quarters"),
            ("in the most recent quarter", "latest-1-quarters"),
            ("in the latest fiscal year", "latest-1-years"),
            ("the latest quarter of 2022", "2022"),
            ("in the last quarter of 2022", "2022q4"),
            ("the final quarter of fiscal 2022", "2022q4"),
            ("from the first to the second quarter of fiscal 2024", "2024q1..2024q2"),
            ("the end of the first and the end of the second quarter of 2023", "2023q1 2023q2"),
            ("in the first, second and third quarter of 2023", "2023q1 2023q2 2023q3"),
            ("first and foremost, the second quarter of 2023", "2023q2"),
        ] {
            assert_eq!(keys(text), expected, "{text}");
        }
    }

    #[test]
    fn not_every_number_is_a_year() {
        for text in [
            "transmission of 2019-nCoV",
            "more than 2000 employees",
            "$2000 deductible",
            "page 2010",
            "error 1577 and 88",
            "may I go",
            "in the third place",
            "H7N9 and H1N1",
            "2,019 items",
        ] {
            assert_eq!(keys(text), "", "{text}");
        }
    }
}
