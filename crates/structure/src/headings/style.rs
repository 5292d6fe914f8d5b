//! Owns what the body of a document looks like, and how a line differs from it.

use std::collections::HashMap;

use crate::flow::{Flow, FlowLine};

/// How a line looks. Two headings of one style are of one level unless their numbers differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Style {
    /// Font size in quarter points.
    pub size: u32,
    pub bold: bool,
    pub caps: bool,
    pub italic: bool,
    pub coloured: bool,
}

impl Style {
    pub(crate) fn of(line: &FlowLine, text: &str) -> Style {
        Style {
            size: quarters(line.size),
            bold: line.bold,
            caps: is_caps(text),
            italic: line.italic,
            coloured: line.coloured,
        }
    }

    /// How much weight the eye gives it; compared between headings only. A step of a tenth in size
    /// outweighs colour, a step of a quarter outweighs bold.
    pub(crate) fn prominence(&self, body: &Body) -> f32 {
        let ratio = (self.size as f32 / 4.0 / body.size).max(0.3);
        10.0 * ratio.ln()
            + if self.bold { 2.2 } else { 0.0 }
            + if self.caps { 1.2 } else { 0.0 }
            + if self.coloured { 0.6 } else { 0.0 }
            - if self.italic { 0.5 } else { 0.0 }
    }
}

fn quarters(size: f32) -> u32 {
    (size * 4.0).round().clamp(1.0, 4_000.0) as u32
}

/// Whether a text is in capitals: four letters at least, and none but a few in lower case ("CEOs").
pub(crate) fn is_caps(text: &str) -> bool {
    let upper = text.chars().filter(|c| c.is_uppercase()).count();
    let lower = text.chars().filter(|c| c.is_lowercase()).count();
    upper >= 4 && lower * 12 <= upper
}

/// The running text of a document.
#[derive(Debug)]
pub(crate) struct Body {
    /// The font size in points that most characters have.
    pub size: f32,
    /// Share of the running text's characters that are bold, italic, coloured, in capitals.
    pub bold: f32,
    pub italic: f32,
    pub coloured: f32,
    pub caps: f32,
    /// Usual step from line to line in font sizes.
    pub leading: f32,
    /// Whether the file tags headings as such.
    pub tagged: bool,
}

impl Body {
    pub(crate) fn of(flow: &Flow) -> Body {
        let mut sizes: HashMap<u32, usize> = HashMap::new();
        let (mut all, mut bold, mut italic, mut coloured, mut caps) = (0, 0, 0, 0, 0);
        let mut tagged = 0;
        let mut steps: Vec<f32> = Vec::new();
        for (at, line) in flow.lines.iter().enumerate() {
            let text = flow.line_text(at);
            tagged +=
                usize::from(matches!(line.tag, Some((citelight_core::TagRole::Heading(_), _))));
            if line.tabular {
                continue;
            }
            *sizes.entry(quarters(line.size)).or_default() += text.len();
            all += text.len();
            bold += if line.bold { text.len() } else { 0 };
            italic += if line.italic { text.len() } else { 0 };
            coloured += if line.coloured { text.len() } else { 0 };
            caps += if is_caps(text) { text.len() } else { 0 };
            if !line.opens && at > 0 {
                let step = line.rect.center_y() - flow.lines[at - 1].rect.center_y();
                if step > 0.0 && step < 4.0 * line.size {
                    steps.push(step / line.size);
                }
            }
        }
        // Sizes next to each other are one: recognised ones vary, and some files scale by the line.
        let weight = |size: u32| -> usize {
            (size - size / 24 - 1..=size + size / 24 + 1).filter_map(|s| sizes.get(&s)).sum()
        };
        let size = sizes.keys().copied().max_by_key(|&size| (weight(size), sizes[&size], size));
        let share = |part: usize| part as f32 / all.max(1) as f32;
        Body {
            size: size.map_or(10.0, |size| size as f32 / 4.0),
            bold: share(bold),
            italic: share(italic),
            coloured: share(coloured),
            caps: share(caps),
            leading: if steps.is_empty() { 1.2 } else { crate::layout::median(steps.into_iter()) },
            tagged: tagged >= 3,
        }
    }
}
