//! A passage's table as it is shown.

use citelight_core::{
    Cell, CellView, PassageKind, RowKind, RowView, Span, Table, TableRow, TableView,
};
use citelight_store::ChunkRow;

use crate::{Library, Result};

impl Library {
    /// The rows of a chunk's table, where it is one.
    pub(crate) fn table_of(&self, chunk: &ChunkRow) -> Result<Option<TableView>> {
        if chunk.kind != PassageKind::Table {
            return Ok(None);
        }
        let tables = self.store.tables(&chunk.document, chunk.span)?;
        let Some(table) = tables.iter().max_by_key(|table| shared(table.span, chunk.span)) else {
            return Ok(None);
        };
        let whole =
            [table.caption, table.units].into_iter().flatten().fold(table.span, |a, b| a.union(&b));
        let (start, text) = self.store.flow_text(&chunk.document, whole)?;
        let text_of = |span: Span| {
            let at = |byte: u32| byte.saturating_sub(start) as usize;
            text.get(at(span.start)..at(span.end)).unwrap_or_default()
        };
        Ok(Some(view(table, chunk.span, &text_of)))
    }
}

/// Bytes that two spans share.
fn shared(a: Span, b: Span) -> u32 {
    a.end.min(b.end).saturating_sub(a.start.max(b.start))
}

/// The header rows of a table, and its rows in `part`.
fn view<'t>(table: &Table, part: Span, text_of: &impl Fn(Span) -> &'t str) -> TableView {
    let folded = |spans: &[Span]| {
        let words = spans.iter().flat_map(|span| text_of(*span).split_whitespace());
        words.collect::<Vec<_>>().join(" ")
    };
    let shown = |row: &&TableRow| {
        row.kind == RowKind::Header
            || row.cells.iter().flat_map(|cell| &cell.spans).any(|span| part.overlaps(span))
    };
    let cell = |cell: &Cell| CellView {
        column: cell.column,
        columns: cell.columns,
        text: folded(&cell.spans),
    };
    TableView {
        caption: table.caption.map(|span| folded(&[span])),
        units: table.units.map(|span| folded(&[span]).trim_end_matches([':', ',']).to_owned()),
        columns: table.columns,
        label_columns: table.label_columns,
        rows: table
            .rows
            .iter()
            .filter(shown)
            .map(|row| RowView {
                kind: row.kind,
                indent: row.indent,
                cells: row.cells.iter().map(cell).collect(),
            })
            .collect(),
    }
}
