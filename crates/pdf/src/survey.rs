//! What a page draws besides text, and in which order: the grounds that text stands on and the
//! covers that may hide it. Bounds only; what is really seen, drawing tells (see `sight`). Its lines
//! are traced on the same way (see `rules`).
#![allow(unsafe_code)] // the FFI boundary

use std::collections::HashMap;

use citelight_core::Rect;
use pdfium_render::prelude::{FPDF_PAGEOBJECT, FS_MATRIX, PdfiumLibraryBindings};

use crate::Page;
use crate::objects::{self, FORM, IDENTITY, IMAGE, PATH, SHADING, TEXT, fill_colour, product};
use crate::rules::{Paint, Tracer};
use crate::space::{PageSpace, hull};

/// Objects looked at on one page; pages with more are maps and drawings.
const MOST_OBJECTS: usize = 200_000;

/// Areas kept of one page; what is drawn beyond them hides nothing.
const MOST_AREAS: usize = 4_000;

/// Bands into which the page's height is cut to find areas.
const BANDS: usize = 64;

/// Nesting of forms that is followed.
const DEEPEST_FORM: u32 = 12;

/// Filled paths thinner than this, in points, are rules.
const LEAST_SIDE_PT: f32 = 2.0;

/// A picture over this share of the page is the page: text under it is a scan's layer.
const PAGE_WIDE: f32 = 0.6;

/// What an area is filled with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Filling {
    /// An image.
    Picture,
    /// One opaque colour.
    Colour([u8; 3]),
    /// A pattern, a shading, something one can see through.
    Mixed,
}

/// A filled area. Its place among the page's objects counts from 0 in drawing order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Area {
    pub(crate) order: u32,
    /// Bounds in page space.
    pub(crate) rect: Rect,
    pub(crate) filling: Filling,
}

/// The areas of a page in drawing order, and where its text objects stand among them.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    areas: Vec<Area>,
    /// Indices of areas by the horizontal band that they touch.
    bands: Vec<Vec<u32>>,
    band_pt: f32,
    orders: HashMap<FPDF_PAGEOBJECT, u32>,
    /// Text objects inside of forms, which may be shown or not as a whole.
    nested: bool,
    /// What the file's tags call the content of the form around a text object; of tagged files.
    contents: HashMap<FPDF_PAGEOBJECT, i32>,
    /// Where text without extent stands, which is white space, by the text object that is drawn next.
    blanks: HashMap<FPDF_PAGEOBJECT, (f32, f32)>,
    blank_texts: usize,
    rules: Vec<Rect>,
}

impl Survey {
    pub(crate) fn of(page: &Page<'_>) -> Self {
        let ffi = page.document.ffi;
        let space = page.space();
        let mut walk = Walk {
            ffi,
            space,
            survey: Self::default(),
            tracer: Tracer::new(ffi, space),
            tagged: page.document.is_tagged(),
            content: None,
            next: 0,
            texts: Vec::new(),
            blank: None,
        };
        // SAFETY: the page is loaded.
        let count = unsafe { ffi.FPDFPage_CountObjects(page.handle) };
        for index in 0..count {
            // SAFETY: `index` is below the count.
            let object = unsafe { ffi.FPDFPage_GetObject(page.handle, index) };
            walk.visit(object, None, 0);
        }
        let Walk { mut survey, texts, tracer, .. } = walk;
        survey.rules = tracer.finish();
        if !survey.areas.is_empty() {
            survey.orders = texts.into_iter().collect();
            survey.index(page.size().1);
        }
        survey
    }

    /// Whether any text stands in a form.
    pub(crate) fn has_nested_text(&self) -> bool {
        self.nested
    }

    /// A text object's place among the areas; `None` where there are none.
    pub(crate) fn order(&self, object: FPDF_PAGEOBJECT) -> Option<u32> {
        self.orders.get(&object).copied()
    }

