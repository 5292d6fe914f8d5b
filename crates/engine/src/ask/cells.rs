//! Cells of tables near what was found, as statements: "Fees > Adult, One day: £12".

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use citelight_answer::{
    CellChoice, CellText, RowText, Seek, TableText, cells_meant, labels_to_compare,
};
use citelight_core::{Cell, CitedCell, Span, Table, cosine};
use citelight_store::ChunkRow;
use citelight_structure::TableView;
use citelight_text::Terms;

use super::asker::Asker;
use super::cite::{CellGroup, Statement, Value, folded, within};
use super::question::{Hit, Question};
use crate::error::Result;

/// Cells that are compared with sentences.
const MOST_CELLS: usize = 8;
/// Tables that are looked at for one question; beyond them rows are too many to compare.
const MOST_TABLES: usize = 24;
/// Labels and headings whose meaning is compared with the question's.
const MOST_LABELS: usize = 36;
/// A longer caption is a paragraph and says nothing that a row and a column do not.
const LONGEST_CAPTION: usize = 100;

/// A table on the page of a hit.
struct Near {
    /// Place of the hit.
    rank: usize,
    chunk: ChunkRow,
    table: Table,
    /// Flow text that holds the table, and where it begins.
    start: u32,
    text: Arc<String>,
}

impl Near {
    fn view(&self) -> TableView<'_> {
        TableView::within(&self.table, &self.text, self.start)
    }

    /// Some words of the table's pages, white space folded.
    fn words(&self, span: Option<Span>) -> String {
        folded(span.map_or("", |span| within(&self.text, self.start, span)))
    }

    fn read(&self) -> TableText {
        let caption = self.words(self.table.caption);
        TableText::read(&self.view(), caption, self.chunk.breadcrumb.clone())
    }
}

/// The cells on the pages of the hits that the question may mean, each with the place of its hit among
/// them, best first.
pub(crate) fn near(
    asker: &Asker,
    question: &Question,
    hits: &[Hit],
) -> Result<Vec<(usize, Statement)>> {
    let found = tables(asker, hits)?;
    let read = found.into_iter().map(|near| (near.read(), near));
    // The fields of forms are found elsewhere.
    let (tables, found): (Vec<TableText>, Vec<Near>) =
        read.filter(|(table, _)| !table.is_form()).unzip();
    if tables.is_empty() {
        return Ok(Vec::new());
    }
    let (terms, weights) = terms(asker, question)?;
    let seek = Seek {
        question: &question.text,
        words: &terms.words,
        stems: &terms.stems,
        weights: &weights,
        sort: question.interpretation.sort,
        figure: question.interpretation.figure,
    };
    let labels = labels_to_compare(&tables, &seek, &asker.vocabulary, MOST_LABELS);
    let texts: Vec<&str> = labels.iter().map(String::as_str).collect();
    let vectors = asker.text_vectors.of_all(&texts)?;
    let meanings: HashMap<&str, f32> = texts
        .into_iter()
        .zip(&vectors)
        .map(|(text, vector)| (text, cosine(&question.whole.vector, vector).clamp(0.0, 1.0)))
        .collect();
    let near = |text: &str| meanings.get(text).copied();
    let meant = cells_meant(&tables, &seek, &asker.vocabulary, &near, MOST_CELLS);
    let statements = meant.iter().filter_map(|choice| {
        let near = &found[choice.table];
        let table = &tables[choice.table];
        let mut statement = statement(near, table, choice)?;
        if let Some(value) = &mut statement.value {
            value.alike = alike(near, table, choice).map(Box::new);
        }
        Some((near.rank, statement))
    });
    Ok(statements.collect())
}

/// All words of the question, those that name its document among them, since they may name a row; and
/// what each counts, in sum 1: rare words tell more.
fn terms(asker: &Asker, question: &Question) -> Result<(Terms, Vec<f32>)> {
    let terms = Terms::of(&question.text, &asker.vocabulary);
    let ranges = &question.whole.allowed;
    let total: i64 = ranges.iter().map(|(first, end)| end.0 - first.0).sum();
    let mut weights = Vec::with_capacity(terms.words.len());
    for word in &terms.words {
        let with = asker.store.chunks_with(word, ranges)? as f32;
        weights.push((1.0 + total as f32 / (1.0 + with)).ln());
    }
    let sum = weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    weights.iter_mut().for_each(|weight| *weight /= sum);
    Ok((terms, weights))
}

