//! Owns the search for column gutters: upright strips without words, between two sides that read
//! like running text.
//!
//! A strip alone is no proof, for the labels and figures of a statement have one between them too.
//! The proof is in the sides (words, not figures; filled lines) and in the order of the content
//! stream, which in columns runs down one side before it turns to the other, and in tables crosses
//! the strip at every row. Refuses to split whatever it is not sure of: rows kept whole do less
//! harm than a torn table.

use citelight_core::Rect;

use crate::cells::{Part, wrapped_cells};
use crate::rows::{Item, Row, rows};

/// A strip between two columns. Points, y downward.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Gutter {
    pub x0: f32,
    pub x1: f32,
    pub y0: f32,
    pub y1: f32,
}

/// Words below this width in points of the strip grid are not told apart.
const BIN: f32 = 1.0;

/// Boxes are taken this much narrower on each side, so that an italic overhang closes no strip.
const SHRINK: f32 = 0.4;

/// The least height of one of two pages on a sheet, in font sizes.
const LEAST_PAGE: f32 = 30.0;

/// How a region falls apart.
#[derive(Debug, Clone)]
pub(crate) enum Cut {
    /// Into columns, and what stands above and below them.
    Columns(Gutter),
    /// Into rows of a table with wrapped cells.
    Cells(Vec<Part>),
}

/// The best cut of a region, if it has one.
pub(crate) fn best_cut(items: &[Item], em: f32) -> Option<Cut> {
    let mut candidates = strips(items, em);
    // Tall strips first; of equal ones the wider.
    candidates.sort_by(|a, b| {
        let area = |g: &Gutter| (g.y1 - g.y0) * (g.x1 - g.x0).min(2.0 * em);
        area(b).total_cmp(&area(a)).then(a.x0.total_cmp(&b.x0))
    });
    candidates.truncate(24);
    if let Some(gutter) = candidates.iter().find(|g| parts_columns(items, g, em)) {
        return Some(Cut::Columns(*gutter));
    }
    candidates.iter().find_map(|g| wrapped_cells(items, g, em)).map(Cut::Cells)
}

/// The fold of a sheet that shows two pages side by side; `items` are all of its words.
pub(crate) fn fold(items: &[Item], em: f32) -> Option<Gutter> {
    let first = items.first()?;
    let all = items.iter().fold(first.rect, |all, i| all.union(&i.rect));
    if all.width() < 1.1 * all.height() || all.height() < LEAST_PAGE * em {
        return None;
    }
    strips(items, em).into_iter().find(|strip| is_fold(items, strip, &all, em))
}

/// Every tall enough strip that no word crosses, as wide as it can be at its height.
fn strips(items: &[Item], em: f32) -> Vec<Gutter> {
    let Some(first) = items.first() else { return Vec::new() };
    let bounds = items.iter().fold(first.rect, |all, i| all.union(&i.rect));
    let bin_count = (bounds.width() / BIN).ceil().clamp(1.0, 4_000.0) as usize;
    let bin_of = |x: f32| (((x - bounds.x0) / BIN).max(0.0) as usize).min(bin_count - 1);
    let least_height = 2.0 * em;

    // Rules between columns and specks in the gutter are recognised as signs.
    let mut by_top: Vec<&Item> = items.iter().filter(|i| !i.speck).collect();
    by_top.sort_by(|a, b| a.rect.y0.total_cmp(&b.rect.y0));
    let mut free_from = vec![bounds.y0; bin_count];
    let mut runs: Vec<Vec<(f32, f32)>> = vec![Vec::new(); bin_count];
    for item in by_top {
        let (left, right) = (item.rect.x0 + SHRINK, item.rect.x1 - SHRINK);
        for bin in bin_of(left)..=bin_of(right.max(left)) {
            if item.rect.y0 - free_from[bin] >= least_height {
                runs[bin].push((free_from[bin], item.rect.y0));
            }
            free_from[bin] = free_from[bin].max(item.rect.y1);
        }
    }
    for bin in 0..bin_count {
        if bounds.y1 - free_from[bin] >= least_height {
            runs[bin].push((free_from[bin], bounds.y1));
        }
    }

    let holds = |bin: usize, (y0, y1): (f32, f32)| {
        runs[bin].iter().any(|&(a, b)| a <= y0 + 0.5 && b >= y1 - 0.5)
    };
    let mut found: Vec<Gutter> = Vec::new();
    for (bin, own) in runs.iter().enumerate() {
        for &run in own {
            // The bin before had the same run and gave the same strip.
            if bin > 0 && runs[bin - 1].contains(&run) {
                continue;
            }
            let mut left = bin;
            while left > 0 && holds(left - 1, run) {
                left -= 1;
            }
            let mut right = bin;
            while right + 1 < bin_count && holds(right + 1, run) {
                right += 1;
            }
            let x0 = bounds.x0 + left as f32 * BIN;
            let x1 = bounds.x0 + (right + 1) as f32 * BIN;
            let strip = Gutter { x0, x1, y0: run.0, y1: run.1 };
            if x1 - x0 >= 0.5 * em && !found.contains(&strip) {
                found.push(strip);
            }
        }
    }
    found
}

/// What one side of a strip looks like.
struct Side {
    rows: Vec<Row>,
    words_per_row: f32,
    numeric: f32,
    /// Median share of the side's width that a row reaches over.
    fill: f32,
}

