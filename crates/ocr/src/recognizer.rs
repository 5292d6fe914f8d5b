//! Recognition of one picture: the scale at which its letters read best, its direction and its
//! tilt, a second reading where the first is in doubt, and a second look for what it left out.

use std::path::Path;

use crate::doubt::{doubt, is_texture, left_out};
use crate::error::OcrError;
use crate::glance::{self, MOST_SHAPES, Traces};
use crate::lay::Lay;
use crate::lone;
use crate::merge::{gain, merged};
use crate::pix::Pix;
use crate::rules::{drawn_rules, has_bands, rules, without_rules, without_signs};
use crate::tesseract::{Line, Segmentation, Tesseract};
use crate::tight::{Shapes, tighten};
use crate::word::{OcrWord, PixelBox, em_px, is_upended, size_line};

/// A picture to recognise: one byte a pixel, 0 is black, rows from the top without padding.
#[derive(Debug, Clone, Copy)]
pub struct GrayImage<'a> {
    /// Width in pixels.
    pub width_px: u32,
    /// Height in pixels.
    pub height_px: u32,
    /// `width_px * height_px` bytes.
    pub pixels: &'a [u8],
}

/// What was read on a picture. Boxes are in its own pixels, whichever way the text runs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading {
    /// Line by line in tesseract's reading order.
    pub words: Vec<OcrWord>,
    /// Level and upright strokes of forms and tables. Of a tilted picture they lie level about their
    /// middle, as the words do. Looked for with [`Effort::Thorough`] only.
    pub rules: Vec<PixelBox>,
}

/// How much a picture is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// One reading: a picture beside text, whose scattered signs would stand between its lines.
    Once,
    /// A page: read again where the first reading is in doubt, and searched for signs that stand
    /// alone.
    Thorough,
}

/// Looks for text on a picture, in some milliseconds a megapixel; needs no language data.
pub fn glimpse(image: GrayImage<'_>) -> Traces {
    Pix::from_gray(image).map(|pix| glance::traces(&pix)).unwrap_or_default()
}

/// Tesseract with its language data loaded; one per process, used for page after page.
pub struct Recognizer {
    tesseract: Tesseract,
}

/// Tesseract counts coordinates in 16 bits.
const LONGEST_SIDE_PX: f32 = 32_767.0;

impl Recognizer {
    /// Loads the data of the given languages ("eng", "eng+deu") from a folder of `.traineddata`
    /// files.
    pub fn new(tessdata: &Path, languages: &str) -> Result<Self, OcrError> {
        for code in languages.split('+') {
            if !tessdata.join(format!("{code}.traineddata")).is_file() {
                let (code, folder) = (code.to_owned(), tessdata.to_owned());
                return Err(OcrError::MissingLanguage { code, folder });
            }
        }
        let tesseract = Tesseract::load(tessdata, languages).ok_or_else(|| OcrError::Init {
            folder: tessdata.to_owned(),
            languages: languages.to_owned(),
        })?;
        Ok(Self { tesseract })
    }

    /// The words and rules on a picture. `dpi` is the scale at which the page was scanned or drawn.
    pub fn read(
        &mut self,
        image: GrayImage<'_>,
        dpi: f32,
        effort: Effort,
    ) -> Result<Reading, OcrError> {
        let GrayImage { width_px, height_px, .. } = image;
        let refused = || OcrError::Picture { width_px, height_px };
        if width_px.max(height_px) as f32 > LONGEST_SIDE_PX {
            return Err(refused());
        }
        let pix = Pix::from_gray(image).ok_or_else(refused)?;
        let traces = glance::traces(&pix);
        let scale = scale_for(&traces, dpi, (width_px, height_px));
        let sharp = if scale == 1.0 { pix } else { pix.scaled(scale).ok_or_else(refused)? };

        let lay = Lay::upright((width_px, height_px), scale);
        let upright = self.pass(&sharp, lay, dpi, &traces, effort)?;
        let mut best = upright;
        let mut is_upright = true;
        if best.is_doubtful(&traces)
            && let Some(quarters) = self.direction(&sharp, &traces, scale, dpi)
        {
            let turned = sharp.turned(quarters).ok_or(OcrError::Failed)?;
            let other = self.pass(&turned, lay.turned(quarters), dpi, &traces, effort)?;
            if other.gain() > best.gain() {
                best = other;
                is_upright = false;
            }
        }
        if let Some(left) = left_out(&best.words, &traces) {
            let more = self.second_look(&sharp, lay, dpi, &best.words, &left);
            best.words.extend(more);
        }
        if is_texture(&best.words) {
            best.words.clear();
        }
        if is_upright && effort == Effort::Thorough {
            best.words = lone::without_stacks(best.words, &traces.shapes);
            let more = self.lone_signs(&sharp, lay, dpi, &best.words, &traces);
            best.words.extend(more);
        }
        Ok(Reading { words: best.words, rules: best.rules })
    }

