//! Cells of tables near what was found, as statements: "Fees > Adult, One day: £12".

use std::collections::HashSet;
use std::sync::Arc;

use citelight_answer::{CellChoice, CellText, RowText, TableText};
use citelight_core::{Cell, CitedCell, DocumentId, RowKind, Span, Table};
use citelight_store::ChunkRow;
use citelight_structure::TableView;
use citelight_text::{Stem, Vocabulary};

use super::asker::Asker;
use super::cite::{CellGroup, Statement, Value, folded, within};
use super::question::Hit;
use crate::error::Result;

/// Tables that are looked at for one question; beyond them rows are too many to compare.
const MOST_TABLES: usize = 24;
/// A longer caption is a paragraph and says nothing that a row and a column do not.
const LONGEST_CAPTION: usize = 100;

/// Cells of a row that are named beside one of it, and characters of each.
const MOST_BESIDE: usize = 3;
const LONGEST_BESIDE: usize = 60;

/// A table on the page of a hit.
pub(crate) struct NearTable {
    /// Place of the hit.
    pub(crate) rank: usize,
    chunk: ChunkRow,
    table: Table,
    /// Flow text that holds the table, and where it begins.
    start: u32,
    text: Arc<String>,
}

impl NearTable {
    pub(crate) fn document(&self) -> &DocumentId {
        &self.chunk.document
    }

    fn view(&self) -> TableView<'_> {
        TableView::within(&self.table, &self.text, self.start)
    }

    /// Some words of the table's pages, white space folded.
    fn words(&self, span: Option<Span>) -> String {
        folded(span.map_or("", |span| within(&self.text, self.start, span)))
    }

    /// Where the labels of its rows of several cells stand.
    pub(crate) fn labels(&self) -> impl Iterator<Item = (DocumentId, Span)> {
        let rows = self.table.rows.iter();
        let rows = rows.filter(|row| row.kind == RowKind::Body && row.cells.len() > 1);
        let cells = rows.flat_map(|row| &row.cells);
        let labels = cells.filter(|cell| cell.column < self.table.label_columns);
        let spans = labels.flat_map(|cell| &cell.spans);
        spans.map(|span| (self.chunk.document.clone(), *span))
    }

    /// Its words.
    pub(crate) fn read(&self) -> TableText {
        let caption = self.words(self.table.caption);
        TableText::read(&self.view(), caption, self.chunk.breadcrumb.clone())
    }
}

/// The tables on the pages of the hits, once each, those of the best hit first.
pub(crate) fn tables(asker: &Asker, hits: &[Hit]) -> Result<Vec<NearTable>> {
    let mut found: Vec<NearTable> = Vec::new();
    let mut seen = HashSet::new();
    let mut pages = HashSet::new();
    for (rank, hit) in hits.iter().enumerate() {
        for chunk in hit.chunks() {
            if !pages.insert((&chunk.document, chunk.first_page, chunk.last_page)) {
                continue;
            }
            let (start, text) = asker.store.flow_text(&chunk.document, chunk.span)?;
            let end = start + u32::try_from(text.len()).unwrap_or(0);
            let text = Arc::new(text);
            for table in asker.store.tables(&chunk.document, Span::new(start, end))? {
                if found.len() >= MOST_TABLES || !seen.insert((&chunk.document, table.id)) {
                    continue;
                }
                // A table that goes on over pages, with its title and headings before it.
                let whole = table.reach();
                let (start, text) = if start <= whole.start && whole.end <= end {
                    (start, Arc::clone(&text))
                } else {
                    let (start, text) = asker.store.flow_text(&chunk.document, whole)?;
                    (start, Arc::new(text))
                };
                found.push(NearTable { rank, chunk: chunk.clone(), table, start, text });
            }
        }
    }
    Ok(found)
}

/// Which cells are meant with one that was chosen.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Meant {
    /// Those that the question means as much.
    Alike,
    /// Those that follow one another, of these years where they are told: how something changed is asked.
    Course(Option<(u16, u16)>),
}

