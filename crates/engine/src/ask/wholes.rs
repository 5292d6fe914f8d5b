//! What may answer as a whole: lists with what leads to them, and rows of tables, of the passages that were found.

use std::collections::HashSet;

use citelight_answer::TableText;
use citelight_core::{Block, BlockKind, DocumentId, Span};

use super::alone::as_read;
use super::asker::Asker;
use super::cells::{self, NearTable};
use super::cite::{CellGroup, Statement, folded};
use super::lists::{List, lines_under};
use super::question::Hit;
use crate::error::Result;

/// Fewer items or rows are no whole; more rows nobody reads as an answer.
const FEWEST: usize = 2;
const MOST_ROWS: usize = 40;
/// Columns of values that are shown of a row at most.
const MOST_COLUMNS: usize = 3;
/// Characters that are read of one: the trained reader takes no more.
const LONGEST: usize = 700;

/// A list or rows of a table.
pub(crate) struct Whole {
    /// Where it stands.
    pub(crate) near: Statement,
    pub(crate) shown: Shown,
    /// As the trained reader weighs it.
    pub(crate) read: String,
}

/// What is shown of it.
pub(crate) enum Shown {
    /// What leads to a list, and its items.
    List(Option<Span>, Vec<Span>),
    Rows(Box<CellGroup>),
}

/// All that the passages hold, those of the best one first; lines under a heading and tables where a list is asked for.
pub(crate) fn wholes(asker: &Asker, hits: &[Hit], asks_list: bool) -> Result<Vec<Whole>> {
    let mut found = Vec::new();
    let mut lists: HashSet<(DocumentId, Span)> = HashSet::new();
    let mut seen: HashSet<(DocumentId, Span)> = HashSet::new();
    for chunk in hits.iter().flat_map(Hit::chunks) {
        let blocks = asker.document_cache.blocks(&chunk.document)?;
        for block in blocks.iter().filter(|block| block.span.overlaps(&chunk.span)) {
            if block.kind == BlockKind::Heading && !asks_list {
                continue;
            }
            // A list runs over several blocks, and passages share them.
            let begins =
                List::first_item(&blocks, block.span).filter(|_| block.kind == BlockKind::List);
            if !lists.insert((chunk.document.clone(), begins.unwrap_or(block.span))) {
                continue;
            }
            let Some(list) = list_of(asker, &chunk.document, &blocks, block)? else { continue };
            let near = Statement {
                document: chunk.document.clone(),
                file_name: chunk.file_name.clone(),
                section: chunk.breadcrumb.clone(),
                span: block.span,
                text: String::new(),
                value: None,
            };
            // A list, and each part of it under an item that leads to others.
            let leads = (0..list.items.len()).map(|at| {
                (Some((list.items[at].span, list.items[at].text.as_str())), list.under(at))
            });
            let stem = list.stem.as_ref().map(|(span, text)| (*span, text.as_str()));
            for (lead, items) in leads.chain([(stem, list.spans())]) {
                let new = |first: &Span| seen.insert((chunk.document.clone(), *first));
                if items.len() >= FEWEST && items.first().is_some_and(new) {
                    let read = read_list(&list, &near.section, lead, &items);
                    let shown = Shown::List(lead.map(|(span, _)| span), items);
                    found.push(Whole { near: near.clone(), shown, read });
                }
            }
        }
    }
    if asks_list {
        found.extend(cells::tables(asker, hits)?.iter().flat_map(of_table));
    }
    Ok(found)
}

/// The list that a block is, or the lines under it where it is a heading.
fn list_of(
    asker: &Asker,
    document: &DocumentId,
    blocks: &[Block],
    block: &Block,
) -> Result<Option<List>> {
    match block.kind {
        BlockKind::List => List::at(asker, document, block.span),
        BlockKind::Heading => match lines_under(blocks, block.span) {
            Some(lines) => List::of_lines(asker, document, lines),
            None => Ok(None),
        },
        _ => Ok(None),
    }
}

fn read_list(list: &List, section: &str, lead: Option<(Span, &str)>, items: &[Span]) -> String {
    let texts = list.items.iter().filter(|item| items.contains(&item.span));
    let texts: Vec<String> = texts.map(|item| folded(&item.text)).collect();
    let lead = lead.map(|(_, text)| folded(text)).unwrap_or_default();
    as_read(section, "", &shortened(format!("{lead} {}", texts.join("; ")).trim()))
}

/// The rows of a table, and those of each of its groups.
fn of_table(near: &NearTable) -> Vec<Whole> {
    let table = near.read();
    let mut groups: Vec<&[String]> = Vec::new();
    for row in &table.rows {
        if !groups.contains(&row.groups.as_slice()) {
            groups.push(&row.groups);
        }
    }
    groups.into_iter().filter_map(|group| of_group(near, &table, group)).collect()
}

fn of_group(near: &NearTable, table: &TableText, group: &[String]) -> Option<Whole> {
    let of_group = |at: &usize| table.rows[*at].groups == group;
    let rows: Vec<usize> = (0..table.rows.len()).filter(of_group).collect();
    if !(FEWEST..=MOST_ROWS).contains(&rows.len()) {
        return None;
    }
    let mut columns: Vec<usize> = Vec::new();
    for row in rows.iter().map(|at| &table.rows[*at]) {
        for cell in row.cells.iter().filter(|cell| !table.is_label(row, cell.column)) {
            if !columns.contains(&cell.column) {
                columns.push(cell.column);
            }
        }
    }
    if columns.is_empty() || columns.len() > MOST_COLUMNS {
        return None;
    }
    let texts: Vec<String> = rows
        .iter()
        .map(|at| {
            let cells = table.rows[*at].cells.iter().map(|cell| cell.text.as_str());
            cells.collect::<Vec<_>>().join(", ")
        })
        .collect();
    let headings = table.headings.first().map(|set| set.texts.join(", ")).unwrap_or_default();
    let parts = [table.caption.clone(), group.join(": "), headings, texts.join("; ")];
    let parts: Vec<String> =
        parts.into_iter().filter(|part| part.chars().any(char::is_alphanumeric)).collect();
    let read = as_read(&table.section, "", &shortened(&parts.join(": ")));
    let shown = cells::rows(near, table, &rows, &columns)?;
    let first = shown.cells.first()?.clone();
    Some(Whole { near: first, shown: Shown::Rows(Box::new(shown)), read })
}

fn shortened(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}