    /// Reads the signs that stand alone and that no word covers.
    fn lone_signs(
        &mut self,
        pix: &Pix,
        lay: Lay,
        dpi: f32,
        words: &[OcrWord],
        traces: &Traces,
    ) -> Vec<OcrWord> {
        const LEAST_CONFIDENCE: f32 = 0.7;
        /// Ground around a group, cut out with it, in its height; twice as much white is added.
        const GROUND: f32 = 0.35;
        let scale = lay.scale();
        let dpi = (dpi * scale).round() as u32;
        let mut found = Vec::new();
        for group in lone::groups(words, traces) {
            let frame = group.frame;
            let ground = GROUND * frame.height();
            let part = frame.grown(ground).scaled(scale);
            let part = pix.part(part).and_then(|part| part.framed((2.0 * ground * scale) as u32));
            let lines = part.and_then(|part| self.tesseract.read(&part, dpi, Segmentation::Line));
            if let [word] = &lines.unwrap_or_default().concat()[..]
                && word.confidence >= LEAST_CONFIDENCE
                && word.text.chars().any(char::is_alphanumeric)
                && word.text.chars().count().abs_diff(group.signs) <= 1
            {
                let em_px = em_px(&word.text, frame.height()).unwrap_or(0.0);
                found.push(OcrWord { rect: frame, em_px, ..word.clone() });
            }
        }
        found
    }

    /// Reads what the layout analysis took for no text: the words found are painted over, and the
    /// rest is searched for text in any place.
    fn second_look(
        &mut self,
        pix: &Pix,
        lay: Lay,
        dpi: f32,
        words: &[OcrWord],
        left: &PixelBox,
    ) -> Vec<OcrWord> {
        const LEAST_CONFIDENCE: f32 = 0.5;
        let scale = lay.scale();
        let Some(mut rest) = pix.turned(0) else { return Vec::new() };
        rest.blank(words.iter().map(|word| word.rect.scaled(scale)));
        let left = left.scaled(scale);
        let Some(rest) = rest.part(left) else { return Vec::new() };
        let dpi = (dpi * scale).round() as u32;
        let lines = self.tesseract.read(&rest, dpi, Segmentation::Sparse).unwrap_or_default();
        let found = lines.into_iter().flat_map(sized);
        let readable = |word: &OcrWord| {
            word.confidence >= LEAST_CONFIDENCE && word.text.chars().any(char::is_alphanumeric)
        };
        let on_pix = |mut word: OcrWord| {
            word.rect.x0 += left.x0;
            word.rect.x1 += left.x0;
            word.rect.y0 += left.y0;
            word.rect.y1 += left.y0;
            lay.back(word)
        };
        let beside =
            |word: &OcrWord| words.iter().all(|known| word.rect.share_in(&known.rect) < 0.3);
        found.filter(readable).map(on_pix).filter(beside).collect()
    }

