//! From characters to words. Pure: no pdfium here.
//!
//! A word ends at white space, where the pen jumps, and where the writing turns. pdfium's own
//! guesses at spaces are not used: over 276 pages they mended one word of 130,000.

use citelight_core::{Rect, Word, WordSource};

use crate::typeset::{Glyph, Ink};

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
/// page in points; what lies outside it is left out. `is_shown` says whether more than text is drawn
/// at a point. Also tells whether words of an invisible layer are among them.
pub(crate) fn group(
    glyphs: &[Glyph],
    size: (f32, f32),
    is_shown: impl Fn(f32, f32) -> bool,
) -> PageWords {
    let mut words: Vec<OpenWord> = Vec::new();
    let mut open: Option<OpenWord> = None;
    for glyph in glyphs {
        if is_space(glyph.ch) {
            words.extend(open.take());
            continue;
        }
        let Some(ch) = as_text(glyph.ch).filter(|_| is_on_page(glyph, size)) else { continue };
        match &mut open {
            Some(word) if word.takes(glyph) => word.push(glyph, ch),
            _ => words.extend(open.replace(OpenWord::start(glyph, ch))),
        }
    }
    words.extend(open);

    drop_hidden(&mut words, is_shown);
    drop_overprints(&mut words, size);
    let invisible_layer = words.iter().any(|word| word.invisible);
    PageWords { words: words.into_iter().map(OpenWord::close).collect(), invisible_layer }
}

/// The native words of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct PageWords {
    /// In the order in which the file draws them.
    pub words: Vec<Word>,
    /// Whether some of them are drawn without ink, or under a picture of the page: the text layer
    /// of a scan, as good as the recognition that made it.
    pub invisible_layer: bool,
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
            invisible: glyph.ink == Ink::Layer,
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
        if ax * next.along.0 + ay * next.along.1 < SAME_DIRECTION || last.ink != next.ink {
            return false;
        }
        let (dx, dy) = (next.origin.0 - last.origin.0, next.origin.1 - last.origin.1);
        let size = last.size.max(next.size);
        let across = (dx * ay - dy * ax).abs();
        if across > BASELINE_JUMP * size {
            return false;
        }
        let step = dx * ax + dy * ay;
        let joins = |gap: f32| (-STEP_BACK * size..=WORD_GAP * size).contains(&gap);
        // The parts of a ligature all stand at the ligature's own place. Letters of scripts that
        // run to the left come in reading order, though the pen moves to the right in each.
        joins(step - last.advance)
            || (step >= 0.0 && step <= last.advance)
            || ((runs_left(last.ch) || runs_left(next.ch)) && joins(-step - next.advance))
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

/// Text without ink is the layer that a scanner program puts under its picture: it counts where it
/// is most of the text and where there is a picture to see. On a page with as much visible text it
/// is a leftover that nobody sees, and on bare paper it is hidden.
fn drop_hidden(words: &mut Vec<OpenWord>, is_shown: impl Fn(f32, f32) -> bool) {
    let count = |invisible| -> usize {
        words.iter().filter(|w| w.invisible == invisible).map(|w| w.chars).sum()
    };
    let (hidden, shown) = (count(true), count(false));
    if hidden > 0 {
        let layer = hidden > shown;
        let has_picture = |rect: &Rect| is_shown(rect.center_x(), rect.center_y());
        words.retain(|word| !word.invisible || (layer && has_picture(&word.rect)));
    }
}

/// Reads words once that are printed several times at a hair's breadth, as bold or a shadow is
/// faked.
fn drop_overprints(words: &mut Vec<OpenWord>, size: (f32, f32)) {
    /// Words looked at in one square; more of them can only be meant to take time.
    const CROWD: usize = 64;
    let mut grid = Grid::new(size, words.len());
    let mut keep = vec![true; words.len()];
    for (index, word) in words.iter().enumerate() {
        let (x, y) = (word.rect.center_x(), word.rect.center_y());
        let again = grid.around(x, y).any(|square| {
            square.take(CROWD).any(|earlier| {
                let earlier: &OpenWord = &words[earlier];
                earlier.text == word.text && earlier.rect.iou(&word.rect) > SAME_PLACE_IOU
            })
        });
        if again {
            keep[index] = false;
        } else {
            grid.insert(x, y, index);
        }
    }
    let mut keep = keep.into_iter();
    words.retain(|_| keep.next().unwrap_or(true));
}

/// The words of a page by the square in which their centre lies; squares are chains through one
/// array, since hashing places took longer than all other grouping.
struct Grid {
    columns: usize,
    rows: usize,
    side: f32,
    /// One past the latest word of a square; 0 for none.
    heads: Vec<u32>,
    /// One past the word before in the same square.
    earlier: Vec<u32>,
}

impl Grid {
    /// Squares are above any overprint's shift, and not more than 256 a side.
    fn new(size: (f32, f32), words: usize) -> Self {
        let side = (size.0.max(size.1) / 256.0).max(8.0);
        let (columns, rows) = ((size.0 / side) as usize + 1, (size.1 / side) as usize + 1);
        Self { columns, rows, side, heads: vec![0; columns * rows], earlier: vec![0; words] }
    }

    fn square(&self, x: f32, y: f32) -> (usize, usize) {
        let at = |v: f32, count: usize| ((v / self.side).max(0.0) as usize).min(count - 1);
        (at(x, self.columns), at(y, self.rows))
    }

    fn insert(&mut self, x: f32, y: f32, word: usize) {
        let (column, row) = self.square(x, y);
        let head = &mut self.heads[row * self.columns + column];
        self.earlier[word] = std::mem::replace(head, word as u32 + 1);
    }

