//! Owns the tables of a document: where they are, their columns, headings, rows and cells.
//!
//! ```text
//! drawn cells ──ruled──▶ tables ──drawn──▶ their words leave the lanes
//! words of a lane ──atoms──▶ rows of pieces ──find──▶ runs of rows with figures, cut to tables
//! rows of a table ──grid──▶ columns ──header──▶ headings ──label──▶ rows ──units──▶ title, units
//! tables of a page ──joined──▶ tables of the document; those without headings ──borrowed──▶ under
//! headings above
//! ```
//!
//! Works on a page when the next one comes, because a word cut at the end of a page can still lose
//! its hyphen. Refuses whatever does not stand in columns: running text, lists, tables of contents,
//! the scattered labels of a chart.

mod atoms;
mod borrowed;
mod drawn;
mod figured;
mod find;
mod grid;
mod header;
mod joined;
mod label;
mod lookup;
mod ruled;
mod signs;
mod spanning;
mod spans;
mod sums;
mod turned;
mod units;
mod walls;
mod worded;

use std::collections::HashMap;

use citelight_core::{Cell, FlowWord, PageNumber, Rect, RowKind, Span, Table};

use crate::layout::Line;
use crate::rows::{self, Item};
use atoms::{Row, Token};
use borrowed::Headed;
use joined::Tail;

pub use lookup::TableView;
pub(crate) use ruled::{Frame, frames};

/// Words of a page as the layout placed them, in flow order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sheet {
    pub words: Vec<Placed>,
    /// Straight lines of the page, in points of the page as it was levelled.
    pub rules: Vec<Rect>,
    /// By how much it was: points down per point to the right.
    pub slope: f32,
}

/// A word in its lane.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placed {
    pub item: Item,
    /// Its box on the page, not levelled and not turned.
    pub rect: Rect,
    /// Whether it runs up or down the page.
    pub turned: bool,
    lane: u32,
}

impl Sheet {
    pub(crate) fn new(rules: Vec<Rect>, slope: f32) -> Self {
        Sheet { words: Vec::new(), rules, slope }
    }

    /// The words of the next line with their boxes on the page.
    pub(crate) fn place(&mut self, line: &Line, rects: impl Iterator<Item = Rect>) {
        let (lane, turned) = (line.lane, line.turned);
        let words = line.items.iter().zip(rects);
        self.words.extend(words.map(|(item, rect)| Placed { item: *item, rect, turned, lane }));
    }
}

/// Finds the tables of page after page.
#[derive(Debug, Default)]
pub(crate) struct Finder {
    tables: Vec<Table>,
    tail: Option<Tail>,
    headed: Option<Headed>,
}

/// A table of one page.
#[derive(Debug)]
struct Draft {
    table: Table,
    /// Right edges of its columns and its usual font size, in points.
    edges: Vec<f32>,
    size: f32,
    /// Whether nothing but titles stands above it on its page, and nothing but notes below.
    opens_page: bool,
    closes_page: bool,
    /// Whether its headings are printed in bold; see [`bold_headings`].
    bold_headings: bool,
}

