//! From characters to words. Pure: no pdfium here.
//!
//! A word ends at white space, where the pen jumps, and where the writing turns. Which of pdfium's own
//! guesses at spaces are white space, `gaps` has said before.

use citelight_core::{Rect, Word, WordSource};
use unicode_normalization::UnicodeNormalization;

use crate::typeset::{Glyph, Ink};
use crate::{marks, overprint, scripts, spaced};

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

/// Steps that differ by less than this share of the font size are the same.
const SAME_STEP: f32 = 0.02;

/// Equal characters closer than this share of the font size are one, printed twice.
const OVERPRINT: f32 = 0.1;

/// Groups the characters of a page, given in drawing order, into words. `size` is the displayed
/// page in points; what lies outside it is left out. `is_shown` says whether more than text is drawn
/// at a point. Also tells whether words of an invisible layer are among them.
pub(crate) fn group(
    glyphs: &[Glyph],
    size: (f32, f32),
    is_shown: impl Fn(f32, f32) -> bool,
) -> Vec<OpenWord> {
    let mut words: Vec<OpenWord> = Vec::new();
    let mut open: Option<OpenWord> = None;
    for glyph in glyphs {
        if is_space(glyph.ch) {
            finish(&mut words, open.take());
            continue;
        }
        let Some(ch) = as_text(glyph.ch).filter(|_| is_on_page(glyph, size)) else { continue };
        match &mut open {
            Some(word) if word.repeats(glyph) => {}
            Some(word) if word.takes(glyph) => {
                if word.ends_in_mark() && !marks::is_raised(glyph, &word.base) {
                    words.push(word.leave_mark());
                }
                if word.is_mark && ch.is_alphanumeric() && !marks::is_raised(glyph, &word.base) {
                    words.extend(open.replace(OpenWord::start(glyph, ch)));
                } else {
                    word.push(glyph, ch);
                }
            }
            _ => finish(&mut words, open.replace(OpenWord::start(glyph, ch))),
        }
    }
    finish(&mut words, open);

    spaced::join(&mut words);
    drop_hidden(&mut words, is_shown);
    overprint::drop(&mut words, size);
    words
}

/// Ends a word, and the note mark behind it.
fn finish(words: &mut Vec<OpenWord>, open: Option<OpenWord>) {
    let Some(mut word) = open else { return };
    if word.ends_in_mark() {
        words.push(word.leave_mark());
    }
    words.push(word);
}

/// A word that may still grow.
pub(crate) struct OpenWord {
    pub(crate) text: String,
    pub(crate) rect: Rect,
    pub(crate) first: Glyph,
    pub(crate) last: Glyph,
    /// The latest character that is not raised.
    base: Glyph,
    /// Raised characters at the end, which may turn out to be a note mark.
    tail: Vec<(Glyph, char)>,
    /// The box without them.
    body: Rect,
    is_mark: bool,
    pub(crate) size: f32,
    bold_chars: usize,
    italic_chars: usize,
    pub(crate) chars: usize,
    pub(crate) invisible: bool,
}

impl OpenWord {
    pub(crate) fn start(glyph: &Glyph, ch: char) -> Self {
        Self {
            text: ch.to_string(),
            rect: glyph.rect,
            first: *glyph,
            last: *glyph,
            base: *glyph,
            tail: Vec::new(),
            body: glyph.rect,
            is_mark: false,
            size: glyph.size,
            bold_chars: usize::from(glyph.bold),
            italic_chars: usize::from(glyph.italic),
            chars: 1,
            invisible: glyph.ink == Ink::Layer,
        }
    }

