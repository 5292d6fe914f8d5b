//! Owns which rows at the top of a drawn table name its columns.

use std::collections::HashSet;
use std::ops::Range;

use super::super::atoms::{Kind, Token, is_year};

/// The words of each place of a row of the grid.
type Line<'a, 't> = Vec<Vec<&'a Token<'t>>>;

/// Rows that are looked at for names of columns.
const MOST_ROWS: usize = 12;

/// The rows of names at the top of a table. They begin further down where boxes drawn above, with
/// values of their own, are no part of it; `whole`: whether a row is one cell over all columns;
/// `reach`: over how many columns the cell of a row that begins at a column is drawn.
pub(super) fn find(
    all: &[Line<'_, '_>],
    whole: impl Fn(usize) -> bool,
    reach: impl Fn(usize, usize) -> usize,
) -> Range<usize> {
    let found = upper(all, &whole);
    let mut below = found.end;
    if found.is_empty() {
        // Names over several columns are told by the names below them, whatever they look like.
        let first =
            (0..all.len()).find(|at| !whole(*at) && all[*at].iter().any(|cell| !cell.is_empty()));
        let Some(first) = first else { return found };
        if !(0..all[first].len()).any(|at| !all[first][at].is_empty() && reach(first, at) > 1) {
            return found;
        }
        below = first + 1;
    }
    if below >= all.len() || !parts(all, below, reach) {
        return found;
    }
    found.start..below + 1
}

/// Whether a row names the columns under names that are over several: it has a name of its own for each
/// of them, in words or where it says nothing else, and below it stand figures.
fn parts(all: &[Line<'_, '_>], at: usize, reach: impl Fn(usize, usize) -> usize) -> bool {
    let line = &all[at];
    let lettered = |cell: &Vec<&Token<'_>>| {
        cell.len() <= 5 && cell.iter().any(|token| token.text.contains(char::is_alphabetic))
    };
    let is_name = |cell: &Vec<&Token<'_>>| !cell.is_empty() && cell.len() <= 5;
    let (mut named, mut worded) = (0, true);
    for column in 0..line.len() {
        let over = reach(at - 1, column);
        if all[at - 1][column].is_empty() || over < 2 {
            continue;
        }
        let own = &line[column..(column + over).min(line.len())];
        let distinct: HashSet<String> = own.iter().map(|cell| text(cell)).collect();
        if !own.iter().all(is_name) || distinct.len() < own.len() {
            return false;
        }
        worded &= own.iter().all(lettered);
        named += own.len();
    }
    if !worded && line.iter().filter(|cell| !cell.is_empty()).count() > named {
        return false;
    }
    let under = || all[at + 1..].iter().flat_map(|below| below.iter().zip(line));
    let values = || under().filter(|(value, name)| !value.is_empty() && !name.is_empty());
    let figures = values().filter(|(value, _)| !lettered(value)).count();
    named > 0 && figures > 0 && 10 * figures >= 7 * values().count()
}

/// The rows of names at the top of a table, without those that a name over several columns asks for.
fn upper(all: &[Line<'_, '_>], whole: &impl Fn(usize) -> bool) -> Range<usize> {
    let filled = |cells: &Line<'_, '_>| cells.iter().filter(|cell| !cell.is_empty()).count();
    let own: Vec<usize> =
        (0..all.len()).filter(|at| filled(&all[*at]) > 0).skip_while(|at| whole(*at)).collect();
    let named = own
        .iter()
        .enumerate()
        .take_while(|(nth, at)| !whole(**at) && names(&all[**at], *nth == 0, &all[**at + 1..]));
    let end = named.last().map_or(0, |(_, at)| at + 1);
    let used = (0..all.first().map_or(0, Vec::len))
        .filter(|column| all.iter().any(|line| !line[*column].is_empty()));
    let used = used.count();
    if end > 0 && 5 * filled(&all[end - 1]) >= 4 * used {
        return 0..end;
    }
    // Below titles and names over several columns.
    let mut first = 0;
    for at in own.iter().copied().take(MOST_ROWS) {
        let columns = contrasts(&all[at], &all[at + 1..], used);
        // A table that begins further down shows it in several columns.
        if at >= end && columns > usize::from(first > 0) {
            return first..at + 1;
        }
        if !whole(at) && !stands_above(&all[at]) {
            if end > 0 {
                break;
            }
            first = at + 1;
        }
    }
    0..end
}

