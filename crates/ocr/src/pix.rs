//! Leptonica's pictures: made from gray pixels, scaled, turned, levelled, taken apart.
#![allow(unsafe_code)] // the FFI boundary

use std::ffi::c_int;
use std::ptr::NonNull;

use leptess::capi;

use crate::{GrayImage, PixelBox};

/// A picture owned by leptonica; freed when dropped.
pub(crate) struct Pix(NonNull<capi::Pix>);

impl Drop for Pix {
    fn drop(&mut self) {
        let mut raw = self.0.as_ptr();
        // SAFETY: the picture is owned and not used again.
        unsafe { capi::pixDestroy(&mut raw) };
    }
}

impl Pix {
    /// # Safety
    /// `raw` is null or a picture that nobody else frees.
    unsafe fn owned(raw: *mut capi::Pix) -> Option<Self> {
        NonNull::new(raw).map(Self)
    }

    /// A copy, 8 bits a pixel; `None` without memory, or when the bytes do not fit the sizes.
    pub(crate) fn from_gray(image: GrayImage<'_>) -> Option<Self> {
        let (width, height) = (image.width_px as usize, image.height_px as usize);
        if width == 0 || image.pixels.len() != width * height {
            return None;
        }
        // SAFETY: leptonica refuses sizes it cannot hold by null. Its rows are 32-bit words whose
        // highest byte is the leftmost pixel; each has room for `width` pixels.
        unsafe {
            let pix = Self::owned(capi::pixCreate(width as c_int, height as c_int, 8))?;
            let data = capi::pixGetData(pix.raw());
            let words = capi::pixGetWpl(pix.raw()) as usize;
            for (y, row) in image.pixels.chunks_exact(width).enumerate() {
                let line = std::slice::from_raw_parts_mut(data.add(y * words), words);
                for (word, four) in line.iter_mut().zip(row.chunks(4)) {
                    let mut bytes = [0; 4];
                    bytes[..four.len()].copy_from_slice(four);
                    *word = u32::from_be_bytes(bytes);
                }
            }
            Some(pix)
        }
    }

    pub(crate) fn raw(&self) -> *mut capi::Pix {
        self.0.as_ptr()
    }

    /// Width and height in pixels.
    pub(crate) fn size(&self) -> (u32, u32) {
        // SAFETY: the picture is live.
        unsafe { (capi::pixGetWidth(self.raw()) as u32, capi::pixGetHeight(self.raw()) as u32) }
    }

    /// Larger by linear interpolation, smaller by averaging; not sharpened.
    pub(crate) fn scaled(&self, factor: f32) -> Option<Self> {
        // SAFETY: the picture is live; a new one comes back, or null.
        unsafe { Self::owned(capi::pixScaleGeneral(self.raw(), factor, factor, 0.0, 0)) }
    }

    /// Turned clockwise by quarters.
    pub(crate) fn turned(&self, quarters: u8) -> Option<Self> {
        // SAFETY: as above; a null destination asks for a new picture.
        unsafe {
            Self::owned(match quarters % 4 {
                0 => capi::pixCopy(std::ptr::null_mut(), self.raw()),
                2 => capi::pixRotate180(std::ptr::null_mut(), self.raw()),
                1 => capi::pixRotate90(self.raw(), 1),
                _ => capi::pixRotate90(self.raw(), -1),
            })
        }
    }

    /// Turned clockwise about its middle by a small angle, its size kept, corners white.
    pub(crate) fn tilted(&self, radians: f32) -> Option<Self> {
        // SAFETY: as above; the picture has 8 bits a pixel.
        unsafe { Self::owned(capi::pixRotateAMGray(self.raw(), radians, 255)) }
    }

    /// A part of it.
    pub(crate) fn part(&self, part: PixelBox) -> Option<Self> {
        let (w, h) = (part.x1 - part.x0, part.y1 - part.y0);
        // SAFETY: the box is freed; the part is a copy. Leptonica cuts the box to the picture.
        unsafe {
            let mut frame =
                capi::boxCreate(part.x0 as c_int, part.y0 as c_int, w as c_int, h as c_int);
            let part = Self::owned(capi::pixClipRectangle(self.raw(), frame, std::ptr::null_mut()));
            capi::boxDestroy(&mut frame);
            part
        }
    }

    /// Makes boxes white.
    pub(crate) fn blank(&mut self, boxes: impl Iterator<Item = PixelBox>) {
        for part in boxes {
            let [x, y, w, h] = [part.x0, part.y0, part.width(), part.height()].map(|v| v as c_int);
            // SAFETY: the picture is live and only `self` sees it; leptonica cuts the box to it; the
            // box is freed.
            unsafe {
                let mut frame = capi::boxCreate(x.max(0), y.max(0), w.max(1), h.max(1));
                capi::pixSetInRect(self.raw(), frame);
                capi::boxDestroy(&mut frame);
            }
        }
    }

    /// Black where it is darker than its surroundings, for structure only: the paper is evened out,
    /// then a fixed threshold is applied. Small pictures, whose paper cannot be told, are split at
    /// one threshold for all.
    pub(crate) fn ink(&self) -> Option<Self> {
        self.ink_on(self.even().as_ref())
    }

