//! The bookmark tree as a flat list, in document order.
#![allow(unsafe_code)] // the FFI boundary

use std::collections::{HashMap, HashSet};

use citelight_core::{OutlineItem, PageNumber};
use pdfium_render::prelude::{FPDF_BOOKMARK, FPDF_DEST};

use crate::document::read_utf16;
use crate::space::PageSpace;
use crate::{Document, Page};

/// Caps against hostile trees; the largest honest outline met in test data has some 4,000 entries.
const MOST_ITEMS: usize = 20_000;
const DEEPEST_LEVEL: u32 = 32;

/// Loading a page parses it, so this many pages that are turned or cropped are loaded; further ones
/// are taken to be like the last one that was loaded of their displayed size, or have no height.
const MOST_PAGE_LOADS: usize = 40;

pub(crate) fn read(document: &Document<'_>) -> Vec<OutlineItem> {
    let mut heights = Heights::new(document);
    let mut seen: HashSet<FPDF_BOOKMARK> = HashSet::new();
    let mut items = Vec::new();
    let ffi = document.ffi;
    // SAFETY: a null bookmark asks for the first top entry.
    let first = unsafe { ffi.FPDFBookmark_GetFirstChild(document.handle, std::ptr::null_mut()) };
    let mut stack = vec![(first, 1)];
    while let Some((bookmark, level)) = stack.pop() {
        if bookmark.is_null() || items.len() >= MOST_ITEMS || !seen.insert(bookmark) {
            continue;
        }
        // SAFETY: bookmarks live as long as their document.
        stack.push((unsafe { ffi.FPDFBookmark_GetNextSibling(document.handle, bookmark) }, level));
        if level < DEEPEST_LEVEL {
            // SAFETY: as above.
            let child = unsafe { ffi.FPDFBookmark_GetFirstChild(document.handle, bookmark) };
            stack.push((child, level + 1));
        }

        let title = read_utf16(|buffer, length| {
            // SAFETY: `buffer` has room for `length` bytes, or is null with length 0.
            unsafe { ffi.FPDFBookmark_GetTitle(bookmark, buffer, length) }
        });
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let (page, y) = target(document, bookmark, &mut heights);
        items.push(OutlineItem { title, level, page, y });
    }
    items
}

/// Where an entry leads: its page, and the height on it in page space.
fn target(
    document: &Document<'_>,
    bookmark: FPDF_BOOKMARK,
    heights: &mut Heights<'_, '_>,
) -> (Option<PageNumber>, Option<f32>) {
    let ffi = document.ffi;
    // SAFETY: all handles come from this document; null handles are checked before use.
    let dest = unsafe {
        let own = ffi.FPDFBookmark_GetDest(document.handle, bookmark);
        if own.is_null() {
            let action = ffi.FPDFBookmark_GetAction(bookmark);
            if action.is_null() {
                return (None, None);
            }
            ffi.FPDFAction_GetDest(document.handle, action)
        } else {
            own
        }
    };
    place(document, dest, heights).map_or((None, None), |(page, y)| (Some(page), y))
}

/// The page that a destination names, and the height on it in page space; `None` where it names none.
pub(crate) fn place(
    document: &Document<'_>,
    dest: FPDF_DEST,
    heights: &mut Heights<'_, '_>,
) -> Option<(PageNumber, Option<f32>)> {
    if dest.is_null() {
        return None;
    }
    // SAFETY: `dest` is not null.
    let index = unsafe { document.ffi.FPDFDest_GetDestPageIndex(document.handle, dest) };
    let index = u32::try_from(index).ok().filter(|&i| i < document.page_count())?;
    let page = PageNumber::from_index(index as usize);
    Some((page, location(document, dest).and_then(|(x, y)| heights.on_page(page, x, y))))
}

/// The point a destination names, in the page's user space.
fn location(document: &Document<'_>, dest: FPDF_DEST) -> Option<(f32, f32)> {
    let (mut has_x, mut has_y, mut has_zoom) = (0, 0, 0);
    let (mut x, mut y, mut zoom) = (0.0, 0.0, 0.0);
    // SAFETY: all pointers are to live locals.
    let known = unsafe {
        document.ffi.FPDFDest_GetLocationInPage(
            dest,
            &mut has_x,
            &mut has_y,
            &mut has_zoom,
            &mut x,
            &mut y,
            &mut zoom,
        )
    };
    (known != 0 && has_y != 0 && y.is_finite()).then_some((if has_x != 0 { x } else { 0.0 }, y))
}

/// Turns heights of user space into heights of page space with as few page loads as it can: the
/// first target page is loaded, and when it is neither turned nor cropped, pages of its size are
/// taken to be alike.
pub(crate) struct Heights<'d, 'l> {
    document: &'d Document<'l>,
    known: HashMap<PageNumber, PageSpace>,
    /// The space of the latest page loaded of each displayed size.
    alike: Vec<((f32, f32), PageSpace)>,
    plain: Option<(f32, f32)>,
}

impl<'d, 'l> Heights<'d, 'l> {
    pub(crate) fn new(document: &'d Document<'l>) -> Self {
        Heights { document, known: HashMap::new(), alike: Vec::new(), plain: None }
    }

    fn on_page(&mut self, page: PageNumber, x: f32, y: f32) -> Option<f32> {
        let (width, height) = self.document.size_unparsed(page)?;
        if self.plain == Some((width, height)) {
            return Some((height - y).clamp(0.0, height));
        }
        let space = match self.known.get(&page) {
            Some(space) => *space,
            None if self.known.len() < MOST_PAGE_LOADS => self.load(page, (width, height))?,
            None => self.alike.iter().find(|(size, _)| *size == (width, height))?.1,
        };
        let (_, down) = space.point(x, y);
        Some(down.clamp(0.0, height))
    }

    fn load(&mut self, page: PageNumber, size: (f32, f32)) -> Option<PageSpace> {
        let space = Page::load_apart(self.document, page).ok()?.space();
        self.known.insert(page, space);
        self.alike.retain(|(known, _)| *known != size);
        self.alike.push((size, space));
        if self.plain.is_none() && space == PageSpace::new(0.0, 0.0, size.0, size.1, 0) {
            self.plain = Some(size);
        }
        Some(space)
    }
}
