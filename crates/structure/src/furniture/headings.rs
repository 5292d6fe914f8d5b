//! Owns which rows near the upper edge of a page are the headings of a table right below them, and so
//! no running heads, though every page repeats them.

use std::ops::Range;

use super::labels::page_label;
use crate::flow::PageWords;
use crate::rows::{Item, Row};

/// Rows between headings and a row of the table at most: headings that wrap, the name of a group.
const MOST_BETWEEN: usize = 3;
/// Pieces of a row of headings at least.
const FEWEST: usize = 3;

/// Headings and a row of their table.
pub(super) struct Headings<'r> {
    /// Heights in points: from above the first line of the headings to below the last.
    reach: Range<f32>,
    below: &'r Row,
}

impl<'r> Headings<'r> {
    /// The uppermost headings among rows from the top down. Lines of several pieces right above a row of
    /// headings belong to them.
    pub(super) fn find(rows: &'r [Row]) -> Option<Headings<'r>> {
        let (at, below) =
            (0..rows.len()).find_map(|at| stands_over(rows, at).map(|below| (at, below)))?;
        let near =
            |upper: &Row, lower: &Row| lower.center() - upper.center() < 1.8 * lower.height();
        let belongs =
            |at: &usize| segments(&rows[*at]).len() >= 2 && near(&rows[*at], &rows[*at + 1]);
        let first = (0..at).rev().take_while(belongs).last().unwrap_or(at);
        Some(Headings { reach: rows[first].y0 - 1.0..rows[at].y1 + 1.0, below })
    }

    /// Whether a row is one of the headings.
    pub(super) fn holds(&self, row: &Row) -> bool {
        self.reach.contains(&row.center())
    }

    /// The words of a row of the table, the page's number left out.
    pub(super) fn below(&self, page: &PageWords<'_>) -> String {
        let words = |piece: &[Item]| {
            let words = piece.iter().filter_map(|item| page.words.get(item.index as usize));
            words.map(|word| word.text.trim()).collect::<Vec<_>>().join(" ")
        };
        let pieces = segments(self.below).into_iter().map(words);
        pieces.filter(|text| page_label(text).is_none()).collect::<Vec<_>>().join(" ")
    }
}

/// Pieces of a row with a clear gap between them.
fn segments(row: &Row) -> Vec<&[Item]> {
    let size = crate::layout::median(row.items.iter().map(|item| item.size));
    row.segments(size).into_iter().filter_map(|range| row.items.get(range)).collect()
}

/// The row below that most pieces of a row stand over pieces of: words over figures, or in line.
fn stands_over(rows: &[Row], at: usize) -> Option<&Row> {
    let row = &rows[at];
    let own = segments(row);
    if own.len() < FEWEST || own.iter().any(|piece| figured(piece)) {
        return None;
    }
    let follow = rows[at..].windows(2).take(MOST_BETWEEN + 1);
    let tight = follow.take_while(|pair| pair[1].y0 - pair[0].y1 < 1.6 * pair[0].height());
    tight.map(|pair| &pair[1]).find(|lower| {
        let lower = segments(lower);
        let over = own.iter().filter(|piece| lower.iter().any(|value| fits(piece, value)));
        let over = over.count();
        lower.len() >= FEWEST && over >= FEWEST && 3 * over >= 2 * own.len()
    })
}

fn figured(piece: &[Item]) -> bool {
    piece.iter().all(|item| item.numeric)
}

fn edges(piece: &[Item]) -> (f32, f32) {
    let left = piece.iter().map(|item| item.rect.x0).fold(f32::INFINITY, f32::min);
    (left, piece.iter().map(|item| item.rect.x1).fold(f32::NEG_INFINITY, f32::max))
}

fn fits(heading: &[Item], value: &[Item]) -> bool {
    let ((left, right), (from, to)) = (edges(heading), edges(value));
    let near = |a: f32, b: f32| (a - b).abs() < 0.4 * heading[0].height();
    let in_line = near(left, from) || near(right, to) || near(left + right, from + to);
    left < to && from < right && (in_line || figured(value))
}
