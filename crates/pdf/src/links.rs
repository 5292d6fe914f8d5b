//! The links of a page: where they are pressed and where they lead.
#![allow(unsafe_code)] // the FFI boundary

use std::ffi::c_int;

use citelight_core::{LinkTarget, MOST_ADDRESS_BYTES, PageLink, Rect};
use pdfium_render::prelude::{FPDF_LINK, FS_QUADPOINTSF, FS_RECTF};

use crate::Page;
use crate::outline::{Heights, place};

/// Caps against hostile pages; a page of an index has some hundred links.
const MOST_LINKS: usize = 2_000;
const MOST_RECTS: c_int = 64;

/// The links of a page that was loaded with its annotations apart.
pub(crate) fn read(page: &Page<'_>) -> Vec<PageLink> {
    let ffi = page.document.ffi;
    let mut heights = Heights::new(page.document);
    let mut links = Vec::new();
    let mut at: c_int = 0;
    // Those that lead nowhere count too: the walk has to end.
    for _ in 0..MOST_LINKS {
        let mut link: FPDF_LINK = std::ptr::null_mut();
        // SAFETY: the page is loaded, both pointers are to live locals.
        let more = unsafe { ffi.FPDFLink_Enumerate(page.handle, &mut at, &mut link) };
        if more == 0 {
            break;
        }
        if link.is_null() {
            continue;
        }
        let Some(target) = target(page, link, &mut heights) else { continue };
        let rects = rects(page, link);
        if !rects.is_empty() {
            links.push(PageLink { rects, target });
        }
    }
    links
}

fn target(page: &Page<'_>, link: FPDF_LINK, heights: &mut Heights<'_, '_>) -> Option<LinkTarget> {
    let (ffi, document) = (page.document.ffi, page.document.handle);
    // SAFETY: links and what they name live as long as their document; null ones are not used.
    let (dest, action) = unsafe {
        let own = ffi.FPDFLink_GetDest(document, link);
        let action = ffi.FPDFLink_GetAction(link);
        if own.is_null() && !action.is_null() {
            (ffi.FPDFAction_GetDest(document, action), action)
        } else {
            (own, action)
        }
    };
    if let Some((page, y)) = place(page.document, dest, heights) {
        return Some(LinkTarget::Page { page, y });
    }
    if action.is_null() {
        return None;
    }
    let mut bytes = vec![0u8; MOST_ADDRESS_BYTES + 1];
    // SAFETY: `bytes` has room for the length that is given; a longer address is not written.
    let length = unsafe {
        let (buffer, room) = (bytes.as_mut_ptr().cast(), bytes.len() as std::ffi::c_ulong);
        ffi.FPDFAction_GetURIPath(document, action, buffer, room)
    };
    // The closing zero counts.
    bytes
        .truncate((length as usize).checked_sub(1).filter(|&length| length <= MOST_ADDRESS_BYTES)?);
    let address = String::from_utf8(bytes).ok()?;
    LinkTarget::is_address(&address).then_some(LinkTarget::Address(address))
}

/// Where a link is pressed: the lines of its text where the file states them, else its box.
fn rects(page: &Page<'_>, link: FPDF_LINK) -> Vec<Rect> {
    let ffi = page.document.ffi;
    // SAFETY: the link is not null.
    let count = unsafe { ffi.FPDFLink_CountQuadPoints(link) }.min(MOST_RECTS);
    let quads = (0..count).filter_map(|index| {
        let (x1, y1, x2, y2) = (0.0, 0.0, 0.0, 0.0);
        let mut quad = FS_QUADPOINTSF { x1, y1, x2, y2, x3: 0.0, y3: 0.0, x4: 0.0, y4: 0.0 };
        // SAFETY: as above; the index is below the count, the pointer is to a live local.
        let known = unsafe { ffi.FPDFLink_GetQuadPoints(link, index, &mut quad) };
        let FS_QUADPOINTSF { x1, y1, x2, y2, x3, y3, x4, y4 } = quad;
        (known != 0).then_some([(x1, y1), (x2, y2), (x3, y3), (x4, y4)])
    });
    let mut rects: Vec<Rect> = quads.filter_map(|corners| on_page(page, &corners)).collect();
    if rects.is_empty() {
        let mut place = FS_RECTF { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 };
        // SAFETY: as above.
        let known = unsafe { ffi.FPDFLink_GetAnnotRect(link, &mut place) };
        let corners = [(place.left, place.bottom), (place.right, place.top)];
        rects.extend((known != 0).then(|| on_page(page, &corners)).flatten());
    }
    rects
}

/// The box around points of the file's own space, cut to the page; `None` where nothing of it is seen.
fn on_page(page: &Page<'_>, corners: &[(f32, f32)]) -> Option<Rect> {
    let (width, height) = page.size();
    let points: Vec<_> = corners.iter().map(|&(x, y)| page.space().point(x, y)).collect();
    let least =
        |pick: fn(&(f32, f32)) -> f32| points.iter().map(pick).fold(f32::INFINITY, f32::min);
    let most =
        |pick: fn(&(f32, f32)) -> f32| points.iter().map(pick).fold(f32::NEG_INFINITY, f32::max);
    let (x0, y0) = (least(|p| p.0).max(0.0), least(|p| p.1).max(0.0));
    let (x1, y1) = (most(|p| p.0).min(width), most(|p| p.1).min(height));
    (x1 - x0 > 0.5 && y1 - y0 > 0.5).then(|| Rect::new(x0, y0, x1, y1))
}
