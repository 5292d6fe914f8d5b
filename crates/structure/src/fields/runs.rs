//! Owns the runs of a page: words of a row that belong together, cut at wide gaps, at upright rules,
//! where the type changes, at colons behind what may be a label, and at boxes to tick.

use citelight_core::{FlowWord, Rect, Span};

use super::ticks::{self, Tick};
use super::wording;
use crate::layout::median;
use crate::rows::{Item, rows};
use crate::tables::Sheet;

/// White space that parts two runs, in font sizes, …
const GAP: f32 = 0.9;
/// … and a number from the comma before it, with which nothing ends: "March 20,    2012".
const GAP_BEHIND_COMMA: f32 = 3.0;

/// How far a side of a box to tick is from the box that it is found to be, in points.
const SIDE: f32 = 1.6;

/// A word of a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'t> {
    pub rect: Rect,
    pub text: &'t str,
    /// Its bytes of the flow text; empty for a box that is drawn.
    pub span: Span,
    /// Its place among the page's words in flow order.
    pub place: usize,
    pub size: f32,
    /// Whether its box is that of its ink, as of recognised words.
    pub ink: bool,
    pub bold: bool,
    pub italic: bool,
    pub coloured: bool,
    /// The field of an interactive form that it is filled into; 0 for none.
    pub field: u32,
    pub tick: Option<Tick>,
}

/// What a run is by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Reads as a label and ends with a colon.
    Label,
    Text,
    /// A box to tick.
    Tick(Tick),
    /// Lines or dots to write on.
    Blank,
}

/// Words of a row that belong together.
#[derive(Debug, Clone)]
pub(super) struct Run<'t> {
    pub words: Vec<Word<'t>>,
    pub rect: Rect,
    pub row: usize,
    pub kind: Kind,
    pub bold: bool,
    pub italic: bool,
    pub coloured: bool,
    /// The field of an interactive form that it is filled into; 0 for none.
    pub field: u32,
    /// Font size in points.
    pub size: f32,
    /// White space before it in its row, in points; infinite where it opens the row.
    pub gap: f32,
    /// Upright rules between it and the run before.
    pub walls: usize,
}

impl Run<'_> {
    /// Its words, one space between.
    pub(super) fn text(&self) -> String {
        self.words.iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
    }

    /// Whether nothing stands close before it: it opens its row, or a gap or a rule parts it.
    pub(super) fn opens(&self) -> bool {
        self.walls > 0 || self.gap > GAP * self.size
    }

    /// Whether its type sets it off as a label from what it is the label of: bold, in a colour, in
    /// italics, or smaller, where the other is not.
    pub(super) fn is_lesser(&self, value: &Run<'_>) -> bool {
        let ink = self.words.iter().any(|word| word.ink);
        let smaller = if ink { 0.8 } else { 0.93 };
        let larger = self.size > 1.35 * value.size;
        let marked = (self.bold && !value.bold)
            || (self.coloured && !value.coloured)
            || (self.italic && !value.italic)
            || self.size < smaller * value.size;
        marked && !larger
    }

    /// Whether it holds no letter and no digit: a currency before its amount, a line to write on.
    pub(super) fn is_sign(&self) -> bool {
        !self.words.iter().any(|word| word.text.contains(char::is_alphanumeric))
    }

    /// Whether its type is smaller than most of its page's.
    pub(super) fn is_small(&self, page: &Page<'_>) -> bool {
        self.size < 0.93 * page.size
    }

    /// Whether it has a word, of two letters at least.
    pub(super) fn is_worded(&self) -> bool {
        let letters = |word: &Word<'_>| word.text.chars().filter(|c| c.is_alphabetic()).count();
        self.words.iter().any(|word| letters(word) >= 2)
    }

    pub(super) fn height(&self) -> f32 {
        self.rect.height().max(0.1)
    }
}

/// The runs of a page, row by row.
#[derive(Debug, Default)]
pub(super) struct Page<'t> {
    pub runs: Vec<Run<'t>>,
    /// The runs of each row, from top to bottom.
    pub rows: Vec<std::ops::Range<usize>>,
    pub level: Vec<Rect>,
    pub upright: Vec<Rect>,
    /// Usual font size of its words in points.
    pub size: f32,
}

