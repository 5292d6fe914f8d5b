//! Owns the levels of headings: one pass with a stack over styles and numbers.

use std::collections::HashMap;

use crate::headings::Heading;
use crate::headings::style::{Body, Style};
use crate::numbering::{Number, Scheme};

/// What decides a heading's place.
#[derive(Debug, Clone)]
struct Rank<'a> {
    number: Option<&'a Number>,
    style: Style,
    prominence: f32,
    /// Whether most headings of this look bear a number.
    numbered_look: bool,
}

/// Two looks closer than this are one to the eye.
const SAME: f32 = 0.35;
/// Headings that count alike may look unlike by this much: one of them in capitals, say.
const FAMILY: f32 = 1.5;

/// Gives every heading its level: one more than the number of headings that it lies below.
pub(crate) fn assign(headings: &mut [Heading], body: &Body) {
    let looks = looks(headings);
    let mut levels = Vec::with_capacity(headings.len());
    let mut open: Vec<Rank<'_>> = Vec::new();
    // Whether a document of its own has begun, below which everything stands.
    let mut inside = false;
    for heading in headings.iter() {
        let rank = Rank {
            number: heading.number.as_ref(),
            style: heading.style,
            prominence: heading.style.prominence(body),
            numbered_look: looks.get(&heading.style).is_some_and(|(with, without)| with >= without),
        };
        if heading.document {
            open.clear();
            inside = true;
            levels.push(1);
            continue;
        }
        open.truncate(beside(&open, &rank).unwrap_or(open.len()));
        while open.last().is_some_and(|top| !above(top, &rank)) {
            open.pop();
        }
        open.push(rank);
        levels.push(u32::try_from(open.len()).unwrap_or(u32::MAX) + u32::from(inside));
        if heading.over_contents {
            open.pop();
        }
    }
    for (heading, level) in headings.iter_mut().zip(levels) {
        heading.level = level;
    }
}

/// How many headings of each look bear a number, and how many do not.
fn looks(headings: &[Heading]) -> HashMap<Style, (usize, usize)> {
    let mut looks: HashMap<Style, (usize, usize)> = HashMap::new();
    for heading in headings {
        let (with, without) = looks.entry(heading.style).or_default();
        *(if heading.number.is_some() { with } else { without }) += 1;
    }
    looks
}

/// The place in the stack that the numbers give: below the number that this one continues, or
/// beside the one that it follows.
fn beside(open: &[Rank<'_>], new: &Rank<'_>) -> Option<usize> {
    let number = new.number?;
    if number.scheme == Scheme::Decimal && number.depth() > 1 {
        let parent = open.iter().rposition(|other| {
            other.number.is_some_and(|of| {
                of.scheme == Scheme::Decimal
                    && of.depth() < number.depth()
                    && number.path.starts_with(&of.path)
            })
        });
        if let Some(parent) = parent {
            return Some(parent + 1);
        }
    }
    open.iter().rposition(|other| {
        let of = other.number.filter(|of| of.scheme == number.scheme);
        of.is_some_and(|of| of.scheme != Scheme::Decimal || of.depth() == number.depth())
            && (other.prominence - new.prominence).abs() < FAMILY
    })
}

/// Whether `top`, the innermost open heading, holds the new one.
fn above(top: &Rank<'_>, new: &Rank<'_>) -> bool {
    let not_smaller = top.style.size * 25 >= new.style.size * 24;
    match (top.number, new.number) {
        (Some(a), Some(b)) if a.scheme == Scheme::Decimal && b.scheme == Scheme::Decimal => {
            a.depth() < b.depth() && (b.path.starts_with(&a.path) || not_smaller)
        }
        (Some(a), Some(b)) if a.scheme == b.scheme => top.prominence > new.prominence + FAMILY,
        (Some(a), Some(b)) if (top.prominence - new.prominence).abs() < 2.0 => a.scheme < b.scheme,
        // What has no number lies in what has one, unless it is larger: but "References" stands
        // beside "6 Conclusion" where nearly all headings that look so are numbered.
        (Some(_), None) if not_smaller => top.style != new.style || !new.numbered_look,
        (None, Some(b)) if (top.prominence - new.prominence).abs() < SAME => {
            b.scheme > Scheme::Chapter && !new.numbered_look
        }
        _ => top.prominence > new.prominence + SAME,
    }
}
