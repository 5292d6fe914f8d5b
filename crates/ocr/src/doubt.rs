//! What a reading leaves to be desired: letters in doubt, letters left out, texture taken for text.
//! Pure.

use crate::glance::Traces;
use crate::lone;
use crate::word::{OcrWord, PixelBox};

/// Without what is no word: on pages that were recognised well, nearly all that is doubtful and stands
/// apart is made of dots, rules, stamps and edges, and would come between the words and join their
/// lines. Of forms and tables made into scans, one in thirty of these said what is printed.
pub(crate) fn without_scraps(words: Vec<OcrWord>) -> Vec<OcrWord> {
    const WELL: f32 = 0.8;
    /// Less confidence is a scrap, and so is a short one with less than the second.
    const LEAST: f32 = 0.3;
    const LEAST_SHORT: f32 = 0.5;
    let mut all: Vec<f32> = words.iter().map(|word| word.confidence).collect();
    all.sort_by(f32::total_cmp);
    if all.get(all.len() / 2).is_none_or(|middle| *middle < WELL) {
        return words;
    }
    let letters = |word: &OcrWord| word.text.chars().filter(|c| c.is_alphanumeric()).count();
    let is_short = |word: &OcrWord| word.text.is_ascii() && letters(word) <= 2;
    let is_scrap =
        |word: &OcrWord| word.confidence < if is_short(word) { LEAST_SHORT } else { LEAST };
    let stays: Vec<bool> = words
        .iter()
        .map(|word| !is_scrap(word) || words.iter().any(|other| goes_on(word, other)))
        .collect();
    words.into_iter().zip(stays).filter_map(|(word, stays)| stays.then_some(word)).collect()
}

/// Whether a word stands in one line with another that is certain: close to it, and as high.
fn goes_on(word: &OcrWord, other: &OcrWord) -> bool {
    const CERTAIN: f32 = 0.7;
    let (a, b) = (&word.rect, &other.rect);
    let gap = (b.x0 - a.x1).max(a.x0 - b.x1);
    let shared = a.y1.min(b.y1) - a.y0.max(b.y0);
    other.confidence >= CERTAIN
        && gap > -0.2 * b.height()
        && gap < 0.8 * b.height()
        && shared >= 0.6 * a.height().max(b.height())
}

/// Share of the letters that were recognised with little confidence or not at all, 0 to 1.
pub(crate) fn doubt(words: &[OcrWord], traces: &Traces) -> f32 {
    const CONFIDENT: f32 = 0.75;
    let count = |word: &OcrWord| word.text.chars().filter(|c| c.is_alphanumeric()).count();
    let all: usize = words.iter().map(count).sum();
    let unsure: usize = words.iter().filter(|word| word.confidence < CONFIDENT).map(count).sum();
    let left: usize = lone::groups(words, traces).iter().map(|group| group.signs).sum();
    (unsure + left) as f32 / (all + left).max(1) as f32
}

/// The hull of the letters that no word covers, with some ground around; `None` when they are few.
pub(crate) fn left_out(words: &[OcrWord], traces: &Traces) -> Option<PixelBox> {
    const LEAST: usize = 8;
    const LEAST_SHARE: f32 = 0.02;
    let covered = |letter: &PixelBox| words.iter().any(|word| letter.share_in(&word.rect) > 0.3);
    let left: Vec<&PixelBox> = traces.letters.iter().filter(|letter| !covered(letter)).collect();
    if left.len() < LEAST || (left.len() as f32) < LEAST_SHARE * traces.letters.len() as f32 {
        return None;
    }
    let around = 2.0 * left.iter().map(|letter| letter.height()).fold(0.0, f32::max);
    let edge = |pick: fn(&PixelBox) -> f32, better: fn(f32, f32) -> f32, start: f32| {
        left.iter().map(|letter| pick(letter)).fold(start, better)
    };
    Some(PixelBox {
        x0: (edge(|b| b.x0, f32::min, f32::INFINITY) - around).max(0.0),
        y0: (edge(|b| b.y0, f32::min, f32::INFINITY) - around).max(0.0),
        x1: edge(|b| b.x1, f32::max, 0.0) + around,
        y1: edge(|b| b.y1, f32::max, 0.0) + around,
    })
}

/// Whether the words are what tesseract makes of photographs, print that shines through and dirt:
/// hardly one that is recognised with confidence and longer than chance.
pub(crate) fn is_texture(words: &[OcrWord]) -> bool {
    const LEAST_CONFIDENCE: f32 = 0.6;
    const LEAST_SHARE: f32 = 0.1;
    /// Fewer words may be all that a page says: a number, a title.
    const LEAST_WORDS: usize = 5;
    let letters = |word: &OcrWord| word.text.chars().filter(|c| c.is_alphanumeric()).count();
    let is_confident = |word: &&OcrWord| {
        let chance = word.text.is_ascii() && letters(word) < 3;
        word.confidence > LEAST_CONFIDENCE && !chance
    };
    let all: usize = words.iter().map(letters).sum();
    let confident: usize = words.iter().filter(is_confident).map(letters).sum();
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
    fn scraps_go_where_the_rest_is_certain() {
        let word = |&(text, confidence, x0): &(&str, f32, f32)| OcrWord {
            text: text.to_owned(),
            rect: PixelBox { x0, y0: 0.0, x1: x0 + 40.0, y1: 20.0 },
            em_px: 0.0,
            confidence,
        };
        let texts = |all: &[(&str, f32, f32)]| -> Vec<String> {
            let words = without_scraps(all.iter().map(word).collect());
            words.into_iter().map(|word| word.text).collect()
        };
        // What is doubtful goes, but for what stands in one line with a word that is certain.
        let certain = [
            ("Gross", 0.96, 0.0),
            ("welghl", 0.2, 46.0),
            (":", 0.2, 200.0),
            ("Gnaw", 0.1, 400.0),
            ("kg", 0.9, 500.0),
            ("of", 0.6, 600.0),
            ("goods", 0.9, 646.0),
            ("in", 0.9, 700.0),
            ("cartons", 0.9, 746.0),
        ];
        let kept = ["Gross", "welghl", "kg", "of", "goods", "in", "cartons"];
        assert_eq!(texts(&certain), kept);
        let faint = [("Gr0ss", 0.5, 0.0), ("weight", 0.4, 46.0), (":", 0.2, 200.0)];
        assert_eq!(texts(&faint), ["Gr0ss", "weight", ":"]);
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
