//! Owns the reading order of tables whose cells are drawn and hold running text: a cell is read to its
//! end before the next one, and nothing cuts through such a table.
//!
//! Rules tell the cells; that lines of one cell are lines of a text that wraps tells its words: the
//! next word would not have fitted, or the words beside it stand between its lines. Refuses boxes with
//! figures, whose rows no rule need part, and boxes through whose sides words or lines of text run.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use citelight_core::Rect;

use crate::layout::median;
use crate::rows::{Item, Row, rows};
use crate::tables::Frame;

/// Fewer words in fewer cells are no table to be read cell by cell.
const FEWEST_WORDS: usize = 8;
const FEWEST_CELLS: usize = 4;

/// Points by which a word may reach over the side of its cell.
const SIDE: f32 = 3.0;

/// Words closer than this share of the font size are neighbours in a line of text.
const WORD_SPACE: f32 = 0.35;

/// A drawn table as the layout sees it.
#[derive(Debug)]
pub(crate) struct Drawn {
    /// Stands for the whole table among the items of its region: its box, and the place in the stream
    /// of its first word.
    pub stand_in: Item,
    /// Its parts in reading order, each to be read line by line: a cell, or rows that need no care.
    pub parts: Vec<Vec<Item>>,
}

/// Takes drawn tables out of a region and puts their stand-ins in their places.
pub(crate) fn take(items: &mut Vec<Item>, frames: &[Frame]) -> Vec<Drawn> {
    let mut frames: Vec<(Rect, &Frame)> = frames.iter().map(|f| (f.bounds(), f)).collect();
    // A table inside a cell of another one comes first, and then is one of the cell's words.
    frames.sort_by(|(a, _), (b, _)| a.area().total_cmp(&b.area()));
    let mut found = Vec::new();
    for (bounds, frame) in frames {
        let within =
            |item: &Item| bounds.contains_point(item.rect.center_x(), item.rect.center_y());
        let (inside, outside): (Vec<Item>, Vec<Item>) = items.iter().copied().partition(within);
        let Some(parts) = parts(frame, &inside) else { continue };
        let Some(first) = inside.iter().min_by_key(|item| item.index) else { continue };
        let stand_in = Item {
            rect: bounds,
            size: median(inside.iter().map(|item| item.size)),
            numeric: false,
            chars: Item::TABLE,
            ..*first
        };
        *items = outside;
        items.push(stand_in);
        found.push(Drawn { stand_in, parts });
    }
    found
}

/// The words of one cell, and the room that it gives them.
#[derive(Default)]
struct Cell {
    items: Vec<Item>,
    width: f32,
}

/// The parts of a table in reading order; `None` where reading it across does no harm.
fn parts(frame: &Frame, inside: &[Item]) -> Option<Vec<Vec<Item>>> {
    let figures = inside.iter().filter(|item| item.numeric).count();
    if inside.len() < FEWEST_WORDS || 10 * figures > 4 * inside.len() {
        return None;
    }
    let grid = frame.cells();
    let mut cells: BTreeMap<(usize, usize), Cell> = BTreeMap::new();
    let mut cut = 0;
    for item in inside {
        let Rect { x0, y0, x1, y1 } = item.rect;
        let (row, column) = frame.place(item.rect.center_x(), item.rect.center_y())?;
        let own = *grid.get(row)?.get(column)?;
        let sides = frame.sides(&grid, row, column);
        let slack = 0.3 * item.height();
        let out = x0 < sides.x0 - SIDE || x1 > sides.x1 + SIDE;
        cut += usize::from(out || y0 < sides.y0 - slack || y1 > sides.y1 + slack);
        let cell = cells.entry(own).or_default();
        cell.width = sides.width();
        cell.items.push(*item);
    }
    if 50 * cut > inside.len() || runs_through(inside, &cells) {
        return None;
    }
    let filled = grid.iter().flatten().filter(|cell| cells.contains_key(cell)).count();
    let places: usize = grid.iter().map(Vec::len).sum();
    let columns: BTreeSet<usize> = cells.keys().map(|(_, column)| *column).collect();
    if cells.len() < FEWEST_CELLS || columns.len() < 2 || 2 * filled < places {
        return None;
    }
    let mut parts: Vec<Vec<Item>> = Vec::new();
    let mut across_before = false;
    let bands: Vec<Vec<(usize, &Cell)>> = bands(&grid)
        .into_iter()
        .map(|band| {
            cells
                .range((band.start, 0)..(band.end, 0))
                .map(|((row, _), cell)| (*row, cell))
                .collect()
        })
        .collect();
    // Where text wraps in one row, the lines of other rows are those of cells too.
    let any = bands.iter().any(|band| is_wrapped(&cells_of(band)));
    if !any {
        return None;
    }
    for band in bands {
        let own = cells_of(&band);
        let several = own.iter().any(|cell| rows(&cell.items).len() >= 2);
        if several && own.len() >= 2 && !is_stacked(&own) {
            across_before = false;
            parts.extend(by_cell(&band));
            continue;
        }
        let items = own.into_iter().flat_map(|cell| cell.items.iter().copied());
        match parts.last_mut() {
            Some(before) if across_before => before.extend(items),
            _ => parts.push(items.collect()),
        }
        across_before = true;
    }
    parts.retain(|part| !part.is_empty());
    Some(parts)
}