impl Finder {
    /// Looks at a page; `words` are those of the flow text, as many as the sheet's.
    pub(crate) fn page(&mut self, page: PageNumber, sheet: &Sheet, words: &[FlowWord], text: &str) {
        let mut drafts = Vec::new();
        let frames = ruled::frames(&sheet.rules);
        let upright = walls::of(&sheet.rules);
        let mut lanes: Vec<Vec<Row<'_>>> = Vec::new();
        let mut first = 0;
        for lane in sheet.words.chunk_by(|a, b| a.lane == b.lane) {
            let own = words.get(first..first + lane.len()).unwrap_or_default();
            if own.len() == lane.len() {
                lanes.push(lane_rows(lane, own, first, text, &upright));
            }
            first += lane.len();
        }
        if !frames.is_empty() {
            drawn::tables(page, &mut lanes, &frames, &mut drafts);
        }
        for rows in &mut lanes {
            let worded = worded::tables(page, rows, &sheet.rules);
            find::settle_years(rows);
            let mut figures = Vec::new();
            figured::tables(page, rows, &sheet.rules, &upright, &mut figures);
            add_worded(worded, &mut figures);
            drafts.append(&mut figures);
        }
        drafts.sort_by_key(|draft| draft.table.span.start);
        if let (Some(first), Some(last)) = (drafts.first_mut(), words.first()) {
            first.opens_page &= first.table.span.start.saturating_sub(last.span.start) < 600;
        }
        for draft in &mut drafts {
            spanning::share_cells(&mut draft.table, page, sheet);
            spanning::group_rows(&mut draft.table, page, sheet, words);
            turned::head_columns(&mut draft.table, page, sheet, words);
            draft.bold_headings = bold_headings(&draft.table, sheet, words);
            signs::join_signs(&mut draft.table, text);
            sums::label_sums(&mut draft.table, text);
        }
        joined::add(&mut self.tables, &mut self.tail, &mut self.headed, drafts, page, text);
    }

    pub(crate) fn finish(self) -> Vec<Table> {
        self.tables
    }
}

/// Whether all words of a table's headings are bold. `words` are those of the sheet.
fn bold_headings(table: &Table, sheet: &Sheet, words: &[FlowWord]) -> bool {
    let heads = table.rows.iter().filter(|row| row.kind == RowKind::Header);
    let mut spans = heads.flat_map(|row| &row.cells).flat_map(|cell| &cell.spans).peekable();
    let bold = |span: &Span| {
        let first = words.partition_point(|word| word.span.end <= span.start);
        let own = words.iter().zip(&sheet.words).skip(first);
        own.take_while(|(word, _)| word.span.start < span.end).all(|(_, placed)| placed.item.bold)
    };
    spans.peek().is_some() && spans.all(bold)
}

/// The rows of a lane from top to bottom. `upright`: the upright rules of its page.
fn lane_rows<'t>(
    lane: &[Placed],
    words: &[FlowWord],
    first: usize,
    text: &'t str,
    upright: &[Rect],
) -> Vec<Row<'t>> {
    let token = |placed: &Placed, word: &FlowWord, place: usize, size: f32| {
        let item = &placed.item;
        let text = text.get(word.span.range()).unwrap_or_default();
        let raised = !item.ink && item.size < 0.8 * size;
        Token {
            x0: item.rect.x0,
            x1: item.rect.x1,
            y0: item.rect.y0,
            y1: item.rect.y1,
            size: if item.ink { item.height().max(0.1) * 1.25 } else { item.size },
            bold: item.bold,
            kind: atoms::kind_of(text, raised),
            text,
            place: u32::try_from(first + place).unwrap_or(u32::MAX),
            span: word.span,
            rect: placed.rect,
            turned: placed.turned,
            walled: false,
        }
    };
    let row = |places: &mut dyn Iterator<Item = usize>| {
        let own: Vec<(&Placed, &FlowWord, usize)> =
            places.filter_map(|at| Some((lane.get(at)?, words.get(at)?, at))).collect();
        let size = crate::layout::median(own.iter().map(|(placed, ..)| placed.item.size));
        let mut tokens: Vec<Token<'t>> =
            own.into_iter().map(|(placed, word, at)| token(placed, word, at, size)).collect();
        walls::mark(&mut tokens, upright);
        Row::new(tokens)
    };
    if let Some(lines) = falling(lane, words) {
        return lines.into_iter().map(|mut line| row(&mut line)).collect();
    }
    let places: HashMap<u32, usize> =
        lane.iter().enumerate().map(|(at, p)| (p.item.index, at)).collect();
    let items: Vec<Item> = lane.iter().map(|p| p.item).collect();
    let place = |item: &Item| places.get(&item.index).copied();
    rows::rows(&items).into_iter().map(|r| row(&mut r.items.iter().filter_map(place))).collect()
}

