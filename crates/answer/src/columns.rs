//! Owns what the headings of a column say: its time, and whether it holds values.

use citelight_text::{month, runs};

use crate::fiscal::Fiscal;
use crate::time::Time;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Values.
    Value,
    /// What changed between two times, or shares of another column.
    Change,
}

/// A column of a sheet.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its number in the table, from 0.
    pub number: u32,
    /// Its headings, uppermost first.
    pub headers: Vec<String>,
    /// Its time, where its headings (or the title) name one.
    pub time: Option<Time>,
    /// What it holds.
    pub role: Role,
    /// What is said of it besides times: "Consolidated", "As reported"; empty as a rule.
    pub name: String,
}

pub(crate) fn column(
    number: u32,
    headers: Vec<String>,
    caption: &str,
    corner: &str,
    fiscal: Fiscal,
) -> Column {
    let (mut time, several) = crate::time::read(&headers, fiscal);
    // "Years ended December 31," may stand over the labels, or in the title.
    for place in [corner, caption] {
        let (around, more) = crate::time::read(&[place.to_owned()], fiscal);
        let Some(around) = around else { continue };
        let own = time.get_or_insert_default();
        own.months = own.months.or(around.months);
        own.quarter = own.quarter.or(around.quarter.filter(|_| own.months == Some(3)));
        if !more {
            own.year = own.year.or(around.year);
        }
        if own.year.is_some() && own.month.is_none() && own.year == around.year {
            (own.month, own.calendar, own.written) =
                (around.month, around.calendar, around.written);
        }
    }
    let last = headers.last().map(|header| header.to_lowercase()).unwrap_or_default();
    let all = headers.join(" ").to_lowercase();
    let changes = [
        "change",
        "increase",
        "decrease",
        "variance",
        " vs",
        "vs.",
        "versus",
        "favorable",
        "growth",
        "o/(u)",
        "b/(w)",
        "(under)",
        "(worse)",
    ];
    let change = several
        || changes.iter().any(|word| all.contains(word))
        || last.trim() == "%"
        || last.contains("% of")
        || last.contains("percent of")
        || last.contains("note");
    Column {
        number,
        name: name(&headers),
        headers,
        time,
        role: if change { Role::Change } else { Role::Value },
    }
}

/// "Quarter ended" over the middle one of several dates is said of all of them: no table sets a stretch of
/// time beside a day.
pub(crate) fn spread_length(columns: &mut [Column]) {
    let values = || columns.iter().filter(|column| column.role == Role::Value);
    let mut said = values().filter_map(|column| column.time?.months);
    let (Some(months), None) = (said.next(), said.next()) else { return };
    let dated = |column: &Column| column.time.is_some_and(|time| time.month.is_some());
    if !values().all(dated) {
        return;
    }
    for time in columns.iter_mut().filter_map(|column| column.time.as_mut()) {
        time.months = time.months.or(Some(months));
    }
}

/// What headings say besides times and units.
fn name(headers: &[String]) -> String {
    let timely = [
        "year",
        "years",
        "ended",
        "ending",
        "month",
        "months",
        "week",
        "weeks",
        "quarter",
        "quarters",
        "fiscal",
        "december",
        "at",
        "as",
        "of",
        "for",
        "the",
        "in",
        "and",
        "three",
        "six",
        "nine",
        "twelve",
        "thirteen",
        "million",
        "millions",
        "thousand",
        "thousands",
        "dollars",
        "amounts",
        "first",
        "second",
        "third",
        "fourth",
        "restated",
        "actual",
        "usd",
        "audited",
        "unaudited",
    ];
    let words = headers.iter().flat_map(|header| runs(header, char::is_alphanumeric));
    let kept = words.filter(|word| {
        let lower = word.to_lowercase();
        !lower.contains(|c: char| c.is_ascii_digit())
            && month(&lower).is_none()
            && lower.len() > 1
            && !timely.contains(&lower.as_str())
    });
    kept.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_over_one_of_several_dates_is_said_of_all() {
        let columns = |headers: &[&str]| -> Vec<Option<u8>> {
            let column = |header: &&str| {
                super::column(1, vec![(*header).to_owned()], "", "", Fiscal::default())
            };
            let mut columns: Vec<Column> = headers.iter().map(column).collect();
            spread_length(&mut columns);
            columns.iter().map(|column| column.time.and_then(|time| time.months)).collect()
        };
        let dates = ["Sep 30, 2023", "Quarter ended Jun 30, 2023", "Sep 30, 2022", "% Change"];
        assert_eq!(columns(&dates), [Some(3), Some(3), Some(3), None]);
        assert_eq!(columns(&["June 30, 2023", "December 31, 2022"]), [None, None]);
    }

    #[test]
    fn what_stands_over_the_labels_is_said_of_all_columns() {
        let corner = "for the three months ended April 30, 2024";
        let fiscal = Fiscal { offset: 0, end_month: Some(10) };
        let time = super::column(1, vec!["Total".to_owned()], "", corner, fiscal).time.unwrap();
        assert_eq!((time.months, time.month, time.calendar), (Some(3), Some(4), Some(2024)));
    }

    #[test]
    fn columns_of_change_hold_no_values() {
        let column = |headers: &[&str]| {
            let headers = headers.iter().map(|header| (*header).to_owned()).collect();
            super::column(1, headers, "", "", Fiscal::default())
        };
        assert_eq!(column(&["2019", "% Change"]).role, Role::Change);
        assert_eq!(column(&["2019 vs. 2018"]).role, Role::Change);
        assert_eq!(column(&["2Q23", "$ O/(U)"]).role, Role::Change);
        let plain = column(&["Year Ended December 31,", "2019"]);
        assert_eq!((plain.role, plain.name.as_str()), (Role::Value, ""));
        assert_eq!(column(&["2019", "Pro Forma"]).name, "Pro Forma");
    }
}
