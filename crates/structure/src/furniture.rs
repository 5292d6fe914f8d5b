//! Owns what repeats from page to page and is no part of the text: running headers and footers,
//! page numbers, marks along the margin, numbers of lines.
//!
//! Cautious by design: only the outermost rows of a page are looked at, from the edge inwards, and
//! looking stops at the first row that is not seen on the pages around at the same height. Body
//! text wrongly left out could never be found or cited.

mod headings;
mod labels;

use std::collections::{HashMap, HashSet};

use crate::flow::PageWords;
use crate::layout::{MOST_WORDS, median, sideways};
use crate::line_numbers::LineNumbers;
use crate::rows::{Item, Row, rows};
use headings::Headings;
use labels::page_label;

/// Rows looked at on each edge.
const ROWS: usize = 3;
/// Share of the page's height, on each edge, that can hold furniture.
const EDGE: f32 = 0.13;
/// Share of the page's height below the upper edge where a table may begin whose headings stand on it.
const BELOW_EDGE: f32 = 0.12;
/// Pages on which furniture is seen at least.
const PAGES: usize = 3;
/// Heights at which the same furniture stands, in points.
const SLACK: f32 = 8.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Edge {
    Top,
    Bottom,
    Margin,
}

/// A stretch of words without a wide gap, on an edge of a page.
#[derive(Debug)]
struct Piece {
    edge: Edge,
    y: f32,
    words: Vec<u32>,
    text: String,
    /// Whether the row holds nothing else.
    alone: bool,
    /// Whether it is figures only.
    figures: bool,
    /// Where its row names the columns of a table right below: the words of a row of that table.
    heads: Option<String>,
}

/// Where a text was seen: position of the page, height in points.
type Sightings = HashMap<(Edge, Key), Vec<(usize, f32)>>;

/// What stands on the edges of the pages of a document.
#[derive(Debug, Default)]
pub(crate) struct Furniture {
    /// Per page: rows of pieces, outermost first, per edge.
    edges: Vec<Vec<Vec<Piece>>>,
    line_numbers: LineNumbers,
}

/// Positions of a page's words that are furniture, rising.
#[derive(Debug, Default)]
pub(crate) struct LeftOut {
    /// Running headers and footers, page numbers, marks along the margin.
    pub edges: Vec<u32>,
    /// Numbers of lines.
    pub line_numbers: Vec<u32>,
}

impl Furniture {
    /// Looks at the next page.
    pub(crate) fn observe(&mut self, page: &PageWords<'_>) {
        self.edges.push(edge_rows(page));
        self.line_numbers.observe(page);
    }

    /// The rows that name columns, wherever they stand. What stands below them differs from page to
    /// page, as it does not in the head of a form.
    fn headings(&self) -> HashSet<String> {
        let mut below: HashMap<String, Vec<&str>> = HashMap::new();
        for row in self.edges.iter().flatten() {
            if let Some(heads) = row.first().and_then(|piece| piece.heads.as_deref()) {
                below.entry(joined(row)).or_default().push(heads);
            }
        }
        let varied = |heads: &[&str]| 2 * heads.iter().collect::<HashSet<_>>().len() > heads.len();
        below.into_iter().filter(|(_, heads)| varied(heads)).map(|(row, _)| row).collect()
    }

    /// The furniture of every page.
    pub(crate) fn find(&self) -> Vec<LeftOut> {
        let mut sightings = Sightings::new();
        for (at, rows) in self.edges.iter().enumerate() {
            for piece in rows.iter().flatten() {
                for key in keys(&piece.text, at) {
                    sightings.entry((piece.edge, key)).or_default().push((at, piece.y));
                }
            }
        }
        let headings = self.headings();
        let of_pages = self.edges.len();
        let found = |((at, rows), line_numbers)| LeftOut {
            edges: of_page(at, of_pages, rows, &sightings, &headings),
            line_numbers,
        };
        let pages = self.edges.iter().map(Vec::as_slice).enumerate();
        pages.zip(self.line_numbers.find()).map(found).collect()
    }
}

