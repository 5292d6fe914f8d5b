//! Owns the headings of columns: which rows above a table's figures are headings, which columns
//! each of their pieces is over, and which lines are one heading that wraps.

use citelight_core::Rect;

use super::atoms::{Atom, AtomKind, Kind, Row};
use super::find::is_prose;
use super::grid::Grid;

/// Lines of headings at most.
const MOST_LINES: usize = 12;

/// A heading: tokens by row and place in the row.
#[derive(Debug, Clone)]
pub(super) struct Heading {
    /// First and last column of values that it is over; `None` for the heading of the labels.
    pub columns: Option<(usize, usize)>,
    /// Row and tokens.
    pub tokens: Vec<(usize, usize)>,
    /// First and last line, as places among the rows of the lane.
    pub first: usize,
    pub last: usize,
}

/// The place of the first row of headings, looking up from the first row of the body. `top`: rows
/// above it belong to something else.
pub(super) fn first_line(rows: &[Row<'_>], top: usize, body: usize, grid: &Grid) -> usize {
    let mut first = body;
    for at in (top..body).rev().take(MOST_LINES) {
        let (row, below) = (&rows[at], &rows[at + 1]);
        let step = below.center() - row.center();
        if step > 3.4 * row.height().max(below.height()) {
            break;
        }
        // Units and a label between headings and figures ("Current assets:") are no headings.
        let inside = row.x1() <= grid.edge() + row.size;
        let label = (inside && (!is_prose(row) || row.text().ends_with(':')))
            || super::units::is_units(row)
            || (is_group(row, grid) && !is_prose(row));
        if is_prose(row) || !heads(row, grid) {
            if !label {
                break;
            }
            continue;
        }
        first = at;
    }
    first
}

/// A single piece that begins at the labels' left edge.
fn is_group(row: &Row<'_>, grid: &Grid) -> bool {
    row.atoms.len() == 1
        && row.x0() < grid.left + 3.0 * grid.size
        && row.x1() < grid.right() - 2.0 * grid.size
}

/// Whether a row has something over the columns of values, and is no title.
pub(super) fn heads(row: &Row<'_>, grid: &Grid) -> bool {
    let edge = grid.edge();
    let reach = (edge - 4.0 * grid.size, grid.right() + 4.0 * grid.size);
    let over: Vec<&Atom> = row
        .atoms
        .iter()
        .filter(|a| a.center() > reach.0 && a.center() < reach.1 && a.x1 > edge - 2.0 * grid.size)
        .collect();
    let Some(first) = over.first() else { return false };
    if row.atoms.iter().any(|a| a.end - a.first > 12) {
        return false;
    }
    if row.atoms.len() > 1 {
        return true;
    }
    // One piece: a title is in the middle of the table or begins at its left.
    let middle = (grid.left.min(edge) + grid.right()) / 2.0;
    let off = |x: f32| (first.center() - x).abs();
    let titled = grid.labelled
        && off(middle) < 2.0 * grid.size
        && (first.x0 < edge - 0.5 * grid.size || row.size > 1.2 * grid.size)
        && off(middle) < off((edge + grid.right()) / 2.0);
    let over_values = first.x0 > edge - 3.0 * grid.size || {
        // Wide text over the middle of the values.
        let values = (edge + grid.right()) / 2.0;
        (first.center() - values).abs() < 1.2 * grid.size && first.x0 > grid.left + 4.0 * grid.size
    };
    !titled && over_values
}

/// What stands right below a heading that is looked for: a heading, or nothing yet.
#[derive(Debug, Clone, Copy)]
struct Below {
    x0: f32,
    x1: f32,
    /// Width of its widest line, where it wraps.
    widest: f32,
    columns: (usize, usize),
}

/// The headings in rows `first..end`, each with its columns; lines of one heading joined.
///
/// Lines are read from the lowest up: it stands over the columns, and what is above it over its
/// pieces, centred more closely than figures are.
pub(super) fn headings(
    rows: &[Row<'_>],
    first: usize,
    end: usize,
    grid: &Grid,
    rules: &[Rect],
) -> Vec<Heading> {
    // Units said over a column are those of the table.
    let own: Vec<usize> = (first..end).filter(|at| !super::units::is_units(&rows[*at])).collect();
    let read: Vec<Line> = own.iter().map(|at| Line::read(rows, *at, grid, rules)).collect();
    let bound: Vec<(usize, usize)> =
        read.iter().flat_map(|l| &l.fixed).flatten().copied().filter(|(a, b)| a < b).collect();
    let mut below: Vec<Option<Below>> = vec![None; grid.columns.len()];
    let mut lines: Vec<Vec<Heading>> = Vec::new();
    for (at, Line { label, over, fixed }) in own.into_iter().zip(read).rev() {
        let mut line = Vec::new();
        if !label.is_empty() {
            line.push(Heading { columns: None, tokens: label, first: at, last: at });
        }
        let under = Under { grid, below: &below, bound: &bound };
        let places = ranges(&rows[at], &over, &under, &fixed);
        for (atom, columns) in over.iter().zip(&places) {
            let tokens = (atom.first..atom.end).map(|token| (at, token)).collect();
            line.push(Heading { columns: Some(*columns), tokens, first: at, last: at });
        }
        for (atom, columns) in over.iter().zip(places) {
            let lower = below[columns.0].filter(|b| b.columns == columns);
            let widest = lower.map_or(0.0, |b| b.widest).max(atom.x1 - atom.x0);
            let own = Below { x0: atom.x0, x1: atom.x1, widest, columns };
            below[columns.0..=columns.1].fill(Some(own));
        }
        lines.push(line);
    }
    let mut headings: Vec<Heading> = Vec::new();
    for heading in lines.into_iter().rev().flatten() {
        add(&mut headings, heading, rows, rules);
    }
    headings
}

/// A line of headings.
struct Line {
    /// Row and place of the tokens over the labels.
    label: Vec<(usize, usize)>,
    /// Pieces over the values.
    over: Vec<Atom>,
    /// The columns that a rule shows each of them to be over.
    fixed: Vec<Range>,
}

impl Line {
    fn read(rows: &[Row<'_>], at: usize, grid: &Grid, rules: &[Rect]) -> Line {
        let row = &rows[at];
        let (mut label, mut over): (Vec<(usize, usize)>, Vec<Atom>) = (Vec::new(), Vec::new());
        for (nth, atom) in row.atoms.iter().enumerate() {
            let left = atom.x1 <= grid.edge() - 0.3 * grid.size
                && atom.center() < grid.edge() - 1.5 * grid.size;
            // Beside a label, what stands apart from it is the first column's heading.
            let beside = nth > 0
                && row.atoms.len() > 1
                && atom.x0 - row.atoms[nth - 1].x1 > 1.5 * grid.size
                && atom.x1 > grid.edge() - 3.0 * grid.size;
            let left = left && !beside;
            let wide = nth == 0 && row.atoms.len() > 1 && atom.x0 < grid.left + 2.0 * grid.size;
            if grid.labelled && (left || (wide && atom.kind == AtomKind::Text)) {
                label.extend((atom.first..atom.end).map(|token| (at, token)));
            } else {
                over.extend(apart(row, atom, grid));
            }
        }
        let next = rows.get(at + 1).map_or(f32::INFINITY, Row::center);
        let ruled = |atom: &Atom| {
            let (x0, x1) = underline(row, atom, next, grid.edge(), rules)?;
            let x0 = x0.max(grid.edge() - grid.size);
            let inside = |c: &super::grid::Column| c.center() > x0 - 1.0 && c.center() < x1 + 1.0;
            let first = grid.columns.iter().position(inside)?;
            let last = grid.columns.iter().rposition(inside)?;
            Some((first, last))
        };
        let fixed = over.iter().map(ruled).collect();
        Line { label, over, fixed }
    }
}

/// Joins a line to the heading right above over the same columns, or begins one.
fn add(headings: &mut Vec<Heading>, new: Heading, rows: &[Row<'_>], rules: &[Rect]) {
    let above = headings.iter_mut().rev().find(|h| match (h.columns, new.columns) {
        (None, None) => true,
        (Some((a, b)), Some((c, d))) => a <= d && c <= b,
        _ => false,
    });
    if let Some(above) = above {
        let close = new.first - above.last <= 1 || above.last == new.first;
        let (upper, lower) = (&rows[above.last], &rows[new.first]);
        let ruled = above.last != new.first
            && new.columns.is_some_and(|(a, b)| a != b)
            && above.tokens.iter().any(|(row, at)| {
                let token = &rows[*row].tokens[*at];
                rules.iter().any(|r| {
                    level(r)
                        && r.center_y() > upper.center()
                        && r.center_y() < lower.center()
                        && r.x0 < token.x1
                        && r.x1 > token.x0
                })
            });
        if above.columns == new.columns && close && !ruled {
            above.tokens.extend(new.tokens);
            above.last = new.last;
            return;
        }
    }
    headings.push(new);
}

pub(super) fn level(rule: &Rect) -> bool {
    rule.width() > 3.0 * rule.height()
}

/// The reach of the rule right below a heading, whose parts touch, if it underlines all of it.
fn underline(
    row: &Row<'_>,
    atom: &Atom,
    below: f32,
    edge: f32,
    rules: &[Rect],
) -> Option<(f32, f32)> {
    let foot = (row.y1 + 0.6 * row.height()).min(below);
    let mut near: Vec<(f32, f32)> = rules
        .iter()
        .filter(|r| level(r) && r.center_y() > row.center() && r.center_y() < foot)
        .map(|r| (r.x0, r.x1))
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut reach: Option<(f32, f32)> = None;
    for (x0, x1) in near {
        match &mut reach {
            Some(reach) if x0 <= reach.1 + 1.0 => reach.1 = reach.1.max(x1),
            Some(reach) if reach.1 > atom.center() => break,
            _ => reach = Some((x0, x1)),
        }
    }
    // A rule across the whole table begins at the labels.
    let fits = |(x0, x1): &(f32, f32)| {
        let off = (atom.center() - (x0.max(edge) + x1) / 2.0).abs().min((atom.x0 - x0).abs());
        *x0 < atom.x0 + 2.0 && *x1 > atom.x1 - 2.0 && off < row.size
    };
    reach.filter(fits)
}

/// A piece that holds the headings of several columns is parted where their strips are.
fn apart(row: &Row<'_>, atom: &Atom, grid: &Grid) -> Vec<Atom> {
    let tokens = row.of(atom);
    let columns: Vec<usize> = tokens.iter().map(|t| grid.column_of(t.x0, t.x1)).collect();
    let figures = |t: &[super::atoms::Token<'_>]| t.iter().all(|t| matches!(t.kind, Kind::Figure));
    let gaps: Vec<f32> = tokens.windows(2).map(|w| w[1].x0 - w[0].x1).collect();
    let spaces = tokens.windows(2).zip(&gaps).filter(|(w, _)| w[1].kind != Kind::Mark);
    let least = spaces.map(|(_, gap)| *gap).fold(f32::INFINITY, f32::min);
    let least = (least + 0.2 * row.size).max(0.42 * row.size);
    let mut pieces = Vec::new();
    let mut first = 0;
    for at in 1..=tokens.len() {
        let wide = gaps
            .get(at - 1)
            .is_some_and(|gap| columns[at - 1] != columns[at] && (*gap > least || figures(tokens)));
        if at < tokens.len() && !wide {
            continue;
        }
        pieces.push(Atom {
            first: atom.first + first,
            end: atom.first + at,
            x0: tokens[first].x0,
            x1: tokens[at - 1].x1,
            core: tokens[first].x0,
            kind: atom.kind,
        });
        first = at;
    }
    pieces
}

/// What headings stand over: the columns, and the headings below them.
struct Under<'a> {
    grid: &'a Grid,
    below: &'a [Option<Below>],
    /// Columns that rules show to be under one heading: no other heading is over a part of them
    /// and of others.
    bound: &'a [(usize, usize)],
}

/// First and last column.
type Range = Option<(usize, usize)>;

/// The columns that each heading of a line is over, found together: they do not overlap.
fn ranges(
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