    /// Levels the picture where it is tilted, and reads it; where that leaves doubts, once more with
    /// its paper evened out to white and without its rules, as text in any place. Rules help
    /// tesseract to tell columns, and spoil the letters that touch them; gray ground may be dirt or
    /// the ink of faint letters: neither reading is the better one everywhere.
    fn pass(
        &mut self,
        pix: &Pix,
        lay: Lay,
        dpi: f32,
        traces: &Traces,
        effort: Effort,
    ) -> Result<Pass, OcrError> {
        /// Of what is written, so much may be in doubt before it is worth twice the time: clean
        /// prose stays below, forms and tables do not.
        const MOST_DOUBT: f32 = 0.03;
        /// What is lighter is taken for paper; of even pictures that is 200.
        const PAPER: u8 = 175;
        let mut even = pix.even();
        let mut ink = pix.ink_on(even.as_ref());
        let tilt = ink.as_ref().map_or(0.0, tilt_of);
        let level = if tilt == 0.0 { None } else { pix.tilted(tilt) };
        let lay = if level.is_some() { lay.tilted(tilt) } else { lay };
        if let Some(level) = &level {
            even = level.even();
            ink = level.ink_on(even.as_ref());
        }
        let pix = level.as_ref().unwrap_or(pix);
        let dpi = (dpi * lay.scale()).round() as u32;
        let letter = traces.letter_height_px().map(|height| height * lay.scale());
        let even = even.as_ref().unwrap_or(pix);
        // Evened out, light letters on dark ground are lost; where there is none, dirt is.
        let is_plain = effort == Effort::Thorough && !letter.is_some_and(|px| has_bands(pix, px));
        let first = if is_plain { even } else { pix };
        let lines = self.tesseract.read(first, dpi, Segmentation::Page).ok_or(OcrError::Failed)?;
        let mut words = placed(lines, ink.as_ref(), &lay);
        let thorough = effort == Effort::Thorough;
        let drawn = letter.filter(|_| thorough).map(|px| drawn_rules(even, px)).unwrap_or_default();
        if thorough && doubt(&words, traces) >= MOST_DOUBT {
            let bare =
                ink.as_ref().zip(letter).and_then(|(ink, px)| without_rules(even, &rules(ink, px)));
            let clear = bare.as_ref().unwrap_or(even).clipped(PAPER);
            let lines = clear.and_then(|pix| self.tesseract.read(&pix, dpi, Segmentation::Sparse));
            let lines = lines.unwrap_or_default();
            words = merged(words, placed(lines, ink.as_ref(), &lay));
        }
        let rules: Vec<PixelBox> = drawn.iter().map(|rule| lay.box_back(rule)).collect();
        Ok(Pass { words: without_signs(words, &rules), rules })
    }

    /// By how many quarters, clockwise, the picture has to be turned; `None` for none.
    ///
    /// A part full of letters is read in all four directions. Letters read the right way are
    /// recognised with more confidence than upside down or sideways, in any script.
    fn direction(&mut self, pix: &Pix, traces: &Traces, scale: f32, dpi: f32) -> Option<u8> {
        /// Side of the part, in letters' heights.
        const SIDE: f32 = 40.0;
        /// By how much the other direction has to win.
        const CLEARLY: f32 = 1.3;
        let letter = traces.any_height_px()? * scale;
        let part = traces.crowd(SIDE * letter / scale)?;
        let part = pix.part(part.scaled(scale))?;
        let dpi = (dpi * scale).round() as u32;
        let gains: Vec<f32> = (0..4u8)
            .map(|quarters| {
                let words = part
                    .turned(quarters)
                    .and_then(|part| self.tesseract.read(&part, dpi, Segmentation::Block));
                gain(&words.unwrap_or_default().concat())
            })
            .collect();
        let best = (1..4).max_by(|&a, &b| gains[a].total_cmp(&gains[b]))?;
        (gains[best] > CLEARLY * gains[0]).then_some(best as u8)
    }
}

/// One reading of a picture.
struct Pass {
    words: Vec<OcrWord>,
    rules: Vec<PixelBox>,
}

impl Pass {
    fn gain(&self) -> f32 {
        gain(&self.words)
    }

    /// Whether the reading is so poor that the picture may lie the wrong way.
    fn is_doubtful(&self, traces: &Traces) -> bool {
        let letters: usize = self.words.iter().map(OcrWord::letters).sum();
        let seen = traces.shapes.len().max(1);
        // Tesseract finds lines that run up or down by itself, but loses some of a page of them.
        if is_upended(&self.words) {
            return true;
        }
        // Half of the shapes being read with a middling confidence is a page that lies right.
        self.gain() < 0.3 * letters as f32 || letters * 5 < seen
    }
}

