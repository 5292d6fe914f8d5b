//! Owns the finding of lists: which lines begin an item, and how far it reaches.
//!
//! A bullet is believed by itself. A dash, letter or number opens items only in company: with a
//! sibling before or after it that bears the same sign or the next number at the same edge.

use citelight_core::{BlockKind, TagRole};

use super::Content;
use crate::shape::{self, Marker};

/// Lines between two siblings.
const MOST_BETWEEN: usize = 60;
/// Lines of an item behind which the next one is believed that no space parts from it.
const MOST_LINES: usize = 4;
/// Other items between two siblings: those of a list inside the first.
const MOST_NESTED: usize = 12;
/// Two edges are one within this many font sizes.
const EDGE: f32 = 0.6;
/// White space inside of an item in font sizes, at most.
const INSIDE: f32 = 1.6;

/// An item without a sign has so many words.
const FEWEST_WORDS: usize = 3;

/// Paragraphs without signs that are items, at least, and words of each, at most.
const FEWEST_UNSIGNED: usize = 3;
const MOST_ITEM_WORDS: usize = 30;

/// Lines of paragraphs that follow the first one of an item.
const MOST_PARAGRAPHS: usize = 16;

/// A line that may begin an item.
#[derive(Debug)]
struct Start {
    at: usize,
    marker: Marker,
    /// The marker as printed.
    sign: String,
    /// What it can count, as class and number: "(i)" is a letter and a Roman numeral.
    counts: Vec<(Class, u32)>,
    tagged: bool,
}

/// What a marker counts in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Figures; the place says behind how many others ("1.2" at 1).
    Digits(usize),
    Lower,
    Upper,
    LowerRoman,
    UpperRoman,
}

/// Marks the lines of lists and where their items begin.
pub(super) fn mark(content: &mut Content<'_>) {
    let candidates = candidates(content);
    let mut begins = vec![false; content.len()];
    for (at, begins) in begins.iter_mut().enumerate() {
        *begins = content.free(at) && shape::is_entry(content.text(at));
    }
    for (place, start) in candidates.iter().enumerate() {
        begins[start.at] |= start.tagged
            || start.marker == Marker::Bullet
            || has_sibling(content, &candidates, place);
    }
    for at in 0..content.len() {
        for item in set_in(content, at, &begins) {
            begins[item] = true;
        }
        for item in without_signs(content, at, &begins) {
            begins[item] = true;
        }
    }
    let mut reached = None;
    for at in 0..content.len() {
        if !begins[at] {
            continue;
        }
        let end = item_end(content, at, &begins);
        for line in at..end {
            content.kinds[line] = Some(BlockKind::List);
            content.opens[line] = line == at && reached != Some(at);
        }
        content.items[at] = true;
        content.open(end);
        reached = Some(end);
    }
}

/// The paragraphs behind a line that ends in a colon which are set in below it: items whose bullets are drawn
/// and no letters, or that bear none. Fewer than two are none, nor are labels and single words.
fn set_in(content: &Content<'_>, stem: usize, begins: &[bool]) -> Vec<usize> {
    let colon = |at: usize| content.text(at).trim_end().ends_with(':');
    if !content.free(stem) || !colon(stem) {
        return Vec::new();
    }
    let (left, size) = (content.line(stem).rect.x0, content.line(stem).size.max(1.0));
    let mut edge: Option<f32> = None;
    let mut items = Vec::new();
    for (at, &begins) in begins.iter().enumerate().skip(stem + 1) {
        let x0 = content.line(at).rect.x0;
        let ends = !content.free(at)
            || content.borders[at]
            || begins
            || content.gap(at).is_none_or(|gap| gap > 2.0 * INSIDE)
            || x0 < left + 0.8 * size
            || edge.is_some_and(|edge| x0 < edge - EDGE * size);
        if ends {
            break;
        }
        let edge = *edge.get_or_insert(x0);
        if content.opens[at] && (x0 - edge).abs() < EDGE * size {
            items.push(at);
        }
    }
    let said = |at: &usize| {
        let words = content.text(*at).split_whitespace().count();
        words >= FEWEST_WORDS && !colon(*at)
    };
    let worded = items.iter().filter(|at| said(at)).count();
    let first = items.first() == Some(&(stem + 1));
    if first && worded >= 2 && 3 * worded >= 2 * items.len() { items } else { Vec::new() }
}

