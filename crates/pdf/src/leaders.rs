//! Rows of dots that a file also states as text (`ActualText`).
//!
//! pdfium believes what is stated, and spreads its characters evenly over the stretch; the dots
//! themselves are where they are drawn. Where nothing but leaders is stated, as between an entry and
//! its page in a table of contents, the statement is taken off before the text is read.
#![allow(unsafe_code)] // the FFI boundary

use std::ffi::c_ulong;

use pdfium_render::prelude::{FPDF_PAGEOBJECT, FPDF_PAGEOBJECTMARK, PdfiumLibraryBindings};

/// Marks around a text object that are looked at; honest files nest a few.
const MOST_MARKS: i32 = 8;

/// Takes off a text object what it states, if that is leaders alone. In memory only.
pub(crate) fn unstate(ffi: &dyn PdfiumLibraryBindings, text: FPDF_PAGEOBJECT) {
    // SAFETY: the object is live.
    let count = unsafe { ffi.FPDFPageObj_CountMarks(text) };
    for index in (0..count.min(MOST_MARKS)).rev() {
        // SAFETY: `index` is below the count; marks live as long as their object holds them.
        let mark = unsafe { ffi.FPDFPageObj_GetMark(text, index as c_ulong) };
        if mark.is_null() {
            continue;
        }
        let stated = stated_by(ffi, mark);
        if is_leaders(&stated) {
            // SAFETY: the mark was just got from this object.
            unsafe { ffi.FPDFPageObj_RemoveMark(text, mark) };
        }
    }
}

/// What a mark states, zeros left out: some programs write UTF-16 without its mark, which is read as
/// single bytes.
fn stated_by(ffi: &dyn PdfiumLibraryBindings, mark: FPDF_PAGEOBJECTMARK) -> String {
    /// Longer statements are more than leaders.
    const LONGEST_BYTES: c_ulong = 8 * 1024;
    const KEY: &str = "ActualText";
    let mut needed = 0;
    let null = std::ptr::null_mut();
    // SAFETY: the mark is live, a null buffer has length 0.
    let known = unsafe { ffi.FPDFPageObjMark_GetParamStringValue(mark, KEY, null, 0, &mut needed) };
    if known == 0 || !(2..=LONGEST_BYTES).contains(&needed) {
        return String::new();
    }
    let mut units = vec![0; needed.div_ceil(2) as usize];
    // SAFETY: the buffer has room for `needed` bytes.
    unsafe {
        let buffer = units.as_mut_ptr();
        ffi.FPDFPageObjMark_GetParamStringValue(mark, KEY, buffer, needed, &mut needed);
    }
    let units = units.into_iter().map(u16::from_le).filter(|&unit| unit != 0);
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn is_leaders(stated: &str) -> bool {
    let dot = |c: char| matches!(c, '.' | '\u{b7}' | '\u{2024}'..='\u{2026}' | '_');
    stated.chars().any(dot) && stated.chars().all(|c| dot(c) || c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaders_are_dots_and_nothing_else() {
        for leaders in [". . . .", "......", "…", "____", " . "] {
            assert!(is_leaders(leaders), "{leaders:?}");
        }
        for text in ["", "  ", "a.", "1. . .", "·a"] {
            assert!(!is_leaders(text), "{text:?}");
        }
    }
}
