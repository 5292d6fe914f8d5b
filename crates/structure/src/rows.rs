//! Owns the grouping of words into rows by their vertical overlap.
//!
//! Knows nothing of columns: whoever calls it hands in the words of one column.

use citelight_core::{Rect, Word, WordSource};

/// A word as the layout sees it: its box, and where it stands in its page's list.
///
/// Coordinates are points with y downward. For sideways text they are those of the page turned so
/// that the text reads from left to right; see [`crate::layout`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Item {
    /// Position in the page's words, which is the order of the content stream.
    pub index: u32,
    pub rect: Rect,
    /// Font size in points, or a guess from the height where the reader knows none.
    pub size: f32,
    pub bold: bool,
    pub italic: bool,
    pub coloured: bool,
    /// The field of an interactive form that it is filled into, counted from 1; 0 for none.
    pub field: u32,
    /// Whether the box is that of its ink, as of recognised words, and not that of its font: then
    /// its height, and a size made from it, differ from word to word of a line.
    pub ink: bool,
    /// A figure, a sign of a figure or a dash: what fills the cells of a statement.
    pub numeric: bool,
    /// Whether it is signs only that were recognised: often a ruled line or a speck.
    pub speck: bool,
    /// Characters of the word.
    pub chars: u32,
}

impl Item {
    pub(crate) fn new(index: u32, word: &Word) -> Self {
        let ink = word.source == WordSource::Ocr || word.font_size <= 0.0;
        let size = if word.font_size > 0.0 { word.font_size } else { word.rect.height() };
        Item {
            index,
            rect: word.rect,
            size: if size.is_finite() { size.max(0.1) } else { 1.0 },
            bold: word.bold,
            italic: false,
            coloured: false,
            field: 0,
            ink,
            speck: ink && !word.text.contains(char::is_alphanumeric),
            numeric: crate::shape::is_cell(&word.text),
            chars: u32::try_from(word.text.chars().count()).unwrap_or(u32::MAX),
        }
    }

    /// What stands for the number of characters of an item that stands for a whole table.
    pub(crate) const TABLE: u32 = u32::MAX;

    pub(crate) fn is_table(&self) -> bool {
        self.chars == Self::TABLE
    }

    pub(crate) fn height(&self) -> f32 {
        self.rect.height()
    }
}

/// Words that share a line, left to right.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub items: Vec<Item>,
    /// Top and bottom of the row's tallest class of words: superscripts do not move them, nor signs
    /// that are taller than the text.
    pub y0: f32,
    pub y1: f32,
    /// How many words formed `y0` and `y1`.
    formed_by: f32,
    class: i32,
}

impl Row {
    fn start(item: Item, class: i32) -> Self {
        Row { y0: item.rect.y0, y1: item.rect.y1, items: vec![item], formed_by: 1.0, class }
    }

    pub(crate) fn center(&self) -> f32 {
        (self.y0 + self.y1) / 2.0
    }

    pub(crate) fn height(&self) -> f32 {
        self.y1 - self.y0
    }

    pub(crate) fn x0(&self) -> f32 {
        self.items.iter().map(|i| i.rect.x0).fold(f32::INFINITY, f32::min)
    }

    pub(crate) fn x1(&self) -> f32 {
        self.items.iter().map(|i| i.rect.x1).fold(f32::NEG_INFINITY, f32::max)
    }

    /// Pieces of the row between gaps wider than `gap` points, as ranges of `items`.
    pub(crate) fn segments(&self, gap: f32) -> Vec<std::ops::Range<usize>> {
        let mut cuts = vec![0];
        let mut right = f32::NEG_INFINITY;
        for (at, item) in self.items.iter().enumerate() {
            if at > 0 && item.rect.x0 - right > gap {
                cuts.push(at);
            }
            right = right.max(item.rect.x1);
        }
        cuts.push(self.items.len());
        cuts.windows(2).map(|w| w[0]..w[1]).collect()
    }

    fn absorb(&mut self, item: Item, class: i32) {
        if class == self.class {
            let n = self.formed_by;
            self.y0 = (self.y0 * n + item.rect.y0) / (n + 1.0);
            self.y1 = (self.y1 * n + item.rect.y1) / (n + 1.0);
            self.formed_by += 1.0;
        }
        self.items.push(item);
    }
}

