//! Owns the pieces that chunks are made of: sentences with their tokens, section and block.

use citelight_core::{Block, BlockKind, SectionRow, Span};

use crate::sentences::trimmed;

/// A sentence, or a part of one, with what the packing needs to know.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub span: Span,
    pub tokens: usize,
    pub section: Option<u32>,
    pub kind: BlockKind,
    /// Its place among the blocks.
    pub block: usize,
    /// Its item's place in the block; 0 where that has none.
    pub item: usize,
}

/// Which section a byte belongs to.
pub(super) struct Owner {
    /// Byte from which on a section is the innermost one; rising.
    from: Vec<(u32, Option<u32>)>,
}

impl Owner {
    pub(super) fn new(sections: &[SectionRow]) -> Self {
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

    pub(super) fn of(&self, byte: u32) -> Option<u32> {
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
pub(super) fn pieces(
    text: &str,
    owner: &Owner,
    blocks: &[Block],
    sentences: &[Span],
    max: usize,
    count_tokens: &mut dyn FnMut(&str) -> usize,
) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(sentences.len());
    let mut block = 0;
    for sentence in sentences {
        let mut rest = *sentence;
        loop {
            let border = owner.border(rest).filter(|b| text.is_char_boundary(*b as usize));
            let part = Span::new(rest.start, border.unwrap_or(rest.end));
            if let Some(span) = trim(text, part) {
                while blocks.get(block).is_some_and(|block| block.span.end <= span.start) {
                    block += 1;
                }
                let own = blocks.get(block).filter(|block| block.span.start <= span.start);
                let items = own.map_or(&[][..], |block| &block.items);
                let item = items.partition_point(|item| item.start <= span.start).saturating_sub(1);
                let kind = own.map_or(BlockKind::Paragraph, |block| block.kind);
                let section = owner.of(span.start);
                let piece = Piece {
                    span,
                    tokens: count_tokens(&text[span.range()]),
                    section,
                    kind,
                    block,
                    item,
                };
                if piece.tokens <= max {
                    pieces.push(piece);
                } else {
                    cut_long(text, piece, max, count_tokens, &mut pieces);
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

pub(super) fn trim(text: &str, span: Span) -> Option<Span> {
    let (start, end) = trimmed(text, span.start as usize, span.end as usize)?;
    Some(Span::new(u32::try_from(start).ok()?, u32::try_from(end).ok()?))
}

/// Cuts one sentence above the limit at the ends of clauses or words, and a word above the limit in
/// halves.
fn cut_long(
    text: &str,
    long: Piece,
    max: usize,
    count_tokens: &mut dyn FnMut(&str) -> usize,
    out: &mut Vec<Piece>,
) {
    let mut words: Vec<(Span, usize)> = Vec::new();
    let mut at = long.span.start as usize;
    for word in text[long.span.range()].split_inclusive(char::is_whitespace) {
        let piece = Span::new(at as u32, (at + word.len()) as u32);
        at += word.len();
        if let Some(word) = trim(text, piece) {
            halves(text, word, max, count_tokens, &mut words);
        }
    }
    let mut first = 0;
    while first < words.len() {
        let mut total = 0;
        let fits = words[first..].iter().take_while(|(_, tokens)| {
            total += tokens;
            total <= max
        });
        let full = first + fits.count().max(1);
        // Better at the end of a clause, where one ends late enough.
        let clause = |at: &usize| text[words[at - 1].0.range()].ends_with([';', ',', ':']);
        let late = first + (full - first) * 2 / 3 + 1;
        let end = if full < words.len() { (late..=full).rev().find(clause) } else { None };
        let end = end.unwrap_or(full);
        let span = words[first].0.union(&words[end - 1].0);
        let tokens = words[first..end].iter().map(|(_, tokens)| tokens).sum();
        out.push(Piece { span, tokens, ..long });
        first = end;
    }
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
