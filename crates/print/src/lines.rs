//! Paragraphs cut into lines.

use crate::faces::{Faces, Family, Piece};
use crate::{Block, Style};

/// How a style looks, in points; colours as red, green and blue.
pub(crate) struct Look {
    pub(crate) family: Family,
    pub(crate) size: f32,
    /// From one baseline to the next.
    pub(crate) leading: f32,
    pub(crate) before: f32,
    pub(crate) indent: f32,
    pub(crate) colour: [u8; 3],
    /// Set at the left of its first line.
    pub(crate) bullet: bool,
    /// A line at its left.
    pub(crate) ruled: bool,
}

const INK: [u8; 3] = [29, 27, 24];
const MUTED: [u8; 3] = [87, 83, 76];

impl Style {
    pub(crate) fn look(self) -> Look {
        let plain = Look {
            family: Family::Sans,
            size: 10.0,
            leading: 15.0,
            before: 6.0,
            indent: 0.0,
            colour: INK,
            bullet: false,
            ruled: false,
        };
        match self {
            Style::Title => {
                Look { family: Family::SansBold, size: 20.0, leading: 27.0, before: 0.0, ..plain }
            }
            Style::Date => Look { size: 8.5, leading: 12.0, before: 4.0, colour: MUTED, ..plain },
            Style::Heading => {
                Look { family: Family::SansBold, size: 11.5, leading: 16.0, before: 20.0, ..plain }
            }
            Style::Lead => {
                Look { family: Family::SansBold, size: 14.0, leading: 20.0, before: 10.0, ..plain }
            }
            Style::Body => plain,
            Style::Item => Look { indent: 14.0, before: 3.0, bullet: true, ..plain },
            Style::Quote => Look {
                family: Family::Serif,
                size: 11.0,
                leading: 16.0,
                indent: 12.0,
                ruled: true,
                ..plain
            },
            Style::Source => {
                Look { size: 8.5, leading: 12.0, before: 4.0, indent: 12.0, colour: MUTED, ..plain }
            }
            Style::Note => Look { before: 8.0, indent: 12.0, ..plain },
        }
    }
}

/// A word of a line: its pieces, where they begin from the left edge of the text, where it leads.
#[derive(Debug, Clone)]
pub(crate) struct Word {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) x: f32,
    pub(crate) width: f32,
    /// Place of its run among the block's.
    pub(crate) run: usize,
}

/// A line of words.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line {
    pub(crate) words: Vec<Word>,
}

/// Cuts a block into lines of at most `width` points.
pub(crate) fn lines(block: &Block, width: f32, faces: &mut Faces) -> Vec<Line> {
    let look = block.style.look();
    let width = width - look.indent;
    let space: f32 = faces.pieces(" ", look.family, look.size).iter().map(|one| one.width).sum();
    let mut lines = vec![Line::default()];
    let mut x = 0.0;
    for (run, text) in block.runs.iter().enumerate() {
        for word in text.text.split_whitespace() {
            for part in fitting(word, width, &look, faces) {
                let pieces = faces.pieces(part, look.family, look.size);
                let long: f32 = pieces.iter().map(|piece| piece.width).sum();
                if x > 0.0 && x + long > width {
                    lines.push(Line::default());
                    x = 0.0;
                }
                if let Some(line) = lines.last_mut() {
                    line.words.push(Word { pieces, x: look.indent + x, width: long, run });
                }
                x += long + space;
            }
        }
    }
    lines.retain(|line| !line.words.is_empty());
    for line in &mut lines {
        turn(line, space);
    }
    lines
}

/// A word as a whole, or cut into parts where it is wider than a line.
fn fitting<'a>(word: &'a str, width: f32, look: &Look, faces: &mut Faces) -> Vec<&'a str> {
    let mut measure = |text: &str| -> f32 {
        faces.pieces(text, look.family, look.size).iter().map(|piece| piece.width).sum()
    };
    let mut parts = Vec::new();
    let mut rest = word;
    while measure(rest) > width && rest.chars().count() > 1 {
        // The largest part that fits, at least one letter.
        let ends: Vec<usize> = rest.char_indices().map(|(at, _)| at).skip(1).collect();
        let fit = ends.partition_point(|end| measure(&rest[..*end]) <= width).max(1);
        let (part, after) = rest.split_at(ends[fit - 1]);
        parts.push(part);
        rest = after;
    }
    parts.push(rest);
    parts
}

/// Words that are written from right to left follow each other so.
fn turn(line: &mut Line, space: f32) {
    let is_rtl = |word: &Word| word.pieces.iter().any(|piece| piece.is_rtl);
    let mut at = 0;
    while at < line.words.len() {
        let end = at + line.words[at..].iter().take_while(|word| is_rtl(word)).count();
        if end > at + 1 {
            let mut x = line.words[at].x;
            for word in line.words[at..end].iter_mut().rev() {
                word.x = x;
                x += word.width + space;
            }
        }
        at = end.max(at + 1);
    }
}
