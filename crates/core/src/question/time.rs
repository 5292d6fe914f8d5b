//! Times as questions name them: years, their parts, and stretches of them.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::found::Found;

/// A stretch of the calendar, or of a company's own year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
pub struct When {
    /// The year, 1900 to 2099; `None` when only a part of a year is said ("in the third quarter").
    pub year: Option<u16>,
    /// What part of it.
    pub part: YearPart,
}

impl When {
    /// Its first day as year, month, day; `None` without a year.
    pub fn first_day(self) -> Option<(u16, u8, u8)> {
        let (month, day) = match self.part {
            YearPart::Whole => (1, 1),
            YearPart::Half(half) => (half.saturating_sub(1) * 6 + 1, 1),
            YearPart::Quarter(quarter) => (quarter.saturating_sub(1) * 3 + 1, 1),
            YearPart::Month(month) => (month, 1),
            YearPart::Day(month, day) => (month, day),
        };
        Some((self.year?, month, day))
    }

    /// Its last day as year, month, day; `None` without a year. A month is taken to have 31 days,
    /// which is as good for comparing.
    pub fn last_day(self) -> Option<(u16, u8, u8)> {
        let (month, day) = match self.part {
            YearPart::Whole => (12, 31),
            YearPart::Half(half) => (half * 6, 31),
            YearPart::Quarter(quarter) => (quarter * 3, 31),
            YearPart::Month(month) => (month, 31),
            YearPart::Day(month, day) => (month, day),
        };
        Some((self.year?, month, day))
    }
}

impl FromStr for When {
    type Err = String;

    /// Reads "2022", "2022-Q3", "2022-H1", "2022-06" or "2022-06-30"; years 1900 to 2099.
    fn from_str(text: &str) -> Result<When, String> {
        let wrong = || format!("“{text}” is no date: write 2022, 2022-Q3, 2022-06 or 2022-06-30");
        let (year, rest) = text.split_once('-').map_or((text, None), |(y, rest)| (y, Some(rest)));
        let number = |text: &str, least: u8, most: u8| {
            let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text.parse().ok().filter(|number| (least..=most).contains(number));
            number.filter(|_| plain).ok_or_else(wrong)
        };
        let century = u16::from(number(year.get(..2).unwrap_or_default(), 19, 20)?);
        let year = century * 100 + u16::from(number(year.get(2..).unwrap_or_default(), 0, 99)?);
        let part = match rest {
            None => YearPart::Whole,
            Some(rest) => match (rest.as_bytes().first(), rest.split_once('-')) {
                (Some(b'Q' | b'q'), _) => YearPart::Quarter(number(&rest[1..], 1, 4)?),
                (Some(b'H' | b'h'), _) => YearPart::Half(number(&rest[1..], 1, 2)?),
                (_, None) => YearPart::Month(number(rest, 1, 12)?),
                (_, Some((month, day))) => {
                    YearPart::Day(number(month, 1, 12)?, number(day, 1, 31)?)
                }
            },
        };
        Ok(When { year: Some(year), part })
    }
}

/// What part of a year is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum YearPart {
    /// All of it.
    Whole,
    /// 1 or 2.
    Half(u8),
    /// 1 to 4.
    Quarter(u8),
    /// 1 to 12.
    Month(u8),
    /// Month 1 to 12, day 1 to 31.
    Day(u8, u8),
}

/// The time that a finding means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PeriodValue {
    /// One stretch.
    One(When),
    /// From one to another, both included, in the order said.
    Range(When, When),
    /// So many of the latest years, or quarters ("the last three years").
    Latest {
        /// How many, from 1.
        count: u8,
        /// Whether they are quarters.
        quarters: bool,
    },
}

impl PeriodValue {
    /// The years that it covers, rising; none for a time without a year.
    pub fn years(&self) -> Vec<u16> {
        match self {
            PeriodValue::One(when) => when.year.into_iter().collect(),
            PeriodValue::Range(from, to) => match (from.year, to.year) {
                (Some(a), Some(b)) => (a.min(b)..=a.max(b)).collect(),
                (a, b) => a.or(b).into_iter().collect(),
            },
            PeriodValue::Latest { .. } => Vec::new(),
        }
    }
}

/// A time that a question names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Period {
    /// Where.
    pub found: Found,
    /// What it means.
    pub value: PeriodValue,
    /// Whether a fiscal year is said ("FY2022", "fiscal 2022").
    pub fiscal: bool,
}

impl Period {
    /// The years that it covers, rising; none for a time without a year.
    pub fn years(&self) -> Vec<u16> {
        self.value.years()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_covers_the_years_between_in_either_order() {
        let year = |year| When { year: Some(year), part: YearPart::Whole };
        let period = Period {
            found: Found { key: String::new(), label: String::new(), spans: Vec::new() },
            value: PeriodValue::Range(year(2022), year(2020)),
            fiscal: false,
        };
        assert_eq!(period.years(), [2020, 2021, 2022]);
    }

    #[test]
    fn times_are_read_and_have_ends() {
        let read = |text: &str| text.parse::<When>();
        for (text, first, last) in [
            ("2022", (2022, 1, 1), (2022, 12, 31)),
            ("2022-Q3", (2022, 7, 1), (2022, 9, 31)),
            ("2022-h2", (2022, 7, 1), (2022, 12, 31)),
            ("2022-06", (2022, 6, 1), (2022, 6, 31)),
            ("1999-06-09", (1999, 6, 9), (1999, 6, 9)),
        ] {
            let when = read(text).unwrap();
            assert_eq!((when.first_day(), when.last_day()), (Some(first), Some(last)), "{text}");
        }
        for wrong in ["", "22", "20222", "2022-", "2022-13", "2022-Q5", "2022-06-", "2022-06-32"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        for wrong in ["+202", "20é2", "2022-é", "2022-+1", "1822", "2022-6-1-1", "Q3"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
