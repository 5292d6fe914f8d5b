//! Owns the order of a page's words: turned text apart, columns by recursive cuts, rows, lines.
//!
//! Geometry decides; the order of the content stream is evidence where geometry leaves a doubt
//! (see [`crate::columns`]). Refuses to know anything of other pages.

use citelight_core::{Rect, TagRole, Tagged, Word};

use crate::blocks;
use crate::cells::Part;
use crate::columns::{Cut, Gutter, best_cut, fold};
use crate::drawn::{self, Drawn};
use crate::flow::PageWords;
use crate::rightward;
use crate::rows::{Item, Row, rows};
use crate::shape;
use crate::skew;
use crate::tables::{self, Frame};

/// One line in reading order.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// Left to right.
    pub items: Vec<Item>,
    /// Words joined by one space.
    pub text: String,
    /// Box in points; of turned text in the turned page's points.
    pub rect: Rect,
    /// Median font size in points.
    pub size: f32,
    /// Whether nine tenths of its characters are bold.
    pub bold: bool,
    /// Whether nine tenths of its characters are italic.
    pub italic: bool,
    /// Whether nine tenths of its characters have a colour that most of the page's have not.
    pub coloured: bool,
    /// Whether it reads as a row of a table, by its gaps and figures.
    pub tabular: bool,
    /// Whether it runs up or down the page, and its words have been turned to be read.
    pub turned: bool,
    /// Whether it runs up or down a page whose other text does not.
    pub aside: bool,
    /// Whether a new block begins here. Between two regions the flow decides again.
    pub starts_block: bool,
    /// Whether it is the first line of its column or region.
    pub starts_region: bool,
    /// Whether it never goes on from the line before: the first of a drawn cell, and the first behind
    /// one.
    pub apart: bool,
    /// Whether it reaches the right edge of its region, as lines inside a paragraph do.
    pub full: bool,
    /// Which column of the page's text it stands in, rising in reading order. Cells of one table
    /// share a lane, whichever way they are read.
    pub lane: u32,
}

/// Beyond this number of words a page is not laid out for reading (maps, dumps of data): its words
/// keep the order given, so that a hostile page costs no time.
pub(crate) const MOST_WORDS: usize = 20_000;

/// Cuts nest this deep at most; real pages stay below five.
const MOST_CUTS: u32 = 16;

/// A column of fewer words may be the headings of a table, which stays in one lane.
const FEW_WORDS: usize = 30;

/// How far a part of a page has to be turned to read from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    None,
    /// Text that runs from the bottom to the top of the page.
    Upward,
    /// Text that runs from the top to the bottom.
    Downward,
}

impl Turn {
    fn apply(self, rect: Rect, width: f32, height: f32) -> Rect {
        match self {
            Turn::None => rect,
            Turn::Upward => Rect::new(height - rect.y1, rect.x0, height - rect.y0, rect.x1),
            Turn::Downward => Rect::new(rect.y0, width - rect.x1, rect.y1, width - rect.x0),
        }
    }
}

/// A page laid out.
#[derive(Debug)]
pub(crate) struct Layout {
    /// In reading order.
    pub lines: Vec<Line>,
    /// Its rules, as level as its words.
    pub rules: Vec<Rect>,
    /// Points down per point to the right, by which words and rules were levelled.
    pub slope: f32,
}