/// The lines of a lane, where each stands below the one before: then they are its rows.
fn falling(lane: &[Placed], words: &[FlowWord]) -> Option<Vec<std::ops::Range<usize>>> {
    let mut lines = Vec::new();
    let mut first = 0;
    let mut foot = f32::NEG_INFINITY;
    for line in words.chunk_by(|a, b| a.line == b.line) {
        let own = lane.get(first..first + line.len())?;
        let center = crate::layout::median(own.iter().map(|p| p.item.rect.center_y()));
        if center < foot {
            return None;
        }
        foot = crate::layout::median(own.iter().map(|p| p.item.rect.y1)).max(center)
            - 0.3 * crate::layout::median(own.iter().map(|p| p.item.height()));
        lines.push(first..first + line.len());
        first += line.len();
    }
    Some(lines)
}

/// Adds tables of words to those that were found by their figures in the same lane. Where both were
/// found, that of words stands if it holds all of the other, and mostly words; or tells columns of words
/// apart which the other takes for one label.
fn add_worded(worded: Vec<worded::Worded>, drafts: &mut Vec<Draft>) {
    for new in worded {
        let table = &new.draft.table;
        let span = table.span;
        let overlaps = |draft: &Draft| draft.table.span.overlaps(&span);
        let holds = |draft: &Draft| {
            let own = draft.table.span;
            20 * own.shared(&span) >= 19 * own.len()
        };
        let finer = new.headed
            && new.texts > 0
            && drafts.iter().filter(|d| overlaps(d)).all(|d| d.table.columns < table.columns);
        let named = |draft: &Draft| draft.table.rows.iter().any(|row| row.kind == RowKind::Header);
        let better = |draft: &Draft| holds(draft) && (new.headed || !named(draft));
        if (!new.figures || finer) && drafts.iter().filter(|d| overlaps(d)).all(better) {
            drafts.retain(|draft| !overlaps(draft));
        }
        if !drafts.iter().any(overlaps) {
            drafts.push(new.draft);
        }
    }
}

/// Whether nothing but titles stands above a row.
fn opens(rows: &[Row<'_>], head: usize) -> bool {
    head <= 12 && rows[..head].iter().all(|r| !find::is_prose(r))
}

/// Whether nothing but short notes stands from a row on.
fn closes(rows: &[Row<'_>], end: usize) -> bool {
    rows.len() - end <= 12 && rows[end..].iter().all(|r| r.tokens.len() <= 12)
}

/// A cell's words, white space as it stands in the text.
fn words_of(cell: &Cell, text: &str) -> String {
    cell.spans.iter().filter_map(|span| text.get(span.range())).collect()
}

/// Where a cell's words stand, as one span.
fn cell_span(cell: &Cell) -> Option<Span> {
    cell.spans.iter().copied().reduce(|all, span| all.union(&span))
}

/// Cells of tokens with their column and number of columns.
fn cells<'a>(page: PageNumber, tokens: impl Iterator<Item = (Token<'a>, u32, u32)>) -> Vec<Cell> {
    let mut tokens: Vec<(Token<'a>, u32, u32)> = tokens.collect();
    tokens.sort_by_key(|(token, column, _)| (*column, token.place));
    let mut cells: Vec<Cell> = Vec::new();
    let mut last = u32::MAX - 1;
    for (token, column, columns) in tokens {
        match cells.last_mut() {
            Some(cell) if cell.column == column => {
                cell.rect = cell.rect.union(&token.rect);
                cell.columns = cell.columns.max(columns);
                match cell.spans.last_mut() {
                    Some(span) if last + 1 == token.place => *span = span.union(&token.span),
                    _ => cell.spans.push(token.span),
                }
            }
            _ => cells.push(Cell {
                column,
                columns,
                spans: vec![token.span],
                page,
                rect: token.rect,
            }),
        }
        last = token.place;
    }
    cells
}
