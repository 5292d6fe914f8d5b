//! Owns the drawn box round a place.

use citelight_core::Rect;

/// Rules that are shorter are signs, in points.
const SHORTEST_UPRIGHT: f32 = 5.0;
const SHORTEST_LEVEL: f32 = 8.0;
/// How far words reach over the rules of their box, in points.
const OVER: f32 = 2.0;

/// The box round a place: the nearest level and upright rules on all four sides; `None` where one is missing.
pub(crate) fn around(level: &[Rect], upright: &[Rect], rect: &Rect) -> Option<Rect> {
    let (x, y) = (rect.center_x(), rect.center_y());
    let mut cell =
        Rect { x0: f32::NEG_INFINITY, y0: f32::NEG_INFINITY, x1: f32::INFINITY, y1: f32::INFINITY };
    for rule in upright {
        if rule.y0 < y + 1.0 && rule.y1 > y - 1.0 && rule.height() > SHORTEST_UPRIGHT {
            let at = rule.center_x();
            if at <= rect.x0 + OVER {
                cell.x0 = cell.x0.max(at);
            } else if at >= rect.x1 - OVER {
                cell.x1 = cell.x1.min(at);
            }
        }
    }
    for rule in level {
        if rule.x0 < x && rule.x1 > x && rule.width() > SHORTEST_LEVEL {
            let at = rule.center_y();
            if at <= y {
                cell.y0 = cell.y0.max(at);
            } else {
                cell.y1 = cell.y1.min(at);
            }
        }
    }
    [cell.x0, cell.y0, cell.x1, cell.y1].iter().all(|v| v.is_finite()).then_some(cell)
}
