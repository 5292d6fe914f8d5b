//! Owns the pieces of a document that are embedded and retrieved.

use citelight_core::{PassageKind, SectionRow, Span};
use serde::{Deserialize, Serialize};

use crate::flow::Flow;
use crate::sentences::trimmed;
use crate::shape::{self, RowLikeness};

/// How a text is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChunkMode {
    /// Whole sentences, never over the start of a section.
    Sentences {
        /// Tokens aimed at.
        target: usize,
        /// Tokens never exceeded.
        max: usize,
        /// Sentences of the chunk before that a chunk repeats, as far as they are short: all of
        /// them together take at most a quarter of `target`.
        overlap_sentences: usize,
    },
    /// Windows of characters, wherever they fall: the classic alternative.
    Fixed {
        /// Characters of a window.
        size: usize,
        /// Characters that two windows share.
        overlap: usize,
    },
}

/// Settings of [`chunks`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkSettings {
    /// How the text is cut.
    pub mode: ChunkMode,
}

impl Default for ChunkSettings {
    /// 220 tokens, at most 254 (two less than the embedder's 256, for its special tokens), one
    /// sentence of overlap.
    fn default() -> Self {
        Self { mode: ChunkMode::Sentences { target: 220, max: 254, overlap_sentences: 1 } }
    }
}

impl ChunkSettings {
    /// Windows of 1000 characters that share 200.
    pub fn fixed() -> Self {
        Self { mode: ChunkMode::Fixed { size: 1000, overlap: 200 } }
    }
}

/// A piece of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    /// Its part of the flow text, trimmed of white space.
    pub span: Span,
    /// Id of the innermost section that holds its start.
    pub section: Option<u32>,
    /// What most of its text is.
    pub kind: PassageKind,
    /// Tokens, special tokens not counted; in sentence mode the sum over its sentences.
    pub tokens: u32,
    /// Which of how many pieces of its section it is, from 1.
    pub split_sequence: (u32, u32),
    /// Whether it is not the first piece of its section.
    pub is_continuation: bool,
}

/// A sentence, or a part of one, with what the chunker needs to know.
#[derive(Debug, Clone, Copy)]
struct Piece {
    span: Span,
    tokens: usize,
    section: Option<u32>,
}

/// Cuts a document into chunks.
///
/// `count_tokens` is asked once a sentence and the counts are added up, because it is costly. Of
/// sentences parted by white space the sum is exact for WordPiece, whose tokens never cross white
/// space; for tokenizers that merge over it, it is an upper bound. It must not count the special
/// tokens. Only a sentence above the limit is counted word by word.
pub fn chunks(
    flow: &Flow,
    sections: &[SectionRow],
    sentences: &[Span],
    settings: &ChunkSettings,
    count_tokens: &mut dyn FnMut(&str) -> usize,
) -> Vec<Chunk> {
    let owner = Owner::new(sections);
    let mut chunks = match settings.mode {
        ChunkMode::Sentences { target, max, overlap_sentences } => {
            let max = max.max(1);
            let limits = Limits { target: target.clamp(1, max), max, overlap_sentences };
            let pieces = pieces(&flow.text, &owner, sentences, max, count_tokens);
            pieces
                .chunk_by(|a, b| a.section == b.section)
                .flat_map(|of_section| pack(&flow.text, of_section, limits))
                .collect()
        }
        ChunkMode::Fixed { size, overlap } => {
            windows(&flow.text, &owner, size.max(1), overlap, count_tokens)
        }
    };
    number(&mut chunks);
    chunks
}

/// Which section a byte belongs to.
struct Owner {
    /// Byte from which on a section is the innermost one; rising.
    from: Vec<(u32, Option<u32>)>,
}

