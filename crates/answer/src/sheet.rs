//! Owns what a table says: rows with labels and groups, columns with times, cells with figures, and
//! what the figures count.

use citelight_core::{PageNumber, RowKind, Span, Table};
use citelight_structure::TableView;
use citelight_text::{Figure, Mark, Style, read_cell, runs, table_power, ten_to};
use rust_decimal::Decimal;

use crate::columns::{Column, column, spread_length};
use crate::fiscal::Fiscal;
use crate::label::Key;
use crate::totals::name_totals;

/// Bytes of text before a table in which its title and units are looked for.
const ABOVE: usize = 320;

/// A cell with a figure.
#[derive(Debug, Clone)]
pub struct SheetCell {
    /// Index of its column in [`Sheet::columns`].
    pub column: usize,
    /// As written.
    pub text: String,
    /// What that says.
    pub figure: Figure,
    /// Its words in the flow text.
    pub spans: Vec<Span>,
    /// Its page.
    pub page: PageNumber,
}

/// A row with figures.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its number in the table, from 0.
    pub number: usize,
    /// Its label as written.
    pub label: String,
    /// Labels of the groups that it belongs to, outermost first.
    pub path: Vec<String>,
    /// Words of its label in the flow text.
    pub label_spans: Vec<Span>,
    /// Its figures.
    pub cells: Vec<SheetCell>,
}

/// What figures count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Units {
    /// Power of ten: 6 for "in millions".
    pub power: u32,
    /// Whether that was said for the table itself, not taken from the document's other tables.
    pub said: bool,
}

/// A table as it is read.
#[derive(Debug, Clone)]
pub struct Sheet {
    /// The table's id.
    pub table: u32,
    /// Where it stands.
    pub span: Span,
    /// First page.
    pub page: PageNumber,
    /// Its title; empty without one.
    pub caption: String,
    /// The title of its section, the lines above it and the words over its labels: where its name stands when it has
    /// no caption.
    pub heading: String,
    /// What its figures count.
    pub units: Units,
    /// Columns of figures.
    pub columns: Vec<Column>,
    /// Rows with figures.
    pub rows: Vec<Row>,
}

/// A table that is to be read.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The table.
    pub table: &'a Table,
    /// The document's whole flow text.
    pub text: &'a str,
    /// Title of its section; empty without one.
    pub section: &'a str,
    /// How the company's years lie.
    pub fiscal: Fiscal,
    /// The code of the currency that "$" stands for.
    pub dollars: &'static str,
}

