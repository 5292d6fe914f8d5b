//! Owns the rows of a table of words: which lines name columns, and which make one row.

use std::ops::Range;

use citelight_core::{Rect, RowKind};

use super::super::atoms::{Row, joined};
use super::columns::Line;
use crate::shape;

/// Lines at the top that may be headings.
const MOST_HEADINGS: usize = 5;

/// Whether a rule runs between two lines along most of their width.
fn ruled(upper: &Row<'_>, lower: &Row<'_>, rules: &[Rect]) -> bool {
    let (x0, x1) = (upper.x0().min(lower.x0()), upper.x1().max(lower.x1()));
    let between: f32 = rules
        .iter()
        .filter(|rule| rule.center_y() > upper.center() && rule.center_y() < lower.center())
        .map(|rule| (rule.x1.min(x1) - rule.x0.max(x0)).max(0.0))
        .fold(0.0, |all, width| all + width);
    between > 0.6 * (x1 - x0)
}

/// The lines at the top that name columns; those above them are titles.
pub(super) fn headings(lines: &[Line<'_, '_>], columns: usize, rules: &[Rect]) -> Range<usize> {
    let most = MOST_HEADINGS.min(lines.len().saturating_sub(2));
    let short = |line: &Line<'_, '_>| (0..columns).all(|at| line.words(at).len() <= 6);
    let bold_below = lines[most..].iter().filter(|line| line.bold()).count();
    let bold = |line: &Line<'_, '_>| line.bold() && 2 * bold_below < lines.len() - most;
    let names = |line: &Line<'_, '_>| {
        let filled = line.filled();
        let all = 10 * filled >= 7 * columns || (filled + 1 >= columns && !line.has(0));
        filled >= 2 && all && short(line) && line.digits() == 0
    };
    let is_body = |line: &&Line<'_, '_>| {
        (line.digits() >= 2 && 10 * line.filled() >= 7 * columns) || line.row.tokens.len() > 40
    };
    let top = || lines[..most].iter().take_while(|line| !is_body(line));
    let named = top().position(names);
    let Some(at) = named.or_else(|| top().position(|line| bold(line) && line.filled() >= 2)) else {
        return 0..0;
    };
    let below = |at: usize| ruled(lines[at].row, lines[at + 1].row, rules);
    let ruled_lines = (0..lines.len() - 1).filter(|at| below(*at)).count();
    let few_rules = 3 * ruled_lines <= lines.len();
    let any = |line: &Line<'_, '_>| line.row.text().contains(|c: char| c.is_ascii_digit());
    let figured = lines[at + 1..]
        .iter()
        .filter(|line| line.digits() > 0 || any(line) && !any(&lines[at]))
        .count();
    let told =
        bold(&lines[at]) || (few_rules && below(at)) || 10 * figured >= 3 * (lines.len() - at);
    if !told && columns < 3 {
        return 0..0;
    }
    // Further lines of the same headings: down to the rule below them, or as long as they are bold.
    let mut end = at + 1;
    while end < most + 1 && short(&lines[end]) && lines[end].digits() == 0 && !below(end - 1) {
        let to_rule = few_rules && (end..most).any(below);
        let bold_on = bold(&lines[at]) && bold(&lines[end]) && lines[end].filled() > 1;
        if !to_rule && !bold_on {
            break;
        }
        end += 1;
    }
    // Above them, names over several columns; what begins over the labels is a title.
    let over = |line: &&Line<'_, '_>| short(line) && line.digits() == 0 && !line.has(0);
    let upper = lines[..at].iter().rev().take_while(over).count();
    at - upper..end
}

/// Lines that make a row.
pub(super) struct Group {
    pub lines: Range<usize>,
    pub kind: RowKind,
}

/// The rows of the lines below the headings; their places count from there.
pub(super) fn gather(lines: &[Line<'_, '_>], columns: usize, rules: &[Rect]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let steps: Vec<f32> =
        lines.windows(2).map(|pair| pair[1].row.center() - pair[0].row.center()).collect();
    let tightest = steps.iter().copied().filter(|step| *step > 0.0).fold(f32::INFINITY, f32::min);
    // Rows set apart from each other by more than the lines of one.
    let loose = steps.iter().filter(|step| **step > 1.3 * tightest).count();
    let spaced = loose >= 2 && loose < steps.len();
    let rulings = lines.windows(2).filter(|pair| ruled(pair[0].row, pair[1].row, rules)).count();
    let drawn = rulings >= 2 && 4 * rulings >= lines.len();
    for at in 0..lines.len() {
        let line = &lines[at];
        let joins = groups.last().is_some_and(|group| {
            let before = &lines[at - 1];
            let over = ruled(before.row, line.row, rules);
            // Cells wrap, but hardly all of a row: lines that both fill the columns are two rows.
            let full = |line: &Line<'_, '_>| columns > 2 && 3 * line.values() >= 2 * (columns - 1);
            if over || drawn {
                let both_full = full(line) && full(before);
                return !over && !both_full;
            }
            let step = steps[at - 1];
            let tight = step <= 1.3 * tightest;
            if spaced && !tight {
                return false;
            }
            let labelled = (group.lines.start..at).any(|n| lines[n].has(0));
            let own = joined(&line.words(0));
            if !line.has(0) {
                // A row beside a label that stands for several fills most of its columns.
                let row = columns > 2 && 3 * line.filled() >= 2 * (columns - 1) && labelled;
                let lower =
                    line.row.tokens.first().is_some_and(|t| t.text.starts_with(char::is_lowercase));
                return lower || !row || (spaced && tight);
            }
            if spaced {
                return true;
            }
            let label = joined(&before.words(0));
            let lone = line.filled() == 1;
            shape::begins_lower(&own)
                || label.ends_with([',', '-', '–', '/', '&', '('])
                || (lone
                    && !before.bold()
                    && line.row.y0 - before.row.y1 < 0.3 * line.row.height()
                    && before.filled() > 1
                    && wraps(lines, at))
        });
        match groups.last_mut() {
            Some(group) if joins => group.lines.end = at + 1,
            _ => groups.push(Group { lines: at..at + 1, kind: RowKind::Body }),
        }
    }
    for group in &mut groups {
        let values = (1..columns).any(|column| {
            lines[group.lines.clone()]
                .iter()
                .any(|line| line.cells.iter().any(|cell| cell.0 == column))
        });
        if !values {
            group.kind = RowKind::Group;
        }
    }
    groups
}

/// Whether a line that holds a label alone ends the row above: the next row has a label of its own and
/// values, and lines that are labels alone are usual.
fn wraps(lines: &[Line<'_, '_>], at: usize) -> bool {
    let next = lines.get(at + 1);
    next.is_none_or(|next| next.has(0) && next.filled() > 1)
        && lines.iter().filter(|line| line.has(0) && line.filled() == 1).count() * 3 > lines.len()
}
