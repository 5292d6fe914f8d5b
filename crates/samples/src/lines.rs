//! Running text broken into lines of a given width, and drawn from a left edge.
//!
//! Breaking is greedy at spaces. A justified line widens its spaces; the last line of a paragraph stays as it is.

use crate::error::Error;
use crate::fonts::{Face, Fonts, encode};
use crate::markup::{Align, Span};
use crate::page::{Colour, Item, Link};

/// How a text is set. Lengths in points.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub(crate) face: Face,
    pub(crate) size: f32,
    /// Distance between baselines.
    pub(crate) leading: f32,
    pub(crate) colour: Colour,
}

impl Style {
    /// Distance from the top of a line to its baseline.
    pub(crate) fn baseline(&self) -> f32 {
        (self.leading - self.size) / 2.0 + self.size * 0.8
    }
}

/// Text of one face and target within a line.
#[derive(Debug, Clone)]
struct Run {
    bytes: Vec<u8>,
    face: Face,
    target: Option<String>,
    width: f32,
}

/// One line of text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line {
    runs: Vec<Run>,
    pub(crate) width: f32,
    spaces: usize,
    /// Whether the paragraph ends here.
    last: bool,
}

/// Where a line stands: its left edge, its top, and the width it may fill.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) width: f32,
}

/// Breaks a text into lines no wider than `width`; a single word that is wider stays whole.
pub(crate) fn wrap(
    fonts: &Fonts,
    text: &[Span],
    style: Style,
    width: f32,
) -> Result<Vec<Line>, Error> {
    let mut lines = Vec::new();
    let mut line = Line::default();
    for word in words(fonts, text, style)? {
        let word_width: f32 = word.iter().map(|run| run.width).sum();
        let space = line.runs.last().map_or(0.0, |run| fonts.width(run.face, style.size, b" "));
        if !line.runs.is_empty() && line.width + space + word_width > width {
            lines.push(std::mem::take(&mut line));
        } else if let Some(run) = line.runs.last_mut() {
            run.bytes.push(b' ');
            run.width += space;
            line.width += space;
            line.spaces += 1;
        }
        line.width += word_width;
        for run in word {
            match line.runs.last_mut() {
                Some(last) if last.face == run.face && last.target == run.target => {
                    last.bytes.extend(run.bytes);
                    last.width += run.width;
                }
                _ => line.runs.push(run),
            }
        }
    }
    line.last = true;
    lines.push(line);
    Ok(lines)
}

/// The words of a text; a word that changes style in its middle has several runs.
fn words(fonts: &Fonts, text: &[Span], style: Style) -> Result<Vec<Vec<Run>>, Error> {
    let mut words: Vec<Vec<Run>> = Vec::new();
    let mut joined = false;
    for span in text {
        let face = style.face.styled(span.bold, span.italic);
        for (index, piece) in span.text.split(' ').enumerate() {
            joined &= index == 0;
            if piece.is_empty() {
                continue;
            }
            let bytes = encode(piece)?;
            let width = fonts.width(face, style.size, &bytes);
            let run = Run { bytes, face, target: span.target.clone(), width };
            match words.last_mut() {
                Some(word) if joined => word.push(run),
                _ => words.push(vec![run]),
            }
            joined = true;
        }
        joined = joined && !span.text.ends_with(' ');
    }
    Ok(words)
}

/// Draws a line into a slot.
pub(crate) fn draw(
    line: &Line,
    style: Style,
    slot: Slot,
    align: Option<Align>,
    items: &mut Vec<Item>,
    links: &mut Vec<Link>,
) {
    let spare = (slot.width - line.width).max(0.0);
    // `None` is justified.
    let (mut x, word_spacing) = match align {
        Some(Align::Left) => (slot.x, 0.0),
        Some(Align::Right) => (slot.x + spare, 0.0),
        Some(Align::Centre) => (slot.x + spare / 2.0, 0.0),
        None if line.last || line.spaces == 0 => (slot.x, 0.0),
        None => (slot.x, spare / line.spaces as f32),
    };
    for run in &line.runs {
        let spaces = run.bytes.iter().filter(|&&byte| byte == b' ').count();
        let width = run.width + spaces as f32 * word_spacing;
        if let Some(target) = &run.target {
            let rect = [x, slot.y, x + width, slot.y + style.leading];
            links.push(Link { rect, target: target.clone() });
        }
        items.push(Item::Text {
            x,
            y: slot.y + style.baseline(),
            face: run.face,
            size: style.size,
            bytes: run.bytes.clone(),
            colour: style.colour,
            word_spacing,
        });
        x += width;
    }
}

/// Draws one line of plain text, aligned in the slot.
pub(crate) fn plain(
    fonts: &Fonts,
    text: &str,
    style: Style,
    slot: Slot,
    align: Align,
    items: &mut Vec<Item>,
) -> Result<(), Error> {
    let span = Span { text: text.to_owned(), ..Span::default() };
    for line in wrap(fonts, &[span], style, f32::INFINITY)? {
        draw(&line, style, slot, Some(align), items, &mut Vec::new());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markup::inline;
    use crate::page::BLACK;

    const STYLE: Style = Style { face: Face::Serif, size: 10.0, leading: 14.0, colour: BLACK };

    fn shown(line: &Line) -> String {
        line.runs.iter().flat_map(|run| run.bytes.iter().map(|&b| char::from(b))).collect()
    }

    #[test]
    fn lines_fit_and_keep_every_word() {
        let fonts = Fonts::load().unwrap();
        let text =
            inline("A line of **bold** and plain words that has to be broken in several places.")
                .unwrap();
        for width in [40.0, 90.0, 200.0, 1000.0] {
            let lines = wrap(&fonts, &text, STYLE, width).unwrap();
            let joined: Vec<String> =
                lines.iter().map(|line| shown(line).trim().to_owned()).collect();
            assert_eq!(
                joined.join(" "),
                "A line of bold and plain words that has to be broken in several places."
            );
            for line in &lines {
                assert!(line.width <= width || line.spaces == 0, "{} > {width}", line.width);
            }
        }
    }

    #[test]
    fn a_word_may_change_style_in_its_middle() {
        let fonts = Fonts::load().unwrap();
        let lines = wrap(&fonts, &inline("the **Te**rm is").unwrap(), STYLE, 500.0).unwrap();
        assert_eq!(shown(&lines[0]), "the Term is");
    }

    #[test]
    fn justified_lines_end_at_the_right_edge() {
        let fonts = Fonts::load().unwrap();
        let text = inline("one two three four five six seven eight nine ten").unwrap();
        let lines = wrap(&fonts, &text, STYLE, 100.0).unwrap();
        let mut items = Vec::new();
        let slot = Slot { x: 50.0, y: 0.0, width: 100.0 };
        draw(&lines[0], STYLE, slot, None, &mut items, &mut Vec::new());
        let Item::Text { x, bytes, word_spacing, .. } = &items[0] else { panic!("no text") };
        let spaces = bytes.iter().filter(|&&byte| byte == b' ').count() as f32;
        let right = x + fonts.width(Face::Serif, 10.0, bytes) + spaces * word_spacing;
        // The space before the break is dropped from the line's width by never being added.
        assert!((right - 150.0).abs() < 0.01, "{right}");
    }
}
