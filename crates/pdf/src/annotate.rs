//! Highlights put on pages, and the document written out with them.
//!
//! For a document that was opened for this alone: reading pages merges their annotations into what they
//! show, and a copy would keep that.
#![allow(unsafe_code)] // the FFI boundary

use std::ffi::{c_int, c_ulong, c_void};

use citelight_core::{Highlight, MOST_HIGHLIGHT_RECTS, Rect};
use pdfium_render::prelude::{
    FPDF_ANNOTATION, FPDF_FILEWRITE, FS_QUADPOINTSF, FS_RECTF, PdfiumLibraryBindings,
};

use crate::{Document, Page, PdfError, render};

/// Who notes, as viewers show it.
const AUTHOR: &str = "Citelight";

/// The highlighter's colour: red, green, blue, and how much it covers.
const COLOUR: [u32; 4] = [255, 221, 87, 255];

/// Room between the marked words and the edge of an annotation, in points.
const MARGIN: f32 = 1.0;

impl Document<'_> {
    /// Puts a highlight on its page, in memory: [`Document::copy_to`] writes it out.
    pub fn highlight(&self, highlight: &Highlight) -> Result<(), PdfError> {
        let page = Page::load_apart(self, highlight.page)?;
        let failed = || PdfError::Page {
            path: self.path().to_owned(),
            page: highlight.page,
            reason: "it takes no highlight",
        };
        let rects: Vec<&Rect> = highlight
            .rects
            .iter()
            .take(MOST_HIGHLIGHT_RECTS)
            .filter(|rect| rect.area() > 0.0 && rect.area().is_finite())
            .collect();
        let Some(first) = rects.first() else { return Err(failed()) };
        let whole = rects.iter().fold(**first, |all, rect| all.union(rect));
        const HIGHLIGHT: i32 = 9; // FPDF_ANNOT_HIGHLIGHT
        // SAFETY: the page is loaded for the whole block, and the annotation is closed at its end.
        let described = unsafe {
            let annotation = self.ffi.FPDFPage_CreateAnnot(page.handle, HIGHLIGHT);
            if annotation.is_null() {
                return Err(failed());
            }
            let drawn = describe(self.ffi, annotation, &page, &rects, &whole, highlight);
            self.ffi.FPDFPage_CloseAnnot(annotation);
            drawn
        };
        if !described {
            return Err(failed());
        }
        // pdfium keeps a new annotation within its page. Drawing makes it an object of its own, as the format
        // wants it, and gives it the looks that viewers show.
        render::part(&page, &Rect::new(0.0, 0.0, 1.0, 1.0), 1.0).map(drop).ok_or_else(failed)
    }

    /// Writes the document as it is now, piece by piece, until `write` says no. Encrypted documents stay
    /// encrypted; what was signed is not signed any more.
    pub fn copy_to(&self, write: &mut dyn FnMut(&[u8]) -> bool) -> Result<(), PdfError> {
        const NO_INCREMENTAL: c_ulong = 2; // FPDF_NO_INCREMENTAL
        let head = FPDF_FILEWRITE { version: 1, WriteBlock: Some(write_block) };
        let mut sink = Sink { head, write, refused: false };
        // SAFETY: `sink` outlives the call, and its first field is what pdfium is told it is.
        let done = unsafe {
            self.ffi.FPDF_SaveAsCopy(
                self.handle,
                std::ptr::from_mut(&mut sink).cast::<FPDF_FILEWRITE>(),
                NO_INCREMENTAL,
            )
        };
        // What pdfium writes last it does not look at the answer to.
        if done != 0 && !sink.refused {
            return Ok(());
        }
        Err(PdfError::Copy { path: self.path().to_owned(), reason: "it cannot be put together" })
    }
}

/// Gives an annotation its place, colour and note; false where pdfium refuses.
///
/// # Safety
/// `annotation` is open, on a page that is loaded.
unsafe fn describe(
    ffi: &dyn PdfiumLibraryBindings,
    annotation: FPDF_ANNOTATION,
    page: &Page<'_>,
    rects: &[&Rect],
    whole: &Rect,
    highlight: &Highlight,
) -> bool {
    const PRINT: c_int = 4; // FPDF_ANNOT_FLAG_PRINT
    const OF_THE_MARK: u32 = 0; // FPDFANNOT_COLORTYPE_Color
    let [red, green, blue, opacity] = COLOUR;
    let (left, bottom, right, top) = page.user_box(whole);
    let place = FS_RECTF {
        left: left - MARGIN,
        top: top + MARGIN,
        right: right + MARGIN,
        bottom: bottom - MARGIN,
    };
    let made = date(highlight.made_s);
    // SAFETY: as the caller says; every pointer is to a live local.
    unsafe {
        ffi.FPDFAnnot_SetRect(annotation, &place) != 0
            && rects.iter().all(|rect| {
                ffi.FPDFAnnot_AppendAttachmentPoints(annotation, &quad_points(page, rect)) != 0
            })
            && ffi.FPDFAnnot_SetColor(annotation, OF_THE_MARK, red, green, blue, opacity) != 0
            && ffi.FPDFAnnot_SetFlags(annotation, PRINT) != 0
            && [("Contents", highlight.note.as_str()), ("T", AUTHOR), ("M", made.as_str())]
                .into_iter()
                .all(|(key, value)| ffi.FPDFAnnot_SetStringValue_str(annotation, key, value) != 0)
    }
}

/// The corners of a rectangle in the file's own space, as viewers expect them: upper left, upper right,
/// lower left, lower right of the text as it is read.
fn quad_points(page: &Page<'_>, rect: &Rect) -> FS_QUADPOINTSF {
    let space = page.space();
    let ((x1, y1), (x2, y2)) =
        (space.user_point(rect.x0, rect.y0), space.user_point(rect.x1, rect.y0));
    let ((x3, y3), (x4, y4)) =
        (space.user_point(rect.x0, rect.y1), space.user_point(rect.x1, rect.y1));
    FS_QUADPOINTSF { x1, y1, x2, y2, x3, y3, x4, y4 }
}

/// What pdfium writes to: its own part first, as it knows no other.
#[repr(C)]
struct Sink<'w> {
    head: FPDF_FILEWRITE,
    write: &'w mut dyn FnMut(&[u8]) -> bool,
    /// Whether a block was not taken.
    refused: bool,
}

unsafe extern "C" fn write_block(
    sink: *mut FPDF_FILEWRITE,
    data: *const c_void,
    size: c_ulong,
) -> c_int {
    if data.is_null() || size == 0 {
        return 1;
    }
    // SAFETY: pdfium hands back the sink that it was given, and a block of `size` bytes.
    let (sink, block) = unsafe {
        (
            &mut *sink.cast::<Sink<'_>>(),
            std::slice::from_raw_parts(data.cast::<u8>(), size as usize),
        )
    };
    sink.refused = sink.refused || !(sink.write)(block);
    c_int::from(!sink.refused)
}

/// A time as PDF writes it ("D:20261123170000Z"). Civil dates from days by Howard Hinnant's algorithm.
fn date(seconds: i64) -> String {
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let z = days + 719_468;
    let (era, day_of_era) = (z.div_euclid(146_097), z.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("D:{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_pdf_wants_them() {
        assert_eq!(date(0), "D:19700101000000Z");
        assert_eq!(date(951_782_400), "D:20000229000000Z");
        assert_eq!(date(1_795_453_261), "D:20261123170101Z");
    }
}
