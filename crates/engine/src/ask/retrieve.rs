//! Retrieval: the chunks nearest in meaning and the chunks that share words, fused.

use std::collections::HashMap;

use citelight_core::{
    Cell, CellView, ChunkId, PageNumber, Passage, PassageKind, RowKind, RowView, Span, Table,
    TableRow, TableView,
};
use citelight_index::Filter;
use citelight_store::ChunkRow;

use super::Question;
use crate::{Library, Result};

/// How many chunks each of the two searches contributes.
const CANDIDATES: usize = 100;

/// Constant of reciprocal rank fusion: large enough that the first ranks do not drown the rest
/// (Cormack, Clarke, Büttcher, SIGIR 2009, who found 60).
const RRF_K: f32 = 60.0;

/// A retrieved chunk.
pub(crate) struct Hit {
    pub(crate) chunk: ChunkRow,
    /// Fused score, scaled so that a chunk that leads both searches has 1.
    pub(crate) score: f32,
}

impl Library {
    /// The chunks of the question's documents that both searches found, best first.
    pub(crate) fn retrieve(&self, question: &Question) -> Result<Vec<Hit>> {
        let embedder = self.embedder()?;
        let index = self.index.current(self, &embedder)?;
        let filter = Filter::ranges(&self.store.chunk_ranges(&question.scope)?);
        let near = index.search(&question.vector, CANDIDATES, &filter)?;
        let worded = self.store.search_words(&question.terms.words, &question.scope, CANDIDATES)?;
        let fused = fuse(&[near, worded]);
        let mut hits = Vec::with_capacity(fused.len());
        for (id, score) in fused {
            // A chunk that went between search and look-up is passed over.
            hits.extend(self.store.chunk(id)?.map(|chunk| Hit { chunk, score }));
        }
        if !self.chunking()?.search_noise {
            // Contents pages and indexes name everything and say nothing.
            hits.sort_by_key(|hit| hit.chunk.noise);
        }
        Ok(hits)
    }

    /// The first `limit` hits as they are shown.
    pub(crate) fn passages(&self, hits: &[Hit], limit: usize) -> Result<Vec<Passage>> {
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
                table: self.table_of(chunk)?,
            })
        };
        hits.iter().take(limit).enumerate().map(passage).collect()
    }
}

impl Library {
    /// The rows of a chunk's table, where it is one.
    fn table_of(&self, chunk: &ChunkRow) -> Result<Option<TableView>> {
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

/// Reciprocal rank fusion of ranked lists, best first. Ties keep the order of the first list.
fn fuse(lists: &[Vec<(ChunkId, f32)>]) -> Vec<(ChunkId, f32)> {
    let most = lists.len() as f32 / (RRF_K + 1.0);
    let mut scores: HashMap<ChunkId, (f32, usize)> = HashMap::new();
    for list in lists {
        for (place, (id, _)) in list.iter().enumerate() {
            let order = scores.len();
            scores.entry(*id).or_insert((0.0, order)).0 += 1.0 / (RRF_K + place as f32 + 1.0);
        }
    }
    let mut fused: Vec<_> = scores.into_iter().collect();
    fused.sort_by(|(_, a), (_, b)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    fused.into_iter().map(|(id, (score, _))| (id, score / most)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_searches_find_comes_first() {
        let list = |ids: &[i64]| ids.iter().map(|&id| (ChunkId(id), 0.0)).collect::<Vec<_>>();
        let fused = fuse(&[list(&[1, 2, 3]), list(&[4, 2, 1])]);
        let ids: Vec<i64> = fused.iter().map(|(id, _)| id.0).collect();
        assert_eq!(ids, [1, 2, 4, 3]);
        let lead = fuse(&[list(&[7]), list(&[7])]);
        assert!((lead[0].1 - 1.0).abs() < 1e-6);
        assert!(fuse(&[list(&[]), list(&[])]).is_empty());
    }
}
