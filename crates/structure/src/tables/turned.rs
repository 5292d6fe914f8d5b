//! Headings that are printed upright over narrow columns: words turned by a quarter over the columns of a table.

use citelight_core::{Cell, FlowWord, PageNumber, Rect, RowKind, Span, Table, TableRow};

use super::{Item, Sheet};

/// How far headings reach into the first row at most, in points.
const OVER: f32 = 3.0;
/// How far above the first row headings end at most, and begin, in points.
const FARTHEST_FOOT: f32 = 24.0;
const FARTHEST_HEAD: f32 = 240.0;
/// Columns that get such a heading, at least: one alone is a text at the side.
const FEWEST: usize = 2;

/// A column's place on the page and the turned words over it, by their places among the page's words.
struct Column {
    number: u32,
    x0: f32,
    x1: f32,
    words: Vec<usize>,
}

/// Gives the columns of a table that have no heading the turned words over them. `words` are those of the sheet.
pub(super) fn head_columns(table: &mut Table, page: PageNumber, sheet: &Sheet, words: &[FlowWord]) {
    let turned: Vec<usize> = (0..sheet.words.len()).filter(|at| sheet.words[*at].turned).collect();
    // Of a page that is turned as a whole the table is read as it stands there.
    if turned.len() < FEWEST || 2 * turned.len() > sheet.words.len() {
        return;
    }
    let body = || table.rows.iter().filter(|row| row.kind != RowKind::Header);
    let cells = || body().flat_map(|row| &row.cells).filter(|cell| cell.page == page);
    let top = cells().map(|cell| cell.rect.y0).fold(f32::INFINITY, f32::min);
    let headed = |column: u32| {
        let heads = table.rows.iter().filter(|row| row.kind == RowKind::Header);
        let mut heads = heads.flat_map(|row| &row.cells);
        heads.any(|cell| (cell.column..cell.column + cell.columns).contains(&column))
    };
    let place = |number: u32| {
        let own = cells().filter(|cell| cell.column == number && cell.columns == 1);
        let all = own.map(|cell| cell.rect).reduce(|all, rect| all.union(&rect))?;
        Some(Column { number, x0: all.x0, x1: all.x1, words: Vec::new() })
    };
    let mut columns: Vec<Column> = (table.label_columns..table.columns)
        .filter(|number| !headed(*number))
        .filter_map(place)
        .collect();
    let pitch = columns.windows(2).map(|pair| centre(&pair[1]) - centre(&pair[0]));
    let reach = pitch.filter(|pitch| *pitch > 0.0).fold(f32::INFINITY, f32::min) / 2.0;
    for at in turned {
        let rect = &sheet.words[at].rect;
        if rect.y1 > top + OVER || rect.y0 < top - FARTHEST_HEAD {
            continue;
        }
        let off = |column: &&mut Column| (centre(column) - rect.center_x()).abs();
        let nearest = columns.iter_mut().min_by(|a, b| off(a).total_cmp(&off(b)));
        if let Some(column) = nearest
            && (off(&column) <= reach
                || (rect.center_x() > column.x0 && rect.center_x() < column.x1))
        {
            column.words.push(at);
        }
    }
    let foot = |column: &Column| {
        column.words.iter().map(|at| sheet.words[*at].rect.y1).fold(f32::NEG_INFINITY, f32::max)
    };
    columns.retain(|column| foot(column) > top - FARTHEST_FOOT);
    if columns.len() < FEWEST {
        return;
    }
    let cells: Vec<Cell> =
        columns.iter().filter_map(|column| heading(column, page, sheet, words)).collect();
    let heads = table.rows.iter().filter(|row| row.kind == RowKind::Header).count();
    table.rows.insert(heads, TableRow { kind: RowKind::Header, indent: 0, cells });
}

fn centre(column: &Column) -> f32 {
    (column.x0 + column.x1) / 2.0
}

/// The words over a column as a cell.
fn heading(column: &Column, page: PageNumber, sheet: &Sheet, words: &[FlowWord]) -> Option<Cell> {
    let mut spans: Vec<Span> = Vec::new();
    let mut last = usize::MAX;
    let mut all: Option<Rect> = None;
    let mut places = column.words.clone();
    // As they are read: line by line.
    let line = |item: &Item| (item.rect.center_y() / item.size.max(1.0)).round();
    places.sort_by(|a, b| {
        let (a, b) = (&sheet.words[*a].item, &sheet.words[*b].item);
        line(a).total_cmp(&line(b)).then(a.rect.x0.total_cmp(&b.rect.x0))
    });
    for at in &places {
        let span = words.get(*at)?.span;
        match spans.last_mut() {
            Some(own) if last != usize::MAX && *at == last + 1 => *own = own.union(&span),
            _ => spans.push(span),
        }
        let rect = sheet.words[*at].rect;
        all = Some(all.map_or(rect, |all| all.union(&rect)));
        last = *at;
    }
    Some(Cell { column: column.number, columns: 1, spans, page, rect: all? })
}
