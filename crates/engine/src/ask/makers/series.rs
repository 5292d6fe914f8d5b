//! Answers that are a series: one figure over several periods, from the tables of one company's documents,
//! each value a cited cell.

mod periods;
mod words;

use std::collections::{BTreeMap, HashMap};

use citelight_answer::{
    DocumentTables, Expr, Fiscal, Line, Operand, Place, Role, Time, calculate, read,
};
use citelight_core::{
    DocumentId, Interpretation, LeadKind, PeriodValue, QuestionKind, Series, SeriesPoint, When,
    YearPart,
};
use citelight_question::series_subject;
use citelight_text::{MONTHS, squashed, ten_to};
use rust_decimal::Decimal;

use self::periods::{Stretch, period, stretch_and_end};
pub(super) use self::words::with_unit;
use self::words::{change, in_unit, lead};
use super::figure::{files_of, unit_of};
use super::rows::{Sought, plain_cell};
use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, cite_cell, part};
use crate::ask::compose::{Composed, Findings};
use crate::error::Result;

/// Documents that are looked through, at most.
const DOCUMENTS: usize = 40;
/// Documents whose names are looked at, at most.
const MOST_NAMES: usize = 5_000;
/// Shorter words of names stand in many questions by chance.
const SHORTEST_NAME: usize = 3;
/// Fewer points are no series: a report beside the year before it has two.
const FEWEST: usize = 2;
/// What a change counts from, where the period before is in no document.
const ON_THE_YEAR: &str = "on the year before";
/// Lines called otherwise that are named, at most.
const NAMED: usize = 3;
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
    time: Time,
    fiscal: Fiscal,
}

/// The series that a question asks for; `None` where it asks for none, or fewer than two periods are found.
pub(crate) fn series(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let question = findings.question;
    let Some(subject) = series_subject(&question.text) else { return Ok(None) };
    let Some(sought) = sought(asker, findings, &question.text[subject]) else { return Ok(None) };
    let scope = &question.whole.scope;
    let of_hits = findings.hits.iter().map(|hit| &hit.chunk.document);
    // Only one company's: figures of two are no series. The question or the best passage says whose.
    let names = scope
        .iter()
        .take(MOST_NAMES)
        .map(|document| Ok((document.clone(), asker.documents.row(document)?.file_name)))
        .collect::<Result<HashMap<_, _>>>()?;
    let company_of = |document: &DocumentId| names.get(document).map(|name| company(name));
    let asked: String = squashed(&question.text).collect();
    let is_named = |whose: &String| {
        let letters: String = squashed(whose).collect();
        letters.len() >= SHORTEST_NAME && asked.contains(&letters)
            || whose.split(' ').any(|word| word.len() > SHORTEST_NAME && asked.contains(word))
    };
    let by_name = scope.iter().find_map(|document| company_of(document).filter(is_named));
    let documents: Vec<DocumentId> = if scope.len() <= DOCUMENTS {
        scope.clone()
    } else {
        let best = of_hits.clone().next().and_then(company_of);
        let whose = by_name.clone().or(best).filter(|whose| !whose.is_empty());
        let mut all: Vec<DocumentId> = Vec::new();
        let akin = scope.iter().filter(|document| whose.is_some() && company_of(document) == whose);
        for document in akin.chain(of_hits.clone()) {
            if !all.contains(document) {
                all.push(document.clone());
            }
        }
        all.truncate(DOCUMENTS);
        all
    };
    let mut found: Vec<Found> = Vec::new();
    for document in &documents {
        let tables = asker.tables.of(document)?;
        let file = names.get(document).map(String::as_str).unwrap_or_default();
        found.extend(of_document(asker, (document, file), &sought, &tables));
    }
    let with_figures = |document: &&DocumentId| found.iter().any(|one| one.document == **document);
    let Some(first) = of_hits.clone().find(with_figures).or(found.first().map(|one| &one.document))
    else {
        return Ok(None);
    };
    let whose = by_name
        .clone()
        .filter(|whose| found.iter().any(|one| company_of(&one.document).as_ref() == Some(whose)))
        .or_else(|| company_of(first));
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
    let otherwise = keep_one_label(&mut found);
    if !otherwise.is_empty() {
        let called = otherwise.join(", ");
        notes.push(format!("Values of lines that are called otherwise are left out: {called}."));
    }
    keep_asked(&mut found, &question.interpretation);
    name_years_alike(&mut found);
    if !others.is_empty() && by_name.is_none() {
        notes.push(format!(
            "Others have figures of their own, which are left out: {}. Name one to see its series.",
            others.join(", ")
        ));
    }
    compose(asker, found, &names, notes)
}