/// The paragraphs behind one that says that things follow ("void if one of the following conditions is met."), each
/// short, at its edge and without a stop at its end: items without signs. Fewer than three are none.
fn without_signs(content: &Content<'_>, stem: usize, begins: &[bool]) -> Vec<usize> {
    let said = content.text(stem).trim_end();
    let leads = said.ends_with(['.', ':']) && said.to_lowercase().contains("following");
    if !leads || !content.free(stem) {
        return Vec::new();
    }
    let (left, size) = (content.line(stem).rect.x0, content.line(stem).size.max(1.0));
    let mut items: Vec<usize> = Vec::new();
    let mut words = 0;
    for (at, &begins) in begins.iter().enumerate().skip(stem + 1) {
        let text = content.text(at).trim_end();
        let beside = (content.line(at).rect.x0 - left).abs() < EDGE * size;
        let near = content.gap(at).is_none_or(|gap| gap <= 2.0 * INSIDE);
        let opens = content.opens[at];
        words = if opens { 0 } else { words } + text.split_whitespace().count();
        let capital = text.starts_with(|c: char| c.is_uppercase());
        let fits = content.free(at) && !content.borders[at] && !begins && beside && near;
        if !fits || opens && !capital || words > MOST_ITEM_WORDS || text.ends_with(['.', ':', '?'])
        {
            break;
        }
        if opens {
            items.push(at);
        } else if items.is_empty() {
            break;
        }
    }
    if items.len() >= FEWEST_UNSIGNED { items } else { Vec::new() }
}

fn candidates(content: &Content<'_>) -> Vec<Start> {
    let mut found: Vec<Start> = Vec::new();
    for at in (0..content.len()).filter(|&at| content.free(at)) {
        let text = content.text(at);
        let marker = shape::marker(text);
        let opens = content.opens[at] || content.line(at).opens;
        let tagged = content.tagged(at, TagRole::ListItem)
            && (marker.is_some() || opens)
            && (at == 0 || !content.same_element(at - 1, at))
            // An element that goes on over a page has another number there.
            && (marker.is_some() || content.opens[at]);
        let Some((marker, length)) = marker.or(tagged.then_some((Marker::Dash, 0))) else {
            continue;
        };
        let sign = text[..length].to_owned();
        let start = Start { at, marker, counts: counts(&sign), sign, tagged };
        // Where nothing else parts them, the next number at the edge of an earlier one does, and so does a first
        // one that is set in.
        let goes_on = || {
            found.last().is_some_and(|last| at - last.at <= MOST_LINES)
                && found
                    .iter()
                    .rev()
                    .take(MOST_NESTED)
                    .any(|earlier| follows(earlier, &start) && under(content, earlier.at, at))
        };
        let begins =
            || start.counts.iter().any(|(_, number)| *number == 1) && is_set_in(content, at);
        if marker != Marker::Bullet
            && !tagged
            && !opens
            && !may_follow(content, at)
            && !goes_on()
            && !begins()
        {
            continue;
        }
        found.push(start);
    }
    found
}

/// Whether the line above ends so that an item can begin although no block does.
fn may_follow(content: &Content<'_>, at: usize) -> bool {
    let Some(above) = at.checked_sub(1).map(|above| content.text(above)) else { return true };
    let last = above.split_whitespace().next_back().unwrap_or_default();
    shape::ends_sentence(above) || last.ends_with(',') || matches!(last, "and" | "or" | "and/or")
}

fn has_sibling(content: &Content<'_>, starts: &[Start], place: usize) -> bool {
    let start = &starts[place];
    let near = |other: &&Start| other.at.abs_diff(start.at) <= MOST_BETWEEN;
    let after = starts[place + 1..].iter().take(MOST_NESTED).take_while(near);
    let before = starts[..place].iter().rev().take(MOST_NESTED).take_while(near);
    let edge = |other: &Start| same_edge(content, start.at, other.at);
    let mut after = after.filter(|other| edge(other));
    let mut before = before.filter(|other| edge(other));
    after.any(|other| follows(start, other)) || before.any(|other| follows(other, start))
}

/// Whether a line begins further in than the one above it on its page.
fn is_set_in(content: &Content<'_>, at: usize) -> bool {
    let Some(above) = at.checked_sub(1).map(|above| content.line(above)) else { return false };
    let line = content.line(at);
    above.page == line.page && line.rect.x0 > above.rect.x0 + line.size.max(1.0)
}

/// Whether a line begins right under another one on its page.
fn under(content: &Content<'_>, above: usize, at: usize) -> bool {
    let (one, other) = (content.line(above), content.line(at));
    one.page == other.page && (one.rect.x0 - other.rect.x0).abs() < EDGE * one.size.max(1.0)
}

/// Whether two lines begin at one edge; of two columns or pages nobody knows.
fn same_edge(content: &Content<'_>, a: usize, b: usize) -> bool {
    let (first, last) = (a.min(b), a.max(b));
    let (one, other) = (content.line(a), content.line(b));
    let apart = one.page != other.page
        || content.flow.lines[first + 1..=last].iter().any(|line| line.opens_region);
    // Numbers are set flush left or flush right.
    let size = one.size.max(1.0);
    apart || (one.rect.x0 - other.rect.x0).abs() < (EDGE + 0.6) * size
}

