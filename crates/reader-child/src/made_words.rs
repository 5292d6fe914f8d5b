//! Words that the tests of this program make up: 6 points a letter, 10 points high.

use citelight_core::{Rect, Word, WordSource};

fn word(text: &str, x: f32, y: f32, source: WordSource) -> Word {
    let rect = Rect::new(x, y, x + 6.0 * text.len() as f32, y + 10.0);
    Word { text: text.into(), rect, font_size: 10.0, bold: false, source, confidence: 0.9 }
}

/// A word of the file.
pub(crate) fn own(text: &str, x: f32, y: f32) -> Word {
    word(text, x, y, WordSource::Native)
}

/// A word that was recognised.
pub(crate) fn read(text: &str, x: f32, y: f32) -> Word {
    word(text, x, y, WordSource::Ocr)
}