/// The tables on the pages of the hits, once each, those of the best hit first.
fn tables(asker: &Asker, hits: &[Hit]) -> Result<Vec<Near>> {
    let mut found: Vec<Near> = Vec::new();
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
                // A table that goes on over pages, with its title before it.
                let whole = table.caption.map_or(table.span, |title| table.span.union(&title));
                let (start, text) = if start <= whole.start && whole.end <= end {
                    (start, Arc::clone(&text))
                } else {
                    let (start, text) = asker.store.flow_text(&chunk.document, whole)?;
                    (start, Arc::new(text))
                };
                found.push(Near { rank, chunk: chunk.clone(), table, start, text });
            }
        }
    }
    Ok(found)
}

/// A cell as a statement. `None` where it is no longer in its table.
fn statement(near: &Near, table: &TableText, choice: &CellChoice) -> Option<Statement> {
    let row = table.rows.get(choice.row)?;
    let chosen = row.cells.get(choice.cell)?;
    let cell = cell_of(near, row, chosen)?;
    let by = choice.by.and_then(|at| row.cells.get(at));
    let heading = table.heading(row, chosen);
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
        (heading, ""),
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
            meaning: CitedCell {
                row: name,
                column: heading.to_owned(),
                unit,
                caption: table.caption.clone(),
            },
            text: chosen.text.clone(),
            alike: None,
        }),
    })
}

/// The cells that the question means as much as the chosen one.
fn alike(near: &Near, table: &TableText, choice: &CellChoice) -> Option<CellGroup> {
    let statement_of = |(row, cell): &(usize, usize)| {
        statement(near, table, &CellChoice { row: *row, cell: *cell, by: None, ..choice.clone() })
    };
    let cells: Vec<Statement> = choice.alike.iter().filter_map(statement_of).collect();
    if cells.len() < 2 {
        return None;
    }
    let of_column = choice.alike.iter().any(|(row, _)| *row != choice.row);
    if !of_column {
        return Some(CellGroup { title: None, cells });
    }
    let at = table.rows.get(choice.row)?.cells.get(choice.cell)?.column;
    let heading = || {
        let cell = near.view().header_cells(u32::try_from(at).ok()?).next()?;
        Span::around(cell.spans.iter().copied())
    };
    let short = |span: &Span| near.words(Some(*span)).len() <= LONGEST_CAPTION;
    let title =
        near.table.caption.filter(short).or_else(heading).zip(cells.first()).map(|(span, cell)| {
            Statement { span, text: near.words(Some(span)), value: None, ..cell.clone() }
        });
    Some(CellGroup { title, cells })
}

fn cell_of<'a>(near: &'a Near, row: &RowText, cell: &CellText) -> Option<&'a Cell> {
    let column = u32::try_from(cell.column).ok()?;
    near.view().cell(row.row, column)
}

/// The words that say what a cell is: labels of its row and groups, headings of its column, and the cell
/// that names its row.
fn labels(near: &Near, row: &RowText, chosen: &CellText, by: Option<&CellText>) -> Vec<Span> {
    let view = near.view();
    let rows = &near.table.rows;
    let own_label = |cell: &&Cell| {
        cell.column < near.table.label_columns && cell.column as usize != chosen.column
    };
    let column = u32::try_from(chosen.column).unwrap_or_default();
    let groups = row.group_rows.iter().filter_map(|at| rows.get(*at)?.cells.first());
    let all = groups
        .chain(rows.get(row.row).into_iter().flat_map(|row| &row.cells).filter(own_label))
        .chain(view.header_cells(column))
        .chain(by.and_then(|by| cell_of(near, row, by)));
    all.flat_map(|cell| cell.spans.iter().copied()).collect()
}