impl<'t> Page<'t> {
    /// `words` are those of the flow text, as many as the sheet's.
    pub(super) fn new(sheet: &Sheet, words: &[FlowWord], text: &'t str) -> Self {
        let mut all: Vec<Word<'t>> = Vec::with_capacity(words.len());
        for (place, (placed, word)) in sheet.words.iter().zip(words).enumerate() {
            let item = &placed.item;
            let text = text.get(word.span.range()).unwrap_or_default();
            if !placed.turned && !text.is_empty() {
                all.push(Word {
                    rect: item.rect,
                    text,
                    span: word.span,
                    place,
                    size: if item.ink { 1.25 * item.height().max(0.1) } else { item.size },
                    ink: item.ink,
                    bold: item.bold,
                    italic: item.italic,
                    coloured: item.coloured,
                    field: item.field,
                    tick: None,
                });
            }
        }
        let boxes = ticks::mark(&mut all, &sheet.rules);
        let (mut level, mut upright) = (Vec::new(), Vec::new());
        // The sides of a box to tick part nothing.
        let side = |rule: &&Rect| {
            let near = |a: f32, b: f32| a > b - SIDE;
            boxes.iter().any(|square| {
                near(rule.x0, square.x0)
                    && near(rule.y0, square.y0)
                    && near(square.x1, rule.x1)
                    && near(square.y1, rule.y1)
            })
        };
        for rule in sheet.rules.iter().filter(|rule| !side(rule)) {
            if rule.width() > rule.height() {
                level.push(*rule);
            } else {
                upright.push(*rule);
            }
        }
        let size = median(all.iter().map(|word| word.size));
        let mut page = Page { runs: Vec::new(), rows: Vec::new(), level, upright, size };
        let items: Vec<Item> = all.iter().enumerate().map(|(at, word)| item(at, word)).collect();
        for row in rows(&items) {
            let first = page.runs.len();
            let words: Vec<Word<'t>> =
                row.items.iter().filter_map(|item| all.get(item.index as usize)).copied().collect();
            page.cut(words);
            if page.runs.len() > first {
                page.rows.push(first..page.runs.len());
            }
        }
        page
    }

    /// Cuts a row into runs.
    fn cut(&mut self, words: Vec<Word<'t>>) {
        let size = median(words.iter().map(|word| word.size));
        let row = self.rows.len();
        let mut run: Vec<Word<'t>> = Vec::new();
        let (mut gap, mut walls) = (f32::INFINITY, 0);
        // Whether the run at hand is what stands behind a label, without a gap between.
        let mut behind = false;
        // White space before a colon that stands by itself before the value: it parts the value from the label.
        let mut before_colon = 0.0;
        for word in words {
            let Some(last) = run.last() else {
                run.push(word);
                continue;
            };
            let mut space = word.rect.x0 - last.rect.x1;
            if matches!(word.text, ":" | "：")
                && !behind
                && self.walls(last, &word) == 0
                && last.field == 0
                && wording::may_name(&run)
            {
                before_colon = space;
                run.push(word);
                continue;
            }
            space += std::mem::take(&mut before_colon);
            let between = self.walls(last, &word);
            let goes_on =
                last.text.ends_with(',') && word.text.starts_with(|c: char| c.is_ascii_digit());
            let most = if goes_on { GAP_BEHIND_COMMA } else { GAP };
            let apart = between > 0 || space > most * size;
            let named = !behind
                && last.text.ends_with([':', '：'])
                && last.field == 0
                && wording::is_label(&run);
            // A letter or a number in bold counts the labels of a form.
            let counted = run.len() == 1 && last.text.chars().count() <= 3;
            let other = space > 0.1 * size && !counted && other_type(last, &word);
            let ticked = last.tick.is_some() || word.tick.is_some();
            let blank = wording::is_blank(last.text) != wording::is_blank(word.text);
            let filled = last.field != word.field;
            if apart || named || other || ticked || blank || filled {
                self.push(std::mem::take(&mut run), row, gap, walls);
                (gap, walls, behind) = (space, between, named && !apart);
            }
            run.push(word);
        }
        if !run.is_empty() {
            self.push(run, row, gap, walls);
        }
    }

