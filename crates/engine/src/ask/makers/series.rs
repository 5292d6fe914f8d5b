//! Answers that are a series: one figure over several periods, from the tables of one company's documents,
//! each value a cited cell.

use std::collections::{BTreeMap, HashMap};

use citelight_answer::{
    DocumentTables, Expr, Fiscal, Line, Operand, Place, Role, Time, calculate, read,
};
use citelight_core::{
    DocumentId, Interpretation, LeadKind, PeriodValue, QuestionKind, Series, SeriesPoint, When,
    YearPart,
};
use citelight_question::series_subject;
use citelight_text::{squashed, ten_to};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::figure::{files_of, unit_of};
use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, cite_cell, part};
use crate::ask::compose::{Composed, Findings};
use crate::error::Result;

/// Documents that are looked through, at most.
const DOCUMENTS: usize = 40;
/// Fewer points are no series.
const FEWEST: usize = 3;
/// How likely it is that a series that was found is right. Set by hand.
const CONFIDENCE: f32 = 0.85;
/// Words of file names that name no company.
const NO_NAME: [&str; 18] = [
    "annual",
    "report",
    "quarterly",
    "quarter",
    "results",
    "form",
    "fy",
    "year",
    "first",
    "second",
    "third",
    "fourth",
    "interim",
    "financial",
    "statement",
    "statements",
    "earnings",
    "release",
];

/// What stretch of time a value is of. Values of different stretches are never in one series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Stretch {
    Quarter,
    Year,
    /// A day: what a balance sheet shows.
    Instant,
}

/// A value of a document.
struct Found {
    document: DocumentId,
    operand: Operand,
    stretch: Stretch,
    /// The month in which it ends, counted from year 0: what orders points.
    end: u32,
    label: String,
    unit: String,
    /// The last month that its document speaks of: a later document restates an earlier one.
    said: u32,
    period: String,
}

/// The series that a question asks for; `None` where it asks for none, or fewer than three periods are found.
pub(crate) fn series(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let question = findings.question;
    let Some(subject) = series_subject(&question.text) else { return Ok(None) };
    let Some(line) = line_of(asker, findings, &question.text[subject]) else { return Ok(None) };
    let scope = &question.whole.scope;
    let of_hits = findings.hits.iter().map(|hit| &hit.chunk.document);
    let documents: Vec<DocumentId> = if scope.len() <= DOCUMENTS {
        scope.clone()
    } else {
        let mut all: Vec<DocumentId> = Vec::new();
        for document in of_hits.clone() {
            if !all.contains(document) {
                all.push(document.clone());
            }
        }
        all
    };
    // Only one company's: figures of two are no series. The best passage says whose.
    let names = documents
        .iter()
        .map(|document| Ok((document.clone(), asker.documents.row(document)?.file_name)))
        .collect::<Result<HashMap<_, _>>>()?;
    let company_of = |document: &DocumentId| names.get(document).map(|name| company(name));
    let mut found: Vec<Found> = Vec::new();
    for document in &documents {
        let tables = asker.tables.of(document)?;
        found.extend(of_document(asker, document, &line, &tables));
    }
    let with_figures = |document: &&DocumentId| found.iter().any(|one| one.document == **document);
    let Some(first) = of_hits.clone().find(with_figures).or(found.first().map(|one| &one.document))
    else {
        return Ok(None);
    };
    let whose = company_of(first);
    let others: Vec<String> = {
        let mut others: Vec<String> =
            found.iter().filter_map(|one| company_of(&one.document)).collect();
        others.retain(|name| Some(name) != whose.as_ref());
        others.sort();
        others.dedup();
        others
    };
    found.retain(|one| company_of(&one.document) == whose);
    let Some(stretch) = stretch_of(&question.interpretation, &question.text, &found) else {
        return Ok(None);
    };
    found.retain(|one| one.stretch == stretch);
    let mut notes = Vec::new();
    if let Some(note) = keep_one_unit(&mut found) {
        notes.push(note);
    }
    keep_one_label(&mut found);
    keep_asked(&mut found, &question.interpretation);
    if !others.is_empty() {
        notes.push(format!(
            "Others have figures of their own, which are left out: {}. Name one to see its series.",
            others.join(", ")
        ));
    }
    compose(asker, found, &names, notes)
}