    /// The marked content that the form around a text object is part of; `None` for text that is
    /// in no form, and in files without tags.
    pub(crate) fn content_around(&self, object: FPDF_PAGEOBJECT) -> Option<i32> {
        self.contents.get(&object).copied()
    }

    /// Where in page space white space was drawn by itself just before a text object.
    pub(crate) fn blank_before(&self, object: FPDF_PAGEOBJECT) -> Option<(f32, f32)> {
        self.blanks.get(&object).copied()
    }

    /// Text objects without extent that stand for more than the white space between so many characters.
    pub(crate) fn unread_texts(&self, chars: usize) -> usize {
        const FEWEST: usize = 50;
        let more = self.blank_texts >= FEWEST && self.blank_texts > 2 * chars;
        if more { self.blank_texts } else { 0 }
    }

    /// The straight lines that the page shows.
    pub(crate) fn into_rules(self) -> Vec<Rect> {
        self.rules
    }

    /// The areas at a point of page space, in drawing order.
    pub(crate) fn at(&self, x: f32, y: f32) -> impl DoubleEndedIterator<Item = &Area> {
        let band = self.bands.get(self.band(y)).map_or(&[][..], Vec::as_slice);
        let areas = band.iter().map(|&index| &self.areas[index as usize]);
        areas.filter(move |area| area.rect.contains_point(x, y))
    }

    fn band(&self, y: f32) -> usize {
        ((y / self.band_pt).max(0.0) as usize).min(BANDS - 1)
    }

    /// Sorts the areas into bands, so that a point is tested against few of them.
    fn index(&mut self, height: f32) {
        self.band_pt = height / BANDS as f32;
        self.bands = vec![Vec::new(); BANDS];
        for (index, area) in self.areas.iter().enumerate() {
            for band in self.band(area.rect.y0)..=self.band(area.rect.y1) {
                self.bands[band].push(index as u32);
            }
        }
    }

    /// Whether the page shows more than text at a point: a picture, a drawing, a coloured ground.
    pub(crate) fn shows_at(&self, x: f32, y: f32) -> bool {
        self.at(x, y).any(|area| !matches!(area.filling, Filling::Colour(c) if is_white(c)))
    }
}

impl Area {
    /// Whether it is a picture that fills most of the page.
    pub(crate) fn is_page_wide(&self, size: (f32, f32)) -> bool {
        let page = Rect::new(0.0, 0.0, size.0, size.1);
        let shared = self.rect.overlap_x(&page) * self.rect.overlap_y(&page);
        self.filling == Filling::Picture && shared >= PAGE_WIDE * page.area()
    }
}

/// Near enough to the paper.
pub(crate) fn is_white(colour: [u8; 3]) -> bool {
    colour.iter().all(|&channel| channel >= 240)
}

struct Walk {
    ffi: &'static dyn PdfiumLibraryBindings,
    space: PageSpace,
    survey: Survey,
    tracer: Tracer,
    tagged: bool,
    /// Marked content of the outermost form at hand.
    content: Option<i32>,
    next: u32,
    texts: Vec<(FPDF_PAGEOBJECT, u32)>,
    /// Where the latest text object stands, if it has no extent.
    blank: Option<(f32, f32)>,
}

impl Walk {
    fn visit(&mut self, object: FPDF_PAGEOBJECT, matrix: Option<&FS_MATRIX>, depth: u32) {
        if object.is_null() || self.next as usize >= MOST_OBJECTS {
            return;
        }
        self.next += 1;
        // SAFETY: the object is live.
        match unsafe { self.ffi.FPDFPageObj_GetType(object) } {
            TEXT => {
                self.survey.nested |= depth > 0;
                self.texts.push((object, self.next));
                if let Some(content) = self.content {
                    self.survey.contents.insert(object, content);
                }
                crate::leaders::unstate(self.ffi, object);
                self.mind_blank(object, matrix);
            }
            FORM if depth < DEEPEST_FORM => self.enter(object, matrix, depth),
            PATH => self.path(object, matrix),
            IMAGE => self.area(object, matrix, Filling::Picture),
            SHADING => self.area(object, matrix, Filling::Mixed),
            _ => {}
        }
    }

