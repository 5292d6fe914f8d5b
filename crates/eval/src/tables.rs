//! Cells of tables against cells that were read by eye.
//!
//! A line of the truth names a page, a row, a column and what stands there. It counts as right where
//! a table found on that page has such a row, such a column, and that value in their cell. Texts are
//! compared folded: white space, case, the kind of quotes and dashes, leader dots and footnote marks
//! at the end are ignored. A column is named by its lowest heading, or by its headings from any
//! level down to the lowest, joined.
//!
//! The pages before and after are read too, since running headers show themselves on pages that
//! follow each other.

use std::fmt;
use std::path::{Path, PathBuf};

use citelight_core::{PageNumber, RowKind, Table};
use citelight_reader::PageContent;
use citelight_structure::{Flow, TableView, compose};
use serde::{Deserialize, Serialize};

use crate::pages::{Wanted, page_words, read};
use crate::{EvalError, Settings, files, share};

/// Pages read before and after the one that is asked for.
const AROUND: u32 = 2;

/// A cell as read by eye.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct CellTruth {
    /// Relative to the data folder.
    pub file: PathBuf,
    /// 1-based.
    pub page: PageNumber,
    /// The row's label, all lines of it.
    pub row: String,
    /// A group that the row belongs to, where its label alone is not enough.
    #[serde(default)]
    pub under: Option<String>,
    /// The column's heading.
    pub column: String,
    /// A heading over several columns, where the column's own is not enough.
    #[serde(default)]
    pub above: Option<String>,
    /// The table's title.
    #[serde(default)]
    pub table: Option<String>,
    /// What stands there, as drawn.
    pub value: String,
}

/// Why a cell is not right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Miss {
    /// The page could not be read.
    Unread,
    /// No table on the page.
    NoTable,
    /// No row of that label; with the labels of the nearest rows.
    NoRow(Vec<String>),
    /// The row is there, not under that group; with the groups it is under.
    OtherGroup(Vec<String>),
    /// The row is there, but no column of that heading; with the headings found.
    NoColumn(Vec<String>),
    /// Another value; with those found.
    OtherValue(Vec<String>),
}

/// Over all cells.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct TableReport {
    /// Cells of the truth.
    pub cells: usize,
    /// Cells found right.
    pub right: usize,
    /// Pages of the truth, and those with all cells right.
    pub pages: usize,
    /// See `pages`.
    pub whole_pages: usize,
    /// Cells for which the row and column named fit several cells of different values.
    pub ambiguous: usize,
    /// Cells that are not right.
    pub misses: Vec<(CellTruth, Miss)>,
}

/// Compares the cells of a file of truth; `data` is the folder that its files are relative to.
pub fn measure(truth: &Path, data: &Path, settings: &Settings) -> Result<TableReport, EvalError> {
    let cells: Vec<CellTruth> = files::lines(truth)?;
    let mut pages: Vec<(&Path, PageNumber)> =
        cells.iter().map(|c| (c.file.as_path(), c.page)).collect();
    pages.sort();
    pages.dedup();
    let wanted: Vec<Wanted> = pages
        .iter()
        .map(|(file, page)| Wanted { file: data.join(file), pages: around(*page) })
        .collect();
    let mut report = TableReport { pages: pages.len(), ..TableReport::default() };
    for ((file, page), (wanted, contents)) in
        pages.iter().zip(wanted.iter().zip(read(&wanted, settings)))
    {
        let read: Vec<(PageNumber, PageContent)> = wanted
            .pages
            .iter()
            .zip(contents)
            .filter_map(|(number, content)| Some((*number, content.ok()?)))
            .collect();
        let flow = flow(&read);
        let unread = read.iter().all(|(number, _)| number != page);
        let before = report.misses.len();
        for cell in cells.iter().filter(|c| c.file == *file && c.page == *page) {
            report.cells += 1;
            match if unread { Err(Miss::Unread) } else { judge(cell, &flow) } {
                Ok(clear) => {
                    report.right += 1;
                    report.ambiguous += usize::from(!clear);
                }
                Err(miss) => report.misses.push((cell.clone(), miss)),
            }
        }
        report.whole_pages += usize::from(report.misses.len() == before);
    }
    Ok(report)
}

fn around(page: PageNumber) -> Vec<PageNumber> {
    let first = page.get().saturating_sub(AROUND).max(1);
    (first..=page.get() + AROUND).filter_map(PageNumber::new).collect()
}

/// The flow of pages.
pub(crate) fn flow(read: &[(PageNumber, PageContent)]) -> Flow {
    let views: Vec<_> = read.iter().map(|(_, content)| page_words(content)).collect();
    compose(&views)
}

