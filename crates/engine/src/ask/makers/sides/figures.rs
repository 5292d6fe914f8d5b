//! What the tables say of one side of a comparison: a cell, or what is calculated of cells.

use citelight_answer::{DocumentTables, Operand, Place, Request, Role, read_side, shown_time};
use citelight_core::{
    Citation, Corrections, DocumentId, NamedDocuments, PeriodValue, Side, Span, YearPart,
};

use super::words::Quantity;
use crate::ask::asker::Asker;
use crate::ask::cite::cite_cell;
use crate::ask::makers::figure::{calculated, files_of, said, unit_of};
use crate::ask::makers::rows::{Sought, of_no_document};
use crate::ask::makers::series::with_unit;
use crate::ask::question::{Hit, Question};
use crate::ask::read::is_forecast_asked;
use crate::ask::understand::interpret;
use crate::error::Result;

/// Documents whose tables are read for a row that is named by its words.
const DOCUMENTS: usize = 4;
/// Rows that hold the words of a side, of which the first with one cell of its time is taken.
const ROWS: usize = 8;

/// A figure of a side.
pub(super) struct SideFigure {
    /// What it is: "Operating profit, Q2 2022".
    pub(super) meaning: String,
    pub(super) quantity: Quantity,
    /// Its cell, or those that it is calculated of.
    pub(super) citations: Vec<Citation>,
}

impl SideFigure {
    /// What it is without its time: "Operating profit".
    pub(super) fn line(&self) -> &str {
        self.meaning.rsplit_once(", ").map_or(self.meaning.as_str(), |(line, _)| line)
    }
}

/// The figure of a side of `whole`, asked for by itself in `text`; `None` where it asks for none that tables
/// have.
pub(super) fn figure_of(
    asker: &Asker,
    whole: &Question,
    text: &str,
    scope: &[DocumentId],
    side: &Side,
    hits: &[Hit],
) -> Result<Option<SideFigure>> {
    if is_forecast_asked(whole) {
        return Ok(None);
    }
    let mut asked = interpret(asker, text, scope, &Corrections::default())?;
    asked.documents.extend(named_in(text, whole));
    let Some(mut request) = read_side(text, &asked, &asker.measures, &files_of(hits)) else {
        return Ok(None);
    };
    let quarter = |value: &PeriodValue| matches!(value, PeriodValue::Latest { quarters: true, .. });
    if asked.periods.iter().any(|period| quarter(&period.value)) {
        request.months = request.months.or(Some(3));
    }
    if let Some(line) = request.expr.as_line() {
        // What sets a side apart may be a row's name, where it is neither a time nor a document.
        let apart = side.periods.is_empty() && side.documents.is_empty();
        let further = if apart { side.label.clone() } else { String::new() };
        let names = of_no_document(request.names.clone(), &whole.text, &whole.interpretation);
        let sought = Sought::new(line.clone(), names, further);
        let mut documents: Vec<(&DocumentId, &str)> = Vec::new();
        for hit in hits {
            if documents.iter().all(|(known, _)| **known != hit.chunk.document) {
                documents.push((&hit.chunk.document, &hit.chunk.file_name));
            }
        }
        let mut told_by_words = false;
        for (document, file) in documents.into_iter().take(DOCUMENTS) {
            let tables = asker.tables.of(document)?;
            if !sought.by_words(asker, &tables, file) {
                continue;
            }
            told_by_words = true;
            let cell = cell_by_words(asker, &sought, &request, &tables, file);
            if let Some(operand) = cell
                && let Some(found) = of_cell(asker, &operand, &tables, (document, file))?
            {
                return Ok(Some(found));
            }
        }
        // The figure of the whole is not that of its part.
        if told_by_words {
            return Ok(None);
        }
    }
    if !request.known && !request.defined {
        return Ok(None);
    }
    let Ok(Some(composed)) = calculated(asker, &request, hits)? else { return Ok(None) };
    let (meaning, words) = match &composed.calculation {
        Some(made) => (made.formula.clone(), said(&made.result, &made.unit)),
        None => match composed.text.rsplit_once(": ") {
            Some((meaning, words)) => {
                (meaning.to_owned(), words.trim_end_matches(" [1]").to_owned())
            }
            None => return Ok(None),
        },
    };
    // A figure of another year than the one that is asked for is not this side's.
    let mut years = asked.periods.iter().flat_map(|period| period.years()).peekable();
    if years.peek().is_some() && !years.any(|year| meaning.contains(&year.to_string())) {
        return Ok(None);
    }
    let quantity = Quantity::of(&words, |_| false);
    Ok(quantity.zip(composed.figure).map(|(quantity, exact)| SideFigure {
        meaning,
        quantity: quantity.exactly(exact),
        citations: composed.cited.citations,
    }))
}

