//! Highlights as they are written into a copy of a PDF.

use serde::{Deserialize, Serialize};

use crate::{PageNumber, Rect};

/// The most rectangles that one highlight has; what needs more is several highlights.
pub const MOST_HIGHLIGHT_RECTS: usize = 500;

/// The longest note of a highlight, in bytes.
pub const MOST_NOTE_BYTES: usize = 8_000;

/// Words of a page, marked as with a pen, and what is noted about them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Highlight {
    /// The page.
    pub page: PageNumber,
    /// One rectangle a line, in page space; at most [`MOST_HIGHLIGHT_RECTS`].
    pub rects: Vec<Rect>,
    /// What is noted; at most [`MOST_NOTE_BYTES`].
    pub note: String,
    /// When it was made, in seconds since 1970-01-01 UTC.
    pub made_s: i64,
}
