//! Parts of a document as text for other programs: pages or a section as Markdown, and tables with the
//! place of every cell.

use citelight_core::{
    BlockKind, Cell, DocumentId, PageNumber, Quad, RowKind, SectionRow, Span, Table,
};
use citelight_structure::markdown;
use serde::Serialize;

use crate::ask::cite::{folded, rectangles, within};
use crate::documents::{Documents, no_such_page};
use crate::error::{EngineError, Result};

/// A part of a document as Markdown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MarkdownPart {
    /// The text: headings, paragraphs, lists, tables.
    pub markdown: String,
    /// Its part of the flow text.
    pub span: Span,
    /// First page of what was asked for.
    pub first_page: PageNumber,
    /// Last page that is in it, whole or in part.
    pub last_page: PageNumber,
    /// Page at which to go on, where the part was too long to be given at once.
    pub goes_on: Option<PageNumber>,
}

/// A table as listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TableEntry {
    /// Rises in reading order, from 0, within the document.
    pub id: u32,
    /// Page on which it begins.
    pub page: PageNumber,
    /// The title above or below it.
    pub caption: Option<String>,
    /// What its figures count ("in millions").
    pub units: Option<String>,
    /// Number of rows, headers included.
    pub rows: u32,
    /// Number of columns, the labels' included.
    pub columns: u32,
}

/// A table with the place of every cell.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlacedTable {
    /// As it is listed.
    #[serde(flatten)]
    pub entry: TableEntry,
    /// From top to bottom; header rows first.
    pub rows_of_cells: Vec<PlacedRow>,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlacedRow {
    /// What it is.
    pub kind: RowKind,
    /// Its cells, by column; empty ones are left out.
    pub cells: Vec<PlacedCell>,
}

/// A cell of a table, and where it stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlacedCell {
    /// First column it covers, from 0.
    pub column: u32,
    /// How many columns it covers, at least 1.
    pub columns: u32,
    /// Its words, white space folded.
    pub text: String,
    /// Page that holds it.
    pub page: PageNumber,
    /// Its words in the flow text, from the first to the last.
    pub span: Span,
    /// One rectangle a line, in points of the page.
    pub quads: Vec<Quad>,
}

/// Pages as Markdown, at most about `most` bytes of their text, and at least one page.
pub(crate) fn pages(
    documents: &Documents,
    id: &DocumentId,
    (first, last): (PageNumber, PageNumber),
    most: usize,
) -> Result<MarkdownPart> {
    let row = documents.row(id)?;
    let texts = documents.store().page_texts(id)?;
    let texts: Vec<_> =
        texts.into_iter().filter(|text| text.page >= first && text.page <= last).collect();
    if last < first {
        return Err(EngineError::input(
            format!("The pages end at {last}, before they begin at {first}."),
            "Name the first page first.",
        ));
    }
    let Some(head) = texts.first() else { return Err(no_such_page(&row, first)) };
    let (start, mut end, mut last_page, mut goes_on) = (head.start, head.start, head.page, None);
    for text in &texts {
        let next = text.start + u32::try_from(text.text.len()).unwrap_or(u32::MAX);
        if text.page > head.page && (next - start) as usize > most {
            goes_on = Some(text.page);
            break;
        }
        (end, last_page) = (next, text.page);
    }
    let span = Span::new(start, end);
    let markdown = markdown_of(documents, id, span)?;
    Ok(MarkdownPart { markdown, span, first_page: head.page, last_page, goes_on })
}

/// A section with all below it as Markdown, at most about `most` bytes of its text.
pub(crate) fn section(
    documents: &Documents,
    id: &DocumentId,
    section: &SectionRow,
    most: usize,
) -> Result<MarkdownPart> {
    let (first, last) = (section.page, section.last_page);
    if section.span.len() as usize > most {
        // What is too long goes on by pages: they are what can be named.
        let part = pages(documents, id, (first, last), most)?;
        let span = Span::new(section.span.start.max(part.span.start), part.span.end);
        let markdown = markdown_of(documents, id, span)?;
        return Ok(MarkdownPart { markdown, span, ..part });
    }
    let markdown = markdown_of(documents, id, section.span)?;
    Ok(MarkdownPart {
        markdown,
        span: section.span,
        first_page: first,
        last_page: last,
        goes_on: None,
    })
}