    fn push(&mut self, glyph: &Glyph, ch: char) {
        if marks::is_raised(glyph, &self.base) {
            self.tail.push((*glyph, ch));
        } else {
            self.tail.clear();
            self.base = *glyph;
            self.body = self.rect.union(&glyph.rect);
        }
        let accented = marks::accented(&self.last, glyph);
        match accented.filter(|_| self.text.ends_with(self.last.ch)) {
            Some(letter) => {
                self.text.pop();
                self.text.push(letter);
                // The next letter stands behind the letter, not behind its accent.
                if glyph.ch.is_alphabetic() {
                    self.last = *glyph;
                }
            }
            None => {
                self.text.push(ch);
                self.last = *glyph;
            }
        }
        self.rect = self.rect.union(&glyph.rect);
        self.size = self.size.max(glyph.size);
        self.bold_chars += usize::from(glyph.bold);
        self.italic_chars += usize::from(glyph.italic);
        self.chars += 1;
    }

    /// Takes another word in behind this one.
    pub(crate) fn append(&mut self, other: &OpenWord) {
        self.text.push_str(&other.text);
        self.rect = self.rect.union(&other.rect);
        self.last = other.last;
        self.base = other.base;
        self.size = self.size.max(other.size);
        self.bold_chars += other.bold_chars;
        self.italic_chars += other.italic_chars;
        self.chars += other.chars;
    }

    /// Whether what is raised at the end is a mark that leads to a note.
    fn ends_in_mark(&self) -> bool {
        if self.tail.is_empty() || self.is_mark {
            return false;
        }
        let raised: String = self.tail.iter().map(|&(_, ch)| ch).collect();
        self.text.strip_suffix(&raised).is_some_and(|base| marks::is_note(base, &raised))
    }

    /// Hands out the word before its note mark and becomes the mark.
    fn leave_mark(&mut self) -> OpenWord {
        let tail = std::mem::take(&mut self.tail);
        let mut tail = tail.iter();
        let Some((first, ch)) = tail.next() else { return OpenWord::start(&self.base, ' ') };
        let mut mark = OpenWord::start(first, *ch);
        tail.for_each(|(glyph, ch)| mark.push(glyph, *ch));
        mark.is_mark = true;
        mark.base = self.base;
        let mut word = std::mem::replace(self, mark);
        word.text.truncate(word.text.len() - self.text.len());
        word.chars -= self.chars;
        word.bold_chars -= self.bold_chars;
        word.italic_chars -= self.italic_chars;
        word.last = word.base;
        word.rect = word.body;
        word
    }

    /// Whether the character is the last one again, a hair's breadth off, as bold is faked.
    fn repeats(&self, next: &Glyph) -> bool {
        let last = &self.last;
        let (dx, dy) = (next.origin.0 - last.origin.0, next.origin.1 - last.origin.1);
        let near = OVERPRINT * last.size;
        let same = last.ch == next.ch && !next.ligature;
        same && dx.abs() < near && dy.abs() < near && last.advance > 2.0 * near
    }

    /// Whether the character goes on with this word.
    fn takes(&self, next: &Glyph) -> bool {
        let last = &self.last;
        let (ax, ay) = last.along;
        if scripts::cuts(last.ch, next.ch) {
            return false;
        }
        if ax * next.along.0 + ay * next.along.1 < SAME_DIRECTION || last.ink != next.ink {
            return false;
        }
        let (dx, dy) = (next.origin.0 - last.origin.0, next.origin.1 - last.origin.1);
        let size = last.size.max(next.size);
        let across = (dx * ay - dy * ax).abs();
        let step = dx * ax + dy * ay;
        if scripts::is_cjk(last.ch) && scripts::is_cjk(next.ch) && step.abs() < 0.3 * size {
            // Vertical writing: one below the other, about as far as they are high.
            let down = dy * ax - dx * ay;
            return (0.5 * size..=1.4 * size).contains(&down);
        }
        if across > BASELINE_JUMP * size {
            return false;
        }
        let joins = |gap: f32| (-STEP_BACK * size..=WORD_GAP * size).contains(&gap);
        // The parts of a ligature all stand at the ligature's own place. Letters of scripts that
        // run to the left come in reading order, though the pen moves to the right in each.
        joins(step - last.advance)
            || (step >= -SAME_STEP * size && step <= last.advance)
            || ((scripts::runs_left(last.ch) || scripts::runs_left(next.ch))
                && joins(-step - next.advance))
    }

