//! Whether characters can really be seen: the page is drawn with and without their text objects,
//! and where both pictures are alike nothing was seen.
//!
//! This settles at once what would be many rules: text in the colour of its ground, under a later
//! box or picture, outside of its clip, of a layer that is switched off. It costs two pictures of
//! low resolution, so only pages with doubtful text are drawn.
#![allow(unsafe_code)] // the FFI boundary

use citelight_core::Rect;
use pdfium_render::prelude::FPDF_PAGEOBJECT;

use crate::{Image, Page, render};

/// Scale of the pictures. Strokes of 10-point text are wider than a pixel then.
const PIXEL_PER_PT: f32 = 2.0;

/// Most pixels of a picture; larger pages are drawn at a smaller scale.
const MOST_PIXELS: f32 = 4e6;

/// Two pixels differ when a channel differs by more than this. The eye misses less than 2 % of
/// contrast; anti-aliasing halves what is there.
const LEAST_DIFFERENCE: u8 = 9;

/// A page with its doubtful text and without it.
pub(crate) struct Sight {
    with: Image,
    without: Image,
}

impl Sight {
    /// Draws the page twice. `None` when it cannot be drawn.
    pub(crate) fn of(page: &Page<'_>, doubtful: &[FPDF_PAGEOBJECT]) -> Option<Self> {
        let (width, height) = page.size();
        let scale = PIXEL_PER_PT.min((MOST_PIXELS / (width * height)).sqrt());
        let with = render::page(page, scale)?;
        let switch = |active| {
            for &object in doubtful {
                // SAFETY: the objects belong to the loaded page.
                unsafe { page.document.ffi.FPDFPageObj_SetIsActive(object, active) };
            }
        };
        switch(0);
        let without = render::page(page, scale);
        switch(1);
        Some(Self { with, without: without? })
    }

    /// Whether the text makes a difference in a box of page space.
    pub(crate) fn shows(&self, rect: &Rect) -> bool {
        let scale = self.with.pixel_per_pt;
        // Neighbours reach over the sides of a character, so those are left out.
        let inset = 0.15 * rect.width().min(rect.height());
        let range = |low: f32, high: f32, most: u32| {
            let first = ((low + inset) * scale).floor().max(0.0) as usize;
            let last = ((high - inset) * scale).ceil().max(0.0) as usize;
            first..last.max(first + 1).min(most as usize)
        };
        let columns = range(rect.x0, rect.x1, self.with.width_px);
        let stride = self.with.width_px as usize;
        range(rect.y0, rect.y1, self.with.height_px).any(|row| {
            let bytes = (row * stride + columns.start) * 4..(row * stride + columns.end) * 4;
            match (self.with.rgba.get(bytes.clone()), self.without.rgba.get(bytes)) {
                (Some(one), Some(other)) => {
                    one.iter().zip(other).any(|(a, b)| a.abs_diff(*b) > LEAST_DIFFERENCE)
                }
                _ => false,
            }
        })
    }
}
