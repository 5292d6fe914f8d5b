//! Texts that several rows share: in drawn boxes as high as these rows, in a column of the table or left of it.

use citelight_core::{Cell, FlowWord, PageNumber, Rect, RowKind, Span, Table, TableRow};

use super::Sheet;
use crate::boxes;

/// Words of such a label at most.
const MOST_WORDS: usize = 16;
/// Rules of a page at most: more are a drawing.
const MOST_RULES: usize = 2_400;
/// The box of a row is lower than one of several rows by this share of it.
const LOWER: f32 = 0.8;
/// Bytes of what rows share, at most: more is running text.
const LONGEST: u32 = 120;
/// How far two boxes are the same, by the share of both that both cover.
const SAME: f32 = 0.9;

/// A box left of a table, with the words in it.
struct Shared {
    place: Rect,
    spans: Vec<Span>,
    words: usize,
    ink: Rect,
}

/// Whether a page may show boxes round its cells. The cells are those of the page, the rules those of the levelled one.
fn has_boxes(sheet: &Sheet) -> bool {
    sheet.slope == 0.0 && !sheet.rules.is_empty() && sheet.rules.len() <= MOST_RULES
}

/// Gives every row the cells that it shares with another: what stands alone in a drawn box belongs to all rows beside
/// it, where the box is of several.
pub(super) fn share_cells(table: &mut Table, page: PageNumber, sheet: &Sheet) {
    if !has_boxes(sheet) {
        return;
    }
    let (level, upright) = parted(&sheet.rules);
    let is_own = |row: &TableRow| {
        row.kind == RowKind::Body && row.cells.iter().all(|cell| cell.page == page)
    };
    let around: Vec<Vec<Option<Rect>>> = table
        .rows
        .iter()
        .map(|row| {
            let own = row.cells.iter().filter(|_| is_own(row));
            own.map(|cell| boxes::around(&level, &upright, &cell.rect)).collect()
        })
        .collect();
    // Each with the rows beside it that have none.
    let mut shared: Vec<(Cell, Vec<usize>)> = Vec::new();
    for (nth, places) in around.iter().enumerate() {
        for (cell, place) in table.rows[nth].cells.iter().zip(places) {
            let Some(place) = place.filter(|_| is_short(cell)) else { continue };
            let beside = |at: &usize| {
                let row = &table.rows[*at];
                *at != nth
                    && is_own(row)
                    && middle(row, page).is_some_and(|y| y > place.y0 && y < place.y1)
            };
            let rows: Vec<usize> = (0..table.rows.len()).filter(beside).collect();
            let has =
                |at: &usize| table.rows[*at].cells.iter().any(|own| own.column == cell.column);
            // Rows that nothing parts stand in one box in every column.
            let parts = |at: &usize| {
                let others = around[*at].iter().flatten();
                { others }.any(|other| other.height() < LOWER * place.height())
            };
            if !rows.is_empty() && !rows.iter().any(has) && rows.iter().all(parts) {
                shared.push((cell.clone(), rows));
            }
        }
    }
    for (cell, rows) in shared {
        for at in rows {
            let cells = &mut table.rows[at].cells;
            let place = cells.partition_point(|own| own.column < cell.column);
            cells.insert(place, cell.clone());
        }
    }
}

/// Whether a cell of one column holds no running text.
fn is_short(cell: &Cell) -> bool {
    cell.columns == 1 && cell.spans.iter().map(Span::len).sum::<u32>() <= LONGEST
}

/// Where a row stands: the middle of its cells on a page.
fn middle(row: &TableRow, page: PageNumber) -> Option<f32> {
    let own = row.cells.iter().filter(|cell| cell.page == page).map(|cell| cell.rect);
    own.reduce(|all, rect| all.union(&rect)).map(|rect| rect.center_y())
}

/// The level rules and the upright ones.
fn parted(rules: &[Rect]) -> (Vec<Rect>, Vec<Rect>) {
    rules.iter().partition(|rule| rule.width() > rule.height())
}

/// Puts what stands in drawn boxes left of a table before the rows that the boxes are as high as, as names of groups.
/// `words` are those of the sheet.
pub(super) fn group_rows(table: &mut Table, page: PageNumber, sheet: &Sheet, words: &[FlowWord]) {
    if !has_boxes(sheet) || table.label_columns == 0 {
        return;
    }
    let cells = || {
        let body = table.rows.iter().filter(|row| row.kind != RowKind::Header);
        body.flat_map(|row| &row.cells).filter(|cell| cell.page == page).map(|cell| cell.rect)
    };
    let Some(all) = cells().reduce(|all, rect| all.union(&rect)) else { return };
    let (level, upright) = parted(&sheet.rules);
    let beside =
        |rect: &Rect| rect.x1 < all.x0 && rect.center_y() > all.y0 && rect.center_y() < all.y1;
    let mut found: Vec<Shared> = Vec::new();
    for (placed, word) in sheet.words.iter().zip(words).filter(|(word, _)| beside(&word.rect)) {
        let Some(place) = boxes::around(&level, &upright, &placed.rect) else { return };
        match found.iter_mut().find(|one| one.place.iou(&place) > SAME) {
            Some(one) => {
                one.words += 1;
                one.ink = one.ink.union(&placed.rect);
                one.spans.push(word.span);
            }
            None => {
                found.push(Shared { place, spans: vec![word.span], words: 1, ink: placed.rect });
            }
        }
    }
    let within = |one: &Shared, row: &TableRow| {
        row.kind == RowKind::Body
            && middle(row, page).is_some_and(|y| y > one.place.y0 && y < one.place.y1)
    };
    // The frame of a chart holds no boxes of rows.
    let is_drawn = |row: &TableRow, of: &Shared| {
        let own = row.cells.iter().filter_map(|cell| boxes::around(&level, &upright, &cell.rect));
        { own }.any(|own| own.height() < LOWER * of.place.height())
    };
    let shares = |one: &Shared| {
        let own = || table.rows.iter().filter(|row| within(one, row));
        own().count() > 1 && own().all(|row| is_drawn(row, one))
    };
    let grouped = table.rows.iter().any(|row| row.kind == RowKind::Group);
    let shared: Vec<&Shared> =
        found.iter().filter(|one| one.words <= MOST_WORDS && shares(one)).collect();
    if grouped || shared.is_empty() {
        return;
    }
    let mut rows = Vec::with_capacity(table.rows.len() + shared.len());
    let mut last: Option<usize> = None;
    for row in &table.rows {
        let own = shared.iter().position(|one| within(one, row));
        if let Some(at) = own.filter(|at| last != Some(*at)) {
            let one = shared[at];
            let cell =
                Cell { column: 0, columns: 1, spans: one.spans.clone(), page, rect: one.ink };
            rows.push(TableRow { kind: RowKind::Group, indent: row.indent, cells: vec![cell] });
        }
        last = own;
        let indent = row.indent + u32::from(own.is_some());
        rows.push(TableRow { indent, ..row.clone() });
    }
    table.rows = rows;
}
