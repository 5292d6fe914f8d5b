//! A cheap look at a picture: does it show text, and how large are the letters?
//!
//! Letters stand in rows: shapes of like height, side by side, at small gaps. Photographs,
//! drawings and backgrounds yield shapes, too, but few such rows. Costs some milliseconds a
//! megapixel and needs no language data.

use std::collections::HashMap;

use crate::pix::Pix;
use crate::word::PixelBox;

/// Shapes looked at; a page of dense print has some 6,000 letters.
pub(crate) const MOST_SHAPES: usize = 60_000;

/// With so many letters, the other colour is not looked at.
const PLENTY: usize = 300;

/// Letters in a row before they count.
const SHORTEST_ROW: usize = 4;

/// Marks of text on a picture.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Traces {
    /// Shapes that stand in rows as letters do.
    pub letters: Vec<PixelBox>,
    /// All shapes of a letter's size, in rows or not.
    pub shapes: Vec<PixelBox>,
}

impl Traces {
    /// The usual height of a letter in pixels; `None` with too few to tell.
    pub(crate) fn letter_height_px(&self) -> Option<f32> {
        let mut heights: Vec<f32> = self.letters.iter().map(PixelBox::height).collect();
        heights.sort_by(f32::total_cmp);
        // The dots of leaders stand in rows, too, and may outnumber the letters: by their squares,
        // letters weigh more.
        let half = heights.iter().map(|h| h * h).sum::<f32>() / 2.0;
        let mut sum = 0.0;
        let heavy = heights.iter().find(|h| {
            sum += *h * *h;
            sum >= half
        });
        let least = 0.4 * heavy.copied().unwrap_or(0.0);
        middle(heights.into_iter().filter(|height| *height >= least).collect())
    }

    /// The usual height of a shape of a letter's size, in rows or not.
    pub(crate) fn any_height_px(&self) -> Option<f32> {
        middle(self.shapes.iter().map(PixelBox::height).collect())
    }

    /// The square of this side, in pixels, with the most shapes.
    pub(crate) fn crowd(&self, side: f32) -> Option<PixelBox> {
        let mut squares: HashMap<(i32, i32), usize> = HashMap::new();
        let step = side / 2.0;
        for shape in &self.shapes {
            let at = |v: f32| (v / step) as i32;
            let (column, row) = (at((shape.x0 + shape.x1) / 2.0), at((shape.y0 + shape.y1) / 2.0));
            // Squares overlap by halves, so that each shape lies in four.
            for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                *squares.entry((column - x, row - y)).or_default() += 1;
            }
        }
        // The place decides between equals, so that the same picture gives the same square.
        let (&(column, row), _) = squares.iter().max_by_key(|&(at, &count)| (count, *at))?;
        let (x0, y0) = ((column as f32 * step).max(0.0), (row as f32 * step).max(0.0));
        Some(PixelBox { x0, y0, x1: x0 + side, y1: y0 + side })
    }
}

fn middle(mut values: Vec<f32>) -> Option<f32> {
    /// Fewer do not tell.
    const ENOUGH: usize = 12;
    let at = values.len() / 2;
    (values.len() >= ENOUGH).then(|| *values.select_nth_unstable_by(at, f32::total_cmp).1)
}

/// Looks at a gray picture, for dark text on light ground and then for light text on dark.
pub(crate) fn traces(pix: &Pix) -> Traces {
    let Some(ink) = pix.ink() else { return Traces::default() };
    let dark = rows(&ink.components(MOST_SHAPES));
    // Holes of letters ("o") make rows, too, but fewer than the letters: where there is plenty of
    // dark text, light text does not outnumber it.
    if dark.letters.len() >= PLENTY {
        return dark;
    }
    let light = ink.inverted().map(|ink| rows(&ink.components(MOST_SHAPES))).unwrap_or_default();
    if light.letters.len() > dark.letters.len() { light } else { dark }
}

/// The shapes that stand in rows.
fn rows(shapes: &[PixelBox]) -> Traces {
    /// Between these heights are letters of any use, in pixels.
    const HEIGHTS: std::ops::RangeInclusive<f32> = 4.0..=150.0;
    let mut candidates: Vec<PixelBox> = shapes
        .iter()
        .filter(|s| HEIGHTS.contains(&s.height()) && s.width() <= 6.0 * s.height())
        .copied()
        .collect();
    candidates.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    let shelves = Shelves::new(&candidates);
    // The neighbour to the right of each, and the length of the row that it begins or goes on.
    let mut length_so_far = vec![1usize; candidates.len()];
    let mut before: Vec<Option<usize>> = vec![None; candidates.len()];
    for (index, shape) in candidates.iter().enumerate() {
        if let Some(next) = shelves.next(&candidates, index, shape)
            && length_so_far[index] >= length_so_far[next]
        {
            length_so_far[next] = length_so_far[index] + 1;
            before[next] = Some(index);
        }
    }
    let mut in_row = vec![false; candidates.len()];
    for end in (0..candidates.len()).rev() {
        if length_so_far[end] < SHORTEST_ROW {
            continue;
        }
        let mut at = Some(end);
        while let Some(index) = at.filter(|&index| !in_row[index]) {
            in_row[index] = true;
            at = before[index];
        }
    }
    let letters = candidates.iter().zip(in_row).filter_map(|(shape, row)| row.then_some(*shape));
    Traces { letters: letters.collect(), shapes: candidates }
}

