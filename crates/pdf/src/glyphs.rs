//! The characters of a page as pdfium found them, placed in page space.
//!
//! Every call crosses into the library, so what is the same for all characters of one text object
//! (font, size, matrix, render mode) is read once for the object.
#![allow(unsafe_code)] // the FFI boundary

use std::collections::HashMap;

use citelight_core::Rect;
use pdfium_render::prelude::{
    FPDF_FONT, FPDF_PAGEOBJECT, FPDF_TEXTPAGE, FS_MATRIX, FS_RECTF, PdfiumLibraryBindings,
};

use crate::Page;
use crate::space::PageSpace;

/// One character of a page. Lengths in points, positions in page space.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Glyph {
    pub(crate) ch: char,
    /// Where the pen stood, on the base line.
    pub(crate) origin: (f32, f32),
    /// Unit vector in which the pen moves.
    pub(crate) along: (f32, f32),
    /// How far the pen moves.
    pub(crate) advance: f32,
    /// Pen movement by ascent and descent.
    pub(crate) rect: Rect,
    /// Font size as displayed.
    pub(crate) size: f32,
    pub(crate) bold: bool,
    /// Drawn without ink (render mode 3), as text layers under scans are.
    pub(crate) invisible: bool,
}

/// All characters that the file holds, white space included, those that pdfium made up left out.
/// `None` when pdfium cannot read the page's text.
pub(crate) fn read(page: &Page<'_>) -> Option<Vec<Glyph>> {
    let ffi = page.document.ffi;
    // SAFETY: the page is loaded; the text page is closed below, before the page can be.
    let text = unsafe { ffi.FPDFText_LoadPage(page.handle) };
    if text.is_null() {
        return None;
    }
    // SAFETY: the text page is loaded.
    let count = unsafe { ffi.FPDFText_CountChars(text) }.max(0);
    let mut reader = GlyphReader {
        ffi,
        text,
        space: page.space(),
        fonts: HashMap::new(),
        widths: HashMap::new(),
        object: std::ptr::null_mut(),
        run: None,
        previous: None,
    };
    let mut glyphs = Vec::with_capacity(count as usize);
    let mut index = 0;
    while index < count {
        let (ch, used) = reader.unicode(index, count);
        reader.read_into(&mut glyphs, index, ch);
        index += used;
    }
    // SAFETY: loaded above, closed once.
    unsafe { ffi.FPDFText_ClosePage(text) };
    Some(glyphs)
}

/// What a font says, in units of the font size.
#[derive(Clone, Copy)]
struct FontFacts {
    /// Made sane; for boxes.
    ascent: f32,
    /// Made sane, negative; for boxes.
    descent: f32,
    /// Ascent and descent as the font states them; pdfium's loose boxes are made of these.
    stated: (f32, f32),
    bold: bool,
}

/// What all characters of a text object share.
#[derive(Clone, Copy)]
struct Run {
    /// Text space to user space.
    matrix: FS_MATRIX,
    font_size: f32,
    handle: FPDF_FONT,
    font: FontFacts,
    invisible: bool,
}

/// How far the pen moves for a character, in points.
struct Widths {
    /// By the best knowledge of the character alone.
    stated: f32,
    /// By pdfium's loose box.
    loose: f32,
}

struct GlyphReader {
    ffi: &'static dyn PdfiumLibraryBindings,
    text: FPDF_TEXTPAGE,
    space: PageSpace,
    fonts: HashMap<FPDF_FONT, FontFacts>,
    widths: HashMap<(FPDF_FONT, char), f32>,
    object: FPDF_PAGEOBJECT,
    run: Option<Run>,
    /// Origin in user space and loose width of the character before, within the text object.
    previous: Option<((f32, f32), f32)>,
}

