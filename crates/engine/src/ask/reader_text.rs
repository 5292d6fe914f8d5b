//! A passage as the trained reader is given it: its lines, the rows of tables with the headings of their
//! columns, the fields of forms behind their labels. Every piece keeps the place of its words.

use std::collections::HashSet;
use std::ops::Range;

use citelight_answer::TableText;
use citelight_core::{Field, Span, Table};
use citelight_store::{ChunkRow, Store};
use citelight_structure::TableView;

use super::cite::{folded, within};
use crate::error::Result;

/// A longer text is cut between lines: the model takes only so many tokens.
const MOST_BYTES: usize = 1_400;
/// Titles of a breadcrumb that are given, the innermost of them.
const TITLES: usize = 2;
/// Words of a heading that are repeated in every row.
const HEADING_WORDS: usize = 5;

/// A passage, or a part of a long one.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReaderText {
    /// What stands above it; never a part of an answer.
    pub title: String,
    /// Its lines.
    pub text: String,
    /// The pieces of `text` that stand in the document, in order.
    pub pieces: Vec<Piece>,
}

/// Some bytes of a text and where their words stand in the flow text. Where they are one place of the
/// same length they are the same bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// Bytes of the flow text.
    pub spans: Vec<Span>,
}

impl ReaderText {
    /// Where the words of a range of the text stand in the flow text; a cell or a field of which a part
    /// is meant is given whole where it is not written as it stands there.
    pub fn places(&self, range: Range<usize>) -> Vec<Span> {
        let met = self
            .pieces
            .iter()
            .filter(|piece| piece.range.start < range.end && range.start < piece.range.end);
        met.flat_map(|piece| match piece.spans.as_slice() {
            [one] if one.len() as usize == piece.range.len() => {
                let at = |byte: usize| {
                    let byte = byte.clamp(piece.range.start, piece.range.end);
                    one.start + u32::try_from(byte - piece.range.start).unwrap_or_default()
                };
                vec![Span::new(at(range.start), at(range.end))]
            }
            spans => spans.to_vec(),
        })
        .collect()
    }

    fn is_full(&self) -> bool {
        self.text.len() >= MOST_BYTES
    }
}

/// A line that is written into a text: words that only explain, and words of the document.
type Line = Vec<(String, Vec<Span>)>;

/// A table near a passage with the flow text that holds it.
struct Near {
    table: Table,
    start: u32,
    text: String,
}

/// A passage as the reader is given it, in several parts where it is long.
pub(crate) fn reader_texts(store: &Store, chunk: &ChunkRow) -> Result<Vec<ReaderText>> {
    let mut tables = Vec::new();
    for table in store.tables(&chunk.document, chunk.span)? {
        let (start, text) = store.flow_text(&chunk.document, table.reach())?;
        tables.push(Near { table, start, text });
    }
    let fields = store.fields(&chunk.document, chunk.span)?;
    Ok(written(chunk, &tables, &fields))
}

fn written(chunk: &ChunkRow, tables: &[Near], fields: &[Field]) -> Vec<ReaderText> {
    let rows = rows_of(tables);
    let inside = |span: &Span| chunk.span.contains(span);
    let fields: Vec<&Field> = fields
        .iter()
        .filter(|field| !field.value.is_empty() && field.spans().all(inside))
        .collect();
    let mut writer = Writer::new(chunk);
    let mut said = HashSet::new();
    let mut at = chunk.span.start;
    for line in chunk.body().split_inclusive('\n') {
        let own = Span::new(at, at + u32::try_from(line.trim_end().len()).unwrap_or_default());
        at += u32::try_from(line.len()).unwrap_or_default();
        if own.is_empty() {
            continue;
        }
        let mut told = false;
        for (number, row) in rows.iter().enumerate().filter(|(_, row)| row.meets(&own)) {
            told = true;
            if row.starts_in(&own) && said.insert((0, number)) {
                writer.line(row.line.clone());
            }
        }
        if told {
            continue;
        }
        let here = |field: &Field| field.spans().any(|span| span.overlaps(&own));
        for (number, field) in fields.iter().enumerate().filter(|(_, field)| here(field)) {
            told = true;
            if said.insert((1, number)) {
                writer.line(field_line(chunk, field));
            }
        }
        if !told {
            writer.line(vec![(line.trim_end().to_owned(), vec![own])]);
        }
    }
    writer.done()
}

/// A row of a table, or its headings, which have no line of their own.
struct Row {
    spans: Vec<Span>,
    line: Line,
}

impl Row {
    fn meets(&self, line: &Span) -> bool {
        self.spans.iter().any(|span| span.overlaps(line))
    }

    fn starts_in(&self, line: &Span) -> bool {
        let first = self.spans.iter().map(|span| span.start).min();
        !self.line.is_empty() && first.is_some_and(|first| (line.start..line.end).contains(&first))
    }
}

