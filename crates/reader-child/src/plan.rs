//! How a page is to be read: by its own words, or by recognition of the page or of parts of it.
//!
//! Looks at what the page is made of and, where that leaves doubt, at a coarse picture of a part of
//! it. Knows nothing of tesseract's language data.

use std::collections::HashSet;

use citelight_core::{PageMarks, Rect, Word};
use citelight_ocr::{GrayImage, PixelBox, glimpse};
use citelight_pdf::{Drawing, Page, PageWords, PdfError, PlacedImage};

use crate::judge::{Text, judge};
use crate::mend::{self, Confirmed};

/// What is to be done with a page.
pub(crate) enum Plan {
    /// Its own words are all there is.
    Native(Vec<Word>, PageMarks),
    /// Recognition is needed.
    Recognise(Work),
}

/// What is to be recognised, and what it is for.
pub(crate) struct Work {
    /// The page's own words.
    pub(crate) native: Vec<Word>,
    /// What it shows besides; places count in those words.
    pub(crate) marks: PageMarks,
    /// What the page's own words are worth against recognised ones.
    pub(crate) trust: Trust,
    /// Where to recognise.
    pub(crate) areas: Vec<Area>,
    /// Pieces of the page's own text that could not be read.
    pub(crate) unread: usize,
    /// Places of its own words whose font may draw other letters, each with what stands for the font.
    pub(crate) doubtful: Vec<(u32, u64)>,
}

/// What a page's own words are worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trust {
    /// They stay; recognised words fill the gaps.
    Stay,
    /// They stay if the picture confirms them, and go otherwise.
    IfConfirmed,
    /// They stay if recognition finds less.
    IfMore,
    /// They go.
    Go,
}

/// A part of a page to recognise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Area {
    /// In points of the displayed page.
    pub(crate) rect: Rect,
    /// The scale at which to draw it.
    pub(crate) pixel_per_pt: f32,
}

/// The scale of pages that are drawn, not scanned; tesseract's models were trained on it.
const DRAWN_PIXEL_PER_PT: f32 = 300.0 / 72.0;

/// What was seen on pages of the open document: logos and ornaments, small pictures seen to hold no text, by
/// place and size, each looked at once, on whichever of its pages comes first.
#[derive(Default)]
pub(crate) struct Seen {
    pictures: HashSet<(i32, i32, i32, i32, u32, u32)>,
    /// Fonts that were in doubt, and whose letters are those that they draw.
    pub(crate) fonts: Confirmed,
}

impl Seen {
    /// Larger pictures of one size may each show something else, as the pages of a scan do.
    const MOST_SHARE: f32 = 0.08;

    /// Forgets all, for another document.
    pub(crate) fn clear(&mut self) {
        self.pictures.clear();
        self.fonts.clear();
    }

    fn key(image: &PlacedImage) -> (i32, i32, i32, i32, u32, u32) {
        let Rect { x0, y0, x1, y1 } = image.rect;
        let [x0, y0, x1, y1] = [x0, y0, x1, y1].map(|v| v.round() as i32);
        (x0, y0, x1, y1, image.width_px, image.height_px)
    }
}

/// Plans the reading of a page.
pub(crate) fn plan(page: &Page<'_>, seen: &mut Seen) -> Result<Plan, PdfError> {
    let PageWords { words: native, marks, unread, doubtful, .. } = page.page_words()?;
    let text = judge(&native);
    if text == Text::Missing && !page.has_content() {
        return Ok(Plan::Native(native, marks));
    }
    let drawing = page.drawing();
    let whole = |native, marks, trust| {
        let areas = vec![whole_page(page, &drawing)];
        Ok(Plan::Recognise(Work { native, marks, trust, areas, unread, doubtful: Vec::new() }))
    };
    match text {
        Text::Missing | Text::Garbage => whole(native, marks, Trust::Go),
        Text::Doubtful => whole(native, marks, Trust::IfConfirmed),
        Text::Fine if unread > 0 => whole(native, marks, Trust::IfMore),
        Text::Fine if is_layer(page, &drawing) => {
            if layer_fits(page, &native) {
                Ok(Plan::Native(native, marks))
            } else {
                whole(native, marks, Trust::IfMore)
            }
        }
        Text::Fine => {
            let mut areas = pictures_of_text(page, &drawing, &native, seen);
            // A cover, or a page of text that is drawn letter by letter under a page number.
            if areas.is_empty()
                && letters(&native) < FEW_LETTERS
                && uncovered(page, &native) >= DRAWN_LETTERS
            {
                areas.push(whole_page(page, &drawing));
            }
            let doubtful = seen.fonts.left(doubtful, &native);
            if !doubtful.is_empty() {
                areas.extend(doubtful_areas(page, &drawing, &doubtful, &native));
            }
            if areas.is_empty() {
                Ok(Plan::Native(native, marks))
            } else {
                let trust = Trust::Stay;
                Ok(Plan::Recognise(Work { native, marks, trust, areas, unread, doubtful }))
            }
        }
    }
}

