//! Owns the writing of a document as Markdown (CommonMark with pipe tables as GitHub has them), for
//! other tools: headings, paragraphs, lists, tables, code.

use std::fmt::Write as _;

use citelight_core::{Block, BlockKind, RowKind, SectionRow, Span, Table, TableRow};

use crate::shape::{self, Marker};

/// Levels below this are written as this: Markdown has no more.
const MOST_LEVEL: u32 = 6;

/// The document. `text` is its flow text; blocks, sections and tables are in reading order.
pub fn markdown(text: &str, blocks: &[Block], sections: &[SectionRow], tables: &[Table]) -> String {
    let mut out = String::new();
    let mut written = None;
    for block in blocks {
        match block.kind {
            BlockKind::Heading => {
                let section = sections.iter().find(|row| block.span.contains_byte(row.span.start));
                let level = section.map_or(1, |row| row.level.min(MOST_LEVEL));
                let _ = write!(out, "{} {}", "#".repeat(level as usize), line(text, block.span));
            }
            BlockKind::Table => {
                let Some(table) = tables.iter().find(|table| table.span.overlaps(&block.span))
                else {
                    paragraph(&mut out, text, block.span);
                    out.push_str("\n\n");
                    continue;
                };
                // A table over several pages is several blocks, written once.
                if written.replace(table.id) == Some(table.id) {
                    continue;
                }
                pipes(&mut out, text, table);
            }
            BlockKind::List => list(&mut out, text, block),
            BlockKind::Code | BlockKind::Formula => {
                let _ = write!(out, "```\n{}\n```", text[block.span.range()].trim_end());
            }
            BlockKind::Caption => {
                let _ = write!(out, "*{}*", line(text, block.span));
            }
            BlockKind::Footnote => {
                let _ = write!(out, "> {}", line(text, block.span));
            }
            BlockKind::Paragraph => paragraph(&mut out, text, block.span),
        }
        out.push_str("\n\n");
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// A span with single spaces, what Markdown would read as markup made plain.
fn line(text: &str, span: Span) -> String {
    let words: Vec<&str> = text[span.range()].split_whitespace().collect();
    let mut plain = String::with_capacity(span.len() as usize);
    for c in words.join(" ").chars() {
        if matches!(c, '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '|') {
            plain.push('\\');
        }
        plain.push(c);
    }
    plain
}

fn paragraph(out: &mut String, text: &str, span: Span) {
    let plain = line(text, span);
    // A line that opens like a heading, a list or a rule would become one.
    if plain.starts_with(['#', '+', '-', '=', '~']) {
        out.push('\\');
    }
    let digits = plain.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && plain[digits..].starts_with(['.', ')']) {
        let _ = write!(out, "{}\\{}", &plain[..digits], &plain[digits..]);
    } else {
        out.push_str(&plain);
    }
}

fn list(out: &mut String, text: &str, block: &Block) {
    let whole = [block.span];
    let items = if block.items.is_empty() { &whole[..] } else { &block.items };
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        let raw = text[item.range()].trim();
        let (marker, length) =
            shape::marker(raw).map_or((None, 0), |(marker, length)| (Some(marker), length));
        let rest =
            Span::new(item.end - (text[item.range()].trim_start().len() - length) as u32, item.end);
        match marker {
            Some(Marker::Number) => {
                let _ = write!(out, "{} {}", &raw[..length], line(text, rest));
            }
            // Letters and roman numerals are no list markers in Markdown: they stay words.
            Some(Marker::Bracketed | Marker::Letter) | None => {
                let _ = write!(out, "- {}", line(text, *item));
            }
            Some(Marker::Bullet | Marker::Dash) => {
                let _ = write!(out, "- {}", line(text, rest));
            }
        }
    }
}

/// The rows. Title and units lie in blocks of their own.
fn pipes(out: &mut String, text: &str, table: &Table) {
    let headers = table.rows.iter().take_while(|row| row.kind == RowKind::Header).count();
    // Markdown knows one header row: the levels above a column are joined.
    let mut names = vec![String::new(); table.columns as usize];
    for cell in table.rows[..headers].iter().flat_map(|row| &row.cells) {
        let words = cell_text(text, &cell.spans);
        for name in names.iter_mut().skip(cell.column as usize).take(cell.columns.max(1) as usize) {
            if !name.is_empty() {
                name.push(' ');
            }
            name.push_str(&words);
        }
    }
    row(out, &names);
    let rules: Vec<String> = (0..table.columns)
        .map(|column| if column < table.label_columns { "---" } else { "---:" }.to_owned())
        .collect();
    row(out, &rules);
    for body in &table.rows[headers..] {
        row(out, &cells(text, table, body));
    }
    out.truncate(out.trim_end().len());
}

fn cells(text: &str, table: &Table, row: &TableRow) -> Vec<String> {
    let mut cells = vec![String::new(); table.columns as usize];
    for cell in &row.cells {
        if let Some(place) = cells.get_mut(cell.column as usize) {
            // Markdown drops spaces: an indentation is shown by no-break ones.
            let indent = if cell.column == 0 { row.indent } else { 0 };
            *place = format!(
                "{}{}",
                "\u{a0}\u{a0}".repeat(indent as usize),
                cell_text(text, &cell.spans)
            );
        }
    }
    cells
}

fn cell_text(text: &str, spans: &[Span]) -> String {
    spans.iter().map(|span| line(text, *span)).collect::<Vec<_>>().join(" ")
}

fn row(out: &mut String, cells: &[String]) {
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}

#[cfg(test)]
mod tests {
    use citelight_core::{Cell, PageNumber, Rect};

    use super::*;

    fn span(text: &str, part: &str) -> Span {
        let start = text.find(part).unwrap() as u32;
        Span::new(start, start + part.len() as u32)
    }

    #[test]
    fn every_kind_of_block_is_written() {
        let text = "2 Results\n\nIt *rose* by\n1. half.\n\n• one\n• two\n\n(in millions)\n2022 2021\nSales 5 (4)\n\nlet x = 1;";
        let cell = |column: u32, columns: u32, part: &str| Cell {
            column,
            columns,
            spans: vec![span(text, part)],
            page: PageNumber::FIRST,
            rect: Rect::new(0.0, 0.0, 1.0, 1.0),
        };
        let table = Table {
            id: 0,
            span: span(text, "2022 2021\nSales 5 (4)"),
            columns: 3,
            label_columns: 1,
            rows: vec![
                TableRow {
                    kind: RowKind::Header,
                    indent: 0,
                    cells: vec![cell(1, 1, "2022"), cell(2, 1, "2021")],
                },
                TableRow {
                    kind: RowKind::Body,
                    indent: 1,
                    cells: vec![cell(0, 1, "Sales"), cell(1, 1, "5"), cell(2, 1, "(4)")],
                },
            ],
            caption: None,
            units: Some(span(text, "(in millions)")),
        };
        let block = |kind, part: &str, items: &[&str]| Block {
            kind,
            span: span(text, part),
            items: items.iter().map(|item| span(text, item)).collect(),
        };
        let blocks = [
            block(BlockKind::Heading, "2 Results", &[]),
            block(BlockKind::Paragraph, "It *rose* by\n1. half.", &[]),
            block(BlockKind::List, "• one\n• two", &["• one", "• two"]),
            block(BlockKind::Table, "2022 2021\nSales 5 (4)", &[]),
            block(BlockKind::Code, "let x = 1;", &[]),
        ];
        assert_eq!(
            markdown(text, &blocks, &[], &[table]),
            "# 2 Results\n\nIt \\*rose\\* by 1. half.\n\n- one\n- two\n\n(in millions)\n\n\
             |  | 2022 | 2021 |\n| --- | ---: | ---: |\n| \u{a0}\u{a0}Sales | 5 | (4) |\n\n\
             ```\nlet x = 1;\n```\n"
        );
    }
}
