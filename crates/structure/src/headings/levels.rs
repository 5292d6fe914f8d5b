//! Owns the levels of headings: one pass with a stack over styles and numbers.

use crate::headings::Heading;
use crate::headings::style::Body;
use crate::numbering::Scheme;

/// What decides a heading's place: of two keys the lower one stands above.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Rank {
    scheme: Option<Scheme>,
    depth: usize,
    prominence: f32,
}

/// Two looks closer than this are one.
const SAME: f32 = 0.35;

/// Gives every heading its level: headings that look alike and count alike stand beside each
/// other; a decimal number stands below the number that it continues; else the more prominent one
/// stands above.
pub(crate) fn assign(headings: &mut [Heading], body: &Body) {
    let mut open: Vec<(Rank, Vec<u32>)> = Vec::new();
    for heading in headings.iter_mut() {
        let rank = Rank {
            scheme: heading.number.as_ref().map(|number| number.scheme),
            depth: heading.number.as_ref().map_or(0, |number| number.depth()),
            prominence: heading.style.prominence(body),
        };
        let path = heading.number.as_ref().map(|number| number.path.clone()).unwrap_or_default();
        let keep = keep(&open, &rank, &path);
        open.truncate(keep);
        open.push((rank, path));
        heading.level = u32::try_from(open.len()).unwrap_or(u32::MAX);
    }
}

/// How many of the open headings stay open around a new one.
fn keep(open: &[(Rank, Vec<u32>)], rank: &Rank, path: &[u32]) -> usize {
    // "1.2.3" goes below the "1.2" that is open, else beside another number of its depth.
    if rank.scheme == Some(Scheme::Decimal) {
        let parent = open.iter().rposition(|(other, of)| {
            other.scheme == Some(Scheme::Decimal) && of.len() < path.len() && path.starts_with(of)
        });
        if let Some(parent) = parent
            && rank.depth > 1
        {
            return parent + 1;
        }
        let beside = open.iter().position(|(other, _)| {
            other.scheme == Some(Scheme::Decimal) && other.depth >= rank.depth
        });
        if let Some(beside) = beside {
            return beside;
        }
    }
    if let Some(beside) = open.iter().position(|(other, _)| alike(other, rank)) {
        return beside;
    }
    // The first open one that does not stand above the new one closes.
    open.iter().position(|(other, _)| !above(other, rank)).unwrap_or(open.len())
}

fn alike(a: &Rank, b: &Rank) -> bool {
    a.scheme == b.scheme
        && (a.prominence - b.prominence).abs() < SAME
        && (a.scheme != Some(Scheme::Decimal) || a.depth == b.depth)
}

/// Whether `a` can hold `b`.
fn above(a: &Rank, b: &Rank) -> bool {
    match (a.scheme, b.scheme) {
        (Some(x), Some(y)) if x != y && (a.prominence - b.prominence).abs() < 2.0 => x < y,
        _ => a.prominence > b.prominence - SAME && !alike(a, b) && a.prominence >= b.prominence,
    }
}
