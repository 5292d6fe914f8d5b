//! The pictures that a page shows: where they lie, how fine they are, and a drawing of a part.
//!
//! Owns the walk over a page's objects, those of form XObjects included. Refuses: what the pictures
//! show; nothing is decoded here.
#![allow(unsafe_code)] // the FFI boundary

use citelight_core::Rect;
use pdfium_render::prelude::{FPDF_PAGEOBJECT, FS_MATRIX, PdfiumLibraryBindings};

use crate::objects::{self, FORM, IDENTITY, IMAGE, TEXT, product};
use crate::space::{PageSpace, hull};
use crate::{Image, Page, render};

/// A form that calls forms is followed so far; scanner programs nest one or two.
const DEEPEST_FORM: u32 = 8;

/// Objects looked at on one page. A page with more is a drawing, and its text is native.
const MOST_OBJECTS: u32 = 50_000;

/// A picture over this share of the page hides what was drawn before it.
const HIDING_COVER: f32 = 0.8;

/// How text without ink is drawn (fpdf_edit.h, `FPDF_TEXTRENDERMODE_INVISIBLE`).
const INVISIBLE: i32 = 3;

/// One picture on a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedImage {
    /// Where it shows, in points of the displayed page, cut to the page.
    pub rect: Rect,
    /// Width of the picture itself in pixels.
    pub width_px: u32,
    /// Height of the picture itself in pixels.
    pub height_px: u32,
    /// How fine it is on the page, along its finer side.
    pub pixel_per_pt: f32,
}

/// What a page is made of, as far as it matters for recognition.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Drawing {
    /// Pictures in drawing order.
    pub images: Vec<PlacedImage>,
    /// Text objects that show.
    pub shown_texts: u32,
    /// Text objects without ink, or below a picture that covers the page: the layer which scanner
    /// programs write.
    pub hidden_texts: u32,
}

impl Page<'_> {
    /// The pictures on the page and how its text is drawn. Costs some nanoseconds an object.
    pub fn drawing(&self) -> Drawing {
        let ffi = self.document.ffi;
        let (width, height) = self.size();
        let mut walk = Walk {
            ffi,
            space: self.space(),
            page: Rect::new(0.0, 0.0, width, height),
            left: MOST_OBJECTS,
            found: Drawing::default(),
        };
        // SAFETY: the page is loaded; indices stay below the count; objects live as long as it.
        unsafe {
            for index in 0..ffi.FPDFPage_CountObjects(self.handle) {
                walk.look(ffi.FPDFPage_GetObject(self.handle, index), &IDENTITY, 0);
            }
        }
        walk.found
    }

    /// Draws a part of the page as [`Page::render`] draws the whole, and tells which part it drew:
    /// its corner is moved to a whole pixel. `None` when it cannot be drawn.
    pub fn render_part(&self, part: &Rect, pixel_per_pt: f32) -> Option<(Image, Rect)> {
        let image = render::part(self, part, pixel_per_pt)?;
        let scale = image.pixel_per_pt;
        let (x0, y0) = ((part.x0 * scale).round() / scale, (part.y0 * scale).round() / scale);
        let (width, height) = (image.width_px as f32 / scale, image.height_px as f32 / scale);
        Some((image, Rect::new(x0, y0, x0 + width, y0 + height)))
    }
}

struct Walk {
    ffi: &'static dyn PdfiumLibraryBindings,
    space: PageSpace,
    page: Rect,
    left: u32,
    found: Drawing,
}

impl Walk {
    /// # Safety
    /// `object` is null or belongs to a loaded page.
    unsafe fn look(&mut self, object: FPDF_PAGEOBJECT, outer: &FS_MATRIX, depth: u32) {
        if object.is_null() || self.left == 0 {
            return;
        }
        self.left -= 1;
        let ffi = self.ffi;
        // SAFETY: the object is live, and so are the objects of a live form below its count.
        unsafe {
            match ffi.FPDFPageObj_GetType(object) {
                TEXT if ffi.FPDFTextObj_GetTextRenderMode(object) == INVISIBLE => {
                    self.found.hidden_texts += 1;
                }
                TEXT => self.found.shown_texts += 1,
                IMAGE => self.image(object, outer),
                FORM if depth < DEEPEST_FORM => {
                    let Some(own) = objects::matrix(ffi, object) else { return };
                    let inner = product(&own, outer);
                    for part in objects::of_form(ffi, object) {
                        self.look(part, &inner, depth + 1);
                    }
                }
                _ => {}
            }
        }
    }

