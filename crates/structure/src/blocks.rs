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
    for at in 1..lines.len() {
        let next_left = lines.get(at + 1).map(|l| l.rect.x0);
        let parted = parted(&lines[at - 1], &lines[at], next_left, left, leading);
        lines[at].starts_block = parted;
    }
}

/// Whether the text of `before` goes on in `after` although a column or page ends between them.
pub(crate) fn goes_on(before: &Line, after: &Line) -> bool {
    !before.tabular
        && !after.tabular
        && same_size(before, after)
        && !shape::ends_sentence(&before.text)
        && shape::begins_lower(&after.text)
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
        return !(shape::begins_lower(&b.text) && !shape::ends_sentence(&a.text));
    }
    // An indented first line. A hanging item is indented too, but its next line is not back left.
    let indent = b.rect.x0 - a.rect.x0;
    let indented = indent > 0.8 * b.size && indent < 6.0 * b.size && a.rect.x0 < left + 0.8 * b.size;
    let returns = next_left.is_none_or(|x| (x - a.rect.x0).abs() < 0.8 * b.size);
    indented && returns && shape::ends_sentence(&a.text)
}

fn same_size(a: &Line, b: &Line) -> bool {
    let ratio = a.size / b.size;
    // Ink heights of recognised words vary from line to line; declared sizes do not.
    let by_ink = a.items.iter().chain(&b.items).any(|i| i.size == i.height());
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
/// stand between rows and belong to the table.
fn adopt_wrapped_labels(lines: &mut [Line]) {
    for at in 1..lines.len().saturating_sub(1) {
        let (above, line, below) = (&lines[at - 1], &lines[at], &lines[at + 1]);
        let close = |a: &Line, b: &Line| {
            b.rect.center_y() - a.rect.center_y() < 1.8 * line.rect.height()
        };
        let label = line.items.len() <= 10 && !shape::ends_sentence(&line.text);
        if above.tabular && below.tabular && label && close(above, line) && close(line, below) {
            lines[at].tabular = true;
        }
    }
}
