//! From words to structure: flow text, sections and chunks of a document that was read.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use citelight_core::{
    Amendment, Block, ChunkId, DocumentId, Field, FieldGuess, OutlineItem, PageInfo, PageMarks,
    PageNumber, PassageKind, SectionRow, Span, Table, Word,
};
use citelight_store::{NewChunk, PageFlow, SearchText, Structure};
use citelight_structure::{
    Chunk, Flow, PageWords, Survey, amendments, blocks, chunks, sections, sentences_of, set_kinds,
    without_leaders,
};
use citelight_text::number_normalised;
use sha2::{Digest, Sha256};

use super::importer::Importer;
use crate::embedding::EMBEDDER;
use crate::error::Result;
use crate::parallel::processors;
use crate::ports::Embedding;
use crate::settings;

/// Rises when the same words and settings give another structure; documents are then made anew.
const VERSION: u32 = 21;

/// Pages that are written together.
const PAGE_BATCH: usize = 64;

/// Everything that is made of a document's words.
pub(crate) struct Shape {
    text: String,
    pages: Vec<PageFlow>,
    sections: Vec<SectionRow>,
    title_hashes: Vec<String>,
    tables: Vec<Table>,
    fields: Vec<Field>,
    guesses: Vec<FieldGuess>,
    amendments: Vec<Amendment>,
    blocks: Vec<Block>,
    pub(crate) chunks: Vec<NewChunk>,
}

/// What the structure of a document depends on besides its words.
pub(crate) fn recipe(importer: &Importer) -> Result<String> {
    let c = settings::chunking(&importer.store)?;
    Ok(format!(
        "{VERSION} {:?} {} {} {} {} {} {}",
        c.mode,
        c.target_tokens,
        c.min_tokens,
        c.max_tokens,
        c.overlap_sentences,
        c.window_chars,
        c.overlap_chars
    ))
}

/// Makes the structure of a document whose pages were read; `None` when it was stopped.
pub(crate) fn shape(
    importer: &Importer,
    id: &DocumentId,
    outline: &[OutlineItem],
    embedder: &dyn Embedding,
    stop: &AtomicBool,
) -> Result<Option<Shape>> {
    let Some(flow) = compose(importer, id, stop)? else { return Ok(None) };
    let mut sections = sections(outline, &flow);
    let title_hashes: Vec<String> = sections.iter().map(title_hash).collect();
    embed_titles(importer, &sections, &title_hashes, embedder, stop)?;
    let hashes: Vec<&str> = title_hashes.iter().map(String::as_str).collect();
    let titles = importer.store.vectors(&embedder.identity(), &hashes)?;
    let kinds = importer
        .section_kinds
        .kinds(embedder, &sections, |section| titles.get(&title_hashes[section.id as usize]))?;
    set_kinds(&mut sections, &kinds);
    let blocks = blocks(&flow, &sections);
    let sentences = sentences_of(&flow.text, &blocks);
    let amendments = amendments(&flow.text, &sentences);
    let chunking = settings::chunking(&importer.store)?;
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
        title_hashes,
        tables: flow.tables,
        fields: flow.fields,
        guesses: flow.guesses,
        amendments,
        blocks,
        chunks,
    }))
}

/// Stores a structure. Gives the chunks that it replaces.
pub(crate) fn put_shape(
    importer: &Importer,
    id: &DocumentId,
    shape: &Shape,
) -> Result<Vec<ChunkId>> {
    Ok(importer.store.put_structure(
        id,
        &Structure {
            text: &shape.text,
            pages: &shape.pages,
            sections: &shape.sections,
            title_hashes: &shape.title_hashes,
            tables: &shape.tables,
            fields: &shape.fields,
            guesses: &shape.guesses,
            amendments: &shape.amendments,
            blocks: &shape.blocks,
            chunks: &shape.chunks,
            recipe: &recipe(importer)?,
        },
    )?)
}

