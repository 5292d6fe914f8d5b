//! From words to structure: flow text, sections and chunks of a document that was read.

use std::sync::atomic::{AtomicBool, Ordering};

use citelight_core::{
    Block, ChunkId, DocumentId, OutlineItem, PageInfo, PageMarks, PageNumber, SectionRow, Span,
    Table, Word,
};
use citelight_models::Embedder;
use citelight_store::{NewChunk, PageFlow, Structure};
use citelight_structure::{
    Chunk, Flow, PageWords, Survey, blocks, chunks, sections, sentences_of, set_kinds,
    without_leaders,
};
use sha2::{Digest, Sha256};

use crate::library::EMBEDDER;
use crate::{Library, Result};

/// Pages that are written together.
const PAGE_BATCH: usize = 64;

/// Tokens that a breadcrumb may take of what the embedder reads; the chunk has the rest.
pub(crate) const BREADCRUMB_TOKENS: usize = 30;

/// Everything that is made of a document's words.
pub(crate) struct Shape {
    text: String,
    pages: Vec<PageFlow>,
    sections: Vec<SectionRow>,
    tables: Vec<Table>,
    blocks: Vec<Block>,
    pub(crate) chunks: Vec<NewChunk>,
}

impl Library {
    /// Makes the structure of a document whose pages were read; `None` when it was stopped.
    pub(crate) fn shape(
        &self,
        id: &DocumentId,
        outline: &[OutlineItem],
        embedder: &Embedder,
        stop: &AtomicBool,
    ) -> Result<Option<Shape>> {
        let Some(flow) = self.compose(id, stop)? else { return Ok(None) };
        let mut sections = sections(outline, &flow);
        let kinds = self.concepts.kinds(embedder, &sections)?;
        set_kinds(&mut sections, &kinds);
        let blocks = blocks(&flow, &sections);
        let sentences = sentences_of(&flow.text, &blocks);
        let chunking = self.chunking()?;
        let cut = chunks(&flow, &sections, &blocks, &sentences, &chunking, &mut |text| {
            embedder.count_tokens(text)
        });
        let chunks = cut.iter().map(|chunk| new_chunk(chunk, &flow, &sections)).collect();
        let spans = page_spans(&flow);
        let pages = spans.iter().map(|(page, span)| PageFlow { page: *page, span: *span });
        Ok(Some(Shape {
            pages: pages.collect(),
            text: flow.text,
            sections,
            tables: flow.tables,
            blocks,
            chunks,
        }))
    }

    /// Stores a structure. Gives the chunks that it replaces.
    pub(crate) fn put_shape(&self, id: &DocumentId, shape: &Shape) -> Result<Vec<ChunkId>> {
        Ok(self.store.put_structure(
            id,
            &Structure {
                text: &shape.text,
                pages: &shape.pages,
                sections: &shape.sections,
                tables: &shape.tables,
                blocks: &shape.blocks,
                chunks: &shape.chunks,
                recipe: &self.recipe()?,
            },
        )?)
    }

    /// Brings the words into reading order. Pages are read twice from the database and never held
    /// all at once, so that a document of 5,000 pages needs the memory of its text.
    fn compose(&self, id: &DocumentId, stop: &AtomicBool) -> Result<Option<Flow>> {
        let stopped = || stop.load(Ordering::Relaxed);
        let infos = self.store.pages(id)?;
        let mut survey = Survey::default();
        for info in infos.iter().take_while(|_| !stopped()) {
            let (words, marks) =
                self.store.page_words_and_marks(id, info.page)?.unwrap_or_default();
            survey.observe(&page_words(info, &words, &marks));
        }
        let mut composer = survey.composer();
        let mut done = Vec::with_capacity(PAGE_BATCH);
        for info in infos.iter().take_while(|_| !stopped()) {
            let (words, marks) =
                self.store.page_words_and_marks(id, info.page)?.unwrap_or_default();
            done.extend(
                composer
                    .push(&page_words(info, &words, &marks))
                    .map(|page| (page.page, page.words)),
            );
            if done.len() >= PAGE_BATCH {
                self.store.put_flow_words(id, &done)?;
                done.clear();
            }
        }
        let (flow, last) = composer.finish();
        done.extend(last.map(|page| (page.page, page.words)));
        self.store.put_flow_words(id, &done)?;
        Ok((!stopped()).then_some(flow))
    }
}

