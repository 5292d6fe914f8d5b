//! The faces that text is set in: ours, and those of the system for letters that ours lack.

use std::collections::HashMap;
use std::sync::Arc;

use krilla::text::{Font, TextDirection};
use rustybuzz::{Direction, Face as Shaper, UnicodeBuffer};

use crate::PrintError;

/// Open Sans (Apache-2.0) and Caladea (OFL-1.1), with the letters of code page 1252. Their licences lie
/// beside them.
const SANS: &[u8] = include_bytes!("../../samples/fonts/OpenSans-Regular.ttf");
const SANS_BOLD: &[u8] = include_bytes!("../../samples/fonts/OpenSans-Semibold.ttf");
const SERIF: &[u8] = include_bytes!("../../samples/fonts/Caladea-Regular.ttf");

/// Shown for a letter that no face has.
const MISSING: char = '?';

/// Which of our faces a text is set in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Sans,
    SansBold,
    Serif,
}

/// A face by its number among [`Faces`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FaceId(usize);

struct Face {
    font: Font,
    data: Arc<Vec<u8>>,
    index: u32,
}

impl Face {
    fn new(data: Vec<u8>, index: u32) -> Option<Face> {
        let data = Arc::new(data);
        let font = Font::new(Arc::clone(&data).into(), index)?;
        Some(Face { font, data, index })
    }

    fn shaper(&self) -> Option<Shaper<'_>> {
        Shaper::from_slice(&self.data, self.index)
    }

    fn has(&self, c: char) -> bool {
        self.shaper().is_some_and(|face| face.glyph_index(c).is_some())
    }
}

/// A piece of a word that one face can show.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Piece {
    pub(crate) text: String,
    pub(crate) face: FaceId,
    /// In points, at the size that it was measured for.
    pub(crate) width: f32,
    pub(crate) is_rtl: bool,
}

/// All faces that are in use.
pub(crate) struct Faces {
    faces: Vec<Face>,
    /// The system's; read at the first letter that ours lack.
    system: Option<fontdb::Database>,
    /// Which face has a letter that ours lack; `None` where none has.
    found: HashMap<char, Option<FaceId>>,
}

impl Faces {
    pub(crate) fn load() -> Result<Faces, PrintError> {
        let load = |data: &[u8]| {
            Face::new(data.to_vec(), 0).ok_or_else(|| PrintError("a font is damaged".to_owned()))
        };
        let faces = vec![load(SANS)?, load(SANS_BOLD)?, load(SERIF)?];
        Ok(Faces { faces, system: None, found: HashMap::new() })
    }

    pub(crate) fn font(&self, id: FaceId) -> Font {
        self.faces[id.0].font.clone()
    }

    /// A word, cut where another face is needed, with its widths at a size in points.
    pub(crate) fn pieces(&mut self, word: &str, family: Family, size: f32) -> Vec<Piece> {
        let own = FaceId(match family {
            Family::Sans => 0,
            Family::SansBold => 1,
            Family::Serif => 2,
        });
        let mut pieces: Vec<Piece> = Vec::new();
        for c in word.chars() {
            let (c, face) = self.face_of(c, own);
            let is_rtl = is_rtl(c);
            match pieces.last_mut() {
                // Accents and joiners belong to the letter before them.
                Some(last) if last.face == face && last.is_rtl == is_rtl => last.text.push(c),
                _ => pieces.push(Piece { text: c.to_string(), face, width: 0.0, is_rtl }),
            }
        }
        for piece in &mut pieces {
            piece.width = self.width(piece, size);
        }
        pieces
    }

    fn width(&self, piece: &Piece, size: f32) -> f32 {
        let Some(face) = self.faces[piece.face.0].shaper() else { return 0.0 };
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&piece.text);
        buffer.set_direction(match piece.is_rtl {
            true => Direction::RightToLeft,
            false => Direction::LeftToRight,
        });
        let per_em = face.units_per_em() as f32;
        let shaped = rustybuzz::shape(&face, &[], buffer);
        let units: i32 = shaped.glyph_positions().iter().map(|glyph| glyph.x_advance).sum();
        units as f32 / per_em * size
    }

    /// The face that has a letter, and what is shown for it.
    fn face_of(&mut self, c: char, own: FaceId) -> (char, FaceId) {
        if c.is_control() {
            return (MISSING, own);
        }
        if self.faces[own.0].has(c) {
            return (c, own);
        }
        if !self.found.contains_key(&c) {
            let found = self.find(c);
            self.found.insert(c, found);
        }
        match self.found[&c] {
            Some(face) => (c, face),
            None => (MISSING, own),
        }
    }

    /// A face that has a letter: one that is in use already, else one of the system.
    fn find(&mut self, c: char) -> Option<FaceId> {
        if let Some(at) = self.faces.iter().position(|face| face.has(c)) {
            return Some(FaceId(at));
        }
        let system = self.system.get_or_insert_with(|| {
            let mut system = fontdb::Database::new();
            system.load_system_fonts();
            system
        });
        // Upright and of normal weight first; then by name, so that the same text is set alike.
        let mut faces: Vec<&fontdb::FaceInfo> = system.faces().collect();
        faces.sort_by_key(|face| {
            let plain = face.style == fontdb::Style::Normal;
            let weight = face.weight.0.abs_diff(400);
            (!plain, weight, face.monospaced, face.post_script_name.clone())
        });
        let loaded = faces.into_iter().find_map(|info| {
            system.with_face_data(info.id, |data, index| {
                let has = Shaper::from_slice(data, index).is_some_and(|face| draws(&face, c));
                has.then(|| Face::new(data.to_vec(), index)).flatten()
            })?
        })?;
        self.faces.push(loaded);
        Some(FaceId(self.faces.len() - 1))
    }
}

/// Whether a face has an outline for a letter: pictures in colour cannot be printed.
fn draws(face: &Shaper<'_>, c: char) -> bool {
    let Some(glyph) = face.glyph_index(c) else { return false };
    face.glyph_bounding_box(glyph).is_some()
}

/// Whether a letter is written from right to left: Hebrew, Arabic and their neighbours.
fn is_rtl(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
}

impl Piece {
    pub(crate) fn direction(&self) -> TextDirection {
        if self.is_rtl { TextDirection::RightToLeft } else { TextDirection::LeftToRight }
    }
}
