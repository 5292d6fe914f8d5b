//! Owns tables whose cells are drawn: level and upright rules that cross.
//!
//! Their cells may hold running text. Refuses drawn boxes that are mostly empty (forms), and those
//! that hold mostly figures: where figures stand in line, they tell more than boxes do, which many
//! writers draw round every sign.

mod heads;
mod rows;

use std::collections::HashMap;

use citelight_core::{PageNumber, Rect, RowKind, Span, Table, TableRow};

use super::atoms::{Kind, Row, Token};
use rows::{begins_with_values, grouped, unstacked, without_boxes_below};

/// Rules of a page at most, after those in line are joined: more are a drawing.
const MOST_RULES: usize = 1_200;

/// Rules that differ by less are one, in points.
const NEAR: f32 = 2.5;

/// A table of drawn cells and the box round it.
#[derive(Debug)]
pub(super) struct Ruled {
    pub table: Table,
    /// Places of its words among the page's words in flow order, rising.
    pub places: Vec<u32>,
    /// Its upper edge, the right edges of its columns and its usual font size, in points.
    pub top: f32,
    pub edges: Vec<f32>,
    pub size: f32,
}

/// Edges of columns and rows with the strokes that draw them.
#[derive(Debug)]
pub(crate) struct Frame {
    xs: Vec<f32>,
    ys: Vec<f32>,
    level: Vec<Rect>,
    upright: Vec<Rect>,
}

/// The tables drawn on a page, whose words stand in the rows of its lanes.
pub(super) fn tables(page: PageNumber, frames: &[Frame], lanes: &[Vec<Row<'_>>]) -> Vec<Ruled> {
    let rows: Vec<&Row<'_>> = lanes.iter().flatten().collect();
    let mut found: Vec<Ruled> = frames.iter().filter_map(|f| f.table(page, &rows)).collect();
    found.sort_by_key(|r| r.table.span.start);
    found.dedup_by(|b, a| b.table.span.overlaps(&a.table.span));
    found
}

/// Rules that touch each other, as far as they make at least two columns and rows.
pub(crate) fn frames(rules: &[Rect]) -> Vec<Frame> {
    let level =
        straight(rules.iter().filter(|r| r.width() >= r.height() && r.width() > 8.0), false);
    let upright =
        straight(rules.iter().filter(|r| r.height() > r.width() && r.height() > 5.0), true);
    if level.len() + upright.len() > MOST_RULES || level.len() < 2 || upright.is_empty() {
        return Vec::new();
    }
    // Groups of strokes that touch: each upright one gathers the level ones it meets.
    let mut group: Vec<usize> = (0..level.len()).collect();
    fn root(group: &mut [usize], mut at: usize) -> usize {
        while group[at] != at {
            group[at] = group[group[at]];
            at = group[at];
        }
        at
    }
    let mut of_upright = vec![usize::MAX; upright.len()];
    for (nth, v) in upright.iter().enumerate() {
        for (at, h) in level.iter().enumerate() {
            if h.x0 - NEAR < v.center_x()
                && h.x1 + NEAR > v.center_x()
                && v.y0 - NEAR < h.center_y()
                && v.y1 + NEAR > h.center_y()
            {
                let own = root(&mut group, at);
                if of_upright[nth] == usize::MAX {
                    of_upright[nth] = own;
                } else {
                    let first = root(&mut group, of_upright[nth]);
                    group[own] = first;
                }
            }
        }
    }
    let mut frames = Vec::new();
    for at in 0..level.len() {
        if group[at] != at {
            continue;
        }
        let own = |of: usize, group: &mut Vec<usize>| of != usize::MAX && root(group, of) == at;
        let lines: Vec<Rect> =
            (0..level.len()).filter(|l| root(&mut group, *l) == at).map(|l| level[l]).collect();
        let posts: Vec<Rect> = (0..upright.len())
            .filter(|u| own(of_upright[*u], &mut group))
            .map(|u| upright[u])
            .collect();
        let all = lines.iter().chain(&posts).fold(lines[0], |all, r| all.union(r));
        let xs = edges(posts.iter().map(Rect::center_x).chain([all.x0, all.x1]));
        let ys = edges(lines.iter().map(Rect::center_y).chain([all.y0, all.y1]));
        if xs.len() >= 3 && ys.len() >= 3 && xs.len() <= 40 && ys.len() <= 300 && !posts.is_empty()
        {
            frames.push(Frame { xs, ys, level: lines, upright: posts });
        }
    }
    frames
}

/// Strokes in line that touch, joined.
fn straight<'a>(rules: impl Iterator<Item = &'a Rect>, upright: bool) -> Vec<Rect> {
    let along = |r: &Rect| if upright { (r.y0, r.y1) } else { (r.x0, r.x1) };
    let place = |r: &Rect| if upright { r.center_x() } else { r.center_y() };
    let finite = |r: &&Rect| [r.x0, r.x1, r.y0, r.y1].iter().all(|v| v.is_finite());
    let mut sorted: Vec<Rect> = rules.filter(finite).copied().collect();
    let row = |r: &Rect| (place(r) / 1.5).round();
    sorted.sort_by(|a, b| row(a).total_cmp(&row(b)).then(along(a).0.total_cmp(&along(b).0)));
    let mut joined: Vec<Rect> = Vec::new();
    for rule in sorted {
        match joined.last_mut() {
            Some(last)
                if (place(last) - place(&rule)).abs() < 1.5
                    && along(&rule).0 <= along(last).1 + NEAR =>
            {
                *last = last.union(&rule);
            }
            _ => joined.push(rule),
        }
    }
    joined
}