/// Lays a page out. `kept` holds the indices of the words to lay out, rising.
pub(crate) fn lay_out(page: &PageWords<'_>, kept: &[u32]) -> Layout {
    let PageWords { words, width, height, marks, .. } = *page;
    let mut items: Vec<Item> = kept
        .iter()
        .filter_map(|&index| {
            let word = words.get(index as usize)?;
            let written = !word.text.trim().is_empty();
            written.then(|| Item {
                italic: within(&marks.italics, index),
                coloured: within(&marks.coloured, index),
                field: field(&marks.tags, index),
                ..Item::new(index, word)
            })
        })
        .collect();
    if items.len() > MOST_WORDS {
        let lines = in_given_order(&items, words);
        return Layout { lines, rules: marks.rules.clone(), slope: 0.0 };
    }
    let slope = skew::level(&mut items);
    let rules: Vec<Rect> = marks.rules.iter().map(|rule| skew::levelled(rule, slope)).collect();
    let sideways = sideways(&items);
    let pick = |side: bool| -> Vec<Item> {
        items.iter().zip(&sideways).filter(|(_, t)| **t == side).map(|(i, _)| *i).collect()
    };
    let (upright, mut turned) = (pick(false), pick(true));
    let turn = direction(&turned);
    for item in &mut turned {
        item.rect = turn.apply(item.rect, width, height);
    }
    let mostly_turned = turned.len() > upright.len();
    let (first, second) = if mostly_turned { (turned, upright) } else { (upright, turned) };
    // Rules stand where upright words do.
    let frames = if mostly_turned { Vec::new() } else { tables::frames(&rules) };
    let mut lines = region_lines(first, words, &frames);
    lines.iter_mut().for_each(|line| line.turned = mostly_turned);
    let lanes = lines.last().map_or(0, |line| line.lane + 1);
    let mut rest = region_lines(second, words, &[]);
    for line in &mut rest {
        line.lane += lanes;
        line.turned = !mostly_turned;
    }
    lines.extend(rest);
    Layout { lines, rules, slope }
}

/// The field that a word is filled into, counted from 1; 0 for none.
fn field(tags: &[Tagged], index: u32) -> u32 {
    let after = tags.partition_point(|tag| tag.first <= index);
    let tag = after.checked_sub(1).and_then(|at| tags.get(at));
    let filled = tag.filter(|tag| index < tag.end && tag.role == TagRole::Filled);
    filled.map_or(0, |tag| tag.element.saturating_add(1))
}

/// Whether a word lies in one of the ranges, which rise.
fn within(ranges: &[(u32, u32)], index: u32) -> bool {
    let after = ranges.partition_point(|(first, _)| *first <= index);
    after.checked_sub(1).and_then(|at| ranges.get(at)).is_some_and(|(_, end)| index < *end)
}

fn region_lines(mut items: Vec<Item>, words: &[Word], frames: &[Frame]) -> Vec<Line> {
    let mut lines = Vec::new();
    let drawn = drawn::take(&mut items, frames);
    let page = Sheet { words, drawn: &drawn };
    cut(items, page, Place { depth: 0, torn: false }, &mut lines);
    lines
}

/// What stands behind the items of a page.
#[derive(Debug, Clone, Copy)]
struct Sheet<'p> {
    words: &'p [Word],
    drawn: &'p [Drawn],
}

/// Where in the nest of cuts a region lies.
#[derive(Debug, Clone, Copy)]
struct Place {
    depth: u32,
    /// Whether it is a part of a table that was torn: then it stays in the lane before.
    torn: bool,
}

/// Cuts a region as long as it falls apart, and gives the lines of what is left.
fn cut(items: Vec<Item>, sheet: Sheet<'_>, place: Place, out: &mut Vec<Line>) {
    if items.is_empty() {
        return;
    }
    let depth = place.depth;
    let em = median(items.iter().map(|i| i.size));
    let fold = if depth == 0 { fold(&items, em) } else { None };
    if let Some(fold) = fold {
        let inner = Place { depth: depth + 1, ..place };
        around(&fold, items).into_iter().for_each(|part| cut(part, sheet, inner, out));
        return;
    }
    let found = if depth < MOST_CUTS && items.len() >= 6 { best_cut(&items, em) } else { None };
    let mut torn = matches!(found, Some(Cut::Cells(_)));
    let parts: Vec<Vec<Item>> = match found {
        Some(Cut::Columns(gutter)) => {
            let parts = around(&gutter, items);
            torn = parts[1].len().min(parts[2].len()) < FEW_WORDS;
            parts.into()
        }
        Some(Cut::Cells(parts)) => parts
            .into_iter()
            .flat_map(|part| match part {
                Part::Across(items) => vec![items],
                Part::Cells(left, right) => vec![left, right],
            })
            .collect(),
        None => {
            let mut lines = leaf(items, sheet);
            let lane = out.last().map_or(0, |last| last.lane + u32::from(!place.torn));
            lines.iter_mut().for_each(|line| line.lane = lane);
            out.append(&mut lines);
            return;
        }
    };
    let mut inner = Place { depth: depth + 1, ..place };
    for part in parts {
        let before = out.len();
        cut(part, sheet, inner, out);
        inner.torn |= torn && out.len() > before;
    }
}