    /// # Safety
    /// `object` is a live image object.
    unsafe fn image(&mut self, object: FPDF_PAGEOBJECT, outer: &FS_MATRIX) {
        let (mut width_px, mut height_px) = (0, 0);
        // SAFETY: the object is live, the pointers are to live locals.
        let own = unsafe {
            let known =
                self.ffi.FPDFImageObj_GetImagePixelSize(object, &mut width_px, &mut height_px);
            objects::matrix(self.ffi, object).filter(|_| known != 0)
        };
        let Some(own) = own else { return };
        let Some((rect, pixel_per_pt)) =
            place(&product(&own, outer), &self.space, &self.page, (width_px, height_px))
        else {
            return;
        };
        if rect.area() >= HIDING_COVER * self.page.area() {
            self.found.hidden_texts += std::mem::take(&mut self.found.shown_texts);
        }
        self.found.images.push(PlacedImage { rect, width_px, height_px, pixel_per_pt });
    }
}

/// The hull of the unit square under a matrix, cut to the page, and pixels per point along the
/// finer side; `None` for what does not show.
fn place(
    matrix: &FS_MATRIX,
    space: &PageSpace,
    page: &Rect,
    (width_px, height_px): (u32, u32),
) -> Option<(Rect, f32)> {
    const LEAST_PT: f32 = 0.01;
    let FS_MATRIX { a, b, c, d, e, f } = *matrix;
    let corners = [(e, f), (e + a, f + b), (e + c, f + d), (e + a + c, f + b + d)];
    let hull = hull(&corners.map(|(x, y)| space.point(x, y)));
    let rect = Rect {
        x0: hull.x0.max(page.x0),
        y0: hull.y0.max(page.y0),
        x1: hull.x1.min(page.x1),
        y1: hull.y1.min(page.y1),
    };
    // Written so that figures which are no numbers fail, too.
    let shows = rect.width() > LEAST_PT && rect.height() > LEAST_PT;
    let (across, down) = (a.hypot(b).max(LEAST_PT), c.hypot(d).max(LEAST_PT));
    let pixel_per_pt = (width_px as f32 / across).max(height_px as f32 / down);
    (shows && pixel_per_pt.is_finite() && pixel_per_pt > 0.0).then_some((rect, pixel_per_pt))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_land_where_their_matrices_put_them() {
        let space = PageSpace::new(0.0, 0.0, 600.0, 800.0, 0);
        let page = Rect::new(0.0, 0.0, 600.0, 800.0);
        let m = |a, b, c, d, e, f| FS_MATRIX { a, b, c, d, e, f };
        let cases = [
            // Upright; turned by 90 degrees; half off the page; in a form drawn at half size.
            (m(300.0, 0.0, 0.0, 400.0, 10.0, 20.0), Some((10.0, 380.0, 310.0, 780.0, 2.0))),
            (m(0.0, 300.0, -400.0, 0.0, 500.0, 20.0), Some((100.0, 480.0, 500.0, 780.0, 2.0))),
            (m(600.0, 0.0, 0.0, 800.0, 300.0, 0.0), Some((300.0, 0.0, 600.0, 800.0, 1.0))),
            (
                product(&m(300.0, 0.0, 0.0, 400.0, 0.0, 0.0), &m(0.5, 0.0, 0.0, 0.5, 5.0, 0.0)),
                Some((5.0, 600.0, 155.0, 800.0, 4.0)),
            ),
            (m(300.0, 0.0, 0.0, 400.0, 700.0, 0.0), None),
            (m(0.0, 0.0, 0.0, 0.0, 10.0, 10.0), None),
            (m(f32::NAN, 0.0, 0.0, 400.0, 0.0, 0.0), None),
        ];
        for (matrix, expected) in cases {
            let found = place(&matrix, &space, &page, (600, 800));
            let found = found.map(|(r, scale)| (r.x0, r.y0, r.x1, r.y1, scale));
            assert_eq!(found, expected, "{matrix:?}");
        }
    }
}
