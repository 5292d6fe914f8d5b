//! Owns the notes at the foot of pages, and those below tables.

use citelight_core::{BlockKind, TagRole};

use super::Content;
use crate::shape::{self, RowLikeness, row_likeness};

/// Notes are set in type smaller than the body's by this share at least.
const SMALLER: f32 = 0.93;
/// Lines of one region that its notes can have.
const MOST_LINES: usize = 60;
/// White space above a note below a table in font sizes, at most.
const BELOW_TABLE: f32 = 2.5;

/// Marks notes by their tags, their type and their marks.
pub(super) fn mark(content: &mut Content<'_>) {
    for at in 0..content.len() {
        if content.free(at) && content.tagged(at, TagRole::Note) {
            content.kinds[at] = Some(BlockKind::Footnote);
            content.opens[at] = at == 0 || !content.same_element(at - 1, at);
            content.open(at + 1);
        }
    }
    let mut first = 0;
    while first < content.len() {
        let mut end = first + 1;
        while end < content.len() && !content.line(end).opens_region {
            end += 1;
        }
        of_region(content, first, end);
        first = end;
    }
    below_tables(content);
}

/// Small lines at the foot of a region, from the first one with a mark on.
fn of_region(content: &mut Content<'_>, first: usize, end: usize) {
    let small = |content: &Content<'_>, at: usize| {
        content.free(at)
            && !content.line(at).bold
            && content.line(at).size <= SMALLER * content.body
    };
    let mut top = end;
    while top > first && end - top < MOST_LINES && small(content, top - 1) {
        top -= 1;
    }
    // A region of nothing but small type is no foot, unless it is the foot of a page of columns.
    let page = content.line(first).page;
    let last_of_page = content.flow.lines.get(end).is_none_or(|line| line.page != page);
    let lower = lower_half(content, top.min(end - 1));
    if (top == first && !last_of_page) || !lower {
        return;
    }
    let Some(opening) = (top..end).find(|&at| content.line(at).opens && mark_of(content.text(at)))
    else {
        return;
    };
    notes(content, opening, end);
}

/// Whether a line stands in the lower half of its page, as far as the page has words.
fn lower_half(content: &Content<'_>, at: usize) -> bool {
    let page = content.line(at).page;
    let lines = &content.flow.lines;
    let from = lines.partition_point(|line| line.page < page);
    let to = lines.partition_point(|line| line.page <= page);
    let bottom = lines[from..to].iter().map(|line| line.rect.y1).fold(0.0, f32::max);
    content.line(at).rect.y0 > 0.5 * bottom
}

/// Notes right below a table that begin with a mark which the table bears, or are smaller.
fn below_tables(content: &mut Content<'_>) {
    for first in 1..content.len() {
        let Some(table) = content.tables[first - 1].filter(|_| content.tables[first].is_none())
        else {
            continue;
        };
        let table = &content.flow.tables[table];
        let mut end = first;
        while end < content.len() && end - first < MOST_LINES {
            let near = content.gap(end).is_some_and(|gap| gap < BELOW_TABLE);
            if !near || !content.free(end) || content.line(end).tabular {
                break;
            }
            let text = content.text(end);
            let borne = text.split_whitespace().next().is_some_and(|mark| {
                mark.len() >= 3 || mark.starts_with(|c: char| !c.is_alphanumeric())
            }) && bears(&content.flow.text[table.span.range()], text);
            let small = content.line(end).size <= SMALLER * content.body;
            let marked = mark_of(text) && (borne || small);
            let goes_on = end > first
                && (!content.opens[end]
                    || shape::begins_lower(text) && !shape::ends_sentence(content.text(end - 1)));
            if !marked && !goes_on {
                break;
            }
            end += 1;
        }
        if end > first {
            notes(content, first, end);
        }
    }
}

/// Whether a table shows the mark with which a note begins.
fn bears(table: &str, note: &str) -> bool {
    note.split_whitespace().next().is_some_and(|mark| table.contains(mark))
}

/// Marks lines as notes, a new one with every mark that opens a line.
fn notes(content: &mut Content<'_>, first: usize, end: usize) {
    for at in first..end {
        let new = at == first || (mark_of(content.text(at)) && content.line(at).opens);
        content.kinds[at] = Some(BlockKind::Footnote);
        content.opens[at] = new;
    }
    content.open(end);
}

/// Whether a text is a note of some words, not a row of a table.
pub(super) fn is_note(text: &str) -> bool {
    mark_of(text) && text.split_whitespace().count() > 8 && row_likeness(text) == RowLikeness::No
}

/// Whether a line begins with the mark of a note: "1 See", "1See", "(1) See", "* See", "† See".
fn mark_of(text: &str) -> bool {
    let Some(first) = text.split_whitespace().next() else { return false };
    let more = text.len() > first.len();
    let sign = |c: char| matches!(c, '*' | '†' | '‡' | '§' | '¶' | '#' | '∗');
    if first.starts_with(sign) {
        return more || first.chars().count() > 2;
    }
    let inner = first.trim_start_matches(['(', '[']).trim_end_matches([')', ']', '.', ':']);
    let bracketed = first.starts_with(['(', '[']) && first.ends_with([')', ']']);
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    let number = (1..=3).contains(&digits);
    let letter = inner.len() == 1 && inner.bytes().all(|b| b.is_ascii_lowercase());
    let glued = number && inner[digits..].starts_with(char::is_uppercase);
    (more && ((number && digits == inner.len()) || (letter && bracketed))) || glued
}
