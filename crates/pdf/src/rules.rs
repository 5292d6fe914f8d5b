//! The straight lines that a page shows, level or upright: strokes, thin filled boxes, the edges of
//! drawn boxes and of coloured grounds.
//!
//! Refuses: slanted and curved lines, what is white or clear, and pages' worth of drawing; maps have
//! a hundred thousand lines that say nothing about text.
#![allow(unsafe_code)] // the FFI boundary

use citelight_core::{MOST_RULES, Rect};
use pdfium_render::prelude::{FPDF_PAGEOBJECT, FS_MATRIX, PdfiumLibraryBindings};

use crate::hidden::MOST_CLEAR;
use crate::objects::{self, IDENTITY, product, stroke_colour};
use crate::space::{PageSpace, hull};
use crate::survey::is_white;

/// Pieces of lines gathered on one page, before those that continue each other are joined.
const MOST_PIECES: usize = 20_000;

/// Points of paths looked at on one page.
const MOST_POINTS: i32 = 60_000;

/// Points of one path; longer ones are drawings.
const MOST_POINTS_OF_PATH: i32 = 4_000;

/// Coloured grounds whose edges are taken on one page.
const MOST_GROUNDS: usize = 2_000;

/// What is thicker is an area, in points.
const THICKEST_PT: f32 = 3.0;

/// Grounds that are smaller on a side are bullets, boxes to tick, parts of drawings.
const LEAST_GROUND_PT: f32 = 6.0;

/// A ground over a larger share of the page is the page's own.
const MOST_GROUND_SHARE: f32 = 0.5;

/// Shorter lines are dashes, parts of letters and of drawings.
const SHORTEST_PT: f32 = 4.0;

/// Pieces whose middles lie closer than this are on one line.
const SAME_LINE_PT: f32 = 0.6;

/// The gap that dashes and the cells of a table leave in a line.
const GAP_PT: f32 = 1.0;

// Kinds of segments (fpdfview.h).
const LINE: i32 = 0;
const CURVE: i32 = 1;
const MOVE: i32 = 2;

/// A piece of a line, or a line.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Piece {
    upright: bool,
    /// Where it begins and ends, along itself.
    from: f32,
    to: f32,
    /// Its two long sides.
    low: f32,
    high: f32,
}

impl Piece {
    fn of(rect: &Rect) -> Self {
        let upright = rect.height() > rect.width();
        let ((from, to), (low, high)) = if upright {
            ((rect.y0, rect.y1), (rect.x0, rect.x1))
        } else {
            ((rect.x0, rect.x1), (rect.y0, rect.y1))
        };
        Self { upright, from, to, low, high }
    }

    fn rect(&self) -> Rect {
        let Self { from, to, low, high, .. } = *self;
        if self.upright {
            Rect { x0: low, y0: from, x1: high, y1: to }
        } else {
            Rect { x0: from, y0: low, x1: to, y1: high }
        }
    }

    fn middle(&self) -> f32 {
        (self.low + self.high) / 2.0
    }

    fn length(&self) -> f32 {
        self.to - self.from
    }

    /// Whether what is left after joining tells anything.
    fn is_rule(&self) -> bool {
        self.length() >= SHORTEST_PT && self.length() > 2.0 * (self.high - self.low)
    }
}

/// How a path is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint {
    /// Opacity and colour of the filling; `None` where there is none, or a pattern.
    pub(crate) fill: Option<(u8, [u8; 3])>,
    pub(crate) stroked: bool,
}

/// A stroke that shows.
#[derive(Debug, Clone, Copy)]
struct Stroke {
    /// In points of the page.
    width: f32,
    colour: [u8; 3],
}

/// Gathers the lines of a page, path by path.
pub(crate) struct Tracer {
    ffi: &'static dyn PdfiumLibraryBindings,
    space: PageSpace,
    page: Rect,
    pieces: Vec<Piece>,
    points_left: i32,
    grounds: Vec<(Rect, [u8; 3])>,
    /// The corners of the part of a path at hand.
    corners: Vec<(f32, f32)>,
}

