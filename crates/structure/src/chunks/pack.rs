//! Owns the packing of one section's pieces into chunks.

use citelight_core::{BlockKind, Span};

use super::bonds::{self, Bond, Run};
use super::heads::{Head, Heads};
use super::pieces::Piece;
use super::{Chunk, Limits, passage};

/// A paragraph that does not fit whole begins a chunk of its own where the one so far has this
/// share of its target.
const FULL: (usize, usize) = (3, 4);

/// Pieces that go together.
#[derive(Debug, Clone, Copy)]
struct Atom {
    start: usize,
    end: usize,
    tokens: usize,
}

/// A chunk under construction.
#[derive(Debug)]
struct Draft {
    start: usize,
    end: usize,
    /// Of its pieces, without its head.
    tokens: usize,
    head: Head,
}

impl Draft {
    fn total(&self) -> usize {
        self.tokens + self.head.iter().map(|(_, tokens)| tokens).sum::<usize>()
    }
}

/// Packs the pieces of a section.
pub(super) fn pack(
    run: &Run<'_>,
    limits: Limits,
    heads: &mut Heads<'_>,
    count_tokens: &mut dyn FnMut(&str) -> usize,
    out: &mut Vec<Chunk>,
) {
    let bonds = bonds::bonds(run, heads);
    let mut packer = Packer { run, limits, bonds, titles: titles(run), heads, count_tokens };
    let mut drafts: Vec<Draft> = Vec::new();
    for segment in segments(run, &packer.bonds, limits, packer.heads) {
        packer.pack(segment, &mut drafts);
    }
    packer.join_small(&mut drafts);
    for at in 0..drafts.len() {
        let before = at.checked_sub(1).map(|before| &drafts[before]);
        out.push(packer.chunk(&drafts[at], before));
    }
}

/// The titles that open a run.
fn titles(run: &Run<'_>) -> Option<Span> {
    let headings = run.pieces.iter().take_while(|piece| piece.kind == BlockKind::Heading);
    headings.map(|piece| piece.span).reduce(|all, span| all.union(&span))
}

/// A stretch of pieces that is packed by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Segment {
    start: usize,
    end: usize,
    table: bool,
}

/// Parts running text from tables. A table has with it what names it, what introduces it, the notes
/// below it, and text above it that is too little for a chunk.
fn segments(run: &Run<'_>, bonds: &[Bond], limits: Limits, heads: &Heads<'_>) -> Vec<Segment> {
    let pieces = run.pieces;
    let mut segments: Vec<Segment> = Vec::new();
    let mut from = 0; // where text begins that is in no segment
    let mut at = 0;
    while at < pieces.len() {
        if pieces[at].kind != BlockKind::Table {
            at += 1;
            continue;
        }
        let mut start = at;
        while start > from && (bonds[start] >= Bond::Weak || heads_table(run, at, start, heads)) {
            start -= 1;
        }
        let block = pieces[at].block;
        let of_block = |at: &usize| pieces.get(*at).is_some_and(|piece| piece.block == block);
        let end = at + (at..).take_while(of_block).count();
        // Too little text for a chunk goes along, unless it would tear the table.
        let (before, table) = (tokens(&pieces[from..start]), tokens(&pieces[start..end]));
        let titles = pieces[from..start].iter().all(|piece| piece.kind == BlockKind::Heading);
        let tears = table <= limits.max && before + table > limits.max;
        if before < limits.min && (titles || !tears) {
            start = from;
        }
        if from < start {
            segments.push(Segment { start: from, end: start, table: false });
        }
        let note = |at: &usize| {
            pieces.get(*at).is_some_and(|piece| piece.kind == BlockKind::Footnote)
                && bonds[*at] != Bond::Apart
        };
        let notes = end + (end..).take_while(note).count();
        // Its notes go along where they fit, else they are by themselves.
        let whole = tokens(&pieces[start..notes]);
        if whole <= limits.max || end == notes {
            segments.push(Segment { start, end: notes, table: true });
        } else {
            segments.push(Segment { start, end, table: true });
            segments.push(Segment { start: end, end: notes, table: false });
        }
        (from, at) = (notes, notes);
    }
    if from < pieces.len() {
        segments.push(Segment { start: from, end: pieces.len(), table: false });
    }
    segments
}