/// Makes and stores the vectors that are missing of sections' titles.
fn embed_titles(
    importer: &Importer,
    sections: &[SectionRow],
    hashes: &[String],
    embedder: &dyn Embedding,
    stop: &AtomicBool,
) -> Result<()> {
    let model = embedder.identity();
    let hashes: Vec<&str> = hashes.iter().map(String::as_str).collect();
    let titles: HashMap<&str, String> =
        hashes.iter().copied().zip(sections.iter().map(embedded_title)).collect();
    let missing = importer.store.without_vector(&model, &hashes)?;
    let texts: Vec<&str> =
        missing.iter().filter_map(|hash| titles.get(hash.as_str()).map(String::as_str)).collect();
    let mut made = Vec::with_capacity(texts.len());
    embedder.embed_many(&texts, processors(), stop, &mut |place, vector| {
        made.push((missing[place].clone(), vector));
    })?;
    Ok(importer.store.put_vectors(&model, &made)?)
}

/// Makes sure once more that a stored structure's titles have their vectors: removing another
/// document takes away vectors that no section refers to yet.
pub(crate) fn keep_titles(
    importer: &Importer,
    shape: &Shape,
    embedder: &dyn Embedding,
    stop: &AtomicBool,
) -> Result<()> {
    embed_titles(importer, &shape.sections, &shape.title_hashes, embedder, stop)
}

/// Brings the words into reading order. Pages are read twice from the database and never held
/// all at once, so that a document of 5,000 pages needs the memory of its text.
fn compose(importer: &Importer, id: &DocumentId, stop: &AtomicBool) -> Result<Option<Flow>> {
    let stopped = || stop.load(Ordering::Relaxed);
    let infos = importer.store.pages(id)?;
    let mut survey = Survey::default();
    for info in infos.iter().take_while(|_| !stopped()) {
        let (words, marks) =
            importer.store.page_words_and_marks(id, info.page)?.unwrap_or_default();
        survey.observe(&page_words(info, &words, &marks));
    }
    let mut composer = survey.composer();
    let mut done = Vec::with_capacity(PAGE_BATCH);
    for info in infos.iter().take_while(|_| !stopped()) {
        let (words, marks) =
            importer.store.page_words_and_marks(id, info.page)?.unwrap_or_default();
        done.extend(
            composer.push(&page_words(info, &words, &marks)).map(|page| (page.page, page.words)),
        );
        if done.len() >= PAGE_BATCH {
            importer.store.put_flow_words(id, &done)?;
            done.clear();
        }
    }
    let (flow, last) = composer.finish();
    done.extend(last.map(|page| (page.page, page.words)));
    importer.store.put_flow_words(id, &done)?;
    Ok((!stopped()).then_some(flow))
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
        text_hash: text_hash("a chunk", &text),
        searched: SearchText {
            title: section.map(|row| row.title.clone()).unwrap_or_default(),
            labels: row_labels(chunk, flow),
            text: number_normalised(&text).into_owned(),
        },
        breadcrumb,
        text,
    }
}

/// The labels of the rows of a chunk's table; empty where it is none.
fn row_labels(chunk: &Chunk, flow: &Flow) -> String {
    if chunk.kind != PassageKind::Table {
        return String::new();
    }
    let tables = flow.tables.iter().filter(|table| table.span.overlaps(&chunk.span));
    let labels = tables.flat_map(|table| {
        let cells = table.rows.iter().flat_map(|row| &row.cells);
        cells.filter(|cell| cell.column < table.label_columns).flat_map(|cell| &cell.spans)
    });
    let held = labels.filter(|span| chunk.span.overlaps(span));
    held.map(|span| &flow.text[span.range()]).collect::<Vec<_>>().join(" ")
}

/// What the embedder reads of a section's title. Capitals change its vector, not its meaning.
fn embedded_title(section: &SectionRow) -> String {
    section.title.to_lowercase()
}

fn title_hash(section: &SectionRow) -> String {
    text_hash("a section's title", &embedded_title(section))
}

/// What the embedder reads of a chunk: its text, dots that lead the eye folded.
///
/// Not its breadcrumb: over five sets of questions vectors of the text alone found as much or more, and
/// on filings even another chunk's breadcrumb did no worse than the own one. Sections count in the
/// ranking by the vectors of their titles instead.
pub(crate) fn embedded_text(text: &str) -> Cow<'_, str> {
    without_leaders(text)
}

/// Hash of what is embedded; the model's name and the rule above are the rest of a vector's key.
fn text_hash(what: &str, text: &str) -> String {
    let mut hasher = Sha256::new();
    hasher.update(EMBEDDER);
    hasher.update([0]);
    hasher.update(what);
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