impl Tracer {
    pub(crate) fn new(ffi: &'static dyn PdfiumLibraryBindings, space: PageSpace) -> Self {
        let (width, height) = space.size();
        Self {
            ffi,
            space,
            page: Rect::new(0.0, 0.0, width, height),
            pieces: Vec::new(),
            points_left: MOST_POINTS,
            grounds: Vec::new(),
            corners: Vec::new(),
        }
    }

    /// Takes a path whose bounds on the page are known. `form` is what the forms around it do.
    pub(crate) fn path(
        &mut self,
        path: FPDF_PAGEOBJECT,
        form: Option<&FS_MATRIX>,
        bounds: &Rect,
        paint: Paint,
    ) {
        let outside = bounds.overlap_x(&self.page) < 0.0 || bounds.overlap_y(&self.page) < 0.0;
        if outside || self.pieces.len() >= MOST_PIECES {
            return;
        }
        let shows = |(alpha, colour): (u8, [u8; 3])| alpha > MOST_CLEAR && !is_white(colour);
        let filled = paint.fill.filter(|&fill| shows(fill)).map(|(_, colour)| colour);
        let stroke = if paint.stroked { Some(stroke_colour(self.ffi, path)) } else { None };
        let stroked = stroke.is_some_and(|stroke| stroke.is_none_or(shows));
        if filled.is_none() && !stroked {
            return;
        }
        // SAFETY: the path is live.
        let count = unsafe { self.ffi.FPDFPath_CountSegments(path) };
        // Most rules of filings: one thin box. Its bounds say all.
        if !stroked && count <= 5 && bounds.width().min(bounds.height()) <= THICKEST_PT {
            self.add(bounds);
            return;
        }
        if count > MOST_POINTS_OF_PATH.min(self.points_left) {
            return;
        }
        self.points_left -= count;
        let matrix = self.matrix(path, form);
        let stroke = stroked.then(|| Stroke {
            width: self.stroke_width(path, &matrix),
            colour: stroke.flatten().map(|(_, colour)| colour).unwrap_or_default(),
        });
        self.walk(path, count, &matrix, filled, stroke);
    }

    /// From the path's own space to user space.
    fn matrix(&self, path: FPDF_PAGEOBJECT, form: Option<&FS_MATRIX>) -> FS_MATRIX {
        let own = objects::matrix(self.ffi, path).unwrap_or(IDENTITY);
        form.map_or(own, |form| product(&own, form))
    }

    /// In points of the page.
    fn stroke_width(&self, path: FPDF_PAGEOBJECT, matrix: &FS_MATRIX) -> f32 {
        let mut width = 0.0;
        // SAFETY: the path is live, `width` a live local.
        unsafe { self.ffi.FPDFPageObj_GetStrokeWidth(path, &mut width) };
        let scale = (matrix.a * matrix.d - matrix.b * matrix.c).abs().sqrt();
        let width = width * scale * self.space.unit();
        if width.is_finite() { width.max(0.0) } else { 0.0 }
    }

    /// Goes along a path. `filled` is the colour of its filling.
    fn walk(
        &mut self,
        path: FPDF_PAGEOBJECT,
        count: i32,
        matrix: &FS_MATRIX,
        filled: Option<[u8; 3]>,
        stroke: Option<Stroke>,
    ) {
        let ffi = self.ffi;
        let mut curved = false;
        self.corners.clear();
        for index in 0..count {
            let (mut x, mut y) = (0.0, 0.0);
            // SAFETY: the index is below the count, the pointers are to live locals.
            let (kind, closes) = unsafe {
                let segment = ffi.FPDFPath_GetPathSegment(path, index);
                if segment.is_null() || ffi.FPDFPathSegment_GetPoint(segment, &mut x, &mut y) == 0 {
                    continue;
                }
                (ffi.FPDFPathSegment_GetType(segment), ffi.FPDFPathSegment_GetClose(segment) != 0)
            };
            let (x, y) = objects::moved(matrix, x, y);
            let point = self.space.point(x, y);
            if kind == MOVE {
                self.end_part(filled.filter(|_| !curved));
                curved = false;
            } else if kind == LINE
                && let (Some(stroke), Some(&last)) = (stroke, self.corners.last())
            {
                self.stroke(last, point, stroke);
            }
            curved |= kind == CURVE;
            self.corners.push(point);
            if closes && let (Some(stroke), Some(&first)) = (stroke, self.corners.first()) {
                self.stroke(point, first, stroke);
            }
        }
        self.end_part(filled.filter(|_| !curved));
    }

