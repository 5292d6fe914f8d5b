//! Owns tables that their figures show: runs of rows whose figures stand in columns, with the headings above them.

use citelight_core::{PageNumber, Rect, RowKind, Table, TableRow};

use super::atoms::{self, Row};
use super::grid::Grid;
use super::{Draft, cells, closes, find, header, label, opens, units};

/// The tables of a lane.
pub(super) fn tables(
    page: PageNumber,
    rows: &[Row<'_>],
    rules: &[Rect],
    upright: &[Rect],
    drafts: &mut Vec<Draft>,
) {
    let mut top = 0;
    for run in find::runs(rows) {
        for piece in find::pieces(rows, run) {
            let end = piece.end;
            if let Some((draft, end)) = draft(page, rows, top, piece, rules, upright) {
                drafts.push(draft);
                top = end;
            } else {
                top = top.max(end);
            }
        }
    }
}

/// A table of the rows of a piece, whose headings and title lie at or below `top`; with the end of
/// its rows.
fn draft(
    page: PageNumber,
    rows: &[Row<'_>],
    top: usize,
    piece: std::ops::Range<usize>,
    rules: &[Rect],
    upright: &[Rect],
) -> Option<(Draft, usize)> {
    let core: Vec<&Row<'_>> =
        rows[piece.clone()].iter().filter(|r| find::is_core(r) && r.has_amounts()).collect();
    if core.is_empty() || find::is_contents(&rows[piece.clone()]) || find::is_formulas(&core) {
        return None;
    }
    let grid = Grid::find(&core)?;
    // A single row of figures needs headings as proof, a single column of figures more rows.
    let lone = core.len() == 1;
    let few = grid.columns.len() == 1 && core.len() < 3;
    let stands = lone || (grid.stands_in_line(&core) && grid.is_filled(&core));
    if few || !stands {
        return None;
    }
    let body =
        (piece.start..piece.end).find(|at| find::is_core(&rows[*at]) && rows[*at].has_amounts())?;
    let head = header::first_line(rows, top, body, &grid, upright);
    let names = |at: &usize| header::heads(&rows[*at], &grid) && !header::repeats_one(&rows[*at]);
    let head_end = (head..body).rev().find(names).map_or(head, |at| at + 1);
    let (top_y, bottom_y) = (rows[head].y0 - grid.size, rows[head_end].y1);
    let near = |r: &&Rect| header::level(r) && r.y0 > top_y && r.y1 < bottom_y;
    let own: Vec<Rect> = rules.iter().filter(near).copied().collect();
    let headings = header::headings(rows, head, head_end, &grid, &own, upright);
    let headed = (0..grid.columns.len())
        .all(|at| headings.iter().any(|h| h.columns.is_some_and(|(a, b)| a <= at && at <= b)));
    if lone && !headed {
        return None;
    }
    let mut end = piece.end;
    while let Some(next) = rows.get(end)
        && end < piece.end + 4
        && (follows(&rows[end - 1], next, &grid)
            || in_last_band(&rows[end - 1], next, &grid, rules))
    {
        end += 1;
    }
    let lines: Vec<label::Line> =
        (head_end..end).map(|row| label::Line { row, cells: grid.assign(&rows[row]) }).collect();
    let mut table_rows = header_rows(page, rows, &headings, &grid);
    let gathered = label::gather(rows, &lines, &grid, rules);
    let edges: Vec<f32> = gathered.iter().map(|group| label_edge(rows, &lines, group)).collect();
    let depths = label::depths(&edges, grid.size);
    for (group, indent) in gathered.iter().zip(depths) {
        let tokens = group.iter().flat_map(|n| {
            let line = &lines[*n];
            rows[line.row].tokens.iter().zip(line.cells.iter().copied())
        });
        let cells = cells(page, tokens.map(|(t, c)| (*t, place(c, &grid), 1)));
        let valued = cells.iter().any(|c| c.column > 0 || !grid.labelled);
        let kind = if valued { RowKind::Body } else { RowKind::Group };
        table_rows.push(TableRow { kind, indent, cells });
    }
    let span = table_rows.iter().flat_map(|r| &r.cells).flat_map(|c| &c.spans).copied();
    let span = span.reduce(|all, span| all.union(&span))?;
    let (caption, said) = units::above(rows, top, head);
    let said = said
        .or_else(|| (head..(head_end + 2).min(end)).find_map(|at| units::units(&rows[at].tokens)));
    let labels = u32::from(grid.labelled);
    let table = Table {
        id: 0,
        span,
        columns: labels + u32::try_from(grid.columns.len()).unwrap_or(0),
        label_columns: labels,
        rows: table_rows,
        caption,
        units: said,
    };
    let edges = grid.columns.iter().map(|c| c.right).collect();
    let draft = Draft {
        table,
        edges,
        size: grid.size,
        opens_page: opens(rows, head),
        closes_page: closes(rows, end),
        bold_headings: false,
    };
    Some((draft, end))
}

/// Whether a line below the last row of figures still belongs to that row's label.
fn follows(last: &Row<'_>, next: &Row<'_>, grid: &Grid) -> bool {
    let step = next.center() - last.center();
    let text = next.text();
    let open = last
        .atoms
        .first()
        .is_some_and(|label| crate::shape::open_bracket(&atoms::joined(last.of(label))));
    next.atoms.len() == 1
        && step < 1.6 * last.height().max(next.height())
        && next.x1() <= grid.edge() + grid.size
        && next.x0() >= grid.left - grid.size
        && (crate::shape::begins_lower(&text) || open)
}

/// Whether a line below the last row of figures stands in the same band of level rules.
fn in_last_band(last: &Row<'_>, next: &Row<'_>, grid: &Grid, rules: &[Rect]) -> bool {
    let foot = rules
        .iter()
        .filter(|rule| label::parts_rows(rule, grid) && rule.center_y() > last.center())
        .map(Rect::center_y)
        .fold(f32::INFINITY, f32::min);
    next.atoms.len() == 1
        && next.center() < foot
        && foot < next.y1 + 2.0 * next.height()
        && next.center() - last.center() < 1.6 * last.height().max(next.height())
        && next.x1() <= grid.edge() + grid.size
}

/// Left edge of a row's label; infinite where it has none.
fn label_edge(rows: &[Row<'_>], lines: &[label::Line], group: &[usize]) -> f32 {
    let edges = group.iter().filter_map(|n| {
        let line = &lines[*n];
        let at = line.cells.iter().position(Option::is_none)?;
        rows[line.row].tokens.get(at).map(|t| t.x0)
    });
    edges.into_iter().next().unwrap_or(f32::INFINITY)
}

/// Column of a table for a column of values, the label's before them.
fn place(column: Option<usize>, grid: &Grid) -> u32 {
    let labels = u32::from(grid.labelled);
    column.map_or(0, |c| labels + u32::try_from(c).unwrap_or(0))
}

/// Rows of headings: one for every line at which a heading ends.
fn header_rows(
    page: PageNumber,
    rows: &[Row<'_>],
    headings: &[header::Heading],
    grid: &Grid,
) -> Vec<TableRow> {
    let mut lines: Vec<usize> = headings.iter().map(|h| h.last).collect();
    lines.sort_unstable();
    lines.dedup();
    let row = |line: usize| {
        let tokens = headings.iter().filter(|h| h.last == line).flat_map(|h| {
            let (first, count) = match h.columns {
                None => (0, 1),
                Some((a, b)) => (place(Some(a), grid), u32::try_from(b - a).unwrap_or(0) + 1),
            };
            h.tokens.iter().map(move |(row, at)| (rows[*row].tokens[*at], first, count))
        });
        TableRow { kind: RowKind::Header, indent: 0, cells: cells(page, tokens) }
    };
    lines.into_iter().map(row).collect()
}