    pub(crate) fn is_italic(&self) -> bool {
        self.italic_chars * 2 > self.chars
    }

    pub(crate) fn close(self) -> Word {
        Word {
            text: as_drawn(self.text),
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

/// Whether any of the character can be seen on the page.
fn is_on_page(glyph: &Glyph, size: (f32, f32)) -> bool {
    let rect = &glyph.rect;
    rect.x1 > 0.0 && rect.y1 > 0.0 && rect.x0 < size.0 && rect.y0 < size.1
}

/// White space of any width, and the marks that stand for it.
fn is_space(ch: char) -> bool {
    ch.is_whitespace() || ch == '\u{200b}' || ch == '\u{feff}'
}

/// What the private signs of the fonts Symbol and Wingdings show, with which lists and boxes are drawn.
const SIGNS: [(char, char); 12] = [
    ('\u{f0b7}', '•'),
    ('\u{f0a7}', '▪'),
    ('\u{f0d8}', '➢'),
    ('\u{f076}', '❖'),
    ('\u{f0fc}', '✓'),
    ('\u{f0fb}', '✗'),
    ('\u{f0fe}', '☑'),
    ('\u{f0fd}', '☒'),
    ('\u{f06f}', '☐'),
    ('\u{f0a8}', '☐'),
    ('\u{f0e0}', '→'),
    ('\u{f06e}', '■'),
];

/// The text of a whole word: signs that everybody can show in the place of private ones; accents composed with their letters; a soft hyphen stays one at the
/// end, where it tells that the word goes on, and is drawn as a hyphen everywhere else.
fn as_drawn(text: String) -> String {
    if text.is_ascii() {
        return text;
    }
    let last = text.char_indices().next_back().map_or(0, |(at, _)| at);
    let (body, end) = text.split_at(last);
    let mut text = body.replace('\u{ad}', "-") + end;
    if text.contains(|c: char| ('\u{f000}'..='\u{f0ff}').contains(&c)) {
        let sign = |c: char| SIGNS.iter().find(|(own, _)| *own == c).map_or(c, |(_, shown)| *shown);
        text = text.chars().map(sign).collect();
    }
    if text.chars().any(marks::is_combining) { text.nfc().collect() } else { text }
}

/// The character as it goes into a word's text; `None` for what is not drawn.
fn as_text(ch: char) -> Option<char> {
    match ch {
        // pdfium's marks for a hyphen at the end of a line, hard or soft.
        '\u{fffe}' | '\u{2}' => Some('-'),
        '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' => None,
        _ if ch.is_control() => None,
        _ => Some(ch),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::looks::Look;

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
                italic: false,
                ink: Ink::Drawn,
                ligature: false,
                guessed_space: false,
                look: Look::default(),
                font: 0,
            }
        };
        text.chars().enumerate().map(glyph).collect()
    }

    fn texts(glyphs: &[Glyph]) -> Vec<String> {
        let words = group(glyphs, (600.0, 800.0), |_, _| false);
        words.into_iter().map(|word| word.close().text).collect()
    }

    #[test]
    fn private_signs_become_signs_that_everybody_can_show() {
        let shown = |text: &str| as_drawn(text.to_owned());
        assert_eq!(shown("\u{f0b7}"), "•");
        assert_eq!(shown("\u{f0fe}Yes"), "☑Yes");
        assert_eq!(shown("\u{f041}"), "\u{f041}", "a letter that is not known stays");
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
        let mut words = group(&set("abc", 50.0, 100.0, 0.5), (600.0, 800.0), |_, _| false);
        let word = words.remove(0).close();
        assert_eq!(word.rect, Rect::new(50.0, 92.0, 66.0, 102.0));
        assert_eq!((word.source, word.confidence), (WordSource::Native, 1.0));
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
        assert!(group(&glyphs, (600.0, 800.0), |_, _| false).len() >= 20_000);
    }
}