/// The words of lines, with tight boxes and sizes of type, on the given picture.
fn placed(lines: Vec<Line>, ink: Option<&Pix>, lay: &Lay) -> Vec<OcrWord> {
    let shapes = Shapes::new(&ink.map(|ink| ink.components(MOST_SHAPES)).unwrap_or_default());
    let words = lines.into_iter().flat_map(|mut line| {
        if !is_upended(&line) {
            line.iter_mut().for_each(|word| tighten(word, &shapes));
        }
        sized(line)
    });
    words.map(|word| lay.back(word)).collect()
}

/// The words of a line with the size of its type.
fn sized(mut line: Line) -> Line {
    size_line(&mut line);
    line
}

/// The tilt worth mending of a black-and-white picture, in radians clockwise; 0 for none.
fn tilt_of(ink: &Pix) -> f32 {
    /// Leptonica's measure of certainty; its own default asks for 3.
    const CERTAIN: f32 = 3.0;
    /// Below this, lines stay whole without help, and turning costs sharpness.
    const LEAST: f32 = 0.15 * std::f32::consts::PI / 180.0;
    match ink.skew() {
        Some((angle, confidence)) if confidence >= CERTAIN && angle.abs() >= LEAST => angle,
        _ => 0.0,
    }
}

/// The factor by which a picture is enlarged or reduced before it is read, so that its letters,
/// small and tall together, get a height at which tesseract reads well. Enlarging letters of 13
/// pixels and more gained nothing on scans of 141 to 235 dpi; smaller ones gain much.
fn scale_for(traces: &Traces, dpi: f32, size: (u32, u32)) -> f32 {
    const SMALL_PX: f32 = 12.5;
    const LARGE_PX: f32 = 50.0;
    const WANTED_PX: f32 = 16.0;
    const MOST: f32 = 4.0;
    const MOST_PIXELS: f32 = 32e6;
    /// Letters of text type at 300 dpi, where the picture does not tell.
    const USUAL_PX: f32 = 22.0;
    let height = traces.letter_height_px().unwrap_or(USUAL_PX * dpi / 300.0).max(1.0);
    if (SMALL_PX..=LARGE_PX).contains(&height) {
        return 1.0;
    }
    let room = (MOST_PIXELS / (size.0 as f32 * size.1 as f32)).sqrt();
    (WANTED_PX / height).min(MOST).min(room.max(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_letters_are_enlarged_and_huge_ones_reduced() {
        let traces = |height: f32| {
            let letter = PixelBox { x0: 0.0, y0: 0.0, x1: 9.0, y1: height };
            Traces { letters: vec![letter; 20], shapes: Vec::new() }
        };
        let cases = [
            (traces(8.0), 100.0, (800, 1000), 2.0),
            (traces(4.0), 60.0, (800, 1000), 4.0),
            (traces(13.0), 200.0, (1700, 2200), 1.0),
            (traces(22.0), 72.0, (800, 1000), 1.0),
            (traces(64.0), 1200.0, (4000, 4000), 0.25),
            (traces(6.0), 72.0, (5000, 5000), (32e6f32 / 25e6).sqrt()),
            (Traces::default(), 300.0, (2550, 3300), 1.0),
            (Traces::default(), 75.0, (600, 800), 16.0 / 5.5),
        ];
        for (traces, dpi, size, expected) in cases {
            let found = scale_for(&traces, dpi, size);
            assert!((found - expected).abs() < 1e-3, "{size:?} at {dpi}: {found}");
        }
    }

    #[test]
    fn missing_language_data_is_named() {
        let folder = Path::new("no/such/folder");
        let Err(OcrError::MissingLanguage { code, .. }) = Recognizer::new(folder, "deu+eng") else {
            panic!("data found in {}", folder.display());
        };
        assert_eq!(code, "deu");
    }
}