fn cells_of<'c>(band: &[(usize, &'c Cell)]) -> Vec<&'c Cell> {
    band.iter().map(|(_, cell)| *cell).collect()
}

/// The cells of a band one after the other; neighbours of one line each are read together.
fn by_cell(band: &[(usize, &Cell)]) -> Vec<Vec<Item>> {
    let mut parts: Vec<Vec<Item>> = Vec::new();
    let mut short_in = None;
    for (row, cell) in band {
        let short = (rows(&cell.items).len() == 1).then_some(*row);
        match parts.last_mut() {
            Some(part) if short.is_some() && short == short_in => part.extend(&cell.items),
            _ => parts.push(cell.items.clone()),
        }
        short_in = short;
    }
    parts
}

/// Whether lines of text run on from cell to cell: what is drawn there are no cells.
fn runs_through(inside: &[Item], cells: &BTreeMap<(usize, usize), Cell>) -> bool {
    let of: HashMap<u32, (usize, usize)> = cells
        .iter()
        .flat_map(|(at, cell)| cell.items.iter().map(move |item| (item.index, *at)))
        .collect();
    let (mut borders, mut close) = (0, 0);
    for row in rows(inside) {
        for pair in row.items.windows(2) {
            if of.get(&pair[0].index) != of.get(&pair[1].index) {
                borders += 1;
                let gap = pair[1].rect.x0 - pair[0].rect.x1;
                close += usize::from((0.0..WORD_SPACE * pair[0].size).contains(&gap));
            }
        }
    }
    10 * close > borders
}

/// Rows of the grid, those together that a cell reaches over.
fn bands(grid: &[Vec<(usize, usize)>]) -> Vec<std::ops::Range<usize>> {
    let mut bands: Vec<std::ops::Range<usize>> = Vec::new();
    for (row, line) in grid.iter().enumerate() {
        match bands.last_mut() {
            Some(band) if line.iter().any(|(origin, _)| *origin < row) => band.end = row + 1,
            _ => bands.push(row..row + 1),
        }
    }
    bands
}

/// Whether a text wraps in one of the cells of a band, and no rows that are not drawn stand in them.
fn is_wrapped(cells: &[&Cell]) -> bool {
    if cells.len() < 2 || is_stacked(cells) {
        return false;
    }
    let lines: Vec<Vec<Row>> = cells.iter().map(|cell| rows(&cell.items)).collect();
    cells.iter().zip(&lines).any(|(cell, lines)| wraps(lines, cell.width)) || mixes(cells, &lines)
}

/// Whether rows stand in the cells of a band that no rule parts: lines of figures, or as many short lines
/// in one cell as in another.
fn is_stacked(cells: &[&Cell]) -> bool {
    let lines: Vec<Vec<Row>> = cells.iter().map(|cell| rows(&cell.items)).collect();
    let figures = |lines: &Vec<Row>| {
        let figures = lines.iter().filter(|row| row.items.iter().all(|item| item.numeric));
        lines.len() >= 2 && 2 * figures.count() >= lines.len()
    };
    let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
    let alike = lines.iter().filter(|own| own.len() == longest).count();
    // In a narrow cell any word ends its line.
    let worded = |own: &[Row]| own.iter().any(|row| row.items.len() >= 3);
    let wrapped = || {
        let mut both = cells.iter().zip(&lines);
        both.any(|(cell, own)| worded(own) && wraps(own, cell.width))
    };
    let rows = if longest == 2 { 3 } else { 2 };
    lines.iter().any(figures) || (longest >= 2 && alike >= rows && !wrapped())
}

/// Whether rows read across would mix two lines of one cell.
fn mixes(cells: &[&Cell], lines: &[Vec<Row>]) -> bool {
    let line_of: HashMap<u32, (usize, usize)> = lines
        .iter()
        .enumerate()
        .flat_map(|(cell, lines)| {
            lines.iter().enumerate().flat_map(move |(line, row)| {
                row.items.iter().map(move |item| (item.index, (cell, line)))
            })
        })
        .collect();
    let all: Vec<Item> = cells.iter().flat_map(|cell| cell.items.iter().copied()).collect();
    rows(&all).iter().any(|row| {
        let mut seen: HashMap<usize, usize> = HashMap::new();
        let own = row.items.iter().filter_map(|item| line_of.get(&item.index));
        own.into_iter().any(|(cell, line)| *seen.entry(*cell).or_insert(*line) != *line)
    })
}

/// Whether most lines end because the next word would not have fitted.
fn wraps(lines: &[Row], width: f32) -> bool {
    if lines.len() < 2 {
        return false;
    }
    let widest = lines.iter().map(|row| row.x1() - row.x0()).fold(0.0, f32::max);
    let full = lines.windows(2).filter(|pair| {
        let (Some(first), Some(next)) = (pair[0].items.first(), pair[1].items.first()) else {
            return false;
        };
        // Cells have margins that nothing draws: at most one em on either side.
        let margins = (width - widest).clamp(0.0, 2.0 * first.size);
        let used = pair[0].x1() - pair[0].x0() + 0.25 * first.size + next.rect.width();
        used > width - margins
    });
    10 * full.count() >= 7 * (lines.len() - 1)
}
