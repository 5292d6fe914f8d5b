//! Owns the times of a table's columns: which year, which part of it, how long.

use citelight_core::{When, YearPart};
use citelight_text::{month, number_word, runs, short_year};

use crate::fiscal::Fiscal;

/// What a column's figures were taken over, or at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Time {
    /// The year as the company names it, where a year is said.
    pub year: Option<u16>,
    /// The year of the calendar in which it ends, where a month is said.
    pub calendar: Option<u16>,
    /// 1 to 4, where a quarter is named.
    pub quarter: Option<u8>,
    /// The month in which it ends, from 1, where one is said.
    pub month: Option<u8>,
    /// The month as it is written, where a few of its days belong to the one before: "May 7" ends April.
    pub written: Option<u8>,
    /// How many months it covers, where that is said; `None` for a date, or when nothing is said.
    pub months: Option<u8>,
}

/// Words in lower case, digits and letters kept together.
pub(crate) fn split(text: &str) -> Vec<String> {
    runs(text, char::is_alphanumeric).map(str::to_lowercase).collect()
}

pub(crate) fn year(word: &str) -> Option<u16> {
    (word.len() == 4).then(|| word.parse().ok()).flatten().filter(|y| (1950..2100).contains(y))
}

/// "january 28, 2023", "28 january 2023", "january 28": month, year, and how many words it took.
pub(crate) fn date(words: &[String]) -> Option<(u8, Option<u16>, usize)> {
    let at = words.iter().take(2).position(|word| month(word).is_some())?;
    let (month, back) = settled(month(&words[at])?, day_beside(words, at));
    let found = (at + 1..words.len().min(at + 3)).find_map(|n| Some((n, year(&words[n])?)));
    let year = found.map(|(_, year)| year - u16::from(back));
    Some((month, year, found.map_or(at + 2, |(n, _)| n + 1).min(words.len())))
}

/// The day that stands beside a month's name.
fn day_beside(words: &[String], at: usize) -> Option<u8> {
    let beside = |at: usize| day(words.get(at)?);
    beside(at + 1).or_else(|| beside(at.checked_sub(1)?))
}

fn day(word: &str) -> Option<u8> {
    word.parse().ok().filter(|day| (1..=31).contains(day))
}

/// A year or quarter of whole weeks may end a few days into the next month: July 2 ends June's quarter,
/// January 1, 2023 ends 2022. Gives the month meant, and whether it lies in the year before.
fn settled(month: u8, day: Option<u8>) -> (u8, bool) {
    match (month, day) {
        (1, Some(1..=7)) => (12, true),
        (month, Some(1..=7)) => (month - 1, false),
        (month, _) => (month, false),
    }
}

/// The quarter in "third quarter of 2022", "second quarter of fiscal 2024", "q4 fy23", and the year that
/// it belongs to.
pub(crate) fn quarter_name(words: &[String]) -> Option<(u8, u16)> {
    (0..words.len()).rev().find_map(|at| {
        let quarter = quarter(words, at)?;
        let mut behind = words[at + 1..].iter().take(4);
        let named = behind
            .find(|word| !matches!(word.as_str(), "of" | "the" | "fiscal" | "year" | "our"))?;
        Some((quarter, in_short(named).or_else(|| year(named))?))
    })
}

/// "3q23", "q323", "q2fy24": a quarter and its year written as one word.
fn in_one_word(word: &str) -> Option<(u8, u16)> {
    let (quarter, rest) = match word.strip_prefix('q') {
        Some(rest) => (rest.get(..1)?, rest.get(1..)?),
        None => (word.get(..1)?, word.get(1..)?.strip_prefix('q')?),
    };
    let quarter = quarter.parse().ok().filter(|quarter| (1..=4).contains(quarter))?;
    let named = in_short(rest).or_else(|| year(rest)).or_else(|| short_year(rest))?;
    Some((quarter, named))
}

/// The year in "fy2022", "fy22".
pub(crate) fn in_short(word: &str) -> Option<u16> {
    let digits = word.strip_prefix("fy")?;
    let two = digits.parse::<u16>().ok().filter(|_| digits.len() == 2).map(|n| 2000 + n);
    two.or_else(|| year(digits))
}