impl Side {
    fn new(items: &[Item]) -> Option<Side> {
        // Drawn tables say nothing of the text around them.
        let items: &[Item] =
            &items.iter().filter(|item| !item.is_table()).copied().collect::<Vec<Item>>();
        let rows = rows(items);
        if rows.is_empty() {
            return None;
        }
        let x0 = rows.iter().map(Row::x0).fold(f32::INFINITY, f32::min);
        let x1 = rows.iter().map(Row::x1).fold(f32::NEG_INFINITY, f32::max);
        let mut fills: Vec<f32> =
            rows.iter().map(|r| (r.x1() - r.x0()) / (x1 - x0).max(1.0)).collect();
        fills.sort_by(f32::total_cmp);
        Some(Side {
            words_per_row: items.len() as f32 / rows.len() as f32,
            numeric: numeric_share(items),
            fill: fills[fills.len() / 2],
            rows,
        })
    }

    fn is_prose(&self) -> bool {
        self.rows.len() >= 4 && self.words_per_row >= 4.0 && self.fill >= 0.6 && self.numeric < 0.25
    }
}

/// Share of figures among the words; of none, zero.
fn numeric_share(items: &[Item]) -> f32 {
    items.iter().filter(|i| i.numeric).count() as f32 / items.len().max(1) as f32
}

fn parts_columns(items: &[Item], strip: &Gutter, em: f32) -> bool {
    let within = |i: &&Item| i.rect.center_y() > strip.y0 && i.rect.center_y() < strip.y1;
    let middle = (strip.x0 + strip.x1) / 2.0;
    let mut band: Vec<Item> = items.iter().filter(within).copied().collect();
    band.sort_by_key(|i| i.index);
    let (left, right): (Vec<Item>, Vec<Item>) =
        band.iter().copied().partition(|i| i.rect.center_x() < middle);
    let crossings = band
        .windows(2)
        .filter(|w| (w[0].rect.center_x() < middle) != (w[1].rect.center_x() < middle))
        .count();
    let (left_numeric, right_numeric) = (numeric_share(&left), numeric_share(&right));
    let alphabetic = left_numeric < 0.4 && right_numeric < 0.4;
    // Most strips are those of tables; they need no rows to be told. No side has more rows than
    // words.
    let most_rows = left.len().min(right.len());
    let no_prose = left_numeric >= 0.25 && right_numeric >= 0.25;
    if !alphabetic && (no_prose || crossings > (most_rows / 5).max(1)) {
        return false;
    }
    let (Some(left), Some(right)) = (Side::new(&left), Side::new(&right)) else { return false };
    let fewer = left.rows.len().min(right.rows.len());
    let more = left.rows.len().max(right.rows.len());
    let width = strip.x1 - strip.x0;

    // A side of few lines is a column that ends early: it begins where the other one does.
    let tops = left.rows.first().zip(right.rows.first());
    let level_tops = tops.is_none_or(|(l, r)| (l.center() - r.center()).abs() < 2.5 * l.height());
    if fewer < 6 && !level_tops {
        // Unless it is a box of text beside running text, drawn before or after it; the headings
        // of a table's columns hold fewer words.
        let (few, many) =
            if left.rows.len() <= right.rows.len() { (&left, &right) } else { (&right, &left) };
        let words = few.words_per_row * few.rows.len() as f32;
        let boxed = words >= 12.0 && few.words_per_row >= 2.0 && few.fill >= 0.5;
        return boxed && few.numeric < 0.25 && many.is_prose() && crossings <= 2 && width >= em;
    }
    let one_after_other = crossings <= (fewer / 5).max(1);
    if one_after_other {
        let tall_enough = fewer >= 2 || (more >= 4 && fewer >= 1);
        let worded = left.words_per_row >= 2.0 && right.words_per_row >= 2.0;
        let filled = left.fill >= 0.4 && right.fill >= 0.4;
        if alphabetic && tall_enough && worded && filled {
            return more >= 3;
        }
        // Running text beside a chart or a box of figures: no rows in common.
        return (left.is_prose() || right.is_prose()) && aligned(&left, &right) < 0.6;
    }
    // Some writers put out visual lines across both columns. Only dense text on both sides, with
    // the turn at every line, is taken for that; cells of a table turn once per row of cells.
    let line_by_line = crossings as f32 >= 1.5 * fewer as f32;
    let dense =
        |s: &Side| s.rows.len() >= 5 && s.words_per_row >= 4.0 && s.fill >= 0.75 && s.numeric < 0.2;
    // Lines of two columns need not stand level, rows of a table do.
    let prose = left.is_prose() && right.is_prose() && aligned(&left, &right) < 0.6;
    line_by_line && width >= em && (prose || (dense(&left) && dense(&right)))
}

/// Whether a strip runs down the middle of all words, and one side was written after the other.
fn is_fold(items: &[Item], strip: &Gutter, all: &Rect, em: f32) -> bool {
    let middle = (strip.x0 + strip.x1) / 2.0;
    let whole = strip.y0 <= all.y0 + em && strip.y1 >= all.y1 - em;
    let central = strip.x0 - 4.0 * em < all.center_x() && strip.x1 + 4.0 * em > all.center_x();
    if !(whole && central && strip.x1 - strip.x0 >= 4.0 * em) {
        return false;
    }
    let mut written: Vec<&Item> = items.iter().collect();
    written.sort_by_key(|item| item.index);
    let sides =
        written.windows(2).map(|pair| [pair[0], pair[1]].map(|i| i.rect.center_x() < middle));
    sides.filter(|[before, after]| before != after).count() <= 2
}

/// Share of the rows of the shorter side that have a row at the same height on the other.
fn aligned(left: &Side, right: &Side) -> f32 {
    let (few, many) =
        if left.rows.len() <= right.rows.len() { (left, right) } else { (right, left) };
    let level = |row: &&Row| {
        many.rows.iter().any(|o| (o.center() - row.center()).abs() < 0.2 * row.height())
    };
    few.rows.iter().filter(level).count() as f32 / few.rows.len() as f32
}
