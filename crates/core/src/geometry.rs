//! Owns the one page space: PDF points, origin top-left of the displayed page, y downward.

use std::fmt;
use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An axis-aligned box in page space (points, top-left origin, y downward, rotation applied).
///
/// `x0 <= x1` and `y0 <= y1` hold for every box made by [`Rect::new`].
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct Rect {
    /// Left edge in points.
    pub x0: f32,
    /// Top edge in points.
    pub y0: f32,
    /// Right edge in points.
    pub x1: f32,
    /// Bottom edge in points.
    pub y1: f32,
}

impl Rect {
    /// A box from two opposite corners in any order.
    pub fn new(x0: f32, y0: f32, x1: f32, y1: f32) -> Self {
        Self { x0: x0.min(x1), y0: y0.min(y1), x1: x0.max(x1), y1: y0.max(y1) }
    }

    /// Width in points.
    pub fn width(&self) -> f32 {
        self.x1 - self.x0
    }

    /// Height in points.
    pub fn height(&self) -> f32 {
        self.y1 - self.y0
    }

    /// Area in square points.
    pub fn area(&self) -> f32 {
        self.width().max(0.0) * self.height().max(0.0)
    }

    /// Horizontal middle in points.
    pub fn center_x(&self) -> f32 {
        (self.x0 + self.x1) / 2.0
    }

    /// Vertical middle in points.
    pub fn center_y(&self) -> f32 {
        (self.y0 + self.y1) / 2.0
    }

    /// The smallest box that holds both.
    pub fn union(&self, other: &Rect) -> Rect {
        Rect {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    /// Length of the shared vertical extent in points; negative when the boxes are apart.
    pub fn overlap_y(&self, other: &Rect) -> f32 {
        self.y1.min(other.y1) - self.y0.max(other.y0)
    }

    /// Length of the shared horizontal extent in points; negative when the boxes are apart.
    pub fn overlap_x(&self, other: &Rect) -> f32 {
        self.x1.min(other.x1) - self.x0.max(other.x0)
    }

    /// Whether the two share some area.
    pub fn overlaps(&self, other: &Rect) -> bool {
        self.overlap_x(other) > 0.0 && self.overlap_y(other) > 0.0
    }

    /// Intersection over union, 0 when the boxes do not meet.
    pub fn iou(&self, other: &Rect) -> f32 {
        let shared = self.overlap_x(other).max(0.0) * self.overlap_y(other).max(0.0);
        let joined = self.area() + other.area() - shared;
        if joined > 0.0 { shared / joined } else { 0.0 }
    }

    /// Whether the point lies inside or on the edge.
    pub fn contains_point(&self, x: f32, y: f32) -> bool {
        x >= self.x0 && x <= self.x1 && y >= self.y0 && y <= self.y1
    }
}

/// A 1-based page number; zero cannot be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(transparent)]
#[ts(type = "number")]
pub struct PageNumber(NonZeroU32);

impl PageNumber {
    /// The first page.
    pub const FIRST: PageNumber = PageNumber(NonZeroU32::MIN);

    /// `None` for zero.
    pub fn new(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    /// The page at a 0-based position in the file.
    pub fn from_index(index: usize) -> Self {
        let number = u32::try_from(index).unwrap_or(u32::MAX - 1) + 1;
        Self(NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN))
    }

    /// 1-based number.
    pub fn get(self) -> u32 {
        self.0.get()
    }

    /// 0-based position in the file.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl fmt::Display for PageNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One highlighted rectangle: a box in page space and the page it lies on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct Quad {
    /// 1-based page.
    pub page: PageNumber,
    /// The box, in points of the displayed page.
    #[serde(flatten)]
    pub rect: Rect,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rect_orders_its_corners() {
        let rect = Rect::new(5.0, 8.0, 1.0, 2.0);
        assert_eq!((rect.x0, rect.y0, rect.x1, rect.y1), (1.0, 2.0, 5.0, 8.0));
        assert_eq!(rect.area(), 24.0);
    }

    #[test]
    fn iou_of_halves_and_strangers() {
        let a = Rect::new(0.0, 0.0, 2.0, 2.0);
        assert_eq!(a.iou(&a), 1.0);
        assert!((a.iou(&Rect::new(1.0, 0.0, 3.0, 2.0)) - 1.0 / 3.0).abs() < 1e-6);
        assert_eq!(a.iou(&Rect::new(5.0, 5.0, 6.0, 6.0)), 0.0);
    }

    #[test]
    fn page_numbers_are_one_based() {
        assert_eq!(PageNumber::new(0), None);
        assert_eq!(PageNumber::from_index(0), PageNumber::FIRST);
        assert_eq!(PageNumber::from_index(11).get(), 12);
        assert_eq!(PageNumber::from_index(11).index(), 11);
    }

    #[test]
    fn a_quad_is_flat_on_the_wire() {
        let quad = Quad { page: PageNumber::from_index(2), rect: Rect::new(1.0, 2.0, 3.0, 4.0) };
        let json = serde_json::to_value(quad).unwrap();
        assert_eq!(json, serde_json::json!({"page":3,"x0":1.0,"y0":2.0,"x1":3.0,"y1":4.0}));
    }
}