/// Whether the piece before a place, which stands above a table, reads like a title or heading of the
/// table that was not found to be one.
fn heads_table(run: &Run<'_>, table: usize, at: usize, heads: &Heads<'_>) -> bool {
    let piece = &run.pieces[at - 1];
    piece.kind == BlockKind::Paragraph
        && table - at < bonds::MOST_TITLES
        && piece.tokens <= 2 * bonds::TITLE
        && bonds::introduces(heads.text(piece))
}

fn tokens(pieces: &[Piece]) -> usize {
    pieces.iter().map(|piece| piece.tokens).sum()
}

struct Packer<'r, 'h, 'f> {
    run: &'r Run<'r>,
    limits: Limits,
    bonds: Vec<Bond>,
    titles: Option<Span>,
    heads: &'r mut Heads<'h>,
    count_tokens: &'f mut dyn FnMut(&str) -> usize,
}

impl Packer<'_, '_, '_> {
    fn tokens(&self, start: usize, end: usize) -> usize {
        tokens(&self.run.pieces[start..end])
    }

    fn pack(&mut self, segment: Segment, drafts: &mut Vec<Draft>) {
        let total = self.tokens(segment.start, segment.end);
        let Limits { target, max, .. } = self.limits;
        // A table that fits is one chunk.
        let target = match segment.table {
            true if total <= max => max,
            // Parts of one size rather than full ones and a rest.
            true => (total / total.div_ceil(target) + total / 16).clamp(1, target),
            false => target,
        };
        let mut atoms = std::collections::VecDeque::from(self.atoms(segment.start, segment.end));
        let mut open: Option<Draft> = None;
        while let Some(atom) = atoms.pop_front() {
            let joins =
                open.as_ref().is_some_and(|draft| self.joins(draft, &atom, target, segment));
            match &mut open {
                Some(draft) if joins => {
                    draft.end = atom.end;
                    draft.tokens += atom.tokens;
                }
                Some(draft) if self.only_titles(draft) && atom.end - atom.start > 1 => {
                    // Better a torn item than a title without its text.
                    for at in (atom.start..atom.end).rev() {
                        atoms.push_front(self.atom(at, at + 1));
                    }
                }
                _ => {
                    drafts.extend(open.take());
                    open = Some(self.begin(&atom));
                }
            }
        }
        drafts.extend(open);
    }

    fn atom(&self, start: usize, end: usize) -> Atom {
        Atom { start, end, tokens: self.tokens(start, end) }
    }

    /// What goes together: bonded pieces as far as they fit in a chunk.
    fn atoms(&self, start: usize, end: usize) -> Vec<Atom> {
        let mut atoms = Vec::new();
        for (from, to) in self.parts(start, end, Bond::Weak) {
            if self.tokens(from, to) <= self.limits.max {
                atoms.push(self.atom(from, to));
                continue;
            }
            for (from, to) in self.parts(from, to, Bond::Strong) {
                if self.tokens(from, to) <= self.limits.max {
                    atoms.push(self.atom(from, to));
                } else {
                    atoms.extend((from..to).map(|at| self.atom(at, at + 1)));
                }
            }
        }
        atoms
    }

    /// Runs of pieces bonded at least so.
    fn parts(&self, start: usize, end: usize, bond: Bond) -> Vec<(usize, usize)> {
        let mut parts = Vec::new();
        let mut from = start;
        for at in start + 1..=end {
            if at == end || self.bonds[at] < bond {
                parts.push((from, at));
                from = at;
            }
        }
        parts
    }

    fn joins(&self, draft: &Draft, atom: &Atom, target: usize, segment: Segment) -> bool {
        let Limits { min, max, .. } = self.limits;
        let total = draft.total();
        let joined = total + atom.tokens;
        if joined > max || self.bonds[atom.start] == Bond::Apart {
            return false;
        }
        if total < min || self.only_titles(draft) {
            return true;
        }
        joined <= target && (segment.table || !self.better_apart(total, atom, segment.end))
    }

    /// Whether a block begins with an atom that fits in a chunk of its own, but not in this one.
    fn better_apart(&self, total: usize, atom: &Atom, end: usize) -> bool {
        let pieces = self.run.pieces;
        let first = pieces[atom.start].block;
        if atom.start > 0 && pieces[atom.start - 1].block == first {
            return false;
        }
        // An introduction is bonded to the list that counts.
        let block = pieces[atom.end - 1].block;
        let last = (atom.end..end).take_while(|&at| pieces[at].block == block).count() + atom.end;
        let whole = self.tokens(atom.start, last);
        let full = match pieces[atom.end - 1].kind {
            BlockKind::List | BlockKind::Code => self.limits.min,
            _ => self.limits.target * FULL.0 / FULL.1,
        };
        total >= full && total + whole > self.limits.target && whole <= self.limits.target
    }

    fn only_titles(&self, draft: &Draft) -> bool {
        self.run.pieces[draft.start..draft.end].iter().all(|p| p.kind == BlockKind::Heading)
    }

    /// A chunk that begins with an atom.
    fn begin(&mut self, atom: &Atom) -> Draft {
        let Limits { max, .. } = self.limits;
        let room = (max / 2).min(max - atom.tokens.min(max));
        let place = self.run.first + atom.start;
        let head = self.heads.head(place, room, self.titles, self.count_tokens);
        Draft { start: atom.start, end: atom.end, tokens: atom.tokens, head }
    }

    /// A chunk of a few words is no good to search: it joins the one before if it may.
    fn join_small(&self, drafts: &mut Vec<Draft>) {
        let mut at = 1;
        while at < drafts.len() {
            let (before, small) = (&drafts[at - 1], &drafts[at]);
            let joined = before.total() + small.tokens;
            let bonded = self.bonds[small.start] == Bond::Apart;
            if small.tokens < self.limits.min && joined <= self.limits.max && !bonded {
                let (end, tokens) = (small.end, small.tokens);
                drafts[at - 1].end = end;
                drafts[at - 1].tokens += tokens;
                drafts.remove(at);
            } else {
                at += 1;
            }
        }
    }

    fn chunk(&self, draft: &Draft, before: Option<&Draft>) -> Chunk {
        let pieces = self.run.pieces;
        let (from, repeated) = self.overlap(draft, before);
        let span = pieces[from].span.union(&pieces[draft.end - 1].span);
        let own = &pieces[draft.start..draft.end];
        let tokens = draft.total() + repeated;
        Chunk {
            span,
            section: self.run.section,
            kind: passage(own.iter().map(|piece| (piece.kind, piece.tokens))),
            tokens: u32::try_from(tokens).unwrap_or(u32::MAX),
            head: draft.head.iter().map(|(span, _)| *span).collect(),
            split_sequence: (1, 1),
            is_continuation: false,
        }
    }

    /// Running text repeats the last sentences of the running text before it, as far as they are
    /// short: a quarter of the target. Gives the first piece and the tokens repeated.
    fn overlap(&self, draft: &Draft, before: Option<&Draft>) -> (usize, usize) {
        let Limits { target, max, overlap_sentences, .. } = self.limits;
        let pieces = self.run.pieces;
        let (mut from, mut repeated) = (draft.start, 0);
        let Some(before) = before else { return (from, 0) };
        let text = |at: usize| pieces[at].kind == BlockKind::Paragraph;
        if !text(from) || self.bonds[from] == Bond::Apart {
            return (from, 0);
        }
        while draft.start - from < overlap_sentences && from > before.start + 1 && text(from - 1) {
            let tokens = pieces[from - 1].tokens;
            if repeated + tokens > target / 4 || draft.total() + repeated + tokens > max {
                break;
            }
            (from, repeated) = (from - 1, repeated + tokens);
        }
        (from, repeated)
    }
}
