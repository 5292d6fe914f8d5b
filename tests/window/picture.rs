//! The pixels of a screenshot, and whether a part of it looks like highlighted text. Knows no page
//! and no document: it sees what a person sees.

use std::io::Cursor;

use gtk::gdk_pixbuf::Pixbuf;
use serde::Deserialize;

/// A rectangle of the window, in CSS pixels from its upper left corner. Screenshots are taken at
/// one pixel for each.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Area {
    /// Largest distance between an edge of this one and the same edge of the other.
    pub(crate) fn distance(&self, other: &Area) -> f64 {
        let edges = |area: &Area| [area.x, area.y, area.x + area.width, area.y + area.height];
        let pairs = edges(self).into_iter().zip(edges(other));
        pairs.map(|(one, two)| (one - two).abs()).fold(0.0, f64::max)
    }

    /// Whether the other one lies within this one, give or take a pixel.
    pub(crate) fn holds(&self, other: &Area) -> bool {
        other.x >= self.x - 1.0
            && other.y >= self.y - 1.0
            && other.x + other.width <= self.x + self.width + 1.0
            && other.y + other.height <= self.y + self.height + 1.0
    }
}

/// What a part of a picture is made of, in shares of its pixels.
#[derive(Debug)]
pub(crate) struct Colours {
    /// A highlighter's colour, whichever it is.
    pub(crate) marked: f64,
    /// Dark enough to be letters.
    pub(crate) dark: f64,
    /// Paper.
    pub(crate) white: f64,
}

/// A decoded screenshot.
pub(crate) struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    pub(crate) fn decode(png: Vec<u8>) -> Picture {
        let picture = Pixbuf::from_read(Cursor::new(png)).expect("a screenshot is a picture");
        let size = |length: i32| usize::try_from(length).expect("a picture has a size");
        let (width, height) = (size(picture.width()), size(picture.height()));
        let (row, channels) = (size(picture.rowstride()), size(picture.n_channels()));
        let bytes = picture.read_pixel_bytes();
        let pixel = |x: usize, y: usize| {
            let at = y * row + x * channels;
            [bytes[at], bytes[at + 1], bytes[at + 2]]
        };
        let pixels =
            (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| pixel(x, y));
        Picture { width, height, pixels: pixels.collect() }
    }

    /// Width and height in pixels, and how bright each pixel is.
    pub(crate) fn grey(&self) -> (usize, usize, Vec<u8>) {
        let grey = self.pixels.iter().map(|[red, green, blue]| {
            let sum = u16::from(*red) + u16::from(*green) + u16::from(*blue);
            u8::try_from(sum / 3).unwrap_or(u8::MAX)
        });
        (self.width, self.height, grey.collect())
    }

    /// The colours of an area; what lies beyond the picture's edge is left out.
    pub(crate) fn colours(&self, area: &Area) -> Colours {
        let range = |from: f64, length: f64, limit: usize| {
            let clip = |at: f64| at.round().clamp(0.0, limit as f64) as usize;
            clip(from)..clip(from + length)
        };
        let columns = range(area.x, area.width, self.width);
        let rows = range(area.y, area.height, self.height);
        let mut counts = [0_u32; 4];
        for y in rows {
            for [red, green, blue] in &self.pixels[y * self.width..][columns.clone()] {
                let least = *red.min(green).min(blue);
                let most = *red.max(green).max(blue);
                counts[0] += 1;
                counts[1] += u32::from(most > 170 && most - least > 50);
                counts[2] += u32::from(u16::from(*red) + u16::from(*green) < 240);
                counts[3] += u32::from(least > 250);
            }
        }
        let share = |count: u32| f64::from(count) / f64::from(counts[0].max(1));
        Colours { marked: share(counts[1]), dark: share(counts[2]), white: share(counts[3]) }
    }
}