/// Where words stand whose letters may be others; the whole page where they are much of it.
fn doubtful_areas(
    page: &Page<'_>,
    drawing: &Drawing,
    doubtful: &[(u32, u64)],
    native: &[Word],
) -> Vec<Area> {
    /// More places, or a larger share of the page, are read at once.
    const MOST: usize = 6;
    const MOST_SHARE: f32 = 0.4;
    let (width, height) = page.size();
    let groups = joined(&mend::places(doubtful, native));
    let sum: f32 = groups.iter().map(|group| group.rect.area()).sum();
    if groups.len() > MOST || sum > MOST_SHARE * width * height {
        return vec![whole_page(page, drawing)];
    }
    let area = |group: &PlacedImage| Area {
        rect: padded(&group.rect, width, height),
        pixel_per_pt: DRAWN_PIXEL_PER_PT,
    };
    groups.iter().map(area).collect()
}

/// A page with fewer letters is looked at for what it shows besides.
pub(crate) const FEW_LETTERS: usize = 60;
/// So many letters without a word are text that the file does not hold as text.
const DRAWN_LETTERS: usize = 60;
/// Among the shapes of a letter's size, so many stand in rows. Photographs have few.
const LEAST_IN_ROWS: f32 = 0.35;

/// Letters and figures of words.
pub(crate) fn letters(words: &[Word]) -> usize {
    words.iter().flat_map(|word| word.text.chars()).filter(|c| c.is_alphanumeric()).count()
}

/// Letters that a page shows and that none of these words covers; 0 where what it shows is no text, or it
/// cannot be drawn.
pub(crate) fn uncovered(page: &Page<'_>, words: &[Word]) -> usize {
    let (width, height) = page.size();
    let Some(look) = Look::at(page, &Rect::new(0.0, 0.0, width, height)) else { return 0 };
    let mut mask = Mask::new(&look.part);
    words.iter().for_each(|word| mask.add(&word.rect));
    let free = |shapes: &[Rect]| shapes.iter().filter(|shape| !mask.holds(shape)).count();
    let (letters, shapes) = (free(&look.letters), free(&look.shapes));
    if letters as f32 >= LEAST_IN_ROWS * shapes as f32 { letters } else { 0 }
}

/// All of the page, at the scale of the scan that it shows.
fn whole_page(page: &Page<'_>, drawing: &Drawing) -> Area {
    /// Smaller pictures on a page say nothing about its scale.
    const LEAST_SHARE: f32 = 0.1;
    let (width, height) = page.size();
    let rect = Rect::new(0.0, 0.0, width, height);
    let large = drawing.images.iter().filter(|i| i.rect.area() >= LEAST_SHARE * rect.area());
    let finest = large.map(|image| image.pixel_per_pt).fold(0.0, f32::max);
    let scanned = cover(drawing, page) >= 0.5;
    Area { rect, pixel_per_pt: if scanned { own_scale(finest) } else { DRAWN_PIXEL_PER_PT } }
}

/// The scale of a picture itself, so that no pixel is made up or lost; very fine ones are halved
/// until tesseract gains nothing from more.
fn own_scale(pixel_per_pt: f32) -> f32 {
    const FINEST: f32 = 420.0 / 72.0;
    const COARSEST: f32 = 36.0 / 72.0;
    if pixel_per_pt <= COARSEST {
        return DRAWN_PIXEL_PER_PT;
    }
    let times = (pixel_per_pt / FINEST).ceil().max(1.0);
    pixel_per_pt / times
}