/// The furniture of the page at a position, of so many pages.
fn of_page(
    at: usize,
    of_pages: usize,
    rows: &[Vec<Piece>],
    sightings: &Sightings,
    headings: &HashSet<String>,
) -> Vec<u32> {
    let mut out = Vec::new();
    for edge in [Edge::Top, Edge::Bottom, Edge::Margin] {
        let on_edge: Vec<&Vec<Piece>> =
            rows.iter().filter(|r| r.first().is_some_and(|p| p.edge == edge)).collect();
        // Two pages prove little: what both show is left out between them, where it would part a
        // sentence, and kept on the other page. Two copies of one form share more than one row.
        let twin = |row: &&Vec<Piece>| row.iter().all(|p| pages_seen(at, p, sightings) >= 2);
        let label = |row: &&Vec<Piece>| row.iter().all(|p| page_label(&p.text).is_some());
        let first = on_edge.iter().take_while(|row| label(row)).count();
        let between = matches!((edge, at), (Edge::Top, 1) | (Edge::Bottom, 0)) && of_pages == 2;
        let lone = between && !on_edge.get(first + 1).is_some_and(twin);
        for (depth, row) in on_edge.into_iter().enumerate() {
            // The farther from the edge, the more pages must agree.
            let needed = match edge {
                _ if lone && depth == first => 2,
                Edge::Margin => PAGES,
                Edge::Top | Edge::Bottom => PAGES + depth,
            };
            let seen: Vec<usize> = row.iter().map(|p| pages_seen(at, p, sightings)).collect();
            let whole = seen.iter().all(|&n| n >= needed);
            // Headings of columns are text however often they are seen, and some repeat themselves.
            if headings.contains(&joined(row)) {
                break;
            }
            if row.iter().enumerate().any(|(i, p)| row[..i].iter().any(|q| q.text == p.text)) {
                break;
            }
            // Beside a figure that belongs to the text stands its label.
            let label = row.iter().zip(&seen).any(|(p, &n)| n < needed && p.figures);
            let needed = if whole { needed } else { needed + 2 };
            for (piece, &n) in row.iter().zip(&seen) {
                if n >= needed && !label {
                    out.extend(&piece.words);
                }
            }
            if !whole && edge != Edge::Margin {
                break;
            }
        }
    }
    out.sort_unstable();
    out.dedup(); // a page's only row is its first and its last
    out
}

/// The words of a row; numbers that may count the pages make each row its own.
fn joined(row: &[Piece]) -> String {
    row.iter().map(|piece| piece.text.as_str()).collect::<Vec<_>>().join("\t")
}

/// On how many pages around `at` a piece is seen; without limit for what counts the pages.
fn pages_seen(at: usize, piece: &Piece, sightings: &Sightings) -> usize {
    let own_number = page_label(&piece.text) == Some((String::new(), at as u32 + 1));
    if piece.alone && own_number {
        return usize::MAX;
    }
    let mut most = 0;
    for key in keys(&piece.text, at) {
        let counts = matches!(key, Key::Counting(..));
        let Some(seen) = sightings.get(&(piece.edge, key)) else { continue };
        let steady = company(seen, at, |y| (y - piece.y).abs() <= SLACK);
        // Where pages end with their text, the number's height changes: then it takes more pages.
        if counts && (steady >= PAGES || company(seen, at, |_| true) >= PAGES + 2) {
            return usize::MAX;
        }
        most = most.max(steady);
    }
    most
}

/// How many pages around `at`, reached in steps of two pages at most, show a piece at a height
/// that counts.
fn company(seen: &[(usize, f32)], at: usize, counts: impl Fn(f32) -> bool) -> usize {
    let mut level: Vec<usize> = seen.iter().filter(|(_, y)| counts(*y)).map(|(p, _)| *p).collect();
    level.dedup();
    let Ok(here) = level.binary_search(&at) else { return 0 };
    let before = level[..=here].windows(2).rev().take_while(|w| w[1] - w[0] <= 2).count();
    let after = level[here..].windows(2).take_while(|w| w[1] - w[0] <= 2).count();
    before + 1 + after
}

fn edge_rows(page: &PageWords) -> Vec<Vec<Piece>> {
    if page.words.len() > MOST_WORDS {
        return Vec::new();
    }
    let items: Vec<Item> =
        (0u32..).zip(page.words).map(|(index, word)| Item::new(index, word)).collect();
    let turned = sideways(&items);
    let (side, upright): (Vec<_>, Vec<_>) = items.iter().zip(turned).partition(|(_, t)| *t);
    let upright: Vec<Item> = upright.into_iter().map(|(i, _)| *i).collect();
    let near_top: Vec<Item> = within(&upright, |y| y < EDGE * page.height);
    let near_bottom: Vec<Item> = within(&upright, |y| y > (1.0 - EDGE) * page.height);
    let mut found: Vec<Vec<Piece>> = Vec::new();
    let upper = rows(&within(&upright, |y| y < (EDGE + BELOW_EDGE) * page.height));
    let headings = Headings::find(&upper);
    for row in rows(&near_top).iter().take(ROWS) {
        let own = pieces(row, Edge::Top, page);
        let numbered = own.iter().any(|piece| {
            piece.text.contains(|c: char| c.is_ascii_digit()) && page_label(&piece.text).is_some()
        });
        let named = headings.as_ref().filter(|headings| !numbered && headings.holds(row));
        let heads = named.map(|headings| headings.below(page));
        let own = own.into_iter().map(|piece| Piece { heads: heads.clone(), ..piece });
        found.push(own.collect());
    }
    for row in rows(&near_bottom).iter().rev().take(ROWS) {
        found.push(pieces(row, Edge::Bottom, page));
    }
    if near_bottom.is_empty() {
        // The text ends above the edge; a page number may end it.
        let lowest = upright.iter().map(|i| i.rect.center_y()).fold(0.0, f32::max);
        let last = within(&upright, |y| y > lowest - 30.0);
        let row = rows(&last).pop().map(|row| pieces(&row, Edge::Bottom, page));
        found.extend(row.filter(|r| r.len() == 1 && page_label(&r[0].text).is_some()));
    }
    let side: Vec<Item> = side.into_iter().map(|(i, _)| *i).collect();
    let one_column =
        |a: &Item, b: &Item| a.rect.overlap_x(&b.rect) > 0.5 * a.rect.width().min(b.rect.width());
    for column in side.chunk_by(one_column) {
        let y = column.iter().map(|i| i.rect.y0).fold(f32::INFINITY, f32::min);
        found.push(vec![piece(column, Edge::Margin, y, true, page)]);
    }
    found
}

