//! Owns tables of words without drawn cells: pieces of lines that stand above each other over several
//! rows, with clear gutters between them.
//!
//! ```text
//! rows of a lane ──blocks──▶ runs of lines with gaps ──gutters──▶ columns ──lines──▶ rows, headings
//! ```
//!
//! Refuses running text in two columns, lists with their marks, labels with their values in one piece
//! (forms), tables of contents; and tables that hold mostly figures, which the search for figures
//! reads better.

mod columns;
mod rows;

use std::ops::Range;

use citelight_core::{PageNumber, Rect, RowKind, Table, TableRow};

use super::atoms::{Atom, Row, Token, joined};
use super::{Draft, find, header, units};
use crate::shape;
use columns::{Line, Strip, columns, place};
use rows::{Group, gather, headings};

/// Lines with gaps that prove a table.
const FEWEST_LINES: usize = 3;
/// Columns of a table at most; more is a chart or a dump.
const MOST_COLUMNS: usize = 24;
/// Distance of lines that follow each other, in their heights, at most.
const NEAR: f32 = 2.6;

/// A table of words among the rows of a lane.
#[derive(Debug)]
pub(super) struct Worded {
    pub draft: Draft,
    /// Whether most of its values are figures.
    pub figures: bool,
    /// Whether it has headings, and how many columns besides the first hold words in most rows.
    pub headed: bool,
    pub texts: usize,
}

