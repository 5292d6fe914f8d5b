//! Owns how a company's own years lie in the calendar, as a document of it tells.

use crate::time::{date, in_short, quarter, quarter_name, split, year};

/// How a company's years lie in the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fiscal {
    /// What is added to the calendar year of a date that ends a year, to get the year's name: −1 where
    /// the year that ended on January 28, 2023 is "fiscal 2022".
    pub offset: i16,
    /// The month in which a year ends, from 1, where the document says it.
    pub end_month: Option<u8>,
}

impl Fiscal {
    /// The name of the year to which a month of the calendar belongs.
    pub(crate) fn named(self, year: u16, month: u8) -> u16 {
        let later = self.end_month.is_some_and(|end| month > end);
        (year + u16::from(later)).saturating_add_signed(self.offset)
    }

    /// Reads it from a document's text, by what most places say.
    pub fn of(text: &str) -> Fiscal {
        let mut months = [0_u32; 13];
        let mut offsets = [0_u32; 3];
        let mut vote = |month: u8, offset: i32| {
            if let Some(votes) = usize::try_from(offset + 1).ok().and_then(|n| offsets.get_mut(n)) {
                *votes += 1;
                months[usize::from(month)] += 1;
            }
        };
        let lower = text.to_lowercase();
        let (mut annual, mut newest) = (Vec::new(), None);
        for (at, word) in ["ended", "ending"].iter().flat_map(|word| lower.match_indices(word)) {
            let tail = words(&lower, at + word.len(), 90);
            let before = words_before(&lower, at, 70);
            let Some((month, year, used)) = date(&tail) else { continue };
            if before.last().is_some_and(|word| word == "year" || word == "years") {
                annual.push(month);
            }
            let Some(year) = year else { continue };
            if word == "ended" {
                newest = newest.max(Some((year, month)));
            }
            let near = &before[before.len().saturating_sub(7)..];
            let behind = &tail[used..tail.len().min(used + 6)];
            // "fiscal 2022 … ended January 28, 2023" and "ended January 28, 2023 (fiscal 2022)";
            // "the third quarter of 2022 ended October 29, 2022" tells of the year what "fiscal 2022" does.
            if let Some((quarter, named)) = quarter_name(near).or_else(|| quarter_name(behind)) {
                let end = year_end(month, quarter);
                vote(end, i32::from(named) - i32::from(year) - i32::from(month > end));
            } else if is_of_less_than_a_year(near) {
                annual.extend(last_quarter(near).map(|quarter| year_end(month, quarter)));
            } else if let Some(named) =
                fiscal_name(near).or_else(|| fiscal_name(&behind[..behind.len().min(3)]))
            {
                vote(month, i32::from(named) - i32::from(year));
            }
        }
        for month in annual {
            months[usize::from(month)] += 1;
        }
        let best = |votes: &[u32]| {
            let most = votes.iter().copied().max().unwrap_or(0);
            (most > 0).then(|| votes.iter().position(|n| *n == most)).flatten()
        };
        let end_month = best(&months).and_then(|m| u8::try_from(m).ok());
        let offset = match (best(&offsets), newest, end_month) {
            (Some(at), ..) => at as i16 - 1,
            (None, Some((year, month)), Some(end @ 1..=3)) => {
                let named = year + u16::from(month > end);
                -i16::from(speaks_more_of(&split(&lower), named - 1, named))
            }
            _ => 0,
        };
        // A year is named after another only where it ends near the turn of one.
        let possible =
            matches!((offset, end_month), (0, _) | (-1, Some(1..=3)) | (1, Some(6..=12)));
        Fiscal { offset: if possible { offset } else { 0 }, end_month }
    }
}

/// The month in which a company's year ends of which a quarter ends in this month.
fn year_end(month: u8, quarter: u8) -> u8 {
    (month + 3 * (4 - quarter) - 1) % 12 + 1
}

/// "fiscal 2022 and the six months" before "ended": the day is none of that year's.
fn is_of_less_than_a_year(before: &[String]) -> bool {
    match before {
        [.., unit] if matches!(unit.as_str(), "months" | "month" | "quarter" | "period") => true,
        [.., count, unit] if matches!(unit.as_str(), "weeks" | "week") => {
            !matches!(count.as_str(), "52" | "53" | "two" | "three")
        }
        _ => false,
    }
}

/// "first quarter" right before "ended".
fn last_quarter(before: &[String]) -> Option<u8> {
    quarter(before, before.len().checked_sub(1)?)
}

fn words(text: &str, from: usize, most: usize) -> Vec<String> {
    let mut end = (from + most).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    split(text.get(from..end).unwrap_or_default())
}

