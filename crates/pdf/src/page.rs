//! One loaded page: its size, what is drawn on it, its words and its picture.
#![allow(unsafe_code)] // the FFI boundary

use citelight_core::{PageNumber, Rect, Word};
use pdfium_render::prelude::{FPDF_PAGE, FS_RECTF, FS_SIZEF};

use crate::space::PageSpace;
use crate::survey::Survey;
use crate::{Document, Image, PageWords, PdfError, glyphs, looks, render, widgets, words};

/// A loaded page; closed when dropped.
pub struct Page<'d> {
    pub(crate) document: &'d Document<'d>,
    pub(crate) handle: FPDF_PAGE,
    number: PageNumber,
    space: PageSpace,
}

impl<'d> Page<'d> {
    pub(crate) fn load(document: &'d Document<'_>, number: PageNumber) -> Result<Self, PdfError> {
        let page = Self::load_apart(document, number)?;
        if !page.shows_annotations() {
            return Ok(page);
        }
        document.keep_annotations(&page);
        if !page.merge_annotations() {
            return Ok(page);
        }
        // A page is closed before it is loaded again.
        drop(page);
        Self::load_apart(document, number)
    }

    /// The page as the file has it, annotations apart from its content.
    pub(crate) fn load_apart(
        document: &'d Document<'_>,
        number: PageNumber,
    ) -> Result<Self, PdfError> {
        Self::load_once(document, number, true)
    }

    /// `again`: whether it may be loaded again with another box.
    fn load_once(
        document: &'d Document<'_>,
        number: PageNumber,
        again: bool,
    ) -> Result<Self, PdfError> {
        if number.get() > document.page_count() {
            return Err(PdfError::NoSuchPage {
                path: document.path().to_owned(),
                page: number,
                page_count: document.page_count(),
            });
        }
        let bad =
            |reason| PdfError::Page { path: document.path().to_owned(), page: number, reason };
        let ffi = document.ffi;
        let index = number.index() as i32;
        // SAFETY: the document is open and the index is below its page count.
        let handle = unsafe { ffi.FPDF_LoadPage(document.handle, index) };
        if handle.is_null() {
            return Err(bad("it cannot be loaded"));
        }
        let mut page =
            Self { document, handle, number, space: PageSpace::new(0.0, 0.0, 0.0, 0.0, 0) };
        let mut rect = FS_RECTF { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 };
        // SAFETY: the page is loaded and `rect` is a live local.
        let (known, turns) = unsafe {
            (ffi.FPDF_GetPageBoundingBox(handle, &mut rect), ffi.FPDFPage_GetRotation(handle))
        };
        page.space = PageSpace::new(rect.left, rect.bottom, rect.right, rect.top, turns)
            .with_unit(document.user_unit(number));
        let (width, height) = page.size();
        if known == 0 || !(width > 0.0 && height > 0.0 && (width * height).is_finite()) {
            if again && page.show_media_box() {
                drop(page);
                return Self::load_once(document, number, false);
            }
            return Err(bad("it has no area"));
        }
        Ok(page)
    }

    /// Where the crop box leaves nothing of the media box, all of that is shown, as viewers do. In
    /// memory only; true when the page has to be loaded again.
    fn show_media_box(&self) -> bool {
        let ffi = self.document.ffi;
        let (mut left, mut bottom, mut right, mut top) = (0.0, 0.0, 0.0, 0.0);
        // SAFETY: the page is loaded, and the pointers are to live locals.
        unsafe {
            let known =
                ffi.FPDFPage_GetMediaBox(self.handle, &mut left, &mut bottom, &mut right, &mut top);
            let drawn = known != 0 && right > left && top > bottom;
            if drawn {
                ffi.FPDFPage_SetCropBox(self.handle, left, bottom, right, top);
            }
            drawn
        }
    }

    /// Its number in the file.
    pub fn number(&self) -> PageNumber {
        self.number
    }

    /// Width and height of the displayed page in points: crop box cut to the media box, rotation
    /// applied.
    pub fn size(&self) -> (f32, f32) {
        self.space.size()
    }

    /// A box of page space as `(left, bottom, right, top)` in the file's own user space, as
    /// annotations want it.
    pub fn user_box(&self, rect: &Rect) -> (f32, f32, f32, f32) {
        self.space.user_box(rect)
    }

