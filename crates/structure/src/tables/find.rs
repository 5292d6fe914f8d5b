//! Owns where the rows of a table begin and end among the rows of a lane.
//!
//! The proof of a table are rows with figures apart from their labels. What stands between two of
//! them (labels that wrap, headings of groups) belongs to it as long as it stays a label; a filled
//! line of running text ends it, and so does a second row of headings.

use std::ops::Range;

use citelight_text::MONTHS;

use super::atoms::{AtomKind, Kind, Row};
use crate::shape;

/// Rows between two rows of figures at most: the longest wrapped labels of balance sheets have
/// seven lines, with two headings above.
const MOST_BETWEEN: usize = 10;

/// Whether a row has cells: figures that stand off their label, several figures, or three pieces.
pub(super) fn is_core(row: &Row<'_>) -> bool {
    let values = row.values().count();
    if is_justified(row) {
        return false;
    }
    let led = row.tokens.iter().any(|t| t.kind == Kind::Leader);
    match row.atoms.as_slice() {
        [] | [_] => false,
        [label, value, ..] if values == 1 && label.kind == AtomKind::Text => {
            let wide = value.core.min(value.x0) - label.x1 >= 0.9 * row.size;
            (value.is_figure() || row.atoms.len() > 2) && (wide || led)
        }
        // A figure that opens a note under the table is no value.
        [first, ..] if values > usize::from(first.is_figure()) => true,
        atoms => atoms.len() >= 3 && atoms.iter().all(|a| a.end - a.first <= 8),
    }
}

/// A filled line of running text whose spaces are wide, all of them.
fn is_justified(row: &Row<'_>) -> bool {
    let words = row.tokens.iter().filter(|t| t.kind == Kind::Word).count();
    let widest = row.atoms.windows(2).map(|w| w[1].x0 - w[0].x1).fold(0.0, f32::max);
    words >= 10 && row.atoms.len() >= 3 && widest < 1.8 * row.size
}

/// Years in three labelled rows below each other are values, not the names of columns.
pub(super) fn settle_years(rows: &mut [Row<'_>]) {
    let yearly = |row: &Row<'_>| {
        let mut atoms = row.atoms.iter();
        is_core(row)
            && atoms.next().is_some_and(|a| a.kind == AtomKind::Text)
            && atoms.any(|a| a.kind == AtomKind::Year)
            && !row.has_amounts()
    };
    for run in rows.chunk_by_mut(|a, b| yearly(a) && yearly(b)).filter(|run| run.len() >= 3) {
        for atom in run.iter_mut().flat_map(|row| &mut row.atoms) {
            if atom.kind == AtomKind::Year {
                atom.kind = AtomKind::Value;
            }
        }
    }
}

/// Left edge of the first figure that is not the row's label.
fn edge(row: &Row<'_>) -> f32 {
    let first = row.atoms.iter().skip(1).find(|a| a.is_figure());
    first.map_or(f32::INFINITY, |a| a.x0)
}

