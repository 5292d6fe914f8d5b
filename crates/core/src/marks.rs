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
    /// P, and whatever else is running text.
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

/// What a page shows besides its words. Empty for recognised pages and for pages that were read
/// before Citelight looked for it.
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
