//! Recognition of pages and parts of pages, and what becomes of a page's own words by it.

use std::path::PathBuf;

use citelight_core::{MOST_RULES, PageMarks, Rect, Word, WordSource};
use citelight_ocr::{Effort, GrayImage, OcrWord, PixelBox, Reading, Recognizer};
use citelight_pdf::Page;

use crate::mend::{MOST_COVERED, Verdict, covered, mend, verdict};
use crate::plan::{Area, FEW_LETTERS, Seen, Trust, Work, letters, uncovered};

/// A picture whose lightest and darkest pixel are closer than this shows nothing.
const LEAST_CONTRAST: u8 = 32;

/// A page with so many signs in rows, few of which became words, says so.
const MANY_SIGNS: usize = 40;

/// A picture that covers this share is the page, whatever words the page has of its own.
const MOST_OF_A_PAGE: f32 = 0.5;

/// Tesseract, loaded when the first page needs it.
pub(crate) struct Ocr {
    tessdata: Option<PathBuf>,
    languages: String,
    recognizer: Option<Recognizer>,
}

/// What a picture shows, in points of the displayed page.
#[derive(Default)]
struct Shown {
    words: Vec<Word>,
    rules: Vec<Rect>,
}

/// What became of a page.
pub(crate) struct Scanned {
    /// Own words first, then recognised ones.
    pub(crate) words: Vec<Word>,
    /// What the page shows besides, as far as its own words are among them: these come first, so
    /// that their places stay what they were.
    pub(crate) marks: PageMarks,
    /// Why a part of it could not be recognised.
    pub(crate) problem: Option<String>,
    /// Whether that part is more than a picture on a page that can be read without it.
    pub(crate) failed: bool,
}

impl Ocr {
    pub(crate) fn new(tessdata: Option<PathBuf>, languages: String) -> Self {
        Self { tessdata, languages, recognizer: None }
    }

    /// Recognises what the plan asks for. Failing is a fact about the page, not an error: the page
    /// can be shown all the same, and keeps the words that can be trusted without a picture.
    pub(crate) fn read(&mut self, page: &Page<'_>, mut work: Work, seen: &mut Seen) -> Scanned {
        let mut found = Vec::new();
        let mut rules = Vec::new();
        for area in &work.areas {
            match self.area(page, area, work.trust) {
                Ok(seen) => {
                    found.extend(seen.words);
                    rules.extend(seen.rules);
                }
                Err(problem) => {
                    let (width, height) = page.size();
                    let share: f32 = work.areas.iter().map(|area| area.rect.area()).sum();
                    let failed =
                        work.trust != Trust::Stay || share >= MOST_OF_A_PAGE * width * height;
                    // What is in doubt only is better than nothing.
                    let (native, marks) = match work.trust {
                        Trust::Go => (Vec::new(), PageMarks::default()),
                        _ => (work.native, work.marks),
                    };
                    let words = join(native, found);
                    return Scanned { words, marks, problem: Some(problem), failed };
                }
            }
        }
        let silent = !work.doubtful.is_empty()
            && mend(&mut work.native, &mut work.marks, &work.doubtful, &found, &mut seen.fonts);
        let other = |native: &[Word]| {
            verdict(native.iter(), &found.iter().collect::<Vec<_>>()) == Verdict::Other
        };
        let (words, mut marks) = match work.trust {
            Trust::Stay => (join(work.native, found), work.marks),
            Trust::IfConfirmed if !other(&work.native) => (work.native, work.marks),
            Trust::IfMore
                if letters(&found) * 2 < letters(&work.native)
                    || (work.unread > 0 && is_unsure(&found)) =>
            {
                (work.native, work.marks)
            }
            Trust::IfConfirmed | Trust::IfMore | Trust::Go => (found, PageMarks::default()),
        };
        // What a picture shows was drawn there; a page that draws rules itself has no need of them.
        if marks.rules.is_empty() {
            marks.rules = rules;
            marks.rules.truncate(MOST_RULES);
        }
        let unclear = silent.then(|| {
            "some of its words may read otherwise than they are shown: their font does not fit them, and \
             their picture could not be read"
                .to_owned()
        });
        let problem = unclear.or_else(|| doubt(&words, work.unread)).or_else(|| {
            let few = work.trust != Trust::Stay && letters(&words) < FEW_LETTERS;
            (few && uncovered(page, &words) >= MANY_SIGNS).then(|| {
                "it shows much that looks like writing, and few words of it could be read: it may be \
                 handwriting, or in a script whose data is not installed"
                    .to_owned()
            })
        });
        Scanned { words, marks, problem, failed: false }
    }

    fn area(&mut self, page: &Page<'_>, area: &Area, trust: Trust) -> Result<Shown, String> {
        let drawn = page.render_part(&area.rect, area.pixel_per_pt);
        let (image, part) = drawn.ok_or("the page cannot be drawn")?;
        let (width_px, height_px, scale) = (image.width_px, image.height_px, image.pixel_per_pt);
        let pixels = image.to_gray();
        // Both together are large.
        drop(image);
        if is_blank(&pixels) {
            return Ok(Shown::default());
        }
        let picture = GrayImage { width_px, height_px, pixels: &pixels };
        let (width, height) = page.size();
        let is_page = area.rect.area() >= MOST_OF_A_PAGE * width * height;
        let effort = if is_page || trust != Trust::Stay { Effort::Thorough } else { Effort::Once };
        let found = self.recognizer()?.read(picture, scale * 72.0, effort);
        let found = found.map_err(|error| error.to_string())?;
        let Reading { words, rules } = found;
        let keep = |word: &OcrWord| is_credible(word, trust);
        Ok(Shown {
            words: words.into_iter().filter(keep).map(|word| on_page(word, &part, scale)).collect(),
            rules: rules.iter().map(|rule| place(rule, &part, scale)).collect(),
        })
    }

