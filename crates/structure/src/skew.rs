//! Owns the slope of a page that was scanned askew, and takes it out of the boxes that the layout
//! works on. The words themselves keep their boxes.

use citelight_core::Rect;

use crate::rows::Item;

/// Slopes below this (a sixth of a degree) do no harm; slopes above the other (six degrees) are
/// not a skewed scan.
const SLOPES: std::ops::Range<f32> = 0.003..0.105;
/// Pairs of words that must tell the slope.
const PAIRS: usize = 20;
/// How far apart in the stream the words of a pair stand: far enough for ascenders to matter less.
const REACH: usize = 4;

/// Turns the boxes level if most lines of the page rise or fall alike. Gives their slope; 0 for none.
pub(crate) fn level(items: &mut [Item]) -> f32 {
    let slope = slope(items).unwrap_or(0.0);
    for item in items {
        item.rect = levelled(&item.rect, slope);
    }
    slope
}

/// A box of a page with this slope, where the levelled page has it.
pub(crate) fn levelled(rect: &Rect, slope: f32) -> Rect {
    let (dx, dy) = (slope * rect.center_y(), -slope * rect.center_x());
    Rect { x0: rect.x0 + dx, y0: rect.y0 + dy, x1: rect.x1 + dx, y1: rect.y1 + dy }
}

/// Points down per point to the right, where the page has a slope worth mending.
fn slope(items: &[Item]) -> Option<f32> {
    let mut slopes: Vec<f32> = items
        .windows(REACH + 1)
        .filter_map(|w| {
            let (a, b) = (w[0].rect, w[REACH].rect);
            let (dx, dy) = (b.center_x() - a.center_x(), b.center_y() - a.center_y());
            let onward = w.windows(2).all(|p| p[1].rect.x0 > p[0].rect.center_x());
            let one_line = dy.abs() < a.height().max(b.height()) + SLOPES.start * dx;
            (onward && one_line && dx > 4.0 * w[0].height()).then_some(dy / dx)
        })
        .filter(|s| s.is_finite())
        .collect();
    if slopes.len() < PAIRS {
        return None;
    }
    slopes.sort_by(f32::total_cmp);
    let middle = slopes[slopes.len() / 2];
    // Boxes of ink reach as high as their letters do; boxes of fonts lie level with each other.
    let by_ink = 2 * items.iter().filter(|i| i.ink).count() > items.len();
    let spread = if by_ink { 0.015 } else { 0.003 };
    let agree = slopes.iter().filter(|s| (*s - middle).abs() < spread).count();
    (SLOPES.contains(&middle.abs()) && 2 * agree > slopes.len()).then_some(middle)
}