impl Owner {
    fn new(sections: &[SectionRow]) -> Self {
        let mut marks: Vec<u32> =
            sections.iter().flat_map(|s| [s.span.start, s.span.end]).collect();
        marks.sort_unstable();
        marks.dedup();
        let mut in_order: Vec<&SectionRow> = sections.iter().collect();
        in_order.sort_by_key(|s| (s.span.start, s.id));
        // A stack of open sections over the marks: the last one opened is the innermost.
        let mut open: Vec<&SectionRow> = Vec::new();
        let mut next = in_order.into_iter().peekable();
        let from = marks
            .into_iter()
            .map(|mark| {
                open.retain(|s| s.span.end > mark);
                while let Some(section) = next.next_if(|s| s.span.start <= mark) {
                    if section.span.end > mark {
                        open.push(section);
                    }
                }
                (mark, open.last().map(|s| s.id))
            })
            .collect();
        Owner { from }
    }

    fn of(&self, byte: u32) -> Option<u32> {
        let after = self.from.partition_point(|(start, _)| *start <= byte);
        self.from[..after].last().and_then(|(_, id)| *id)
    }

    /// The first border of a section strictly inside a span.
    fn border(&self, span: Span) -> Option<u32> {
        let after = self.from.partition_point(|(start, _)| *start <= span.start);
        self.from.get(after).map(|(start, _)| *start).filter(|start| *start < span.end)
    }
}

/// Sentences cut at the borders of sections and, above the limit, at words.
fn pieces(
    text: &str,
    owner: &Owner,
    sentences: &[Span],
    max: usize,
    count_tokens: &mut dyn FnMut(&str) -> usize,
) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(sentences.len());
    for sentence in sentences {
        let mut rest = *sentence;
        loop {
            let border = owner.border(rest).filter(|b| text.is_char_boundary(*b as usize));
            let part = Span::new(rest.start, border.unwrap_or(rest.end));
            if let Some(span) = trim(text, part) {
                let section = owner.of(span.start);
                let tokens = count_tokens(&text[span.range()]);
                if tokens <= max {
                    pieces.push(Piece { span, tokens, section });
                } else {
                    cut_long(text, span, section, max, count_tokens, &mut pieces);
                }
            }
            match border {
                Some(border) => rest = Span::new(border, rest.end),
                None => break,
            }
        }
    }
    pieces
}

fn trim(text: &str, span: Span) -> Option<Span> {
    let (start, end) = trimmed(text, span.start as usize, span.end as usize)?;
    Some(Span::new(u32::try_from(start).ok()?, u32::try_from(end).ok()?))
}

/// Cuts one sentence above the limit at word borders, and a word above the limit in halves.
fn cut_long(
    text: &str,
    span: Span,
    section: Option<u32>,
    max: usize,
    count_tokens: &mut dyn FnMut(&str) -> usize,
    out: &mut Vec<Piece>,
) {
    let mut words: Vec<(Span, usize)> = Vec::new();
    let mut at = span.start as usize;
    for word in text[span.range()].split_inclusive(char::is_whitespace) {
        let piece = Span::new(at as u32, (at + word.len()) as u32);
        at += word.len();
        if let Some(word) = trim(text, piece) {
            halves(text, word, max, count_tokens, &mut words);
        }
    }
    let mut open: Option<Piece> = None;
    for (word, tokens) in words {
        open = match open {
            Some(piece) if piece.tokens + tokens <= max => Some(Piece {
                span: piece.span.union(&word),
                tokens: piece.tokens + tokens,
                section,
            }),
            full => {
                out.extend(full);
                Some(Piece { span: word, tokens, section })
            }
        };
    }
    out.extend(open);
}

fn halves(
    text: &str,
    word: Span,
    max: usize,
    count_tokens: &mut dyn FnMut(&str) -> usize,
    out: &mut Vec<(Span, usize)>,
) {
    let piece = &text[word.range()];
    let tokens = count_tokens(piece);
    let middle = piece.char_indices().nth(piece.chars().count() / 2).map_or(0, |(at, _)| at);
    if tokens <= max || middle == 0 {
        out.push((word, tokens));
        return;
    }
    let middle = word.start + middle as u32;
    halves(text, Span::new(word.start, middle), max, count_tokens, out);
    halves(text, Span::new(middle, word.end), max, count_tokens, out);
}

#[derive(Clone, Copy)]
struct Limits {
    target: usize,
    max: usize,
    overlap_sentences: usize,
}