/// Steps of a quarter in height: words of one class may form a row together.
fn height_class(height: f32) -> i32 {
    (height.max(0.05).ln() / 1.25f32.ln()).round() as i32
}

/// Classes above that of most characters, with at most this share of them, are tall.
const MOST_TALL: f32 = 0.15;

/// The height class above which items are tall: signs of mathematics, whose fonts state room for a
/// line above or below, and words larger than the text around them.
fn tall_above(classed: &[(i32, Item)]) -> i32 {
    // Ink says nothing of a line's height.
    if classed.iter().any(|(_, item)| item.ink) {
        return i32::MAX;
    }
    let mut by_class: Vec<(i32, f32)> =
        classed.iter().map(|(class, item)| (*class, item.chars.min(40) as f32)).collect();
    by_class.sort_by_key(|(class, _)| std::cmp::Reverse(*class));
    let all: f32 = by_class.iter().map(|(_, chars)| chars).sum();
    let mut above = 0.0;
    let mut limit = i32::MAX;
    for class in by_class.chunk_by(|a, b| a.0 == b.0) {
        above += class.iter().map(|(_, chars)| chars).sum::<f32>();
        if above > MOST_TALL * all {
            return class[0].0;
        }
        limit = class[0].0;
    }
    limit
}

/// Rows from top to bottom.
///
/// The lines of the text come first, tall words of them before others, so that a superscript, a full
/// stop or the ink of a small letter joins the line it overlaps most, and never the other way round. What is
/// taller than the text comes last and joins the line whose middle is nearest: it may reach into
/// the lines above and below, and must not draw them into one.
pub(crate) fn rows(items: &[Item]) -> Vec<Row> {
    let mut order: Vec<(i32, Item)> =
        items.iter().map(|i| (height_class(i.height()), *i)).collect();
    let limit = tall_above(&order);
    order.sort_by(|(ca, a), (cb, b)| {
        (*ca > limit)
            .cmp(&(*cb > limit))
            .then(cb.cmp(ca))
            .then(a.rect.center_y().total_cmp(&b.rect.center_y()))
            .then(a.rect.x0.total_cmp(&b.rect.x0))
            .then(a.index.cmp(&b.index))
    });
    let mut rows: Vec<Row> = Vec::new();
    let mut tallest = 0.0f32;
    for (class, item) in order {
        let tall = class > limit;
        let (y0, y1) = (item.rect.y0, item.rect.y1);
        let from = rows.partition_point(|r| r.center() < y0 - tallest / 2.0 - 1.0);
        let mut best: Option<(f32, usize)> = None;
        for (at, row) in rows.iter().enumerate().skip(from) {
            if row.center() > y1 + tallest / 2.0 + 1.0 {
                break;
            }
            let height = item.height();
            let shared = row.y1.min(y1) - row.y0.max(y0);
            // A big initial or figure beside several lines of text is not their line. The ink of a
            // word like "was" is less than half as high as that of brackets on its own line.
            let most = if item.ink { 3.2 } else { 2.2 };
            let dwarfed = row.height() > most * height && item.chars >= 2;
            let dwarfs = tall && height > most * row.height();
            if shared < 0.5 * height.min(row.height()) || dwarfed || dwarfs {
                continue;
            }
            let fit = if tall { -(row.center() - item.rect.center_y()).abs() } else { shared };
            if best.is_none_or(|(most, _)| fit > most) {
                best = Some((fit, at));
            }
        }
        match best {
            Some((_, at)) => rows[at].absorb(item, class),
            None => {
                tallest = tallest.max(item.height());
                let at = rows.partition_point(|r| r.center() <= item.rect.center_y());
                rows.insert(at, Row::start(item, class));
            }
        }
    }
    join_initials(&mut rows);
    rows.sort_by(|a, b| a.center().total_cmp(&b.center()));
    for row in &mut rows {
        row.items.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0).then(a.index.cmp(&b.index)));
    }
    rows
}

