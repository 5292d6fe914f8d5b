//! How documents are cut into blocks and chunks: what the chunks are, whether they keep their
//! promises, and what it costs.
//!
//! Tokens are counted by a stand-in for the embedder's tokenizer, which is not linked here: a letter
//! run counts one token for every eight letters begun, a digit run one for every three, any other
//! character one.
//!
//! *Torn*: borders of chunks inside a sentence that would fit in one. *Open*: chunks of running text
//! that end without a stop where what follows in the section begins in lower case; other than torn it
//! does not believe the splitter. *Covered*: the share of the text's characters, white space aside,
//! that lie in a chunk.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use citelight_core::{Block, BlockKind, Chunking, PassageKind, SectionRow, Span};
use citelight_structure::{Chunk, Flow, blocks, chunks, compose, sections, sentences_of};
use serde::Serialize;

use crate::pages::{page_words, read_all};
use crate::{EvalError, Settings, share};

/// A document with everything that is made of its words.
#[derive(Debug, Clone)]
pub struct Cut {
    /// Pages read.
    pub pages: usize,
    /// Its text.
    pub flow: Flow,
    /// Its sections, the outline's among them.
    pub sections: Vec<SectionRow>,
    /// What its text is made of.
    pub blocks: Vec<Block>,
    /// Its sentences.
    pub sentences: Vec<Span>,
    /// What would be embedded.
    pub chunks: Vec<Chunk>,
    /// Milliseconds for the flow, for the sections, and for blocks, sentences and chunks without the
    /// counting of tokens.
    pub ms: (f64, f64, f64),
}

/// Of one document.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct PassageFigures {
    /// Its file name.
    pub file: String,
    /// Pages read.
    pub pages: usize,
    /// Blocks by kind.
    pub blocks: BTreeMap<String, usize>,
    /// Chunks by kind.
    pub chunks: BTreeMap<String, usize>,
    /// Tokens of all chunks, heads included.
    pub tokens: usize,
    /// Tokens of the longest.
    pub longest: usize,
    /// Chunks over the limit.
    pub over: usize,
    /// Chunks below the least.
    pub small: usize,
    /// Borders inside a sentence that fits.
    pub torn: usize,
    /// Running text that goes on in lower case behind a chunk without a stop.
    pub open: usize,
    /// Chunks of nothing but titles.
    pub titles_only: usize,
    /// Chunks that repeat a head.
    pub with_head: usize,
    /// Characters in a chunk, and all; white space aside.
    pub covered: (usize, usize),
    /// See [`Cut::ms`].
    pub ms: (f64, f64, f64),
}

/// Over all documents.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PassageReport {
    /// One a document.
    pub documents: Vec<PassageFigures>,
}

/// Cuts files, those left out that cannot be read.
pub fn measure(files: &[PathBuf], settings: &Settings) -> Result<PassageReport, EvalError> {
    let settings_of_chunks = Chunking::default();
    let documents = files
        .iter()
        .filter_map(|file| Some(figures(file, &cut(file, settings)?, &settings_of_chunks)))
        .collect();
    Ok(PassageReport { documents })
}

/// Reads and cuts a file. `None` where it cannot be read.
pub fn cut(file: &Path, settings: &Settings) -> Option<Cut> {
    let (opened, pages) = read_all(file, settings)?;
    let views: Vec<_> = pages.iter().map(page_words).collect();
    let start = Instant::now();
    let flow = compose(&views);
    let composed = start.elapsed();
    let sections = sections(&opened.outline, &flow);
    let with_sections = start.elapsed();
    let blocks = blocks(&flow, &sections);
    let sentences = sentences_of(&flow.text, &blocks);
    let chunking = Chunking::default();
    // The stand-in counts in no time beside the rest; what a tokenizer takes is not measured here.
    let chunks = chunks(&flow, &sections, &blocks, &sentences, &chunking, &mut tokens);
    let all = start.elapsed();
    let ms = |time: std::time::Duration| time.as_secs_f64() * 1_000.0;
    let ms = (ms(composed), ms(with_sections - composed), ms(all - with_sections));
    Some(Cut { pages: pages.len(), flow, sections, blocks, sentences, chunks, ms })
}

/// Tokens by the stand-in.
pub fn tokens(text: &str) -> usize {
    let (mut count, mut letters, mut digits) = (0, 0, 0);
    for c in text.chars() {
        if c.is_ascii_digit() {
            count += usize::from(digits % 3 == 0);
            (letters, digits) = (0, digits + 1);
        } else if c.is_alphabetic() {
            count += usize::from(letters % 8 == 0);
            (letters, digits) = (letters + 1, 0);
        } else {
            count += usize::from(!c.is_whitespace());
            (letters, digits) = (0, 0);
        }
    }
    count
}