    /// The native words, those of annotations and form fields included, in the order in which the
    /// file draws them.
    pub fn words(&self) -> Result<Vec<Word>, PdfError> {
        Ok(self.page_words()?.words)
    }

    /// The words as [`Page::words`] gives them, whether they come from an invisible layer, and what
    /// the page shows besides.
    pub fn page_words(&self) -> Result<PageWords, PdfError> {
        let survey = Survey::of(self);
        let (glyphs, doubts) = glyphs::read(self, &survey).ok_or_else(|| PdfError::Page {
            path: self.document.path().to_owned(),
            page: self.number,
            reason: "its text cannot be read",
        })?;
        let words = words::group(&glyphs, self.size(), |x, y| survey.shows_at(x, y));
        let mut tags = self.document.tags_of(self.number);
        let tag = |content| tags.as_mut()?.tag(content);
        let unread = survey.unread_texts(glyphs.len());
        let closed = looks::close(words, survey.into_rules(), &doubts, tag);
        let mut found = PageWords { unread, ..closed };
        let fields = self.document.fields_of(self.number);
        widgets::mark(&fields, &found.words, &mut found.marks);
        Ok(found)
    }

    /// Whether the page holds anything that may be drawn: objects of any kind, or annotations. They
    /// may turn out to be white, or empty; drawing tells.
    pub fn has_content(&self) -> bool {
        let ffi = self.document.ffi;
        // SAFETY: the page is loaded.
        unsafe {
            ffi.FPDFPage_CountObjects(self.handle) > 0
                || ffi.FPDFPage_GetAnnotCount(self.handle) > 0
        }
    }

    /// Draws the page, annotations and form fields included, on white.
    ///
    /// `pixel_per_pt` is lowered where the picture would exceed [`crate::MAX_PIXELS`].
    pub fn render(&self, pixel_per_pt: f32) -> Result<Image, PdfError> {
        render::page(self, pixel_per_pt).ok_or_else(|| PdfError::Page {
            path: self.document.path().to_owned(),
            page: self.number,
            reason: "it cannot be drawn",
        })
    }

    pub(crate) fn space(&self) -> PageSpace {
        self.space
    }

    /// Whether annotations or form fields show something on it.
    fn shows_annotations(&self) -> bool {
        const LINK: i32 = 2; // FPDF_ANNOT_LINK
        const POPUP: i32 = 16; // FPDF_ANNOT_POPUP
        let ffi = self.document.ffi;
        // SAFETY: the page is loaded, indices stay below the count, every annotation is closed, null ones
        // are not used.
        unsafe {
            (0..ffi.FPDFPage_GetAnnotCount(self.handle)).any(|index| {
                let annotation = ffi.FPDFPage_GetAnnot(self.handle, index);
                if annotation.is_null() {
                    return false;
                }
                let kind = ffi.FPDFAnnot_GetSubtype(annotation);
                ffi.FPDFPage_CloseAnnot(annotation);
                kind != LINK && kind != POPUP
            })
        }
    }

    /// Makes what annotations and form fields show a part of it, in memory only: pdfium leaves them out of
    /// a page's text, and draws fields only through its form module, which can hang. True when the page has
    /// to be loaded again. Its annotations are gone then, links too.
    fn merge_annotations(&self) -> bool {
        const NORMAL_DISPLAY: i32 = 0; // FLAT_NORMALDISPLAY
        const SUCCESS: i32 = 1; // FLATTEN_SUCCESS
        // SAFETY: the page is loaded, and nothing else uses it yet.
        unsafe { self.document.ffi.FPDFPage_Flatten(self.handle, NORMAL_DISPLAY) == SUCCESS }
    }
}

impl Drop for Page<'_> {
    fn drop(&mut self) {
        // SAFETY: the handle is loaded and everything that borrows it is gone.
        unsafe { self.document.ffi.FPDF_ClosePage(self.handle) };
    }
}

impl Document<'_> {
    /// Displayed size of a page in points, without parsing its content.
    pub(crate) fn size_unparsed(&self, page: PageNumber) -> Option<(f32, f32)> {
        let mut size = FS_SIZEF { width: 0.0, height: 0.0 };
        // SAFETY: the document is open and `size` is a live local.
        let known = unsafe {
            self.ffi.FPDF_GetPageSizeByIndexF(self.handle, page.index() as i32, &mut size)
        };
        let unit = self.user_unit(page);
        (known != 0).then_some((size.width * unit, size.height * unit))
    }
}
