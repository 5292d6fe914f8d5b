//! Tables as found on pages.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{PageNumber, Rect, Span};

/// What a row of a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RowKind {
    /// Names columns.
    Header,
    /// A label over the rows below it, without figures of its own ("Current assets:").
    Group,
    /// Holds values.
    Body,
}

/// One cell: what stands in a row under a column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Cell {
    /// First column it covers, from 0.
    pub column: u32,
    /// How many columns it covers, at least 1; more for a header over several columns.
    pub columns: u32,
    /// Its words in the flow text; several where it wraps over lines that other cells share.
    pub spans: Vec<Span>,
    /// Page that holds it.
    pub page: PageNumber,
    /// Box round its words, in points of that page.
    pub rect: Rect,
}

/// One row of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TableRow {
    /// What it is.
    pub kind: RowKind,
    /// Depth of its label's indentation, 0 at the left edge.
    pub indent: u32,
    /// Its cells, by column; empty ones are left out.
    pub cells: Vec<Cell>,
}

/// A table. One that goes on over pages is one table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Table {
    /// Rises in reading order, from 0, within the document.
    pub id: u32,
    /// All of its rows in the flow text, the caption left out. Headers that are repeated on later
    /// pages lie in it, but are no rows.
    pub span: Span,
    /// Number of columns, the label's included.
    pub columns: u32,
    /// How many columns at the left hold labels, not values: 1 as a rule, 0 where there are none.
    pub label_columns: u32,
    /// From top to bottom; header rows first. Those of a table without headings of its own may be the
    /// headings of a table above it, whose words lie outside `span`.
    pub rows: Vec<TableRow>,
    /// The title above (or below) it.
    pub caption: Option<Span>,
    /// Where its units are said ("in millions, except per share amounts").
    pub units: Option<Span>,
}

impl Table {
    /// The smallest span that holds the table, its title, units and headings.
    pub fn reach(&self) -> Span {
        let heads = self.rows.iter().filter(|row| row.kind == RowKind::Header);
        let heads = heads.flat_map(|row| &row.cells).flat_map(|cell| &cell.spans).copied();
        heads.chain(self.caption).chain(self.units).fold(self.span, |all, own| all.union(&own))
    }
}

/// A cell as shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CellView {
    /// First column it covers, from 0.
    pub column: u32,
    /// How many columns it covers, at least 1.
    pub columns: u32,
    /// Its words.
    pub text: String,
}

/// A row as shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RowView {
    /// What it is.
    pub kind: RowKind,
    /// Depth of its label's indentation, 0 at the left edge.
    pub indent: u32,
    /// Its cells, by column; empty ones are left out.
    pub cells: Vec<CellView>,
}

/// Rows of a table as shown: its header rows, then some or all of the others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TableView {
    /// The title above (or below) it.
    pub caption: Option<String>,
    /// What its figures count ("in millions").
    pub units: Option<String>,
    /// Number of columns, the label's included.
    pub columns: u32,
    /// How many columns at the left hold labels.
    pub label_columns: u32,
    /// Header rows first.
    pub rows: Vec<RowView>,
}
