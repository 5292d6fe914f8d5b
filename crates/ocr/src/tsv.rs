//! Reads tesseract's table of results.
//!
//! One row a line, tab-separated: level, page, block, paragraph, line, word, left, top, width,
//! height, confidence (0 to 100, -1 where there is none), text. Level 5 is a word.

/// A box in pixels of the picture, origin top-left, y downward, half-open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PixelBox {
    /// Left edge.
    pub x0: u32,
    /// Top edge.
    pub y0: u32,
    /// One past the right edge.
    pub x1: u32,
    /// One past the bottom edge.
    pub y1: u32,
}

/// A recognised word.
#[derive(Debug, Clone, PartialEq)]
pub struct OcrWord {
    /// The characters; never empty, no white space inside.
    pub text: String,
    /// Where its ink is.
    pub rect: PixelBox,
    /// 0 to 1.
    pub confidence: f32,
}

const WORD_LEVEL: &str = "5";

/// The words of a table; rows that are no words, or not well formed, are passed over.
pub(crate) fn words(tsv: &str) -> Vec<OcrWord> {
    tsv.lines().flat_map(row).collect()
}

fn row(line: &str) -> Option<OcrWord> {
    let mut fields = line.splitn(12, '\t');
    if fields.next()? != WORD_LEVEL {
        return None;
    }
    let mut number = |skip: usize| fields.nth(skip)?.parse::<f32>().ok();
    let (left, top) = (number(5)?, number(0)?);
    let (width, height) = (number(0)?, number(0)?);
    let confidence = number(0)?;
    let text: String = fields.next()?.chars().filter(|c| !c.is_whitespace()).collect();
    if text.is_empty() || width <= 0.0 || height <= 0.0 || left < 0.0 || top < 0.0 {
        return None;
    }
    Some(OcrWord {
        text,
        rect: PixelBox {
            x0: left as u32,
            y0: top as u32,
            x1: (left + width) as u32,
            y1: (top + height) as u32,
        },
        confidence: (confidence / 100.0).clamp(0.0, 1.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_word_rows_count() {
        let cases = [
            ("5\t1\t1\t1\t1\t1\t10\t20\t30\t40\t96.5\tHello", Some(("Hello", 0.965))),
            ("5\t1\t1\t1\t1\t2\t10\t20\t30\t40\t96\t", None),
            ("5\t1\t1\t1\t1\t2\t10\t20\t30\t40\t96\t \u{a0}", None),
            ("4\t1\t1\t1\t1\t0\t10\t20\t30\t40\t-1\t", None),
            ("5\t1\t1\t1\t1\t1\t10\t20\t0\t40\t90\tflat", None),
            ("5\t1\t1\t1\t1\t1\t10\t20\tx\t40\t90\tbroken", None),
            ("level\tpage_num\tblock_num", None),
            ("", None),
        ];
        for (line, expected) in cases {
            let found = row(line);
            assert_eq!(found.as_ref().map(|w| (w.text.as_str(), w.confidence)), expected, "{line}");
            if let Some(word) = found {
                assert_eq!(word.rect, PixelBox { x0: 10, y0: 20, x1: 40, y1: 60 });
            }
        }
    }
}