/// The line that is asked for, at its latest time.
fn line_of(asker: &Asker, findings: &Findings<'_>, subject: &str) -> Option<Line> {
    // The periods count for which points are shown, not for which line is meant.
    let asked = Interpretation { kind: QuestionKind::Number, ..Interpretation::default() };
    let plain = format!("What was {subject}?");
    let request = read(&plain, &asked, &asker.measures, &files_of(findings.hits))?;
    let line = request.expr.as_line()?.clone();
    Some(Line { when: None, back: 0, ..line })
}

/// The values of a line in a document: those of the row that holds its latest one.
fn of_document(
    asker: &Asker,
    document: &DocumentId,
    line: &Line,
    tables: &DocumentTables,
) -> Vec<Found> {
    let latest = calculate(&Expr::Line(line.clone()), tables, &asker.measures, &[], None);
    let Ok(latest) = latest else { return Vec::new() };
    // A measure that is made of several lines has no row of its own.
    let [chosen] = latest.operands.as_slice() else { return Vec::new() };
    let Place { sheet: sheet_at, row: row_at, .. } = chosen.place;
    let sheet = &tables.sheets[sheet_at];
    let row = &sheet.rows[row_at];
    let mut found = Vec::new();
    for (cell_at, cell) in row.cells.iter().enumerate() {
        let column = &sheet.columns[cell.column];
        let Some(time) = column.time.filter(|_| column.role == Role::Value) else { continue };
        if cell.figure.absent || !column.name.is_empty() {
            continue;
        }
        let Some((stretch, end)) = stretch_and_end(time, tables.fiscal) else { continue };
        let scale = if sheet.counts_ones(row, cell) { 0 } else { sheet.units.power };
        let place = Place { sheet: sheet_at, row: row_at, cell: cell_at };
        let operand = Operand {
            name: chosen.name.clone(),
            place,
            when: When { year: time.year, part: YearPart::Whole },
            value: cell.figure.value * ten_to(scale),
            score: chosen.score,
        };
        found.push(Found {
            document: document.clone(),
            unit: unit_of(&operand, tables),
            operand,
            stretch,
            end,
            label: row.label.clone(),
            said: 0,
            period: period(time, stretch, end, tables.fiscal),
        });
    }
    // One column of a time is enough; of two nobody can tell which is meant.
    let ends: Vec<(Stretch, u32)> = found.iter().map(|one| (one.stretch, one.end)).collect();
    let once = |one: &Found| ends.iter().filter(|end| **end == (one.stretch, one.end)).count() == 1;
    found.retain(once);
    let said = found.iter().map(|one| one.end).max().unwrap_or_default();
    found.iter_mut().for_each(|one| one.said = said);
    found
}

/// What stretch a column's time is, and the month in which it ends.
fn stretch_and_end(time: Time, fiscal: Fiscal) -> Option<(Stretch, u32)> {
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

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A period as it is shown.
fn period(time: Time, stretch: Stretch, end: u32, fiscal: Fiscal) -> String {
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
        Stretch::Instant => format!("{} {}", MONTHS[(end % 12) as usize], end / 12),
    }
}

/// The stretch of which a series is made: the one that the question names, else that of most periods.
fn stretch_of(asked: &Interpretation, text: &str, found: &[Found]) -> Option<Stretch> {
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
    let says_year = lower.contains(" year") || lower.contains("annual");
    if says_quarter && many(Stretch::Quarter) > 0 {
        return Some(Stretch::Quarter);
    }
    if says_year && many(Stretch::Year) > 0 {
        return Some(Stretch::Year);
    }
    let all = [Stretch::Quarter, Stretch::Year, Stretch::Instant];
    all.into_iter().max_by_key(|stretch| many(*stretch)).filter(|stretch| many(*stretch) > 0)
}