/// Whether a cell is right, and if so whether no other cell fits its row and column.
fn judge(cell: &CellTruth, flow: &Flow) -> Result<bool, Miss> {
    let on_page = |t: &&Table| t.rows.iter().flat_map(|r| &r.cells).any(|c| c.page == cell.page);
    let tables: Vec<TableView<'_>> =
        flow.tables.iter().filter(on_page).map(|t| TableView::new(t, &flow.text)).collect();
    if tables.is_empty() {
        return Err(Miss::NoTable);
    }
    let wanted = folded(&cell.row);
    let (mut labels, mut groups) = (Vec::new(), Vec::new());
    let (mut headings, mut values) = (Vec::new(), Vec::new());
    let mut named = false;
    for view in &tables {
        let table = view.table();
        for (at, row) in table.rows.iter().enumerate() {
            if row.kind != RowKind::Body || row.cells.iter().all(|c| c.page != cell.page) {
                continue;
            }
            let label = view.label(at);
            if folded(&label) != wanted {
                if near(&folded(&label), &wanted) {
                    labels.push(label);
                }
                continue;
            }
            named = true;
            let path = view.group_path(at);
            let under = cell.under.as_ref().map(|under| folded(under));
            if under.is_some_and(|under| !path.iter().any(|group| folded(group).contains(&under))) {
                groups.push(path.join(" > "));
                continue;
            }
            for column in table.label_columns..table.columns {
                let levels = view.header(column);
                if !names(&levels, cell) {
                    headings.push(levels.join(" | "));
                    continue;
                }
                values.push(view.value(at, column).unwrap_or_default());
            }
        }
    }
    let right = values.iter().any(|value| folded(value) == folded(&cell.value));
    if right {
        return Ok(values.iter().all(|value| folded(value) == folded(&cell.value)));
    }
    headings.dedup();
    Err(match () {
        () if !values.is_empty() => Miss::OtherValue(values),
        () if !headings.is_empty() => Miss::NoColumn(headings),
        () if named => Miss::OtherGroup(groups),
        () => Miss::NoRow(labels),
    })
}

/// Whether a column's headings fit the truth.
fn names(levels: &[String], cell: &CellTruth) -> bool {
    let wanted = folded(&cell.column);
    let joined = folded(&levels.join(" "));
    let own = (0..levels.len()).any(|from| folded(&levels[from..].join(" ")) == wanted);
    own && cell.above.as_ref().is_none_or(|above| joined.contains(&folded(above)))
}

/// Whether two labels share their beginning or end.
fn near(a: &str, b: &str) -> bool {
    let head: String = b.chars().take(12).collect();
    let tail: String = b.chars().skip(b.chars().count().saturating_sub(12)).collect();
    a.starts_with(&head) || a.ends_with(&tail)
}

/// A text without white space, case, leader dots, kinds of quotes and dashes, and the footnote
/// marks at its end.
fn folded(text: &str) -> String {
    let mut plain: String = text
        .split_whitespace()
        .filter(|w| {
            !(w.chars().count() >= 3 && w.chars().all(|c| matches!(c, '.' | '…' | '·' | '_')))
        })
        .flat_map(str::chars)
        .filter(|c| *c != '\u{ad}')
        .map(|c| match c {
            '‘' | '’' | '‚' | '`' | '´' => '\'',
            '“' | '”' | '„' => '"',
            '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => '-',
            other => other,
        })
        .flat_map(char::to_lowercase)
        .collect();
    while let Some(front) = without_mark(&plain) {
        plain.truncate(front);
    }
    plain
}

/// Length of a text without the footnote mark at its end.
fn without_mark(text: &str) -> Option<usize> {
    if let Some(front) =
        text.strip_suffix(['*', '†', '‡', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'])
    {
        return (!front.is_empty()).then_some(front.len());
    }
    let open = text.rfind(['(', '['])?;
    let mark = text[open + 1..].strip_suffix([')', ']'])?;
    let small = (1..=2).contains(&mark.len()) && mark.bytes().all(|b| b.is_ascii_alphanumeric());
    let marked =
        text[..open].chars().last().is_some_and(|c| c.is_alphanumeric() || ")%".contains(c));
    (small && marked).then_some(open)
}

impl fmt::Display for TableReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "tables: {} of {} cells right: {:.2} %; {} of {} pages whole; {} cells ambiguous",
            self.right,
            self.cells,
            share(self.right, self.cells),
            self.whole_pages,
            self.pages,
            self.ambiguous,
        )?;
        for (cell, miss) in &self.misses {
            let file = cell.file.file_name().unwrap_or_default().to_string_lossy();
            write!(f, "  {file} p. {}: {:?}", cell.page, cell.row)?;
            for (what, name) in [("under", &cell.under), ("above", &cell.above)] {
                if let Some(name) = name {
                    write!(f, " {what} {name:?}")?;
                }
            }
            writeln!(f, " / {:?} = {:?}: {miss:?}", cell.column, cell.value)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_compared_folded() {
        for (a, b) in [
            ("$ 1,234", "$1,234"),
            ("Shareholders’ equity (1)", "shareholders' equity"),
            ("Cash ........", "Cash"),
            ("$ —", "$-"),
            ("1,234 (a)", "1,234"),
            ("12.5%*", "12.5 %"),
        ] {
            assert_eq!(folded(a), folded(b));
        }
        for (a, b) in [("(5)", "5"), ("$(5)", "$"), ("(12)%", "12%"), ("a", "b")] {
            assert_ne!(folded(a), folded(b));
        }
    }
}
