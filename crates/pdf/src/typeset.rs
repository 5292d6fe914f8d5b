//! Where a character stands on a page, worked out from its font and matrix. Pure: no pdfium here.

use citelight_core::Rect;

use crate::looks::Look;
use crate::space::PageSpace;

/// Letters that lean forward by more than this are italic, whatever their font: sine of 8 degrees.
/// Beyond [`MOST_LEAN`], 45 degrees, they are a drawing.
const LEAST_LEAN: f32 = 0.14;
const MOST_LEAN: f32 = 0.71;

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
    pub(crate) italic: bool,
    pub(crate) ink: Ink,
    /// A further letter of the ligature that the character before began.
    pub(crate) ligature: bool,
    /// pdfium guesses a space before it.
    pub(crate) guessed_space: bool,
    pub(crate) look: Look,
    /// The number of its font on this page.
    pub(crate) font: u16,
}

/// Whether a character can be seen, as far as the file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    /// Drawn, with nothing against it.
    Drawn,
    /// Drawn without ink, or under a picture of the page, as text layers of scans are.
    Layer,
    /// It may be covered, cut off, switched off or of the ground's colour: drawing decides.
    Doubtful,
    /// Doubtful, and a layer if it is not seen.
    DoubtfulLayer,
}

/// What a font says, in units of the font size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FontFacts {
    /// Made sane; for boxes.
    pub(crate) ascent: f32,
    /// Made sane, negative; for boxes.
    pub(crate) descent: f32,
    /// Ascent and descent as the font states them; pdfium's loose boxes are made of these.
    pub(crate) stated: (f32, f32),
    pub(crate) bold: bool,
    pub(crate) italic: bool,
    /// Its place among the fonts of the page.
    pub(crate) number: u16,
}

/// What all characters of a text object share.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    /// One em along the line in user space.
    em_along: (f32, f32),
    /// One em up from the line in user space.
    em_up: (f32, f32),
    /// Length of `em_along`, in user space.
    pub(crate) em_length: f32,
    /// Unit vector along the line in page space.
    along: (f32, f32),
    /// One em up from the line in page space.
    up: (f32, f32),
    /// Length of `up`, points: the font size as displayed.
    pub(crate) size: f32,
    pub(crate) font: FontFacts,
    pub(crate) ink: Ink,
    pub(crate) look: Look,
}

impl Run {
    /// `None` for text that takes no room.
    pub(crate) fn new(
        space: &PageSpace,
        em_along: (f32, f32),
        em_up: (f32, f32),
        mut font: FontFacts,
        ink: Ink,
        look: Look,
    ) -> Option<Self> {
        const LEAST_PT: f32 = 1e-3;
        let em_length = em_along.0.hypot(em_along.1);
        let size = em_up.0.hypot(em_up.1);
        let drawn = |length: f32| length > LEAST_PT && length.is_finite();
        if !drawn(em_length) || !drawn(size) {
            return None;
        }
        let lean = (em_along.0 * em_up.0 + em_along.1 * em_up.1) / (em_length * size);
        font.italic |= (LEAST_LEAN..=MOST_LEAN).contains(&lean);
        let em_length_pt = em_length * space.unit();
        let along = space.vector(em_along.0 / em_length_pt, em_along.1 / em_length_pt);
        let up = space.vector(em_up.0, em_up.1);
        let size = size * space.unit();
        Some(Self { em_along, em_up, em_length, along, up, size, font, ink, look })
    }

