//! What recognition yields, and the size of its type.

/// A box in pixels of the picture, origin top-left, y downward.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PixelBox {
    /// Left edge.
    pub x0: f32,
    /// Top edge.
    pub y0: f32,
    /// Right edge.
    pub x1: f32,
    /// Bottom edge.
    pub y1: f32,
}

impl PixelBox {
    /// Width in pixels.
    pub fn width(&self) -> f32 {
        self.x1 - self.x0
    }

    /// Height in pixels.
    pub fn height(&self) -> f32 {
        self.y1 - self.y0
    }

    /// With some ground around, cut at the left and upper edge of the picture.
    pub(crate) fn grown(&self, by: f32) -> PixelBox {
        PixelBox {
            x0: (self.x0 - by).max(0.0),
            y0: (self.y0 - by).max(0.0),
            x1: self.x1 + by,
            y1: self.y1 + by,
        }
    }

    /// The same on a picture that was enlarged.
    pub(crate) fn scaled(&self, factor: f32) -> PixelBox {
        PixelBox {
            x0: self.x0 * factor,
            y0: self.y0 * factor,
            x1: self.x1 * factor,
            y1: self.y1 * factor,
        }
    }

    /// Whether a word lies over it.
    pub(crate) fn is_covered(&self, words: &[OcrWord]) -> bool {
        words.iter().any(|word| self.share_in(&word.rect) > 0.3)
    }

    /// Share of this box that lies in another; 0 for a box without area.
    pub(crate) fn share_in(&self, other: &PixelBox) -> f32 {
        let wide = self.x1.min(other.x1) - self.x0.max(other.x0);
        let high = self.y1.min(other.y1) - self.y0.max(other.y0);
        let area = self.width() * self.height();
        if wide > 0.0 && high > 0.0 && area > 0.0 { wide * high / area } else { 0.0 }
    }
}

/// A recognised word.
#[derive(Debug, Clone, PartialEq)]
pub struct OcrWord {
    /// The characters; never empty, no white space inside.
    pub text: String,
    /// Where its ink is.
    pub rect: PixelBox,
    /// Size of its type (one em) in pixels, judged by the ink of its line; 0 when unknown.
    pub em_px: f32,
    /// 0 to 1.
    pub confidence: f32,
}

impl OcrWord {
    /// Letters and figures in it.
    pub(crate) fn letters(&self) -> usize {
        self.text.chars().filter(|c| c.is_alphanumeric()).count()
    }
}

/// The parts of one em that letters take in common text types: above the base line for capitals,
/// figures and tall letters, for small letters, and below the base line.
const TALL: f32 = 0.70;
const SMALL: f32 = 0.49;
const BELOW: f32 = 0.21;

/// One em in pixels by the height of a word's ink; `None` where its letters do not tell.
pub(crate) fn em_px(text: &str, ink_height_px: f32) -> Option<f32> {
    let mut above = 0.0f32;
    let mut below = 0.0f32;
    for ch in text.chars() {
        above = above.max(match ch {
            'a' | 'c' | 'e' | 'g' | 'm'..='s' | 'u'..='z' => SMALL,
            'b' | 'd' | 'f' | 'h' | 'i' | 'j' | 'k' | 'l' | 't' | '0'..='9' => TALL,
            _ if ch.is_alphabetic() => TALL,
            _ => 0.0,
        });
        below = below.max(match ch {
            'g' | 'j' | 'p' | 'q' | 'y' | 'Q' | ',' | ';' | '(' | ')' | '[' | ']' => BELOW,
            _ => 0.0,
        });
        if matches!(ch, '(' | ')' | '[' | ']' | '/' | '|' | '$' | '%' | '&') {
            above = above.max(TALL);
        }
    }
    (above > 0.0 && ink_height_px > 0.0).then(|| ink_height_px / (above + below))
}

/// Whether a line runs up or down, which tesseract reads, too: its words are higher than wide.
pub(crate) fn is_upended(line: &[OcrWord]) -> bool {
    let long = || line.iter().filter(|word| word.text.chars().count() >= 3);
    let upended = long().filter(|word| word.rect.height() > word.rect.width()).count();
    2 * upended > long().count()
}

/// Gives all words of a line the middle of their own sizes.
pub(crate) fn size_line(line: &mut [OcrWord]) {
    let is_upended = is_upended(line);
    let across = |b: &PixelBox| if is_upended { b.width() } else { b.height() };
    let sizes = line.iter().filter_map(|word| em_px(&word.text, across(&word.rect)));
    let mut sizes: Vec<f32> = sizes.collect();
    if sizes.is_empty() {
        return;
    }
    let middle = sizes.len() / 2;
    let (_, &mut size, _) = sizes.select_nth_unstable_by(middle, f32::total_cmp);
    line.iter_mut().for_each(|word| word.em_px = size);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_type_does_not_depend_on_the_letters() {
        for (text, height) in
            [("sum", 49.0), ("Sum", 70.0), ("page", 70.0), ("(1,577)", 91.0), ("Quay", 91.0)]
        {
            let size = em_px(text, height).unwrap();
            assert!((size - 100.0).abs() < 0.5, "{text}: {size}");
        }
        for text in ["—", "...", ""] {
            assert_eq!(em_px(text, 10.0), None, "{text}");
        }
    }

    #[test]
    fn a_line_has_one_size() {
        let word = |text: &str, height: f32| OcrWord {
            text: text.into(),
            rect: PixelBox { x0: 0.0, y0: 0.0, x1: 300.0, y1: height },
            em_px: 0.0,
            confidence: 1.0,
        };
        let mut line = [word("sum", 49.0), word("—", 4.0), word("Total", 70.0), word("of", 140.0)];
        size_line(&mut line);
        assert!(line.iter().all(|word| (word.em_px - 100.0).abs() < 0.5), "{line:?}");
    }

    #[test]
    fn a_line_that_runs_upward_is_as_high_as_its_words_are_wide() {
        let word = |text: &str, rect: PixelBox| OcrWord {
            text: text.into(),
            rect,
            em_px: 0.0,
            confidence: 1.0,
        };
        let upended = PixelBox { x0: 0.0, y0: 0.0, x1: 70.0, y1: 300.0 };
        let mut line = [word("Total", upended), word("I", PixelBox { y1: 20.0, ..upended })];
        size_line(&mut line);
        assert!(line.iter().all(|word| (word.em_px - 100.0).abs() < 0.5), "{line:?}");
    }

    #[test]
    fn shares_of_boxes() {
        let a = PixelBox { x0: 0.0, y0: 0.0, x1: 10.0, y1: 10.0 };
        let b = PixelBox { x0: 5.0, y0: 0.0, x1: 105.0, y1: 100.0 };
        assert_eq!((a.share_in(&b), b.share_in(&a)), (0.5, 0.005));
        assert_eq!(PixelBox::default().share_in(&a), 0.0);
    }
}
