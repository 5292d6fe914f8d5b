//! Which values of a series are kept: those of one stretch, one unit and one line, of the periods asked for.

use std::collections::HashMap;

use citelight_core::{Interpretation, PeriodValue, YearPart};

use super::periods::{Stretch, period};
use super::values::Found;
use super::words::plain_label;

/// Lines called otherwise that are named, at most.
const NAMED: usize = 3;

/// The stretch of which a series is made: the one that the question names, else that of most periods.
pub(super) fn stretch_of(asked: &Interpretation, text: &str, found: &[Found]) -> Option<Stretch> {
    let quarters = |value: &PeriodValue| match value {
        PeriodValue::Latest { quarters, .. } => *quarters,
        PeriodValue::One(when) => matches!(when.part, YearPart::Quarter(_)),
        PeriodValue::Range(from, _) => matches!(from.part, YearPart::Quarter(_)),
    };
    let lower = text.to_lowercase();
    let many = |stretch: Stretch| {
        let mut ends: Vec<u32> =
            found.iter().filter(|one| one.stretch == stretch).map(|one| one.end).collect();
        ends.sort_unstable();
        ends.dedup();
        ends.len()
    };
    let says_quarter =
        lower.contains("quarter") || asked.periods.iter().any(|p| quarters(&p.value));
    let whole_years = |value: &PeriodValue| match value {
        PeriodValue::One(when) => when.part == YearPart::Whole && when.year.is_some(),
        PeriodValue::Range(from, to) => [from, to].iter().all(|when| when.part == YearPart::Whole),
        PeriodValue::Latest { .. } => false,
    };
    let says_year = lower.contains(" year")
        || lower.contains("annual")
        || asked.periods.iter().any(|p| whole_years(&p.value));
    if says_quarter && many(Stretch::Quarter) > 0 {
        return Some(Stretch::Quarter);
    }
    if says_year && many(Stretch::Year) > 0 {
        return Some(Stretch::Year);
    }
    // Of as many, the first to be named in a report's title: quarters before years before days.
    let all = [Stretch::Instant, Stretch::Year, Stretch::Quarter];
    all.into_iter().max_by_key(|stretch| many(*stretch)).filter(|stretch| many(*stretch) > 0)
}

/// Leaves values of one kind of unit: other currencies, and shares beside amounts, are told and left out.
/// Powers of ten may differ, since values are exact.
pub(super) fn keep_one_unit(found: &mut Vec<Found>) -> Option<String> {
    let kind = |unit: &str| unit.split(' ').next().unwrap_or_default().to_owned();
    let mut kinds: HashMap<String, usize> = HashMap::new();
    for one in found.iter() {
        *kinds.entry(kind(&one.unit)).or_default() += 1;
    }
    // A bare amount is one of the currency that its sister tables state, as far as anybody can tell.
    let scales = ["", "thousand", "million", "billion"];
    let named: Vec<&String> = kinds.keys().filter(|k| !scales.contains(&k.as_str())).collect();
    if named.len() < 2 {
        return None;
    }
    let most = named.into_iter().max_by_key(|kind| (kinds[*kind], (*kind).clone()))?.clone();
    let before = found.len();
    found.retain(|one| kind(&one.unit) == most || scales.contains(&kind(&one.unit).as_str()));
    let left = before - found.len();
    (left > 0).then(|| format!("{left} values that do not count {most} are left out."))
}

/// Leaves values of rows that are called the same as the latest one; gives what the others are called.
pub(super) fn keep_one_label(found: &mut Vec<Found>) -> Vec<String> {
    let Some(latest) = found.iter().max_by_key(|one| (one.said, one.end)) else {
        return Vec::new();
    };
    let wanted = plain_label(&latest.label);
    let mut others: Vec<String> = Vec::new();
    found.retain(|one| {
        let same = plain_label(&one.label) == wanted;
        if !same && others.len() < NAMED && !others.contains(&one.label) {
            others.push(one.label.clone());
        }
        same
    });
    others
}

/// Leaves the periods that the question names.
pub(super) fn keep_asked(found: &mut Vec<Found>, asked: &Interpretation) {
    let month = |(year, month, _): (u16, u8, u8)| u32::from(year) * 12 + u32::from(month) - 1;
    let (mut first, mut last) = (Vec::new(), Vec::new());
    for period in &asked.periods {
        let (from, to) = match period.value {
            PeriodValue::Range(from, to) => (from, to),
            PeriodValue::One(when) => (when, when),
            PeriodValue::Latest { .. } => continue,
        };
        first.extend(from.first_day().map(month));
        last.extend(to.last_day().map(month));
    }
    for period in &asked.periods {
        match period.value {
            // What is named beside a range goes on from it, or stands before.
            PeriodValue::Range(..) => {
                if let (Some(from), Some(to)) = (first.iter().min(), last.iter().max()) {
                    found.retain(|one| (*from..=*to).contains(&one.end));
                }
            }
            PeriodValue::Latest { count, .. } => {
                let mut ends: Vec<u32> = found.iter().map(|one| one.end).collect();
                ends.sort_unstable_by(|a, b| b.cmp(a));
                ends.dedup();
                ends.truncate(usize::from(count));
                found.retain(|one| ends.contains(&one.end));
            }
            PeriodValue::One(_) => {}
        }
    }
    keep_points(found, asked);
    keep_years(found, asked);
}

/// Leaves the quarters or months that the question names one by one, where at least two of them are among all.
fn keep_points(found: &mut Vec<Found>, asked: &Interpretation) {
    let mut points = Vec::new();
    for period in &asked.periods {
        match period.value {
            PeriodValue::One(when) => points.push(when),
            PeriodValue::Range(from, to) => points.extend([from, to]),
            PeriodValue::Latest { .. } => {}
        }
    }
    let whole = points.iter().any(|when| when.part == YearPart::Whole);
    let is_asked = |one: &Found| points.iter().any(|when| one.time.is(*when, one.fiscal));
    let mut ends: Vec<u32> = found.iter().filter(|one| is_asked(one)).map(|one| one.end).collect();
    ends.sort_unstable();
    ends.dedup();
    if !whole && points.len() > 2 && ends.len() >= 2 {
        found.retain(is_asked);
    }
}

/// Leaves the periods of the whole years that the question names ("the first three quarters of 2023"), where at
/// least two of them are among all.
fn keep_years(found: &mut Vec<Found>, asked: &Interpretation) {
    let whole = |value: PeriodValue| match value {
        PeriodValue::One(when) if when.part == YearPart::Whole => when.year,
        _ => None,
    };
    let years: Vec<String> = asked
        .periods
        .iter()
        .filter_map(|period| whole(period.value))
        .map(|year| year.to_string())
        .collect();
    let named = |one: &Found| {
        let name = period(one.time, one.stretch, one.end, one.fiscal);
        years.iter().any(|year| name.ends_with(year.as_str()))
    };
    let mut ends: Vec<u32> = found.iter().filter(|one| named(one)).map(|one| one.end).collect();
    ends.sort_unstable();
    ends.dedup();
    if ends.len() >= 2 {
        found.retain(named);
    }
}