/// A drop capital stands alone, tall, left of several lines: it belongs to the first of them.
fn join_initials(rows: &mut Vec<Row>) {
    let mut at = 0;
    while at < rows.len() {
        let row = &rows[at];
        let lone = row.items.len() == 1 && row.items[0].chars <= 2 && !row.items[0].numeric;
        let (x1, y0, y1, height) = (row.x1(), row.y0, row.y1, row.height());
        let first_line = if lone {
            rows.iter()
                .enumerate()
                .filter(|(other, line)| {
                    let near = line.x0() >= x1 - 1.0 && line.x0() - x1 < height;
                    *other != at
                        && near
                        && height > 1.8 * line.height()
                        && line.center() > y0
                        && line.center() < y1
                })
                .min_by(|(_, a), (_, b)| a.center().total_cmp(&b.center()))
                .map(|(other, _)| other)
        } else {
            None
        };
        match first_line {
            Some(line) => {
                let initial = rows.remove(at);
                rows[if line > at { line - 1 } else { line }].items.extend(initial.items);
            }
            None => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(index: u32, x0: f32, y0: f32, x1: f32, y1: f32) -> Item {
        Item {
            index,
            rect: Rect::new(x0, y0, x1, y1),
            size: y1 - y0,
            bold: false,
            italic: false,
            coloured: false,
            field: 0,
            ink: false,
            speck: false,
            numeric: false,
            chars: 5,
        }
    }

    fn order(items: &[Item]) -> Vec<Vec<u32>> {
        rows(items).iter().map(|r| r.items.iter().map(|i| i.index).collect()).collect()
    }

    #[test]
    fn a_superscript_joins_its_line_and_not_the_one_above() {
        let items = [
            item(0, 10.0, 100.0, 60.0, 112.0),
            item(1, 64.0, 100.0, 110.0, 112.0),
            item(2, 10.0, 111.0, 60.0, 123.0),
            Item { chars: 2, ..item(3, 60.0, 109.0, 66.0, 117.0) },
            item(4, 68.0, 111.0, 110.0, 123.0),
        ];
        assert_eq!(order(&items), [vec![0, 1], vec![2, 3, 4]]);
    }

    #[test]
    fn tall_signs_do_not_draw_two_lines_into_one() {
        // "Given a claim C," above "predict a label Y", whose signs come from a font of mathematics
        // with room for a line below.
        let mut items: Vec<Item> = Vec::new();
        for (line, y) in [100.0, 112.0, 124.0f32].into_iter().enumerate() {
            for word in 0..4u32 {
                let x = 10.0 + 40.0 * word as f32;
                items.push(item(10 * line as u32 + word, x, y, x + 36.0, y + 11.5));
            }
        }
        for (line, y) in [104.0, 116.0f32].into_iter().enumerate() {
            let x = 170.0;
            items.push(Item { chars: 1, ..item(10 * line as u32 + 4, x, y, x + 7.0, y + 14.6) });
        }
        let expected = [vec![0, 1, 2, 3, 4], vec![10, 11, 12, 13, 14], vec![20, 21, 22, 23]];
        assert_eq!(order(&items), expected);
    }

    #[test]
    fn ink_boxes_of_different_heights_make_one_row() {
        let items = [
            item(0, 10.0, 100.0, 40.0, 110.0),
            item(1, 44.0, 103.0, 70.0, 108.0),
            Item { chars: 1, ..item(2, 72.0, 107.0, 74.0, 108.5) },
        ];
        assert_eq!(order(&items), [vec![0, 1, 2]]);
    }

    #[test]
    fn low_ink_stays_in_its_line() {
        let ink = |item: Item| Item { ink: true, ..item };
        let items = [
            ink(item(0, 10.0, 100.0, 60.0, 112.0)),
            ink(item(1, 64.0, 104.0, 90.0, 109.0)),
            ink(item(2, 94.0, 101.0, 120.0, 109.0)),
        ];
        assert_eq!(order(&items), [vec![0, 1, 2]]);
    }

    #[test]
    fn a_drop_capital_opens_the_first_of_its_lines() {
        let items = [
            Item { chars: 1, ..item(0, 10.0, 100.0, 34.0, 136.0) },
            item(1, 36.0, 100.0, 90.0, 112.0),
            item(2, 36.0, 112.0, 90.0, 124.0),
            item(3, 36.0, 124.0, 90.0, 136.0),
        ];
        assert_eq!(order(&items), [vec![0, 1], vec![2], vec![3]]);
    }
}
