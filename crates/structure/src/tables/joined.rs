//! Owns tables that go on: over pages, the same columns under the same headings or none; and further
//! tables below, whose columns stand under headings that are printed once.

use citelight_core::{PageNumber, RowKind, Table};

use super::borrowed::Headed;
use super::{Draft, lookup};

/// How the last table of a page ended.
#[derive(Debug)]
pub(crate) struct Tail {
    page: PageNumber,
    /// Right edges of its columns, in points.
    edges: Vec<f32>,
    size: f32,
    headings: Vec<String>,
    bold_headings: bool,
}

/// Adds the tables of a page; the first of them may go on with the last one so far.
pub(super) fn add(
    tables: &mut Vec<Table>,
    tail: &mut Option<Tail>,
    headed: &mut Option<Headed>,
    drafts: Vec<Draft>,
    page: PageNumber,
    text: &str,
) {
    let mut before = tail.take();
    for mut draft in drafts {
        let headings = headings(&draft.table, text);
        let tail_before =
            before.take().filter(|tail| draft.opens_page && tail.page.get() + 1 == page.get());
        let values_above =
            tail_before.as_ref().is_some_and(|tail| begins_with_values(tail, &draft));
        let goes_on = values_above
            || tail_before.as_ref().is_some_and(|tail| same(tail, &draft, &headings, text));
        let (headings, bold_headings) = match tail_before {
            Some(tail) if values_above => (tail.headings, tail.bold_headings),
            _ => (headings, draft.bold_headings),
        };
        let ends = Tail { page, edges: draft.edges, size: draft.size, headings, bold_headings };
        let closes = draft.closes_page;
        let after = tables.last().map_or(0, |t| t.span.end);
        match tables.last_mut() {
            // Spans of tables do not overlap; one torn by the order of reading is none.
            _ if draft.table.span.start < after => continue,
            Some(last) if goes_on => {
                if let Some(headed) = headed {
                    headed.reaches(page);
                }
                last.span = last.span.union(&draft.table.span);
                for mut row in draft.table.rows {
                    if row.kind == RowKind::Header && values_above {
                        row.kind = RowKind::Body;
                    }
                    if row.kind != RowKind::Header {
                        last.rows.push(row);
                    }
                }
            }
            _ => {
                if draft.table.rows.iter().any(|row| row.kind == RowKind::Header) {
                    *headed = Headed::new(&draft.table, draft.size, page);
                } else if let Some(headed) = headed {
                    headed.lend(&mut draft.table, draft.size, page);
                }
                let id = u32::try_from(tables.len()).unwrap_or(u32::MAX);
                tables.push(Table { id, ..draft.table });
            }
        }
        *tail = closes.then_some(ends);
    }
}

/// Headings of the columns of values, all levels of each joined.
fn headings(table: &Table, text: &str) -> Vec<String> {
    let view = lookup::TableView::new(table, text);
    (table.label_columns..table.columns).map(|column| view.header(column).join(" ")).collect()
}

/// Whether what was taken for the one row of headings of a table is its first row of values: the table goes on with
/// columns whose headings are bold, and these are not.
fn begins_with_values(tail: &Tail, draft: &Draft) -> bool {
    let heads = draft.table.rows.iter().filter(|row| row.kind == RowKind::Header).count();
    heads == 1
        && tail.bold_headings
        && !draft.bold_headings
        && draft.table.caption.is_none()
        && tail.edges.len() > 1
        && stand_alike(tail, draft)
}

/// Whether the columns of two tables end at the same places.
fn stand_alike(tail: &Tail, draft: &Draft) -> bool {
    let columns = &draft.edges;
    columns.len() == tail.edges.len()
        && columns
            .iter()
            .zip(&tail.edges)
            .all(|(right, edge)| (right - edge).abs() < 2.0 * tail.size)
}

fn same(tail: &Tail, draft: &Draft, headings: &[String], text: &str) -> bool {
    let columns = &draft.edges;
    let stand_alike = stand_alike(tail, draft);
    let continued = draft.table.caption.and_then(|c| text.get(c.range())).is_some_and(|title| {
        let title = title.to_lowercase();
        title.contains("continued") || title.contains("cont’d") || title.contains("cont'd")
    });
    let bare = headings.iter().all(String::is_empty);
    stand_alike
        && (bare && draft.table.caption.is_none()
            || headings == tail.headings.as_slice() && (continued || draft.table.caption.is_none()))
        || (continued && columns.len() == tail.edges.len() && headings == tail.headings.as_slice())
}
