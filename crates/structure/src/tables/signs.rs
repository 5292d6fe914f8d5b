//! Owns signs that stand in a column of their own beside figures: "1,810.80 | €" is one value.

use citelight_core::{Cell, RowKind, Table};

use super::words_of;

/// What is said by a sign or a code alone.
const SIGNS: [&str; 10] = ["%", "$", "€", "£", "¥", "CHF", "EUR", "GBP", "USD", "zł"];

/// Joins the cells of columns that hold nothing but signs to the figures beside them.
pub(super) fn join_signs(table: &mut Table, text: &str) {
    let said = |cell: &Cell| words_of(cell, text).trim().to_owned();
    for column in table.label_columns..table.columns {
        let body = || table.rows.iter().filter(|row| row.kind == RowKind::Body);
        let of = |at: u32| body().flat_map(|row| &row.cells).filter(move |cell| cell.column == at);
        let is_sign = |cell: &Cell| SIGNS.contains(&said(cell).as_str());
        if of(column).next().is_none() || !of(column).all(is_sign) {
            continue;
        }
        let figures = |at: u32| {
            let figure = |cell: &&Cell| said(cell).starts_with(|c: char| c.is_ascii_digit());
            of(at).count() > 0 && 10 * of(at).filter(figure).count() >= 6 * of(at).count()
        };
        let Some(into) = [column.saturating_sub(1), column + 1]
            .into_iter()
            .find(|at| *at != column && *at >= table.label_columns && figures(*at))
        else {
            continue;
        };
        for row in table.rows.iter_mut().filter(|row| row.kind == RowKind::Body) {
            let at = |column| row.cells.iter().position(|cell| cell.column == column);
            let (Some(figure), Some(sign)) = (at(into), at(column)) else { continue };
            let sign = row.cells[sign].clone();
            let joined = &mut row.cells[figure];
            joined.rect = joined.rect.union(&sign.rect);
            joined.spans.extend(sign.spans);
            joined.spans.sort_by_key(|span| span.start);
            row.cells.retain(|cell| cell.column != column);
        }
    }
}