/// Distinct places, rising.
fn edges(places: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut places: Vec<f32> = places.collect();
    places.sort_by(f32::total_cmp);
    let mut edges: Vec<f32> = Vec::new();
    for place in places {
        if edges.last().is_none_or(|last| place - last > 2.0 * NEAR) {
            edges.push(place);
        }
    }
    edges
}

impl Frame {
    /// The box around it, in points.
    pub(crate) fn bounds(&self) -> Rect {
        let ends = |places: &[f32]| {
            (places.first().copied().unwrap_or(0.0), places.last().copied().unwrap_or(0.0))
        };
        let ((x0, x1), (y0, y1)) = (ends(&self.xs), ends(&self.ys));
        Rect::new(x0, y0, x1, y1)
    }

    /// Row and column of the grid at a point.
    pub(crate) fn place(&self, x: f32, y: f32) -> Option<(usize, usize)> {
        let at = |edges: &[f32], v: f32| {
            let at = edges.partition_point(|edge| *edge <= v).checked_sub(1)?;
            (at + 1 < edges.len()).then_some(at)
        };
        Some((at(&self.ys, y)?, at(&self.xs, x)?))
    }

    /// The box of the cell that a place of the grid belongs to, in points.
    pub(crate) fn sides(&self, grid: &[Vec<(usize, usize)>], row: usize, column: usize) -> Rect {
        let line = grid.get(row).map_or(&[][..], Vec::as_slice);
        let own = line.get(column);
        let first = line.iter().position(|cell| Some(cell) == own).unwrap_or(column);
        let last = line.iter().rposition(|cell| Some(cell) == own).unwrap_or(column);
        let holds = |line: &Vec<(usize, usize)>| line.get(column) == own;
        let top = grid.iter().position(holds).unwrap_or(row);
        let bottom = grid.iter().rposition(holds).unwrap_or(row);
        let edge = |edges: &[f32], at: usize| edges.get(at).copied().unwrap_or(0.0);
        Rect::new(
            edge(&self.xs, first),
            edge(&self.ys, top),
            edge(&self.xs, last + 1),
            edge(&self.ys, bottom + 1),
        )
    }

    fn columns(&self) -> usize {
        self.xs.len() - 1
    }

    /// Whether upright strokes stand at an edge along most of a row.
    fn parts(&self, edge: usize, row: usize) -> bool {
        let (x, y0, y1) = (self.xs[edge], self.ys[row], self.ys[row + 1]);
        let near = self.upright.iter().filter(|v| (v.center_x() - x).abs() < 2.0 * NEAR);
        let drawn: f32 = near.map(|v| (v.y1.min(y1) - v.y0.max(y0)).max(0.0)).sum();
        drawn > 0.6 * (y1 - y0)
    }

    /// Whether level strokes lie at an edge along most of a column.
    fn closes(&self, edge: usize, column: usize) -> bool {
        let (y, x0, x1) = (self.ys[edge], self.xs[column], self.xs[column + 1]);
        let near = self.level.iter().filter(|h| (h.center_y() - y).abs() < 2.0 * NEAR);
        let drawn: f32 = near.map(|h| (h.x1.min(x1) - h.x0.max(x0)).max(0.0)).sum();
        drawn > 0.7 * (x1 - x0)
    }