    fn enter(&mut self, form: FPDF_PAGEOBJECT, outer: Option<&FS_MATRIX>, depth: u32) {
        let own = objects::matrix(self.ffi, form).unwrap_or(IDENTITY);
        let matrix = outer.map_or(own, |outer| product(&own, outer));
        if self.tagged && depth == 0 {
            // SAFETY: the form is live.
            self.content = Some(unsafe { self.ffi.FPDFPageObj_GetMarkedContentID(form) });
        }
        for object in objects::of_form(self.ffi, form) {
            self.visit(object, Some(&matrix), depth + 1);
        }
        if depth == 0 {
            self.content = None;
        }
    }

    /// Keeps where text without extent stands, which pdfium drops: white space by itself, or text in a
    /// font whose shapes it does not know.
    fn mind_blank(&mut self, object: FPDF_PAGEOBJECT, matrix: Option<&FS_MATRIX>) {
        const NO_EXTENT_PT: f32 = 0.01;
        let bounds = self.bounds(object, matrix);
        let empty = |rect: &Rect| rect.width() < NO_EXTENT_PT && rect.height() < NO_EXTENT_PT;
        match bounds.filter(empty) {
            Some(rect) => {
                self.blank = Some((rect.x0, rect.y0));
                self.survey.blank_texts += 1;
            }
            None => {
                if let Some(place) = self.blank.take() {
                    self.survey.blanks.insert(object, place);
                }
            }
        }
    }

    fn path(&mut self, path: FPDF_PAGEOBJECT, matrix: Option<&FS_MATRIX>) {
        let (mut mode, mut stroke) = (0, 0);
        // SAFETY: the path is live, the pointers are to live locals.
        let known = unsafe { self.ffi.FPDFPath_GetDrawMode(path, &mut mode, &mut stroke) };
        let (filled, stroked) = (mode != 0, stroke != 0);
        if known == 0 || !(filled || stroked) {
            return;
        }
        let Some(bounds) = self.bounds(path, matrix) else { return };
        let fill = if filled { fill_colour(self.ffi, path) } else { None };
        if filled {
            self.add(
                &bounds,
                match fill {
                    Some((250.., colour)) => Filling::Colour(colour),
                    _ => Filling::Mixed,
                },
            );
        }
        self.tracer.path(path, matrix, &bounds, Paint { fill, stroked });
    }

    fn area(&mut self, object: FPDF_PAGEOBJECT, matrix: Option<&FS_MATRIX>, filling: Filling) {
        if let Some(bounds) = self.bounds(object, matrix) {
            self.add(&bounds, filling);
        }
    }

    fn add(&mut self, rect: &Rect, filling: Filling) {
        let large = rect.width().min(rect.height()) >= LEAST_SIDE_PT;
        if large && self.survey.areas.len() < MOST_AREAS {
            self.survey.areas.push(Area { order: self.next, rect: *rect, filling });
        }
    }

    /// The bounds of an object on the page.
    fn bounds(&self, object: FPDF_PAGEOBJECT, matrix: Option<&FS_MATRIX>) -> Option<Rect> {
        let (mut left, mut bottom, mut right, mut top) = (0.0, 0.0, 0.0, 0.0);
        // SAFETY: the object is live, the pointers are to live locals.
        let known = unsafe {
            self.ffi.FPDFPageObj_GetBounds(object, &mut left, &mut bottom, &mut right, &mut top)
        };
        if known == 0 {
            return None;
        }
        let corners = [(left, bottom), (right, bottom), (left, top), (right, top)].map(|(x, y)| {
            let (x, y) = matrix.map_or((x, y), |matrix| objects::moved(matrix, x, y));
            self.space.point(x, y)
        });
        Some(hull(&corners))
    }
}
