//! Draws a page into memory.
#![allow(unsafe_code)] // the FFI boundary

use citelight_core::Rect;

use crate::Page;

/// The largest picture that is ever made: 32 million pixels, 128 MB as RGBA. An A4 page at 600 dpi
/// has 35 million, at 300 dpi 9 million.
pub const MAX_PIXELS: u32 = 32_000_000;

/// Longest side in pixels, so that strips of extreme aspect stay drawable.
const MAX_SIDE_PX: u32 = 16_000;

/// A picture: rows from the top, four bytes a pixel (red, green, blue, alpha), no padding.
pub struct Image {
    /// Width in pixels; at least 1.
    pub width_px: u32,
    /// Height in pixels; at least 1.
    pub height_px: u32,
    /// The scale it was drawn at, after the cap.
    pub pixel_per_pt: f32,
    /// `width_px * height_px * 4` bytes.
    pub rgba: Vec<u8>,
}

impl Image {
    /// Luma by ITU-R BT.601, one byte a pixel.
    pub fn to_gray(&self) -> Vec<u8> {
        let luma = |p: &[u8]| {
            let sum = 299 * u32::from(p[0]) + 587 * u32::from(p[1]) + 114 * u32::from(p[2]);
            ((sum + 500) / 1000) as u8
        };
        self.rgba.chunks_exact(4).map(luma).collect()
    }
}

pub(crate) fn page(page: &Page<'_>, pixel_per_pt: f32) -> Option<Image> {
    let (width, height) = page.size();
    part(page, &Rect::new(0.0, 0.0, width, height), pixel_per_pt)
}

/// The pixels of the page's drawing at this scale that a part of it touches.
pub(crate) fn part(page: &Page<'_>, part: &Rect, pixel_per_pt: f32) -> Option<Image> {
    const BGRX: i32 = 3; // FPDFBitmap_BGRx
    const ANNOTATIONS: i32 = 0x01; // FPDF_ANNOT
    const REVERSE_BYTE_ORDER: i32 = 0x10; // FPDF_REVERSE_BYTE_ORDER
    const WHITE: std::ffi::c_ulong = 0xffff_ffff;

    let (page_width, page_height) = page.size();
    let scale = capped_scale(part.width(), part.height(), pixel_per_pt)?;
    let px = |pt: f32, most: f32| (pt * scale).round().clamp(1.0, most) as u32;
    let (width_px, height_px) =
        (px(part.width(), MAX_SIDE_PX as f32), px(part.height(), MAX_SIDE_PX as f32));
    let stride = width_px as usize * 4;
    let mut rgba = vec![0u8; stride * height_px as usize];

    let ffi = page.document.ffi;
    let (w, h) = (width_px as i32, height_px as i32);
    // The whole page is laid out at the scale; the bitmap is a window on it.
    let whole = (px(page_width, i32::MAX as f32) as i32, px(page_height, i32::MAX as f32) as i32);
    let corner = (-(part.x0 * scale).round() as i32, -(part.y0 * scale).round() as i32);
    // SAFETY: the bitmap draws into `rgba`, which has `stride * height_px` bytes and outlives it.
    unsafe {
        let bitmap = ffi.FPDFBitmap_CreateEx(w, h, BGRX, rgba.as_mut_ptr().cast(), stride as i32);
        if bitmap.is_null() {
            return None;
        }
        ffi.FPDFBitmap_FillRect(bitmap, 0, 0, w, h, WHITE);
        let flags = ANNOTATIONS | REVERSE_BYTE_ORDER;
        let (x, y) = corner;
        ffi.FPDF_RenderPageBitmap(bitmap, page.handle, x, y, whole.0, whole.1, 0, flags);
        ffi.FPDFBitmap_Destroy(bitmap);
    }
    // The fourth byte is unused by pdfium in this format and may hold anything.
    rgba.chunks_exact_mut(4).for_each(|pixel| pixel[3] = 255);
    Some(Image { width_px, height_px, pixel_per_pt: scale, rgba })
}

/// The scale asked for, lowered to the caps; `None` when it is no positive number.
fn capped_scale(width_pt: f32, height_pt: f32, pixel_per_pt: f32) -> Option<f32> {
    if !(pixel_per_pt > 0.0 && pixel_per_pt.is_finite()) {
        return None;
    }
    let by_area = (MAX_PIXELS as f32 / (width_pt * height_pt)).sqrt();
    let by_side = MAX_SIDE_PX as f32 / width_pt.max(height_pt);
    Some(pixel_per_pt.min(by_area).min(by_side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_capped_by_area_and_by_side() {
        let cases = [
            (612.0, 792.0, 2.0, Some(2.0)),
            (612.0, 792.0, 100.0, Some((32e6f32 / (612.0 * 792.0)).sqrt())),
            (20_000.0, 10.0, 1.0, Some(0.8)),
            (612.0, 792.0, 0.0, None),
            (612.0, 792.0, f32::NAN, None),
            (612.0, 792.0, f32::INFINITY, None),
        ];
        for (w, h, asked, given) in cases {
            assert_eq!(capped_scale(w, h, asked), given, "{w} x {h} at {asked}");
        }
    }

    #[test]
    fn gray_weighs_the_channels() {
        let rgba = vec![255, 0, 0, 255, 0, 255, 0, 255, 255, 255, 255, 255];
        let image = Image { width_px: 3, height_px: 1, pixel_per_pt: 1.0, rgba };
        assert_eq!(image.to_gray(), [76, 150, 255]);
    }
}
