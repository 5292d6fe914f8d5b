//! Owns the upright rules of a page as what parts the words of a row, and bounds the cells of headings.

use citelight_core::Rect;

use super::atoms::{Atom, Row, Token};
use super::grid::Grid;

/// Upright rules that part words, in points; shorter ones are signs, and more of them a drawing.
const SHORTEST: f32 = 5.0;
const MOST: usize = 1_200;

/// How far a word may reach over a rule, in points.
const OVER: f32 = 2.0;

/// The upright rules of a page that part words.
pub(super) fn of(rules: &[Rect]) -> Vec<Rect> {
    let tall = |rule: &&Rect| rule.height() > rule.width() && rule.height() > SHORTEST;
    let upright: Vec<Rect> = rules.iter().filter(tall).copied().collect();
    if upright.len() > MOST { Vec::new() } else { upright }
}

/// Marks the tokens of a row, from left to right, that an upright rule parts from the one before.
pub(super) fn mark(tokens: &mut [Token<'_>], upright: &[Rect]) {
    for at in 1..tokens.len() {
        let (a, b) = (&tokens[at - 1], &tokens[at]);
        let y = (a.y0 + a.y1 + b.y0 + b.y1) / 4.0;
        let between = |rule: &Rect| {
            let x = rule.center_x();
            rule.y0 < y && rule.y1 > y && x > a.x1 - OVER && x < b.x0 + OVER
        };
        tokens[at].walled = !b.turned && upright.iter().any(between);
    }
}

/// Whether upright rules run from one row to the one below on both sides of the values and between columns, as in
/// a drawn table whose headings stand at the top of tall cells. A frame round the page alone is none.
pub(super) fn share_box(row: &Row<'_>, below: &Row<'_>, grid: &Grid, upright: &[Rect]) -> bool {
    let through = upright.iter().filter(|rule| rule.y0 < row.center() && rule.y1 > below.center());
    let xs: Vec<f32> = through.map(Rect::center_x).collect();
    let (left, right) = (grid.edge() + grid.size, grid.right() - grid.size);
    let inside = |x: &f32| *x > grid.left + grid.size && *x < right;
    xs.iter().any(|x| *x < left) && xs.iter().any(|x| *x > right) && xs.iter().any(inside)
}

/// The reach of the drawn cell that a heading stands in: the upright rules to its left and right.
pub(super) fn around(row: &Row<'_>, atom: &Atom, upright: &[Rect]) -> Option<(f32, f32)> {
    let beside = || upright.iter().filter(|r| r.y0 < row.center() && r.y1 > row.center());
    let xs = || beside().map(Rect::center_x);
    let x0 = xs().filter(|x| *x < atom.x0 + OVER).fold(f32::NEG_INFINITY, f32::max);
    let x1 = xs().filter(|x| *x > atom.x1 - OVER).fold(f32::INFINITY, f32::min);
    (x0.is_finite() && x1.is_finite()).then_some((x0, x1))
}