fn figures(file: &Path, cut: &Cut, settings: &Chunking) -> PassageFigures {
    let Cut { flow, blocks, sentences, chunks, .. } = cut;
    let mut figures = PassageFigures {
        file: file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default(),
        pages: cut.pages,
        ms: cut.ms,
        ..PassageFigures::default()
    };
    for block in blocks {
        *figures.blocks.entry(format!("{:?}", block.kind).to_lowercase()).or_default() += 1;
    }
    let text = |span: Span| flow.text.get(span.range()).unwrap_or_default();
    let inside = |byte: u32| {
        let at = sentences.partition_point(|s| s.end <= byte);
        sentences.get(at).filter(|s| s.start < byte).copied()
    };
    let fits = |span: Span| tokens(text(span)) <= settings.max_tokens as usize;
    let written = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
    let mut reached = 0;
    for (at, chunk) in chunks.iter().enumerate() {
        let kind = format!("{:?}", chunk.kind).to_lowercase();
        *figures.chunks.entry(kind).or_default() += 1;
        let whole = tokens(&chunk.embedded(&flow.text));
        figures.tokens += whole;
        figures.longest = figures.longest.max(whole);
        figures.over += usize::from(whole > settings.max_tokens as usize);
        figures.small += usize::from(whole < settings.min_tokens as usize);
        figures.with_head += usize::from(!chunk.head.is_empty());
        let borders = [inside(chunk.span.start), inside(chunk.span.end)];
        figures.torn += borders.into_iter().flatten().filter(|s| fits(*s)).count();
        let next = chunks.get(at + 1).filter(|next| next.section == chunk.section);
        let rest = next.map(|next| text(Span::new(chunk.span.end, next.span.end)).trim_start());
        let stops = text(chunk.span).ends_with(|c: char| ".!?:;”\")".contains(c));
        let running = chunk.kind == PassageKind::Text && !stops;
        figures.open +=
            usize::from(running && rest.is_some_and(|rest| rest.starts_with(char::is_lowercase)));
        let first = blocks.partition_point(|block| block.span.end <= chunk.span.start);
        let mut of_chunk =
            blocks[first..].iter().take_while(|block| block.span.start < chunk.span.end);
        figures.titles_only += usize::from(of_chunk.all(|b| b.kind == BlockKind::Heading));
        let new = Span::new(chunk.span.start.max(reached), chunk.span.end);
        figures.covered.0 += written(text(new));
        reached = reached.max(chunk.span.end);
    }
    figures.covered.1 = written(&flow.text);
    figures
}

impl fmt::Display for PassageReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = PassageFigures { file: "all".to_owned(), ..PassageFigures::default() };
        for d in &self.documents {
            write_row(f, d)?;
            all.pages += d.pages;
            for (kind, count) in &d.blocks {
                *all.blocks.entry(kind.clone()).or_default() += count;
            }
            for (kind, count) in &d.chunks {
                *all.chunks.entry(kind.clone()).or_default() += count;
            }
            all.tokens += d.tokens;
            all.longest = all.longest.max(d.longest);
            all.over += d.over;
            all.small += d.small;
            all.torn += d.torn;
            all.open += d.open;
            all.titles_only += d.titles_only;
            all.with_head += d.with_head;
            all.covered = (all.covered.0 + d.covered.0, all.covered.1 + d.covered.1);
            all.ms = (all.ms.0 + d.ms.0, all.ms.1 + d.ms.1, all.ms.2 + d.ms.2);
        }
        write_row(f, &all)
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, d: &PassageFigures) -> fmt::Result {
    let count: usize = d.chunks.values().sum();
    let list = |kinds: &BTreeMap<String, usize>| {
        kinds.iter().map(|(kind, n)| format!("{n} {kind}")).collect::<Vec<_>>().join(", ")
    };
    writeln!(f, "{}: {} pages; blocks: {}", d.file, d.pages, list(&d.blocks))?;
    writeln!(
        f,
        "  {count} chunks: {}; {} with a head; tokens mean {:.0}, most {}",
        list(&d.chunks),
        d.with_head,
        d.tokens as f64 / count.max(1) as f64,
        d.longest
    )?;
    writeln!(
        f,
        "  over {}, small {}, torn {}, open {}, titles only {}, covered {:.3} %",
        d.over,
        d.small,
        d.torn,
        d.open,
        d.titles_only,
        share(d.covered.0, d.covered.1)
    )?;
    let (flow, sections, cut) = d.ms;
    let of_200 = 200.0 * (flow + sections + cut) / d.pages.max(1) as f64;
    writeln!(
        f,
        "  flow {flow:.0} ms, sections {sections:.0} ms, blocks to chunks {cut:.0} ms; {of_200:.0} ms \
         for 200 pages"
    )
}