    /// Adds a run; one in which a value runs into the label of another field is two.
    fn push(&mut self, words: Vec<Word<'t>>, row: usize, gap: f32, walls: usize) {
        let written = words.first().is_some_and(|word| word.field > 0);
        let behind = !written
            && self.runs.last().is_some_and(|run| run.row == row && run.kind == Kind::Label);
        let size = words.first().map_or(1.0, |word| word.size);
        let close = walls == 0 && gap < GAP * size;
        if behind && let Some(at) = wording::second_label(&words, close) {
            let mut words = words;
            let rest = words.split_off(at);
            let space = rest[0].rect.x0 - words[at - 1].rect.x1;
            self.push(words, row, gap, walls);
            let end = rest.iter().position(|word| word.text.ends_with([':', '：']));
            let mut label = rest;
            let value = label.split_off(end.map_or(label.len(), |end| end + 1));
            // A gap of its own: the geometry around it has been weighed already.
            self.add(label, row, space.max(GAP * 1000.0), walls);
            if let Some(first) = value.first() {
                let space = first.rect.x0 - self.runs.last().map_or(0.0, |run| run.rect.x1);
                self.push(value, row, space, 0);
            }
            return;
        }
        self.add(words, row, gap, walls);
    }

    fn add(&mut self, words: Vec<Word<'t>>, row: usize, gap: f32, walls: usize) {
        let Some(rect) = words.iter().map(|word| word.rect).reduce(|a, b| a.union(&b)) else {
            return;
        };
        let colon = words.last().is_some_and(|word| word.text.ends_with([':', '：']));
        let kind = match () {
            () if words[0].tick.is_some() => Kind::Tick(words[0].tick.unwrap_or(Tick::Empty)),
            () if words.iter().all(|word| wording::is_blank(word.text)) => Kind::Blank,
            () if colon && words[0].field == 0 && wording::is_label(&words) => Kind::Label,
            () => Kind::Text,
        };
        self.runs.push(Run {
            rect,
            row,
            kind,
            bold: words.last().is_some_and(|word| word.bold),
            italic: words.last().is_some_and(|word| word.italic),
            coloured: words.last().is_some_and(|word| word.coloured),
            field: words[0].field,
            size: median(words.iter().map(|word| word.size)),
            gap,
            walls,
            words,
        });
    }

    /// How many upright rules stand between two words of a row.
    fn walls(&self, a: &Word<'_>, b: &Word<'_>) -> usize {
        let y = (a.rect.center_y() + b.rect.center_y()) / 2.0;
        let (from, to) = (a.rect.center_x(), b.rect.center_x());
        let between = |rule: &&Rect| {
            let x = rule.center_x();
            rule.y0 < y
                && rule.y1 > y
                && x > from
                && x < to
                && x > a.rect.x1 - 2.0
                && x < b.rect.x0 + 2.0
        };
        let mut xs: Vec<f32> = self.upright.iter().filter(between).map(Rect::center_x).collect();
        xs.sort_by(f32::total_cmp);
        xs.dedup_by(|b, a| *b - *a < 4.0);
        xs.len()
    }

    /// Whether a level rule lies between two boxes, the upper first, over the place of the lower one.
    pub(super) fn parted(&self, upper: &Rect, lower: &Rect) -> bool {
        let x = lower.x0 + 1.0;
        let (from, to) = (upper.center_y(), lower.center_y());
        self.level.iter().any(|rule| {
            let y = rule.center_y();
            y > from && y < to && rule.x0 < x && rule.x1 > x && rule.width() > 8.0
        })
    }

    /// The drawn cell round a place: the nearest rules on all four sides; none where one is missing.
    pub(super) fn cell(&self, rect: &Rect) -> Option<Rect> {
        crate::boxes::around(&self.level, &self.upright, rect)
    }
}

/// Whether two words of a row are set in different type: one alone is bold, the first alone is in
/// italics, or the second is larger. Ink tells nothing of size.
fn other_type(a: &Word<'_>, b: &Word<'_>) -> bool {
    a.bold != b.bold || (a.italic && !b.italic) || (!a.ink && !b.ink && b.size > 1.12 * a.size)
}

fn item(at: usize, word: &Word<'_>) -> Item {
    Item {
        index: u32::try_from(at).unwrap_or(u32::MAX),
        rect: word.rect,
        size: word.size,
        bold: word.bold,
        italic: word.italic,
        coloured: word.coloured,
        field: word.field,
        ink: false,
        numeric: false,
        speck: false,
        chars: u32::try_from(word.text.chars().count()).unwrap_or(u32::MAX),
    }
}