/// What headings say, uppermost first, of a time; `None` when they name none. `several`: whether they
/// name more than one year, as a column of changes does.
pub(crate) fn read(headers: &[String], fiscal: Fiscal) -> (Option<Time>, bool) {
    let words = split(&headers.join(" "));
    let mut time = Time::default();
    let mut years: Vec<u16> = Vec::new();
    let mut back = false;
    for (at, word) in words.iter().enumerate() {
        if let Some((quarter, year)) = in_one_word(word) {
            years.push(year);
            (time.quarter, time.months) = (Some(quarter), Some(3));
        } else if let Some(year) = in_short(word).or_else(|| year(word)) {
            years.push(year);
        } else if let Some(found) = month(word) {
            let (month, before) = settled(found, day_beside(&words, at));
            time.month = Some(month);
            time.written = Some(found).filter(|found| *found != month);
            back = before;
        }
        // "12/31/2019"
        let day = words.get(at + 1).and_then(|word| day(word));
        if let (Ok(month @ 1..=12), Some(_)) = (word.parse::<u8>(), day)
            && words.get(at + 2).is_some_and(|word| year(word).is_some())
        {
            time.month = Some(month);
        }
        if let Some(length) = length(&words, at) {
            time.months = Some(length);
        }
        if let Some(quarter) = quarter(&words, at) {
            time.quarter = Some(quarter);
            time.months = Some(3);
            // "Q3/24", "Q3-24".
            let short = words.get(at + 1).filter(|_| word.len() == 2);
            years.extend(short.and_then(|word| short_year(word)));
        }
    }
    if years.is_empty() {
        years.extend(year_in_short(&words));
    }
    years.dedup();
    let several = years.len() > 1;
    // The lowest heading is the column's own.
    time.year = years.last().copied();
    if let (Some(year), Some(month)) = (time.year, time.month) {
        time.calendar = Some(year - u16::from(back));
        time.year = Some(fiscal.named(year - u16::from(back), month));
    }
    let said = time.year.is_some() || time.months.is_some() || time.quarter.is_some();
    (said.then_some(time), several)
}

/// A year of two digits where nothing else can be meant: "Apr 30, 22", "Jan - Apr 23".
fn year_in_short(words: &[String]) -> Option<u16> {
    words.windows(3).rev().find_map(|w| {
        let before = month(&w[0]).is_some() && (day(&w[1]).is_some() || month(&w[1]).is_some());
        short_year(&w[2]).filter(|_| before)
    })
}

/// "three months", "13 weeks", "52 weeks", "twelve months", "year ended".
fn length(words: &[String], at: usize) -> Option<u8> {
    let unit = words[at].as_str();
    let before = at.checked_sub(1).map(|n| words[n].as_str()).unwrap_or_default();
    let count = number_word(before).or_else(|| before.parse().ok());
    match unit {
        "months" | "month" => count.filter(|count| matches!(count, 3 | 6 | 9 | 12)),
        "weeks" | "week" => match count? {
            12..=14 => Some(3),
            24 | 26 | 27 => Some(6),
            36 | 39 | 40 => Some(9),
            52 | 53 => Some(12),
            _ => None,
        },
        "year" | "years" if words.get(at + 1).is_some_and(|word| word.starts_with("end")) => {
            Some(12)
        }
        "quarter" | "quarters" | "quarterly" => Some(3),
        "annual" => Some(12),
        _ => None,
    }
}

pub(crate) fn quarter(words: &[String], at: usize) -> Option<u8> {
    let named = |word: &str| match word {
        "first" | "1st" => Some(1),
        "second" | "2nd" => Some(2),
        "third" | "3rd" => Some(3),
        "fourth" | "4th" => Some(4),
        _ => None,
    };
    match words[at].as_str() {
        "q1" | "1q" => Some(1),
        "q2" | "2q" => Some(2),
        "q3" | "3q" => Some(3),
        "q4" | "4q" => Some(4),
        "quarter" => at.checked_sub(1).and_then(|n| named(&words[n])),
        _ => None,
    }
}

impl Time {
    /// The quarter, named or told by the month in which it ends.
    fn quarter_of(&self, fiscal: Fiscal) -> Option<u8> {
        let by_month = || {
            let end = fiscal.end_month.unwrap_or(12);
            let since = (self.month? + 12 - end) % 12;
            match since {
                0 => Some(4),
                _ => Some(since.div_ceil(3).min(4)),
            }
        };
        self.quarter.or_else(by_month)
    }

    /// The year or the quarter of a year that it is, as the company names it; `None` for another stretch or a
    /// day.
    pub fn named(&self, fiscal: Fiscal) -> Option<When> {
        let part = match self.months {
            Some(12) => YearPart::Whole,
            Some(3) => YearPart::Quarter(self.quarter_of(fiscal)?),
            _ => return None,
        };
        Some(When { year: Some(self.year?), part })
    }

