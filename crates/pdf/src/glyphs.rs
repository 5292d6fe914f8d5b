//! The characters of a page as pdfium found them, placed in page space.
//!
//! Every call crosses into the library, so what is the same for all characters of one text object
//! (font, size, matrix, render mode) is read once for the object.
#![allow(unsafe_code)] // the FFI boundary

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use pdfium_render::prelude::{
    FPDF_FONT, FPDF_PAGEOBJECT, FPDF_PAGEOBJECTMARK, FPDF_TEXTPAGE, FS_RECTF, PdfiumLibraryBindings,
};

use crate::Page;
use crate::fit::Fit;
use crate::gaps;
use crate::hidden::Doubts;
use crate::looks::{Doubt, Look};
use crate::objects;
use crate::scripts;
use crate::sight::Sight;
use crate::space::PageSpace;
use crate::stated;
use crate::survey::Survey;
use crate::typeset::{FontFacts, Glyph, Ink, Run, sane_extent};

/// Text smaller than this, in points as displayed, is not there to be read.
const LEAST_SIZE_PT: f32 = 1.0;

/// All characters that the file holds, white space included, those that pdfium made up left out,
/// and those that nobody can see; and by the number of a font whether it may draw other letters than it is
/// said to have. `None` when pdfium cannot read the page's text.
pub(crate) fn read(page: &Page<'_>, survey: &Survey) -> Option<(Vec<Glyph>, Vec<Option<Doubt>>)> {
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
        doubts: Doubts::new(page, survey),
        survey,
        tags: page.document.is_tagged().then_some(survey),
        mark: ((std::ptr::null_mut(), 0), -1),
        fonts: HashMap::new(),
        fits: Vec::new(),
        latest: None,
        widths: HashMap::new(),
        object: std::ptr::null_mut(),
        font: std::ptr::null_mut(),
        run: None,
        previous: None,
        stretch: None,
        guessed: false,
        blank: None,
    };
    let mut glyphs = Vec::with_capacity(count as usize);
    let mut index = 0;
    while index < count {
        let (ch, used) = reader.unicode(index, count);
        reader.read_into(&mut glyphs, index, ch);
        index += used;
    }
    reader.end_stretch(&mut glyphs);
    // SAFETY: loaded above, closed once.
    unsafe { ffi.FPDFText_ClosePage(text) };
    let fits = reader.fits.iter();
    let fonts = fits.map(|(name, fit)| {
        let doubt = Doubt { name: *name, codes: fit.is_of_codes() };
        fit.is_doubtful().then_some(doubt)
    });
    let fonts = fonts.collect();
    let doubtful = reader.doubts.into_objects();
    if !doubtful.is_empty() {
        settle(&mut glyphs, Sight::of(page, &doubtful).as_ref());
    }
    gaps::drop_without_room(&mut glyphs);
    gaps::part(&mut glyphs);
    scripts::in_reading_order(&mut glyphs);
    Some((glyphs, fonts))
}

/// Keeps of the doubtful characters those that are seen, all of them where the page cannot be
/// drawn. White space is never seen and separates words, so it stays.
fn settle(glyphs: &mut Vec<Glyph>, sight: Option<&Sight>) {
    let seen = |glyph: &Glyph| {
        glyph.ch.is_whitespace() || sight.is_none_or(|sight| sight.shows(&glyph.rect))
    };
    glyphs.retain_mut(|glyph| match glyph.ink {
        Ink::Drawn | Ink::Layer => true,
        Ink::Doubtful | Ink::DoubtfulLayer => {
            let seen = seen(glyph);
            let layer = glyph.ink == Ink::DoubtfulLayer;
            glyph.ink = if seen { Ink::Drawn } else { Ink::Layer };
            seen || layer
        }
    });
}

/// Puts in a space that was drawn by itself, and dropped by pdfium, between the last character and the
/// next. Marks of no width are drawn so too; behind a space the pen has moved on.
fn space_at(blank: (f32, f32), next: (f32, f32), glyphs: &mut Vec<Glyph>) {
    /// Of the font size: how far from the end of the last character it may be drawn.
    const NEAR: f32 = 0.5;
    /// Of the font size: how far behind it the next character stands at least.
    const LEAST_STEP: f32 = 0.02;
    let Some(last) = glyphs.last().copied().filter(|last| !last.ch.is_whitespace()) else { return };
    let (ax, ay) = last.along;
    let along = |from: (f32, f32), to: (f32, f32)| (to.0 - from.0) * ax + (to.1 - from.1) * ay;
    let across = (blank.0 - last.origin.0) * ay - (blank.1 - last.origin.1) * ax;
    let size = last.size;
    let near = across.abs() < NEAR * size
        && (along(last.origin, blank) - last.advance).abs() < NEAR * size;
    if near && along(blank, next) >= LEAST_STEP * size {
        glyphs.push(Glyph { ch: ' ', guessed_space: false, ..last });
    }
}

/// How far the pen moves for a character, in units of user space.
struct Widths {
    /// By the best knowledge of the character alone.
    stated: f32,
    /// By pdfium's loose box.
    loose: f32,
    /// Where that box begins, from the origin.
    start: f32,
    /// The longer side of the ink's box, in points.
    ink: f32,
}

