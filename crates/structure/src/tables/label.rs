//! Owns which lines of a table are one row: labels that wrap, cells that wrap, figures set beside
//! the middle of a label; and how deep a label is indented.

use std::collections::HashSet;

use citelight_core::Rect;

use super::atoms::{Kind, Row, Token, joined};
use super::grid::Grid;
use crate::shape;

/// A line of the body with its cells.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// Place among the rows of the lane.
    pub row: usize,
    /// Column of every token; `None` for the label's.
    pub cells: Vec<Option<usize>>,
}

/// How a line takes part in its row.
struct Part {
    /// Text of the label; empty where there is none.
    label: String,
    x0: f32,
    x1: f32,
    bold: bool,
    first_width: f32,
    /// In how many columns a figure stands.
    figures: usize,
    /// Whether text stands in a column.
    worded: bool,
    center: f32,
    height: f32,
}

impl Part {
    fn valued(&self) -> bool {
        self.figures > 0
    }

    fn of(row: &Row<'_>, cells: &[Option<usize>]) -> Part {
        let label: Vec<_> =
            row.tokens.iter().zip(cells).filter(|(_, c)| c.is_none()).map(|(t, _)| *t).collect();
        let others = || row.tokens.iter().zip(cells).filter(|(_, c)| c.is_some()).map(|(t, _)| t);
        let is_value = |t: &Token<'_>| matches!(t.kind, Kind::Figure | Kind::Blank | Kind::Opens);
        let pairs = row.tokens.iter().zip(cells).filter(|(token, _)| is_value(token));
        let figured: HashSet<usize> = pairs.filter_map(|(_, column)| *column).collect();
        let plain: Vec<_> = label.iter().copied().filter(|t| t.kind != Kind::Leader).collect();
        Part {
            x0: label.first().map_or(f32::INFINITY, |t| t.x0),
            x1: plain.last().map_or(f32::NEG_INFINITY, |t| t.x1),
            bold: !plain.is_empty() && plain.iter().all(|t| t.bold),
            first_width: plain.first().map_or(0.0, |t| t.x1 - t.x0),
            figures: figured.len(),
            worded: others().any(|t| t.kind == Kind::Word),
            label: joined(&plain),
            center: row.center(),
            height: row.height(),
        }
    }
}

