//! A word as it stands on a page.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Rect;

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