struct GlyphReader<'s> {
    ffi: &'static dyn PdfiumLibraryBindings,
    text: FPDF_TEXTPAGE,
    space: PageSpace,
    doubts: Doubts<'s>,
    survey: &'s Survey,
    /// Where the file has tags: knows which text stands in forms.
    tags: Option<&'s Survey>,
    /// The innermost mark of the text object before, how many there are, and their content.
    mark: ((FPDF_PAGEOBJECTMARK, i32), i32),
    fonts: HashMap<FPDF_FONT, FontFacts>,
    /// By a font's number: what stands for its name, and how its letters fit.
    fits: Vec<(u64, Fit)>,
    latest: Option<(FPDF_FONT, FontFacts)>,
    widths: HashMap<(FPDF_FONT, char), f32>,
    /// The text object of the character before, its font, and what else it shares.
    object: FPDF_PAGEOBJECT,
    font: FPDF_FONT,
    run: Option<Run>,
    /// Origin in user space of the character before, within the text object, and where its loose box ends and
    /// begins from there.
    previous: Option<((f32, f32), f32, f32)>,
    /// Where the characters begin that a file states for the stretch at hand.
    stretch: Option<usize>,
    /// Whether pdfium has guessed a space since the last character.
    guessed: bool,
    /// Where text without extent was drawn just before the text object at hand.
    blank: Option<(f32, f32)>,
}

