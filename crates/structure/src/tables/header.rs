//! Owns the headings of columns: which rows above a table's figures are headings, which columns
//! each of their pieces is over, and which lines are one heading that wraps.

use citelight_core::Rect;

use super::atoms::{Atom, AtomKind, Kind, Row};
use super::find::is_prose;
use super::grid::Grid;
use super::spans::{Below, Range, Under, ranges};
use super::walls;

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
/// above it belong to something else. `upright`: the upright rules of the page.
pub(super) fn first_line(
    rows: &[Row<'_>],
    top: usize,
    body: usize,
    grid: &Grid,
    upright: &[Rect],
) -> usize {
    let (mut first, mut noted, mut boxed) = (body, false, false);
    for at in (top..body).rev().take(MOST_LINES) {
        let (row, below) = (&rows[at], &rows[at + 1]);
        // What stands above a drawn table is none of its headings.
        let within = walls::share_box(row, below, grid, upright);
        if boxed && !within {
            break;
        }
        boxed |= within;
        let step = below.center() - row.center();
        // Rows set far apart stand as far from their headings.
        let height = row.height().max(below.height());
        let apart = if at + 1 == body { (1.6 * grid.step).min(6.0 * height) } else { 0.0 };
        if step > (3.4 * height).max(apart) && !within {
            break;
        }
        // Units and a label between headings and figures ("Current assets:") are no headings.
        let inside = row.x1() <= grid.edge() + row.size;
        let label = (inside && (!is_prose(row) || row.text().ends_with(':')))
            || super::units::is_units(row)
            || (is_group(row, grid) && !is_prose(row));
        if is_prose(row) || !heads(row, grid) {
            // Notes that stand over no column leave the headings above them in force.
            noted |= !label;
            if !label && !inside {
                break;
            }
            continue;
        }
        if noted && !names_all(row, grid) {
            break;
        }
        first = at;
    }
    first
}

/// Whether a row has one piece of words over each column of values, at its edge or over its middle.
fn names_all(row: &Row<'_>, grid: &Grid) -> bool {
    let over: Vec<&Atom> = row.atoms.iter().filter(|a| a.x1 > grid.edge() - grid.size).collect();
    let stands = |(atom, column): (&&Atom, &super::grid::Column)| {
        let off = (atom.x1 - column.right).abs().min((atom.center() - column.center()).abs());
        !atom.is_figure() && off < 1.5 * grid.size
    };
    over.len() == grid.columns.len() && over.iter().zip(&grid.columns).all(stands)
}

/// Whether a row says one word behind its label again and again, as values do: "none", "closed".
pub(super) fn repeats_one(row: &Row<'_>) -> bool {
    const FEWEST: usize = 3;
    let mut said = row.atoms.iter().skip(1).map(|atom| super::atoms::joined(row.of(atom)));
    let Some(first) = said.next() else { return false };
    row.atoms.len() > FEWEST && said.all(|other| other == first)
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
    if over.len() > 1 || row.atoms.len() > 2 {
        return true;
    }
    // One piece, or one with a note at the left: a title is in the middle of the table or begins at its left.
    let middle = (grid.left.min(edge) + grid.right()) / 2.0;
    let off = |x: f32| (first.center() - x).abs();
    let titled = grid.labelled
        && off(middle) < 2.0 * grid.size
        && (first.x0 < edge - 0.5 * grid.size || row.size > 1.2 * grid.size)
        && off(middle) < off((edge + grid.right()) / 2.0);
    if row.atoms.len() > 1 {
        return !titled || first.x0 > edge - 3.0 * grid.size;
    }
    let over_values = first.x0 > edge - 3.0 * grid.size || {
        // Wide text over the middle of the values.
        let values = (edge + grid.right()) / 2.0;
        (first.center() - values).abs() < 1.2 * grid.size && first.x0 > grid.left + 4.0 * grid.size
    };
    !titled && over_values
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
    upright: &[Rect],
) -> Vec<Heading> {
    // Units said over a column are those of the table.
    let own: Vec<usize> = (first..end).filter(|at| !super::units::is_units(&rows[*at])).collect();
    let read: Vec<Line> =
        own.iter().map(|at| Line::read(rows, *at, grid, rules, upright)).collect();
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
    /// The columns that rules show each of them to be over.
    fixed: Vec<Range>,
}

impl Line {
    fn read(rows: &[Row<'_>], at: usize, grid: &Grid, rules: &[Rect], upright: &[Rect]) -> Line {
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
        let under = |x0: f32, x1: f32| {
            let x0 = x0.max(grid.edge() - grid.size);
            let inside = |c: &super::grid::Column| c.center() > x0 - 1.0 && c.center() < x1 + 1.0;
            let first = grid.columns.iter().position(inside)?;
            let last = grid.columns.iter().rposition(inside)?;
            Some((first, last))
        };
        // Pieces in the drawn cell of one column are one heading.
        over.dedup_by(|b, a| {
            let own = walls::around(row, a, upright)
                .filter(|own| walls::around(row, b, upright) == Some(*own));
            let one = own.and_then(|(x0, x1)| under(x0, x1)).is_some_and(|(a, b)| a == b);
            if one {
                (a.end, a.x1) = (b.end, b.x1);
            }
            one
        });
        let cells: Vec<Option<(f32, f32)>> =
            over.iter().map(|atom| walls::around(row, atom, upright)).collect();
        let next = rows.get(at + 1).map_or(f32::INFINITY, Row::center);
        let ruled = |(atom, cell): (&Atom, &Option<(f32, f32)>)| {
            // A frame round several headings tells nothing of them.
            let alone = cells.iter().filter(|other| *other == cell).count() == 1;
            let drawn = cell.filter(|_| alone);
            let (x0, x1) = drawn.or_else(|| underline(row, atom, next, grid.edge(), rules))?;
            under(x0, x1)
        };
        let fixed = over.iter().zip(&cells).map(ruled).collect();
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
        // At its right end, where nothing else stands over it and labels are not under it.
        let alone = row.atoms.iter().filter(|a| a.x1 > *x0 && a.x0 < *x1).count() == 1;
        let ends = alone && *x0 > edge + row.size && (atom.x1 - x1).abs() < 0.5 * row.size;
        *x0 < atom.x0 + 2.0 && *x1 > atom.x1 - 2.0 && (off < row.size || ends)
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