fn words_before(text: &str, to: usize, most: usize) -> Vec<String> {
    let mut start = to.saturating_sub(most);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    split(text.get(start..to).unwrap_or_default())
}

/// The year in "fiscal 2022", "fiscal year 2022", "fy2022".
fn fiscal_name(words: &[String]) -> Option<u16> {
    words.iter().enumerate().rev().find_map(|(at, word)| {
        if word.starts_with("fy") {
            return in_short(word);
        }
        let fiscal = |n: usize| at.checked_sub(n).is_some_and(|n| words[n] == "fiscal");
        (fiscal(1) || fiscal(2) && words[at - 1] == "year").then(|| year(word)).flatten()
    })
}

/// Whether a text names one year of a company more often than another: "fiscal 2022", "the third quarter of
/// 2022", "2022 third quarter".
fn speaks_more_of(words: &[String], one: u16, other: u16) -> bool {
    let mut counts = [0_u32; 2];
    for at in 0..words.len() {
        let behind = &words[at..words.len().min(at + 5)];
        let led = words.get(at + 2).is_some_and(|word| word == "quarter");
        let named = match words[at].as_str() {
            "fiscal" => behind[1..].iter().take(2).find_map(|word| year(word)),
            "quarter" => quarter_name(&words[at.saturating_sub(1)..at + behind.len()])
                .map(|(_, named)| named),
            word => in_short(word).or_else(|| year(word).filter(|_| led)),
        };
        for (count, year) in counts.iter_mut().zip([one, other]) {
            *count += u32::from(named == Some(year));
        }
    }
    counts[0] > counts[1]
}

#[cfg(test)]
mod tests {
    use citelight_core::{When, YearPart};

    use super::*;
    use crate::time::read;

    fn whole(year: u16) -> When {
        When { year: Some(year), part: YearPart::Whole }
    }

    #[test]
    fn years_are_named_as_the_company_names_them() {
        let shop = Fiscal::of(
            "fiscal 2022 refers to the 52 weeks ended January 28, 2023. The fiscal year ended January 28, 2023 was …",
        );
        assert_eq!((shop.offset, shop.end_month), (-1, Some(1)));
        let headers = ["January 28, 2023".to_owned()];
        assert!(read(&headers, shop).0.unwrap().is(whole(2022), shop));
        let quarter = ["Three Months Ended".to_owned(), "July 29, 2023".to_owned()];
        let weeks = Fiscal { offset: 0, end_month: Some(1) };
        let second = When { year: Some(2024), part: YearPart::Quarter(2) };
        assert!(read(&quarter, weeks).0.unwrap().is(second, weeks));
        let calendar = Fiscal { offset: 0, end_month: Some(12) };
        let few_days = ["Three Months Ended July 2, 2023".to_owned()];
        let second = When { year: Some(2023), part: YearPart::Quarter(2) };
        assert!(read(&few_days, calendar).0.unwrap().is(second, calendar));
        assert!(
            read(&["January 1, 2023".to_owned()], calendar).0.unwrap().is(whole(2022), calendar)
        );
        let other = Fiscal::of("For the fiscal year ended January 28, 2017 (“fiscal 2017”)");
        assert_eq!((other.offset, other.end_month), (0, Some(1)));
        for (text, offset, end_month) in [
            ("third quarter of 2022, the thirteen weeks ended October 29, 2022", -1, 1),
            ("the fiscal year ending February 3, 2024 (“fiscal 2023”)", -1, 1),
            ("for the 13 weeks ended April 29, 2023 (“first quarter of fiscal 2023”)", -1, 1),
            ("the 13-week second quarter ended July 29, 2023 (“Q2 FY24”)", 0, 1),
            (
                "For the year ended January 29, 2022. The weeks ended October 29, 2022. In the third quarter of 2022",
                -1,
                1,
            ),
            (
                "For the year ended January 31, 2023. Months ended April 30, 2023. Fiscal 2024 and fiscal year 2024, fiscal 2023.",
                0,
                1,
            ),
            (
                "Form 10-K for the fiscal year ended December 2, 2022. In fiscal 2022 and the six months ended June 2, 2023",
                0,
                11,
            ),
            ("results for the first quarter ended January 31, 2024", 0, 10),
            ("results for the second quarter of 2023, ended June 30, 2023", 0, 12),
            ("its first quarter of fiscal 2025, ended September 30, 2024", 0, 6),
        ] {
            let read = Fiscal::of(text);
            assert_eq!((read.offset, read.end_month), (offset, Some(end_month)), "{text}");
        }
        let june = Fiscal::of("For the Fiscal Year Ended June 30, 2016");
        assert_eq!(june.end_month, Some(6));
    }
}
