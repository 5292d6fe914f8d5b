//! From words to structure: flow text, sections and chunks of a document that was read.

use std::sync::atomic::{AtomicBool, Ordering};

use citelight_core::{DocumentId, OutlineItem, PageInfo, PageMarks, PageNumber, Span, Word};
use citelight_models::Embedder;
use citelight_store::{NewChunk, PageFlow, Structure};
use citelight_structure::{
    ChunkMode, ChunkSettings, Flow, PageWords, Survey, chunks, sections, sentences,
};
use sha2::{Digest, Sha256};

use crate::library::EMBEDDER;
use crate::{Library, Result};

/// Pages that are written together.
const PAGE_BATCH: usize = 64;

/// Tokens that a breadcrumb may take of what the embedder reads; the chunk has the rest.
const BREADCRUMB_TOKENS: usize = 30;

impl Library {
    /// Makes and stores the structure of a document whose pages were read, unless it is stopped.
    pub(crate) fn structure(
        &self,
        id: &DocumentId,
        outline: &[OutlineItem],
        embedder: &Embedder,
        stop: &AtomicBool,
    ) -> Result<()> {
        let Some(flow) = self.compose(id, stop)? else { return Ok(()) };
        let sections = sections(outline, &flow);
        let sentences = sentences(&flow.text, &flow.blocks);
        let chunks = chunks(&flow, &sections, &sentences, &chunk_settings(embedder), &mut |text| {
            embedder.count_tokens(text)
        });
        let new: Vec<NewChunk> = chunks
            .iter()
            .map(|chunk| {
                let text = flow.text[chunk.span.range()].to_owned();
                let breadcrumb = chunk
                    .section
                    .and_then(|section| sections.iter().find(|row| row.id == section))
                    .map(|row| row.breadcrumb.clone())
                    .unwrap_or_default();
                let (first_page, last_page) = pages_of(&flow, chunk.span);
                NewChunk {
                    section: chunk.section,
                    kind: chunk.kind,
                    span: chunk.span,
                    first_page,
                    last_page,
                    tokens: chunk.tokens,
                    split: chunk.split_sequence,
                    continuation: chunk.is_continuation,
                    text_hash: text_hash(&breadcrumb, &text),
                    breadcrumb,
                    text,
                }
            })
            .collect();
        let spans = page_spans(&flow);
        let parts: Vec<PageFlow> =
            spans.iter().map(|(page, span)| PageFlow { page: *page, span: *span }).collect();
        Ok(self.store.put_structure(
            id,
            &Structure { text: &flow.text, pages: &parts, sections: &sections, chunks: &new },
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

fn chunk_settings(embedder: &Embedder) -> ChunkSettings {
    let max = embedder.max_tokens() - BREADCRUMB_TOKENS;
    let mode = ChunkMode::Sentences { target: max - max / 8, max, overlap_sentences: 3 };
    ChunkSettings { mode }
}

/// What the embedder reads of a chunk: its breadcrumb's end, then its text.
pub(crate) fn embedded_text(embedder: &Embedder, breadcrumb: &str, text: &str) -> String {
    let mut crumbs: Vec<&str> = breadcrumb.split(" > ").filter(|crumb| !crumb.is_empty()).collect();
    while !crumbs.is_empty() {
        let head = crumbs.join(" > ");
        if embedder.count_tokens(&head) <= BREADCRUMB_TOKENS {
            return format!("{head}\n{text}");
        }
        crumbs.remove(0);
    }
    text.to_owned()
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
