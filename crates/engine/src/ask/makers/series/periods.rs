//! The periods of a series: what stretch of time a column is of, when it ends, and how that is said.

use citelight_answer::{Fiscal, Time};
use citelight_text::MONTHS;

/// What stretch of time a value is of. Values of different stretches are never in one series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Stretch {
    Quarter,
    Year,
    /// A day: what a balance sheet shows.
    Instant,
}

impl Stretch {
    /// Months from one to the next; none where any day may follow another.
    pub(super) fn step(self) -> Option<u32> {
        match self {
            Stretch::Quarter => Some(3),
            Stretch::Year => Some(12),
            Stretch::Instant => None,
        }
    }
}

/// What stretch a column's time is, and the month in which it ends.
pub(super) fn stretch_and_end(time: Time, fiscal: Fiscal) -> Option<(Stretch, u32)> {
    let stretch = match (time.months, time.quarter, time.month) {
        (Some(12), ..) => Stretch::Year,
        (Some(3), ..) | (None, Some(_), _) => Stretch::Quarter,
        (Some(_), ..) => return None,
        (None, None, Some(_)) => Stretch::Instant,
        (None, None, None) => Stretch::Year,
    };
    let year_ends = u32::from(fiscal.end_month.unwrap_or(12));
    let month = |year: u16, month: u32| u32::from(year) * 12 + month - 1;
    let end = match (time.calendar, time.month, time.year, time.quarter) {
        (Some(year), Some(at), ..) => month(year, u32::from(at)),
        (_, _, Some(year), quarter) => {
            let last = month(year.saturating_add_signed(-fiscal.offset), year_ends);
            last - quarter.map_or(0, |quarter| (4 - u32::from(quarter.clamp(1, 4))) * 3)
        }
        _ => return None,
    };
    Some((stretch, end))
}

/// A period as it is shown.
pub(super) fn period(time: Time, stretch: Stretch, end: u32, fiscal: Fiscal) -> String {
    let year = time.year.map_or_else(|| (end / 12).to_string(), |year| year.to_string());
    let year_ends = u32::from(fiscal.end_month.unwrap_or(12));
    match stretch {
        Stretch::Year if year_ends == 12 => year,
        Stretch::Year => format!("FY{year}"),
        Stretch::Quarter => {
            let since = (end % 12 + 1 + 12 - year_ends) % 12;
            let told = if since == 0 { 4 } else { since.div_ceil(3).min(4) };
            format!("Q{} {year}", time.quarter.map_or(told, u32::from))
        }
        Stretch::Instant => {
            // A day at the beginning of a month is shown as it is written.
            let end = end + u32::from(time.written.is_some());
            let (first, rest) = MONTHS[(end % 12) as usize].split_at(1);
            format!("{}{rest} {}", first.to_uppercase(), end / 12)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_told_apart_by_the_stretch_that_they_cover() {
        let calendar = Fiscal { offset: 0, end_month: Some(12) };
        let time = |months: Option<u8>, quarter: Option<u8>, month: Option<u8>| Time {
            year: Some(2022),
            calendar: month.map(|_| 2022),
            quarter,
            month,
            written: None,
            months,
        };
        let end = |month: u32| 2022 * 12 + month - 1;
        for (time, expected) in [
            (time(Some(3), None, Some(6)), Some((Stretch::Quarter, end(6)))),
            (time(None, Some(2), None), Some((Stretch::Quarter, end(6)))),
            (time(Some(6), None, Some(6)), None),
            (time(Some(12), None, Some(12)), Some((Stretch::Year, end(12)))),
            (time(None, None, None), Some((Stretch::Year, end(12)))),
            (time(None, None, Some(6)), Some((Stretch::Instant, end(6)))),
        ] {
            assert_eq!(stretch_and_end(time, calendar), expected, "{time:?}");
        }
        let may = Time { written: Some(5), ..time(None, None, Some(4)) };
        assert_eq!(period(may, Stretch::Instant, end(4), calendar), "May 2022");
        assert_eq!(
            period(time(Some(3), None, Some(6)), Stretch::Quarter, end(6), calendar),
            "Q2 2022"
        );
    }
}