    /// For every place of the grid the row and column of the cell it belongs to.
    pub(crate) fn cells(&self) -> Vec<Vec<(usize, usize)>> {
        let mut cells: Vec<Vec<(usize, usize)>> = Vec::new();
        for row in 0..self.ys.len() - 1 {
            let above = row.checked_sub(1).and_then(|row| cells.get(row));
            let mut line: Vec<(usize, usize)> = Vec::new();
            for column in 0..self.columns() {
                let upper = above.and_then(|cells| cells.get(column));
                let own = match (line.last(), upper) {
                    (Some(left), _) if !self.parts(column, row) => *left,
                    (_, Some(upper)) if !self.closes(row, column) => *upper,
                    _ => (row, column),
                };
                line.push(own);
            }
            cells.push(line);
        }
        cells
    }

    /// The cell that a word stands in.
    fn cell_of(&self, grid: &[Vec<(usize, usize)>], token: &Token<'_>) -> Option<(usize, usize)> {
        let (x, y) = ((token.x0 + token.x1) / 2.0, (token.y0 + token.y1) / 2.0);
        let column = self.xs.partition_point(|e| *e <= x).checked_sub(1)?;
        let row = self.ys.partition_point(|e| *e <= y).checked_sub(1)?;
        // Turned words are not where the rules are.
        (!token.turned).then_some(())?;
        grid.get(row)?.get(column).copied()
    }

