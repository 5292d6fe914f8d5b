//! Questions for the most or the least of something: "the cheapest", "the highest dose".

use citelight_text::{Style, read_cell};
use rust_decimal::Decimal;

use super::table::TableText;

/// Words that ask for the greatest value.
const MOST: [&str; 14] = [
    "most",
    "highest",
    "largest",
    "greatest",
    "biggest",
    "longest",
    "maximum",
    "dearest",
    "heaviest",
    "latest",
    "oldest",
    "tallest",
    "fastest",
    "costliest",
];
/// Words that ask for the least value.
const LEAST: [&str; 14] = [
    "least",
    "lowest",
    "smallest",
    "fewest",
    "shortest",
    "minimum",
    "cheapest",
    "lightest",
    "earliest",
    "youngest",
    "slowest",
    "nearest",
    "thinnest",
    "narrowest",
];

/// Which end of a column is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extreme {
    Most,
    Least,
}

/// The end that a question asks for. "At most" and "at least" set a bound and ask for none.
pub(super) fn extreme(question: &str) -> Option<Extreme> {
    let words: Vec<String> = question
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let bound = |at: usize| at > 0 && words[at - 1] == "at";
    (0..words.len()).filter(|at| !bound(*at)).find_map(|at| match words[at].as_str() {
        word if MOST.contains(&word) => Some(Extreme::Most),
        word if LEAST.contains(&word) => Some(Extreme::Least),
        _ => None,
    })
}

/// Of each column of figures the row that holds its end, as places in [`TableText::rows`] behind the
/// column; sums and columns with fewer than three figures are left out.
pub(super) fn ends(table: &TableText, end: Extreme) -> Vec<(usize, usize)> {
    let style =
        Style::of(table.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.text.as_str()));
    let columns = table.headings.first().map_or(0, |headings| headings.texts.len());
    (0..columns)
        .filter_map(|column| {
            let figures: Vec<(usize, Decimal)> = table
                .rows
                .iter()
                .enumerate()
                .filter(|(_, row)| !is_sum(&table.path(row)))
                .filter_map(|(at, row)| {
                    let cell = row.cells.iter().find(|cell| cell.column == column);
                    let cell = cell.filter(|cell| !table.is_label(row, cell.column))?;
                    let figure = read_cell(&cell.text, style).filter(|figure| !figure.absent)?;
                    Some((at, figure.value))
                })
                .collect();
            if figures.len() < 3 || 2 * figures.len() < table.rows.len() {
                return None;
            }
            let best = match end {
                Extreme::Most => figures.iter().rev().max_by_key(|(_, value)| *value),
                Extreme::Least => figures.iter().min_by_key(|(_, value)| *value),
            };
            best.map(|(row, _)| (column, *row))
        })
        .collect()
}

fn is_sum(path: &str) -> bool {
    let label = path.rsplit(" > ").next().unwrap_or_default().to_lowercase();
    ["total", "totals", "all", "average", "mean", "subtotal"]
        .iter()
        .any(|word| label.split(|c: char| !c.is_alphanumeric()).next() == Some(word))
}
