//! Owns the classic alternative: windows of characters, wherever they fall.

use citelight_core::{Block, Chunking, Span};

use super::pieces::{Owner, trim};
use super::{Chunk, passage};

/// Windows of so many characters that share so many.
pub(super) fn windows(
    text: &str,
    owner: &Owner,
    blocks: &[Block],
    settings: &Chunking,
    count_tokens: &mut dyn FnMut(&str) -> usize,
) -> Vec<Chunk> {
    let size = settings.window_chars.max(1) as usize;
    let overlap = settings.overlap_chars as usize;
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
            let first = blocks.partition_point(|block| block.span.end <= span.start);
            let inside = blocks[first..].iter().take_while(|block| block.span.start < span.end);
            let weights = inside.map(|block| {
                let (start, end) = (block.span.start.max(span.start), block.span.end.min(span.end));
                (block.kind, (end - start) as usize)
            });
            chunks.push(Chunk {
                span,
                section: owner.of(span.start),
                kind: passage(weights),
                tokens: u32::try_from(count_tokens(&text[span.range()])).unwrap_or(u32::MAX),
                head: Vec::new(),
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
