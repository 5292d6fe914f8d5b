//! Owns which lines could be a heading together: the first lines of a block that look alike.

use crate::flow::{Flow, FlowLine};
use crate::headings::contents::Contents;
use crate::headings::style::Style;
use crate::numbering::{self, Number};
use crate::shape;

/// Lines that a title can wrap over.
const MOST_LINES: usize = 5;
/// Bytes beyond which no title goes.
const MOST_BYTES: usize = 300;

/// Lines that may be a heading.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    /// First line, and one past the last.
    pub lines: (usize, usize),
    pub style: Style,
    pub number: Option<Number>,
    /// White space above and below in font sizes; `None` at the edge of a region.
    pub above: Option<f32>,
    pub below: Option<f32>,
    /// Whether its first line was taken for a row of a table.
    pub in_table: bool,
}

/// Every run of lines that could be one, in order. Rows of tables and entries of contents pages
/// are none.
pub(crate) fn candidates(flow: &Flow, contents: &Contents) -> Vec<Candidate> {
    let in_table = lines_of_tables(flow);
    let mut found = Vec::new();
    let mut at = 0;
    while at < flow.lines.len() {
        let line = &flow.lines[at];
        let text = flow.line_text(at);
        let possible = opens(flow, at)
            && (!line.tabular || !in_table[at])
            && !line.aside
            && !contents.is_entry(at)
            && text.chars().any(char::is_alphabetic)
            && !is_caption(text)
            && shape::marker(text).is_none_or(|(m, _)| m != shape::Marker::Bullet);
        if !possible {
            at += 1;
            continue;
        }
        let end = title_end(flow, at);
        let bytes = flow.lines_span(at, end).len() as usize;
        if bytes <= MOST_BYTES && end - at <= MOST_LINES {
            let title = flow.title(at, end);
            found.push(Candidate {
                lines: (at, end),
                style: Style::of(&widest(&flow.lines[at..end]), &title),
                number: numbering::number(&title),
                above: at.checked_sub(1).and_then(|above| gap(flow, above, at)),
                below: gap(flow, end - 1, end),
                in_table: in_table[at],
            });
        }
        at = end;
    }
    found
}

/// A line opens a block, or looks unlike the one before it, which it does not go on.
fn opens(flow: &Flow, at: usize) -> bool {
    let line = &flow.lines[at];
    let Some(before) = at.checked_sub(1).and_then(|before| flow.lines.get(before)) else {
        return true;
    };
    line.opens || !alike(before, line)
}

/// The line whose look stands for all: that of most width, since a number may stand alone.
fn widest(lines: &[FlowLine]) -> FlowLine {
    let by_width = |a: &&FlowLine, b: &&FlowLine| a.rect.width().total_cmp(&b.rect.width());
    let mut widest = *lines.iter().max_by(by_width).unwrap_or(&lines[0]);
    widest.bold = lines.iter().all(|line| line.bold);
    widest
}

fn alike(a: &FlowLine, b: &FlowLine) -> bool {
    let ratio = a.size / b.size;
    (0.94..1.07).contains(&ratio)
        && a.bold == b.bold
        && a.italic == b.italic
        && a.coloured == b.coloured
}

/// One past the last line of the title that begins at `at`.
fn title_end(flow: &Flow, at: usize) -> usize {
    let mut end = at + 1;
    let first = numbering::number(flow.line_text(at));
    let alone = first.as_ref().is_some_and(|n| n.length == flow.line_text(at).trim_end().len());
    while let Some(line) = flow.lines.get(end) {
        let before = &flow.lines[end - 1];
        let text = flow.line_text(end);
        let label = alone && end == at + 1;
        let beside = label
            && line.rect.x0 > before.rect.x1
            && line.rect.overlap_y(&before.rect) > 0.5 * before.rect.height();
        if (line.opens_region && !beside) || line.page != before.page || line.tabular {
            break;
        }
        let step = line.rect.y0 - before.rect.y1;
        let close = step < if label { 1.6 } else { 0.75 } * before.size;
        let same = alike(before, line) && !(line.bold && before.lead > before.start);
        let numbered = numbering::number(text).is_some() || shape::marker(text).is_some();
        let caps = crate::headings::style::is_caps;
        let same_case = caps(flow.line_text(end - 1)) == caps(text) || label;
        if !close || !(same || label) || numbered || !same_case {
            break;
        }
        // A new block is another title, unless it is so by its centred or wrapped look alone.
        if line.opens && !label && !wraps(flow, end) {
            break;
        }
        end += 1;
    }
    end
}

/// Whether the title goes on in the line `at` although geometry opens a block there: larger type
/// than the lines around, or centred under each other.
fn wraps(flow: &Flow, at: usize) -> bool {
    let (before, line) = (&flow.lines[at - 1], &flow.lines[at]);
    let text = flow.line_text(at);
    if shape::begins_lower(text) {
        return true;
    }
    let middle = (before.rect.center_x() - line.rect.center_x()).abs() < 0.5 * line.size;
    let left = (before.rect.x0 - line.rect.x0).abs() < 0.5 * line.size;
    let tight = line.rect.y0 - before.rect.y1 < 0.35 * line.size;
    // Words that hand over: "… OF", "… AND".
    let hands_over = flow.line_text(at - 1).split_whitespace().last().is_some_and(|word| {
        matches!(
            word.to_lowercase().as_str(),
            "of" | "and"
                | "the"
                | "for"
                | "to"
                | "in"
                | "on"
                | "or"
                | "with"
                | "by"
                | "a"
                | "an"
                | "&"
                | "–"
                | "-"
                | "der"
                | "de"
                | "und"
                | "et"
        )
    });
    let shorter = line.rect.width() < before.rect.width();
    hands_over
        || (tight && middle && !left)
        || (tight && left && shorter && before.rect.width() > 20.0 * line.size)
}

/// White space between two lines of one region in font sizes.
fn gap(flow: &Flow, above: usize, below: usize) -> Option<f32> {
    let (a, b) = (flow.lines.get(above)?, flow.lines.get(below)?);
    if b.opens_region || a.page != b.page {
        return None;
    }
    Some((b.rect.y0 - a.rect.y1) / b.size.min(a.size).max(1.0))
}

fn lines_of_tables(flow: &Flow) -> Vec<bool> {
    let mut inside = vec![false; flow.lines.len()];
    for table in &flow.tables {
        let from = flow.lines.partition_point(|line| line.start < table.span.start);
        let to = flow.lines.partition_point(|line| line.start < table.span.end);
        inside[from..to].fill(true);
    }
    inside
}

/// "Figure 3: …", "Table 2. …", "Source: …".
pub(crate) fn is_caption(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default().trim_end_matches(['.', ':']).to_lowercase();
    let second = words.next().unwrap_or_default();
    match first.as_str() {
        "figure" | "fig" | "table" | "tab" | "chart" | "graph" | "diagram" | "plate"
        | "listing" | "algorithm" | "equation" | "photo" | "map" | "abbildung" | "abb"
        | "tabelle" | "figura" | "tabla" | "tableau" | "scheme" => {
            second.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase())
                && second.len() <= 8
                && second.chars().any(|c| c.is_ascii_digit() || "IVX".contains(c))
        }
        "source" | "sources" | "quelle" => text.contains(':'),
        _ => false,
    }
}
