//! Which text may be hidden from whoever looks at the page. Cheap signs only, by text object and
//! then by character; drawing settles the doubts (see `sight`).
//!
//! Without ink are render mode 3 and an opacity of nothing. Doubtful is text of its ground's
//! colour, text under what is drawn later, text outside of its clip, and optional content.
#![allow(unsafe_code)] // the FFI boundary

use pdfium_render::prelude::{
    FPDF_CLIPPATH, FPDF_PAGEOBJECT, FPDF_PAGEOBJECTMARK, PdfiumLibraryBindings,
};

use crate::Page;
use crate::objects::{self, fill_colour, stroke_colour};
use crate::survey::{Filling, Survey, is_white};
use crate::typeset::{Glyph, Ink};

// Text render modes (fpdf_edit.h).
const STROKE: i32 = 1;
const FILL_AND_STROKE: i32 = 2;
const INVISIBLE: i32 = 3;

/// Opacity (of 255) up to which something is as good as not drawn.
pub(crate) const MOST_CLEAR: u8 = 12;

/// Colours whose channels all differ by less than this may be one to the eye.
const LIKE: u8 = 24;

/// Text that its clip shortens by more than this share of its shorter side is looked at: less cuts
/// the hook off an "f", more may be a character of a line.
const MOST_CLIPPED: f32 = 0.5;

/// Clip points that are looked at; longer paths are taken for doubtful.
const MOST_CLIP_POINTS: i32 = 256;

/// The signs of the text object at hand, and the objects that gave rise to doubt.
pub(crate) struct Doubts<'s> {
    ffi: &'static dyn PdfiumLibraryBindings,
    survey: &'s Survey,
    size: (f32, f32),
    /// The file has layers that may be switched off.
    has_layers: bool,
    /// Text in forms may belong to them.
    doubt_forms: bool,
    objects: Vec<FPDF_PAGEOBJECT>,
    /// The innermost mark seen last, and whether it or one around it was optional content.
    mark: ((FPDF_PAGEOBJECTMARK, i32), bool),
    object: FPDF_PAGEOBJECT,
    ink: Ink,
    colour: Option<[u8; 3]>,
    /// Its place among the areas of the page.
    order: Option<u32>,
}

impl<'s> Doubts<'s> {
    pub(crate) fn new(page: &Page<'_>, survey: &'s Survey) -> Self {
        Self {
            ffi: page.document.ffi,
            survey,
            size: page.size(),
            has_layers: page.document.has_layers(),
            doubt_forms: survey.has_nested_text() && page.document.has_layers(),
            objects: Vec::new(),
            mark: ((std::ptr::null_mut(), 0), false),
            object: std::ptr::null_mut(),
            ink: Ink::Drawn,
            colour: None,
            order: None,
        }
    }

    /// Turns to a text object and says what is known of all its characters.
    pub(crate) fn enter(&mut self, object: FPDF_PAGEOBJECT, mode: i32) -> Ink {
        self.object = object;
        self.order = self.survey.order(object);
        let fill = fill_colour(self.ffi, object);
        let stroke = || stroke_colour(self.ffi, object);
        let paint = match mode {
            STROKE => stroke(),
            FILL_AND_STROKE => fill.max(stroke()),
            _ => fill,
        };
        self.colour = paint.map(|(_, colour)| colour);
        self.ink = if mode == INVISIBLE || paint.is_some_and(|(alpha, _)| alpha <= MOST_CLEAR) {
            Ink::Layer
        } else if self.doubt_forms || self.is_optional(object) || self.is_clipped(object) {
            Ink::Doubtful
        } else {
            Ink::Drawn
        };
        self.ink
    }

    /// Marks a character of that object as doubtful where its place says so.
    pub(crate) fn judge(&mut self, glyph: &mut Glyph) {
        if self.ink == Ink::Drawn {
            let (cover, ground) = self.neighbours(glyph);
            let alike = |colour| match ground {
                None => is_alike(colour, [255; 3]),
                Some(Filling::Colour(ground)) => is_alike(colour, ground),
                Some(Filling::Picture | Filling::Mixed) => is_white(colour),
            };
            if let Some(page_wide) = cover {
                glyph.ink = if page_wide { Ink::DoubtfulLayer } else { Ink::Doubtful };
            } else if self.colour.is_some_and(alike) {
                glyph.ink = Ink::Doubtful;
            }
        }
        let doubtful = matches!(glyph.ink, Ink::Doubtful | Ink::DoubtfulLayer);
        if doubtful && self.objects.last() != Some(&self.object) {
            self.objects.push(self.object);
        }
    }

    /// What is drawn later over a character (and whether it is as wide as the page), and what it
    /// stands on.
    fn neighbours(&self, glyph: &Glyph) -> (Option<bool>, Option<Filling>) {
        let Some(order) = self.order else { return (None, None) };
        let (mut cover, mut ground) = (None, None);
        for area in self.survey.at(glyph.rect.center_x(), glyph.rect.center_y()) {
            if area.order < order {
                ground = Some(area.filling);
            } else {
                cover = Some(cover == Some(true) || area.is_page_wide(self.size));
            }
        }
        (cover, ground)
    }