impl GlyphReader {
    /// The character at an index and the number of places it takes: two for a surrogate pair.
    fn unicode(&self, index: i32, count: i32) -> (char, i32) {
        // SAFETY: `index` is below the count.
        let unit = unsafe { self.ffi.FPDFText_GetUnicode(self.text, index) };
        if (0xD800..0xDC00).contains(&unit) && index + 1 < count {
            // SAFETY: as above.
            let low = unsafe { self.ffi.FPDFText_GetUnicode(self.text, index + 1) };
            if (0xDC00..0xE000).contains(&low) {
                let code = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                return (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 2);
            }
        }
        (char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER), 1)
    }

    fn read_into(&mut self, glyphs: &mut Vec<Glyph>, index: i32, ch: char) {
        // Characters that pdfium adds (spaces it guesses, line ends) belong to no text object.
        // SAFETY: `index` is below the count.
        let object = unsafe { self.ffi.FPDFText_GetTextObject(self.text, index) };
        if object.is_null() {
            return;
        }
        if object != self.object {
            self.object = object;
            self.run = self.run(index, object);
            self.previous = None;
        }
        let Some(run) = self.run else { return };

        let (mut x, mut y) = (0.0, 0.0);
        // SAFETY: `index` is below the count, the pointers are to live locals.
        if unsafe { self.ffi.FPDFText_GetCharOrigin(self.text, index, &mut x, &mut y) } == 0 {
            return;
        }
        let origin = (x as f32, y as f32);
        let Some(widths) = self.advance(index, &run, origin, ch) else { return };
        // The letters of a ligature all stand at its origin, and each is as wide as all of it.
        let ligature = self.previous.is_some_and(|previous| previous.0 == origin);
        if ligature && let (Some((_, wide)), Some(last)) = (self.previous, glyphs.last_mut()) {
            *last = place(&self.space, &run, origin, wide, last.ch).unwrap_or(*last);
        }
        let advance = if ligature { widths.loose } else { widths.stated };
        self.previous = Some((origin, widths.loose));
        glyphs.extend(place(&self.space, &run, origin, advance, ch));
    }

    /// How far the pen moves for a character, in points of user space.
    ///
    /// pdfium's loose box ends there, unless the ink reaches farther (an "f" often does): then the
    /// width comes from the font, which is asked by character, not by code, and so is not believed
    /// in the first place.
    fn advance(&mut self, index: i32, run: &Run, origin: (f32, f32), ch: char) -> Option<Widths> {
        let mut loose = FS_RECTF { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 };
        let (mut left, mut right, mut bottom, mut top) = (0.0, 0.0, 0.0, 0.0);
        // SAFETY: `index` is below the count, the pointers are to live locals.
        let known = unsafe {
            let (ffi, text) = (self.ffi, self.text);
            ffi.FPDFText_GetLooseCharBox(text, index, &mut loose) != 0
                && ffi.FPDFText_GetCharBox(
                    text, index, &mut left, &mut right, &mut bottom, &mut top,
                ) != 0
        };
        if !known {
            return None;
        }
        let loose = reach(run, origin, &loose, run.font.stated).max(0.0);
        let ink = FS_RECTF {
            left: left as f32,
            top: top as f32,
            right: right as f32,
            bottom: bottom as f32,
        };
        let ink = reach(run, origin, &ink, (0.0, 0.0));
        let scale = run.matrix.a.hypot(run.matrix.b) * run.font_size;
        if ink < loose - 0.001 * scale {
            return Some(Widths { stated: loose, loose });
        }
        let width = self.width(run.handle, ch) * scale;
        Some(Widths { stated: if width > 0.4 * loose { width.min(loose) } else { loose }, loose })
    }

    /// A character's advance in units of the font size, as the font states it; 0 when it does not.
    fn width(&mut self, font: FPDF_FONT, ch: char) -> f32 {
        let ffi = self.ffi;
        *self.widths.entry((font, ch)).or_insert_with(|| {
            let mut width = 0.0;
            // SAFETY: the font belongs to a live text object, `width` is a live local.
            unsafe { ffi.FPDFFont_GetGlyphWidth(font, u32::from(ch), 1.0, &mut width) };
            if width.is_finite() { width } else { 0.0 }
        })
    }

    fn run(&mut self, index: i32, object: FPDF_PAGEOBJECT) -> Option<Run> {
        let ffi = self.ffi;
        let mut matrix = FS_MATRIX { a: 1.0, b: 0.0, c: 0.0, d: 1.0, e: 0.0, f: 0.0 };
        // SAFETY: `index` is below the count and `object` is the live object of that character.
        let (known, font_size, handle, mode) = unsafe {
            (
                ffi.FPDFText_GetMatrix(self.text, index, &mut matrix),
                ffi.FPDFText_GetFontSize(self.text, index) as f32,
                ffi.FPDFTextObj_GetFont(object),
                ffi.FPDFTextObj_GetTextRenderMode(object),
            )
        };
        if known == 0 {
            return None;
        }
        let mut font = self.font(handle);
        // Fill and stroke with the same colour is how bold is drawn without a bold font.
        font.bold |= mode == 2;
        Some(Run { matrix, font_size, handle, font, invisible: mode == 3 })
    }

    fn font(&mut self, font: FPDF_FONT) -> FontFacts {
        if let Some(known) = self.fonts.get(&font) {
            return *known;
        }
        let (mut ascent, mut descent) = (0.0, 0.0);
        let mut name = [0u8; 256];
        let mut bold = false;
        if !font.is_null() {
            let ffi = self.ffi;
            // SAFETY: the font is live, the pointers are to live locals of the stated size.
            unsafe {
                ffi.FPDFFont_GetAscent(font, 1.0, &mut ascent);
                ffi.FPDFFont_GetDescent(font, 1.0, &mut descent);
                let length =
                    ffi.FPDFFont_GetBaseFontName(font, name.as_mut_ptr().cast(), name.len());
                let named = &name[..length.saturating_sub(1).min(name.len())];
                bold = is_bold_name(named) || ffi.FPDFFont_GetWeight(font) >= 700;
            }
        }
        let stated = (ascent, descent);
        let (ascent, descent) = sane_extent(ascent, descent);
        let facts = FontFacts { ascent, descent, stated, bold };
        self.fonts.insert(font, facts);
        facts
    }
}