/// The line that is asked for, at its latest time.
fn sought(asker: &Asker, findings: &Findings<'_>, subject: &str) -> Option<Sought> {
    // The periods count for which points are shown, not for which line is meant.
    let asked = Interpretation { kind: QuestionKind::Number, ..Interpretation::default() };
    let plain = format!("What was {subject}?");
    let request = read(&plain, &asked, &asker.measures, &files_of(findings.hits))?;
    let line = request.expr.as_line()?.clone();
    Some(Sought::new(Line { when: None, back: 0, ..line }, request.names, String::new()))
}

/// The values of a line in a document: those of the row that holds its latest one.
fn of_document(
    asker: &Asker,
    (document, file): (&DocumentId, &str),
    sought: &Sought,
    tables: &DocumentTables,
) -> Vec<Found> {
    let by_words = sought.by_words(asker, tables, file);
    let chosen = if by_words {
        let row = sought.row(asker, tables, file);
        row.map(|row| (plain_cell(tables, row), sought.line.phrase.clone(), 1.0))
    } else {
        let line = Expr::Line(sought.line.clone());
        let latest = calculate(&line, tables, &asker.measures, &[], None).ok();
        // A measure that is made of several lines has no row of its own.
        latest.and_then(|latest| match latest.operands.as_slice() {
            [one] => Some((one.place, one.name.clone(), one.score)),
            _ => None,
        })
    };
    let Some((chosen, name, score)) = chosen else { return Vec::new() };
    let Place { sheet: sheet_at, row: row_at, .. } = chosen;
    let (sheet, row, latest) = chosen.of(tables);
    let percent = sheet.is_percent(row, latest);
    let own_name = &sheet.columns[latest.column].name;
    // A release prints its quarter and its year in tables of their own, the same lines in both.
    let statement =
        sought.line.measure.and_then(|measure| asker.measures.measures[measure].statement);
    let mut rows = vec![(sheet_at, row_at)];
    if !by_words {
        let wanted = plain_label(&row.label);
        for (sister_at, sister) in tables.sheets.iter().enumerate() {
            let own = Place { sheet: sister_at, row: 0, cell: 0 };
            if sister_at != sheet_at && statement.is_some() && tables.is_statement(own, statement) {
                let same = sister.rows.iter().position(|row| plain_label(&row.label) == wanted);
                rows.extend(same.map(|row| (sister_at, row)));
            }
        }
    }
    let label = if by_words {
        row.path.iter().chain([&row.label]).map(String::as_str).collect::<Vec<_>>().join(" > ")
    } else {
        row.label.clone()
    };
    let mut found: Vec<Found> = Vec::new();
    for (sheet_at, row_at) in rows {
        let sheet = &tables.sheets[sheet_at];
        let row = &sheet.rows[row_at];
        let before: Vec<Stretch> = found.iter().map(|one| one.stretch).collect();
        for (cell_at, cell) in row.cells.iter().enumerate() {
            let column = &sheet.columns[cell.column];
            let Some(time) = column.time.filter(|_| column.role == Role::Value) else { continue };
            // Beside amounts many reports print what share of sales they are.
            if cell.figure.absent || sheet.is_percent(row, cell) != percent {
                continue;
            }
            let place = Place { sheet: sheet_at, row: row_at, cell: cell_at };
            if !column.name.is_empty() && place != chosen && column.name != *own_name {
                continue;
            }
            let Some((stretch, end)) = stretch_and_end(time, tables.fiscal) else { continue };
            // The first row counts, and for stretches that it has not the next.
            if before.contains(&stretch) {
                continue;
            }
            let scale = if sheet.counts_ones(row, cell) { 0 } else { sheet.units.power };
            let operand = Operand {
                name: name.clone(),
                place,
                when: When { year: time.year, part: YearPart::Whole },
                value: cell.figure.value * ten_to(scale),
                score,
            };
            found.push(Found {
                document: document.clone(),
                unit: unit_of(&operand, tables),
                operand,
                stretch,
                end,
                label: label.clone(),
                said: 0,
                time,
                fiscal: tables.fiscal,
            });
        }
    }
    // One column of a time is enough; of two nobody can tell which is meant.
    let ends: Vec<(Stretch, u32)> = found.iter().map(|one| (one.stretch, one.end)).collect();
    let once = |one: &Found| ends.iter().filter(|end| **end == (one.stretch, one.end)).count() == 1;
    found.retain(once);
    let said = found.iter().map(|one| one.end).max().unwrap_or_default();
    found.iter_mut().for_each(|one| one.said = said);
    found
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
    // Of as many, the first to be named in a report's title: quarters before years before days.
    let all = [Stretch::Instant, Stretch::Year, Stretch::Quarter];
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

/// Leaves values of rows that are called the same as the latest one; gives what the others are called.
fn keep_one_label(found: &mut Vec<Found>) -> Vec<String> {
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

/// A label without what one document says and the next leaves out: "Total net sales", "Net sales (1)";
/// "Net income (loss)", "Net income"; "Cash provided (used) by operations".
fn plain_label(label: &str) -> String {
    let mut depth = 0_usize;
    let outside: String = label
        .chars()
        .filter(|c| {
            depth += usize::from(*c == '(');
            let kept = depth == 0;
            depth = depth.saturating_sub(usize::from(*c == ')'));
            kept && (c.is_alphabetic() || c.is_whitespace() || *c == '>')
        })
        .collect();
    let letters: String = squashed(&outside).collect();
    letters.strip_prefix("total").map(str::to_owned).unwrap_or(letters)
}

/// Where one document of a company says that its years are named after the one before ("fiscal 2022 ended
/// January 28, 2023"), the others' years are named so too.
fn name_years_alike(found: &mut [Found]) {
    let Some(said) = found.iter().map(|one| one.fiscal).find(|fiscal| fiscal.offset != 0) else {
        return;
    };
    for one in found.iter_mut().filter(|one| one.fiscal.offset == 0) {
        if one.fiscal.end_month == said.end_month || one.fiscal.end_month.is_none() {
            one.time.year = one.time.year.map(|year| year.saturating_add_signed(said.offset));
            one.fiscal = said;
        }
    }
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
            && !MONTHS.iter().any(|month| month.starts_with(word.as_str()))
    };
    words.filter(named).collect::<Vec<_>>().join(" ")
}

fn compose(
    asker: &Asker,
    found: Vec<Found>,
    names: &HashMap<DocumentId, String>,
    mut notes: Vec<String>,
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
    let (mut before, mut title, mut unit) = (None::<(u32, Decimal)>, String::new(), String::new());
    let (mut gaps, mut earlier_values) = (false, Vec::<(u32, Decimal)>::new());
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
        // What changed over a period that nobody tells of is another thing.
        let gap = before
            .is_some_and(|(end, _)| one.stretch.step().is_some_and(|step| one.end - end != step));
        let change = match before.filter(|_| !gap) {
            Some((_, before)) => change(before, number, &one.unit),
            // Over a gap nothing but the same part of the year before says anything.
            None => earlier_values
                .iter()
                .find(|(end, _)| one.end - end == 12)
                .and_then(|(_, before)| change(*before, number, &one.unit))
                .map(|change| format!("{change} {ON_THE_YEAR}")),
        };
        gaps |= gap && change.is_none();
        before = Some((one.end, number));
        earlier_values.push((one.end, number));
        (title, unit) = (one.label.clone(), one.unit.clone());
        points.push(SeriesPoint {
            period: period(one.time, one.stretch, one.end, one.fiscal),
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
    if gaps {
        notes.push(
            "Not every period is in the documents: no change is given over a gap.".to_owned(),
        );
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn labels_of_one_line_are_one() {
        for (one, other) in [
            ("Total net sales", "Net sales (1)"),
            ("Net income (loss)", "Net income"),
            ("Cash provided (used) by operations", "Cash provided by operations"),
        ] {
            assert_eq!(plain_label(one), plain_label(other), "{one}");
        }
        assert_ne!(plain_label("Net income"), plain_label("Net sales"));
    }
}
