//! Owns the tables of drawn cells among the other words of their page: their words leave the rows of
//! text, and names of columns that stand right above the cells join them.

use std::collections::{HashMap, HashSet};

use citelight_core::{PageNumber, RowKind, Table, TableRow};

use super::atoms::{Row, is_year};
use super::{Draft, borrowed, ruled, units};

/// Finds the tables whose cells are drawn, and takes their words out of the rows.
pub(super) fn tables(
    page: PageNumber,
    lanes: &mut [Vec<Row<'_>>],
    frames: &[ruled::Frame],
    drafts: &mut Vec<Draft>,
) {
    let found = ruled::tables(page, frames, lanes);
    if found.is_empty() {
        return;
    }
    // Which lane holds each of them, before its words leave.
    let mut owner: HashMap<u32, usize> = HashMap::new();
    for (at, rows) in lanes.iter().enumerate() {
        owner.extend(rows.iter().flat_map(|r| &r.tokens).map(|t| (t.place, at)));
    }
    let taken: HashSet<u32> = found.iter().flat_map(|r| &r.places).copied().collect();
    for rows in lanes.iter_mut() {
        let rest = rows.drain(..).filter_map(|mut row| {
            let before = row.tokens.len();
            row.tokens.retain(|t| !taken.contains(&t.place));
            match row.tokens.len() {
                0 => None,
                same if same == before => Some(row),
                _ => Some(Row::new(row.tokens)),
            }
        });
        *rows = rest.collect();
    }
    for ruled in found {
        let lane = ruled.places.first().and_then(|place| owner.get(place));
        let Some(rows) = lane.and_then(|at| lanes.get_mut(*at)) else { continue };
        let (mut table, top) = (ruled.table, ruled.top);
        let mut head = rows.partition_point(|r| r.center() < top);
        let own = heading_above(page, &rows[..head], &table, top);
        if let Some(heading) = own {
            // What stands alone below it heads rows, and no column.
            if let Some(first) = table.rows.first_mut().filter(|row| is_lone(row)) {
                first.kind = RowKind::Group;
            }
            let span = heading.cells.iter().flat_map(|cell| &cell.spans).copied();
            table.span = span.fold(table.span, |all, own| all.union(&own));
            table.rows.insert(0, heading);
            head -= 1;
            rows.remove(head);
        }
        if rows[..head].last().is_some_and(|r| top - r.y1 < 2.5 * r.height()) {
            let above = units::above(rows, 0, head);
            (table.caption, table.units) = (table.caption.or(above.0), above.1);
        }
        drafts.push(Draft {
            opens_page: super::opens(rows, head),
            closes_page: super::closes(rows, head),
            table,
            edges: ruled.edges,
            size: ruled.size,
            bold_headings: false,
        });
    }
}

/// The row right above the cells of a table of which no row names columns, where its pieces stand over columns of
/// the table, one each.
fn heading_above(page: PageNumber, rows: &[Row<'_>], table: &Table, top: f32) -> Option<TableRow> {
    let row = rows.last().filter(|row| top - row.y1 < row.height())?;
    let unnamed = |row: &&TableRow| row.kind == RowKind::Body || is_lone(row);
    let first = table.rows.first().filter(unnamed)?;
    let next = first.cells.iter().flat_map(|cell| &cell.spans).map(|span| span.start).min()?;
    let ends = row.tokens.iter().map(|token| token.span.end).max()?;
    let pieces = row.atoms.len();
    if pieces < 2 || 2 * pieces < table.columns as usize || ends > next || next - ends > 2 {
        return None;
    }
    let strips: Vec<_> = (0..table.columns).map(|at| borrowed::strip(table, at)).collect();
    let mut places = Vec::new();
    for atom in &row.atoms {
        let over = |strip: &Option<borrowed::Strip>| {
            strip.is_some_and(|(x0, x1)| x0 < atom.x1 && atom.x0 < x1)
        };
        let at = strips.iter().position(over)?;
        let named = match row.of(atom) {
            [one] => !atom.is_figure() || is_year(one.text),
            words => words.len() <= 5 && !atom.is_figure(),
        };
        if !named || strips.iter().rposition(over) != Some(at) || places.contains(&at) {
            return None;
        }
        places.push(at);
    }
    let tokens = row.atoms.iter().zip(places).flat_map(|(atom, at)| {
        let column = u32::try_from(at).unwrap_or(0);
        row.of(atom).iter().map(move |token| (*token, column, 1))
    });
    Some(TableRow { kind: RowKind::Header, indent: 0, cells: super::cells(page, tokens) })
}

/// Whether a row has but its first cell.
fn is_lone(row: &TableRow) -> bool {
    matches!(row.cells.as_slice(), [cell] if cell.column == 0)
}
