//! Owns the time of a side that is said by that of the other: "… and a year before", "the same quarter of
//! 2022", "the quarter before", "than in the second".

use citelight_core::{PeriodValue, Side, When, YearPart};

use crate::periods::ordinal;

/// Words of a side that says no more than such a time.
const LONGEST: usize = 7;
/// What says that the year before is meant.
const YEAR_BEFORE: [&str; 10] = [
    "last year",
    "prior year",
    "previous year",
    "preceding year",
    "year before",
    "year earlier",
    "year ago",
    "twelve months before",
    "twelve months earlier",
    "12 months earlier",
];
/// What says that the quarter before is meant.
const QUARTER_BEFORE: [&str; 6] = [
    "quarter before",
    "quarter earlier",
    "prior quarter",
    "previous quarter",
    "preceding quarter",
    "last quarter",
];
/// What says that the same part of another year is meant.
const SAME: [&str; 5] = ["same ", "corresponding ", "prior", "previous", "preceding"];

/// Gives the second of two sides the time that its words mean beside the first's, and asks it as if that had
/// been written out.
pub(crate) fn set_other_time(sides: &mut [Side]) {
    sides.iter_mut().for_each(write_out_ordinal);
    let [first, second] = sides else { return };
    let [PeriodValue::One(now)] = first.periods[..] else { return };
    let Some(then) = other(now, second) else { return };
    second.periods = vec![PeriodValue::One(then)];
    if second.label.split_whitespace().count() > LONGEST {
        return;
    }
    let Some(written) = written(&first.label, now, then) else { return };
    if first.query.contains(&first.label) {
        second.query = first.query.replacen(&first.label, &written, 1);
    } else {
        second.query = second.query.replacen(&second.label, &written, 1);
    }
    // Two years are told apart as they are written.
    if then.part != YearPart::Whole || second.label.parse::<u16>().is_err() {
        second.label = written;
    }
}

/// "the first" of "the first and the second quarter of 2023" says by itself no time.
fn write_out_ordinal(side: &mut Side) {
    let [PeriodValue::One(When { year: Some(year), part: YearPart::Quarter(quarter) })] =
        side.periods[..]
    else {
        return;
    };
    if lone_ordinal(&side.label.to_lowercase()).is_some() {
        let written = format!("Q{quarter} {year}");
        side.query = side.query.replacen(&side.label, &written, 1);
        side.label = written;
    }
}

/// The time that a side means whose own words need the other's.
fn other(now: When, side: &Side) -> Option<When> {
    let label = side.label.to_lowercase();
    let says = |all: &[&str]| all.iter().any(|words| label.contains(words));
    let year = now.year?;
    match side.periods[..] {
        [] if says(&YEAR_BEFORE) => Some(When { year: Some(year - 1), ..now }),
        [] => {
            let YearPart::Quarter(quarter) = now.part else { return None };
            let at = |year, quarter| When { year: Some(year), part: YearPart::Quarter(quarter) };
            match (says(&QUARTER_BEFORE), quarter) {
                (true, 1) => Some(at(year - 1, 4)),
                (true, quarter) => Some(at(year, quarter - 1)),
                (false, _) => lone_ordinal(&label).map(|quarter| at(year, quarter)),
            }
        }
        [PeriodValue::One(when)] if when.part == YearPart::Whole => {
            let query = side.query.to_lowercase();
            let part = |words: &str| query.contains(&format!("same {words}"));
            let same = says(&SAME) || ["quarter", "period", "month"].iter().any(|one| part(one));
            (same && when.year.is_some()).then_some(When { part: now.part, ..when })
        }
        _ => None,
    }
}

/// "the second" by itself.
fn lone_ordinal(label: &str) -> Option<u8> {
    ordinal(label.trim_start_matches("the ").trim())
}

/// The other time as the first one is written, where only the year is another; else in short.
fn written(label: &str, now: When, then: When) -> Option<String> {
    let (year, other) = (now.year?.to_string(), then.year?.to_string());
    match then.part {
        part if part == now.part && label.contains(&year) => Some(label.replacen(&year, &other, 1)),
        YearPart::Quarter(quarter) => Some(format!("Q{quarter} {other}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use citelight_core::Span;

    use super::*;

    fn side(label: &str, query: &str, periods: &[When]) -> Side {
        Side {
            label: label.to_owned(),
            span: Span::new(0, 1),
            query: query.to_owned(),
            documents: Vec::new(),
            periods: periods.iter().copied().map(PeriodValue::One).collect(),
            references: Vec::new(),
        }
    }

    #[test]
    fn a_time_that_is_said_by_the_other_is_written_out() {
        let at = |year, part| When { year: Some(year), part };
        let now = at(2024, YearPart::Quarter(1));
        let whole = at(2022, YearPart::Whole);
        for (label, own, label_then, then) in [
            ("last year", None, "the first quarter of 2023", at(2023, YearPart::Quarter(1))),
            ("a year before", None, "the first quarter of 2023", at(2023, YearPart::Quarter(1))),
            ("the quarter before", None, "Q4 2023", at(2023, YearPart::Quarter(4))),
            ("third", None, "Q3 2024", at(2024, YearPart::Quarter(3))),
            (
                "the same quarter of 2022",
                Some(whole),
                "the first quarter of 2022",
                at(2022, YearPart::Quarter(1)),
            ),
        ] {
            let first = "the first quarter of 2024";
            let own: Vec<When> = own.into_iter().collect();
            let mut sides = [
                side(first, &format!("Rent in {first}"), &[now]),
                side(label, &format!("Rent in {label}"), &own),
            ];
            set_other_time(&mut sides);
            assert_eq!(sides[1].label, label_then, "{label}");
            assert_eq!(sides[1].query, format!("Rent in {label_then}"));
            assert_eq!(sides[1].periods, [PeriodValue::One(then)]);
        }
        let mut first = [side("first", "Rent in the first", &[now])];
        set_other_time(&mut first);
        assert_eq!(
            (first[0].label.as_str(), first[0].query.as_str()),
            ("Q1 2024", "Rent in the Q1 2024")
        );
        let mut years = [
            side("2023", "Rent in 2023", &[at(2023, YearPart::Whole)]),
            side("2022", "Rent in 2022", &[whole]),
        ];
        set_other_time(&mut years);
        assert_eq!(
            (years[1].label.as_str(), &years[1].periods[..]),
            ("2022", &[PeriodValue::One(whole)][..])
        );
    }
}
