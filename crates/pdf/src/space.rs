//! The one conversion between a page's own user space and page space, and its inverse.

use citelight_core::Rect;

/// How a page's user space (points, y upward, unrotated, any origin) lies on the displayed page
/// (points, top-left origin, y downward).
///
/// The visible box is the crop box cut to the media box; the page is turned clockwise by
/// `quarter_turns` times 90 degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PageSpace {
    left: f32,
    bottom: f32,
    right: f32,
    top: f32,
    quarter_turns: u8,
    unit: f32,
}

impl PageSpace {
    pub(crate) fn new(left: f32, bottom: f32, right: f32, top: f32, quarter_turns: i32) -> Self {
        Self {
            left,
            bottom,
            right,
            top,
            quarter_turns: quarter_turns.rem_euclid(4) as u8,
            unit: 1.0,
        }
    }

    /// With user units of this many points (ISO 32000-1, 14.11.2).
    pub(crate) fn with_unit(self, unit: f32) -> Self {
        Self { unit, ..self }
    }

    /// Points of the page for one unit of user space.
    pub(crate) fn unit(&self) -> f32 {
        self.unit
    }

    /// Width and height of the displayed page in points.
    pub(crate) fn size(&self) -> (f32, f32) {
        let width = (self.right - self.left) * self.unit;
        let height = (self.top - self.bottom) * self.unit;
        if self.quarter_turns % 2 == 1 { (height, width) } else { (width, height) }
    }

    /// A point of user space in page space.
    pub(crate) fn point(&self, x: f32, y: f32) -> (f32, f32) {
        let (x, y) = match self.quarter_turns {
            0 => (x - self.left, self.top - y),
            1 => (y - self.bottom, x - self.left),
            2 => (self.right - x, y - self.bottom),
            _ => (self.top - y, self.right - x),
        };
        (x * self.unit, y * self.unit)
    }

    /// A direction and length of user space in page space.
    pub(crate) fn vector(&self, x: f32, y: f32) -> (f32, f32) {
        let (x, y) = (x * self.unit, y * self.unit);
        match self.quarter_turns {
            0 => (x, -y),
            1 => (y, x),
            2 => (-x, y),
            _ => (-y, -x),
        }
    }

    /// A point of page space in user space.
    pub(crate) fn user_point(&self, x: f32, y: f32) -> (f32, f32) {
        let (x, y) = (x / self.unit, y / self.unit);
        match self.quarter_turns {
            0 => (x + self.left, self.top - y),
            1 => (y + self.left, x + self.bottom),
            2 => (self.right - x, y + self.bottom),
            _ => (self.right - y, self.top - x),
        }
    }

    /// A box of page space as (left, bottom, right, top) in user space.
    pub(crate) fn user_box(&self, rect: &Rect) -> (f32, f32, f32, f32) {
        let (ax, ay) = self.user_point(rect.x0, rect.y0);
        let (bx, by) = self.user_point(rect.x1, rect.y1);
        (ax.min(bx), ay.min(by), ax.max(bx), ay.max(by))
    }
}

/// The smallest box that holds all corners; coordinates that are no numbers are passed over.
pub(crate) fn hull(corners: &[(f32, f32)]) -> Rect {
    let range = |pick: fn(&(f32, f32)) -> f32| {
        corners.iter().map(pick).fold((f32::MAX, f32::MIN), |(l, h), v| (l.min(v), h.max(v)))
    };
    let ((x0, x1), (y0, y1)) = (range(|c| c.0), range(|c| c.1));
    Rect { x0, y0, x1, y1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_land_where_the_turned_page_shows_them() {
        // A box 100 wide and 200 high whose lower left corner is (10, 20).
        let cases = [
            (0, (100.0, 200.0), (0.0, 200.0)),
            (1, (200.0, 100.0), (0.0, 0.0)),
            (2, (100.0, 200.0), (100.0, 0.0)),
            (3, (200.0, 100.0), (200.0, 100.0)),
        ];
        for (turns, size, lower_left) in cases {
            let space = PageSpace::new(10.0, 20.0, 110.0, 220.0, turns);
            assert_eq!(space.size(), size, "{turns}");
            assert_eq!(space.point(10.0, 20.0), lower_left, "{turns}");
        }
    }

    #[test]
    fn there_and_back() {
        for (turns, unit) in (-1..5).flat_map(|turns| [(turns, 1.0), (turns, 2.0)]) {
            let space = PageSpace::new(-7.0, 3.0, 605.0, 795.0, turns).with_unit(unit);
            for (x, y) in [(0.0, 0.0), (100.5, 20.25), (612.0, 792.0)] {
                let (px, py) = space.point(x, y);
                assert_eq!(space.user_point(px, py), (x, y), "{turns}");
            }
            let (a, b) = (space.point(5.0, 5.0), space.point(9.0, 2.0));
            assert_eq!(space.vector(4.0, -3.0), (b.0 - a.0, b.1 - a.1), "{turns}");
        }
    }
}