/// Shapes by the band in which their middle lies, left to right.
struct Shelves {
    bands: Vec<Vec<usize>>,
}

const BAND_PX: f32 = 16.0;

impl Shelves {
    fn new(sorted: &[PixelBox]) -> Self {
        let bottom = sorted.iter().map(|s| s.y1).fold(0.0, f32::max);
        let mut bands = vec![Vec::new(); (bottom / BAND_PX) as usize + 2];
        for (index, shape) in sorted.iter().enumerate() {
            bands[band(shape)].push(index);
        }
        Self { bands }
    }

    /// The nearest shape to the right that can be the next letter of the same row.
    fn next(&self, sorted: &[PixelBox], index: usize, shape: &PixelBox) -> Option<usize> {
        /// Shapes looked at in one band.
        const CROWD: usize = 24;
        let height = shape.height();
        let reach = shape.x1 + 1.2 * height;
        let near = (height / BAND_PX) as usize + 1;
        let here = band(shape);
        let bands = here.saturating_sub(near)..(here + near + 1).min(self.bands.len());
        let after = |band: &Vec<usize>| band.partition_point(|&other| other <= index);
        bands
            .flat_map(|band| {
                let band = &self.bands[band];
                band[after(band)..].iter().take(CROWD).copied()
            })
            .filter(|&other| {
                let other = &sorted[other];
                let shared = shape.y1.min(other.y1) - shape.y0.max(other.y0);
                let (low, high) = (height.min(other.height()), height.max(other.height()));
                // A tall letter is twice as high as a small one at most.
                other.x0 <= reach
                    && other.x0 >= shape.x1 - 0.3 * height
                    && shared >= 0.6 * low
                    && high <= 2.2 * low
            })
            .min_by(|&a, &b| sorted[a].x0.total_cmp(&sorted[b].x0))
    }
}

fn band(shape: &PixelBox) -> usize {
    ((shape.y0 + shape.y1) / 2.0 / BAND_PX) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(x: f32, y: f32, w: f32, h: f32) -> PixelBox {
        PixelBox { x0: x, y0: y, x1: x + w, y1: y + h }
    }

    fn row(x: f32, y: f32, count: usize) -> impl Iterator<Item = PixelBox> {
        (0..count).map(move |i| {
            let tall = if i % 3 == 0 { 8.0 } else { 0.0 };
            shape(x + 14.0 * i as f32, y - tall, 11.0, 15.0 + tall)
        })
    }

    #[test]
    fn rows_of_letters_are_told_from_scattered_shapes() {
        let text: Vec<_> =
            (0..5).flat_map(|line| row(30.0, 100.0 + 40.0 * line as f32, 20)).collect();
        let found = rows(&text);
        assert_eq!(found.letters.len(), 100);
        assert_eq!(found.letter_height_px(), Some(15.0));

        let leaders = (0..300).map(|i| {
            shape(400.0 + 9.0 * (i % 60) as f32, 110.0 + 40.0 * (i / 60) as f32, 5.0, 5.0)
        });
        let contents: Vec<_> = text.iter().copied().chain(leaders).collect();
        let found = rows(&contents);
        assert!(found.letters.len() > 300, "{}", found.letters.len());
        assert_eq!(found.letter_height_px(), Some(15.0));

        let scattered: Vec<_> = (0..300)
            .map(|i| {
                let (x, y) = ((i * 7919 % 1000) as f32, (i * 104_729 % 1000) as f32);
                shape(x, y, 3.0 + (i % 23) as f32, 4.0 + (i % 37) as f32)
            })
            .collect();
        let found = rows(&scattered);
        assert!(found.letters.len() < 60, "{}", found.letters.len());
    }

    #[test]
    fn short_rows_and_wrong_sizes_do_not_count() {
        let three: Vec<_> = row(30.0, 100.0, 3).collect();
        let specks: Vec<_> = (0..50).map(|i| shape(5.0 * i as f32, 9.0, 2.0, 2.0)).collect();
        let giants: Vec<_> = (0..9).map(|i| shape(200.0 * i as f32, 9.0, 180.0, 300.0)).collect();
        for shapes in [three, specks, giants, Vec::new()] {
            assert_eq!(rows(&shapes).letters, []);
        }
    }
}