fn rows_of(tables: &[Near]) -> Vec<Row> {
    let mut rows = Vec::new();
    for near in tables {
        let view = TableView::within(&near.table, &near.text, near.start);
        let read = TableText::read(&view, String::new(), String::new());
        if read.is_form() || read.rows.is_empty() {
            continue;
        }
        let mut worded = HashSet::new();
        for row in &read.rows {
            let mut line: Line = Vec::new();
            let mut spans = Vec::new();
            let path = read.path(row);
            let labelled = row.cells.iter().filter(|cell| read.is_label(row, cell.column)).count();
            for (place, cell) in row.cells.iter().enumerate() {
                let column = u32::try_from(cell.column).unwrap_or_default();
                let Some(own) = view.cell(row.row, column) else { continue };
                spans.extend(own.spans.iter().copied());
                if read.is_label(row, cell.column) {
                    let text = if place == 0 { path.clone() } else { cell.text.clone() };
                    // The label's own words stand behind those of its groups.
                    let above = text.len().saturating_sub(cell.text.len());
                    if labelled == 1 && text.ends_with(&cell.text) {
                        line.push((text[..above].to_owned(), Vec::new()));
                        line.push((cell.text.clone(), own.spans.clone()));
                    } else {
                        line.push((cell.text.clone(), own.spans.clone()));
                    }
                } else {
                    let heading = read.heading(row, cell);
                    let words: Vec<&str> = heading.split_whitespace().take(HEADING_WORDS).collect();
                    let gap = if line.is_empty() { "" } else { " | " };
                    let said =
                        if words.is_empty() { String::new() } else { words.join(" ") + ": " };
                    line.push((format!("{gap}{said}"), Vec::new()));
                    line.push((cell.text.clone(), own.spans.clone()));
                }
            }
            worded.insert(row.row);
            rows.push(Row { spans, line });
        }
        let other = near.table.rows.iter().enumerate().filter(|(at, _)| !worded.contains(at));
        let spans: Vec<Span> =
            other.flat_map(|(_, row)| &row.cells).flat_map(|cell| cell.spans.clone()).collect();
        rows.push(Row { spans, line: Vec::new() });
    }
    rows
}

fn field_line(chunk: &ChunkRow, field: &Field) -> Line {
    let words = |spans: &[Span]| {
        let all = spans.iter().map(|span| within(chunk.body(), chunk.span.start, *span));
        folded(&all.collect::<Vec<_>>().join(" "))
    };
    let mut line: Line = Vec::new();
    for level in &field.label {
        let label = words(level);
        line.push((label.trim_end_matches([':', ' ']).to_owned(), level.clone()));
        line.push((": ".to_owned(), Vec::new()));
    }
    let ticked = match field.ticked {
        Some(true) => "ticked ",
        Some(false) => "not ticked ",
        None => "",
    };
    line.push((ticked.to_owned(), Vec::new()));
    line.push((words(&field.value), field.value.clone()));
    line
}

struct Writer {
    title: String,
    all: Vec<ReaderText>,
}

impl Writer {
    fn new(chunk: &ChunkRow) -> Writer {
        let titles: Vec<&str> = chunk.breadcrumb.split(" > ").collect();
        let inner = &titles[titles.len().saturating_sub(TITLES)..];
        Writer { title: inner.join(" > "), all: Vec::new() }
    }

    fn line(&mut self, line: Line) {
        if self.all.last().is_none_or(ReaderText::is_full) {
            self.all.push(ReaderText { title: self.title.clone(), ..ReaderText::default() });
        }
        let Some(into) = self.all.last_mut() else { return };
        if !into.text.is_empty() {
            into.text.push('\n');
        }
        for (words, spans) in line {
            let start = into.text.len();
            into.text.push_str(&words);
            if !spans.is_empty() && !words.is_empty() {
                into.pieces.push(Piece { range: start..into.text.len(), spans });
            }
        }
    }

    fn done(self) -> Vec<ReaderText> {
        self.all
    }
}

#[cfg(test)]
mod tests {
    use citelight_core::{ChunkId, DocumentId, PageNumber, PassageKind};

    use super::*;

    fn passage(text: &str) -> ChunkRow {
        ChunkRow {
            id: ChunkId(1),
            document: DocumentId::from_content_hash("0123456789abcdef"),
            file_name: "a.pdf".into(),
            kind: PassageKind::Text,
            span: Span::new(100, 100 + u32::try_from(text.len()).unwrap()),
            first_page: PageNumber::FIRST,
            last_page: PageNumber::FIRST,
            section: None,
            tokens: 1,
            split: (1, 1),
            noise: false,
            breadcrumb: "Handbook > Leave > Booking".into(),
            text: text.into(),
        }
    }

    /// Where words stand in a passage that begins at byte 100.
    fn span(text: &str, words: &str) -> Span {
        let at = 100 + u32::try_from(text.find(words).unwrap()).unwrap();
        Span::new(at, at + u32::try_from(words.len()).unwrap())
    }

    #[test]
    fn lines_keep_the_place_of_their_words() {
        let text = "Leave is booked\nthree weeks before.";
        let all = written(&passage(text), &[], &[]);
        assert_eq!(all[0].title, "Leave > Booking");
        assert_eq!(all[0].text, text);
        let at = text.find("three").unwrap();
        assert_eq!(all[0].places(at..at + 5), [span(text, "three")]);
        let both = all[0].places(9..at + 5);
        assert_eq!(both, [span(text, "booked"), span(text, "three")]);
    }

    #[test]
    fn a_field_is_a_line_of_its_own() {
        let text = "Name Rating\nA. Moss B2\nSigned in May.";
        let field = |label: &str, value: &str| Field {
            page: PageNumber::FIRST,
            label: vec![vec![span(text, label)]],
            value: vec![span(text, value)],
            ticked: None,
        };
        let fields = [field("Name", "A. Moss"), field("Rating", "B2")];
        let all = written(&passage(text), &[], &fields);
        assert_eq!(all[0].text, "Name: A. Moss\nRating: B2\nSigned in May.");
        let at = all[0].text.find("B2").unwrap();
        assert_eq!(all[0].places(at..at + 2), [span(text, "B2")]);
    }

    #[test]
    fn a_long_passage_comes_in_parts() {
        let text = "A line of words that goes on for a while.\n".repeat(60);
        let all = written(&passage(&text), &[], &[]);
        assert!(all.len() > 1 && all.iter().all(|one| one.text.len() < MOST_BYTES + 100));
    }
}
