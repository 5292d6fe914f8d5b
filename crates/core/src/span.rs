//! Spans: where in a document's flow text something stands.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A half-open range of UTF-8 bytes of a document's flow text. Both ends lie on character
/// boundaries. A span may cross pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span; an end before the start gives an empty span at the start.
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end: end.max(start) }
    }

    /// Length in bytes.
    pub fn len(&self) -> u32 {
        self.end - self.start
    }

    /// Whether nothing lies inside.
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// As an index into the flow text.
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether `other` lies wholly inside.
    pub fn contains(&self, other: &Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether a byte lies inside.
    pub fn contains_byte(&self, byte: u32) -> bool {
        self.start <= byte && byte < self.end
    }

    /// Whether the two share at least one byte.
    pub fn overlaps(&self, other: &Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// How many bytes the two share.
    pub fn shared(&self, other: &Span) -> u32 {
        self.end.min(other.end).saturating_sub(self.start.max(other.start))
    }

    /// The smallest span that holds all of them; `None` of none.
    pub fn around(spans: impl IntoIterator<Item = Span>) -> Option<Span> {
        spans.into_iter().reduce(|a, b| a.union(&b))
    }

    /// The smallest span that holds both.
    pub fn union(&self, other: &Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_open_neighbours_do_not_overlap() {
        let (a, b) = (Span::new(0, 4), Span::new(4, 9));
        assert!(!a.overlaps(&b));
        assert_eq!(a.union(&b), Span::new(0, 9));
        assert!(Span::new(0, 9).contains(&b));
        assert!(Span::new(7, 3).is_empty());
    }

    #[test]
    fn spans_share_what_both_hold() {
        let (a, b) = (Span::new(2, 6), Span::new(4, 9));
        assert_eq!((a.shared(&b), b.shared(&a), a.shared(&Span::new(6, 7))), (2, 2, 0));
        assert_eq!(Span::around([b, a]), Some(Span::new(2, 9)));
        assert_eq!(Span::around([]), None);
    }
}
