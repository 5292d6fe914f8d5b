//! Owns where a block (a paragraph, heading, list or table) ends among the lines of one region,
//! and whether a paragraph goes on over the edge of a column or page.

use crate::layout::Line;
use crate::shape;

/// Sets `starts_block`, `starts_region` and mends `tabular` of the lines of one region, which come
/// from top to bottom.
pub(crate) fn mark(lines: &mut [Line]) {
    let Some(first) = lines.first_mut() else { return };
    (first.starts_block, first.starts_region) = (true, true);
    adopt_wrapped_labels(lines);
    let leading = leading(lines);
    let left = lines.iter().map(|l| l.rect.x0).fold(f32::INFINITY, f32::min);
    let right = lines.iter().map(|l| l.rect.x1).fold(f32::NEG_INFINITY, f32::max);
    for line in lines.iter_mut() {
        line.full = fills(line, left, right);
    }
    for at in 1..lines.len() {
        let next_left = lines.get(at + 1).map(|l| l.rect.x0);
        let parted =
            parted(&lines[at - 1], &lines[at], next_left, left, leading) || breaks_early(lines, at);
        lines[at].starts_block = parted;
    }
}

/// Whether the text of `before` goes on in `after`, by their words.
fn goes_on(before: &Line, after: &Line) -> bool {
    !before.tabular
        && !after.tabular
        && same_size(before, after)
        && !shape::ends_sentence(&before.text)
        && shape::begins_lower(&after.text)
}

/// Whether a paragraph goes on although a column or page ends between the two lines. A capital can
/// go on a sentence too, where the line before is filled and neither looks like a heading.
pub(crate) fn goes_over(before: &Line, after: &Line) -> bool {
    let running = |l: &Line| !l.tabular && !l.bold && l.items.len() >= 6;
    goes_on(before, after)
        || (before.full
            && running(before)
            && running(after)
            && same_size(before, after)
            && !shape::ends_sentence(&before.text)
            && shape::marker(&after.text).is_none())
}

/// A line that comes within an eighth of the region's width to its right edge.
fn fills(line: &Line, left: f32, right: f32) -> bool {
    right - line.rect.x1 < (right - left) / 8.0
}

fn parted(a: &Line, b: &Line, next_left: Option<f32>, left: f32, leading: f32) -> bool {
    let step = b.rect.center_y() - a.rect.center_y();
    let usual = leading.max(0.9 * b.rect.height().min(a.rect.height()));
    if a.tabular != b.tabular {
        return true;
    }
    if a.tabular {
        return step > 2.0 * usual;
    }
    if step < 2.2 * usual && a.bold == b.bold && goes_on(a, b) {
        return false;
    }
    if step > 1.3 * usual || !same_size(a, b) {
        return true;
    }
    if a.bold != b.bold {
        return !shape::begins_lower(&b.text) || shape::ends_sentence(&a.text);
    }
    // An indented first line. A hanging item is indented too, but its next line is not back left.
    let indent = b.rect.x0 - a.rect.x0;
    let indented =
        indent > 0.8 * b.size && indent < 6.0 * b.size && a.rect.x0 < left + 0.8 * b.size;
    let returns = next_left.is_none_or(|x| (x - a.rect.x0).abs() < 0.8 * b.size);
    indented && returns && shape::ends_sentence(&a.text)
}

/// Whether the line before `at` ends although the next word would have fitted: the end of a
/// paragraph, a heading, an entry of a list. The lines around show how far lines reach.
fn breaks_early(lines: &[Line], at: usize) -> bool {
    let (a, b) = (&lines[at - 1], &lines[at]);
    if a.tabular || b.tabular || (shape::begins_lower(&b.text) && !shape::ends_sentence(&a.text)) {
        return false;
    }
    let around = &lines[at.saturating_sub(3)..lines.len().min(at + 3)];
    let prose = || around.iter().filter(|l| !l.tabular && same_size(l, b));
    let right = prose().map(|l| l.rect.x1).fold(f32::NEG_INFINITY, f32::max);
    let left = prose().map(|l| l.rect.x0).fold(f32::INFINITY, f32::min);
    // A centred line says nothing by its end.
    let flush = (a.rect.x0 - left) < 4.0 * a.size && b.rect.x0 - left < 4.0 * b.size;
    let next_word = b.items.first().map_or(0.0, |i| i.rect.width());
    flush && right - a.rect.x1 > next_word + 0.5 * a.size + 0.12 * (right - left)
}

fn same_size(a: &Line, b: &Line) -> bool {
    let ratio = a.size / b.size;
    // Ink heights of recognised words vary from line to line; declared sizes do not.
    let by_ink = a.items.iter().chain(&b.items).any(|i| i.ink);
    if by_ink { (0.65..1.55).contains(&ratio) } else { (0.89..1.12).contains(&ratio) }
}

/// The usual step from line to line in points: below the median, because blocks of single lines
/// would else hide the step inside a block.
fn leading(lines: &[Line]) -> f32 {
    let mut steps: Vec<f32> = lines
        .windows(2)
        .filter(|w| !w[0].tabular && !w[1].tabular)
        .map(|w| (w[1].rect.center_y() - w[0].rect.center_y(), w[0].rect.height()))
        .filter(|(step, height)| *step > 0.5 * height && *step < 2.4 * height)
        .map(|(step, _)| step)
        .collect();
    if steps.len() < 2 {
        let heights = lines.iter().map(|l| l.rect.height());
        return 1.1 * crate::layout::median(heights);
    }
    steps.sort_by(f32::total_cmp);
    steps[steps.len() * 35 / 100]
}

/// The upper lines of a label that wraps ("Net income attributable to / common shareholders 12 9")
/// belong to the table: they stand between rows, or the row below goes on in lower case.
fn adopt_wrapped_labels(lines: &mut [Line]) {
    for at in (0..lines.len().saturating_sub(1)).rev() {
        let (line, below) = (&lines[at], &lines[at + 1]);
        if line.tabular || !below.tabular || line.items.len() > 10 {
            continue;
        }
        let close =
            |a: &Line, b: &Line| b.rect.center_y() - a.rect.center_y() < 1.8 * line.rect.height();
        let between = at > 0 && lines[at - 1].tabular && close(&lines[at - 1], line);
        let label = !shape::ends_sentence(&line.text) && close(line, below);
        lines[at].tabular = label && (between || shape::begins_lower(&below.text));
    }
}
