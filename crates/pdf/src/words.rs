//! From characters to words. Pure: no pdfium here.
//!
//! A word ends at white space, where the pen jumps, and where the writing turns. pdfium's own
//! guesses at spaces are not used: over 276 pages they mended one word of 130,000.

use std::collections::HashMap;

use citelight_core::{Rect, Word, WordSource};

use crate::glyphs::Glyph;

/// A gap wider than this share of the font size separates words. Measured over 130 pages of
/// filings, papers and manuals; kerned pairs stay below it, the thinnest word spaces of justified
/// text are above.
const WORD_GAP: f32 = 0.15;

/// A step back by more than this share of the font size starts a word.
const STEP_BACK: f32 = 0.6;

/// A shift of the base line by more than this share of the font size starts a word; superscripts
/// and subscripts stay with the word they mark.
const BASELINE_JUMP: f32 = 0.6;

/// Cosine of the angle by which two characters of a word may be turned to each other (8 degrees).
const SAME_DIRECTION: f32 = 0.99;

/// Two equal words whose boxes share this much are one word printed twice.
const SAME_PLACE_IOU: f32 = 0.7;

/// Groups the characters of a page, given in drawing order, into words. `size` is the displayed
/// page in points; what lies outside it is left out.
pub(crate) fn group(glyphs: &[Glyph], size: (f32, f32)) -> Vec<Word> {
    let mut words: Vec<OpenWord> = Vec::new();
    let mut open: Option<OpenWord> = None;
    for glyph in glyphs {
        if is_space(glyph.ch) {
            words.extend(open.take());
            continue;
        }
        let Some(ch) = as_text(glyph.ch) else { continue };
        match &mut open {
            Some(word) if word.takes(glyph) => word.push(glyph, ch),
            _ => words.extend(open.replace(OpenWord::start(glyph, ch))),
        }
    }
    words.extend(open);

    words.retain(|word| {
        let (x, y) = (word.rect.center_x(), word.rect.center_y());
        x >= 0.0 && y >= 0.0 && x <= size.0 && y <= size.1
    });
    drop_hidden(&mut words);
    drop_overprints(&mut words);
    words.into_iter().map(OpenWord::close).collect()
}

/// A word that may still grow.
struct OpenWord {
    text: String,
    rect: Rect,
    last: Glyph,
    size: f32,
    bold_chars: usize,
    chars: usize,
    invisible: bool,
}

impl OpenWord {
    fn start(glyph: &Glyph, ch: char) -> Self {
        Self {
            text: ch.to_string(),
            rect: glyph.rect,
            last: *glyph,
            size: glyph.size,
            bold_chars: usize::from(glyph.bold),
            chars: 1,
            invisible: glyph.invisible,
        }
    }

    fn push(&mut self, glyph: &Glyph, ch: char) {
        self.text.push(ch);
        self.rect = self.rect.union(&glyph.rect);
        self.last = *glyph;
        self.size = self.size.max(glyph.size);
        self.bold_chars += usize::from(glyph.bold);
        self.chars += 1;
    }

    /// Whether the character goes on with this word.
    fn takes(&self, next: &Glyph) -> bool {
        let last = &self.last;
        let (ax, ay) = last.along;
        if ax * next.along.0 + ay * next.along.1 < SAME_DIRECTION
            || last.invisible != next.invisible
        {
            return false;
        }
        let (dx, dy) = (next.origin.0 - last.origin.0, next.origin.1 - last.origin.1);
        let size = last.size.max(next.size);
        let across = (dx * ay - dy * ax).abs();
        let gap = dx * ax + dy * ay - last.advance;
        // The parts of a ligature all stand at the ligature's own place.
        let same_place = dx * ax + dy * ay >= 0.0 && gap <= 0.0;
        across <= BASELINE_JUMP * size
            && gap <= WORD_GAP * size
            && (same_place || gap >= -STEP_BACK * size)
    }

    fn close(self) -> Word {
        Word {
            text: self.text,
            rect: self.rect,
            font_size: self.size,
            bold: self.bold_chars * 2 > self.chars,
            source: WordSource::Native,
            confidence: 1.0,
        }
    }
}

/// Text without ink is the layer that a scanner program puts under its picture, and then it is all
/// there is; on a page with as much visible text it is a leftover that nobody sees.
fn drop_hidden(words: &mut Vec<OpenWord>) {
    let count = |invisible| -> usize {
        words.iter().filter(|w| w.invisible == invisible).map(|w| w.chars).sum()
    };
    let (hidden, shown) = (count(true), count(false));
    if hidden > 0 && shown >= hidden {
        words.retain(|word| !word.invisible);
    }
}

/// Reads words once that are printed several times at a hair's breadth, as bold or a shadow is
/// faked.
fn drop_overprints(words: &mut Vec<OpenWord>) {
    /// Side of the squares in which centres are looked up; above any overprint's shift.
    const CELL_PT: f32 = 8.0;
    let mut seen: HashMap<(i32, i32), Vec<usize>> = HashMap::with_capacity(words.len());
    let mut keep = vec![true; words.len()];
    for (index, word) in words.iter().enumerate() {
        let cell = |v: f32| (v / CELL_PT).floor() as i32;
        let (column, row) = (cell(word.rect.center_x()), cell(word.rect.center_y()));
        let again = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (column + dx, row + dy))).any(
            |cell| {
                seen.get(&cell).into_iter().flatten().any(|&earlier| {
                    let earlier: &OpenWord = &words[earlier];
                    earlier.text == word.text && earlier.rect.iou(&word.rect) > SAME_PLACE_IOU
                })
            },
        );
        if again {
            keep[index] = false;
        } else {
            seen.entry((column, row)).or_default().push(index);
        }
    }
    let mut keep = keep.into_iter();
    words.retain(|_| keep.next().unwrap_or(true));
}

/// White space of any width, and the marks that stand for it.
fn is_space(ch: char) -> bool {
    ch.is_whitespace() || ch == '\u{200b}' || ch == '\u{feff}'
}

/// The character as it goes into a word's text; `None` for what is not drawn.
fn as_text(ch: char) -> Option<char> {
    match ch {
        // pdfium's marks for a hyphen at the end of a line; a soft hyphen that is drawn is one.
        '\u{fffe}' | '\u{2}' | '\u{ad}' => Some('-'),
        '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' => None,
        _ if ch.is_control() => None,
        _ => Some(ch),
    }
}
