//! Rules and bands of forms and tables: long runs of ink, thin or as high as a line.

use crate::glance::MOST_SHAPES;
use crate::pix::Pix;
use crate::word::PixelBox;

/// The picture with its rules painted white; `None` where it has none. `ink` is the same picture in
/// black and white, `letter_px` the usual height of its letters.
pub(crate) fn without_rules(pix: &Pix, ink: &Pix, letter_px: f32) -> Option<Pix> {
    let rules = rules(ink, letter_px);
    if rules.is_empty() {
        return None;
    }
    let mut bare = pix.turned(0)?;
    bare.blank(rules.into_iter());
    Some(bare)
}

/// Whether it has bands of dark or shaded ground, on which letters may be light.
pub(crate) fn has_bands(pix: &Pix, letter_px: f32) -> bool {
    const SHADED: u8 = 190;
    /// Ground above a line: longer than any stroke and thicker than a rule, in heights of letters.
    const LENGTH: f32 = 8.0;
    const HEIGHT: f32 = 0.35;
    let (length, height) = (LENGTH * letter_px, (HEIGHT * letter_px).max(4.0));
    let solid = pix.darker(SHADED).and_then(|ink| ink.opened(length as u32, height as u32));
    solid.is_some_and(|ink| !ink.components(1).is_empty())
}

/// The boxes of the rules, with a pixel around.
fn rules(ink: &Pix, letter_px: f32) -> Vec<PixelBox> {
    /// Longer than the strokes of large type, and thinner, in heights of letters.
    const LEAST_LENGTH: f32 = 6.0;
    const MOST_WIDTH: f32 = 0.4;
    let length = (LEAST_LENGTH * letter_px).max(40.0) as u32;
    let width = (MOST_WIDTH * letter_px).max(3.0);
    let runs = |w: u32, h: u32| ink.opened(w, h).map(|ink| ink.components(MOST_SHAPES));
    let level = runs(length, 1).unwrap_or_default().into_iter().filter(|b| b.height() <= width);
    let upright = runs(1, length).unwrap_or_default().into_iter().filter(|b| b.width() <= width);
    level.chain(upright).map(|rule| rule.grown(1.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GrayImage;

    #[test]
    fn a_band_is_told_from_text_and_rules() {
        let (width, height) = (400usize, 300usize);
        let mut pixels = vec![255u8; width * height];
        let mut fill = |x0: usize, y0: usize, x1: usize, y1: usize, gray: u8| {
            (y0..y1).for_each(|y| pixels[y * width + x0..y * width + x1].fill(gray));
        };
        fill(20, 50, 380, 52, 0);
        (0..20).for_each(|at| fill(30 + 14 * at, 100, 34 + 14 * at, 120, 0));
        let text = pixels.clone();
        let mut fill = |x0: usize, y0: usize, x1: usize, y1: usize, gray: u8| {
            (y0..y1).for_each(|y| pixels[y * width + x0..y * width + x1].fill(gray));
        };
        fill(20, 200, 380, 240, 90);
        (0..20).for_each(|at| fill(30 + 14 * at, 210, 34 + 14 * at, 230, 255));
        let pix = |pixels: &[u8]| {
            Pix::from_gray(GrayImage { width_px: 400, height_px: 300, pixels }).unwrap()
        };
        assert!(!has_bands(&pix(&text), 20.0));
        assert!(has_bands(&pix(&pixels), 20.0));
    }

    #[test]
    fn rules_go_and_letters_stay() {
        let (width, height) = (400usize, 300usize);
        let mut pixels = vec![255u8; width * height];
        let mut fill = |x0: usize, y0: usize, x1: usize, y1: usize| {
            (y0..y1).for_each(|y| pixels[y * width + x0..y * width + x1].fill(0));
        };
        fill(20, 50, 380, 52);
        fill(100, 20, 102, 280);
        // A stroke of a letter, and one of a title: as long as a rule, but thick.
        fill(200, 100, 203, 120);
        fill(300, 100, 320, 240);
        let image = GrayImage { width_px: 400, height_px: 300, pixels: &pixels };
        let pix = Pix::from_gray(image).unwrap();
        let bare = without_rules(&pix, &pix.ink().unwrap(), 20.0).unwrap();
        let left = bare.ink().unwrap().components(10);
        assert_eq!(left.len(), 2, "{left:?}");
        assert!(left.iter().all(|shape| shape.x0 >= 199.0), "{left:?}");
        assert!(without_rules(&bare, &bare.ink().unwrap(), 20.0).is_none());
    }
}