/// The lines of a region that falls apart no further, from top to bottom, those of its drawn tables
/// among them.
fn leaf(items: Vec<Item>, sheet: Sheet<'_>) -> Vec<Line> {
    let table = |item: &Item| sheet.drawn.iter().find(|drawn| drawn.stand_in == *item);
    let (mut tables, plain): (Vec<Item>, Vec<Item>) = items.into_iter().partition(Item::is_table);
    let mut rest: Vec<Line> = rows(&plain).into_iter().map(|r| line(r, sheet.words)).collect();
    tables.sort_by(|a, b| {
        a.rect.center_y().total_cmp(&b.rect.center_y()).then(a.rect.x0.total_cmp(&b.rect.x0))
    });
    let mut lines: Vec<Line> = Vec::new();
    let mut push = |mut run: Vec<Line>, apart: bool| {
        blocks::mark(&mut run);
        if let Some(first) = run.first_mut() {
            first.apart = apart;
        }
        lines.append(&mut run);
    };
    let mut behind = false;
    for item in tables {
        let Some(table) = table(&item) else { continue };
        let below = rest.iter().position(|line| line.rect.center_y() > item.rect.center_y());
        let later = rest.split_off(below.unwrap_or(rest.len()));
        push(std::mem::replace(&mut rest, later), behind);
        for part in &table.parts {
            push(leaf(part.clone(), sheet), true);
        }
        behind = true;
    }
    push(rest, behind);
    lines
}

/// What stands above, left, right and below of a gutter.
fn around(gutter: &Gutter, items: Vec<Item>) -> [Vec<Item>; 4] {
    let middle = (gutter.x0 + gutter.x1) / 2.0;
    let [mut above, mut left, mut right, mut below] = [const { Vec::new() }; 4];
    for item in items {
        let y = item.rect.center_y();
        if y <= gutter.y0 {
            above.push(item);
        } else if y >= gutter.y1 {
            below.push(item);
        } else if item.rect.center_x() < middle {
            left.push(item);
        } else {
            right.push(item);
        }
    }
    [above, left, right, below]
}

fn line(mut row: Row, words: &[Word]) -> Line {
    let tabular = is_tabular(&row, median(row.items.iter().map(|i| i.size)), words);
    rightward::arrange(&mut row.items, words);
    let size = median(row.items.iter().map(|i| i.size));
    let text = text_of(&row.items, words);
    let chars: u32 = row.items.iter().map(|i| i.chars).sum();
    let mostly = |has: &dyn Fn(&Item) -> bool| {
        let with: u32 = row.items.iter().filter(|i| has(i)).map(|i| i.chars).sum();
        f64::from(with) >= 0.9 * f64::from(chars)
    };
    Line {
        rect: Rect::new(row.x0(), row.y0, row.x1(), row.y1),
        tabular,
        size,
        bold: mostly(&|i| i.bold),
        italic: mostly(&|i| i.italic),
        coloured: mostly(&|i| i.coloured),
        text,
        turned: false,
        aside: false,
        starts_block: false,
        starts_region: false,
        apart: false,
        full: false,
        lane: 0,
        items: row.items,
    }
}