impl GlyphReader<'_> {
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
            self.guessed |= ch == ' ';
            return;
        }
        let guessed = std::mem::take(&mut self.guessed);
        if object != self.object {
            self.object = object;
            self.run = self.run(index, object);
            self.previous = None;
            self.blank = self.survey.blank_before(object);
        }
        let Some(run) = self.run else { return };

        let (mut x, mut y) = (0.0, 0.0);
        // SAFETY: `index` is below the count, the pointers are to live locals.
        if unsafe { self.ffi.FPDFText_GetCharOrigin(self.text, index, &mut x, &mut y) } == 0 {
            return;
        }
        let origin = (x as f32, y as f32);
        if let Some(blank) = self.blank.take() {
            space_at(blank, self.space.point(origin.0, origin.1), glyphs);
        }
        let Some(widths) = self.advance(index, &run, origin, ch) else { return };
        // The size alone does not tell: fonts made of drawings are often set at a nominal size.
        if run.size < LEAST_SIZE_PT && widths.ink < LEAST_SIZE_PT {
            return;
        }
        let repeated = self.previous.is_some_and(|previous| previous.0 == origin);
        if !repeated {
            self.end_stretch(glyphs);
        }
        // Where a file states what a stretch says (`ActualText`), pdfium gives every character the
        // stretch's origin and an even slice of its box.
        if repeated && (self.stretch.is_some() || widths.start > 0.05 * run.em_length) {
            if self.stretch.is_none() {
                self.stretch = Some(glyphs.len().saturating_sub(1));
                // The first that is given need not be the first of the stretch.
                if let (Some((_, end, start)), Some(first)) = (self.previous, glyphs.last_mut()) {
                    let at = run.ahead(origin, start);
                    let Glyph { ink, guessed_space, ch, .. } = *first;
                    let placed = run.place(&self.space, at, end - start, ch);
                    *first = Glyph { ink, guessed_space, ..placed };
                }
            }
            let at = run.ahead(origin, widths.start);
            let mut glyph = run.place(&self.space, at, widths.loose - widths.start, ch);
            self.previous = Some((origin, widths.loose, widths.start));
            self.doubts.judge(&mut glyph);
            glyphs.push(glyph);
            return;
        }
        // The letters of a ligature all stand at its origin, and each is as wide as all of it.
        let ligature = repeated;
        if ligature && let (Some((_, wide, _)), Some(last)) = (self.previous, glyphs.last_mut()) {
            let Glyph { ink, ligature, ch, .. } = *last;
            *last = Glyph { ink, ligature, ..run.place(&self.space, origin, wide, ch) };
        }
        if !ligature && run.ink != Ink::Layer {
            self.measure(index, ch, widths.stated / run.em_length, run.font.number);
        }
        let advance = if ligature { widths.loose } else { widths.stated };
        self.previous = Some((origin, widths.loose, widths.start));
        let mut glyph = run.place(&self.space, origin, advance, ch);
        glyph.ligature = ligature;
        glyph.guessed_space = guessed;
        self.doubts.judge(&mut glyph);
        glyphs.push(glyph);
    }

    /// Puts characters that a file states for a stretch into their order.
    fn end_stretch(&mut self, glyphs: &mut [Glyph]) {
        let start = self.stretch.take().unwrap_or(glyphs.len());
        glyphs.get_mut(start..).into_iter().for_each(stated::restore);
    }

    /// Notes how wide the letters of a font are.
    fn measure(&mut self, index: i32, ch: char, width: f32, font: u16) {
        let Some((_, fit)) = self.fits.get_mut(usize::from(font)) else { return };
        if fit.wants(ch) {
            // SAFETY: `index` is below the count.
            let code = unsafe { self.ffi.FPDFText_HasUnicodeMapError(self.text, index) } == 1;
            fit.add(ch, width, code);
        }
    }

    /// How far the pen moves for a character, in units of user space.
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
                    text,
                    index,
                    &mut left,
                    &mut right,
                    &mut bottom,
                    &mut top,
                ) != 0
        };
        if !known {
            return None;
        }
        let loose = (loose.left, loose.bottom, loose.right, loose.top);
        let (start, loose) = run.ends(origin, loose, run.font.stated);
        let loose = loose.max(0.0);
        let ink = (left as f32, bottom as f32, right as f32, top as f32);
        let ink = run.reach(origin, ink, (0.0, 0.0));
        let longer = ((right - left).max(top - bottom) as f32) * self.space.unit();
        if ink < loose - 0.001 * run.em_length {
            return Some(Widths { stated: loose, loose, start, ink: longer });
        }
        let width = self.width(self.font, ch) * run.em_length;
        let stated = if width > 0.4 * loose { width.min(loose) } else { loose };
        Some(Widths { stated, loose, start, ink: longer })
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
        let mut matrix = objects::IDENTITY;
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
        // Some writers make every character a text object of its own, so asking twice counts.
        let mut font = match self.latest {
            Some((known, facts)) if known == handle => facts,
            _ => self.facts(handle),
        };
        self.latest = Some((handle, font));
        // Fill and stroke with the same colour is how bold is drawn without a bold font.
        font.bold |= mode == 2;
        self.font = handle;
        let em = |x: f32, y: f32| (x * font_size, y * font_size);
        let ink = self.doubts.enter(object, mode);
        let look = Look::new(self.doubts.colour(), self.content(object));
        Run::new(&self.space, em(matrix.a, matrix.b), em(matrix.c, matrix.d), font, ink, look)
    }

    /// The number of the marked content that a text object is part of; -1 for none. In a form it is
    /// that of the form: numbers inside of it are its own.
    fn content(&mut self, object: FPDF_PAGEOBJECT) -> i32 {
        let Some(survey) = self.tags else { return -1 };
        if let Some(content) = survey.content_around(object) {
            return content;
        }
        let ffi = self.ffi;
        let Some(mark) = objects::innermost_mark(ffi, object) else { return -1 };
        // Looking a number up takes longer.
        if mark != self.mark.0 {
            // SAFETY: `object` is live.
            let content = unsafe { ffi.FPDFPageObj_GetMarkedContentID(object) };
            self.mark = (mark, content);
        }
        self.mark.1
    }

    fn facts(&mut self, font: FPDF_FONT) -> FontFacts {
        if let Some(known) = self.fonts.get(&font) {
            return *known;
        }
        let (mut ascent, mut descent) = (0.0, 0.0);
        let mut name = [0u8; 256];
        let (mut bold, mut italic) = (false, false);
        let mut angle = 0;
        let mut hasher = DefaultHasher::new();
        if !font.is_null() {
            let ffi = self.ffi;
            // SAFETY: the font is live, the pointers are to live locals of the stated size.
            unsafe {
                ffi.FPDFFont_GetAscent(font, 1.0, &mut ascent);
                ffi.FPDFFont_GetDescent(font, 1.0, &mut descent);
                let length =
                    ffi.FPDFFont_GetBaseFontName(font, name.as_mut_ptr().cast(), name.len());
                let named = &name[..length.saturating_sub(1).min(name.len())];
                named.hash(&mut hasher);
                bold = is_bold_name(named) || ffi.FPDFFont_GetWeight(font) >= 700;
                ffi.FPDFFont_GetItalicAngle(font, &mut angle);
                italic = is_italic_name(named) || ITALIC_ANGLES.contains(&angle);
            }
        }
        let stated = (ascent, descent);
        let (ascent, descent) = sane_extent(ascent, descent);
        // No page has so many fonts that the last number stands for several.
        let number = u16::try_from(self.fits.len()).unwrap_or(u16::MAX);
        self.fits.push((hasher.finish(), Fit::default()));
        let facts = FontFacts { ascent, descent, stated, bold, italic, number };
        self.fonts.insert(font, facts);
        facts
    }
}

/// Angles in degrees, counter-clockwise from upright, that italics state. Some fonts state absurd
/// ones.
const ITALIC_ANGLES: std::ops::RangeInclusive<i32> = -40..=-4;

/// Whether a font's name says that it is bold.
fn is_bold_name(name: &[u8]) -> bool {
    says(name, &["bold", "black", "heavy", "demi"])
}

/// Whether a font's name says that it is italic.
fn is_italic_name(name: &[u8]) -> bool {
    let short = [&b"-It"[..], b"-BoldIt", b"-BdIt", b"-SemiboldIt", b"-LightIt", b"-MediumIt"];
    says(name, &["italic", "oblique", "kursiv"]) || short.iter().any(|end| name.ends_with(end))
}

fn says(name: &[u8], marks: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    marks.iter().any(|mark| name.windows(mark.len()).any(|w| w == mark.as_bytes()))
}
