//! The text of pages for whoever looks at them: words with their places to select from, the text of a
//! selection, and where something stands that a person looks for.

use citelight_core::{DocumentId, PageNumber, Rect, Span};
use citelight_store::Store;
use citelight_text::{FindOptions, find_all};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::documents::Documents;
use crate::error::Result;

/// Matches that are listed; nobody looks at more.
const MOST_MATCHES: usize = 10_000;

/// A word of a page that can be selected.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct TextWord {
    /// Where it stands in the document's flow text.
    pub span: Span,
    /// Number of its line, rising through the document.
    pub line: u32,
    /// Its box on the page.
    pub rect: Rect,
}

/// A place in a document that was looked for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct TextMatch {
    /// Page on which it starts.
    pub page: PageNumber,
    /// Where it stands in the document's flow text.
    pub span: Span,
    /// How far into its page's text it stands, 0 to 1.
    pub depth: f32,
}

/// What was looked for in a document, and found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TextMatches {
    /// In reading order; at most 10,000.
    pub matches: Vec<TextMatch>,
    /// Whether there are more.
    pub more: bool,
    /// Pages that could be looked through: those whose text is known by now.
    pub pages: u32,
}

/// The words of a page that belong to the text of its document, in reading order. None before the
/// document was read.
pub(crate) fn words(
    documents: &Documents,
    store: &Store,
    id: &DocumentId,
    page: PageNumber,
) -> Result<Vec<TextWord>> {
    let (_, words) = documents.page_words(id, page)?;
    let of_page = store.page_flow(id, page)?;
    let word = |word: &citelight_core::FlowWord| {
        let rect = words.get(word.index as usize)?.rect;
        Some(TextWord { span: word.span, line: word.line, rect })
    };
    Ok(of_page.iter().filter_map(word).collect())
}

/// The text of a span, as it reads: words cut at a line's end are whole, paragraphs begin new lines.
pub(crate) fn text_of(store: &Store, id: &DocumentId, span: Span) -> Result<String> {
    let (start, text) = store.flow_text(id, span)?;
    let at = |byte: u32| {
        let byte = (byte.saturating_sub(start) as usize).min(text.len());
        (0..=byte).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
    };
    Ok(text[at(span.start)..at(span.end).max(at(span.start))].to_owned())
}

/// Where `query` stands in a document.
pub(crate) fn find(
    documents: &Documents,
    store: &Store,
    id: &DocumentId,
    query: &str,
    options: FindOptions,
) -> Result<TextMatches> {
    documents.row(id)?;
    let pages = store.page_texts(id)?;
    let text: String = pages.iter().map(|page| page.text.as_str()).collect();
    let first = pages.first().map_or(0, |page| page.start);
    let page_at = |byte: u32| {
        let after = pages.partition_point(|page| page.start <= byte);
        let page = pages.get(after.saturating_sub(1))?;
        let depth = (byte - page.start) as f32 / page.text.len().max(1) as f32;
        Some((page.page, depth.min(1.0)))
    };
    let found = find_all(&text, query, options, MOST_MATCHES + 1);
    let more = found.len() > MOST_MATCHES;
    let at = |byte: usize| first.saturating_add(u32::try_from(byte).unwrap_or(u32::MAX));
    let matches = found.into_iter().take(MOST_MATCHES).filter_map(|place| {
        let span = Span::new(at(place.start), at(place.end));
        let (page, depth) = page_at(span.start)?;
        Some(TextMatch { page, span, depth })
    });
    let matches = matches.collect();
    let pages = pages.iter().filter(|page| !page.text.is_empty()).count();
    Ok(TextMatches { matches, more, pages: u32::try_from(pages).unwrap_or(u32::MAX) })
}