/// Leaves values of one kind of unit: other currencies, and shares beside amounts, are told and left out.
/// Powers of ten may differ, since values are exact.
fn keep_one_unit(found: &mut Vec<Found>) -> Option<String> {
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

/// Leaves values of rows that are called the same as the latest one.
fn keep_one_label(found: &mut Vec<Found>) {
    let plain = |label: &str| squashed(label).collect::<String>();
    let Some(latest) = found.iter().max_by_key(|one| (one.said, one.end)) else { return };
    let wanted = plain(&latest.label);
    let alike = |label: &str| {
        let own = plain(label);
        own == wanted || own.ends_with(&wanted) || wanted.ends_with(&own)
    };
    found.retain(|one| alike(&one.label));
}

/// Leaves the periods that the question names.
fn keep_asked(found: &mut Vec<Found>, asked: &Interpretation) {
    let month = |(year, month, _): (u16, u8, u8)| u32::from(year) * 12 + u32::from(month) - 1;
    for period in &asked.periods {
        match period.value {
            PeriodValue::Range(from, to) => {
                let (from, to) = (from.first_day().map(month), to.last_day().map(month));
                if let (Some(from), Some(to)) = (from, to) {
                    found.retain(|one| (from..=to).contains(&one.end));
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
}

/// Whose a document is, by its file's name: "lockheed" of "lockheed_2022q2.pdf".
fn company(file_name: &str) -> String {
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
    let words = stem.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    let named = |word: &String| {
        word.chars().count() > 1
            && !NO_NAME.contains(&word.as_str())
            && !MONTHS.iter().any(|month| month.to_lowercase().starts_with(word.as_str()))
    };
    words.filter(named).collect::<Vec<_>>().join(" ")
}

fn compose(
    asker: &Asker,
    found: Vec<Found>,
    names: &HashMap<DocumentId, String>,
    notes: Vec<String>,
) -> Result<Option<Composed>> {
    let mut by_end: BTreeMap<u32, Vec<Found>> = BTreeMap::new();
    for one in found {
        by_end.entry(one.end).or_default().push(one);
    }
    if by_end.len() < FEWEST {
        return Ok(None);
    }
    let mut cited = Cited::default();
    let mut points: Vec<SeriesPoint> = Vec::new();
    let (mut before, mut title, mut unit) = (None::<Decimal>, String::new(), String::new());
    let cite = |cited: &mut Cited, one: &Found| -> Result<Option<(String, u32)>> {
        let tables = asker.tables.of(&one.document)?;
        let file = names.get(&one.document).map(String::as_str).unwrap_or_default();
        let unit = one.unit.clone();
        let citation = cite_cell(&asker.store, &one.operand, unit, &tables, (&one.document, file))?;
        Ok(citation.map(|citation| (citation.quote.clone(), cited.add(citation))))
    };
    for mut all in by_end.into_values() {
        // The latest document counts; an earlier one that says something else was restated.
        all.sort_by_key(|one| std::cmp::Reverse(one.said));
        let Some(one) = all.first() else { continue };
        // What nobody can see is no part of an answer.
        let Some((value, citation)) = cite(&mut cited, one)? else { continue };
        let earlier = all.iter().rev().find(|other| differs(other, one));
        let restated = match earlier {
            Some(other) => cite(&mut cited, other)?,
            None => None,
        };
        let number = one.operand.value;
        let change = before.and_then(|before| change(before, number, &one.unit));
        before = Some(number);
        (title, unit) = (one.label.clone(), one.unit.clone());
        points.push(SeriesPoint {
            period: one.period.clone(),
            value,
            number: in_unit(number, &one.unit),
            change,
            citation,
            restated,
        });
    }
    if points.len() < FEWEST {
        return Ok(None);
    }
    let lead = lead(&points, &unit);
    for point in &points {
        let mut parts: Vec<_> =
            part(&format!("{}:", point.period), false, &[]).into_iter().collect();
        parts.extend(part(&point.value, true, &[point.citation]));
        if let Some(change) = &point.change {
            parts.extend(part(&format!("({change})"), false, &[]));
        }
        if let Some((value, n)) = &point.restated {
            parts.extend(part("restated; an earlier document says", false, &[]));
            parts.extend(part(value, false, &[*n]));
        }
        cited.say(parts, true);
    }
    let ends: Vec<u32> =
        [points.first(), points.last()].into_iter().flatten().map(|p| p.citation).collect();
    let mut composed = Composed::quoted(cited, CONFIDENCE);
    composed.details.note = (!notes.is_empty()).then(|| notes.join(" "));
    composed.details.series = Some(Series { title, unit, points });
    // The first item stands on a line of its own too.
    composed.text.insert(0, '\n');
    Ok(Some(composed.led_by(LeadKind::Number, lead, ends)))
}

/// Whether two documents say different things of one period; what one of them rounds more is the same.
fn differs(a: &Found, b: &Found) -> bool {
    let (a, b) = (a.operand.value, b.operand.value);
    let most = a.abs().max(b.abs());
    most > Decimal::ZERO && (a - b).abs() / most > Decimal::new(5, 4)
}

/// A value in its unit's power of ten: what its document writes.
fn in_unit(value: Decimal, unit: &str) -> f64 {
    let power = match unit.rsplit(' ').next() {
        Some("thousand") => 3,
        Some("million") => 6,
        Some("billion") => 9,
        _ => 0,
    };
    (value / ten_to(power)).to_f64().unwrap_or_default()
}

/// What changed from one value to the next: in percent, of shares in points.
fn change(before: Decimal, after: Decimal, unit: &str) -> Option<String> {
    let signed = |value: Decimal| {
        let rounded = value.round_dp(1);
        let sign = if rounded.is_sign_negative() && !rounded.is_zero() { "−" } else { "+" };
        format!("{sign}{}", rounded.abs().normalize())
    };
    if unit == "%" {
        return Some(format!("{} points", signed(after - before)));
    }
    // Of a loss, or from nothing, no percentage says anything.
    if before <= Decimal::ZERO {
        return None;
    }
    Some(format!("{}%", signed((after - before) / before * Decimal::ONE_HUNDRED)))
}

/// The first and the last value in a line.
fn lead(points: &[SeriesPoint], unit: &str) -> String {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return String::new() };
    let course = match last.number.total_cmp(&first.number) {
        std::cmp::Ordering::Greater => "up from",
        std::cmp::Ordering::Less => "down from",
        std::cmp::Ordering::Equal => "the same as",
    };
    let (now, then) = (with_unit(&last.value, unit), with_unit(&first.value, unit));
    format!("{now} in {}, {course} {then} in {}", last.period, first.period)
}

/// A value as written with what it counts: "$16,693 million", "USD 17,029 million".
fn with_unit(value: &str, unit: &str) -> String {
    let (code, scale) = match unit.split_once(' ') {
        Some((code, scale)) => (code, scale),
        None if unit.chars().all(char::is_uppercase) => (unit, ""),
        None => ("", unit),
    };
    let value = value.replace("$ ", "$");
    let marked = !value.starts_with(|c: char| c.is_ascii_digit() || c == '(');
    let before = if marked || code.is_empty() { String::new() } else { format!("{code} ") };
    let behind = if scale.is_empty() || value.ends_with(scale) {
        String::new()
    } else if scale == "%" {
        scale.to_owned()
    } else {
        format!(" {scale}")
    };
    format!("{before}{value}{behind}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_of_the_value_before() {
        let of = |a: i64, b: i64, unit: &str| change(a.into(), b.into(), unit);
        assert_eq!(of(200, 210, "USD million").as_deref(), Some("+5%"));
        assert_eq!(of(300, 200, "").as_deref(), Some("−33.3%"));
        assert_eq!(of(10, 12, "%").as_deref(), Some("+2 points"));
        assert_eq!((of(0, 5, ""), of(-5, 5, "")), (None, None));
    }

    #[test]
    fn a_value_is_said_with_what_it_counts() {
        for (value, unit, expected) in [
            ("$ 16,693", "USD million", "$16,693 million"),
            ("17,029", "USD million", "USD 17,029 million"),
            ("(12)", "EUR", "EUR (12)"),
            ("4.2", "%", "4.2%"),
            ("4.2%", "%", "4.2%"),
            ("9", "", "9"),
            ("9", "million", "9 million"),
        ] {
            assert_eq!(with_unit(value, unit), expected);
        }
    }

    #[test]
    fn files_tell_whose_they_are() {
        for (file, expected) in [
            ("lockheed_2022q2.pdf", "lockheed"),
            ("northstar-third-quarter-2025.pdf", "northstar"),
            ("2023 Annual Report Acme Foods.pdf", "acme foods"),
            ("FY2021.pdf", ""),
        ] {
            assert_eq!(company(file), expected, "{file}");
        }
    }

    #[test]
    fn columns_are_told_apart_by_the_stretch_that_they_cover() {
        let calendar = Fiscal { offset: 0, end_month: Some(12) };
        let time = |months, quarter, month| Time {
            year: Some(2022),
            calendar: month.map(|_: u8| 2022),
            quarter,
            month,
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
        assert_eq!(
            period(time(Some(3), None, Some(6)), Stretch::Quarter, end(6), calendar),
            "Q2 2022"
        );
    }
}