    /// Whether this is the time that is asked for, taken as the company's own year.
    pub fn is(&self, wanted: When, fiscal: Fiscal) -> bool {
        let Some(year) = wanted.year else { return false };
        match wanted.part {
            YearPart::Whole => {
                let at_end = match (self.months, self.month, fiscal.end_month) {
                    (None, Some(month), Some(end)) => month == end || month % 12 + 1 == end,
                    _ => true,
                };
                self.year == Some(year)
                    && self.quarter.is_none()
                    && matches!(self.months, None | Some(12))
                    && at_end
            }
            YearPart::Quarter(quarter) => {
                matches!(self.months, None | Some(3))
                    && (self.months.is_some() || self.quarter.is_some() || self.month.is_some())
                    && self.year == Some(year)
                    && self.quarter_of(fiscal) == Some(quarter)
            }
            YearPart::Half(half) => {
                let quarter = self.quarter_of(fiscal);
                self.months == Some(6) && self.year == Some(year) && quarter == Some(half * 2)
            }
            YearPart::Month(month) => {
                self.ends(fiscal) == Some((year, month))
                    || self.written == Some(month) && self.written_year() == Some(year)
            }
            YearPart::Day(month, day) => {
                let (month, back) = settled(month, Some(day));
                self.ends(fiscal) == Some((year - u16::from(back), month))
            }
        }
    }

    /// The year of the calendar in which it is written to end.
    fn written_year(&self) -> Option<u16> {
        let turned = self.written == Some(1);
        self.calendar.map(|year| year + u16::from(turned))
    }

    /// The year of the calendar and the month in which it ends; that of a quarter by the company's year.
    fn ends(&self, fiscal: Fiscal) -> Option<(u16, u8)> {
        match (self.calendar.zip(self.month), self.year, self.quarter) {
            (Some(said), ..) => Some(said),
            (None, Some(year), Some(quarter)) if self.month.is_none() => {
                let year_ends = year.saturating_add_signed(-fiscal.offset);
                let month = fiscal.end_month? + 12 - 3 * 4_u8.saturating_sub(quarter);
                Some((year_ends - u16::from(month <= 12), (month - 1) % 12 + 1))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(headers: &[&str]) -> Time {
        let headers: Vec<String> = headers.iter().map(|h| (*h).to_owned()).collect();
        read(&headers, Fiscal { offset: 0, end_month: Some(12) }).0.unwrap_or_default()
    }

    fn whole(year: u16) -> When {
        When { year: Some(year), part: YearPart::Whole }
    }

    #[test]
    fn headings_tell_a_columns_time() {
        let fiscal = Fiscal { offset: 0, end_month: Some(12) };
        for headers in [
            &["Years ended December 31,", "2019"][..],
            &["2019"],
            &["At December 31, 2019"],
            &["FY19"],
            &["Fiscal year 2019"],
            &["Twelve Months Ended", "December 31, 2019"],
            &["Dec 31, 19"],
            &["Jan - Dec 19"],
        ] {
            assert!(time(headers).is(whole(2019), fiscal), "{headers:?}");
        }
        for headers in [
            &["Three Months Ended", "June 30, 2019"][..],
            &["Six Months Ended June 30,", "2019"],
            &["June 30, 2019"],
            &["Q2 2019"],
            &["Dec 19"],
            &["Apr 30, 19"],
        ] {
            assert!(!time(headers).is(whole(2019), fiscal), "{headers:?}");
        }
        let second = When { year: Some(2019), part: YearPart::Quarter(2) };
        for headers in
            [&["Three Months Ended", "June 30, 2019"][..], &["Q2 2019"], &["June 30, 2019"]]
        {
            assert!(time(headers).is(second, fiscal), "{headers:?}");
        }
        assert!(!time(&["Six Months Ended", "June 30, 2019"]).is(second, fiscal));
        let june = When { year: Some(2019), part: YearPart::Day(6, 30) };
        assert!(time(&["Q2/19"]).is(june, fiscal) && !time(&["Q3/19"]).is(june, fiscal));
        let shop = Fiscal { offset: -1, end_month: Some(1) };
        let october = When { year: Some(2022), part: YearPart::Month(10) };
        assert!(read(&["Q3 2022".to_owned()], shop).0.unwrap().is(october, shop));
        let may = When { year: Some(2023), part: YearPart::Month(5) };
        let april = When { year: Some(2023), part: YearPart::Month(4) };
        assert!(time(&["May 7, 2023"]).is(may, fiscal) && time(&["May 7, 2023"]).is(april, fiscal));
        for heading in ["Q2/19", "2Q19", "Q219", "Q2-19", "Q2FY19", "Q2 FY19", "2Q 2019"] {
            assert!(time(&[heading]).is(second, fiscal), "{heading}");
        }
    }

    #[test]
    fn a_comparison_of_years_is_told() {
        let headers = ["2019 vs. 2018".to_owned()];
        assert!(read(&headers, Fiscal::default()).1);
    }
}
