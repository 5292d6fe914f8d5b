//! What a page says: its own words where they can be used, recognised ones where they cannot.

use std::path::PathBuf;

use citelight_core::{PageInfo, PageStatus, Rect, Word, WordSource};
use citelight_ocr::{GrayImage, OcrWord, Recognizer};
use citelight_pdf::{Image, Page, PdfError};
use citelight_reader::PageContent;

/// The scale at which tesseract reads best; its models are trained on text of this resolution.
const OCR_DPI: f32 = 300.0;

/// A page with a larger share of characters that stand for nothing has no usable text: its fonts
/// lack the table from codes to characters.
const MOST_GARBAGE: f32 = 0.3;

/// A picture whose lightest and darkest pixel are closer than this shows nothing.
const LEAST_CONTRAST: u8 = 32;

/// The page's own words.
pub(crate) fn native(page: &Page<'_>) -> Result<Vec<Word>, PdfError> {
    page.words()
}

/// Whether the page's own words can be shown to anyone.
pub(crate) fn is_usable(words: &[Word]) -> bool {
    let (mut all, mut garbage) = (0usize, 0usize);
    for ch in words.iter().flat_map(|word| word.text.chars()) {
        all += 1;
        garbage += usize::from(is_garbage(ch));
    }
    all > 0 && garbage as f32 <= MOST_GARBAGE * all as f32
}

/// Characters that say "no one knows": the replacement character, private use, controls, holes in
/// the code table's specials.
fn is_garbage(ch: char) -> bool {
    matches!(ch, '\u{fff0}'..='\u{ffff}' | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
        || ch.is_control()
}

/// A page with the words of the file itself.
pub(crate) fn as_native(page: &Page<'_>, label: Option<String>, words: Vec<Word>) -> PageContent {
    let status = if words.is_empty() { PageStatus::Empty } else { PageStatus::Native };
    PageContent { info: info(page, label, status), words }
}

fn info(page: &Page<'_>, label: Option<String>, status: PageStatus) -> PageInfo {
    let (width, height) = page.size();
    PageInfo { page: page.number(), label, width, height, status, problem: None }
}

/// Tesseract, loaded when the first page needs it.
pub(crate) struct Ocr {
    tessdata: Option<PathBuf>,
    languages: String,
    recognizer: Option<Recognizer>,
}

impl Ocr {
    pub(crate) fn new(tessdata: Option<PathBuf>, languages: String) -> Self {
        Self { tessdata, languages, recognizer: None }
    }

    /// Recognises a page. Failing is a status, not an error: the page can be shown all the same.
    pub(crate) fn read(&mut self, page: &Page<'_>, label: Option<String>) -> PageContent {
        match self.recognize(page) {
            Ok(words) => {
                let status = if words.is_empty() { PageStatus::Empty } else { PageStatus::Ocr };
                PageContent { info: info(page, label, status), words }
            }
            Err(problem) => PageContent {
                info: PageInfo {
                    problem: Some(problem),
                    ..info(page, label, PageStatus::OcrError)
                },
                words: Vec::new(),
            },
        }
    }

    fn recognize(&mut self, page: &Page<'_>) -> Result<Vec<Word>, String> {
        let image = page.render(OCR_DPI / 72.0).map_err(|error| error.to_string())?;
        let (size, scale) = ((image.width_px, image.height_px), image.pixel_per_pt);
        let gray = gray(image);
        if is_blank(&gray) {
            return Ok(Vec::new());
        }
        let picture = GrayImage { width_px: size.0, height_px: size.1, pixels: &gray };
        let found = self.recognizer()?.recognize(picture, (scale * 72.0).round() as u32);
        let found = found.map_err(|error| error.to_string())?;
        Ok(found.into_iter().map(|word| on_page(word, scale)).collect())
    }

    fn recognizer(&mut self) -> Result<&mut Recognizer, String> {
        if self.recognizer.is_none() {
            let tessdata = self.tessdata.as_deref().ok_or("no language data is installed")?;
            let loaded = Recognizer::new(tessdata, &self.languages);
            let loaded = loaded.map_err(|error| error.to_string())?;
            self.recognizer = Some(loaded);
        }
        self.recognizer.as_mut().ok_or_else(|| "tesseract is not loaded".to_owned())
    }
}

/// The picture in gray; the coloured one is let go, since both together are large.
fn gray(image: Image) -> Vec<u8> {
    image.to_gray()
}

fn is_blank(gray: &[u8]) -> bool {
    let (dark, light) =
        gray.iter().fold((u8::MAX, u8::MIN), |(dark, light), &v| (dark.min(v), light.max(v)));
    light.saturating_sub(dark) < LEAST_CONTRAST
}

/// A recognised word in points of the displayed page, whose picture was drawn as displayed.
fn on_page(word: OcrWord, pixel_per_pt: f32) -> Word {
    let pt = |px: u32| px as f32 / pixel_per_pt;
    Word {
        text: word.text,
        rect: Rect::new(pt(word.rect.x0), pt(word.rect.y0), pt(word.rect.x1), pt(word.rect.y1)),
        font_size: 0.0,
        bold: false,
        source: WordSource::Ocr,
        confidence: word.confidence,
    }
}

#[cfg(test)]
mod tests {
    use citelight_ocr::PixelBox;

    use super::*;

    fn word(text: &str) -> Word {
        let rect = Rect::default();
        let source = WordSource::Native;
        Word { text: text.into(), rect, font_size: 10.0, bold: false, source, confidence: 1.0 }
    }

    #[test]
    fn text_without_characters_is_not_usable() {
        let cases: [(&[&str], bool); 6] = [
            (&[], false),
            (&["Net", "sales"], true),
            (&["\u{f0b7}", "Item", "with", "bullet"], true),
            (&["\u{fffd}\u{fffd}\u{fffd}", "a"], false),
            (&["\u{e001}\u{e002}", "\u{e003}"], false),
            (&["漢字", "Ελλάδα"], true),
        ];
        for (texts, usable) in cases {
            let words: Vec<Word> = texts.iter().map(|text| word(text)).collect();
            assert_eq!(is_usable(&words), usable, "{texts:?}");
        }
    }

    #[test]
    fn pixels_become_points() {
        let rect = PixelBox { x0: 300, y0: 600, x1: 450, y1: 630 };
        let found = OcrWord { text: "x".into(), rect, confidence: 0.5 };
        let word = on_page(found, 300.0 / 72.0);
        let expected = Rect::new(72.0, 144.0, 108.0, 151.2);
        assert!(word.rect.iou(&expected) > 0.999, "{:?}", word.rect);
    }

    #[test]
    fn faint_noise_is_blank() {
        assert!(is_blank(&[]));
        assert!(is_blank(&[255, 250, 240]));
        assert!(!is_blank(&[255, 0]));
    }
}