/// The lines of each row, in order. `rules`: those of the page.
pub(super) fn gather(
    rows: &[Row<'_>],
    lines: &[Line],
    grid: &Grid,
    rules: &[Rect],
) -> Vec<Vec<usize>> {
    let parts: Vec<Part> = lines.iter().map(|l| Part::of(&rows[l.row], &l.cells)).collect();
    if let Some(bands) = bands(&parts, grid, rules) {
        return bands;
    }
    let limits = longest(&parts, grid.edge());
    let step = usual_step(&parts);
    let mut gathered: Vec<Vec<usize>> = Vec::new();
    for at in 0..parts.len() {
        let part = &parts[at];
        let joins = gathered.last().is_some_and(|group| {
            let valued = group.iter().any(|n| parts[*n].valued());
            let before = &parts[group[group.len() - 1]];
            joins(before, part, valued, limits, step, grid)
        });
        match gathered.last_mut() {
            Some(group) if joins => group.push(at),
            _ => gathered.push(vec![at]),
        }
    }
    gathered
}

/// The lines between each two level rules, where these part a table's rows. `None` where they part nothing, or leave
/// together what are several rows: lines with figures each, or set no closer than rows are.
fn bands(parts: &[Part], grid: &Grid, rules: &[Rect]) -> Option<Vec<Vec<usize>>> {
    const FEWEST: usize = 3;
    /// Lines of one row stand closer than this share of the step from row to row.
    const TIGHT: f32 = 0.88;
    let ys: Vec<f32> =
        rules.iter().filter(|rule| parts_rows(rule, grid)).map(Rect::center_y).collect();
    let above = |part: &Part| ys.iter().filter(|y| **y < part.center).count();
    let above: Vec<usize> = parts.iter().map(above).collect();
    let all: Vec<usize> = (0..parts.len()).collect();
    // Lines of a page come from top to bottom.
    let bands: Vec<&[usize]> = all.chunk_by(|a, b| above[*a] == above[*b]).collect();
    let mut centers: Vec<f32> = Vec::new();
    for band in &bands {
        let run = &parts[band[0]..band[0] + band.len()];
        // Beside the row's figures, a mark or a part of a cell that wraps is no row of its own.
        let most = run.iter().map(|part| part.figures).max().unwrap_or(0);
        let is_row = |part: &&Part| part.valued() && (part.figures > 1 || part.figures == most);
        let mut rows = run.iter().filter(is_row);
        centers.extend(rows.next().map(|part| part.center));
        if rows.next().is_some() {
            return None;
        }
    }
    let step = crate::layout::median(centers.windows(2).map(|pair| pair[1] - pair[0]));
    let loose = |band: &&[usize]| {
        band.windows(2).any(|w| parts[w[1]].center - parts[w[0]].center > TIGHT * step)
    };
    // The label of a group runs on over the values, or stands to the left of those of rows.
    let left = crate::layout::median(
        parts.iter().filter(|part| part.valued() && part.x0.is_finite()).map(|part| part.x0),
    );
    let of_group = |part: &Part| {
        !part.valued() && (part.x1 > grid.edge() + grid.size || part.x0 < left - grid.size)
    };
    let foot = parts.last().map_or(0.0, |part| part.center);
    let closed = ys.iter().any(|y| *y > foot && *y < foot + step);
    let told = closed && bands.len() >= FEWEST && 10 * centers.len() >= 8 * bands.len();
    let holds = told && !bands.iter().any(loose) && !parts.iter().any(of_group);
    holds.then(|| bands.into_iter().map(<[usize]>::to_vec).collect())
}

/// Whether a rule runs over most of the labels.
pub(super) fn parts_rows(rule: &Rect, grid: &Grid) -> bool {
    super::header::level(rule)
        && rule.x0 < grid.left + grid.size
        && rule.x1 > grid.left + 0.6 * (grid.edge() - grid.left)
}

/// The right edges of the longest label and of the next longest, at most where the figures begin.
fn longest(parts: &[Part], edge: f32) -> (f32, f32) {
    let mut two = (f32::NEG_INFINITY, f32::NEG_INFINITY);
    for x1 in parts.iter().map(|p| p.x1).filter(|x1| *x1 < edge) {
        if x1 > two.0 {
            two = (x1, two.0);
        } else {
            two.1 = two.1.max(x1);
        }
    }
    two
}

/// The usual step from a row with figures to the next, in points.
fn usual_step(parts: &[Part]) -> f32 {
    let steps: Vec<f32> = parts
        .windows(2)
        .filter(|w| w[0].valued() && w[1].valued())
        .map(|w| w[1].center - w[0].center)
        .collect();
    if steps.is_empty() { f32::INFINITY } else { crate::layout::median(steps.into_iter()) }
}

/// Whether a line goes on with the row before it. `valued`: that row has its figures already.
fn joins(a: &Part, b: &Part, valued: bool, limits: (f32, f32), usual: f32, grid: &Grid) -> bool {
    let size = grid.size;
    let step = b.center - a.center;
    // Figures beside the middle of a label of two lines.
    let halfway = step < 0.75 * a.height.max(b.height);
    if b.label.is_empty() {
        let cell = b.worded && !b.valued() && step < 1.5 * a.height;
        // Figures right below a label that has none: its second line holds no words.
        let foot = b.valued() && !valued && step < 1.6 * a.height && !a.label.ends_with(':');
        return (halfway && !(valued && b.valued())) || cell || foot;
    }
    if a.label.is_empty() {
        return halfway && !(valued && b.valued());
    }
    let most =
        (1.75 * a.height.max(b.height)).max(if usual.is_finite() { 1.1 * usual } else { 0.0 });
    let lower = shape::begins_lower(&b.label) || b.label.starts_with(['&', '$', '%']);
    if step > if lower { most.max(2.3 * a.height) } else { most } || (valued && b.valued()) {
        return false;
    }
    let tight = step < 0.88 * usual;
    if b.x0 < a.x0 - 0.6 * size
        || shape::marker(&b.label).is_some_and(|_| !shape::open_bracket(&a.label))
    {
        return false;
    }
    let marked = without_marks(&a.label);
    if marked.ends_with(':') {
        return lower && tight;
    }
    // A footnote's mark ends a label.
    if marked.len() < a.label.len() && !lower {
        return false;
    }
    let unfinished = hangs(&a.label) || shape::open_bracket(&a.label);
    if lower || unfinished {
        return true;
    }
    if a.bold != b.bold || capitals(&a.label) != capitals(&b.label) {
        return false;
    }
    // The word that opens the line would not have fitted on the one before.
    // One label far longer than all others reached its end, unless the figures stand right there.
    let lone = a.x1 > limits.1 + 3.0 * size;
    let limit = if lone { grid.edge() - size } else { limits.0 };
    let full = a.x1 + 0.25 * size + b.first_width > limit
        && limit - grid.left > 0.55 * (grid.edge() - grid.left);
    if valued {
        // A new label is as likely, unless the line is a part of a sentence or set tight.
        return full && tight && !b.valued() && b.x0 > a.x0 + 0.3 * size;
    }
    full || (tight && a.x1 - a.x0 > 0.6 * (limit - grid.left))
}

/// Whether a text ends in a word that wants another.
fn hangs(text: &str) -> bool {
    let last = text.rsplit(char::is_whitespace).next().unwrap_or_default();
    let small = [
        "and",
        "or",
        "of",
        "the",
        "to",
        "for",
        "in",
        "by",
        "from",
        "on",
        "with",
        "at",
        "as",
        "per",
        "a",
        "an",
        "than",
        "including",
        "its",
        "&",
        "through",
    ];
    last.ends_with([',', '-', '–', '—', '/', '&'])
        || (small.contains(&last) && text.contains(char::is_whitespace))
}

/// A label without the footnote marks at its end: "(1)", "(a)(b)".
fn without_marks(label: &str) -> &str {
    let mut label = label.trim_end();
    while let Some(open) = label.rfind('(') {
        let mark = &label[open + 1..];
        let short = mark.len() <= 3 && mark.ends_with(')') && open > 0;
        if !short {
            break;
        }
        label = label[..open].trim_end();
    }
    label
}

fn capitals(text: &str) -> bool {
    !text.contains(char::is_lowercase) && text.contains(char::is_uppercase)
}

/// Depth of each left edge: 0 for the leftmost, one more for each that stands further right.
pub(super) fn depths(edges: &[f32], size: f32) -> Vec<u32> {
    let mut known: Vec<f32> = edges.iter().copied().filter(|x| x.is_finite()).collect();
    known.sort_by(f32::total_cmp);
    let mut levels: Vec<f32> = Vec::new();
    for x in known {
        if levels.last().is_none_or(|last| x - last > 0.35 * size) {
            levels.push(x);
        }
    }
    let depth = |x: &f32| levels.partition_point(|level| level <= x).saturating_sub(1);
    edges.iter().map(|x| if x.is_finite() { depth(x) as u32 } else { 0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_that_differ_by_a_hair_are_one_depth() {
        let edges = [54.0, 64.0, 54.4, 74.0, 64.2, f32::INFINITY];
        assert_eq!(depths(&edges, 10.0), [0, 1, 0, 2, 1, 0]);
    }

    #[test]
    fn unfinished_labels() {
        for (label, expected) in [
            ("Issued and", true),
            ("Common stock,", true),
            ("Total assets", false),
            ("Net", false),
            ("Interest income, net", false),
        ] {
            assert_eq!(hangs(label), expected, "{label}");
        }
        assert!(shape::open_bracket("Proceeds (net of"));
    }
}
