//! What stands in documents: the list of them, pages, sections, tables.

use citelight_core::{
    DocumentId, DocumentRow, DocumentStatus, ErrorCode, PageNumber, Quad, RowKind, SectionRow,
    WireError,
};
use citelight_engine::{PlacedTable, TableEntry};
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;

use super::{Call, Result, document_named, sections_named, structured};
use crate::quote::{label_of, link};
use crate::resources::address;

/// Bytes of text that one call gives, about: 10,000 tokens of a language model.
const MOST_BYTES: usize = 40_000;

#[derive(Serialize)]
struct Listed {
    documents: Vec<Document>,
}

#[derive(Serialize)]
struct Document {
    document: DocumentId,
    file: String,
    title: Option<String>,
    pages: u32,
    /// `ready` documents can be asked.
    status: DocumentStatus,
    collections: Vec<String>,
    /// To be read as a resource.
    link: String,
}

pub(super) fn list_documents(call: &Call<'_>) -> Result<CallToolResult> {
    let collections = call.library.collections()?;
    let of = match call.arguments.optional_text("collection") {
        Some(name) => Some(call.library.find_collection(name).map_err(|error| {
            let names: Vec<String> =
                collections.iter().map(|one| format!("“{}”", one.name)).collect();
            let there = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            error.to_wire().hint(format!("Collections that are there: {there}."))
        })?),
        None => None,
    };
    let wanted = |row: &DocumentRow| {
        row.superseded_by.is_none()
            && of.as_ref().is_none_or(|collection| collection.documents.contains(&row.id))
    };
    let rows = call.library.documents()?.into_iter().filter(wanted);
    let document = |row: DocumentRow| Document {
        collections: collections
            .iter()
            .filter(|one| one.documents.contains(&row.id))
            .map(|one| one.name.clone())
            .collect(),
        link: address(&row.id),
        document: row.id,
        file: row.file_name,
        title: row.display_title,
        pages: row.pages,
        status: row.status,
    };
    structured(&Listed { documents: rows.map(document).collect() })
}

/// The document that a call names, which must have been read.
fn read_document(call: &Call<'_>) -> Result<DocumentRow> {
    let row = document_named(call.library, call.arguments.text("document"))?;
    if row.status != DocumentStatus::Ready {
        let what = format!("“{}” has not been read yet.", row.file_name);
        let hint = "The person can see in the app how far it is.";
        return Err(WireError::new(ErrorCode::Input, what).hint(hint));
    }
    Ok(row)
}

fn page(call: &Call<'_>, name: &str) -> Option<PageNumber> {
    call.arguments.number(name).and_then(PageNumber::new)
}

pub(super) fn read(call: &Call<'_>) -> Result<CallToolResult> {
    let row = read_document(call)?;
    let pages = page(call, "first_page").is_some() || page(call, "last_page").is_some();
    let part = match call.arguments.optional_text("section") {
        Some(_) if pages => {
            return Err(WireError::new(
                ErrorCode::Input,
                "Pages and a section cannot be read at once.",
            )
            .hint("Give `section`, or `first_page` and `last_page`."));
        }
        Some(name) => {
            let section = section_named(call, &row, name)?;
            call.library.markdown_of_section(&row.id, &section, MOST_BYTES)?
        }
        None => {
            let first = page(call, "first_page").unwrap_or(PageNumber::FIRST);
            let last = page(call, "last_page").unwrap_or(first);
            call.library.markdown_of_pages(&row.id, first, last, MOST_BYTES)?
        }
    };
    let (first, last) = (part.first_page, part.last_page);
    let label = label_of(call.library, &row.id, first)?;
    let label = label.filter(|label| *label != first.to_string());
    let label = label.map(|label| format!(" (printed “{label}”)")).unwrap_or_default();
    let pages = if first == last {
        format!("page {first}{label} of {}", row.pages)
    } else {
        format!("pages {first}{label} to {last} of {}", row.pages)
    };
    let link = link(&row.id, first, None);
    let mut text = format!("{}, {pages}, {link}\n\n{}", row.file_name, part.markdown);
    if part.markdown.trim().is_empty() {
        text.push_str("*No text stands there.*\n");
    }
    if let Some(page) = part.goes_on {
        text.push_str(&format!("\n*Goes on at page {page}: give it as `first_page`.*\n"));
    }
    Ok(CallToolResult::success(vec![ContentBlock::text(text)]))
}