/// Places a character on the page. `None` for one that takes no room at all.
fn place(
    space: &PageSpace,
    run: &Run,
    origin: (f32, f32),
    advance: f32,
    ch: char,
) -> Option<Glyph> {
    let m = &run.matrix;
    let em_along = space.vector(m.a * run.font_size, m.b * run.font_size);
    let em_up = space.vector(m.c * run.font_size, m.d * run.font_size);
    let length = em_along.0.hypot(em_along.1);
    let size = em_up.0.hypot(em_up.1);
    if !(length > 1e-3 && size > 1e-3 && length.is_finite() && size.is_finite()) {
        return None;
    }
    let along = (em_along.0 / length, em_along.1 / length);
    let (x, y) = space.point(origin.0, origin.1);
    let corner = |forward: f32, up: f32| {
        (x + along.0 * forward + em_up.0 * up, y + along.1 * forward + em_up.1 * up)
    };
    let corners = [
        corner(0.0, run.font.descent),
        corner(advance, run.font.descent),
        corner(0.0, run.font.ascent),
        corner(advance, run.font.ascent),
    ];
    let mut rect = Rect::new(corners[0].0, corners[0].1, corners[3].0, corners[3].1);
    for (cx, cy) in [corners[1], corners[2]] {
        rect = rect.union(&Rect::new(cx, cy, cx, cy));
    }
    Some(Glyph {
        ch,
        origin: (x, y),
        along,
        advance,
        rect,
        size,
        bold: run.font.bold,
        invisible: run.invisible,
    })
}

/// Distance from a character's origin to the far end of a box of user space, measured where the pen
/// goes. `up` holds the heights (in units of the font size) that the box has been made with; on
/// slanted text they take a part of its extent.
fn reach(run: &Run, origin: (f32, f32), hull: &FS_RECTF, up: (f32, f32)) -> f32 {
    let m = &run.matrix;
    let length = m.a.hypot(m.b);
    let slant = |share: f32| {
        let (one, other) = (share * up.0 * run.font_size, share * up.1 * run.font_size);
        (one.min(other), one.max(other))
    };
    if m.a.abs() >= m.b.abs() {
        let (low, high) = slant(m.c);
        if m.a > 0.0 {
            (hull.right - origin.0 - high) / (m.a / length)
        } else {
            (hull.left - origin.0 - low) / (m.a / length)
        }
    } else {
        let (low, high) = slant(m.d);
        if m.b > 0.0 {
            (hull.top - origin.1 - high) / (m.b / length)
        } else {
            (hull.bottom - origin.1 - low) / (m.b / length)
        }
    }
}

/// Ascent and descent (negative) in units of the font size, as a box that a line of text would
/// take: files state zero, swapped or absurd figures often enough.
fn sane_extent(ascent: f32, descent: f32) -> (f32, f32) {
    let (ascent, descent) = (ascent.clamp(0.0, 1.5), descent.clamp(-1.0, 0.0));
    let height = ascent - descent;
    if ascent < 0.1 {
        (0.9, -0.1)
    } else if height < 1.0 {
        (ascent / height, descent / height)
    } else {
        (ascent, descent)
    }
}

/// Whether a font's name says that it is bold.
fn is_bold_name(name: &[u8]) -> bool {
    let name = name.to_ascii_lowercase();
    ["bold", "black", "heavy", "demi"]
        .iter()
        .any(|mark| name.windows(mark.len()).any(|w| w == mark.as_bytes()))
}
