//! Passages as they are shown: where they stand, and their tables as rows.

use citelight_core::{
    Cell, CellView, PageNumber, Passage, PassageKind, RowKind, RowView, Span, Table, TableRow,
    TableView,
};
use citelight_store::{ChunkRow, Store};

use super::cite::{folded, within};
use super::question::Hit;
use crate::error::Result;

/// The first `limit` hits as they are shown.
pub(crate) fn passages(store: &Store, hits: &[Hit], limit: usize) -> Result<Vec<Passage>> {
    let passage = |(place, hit): (usize, &Hit)| {
        let chunk = &hit.chunk;
        Ok(Passage {
            rank: u32::try_from(place + 1).unwrap_or(u32::MAX),
            chunk: chunk.id,
            document: chunk.document.clone(),
            file: chunk.file_name.clone(),
            page: chunk.first_page,
            pages: (chunk.first_page.get()..=chunk.last_page.get())
                .filter_map(PageNumber::new)
                .collect(),
            section: chunk.breadcrumb.clone(),
            kind: chunk.kind,
            text: chunk.text.clone(),
            span: chunk.span,
            score: hit.score,
            feedback: hit.feedback,
            stages: hit.stages,
            table: table_of(store, chunk)?,
        })
    };
    hits.iter().take(limit).enumerate().map(passage).collect()
}

/// The rows of a chunk's table, where it is one.
fn table_of(store: &Store, chunk: &ChunkRow) -> Result<Option<TableView>> {
    if chunk.kind != PassageKind::Table {
        return Ok(None);
    }
    let tables = store.tables(&chunk.document, chunk.span)?;
    let Some(table) = tables.iter().max_by_key(|table| table.span.shared(&chunk.span)) else {
        return Ok(None);
    };
    let (start, text) = store.flow_text(&chunk.document, table.reach())?;
    Ok(Some(view(table, chunk.span, &|span| within(&text, start, span))))
}

/// The header rows of a table, and its rows in `part`.
fn view<'t>(table: &Table, part: Span, text_of: &impl Fn(Span) -> &'t str) -> TableView {
    let words = |spans: &[Span]| {
        folded(&spans.iter().map(|span| text_of(*span)).collect::<Vec<_>>().join(" "))
    };
    let shown = |row: &&TableRow| {
        row.kind == RowKind::Header
            || row.cells.iter().flat_map(|cell| &cell.spans).any(|span| part.overlaps(span))
    };
    let cell = |cell: &Cell| CellView {
        column: cell.column,
        columns: cell.columns,
        text: words(&cell.spans),
    };
    TableView {
        caption: table.caption.map(|span| words(&[span])),
        units: table.units.map(|span| words(&[span]).trim_end_matches([':', ',']).to_owned()),
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
