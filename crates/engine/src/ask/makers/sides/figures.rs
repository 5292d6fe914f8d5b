//! What the tables say of one side of a comparison: a cell, or what is calculated of cells.

use citelight_answer::{DocumentTables, Operand, Place, Request, Role, read, shown_time};
use citelight_core::{Citation, Corrections, DocumentId, PeriodValue, Side, YearPart};

use super::words::Quantity;
use crate::ask::asker::Asker;
use crate::ask::cite::cite_cell;
use crate::ask::makers::figure::{calculated, files_of, said, unit_of};
use crate::ask::makers::rows::Sought;
use crate::ask::makers::series::with_unit;
use crate::ask::question::{Hit, Question};
use crate::ask::understand::interpret;
use crate::error::Result;

/// Documents whose tables are read for a row that is named by its words.
const DOCUMENTS: usize = 4;
/// Words with which a comparison begins, and which are none of what is compared.
const LEADING: [&str; 34] = [
    "which", "who", "what", "how", "does", "do", "did", "is", "was", "were", "are", "has", "had",
    "have", "spend", "spends", "spent", "earn", "earns", "earned", "make", "makes", "made", "more",
    "less", "higher", "lower", "larger", "greater", "bigger", "smaller", "on", "by", "the",
];

/// A figure of a side.
pub(super) struct SideFigure {
    /// What it is: "Operating profit, Q2 2022".
    pub(super) meaning: String,
    pub(super) quantity: Quantity,
    /// Its cell, or those that it is calculated of.
    pub(super) citations: Vec<Citation>,
}

/// The figure of a side, asked for by itself; `None` where it asks for none that tables have.
pub(super) fn figure_of(
    asker: &Asker,
    question: &Question,
    side: &Side,
    hits: &[Hit],
) -> Result<Option<SideFigure>> {
    let text = as_question(&question.text, &side.label, !side.periods.is_empty());
    let asked = interpret(asker, &text, &question.whole.scope, &Corrections::default())?;
    let Some(mut request) = read(&text, &asked, &asker.measures, &files_of(hits)) else {
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
        let sought = Sought::new(line.clone(), request.names.clone(), further);
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

/// The cell of a row that is named by its words, at the time that is asked for.
fn cell_by_words(
    asker: &Asker,
    sought: &Sought,
    request: &Request,
    tables: &DocumentTables,
    file: &str,
) -> Option<Operand> {
    let (sheet_at, row_at) = sought.row(asker, tables, file)?;
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

/// What is asked of a side as a question for its figure: "What was revenue in 2023 of Netflix?" of "Which
/// had more revenue in 2023, Netflix". `timed`: whether the side is a time, which stands behind "in".
fn as_question(query: &str, label: &str, timed: bool) -> String {
    let mut query = query.to_owned();
    for linking in ["with", "to", "against", "than", "from"] {
        for article in ["", "the "] {
            let linked = format!(" {linking} {article}{label}");
            if timed && query.ends_with(&linked) {
                query.truncate(query.len() - linked.len());
                query.push_str(&format!(" in {article}{label}"));
            }
        }
    }
    let query = query.as_str();
    let lower = query.to_lowercase();
    if lower.starts_with("what ")
        || lower.starts_with("how much ")
        || lower.starts_with("how many ")
    {
        return query.to_owned();
    }
    let mut rest = query;
    while let Some((word, after)) = rest.split_once(' ')
        && LEADING.contains(&word.to_lowercase().as_str())
    {
        rest = after;
    }
    let of = rest.strip_suffix(label).and_then(|before| before.strip_suffix(", "));
    let rest = of.map_or_else(|| rest.to_owned(), |before| format!("{before} of {label}"));
    format!("What was {}?", rest.trim_end_matches(['?', '.', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_asked_for_by_itself() {
        for (query, label, expected) in [
            (
                "Which had more revenue in 2023, Netflix",
                "Netflix",
                "What was revenue in 2023 of Netflix?",
            ),
            ("A's profit with the 2022", "2022", "What was A's profit in the 2022?"),
            ("How does Walmart's income in 2022", "Walmart", "What was Walmart's income in 2022?"),
            ("Lockheed's profit in 2022", "2022", "What was Lockheed's profit in 2022?"),
            ("How much did A earn", "A", "How much did A earn"),
        ] {
            assert_eq!(as_question(query, label, label == "2022"), expected);
        }
    }
}