/// The tables of words in a lane.
pub(super) fn tables(page: PageNumber, rows: &[Row<'_>], rules: &[Rect]) -> Vec<Worded> {
    let rules: Vec<Rect> = rules.iter().filter(|rule| header::level(rule)).copied().collect();
    let mut found = Vec::new();
    for block in blocks(rows) {
        seek(page, rows, block, &rules, 0, &mut found);
    }
    found
}

/// Whether a line has a gap that may be a gutter.
fn parted(row: &Row<'_>) -> bool {
    row.atoms.windows(2).any(|pair| pair[1].x0 - pair[0].x1 >= 0.9 * row.size)
}

/// Distance of two rows from foot to head, in heights of the taller one.
fn gap(upper: &Row<'_>, lower: &Row<'_>) -> f32 {
    (lower.y0 - upper.y1) / upper.height().max(lower.height())
}

/// Whether a row stands off the one above as the row above or below stands off its own.
fn evenly_spaced(rows: &[Row<'_>], at: usize) -> bool {
    let gap = |at: usize| match (at.checked_sub(1).and_then(|at| rows.get(at)), rows.get(at)) {
        (Some(upper), Some(lower)) if parted(upper) && parted(lower) => Some(gap(upper, lower)),
        _ => None,
    };
    let alike = |own: f32, other: f32| own < 6.0 && (own - other).abs() < 0.3 * own.max(other);
    let others = [at.checked_sub(1).and_then(gap), gap(at + 1)];
    gap(at).is_some_and(|own| others.into_iter().flatten().any(|other| alike(own, other)))
}

/// Runs of lines that follow each other closely and of which many have gaps.
fn blocks(rows: &[Row<'_>]) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        if !parted(row) || is_spread(row) {
            continue;
        }
        let joins = blocks.last().is_some_and(|block| {
            let between = &rows[block.end - 1..=at];
            let near = |pair: &[Row<'_>]| gap(&pair[0], &pair[1]) < NEAR;
            let inner = &rows[block.end..at];
            let even = inner.is_empty() && evenly_spaced(rows, at);
            inner.len() <= 6
                && (even || between.windows(2).all(near))
                && !inner.iter().any(find::is_prose)
        });
        match blocks.last_mut() {
            Some(block) if joins => block.end = at + 1,
            _ => blocks.push(at..at + 1),
        }
    }
    // Lines of one piece that go on with the last row.
    for block in &mut blocks {
        while let (Some(last), Some(next)) = (rows.get(block.end - 1), rows.get(block.end)) {
            let tight = next.y0 - last.y1 < 0.45 * last.height();
            if !tight || next.atoms.len() != 1 || find::is_prose(next) || block.len() > 400 {
                break;
            }
            block.end += 1;
        }
    }
    blocks.retain(|block| {
        rows[block.clone()].iter().filter(|row| parted(row)).count() >= FEWEST_LINES
    });
    blocks
}

/// A filled line of running text whose spaces are wide.
fn is_spread(row: &Row<'_>) -> bool {
    let widest = row.atoms.windows(2).map(|pair| pair[1].x0 - pair[0].x1).fold(0.0, f32::max);
    row.tokens.len() >= 8 && widest < 1.3 * row.size
}

/// Reads a block as a table; where it is none, its parts above and below its widest gap between lines.
fn seek(
    page: PageNumber,
    rows: &[Row<'_>],
    block: Range<usize>,
    rules: &[Rect],
    depth: u32,
    found: &mut Vec<Worded>,
) {
    if rows[block.clone()].iter().filter(|row| parted(row)).count() < FEWEST_LINES {
        return;
    }
    if let Some(worded) = table(page, rows, block.clone(), rules) {
        found.push(worded);
        return;
    }
    if depth >= 6 {
        return;
    }
    // Lines that stand alone are likelier borders than others.
    let gap = |at: &usize| {
        let lone = f32::from(u8::from(!parted(&rows[*at])));
        rows[*at].y0 - rows[*at - 1].y1 + lone * rows[*at].height()
    };
    let cut = (block.start + 1..block.end).max_by(|a, b| gap(a).total_cmp(&gap(b)));
    if let Some(cut) = cut {
        seek(page, rows, block.start..cut, rules, depth + 1, found);
        seek(page, rows, cut..block.end, rules, depth + 1, found);
    }
}

/// Reads lines as a table.
fn table(
    page: PageNumber,
    rows: &[Row<'_>],
    block: Range<usize>,
    rules: &[Rect],
) -> Option<Worded> {
    let own = &rows[block.clone()];
    let size = crate::layout::median(own.iter().map(|row| row.size));
    let strips = columns(own, size);
    if strips.len() < 2 || strips.len() > MOST_COLUMNS || find::is_contents(own) {
        return None;
    }
    let lines: Vec<Line<'_, '_>> = own
        .iter()
        .map(|row| Line { row, cells: row.atoms.iter().map(|atom| place(&strips, atom)).collect() })
        .collect();
    if !stands(&lines, &strips, size) {
        return None;
    }
    let heads = headings(&lines, strips.len(), rules);
    let (titles, lines) = lines.split_at(heads.start);
    // Lines set far apart need headings over figures as proof.
    let loose = own.windows(2).any(|pair| gap(&pair[0], &pair[1]) >= NEAR);
    let figured = lines[heads.len()..].iter().filter(|line| line.digits() > 0).count();
    if loose && (heads.is_empty() || 5 * figured < 3 * (lines.len() - heads.len())) {
        return None;
    }
    let (top, heads) = (block.start + titles.len(), heads.len());
    let groups = gather(&lines[heads..], strips.len(), rules);
    let body = groups.iter().filter(|group| group.kind == RowKind::Body).count();
    if body < 2 || (body < FEWEST_LINES && heads == 0) {
        return None;
    }
    let table = assemble(page, lines, heads, &groups, strips.len())?;
    let (caption, said) = units::above(rows, top.saturating_sub(8), top);
    let figures = {
        let values = || {
            lines[heads..]
                .iter()
                .flat_map(|line| line.row.atoms.iter().zip(&line.cells))
                .filter(|(_, cell)| cell.0 > 0)
        };
        2 * values().filter(|(atom, _)| atom.is_figure()).count() > values().count()
    };
    // Terms beside what they mean are read as text: nothing is looked up in them by a heading.
    if heads == 0 && strips.len() == 2 && !figures {
        return None;
    }
    let draft = Draft {
        table: Table { caption, units: said, ..table },
        edges: strips.iter().map(|strip| strip.x0).collect(),
        size,
        opens_page: super::opens(rows, top),
        closes_page: super::closes(rows, block.end),
        bold_headings: false,
    };
    let texts = (1..strips.len())
        .filter(|at| {
            let own: Vec<bool> = lines[heads..]
                .iter()
                .flat_map(|line| line.row.atoms.iter().zip(&line.cells))
                .filter(|(_, cell)| cell.0 == *at)
                .map(|(atom, _)| atom.is_figure())
                .collect();
            let words = own.iter().filter(|figure| !**figure).count();
            10 * own.len() >= 7 * (lines.len() - heads) && 10 * words >= 8 * own.len()
        })
        .count();
    Some(Worded { draft, figures, headed: heads > 0, texts })
}

/// Whether pieces in columns are cells of a table, and no running text, list, or form.
fn stands(lines: &[Line<'_, '_>], strips: &[Strip], size: f32) -> bool {
    let several = lines.iter().filter(|line| line.filled() > 1).count();
    let crossing = lines.iter().filter(|line| line.crosses()).count();
    if several < FEWEST_LINES || 5 * crossing > 2 * lines.len() || 5 * several < 2 * lines.len() {
        return false;
    }
    let column =
        |at: usize| lines.iter().map(move |line| line.words(at)).filter(|words| !words.is_empty());
    // Marks of a list before its items.
    let marks = column(0).filter(|words| {
        let text = joined(words);
        words.len() == 1
            && (shape::marker(&format!("{text} x")).is_some()
                || text.chars().all(|c| !c.is_alphanumeric()))
    });
    if strips.len() == 2 && 10 * marks.count() >= 7 * column(0).count() {
        return false;
    }
    // Running text fills its column on most lines.
    let running = |at: usize| {
        let width = strips[at].x1 - strips[at].x0;
        let words: Vec<Vec<Token<'_>>> = column(at).collect();
        let many = words.iter().map(Vec::len).sum::<usize>() >= 4 * words.len().max(1);
        let full = words.iter().filter(|words| {
            let (first, last) =
                (words.first().map_or(0.0, |t| t.x0), words.last().map_or(0.0, |t| t.x1));
            last - first > 0.7 * width
        });
        many && 10 * full.count() >= 6 * words.len()
            && 10 * words.len() >= 6 * lines.len()
            && lines.len() >= 4
    };
    if (0..strips.len()).filter(|at| running(*at)).count() >= 2 {
        return false;
    }
    // "Name:" opens or is many of the pieces: fields of a form.
    let pieces = || {
        let all = lines.iter().flat_map(|line| (0..strips.len()).map(|at| line.words(at)));
        all.filter(|words| !words.is_empty())
    };
    let labelled = pieces()
        .filter(|words| words.iter().any(|word| word.text.len() > 2 && word.text.ends_with(':')));
    if 4 * labelled.count() > pieces().count() {
        return false;
    }
    // Values stand in line: at the left, at the right or in the middle.
    let (mut good, mut all) = (0, 0);
    for at in 1..strips.len() {
        let own: Vec<&Atom> = lines
            .iter()
            .flat_map(|line| line.row.atoms.iter().zip(&line.cells))
            .filter(|(_, cell)| **cell == (at, at))
            .map(|(atom, _)| atom)
            .collect();
        if own.len() < 2 {
            continue;
        }
        let aligned = |of: &dyn Fn(&Atom) -> f32| {
            let middle = crate::layout::median(own.iter().map(|atom| of(atom)));
            own.iter().filter(|atom| (of(atom) - middle).abs() < 0.5 * size).count()
        };
        all += own.len();
        good += aligned(&|atom| atom.x0).max(aligned(&|atom| atom.x1)).max(aligned(&Atom::center));
    }
    10 * good >= 7 * all
}

/// The table of gathered lines; none where words of other text stand between its own.
fn assemble(
    page: PageNumber,
    lines: &[Line<'_, '_>],
    heads: usize,
    groups: &[Group],
    columns: usize,
) -> Option<Table> {
    let cells = |lines: &[Line<'_, '_>]| {
        let tokens = lines.iter().flat_map(|line| {
            line.row.atoms.iter().zip(&line.cells).flat_map(|(atom, (first, last))| {
                let first_column = u32::try_from(*first).unwrap_or(0);
                let count = u32::try_from(last - first).unwrap_or(0) + 1;
                line.row.of(atom).iter().map(move |token| (*token, first_column, count))
            })
        });
        super::cells(page, tokens)
    };
    let mut rows: Vec<TableRow> = lines[..heads]
        .iter()
        .map(|line| TableRow {
            kind: RowKind::Header,
            indent: 0,
            cells: cells(std::slice::from_ref(line)),
        })
        .collect();
    let edges: Vec<f32> = groups
        .iter()
        .map(|group| {
            let first = lines[heads..][group.lines.clone()].iter().find(|line| line.has(0));
            first.map_or(f32::INFINITY, |line| line.row.x0())
        })
        .collect();
    let size = lines.first()?.row.size;
    let depths = super::label::depths(&edges, size.max(1.0));
    for (group, indent) in groups.iter().zip(depths) {
        let own = &lines[heads..][group.lines.clone()];
        rows.push(TableRow { kind: group.kind, indent, cells: cells(own) });
    }
    let spans = rows.iter().flat_map(|row| &row.cells).flat_map(|cell| &cell.spans);
    let span = spans.copied().reduce(|all, span| all.union(&span))?;
    let places = || lines.iter().flat_map(|line| &line.row.tokens).map(|token| token.place);
    let reach = places().max()? - places().min()? + 1;
    let count = places().count();
    if reach as usize > count + count / 10 {
        return None;
    }
    Some(Table {
        id: 0,
        span,
        columns: u32::try_from(columns).unwrap_or(0),
        label_columns: 1,
        rows,
        caption: None,
        units: None,
    })
}
