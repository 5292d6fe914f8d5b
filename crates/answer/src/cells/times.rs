//! Which of a question's times a heading names: "Three Months Ended October 31, 2022" is the third quarter of a
//! year that ends in January.

use citelight_core::{Interpretation, PeriodValue, When, YearPart};

use crate::fiscal::Fiscal;
use crate::stretch::stretches;
use crate::time::{Time, read};

/// The times that a question names.
#[derive(Debug, Clone, Default)]
pub struct AskedTimes {
    times: Vec<When>,
    /// How many months they cover, where the question says so beside the day on which they end.
    months: Option<u8>,
}

impl AskedTimes {
    /// The times of a question, those without a year left out.
    pub fn of(question: &str, asked: &Interpretation) -> AskedTimes {
        let periods = asked.periods.iter();
        let spans = periods.flat_map(|one| one.found.spans.iter().map(|span| (*span, one.value)));
        let (times, months) = stretches(question, spans.collect());
        let times = times.into_iter().flat_map(|(_, value)| match value {
            PeriodValue::One(when) => vec![when],
            PeriodValue::Range(from, to) => vec![from, to],
            PeriodValue::Latest { .. } => Vec::new(),
        });
        AskedTimes { times: times.filter(|when| when.year.is_some()).collect(), months }
    }

    /// Whether the question names no time.
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// Whether a time is one that is asked for.
    pub(crate) fn holds(&self, time: Time, fiscal: Fiscal) -> bool {
        let as_long = self.months.is_none() || time.months.is_none() || time.months == self.months;
        as_long && self.times.iter().any(|when| time.is(*when, fiscal))
    }

    /// Whether a time that names no month may be one that is asked for: the year and its length are.
    pub(crate) fn may_hold(&self, time: Time) -> bool {
        let months = |when: &When| match when.part {
            YearPart::Whole => Some(12),
            YearPart::Half(_) => Some(6),
            YearPart::Quarter(_) => Some(3),
            YearPart::Month(_) | YearPart::Day(..) => self.months,
        };
        time.month.is_none()
            && time.quarter.is_none()
            && self.times.iter().any(|when| {
                when.year == time.year && time.months.is_none_or(|own| months(when) == Some(own))
            })
    }

    /// 1 where a heading names a time that is asked for, -1 where it names another alone; 0 where it names
    /// none, or several.
    pub fn met(&self, heading: &str, fiscal: Fiscal) -> f32 {
        if self.is_empty() {
            return 0.0;
        }
        let (Some(time), false) = read(&[heading.to_owned()], fiscal) else { return 0.0 };
        if self.holds(time, fiscal) { 1.0 } else { -1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_name_the_time_that_is_asked_for() {
        let january = Fiscal { offset: 0, end_month: Some(1) };
        let third = When { year: Some(2023), part: YearPart::Quarter(3) };
        let asked = AskedTimes { times: vec![third], months: None };
        assert_eq!(asked.met("Three Months Ended October 31, 2022", january), 1.0);
        assert_eq!(asked.met("Nine Months Ended October 31, 2022", january), -1.0);
        assert_eq!(asked.met("Three Months Ended October 31, 2021", january), -1.0);
        assert_eq!(asked.met("Change in percent", january), 0.0);
        let july = When { year: Some(2023), part: YearPart::Month(7) };
        let asked = AskedTimes { times: vec![july], months: Some(3) };
        assert_eq!(asked.met("Three Months Ended July 31, 2023", january), 1.0);
        assert_eq!(asked.met("Six Months Ended July 31, 2023", january), -1.0);
        assert_eq!(AskedTimes::default().met("2023", january), 0.0);
    }
}
