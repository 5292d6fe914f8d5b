//! How the picture that was read lies on the picture that was given: scaled, then turned by
//! quarters, then levelled. Pure.

use crate::word::{OcrWord, PixelBox};

/// The way from a given picture to the one that is read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Lay {
    /// Size of the given picture in pixels.
    given: (f32, f32),
    scale: f32,
    /// Clockwise.
    quarters: u8,
    /// Clockwise, about the middle, in radians.
    tilt: f32,
}

impl Lay {
    pub(crate) fn upright(size: (u32, u32), scale: f32) -> Self {
        Self { given: (size.0 as f32, size.1 as f32), scale, quarters: 0, tilt: 0.0 }
    }

    pub(crate) fn turned(self, quarters: u8) -> Self {
        Self { quarters: (self.quarters + quarters) % 4, ..self }
    }

    pub(crate) fn tilted(self, radians: f32) -> Self {
        Self { tilt: radians, ..self }
    }

    pub(crate) fn scale(&self) -> f32 {
        self.scale
    }

    /// A word read, on the given picture.
    pub(crate) fn back(&self, word: OcrWord) -> OcrWord {
        OcrWord { rect: self.box_back(&word.rect), em_px: word.em_px / self.scale, ..word }
    }

    /// A box read, on the given picture. A tilted box comes back about its middle with its own
    /// height: the hull of its corners would be higher than its letters are, and lies worse over
    /// them (measured on made scans of known tilt).
    pub(crate) fn box_back(&self, read: &PixelBox) -> PixelBox {
        let middle = ((read.x0 + read.x1) / 2.0, (read.y0 + read.y1) / 2.0);
        let (x, y) = self.point_back(middle.0, middle.1);
        let (wide, high) = (read.width() / self.scale, read.height() / self.scale);
        let (wide, high) = if self.quarters % 2 == 1 { (high, wide) } else { (wide, high) };
        let cut = |at: f32, length: f32, most: f32| {
            ((at - length / 2.0).clamp(0.0, most), (at + length / 2.0).clamp(0.0, most))
        };
        let (x0, x1) = cut(x, wide, self.given.0);
        let (y0, y1) = cut(y, high, self.given.1);
        PixelBox { x0, y0, x1, y1 }
    }

    fn point_back(&self, x: f32, y: f32) -> (f32, f32) {
        let (width, height) = (self.given.0 * self.scale, self.given.1 * self.scale);
        let odd = self.quarters % 2 == 1;
        let middle = if odd { (height / 2.0, width / 2.0) } else { (width / 2.0, height / 2.0) };
        let (sin, cos) = (-self.tilt).sin_cos();
        let (dx, dy) = (x - middle.0, y - middle.1);
        let (x, y) = (middle.0 + dx * cos - dy * sin, middle.1 + dx * sin + dy * cos);
        let (x, y) = match self.quarters {
            0 => (x, y),
            1 => (y, height - x),
            2 => (width - x, height - y),
            _ => (width - y, x),
        };
        (x / self.scale, y / self.scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: PixelBox, b: PixelBox) -> bool {
        [a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x1, a.y1 - b.y1].iter().all(|d| d.abs() < 0.01)
    }

    #[test]
    fn boxes_come_back_from_every_direction() {
        // On a picture of 400 x 300, enlarged twice: the same box, as each turn shows it.
        let given = PixelBox { x0: 20.0, y0: 30.0, x1: 120.0, y1: 50.0 };
        let cases = [
            (0, PixelBox { x0: 40.0, y0: 60.0, x1: 240.0, y1: 100.0 }),
            (1, PixelBox { x0: 500.0, y0: 40.0, x1: 540.0, y1: 240.0 }),
            (2, PixelBox { x0: 560.0, y0: 500.0, x1: 760.0, y1: 540.0 }),
            (3, PixelBox { x0: 60.0, y0: 560.0, x1: 100.0, y1: 760.0 }),
        ];
        for (quarters, read) in cases {
            let lay = Lay::upright((400, 300), 2.0).turned(quarters);
            assert!(near(lay.box_back(&read), given), "{quarters}: {:?}", lay.box_back(&read));
        }
    }

    #[test]
    fn a_tilted_box_comes_back_about_its_middle() {
        let tilt = 0.1f32;
        let lay = Lay::upright((400, 400), 1.0).tilted(tilt);
        // On the right of the middle, what was turned clockwise comes back higher.
        let back = lay.box_back(&PixelBox { x0: 300.0, y0: 195.0, x1: 340.0, y1: 205.0 });
        let (x, y) = ((back.x0 + back.x1) / 2.0, (back.y0 + back.y1) / 2.0);
        assert!((x - (200.0 + 120.0 * tilt.cos())).abs() < 0.01, "{back:?}");
        assert!((y - (200.0 - 120.0 * tilt.sin())).abs() < 0.01, "{back:?}");
        assert!((back.width() - 40.0).abs() < 0.01 && (back.height() - 10.0).abs() < 0.01);
    }

    #[test]
    fn boxes_stay_on_the_picture_and_type_keeps_its_size() {
        let rect = PixelBox { x0: -4.0, y0: 190.0, x1: 30.0, y1: 230.0 };
        let word = OcrWord { text: "a".into(), rect, em_px: 50.0, confidence: 1.0 };
        let back = Lay::upright((100, 100), 2.0).back(word);
        assert_eq!(back.rect, PixelBox { x0: 0.0, y0: 95.0, x1: 15.0, y1: 100.0 });
        assert_eq!(back.em_px, 25.0);
    }
}
