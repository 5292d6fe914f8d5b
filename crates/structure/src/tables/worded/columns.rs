//! Owns the columns of a table of words, and which of them each piece of a line stands in.

use super::super::atoms::{Atom, Row, Token};

/// The narrowest gutter, in font sizes, where few rows show it, and where many do.
const GUTTER: f32 = 0.9;
const SURE_GUTTER: f32 = 0.55;

/// A column: from where to where words stand in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Strip {
    pub x0: f32,
    pub x1: f32,
}

/// The columns of some lines: what no word of nearly all of them crosses parts them. The first lines,
/// which may be headings over several columns, and lone lines across do not count.
pub(super) fn columns(rows: &[Row<'_>], size: f32) -> Vec<Strip> {
    let left = rows.iter().map(Row::x0).fold(f32::INFINITY, f32::min);
    let right = rows.iter().map(Row::x1).fold(f32::NEG_INFINITY, f32::max);
    let heads = if rows.len() >= 6 { 2 } else { usize::from(rows.len() >= 4) };
    let counted: Vec<&Row<'_>> = rows
        .iter()
        .enumerate()
        .filter(|(at, row)| {
            *at >= heads && (row.atoms.len() > 1 || row.x1() - row.x0() < 0.4 * (right - left))
        })
        .map(|(_, row)| row)
        .collect();
    let bins = (right - left).ceil().clamp(1.0, 4_000.0) as usize;
    let mut covered = vec![0usize; bins + 1];
    for atom in counted.iter().flat_map(|row| &row.atoms) {
        let bin = |x: f32| ((x - left).max(0.0) as usize).min(bins);
        for count in &mut covered[bin(atom.x0 + 0.4)..=bin(atom.x1 - 0.4)] {
            *count += 1;
        }
    }
    let crossed = if counted.len() >= 12 { counted.len() / 20 } else { 0 };
    let narrowest = if counted.len() >= 6 { SURE_GUTTER } else { GUTTER } * size;
    let mut strips: Vec<Strip> = Vec::new();
    let mut open: Option<usize> = None;
    let mut gap_start = 0;
    for (bin, count) in covered.iter().enumerate() {
        let full = *count > crossed;
        match (full, open) {
            (true, None) => {
                // A narrow gap does not part what stands on its sides.
                if strips.last().is_some() && ((bin - gap_start) as f32) < narrowest {
                    let last = strips.pop();
                    open = last.map(|last| (last.x0 - left) as usize);
                } else {
                    open = Some(bin);
                }
            }
            (false, Some(start)) => {
                strips.push(Strip { x0: left + start as f32, x1: left + bin as f32 });
                gap_start = bin;
                open = None;
            }
            _ => {}
        }
    }
    if let Some(start) = open {
        strips.push(Strip { x0: left + start as f32, x1: right });
    }
    // A strip that one line alone fills is no column but a piece that stands off.
    let least = if counted.len() >= 8 { 3 } else { 2 };
    let filled = |strip: &Strip| {
        counted.iter().filter(|row| row.atoms.iter().any(|atom| overlap(strip, atom) > 0.0)).count()
    };
    strips.retain(|strip| filled(strip) >= least);
    strips
}

fn overlap(strip: &Strip, atom: &Atom) -> f32 {
    strip.x1.min(atom.x1) - strip.x0.max(atom.x0)
}

/// First and last column that a piece stands in; the nearest where it stands in none.
pub(super) fn place(strips: &[Strip], atom: &Atom) -> (usize, usize) {
    let touched = |strip: &Strip| {
        let shared = overlap(strip, atom);
        shared > 0.25 * (strip.x1 - strip.x0).min(atom.x1 - atom.x0)
    };
    let first = strips.iter().position(touched);
    let last = strips.iter().rposition(touched);
    first.zip(last).unwrap_or_else(|| {
        let near = |strip: &Strip| overlap(strip, atom);
        let best = (0..strips.len()).max_by(|a, b| near(&strips[*a]).total_cmp(&near(&strips[*b])));
        let best = best.unwrap_or(0);
        (best, best)
    })
}

/// A line with its cells: first and last column of each of its pieces.
pub(super) struct Line<'r, 't> {
    pub row: &'r Row<'t>,
    pub cells: Vec<(usize, usize)>,
}

impl<'t> Line<'_, 't> {
    pub(super) fn filled(&self) -> usize {
        let mut columns: Vec<usize> = self.cells.iter().map(|(first, _)| *first).collect();
        columns.dedup();
        columns.len()
    }

    pub(super) fn has(&self, column: usize) -> bool {
        self.cells.iter().any(|(first, last)| *first <= column && column <= *last)
    }

    /// The words in a column.
    pub(super) fn words(&self, column: usize) -> Vec<Token<'t>> {
        let own = self.row.atoms.iter().zip(&self.cells).filter(|(_, cell)| cell.0 == column);
        own.flat_map(|(atom, _)| self.row.of(atom)).copied().collect()
    }

    /// Columns beside the label's with something in them.
    pub(super) fn values(&self) -> usize {
        self.filled() - usize::from(self.cells.iter().any(|cell| cell.0 == 0))
    }

    pub(super) fn crosses(&self) -> bool {
        self.cells.iter().any(|(first, last)| last > first)
    }

    pub(super) fn bold(&self) -> bool {
        self.row.tokens.iter().all(|token| token.bold)
    }

    /// Pieces beside the label that hold digits; years and dates are names as well.
    pub(super) fn digits(&self) -> usize {
        let figure = |token: &Token<'_>| {
            token.text.contains(|c: char| c.is_ascii_digit())
                && !token.text.starts_with(char::is_alphabetic)
                && !super::super::atoms::is_year(token.text)
        };
        let values = self.row.atoms.iter().zip(&self.cells).filter(|(_, cell)| cell.0 > 0);
        values.filter(|(atom, _)| self.row.of(atom).iter().any(figure)).count()
    }
}
