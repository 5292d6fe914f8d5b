//! Owns the pieces of a document that are embedded and retrieved.
//!
//! ```text
//! sentences ──pieces──▶ counted, cut where one is too long ──bonds──▶ what belongs together
//! pieces of a section ──pack──▶ chunks ──heads──▶ what a later part of a table or list repeats
//! ```
//!
//! Everything is a question of whole sentences, rows and items: the borders of chunks are borders of
//! sentences, and bonds say at which of them a chunk had better not end.

mod bonds;
mod fixed;
mod heads;
mod pack;
mod pieces;

use citelight_core::{
    Block, BlockKind, ChunkMode, Chunking, PassageKind, SectionKind, SectionRow, Span,
};
use serde::{Deserialize, Serialize};

use crate::flow::Flow;
use crate::shape;
use bonds::Run;
use heads::Heads;
use pieces::{Owner, Piece};

/// A piece of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    /// Its part of the flow text, trimmed of white space.
    pub span: Span,
    /// Id of the section that its text belongs to; in fixed mode that of its start.
    pub section: Option<u32>,
    /// What most of its text is.
    pub kind: PassageKind,
    /// Tokens of its head and its text, special tokens not counted; in structure mode the sum over
    /// its sentences.
    pub tokens: u32,
    /// What is to be repeated before its text, in this order and each on a line of its own, because
    /// it lies elsewhere: a table's title, units, headings and groups, the sentence that introduces a
    /// list.
    pub head: Vec<Span>,
    /// Which of how many pieces of its section it is, from 1.
    pub split_sequence: (u32, u32),
    /// Whether it is not the first piece of its section.
    pub is_continuation: bool,
}

impl Chunk {
    /// What is embedded: its head, a line each, then its text, of which its tokens are counted. Dots
    /// that lead the eye are folded. `text` is the flow text.
    pub fn embedded(&self, text: &str) -> String {
        let parts = self.head.iter().chain([&self.span]);
        let parts: Vec<&str> = parts.filter_map(|span| text.get(span.range())).collect();
        shape::without_leaders(&parts.join("\n")).into_owned()
    }
}

/// Cuts a document into chunks.
///
/// `blocks` are those of [`crate::blocks`], `sentences` those of [`crate::sentences_of`]. A section
/// without text of its own has no chunk: its title stands before the text of the next section.
///
/// `count_tokens` is asked once a sentence, row and item and the counts are added up, because it is
/// costly; besides for what the parts of a table repeat. Of sentences parted by white space the sum
/// is exact for WordPiece, whose tokens never cross white space; for tokenizers that merge over it,
/// it is an upper bound. It must not count the special tokens. Only a sentence above the limit is
/// counted word by word.
pub fn chunks(
    flow: &Flow,
    sections: &[SectionRow],
    blocks: &[Block],
    sentences: &[Span],
    settings: &Chunking,
    count_tokens: &mut dyn FnMut(&str) -> usize,
) -> Vec<Chunk> {
    let owner = Owner::new(sections);
    let count_tokens = &mut |text: &str| count_tokens(&shape::without_leaders(text));
    let mut chunks = match settings.mode {
        ChunkMode::Structure => {
            let limits = Limits::of(settings);
            let pieces =
                pieces::pieces(&flow.text, &owner, blocks, sentences, limits.max, count_tokens);
            let mut heads = Heads::new(flow, blocks, &pieces);
            let mut chunks = Vec::new();
            for run in runs(&pieces, sections, limits) {
                pack::pack(&run, limits, &mut heads, count_tokens, &mut chunks);
            }
            chunks
        }
        ChunkMode::Fixed => fixed::windows(&flow.text, &owner, blocks, settings, count_tokens),
    };
    number(&mut chunks);
    chunks
}

/// Tokens that chunks aim at and keep.
#[derive(Debug, Clone, Copy)]
struct Limits {
    target: usize,
    min: usize,
    max: usize,
    overlap_sentences: usize,
}

impl Limits {
    fn of(settings: &Chunking) -> Limits {
        let max = settings.max_tokens.max(1) as usize;
        let target = (settings.target_tokens as usize).clamp(1, max);
        Limits {
            target,
            min: (settings.min_tokens as usize).min(target),
            max,
            overlap_sentences: settings.overlap_sentences as usize,
        }
    }
}

/// The pieces of every section, titles of sections without text joined to what follows.
fn runs<'a>(pieces: &'a [Piece], sections: &[SectionRow], limits: Limits) -> Vec<Run<'a>> {
    let mut runs = Vec::new();
    let mut from = 0; // where titles without text begin
    let mut at = 0;
    for own in pieces.chunk_by(|a, b| a.section == b.section) {
        let start = at;
        at += own.len();
        if own.iter().all(|piece| piece.kind == BlockKind::Heading) && at < pieces.len() {
            continue;
        }
        // As many titles as leave room, the nearest ones; not those of another document.
        let mut first = start;
        let mut tokens = 0;
        let starts_document = own[0].section.and_then(|id| sections.get(id as usize));
        let document = starts_document.is_some_and(|row| row.kind == SectionKind::Document);
        let goes_on = |title: &Piece| !document || above(sections, title.section, own[0].section);
        while first > from && goes_on(&pieces[first - 1]) {
            tokens += pieces[first - 1].tokens;
            if tokens > limits.target / 4 {
                break;
            }
            first -= 1;
        }
        if from < first {
            runs.push(Run {
                section: pieces[from].section,
                pieces: &pieces[from..first],
                first: from,
            });
        }
        runs.push(Run { section: own[0].section, pieces: &pieces[first..at], first });
        from = at;
    }
    runs
}

/// Whether a section is one of those around another.
fn above(sections: &[SectionRow], outer: Option<u32>, inner: Option<u32>) -> bool {
    let mut at = inner;
    while let Some(row) = at.and_then(|id| sections.get(id as usize)) {
        if row.parent == outer {
            return true;
        }
        at = row.parent;
    }
    false
}

/// Counts the pieces of every section.
fn number(chunks: &mut [Chunk]) {
    for of_section in chunks.chunk_by_mut(|a, b| a.section == b.section) {
        let count = u32::try_from(of_section.len()).unwrap_or(u32::MAX);
        for (k, chunk) in (1..).zip(of_section) {
            chunk.split_sequence = (k, count);
            chunk.is_continuation = k > 1;
        }
    }
}

/// What most of a chunk is, of the weights of its blocks' kinds.
fn passage(weights: impl Iterator<Item = (BlockKind, usize)>) -> PassageKind {
    let (mut table, mut list, mut code, mut all) = (0, 0, 0, 0);
    for (kind, weight) in weights {
        all += weight;
        match kind {
            BlockKind::Table => table += weight,
            BlockKind::List => list += weight,
            BlockKind::Code => code += weight,
            _ => {}
        }
    }
    match () {
        () if 2 * table >= all && table > 0 => PassageKind::Table,
        () if 2 * code > all => PassageKind::Code,
        () if 2 * list > all => PassageKind::List,
        () => PassageKind::Text,
    }
}