/// A cell as a statement, with those that are meant with it. `None` where it is no longer in its table.
pub(crate) fn chosen(
    near: &NearTable,
    table: &TableText,
    choice: &CellChoice,
    meant: Meant,
) -> Option<Statement> {
    let row = table.rows.get(choice.row)?;
    let by = choice.by.and_then(|at| row.cells.get(at));
    let mut statement = statement(near, table, row, row.cells.get(choice.cell)?, by)?;
    let places = match meant {
        Meant::Alike => choice.alike.clone(),
        Meant::Course(years) => table.course(choice.row, choice.cell, years),
    };
    if let Some(value) = &mut statement.value {
        value.alike = group(near, table, choice, &places).map(Box::new);
    }
    Some(statement)
}

/// What the row of a cell says that the question speaks of, besides what names the cell: the cells of the row that
/// share most words with it.
pub(crate) fn beside(
    table: &TableText,
    choice: &CellChoice,
    asked: &HashSet<Stem>,
    vocabulary: &Vocabulary,
) -> String {
    let Some(row) = table.rows.get(choice.row) else { return String::new() };
    let others = row.cells.iter().enumerate().filter(|(at, cell)| {
        *at != choice.cell && Some(*at) != choice.by && !table.is_label(row, cell.column)
    });
    let shared = |text: &str| {
        let stems: HashSet<Stem> = vocabulary.stems(text).into_iter().collect();
        stems.intersection(asked).count()
    };
    let mut found: Vec<(usize, &str)> =
        others.map(|(_, cell)| (shared(&cell.text), cell.text.as_str())).collect();
    found.retain(|(shared, _)| *shared > 0);
    found.sort_by_key(|(shared, _)| std::cmp::Reverse(*shared));
    let short = |(_, text): &(usize, &str)| text.chars().take(LONGEST_BESIDE).collect::<String>();
    found.iter().take(MOST_BESIDE).map(short).collect::<Vec<_>>().join(", ")
}

/// A cell of a row as a statement; `by` is the cell that names the row.
fn statement(
    near: &NearTable,
    table: &TableText,
    row: &RowText,
    chosen: &CellText,
    by: Option<&CellText>,
) -> Option<Statement> {
    let cell = cell_of(near, row, chosen)?;
    // With the unit that another column holds.
    let unit = table.unit(row).filter(|unit| *unit != chosen.text);
    let heading = match (table.heading(row, chosen), unit) {
        (heading, Some(unit)) if !heading.is_empty() => format!("{heading} ({unit})"),
        (heading, _) => heading.to_owned(),
    };
    let mut name = if table.is_label(row, chosen.column) { String::new() } else { table.path(row) };
    if let Some(by) = by.filter(|by| !table.is_label(row, by.column)) {
        let said = [table.heading(row, by), &by.text].join(" ");
        name = [name.as_str(), said.trim()].join(if name.is_empty() { "" } else { ", " });
    }
    let unit = near.words(near.table.units);
    let caption = Some(table.caption.as_str()).filter(|text| text.len() <= LONGEST_CAPTION);
    let text = [
        (caption.unwrap_or_default(), ": "),
        (name.as_str(), if heading.is_empty() { "" } else { ", " }),
        (heading.as_str(), ""),
    ]
    .iter()
    .filter(|(part, _)| !part.is_empty())
    .fold(String::new(), |all, (part, gap)| all + part.trim_end_matches(':') + gap);
    let meaning = text.trim_end_matches([',', ':', ' ']);
    let text = if meaning.is_empty() {
        chosen.text.clone()
    } else {
        format!("{meaning}: {}", chosen.text)
    };
    Some(Statement {
        document: near.chunk.document.clone(),
        file_name: near.chunk.file_name.clone(),
        section: near.chunk.breadcrumb.clone(),
        span: Span::around(cell.spans.iter().copied())?,
        text,
        value: Some(Value {
            spans: cell.spans.clone(),
            labels: labels(near, row, chosen, by),
            meaning: CitedCell { row: name, column: heading, unit, caption: table.caption.clone() },
            text: chosen.text.clone(),
            currency: chosen.currency(&table.currencies()),
            alike: None,
        }),
    })
}

