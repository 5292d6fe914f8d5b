//! Owns what is asked of a table: the text of its labels, headings and values, and the groups a row
//! belongs to. Pure functions of the table and the flow text.

use citelight_core::{Cell, RowKind, Span, Table, TableRow};

use crate::flow::MARK_SPACE;

/// A heading of more words over so many columns is a title.
const LONGEST_HEADING: usize = 12;
const TITLE_COLUMNS: u32 = 3;

/// A table with the flow text that its spans are of.
///
/// Rows are counted as in [`Table::rows`], from 0, header rows included; columns from 0, those of
/// labels included.
#[derive(Debug, Clone, Copy)]
pub struct TableView<'a> {
    table: &'a Table,
    text: &'a str,
    /// Where the text begins in the flow text.
    start: u32,
}

impl<'a> TableView<'a> {
    /// `text` is the flow text that the table was found in.
    pub fn new(table: &'a Table, text: &'a str) -> Self {
        TableView { table, text, start: 0 }
    }

    /// The same where only a part of the flow text is at hand, which begins at its byte `start`. Cells
    /// outside of it are empty.
    pub fn within(table: &'a Table, text: &'a str, start: u32) -> Self {
        TableView { table, text, start }
    }

    fn words(&self, span: Span) -> Option<&'a str> {
        let at = |byte: u32| byte.checked_sub(self.start).map(|byte| byte as usize);
        self.text.get(at(span.start)?..at(span.end)?)
    }

    /// The table.
    pub fn table(&self) -> &'a Table {
        self.table
    }

    /// The words of a cell, one space between; the parts of a word cut at a line's end are one.
    /// Leader dots are left out.
    pub fn text(&self, cell: &Cell) -> String {
        let mut text = String::new();
        let mut end = None;
        for span in &cell.spans {
            let words = self.words(*span).unwrap_or_default();
            let words = words.split(char::is_whitespace).filter(|word| !word.is_empty());
            for word in words.filter(|word| !crate::shape::is_leader(word)) {
                if !text.is_empty() && end != Some(span.start) {
                    text.push(' ');
                }
                end = None;
                text.push_str(word);
            }
            end = Some(span.end);
        }
        text
    }

    /// The words of a cell without the raised footnote mark at its end: "revenue¹", "1,234²". Units
    /// and powers ("m²", "10⁶") keep theirs.
    pub fn plain(&self, cell: &Cell) -> String {
        let text = self.text(cell);
        let Some(last) = cell.spans.last().and_then(|span| self.words(*span)) else {
            return text;
        };
        let Some((before, mark)) = last.rsplit_once(MARK_SPACE) else { return text };
        let base = before.rsplit(char::is_whitespace).next().unwrap_or_default();
        let unit =
            base == "10" || (base.chars().count() <= 2 && base.ends_with(char::is_alphabetic));
        match text.strip_suffix(mark) {
            Some(front) if !unit && !mark.contains(char::is_whitespace) && !front.is_empty() => {
                front.trim_end().to_owned()
            }
            _ => text,
        }
    }

    /// The cell of a row that covers a column.
    pub fn cell(&self, row: usize, column: u32) -> Option<&'a Cell> {
        let covers = |c: &&Cell| c.column <= column && column < c.column + c.columns;
        self.table.rows.get(row)?.cells.iter().find(covers)
    }

    /// The label of a row: its cells in the columns of labels. Empty where it has none.
    pub fn label(&self, row: usize) -> String {
        let Some(row) = self.table.rows.get(row) else { return String::new() };
        let labels = row.cells.iter().filter(|c| c.column < self.table.label_columns.max(1));
        let labels = labels.filter(|_| self.table.label_columns > 0 || row.kind == RowKind::Group);
        labels.map(|c| self.plain(c)).collect::<Vec<_>>().join(" ")
    }

    /// The headings over a column, the uppermost level first.
    pub fn header(&self, column: u32) -> Vec<String> {
        self.header_cells(column).map(|cell| self.plain(cell)).collect()
    }

    /// The cells of the headings over a column, the uppermost level first.
    pub fn header_cells(&self, column: u32) -> impl Iterator<Item = &'a Cell> {
        let rows = self.table.rows.iter().enumerate();
        rows.filter(|(_, row)| row.kind == RowKind::Header)
            .filter_map(move |(at, _)| self.cell(at, column))
    }

    /// The same without the title of a form: long text over several columns that have headings of their own.
    pub fn name_cells(&self, column: u32) -> impl Iterator<Item = &'a Cell> {
        let is_title = |cell: &&Cell| {
            cell.columns >= TITLE_COLUMNS
                && self.plain(cell).split_whitespace().count() > LONGEST_HEADING
        };
        let cells: Vec<&Cell> = self.header_cells(column).collect();
        let titles = cells.iter().take_while(|cell| is_title(cell)).count();
        let named = cells.len().saturating_sub(1);
        cells.into_iter().skip(titles.min(named))
    }

    /// What stands in a row under a column, with its signs as drawn: "$ 1,234", a footnote's
    /// raised mark left out. `None` where the cell is empty.
    pub fn value(&self, row: usize, column: u32) -> Option<String> {
        self.cell(row, column).map(|cell| self.plain(cell))
    }

    /// The rows of the groups that a row belongs to, outermost first.
    ///
    /// A group holds the rows below it that are indented deeper. Where the row right below it is
    /// not, the group holds what follows up to the next group of its depth and kind: a year, words
    /// in capitals, words with a colon, other words.
    pub fn groups(&self, row: usize) -> Vec<usize> {
        let rows = &self.table.rows;
        let mut open: Vec<Open> = Vec::new();
        for (at, one) in rows.iter().enumerate().take(row.saturating_add(1)) {
            if one.kind == RowKind::Header {
                continue;
            }
            let group = (one.kind == RowKind::Group).then(|| kind(&self.label(at)));
            let sum = one.kind == RowKind::Body && is_sum(&self.label(at));
            open.retain(|o| o.holds(one, group, sum));
            if let Some(kind) = group
                && at < row
            {
                let next = rows.get(at + 1);
                let flat = next.is_some_and(|next| next.indent <= one.indent);
                open.push(Open { row: at, indent: one.indent, flat, kind });
            }
        }
        open.into_iter().map(|group| group.row).collect()
    }

    /// The labels of [`TableView::groups`].
    pub fn group_path(&self, row: usize) -> Vec<String> {
        self.groups(row).into_iter().map(|group| self.label(group)).collect()
    }
}