/// The documents that the whole question names, where their names stand in the question of a side: within its
/// own documents nothing tells that they are names.
fn named_in(text: &str, whole: &Question) -> Vec<NamedDocuments> {
    let mut all = whole.interpretation.documents.clone();
    for named in &mut all {
        let said = named.found.spans.iter().filter_map(|span| whole.text.get(span.range()));
        let here = said.flat_map(|said| {
            text.match_indices(said).filter_map(|(at, said)| {
                Some((u32::try_from(at).ok()?, u32::try_from(said.len()).ok()?))
            })
        });
        named.found.spans = here.map(|(at, len)| Span::new(at, at + len)).collect();
    }
    all.retain(|named| !named.found.spans.is_empty());
    all
}

/// The cell of a row that is named by its words, at the time that is asked for.
fn cell_by_words(
    asker: &Asker,
    sought: &Sought,
    request: &Request,
    tables: &DocumentTables,
    file: &str,
) -> Option<Operand> {
    let rows = sought.rows(asker, tables, file).into_iter().take(ROWS);
    rows.filter_map(|row| cell_of_row(sought, request, tables, row)).next()
}

/// The one cell of a row at the time that is asked for.
fn cell_of_row(
    sought: &Sought,
    request: &Request,
    tables: &DocumentTables,
    (sheet_at, row_at): (usize, usize),
) -> Option<Operand> {
    let (sheet, when) = (&tables.sheets[sheet_at], tables.time_of(&sought.line)?);
    let row = &sheet.rows[row_at];
    let months = |at: &usize| sheet.columns[row.cells[*at].column].time.and_then(|t| t.months);
    let mut timely: Vec<usize> = (0..row.cells.len())
        .filter(|at| {
            let cell = &row.cells[*at];
            let column = &sheet.columns[cell.column];
            column.role == Role::Value
                && !cell.figure.absent
                && column.time.is_some_and(|time| time.is(when, tables.fiscal))
        })
        .collect();
    let shares = |at: &usize| sheet.is_percent(row, &row.cells[*at]);
    if !timely.iter().all(shares) {
        timely.retain(|at| !shares(at));
    }
    if matches!(when.part, YearPart::Month(_) | YearPart::Day(..)) {
        let wanted = request.months.or_else(|| timely.iter().filter_map(months).min());
        timely.retain(|at| months(at).is_none_or(|own| Some(own) == wanted));
    }
    let [cell] = timely[..] else { return None };
    let path = row.path.iter().chain([&row.label]);
    Some(Operand {
        name: path.map(String::as_str).collect::<Vec<_>>().join(" > "),
        place: Place { sheet: sheet_at, row: row_at, cell },
        when,
        value: sheet.value(row, &row.cells[cell]),
        score: 1.0,
    })
}

fn of_cell(
    asker: &Asker,
    operand: &Operand,
    tables: &DocumentTables,
    place: (&DocumentId, &str),
) -> Result<Option<SideFigure>> {
    let unit = unit_of(operand, tables);
    let citation = cite_cell(&asker.store, operand, unit.clone(), tables, place)?;
    let Some(citation) = citation else { return Ok(None) };
    let quantity = Quantity::of(&with_unit(&citation.quote, &unit), |_| false);
    Ok(quantity.map(|quantity| SideFigure {
        meaning: format!("{}, {}", operand.name, shown_time(Some(operand.when))),
        quantity: quantity.exactly(operand.value),
        citations: vec![citation],
    }))
}