    /// Whether figures stand in cells of their own: boxes drawn behind whole rows, or round every
    /// sign, are no cells.
    fn fits(&self, grid: &[Vec<(usize, usize)>], rows: &[&Row<'_>]) -> bool {
        let (mut lines, mut wrong) = (0, 0);
        // Figures below each other in one cell are rows that no rule parts.
        let mut stacked: HashMap<(usize, usize), u32> = HashMap::new();
        for row in rows {
            let cells: Vec<Vec<Option<(usize, usize)>>> = row
                .atoms
                .iter()
                .map(|a| row.of(a).iter().map(|t| self.cell_of(grid, t)).collect())
                .collect();
            if cells.iter().flatten().all(Option::is_none) {
                continue;
            }
            lines += 1;
            for (_, own) in row.atoms.iter().zip(&cells).filter(|(a, _)| a.is_figure()) {
                if let Some(Some(cell)) = own.first() {
                    *stacked.entry(*cell).or_default() += 1;
                }
            }
            let torn = row
                .atoms
                .iter()
                .zip(&cells)
                .any(|(a, own)| a.is_figure() && own.windows(2).any(|w| w[0] != w[1]));
            let shared = cells.windows(2).zip(row.atoms.windows(2)).any(|(own, atoms)| {
                own[0].last() == own[1].first()
                    && own[0].last().is_some_and(Option::is_some)
                    && atoms[1].is_figure()
                    && atoms[1].core - atoms[0].x1 > row.size
            });
            wrong += usize::from(torn || shared);
        }
        20 * wrong <= lines && stacked.values().filter(|n| **n >= 3).count() < 2
    }

    /// Boxes drawn behind the lines of a cell are no rows: beside a label that goes on, a line in
    /// the middle of a sentence belongs to the row above.
    fn join_torn(&self, grid: &[Vec<(usize, usize)>], filled: &mut [Vec<Vec<&Token<'_>>>]) {
        for row in 1..filled.len() {
            let spanned = grid[row][0].0 < row;
            let inner = filled[row]
                .iter()
                .any(|cell| cell.first().is_some_and(|t| t.text.starts_with(char::is_lowercase)));
            if !spanned || !inner {
                continue;
            }
            let Some(above) = (0..row).rev().find(|r| filled[*r].iter().any(|c| !c.is_empty()))
            else {
                continue;
            };
            let (upper, lower) = filled.split_at_mut(row);
            for (to, from) in upper[above].iter_mut().zip(&mut lower[0]) {
                to.append(from);
            }
        }
    }

    fn table(&self, page: PageNumber, rows: &[&Row<'_>]) -> Option<Ruled> {
        let grid = self.cells();
        let inside: Vec<(&Token<'_>, (usize, usize))> = rows
            .iter()
            .flat_map(|row| &row.tokens)
            .filter_map(|t| Some((t, self.cell_of(&grid, t)?)))
            .collect();
        let figures =
            inside.iter().filter(|(t, _)| !matches!(t.kind, Kind::Word | Kind::Mark)).count();
        if inside.len() < 8 || 10 * figures > 4 * inside.len() || !self.fits(&grid, rows) {
            return None;
        }
        let mut filled: Vec<Vec<Vec<&Token<'_>>>> =
            vec![vec![Vec::new(); self.columns()]; grid.len()];
        for (token, (row, column)) in &inside {
            filled[*row][*column].push(*token);
        }
        let width = |row: usize, column: usize| {
            grid[row].iter().filter(|cell| **cell == (row, column)).count().max(1)
        };
        let covered = grid.iter().flatten().filter(|(r, c)| !filled[*r][*c].is_empty()).count();
        let places = grid.len() * self.columns();
        let proper = |c: &usize| {
            (0..grid.len()).filter(|r| !filled[*r][*c].is_empty() && width(*r, *c) == 1).count()
                >= 2
        };
        let columns = (0..self.columns()).filter(proper).count();
        // Ticks in some of the cells: what they stand for, the first row and column say.
        let named = |filled: usize, all: usize| 5 * filled >= 4 * all;
        let labels = (0..grid.len()).filter(|row| !filled[*row][0].is_empty()).count();
        let heads = filled[0].iter().filter(|cell| !cell.is_empty()).count();
        let matrix = grid.len() >= 4
            && self.columns() >= 3
            && named(labels, grid.len())
            && named(heads, self.columns());
        if (2 * covered < places && !matrix) || columns < 2 {
            return None;
        }
        self.join_torn(&grid, &mut filled);
        // Which row of the grid each row of the table is of.
        let (origin, filled): (Vec<usize>, Vec<Vec<Vec<&Token<'_>>>>) = filled
            .into_iter()
            .enumerate()
            .flat_map(|(row, line)| unstacked(line).into_iter().map(move |line| (row, line)))
            .unzip();
        // One cell over all columns at the top is the table's title, further ones are groups.
        let whole = |at: usize| {
            let mut own = (0..self.columns()).filter(|column| !filled[at][*column].is_empty());
            own.next() == Some(0) && own.next().is_none() && width(origin[at], 0) == self.columns()
        };
        let reach = |at: usize, column: usize| width(origin[at], column);
        let heads = heads::find(&filled, whole, reach);
        let begin = if heads.start > 0 { origin[heads.start] } else { 0 };
        let top = *self.ys.get(begin)?;
        let inside: Vec<&Token<'_>> =
            inside.iter().filter(|(_, (row, _))| *row >= begin).map(|(token, _)| *token).collect();
        // The gap between two boxes is no column.
        let mut number: Vec<u32> = Vec::new();
        let mut used = 0;
        for (column, edges) in self.xs.windows(2).enumerate() {
            number.push(used);
            let slim = edges[1] - edges[0] < 12.0;
            let own = |(row, line): (usize, &Vec<Vec<&Token<'_>>>)| {
                !line[column].is_empty() && (!slim || width(origin[row], column) == 1)
            };
            used += u32::from(filled.iter().enumerate().skip(heads.start).any(own));
        }
        number.push(used);
        let mut rows = Vec::new();
        let mut title = None;
        for (at, line) in filled.iter().enumerate().skip(heads.start) {
            let cells = super::cells(
                page,
                line.iter().enumerate().flat_map(|(column, tokens)| {
                    let first = number[column];
                    let end = number[(column + width(origin[at], column)).min(self.columns())];
                    tokens.iter().map(move |t| (**t, first, (end - first).max(1)))
                }),
            );
            if cells.is_empty() {
                continue;
            }
            let whole = cells.len() == 1 && cells[0].columns == used && used > 1;
            if whole && rows.is_empty() && title.is_none() {
                title = super::cell_span(&cells[0]);
                continue;
            }
            let kind = match () {
                () if whole => RowKind::Group,
                () if at < heads.end => RowKind::Header,
                () => RowKind::Body,
            };
            rows.push(TableRow {
                kind,
                indent: u32::from(kind == RowKind::Body && grouped(&rows)),
                cells,
            });
        }
        let body = rows.iter().filter(|r| r.kind == RowKind::Body).count();
        if body == 0 || rows.len() < 2 {
            return None;
        }
        let inside = without_boxes_below(&mut rows, inside);
        let said = |span: &Span| {
            let own = inside.iter().filter(|token| token.span.overlaps(span));
            own.map(|token| token.text).collect::<Vec<_>>().join(" ")
        };
        let values_first = begins_with_values(&rows, said);
        let spans = rows.iter().flat_map(|r: &TableRow| &r.cells).flat_map(|c| &c.spans);
        let span = spans.copied().reduce(|all, span| all.union(&span))?;
        let mut own: Vec<u32> = inside.iter().map(|t| t.place).collect();
        own.sort_unstable();
        let reach = own.last()? - own.first()? + 1;
        // Words of other text between its own: the boxes are drawn round something else.
        if reach as usize > own.len() + own.len() / 10 {
            return None;
        }
        let table = Table {
            id: 0,
            span,
            columns: used,
            label_columns: u32::from(!values_first),
            rows,
            caption: title,
            units: None,
        };
        let size = crate::layout::median(inside.iter().map(|t| t.size));
        Some(Ruled { table, places: own, top, edges: self.xs[1..].to_vec(), size })
    }
}
