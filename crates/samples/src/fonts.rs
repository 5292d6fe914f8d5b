//! The six embedded faces: their files, advance widths and one-byte encoding.
//!
//! Every face holds the characters of code page 1252 and is embedded whole, so a character is one byte on the page and
//! comes back as itself when the text is extracted. There is no shaping and no fallback: a character outside the code
//! page is an error, not a box.

use crate::error::Error;

/// A face of the sample documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Face {
    Serif,
    SerifBold,
    SerifItalic,
    SerifBoldItalic,
    Sans,
    SansBold,
}

impl Face {
    pub(crate) const ALL: [Self; 6] = [
        Self::Serif,
        Self::SerifBold,
        Self::SerifItalic,
        Self::SerifBoldItalic,
        Self::Sans,
        Self::SansBold,
    ];

    /// PostScript name, as written into the PDF.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Serif => "Caladea-Regular",
            Self::SerifBold => "Caladea-Bold",
            Self::SerifItalic => "Caladea-Italic",
            Self::SerifBoldItalic => "Caladea-BoldItalic",
            Self::Sans => "OpenSans",
            Self::SansBold => "OpenSans-Semibold",
        }
    }

    /// The font file.
    pub(crate) fn file(self) -> &'static [u8] {
        match self {
            Self::Serif => include_bytes!("../fonts/Caladea-Regular.ttf"),
            Self::SerifBold => include_bytes!("../fonts/Caladea-Bold.ttf"),
            Self::SerifItalic => include_bytes!("../fonts/Caladea-Italic.ttf"),
            Self::SerifBoldItalic => include_bytes!("../fonts/Caladea-BoldItalic.ttf"),
            Self::Sans => include_bytes!("../fonts/OpenSans-Regular.ttf"),
            Self::SansBold => include_bytes!("../fonts/OpenSans-Semibold.ttf"),
        }
    }

    /// The face of the same family with the given weight and slope. The sans family has no italic: it stays upright.
    pub(crate) fn styled(self, bold: bool, italic: bool) -> Self {
        match (self, bold, italic) {
            (Self::Sans | Self::SansBold, false, _) => self,
            (Self::Sans | Self::SansBold, true, _) => Self::SansBold,
            (_, false, false) => self,
            (_, true, false) => Self::SerifBold,
            (_, false, true) => Self::SerifItalic,
            (_, true, true) => Self::SerifBoldItalic,
        }
    }

    fn index(self) -> usize {
        self as usize
    }
}

/// What the PDF and the line breaker need to know of one face. Lengths are in thousandths of the font size.
#[derive(Debug)]
pub(crate) struct Metrics {
    /// Advance width of each byte; 0 where code page 1252 has no character.
    pub(crate) widths: [f32; 256],
    pub(crate) ascent: f32,
    pub(crate) descent: f32,
    pub(crate) cap_height: f32,
    /// Degrees, negative when the face leans to the right.
    pub(crate) italic_angle: f32,
    /// Left, bottom, right, top.
    pub(crate) bbox: [f32; 4],
}

/// All faces, measured once.
#[derive(Debug)]
pub(crate) struct Fonts {
    metrics: Vec<Metrics>,
}

impl Fonts {
    pub(crate) fn load() -> Result<Self, Error> {
        let metrics = Face::ALL.into_iter().map(measure).collect::<Result<_, _>>()?;
        Ok(Self { metrics })
    }

    pub(crate) fn metrics(&self, face: Face) -> &Metrics {
        &self.metrics[face.index()]
    }

    /// Width of encoded text in points.
    pub(crate) fn width(&self, face: Face, size: f32, bytes: &[u8]) -> f32 {
        let widths = &self.metrics(face).widths;
        bytes.iter().map(|&byte| widths[usize::from(byte)]).sum::<f32>() * size / 1000.0
    }
}

fn measure(face: Face) -> Result<Metrics, Error> {
    let broken = |problem: String| Error::Font { font: face.name(), problem };
    let font =
        ttf_parser::Face::parse(face.file(), 0).map_err(|error| broken(error.to_string()))?;
    let scale = 1000.0 / f32::from(font.units_per_em());
    let mut widths = [0.0; 256];
    for byte in 0x20..=0xFF_u8 {
        let Some(character) = decode(byte) else { continue };
        let glyph = font
            .glyph_index(character)
            .ok_or_else(|| broken(format!("no glyph for {character:?}")))?;
        widths[usize::from(byte)] =
            (f32::from(font.glyph_hor_advance(glyph).unwrap_or_default()) * scale).round();
    }
    let bbox = font.global_bounding_box();
    let side = |units: i16| f32::from(units) * scale;
    Ok(Metrics {
        widths,
        ascent: side(font.ascender()),
        descent: side(font.descender()),
        cap_height: side(font.capital_height().unwrap_or(font.ascender())),
        italic_angle: font.italic_angle(),
        bbox: [side(bbox.x_min), side(bbox.y_min), side(bbox.x_max), side(bbox.y_max)],
    })
}

/// The upper part of code page 1252 that differs from Latin-1, bytes 0x80 to 0x9F (PDF 32000-1, Annex D.2).
#[rustfmt::skip]
const HIGH: [Option<char>; 32] = [
    Some('€'), None, Some('‚'), Some('ƒ'), Some('„'), Some('…'), Some('†'), Some('‡'),
    Some('ˆ'), Some('‰'), Some('Š'), Some('‹'), Some('Œ'), None, Some('Ž'), None,
    None, Some('‘'), Some('’'), Some('“'), Some('”'), Some('•'), Some('–'), Some('—'),
    Some('˜'), Some('™'), Some('š'), Some('›'), Some('œ'), None, Some('ž'), Some('Ÿ'),
];

/// The character of a byte, or `None` for the bytes that the samples do not use (controls, the non-breaking space and
/// the soft hyphen, which extractors treat in different ways).
fn decode(byte: u8) -> Option<char> {
    match byte {
        0x20..=0x7E => Some(char::from(byte)),
        0x80..=0x9F => HIGH[usize::from(byte - 0x80)],
        0xA0 | 0xAD => None,
        0xA1..=0xFF => Some(char::from(byte)),
        _ => None,
    }
}

/// Encodes text in code page 1252.
pub(crate) fn encode(text: &str) -> Result<Vec<u8>, Error> {
    text.chars()
        .map(|character| {
            (0x20..=0xFF_u8)
                .find(|&byte| decode(byte) == Some(character))
                .ok_or_else(|| Error::Unencodable { character, text: text.to_owned() })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_code_page_1252_and_refuses_the_rest() {
        assert_eq!(encode("Fee: £5 – “so”").unwrap(), b"Fee: \xA35 \x96 \x93so\x94");
        for text in ["Ω", "non\u{A0}breaking", "soft\u{AD}hyphen", "line\nbreak"] {
            assert!(encode(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn every_face_covers_the_code_page() {
        let fonts = Fonts::load().unwrap();
        for face in Face::ALL {
            let missing: Vec<char> = (0x20..=0xFF_u8)
                .filter(|&byte| fonts.metrics(face).widths[usize::from(byte)] <= 0.0)
                .filter_map(decode)
                .collect();
            assert!(missing.is_empty(), "{face:?} lacks {missing:?}");
        }
    }

    #[test]
    fn width_is_the_sum_of_the_advances() {
        let fonts = Fonts::load().unwrap();
        let one = fonts.width(Face::Serif, 10.0, b"n");
        assert!(one > 3.0 && one < 8.0, "{one}");
        assert!((fonts.width(Face::Serif, 20.0, b"nn") - 4.0 * one).abs() < 1e-3);
    }
}
