//! Owns which cell a line and a time mean, among all tables of a document.

use citelight_core::{When, YearPart};
use citelight_text::ten_to;
use rust_decimal::Decimal;

use crate::columns::Role;
use crate::expression::Line;
use crate::fiscal::Fiscal;
use crate::label::{Key, head, likeness};
use crate::measures::{Measure, Measures};
use crate::sheet::{Row, Sheet, SheetCell, is_per_share};
use crate::time::Time;

/// The least likeness of a label to the name of a known line, …
const LEAST_KNOWN: f32 = 0.6;
/// outside the line's own statement, …
const LEAST_ELSEWHERE: f32 = 0.8;
/// … and to words of the question.
const LEAST_WORDED: f32 = 0.9;
/// Candidates nearer than this to the best are as good as it.
const AS_GOOD: f32 = 0.04;
/// What the next name of a line costs, and what tells two names of one table apart.
const BETTER_NAME: f32 = 0.004;
/// Lines of a statement that make it certain that a table is that statement.
const CERTAIN_LINES: f32 = 5.0;

/// Parts that make a whole, at least.
const FEWEST_PARTS: usize = 2;

/// The tables of a document, each with the statement that it is.
#[derive(Debug, Clone)]
pub struct DocumentTables {
    /// The tables.
    pub sheets: Vec<Sheet>,
    /// How the company's years lie.
    pub fiscal: Fiscal,
    /// For each table the statement that it is, as an index into [`Measures::statements`], and how
    /// surely, 0 to 1.
    statements: Vec<Option<TableStatement>>,
}

/// The statement that a table is.
#[derive(Debug, Clone, Copy)]
struct TableStatement {
    statement: usize,
    /// 0 to 1.
    likelihood: f32,
    /// Whether it is the document's own: its title is the statement's, or no other table's is. The
    /// figures of a company in which the reporting one has a part look just the same.
    own: bool,
}

impl DocumentTables {
    /// Sorts tables by statement.
    pub fn new(mut sheets: Vec<Sheet>, fiscal: Fiscal, measures: &Measures) -> DocumentTables {
        let mut statements: Vec<Option<TableStatement>> =
            sheets.iter().map(|sheet| statement_of(sheet, measures)).collect();
        for statement in 0..measures.statements.len() {
            let of = |known: &&mut TableStatement| known.statement == statement;
            if !statements
                .iter_mut()
                .flatten()
                .filter(of)
                .any(|known| known.own && known.likelihood >= 0.6)
            {
                statements.iter_mut().flatten().filter(of).for_each(|known| known.own = true);
            }
        }
        // A table that does not say its units counts what the statements of its document count.
        let stated =
            sheets.iter().zip(&statements).filter(|(sheet, s)| s.is_some() && sheet.units.said);
        let mut votes = [0_u32; 13];
        for (sheet, _) in stated {
            votes[sheet.units.power.min(12) as usize] += 1;
        }
        let most = votes.iter().copied().max().unwrap_or(0);
        if let Some(power) = votes.iter().position(|votes| *votes == most && most > 0) {
            for (sheet, statement) in sheets.iter_mut().zip(&statements) {
                if statement.is_some() && !sheet.units.said {
                    sheet.units.power = u32::try_from(power).unwrap_or(0);
                }
            }
        }
        DocumentTables { sheets, fiscal, statements }
    }

    /// Whether a cell stands in the document's own statement of that kind, an index into
    /// [`Measures::statements`].
    pub fn is_statement(&self, place: Place, statement: Option<usize>) -> bool {
        let own = self.statements[place.sheet].filter(|known| known.own);
        own.map(|known| known.statement) == statement
    }

