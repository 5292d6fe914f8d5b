//! The tesseract handle: one pass over one picture.
#![allow(unsafe_code)] // the FFI boundary

use std::ffi::{CStr, CString, c_int};
use std::path::Path;
use std::ptr::NonNull;

use leptess::capi;

use crate::pix::{Pix, take_text};
use crate::word::{OcrWord, PixelBox};

/// How tesseract takes the picture apart (its page segmentation modes).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Segmentation {
    /// Columns, tables, pictures: what pages want.
    Page = 3,
    /// One block of lines.
    Block = 6,
    /// A single line.
    Line = 7,
    /// Text wherever there is some, without order.
    Sparse = 11,
}

/// The words of one line, in reading order.
pub(crate) type Line = Vec<OcrWord>;

/// Tesseract with its language data loaded.
pub(crate) struct Tesseract(NonNull<capi::TessBaseAPI>);

impl Drop for Tesseract {
    fn drop(&mut self) {
        // SAFETY: the handle is owned and not used again.
        unsafe { capi::TessBaseAPIDelete(self.0.as_ptr()) };
    }
}

impl Tesseract {
    /// `None` when tesseract does not accept the data.
    pub(crate) fn load(tessdata: &Path, languages: &str) -> Option<Self> {
        let folder = CString::new(tessdata.to_str()?).ok()?;
        let languages = CString::new(languages).ok()?;
        // SAFETY: the handle is freed with `Self`; the texts live through the call.
        unsafe {
            let handle = Self(NonNull::new(capi::TessBaseAPICreate())?);
            let failed =
                capi::TessBaseAPIInit3(handle.0.as_ptr(), folder.as_ptr(), languages.as_ptr());
            // What tesseract has to say goes to the error stream, a line a diacritic.
            handle.set(c"debug_file", NO_FILE)?;
            (failed == 0).then_some(handle)
        }
    }

    fn set(&self, name: &CStr, value: &CStr) -> Option<()> {
        // SAFETY: the handle is live, the texts live through the call.
        let known =
            unsafe { capi::TessBaseAPISetVariable(self.0.as_ptr(), name.as_ptr(), value.as_ptr()) };
        (known != 0).then_some(())
    }

    /// The lines of a picture, sizes of type not yet known. `None` when tesseract gives up. What was read before
    /// has no influence.
    pub(crate) fn read(
        &mut self,
        pix: &Pix,
        dpi: u32,
        segmentation: Segmentation,
    ) -> Option<Vec<Line>> {
        let handle = self.0.as_ptr();
        // SAFETY: the handle is initialised and the picture live; tesseract copies it.
        unsafe {
            capi::TessBaseAPIClearAdaptiveClassifier(handle);
            capi::TessBaseAPISetPageSegMode(handle, segmentation as _);
            capi::TessBaseAPISetImage2(handle, pix.raw());
            capi::TessBaseAPISetSourceResolution(handle, dpi.clamp(70, 2400) as c_int);
            let done = capi::TessBaseAPIRecognize(handle, std::ptr::null_mut()) == 0;
            let lines = done.then(|| self.lines());
            // Lets go of the picture and of the results.
            capi::TessBaseAPIClear(handle);
            lines
        }
    }

    /// The results of the last pass.
    fn lines(&self) -> Vec<Line> {
        const WORD: capi::TessPageIteratorLevel = capi::TessPageIteratorLevel_RIL_WORD;
        const LINE: capi::TessPageIteratorLevel = capi::TessPageIteratorLevel_RIL_TEXTLINE;
        let mut lines: Vec<Line> = Vec::new();
        // SAFETY: the iterator is used while the handle keeps its results, and freed once; the page
        // iterator is a view of it.
        unsafe {
            let results = capi::TessBaseAPIGetIterator(self.0.as_ptr());
            if results.is_null() {
                return lines;
            }
            let place = capi::TessResultIteratorGetPageIteratorConst(results);
            loop {
                if capi::TessPageIteratorIsAtBeginningOf(place, LINE) != 0 {
                    lines.push(Line::new());
                }
                let text = take_text(capi::TessResultIteratorGetUTF8Text(results, WORD));
                let confidence = capi::TessResultIteratorConfidence(results, WORD) / 100.0;
                let (mut x0, mut y0, mut x1, mut y1) = (0, 0, 0, 0);
                let placed = capi::TessPageIteratorBoundingBox(
                    place, WORD, &mut x0, &mut y0, &mut x1, &mut y1,
                );
                let text: String =
                    text.unwrap_or_default().chars().filter(|c| !c.is_whitespace()).collect();
                let fits = placed != 0 && !text.is_empty() && x1 > x0 && y1 > y0;
                if let Some(line) = lines.last_mut().filter(|_| fits) {
                    let [x0, y0, x1, y1] = [x0, y0, x1, y1].map(|v| v as f32);
                    line.push(OcrWord {
                        text,
                        rect: PixelBox { x0, y0, x1, y1 },
                        em_px: 0.0,
                        confidence: confidence.clamp(0.0, 1.0),
                    });
                }
                if capi::TessResultIteratorNext(results, WORD) == 0 {
                    break;
                }
            }
            capi::TessResultIteratorDelete(results);
        }
        lines.retain(is_print);
        lines
    }
}

/// Whether a line is more than specks or texture: some word is recognised with enough confidence.
fn is_print(line: &Line) -> bool {
    line.iter().any(|word| {
        let wordlike = word.text.chars().any(char::is_alphanumeric);
        word.confidence >= if wordlike { 0.3 } else { 0.7 }
    })
}

#[cfg(windows)]
const NO_FILE: &CStr = c"nul";
#[cfg(not(windows))]
const NO_FILE: &CStr = c"/dev/null";
