//! Owns the labels of sums: "Total" often stands right before its figure, in a column of figures, and the columns of
//! labels are empty there.

use citelight_core::{RowKind, Table, TableRow};

use super::words_of;

/// Cells of a column that show what it holds, at least, and the share of figures among them, in tenths.
const FEWEST: usize = 2;
const MOSTLY: usize = 6;
/// Signs before a figure.
const BEFORE: &str = " $€£¥(+-–";

/// Makes words in a column of figures the label of their row, where it has none: they cover all columns up to
/// their own.
pub(super) fn label_sums(table: &mut Table, text: &str) {
    let labels = table.label_columns;
    if labels == 0 {
        return;
    }
    let figured = figured(table, text);
    let body = table.rows.iter_mut().filter(|row| row.kind == RowKind::Body);
    for row in body.filter(|row| row.cells.len() > 1) {
        let Some(first) = row.cells.iter_mut().min_by_key(|cell| cell.column) else { continue };
        let holds_figures = figured.get(first.column as usize).is_some_and(|figured| *figured);
        if first.column >= labels && holds_figures && !is_figure(&words_of(first, text)) {
            (first.column, first.columns) = (0, first.column + first.columns);
        }
    }
}

/// Which columns hold figures in the rows that have a label.
fn figured(table: &Table, text: &str) -> Vec<bool> {
    let mut counts = vec![(0, 0); table.columns as usize];
    let labelled = |row: &&TableRow| {
        row.kind == RowKind::Body && row.cells.iter().any(|cell| cell.column < table.label_columns)
    };
    for cell in table.rows.iter().filter(labelled).flat_map(|row| &row.cells) {
        if let Some((figures, all)) = counts.get_mut(cell.column as usize) {
            *figures += usize::from(is_figure(&words_of(cell, text)));
            *all += 1;
        }
    }
    counts.into_iter().map(|(figures, all)| all >= FEWEST && 10 * figures >= MOSTLY * all).collect()
}

/// Whether words are a figure, maybe with its unit.
fn is_figure(words: &str) -> bool {
    words.trim_start_matches(|c| BEFORE.contains(c)).starts_with(|c: char| c.is_ascii_digit())
}
