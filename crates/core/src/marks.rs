//! What a page shows besides its words, as far as it tells of their structure.

use serde::{Deserialize, Serialize};

use crate::Rect;

/// What a file's own tags call a run of words (ISO 32000-1, 14.8.4), folded to what the structure
/// pass can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TagRole {
    /// H1 to H6; H, whose level the nesting says, is given that level. 1 is the top.
    Heading(u8),
    /// Title.
    Title,
    /// P, and whatever else is running text. What stands in a paragraph of a list item, a cell or
    /// a caption belongs to that.
    Paragraph,
    /// LI with what it holds.
    ListItem,
    /// TH.
    HeaderCell,
    /// TD.
    Cell,
    /// TOCI.
    ContentsEntry,
    /// Caption.
    Caption,
    /// Note.
    Note,
    /// Code.
    Code,
    /// Formula.
    Formula,
    /// Not of the file's tags: what is filled into a field of an interactive form (12.7). `element` tells
    /// the fields of a page apart.
    Filled,
}

/// A run of words with one tag. The innermost tag of a word counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tagged {
    /// What the file calls it.
    pub role: TagRole,
    /// Tells two neighbours of one role apart: equal for the words of one element of a page.
    pub element: u32,
    /// Place of its first word on the page, from 0.
    pub first: u32,
    /// One past the place of its last word.
    pub end: u32,
}

/// What a page shows besides its words. Of recognised pages only the rules are known; empty for pages
/// that were read before Citelight looked for it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PageMarks {
    /// Straight upright or level strokes, thin filled boxes, and the edges of drawn boxes, in points
    /// of the displayed page. A rule is longer than thick; its thickness may be 0.
    pub rules: Vec<Rect>,
    /// Half-open ranges of word places set in italics, rising.
    pub italics: Vec<(u32, u32)>,
    /// Half-open ranges of word places drawn in another colour than most of the page's words,
    /// rising.
    pub coloured: Vec<(u32, u32)>,
    /// The file's own tags, rising by `first`, not overlapping. Words without a tag are in none.
    pub tags: Vec<Tagged>,
}

/// Rules kept of one page; pages with more are maps and drawings.
pub const MOST_RULES: usize = 4_000;

impl PageMarks {
    /// Whether the page shows nothing but its words.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
            && self.italics.is_empty()
            && self.coloured.is_empty()
            && self.tags.is_empty()
    }

    /// Drops what cannot be true of a page with this number of words: whoever takes marks from
    /// elsewhere calls it, so that nobody has to check a range again.
    pub fn fit(&mut self, words: usize) {
        let words = u32::try_from(words).unwrap_or(u32::MAX);
        self.rules.retain(|rule| {
            let Rect { x0, y0, x1, y1 } = *rule;
            [x0, y0, x1, y1].iter().all(|v| v.is_finite()) && x0 <= x1 && y0 <= y1
        });
        self.rules.truncate(MOST_RULES);
        fit_ranges(&mut self.italics, words, |range| *range);
        fit_ranges(&mut self.coloured, words, |range| *range);
        self.tags.retain(
            |tag| !matches!(tag.role, TagRole::Heading(level) if !(1..=6).contains(&level)),
        );
        fit_ranges(&mut self.tags, words, |tag| (tag.first, tag.end));
    }
}

/// Keeps of ranges those that follow each other below an end.
fn fit_ranges<T>(ranges: &mut Vec<T>, end: u32, place: impl Fn(&T) -> (u32, u32)) {
    let mut after = 0;
    ranges.retain(|range| {
        let (first, last) = place(range);
        let fits = first >= after && first < last && last <= end;
        after = if fits { last } else { after };
        fits
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_the_page_is_dropped() {
        let tag = |role, first, end| Tagged { role, element: 0, first, end };
        let flat = |x0, x1| Rect { x0, y0: 5.0, x1, y1: 5.0 };
        let mut marks = PageMarks {
            rules: vec![flat(0.0, 9.0), flat(9.0, 0.0), flat(0.0, f32::NAN)],
            italics: vec![(0, 2), (1, 3), (2, 2), (3, 4), (4, u32::MAX)],
            coloured: vec![(3, 5), (0, 1)],
            tags: vec![
                tag(TagRole::Heading(0), 0, 1),
                tag(TagRole::Heading(6), 0, 1),
                tag(TagRole::Paragraph, 1, 9),
                tag(TagRole::Paragraph, 1, 4),
            ],
        };
        marks.fit(4);
        assert_eq!(marks.rules, [flat(0.0, 9.0)]);
        assert_eq!(marks.italics, [(0, 2), (3, 4)]);
        assert_eq!(marks.coloured, [(0, 1)]);
        assert_eq!(marks.tags, [tag(TagRole::Heading(6), 0, 1), tag(TagRole::Paragraph, 1, 4)]);
        marks.fit(0);
        assert!(marks.italics.is_empty() && marks.tags.is_empty() && !marks.is_empty());
    }
}
