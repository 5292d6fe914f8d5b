//! Owns the finding of headings in the flow text: by how lines look, by their numbers, by the
//! contents page that lists them, by the file's tags. Evidence is weighed, not tried in turn.
//!
//! Refuses to look at the file's outline: [`crate::sections`] weighs the two against each other.

mod candidates;
mod contents;
mod levels;
mod score;
mod style;

use citelight_core::{PageNumber, Span};

pub(crate) use candidates::is_caption;
pub(crate) use contents::Contents;

use crate::flow::Flow;
use crate::numbering::{self, Number, Scheme};
use crate::titles;
use style::{Body, Style};

/// A heading, with all lines of its title.
#[derive(Debug, Clone)]
pub(crate) struct Heading {
    /// Its title in the flow text, number included.
    pub span: Span,
    pub page: PageNumber,
    /// Its first line of the flow, and one past its last.
    pub lines: (usize, usize),
    pub number: Option<Number>,
    pub style: Style,
    /// 1 for the top; gaps do not occur between a heading and the one around it.
    pub level: u32,
    /// Whether a document of its own begins with it, inside the file.
    pub document: bool,
    /// Whether the entries of a contents page follow it: no heading lies in it.
    pub over_contents: bool,
}

/// Headings before one at the top of a page among which its section's own is looked for.
const MOST_BACK: usize = 40;

/// Lines of a page above which the title of a document stands.
const MOST_ABOVE_TITLE: usize = 12;

/// Lines that can stand between the heading of a contents page and its entries: "Page", a title.
const MOST_ABOVE_ENTRIES: usize = 3;

/// Headings in reading order, and the contents pages.
pub(crate) fn headings(flow: &Flow) -> (Vec<Heading>, Contents) {
    let contents = Contents::find(flow);
    let body = Body::of(flow);
    let candidates = candidates::candidates(flow, &contents);
    let mut found = score::accept(flow, &body, &contents, candidates);
    drop_running_heads(flow, &mut found, &body);
    drop_items(flow, &mut found);
    lettered(flow, &mut found);
    documents(flow, &mut found, &body);
    for heading in &mut found {
        let below = heading.lines.1..heading.lines.1 + MOST_ABOVE_ENTRIES;
        heading.over_contents = { below }.any(|line| contents.is_entry(line));
    }
    levels::assign(&mut found, &body);
    (found, contents)
}

/// Numbers headings that open with a bare letter ("A Proofs", "B Data"), which are numbers where
/// two headings of one look follow each other in the alphabet. "A" alone is an article.
fn lettered(flow: &Flow, found: &mut [Heading]) {
    let letters: Vec<Option<u8>> = found
        .iter()
        .map(|heading| {
            let title = flow.title(heading.lines.0, heading.lines.1);
            let mut words = title.split(' ');
            let letter = words.next().filter(|word| word.len() == 1)?.bytes().next()?;
            let named = words.next()?.starts_with(char::is_uppercase);
            (letter.is_ascii_uppercase() && named && heading.number.is_none()).then_some(letter)
        })
        .collect();
    for (at, letter) in letters.iter().enumerate() {
        let Some(letter) = letter else { continue };
        let beside = letters.iter().enumerate().any(|(other, next)| {
            found[other].style.size == found[at].style.size
                && next.is_some_and(|next| {
                    (other > at && next == letter + 1) || (other < at && next + 1 == *letter)
                })
        });
        if beside {
            let path = vec![u32::from(letter - b'A') + 1];
            found[at].number = Some(Number { scheme: Scheme::UpperLetter, path, length: 1 });
        }
    }
}

/// Drops titles that are said again at the top of a page: of the section that goes on there, or of
/// the one that begins further down. They change too often to be seen as furniture.
fn drop_running_heads(flow: &Flow, found: &mut Vec<Heading>, body: &Body) {
    let titles: Vec<String> =
        found.iter().map(|h| titles::folded(&flow.title(h.lines.0, h.lines.1))).collect();
    let prominence = |at: usize| found[at].style.prominence(body);
    let again: Vec<bool> = (0..found.len())
        .map(|at| {
            let (first, page) = (found[at].lines.0, found[at].page);
            let on_top = first == 0 || flow.lines[first - 1].page != page;
            let before = (at.saturating_sub(MOST_BACK)..at).rev();
            let below = (at + 1..found.len()).take_while(|&other| found[other].page == page);
            // Of one look, they are two sections of one name.
            on_top
                && before.chain(below).any(|other| {
                    titles[other] == titles[at] && prominence(other) > prominence(at) + 0.1
                })
        })
        .collect();
    let mut again = again.into_iter();
    found.retain(|_| !again.next().unwrap_or_default());
}

/// Drops titles that are items of a list: right behind each stands a line of one look with the next number of its
/// sort that is no title, or another one that is dropped.
fn drop_items(flow: &Flow, found: &mut Vec<Heading>) {
    let mut items = vec![false; found.len()];
    for at in (0..found.len()).rev() {
        let (heading, below) = (&found[at], found[at].lines.1);
        let Some(line) = flow.lines.get(below) else { continue };
        let is_title = found.get(at + 1).is_some_and(|next| next.lines.0 == below);
        let text = flow.line_text(below);
        let next = numbering::number(text);
        let follows = heading.number.as_ref().zip(next).is_some_and(|(own, next)| {
            let last = |number: &Number| number.path.last().copied();
            own.scheme == next.scheme
                && !own.has_keyword()
                && own.path.len() == next.path.len()
                && last(own).map(|last| last + 1) == last(&next)
        });
        let alike = Style::of(line, text) == heading.style;
        items[at] = follows && alike && (!is_title || items[at + 1]);
    }
    let mut items = items.into_iter();
    found.retain(|_| !items.next().unwrap_or_default());
}

/// Marks the headings with which documents of their own begin: on the pages where page numbers begin
/// anew, the most prominent heading near the page's top. The file's first document begins with the
/// most prominent heading of its first page with any, where there are others.
fn documents(flow: &Flow, found: &mut [Heading], body: &Body) {
    let first = found.first().map(|heading| heading.page);
    let pages: Vec<PageNumber> = first.into_iter().chain(flow.restarts.iter().copied()).collect();
    let mut roots = Vec::new();
    for page in pages {
        let from = flow.lines.partition_point(|line| line.page < page);
        let upper = from + MOST_ABOVE_TITLE;
        let on_page = found.iter().enumerate().filter(|(_, heading)| {
            heading.page == page && (from..upper).contains(&heading.lines.0)
        });
        let prominence = |heading: &Heading| heading.style.prominence(body);
        let root = on_page
            .max_by(|(i, a), (j, b)| prominence(a).total_cmp(&prominence(b)).then(j.cmp(i)))
            .map(|(at, _)| at);
        roots.extend(root.filter(|at| !roots.contains(at)));
    }
    if roots.len() >= 2 {
        for root in roots {
            found[root].document = true;
        }
    }
}