impl Sheet {
    /// Reads a table. `None` where it holds no figure.
    pub fn read(source: &Source<'_>) -> Option<Sheet> {
        let Source { table, text, section, fiscal, dollars } = *source;
        let view = TableView::new(table, text);
        let own = |span: Option<Span>| {
            let words = span.and_then(|span| text.get(span.range())).unwrap_or_default();
            words.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let caption = own(table.caption);
        let said = own(table.units);
        let above = above(text, table.span.start as usize);
        let body = table.rows.iter().filter(|row| row.kind != RowKind::Header);
        let page = body.flat_map(|row| &row.cells).map(|cell| cell.page).next()?;
        let labels = table.label_columns;
        let corner =
            (0..labels).flat_map(|column| view.header(column)).collect::<Vec<_>>().join(" ");
        let mut columns: Vec<Column> = (labels..table.columns)
            .map(|number| column(number, view.header(number), &caption, &corner, fiscal))
            .collect();
        spread_length(&mut columns);
        let body = table.rows.iter().filter(|row| row.kind == RowKind::Body);
        let texts: Vec<String> =
            body.flat_map(|row| &row.cells).map(|cell| view.text(cell)).collect();
        let style = Style::of(texts.iter().map(String::as_str));
        let mut rows = Vec::new();
        let mut year_group: Option<String> = None;
        for (number, row) in table.rows.iter().enumerate() {
            if row.kind == RowKind::Group && labels == 0 {
                year_group = Some(view.label(number));
            }
            if row.kind != RowKind::Body {
                continue;
            }
            let cells: Vec<SheetCell> = row
                .cells
                .iter()
                .filter(|cell| cell.column >= labels)
                .filter_map(|cell| {
                    let text = view.value(number, cell.column)?;
                    let mut figure = read_cell(&text, style)?;
                    if figure.mark == Mark::Currency("USD") && text.trim_start().starts_with('$') {
                        figure.mark = Mark::Currency(dollars);
                    }
                    Some(SheetCell {
                        column: (cell.column - labels) as usize,
                        figure,
                        text,
                        spans: cell.spans.clone(),
                        page: cell.page,
                    })
                })
                .filter(|cell| cell.column < columns.len())
                .collect();
            if cells.is_empty() {
                continue;
            }
            let mut path = view.group_path(number);
            path.extend(year_group.clone());
            let label_cells = row.cells.iter().filter(|cell| cell.column < labels);
            rows.push(Row {
                number,
                label: view.label(number),
                path,
                label_spans: label_cells.flat_map(|cell| cell.spans.clone()).collect(),
                cells,
            });
        }
        if rows.is_empty() {
            return None;
        }
        name_totals(&mut rows);
        let places = [said.as_str(), &corner, &caption, &all_headers(&columns), &above];
        let power = places.iter().find_map(|place| stated_power(place));
        Some(Sheet {
            table: table.id,
            span: table.span,
            page,
            heading: [section, &above, &corner].join("\n"),
            caption,
            units: Units { power: power.unwrap_or(0), said: power.is_some() },
            columns,
            rows,
        })
    }

    /// The figure of a cell as an exact value, the table's units applied; shares and amounts per
    /// share stay as they are.
    pub fn value(&self, row: &Row, cell: &SheetCell) -> Decimal {
        if self.counts_ones(row, cell) {
            return cell.figure.value;
        }
        cell.figure.value.checked_mul(ten_to(self.units.power)).unwrap_or(cell.figure.value)
    }

    /// Whether the table's units do not apply to a cell.
    pub fn counts_ones(&self, row: &Row, cell: &SheetCell) -> bool {
        cell.figure.scaled
            || cell.figure.mark == Mark::Percent
            || is_ratio(row)
            || is_per_share(row)
    }

    /// Whether a cell is a share of something, in percent.
    pub fn is_percent(&self, row: &Row, cell: &SheetCell) -> bool {
        let says = |text: &str| text.contains('%') || text.to_lowercase().contains("percent");
        cell.figure.mark == Mark::Percent
            || says(&row.label)
            || is_ratio(row)
            || self.columns[cell.column].headers.iter().any(|header| says(header))
            || cell.figure.mark == Mark::Bare && self.is_column_of_shares(cell.column)
    }

    /// Whether a column begins and ends with a share, as accountants mark a column of nothing else.
    fn is_column_of_shares(&self, column: usize) -> bool {
        let cells = self.rows.iter().flat_map(|row| &row.cells);
        let mut marks = cells.filter(|cell| cell.column == column).map(|cell| cell.figure.mark);
        let first = marks.next();
        first == Some(Mark::Percent) && marks.next_back() == first
    }
}

/// Whether a row's figures are amounts per share. "(In millions except per share data)" says so of
/// none.
pub(crate) fn is_per_share(row: &Row) -> bool {
    let per = |text: &String| {
        let key = Key::of(text);
        let names = ["per share", "per common share", "per ordinary share"];
        names.iter().any(|name| key.find(&Key::of(name)).is_some())
            && !key.words().contains(&"except".to_owned())
    };
    per(&row.label) || row.path.iter().any(per)
}

fn is_ratio(row: &Row) -> bool {
    let key = Key::of(&row.label);
    matches!(
        key.words().last().map(String::as_str),
        Some("rate" | "ratio" | "percentage" | "percent")
    )
}

fn all_headers(columns: &[Column]) -> String {
    columns
        .iter()
        .flat_map(|column| column.headers.iter().map(String::as_str))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The lines right above a table, from the last empty line that leaves something, at most [`ABOVE`].
fn above(text: &str, start: usize) -> String {
    let mut from = start.saturating_sub(ABOVE);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    text.get(from..start).unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The power of ten in "(in millions, except per share amounts)", "$000s", "Dollars in thousands".
fn stated_power(text: &str) -> Option<u32> {
    // The nearest statement counts; within it the first unit: "(in millions, except shares, in thousands)".
    let lower = text.to_lowercase();
    lower.rsplit('(').find_map(stated_in)
}

fn stated_in(text: &str) -> Option<u32> {
    let in_word = |c: char| c.is_alphanumeric() || "$€£¥₹’'".contains(c);
    let words: Vec<&str> = runs(text, in_word).collect();
    // "(Millions, except …)".
    let opens = match words.first() {
        Some(&"thousands") => Some(3),
        Some(&"millions") => Some(6),
        Some(&"billions") => Some(9),
        _ => None,
    };
    opens.or_else(|| (0..words.len()).find_map(|at| table_power(&words, at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_read_from_their_statement() {
        for (text, expected) in [
            ("(in millions, except per share amounts)", Some(6)),
            ("Dollars in thousands", Some(3)),
            ("(U.S. $ in billions)", Some(9)),
            ("$000s", Some(3)),
            ("(MILLIONS, EXCEPT PER COMMON SHARE DATA)", Some(6)),
            ("(in millions, except shares, which are reflected in thousands)", Some(6)),
            ("Yen (millions)", Some(6)),
            ("£’000", Some(3)),
            ("(Rs. in crores)", Some(7)),
            ("sold 3 million units", None),
            ("", None),
        ] {
            assert_eq!(stated_power(text), expected, "{text}");
        }
    }
}