    /// The latest time of which a statement has a column: a whole year, or the month in which a later part
    /// of one ends.
    fn latest(&self) -> Option<When> {
        let own = self.sheets.iter().zip(&self.statements).filter(|(_, s)| s.is_some());
        let columns = own.flat_map(|(sheet, _)| &sheet.columns);
        let times = columns.filter(|column| column.role == Role::Value);
        let times: Vec<Time> = times.filter_map(|column| column.time).collect();
        let whole = |time: &&Time| {
            let year = When { year: time.year, part: YearPart::Whole };
            time.is(year, self.fiscal)
        };
        let end = |time: &Time| Some((time.calendar?, time.month?));
        let year = times.iter().filter(whole).max_by_key(|time| (time.year, end(time)));
        let month = times.iter().filter_map(end).max();
        match (year, month) {
            (Some(year), Some(last)) if end(year).is_some_and(|end| end >= last) => {
                Some(When { year: year.year, part: YearPart::Whole })
            }
            (Some(year), _) if end(year).is_none() => {
                Some(When { year: year.year, part: YearPart::Whole })
            }
            (_, Some((year, month))) => {
                Some(When { year: Some(year), part: YearPart::Month(month) })
            }
            (Some(year), None) => Some(When { year: year.year, part: YearPart::Whole }),
            (None, None) => None,
        }
    }

    /// The time of a line, with "latest" made a year.
    pub fn time_of(&self, line: &Line) -> Option<When> {
        let when = match line.when {
            Some(when) => when,
            None => self.latest()?,
        };
        Some(When { year: when.year.map(|year| year.saturating_sub(line.back)), ..when })
    }
}

fn statement_of(sheet: &Sheet, measures: &Measures) -> Option<TableStatement> {
    let labels: Vec<Key> = sheet.rows.iter().map(|row| Key::of(&row.label)).collect();
    let title = format!("{} {}", sheet.caption, sheet.heading).to_lowercase();
    let known = |(at, statement): (usize, &crate::measures::Statement)| {
        let held = statement.rows.iter().filter(|name| {
            labels.iter().any(|label| label == *name || label.find(name) == Some(0))
        });
        let named = statement.titles.iter().any(|name| title.contains(name.as_str()));
        let likelihood = held.count() as f32 / CERTAIN_LINES + if named { 0.3 } else { 0.0 };
        TableStatement { statement: at, likelihood, own: named }
    };
    let all = measures.statements.iter().enumerate().map(known);
    let best = all
        .filter(|known| known.likelihood >= 0.4)
        .max_by(|a, b| a.likelihood.total_cmp(&b.likelihood))?;
    Some(TableStatement { likelihood: best.likelihood.min(1.0), ..best })
}

/// A cell of a document's tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Index into [`DocumentTables::sheets`].
    pub sheet: usize,
    /// Index into [`Sheet::rows`].
    pub row: usize,
    /// Index into [`Row::cells`].
    pub cell: usize,
}

impl Place {
    /// What stands there.
    pub fn of(self, tables: &DocumentTables) -> (&Sheet, &Row, &SheetCell) {
        let sheet = &tables.sheets[self.sheet];
        let row = &sheet.rows[self.row];
        (sheet, row, &row.cells[self.cell])
    }
}

/// Which cell is meant.
#[derive(Debug, Clone, PartialEq)]
pub enum Choice {
    /// This one, with its score; 1 is a label that is exactly the name, in no known statement.
    Cell(Place, f32),
    /// Two that are as good and say different things.
    Ambiguous(Place, Place),
    /// None.
    Missing,
}

