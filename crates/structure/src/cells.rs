//! Owns tables of running text whose cells wrap: a row's left cell is read to its end before the
//! cell to its right.
//!
//! Row by row such a table is a mix of half sentences. The stream shows its rows: it runs through
//! the left cell, crosses over once, runs through the right cell, and turns back for the next row.
//! Refuses whatever has figures on both or one side at the same heights: rows of a statement are
//! read across.

use crate::columns::Gutter;
use crate::rows::{Item, Row, rows};

/// A part of a region that is split by a strip into table rows.
#[derive(Debug, Clone)]
pub(crate) enum Part {
    /// To be read line by line across the strip.
    Across(Vec<Item>),
    /// The two cells of a row, left then right.
    Cells(Vec<Item>, Vec<Item>),
}

/// The items between two turns of the stream from right to left.
struct Run {
    left: Vec<Item>,
    right: Vec<Item>,
    top: f32,
    bottom: f32,
    /// Made of runs that overlap in height: not one table row.
    mixed: bool,
}

impl Run {
    fn absorb(&mut self, other: Run) {
        self.left.extend(other.left);
        self.right.extend(other.right);
        self.top = self.top.min(other.top);
        self.bottom = self.bottom.max(other.bottom);
        self.mixed = true;
    }
}

/// The parts of a region from top to bottom, if a strip shows wrapped cells in it.
pub(crate) fn wrapped_cells(items: &[Item], strip: &Gutter, em: f32) -> Option<Vec<Part>> {
    let middle = (strip.x0 + strip.x1) / 2.0;
    let (mut above, mut below) = (Vec::new(), Vec::new());
    let mut band: Vec<Item> = Vec::new();
    for item in items {
        let y = item.rect.center_y();
        if y <= strip.y0 {
            above.push(*item);
        } else if y >= strip.y1 {
            below.push(*item);
        } else {
            band.push(*item);
        }
    }
    band.sort_by_key(|i| i.index);
    let mut runs = runs(&band, middle, em);
    // Lines of one side only at the band's ends belong to the text around it.
    let one_sided = |r: &Run| r.left.is_empty() || r.right.is_empty();
    let first = runs.iter().position(|r| !one_sided(r))?;
    let last = runs.iter().rposition(|r| !one_sided(r))?;
    for run in runs.drain(last + 1..) {
        below.extend(run.left.into_iter().chain(run.right));
    }
    for run in runs.drain(..first) {
        above.extend(run.left.into_iter().chain(run.right));
    }
    let mut parts = vec![Part::Across(above)];
    let mut found = false;
    for run in runs {
        if !run.mixed && !one_sided(&run) && is_wrapped(&run) {
            found = true;
            parts.push(Part::Cells(run.left, run.right));
            continue;
        }
        let all = run.left.into_iter().chain(run.right);
        match parts.last_mut() {
            Some(Part::Across(items)) if in_band(items, strip) => items.extend(all),
            _ => parts.push(Part::Across(all.collect())),
        }
    }
    parts.push(Part::Across(below));
    found.then_some(parts)
}

/// Whether lines read across and collected so far lie inside the strip's band: what stands above
/// it is kept apart.
fn in_band(items: &[Item], strip: &Gutter) -> bool {
    items.last().is_some_and(|i| i.rect.center_y() > strip.y0)
}

/// Cuts the stream at its turns from right to left and joins what overlaps in height.
fn runs(band: &[Item], middle: f32, em: f32) -> Vec<Run> {
    let on_left = |i: &Item| i.rect.center_x() < middle;
    let mut runs: Vec<Run> = Vec::new();
    for turn in band.chunk_by(|a, b| on_left(a) || !on_left(b)) {
        let (left, right): (Vec<Item>, Vec<Item>) = turn.iter().copied().partition(on_left);
        let centers = || turn.iter().map(|i| i.rect.center_y());
        let run = Run {
            left,
            right,
            top: centers().fold(f32::INFINITY, f32::min),
            bottom: centers().fold(f32::NEG_INFINITY, f32::max),
            mixed: false,
        };
        runs.push(run);
    }
    runs.sort_by(|a, b| a.top.total_cmp(&b.top));
    let mut apart: Vec<Run> = Vec::new();
    for run in runs {
        match apart.last_mut() {
            Some(before) if run.top < before.bottom + 0.3 * em => before.absorb(run),
            _ => apart.push(run),
        }
    }
    apart
}

/// Whether the two sides of a table row are cells to be read one after the other.
fn is_wrapped(run: &Run) -> bool {
    let (left, right) = (rows(&run.left), rows(&run.right));
    let numeric = |items: &[Item]| 2 * items.iter().filter(|i| i.numeric).count() >= items.len();
    let (Some(left_first), Some(right_first)) = (left.first(), right.first()) else { return false };
    let (Some(left_last), Some(right_last)) = (left.last(), right.last()) else { return false };
    // Lines of one cell follow each other closely.
    let close =
        |rows: &[Row]| rows.windows(2).all(|w| w[1].center() - w[0].center() < 2.6 * w[0].height());
    if !close(&left) || !close(&right) {
        return false;
    }
    // Headings of columns wrap too, but are read across: only a text of some length counts.
    let runs_on = |rows: &[Row], items: &[Item]| {
        let figures = items.iter().filter(|i| i.numeric).count();
        let ends_in_figures = rows.last().is_some_and(|r| r.items.iter().all(|i| i.numeric));
        rows.len() >= 2
            && items.len() >= 8
            && items.len() >= 3 * rows.len()
            && 4 * figures < items.len()
            && !ends_in_figures
    };
    if !runs_on(&left, &run.left) && !runs_on(&right, &run.right) {
        return false;
    }
    if has_row_of_figures(&left, &right) || has_row_of_figures(&right, &left) {
        return false;
    }
    match (left.len(), right.len()) {
        (1, 1) => false,
        (1, _) => !level(left_first, right_first),
        // Cells stand level at the top or in the middle; what is level at the foot is a heading of
        // a column, or the figures of a wrapped label.
        (_, 1) => !level(right_first, left_last) && !numeric(&run.right),
        (n, m) => {
            let paired = n == m
                && n >= 4
                && level(left_first, right_first)
                && level(left_last, right_last)
                && run.left.len() < 3 * n;
            !paired && !numeric(&run.left) && !numeric(&run.right)
        }
    }
}

fn level(a: &Row, b: &Row) -> bool {
    (a.center() - b.center()).abs() < 0.3 * a.height().max(b.height())
}

/// Whether a row of mostly figures, several of them, has words of the other side at its height: a
/// row of a statement beside the last line of its label.
fn has_row_of_figures(side: &[Row], other: &[Row]) -> bool {
    side.iter().any(|row| {
        let figures = row.items.iter().filter(|i| i.numeric).count();
        figures >= 2 && 2 * figures >= row.items.len() && other.iter().any(|o| level(o, row))
    })
}