/// The section of a document that bears a name.
fn section_named(call: &Call<'_>, row: &DocumentRow, name: &str) -> Result<SectionRow> {
    let found = sections_named(call, name, std::slice::from_ref(&row.id))?;
    let sections = call.library.sections(&row.id)?;
    // Of several the one that holds most is meant, not an entry of a list of contents.
    let named = sections.into_iter().filter(|row| found.iter().any(|one| one.section == row.id));
    named.max_by_key(|row| (!row.noise, row.span.len())).ok_or_else(|| {
        let what = format!("“{}” has no section “{name}”.", row.file_name);
        let hint = "`outline` gives the numbers and titles of its sections.";
        WireError::new(ErrorCode::NotFound, what).hint(hint)
    })
}

#[derive(Serialize)]
struct Outline {
    document: DocumentId,
    file: String,
    sections: Vec<Section>,
}

#[derive(Serialize)]
struct Section {
    level: u32,
    number: Option<String>,
    title: String,
    page: PageNumber,
    label: Option<String>,
    last_page: PageNumber,
    link: String,
}

pub(super) fn outline(call: &Call<'_>) -> Result<CallToolResult> {
    let row = read_document(call)?;
    let pages = call.library.pages(&row.id)?;
    let label = |page: PageNumber| {
        pages.iter().find(|info| info.page == page).and_then(|info| info.label.clone())
    };
    let section = |section: SectionRow| Section {
        level: section.level,
        number: section.number,
        title: section.title,
        page: section.page,
        label: label(section.page),
        last_page: section.last_page,
        link: link(&row.id, section.page, None),
    };
    let sections = call.library.sections(&row.id)?.into_iter().map(section).collect();
    structured(&Outline { document: row.id.clone(), file: row.file_name.clone(), sections })
}

#[derive(Serialize)]
struct Tables {
    document: DocumentId,
    file: String,
    tables: Vec<TableEntry>,
}

#[derive(Serialize)]
struct Table {
    document: DocumentId,
    file: String,
    #[serde(flatten)]
    entry: TableEntry,
    label: Option<String>,
    rows_of_cells: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    kind: RowKind,
    cells: Vec<Cell>,
}

#[derive(Serialize)]
struct Cell {
    column: u32,
    columns: u32,
    quote: String,
    page: PageNumber,
    quads: Vec<Quad>,
    link: String,
}

pub(super) fn table(call: &Call<'_>) -> Result<CallToolResult> {
    let row = read_document(call)?;
    let (document, file) = (row.id.clone(), row.file_name.clone());
    let Some(number) = call.arguments.number("table") else {
        let tables = call.library.tables(&row.id, page(call, "page"))?;
        return structured(&Tables { document, file, tables });
    };
    let PlacedTable { entry, rows_of_cells } = call.library.table(&row.id, number)?;
    if let Some(page) = page(call, "page").filter(|page| *page != entry.page) {
        let what = format!("Table {number} of “{file}” begins on page {}, not {page}.", entry.page);
        return Err(WireError::new(ErrorCode::Input, what).hint("Leave `page` out."));
    }
    let label = label_of(call.library, &row.id, entry.page)?;
    let rows = rows_of_cells.into_iter().map(|placed| Row {
        kind: placed.kind,
        cells: placed
            .cells
            .into_iter()
            .map(|cell| Cell {
                column: cell.column,
                columns: cell.columns,
                quote: cell.text,
                page: cell.page,
                quads: cell.quads,
                link: link(&row.id, cell.page, Some(cell.span)),
            })
            .collect(),
    });
    structured(&Table { document, file, entry, label, rows_of_cells: rows.collect() })
}
