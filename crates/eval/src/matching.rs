//! Owns which word of one list is which word of another, by text and box.

use citelight_core::Rect;

/// Height in points of the strips in which words are looked for.
const STRIP: f32 = 20.0;

/// A word as it is compared: what it says and where.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Placed<'a> {
    pub text: &'a str,
    pub rect: Rect,
}

/// Finds words near a box.
pub(crate) struct Strips {
    strips: Vec<Vec<usize>>,
}

impl Strips {
    pub(crate) fn new(words: &[Placed<'_>]) -> Self {
        let mut strips: Vec<Vec<usize>> = Vec::new();
        for (at, word) in words.iter().enumerate() {
            for strip in range(&word.rect) {
                if strips.len() <= strip {
                    strips.resize_with(strip + 1, Vec::new);
                }
                strips[strip].push(at);
            }
        }
        Self { strips }
    }

    /// Words that share a strip with the box, rising.
    pub(crate) fn near(&self, rect: &Rect) -> Vec<usize> {
        let mut found: Vec<usize> =
            range(rect).filter_map(|s| self.strips.get(s)).flatten().copied().collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The strips that a box touches. What lies above the page counts to its first strip, what lies far
/// below every page to the last.
fn range(rect: &Rect) -> std::ops::RangeInclusive<usize> {
    let strip = |y: f32| ((y / STRIP).max(0.0) as usize).min(4_000);
    strip(rect.y0)..=strip(rect.y1)
}

/// How a true word is found among ours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bar {
    /// Least share of the *true* word's width that our box covers.
    pub across: f32,
    /// Least intersection over union.
    pub iou: f32,
}

impl Bar {
    pub(crate) fn holds(&self, truth: &Rect, ours: &Rect) -> bool {
        let across = truth.overlap_x(ours) / truth.width().max(f32::EPSILON);
        across >= self.across && truth.iou(ours) >= self.iou
    }
}

/// For every true word our word of the same text whose box lies best, each used once, in the order
/// of the truth.
pub(crate) fn pair(truth: &[Placed<'_>], ours: &[Placed<'_>], bar: Bar) -> Vec<Option<usize>> {
    let strips = Strips::new(ours);
    let mut used = vec![false; ours.len()];
    truth
        .iter()
        .map(|word| {
            let best = strips
                .near(&word.rect)
                .into_iter()
                .filter(|&at| !used[at] && ours[at].text == word.text)
                .filter(|&at| bar.holds(&word.rect, &ours[at].rect))
                .max_by(|&a, &b| {
                    let iou = |at: usize| word.rect.iou(&ours[at].rect);
                    iou(a).total_cmp(&iou(b)).then(b.cmp(&a))
                });
            if let Some(at) = best {
                used[at] = true;
            }
            best
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(text: &str, x0: f32, y0: f32, x1: f32, y1: f32) -> Placed<'_> {
        Placed { text, rect: Rect::new(x0, y0, x1, y1) }
    }

    const BAR: Bar = Bar { across: 0.9, iou: 0.5 };

    #[test]
    fn text_width_and_area_decide() {
        let truth = [placed("word", 100.0, 100.0, 140.0, 112.0)];
        for (ours, found) in [
            (placed("word", 100.0, 100.0, 140.0, 112.0), true),
            (placed("Word", 100.0, 100.0, 140.0, 112.0), false),
            // A taller box of the same word, and one too tall.
            (placed("word", 100.0, 98.0, 140.0, 116.0), true),
            (placed("word", 100.0, 90.0, 140.0, 124.0), false),
            // Most of the true width, and too little of it.
            (placed("word", 103.0, 100.0, 141.0, 112.0), true),
            (placed("word", 105.0, 100.0, 145.0, 112.0), false),
            (placed("word", 100.0, 130.0, 140.0, 142.0), false),
        ] {
            assert_eq!(pair(&truth, &[ours], BAR)[0].is_some(), found, "{ours:?}");
        }
    }

    #[test]
    fn every_word_is_used_once_and_the_best_box_wins() {
        let ours = [
            placed("a", 12.0, 100.0, 22.0, 112.0),
            placed("a", 10.5, 100.0, 20.5, 112.0),
            placed("a", 300.0, 500.0, 310.0, 512.0),
        ];
        let truth = [
            placed("a", 10.0, 100.0, 20.0, 112.0),
            placed("a", 11.5, 100.0, 21.5, 112.0),
            placed("a", 11.0, 100.0, 21.0, 112.0),
        ];
        assert_eq!(pair(&truth, &ours, BAR), [Some(1), Some(0), None]);
    }

    #[test]
    fn boxes_off_the_page_do_no_harm() {
        let far = placed("a", -5.0, -1e9, 5.0, 1e9);
        let none = Placed { text: "a", rect: Rect { x0: 0.0, y0: f32::NAN, x1: 1.0, y1: 1.0 } };
        assert_eq!(pair(&[far, none], &[none, far], BAR).len(), 2);
    }
}
