//! Owns which pieces belong together: at a bond a chunk ends only where it has to.

use citelight_core::BlockKind;

use super::heads::Heads;
use super::pieces::Piece;
use crate::shape;

/// Tokens of a title that was not found to be one.
pub(super) const TITLE: usize = 16;

/// Lines above a table that can be titles and headings of it.
pub(super) const MOST_TITLES: usize = 6;

/// The pieces of one section.
pub(super) struct Run<'a> {
    pub section: Option<u32>,
    pub pieces: &'a [Piece],
    /// Place of the first of them among all.
    pub first: usize,
}

/// How a piece belongs to the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Bond {
    /// A chunk has to end between them.
    Apart,
    /// A chunk may end between them.
    Free,
    /// A title and its text, an introduction and its list, a group and its rows.
    Weak,
    /// Sentences of one item, of one note, of one row.
    Strong,
}

/// The bonds of a run's pieces, each to the one before.
pub(super) fn bonds(run: &Run<'_>, heads: &Heads<'_>) -> Vec<Bond> {
    let mut bonds = vec![Bond::Free; run.pieces.len()];
    for (at, bond) in bonds.iter_mut().enumerate().skip(1) {
        let (a, b) = (&run.pieces[at - 1], &run.pieces[at]);
        *bond = if a.block == b.block { inside(a, b, heads) } else { between(run, at, heads) };
    }
    around_notes(run, heads, &mut bonds);
    bonds
}

fn inside(a: &Piece, b: &Piece, heads: &Heads<'_>) -> Bond {
    use BlockKind::{Caption, Code, Footnote, Formula, Heading, List, Paragraph, Table};
    match a.kind {
        Heading | Caption | Footnote | Formula => Bond::Strong,
        List | Table if a.item == b.item => Bond::Strong,
        Table if heads.leads(a) => Bond::Weak,
        List if heads.text(a).ends_with(':') => Bond::Weak,
        Paragraph | List | Table | Code => Bond::Free,
    }
}

fn between(run: &Run<'_>, at: usize, heads: &Heads<'_>) -> Bond {
    let (a, b) = (&run.pieces[at - 1], &run.pieces[at]);
    use BlockKind::{Caption, Formula, Heading, List, Paragraph, Table};
    let (above, below) = (heads.text(a), heads.text(b));
    let goes_on = || shape::begins_lower(below) && !shape::ends_sentence(above);
    match (a.kind, b.kind) {
        (Heading, _) | (Caption, Table) | (Paragraph, Formula) => Bond::Weak,
        (Formula, Formula) => Bond::Weak,
        (Paragraph, Paragraph) if is_title(run, at, above) => Bond::Weak,
        (Paragraph, List) if introduces(above) => Bond::Weak,
        (Paragraph, Table) if above.ends_with(':') || heads.names(a, b) => Bond::Weak,
        (Paragraph | Formula | List, Paragraph) if goes_on() => Bond::Weak,
        _ => Bond::Free,
    }
}

/// Whether the piece above a place reads like a title that was not found to be one: a short paragraph
/// without a stop over a longer one.
fn is_title(run: &Run<'_>, at: usize, above: &str) -> bool {
    let (a, b) = (&run.pieces[at - 1], &run.pieces[at]);
    let alone = at < 2 || run.pieces[at - 2].block != a.block;
    alone && a.tokens <= TITLE && a.tokens < b.tokens && introduces(above)
}

/// Whether a sentence introduces what stands below it: it ends in a colon, or not at all.
pub(super) fn introduces(text: &str) -> bool {
    text.ends_with([':', '—', '–', '-']) || !shape::ends_sentence(text)
}

/// A note between two parts of a sentence ends a chunk: what goes on below it begins another.
fn around_notes(run: &Run<'_>, heads: &Heads<'_>, bonds: &mut [Bond]) {
    let pieces = run.pieces;
    let is_note = |at: usize| pieces[at].kind == BlockKind::Footnote;
    for at in 1..pieces.len() {
        if is_note(at) || !is_note(at - 1) {
            continue;
        }
        let Some(before) = (0..at).rev().find(|&before| !is_note(before)) else { continue };
        let open = !shape::ends_sentence(heads.text(&pieces[before]))
            && shape::begins_lower(heads.text(&pieces[at]));
        if open {
            bonds[at] = Bond::Apart;
        }
    }
}