    /// The colour of that object; `None` for patterns.
    pub(crate) fn colour(&self) -> Option<[u8; 3]> {
        self.colour
    }

    /// The objects with doubtful characters.
    pub(crate) fn into_objects(self) -> Vec<FPDF_PAGEOBJECT> {
        self.objects
    }

    /// Whether an object belongs to optional content, which may be switched off.
    fn is_optional(&mut self, object: FPDF_PAGEOBJECT) -> bool {
        if !self.has_layers {
            return false;
        }
        let ffi = self.ffi;
        let Some(mark) = objects::innermost_mark(ffi, object) else { return false };
        if mark != self.mark.0 {
            let optional = (0..mark.1).any(|index| {
                // SAFETY: the index is below the count.
                let mark = unsafe { ffi.FPDFPageObj_GetMark(object, index as std::ffi::c_ulong) };
                is_optional_mark(ffi, mark)
            });
            self.mark = (mark, optional);
        }
        self.mark.1
    }

    /// Whether an object's clip takes a part of it away that matters. pdfium has already taken clips
    /// away that hold the object wholly.
    fn is_clipped(&self, object: FPDF_PAGEOBJECT) -> bool {
        let ffi = self.ffi;
        // SAFETY: the object is live, and so is its clip path.
        let (clip, paths) = unsafe {
            let clip = ffi.FPDFPageObj_GetClipPath(object);
            if clip.is_null() {
                return false;
            }
            (clip, ffi.FPDFClipPath_CountPaths(clip))
        };
        if paths <= 0 {
            return false;
        }
        let Some(whole) = bounds(ffi, object) else { return true };
        let mut left = whole;
        for index in 0..paths {
            let Some(path) = clip_bounds(ffi, clip, index) else { return true };
            left = (left.0.max(path.0), left.1.max(path.1), left.2.min(path.2), left.3.min(path.3));
        }
        let size = |b: Bounds| ((b.2 - b.0).max(0.0), (b.3 - b.1).max(0.0));
        let ((width, height), (left_width, left_height)) = (size(whole), size(left));
        let most = MOST_CLIPPED * width.min(height);
        width - left_width > most || height - left_height > most
    }
}

/// Left, bottom, right, top in the space of the object.
type Bounds = (f32, f32, f32, f32);

fn bounds(ffi: &dyn PdfiumLibraryBindings, object: FPDF_PAGEOBJECT) -> Option<Bounds> {
    let (mut left, mut bottom, mut right, mut top) = (0.0, 0.0, 0.0, 0.0);
    // SAFETY: the object is live, the pointers are to live locals.
    let known =
        unsafe { ffi.FPDFPageObj_GetBounds(object, &mut left, &mut bottom, &mut right, &mut top) };
    (known != 0).then_some((left, bottom, right, top))
}

/// The box around a path of a clip; `None` when it is too long to look at.
fn clip_bounds(
    ffi: &dyn PdfiumLibraryBindings,
    clip: FPDF_CLIPPATH,
    path: std::ffi::c_int,
) -> Option<Bounds> {
    // SAFETY: the clip is live and the index is below its count.
    let count = unsafe { ffi.FPDFClipPath_CountPathSegments(clip, path) };
    if count > MOST_CLIP_POINTS {
        return None;
    }
    let mut bounds = (f32::MAX, f32::MAX, f32::MIN, f32::MIN);
    for index in 0..count {
        let (mut x, mut y) = (0.0, 0.0);
        // SAFETY: the index is below the count, the pointers are to live locals.
        let known = unsafe {
            let segment = ffi.FPDFClipPath_GetPathSegment(clip, path, index);
            !segment.is_null() && ffi.FPDFPathSegment_GetPoint(segment, &mut x, &mut y) != 0
        };
        if known {
            bounds = (bounds.0.min(x), bounds.1.min(y), bounds.2.max(x), bounds.3.max(y));
        }
    }
    Some(bounds)
}

/// Whether a mark says "optional content" (ISO 32000-1, 8.11.3.2).
fn is_optional_mark(ffi: &dyn PdfiumLibraryBindings, mark: FPDF_PAGEOBJECTMARK) -> bool {
    let mut name = [0u16; 4];
    let mut length = 0;
    // SAFETY: the buffer has the stated size in bytes; pdfium leaves it alone when it is too small.
    let known = !mark.is_null()
        && unsafe { ffi.FPDFPageObjMark_GetName(mark, name.as_mut_ptr(), 8, &mut length) } != 0;
    known && length == 6 && name[..2] == [u16::from(b'O'), u16::from(b'C')]
}

fn is_alike(one: [u8; 3], other: [u8; 3]) -> bool {
    one.iter().zip(other).all(|(a, b)| a.abs_diff(b) < LIKE)
}
