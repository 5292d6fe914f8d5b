//! Owns the columns that the headings of one line are over, found for all of them together: they do
//! not overlap, and each stands over the middle of its columns.

use super::atoms::{Atom, AtomKind, Row};
use super::grid::Grid;

/// What stands right below a heading that is looked for: a heading, or nothing yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Below {
    pub x0: f32,
    pub x1: f32,
    /// Width of its widest line, where it wraps.
    pub widest: f32,
    pub columns: (usize, usize),
}

/// What headings stand over: the columns, and the headings below them.
pub(super) struct Under<'a> {
    pub grid: &'a Grid,
    pub below: &'a [Option<Below>],
    /// Columns that rules show to be under one heading: no other heading is over a part of them
    /// and of others.
    pub bound: &'a [(usize, usize)],
}

/// First and last column.
pub(super) type Range = Option<(usize, usize)>;

/// The columns that each heading of a line is over, found together: they do not overlap.
pub(super) fn ranges(
    row: &Row<'_>,
    atoms: &[Atom],
    under: &Under<'_>,
    fixed: &[Range],
) -> Vec<(usize, usize)> {
    let grid = under.grid;
    let count = grid.columns.len();
    let bottom = under.below.iter().all(Option::is_none);
    if atoms.len() == count {
        let one_each = atoms.iter().enumerate().all(|(at, a)| single_cost(a, at, grid) < 2.5);
        if one_each {
            return (0..count).map(|at| (at, at)).collect();
        }
    }
    let mut free = best(atoms, under, fixed, None, false)
        .or_else(|| best(atoms, under, &vec![None; atoms.len()], None, false));
    if let Some((_, found)) = &free
        && repeats(row, atoms)
        && found.windows(2).any(|w| w[0].1 - w[0].0 != w[1].1 - w[1].0)
    {
        // The same words again are over as many columns again.
        let sizes = found.iter().map(|(a, b)| b - a + 1).collect::<Vec<_>>();
        let alike = sizes.into_iter().filter_map(|n| best(atoms, under, fixed, Some(n), false));
        free = alike.min_by(|a, b| a.0.total_cmp(&b.0)).or(free);
    }
    // Odd numbers of columns have a middle one: only together do the headings of a line tell
    // that they are over all columns.
    let times = |a: &Atom| {
        a.kind == AtomKind::Year || super::find::names_period(&super::atoms::joined(row.of(a)))
    };
    let wide = |a: &Atom| {
        let own = under.below[grid.column_of(a.x0, a.x1)];
        own.is_some_and(|b| a.x1 - a.x0 > 1.6 * b.widest)
    };
    let spans = |a: &Atom| times(a) || wide(a);
    let spread = atoms.len() < count && !bottom && (atoms.len() >= 2 || atoms.iter().all(spans));
    // A line of a heading that wraps stands right over its next line.
    let wraps = free.as_ref().is_some_and(|(_, ranges)| {
        let one = |(a, range): (&Atom, &(usize, usize))| {
            range.0 == range.1 && !times(a) && cost(a, *range, under) < 0.3
        };
        atoms.iter().zip(ranges).any(one)
    });
    let spread = spread && (!wraps || atoms.len() == 1);
    let whole = if spread { best(atoms, under, fixed, None, true) } else { None };
    match (whole, free) {
        (Some((cost, ranges)), Some((least, other))) => {
            let share = atoms.len() as f32;
            let sizes = || ranges.iter().map(|(a, b)| b - a + 1);
            let alike = sizes().max() <= sizes().min().map(|least| 2 * least);
            let several = alike && (ranges.iter().all(|(a, b)| b > a) || atoms.iter().all(spans));
            if several && cost < share && cost < least + 1.2 * share { ranges } else { other }
        }
        (_, Some((_, ranges))) | (Some((_, ranges)), _) => ranges,
        _ => atoms.iter().map(|a| grid.column_of(a.core, a.x1)).map(|c| (c, c)).collect(),
    }
}

/// Whether all headings of a line, several of them, are the same words.
fn repeats(row: &Row<'_>, atoms: &[Atom]) -> bool {
    let texts = atoms.iter().map(|a| super::atoms::joined(row.of(a)));
    let texts: Vec<String> = texts.collect();
    texts.len() >= 2 && texts.windows(2).all(|w| w[0] == w[1])
}

/// How badly a heading stands over one column, in font sizes: by middle, left or right edge.
fn single_cost(atom: &Atom, column: usize, grid: &Grid) -> f32 {
    let c = &grid.columns[column];
    let middle = (c.x0.min(c.left) + c.x1) / 2.0;
    let off = [
        atom.center() - c.center(),
        atom.center() - middle,
        atom.x1 - c.right,
        atom.x1 - c.x1,
        atom.x0 - c.left,
        atom.x0 - c.x0,
    ];
    off.into_iter().map(f32::abs).fold(f32::INFINITY, f32::min) / grid.size
}