/// Whether an item can be the next one.
fn follows(a: &Start, b: &Start) -> bool {
    if a.marker != b.marker {
        return false;
    }
    if a.marker == Marker::Dash {
        return a.sign == b.sign;
    }
    let closes =
        |sign: &str| sign.trim_start_matches('(').trim_start_matches(char::is_alphanumeric).len();
    let next = |(class, number): &(Class, u32)| b.counts.contains(&(*class, number + 1));
    closes(&a.sign).min(1) == closes(&b.sign).min(1)
        && a.sign.chars().last() == b.sign.chars().last()
        && a.counts.iter().any(next)
}

/// What a marker can count.
fn counts(sign: &str) -> Vec<(Class, u32)> {
    let inner = sign.trim_matches(|c: char| !c.is_alphanumeric());
    let mut found = Vec::new();
    let figures: Vec<&str> = inner.split('.').collect();
    if let Some(last) = figures.last().and_then(|last| last.parse().ok()) {
        found.push((Class::Digits(figures.len()), last));
        return found;
    }
    let mut letters = inner.bytes();
    if let Some(letter) = letters.next()
        && letters.all(|other| other == letter)
    {
        // "aa" comes behind "z".
        let round = 26 * (inner.len() as u32 - 1);
        if letter.is_ascii_lowercase() {
            found.push((Class::Lower, u32::from(letter - b'a') + 1 + round));
        } else if letter.is_ascii_uppercase() {
            found.push((Class::Upper, u32::from(letter - b'A') + 1 + round));
        }
    }
    if shape::is_roman(inner) {
        let lower = inner.starts_with(char::is_lowercase);
        let class = if lower { Class::LowerRoman } else { Class::UpperRoman };
        found.push((class, roman(inner)));
    }
    found
}

fn roman(text: &str) -> u32 {
    let value = |c: char| match c.to_ascii_lowercase() {
        'i' => 1,
        'v' => 5,
        'x' => 10,
        'l' => 50,
        _ => 100,
    };
    let values: Vec<u32> = text.chars().map(value).collect();
    // "iv": what stands before a larger one is taken away.
    let less = |at: usize| values.get(at + 1).is_some_and(|next| *next > values[at]);
    let taken: u32 = (0..values.len()).filter(|&at| less(at)).map(|at| values[at]).sum();
    values.iter().sum::<u32>().saturating_sub(2 * taken)
}

/// One past the last line of the item that begins with a line.
fn item_end(content: &Content<'_>, at: usize, begins: &[bool]) -> usize {
    let mut first = content.line(at);
    let mut left = Some(first.rect.x0);
    let mut hang: Option<f32> = None;
    let alone = shape::marker(content.text(at)).is_some_and(|(_, n)| n == content.text(at).len());
    let mut end = at + 1;
    while end < content.len() {
        if content.spans[end].is_empty() {
            end += 1;
            continue;
        }
        if !content.free(end) || content.borders[end] || begins[end] {
            break;
        }
        let (line, text) = (content.line(end), content.text(end));
        let size = line.size.max(1.0);
        let x0 = line.rect.x0;
        let goes_on = shape::begins_lower(text) && !shape::ends_sentence(content.text(end - 1));
        let belongs = match content.gap(end) {
            None => {
                // What is left and right is another matter in another region.
                (left, hang, first) = (None, None, line);
                !content.opens[end]
            }
            Some(_) if alone && end == at + 1 => true,
            Some(_)
                if content.same_element(end - 1, end) && content.tagged(end, TagRole::ListItem) =>
            {
                true
            }
            // The first line of an item can be the one that is set in.
            Some(_) if !content.opens[end] => {
                let edge = left.map(|left| hang.map_or(left, |hang| hang.min(left)));
                goes_on || edge.is_none_or(|edge| x0 > edge - size)
            }
            Some(gap) => {
                let deeper = left.is_some_and(|left| x0 > left + 0.8 * size);
                let hangs = hang.is_some_and(|hang| (hang - x0).abs() < EDGE * size);
                (gap < INSIDE && (goes_on || (deeper && hangs)))
                    || (deeper && before_sibling(content, at, end, begins))
            }
        };
        if !belongs {
            break;
        }
        if line.page == first.page && left.is_some() {
            hang = hang.or(Some(x0));
        }
        end += 1;
    }
    end
}

/// Whether all lines from one on are set in from the item's marker up to where another item begins at
/// its edge: paragraphs of one item.
fn before_sibling(content: &Content<'_>, item: usize, from: usize, begins: &[bool]) -> bool {
    let (left, size) = (content.line(item).rect.x0, content.line(item).size.max(1.0));
    for (at, &begins) in begins.iter().enumerate().skip(from).take(MOST_PARAGRAPHS) {
        let x0 = content.line(at).rect.x0;
        let apart = content.gap(at).is_none_or(|gap| gap > 2.0 * INSIDE);
        if apart || content.borders[at] || !content.free(at) {
            return false;
        }
        if (x0 - left).abs() < EDGE * size {
            return begins;
        }
        if x0 < left + 0.8 * size {
            return false;
        }
    }
    false
}
