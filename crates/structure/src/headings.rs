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

pub(crate) use contents::Contents;

use crate::flow::Flow;
use crate::numbering::Number;
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
    /// Log-odds that it is one; above 0.
    pub score: f32,
}

/// Headings in reading order, and the contents pages.
pub(crate) fn headings(flow: &Flow) -> (Vec<Heading>, Contents) {
    let contents = Contents::find(flow);
    let body = Body::of(flow);
    let candidates = candidates::candidates(flow, &body, &contents);
    let mut found = score::accept(flow, &body, &contents, candidates);
    levels::assign(&mut found, &body);
    (found, contents)
}