    /// The same of a picture whose paper was evened out already.
    pub(crate) fn ink_on(&self, even: Option<&Self>) -> Option<Self> {
        const INK_BELOW: u8 = 150;
        even.unwrap_or(self).darker(INK_BELOW)
    }

    /// The paper as light everywhere, whatever its shade; `None` for pictures too small to tell.
    pub(crate) fn even(&self) -> Option<Self> {
        const TILE_PX: u32 = 16;
        const PAPER: c_int = 200;
        let (width, height) = self.size();
        if width < 4 * TILE_PX || height < 4 * TILE_PX {
            return None;
        }
        let (null, tile) = (std::ptr::null_mut, TILE_PX as c_int);
        // SAFETY: the picture is live and has 8 bits a pixel; a new one comes back, or null.
        unsafe {
            Self::owned(capi::pixBackgroundNorm(
                self.raw(),
                null(),
                null(),
                tile,
                tile,
                80,
                tile * tile / 3,
                PAPER,
                1,
                1,
            ))
        }
    }

    /// Black where it is darker than this, whatever its surroundings.
    pub(crate) fn darker(&self, than: u8) -> Option<Self> {
        // SAFETY: the picture is live and has 8 bits a pixel; a new one comes back, or null.
        unsafe { Self::owned(capi::pixThresholdToBinary(self.raw(), than.into())) }
    }

    /// What is lighter than this becomes white.
    pub(crate) fn clipped(&self, lightest: u8) -> Option<Self> {
        // SAFETY: the picture is live and has 8 bits a pixel; a null destination asks for a new one.
        unsafe {
            Self::owned(capi::pixThresholdToValue(
                std::ptr::null_mut(),
                self.raw(),
                lightest.into(),
                255,
            ))
        }
    }

    /// Of a black-and-white picture, what a black box of this size fits into.
    pub(crate) fn opened(&self, width: u32, height: u32) -> Option<Self> {
        let (width, height) = (width as c_int, height as c_int);
        // SAFETY: the picture is live; a null destination asks for a new picture.
        unsafe { Self::owned(capi::pixOpenBrick(std::ptr::null_mut(), self.raw(), width, height)) }
    }

    /// With so many pixels of white on every side.
    pub(crate) fn framed(&self, around: u32) -> Option<Self> {
        // SAFETY: the picture is live; a new one comes back, or null.
        unsafe { Self::owned(capi::pixAddBorder(self.raw(), around as c_int, 255)) }
    }

    /// Light becomes dark.
    pub(crate) fn inverted(&self) -> Option<Self> {
        // SAFETY: the picture is live; a null destination asks for a new picture.
        unsafe { Self::owned(capi::pixInvert(std::ptr::null_mut(), self.raw())) }
    }

    /// The angle in radians by which a black-and-white picture has to be turned clockwise for its
    /// lines to be level, and leptonica's confidence (good from 3 on). `None` where it finds none.
    pub(crate) fn skew(&self) -> Option<(f32, f32)> {
        /// Leptonica's own defaults, but for the range, in degrees; halves are searched to 0.01.
        const RANGE: f32 = 7.0;
        let (mut degrees, mut confidence) = (0.0, 0.0);
        // SAFETY: the picture is live and has 1 bit a pixel, the pointers are to live locals.
        let failed = unsafe {
            capi::pixFindSkewSweepAndSearch(
                self.raw(),
                &mut degrees,
                &mut confidence,
                4,
                2,
                RANGE,
                1.0,
                0.01,
            )
        };
        (failed == 0 && degrees.is_finite()).then(|| (degrees.to_radians(), confidence))
    }

    /// The boxes of what hangs together in a black-and-white picture, at most `most`.
    pub(crate) fn components(&self, most: usize) -> Vec<PixelBox> {
        // SAFETY: the picture is live and has 1 bit a pixel; the list is freed below, its boxes are
        // only asked for their sizes, at places below the count.
        unsafe {
            let mut list = capi::pixConnCompBB(self.raw(), 8);
            if list.is_null() {
                return Vec::new();
            }
            let count = (capi::boxaGetCount(list).max(0) as usize).min(most);
            let found = (0..count as c_int).filter_map(|index| {
                let (mut x, mut y, mut w, mut h) = (0, 0, 0, 0);
                let failed = capi::boxaGetBoxGeometry(list, index, &mut x, &mut y, &mut w, &mut h);
                (failed == 0 && x >= 0 && y >= 0 && w > 0 && h > 0).then(|| PixelBox {
                    x0: x as f32,
                    y0: y as f32,
                    x1: (x + w) as f32,
                    y1: (y + h) as f32,
                })
            });
            let found = found.collect();
            capi::boxaDestroy(&mut list);
            found
        }
    }
}

/// Frees a text that tesseract made.
///
/// # Safety
/// `text` comes from a call that says to free it so, and is not used again.
pub(crate) unsafe fn take_text(text: *mut std::ffi::c_char) -> Option<String> {
    if text.is_null() {
        return None;
    }
    // SAFETY: a text of tesseract ends with a zero.
    let own = unsafe { std::ffi::CStr::from_ptr(text) }.to_string_lossy().into_owned();
    // SAFETY: by the caller's word.
    unsafe { capi::TessDeleteText(text) };
    Some(own)
}
