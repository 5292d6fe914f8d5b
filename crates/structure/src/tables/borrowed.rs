//! Owns headings that are printed once, over the first of several tables: the tables below it whose
//! columns stand under them take them over.

use std::ops::Range;

use citelight_core::{Cell, PageNumber, RowKind, Table, TableRow};

/// The last table with headings, as far as tables below may stand under them.
#[derive(Debug)]
pub(crate) struct Headed {
    /// Page of the last table under the headings.
    page: PageNumber,
    /// Reach of each column in points; none where it is empty.
    strips: Vec<Option<Strip>>,
    label_columns: u32,
    rows: Vec<TableRow>,
}

/// Usual left and right edge of a column's cells, in points.
pub(super) type Strip = (f32, f32);

impl Headed {
    /// `size`: the table's usual font size in points. None for a table whose headings name fewer than
    /// two columns of values.
    pub(super) fn new(table: &Table, size: f32, page: PageNumber) -> Option<Headed> {
        let rows: Vec<TableRow> =
            table.rows.iter().filter(|row| row.kind == RowKind::Header).cloned().collect();
        let values = table.label_columns..table.columns;
        let named = values.filter(|column| names(&rows, *column)).count();
        (size > 0.0 && named >= 2).then(|| Headed {
            page,
            strips: (0..table.columns).map(|column| strip(table, column)).collect(),
            label_columns: table.label_columns,
            rows,
        })
    }

    /// The table under the headings goes on on a page.
    pub(super) fn reaches(&mut self, page: PageNumber) {
        self.page = page;
    }

    /// Gives the headings to a table below without any, if its columns stand under them.
    pub(super) fn lend(&mut self, table: &mut Table, size: f32, page: PageNumber) {
        let next = page.get() <= self.page.get() + 1;
        let Some(columns) = self.columns(table, size).filter(|_| next) else { return };
        let rows = self.rows.iter().map(|row| TableRow {
            kind: RowKind::Header,
            indent: 0,
            cells: row.cells.iter().filter_map(|cell| moved(cell, &columns)).collect(),
        });
        let rows: Vec<TableRow> = rows.filter(|row| !row.cells.is_empty()).collect();
        self.page = page;
        table.rows.splice(0..0, rows);
    }

    /// For each column of a table the column that it stands under; none unless all of its columns of
    /// values, at least two, stand under one each.
    fn columns(&self, table: &Table, size: f32) -> Option<Vec<u32>> {
        if table.label_columns != self.label_columns || table.columns < table.label_columns + 2 {
            return None;
        }
        let mut columns: Vec<u32> = (0..table.label_columns).collect();
        for column in table.label_columns..table.columns {
            let own = strip(table, column)?;
            let from = *columns.last().unwrap_or(&0) as usize + usize::from(!columns.is_empty());
            let fits = |strip: &Option<Strip>| strip.is_some_and(|s| in_line(s, own, size));
            let at = from + self.strips.get(from..)?.iter().position(fits)?;
            columns.push(u32::try_from(at).ok()?);
        }
        let values = &columns[table.label_columns as usize..];
        values.iter().all(|column| names(&self.rows, *column)).then_some(columns)
    }
}

/// Whether rows of headings hold one over a column.
fn names(rows: &[TableRow], column: u32) -> bool {
    rows.iter().flat_map(|row| &row.cells).any(|cell| reach(cell).contains(&column))
}

fn reach(cell: &Cell) -> Range<u32> {
    cell.column..cell.column + cell.columns
}

/// A heading over the columns that stand under those it was over.
fn moved(cell: &Cell, columns: &[u32]) -> Option<Cell> {
    let under = |at: &usize| reach(cell).contains(&columns[*at]);
    let first = (0..columns.len()).find(under)?;
    let count = (0..columns.len()).filter(under).count();
    Some(Cell {
        column: u32::try_from(first).ok()?,
        columns: u32::try_from(count).ok()?,
        ..cell.clone()
    })
}

/// Reach of a column; none where it is empty.
pub(super) fn strip(table: &Table, column: u32) -> Option<Strip> {
    let body = table.rows.iter().filter(|row| row.kind == RowKind::Body);
    let own = |cell: &&Cell| cell.column == column && cell.columns == 1;
    let cells: Vec<&Cell> = body.flat_map(|row| &row.cells).filter(own).collect();
    let edge = |of: fn(&Cell) -> f32| crate::layout::median(cells.iter().map(|cell| of(cell)));
    (!cells.is_empty()).then(|| (edge(|cell| cell.rect.x0), edge(|cell| cell.rect.x1)))
}

/// Whether columns stand above each other: in line at the left, the right or in the middle.
fn in_line(upper: Strip, lower: Strip, size: f32) -> bool {
    let middle = |strip: Strip| (strip.0 + strip.1) / 2.0;
    let near = |a: f32, b: f32| (a - b).abs() < 0.7 * size;
    upper.0 < lower.1
        && lower.0 < upper.1
        && (near(upper.0, lower.0) || near(upper.1, lower.1) || near(middle(upper), middle(lower)))
}