/// A group that rows still belong to.
struct Open {
    row: usize,
    indent: u32,
    /// Whether the row right below it is indented no deeper.
    flat: bool,
    kind: GroupKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GroupKind {
    Year,
    Capitals,
    Colon,
    Plain,
}

impl Open {
    /// Whether a row, of that kind if it is a group, belongs to the group.
    fn holds(&self, row: &TableRow, group: Option<GroupKind>, sum: bool) -> bool {
        let unlabelled = row.cells.first().is_none_or(|c| c.column > 0);
        match group {
            _ if row.indent > self.indent => true,
            Some(kind) => self.flat && row.indent == self.indent && kind != self.kind,
            // The sum of a group is set as deep as the group's own name.
            None => self.flat || unlabelled || (sum && row.indent == self.indent),
        }
    }
}

fn is_sum(label: &str) -> bool {
    let first = label.split_whitespace().next().unwrap_or_default().to_lowercase();
    matches!(first.as_str(), "total" | "totals" | "subtotal" | "net")
}

fn kind(label: &str) -> GroupKind {
    let bare = label.trim_end_matches(':');
    match () {
        () if bare.len() == 4 && bare.bytes().all(|b| b.is_ascii_digit()) => GroupKind::Year,
        () if !label.contains(char::is_lowercase) => GroupKind::Capitals,
        () if label.ends_with(':') => GroupKind::Colon,
        () => GroupKind::Plain,
    }
}
