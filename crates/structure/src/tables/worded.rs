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

use std::ops::Range;

use citelight_core::{PageNumber, Rect, RowKind, Table, TableRow};

use super::atoms::{Atom, Row, Token, joined};
use super::{Draft, find, header, units};
use crate::shape;

/// Lines with gaps that prove a table.
const FEWEST_LINES: usize = 3;
/// Columns of a table at most; more is a chart or a dump.
const MOST_COLUMNS: usize = 24;
/// The narrowest gutter, in font sizes, where few rows show it, and where many do.
const GUTTER: f32 = 0.9;
const SURE_GUTTER: f32 = 0.55;
/// Lines at the top that may be headings.
const MOST_HEADINGS: usize = 5;

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

/// A column: from where to where words stand in it.
#[derive(Debug, Clone, Copy)]
struct Strip {
    x0: f32,
    x1: f32,
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

/// Runs of lines that follow each other closely and of which many have gaps.
fn blocks(rows: &[Row<'_>]) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        if !parted(row) || is_spread(row) {
            continue;
        }
        let joins = blocks.last().is_some_and(|block| {
            let between = &rows[block.end - 1..=at];
            let near = |pair: &[Row<'_>]| {
                let height = pair[0].height().max(pair[1].height());
                pair[1].y0 - pair[0].y1 < 2.6 * height
            };
            let inner = &rows[block.end..at];
            inner.len() <= 6 && between.windows(2).all(near) && !inner.iter().any(find::is_prose)
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

/// The columns of some lines: what no word of nearly all of them crosses parts them. The first lines,
/// which may be headings over several columns, and lone lines across do not count.
fn columns(rows: &[Row<'_>], size: f32) -> Vec<Strip> {
    let left = rows.iter().map(Row::x0).fold(f32::INFINITY, f32::min);
    let right = rows.iter().map(Row::x1).fold(f32::NEG_INFINITY, f32::max);
    let heads = if rows.len() >= 6 { 2 } else { usize::from(rows.len() >= 4) };
    let counted: Vec<&Row<'_>> = rows
        .iter()
        .enumerate()
        .filter(|(at, row)| {
            *at >= heads && (row.atoms.len() > 1 || row.x1() - row.x0() < 0.4 * (right - left))
        })
        .map(|(_, row)| row)
        .collect();
    let bins = (right - left).ceil().clamp(1.0, 4_000.0) as usize;
    let mut covered = vec![0usize; bins + 1];
    for atom in counted.iter().flat_map(|row| &row.atoms) {
        let bin = |x: f32| ((x - left).max(0.0) as usize).min(bins);
        for count in &mut covered[bin(atom.x0 + 0.4)..=bin(atom.x1 - 0.4)] {
            *count += 1;
        }
    }
    let crossed = if counted.len() >= 12 { counted.len() / 20 } else { 0 };
    let narrowest = if counted.len() >= 6 { SURE_GUTTER } else { GUTTER } * size;
    let mut strips: Vec<Strip> = Vec::new();
    let mut open: Option<usize> = None;
    let mut gap_start = 0;
    for (bin, count) in covered.iter().enumerate().take(bins + 1) {
        let full = *count > crossed;
        match (full, open) {
            (true, None) => {
                // A narrow gap does not part what stands on its sides.
                if strips.last().is_some() && ((bin - gap_start) as f32) < narrowest {
                    let last = strips.pop();
                    open = last.map(|last| (last.x0 - left) as usize);
                } else {
                    open = Some(bin);
                }
            }
            (false, Some(start)) => {
                strips.push(Strip { x0: left + start as f32, x1: left + bin as f32 });
                gap_start = bin;
                open = None;
            }
            _ => {}
        }
    }
    if let Some(start) = open {
        strips.push(Strip { x0: left + start as f32, x1: right });
    }
    // A strip that one line alone fills is no column but a piece that stands off.
    let least = if counted.len() >= 8 { 3 } else { 2 };
    let filled = |strip: &Strip| {
        counted.iter().filter(|row| row.atoms.iter().any(|atom| overlap(strip, atom) > 0.0)).count()
    };
    strips.retain(|strip| filled(strip) >= least);
    strips
}

fn overlap(strip: &Strip, atom: &Atom) -> f32 {
    strip.x1.min(atom.x1) - strip.x0.max(atom.x0)
}

/// First and last column that a piece stands in; the nearest where it stands in none.
fn place(strips: &[Strip], atom: &Atom) -> (usize, usize) {
    let touched = |strip: &Strip| {
        let shared = overlap(strip, atom);
        shared > 0.25 * (strip.x1 - strip.x0).min(atom.x1 - atom.x0)
    };
    let first = strips.iter().position(touched);
    let last = strips.iter().rposition(touched);
    first.zip(last).unwrap_or_else(|| {
        let near = |strip: &Strip| overlap(strip, atom);
        let best = (0..strips.len()).max_by(|a, b| near(&strips[*a]).total_cmp(&near(&strips[*b])));
        let best = best.unwrap_or(0);
        (best, best)
    })
}

/// A line with its cells: first and last column of each of its pieces.
struct Line<'r, 't> {
    row: &'r Row<'t>,
    cells: Vec<(usize, usize)>,
}

impl<'t> Line<'_, 't> {
    fn filled(&self) -> usize {
        let mut columns: Vec<usize> = self.cells.iter().map(|(first, _)| *first).collect();
        columns.dedup();
        columns.len()
    }

    fn has(&self, column: usize) -> bool {
        self.cells.iter().any(|(first, last)| *first <= column && column <= *last)
    }

    /// The words in a column.
    fn words(&self, column: usize) -> Vec<Token<'t>> {
        let own = self.row.atoms.iter().zip(&self.cells).filter(|(_, cell)| cell.0 == column);
        own.flat_map(|(atom, _)| self.row.of(atom)).copied().collect()
    }

    /// Columns beside the label's with something in them.
    fn values(&self) -> usize {
        self.filled() - usize::from(self.cells.iter().any(|cell| cell.0 == 0))
    }

    fn crosses(&self) -> bool {
        self.cells.iter().any(|(first, last)| last > first)
    }

    fn bold(&self) -> bool {
        self.row.tokens.iter().all(|token| token.bold)
    }

    /// Pieces beside the label that hold digits; years and dates are names as well.
    fn digits(&self) -> usize {
        let figure = |token: &Token<'_>| {
            token.text.contains(|c: char| c.is_ascii_digit())
                && !token.text.starts_with(char::is_alphabetic)
                && !super::atoms::is_year(token.text)
        };
        let values = self.row.atoms.iter().zip(&self.cells).filter(|(_, cell)| cell.0 > 0);
        values.filter(|(atom, _)| self.row.of(atom).iter().any(figure)).count()
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
    let draft = Draft {
        table: Table { caption, units: said, ..table },
        edges: strips.iter().map(|strip| strip.x0).collect(),
        size,
        opens_page: super::opens(rows, top),
        closes_page: super::closes(rows, block.end),
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
    // "Name: …" in most pieces: fields of a form.
    let pieces = || {
        lines
            .iter()
            .flat_map(|line| (0..strips.len()).map(|at| line.words(at)))
            .filter(|words| !words.is_empty())
    };
    let labelled = pieces().filter(|words| {
        words.len() > 1
            && words[..words.len() - 1]
                .iter()
                .any(|word| word.text.len() > 1 && word.text.ends_with(':'))
    });
    if 10 * labelled.count() > 3 * pieces().count() {
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
fn headings(lines: &[Line<'_, '_>], columns: usize, rules: &[Rect]) -> Range<usize> {
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
        let to_rule = few_rules && (end..most).any(&below);
        if !(to_rule || bold(&lines[at]) && bold(&lines[end]) && lines[end].filled() > 1) {
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
struct Group {
    lines: Range<usize>,
    kind: RowKind,
}

/// The rows of the lines below the headings; their places count from there.
fn gather(lines: &[Line<'_, '_>], columns: usize, rules: &[Rect]) -> Vec<Group> {
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
                return !(over || full(line) && full(before));
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
