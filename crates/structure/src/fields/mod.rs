//! Owns the fields of forms: which words are labels and which words are filled in for them, told by
//! geometry.
//!
//! ```text
//! words of a page ──runs──▶ runs cut at gaps, rules, colons and boxes to tick
//! runs ──options──▶ boxes to tick with what they stand for, by group
//! runs ──pairs──▶ labels with values: to the right, below, in a drawn cell, over lines
//! values ──parts──▶ parts that say themselves what they are: "435 hours (Total), 233 hours (Last year)"
//! ```
//!
//! Refuses running text, captions, and what announces a list: a field that is none would stand
//! before true sentences. Cells of tables with headings are the tables' matter.

mod options;
mod pairs;
mod parts;
mod runs;
mod ticks;
mod wording;

use citelight_core::{Field, FlowWord, PageNumber, RowKind, Span, Table, TableRow};

use crate::tables::Sheet;
use pairs::{Pair, Pairs};
use runs::{Kind, Page, Word};

/// Pages with more words are no forms.
const MOST_WORDS: usize = 4_000;
/// Rows above a field in which its group's heading is looked for.
const MOST_ROWS_UP: usize = 40;
/// Words of a group's heading at most.
const MOST_HEADING_WORDS: usize = 8;

/// The fields of a page in reading order; `words` are those of the flow text, as many as the sheet's.
pub(crate) fn find(
    number: PageNumber,
    sheet: &Sheet,
    words: &[FlowWord],
    text: &str,
) -> Vec<Field> {
    if sheet.words.len() != words.len() || words.len() > MOST_WORDS {
        return Vec::new();
    }
    let page = Page::new(sheet, words, text);
    let mut taken = vec![false; page.runs.len()];
    let mut fields = options::find(&page, number, &mut taken);
    let pairs = Pairs::new(&page, &mut taken).find();
    for pair in &pairs {
        let mut label: Vec<Vec<Span>> = Vec::new();
        if let Some(heading) = heading(&page, &taken, pair) {
            label.push(spans(&page.runs[heading].words));
        }
        label.push(spans_of(&page, &pair.label));
        let words: Vec<Word<'_>> =
            pair.value.iter().flat_map(|at| &page.runs[*at].words).copied().collect();
        let said = words.iter().any(|word| !wording::says_nothing(word.text));
        let value = if said { spans(&words) } else { Vec::new() };
        for (name, part) in parts::parts(&words) {
            let mut label = label.clone();
            label.push(vec![name]);
            fields.push(Field { page: number, label, value: part, ticked: None });
        }
        fields.push(Field { page: number, label, value, ticked: None });
    }
    fields.retain(|field| field.label.iter().all(|level| !level.is_empty()));
    if is_contents(&fields, text) {
        fields.clear();
    }
    fields.sort_by_key(|field| field.spans().map(|span| span.start).min());
    fields
}

/// Whether most of a page's fields give the number of a page: a table of contents.
fn is_contents(fields: &[Field], text: &str) -> bool {
    let number = |field: &&Field| {
        let words = field.value.iter().filter_map(|span| text.get(span.range()));
        let value = words.collect::<Vec<_>>().join(" ");
        value.split_whitespace().all(|word| word.len() <= 3 && word.parse::<u16>().is_ok())
            && !value.is_empty()
    };
    fields.len() >= 6 && 2 * fields.iter().filter(number).count() > fields.len()
}

/// Leaves out the fields whose values are cells of tables that have headings and several rows of
/// several columns: those say more. A table that is mostly made of fields is a form.
pub(crate) fn outside(fields: &mut Vec<Field>, tables: &[Table]) {
    for table in tables.iter().filter(|table| is_full(table)) {
        let body = || table.rows.iter().filter(|row| row.kind == RowKind::Body);
        let of = |row: &TableRow| -> Vec<Span> {
            row.cells.iter().flat_map(|cell| cell.spans.iter().copied()).collect()
        };
        let cells: Vec<Span> = body().flat_map(of).collect();
        let words = |field: &Field| -> Vec<Span> {
            let label = field.label.last().cloned().unwrap_or_default();
            if field.value.is_empty() { label } else { field.value.clone() }
        };
        let meets =
            |own: &[Span], other: &[Span]| own.iter().any(|a| other.iter().any(|b| a.overlaps(b)));
        let inside: Vec<bool> = fields
            .iter()
            .map(|field| {
                let own = words(field);
                own.iter().any(|span| table.span.overlaps(span)) && meets(&own, &cells)
            })
            .collect();
        let own = fields.iter().zip(&inside).filter(|(_, inside)| **inside);
        let filled: Vec<Span> = own.flat_map(|(field, _)| words(field)).collect();
        let rows = body().filter(|row| meets(&of(row), &filled)).count();
        if 5 * rows < 4 * body().count() {
            let mut inside = inside.into_iter();
            fields.retain(|_| !inside.next().unwrap_or_default());
        }
    }
}

fn is_full(table: &Table) -> bool {
    let heads = table.rows.iter().any(|row| row.kind == RowKind::Header);
    let filled = table.rows.iter().filter(|row| row.kind == RowKind::Body && row.cells.len() >= 2);
    heads && filled.count() >= 2
}

/// The heading over the group of fields that a field belongs to.
fn heading(page: &Page<'_>, taken: &[bool], pair: &Pair) -> Option<usize> {
    let label = &page.runs[*pair.label.first()?];
    let from = label.row.saturating_sub(MOST_ROWS_UP);
    for row in page.rows.get(from..label.row)?.iter().rev() {
        let over = |at: &usize| {
            let run = &page.runs[*at];
            run.rect.x0 <= label.rect.x0 + label.size && !taken[*at]
        };
        let Some(at) = row.clone().rfind(over) else { continue };
        let run = &page.runs[at];
        // A title of the page is too far above its fields.
        // Larger words with figures are a value.
        let figures = run.text().contains(|c: char| c.is_ascii_digit());
        let alone = row.len() == 1 && !figures && !label.is_small(page);
        let larger = run.size > 1.08 * label.size && alone;
        let marked = larger
            || (run.bold && !label.bold)
            || (run.coloured && !label.coloured)
            || (run.kind == Kind::Label && run.opens());
        if marked
            && run.is_worded()
            && run.words.len() <= MOST_HEADING_WORDS
            && !matches!(run.kind, Kind::Tick(_))
        {
            return Some(at);
        }
        if run.words.len() > MOST_HEADING_WORDS && run.rect.x1 > label.rect.x0 {
            return None;
        }
    }
    None
}

/// Words as spans of the flow text, those that follow each other there as one.
fn spans(words: &[Word<'_>]) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut last = usize::MAX;
    for word in words.iter().filter(|word| !word.span.is_empty()) {
        match spans.last_mut() {
            Some(span) if last != usize::MAX && word.place == last + 1 => {
                *span = span.union(&word.span);
            }
            _ => spans.push(word.span),
        }
        last = word.place;
    }
    spans
}

fn spans_of(page: &Page<'_>, runs: &[usize]) -> Vec<Span> {
    let words: Vec<Word<'_>> = runs.iter().flat_map(|at| &page.runs[*at].words).copied().collect();
    spans(&words)
}