/// Whether a row may stand above the names of columns: few and short texts without figures.
fn stands_above(line: &Line<'_, '_>) -> bool {
    let texts = || line.iter().filter(|cell| !cell.is_empty());
    2 * texts().count() <= line.len()
        && texts().all(|cell| cell.len() <= 12)
        && !texts().any(|cell| has_digit(cell))
}

fn text(cell: &[&Token<'_>]) -> String {
    cell.iter().map(|token| token.text).collect::<Vec<_>>().join(" ")
}

fn has_digit(cell: &[&Token<'_>]) -> bool {
    cell.iter().any(|token| token.text.contains(|c: char| c.is_ascii_digit()))
}

/// How many columns show that a row names them, by what stands below: words over figures, or over the
/// same words again and again.
fn contrasts(line: &Line<'_, '_>, below: &[Line<'_, '_>], used: usize) -> usize {
    let texts = || line.iter().filter(|cell| !cell.is_empty());
    // What is said again below is a value; so is what begins with a digit.
    let value = |cell: &Vec<&Token<'_>>| {
        let again = || below.iter().flatten().any(|other| text(other) == text(cell));
        cell[0].text.starts_with(|c: char| c.is_ascii_digit()) || again()
    };
    let distinct: HashSet<String> = texts().map(|cell| text(cell)).collect();
    if texts().count() < 3
        || 5 * texts().count() < 3 * used
        || 2 * distinct.len() <= texts().count()
        || texts().any(|cell| cell.len() > 14 || value(cell))
    {
        return 0;
    }
    let (mut figured, mut marked) = (0, 0);
    for at in (1..line.len()).filter(|at| !line[*at].is_empty() && !has_digit(&line[*at])) {
        let own: Vec<&Vec<&Token<'_>>> =
            below.iter().map(|l| &l[at]).filter(|cell| !cell.is_empty()).collect();
        let Some(first) = own.first().map(|cell| text(cell)) else { continue };
        let digits = own.iter().filter(|cell| has_digit(cell)).count();
        figured += usize::from(own.len() >= 2 && 10 * digits >= 7 * own.len());
        if own.iter().all(|cell| cell.len() <= 3 && text(cell) == first) {
            marked += own.len();
        }
    }
    figured + usize::from(marked >= 3)
}

/// Whether a row at the top names columns: short texts without amounts, in bold or unlike the rows
/// below.
fn names(line: &Line<'_, '_>, top: bool, below: &[Line<'_, '_>]) -> bool {
    let texts = || line.iter().filter(|cell| !cell.is_empty());
    let short = texts().all(|cell| cell.len() <= 10);
    let amounts =
        texts().flatten().any(|t| t.kind == Kind::Figure && !is_year(t.text) && t.text.len() > 2);
    let bold = texts().flatten().all(|t| t.bold);
    let plain = below.iter().flatten().flatten().any(|t| !t.bold);
    let rest = || below.iter().filter(|l| l.iter().any(|c| !c.is_empty()));
    let words = |l: &[Vec<&Token<'_>>]| l.iter().map(Vec::len).sum::<usize>();
    let total: usize = rest().map(|l| words(l)).sum();
    let fewer = 2 * words(line) * rest().count() < total;
    // Names stand over every column; below, something is left out or counted.
    let names = texts().all(|cell| cell.len() <= 5)
        && rest().all(|l| l.iter().filter(|c| !c.is_empty()).count() <= texts().count())
        && rest().any(|l| {
            l.iter().filter(|c| !c.is_empty()).count() < texts().count()
                || l.iter().flatten().any(|t| t.kind == Kind::Figure)
        });
    let digits = texts().flatten().any(|t| t.text.contains(|c: char| c.is_ascii_digit()));
    let worded = texts().count() >= 3 && texts().all(|cell| cell.len() <= 5) && !digits;
    let first = top && texts().count() >= 2 && (fewer || names || worded);
    let address = texts().flatten().any(|t| t.text.contains('@') || t.text.contains("://"));
    rest().count() > 0 && short && !amounts && !address && ((bold && plain) || first)
}
