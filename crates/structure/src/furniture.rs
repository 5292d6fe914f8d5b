//! Owns what repeats from page to page and is no part of the text: running headers and footers,
//! page numbers, marks along the margin.
//!
//! Cautious by design: only the outermost rows of a page are looked at, from the edge inwards, and
//! looking stops at the first row that is not seen on the pages around at the same height. Body
//! text wrongly left out could never be found or cited.

use std::collections::HashMap;

use crate::flow::PageWords;
use crate::layout::{median, sideways};
use crate::rows::{Item, Row, rows};

/// Rows looked at on each edge.
const ROWS: usize = 4;
/// Share of the page's height, on each edge, that can hold furniture.
const EDGE: f32 = 0.2;
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
struct Piece {
    edge: Edge,
    y: f32,
    words: Vec<u32>,
    text: String,
    alone: bool,
}

/// For every page the positions of its words that are furniture, rising.
pub(crate) fn find(pages: &[PageWords]) -> Vec<Vec<u32>> {
    // Per page: rows of pieces, outermost first, per edge.
    let edges: Vec<Vec<Vec<Piece>>> = pages.iter().map(edge_rows).collect();
    let mut sightings: HashMap<(Edge, String), Vec<(usize, f32)>> = HashMap::new();
    let mut numbered: HashMap<(Edge, String, i64), Vec<(usize, f32)>> = HashMap::new();
    for (at, rows) in edges.iter().enumerate() {
        for piece in rows.iter().flatten() {
            if let Some(folded) = fold(&piece.text) {
                sightings.entry((piece.edge, folded)).or_default().push((at, piece.y));
            }
            if let Some((prefix, value)) = page_label(&piece.text) {
                let offset = i64::from(value) - at as i64;
                numbered.entry((piece.edge, prefix, offset)).or_default().push((at, piece.y));
            }
        }
    }
    let repeated = |at: usize, piece: &Piece| -> usize {
        fold(&piece.text)
            .and_then(|folded| sightings.get(&(piece.edge, folded)))
            .map_or(0, |seen| company(seen, at, piece.y, pages.len()))
    };
    let counts_pages = |at: usize, piece: &Piece| -> bool {
        let Some((prefix, value)) = page_label(&piece.text) else { return false };
        let offset = i64::from(value) - at as i64;
        let own_number = piece.alone && prefix.is_empty() && offset == 1;
        let group = numbered.get(&(piece.edge, prefix, offset));
        own_number || group.is_some_and(|seen| company(seen, at, piece.y, pages.len()) >= PAGES)
    };
    edges
        .iter()
        .enumerate()
        .map(|(at, rows)| {
            let mut out = Vec::new();
            for edge in [Edge::Top, Edge::Bottom, Edge::Margin] {
                for row in rows.iter().filter(|r| r.first().is_some_and(|p| p.edge == edge)) {
                    let seen: Vec<usize> = row
                        .iter()
                        .map(|p| if counts_pages(at, p) { usize::MAX } else { repeated(at, p) })
                        .collect();
                    let whole = seen.iter().all(|&n| n >= PAGES);
                    for (piece, &n) in row.iter().zip(&seen) {
                        if n >= if whole { PAGES } else { PAGES + 2 } {
                            out.extend(&piece.words);
                        }
                    }
                    if !whole && edge != Edge::Margin {
                        break;
                    }
                }
            }
            out.sort_unstable();
            out
        })
        .collect()
}

/// How many pages around `at`, reached in steps of two pages at most, show the piece at the same
/// height; all pages that do, when they are a fifth of the document.
fn company(seen: &[(usize, f32)], at: usize, y: f32, page_count: usize) -> usize {
    let mut level: Vec<usize> =
        seen.iter().filter(|(_, other)| (other - y).abs() <= SLACK).map(|(p, _)| *p).collect();
    level.dedup();
    if level.len() >= PAGES && level.len() * 5 >= page_count {
        return level.len();
    }
    let Ok(here) = level.binary_search(&at) else { return 0 };
    let before = level[..=here].windows(2).rev().take_while(|w| w[1] - w[0] <= 2).count();
    let after = level[here..].windows(2).take_while(|w| w[1] - w[0] <= 2).count();
    before + 1 + after
}