/// Share of the page that pictures cover, at most 1.
fn cover(drawing: &Drawing, page: &Page<'_>) -> f32 {
    let (width, height) = page.size();
    let sum: f32 = drawing.images.iter().map(|image| image.rect.area()).sum();
    (sum / (width * height)).min(1.0)
}

/// Whether the page's words are the layer that a scanner program has put under its picture.
fn is_layer(page: &Page<'_>, drawing: &Drawing) -> bool {
    const LEAST_COVER: f32 = 0.5;
    drawing.hidden_texts > drawing.shown_texts && cover(drawing, page) >= LEAST_COVER
}

/// Whether a layer's words lie where the picture shows letters, and miss few of them.
fn layer_fits(page: &Page<'_>, words: &[Word]) -> bool {
    const LEAST_COVERED: f32 = 0.75;
    const LEAST_FILLED: f32 = 0.6;
    let (width, height) = page.size();
    let Some(look) = Look::at(page, &Rect::new(0.0, 0.0, width, height)) else { return true };
    let mut mask = Mask::new(&look.part);
    words.iter().for_each(|word| mask.add(&word.rect));
    let inside = look.letters.iter().filter(|letter| mask.holds(letter)).count();
    let mut letters = Mask::new(&look.part);
    look.shapes.iter().for_each(|letter| letters.add(letter));
    let filled = words.iter().filter(|word| letters.holds_any(&word.rect)).count();
    inside as f32 >= LEAST_COVERED * look.letters.len() as f32
        && filled as f32 >= LEAST_FILLED * words.len() as f32
}

/// The pictures of a page with words of its own that show text which those words lack.
fn pictures_of_text(
    page: &Page<'_>,
    drawing: &Drawing,
    native: &[Word],
    seen: &mut Seen,
) -> Vec<Area> {
    /// Pictures on one page that are looked at, largest first.
    const MOST: usize = 8;
    /// Smaller ones are logos, icons and signatures.
    const LEAST_SHARE: f32 = 0.02;
    const LEAST_SIDE_PT: f32 = 36.0;
    /// Coarser ones cannot hold letters that can be read.
    const LEAST_PIXEL_PER_PT: f32 = 0.6;
    /// Letters that no word of the page covers; a picture of half a page and more is a scan until
    /// it is shown to be a ground, and may say little.
    const LEAST_LETTERS: usize = 30;
    const LEAST_ON_SCAN: usize = 10;
    const SCAN_SHARE: f32 = 0.5;
    if drawing.images.is_empty() {
        return Vec::new();
    }
    let (width, height) = page.size();
    let share = |rect: &Rect| rect.area() / (width * height);
    let mut groups = joined(&drawing.images);
    groups.retain(|group| {
        let rect = &group.rect;
        share(rect) >= LEAST_SHARE
            && rect.width().min(rect.height()) >= LEAST_SIDE_PT
            && group.pixel_per_pt >= LEAST_PIXEL_PER_PT
            && !seen.pictures.contains(&Seen::key(group))
    });
    groups.sort_by(|a, b| b.rect.area().total_cmp(&a.rect.area()));
    groups.truncate(MOST);
    groups.retain(|group| {
        let Some(look) = Look::at(page, &group.rect) else { return false };
        let mut mask = Mask::new(&look.part);
        native.iter().for_each(|word| mask.add(&word.rect));
        let free = |shapes: &[Rect]| shapes.iter().filter(|shape| !mask.holds(shape)).count();
        let (letters, shapes) = (free(&look.letters), free(&look.shapes));
        let scan = share(&group.rect) >= SCAN_SHARE;
        let least = if scan { LEAST_ON_SCAN } else { LEAST_LETTERS };
        let shows = letters >= least && letters as f32 >= LEAST_IN_ROWS * shapes as f32;
        if !shows && share(&group.rect) <= Seen::MOST_SHARE {
            seen.pictures.insert(Seen::key(group));
        }
        shows
    });
    let area = |group: PlacedImage| Area {
        rect: padded(&group.rect, width, height),
        pixel_per_pt: own_scale(group.pixel_per_pt),
    };
    groups.into_iter().map(area).collect()
}

/// Tesseract wants some ground around letters.
fn padded(rect: &Rect, width: f32, height: f32) -> Rect {
    const PT: f32 = 4.0;
    Rect {
        x0: (rect.x0 - PT).max(0.0),
        y0: (rect.y0 - PT).max(0.0),
        x1: (rect.x1 + PT).min(width),
        y1: (rect.y1 + PT).min(height),
    }
}