    /// Places a character of this run; `origin` and `advance` in user space.
    pub(crate) fn place(
        &self,
        space: &PageSpace,
        origin: (f32, f32),
        advance: f32,
        ch: char,
    ) -> Glyph {
        let (x, y) = space.point(origin.0, origin.1);
        let advance = advance * space.unit();
        // The hull of the four corners: each axis adds the advance's share and the height's range.
        let axis = |at: f32, along: f32, up: f32| {
            let (low, high) = (up * self.font.descent, up * self.font.ascent);
            let far = along * advance;
            (at + far.min(0.0) + low.min(high), at + far.max(0.0) + low.max(high))
        };
        let (x0, x1) = axis(x, self.along.0, self.up.0);
        let (y0, y1) = axis(y, self.along.1, self.up.1);
        Glyph {
            ch,
            origin: (x, y),
            along: self.along,
            advance,
            rect: Rect { x0, y0, x1, y1 },
            size: self.size,
            bold: self.font.bold,
            italic: self.font.italic,
            ink: self.ink,
            ligature: false,
            guessed_space: false,
            look: self.look,
            font: self.font.number,
        }
    }

    /// Distance from a character's origin to the far end of a box (left, bottom, right, top) of
    /// user space, measured where the pen goes. `heights` (in em) are those that the box was made
    /// with; on slanted text they take a part of its extent.
    pub(crate) fn reach(
        &self,
        origin: (f32, f32),
        hull: (f32, f32, f32, f32),
        heights: (f32, f32),
    ) -> f32 {
        self.ends(origin, hull, heights).1
    }

    /// Distances from a character's origin to the near and the far end of a box; as
    /// [`reach`](Self::reach).
    pub(crate) fn ends(
        &self,
        origin: (f32, f32),
        hull: (f32, f32, f32, f32),
        heights: (f32, f32),
    ) -> (f32, f32) {
        let (ax, ay) = self.em_along;
        let (along, up, low, high, at) = if ax.abs() >= ay.abs() {
            (ax, self.em_up.0, hull.0, hull.2, origin.0)
        } else {
            (ay, self.em_up.1, hull.1, hull.3, origin.1)
        };
        let (one, other) = (up * heights.0, up * heights.1);
        let (low, high) = (low - at - one.min(other), high - at - one.max(other));
        let (near, far) = if along > 0.0 { (low, high) } else { (high, low) };
        let scale = self.em_length / along;
        (near * scale, far * scale)
    }

    /// A place that lies some way along the line from another, in user space.
    pub(crate) fn ahead(&self, origin: (f32, f32), distance: f32) -> (f32, f32) {
        let share = distance / self.em_length;
        (origin.0 + share * self.em_along.0, origin.1 + share * self.em_along.1)
    }
}

/// The tallest line that a font for text states, in units of its size: Noto Sans states 1.36.
const TALLEST_LINE: f32 = 1.6;

/// A font for text that reaches lower below the base line reaches at least twice as high above it.
const DEEPEST_DESCENT: f32 = -0.45;

/// Ascent and descent of a usual font for text, in units of its size.
const USUAL_EXTENT: (f32, f32) = (0.95, -0.25);