fn edge_rows(page: &PageWords) -> Vec<Vec<Piece>> {
    let items: Vec<Item> =
        (0u32..).zip(page.words).map(|(index, word)| Item::new(index, word)).collect();
    let turned = sideways(&items);
    let (side, upright): (Vec<_>, Vec<_>) = items.iter().zip(turned).partition(|(_, t)| *t);
    let upright: Vec<Item> = upright.into_iter().map(|(i, _)| *i).collect();
    let near_top: Vec<Item> = within(&upright, |y| y < EDGE * page.height);
    let near_bottom: Vec<Item> = within(&upright, |y| y > (1.0 - EDGE) * page.height);
    let mut found: Vec<Vec<Piece>> = Vec::new();
    for row in rows(&near_top).iter().take(ROWS) {
        found.push(pieces(row, Edge::Top, page));
    }
    for row in rows(&near_bottom).iter().rev().take(ROWS) {
        found.push(pieces(row, Edge::Bottom, page));
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
    Piece { edge, y, words: items.iter().map(|i| i.index).collect(), text: texts.join(" "), alone }
}

/// Text in lower case with every run of digits as one "#". `None` for what may repeat and still be
/// text: figures, and the units above a table.
fn fold(text: &str) -> Option<String> {
    let mut folded = String::with_capacity(text.len());
    let (mut letters, mut figures) = (0, 0);
    for c in text.chars() {
        if c.is_numeric() {
            if !folded.ends_with('#') {
                folded.push('#');
                figures += 1;
            }
        } else {
            letters += usize::from(c.is_alphabetic());
            folded.extend(c.to_lowercase());
        }
    }
    let units = ["thousands", "millions", "billions", "except"].iter().any(|u| folded.contains(u));
    (letters >= 2 && letters >= 2 * figures && !units).then_some(folded)
}

/// A bare page number: "12", "- 12 -", "Page 3 of 40", "F-12", "iv". Gives what stands before the
/// number, and the number.
fn page_label(text: &str) -> Option<(String, u32)> {
    if text.len() > 24 {
        return None;
    }
    let lower = text.to_lowercase();
    let bare = lower.trim_matches(|c: char| !c.is_alphanumeric());
    let mut tokens = bare.split([' ', '/']).filter(|t| !t.is_empty()).peekable();
    tokens.next_if(|t| matches!(*t, "page" | "pg" | "pg." | "p." | "seite" | "página" | "pagina"));
    let number = tokens.next()?;
    tokens.next_if(|t| matches!(*t, "of" | "von" | "de" | "di"));
    tokens.next_if(|t| t.bytes().all(|b| b.is_ascii_digit()));
    if tokens.next().is_some() {
        return None;
    }
    if let Some(value) = roman(number) {
        return Some(("roman".to_owned(), value));
    }
    let digits = number.trim_start_matches(|c: char| !c.is_ascii_digit());
    let prefix = &number[..number.len() - digits.len()];
    let letters = prefix.trim_end_matches(['-', '–', '.']);
    let plausible = letters.chars().count() <= 2 && letters.chars().all(char::is_alphabetic);
    let short = (1..=4).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    let value = digits.parse().ok()?;
    (plausible && short).then(|| (letters.to_owned(), value))
}

/// The value of a well-formed Roman numeral in lower case below 90.
fn roman(text: &str) -> Option<u32> {
    let tens = text.bytes().take_while(|b| matches!(b, b'x' | b'l')).count();
    let (high, low) = text.split_at(tens);
    let low = match low {
        "" => 0,
        "i" => 1,
        "ii" => 2,
        "iii" => 3,
        "iv" => 4,
        "v" => 5,
        "vi" => 6,
        "vii" => 7,
        "viii" => 8,
        "ix" => 9,
        _ => return None,
    };
    let high = match high {
        "" => 0,
        "x" => 10,
        "xx" => 20,
        "xxx" => 30,
        "xl" => 40,
        "l" => 50,
        "lx" => 60,
        "lxx" => 70,
        "lxxx" => 80,
        _ => return None,
    };
    (high + low > 0).then_some(high + low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_labels() {
        for (text, expected) in [
            ("12", Some(("", 12))),
            ("- 12 -", Some(("", 12))),
            ("Page 3 of 40", Some(("", 3))),
            ("3/40", Some(("", 3))),
            ("F-12", Some(("f", 12))),
            ("xiv", Some(("roman", 14))),
            ("xix", Some(("roman", 19))),
            ("civil", None),
            ("Apple 12", None),
            ("12 apples", None),
            ("$", None),
            ("", None),
        ] {
            let expected = expected.map(|(p, n)| (p.to_owned(), n));
            assert_eq!(page_label(text), expected, "{text}");
        }
    }

    #[test]
    fn folding_spares_figures_and_units() {
        assert_eq!(fold("Page 12 of 340").as_deref(), Some("page # of #"));
        assert_eq!(fold("12 34"), None);
        assert_eq!(fold("(in millions)"), None);
    }

    #[test]
    fn company_is_kept_over_alternating_pages() {
        let seen: Vec<(usize, f32)> = [0, 2, 4, 6, 60].iter().map(|&p| (p, 30.0)).collect();
        assert_eq!(company(&seen, 2, 31.0, 100), 4);
        assert_eq!(company(&seen, 60, 31.0, 100), 1);
        assert_eq!(company(&seen, 2, 60.0, 100), 0);
    }
}
