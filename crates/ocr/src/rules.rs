//! Rules and bands of forms and tables: long runs of ink, thin or as high as a line.

use crate::glance::MOST_SHAPES;
use crate::pix::Pix;
use crate::word::{OcrWord, PixelBox};

/// The picture with its rules painted white; `None` where it has none.
pub(crate) fn without_rules(pix: &Pix, rules: &[PixelBox]) -> Option<Pix> {
    if rules.is_empty() {
        return None;
    }
    let mut bare = pix.turned(0)?;
    // With a pixel around.
    bare.blank(rules.iter().map(|rule| rule.grown(1.0)));
    Some(bare)
}

/// The words without what was read of rules: a sign that lies on one, a bar or half a bracket at the end of a word
/// that touches one.
pub(crate) fn without_signs(words: Vec<OcrWord>, rules: &[PixelBox]) -> Vec<OcrWord> {
    const BARS: [char; 2] = ['|', '¦'];
    const BRACKETS: [(char, char); 2] = [('[', ']'), ('{', '}')];
    const DASHES: [char; 5] = ['_', '-', '–', '—', '='];
    /// How far the end of a word may be from a rule, in its height.
    const NEAR: f32 = 0.5;
    let (level, upright): (Vec<&PixelBox>, Vec<&PixelBox>) =
        rules.iter().partition(|rule| rule.width() >= rule.height());
    let cleared = |mut word: OcrWord| {
        let (middle, near) = ((word.rect.y0 + word.rect.y1) / 2.0, NEAR * word.rect.height());
        let touches = |x: f32| {
            upright.iter().any(|rule| {
                rule.y0 < middle && rule.y1 > middle && ((rule.x0 + rule.x1) / 2.0 - x).abs() < near
            })
        };
        let is_sign = |text: &str, sign: char| {
            let half = |(open, close): &(char, char)| {
                (sign == *open || sign == *close)
                    && text.matches(*open).count() != text.matches(*close).count()
            };
            BARS.contains(&sign) || BRACKETS.iter().any(half)
        };
        let width = word.rect.width() / word.text.chars().count().max(1) as f32;
        while let Some(first) = word.text.chars().next()
            && is_sign(&word.text, first)
            && touches(word.rect.x0)
        {
            word.text.remove(0);
            word.rect.x0 += width;
        }
        while let Some(last) = word.text.chars().last()
            && is_sign(&word.text, last)
            && touches(word.rect.x1)
        {
            word.text.pop();
            word.rect.x1 -= width;
        }
        let dash = !word.text.is_empty() && word.text.chars().all(|c| DASHES.contains(&c));
        let on_level = || level.iter().any(|rule| word.rect.share_in(rule) > 0.5);
        let nothing = word.text.is_empty() || dash && on_level();
        (!nothing).then_some(word)
    };
    words.into_iter().filter_map(cleared).collect()
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

/// The rules of forms and tables on a gray picture whose paper was evened out, faint ones too; parts of one that
/// the paper's grain or a stroke cuts are joined.
pub(crate) fn drawn_rules(even: &Pix, letter_px: f32) -> Vec<PixelBox> {
    /// Thin rules are lighter than letters: of the 200 that is paper, so much is left of them.
    const FAINT: u8 = 180;
    /// Length of a part, in heights of letters.
    const PART: f32 = 3.0;
    let found = even.darker(FAINT).map(|ink| strokes(&ink, letter_px, PART)).unwrap_or_default();
    let (level, upright): (Vec<PixelBox>, Vec<PixelBox>) =
        found.into_iter().partition(|rule| rule.width() >= rule.height());
    let turned = |rule: PixelBox| PixelBox { x0: rule.y0, y0: rule.x0, x1: rule.y1, y1: rule.x1 };
    let upright = in_line(upright.into_iter().map(turned).collect(), letter_px);
    let least = least_length(letter_px);
    let all = in_line(level, letter_px).into_iter().chain(upright.into_iter().map(turned));
    all.filter(|rule| rule.width().max(rule.height()) >= least).collect()
}

/// Joins level rules that go on in line.
fn in_line(mut rules: Vec<PixelBox>, letter_px: f32) -> Vec<PixelBox> {
    /// Gap and step between two parts at most, in heights of letters.
    const GAP: f32 = 2.0;
    const STEP: f32 = 0.3;
    let middle = |rule: &PixelBox| (rule.y0 + rule.y1) / 2.0;
    rules.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    let mut joined: Vec<PixelBox> = Vec::new();
    for rule in rules {
        let goes_on = |last: &&mut PixelBox| {
            rule.x0 - last.x1 < GAP * letter_px
                && (middle(last) - middle(&rule)).abs() < (STEP * letter_px).max(3.0)
        };
        match joined.iter_mut().rev().find(goes_on) {
            Some(last) => {
                last.x1 = last.x1.max(rule.x1);
                (last.y0, last.y1) = (last.y0.min(rule.y0), last.y1.max(rule.y1));
            }
            None => joined.push(rule),
        }
    }
    joined
}

/// The boxes of the rules, level ones first. `ink` is a picture in black and white, `letter_px` the
/// usual height of its letters.
pub(crate) fn rules(ink: &Pix, letter_px: f32) -> Vec<PixelBox> {
    strokes(ink, letter_px, LEAST_LENGTH)
}

/// Longer than the strokes of large type, in heights of letters.
const LEAST_LENGTH: f32 = 6.0;

fn least_length(letter_px: f32) -> f32 {
    (LEAST_LENGTH * letter_px).max(40.0)
}

/// Thin strokes that are at least so long, in heights of letters.
fn strokes(ink: &Pix, letter_px: f32, least: f32) -> Vec<PixelBox> {
    const MOST_WIDTH: f32 = 0.4;
    /// Of a page that bends or lies a little askew, a rule rises by this share of its length.
    const MOST_SLOPE: f32 = 0.01;
    let length = (least / LEAST_LENGTH * least_length(letter_px)) as u32;
    let width = (MOST_WIDTH * letter_px).max(3.0);
    let runs = |w: u32, h: u32| {
        ink.opened(w, h).map(|ink| ink.components(MOST_SHAPES)).unwrap_or_default()
    };
    let is_thin = |across: f32, along: f32, thick: &[PixelBox], rule: &PixelBox| {
        across <= width + MOST_SLOPE * along
            && (across <= width || !thick.iter().any(|band| band.share_in(rule) > 0.5))
    };
    let over = width as u32 + 1;
    let (bands, posts) = (runs(length, over), runs(over, length));
    let level = runs(length, 1).into_iter().filter(|b| is_thin(b.height(), b.width(), &bands, b));
    let upright = runs(1, length).into_iter().filter(|b| is_thin(b.width(), b.height(), &posts, b));
    level.chain(upright).collect()
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
        let found = rules(&pix.ink().unwrap(), 20.0);
        let places = [
            PixelBox { x0: 20.0, y0: 50.0, x1: 380.0, y1: 52.0 },
            PixelBox { x0: 100.0, y0: 20.0, x1: 102.0, y1: 280.0 },
        ];
        assert_eq!(found, places);
        let bare = without_rules(&pix, &found).unwrap();
        let left = bare.ink().unwrap().components(10);
        assert_eq!(left.len(), 2, "{left:?}");
        assert!(left.iter().all(|shape| shape.x0 >= 199.0), "{left:?}");
        assert!(
            rules(&bare.ink().unwrap(), 20.0).is_empty() && without_rules(&bare, &[]).is_none()
        );
    }

    #[test]
    fn a_faint_rule_with_gaps_that_rises_a_little_is_one_rule() {
        let (width, height) = (800usize, 300usize);
        let mut pixels = vec![200u8; width * height];
        // Half a degree, two pixels thick, lighter than letters, cut where a stroke crosses it.
        for x in (40..760).filter(|x| !(300..312).contains(x)) {
            let y = 200 - x / 120;
            (y..y + 2).for_each(|y| pixels[y * width + x] = 165);
        }
        // Shaded ground is no rule.
        (40..80).for_each(|y| pixels[y * width + 40..y * width + 760].fill(150));
        let image = GrayImage { width_px: 800, height_px: 300, pixels: &pixels };
        let pix = Pix::from_gray(image).unwrap();
        let found = drawn_rules(&pix, 20.0);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].x0 < 42.0 && found[0].x1 > 757.0 && found[0].height() < 12.0, "{found:?}");
        assert!(rules(&pix.ink().unwrap(), 20.0).is_empty(), "too light for the ink of letters");
    }

    #[test]
    fn what_was_read_of_rules_goes() {
        let upright = PixelBox { x0: 100.0, y0: 0.0, x1: 102.0, y1: 300.0 };
        let level = PixelBox { x0: 0.0, y0: 49.0, x1: 300.0, y1: 51.0 };
        let cleared = |text: &str, x0: f32, x1: f32| {
            let rect = PixelBox { x0, y0: 90.0, x1, y1: 110.0 };
            let word = OcrWord { text: text.into(), rect, em_px: 20.0, confidence: 0.9 };
            let left = without_signs(vec![word], &[upright, level]);
            left.first().map(|word| (word.text.clone(), word.rect.x0, word.rect.x1))
        };
        assert_eq!(cleared("50,000}", 33.0, 103.0), Some(("50,000".into(), 33.0, 93.0)));
        assert_eq!(cleared("|Name", 98.0, 148.0), Some(("Name".into(), 108.0, 148.0)));
        assert_eq!(cleared("|", 99.0, 103.0), None);
        assert_eq!(
            cleared("[x]", 73.0, 103.0),
            Some(("[x]".into(), 73.0, 103.0)),
            "a whole bracket"
        );
        assert_eq!(
            cleared("|", 150.0, 154.0).map(|(text, ..)| text),
            Some("|".into()),
            "no rule there"
        );
        let dash = |y: f32| {
            let rect = PixelBox { x0: 20.0, y0: y, x1: 60.0, y1: y + 3.0 };
            let word = OcrWord { text: "—".into(), rect, em_px: 20.0, confidence: 0.9 };
            without_signs(vec![word], &[level]).len()
        };
        assert_eq!((dash(48.5), dash(80.0)), (0, 1));
    }
}