fn within(items: &[Item], holds: impl Fn(f32) -> bool) -> Vec<Item> {
    items.iter().filter(|i| holds(i.rect.center_y())).copied().collect()
}

fn pieces(row: &Row, edge: Edge, page: &PageWords) -> Vec<Piece> {
    let size = median(row.items.iter().map(|i| i.size));
    let segments = row.segments(2.0 * size);
    let alone = segments.len() == 1;
    segments
        .into_iter()
        .map(|range| piece(&row.items[range], edge, row.center(), alone, page))
        .collect()
}

fn piece(items: &[Item], edge: Edge, y: f32, alone: bool, page: &PageWords) -> Piece {
    let texts: Vec<&str> = items
        .iter()
        .filter_map(|i| page.words.get(i.index as usize))
        .map(|w| w.text.trim())
        .collect();
    Piece {
        edge,
        y,
        words: items.iter().map(|i| i.index).collect(),
        text: texts.join(" "),
        alone,
        figures: items.iter().all(|i| i.numeric),
        heads: None,
    }
}

/// What has to be equal for two pieces to be the same furniture.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    /// The text in lower case.
    Same(String),
    /// The text with one number left out, and that number less the page's position: equal where
    /// the number counts the pages.
    Counting(String, i64),
}

/// The ways in which a piece can be the same as one on another page; none for what may repeat and
/// still be text: figures, and the units above a table.
fn keys(text: &str, at: usize) -> Vec<Key> {
    let at = at as i64;
    if let Some((prefix, value)) = page_label(text) {
        return vec![Key::Counting(prefix, i64::from(value) - at)];
    }
    let lower = text.to_lowercase();
    let letters = lower.chars().filter(|c| c.is_alphabetic()).count();
    let units = ["thousands", "millions", "billions", "except"].iter().any(|u| lower.contains(u));
    if letters < 2 || units {
        return Vec::new();
    }
    let mut keys = Vec::new();
    let mut from = 0;
    while let Some(start) = lower[from..].find(|c: char| c.is_ascii_digit()).map(|n| from + n) {
        let length = lower[start..].bytes().take_while(u8::is_ascii_digit).count();
        from = start + length;
        if let Some(value) = lower[start..from].parse::<i64>().ok().filter(|_| length <= 4) {
            let around = format!("{}#{}", &lower[..start], &lower[from..]);
            keys.push(Key::Counting(around, value - at));
        }
    }
    keys.push(Key::Same(lower));
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_equal_where_a_number_counts_the_pages() {
        let shared = |a: &str, b: &str| keys(a, 3).iter().any(|k| keys(b, 4).contains(k));
        assert!(shared("Page 12 of 340", "page 13 of 340"));
        assert!(shared("Acme Inc. 2021 Form 10-K 3", "Acme Inc. 2021 Form 10-K 4"));
        assert!(shared("Annual Report 2021", "ANNUAL REPORT 2021"));
        assert!(!shared("Exhibit 31.1", "Exhibit 32.1 "));
        assert!(!shared("Total 1,234", "Total 1,301"));
        assert!(keys("12 34", 0).is_empty());
        assert!(keys("(in millions)", 0).is_empty());
    }

    #[test]
    fn company_is_kept_over_alternating_pages() {
        let seen: Vec<(usize, f32)> = [0, 2, 4, 6, 60].iter().map(|&p| (p, 30.0)).collect();
        assert_eq!(company(&seen, 2, |_| true), 4);
        assert_eq!(company(&seen, 60, |_| true), 1);
        assert_eq!(company(&seen, 2, |y| y > 40.0), 0);
    }
}
