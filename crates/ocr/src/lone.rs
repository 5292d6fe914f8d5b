//! Signs that stand alone: the figures in the cells of a table, the number in a box of a form.
//!
//! Tesseract's layout analysis takes a sign with nothing at its sides for a speck, and a column of
//! such signs for one word that runs downward. What no word covers is grouped here, to be read
//! group by group. Pure.

use crate::glance::Traces;
use crate::word::{OcrWord, PixelBox, is_upended};

/// A group that no word covers, at the place of its ink.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Group {
    pub(crate) frame: PixelBox,
    /// Shapes in it.
    pub(crate) signs: usize,
}

/// More groups than this are a photograph or dirt, and would take long to read.
const MOST_GROUPS: usize = 400;

/// The groups that no word covers, of the size of the page's letters, that stand in a row with
/// words of the page, left to right and at most `MOST_GROUPS`.
pub(crate) fn groups(words: &[OcrWord], traces: &Traces) -> Vec<Group> {
    /// Of a group's height, so much lies in the height of a word in its row.
    const IN_ROW: f32 = 0.6;
    let Some(letter) = traces.letter_height_px() else { return Vec::new() };
    let is_sign = |shape: &&PixelBox| {
        (0.7 * letter..=2.2 * letter).contains(&shape.height()) && shape.width() <= 2.5 * letter
    };
    let mut signs: Vec<&PixelBox> =
        traces.shapes.iter().filter(is_sign).filter(|shape| !shape.is_covered(words)).collect();
    signs.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    let mut groups: Vec<Group> = Vec::new();
    for sign in signs {
        let fits = |group: &&mut Group| {
            let frame = &group.frame;
            let gap = sign.x0 - frame.x1;
            (-0.3 * letter..=0.8 * letter).contains(&gap) && beside(sign, frame) >= IN_ROW
        };
        match groups.iter_mut().rev().find(fits) {
            Some(group) => {
                group.frame = hull(&group.frame, sign);
                group.signs += 1;
            }
            None => groups.push(Group { frame: *sign, signs: 1 }),
        }
    }
    let in_row =
        |group: &Group| words.iter().any(|word| beside(&group.frame, &word.rect) >= IN_ROW);
    groups.retain(in_row);
    if groups.len() > MOST_GROUPS {
        groups.clear();
    }
    groups
}

/// Without the words that run down and are signs of several rows.
pub(crate) fn without_stacks(mut words: Vec<OcrWord>, shapes: &[PixelBox]) -> Vec<OcrWord> {
    if !is_upended(&words) {
        let runs_down = |word: &OcrWord| {
            word.text.chars().count() > 1 && word.rect.height() > 1.5 * word.rect.width()
        };
        words.retain(|word| !(runs_down(word) && is_stacked(word, shapes)));
    }
    words
}

/// Whether what was read as a word that runs up or down is signs of several rows: those of one word
/// stand close, whichever way it runs.
fn is_stacked(word: &OcrWord, shapes: &[PixelBox]) -> bool {
    /// Between rows is at least so much of their height.
    const LEAST_GAP: f32 = 0.27;
    let inside = |shape: &&PixelBox| shape.share_in(&word.rect) > 0.5;
    let mut signs: Vec<&PixelBox> = shapes.iter().filter(inside).collect();
    signs.sort_by(|a, b| a.y0.total_cmp(&b.y0));
    let mut rows: Vec<(f32, f32)> = Vec::new();
    for sign in signs {
        match rows.last_mut() {
            Some(row) if sign.y0 < row.1 => row.1 = row.1.max(sign.y1),
            _ => rows.push((sign.y0, sign.y1)),
        }
    }
    let mut gaps: Vec<f32> =
        rows.windows(2).map(|pair| (pair[1].0 - pair[0].1) / (pair[0].1 - pair[0].0)).collect();
    gaps.sort_by(f32::total_cmp);
    gaps.get(gaps.len() / 2).is_some_and(|middle| *middle >= LEAST_GAP)
}

/// Share of the lower box's height that both have in common.
fn beside(a: &PixelBox, b: &PixelBox) -> f32 {
    let shared = a.y1.min(b.y1) - a.y0.max(b.y0);
    shared / a.height().min(b.height()).max(1.0)
}

fn hull(a: &PixelBox, b: &PixelBox) -> PixelBox {
    PixelBox { x0: a.x0.min(b.x0), y0: a.y0.min(b.y0), x1: a.x1.max(b.x1), y1: a.y1.max(b.y1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(x0: f32, y0: f32, width: f32, height: f32) -> PixelBox {
        PixelBox { x0, y0, x1: x0 + width, y1: y0 + height }
    }

    fn word(text: &str, rect: PixelBox) -> OcrWord {
        OcrWord { text: text.to_owned(), rect, em_px: 0.0, confidence: 0.9 }
    }

    /// A table of names, each with a number beside it, which was not read.
    fn table() -> (Vec<OcrWord>, Traces) {
        let (mut words, mut traces) = (Vec::new(), Traces::default());
        for row in 0..5 {
            let y = 40.0 * row as f32;
            words.push(word("Name", shape(0.0, y, 60.0, 20.0)));
            let letters = (0..4).map(|at| shape(15.0 * at as f32, y, 11.0, 20.0));
            traces.letters.extend(letters);
            traces.shapes.extend([shape(200.0, y, 11.0, 20.0), shape(214.0, y, 11.0, 20.0)]);
        }
        traces.shapes.extend(traces.letters.clone());
        (words, traces)
    }

    #[test]
    fn signs_beside_words_are_grouped_by_rows() {
        let (words, mut traces) = table();
        // A speck, a picture, and a sign with no word in its row.
        traces.shapes.extend([
            shape(300.0, 3.0, 3.0, 4.0),
            shape(400.0, 0.0, 90.0, 90.0),
            shape(200.0, 400.0, 11.0, 20.0),
        ]);
        let groups = groups(&words, &traces);
        assert_eq!(groups.len(), 5, "{groups:?}");
        assert_eq!(groups[0], Group { frame: shape(200.0, 0.0, 25.0, 20.0), signs: 2 });
    }

    #[test]
    fn nothing_is_grouped_on_pictures_or_without_letters() {
        let (words, mut traces) = table();
        let dirt =
            |at: usize| shape(300.0 + 60.0 * (at / 5) as f32, 40.0 * (at % 5) as f32, 9.0, 19.0);
        traces.shapes.extend((0..2 * MOST_GROUPS).map(dirt));
        assert_eq!(groups(&words, &traces), []);
        assert_eq!(groups(&words, &Traces::default()), []);
    }

    #[test]
    fn a_column_of_figures_is_no_word_and_a_word_that_runs_up_is() {
        let (mut words, traces) = table();
        let figures: Vec<PixelBox> = traces.shapes.clone();
        words.push(word("WOOB", shape(200.0, 0.0, 25.0, 180.0)));
        let close: Vec<PixelBox> =
            (0..6).map(|at| shape(500.0, 13.0 * at as f32, 20.0, 11.0)).collect();
        words.push(word("Author", shape(500.0, 0.0, 20.0, 76.0)));
        let kept = without_stacks(words, &[figures, close].concat());
        let texts: Vec<&str> = kept.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(texts, ["Name", "Name", "Name", "Name", "Name", "Author"]);
    }
}
