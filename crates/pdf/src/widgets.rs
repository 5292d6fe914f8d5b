//! Where a page of an interactive form can be filled in.
#![allow(unsafe_code)] // the FFI boundary

use citelight_core::{MOST_RULES, PageMarks, Rect, TagRole, Tagged, Word};
use pdfium_render::prelude::FS_RECTF;

use crate::Page;
use crate::space::hull;

/// Caps against hostile pages; a page of a tax form has some two hundred fields.
const MOST_FIELDS: i32 = 4_000;

/// A place that can be filled in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Widget {
    /// Its box, in points of the displayed page.
    pub(crate) rect: Rect,
    /// Whether it is ticked, and not written in.
    pub(crate) tick: bool,
}

/// The fields of a page, as long as its annotations are apart.
pub(crate) fn read(page: &Page<'_>) -> Vec<Widget> {
    const WIDGET: i32 = 20; // FPDF_ANNOT_WIDGET
    let (ffi, space) = (page.document.ffi, page.space());
    // SAFETY: the page is loaded, indices stay below the count, every annotation is closed, null ones are not
    // used, and `rect` is a live local.
    let field = |index| unsafe {
        let annotation = ffi.FPDFPage_GetAnnot(page.handle, index);
        if annotation.is_null() {
            return None;
        }
        let mut rect = FS_RECTF { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 };
        let known = ffi.FPDFAnnot_GetSubtype(annotation) == WIDGET
            && ffi.FPDFAnnot_GetRect(annotation, &mut rect) != 0;
        // What can be ticked has an appearance for each of its states.
        let tick = ffi.FPDFAnnot_HasKey(annotation, "AS") != 0;
        ffi.FPDFPage_CloseAnnot(annotation);
        known.then_some((rect, tick))
    };
    // SAFETY: the page is loaded.
    let count = unsafe { ffi.FPDFPage_GetAnnotCount(page.handle) }.min(MOST_FIELDS);
    let widget = |(rect, tick): (FS_RECTF, bool)| Widget {
        rect: hull(&[space.point(rect.left, rect.bottom), space.point(rect.right, rect.top)]),
        tick,
    };
    (0..count).filter_map(field).map(widget).collect()
}

/// Marks the words that are written into fields, and draws the boxes that can be ticked.
pub(crate) fn mark(fields: &[Widget], words: &[Word], marks: &mut PageMarks) {
    if fields.is_empty() {
        return;
    }
    for Rect { x0, y0, x1, y1 } in fields.iter().filter(|field| field.tick).map(|field| field.rect)
    {
        let sides = [(x0, y0, x0, y1), (x1, y0, x1, y1), (x0, y0, x1, y0), (x0, y1, x1, y1)];
        marks.rules.extend(sides.map(|(x0, y0, x1, y1)| Rect { x0, y0, x1, y1 }));
    }
    marks.rules.truncate(MOST_RULES);
    let written: Vec<Rect> =
        fields.iter().filter(|field| !field.tick).map(|field| field.rect).collect();
    let mut own = std::mem::take(&mut marks.tags).into_iter().peekable();
    for (place, word) in (0u32..).zip(words) {
        while own.next_if(|tag| tag.end <= place).is_some() {}
        let (x, y) = (word.rect.center_x(), word.rect.center_y());
        // The smallest: a field may lie within another one.
        let within = written.iter().enumerate().filter(|(_, field)| field.contains_point(x, y));
        let area = |field: &Rect| field.width() * field.height();
        let tag = match within.min_by(|a, b| area(a.1).total_cmp(&area(b.1))) {
            Some((at, _)) => Some((TagRole::Filled, u32::try_from(at).unwrap_or(u32::MAX))),
            None => own.peek().filter(|tag| tag.first <= place).map(|tag| (tag.role, tag.element)),
        };
        let Some((role, element)) = tag else { continue };
        match marks.tags.last_mut() {
            Some(run) if run.end == place && (run.role, run.element) == (role, element) => {
                run.end += 1;
            }
            _ => marks.tags.push(Tagged { role, element, first: place, end: place + 1 }),
        }
    }
}