/// The cell that a line means at a time. `near`: pages on which the question's passages stand, which
/// count for more. `months`: how many the time covers, where it is named by its end.
pub fn choose(
    tables: &DocumentTables,
    line: &Line,
    measures: &Measures,
    near: &[u32],
    months: Option<u8>,
) -> Choice {
    let Some(when) = tables.time_of(line) else { return Choice::Missing };
    let measure = line.measure.map(|at| &measures.measures[at]);
    let worded = [Key::of(&line.phrase)];
    let (names, least) = match measure {
        Some(measure) => (measure.rows.as_slice(), LEAST_KNOWN),
        None => (worded.as_slice(), LEAST_WORDED),
    };
    let statement = measure.and_then(|measure| measure.statement).or(line.statement);
    let mut found: Vec<(f32, Place)> = Vec::new();
    let mut stated: Vec<Place> = Vec::new();
    for (at, sheet) in tables.sheets.iter().enumerate() {
        let own = tables.statements[at].map(|known| known.statement);
        // "Inventories" of a cash flow statement is how much they changed.
        if statement.is_some()
            && own != statement
            && own.is_some_and(|own| measures.statements[own].changes)
        {
            continue;
        }
        let others = measures.other_tables.as_slice();
        let base =
            sheet_score(sheet, tables.statements[at], statement, measure.is_some(), near, others);
        for (row_at, row) in sheet.rows.iter().enumerate() {
            let label = label_score(row, names, measure.map_or(&[], |m| m.never.as_slice()));
            // A label of which the name is a part only is trusted in the statement alone.
            let trusted = own.is_some() && own == statement;
            if label < least || measure.is_some() && label < LEAST_ELSEWHERE && !trusted {
                continue;
            }
            if wants_per_share(line) != is_per_share(row) {
                continue;
            }
            for (cell_at, cell) in row.cells.iter().enumerate() {
                let column = &sheet.columns[cell.column];
                if tables.statements[at]
                    .is_some_and(|known| known.own && Some(known.statement) == statement)
                    && label >= LEAST_ELSEWHERE
                {
                    stated.push(Place { sheet: at, row: row_at, cell: cell_at });
                }
                let timely = column.time.is_some_and(|time| time.is(when, tables.fiscal));
                if column.role != Role::Value || !timely {
                    continue;
                }
                let percent = sheet.is_percent(row, cell);
                if percent != measure.is_some_and(|m| m.percent) && measure.is_some() {
                    continue;
                }
                let plain =
                    ["", "total", "consolidated", "total company", "company", "consolidated total"]
                        .contains(&column.name.to_lowercase().as_str());
                let score = label + base - if plain { 0.0 } else { 0.15 };
                found.push((score, Place { sheet: at, row: row_at, cell: cell_at }));
            }
        }
    }
    if measure.is_some() {
        found.retain(|(_, place)| {
            tables.is_statement(*place, statement) || !contradicts(tables, *place, &stated)
        });
    }
    if matches!(when.part, YearPart::Month(_) | YearPart::Day(..)) {
        of_length(tables, &mut found, months);
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let Some(&(best, place)) = found.first() else { return Choice::Missing };
    // Two lines of one table with different names: the better name is meant.
    let (sheet, row, _) = place.of(tables);
    let rivals = |(score, other): &&(f32, Place)| {
        let named_otherwise = other.sheet == place.sheet
            && Key::of(&sheet.rows[other.row].label) != Key::of(&row.label);
        !(named_otherwise && best - score >= 0.9 * BETTER_NAME)
    };
    let as_good = found.iter().skip(1).take_while(|(score, _)| best - score < AS_GOOD);
    let other = as_good.filter(rivals).find(|(_, other)| {
        let (one, two) = (place.of(tables), other.of(tables));
        !same(one, two) && !two.2.figure.absent
    });
    match other {
        None => Choice::Cell(place, best),
        Some((_, other)) => {
            let whole = measure.and_then(|measure| whole(tables, measure, &found, best));
            whole.map_or(Choice::Ambiguous(place, *other), |place| Choice::Cell(place, best))
        }
    }
}

/// Of lines of one name, such as a release prints for the company and for each of its parts, that of the whole:
/// it stands first and is what the others add up to, but for what lies between them. `found` is sorted by
/// score, the best first.
fn whole(
    tables: &DocumentTables,
    measure: &Measure,
    found: &[(f32, Place)],
    best: f32,
) -> Option<Place> {
    let as_good = || {
        let near = found.iter().take_while(|(score, _)| best - score < AS_GOOD);
        near.map(|(_, place)| *place)
    };
    if measure.percent || as_good().any(|place| is_per_share(place.of(tables).1)) {
        return None;
    }
    let value = |place: Place| {
        let (sheet, row, cell) = place.of(tables);
        sheet.value(row, cell)
    };
    let first = as_good().min_by_key(|place| (place.sheet, place.row))?;
    let largest = value(first);
    let mut parts: Vec<Decimal> = as_good().map(value).filter(|part| *part != largest).collect();
    parts.sort_unstable();
    parts.dedup();
    let off = (parts.iter().sum::<Decimal>() - largest).abs();
    let adds_up = parts.len() >= FEWEST_PARTS && off * Decimal::TEN <= largest;
    (adds_up && found.iter().all(|(_, place)| value(*place) <= largest)).then_some(first)
}

/// Keeps to the cells of columns that cover so many months; where nobody says how many, to those of the
/// shortest. A column of a single day, as balance sheets have, covers none and stays.
fn of_length(tables: &DocumentTables, found: &mut Vec<(f32, Place)>, months: Option<u8>) {
    let length = |place: &Place| {
        let (sheet, _, cell) = place.of(tables);
        sheet.columns[cell.column].time.and_then(|time| time.months)
    };
    let wanted = months.or_else(|| found.iter().filter_map(|(_, place)| length(place)).min());
    found.retain(|(_, place)| length(place).is_none_or(|own| Some(own) == wanted));
}

/// Whether a row bears a line's name but other figures than the line has in the document's own
/// statement: a part of it, its allowance, another company's. A row that shares no time with the
/// statement is believed.
fn contradicts(tables: &DocumentTables, place: Place, stated: &[Place]) -> bool {
    let (sheet, row, _) = place.of(tables);
    let time = |sheet: &Sheet, cell: &SheetCell| {
        let time = sheet.columns[cell.column].time?;
        Some((time.year?, time.quarter, time.months.unwrap_or(12)))
    };
    let mut shared = false;
    for cell in &row.cells {
        for other in stated {
            let theirs = other.of(tables);
            let at = time(sheet, cell);
            if at.is_some() && at == time(theirs.0, theirs.2) {
                if same((sheet, row, cell), theirs) {
                    return false;
                }
                shared = true;
            }
        }
    }
    shared
}

fn wants_per_share(line: &Line) -> bool {
    let phrase = line.phrase.to_lowercase();
    phrase.contains("per share") || phrase.contains("eps")
}

/// Whether two cells say the same, but for rounding and for the sign of what goes out. Where one of
/// the tables does not say its units, the digits decide.
fn same(a: (&Sheet, &Row, &SheetCell), b: (&Sheet, &Row, &SheetCell)) -> bool {
    let value = |(sheet, row, cell): (&Sheet, &Row, &SheetCell)| {
        let unit = sheet.value(row, cell).checked_div(cell.figure.value).unwrap_or(Decimal::ONE);
        let last = unit / ten_to(cell.figure.decimals) * ten_to(cell.figure.power);
        (sheet.value(row, cell).abs(), last)
    };
    let ((x, x_last), (y, y_last)) = (value(a), value(b));
    let rounded = (x - y).abs() <= x_last.max(y_last) / Decimal::TWO;
    let digits = a.2.figure.value.abs() == b.2.figure.value.abs();
    rounded || !(a.0.units.said && b.0.units.said) && digits
}

fn label_score(row: &Row, names: &[Key], never: &[Key]) -> f32 {
    let best = names.iter().enumerate().map(|(at, name)| {
        let like = likeness(&row.label, name);
        if like == 0.0 {
            return 0.0;
        }
        let head = head(&row.label, name);
        let barred = never.iter().any(|bar| head.find(bar).is_some() && name.find(bar).is_none());
        if barred { 0.0 } else { like - BETTER_NAME * at as f32 }
    });
    best.fold(0.0, f32::max)
}

/// What a table adds to the score of its cells.
fn sheet_score(
    sheet: &Sheet,
    is: Option<TableStatement>,
    wanted: Option<usize>,
    known: bool,
    near: &[u32],
    others: &[String],
) -> f32 {
    let mut score = match (is, wanted) {
        (Some(is), Some(wanted)) if is.statement == wanted => {
            if is.own {
                0.5 * is.likelihood
            } else {
                0.3 * is.likelihood
            }
        }
        (Some(_), Some(_)) => -0.5,
        (Some(is), None) => {
            if is.own {
                0.2 * is.likelihood
            } else {
                0.1 * is.likelihood
            }
        }
        (None, Some(_)) => -0.1,
        (None, None) => 0.0,
    };
    let title = format!("{} {}", sheet.caption, sheet.heading).to_lowercase();
    if others.iter().any(|words| title.contains(words.as_str())) {
        score -= 0.3;
    }
    if near.contains(&sheet.page.get()) {
        score += if known { 0.03 } else { 0.1 };
    }
    score
}