    /// The words of the square at a place and of its neighbours, square by square, latest first.
    fn around(&self, x: f32, y: f32) -> impl Iterator<Item = impl Iterator<Item = usize>> {
        let (column, row) = self.square(x, y);
        let columns = column.saturating_sub(1)..(column + 2).min(self.columns);
        let rows = row.saturating_sub(1)..(row + 2).min(self.rows);
        rows.flat_map(move |row| columns.clone().map(move |column| row * self.columns + column))
            .map(move |square| {
                let mut next = self.heads[square];
                std::iter::from_fn(move || {
                    let word = next.checked_sub(1)? as usize;
                    next = self.earlier[word];
                    Some(word)
                })
            })
    }
}

/// Whether any of the character can be seen on the page.
fn is_on_page(glyph: &Glyph, size: (f32, f32)) -> bool {
    let rect = &glyph.rect;
    rect.x1 > 0.0 && rect.y1 > 0.0 && rect.x0 < size.0 && rect.y0 < size.1
}

/// Hebrew, Arabic and their neighbours, presentation forms included.
fn runs_left(ch: char) -> bool {
    matches!(ch, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}')
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Characters of 10 points set from a place along a line, each 5 wide, with gaps in between.
    fn set(text: &str, x: f32, y: f32, gap: f32) -> Vec<Glyph> {
        let glyph = |(i, ch): (usize, char)| {
            let left = x + i as f32 * (5.0 + gap);
            Glyph {
                ch,
                origin: (left, y),
                along: (1.0, 0.0),
                advance: 5.0,
                rect: Rect::new(left, y - 8.0, left + 5.0, y + 2.0),
                size: 10.0,
                bold: false,
                ink: Ink::Drawn,
            }
        };
        text.chars().enumerate().map(glyph).collect()
    }

    fn texts(glyphs: &[Glyph]) -> Vec<String> {
        group(glyphs, (600.0, 800.0), |_, _| false)
            .words
            .into_iter()
            .map(|word| word.text)
            .collect()
    }

    #[test]
    fn splits() {
        let cases: [(&str, f32, &[&str]); 8] = [
            ("two words", 0.0, &["two", "words"]),
            ("tracked", 1.4, &["tracked"]),
            ("far", 1.6, &["f", "a", "r"]),
            ("a\u{a0}b\u{2003}c\u{200b}d", 0.0, &["a", "b", "c", "d"]),
            ("  ", 0.0, &[]),
            ("$1,577.0(1)", 0.0, &["$1,577.0(1)"]),
            ("inter\u{2}", 0.0, &["inter-"]),
            ("xyz\u{7}\u{200d}", 0.0, &["xyz"]),
        ];
        for (text, gap, expected) in cases {
            assert_eq!(texts(&set(text, 50.0, 100.0, gap)), expected, "{text:?}");
        }
    }

    #[test]
    fn lines_and_turns_split_and_scripts_do_not() {
        let line = |y: f32| [set("up", 50.0, 100.0, 0.0), set("on", 60.0, y, 0.0)].concat();
        assert_eq!(texts(&line(112.0)), ["up", "on"]);
        assert_eq!(texts(&line(96.0)), ["upon"]);
        let mut turned = set("upon", 50.0, 100.0, 0.0);
        turned[2..].iter_mut().for_each(|glyph| glyph.along = (0.0, -1.0));
        assert_eq!(texts(&turned), ["up", "on"]);
        let back = [set("up", 50.0, 100.0, 0.0), set("on", 30.0, 100.0, 0.0)].concat();
        assert_eq!(texts(&back), ["up", "on"]);
    }

    #[test]
    fn scripts_that_run_left_stay_whole() {
        let mut glyphs = set("בנימין ab", 50.0, 100.0, 0.0);
        for (i, glyph) in glyphs[..6].iter_mut().enumerate() {
            glyph.origin.0 = 80.0 - 5.0 * i as f32;
        }
        assert_eq!(texts(&glyphs), ["בנימין", "ab"]);
    }

    #[test]
    fn what_the_page_cuts_off_is_cut_off_the_word() {
        assert_eq!(texts(&set("Goodbye", -12.0, 100.0, 0.0)), ["odbye"]);
        assert!(texts(&set("low", 50.0, 820.0, 0.0)).is_empty());
    }

    #[test]
    fn overprints_merge_whatever_came_between() {
        let shifted = |dx: f32| {
            [
                set("Net", 50.0, 100.0, 0.0),
                set("x", 300.0, 300.0, 0.0),
                set("Net", 50.0 + dx, 100.2, 0.0),
            ]
            .concat()
        };
        assert_eq!(texts(&shifted(0.4)), ["Net", "x"]);
        assert_eq!(texts(&shifted(9.0)), ["Net", "x", "Net"]);
    }

    #[test]
    fn a_word_is_a_box_around_its_characters() {
        let words = group(&set("abc", 50.0, 100.0, 0.5), (600.0, 800.0), |_, _| false).words;
        assert_eq!(words[0].rect, Rect::new(50.0, 92.0, 66.0, 102.0));
        assert_eq!((words[0].source, words[0].confidence), (WordSource::Native, 1.0));
    }

    #[test]
    fn a_crowd_in_one_place_ends_in_time() {
        let glyphs: Vec<Glyph> = (0..200_000u32)
            .map(|i| Glyph {
                ch: char::from_u32(0x4e00 + i % 20_000).unwrap_or('x'),
                along: (1.0, 0.0),
                ..set("x", 100.0 + (i % 2) as f32 * 50.0, 100.0, 0.0)[0]
            })
            .collect();
        assert!(group(&glyphs, (600.0, 800.0), |_, _| false).words.len() >= 20_000);
    }
}
