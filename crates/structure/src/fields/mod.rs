//! Owns the fields of forms: which words are labels and which words are filled in for them, told by
//! geometry.
//!
//! ```text
//! words of a page ──runs──▶ runs cut at gaps, rules, colons and boxes to tick
//! runs ──options──▶ boxes to tick with what they stand for, by group
//! runs ──pairs──▶ labels with values: to the right, below, in a drawn cell, over lines
//! the rest ──guesses─▶ texts beside or below what may be their labels, with how likely that is
//! values ──parts──▶ parts that say themselves what they are: "435 hours (Total), 233 hours (Last year)"
//! ```
//!
//! Refuses running text, captions, and what announces a list: a field that is none would stand
//! before true sentences. Cells of tables with headings are the tables' matter.

mod guesses;
mod lines;
mod options;
mod pairs;
mod parts;
mod runs;
mod signs;
mod ticks;
mod trees;
mod wording;

use citelight_core::{
    Cell, Field, FieldGuess, FlowWord, PageNumber, RowKind, Span, Table, TableRow,
};

pub(crate) use lines::complete;

use crate::tables::Sheet;
pub use guesses::LINK_MEASURES;
use pairs::{Pair, Pairs};
use runs::{Kind, Page, Word};

/// Pages with more words are no forms.
const MOST_WORDS: usize = 4_000;
/// Rows above a field in which its group's heading is looked for.
const MOST_ROWS_UP: usize = 40;
/// Per cent below which a guess is left out.
const LEAST_LIKELY: u8 = 30;
/// Per cent by which a label and a value by themselves belong together. Set by hand.
const LIKELY_ALONE: u8 = 60;
/// Words of a group's heading at most.
const MOST_HEADING_WORDS: usize = 8;

/// The fields of a page.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Those that geometry shows, in reading order.
    pub(crate) fields: Vec<Field>,
    /// Texts with what may be their labels.
    pub(crate) guesses: Vec<Guessed>,
}

/// A text with what may be its label.
#[derive(Debug, Clone, PartialEq)]
pub struct Guessed {
    /// Both as a field.
    pub guess: FieldGuess,
    /// What is measured of it; nothing where geometry and a colon show it.
    pub measures: Option<[f32; LINK_MEASURES]>,
}

/// The fields of a page; `words` are those of the flow text, as many as the sheet's.
pub(crate) fn find(number: PageNumber, sheet: &Sheet, words: &[FlowWord], text: &str) -> Found {
    if sheet.words.len() != words.len() || words.len() > MOST_WORDS {
        return Found::default();
    }
    let page = Page::new(sheet, words, text);
    let mut taken = vec![false; page.runs.len()];
    let mut fields = options::find(&page, number, &mut taken);
    let (pairs, lone) = Pairs::new(&page, &mut taken).find();
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
        return Found::default();
    }
    fields.sort_by_key(|field| field.spans().map(|span| span.start).min());
    let mut guesses = guessed(&page, number, &pairs, &taken);
    guesses.extend(lone.iter().filter_map(|pair| alone(&page, number, pair)));
    Found { fields, guesses }
}

/// A label with a colon and its value that stand by themselves, and may be running text, as a guess.
fn alone(page: &Page<'_>, number: PageNumber, pair: &Pair) -> Option<Guessed> {
    let field = field_of(page, number, &pair.label, &pair.value)?;
    Some(Guessed { guess: FieldGuess { field, likely: LIKELY_ALONE }, measures: None })
}

/// Texts with what may be their labels, as fields, with what is measured of each.
fn guessed(page: &Page<'_>, number: PageNumber, pairs: &[Pair], taken: &[bool]) -> Vec<Guessed> {
    let field = |guess: guesses::Guess| {
        let field = field_of(page, number, &[guess.label], &[guess.value])?;
        let guessed = FieldGuess { field, likely: guess.likely() };
        Some(Guessed { guess: guessed, measures: Some(guess.measures) })
    };
    guesses::find(page, pairs, taken).into_iter().filter_map(field).collect()
}

/// A field of some runs; `None` where either holds no words of the text.
fn field_of(
    page: &Page<'_>,
    number: PageNumber,
    label: &[usize],
    value: &[usize],
) -> Option<Field> {
    let (label, value) = (spans_of(page, label), spans_of(page, value));
    let whole = !label.is_empty() && !value.is_empty();
    whole.then(|| Field { page: number, label: vec![label], value, ticked: None })
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

/// Those of the guesses that are likely enough to be kept.
pub(crate) fn likely(guesses: Vec<Guessed>) -> impl Iterator<Item = FieldGuess> {
    let guesses = guesses.into_iter().map(|guessed| guessed.guess);
    guesses.filter(|guess| guess.likely >= LEAST_LIKELY)
}

/// Whether the value of a field is a cell of a table that has headings and several rows.
pub(crate) fn is_cell(field: &Field, tables: &[Table], text: &str) -> bool {
    tables.iter().filter(|table| is_full(table)).any(|table| {
        let body = table.rows.iter().filter(|row| row.kind == RowKind::Body);
        let mut cells = body.flat_map(|row| row.cells.iter().flat_map(|cell| &cell.spans));
        cells.any(|cell| field.value.iter().any(|span| span.overlaps(cell)))
            && !in_one_cell(field, table, text)
    })
}

/// Leaves out the fields whose values are cells of tables that have headings and several rows of
/// several columns: those say more. A table that is mostly made of fields is a form.
pub(crate) fn outside(fields: &mut Vec<Field>, tables: &[Table], text: &str) {
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
                own.iter().any(|span| table.span.overlaps(span))
                    && meets(&own, &cells)
                    && !in_one_cell(field, table, text)
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

/// Whether label and value stand in one line of one cell, which does not tell them apart.
fn in_one_cell(field: &Field, table: &Table, text: &str) -> bool {
    let body = table.rows.iter().filter(|row| row.kind == RowKind::Body);
    let mut cells = body.flat_map(|row| &row.cells);
    let label = field.label.last().map_or(&[][..], Vec::as_slice);
    let within = |spans: &[Span], cell: &Cell| {
        let held = |span: &Span| cell.spans.iter().any(|own| own.overlaps(span));
        !spans.is_empty() && spans.iter().all(held)
    };
    let ends = (label.last().map(|span| span.end), field.value.first().map(|span| span.start));
    let (Some(from), Some(to)) = ends else { return false };
    let between = text.get(from as usize..to as usize);
    between.is_some_and(|between| !between.contains('\n'))
        && cells.any(|cell| within(label, cell) && within(&field.value, cell))
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
        // What stands by itself in its row is over all columns below.
        let over = |at: &usize| {
            let run = &page.runs[*at];
            (run.rect.x0 <= label.rect.x0 + label.size || row.len() == 1) && !taken[*at]
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