/// Rows of a table as statements, each all its values, with its cells one by one as what is meant alike, and the table's
/// title; `columns` are those whose values are shown. `None` where fewer than two rows can be cited.
pub(crate) fn rows(
    near: &NearTable,
    table: &TableText,
    rows: &[usize],
    columns: &[usize],
) -> Option<CellGroup> {
    let row_of = |row: &RowText| {
        let shown = row.cells.iter().filter(|cell| columns.contains(&cell.column));
        let cells: Vec<Statement> =
            shown.filter_map(|cell| statement(near, table, row, cell, None)).collect();
        let values = || cells.iter().filter_map(|cell| cell.value.as_ref());
        let mut whole = cells.first()?.clone();
        let value = whole.value.as_mut()?;
        value.spans = values().flat_map(|value| value.spans.iter().copied()).collect();
        value.labels = values().flat_map(|value| value.labels.iter().copied()).collect();
        value.labels.sort_unstable();
        value.labels.dedup();
        value.text = values().map(|value| value.text.as_str()).collect::<Vec<_>>().join(" ");
        value.meaning.row = table.label(row);
        if cells.len() > 1 {
            value.meaning.column.clear();
        }
        whole.span = Span::around(value.spans.iter().copied())?;
        value.alike = (cells.len() > 1).then(|| Box::new(CellGroup { title: None, cells }));
        Some(whole)
    };
    let cells: Vec<Statement> =
        rows.iter().filter_map(|row| row_of(table.rows.get(*row)?)).collect();
    // What the rows have in common: the innermost group that they stand in, else the table's title.
    let group = table.rows.get(*rows.first()?)?.group_rows.last();
    let group = group.and_then(|at| near.table.rows.get(*at)?.cells.first());
    let group = group.and_then(|cell| Span::around(cell.spans.iter().copied()));
    let title = group.or(near.table.caption).zip(cells.first());
    let title = title.map(|(span, cell)| title_of(near, span, cell));
    (cells.len() >= 2).then_some(CellGroup { title, cells })
}

/// The cells at some places of a table, as (row, cell), that are meant with the chosen one.
fn group(
    near: &NearTable,
    table: &TableText,
    choice: &CellChoice,
    places: &[(usize, usize)],
) -> Option<CellGroup> {
    let statement_of = |(row, cell): &(usize, usize)| {
        let row = table.rows.get(*row)?;
        statement(near, table, row, row.cells.get(*cell)?, None)
    };
    let cells: Vec<Statement> = places.iter().filter_map(statement_of).collect();
    if cells.len() < 2 {
        return None;
    }
    let of_column = places.iter().any(|(row, _)| *row != choice.row);
    if !of_column {
        return Some(CellGroup { title: None, cells });
    }
    let at = table.rows.get(choice.row)?.cells.get(choice.cell)?.column;
    let heading = || {
        let cell = near.view().name_cells(u32::try_from(at).ok()?).next()?;
        Span::around(cell.spans.iter().copied())
    };
    let short = |span: &Span| near.words(Some(*span)).len() <= LONGEST_CAPTION;
    let title = near.table.caption.filter(short).or_else(heading).zip(cells.first());
    let title = title.map(|(span, cell)| title_of(near, span, cell));
    Some(CellGroup { title, cells })
}

/// What stands over some cells, of which `cell` is one.
fn title_of(near: &NearTable, span: Span, cell: &Statement) -> Statement {
    Statement { span, text: near.words(Some(span)), value: None, ..cell.clone() }
}

fn cell_of<'a>(near: &'a NearTable, row: &RowText, cell: &CellText) -> Option<&'a Cell> {
    let column = u32::try_from(cell.column).ok()?;
    near.view().cell(cell.written_in.unwrap_or(row.row), column)
}

/// The words that say what a cell is: labels of its row and groups, headings of its column, and the cell
/// that names its row.
fn labels(near: &NearTable, row: &RowText, chosen: &CellText, by: Option<&CellText>) -> Vec<Span> {
    let view = near.view();
    let rows = &near.table.rows;
    let own_label = |cell: &&Cell| {
        cell.column < near.table.label_columns && cell.column as usize != chosen.column
    };
    let column = u32::try_from(chosen.column).unwrap_or_default();
    let groups = row.group_rows.iter().filter_map(|at| rows.get(*at)?.cells.first());
    let ditto = chosen.written_in.and_then(|_| view.cell(row.row, column));
    let all = groups
        .chain(rows.get(row.row).into_iter().flat_map(|row| &row.cells).filter(own_label))
        .chain(view.name_cells(column))
        .chain(ditto)
        .chain(by.and_then(|by| cell_of(near, row, by)));
    all.flat_map(|cell| cell.spans.iter().copied()).collect()
}
