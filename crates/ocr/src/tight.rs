//! Boxes as tight as the letters.
//!
//! On noisy scans tesseract draws boxes that reach over the lines above and below: whatever hangs
//! on a letter counts. The letters themselves are the shapes that stand in the middle of such a
//! box, side by side. Pure.

use crate::word::{OcrWord, PixelBox};

/// Shapes of a picture, to be found by place.
pub(crate) struct Shapes {
    bands: Vec<Vec<PixelBox>>,
    tallest: f32,
}

const BAND_PX: f32 = 32.0;

impl Shapes {
    pub(crate) fn new(shapes: &[PixelBox]) -> Self {
        let bottom = shapes.iter().map(|s| s.y1).fold(0.0, f32::max);
        let mut bands = vec![Vec::new(); (bottom / BAND_PX) as usize + 1];
        let mut tallest = 0.0f32;
        for shape in shapes {
            bands[(shape.y0 / BAND_PX) as usize].push(*shape);
            tallest = tallest.max(shape.height());
        }
        bands.iter_mut().for_each(|band| band.sort_by(|a, b| a.x0.total_cmp(&b.x0)));
        Self { bands, tallest }
    }

    /// The shapes that have their middle in a box.
    fn within(&self, frame: &PixelBox) -> Vec<PixelBox> {
        let first = ((frame.y0 - self.tallest).max(0.0) / BAND_PX) as usize;
        let last = (frame.y1.max(0.0) / BAND_PX) as usize + 1;
        let bands = first.min(self.bands.len())..last.min(self.bands.len());
        let inside = |s: &&PixelBox| {
            let (x, y) = ((s.x0 + s.x1) / 2.0, (s.y0 + s.y1) / 2.0);
            (frame.x0..=frame.x1).contains(&x) && (frame.y0..=frame.y1).contains(&y)
        };
        self.bands[bands]
            .iter()
            .flat_map(|band| {
                let from = band.partition_point(|s| s.x1 < frame.x0 - 4.0 * BAND_PX);
                band[from..].iter().take_while(|s| s.x0 <= frame.x1).filter(inside)
            })
            .copied()
            .collect()
    }
}

/// Draws a word's box round its letters, where it is much higher than they are.
pub(crate) fn tighten(word: &mut OcrWord, shapes: &Shapes) {
    /// Boxes up to this much higher than the letters are left alone.
    const MUCH: f32 = 1.15;
    /// Of a word's width, so much must be covered by the shapes taken for its letters.
    const LEAST_COVERED: f32 = 0.5;
    let frame = word.rect;
    let inside = shapes.within(&frame);
    let Some(core) = core(&inside, &frame) else { return };
    // Dots, accents, commas and hyphens belong to the letters near them; specks are no higher than
    // they, but lie anywhere.
    let near = 0.35 * (core.1 - core.0);
    let letters = inside.iter().filter(|s| s.y1 > core.0 - near && s.y0 < core.1 + near);
    let (mut y0, mut y1) = core;
    let mut covered = 0.0;
    let mut reached = f32::NEG_INFINITY;
    let mut letters: Vec<&PixelBox> = letters.collect();
    letters.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    for letter in letters {
        y0 = y0.min(letter.y0);
        y1 = y1.max(letter.y1);
        covered += (letter.x1 - letter.x0.max(reached)).max(0.0);
        reached = reached.max(letter.x1);
    }
    if covered >= LEAST_COVERED * frame.width() && frame.height() > MUCH * (y1 - y0) {
        word.rect = PixelBox { y0: y0.max(frame.y0), y1: y1.min(frame.y1), ..frame };
    }
}

/// Top and bottom of the row of shapes nearest the middle of a box that weighs most.
fn core(shapes: &[PixelBox], frame: &PixelBox) -> Option<(f32, f32)> {
    let middle = (frame.y0 + frame.y1) / 2.0;
    // Each letter proposes its own height as the row; it gets the width of those that share most of
    // theirs with it, less the farther it lies from the middle.
    let vote = |row: &PixelBox| -> f32 {
        let sum: f32 = shapes
            .iter()
            .filter(|s| {
                let shared = s.y1.min(row.y1) - s.y0.max(row.y0);
                shared >= 0.7 * s.height().max(0.5 * row.height())
            })
            .map(PixelBox::width)
            .sum();
        let off = ((row.y0 + row.y1) / 2.0 - middle).abs() / frame.height();
        sum * (1.0 - off)
    };
    let best = shapes
        .iter()
        .filter(|s| s.height() <= 0.9 * frame.height())
        .map(|s| (vote(s), s))
        .max_by(|a, b| a.0.total_cmp(&b.0))?
        .1;
    Some((best.y0, best.y1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(x: f32, y: f32, w: f32, h: f32) -> PixelBox {
        PixelBox { x0: x, y0: y, x1: x + w, y1: y + h }
    }

    /// Eight small letters, every third of them tall, that stand on a base line.
    fn line(base: f32) -> Vec<PixelBox> {
        (0..8)
            .map(|i| {
                let height = if i % 3 == 0 { 22.0 } else { 15.0 };
                shape(100.0 + 14.0 * i as f32, base - height, 11.0, height)
            })
            .collect()
    }

    fn tightened(frame: PixelBox, shapes: &[PixelBox]) -> PixelBox {
        let mut word = OcrWord { text: "x".into(), rect: frame, em_px: 0.0, confidence: 1.0 };
        tighten(&mut word, &Shapes::new(shapes));
        word.rect
    }

    #[test]
    fn a_box_over_three_lines_shrinks_to_the_middle_one() {
        let mut shapes = [line(100.0), line(140.0), line(180.0)].concat();
        shapes.push(shape(130.0, 103.0, 2.0, 2.0));
        let frame = PixelBox { x0: 99.0, y0: 88.0, x1: 210.0, y1: 170.0 };
        let tight = PixelBox { y0: 118.0, y1: 140.0, ..frame };
        assert_eq!(tightened(frame, &shapes), tight);
    }

    #[test]
    fn dots_and_commas_stay_inside() {
        let mut shapes = line(140.0);
        shapes.push(shape(120.0, 114.0, 3.0, 3.0));
        shapes.push(shape(205.0, 137.0, 3.0, 7.0));
        let frame = PixelBox { x0: 99.0, y0: 100.0, x1: 210.0, y1: 170.0 };
        let tight = PixelBox { y0: 114.0, y1: 144.0, ..frame };
        assert_eq!(tightened(frame, &shapes), tight);
    }

    #[test]
    fn boxes_that_fit_and_words_without_shapes_are_left_alone() {
        let frame = PixelBox { x0: 99.0, y0: 117.0, x1: 210.0, y1: 141.0 };
        assert_eq!(tightened(frame, &line(140.0)), frame);
        let loose = PixelBox { y0: 90.0, y1: 160.0, ..frame };
        assert_eq!(tightened(loose, &[]), loose);
        // Letters that hang together with a rule are no shapes of a letter's size.
        assert_eq!(tightened(loose, &line(140.0)[..2]), loose);
    }
}