fn page_words<'a>(info: &PageInfo, words: &'a [Word], marks: &'a PageMarks) -> PageWords<'a> {
    PageWords { page: info.page, width: info.width, height: info.height, words, marks }
}

fn new_chunk(chunk: &Chunk, flow: &Flow, sections: &[SectionRow]) -> NewChunk {
    let section = chunk.section.and_then(|id| sections.get(id as usize));
    let breadcrumb = section.map(|row| row.breadcrumb.clone()).unwrap_or_default();
    let parts = chunk.head.iter().chain([&chunk.span]);
    let text = parts.map(|span| &flow.text[span.range()]).collect::<Vec<_>>().join("\n");
    let (first_page, last_page) = pages_of(flow, chunk.span);
    NewChunk {
        section: chunk.section,
        kind: chunk.kind,
        span: chunk.span,
        first_page,
        last_page,
        tokens: chunk.tokens,
        split: chunk.split_sequence,
        continuation: chunk.is_continuation,
        noise: section.is_some_and(|row| row.noise),
        text_hash: text_hash(&breadcrumb, &text),
        breadcrumb,
        text,
    }
}

/// What the embedder reads of a chunk: its breadcrumb's end, then its text, dots that lead the eye
/// folded.
pub(crate) fn embedded_text(embedder: &Embedder, breadcrumb: &str, text: &str) -> String {
    let text = without_leaders(text);
    let mut crumbs: Vec<&str> = breadcrumb.split(" > ").filter(|crumb| !crumb.is_empty()).collect();
    while !crumbs.is_empty() {
        let head = crumbs.join(" > ");
        if embedder.count_tokens(&head) <= BREADCRUMB_TOKENS {
            return format!("{head}\n{text}");
        }
        crumbs.remove(0);
    }
    text.into_owned()
}

/// Hash of what is embedded; the model's name and the rule above are the rest of a vector's key.
fn text_hash(breadcrumb: &str, text: &str) -> String {
    let mut hasher = Sha256::new();
    hasher.update(EMBEDDER);
    hasher.update([0]);
    hasher.update(breadcrumb);
    hasher.update([0]);
    hasher.update(text);
    hasher.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Each page's part of the text, up to where the next page's begins, so that the parts tile it.
fn page_spans(flow: &Flow) -> Vec<(PageNumber, Span)> {
    let end = u32::try_from(flow.text.len()).unwrap_or(u32::MAX);
    let mut next = end;
    let mut spans: Vec<_> = flow
        .pages
        .iter()
        .rev()
        .map(|(page, span)| {
            let start = if span.is_empty() { next } else { span.start.min(next) };
            let part = (*page, Span::new(start, next));
            next = start;
            part
        })
        .collect();
    spans.reverse();
    if let Some((_, first)) = spans.first_mut() {
        first.start = 0;
    }
    spans
}

/// The first and the last page that a span of the text touches.
fn pages_of(flow: &Flow, span: Span) -> (PageNumber, PageNumber) {
    let page = |byte| flow.page_at(byte).unwrap_or(PageNumber::FIRST);
    (page(span.start), page(span.end.saturating_sub(1).max(span.start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_parts_tile_the_text() {
        let page = PageNumber::from_index;
        let flow = Flow {
            text: "one\n\ntwo\n\nfour".into(),
            pages: vec![
                (page(0), Span::new(0, 3)),
                (page(1), Span::new(5, 8)),
                (page(2), Span::new(0, 0)),
                (page(3), Span::new(10, 14)),
            ],
            ..Flow::default()
        };
        let spans: Vec<_> = page_spans(&flow).iter().map(|(_, s)| (s.start, s.end)).collect();
        assert_eq!(spans, [(0, 5), (5, 10), (10, 10), (10, 14)]);
    }
}
