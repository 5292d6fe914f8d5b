//! Documents and what was read of them.

use std::path::PathBuf;

use citelight_core::{
    ContractChange, DocumentId, DocumentRow, PageInfo, PageLink, PageNumber, Quad, SectionRow,
    Span, Word,
};
use citelight_store::ChunkRow;
use citelight_text::FindOptions;

use super::Library;
use crate::amendments;
use crate::document_text::{self, MarkdownPart, PlacedTable, TableEntry};
use crate::error::Result;
use crate::page_text::{self, TextMatches, TextWord};

/// Words that a person looks for in all documents; more are not looked at.
const MOST_WORDS: usize = 12;

impl Library {
    /// The documents whose text holds all of these words close together, the last of which may be only begun.
    pub fn documents_with(&self, words: &str) -> Result<Vec<DocumentId>> {
        let words: Vec<String> = words
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .take(MOST_WORDS)
            .map(str::to_lowercase)
            .collect();
        Ok(self.store().documents_with(&words)?)
    }

    /// Every document, newest first; replaced versions included.
    pub fn documents(&self) -> Result<Vec<DocumentRow>> {
        self.shared.documents.all()
    }

    /// A document that must be there.
    pub fn document(&self, id: &DocumentId) -> Result<DocumentRow> {
        self.shared.documents.row(id)
    }

    /// The document that a person means by an id, the start of one (at least four digits), a file
    /// name or a path. Among versions of one file the current one is meant.
    pub fn find_document(&self, name: &str) -> Result<DocumentRow> {
        self.shared.documents.find(name)
    }

    /// Where the library keeps a document's file.
    pub fn file_of(&self, id: &DocumentId) -> PathBuf {
        self.shared.documents.file(id)
    }

    /// The passages of a document, in reading order.
    pub fn chunks(&self, id: &DocumentId) -> Result<Vec<ChunkRow>> {
        Ok(self.shared.store.chunks(id)?)
    }

    /// A document as Markdown: headings, paragraphs, lists, tables.
    pub fn markdown(&self, id: &DocumentId) -> Result<String> {
        self.shared.documents.markdown(id)
    }

    /// Pages of a document as Markdown; those that would bring it over about `most` bytes are left out.
    pub fn markdown_of_pages(
        &self,
        id: &DocumentId,
        first: PageNumber,
        last: PageNumber,
        most: usize,
    ) -> Result<MarkdownPart> {
        document_text::pages(&self.shared.documents, id, (first, last), most)
    }

    /// A section with all below it as Markdown; pages that would bring it over about `most` bytes are left
    /// out.
    pub fn markdown_of_section(
        &self,
        id: &DocumentId,
        section: &SectionRow,
        most: usize,
    ) -> Result<MarkdownPart> {
        document_text::section(&self.shared.documents, id, section, most)
    }

    /// The tables of a document, or those of one page, in reading order.
    pub fn tables(&self, id: &DocumentId, page: Option<PageNumber>) -> Result<Vec<TableEntry>> {
        document_text::tables(&self.shared.documents, id, page)
    }

    /// A table with the place of every cell.
    pub fn table(&self, id: &DocumentId, number: u32) -> Result<PlacedTable> {
        document_text::table(&self.shared.documents, id, number)
    }

    /// The changes of a contract: those that the document says, of itself or of another, and those that
    /// related documents say of it, each with the words that held before.
    pub fn changes(&self, id: &DocumentId) -> Result<Vec<ContractChange>> {
        amendments::changes(&self.shared.documents, id)
    }

    /// The sections of a document, in reading order.
    pub fn sections(&self, id: &DocumentId) -> Result<Vec<SectionRow>> {
        Ok(self.shared.store.sections(id)?)
    }

    /// A page with every word on it, the reader's order kept.
    pub fn page_words(&self, id: &DocumentId, page: PageNumber) -> Result<(PageInfo, Vec<Word>)> {
        self.shared.documents.page_words(id, page)
    }

    /// The words of a page that can be selected, in reading order.
    pub fn text_words(&self, id: &DocumentId, page: PageNumber) -> Result<Vec<TextWord>> {
        page_text::words(&self.shared.documents, &self.shared.store, id, page)
    }

    /// The text of a part of a document.
    pub fn text_of(&self, id: &DocumentId, span: Span) -> Result<String> {
        page_text::text_of(&self.shared.store, id, span)
    }

    /// Where something stands in a document.
    pub fn find_text(
        &self,
        id: &DocumentId,
        query: &str,
        options: FindOptions,
    ) -> Result<TextMatches> {
        page_text::find(&self.shared.documents, &self.shared.store, id, query, options)
    }

    /// The pages of a document, in order.
    pub fn pages(&self, id: &DocumentId) -> Result<Vec<PageInfo>> {
        self.shared.documents.pages(id)
    }

    /// A page as PNG, at `pixel_per_pt` pixels per point, annotations drawn.
    pub fn render_page(
        &self,
        id: &DocumentId,
        page: PageNumber,
        pixel_per_pt: f32,
    ) -> Result<Vec<u8>> {
        self.viewer.draw(id, page, pixel_per_pt)
    }

    /// The links of a page, as its file states them.
    pub fn page_links(&self, id: &DocumentId, page: PageNumber) -> Result<Vec<PageLink>> {
        self.viewer.links(id, page)
    }

    /// A page as PNG with the rectangles of `quads` that lie on it marked.
    pub fn show_page(
        &self,
        id: &DocumentId,
        page: PageNumber,
        quads: &[Quad],
        pixel_per_pt: f32,
    ) -> Result<Vec<u8>> {
        self.viewer.draw_marked(id, page, quads, pixel_per_pt)
    }
}