    /// Ends a part of a path, whose filling is a line, a ground or neither.
    fn end_part(&mut self, filled: Option<[u8; 3]>) {
        if let (Some(colour), Some(rect)) = (filled, as_box(&self.corners)) {
            if rect.width().min(rect.height()) <= THICKEST_PT {
                self.add(&rect);
            } else {
                self.ground(&rect, colour);
            }
        }
        self.corners.clear();
    }

    fn stroke(&mut self, (ax, ay): (f32, f32), (bx, by): (f32, f32), stroke: Stroke) {
        let (dx, dy) = ((bx - ax).abs(), (by - ay).abs());
        let straight = |along: f32, across: f32| across <= (0.02 * along).clamp(0.02, 0.5);
        let half = stroke.width / 2.0;
        let rect = if straight(dx, dy) {
            let y = (ay + by) / 2.0;
            Rect::new(ax, y - half, bx, y + half)
        } else if straight(dy, dx) {
            let x = (ax + bx) / 2.0;
            Rect::new(x - half, ay, x + half, by)
        } else {
            return;
        };
        if stroke.width > THICKEST_PT { self.ground(&rect, stroke.colour) } else { self.add(&rect) }
    }

    /// The edges of a coloured ground, which have no thickness. A ground inside of another one of
    /// its colour shows none: word processors colour a cell, and its lines once more.
    fn ground(&mut self, rect: &Rect, colour: [u8; 3]) {
        const SLACK_PT: f32 = 0.5;
        let small = rect.width().min(rect.height()) < LEAST_GROUND_PT;
        let shared = rect.overlap_x(&self.page).max(0.0) * rect.overlap_y(&self.page).max(0.0);
        let wide = shared > MOST_GROUND_SHARE * self.page.area();
        let inside = |around: &Rect| {
            around.x0 - SLACK_PT <= rect.x0
                && around.y0 - SLACK_PT <= rect.y0
                && around.x1 + SLACK_PT >= rect.x1
                && around.y1 + SLACK_PT >= rect.y1
        };
        let shows = !small && !wide && self.grounds.len() < MOST_GROUNDS;
        if !shows || self.grounds.iter().any(|(around, c)| *c == colour && inside(around)) {
            return;
        }
        self.grounds.push((*rect, colour));
        let Rect { x0, y0, x1, y1 } = *rect;
        self.add(&Rect { x0, y0, x1, y1: y0 });
        self.add(&Rect { x0, y0: y1, x1, y1 });
        self.add(&Rect { x0, y0, x1: x0, y1 });
        self.add(&Rect { x0: x1, y0, x1, y1 });
    }

    /// Takes a thin box, cut to the page.
    fn add(&mut self, rect: &Rect) {
        let rect = Rect {
            x0: rect.x0.max(self.page.x0),
            y0: rect.y0.max(self.page.y0),
            x1: rect.x1.min(self.page.x1),
            y1: rect.y1.min(self.page.y1),
        };
        // Written so that figures which are no numbers fail, too.
        let shows = rect.x0 <= rect.x1 && rect.y0 <= rect.y1;
        if shows && self.pieces.len() < MOST_PIECES {
            self.pieces.push(Piece::of(&rect));
        }
    }

    /// The rules of the page, from top to bottom.
    pub(crate) fn finish(self) -> Vec<Rect> {
        let mut lines: Vec<Piece> =
            joined(self.pieces).into_iter().filter(Piece::is_rule).collect();
        if lines.len() > MOST_RULES {
            lines.sort_by(|a, b| b.length().total_cmp(&a.length()));
            lines.truncate(MOST_RULES);
        }
        let mut rules: Vec<Rect> = lines.iter().map(Piece::rect).collect();
        rules.sort_by(|a, b| a.y0.total_cmp(&b.y0).then(a.x0.total_cmp(&b.x0)));
        rules
    }
}