fn markdown_of(documents: &Documents, id: &DocumentId, span: Span) -> Result<String> {
    let store = documents.store();
    let mut blocks = store.blocks(id)?;
    // A block is given where it begins; a table over several pages wherever a part of it stands.
    blocks.retain(|block| {
        span.contains_byte(block.span.start)
            || block.kind == BlockKind::Table && span.overlaps(&block.span)
    });
    let tables = store.tables(id, span)?;
    let (_, text) = store.flow_text(id, Span::new(0, u32::MAX))?;
    Ok(markdown(&text, &blocks, &store.sections(id)?, &tables))
}

/// The tables of a document, or those of a page, in reading order.
pub(crate) fn tables(
    documents: &Documents,
    id: &DocumentId,
    page: Option<PageNumber>,
) -> Result<Vec<TableEntry>> {
    let row = documents.row(id)?;
    let span = match page {
        None => Span::new(0, u32::MAX),
        Some(page) => {
            let texts = documents.store().page_texts(id)?;
            let text = texts.into_iter().find(|text| text.page == page);
            let text = text.ok_or_else(|| no_such_page(&row, page))?;
            Span::new(text.start, text.start + u32::try_from(text.text.len()).unwrap_or_default())
        }
    };
    let store = documents.store();
    let words = |span: Span| -> Result<String> {
        let (start, text) = store.flow_text(id, span)?;
        Ok(folded(within(&text, start, span)))
    };
    store.tables(id, span)?.iter().map(|table| entry(table, &words)).collect()
}

fn entry(table: &Table, words: &impl Fn(Span) -> Result<String>) -> Result<TableEntry> {
    let first = table.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.page).min();
    let said = |span: Option<Span>| span.map(words).transpose();
    Ok(TableEntry {
        id: table.id,
        page: first.unwrap_or(PageNumber::FIRST),
        caption: said(table.caption)?,
        units: said(table.units)?.map(|units| units.trim_end_matches([':', ',']).to_owned()),
        rows: u32::try_from(table.rows.len()).unwrap_or(u32::MAX),
        columns: table.columns,
    })
}

/// A table with its cells.
pub(crate) fn table(documents: &Documents, id: &DocumentId, number: u32) -> Result<PlacedTable> {
    let row = documents.row(id)?;
    let store = documents.store();
    let all = store.tables(id, Span::new(0, u32::MAX))?;
    let Some(table) = all.iter().find(|table| table.id == number) else {
        return Err(EngineError::input(
            format!("“{}” has no table {number}.", row.file_name),
            format!("It has {} tables, counted from 0.", all.len()),
        ));
    };
    let (start, text) = store.flow_text(id, table.reach())?;
    let cell = |cell: &Cell| -> Result<Option<PlacedCell>> {
        let Some(span) = Span::around(cell.spans.iter().copied()) else { return Ok(None) };
        let words: Vec<&str> = cell.spans.iter().map(|span| within(&text, start, *span)).collect();
        let quads = cell.spans.iter().map(|span| rectangles(store, id, *span));
        Ok(Some(PlacedCell {
            column: cell.column,
            columns: cell.columns,
            text: folded(&words.join(" ")),
            page: cell.page,
            span,
            quads: quads.collect::<Result<Vec<_>>>()?.concat(),
        }))
    };
    let rows = table.rows.iter().map(|row| -> Result<PlacedRow> {
        let cells = row.cells.iter().filter_map(|one| cell(one).transpose());
        Ok(PlacedRow { kind: row.kind, cells: cells.collect::<Result<_>>()? })
    });
    let words = |span: Span| -> Result<String> {
        let (start, text) = store.flow_text(id, span)?;
        Ok(folded(within(&text, start, span)))
    };
    Ok(PlacedTable { entry: entry(table, &words)?, rows_of_cells: rows.collect::<Result<_>>()? })
}