/// Ascent and descent (negative) in units of the font size, as a box that a line of text would
/// take: files state zero, swapped or absurd figures often enough. Fonts for mathematics and for many
/// scripts state room for their tallest signs, several lines of text: words so tall would reach into the
/// lines around them.
pub(crate) fn sane_extent(ascent: f32, descent: f32) -> (f32, f32) {
    let (ascent, mut descent) = (ascent.clamp(0.0, 1.5), descent.clamp(-1.0, 0.0));
    // Fonts of signs hang large ones from the base line.
    if descent < DEEPEST_DESCENT && ascent < -2.0 * descent {
        descent = USUAL_EXTENT.1;
    }
    let height = ascent - descent;
    if ascent < 0.1 {
        (0.9, -0.1)
    } else if height > TALLEST_LINE {
        (ascent.min(USUAL_EXTENT.0), descent.max(USUAL_EXTENT.1))
    } else if height < 1.0 {
        (ascent / height, descent / height)
    } else {
        (ascent, descent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FONT: FontFacts = FontFacts {
        ascent: 0.8,
        descent: -0.2,
        stated: (0.8, -0.2),
        bold: false,
        italic: false,
        number: 0,
    };

    fn run(along: (f32, f32), up: (f32, f32)) -> Option<Run> {
        Run::new(&letter(), along, up, FONT, Ink::Drawn, Look::default())
    }

    fn letter() -> PageSpace {
        PageSpace::new(0.0, 0.0, 612.0, 792.0, 0)
    }

    #[test]
    fn reach_undoes_the_hull_of_a_turned_box() {
        for degrees in [0.0f32, 30.0, 45.0, 60.0, 90.0, 135.0, 180.0, 200.0, 270.0, 300.0] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let (along, up) = ((10.0 * cos, 10.0 * sin), (-10.0 * sin, 10.0 * cos));
            let run = run(along, up).unwrap();
            let origin = (300.0, 400.0);
            let advance = 6.0;
            let corners = [(0.0, 0.8), (0.0, -0.2), (0.6, 0.8), (0.6, -0.2)].map(|(f, h)| {
                (origin.0 + along.0 * f + up.0 * h, origin.1 + along.1 * f + up.1 * h)
            });
            let fold = |pick: fn(&(f32, f32)) -> f32, best: fn(f32, f32) -> f32| {
                corners.iter().map(pick).reduce(best).unwrap()
            };
            let hull = (
                fold(|c| c.0, f32::min),
                fold(|c| c.1, f32::min),
                fold(|c| c.0, f32::max),
                fold(|c| c.1, f32::max),
            );
            let (near, far) = run.ends(origin, hull, FONT.stated);
            assert!(near.abs() < 1e-3 && (far - advance).abs() < 1e-3, "{degrees}: {near} {far}");
            let ahead = run.ahead(origin, advance);
            let end = (origin.0 + 0.6 * along.0, origin.1 + 0.6 * along.1);
            assert!((ahead.0 - end.0).hypot(ahead.1 - end.1) < 1e-3, "{degrees}: {ahead:?}");

            let rect = run.place(&letter(), origin, advance, 'x').rect;
            let expected = Rect::new(hull.0, 792.0 - hull.1, hull.2, 792.0 - hull.3);
            assert!(rect.iou(&expected) > 0.999, "{degrees}: {rect:?} {expected:?}");
        }
    }

    #[test]
    fn text_of_no_size_is_no_run() {
        let cases = [
            ((0.0, 0.0), (0.0, 10.0)),
            ((10.0, 0.0), (0.0, 0.0)),
            ((f32::NAN, 0.0), (0.0, 10.0)),
            ((f32::INFINITY, 0.0), (0.0, 10.0)),
        ];
        for (along, up) in cases {
            assert!(run(along, up).is_none(), "{along:?} {up:?}");
        }
    }

    #[test]
    fn letters_that_lean_forward_are_italic() {
        let cases = [
            ((10.0, 0.0), (0.0, 10.0), false),
            ((10.0, 0.0), (2.0, 10.0), true),
            ((10.0, 0.0), (-2.0, 10.0), false),
            ((10.0, 0.0), (40.0, 10.0), false),
            ((0.0, 10.0), (-10.0, 2.0), true),
            ((7.0, 7.0), (-7.0, 7.0), false),
        ];
        for (along, up, italic) in cases {
            assert_eq!(run(along, up).unwrap().font.italic, italic, "{along:?} {up:?}");
        }
    }

    #[test]
    fn absurd_font_heights_are_mended() {
        let cases = [
            ((0.0, 0.0), (0.9, -0.1)),
            ((0.6, -0.2), (0.75, -0.25)),
            ((0.9, 0.3), (1.0, 0.0)),
            ((40.0, -30.0), (0.95, -0.25)),
            ((1.07, -0.29), (1.07, -0.29)),
            ((0.8, -1.7), (0.8, -0.25)),
            ((0.75, -0.96), (0.75, -0.25)),
            ((1.0, -0.5), (1.0, -0.5)),
            ((1.05, -0.3), (1.05, -0.3)),
        ];
        for ((ascent, descent), expected) in cases {
            assert_eq!(sane_extent(ascent, descent), expected, "{ascent} {descent}");
        }
    }
}
