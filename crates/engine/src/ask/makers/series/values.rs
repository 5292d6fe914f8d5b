//! The values of a series: what one document says of a line, period by period.

use citelight_answer::{
    DocumentTables, Expr, Fiscal, Line, Operand, Place, Role, Row, Sheet, SheetCell, Time,
    calculate,
};
use citelight_core::{DocumentId, When, YearPart};
use citelight_text::ten_to;

use super::periods::{Stretch, stretch_and_end};
use super::words::plain_label;
use crate::ask::asker::Asker;
use crate::ask::makers::figure::unit_of;
use crate::ask::makers::rows::{Sought, plain_cell};

/// A value of a document.
pub(super) struct Found {
    pub(super) document: DocumentId,
    pub(super) operand: Operand,
    pub(super) stretch: Stretch,
    /// The month in which it ends, counted from year 0: what orders points.
    pub(super) end: u32,
    pub(super) label: String,
    pub(super) unit: String,
    /// The last month that its document speaks of: a later document restates an earlier one.
    pub(super) said: u32,
    pub(super) time: Time,
    pub(super) fiscal: Fiscal,
}

/// The values of a line in a document: those of the row that holds its latest one.
pub(super) fn of_document(
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
        let at = |when: Option<When>| {
            let line = Expr::Line(Line { when, ..sought.line.clone() });
            calculate(&line, tables, &asker.measures, &[], None).ok()
        };
        let latest =
            at(None).or_else(|| newest_first(tables).into_iter().find_map(|w| at(Some(w))));
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
        // Other tables may print a part under the same name: that they mean the same shows in what they say
        // of the same time.
        let time = |sheet: &Sheet, cell: &SheetCell| sheet.columns[cell.column].time;
        let agrees = |sister: &Sheet, other: &Row| {
            other.cells.iter().any(|theirs| {
                row.cells.iter().any(|own| {
                    time(sister, theirs).is_some()
                        && time(sister, theirs) == time(sheet, own)
                        && sister.value(other, theirs) == sheet.value(row, own)
                })
            })
        };
        for (sister_at, sister) in tables.sheets.iter().enumerate() {
            let own = Place { sheet: sister_at, row: 0, cell: 0 };
            let of_statement = statement.is_some() && tables.is_statement(own, statement);
            let same = sister.rows.iter().position(|other| {
                plain_label(&other.label) == wanted && (of_statement || agrees(sister, other))
            });
            rows.extend(same.filter(|_| sister_at != sheet_at).map(|row| (sister_at, row)));
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
        let before: Vec<(Stretch, u32)> = found.iter().map(|one| (one.stretch, one.end)).collect();
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
            // The first row counts, and for times that it has not the next.
            if before.contains(&(stretch, end)) {
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

/// The years and quarters of a document's columns, the newest first.
fn newest_first(tables: &DocumentTables) -> Vec<When> {
    let columns = tables.sheets.iter().flat_map(|sheet| &sheet.columns);
    let times = columns.filter(|column| column.role == Role::Value).filter_map(|c| c.time);
    let mut all: Vec<When> = times.filter_map(|time| time.named(tables.fiscal)).collect();
    all.sort_unstable_by_key(|when| std::cmp::Reverse((when.year, when.last_day())));
    all.dedup();
    all
}

/// Where one document of a company says that its years are named after the one before ("fiscal 2022 ended
/// January 28, 2023"), the others' years are named so too.
pub(super) fn name_years_alike(found: &mut [Found]) {
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
