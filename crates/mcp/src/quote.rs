//! Quotes as they go to a client: the words, where they stand, and the link that leads back to them.

use citelight_core::{
    Citation, CitedCell, DocumentId, PageNumber, Passage, PassageKind, Quad, Span,
};
use citelight_engine::{DeepLink, EngineError, Library};
use serde::Serialize;

/// Words of a document.
#[derive(Debug, Serialize)]
pub(crate) struct Quote {
    /// Number of the citation, or rank of the passage, from 1.
    pub(crate) n: u32,
    pub(crate) document: DocumentId,
    pub(crate) file: String,
    /// Page on which the words start, from 1.
    pub(crate) page: PageNumber,
    /// That page's printed label, where there is one.
    pub(crate) label: Option<String>,
    /// Titles of the sections around it; empty where it has none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) section: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<PassageKind>,
    pub(crate) quote: String,
    /// What a cell of a table stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cell: Option<CitedCell>,
    /// One rectangle a line, in points from the page's top left.
    pub(crate) quads: Vec<Quad>,
    /// Leads back to the words, in the app and here.
    pub(crate) link: String,
}

/// The link to a place.
pub(crate) fn link(document: &DocumentId, page: PageNumber, span: Option<Span>) -> String {
    let span = span.filter(|span| !span.is_empty());
    DeepLink { document: document.clone(), page, span }.to_string()
}

impl Quote {
    pub(crate) fn of_citation(citation: &Citation) -> Quote {
        let Citation { n, document, file, page, label, section, span, quote, quads, cell, .. } =
            citation.clone();
        let link = link(&document, page, Some(span));
        Quote { n, document, file, page, label, section, kind: None, quote, cell, quads, link }
    }

    pub(crate) fn of_passage(library: &Library, passage: &Passage) -> Result<Quote, EngineError> {
        let Passage { rank, document, file, page, section, kind, text, span, .. } = passage.clone();
        let place = DeepLink { document: document.clone(), page, span: Some(span) };
        let quads = library.linked(&place)?;
        let label = label_of(library, &document, page)?;
        let link = place.to_string();
        let (n, kind, quote) = (rank, Some(kind), text);
        Ok(Quote { n, document, file, page, label, section, kind, quote, cell: None, quads, link })
    }
}

/// The printed label of a page, where there is one.
pub(crate) fn label_of(
    library: &Library,
    document: &DocumentId,
    page: PageNumber,
) -> Result<Option<String>, EngineError> {
    let pages = library.pages(document)?;
    Ok(pages.into_iter().find(|info| info.page == page).and_then(|info| info.label))
}
