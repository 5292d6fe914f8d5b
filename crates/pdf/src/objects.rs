//! What every walk over a page's objects needs: their kinds, the objects of a form, matrices and
//! colours.
#![allow(unsafe_code)] // the FFI boundary

use std::ffi::c_ulong;

use pdfium_render::prelude::{
    FPDF_PAGEOBJECT, FPDF_PAGEOBJECTMARK, FS_MATRIX, PdfiumLibraryBindings,
};

// Kinds of page objects (fpdf_edit.h).
pub(crate) const TEXT: i32 = 1;
pub(crate) const PATH: i32 = 2;
pub(crate) const IMAGE: i32 = 3;
pub(crate) const SHADING: i32 = 4;
pub(crate) const FORM: i32 = 5;

pub(crate) const IDENTITY: FS_MATRIX = FS_MATRIX { a: 1.0, b: 0.0, c: 0.0, d: 1.0, e: 0.0, f: 0.0 };

/// From an object's own space to that of the form or page it stands in; `None` where it has none.
pub(crate) fn matrix(
    ffi: &dyn PdfiumLibraryBindings,
    object: FPDF_PAGEOBJECT,
) -> Option<FS_MATRIX> {
    let mut matrix = IDENTITY;
    // SAFETY: the object is live, the pointer is to a live local.
    let known = unsafe { ffi.FPDFPageObj_GetMatrix(object, &mut matrix) };
    (known != 0).then_some(matrix)
}

/// First `inner`, then `outer`, as PDF multiplies.
pub(crate) fn product(inner: &FS_MATRIX, outer: &FS_MATRIX) -> FS_MATRIX {
    FS_MATRIX {
        a: inner.a * outer.a + inner.b * outer.c,
        b: inner.a * outer.b + inner.b * outer.d,
        c: inner.c * outer.a + inner.d * outer.c,
        d: inner.c * outer.b + inner.d * outer.d,
        e: inner.e * outer.a + inner.f * outer.c + outer.e,
        f: inner.e * outer.b + inner.f * outer.d + outer.f,
    }
}

/// Where a matrix puts a point.
pub(crate) fn moved(matrix: &FS_MATRIX, x: f32, y: f32) -> (f32, f32) {
    (matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f)
}

/// The objects of a form in drawing order.
pub(crate) fn of_form(
    ffi: &'static dyn PdfiumLibraryBindings,
    form: FPDF_PAGEOBJECT,
) -> impl Iterator<Item = FPDF_PAGEOBJECT> {
    // SAFETY: the form is live.
    let count = unsafe { ffi.FPDFFormObj_CountObjects(form) };
    // SAFETY: the index is below the count.
    (0..count).map(move |index| unsafe { ffi.FPDFFormObj_GetObject(form, index as c_ulong) })
}

/// The innermost of the marks around an object's content, and how many there are; `None` where there
/// are none. Objects that have both in common share all their marks.
pub(crate) fn innermost_mark(
    ffi: &dyn PdfiumLibraryBindings,
    object: FPDF_PAGEOBJECT,
) -> Option<(FPDF_PAGEOBJECTMARK, i32)> {
    // SAFETY: the object is live; the index is below the count.
    unsafe {
        let count = ffi.FPDFPageObj_CountMarks(object);
        (count > 0).then(|| (ffi.FPDFPageObj_GetMark(object, (count - 1) as c_ulong), count))
    }
}

/// Opacity (0 to 255) and colour with which an object is filled; `None` for patterns.
pub(crate) fn fill_colour(
    ffi: &dyn PdfiumLibraryBindings,
    object: FPDF_PAGEOBJECT,
) -> Option<(u8, [u8; 3])> {
    // SAFETY: the object is live.
    colour(|r, g, b, a| unsafe { ffi.FPDFPageObj_GetFillColor(object, r, g, b, a) })
}

/// Opacity (0 to 255) and colour of an object's stroke; `None` for patterns.
pub(crate) fn stroke_colour(
    ffi: &dyn PdfiumLibraryBindings,
    object: FPDF_PAGEOBJECT,
) -> Option<(u8, [u8; 3])> {
    // SAFETY: the object is live.
    colour(|r, g, b, a| unsafe { ffi.FPDFPageObj_GetStrokeColor(object, r, g, b, a) })
}

fn colour(
    get: impl FnOnce(&mut u32, &mut u32, &mut u32, &mut u32) -> i32,
) -> Option<(u8, [u8; 3])> {
    let (mut r, mut g, mut b, mut a) = (0, 0, 0, 0);
    let known = get(&mut r, &mut g, &mut b, &mut a);
    (known != 0).then_some((a as u8, [r as u8, g as u8, b as u8]))
}
