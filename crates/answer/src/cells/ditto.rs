//! Signs that stand for what is written above them: "-do-", "ditto", marks of ditto.

use super::table::RowText;

/// Whether a cell says that it holds the same as the one above it.
fn is_ditto(text: &str) -> bool {
    let bare = text.trim_matches(|c: char| c.is_whitespace() || "-–—._".contains(c));
    let marks = |c: char| "\"”“″〃'’".contains(c);
    matches!(bare.to_lowercase().as_str(), "do" | "ditto")
        || !bare.is_empty() && bare.chars().all(marks)
}

/// Gives cells that say no more than "ditto" the words of the nearest row above that has any in their column.
pub(super) fn spelled_out(rows: &mut [RowText]) {
    for at in 1..rows.len() {
        let (above, rest) = rows.split_at_mut(at);
        for cell in rest[0].cells.iter_mut().filter(|cell| is_ditto(&cell.text)) {
            let written = above.iter().rev().find_map(|row| {
                let same = row.cells.iter().find(|one| one.column == cell.column)?;
                Some((same.text.clone(), same.written_in.unwrap_or(row.row)))
            });
            if let Some((text, row)) = written.filter(|(text, _)| !is_ditto(text)) {
                (cell.text, cell.written_in) = (text, Some(row));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::CellText;

    #[test]
    fn a_mark_of_ditto_says_what_stands_above() {
        let cell = |column, text: &str| CellText {
            column,
            columns: 1,
            text: text.to_owned(),
            written_in: None,
        };
        let row = |at, cells| RowText { row: at, cells, ..RowText::default() };
        let mut rows = vec![
            row(1, vec![cell(0, "Ditto"), cell(1, "120")]),
            row(2, vec![cell(0, "Main gate"), cell(1, "-Do-")]),
            row(3, vec![cell(0, "Library"), cell(1, "”"), cell(2, "--")]),
        ];
        spelled_out(&mut rows);
        let said = |row: usize| -> Vec<(&str, Option<usize>)> {
            rows[row].cells.iter().map(|cell| (cell.text.as_str(), cell.written_in)).collect()
        };
        assert_eq!(said(0), [("Ditto", None), ("120", None)], "nothing above");
        assert_eq!(said(1), [("Main gate", None), ("120", Some(1))]);
        assert_eq!(said(2), [("Library", None), ("120", Some(1)), ("--", None)]);
    }
}