/// How badly two pieces of one heading stand above each other, in font sizes.
fn aligned_cost(atom: &Atom, (x0, x1): (f32, f32), size: f32) -> f32 {
    let middle = (atom.center() - (x0 + x1) / 2.0).abs();
    let edge = (atom.x0 - x0).abs().min((atom.x1 - x1).abs()) + 0.3 * size;
    middle.min(edge) / size
}

/// How badly a heading stands over columns, in font sizes; infinite where it would part a heading
/// below it.
fn cost(atom: &Atom, (first, last): (usize, usize), under: &Under<'_>) -> f32 {
    let grid = under.grid;
    let below = |at: usize| under.below[at];
    let whole = |at: usize| below(at).is_none_or(|b| b.columns.0 >= first && b.columns.1 <= last);
    let crosses = |&(a, b): &(usize, usize)| {
        let apart = last < a || b < first;
        let nested = (a <= first && last <= b) || (first <= a && b <= last);
        !apart && !nested
    };
    if !whole(first) || !whole(last) || under.bound.iter().any(crosses) {
        return f32::INFINITY;
    }
    let reach = |at: usize| {
        let c = &grid.columns[at];
        below(at).map_or((c.left.min(c.core.max(c.x0)), c.x1), |b| (b.x0, b.x1))
    };
    // Columns that the heading reaches over but that are not its own.
    let missed: f32 = (0..grid.columns.len())
        .filter(|at| *at < first || *at > last)
        .map(|at| {
            let (x0, x1) = reach(at);
            let shared = atom.x1.min(x1) - atom.core.max(x0);
            (shared / (x1 - x0).max(grid.size)).clamp(0.0, 1.0)
        })
        .filter(|share| *share > 0.3)
        .sum();
    if let Some(below) = below(first).filter(|b| b.columns == (first, last)) {
        return aligned_cost(atom, (below.x0, below.x1), grid.size) + 2.0 * missed;
    }
    if first == last {
        return single_cost(atom, first, grid) + 2.0 * missed;
    }
    let columns = &grid.columns[first..=last];
    let (x0, x1) = (columns[0].x0, columns[columns.len() - 1].x1);
    let mut middles = vec![(x0 + x1) / 2.0, (columns[0].left + x1) / 2.0];
    middles.push((reach(first).0 + reach(last).1) / 2.0);
    let off = middles.iter().map(|m| (atom.center() - m).abs()).fold(f32::INFINITY, f32::min);
    let empty = columns.len() as f32 * 0.08;
    off / grid.size * 0.8 + empty + 2.0 * missed
}

type Found = (f32, Vec<(usize, usize)>);

/// The ranges of least cost, rising; `size`: each is over so many columns; `whole`: together they
/// are over all columns.
fn best(
    atoms: &[Atom],
    under: &Under<'_>,
    fixed: &[Range],
    size: Option<usize>,
    whole: bool,
) -> Option<Found> {
    let count = under.grid.columns.len();
    if atoms.is_empty() || atoms.len() > count {
        return None;
    }
    // least[end]: atoms so far end before column `end`.
    let mut least: Vec<Option<Found>> = vec![None; count + 1];
    least[0] = Some((0.0, Vec::new()));
    if !whole {
        least.fill(Some((0.0, Vec::new())));
    }
    for (atom, fixed) in atoms.iter().zip(fixed) {
        let mut next: Vec<Option<Found>> = vec![None; count + 1];
        for first in 0..count {
            let Some((so_far, ranges)) = &least[first] else { continue };
            for last in first..count.min(first + 24) {
                if size.is_some_and(|size| last + 1 - first != size) {
                    continue;
                }
                let own = match fixed {
                    Some(range) if *range == (first, last) => 0.0,
                    Some(_) => continue,
                    None => cost(atom, (first, last), under),
                };
                let total = so_far + own;
                if own.is_finite()
                    && next[last + 1].as_ref().is_none_or(|(least, _)| total < *least)
                {
                    let mut ranges = ranges.clone();
                    ranges.push((first, last));
                    next[last + 1] = Some((total, ranges));
                }
            }
        }
        if !whole {
            for at in 1..=count {
                let before = next[at - 1].clone();
                if let Some((cost, _)) = &before
                    && next[at].as_ref().is_none_or(|(own, _)| cost < own)
                {
                    next[at] = before;
                }
            }
        }
        least = next;
    }
    least.pop().flatten()
}
