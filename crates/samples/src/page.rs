//! A page as a list of things to draw.
//!
//! Coordinates are PDF points with the origin at the top left of the page and y downward; only [`crate::pdf`] turns
//! them over into the file's own space.

use crate::fonts::Face;

/// Width of A4 in points.
pub(crate) const WIDTH: f32 = 595.28;
/// Height of A4 in points.
pub(crate) const HEIGHT: f32 = 841.89;

/// Red, green and blue, 0 to 255.
pub(crate) type Colour = [u8; 3];

pub(crate) const BLACK: Colour = [26, 28, 32];
pub(crate) const GREY: Colour = [98, 105, 116];
pub(crate) const HAIR: Colour = [200, 205, 212];
pub(crate) const WHITE: Colour = [255, 255, 255];

/// One thing to draw.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Item {
    /// Encoded text from `x` on the baseline `y`.
    Text {
        x: f32,
        y: f32,
        face: Face,
        size: f32,
        bytes: Vec<u8>,
        colour: Colour,
        /// Points added to every space, for justified lines.
        word_spacing: f32,
    },
    /// A straight line.
    Line { from: [f32; 2], to: [f32; 2], width: f32, colour: Colour },
    /// A filled polygon.
    Fill { points: Vec<[f32; 2]>, colour: Colour },
}

impl Item {
    /// A filled rectangle.
    pub(crate) fn rect(x: f32, y: f32, width: f32, height: f32, colour: Colour) -> Self {
        let points = vec![[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
        Self::Fill { points, colour }
    }

    /// A horizontal line.
    pub(crate) fn rule(x: f32, y: f32, length: f32, width: f32, colour: Colour) -> Self {
        Self::Line { from: [x, y], to: [x + length, y], width, colour }
    }

    /// The same thing further right and further down.
    pub(crate) fn moved(mut self, dx: f32, dy: f32) -> Self {
        match &mut self {
            Self::Text { x, y, .. } => {
                *x += dx;
                *y += dy;
            }
            Self::Line { from, to, .. } => {
                for point in [from, to] {
                    point[0] += dx;
                    point[1] += dy;
                }
            }
            Self::Fill { points, .. } => {
                for point in points {
                    point[0] += dx;
                    point[1] += dy;
                }
            }
        }
        self
    }
}

/// A rectangle that jumps to a named place: left, top, right, bottom.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Link {
    pub(crate) rect: [f32; 4],
    pub(crate) target: String,
}

/// How a page's printed label is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Label {
    Roman(usize),
    Arabic { prefix: String, number: usize },
}

impl Label {
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Roman(number) => crate::number::lower_roman(*number),
            Self::Arabic { prefix, number } => format!("{prefix}{number}"),
        }
    }

    /// The label of the page after this one.
    pub(crate) fn next(&self) -> Self {
        match self {
            Self::Roman(number) => Self::Roman(number + 1),
            Self::Arabic { prefix, number } => {
                Self::Arabic { prefix: prefix.clone(), number: number + 1 }
            }
        }
    }
}

/// A page of the finished document.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    pub(crate) items: Vec<Item>,
    pub(crate) links: Vec<Link>,
    pub(crate) label: Label,
    /// Title of the chapter that the page belongs to, for the running header.
    pub(crate) chapter: String,
}

impl Page {
    pub(crate) fn new(label: Label) -> Self {
        Self { items: Vec::new(), links: Vec::new(), label, chapter: String::new() }
    }
}

/// A place that the outline lists and links can jump to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mark {
    /// 1 to 3 for a heading, 0 for a place that is only linked to.
    pub(crate) level: usize,
    /// Number and title.
    pub(crate) title: String,
    pub(crate) name: Option<String>,
    /// 0-based index of the page.
    pub(crate) page: usize,
    /// Top of the line.
    pub(crate) y: f32,
}
