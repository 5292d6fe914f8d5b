//! Documents as resources: each by `citelight://DOCUMENT`, a page by `citelight://DOCUMENT/PAGE`, and the
//! words of a quote by the link that came with it.

use citelight_core::{DocumentId, DocumentRow, DocumentStatus, ErrorCode, PageNumber, WireError};
use citelight_engine::{DeepLink, EngineError, Library};
use rmcp::model::{
    ListResourcesResult, ReadResourceResult, Resource, ResourceContents, ResourceTemplate,
};

use crate::tools::document_named;

/// Documents on one page of the list.
const LISTED: usize = 200;
/// Bytes of text that one reading gives, about; a novel has three times as many.
const MOST_BYTES: usize = 200_000;
const MARKDOWN: &str = "text/markdown";
const SCHEME: &str = "citelight://";

/// The documents that can be read, newest first. The cursor is the number of those before.
pub(crate) fn list(
    library: &Library,
    cursor: Option<&str>,
) -> Result<ListResourcesResult, WireError> {
    let from = cursor.map_or(Ok(0), str::parse::<usize>).map_err(|_| {
        WireError::new(ErrorCode::Input, "This is no cursor of this list.")
            .hint("Begin again without one.")
    })?;
    let ready = ready(library)?;
    let page: Vec<Resource> = ready.iter().skip(from).take(LISTED).map(resource).collect();
    let next = from + page.len();
    let mut result = ListResourcesResult::with_all_items(page);
    result.next_cursor = (next < ready.len()).then(|| next.to_string());
    Ok(result)
}

/// The documents that can be read, newest first.
pub(crate) fn ready(library: &Library) -> Result<Vec<DocumentRow>, EngineError> {
    let mut rows = library.documents()?;
    rows.retain(|row| row.status == DocumentStatus::Ready && row.superseded_by.is_none());
    Ok(rows)
}

/// The address of a document as a whole.
pub(crate) fn address(id: &DocumentId) -> String {
    format!("{SCHEME}{id}")
}

fn resource(row: &DocumentRow) -> Resource {
    let many = if row.pages == 1 { "page" } else { "pages" };
    let resource = Resource::new(address(&row.id), row.file_name.clone())
        .with_mime_type(MARKDOWN)
        .with_description(format!("A PDF of {} {many}, as Markdown.", row.pages));
    match &row.display_title {
        Some(title) => resource.with_title(title.clone()),
        None => resource,
    }
}

/// The addresses that are not listed.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    let page = ResourceTemplate::new(format!("{SCHEME}{{document}}/{{page}}"), "page")
        .with_title("Page of a document")
        .with_description("A page as Markdown; document by its id, pages from 1.")
        .with_mime_type(MARKDOWN);
    let quote =
        ResourceTemplate::new(format!("{SCHEME}{{document}}/{{page}}{{?from,to}}"), "quote")
            .with_title("Quoted words")
            .with_description("The words that a link leads to, as it comes with every quote.")
            .with_mime_type("text/plain");
    vec![page, quote]
}

/// What stands at an address.
pub(crate) fn read(library: &Library, uri: &str) -> Result<ReadResourceResult, WireError> {
    let whole = uri.strip_prefix(SCHEME).map(|rest| rest.trim_end_matches('/'));
    let content = match whole.filter(|rest| !rest.contains(['/', '?'])) {
        Some(id) => {
            let row = document_named(library, id)?;
            let last = PageNumber::new(row.pages).unwrap_or(PageNumber::FIRST);
            let part = library.markdown_of_pages(&row.id, PageNumber::FIRST, last, MOST_BYTES)?;
            let mut text = part.markdown;
            if let Some(page) = part.goes_on {
                text.push_str(&format!(
                    "\n*Goes on at page {page} of {last}: {SCHEME}{}/{page}*\n",
                    row.id
                ));
            }
            ResourceContents::text(text, uri).with_mime_type(MARKDOWN)
        }
        None => {
            let link: DeepLink = uri.parse()?;
            match link.span {
                Some(span) => {
                    library.document(&link.document)?;
                    let words = library.text_of(&link.document, span)?;
                    if words.trim().is_empty() {
                        let what = format!("No words of the document stand at “{uri}”.");
                        return Err(WireError::new(ErrorCode::NotFound, what));
                    }
                    ResourceContents::text(words, uri)
                }
                None => {
                    let (id, page) = (&link.document, link.page);
                    let part = library.markdown_of_pages(id, page, page, MOST_BYTES)?;
                    ResourceContents::text(part.markdown, uri).with_mime_type(MARKDOWN)
                }
            }
        }
    };
    Ok(ReadResourceResult::new(vec![content]))
}
