//! The order of letters where a file states what a stretch of its text says (`ActualText`). Pure.
//!
//! pdfium spreads the letters over the stretch from left to right as they are stated, in reading order, and
//! turns round some of those that are read from the right when it gives them out.

use crate::scripts::runs_left;
use crate::typeset::Glyph;

/// Puts the letters of a stretch into reading order, the first of them rightmost, where all are read from
/// the right; others stay as they are.
pub(crate) fn restore(glyphs: &mut [Glyph]) {
    if !glyphs.iter().all(|glyph| runs_left(glyph.ch) || glyph.ch.is_whitespace()) {
        return;
    }
    let along = |glyph: &Glyph| glyph.origin.0 * glyph.along.0 + glyph.origin.1 * glyph.along.1;
    glyphs.sort_by(|a, b| along(a).total_cmp(&along(b)));
    let letters: Vec<char> = glyphs.iter().map(|glyph| glyph.ch).collect();
    glyphs.reverse();
    glyphs.iter_mut().zip(letters).for_each(|(glyph, ch)| glyph.ch = ch);
}