/// Packs the pieces of one section.
fn pack(text: &str, pieces: &[Piece], limits: Limits) -> Vec<Chunk> {
    // Ranges of `pieces` without overlap first: the new text of every chunk.
    let mut ranges: Vec<(usize, usize, usize)> = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        match ranges.last_mut() {
            Some((_, end, tokens)) if *tokens + piece.tokens <= limits.target => {
                *end = at + 1;
                *tokens += piece.tokens;
            }
            _ => ranges.push((at, at + 1, piece.tokens)),
        }
    }
    // A last chunk of a few words is no good to search: it joins the one before if it may.
    if let [.., before, last] = ranges.as_mut_slice()
        && last.2 < limits.target / 4
        && before.2 + last.2 <= limits.max
    {
        (before.1, before.2) = (last.1, before.2 + last.2);
        ranges.pop();
    }
    let mut chunks = Vec::with_capacity(ranges.len());
    for (at, &(start, end, tokens)) in ranges.iter().enumerate() {
        let (mut from, mut total, mut repeated) = (start, tokens, 0);
        while at > 0 && start - from < limits.overlap_sentences && from > ranges[at - 1].0 + 1 {
            let before = pieces[from - 1].tokens;
            if repeated + before > limits.target / 4 || total + before > limits.max {
                break;
            }
            (from, total, repeated) = (from - 1, total + before, repeated + before);
        }
        let span = pieces[from].span.union(&pieces[end - 1].span);
        chunks.push(Chunk {
            span,
            section: pieces[start].section,
            kind: kind(&text[span.range()]),
            tokens: u32::try_from(total).unwrap_or(u32::MAX),
            split_sequence: (1, 1),
            is_continuation: false,
        });
    }
    chunks
}

fn windows(
    text: &str,
    owner: &Owner,
    size: usize,
    overlap: usize,
    count_tokens: &mut dyn FnMut(&str) -> usize,
) -> Vec<Chunk> {
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let count = starts.len() - 1;
    let step = size.saturating_sub(overlap).max(1);
    let mut chunks = Vec::new();
    let mut from = 0;
    while from < count {
        let to = (from + size).min(count);
        let span = Span::new(starts[from] as u32, starts[to] as u32);
        // A window that adds nothing but white space to the one before is left out.
        let reached = chunks.last().map_or(0, |c: &Chunk| c.span.end);
        if let Some(span) = trim(text, span).filter(|s| s.end > reached) {
            let piece = &text[span.range()];
            chunks.push(Chunk {
                span,
                section: owner.of(span.start),
                kind: kind(piece),
                tokens: u32::try_from(count_tokens(piece)).unwrap_or(u32::MAX),
                split_sequence: (1, 1),
                is_continuation: false,
            });
        }
        if to == count {
            break;
        }
        from += step;
    }
    chunks
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

/// What most of a text is, by its lines.
fn kind(text: &str) -> PassageKind {
    let (mut rows, mut items, mut code, mut all) = (0, 0, 0, 0);
    let mut in_item = false;
    for line in text.lines().map(str::trim) {
        if line.is_empty() {
            in_item = false;
            continue;
        }
        all += line.len();
        if shape::row_likeness(line) != RowLikeness::No {
            rows += line.len();
        } else if looks_like_code(line) {
            code += line.len();
        }
        in_item |= shape::marker(line).is_some();
        items += if in_item { line.len() } else { 0 };
    }
    match () {
        () if 2 * rows > all => PassageKind::Table,
        () if 2 * code > all => PassageKind::Code,
        () if 3 * items > 2 * all => PassageKind::List,
        () => PassageKind::Text,
    }
}

fn looks_like_code(line: &str) -> bool {
    let ends = line.ends_with([';', '{', '}']) || line.ends_with("()") || line.ends_with("->");
    let marks = line.chars().filter(|c| "{}[]()=<>;_#$&|\\/".contains(*c)).count();
    let opens = ["def ", "class ", "import ", "fn ", "let ", "const ", "return ", "#include", "//"]
        .iter()
        .any(|k| line.starts_with(k));
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    (ends && marks >= 2) || (opens && marks >= 1) || marks * 3 > letters.max(1) && marks >= 4
}