fn text_of(items: &[Item], words: &[Word]) -> String {
    let texts: Vec<&str> =
        items.iter().filter_map(|i| words.get(i.index as usize)).map(|w| w.text.as_str()).collect();
    texts.join(" ")
}

/// Wide gaps with figures behind them, three cells, or a leader of dots.
fn is_tabular(row: &Row, size: f32, words: &[Word]) -> bool {
    let led = |i: &Item| words.get(i.index as usize).is_some_and(|w| shape::is_leader(&w.text));
    if row.items.len() >= 2 && row.items.iter().any(led) {
        return true;
    }
    if row.items.len() >= 2 && row.items.iter().all(|i| i.numeric) {
        return true;
    }
    let segments = row.segments(1.4 * size);
    if segments.len() < 2 {
        return false;
    }
    let cells = &row.items[segments[0].end..];
    let numeric = cells.iter().filter(|i| i.numeric).count();
    // An item's bullet stands off its text just as a cell does.
    let bullet = segments[0].len() == 1 && shape::marker(&text_of(&row.items, words)).is_some();
    2 * numeric >= cells.len() || segments.len() >= if bullet { 4 } else { 3 }
}

/// Which items are drawn sideways: boxes far taller than wide, and short words in line with them.
pub(crate) fn sideways(items: &[Item]) -> Vec<bool> {
    let tall = |i: &Item| {
        let height = i.height();
        i.chars >= 3
            && height > 2.0 * i.rect.width()
            && height > 1.8 * i.size.min(i.rect.width())
            && height > 0.28 * i.chars as f32 * i.size.min(i.rect.width())
    };
    let mut flags: Vec<bool> = items.iter().map(tall).collect();
    let in_line = |a: &Item, b: &Item| {
        let slack = 0.25 * a.rect.width().max(1.0);
        (a.rect.x0 - b.rect.x0).abs() < slack
            && (a.rect.x1 - b.rect.x1).abs() < slack
            && (a.rect.center_y() - b.rect.center_y()).abs() < a.height() + b.height()
    };
    let can_follow = |i: &Item| i.chars < 3 || i.height() > 1.2 * i.rect.width();
    for at in 1..items.len() {
        flags[at] |= flags[at - 1] && can_follow(&items[at]) && in_line(&items[at - 1], &items[at]);
    }
    for at in (1..items.len()).rev() {
        flags[at - 1] |=
            flags[at] && can_follow(&items[at - 1]) && in_line(&items[at], &items[at - 1]);
    }
    flags
}

/// Which way turned words run: the way in which the stream steps along them.
fn direction(turned: &[Item]) -> Turn {
    if turned.is_empty() {
        return Turn::None;
    }
    let down = turned
        .windows(2)
        .filter(|w| w[0].rect.overlap_x(&w[1].rect) > 0.5 * w[0].rect.width())
        .map(|w| if w[1].rect.center_y() > w[0].rect.center_y() { 1 } else { -1 })
        .sum::<i32>();
    if down > 0 { Turn::Downward } else { Turn::Upward }
}

/// Lines as the words come: a new one wherever a word is not to the right of the one before.
fn in_given_order(items: &[Item], words: &[Word]) -> Vec<Line> {
    let follows = |a: &Item, b: &Item| {
        b.rect.x0 >= a.rect.x0 && a.rect.overlap_y(&b.rect) > 0.3 * a.height().min(b.height())
    };
    let mut lines: Vec<Line> = items
        .chunk_by(follows)
        .flat_map(|run| rows(run).into_iter().map(|r| line(r, words)))
        .collect();
    if let Some(first) = lines.first_mut() {
        (first.starts_block, first.starts_region) = (true, true);
    }
    lines
}

/// The middle value; 1 for none.
pub(crate) fn median(values: impl Iterator<Item = f32>) -> f32 {
    let mut values: Vec<f32> = values.collect();
    if values.is_empty() {
        return 1.0;
    }
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f32::total_cmp).1
}