    fn recognizer(&mut self) -> Result<&mut Recognizer, String> {
        if self.recognizer.is_none() {
            let tessdata = self.tessdata.as_deref().ok_or("no language data is installed")?;
            let loaded = Recognizer::new(tessdata, &self.languages);
            self.recognizer = Some(loaded.map_err(|error| error.to_string())?);
        }
        self.recognizer.as_mut().ok_or_else(|| "tesseract is not loaded".to_owned())
    }
}

/// A page with words of its own is not to be spoilt by what its pictures seem to say.
fn is_credible(word: &OcrWord, trust: Trust) -> bool {
    let wordlike = word.text.chars().any(char::is_alphanumeric);
    trust != Trust::Stay || word.confidence >= if wordlike { 0.4 } else { 0.7 }
}

/// Own words, and the recognised ones that lie beside them.
fn join(mut native: Vec<Word>, found: Vec<Word>) -> Vec<Word> {
    let own = native.len();
    for word in found {
        if covered(&word, &native[..own]) <= MOST_COVERED {
            native.push(word);
        }
    }
    native
}

/// What a person should know of a page whose words are not to be trusted, or not all of them.
fn doubt(words: &[Word], unread: usize) -> Option<String> {
    if letters(words) < unread {
        return Some(format!(
            "it holds about {unread} pieces of text that cannot be read, because their font is not in \
             the file"
        ));
    }
    is_unsure(words).then(|| {
        "its text was recognised, and little of it is certain: it may be handwriting, or in a \
         language whose data is not installed"
            .to_owned()
    })
}

/// Whether words were recognised with little confidence on the whole.
fn is_unsure(words: &[Word]) -> bool {
    /// Fewer recognised words are a caption or a stamp.
    const FEWEST: usize = 8;
    /// Of what is printed, however poorly, tesseract is surer than this on the whole.
    const LEAST_CONFIDENCE: f32 = 0.55;
    let recognised = || words.iter().filter(|word| word.source == WordSource::Ocr);
    let sum: f32 = recognised().map(|word| word.confidence).sum();
    let count = recognised().count();
    count >= FEWEST && sum < LEAST_CONFIDENCE * count as f32
}

fn is_blank(gray: &[u8]) -> bool {
    let (dark, light) =
        gray.iter().fold((u8::MAX, u8::MIN), |(dark, light), &v| (dark.min(v), light.max(v)));
    light.saturating_sub(dark) < LEAST_CONTRAST
}

/// A box of a picture in points of the displayed page; `part` is what the picture shows.
fn place(of: &PixelBox, part: &Rect, pixel_per_pt: f32) -> Rect {
    let x = |px: f32| part.x0 + px / pixel_per_pt;
    let y = |px: f32| part.y0 + px / pixel_per_pt;
    Rect::new(x(of.x0), y(of.y0), x(of.x1), y(of.y1))
}

/// A recognised word in points of the displayed page; `part` is what the picture shows.
fn on_page(word: OcrWord, part: &Rect, pixel_per_pt: f32) -> Word {
    Word {
        rect: place(&word.rect, part, pixel_per_pt),
        text: word.text,
        font_size: word.em_px / pixel_per_pt,
        bold: false,
        source: WordSource::Ocr,
        confidence: word.confidence,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_words::{own, read};

    #[test]
    fn pixels_become_points() {
        let rect = PixelBox { x0: 300.0, y0: 600.0, x1: 450.0, y1: 630.0 };
        let found = OcrWord { text: "x".into(), rect, em_px: 50.0, confidence: 0.5 };
        let word = on_page(found, &Rect::new(10.0, 20.0, 500.0, 500.0), 300.0 / 72.0);
        let expected = Rect::new(82.0, 164.0, 118.0, 171.2);
        assert!(word.rect.iou(&expected) > 0.999, "{:?}", word.rect);
        assert!((word.font_size - 12.0).abs() < 1e-4);
    }

    #[test]
    fn faint_noise_is_blank() {
        assert!(is_blank(&[]));
        assert!(is_blank(&[255, 250, 240]));
        assert!(!is_blank(&[255, 0]));
    }

    #[test]
    fn recognised_words_fill_the_gaps_between_own_ones() {
        let native = vec![own("Page", 10.0, 10.0), own("7", 40.0, 10.0)];
        let found = vec![read("Page", 11.0, 11.0), read("7", 41.0, 9.0), read("Sales", 10.0, 40.0)];
        let joined = join(native, found);
        let texts: Vec<_> = joined.iter().map(|w| (w.text.as_str(), w.source)).collect();
        let (a, b) = (WordSource::Native, WordSource::Ocr);
        assert_eq!(texts, [("Page", a), ("7", a), ("Sales", b)]);
    }

    #[test]
    fn a_page_says_what_is_doubtful() {
        let sure: Vec<Word> = (0u8..9).map(|n| read("word", 10.0, f32::from(n) * 12.0)).collect();
        assert_eq!(doubt(&sure, 0), None);
        let unsure = |words: &[Word]| -> Vec<Word> {
            words.iter().map(|word| Word { confidence: 0.4, ..word.clone() }).collect()
        };
        assert!(doubt(&unsure(&sure), 0).is_some_and(|why| why.contains("handwriting")));
        assert_eq!(doubt(&unsure(&sure[..3]), 0), None);
        assert!(doubt(&sure[..2], 60).is_some_and(|why| why.contains("60 pieces")));
        assert_eq!(doubt(&sure, 30), None);
    }
}
