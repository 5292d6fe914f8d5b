//! A word as it stands on a page.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{PageNumber, Rect, Span};

/// Where a word's text comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum WordSource {
    /// The PDF's own text.
    Native,
    /// Optical character recognition of the page's image.
    Ocr,
}

/// One word with its box, in the order in which the reader met it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Word {
    /// The characters as drawn; never empty, never white space.
    pub text: String,
    /// Box in points of the displayed page (top-left origin). Its height is the font's ascent and
    /// descent for native words, the ink for recognised ones.
    pub rect: Rect,
    /// Font size in points as displayed; 0 when unknown.
    pub font_size: f32,
    /// Whether the font is bold, by its name or its weight.
    pub bold: bool,
    /// Native or recognised.
    pub source: WordSource,
    /// 0 to 1; 1 for native words.
    pub confidence: f32,
}

/// A word of the flow text: which word of which page it is, and where it stands in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlowWord {
    /// Page that holds the word.
    pub page: PageNumber,
    /// Its place, from 0, among that page's words.
    pub index: u32,
    /// Its bytes of the flow text.
    pub span: Span,
    /// Number of its line, rising through the document from 0.
    pub line: u32,
}