/// Scanner programs cut pages into strips and layers: what touches is one picture.
fn joined(images: &[PlacedImage]) -> Vec<PlacedImage> {
    /// More pieces than these are taken for one picture.
    const MOST: usize = 400;
    const GAP_PT: f32 = 1.5;
    let touches = |a: &Rect, b: &Rect| a.overlap_x(b) > -GAP_PT && a.overlap_y(b) > -GAP_PT;
    let mut groups: Vec<PlacedImage> = Vec::new();
    for image in images {
        let mut grown = *image;
        // What the grown picture touches may change with each that it takes in.
        while let Some(at) =
            groups.iter().position(|group| groups.len() > MOST || touches(&group.rect, &grown.rect))
        {
            let other = groups.swap_remove(at);
            grown.rect = grown.rect.union(&other.rect);
            grown.pixel_per_pt = grown.pixel_per_pt.max(other.pixel_per_pt);
            grown.width_px = grown.width_px.max(other.width_px);
            grown.height_px = grown.height_px.max(other.height_px);
        }
        groups.push(grown);
    }
    groups
}

/// A coarse picture of a part of a page, and the letters on it, in points of the page.
struct Look {
    part: Rect,
    letters: Vec<Rect>,
    shapes: Vec<Rect>,
}

impl Look {
    /// 9-point type has letters of 8 pixels here.
    const PIXEL_PER_PT: f32 = 130.0 / 72.0;

    fn at(page: &Page<'_>, rect: &Rect) -> Option<Self> {
        let (image, part) = page.render_part(rect, Self::PIXEL_PER_PT)?;
        let pixels = image.to_gray();
        let (width_px, height_px) = (image.width_px, image.height_px);
        let found = glimpse(GrayImage { width_px, height_px, pixels: &pixels });
        let scale = image.pixel_per_pt;
        let on_page = |b: &PixelBox| {
            Rect::new(
                part.x0 + b.x0 / scale,
                part.y0 + b.y0 / scale,
                part.x0 + b.x1 / scale,
                part.y0 + b.y1 / scale,
            )
        };
        let letters = found.letters.iter().map(on_page).collect();
        Some(Self { part, letters, shapes: found.shapes.iter().map(on_page).collect() })
    }
}

/// A part of a page by points: which of them are taken.
struct Mask {
    part: Rect,
    columns: usize,
    taken: Vec<bool>,
}

impl Mask {
    fn new(part: &Rect) -> Self {
        /// A page may be larger than any sheet; its mask need not.
        const MOST: f32 = 4000.0;
        let side = |pt: f32| pt.clamp(0.0, MOST) as usize + 1;
        let (columns, rows) = (side(part.width()), side(part.height()));
        Self { part: *part, columns, taken: vec![false; columns * rows] }
    }

    /// Columns and rows that a box touches.
    fn cells(&self, rect: &Rect) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let rows = self.taken.len() / self.columns;
        let range = |from: f32, to: f32, most: usize| {
            (from.max(0.0) as usize).min(most)..(to.max(0.0).ceil() as usize).min(most)
        };
        let Rect { x0, y0, .. } = self.part;
        (range(rect.x0 - x0, rect.x1 - x0, self.columns), range(rect.y0 - y0, rect.y1 - y0, rows))
    }

    fn add(&mut self, rect: &Rect) {
        let (columns, rows) = self.cells(rect);
        for row in rows {
            self.taken[row * self.columns..][columns.clone()].fill(true);
        }
    }

    /// Whether the middle of a box is taken.
    fn holds(&self, rect: &Rect) -> bool {
        let (x, y) = (rect.center_x() - self.part.x0, rect.center_y() - self.part.y0);
        let index = (y.max(0.0) as usize) * self.columns + (x.max(0.0) as usize);
        x >= 0.0 && y >= 0.0 && (x as usize) < self.columns && self.taken.get(index) == Some(&true)
    }

    /// Whether any of a box is taken.
    fn holds_any(&self, rect: &Rect) -> bool {
        let (columns, mut rows) = self.cells(rect);
        rows.any(|row| self.taken[row * self.columns..][columns.clone()].contains(&true))
    }
}
