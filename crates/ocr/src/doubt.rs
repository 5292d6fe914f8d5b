//! What a reading leaves to be desired: letters in doubt, letters left out, texture taken for text.
//! Pure.

use crate::glance::Traces;
use crate::lone;
use crate::word::{OcrWord, PixelBox};

/// Share of the letters that were recognised with little confidence or not at all, 0 to 1.
pub(crate) fn doubt(words: &[OcrWord], traces: &Traces) -> f32 {
    const CONFIDENT: f32 = 0.75;
    let all: usize = words.iter().map(OcrWord::letters).sum();
    let unsure = words.iter().filter(|word| word.confidence < CONFIDENT);
    let unsure: usize = unsure.map(OcrWord::letters).sum();
    let left: usize = lone::groups(words, traces).iter().map(|group| group.signs).sum();
    (unsure + left) as f32 / (all + left).max(1) as f32
}

/// The hull of the letters that no word covers, with some ground around; `None` when they are few.
pub(crate) fn left_out(words: &[OcrWord], traces: &Traces) -> Option<PixelBox> {
    const LEAST: usize = 8;
    const LEAST_SHARE: f32 = 0.02;
    let left: Vec<&PixelBox> =
        traces.letters.iter().filter(|letter| !letter.is_covered(words)).collect();
    if left.len() < LEAST || (left.len() as f32) < LEAST_SHARE * traces.letters.len() as f32 {
        return None;
    }
    let around = 2.0 * left.iter().map(|letter| letter.height()).fold(0.0, f32::max);
    let edge = |pick: fn(&PixelBox) -> f32, better: fn(f32, f32) -> f32, start: f32| {
        left.iter().map(|letter| pick(letter)).fold(start, better)
    };
    let hull = PixelBox {
        x0: edge(|b| b.x0, f32::min, f32::INFINITY),
        y0: edge(|b| b.y0, f32::min, f32::INFINITY),
        x1: edge(|b| b.x1, f32::max, 0.0),
        y1: edge(|b| b.y1, f32::max, 0.0),
    };
    Some(hull.grown(around))
}

/// Whether the words are what tesseract makes of photographs, print that shines through and dirt:
/// hardly one that is recognised with confidence and longer than chance.
pub(crate) fn is_texture(words: &[OcrWord]) -> bool {
    const LEAST_CONFIDENCE: f32 = 0.6;
    const LEAST_SHARE: f32 = 0.1;
    /// Fewer words may be all that a page says: a number, a title.
    const LEAST_WORDS: usize = 5;
    let is_confident = |word: &&OcrWord| {
        let chance = word.text.is_ascii() && word.letters() < 3;
        word.confidence > LEAST_CONFIDENCE && !chance
    };
    let all: usize = words.iter().map(OcrWord::letters).sum();
    let confident: usize = words.iter().filter(is_confident).map(OcrWord::letters).sum();
    words.len() >= LEAST_WORDS && (confident as f32) < LEAST_SHARE * all as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texture_is_told_from_text() {
        let words = |all: &[(&str, f32)]| -> Vec<OcrWord> {
            let word = |&(text, confidence): &(&str, f32)| OcrWord {
                text: text.to_owned(),
                rect: PixelBox::default(),
                em_px: 0.0,
                confidence,
            };
            all.iter().map(word).collect()
        };
        let specks = [("te", 0.6), ("fied", 0.4), ("iy", 0.65), ("a", 0.9), ("ee", 0.3)];
        let faint = [("Phin", 0.5), ("Srategic", 0.4), ("goals", 0.8), ("o1", 0.2), ("fer", 0.3)];
        let chinese = [("年", 0.9), ("报", 0.9), ("告", 0.9), ("公", 0.9), ("司", 0.9)];
        for (all, expected) in [(&specks[..], true), (&faint, false), (&chinese, false)] {
            assert_eq!(is_texture(&words(all)), expected, "{all:?}");
        }
        assert!(!is_texture(&words(&specks[3..4])) && !is_texture(&[]));
    }

    #[test]
    fn letters_read_with_little_confidence_are_in_doubt() {
        let word = |text: &str, confidence: f32| OcrWord {
            text: text.to_owned(),
            rect: PixelBox::default(),
            em_px: 0.0,
            confidence,
        };
        let words = [word("certain", 0.95), word("abc", 0.4), word("—", 0.1)];
        assert_eq!(doubt(&words, &Traces::default()), 0.3);
        assert_eq!(doubt(&[], &Traces::default()), 0.0);
    }
}