/// Runs of rows that hold one table or several below each other.
pub(super) fn runs(rows: &[Row<'_>]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut left = f32::INFINITY;
    for (at, row) in rows.iter().enumerate().filter(|(_, row)| is_core(row)) {
        let own = edge(row);
        match runs.last_mut() {
            Some(run) if goes_on(rows, run.end - 1, at, left.min(own)) => {
                run.end = at + 1;
                left = left.min(own);
            }
            _ => {
                runs.push(at..at + 1);
                left = own;
            }
        }
    }
    runs
}

/// Whether a table goes on from one row of figures to the next; its figures begin at `edge`.
fn goes_on(rows: &[Row<'_>], from: usize, to: usize, edge: f32) -> bool {
    if to - from > MOST_BETWEEN + 1 {
        return false;
    }
    let near = |pair: &[Row<'_>]| {
        let height = pair[0].height().max(pair[1].height());
        pair[1].center() - pair[0].center() < 4.6 * height
    };
    if !rows[from..=to].windows(2).all(near) {
        return false;
    }
    let mut crossing = 0;
    for row in &rows[from + 1..to] {
        if row.x1() <= edge + row.size {
            crossing = 0;
            continue;
        }
        crossing += 1;
        let words = row.tokens.len();
        let text = row.text();
        let lower = text.to_lowercase();
        let leads = ["follow", " below", " presents ", " summarizes ", " table "];
        if words >= 6 && text.ends_with(':') && leads.iter().any(|word| lower.contains(word)) {
            return false;
        }
        let several = row.atoms.len() >= 2 && row.atoms.iter().all(|a| a.end - a.first <= 8);
        let heading = words <= 14 && !text.ends_with('.') && crossing <= 3;
        if !several && !heading {
            return false;
        }
    }
    true
}

/// Cuts a run where a second row of headings begins, and gives the pieces. A piece begins with the
/// rows between it and the one before, which may be its headings and title.
pub(super) fn pieces(rows: &[Row<'_>], run: Range<usize>) -> Vec<Range<usize>> {
    let body: Vec<&Row<'_>> = rows[run.clone()].iter().filter(|r| r.has_amounts()).collect();
    let left = body.iter().map(|r| edge(r)).fold(f32::INFINITY, f32::min);
    let mut pieces = Vec::new();
    let mut start = run.start;
    let mut last_core: Option<usize> = None;
    for at in run.clone() {
        let row = &rows[at];
        if last_core.is_some()
            && names_columns(rows, at, left, run.end)
            && let Some(last) = last_core.take()
        {
            pieces.push(start..last + 1);
            start = last + 1;
        }
        if is_core(row) && row.has_amounts() {
            last_core = Some(at);
        }
    }
    pieces.push(start..run.end);
    pieces
}

/// Whether a row below figures names columns anew: years only, or words over the figures where a
/// row of the table has none.
fn names_columns(rows: &[Row<'_>], at: usize, left: f32, end: usize) -> bool {
    let row = &rows[at];
    if row.has_amounts() || row.atoms.is_empty() {
        return false;
    }
    let years = row.atoms.iter().filter(|a| a.kind == AtomKind::Year).count();
    if years >= 2 && row.atoms.len() > years.min(2) - 1 {
        return true;
    }
    let labels = rows[..at].iter().rev().take(12).map(|r| r.x0()).fold(f32::INFINITY, f32::min);
    let beyond = row.atoms.len() >= 2 && row.x0() > labels + 6.0 * row.size;
    let over = row.atoms.iter().filter(|a| a.x0 >= left - 2.5 * row.size).count();
    if over >= 2 && names_period(&row.text()) {
        return true;
    }
    // Words right below figures of several columns, where no label stands.
    let figured = |a: &super::atoms::Atom| {
        let above = rows[..at].iter().rev().take(8).filter(|r| r.has_amounts()).take(3);
        { above }.any(|r| r.values().any(|v| v.x0 < a.x1 && v.x1 > a.x0))
    };
    let texts = || row.atoms.iter().filter(|a| a.kind == AtomKind::Text);
    let bare = row.x0() > labels + 6.0 * row.size && texts().count() == row.atoms.len();
    if bare && texts().count() >= 2 && texts().all(figured) {
        return true;
    }
    let unlabelled = beyond || row.x0() >= left - 2.5 * row.size;
    let below = rows[at + 1..end].iter().take(6).any(|r| r.has_amounts());
    if !unlabelled || !below {
        return false;
    }
    let dated = row
        .atoms
        .iter()
        .any(|a| row.of(a).iter().any(|t| is_year_word(t.text)) || names_period(&row.text()));
    let apart = at > 0 && row.center() - rows[at - 1].center() > 1.9 * row.height();
    let bold =
        row.tokens.iter().all(|t| t.bold) && at > 0 && !rows[at - 1].tokens.iter().all(|t| t.bold);
    dated || (apart && row.atoms.len() >= 2) || (bold && row.atoms.len() >= 2)
}

fn is_year_word(word: &str) -> bool {
    super::atoms::is_year(word.trim_end_matches([',', ':', ';']))
}

/// "Three Months Ended", "December 31,", "Year ended".
pub(super) fn names_period(text: &str) -> bool {
    let text = text.to_lowercase();
    let periods = ["ended", "ending", "fiscal year", "quarter", "months"];
    // "May" begins other sentences too.
    let dated = |month: &&str| {
        text.strip_prefix(*month).is_some_and(|rest| *month != "may" || rest.starts_with(' '))
    };
    periods.iter().any(|p| text.contains(p)) || MONTHS.iter().any(dated)
}

/// Whether rows read as a table of contents: one figure a row at the right, rising, plain.
pub(super) fn is_contents(rows: &[Row<'_>]) -> bool {
    let core: Vec<&Row<'_>> = rows.iter().filter(|r| is_core(r)).collect();
    let mut pages = Vec::new();
    for row in &core {
        let Some(last) = row.tokens.last() else { return false };
        let digits = last.text.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '-');
        let page = digits.parse::<u32>().ok().filter(|_| digits.len() <= 4);
        // The number of a section opens the row.
        let alone = row.atoms.iter().skip(1).filter(|a| a.is_figure()).count() == 1;
        pages.extend(page.filter(|_| alone));
    }
    let led = core.iter().filter(|r| r.tokens.iter().any(|t| t.kind == Kind::Leader)).count();
    let rising = pages.windows(2).filter(|w| w[0] <= w[1]).count();
    let most = |part: usize, of: usize| 5 * part >= 4 * of;
    core.len() >= 2
        && most(pages.len(), core.len())
        && (most(rising, pages.len().saturating_sub(1)) || most(led, core.len()))
        && pages.first() <= pages.last()
        && (core.len() >= 3 || led >= 2)
}

/// Whether rows are formulas with their numbers: "(2)", "(3)" at the right and no other figures.
pub(super) fn is_formulas(rows: &[&Row<'_>]) -> bool {
    let numbers = rows.iter().filter_map(|row| {
        let last = row.tokens.last()?;
        let inner = last.text.strip_prefix('(')?.strip_suffix(')')?;
        inner.rsplit('.').next()?.parse::<u32>().ok()
    });
    let numbers: Vec<u32> = numbers.collect();
    5 * numbers.len() >= 3 * rows.len() && numbers.windows(2).all(|w| w[1] == w[0] + 1)
}

/// Whether a row is a line of running text.
pub(super) fn is_prose(row: &Row<'_>) -> bool {
    let text = row.text();
    let words = row.tokens.len();
    row.atoms.len() == 1
        && row.atoms[0].kind == AtomKind::Text
        && (words >= 18
            || (words >= 6 && (shape::ends_sentence(&text) || shape::begins_lower(&text))))
}