/// The box that corners make, when their sides are level and upright.
fn as_box(corners: &[(f32, f32)]) -> Option<Rect> {
    if !(4..=5).contains(&corners.len()) {
        return None;
    }
    let sides = corners.iter().zip(corners[1..].iter().chain(&corners[..1]));
    const TOLERANCE_PT: f32 = 0.3;
    let mut square =
        sides.map(|(a, b)| (a.0 - b.0).abs().min((a.1 - b.1).abs())).map(|off| off <= TOLERANCE_PT);
    if !square.all(|square| square) {
        return None;
    }
    Some(hull(corners))
}

/// Joins the pieces that lie on one line and continue each other.
fn joined(mut pieces: Vec<Piece>) -> Vec<Piece> {
    pieces.sort_by(|a, b| a.upright.cmp(&b.upright).then(a.middle().total_cmp(&b.middle())));
    let mut lines: Vec<Piece> = Vec::new();
    let mut start = 0;
    while let Some(first) = pieces.get(start).copied() {
        let same = |piece: &Piece| {
            piece.upright == first.upright && piece.middle() - first.middle() < SAME_LINE_PT
        };
        let length = pieces[start..].iter().take_while(|piece| same(piece)).count().max(1);
        let row = &mut pieces[start..start + length];
        row.sort_by(|a, b| a.from.total_cmp(&b.from));
        let mut line = row[0];
        for piece in &row[1..] {
            if piece.from > line.to + GAP_PT {
                lines.push(std::mem::replace(&mut line, *piece));
            } else {
                line.to = line.to.max(piece.to);
                line.low = line.low.min(piece.low);
                line.high = line.high.max(piece.high);
            }
        }
        lines.push(line);
        start += length;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn join(rects: &[[f32; 4]]) -> Vec<[f32; 4]> {
        let piece = |&[x0, y0, x1, y1]: &[f32; 4]| Piece::of(&Rect { x0, y0, x1, y1 });
        let lines = joined(rects.iter().map(piece).collect());
        let lines = lines.iter().filter(|line| line.is_rule()).map(Piece::rect);
        lines.map(|r| [r.x0, r.y0, r.x1, r.y1]).collect()
    }

    #[test]
    fn pieces_that_continue_each_other_are_one_line() {
        type Case = (&'static str, &'static [[f32; 4]], &'static [[f32; 4]]);
        let cases: [Case; 6] = [
            (
                "cells of a row",
                &[[50.0, 9.8, 99.0, 10.2], [10.0, 10.0, 50.0, 10.4]],
                &[[10.0, 9.8, 99.0, 10.4]],
            ),
            (
                "columns stay apart",
                &[[10.0, 10.0, 50.0, 10.0], [52.0, 10.0, 99.0, 10.0]],
                &[[10.0, 10.0, 50.0, 10.0], [52.0, 10.0, 99.0, 10.0]],
            ),
            (
                "a double line stays one of two",
                &[[10.0, 10.0, 50.0, 10.5], [10.0, 12.0, 50.0, 12.5]],
                &[[10.0, 10.0, 50.0, 10.5], [10.0, 12.0, 50.0, 12.5]],
            ),
            (
                "dashes, upright",
                &[[5.0, 10.0, 5.0, 12.0], [5.0, 12.9, 5.0, 15.0], [5.0, 15.5, 5.0, 17.0]],
                &[[5.0, 10.0, 5.0, 17.0]],
            ),
            ("a dot", &[[5.0, 5.0, 6.0, 6.0]], &[]),
            (
                "a crossing",
                &[[5.0, 0.0, 5.0, 20.0], [0.0, 5.0, 20.0, 5.0]],
                &[[0.0, 5.0, 20.0, 5.0], [5.0, 0.0, 5.0, 20.0]],
            ),
        ];
        for (name, pieces, expected) in cases {
            assert_eq!(join(pieces), expected, "{name}");
        }
    }

    #[test]
    fn boxes_have_level_and_upright_sides() {
        let square = [(0.0, 0.0), (9.0, 0.0), (9.0, 8.0), (0.0, 8.0), (0.0, 0.0)];
        let expected = Some(Rect::new(0.0, 0.0, 9.0, 8.0));
        assert_eq!(as_box(&square), expected);
        assert_eq!(as_box(&square[..4]), expected);
        assert_eq!(as_box(&square[..3]), None);
        assert_eq!(as_box(&[(0.0, 0.0), (9.0, 1.0), (9.0, 9.0), (0.0, 8.0)]), None);
    }
}
