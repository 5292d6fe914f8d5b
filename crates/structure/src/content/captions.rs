//! Owns what names figures and tables, and says where they come from.

use citelight_core::{BlockKind, Table, TagRole};

use super::Content;
use crate::headings::is_caption;
use crate::shape::{self, Marker, is_entry};

/// Lines that a caption can have.
const MOST_LINES: usize = 14;
/// Lines between a table and the caption above it: units, headings that are no cells.
const MOST_BETWEEN: usize = 8;

/// Marks captions by their tags and by how they begin.
pub(super) fn mark(content: &mut Content<'_>) {
    let mut at = 0;
    while at < content.len() {
        let tagged = content.free(at) && content.tagged(at, TagRole::Caption);
        if tagged || (content.free(at) && names(content, at)) {
            let end =
                if tagged { element_end(content, at) } else { content.block_end(at, MOST_LINES) };
            content.set(at..end, BlockKind::Caption);
            at = end;
        } else {
            at += 1;
        }
    }
}

/// Marks what stands above a table and names it, as far as no sentence runs into it from above.
pub(super) fn of_table(content: &mut Content<'_>, table: &Table, first: usize) {
    let above = |span: &citelight_core::Span| span.end <= content.spans[first].start;
    let named = [table.caption, table.units].into_iter().flatten().filter(above);
    let Some(start) = named.map(|span| span.start).min() else { return };
    let top = content.line_at(start);
    let whole = content.opens[top] && content.spans[top].start == start;
    let item =
        |at: usize| shape::marker(content.text(at)).is_some_and(|(m, _)| m == Marker::Bullet);
    if (top..first).any(item) {
        return;
    }
    let near = first - top <= MOST_BETWEEN && content.line(top).page == content.line(first).page;
    if whole && near && (top..first).all(|at| content.kinds[at].is_none()) {
        content.set(top..first, BlockKind::Caption);
    }
}

/// "Figure 3: …", "Table 2. …", "Table 2 Results", "Source: …"; not "Figure 3 shows …", nor an entry of
/// a list of figures.
fn names(content: &Content<'_>, at: usize) -> bool {
    let text = content.text(at);
    if !is_caption(text) || is_entry(text) {
        return false;
    }
    if !content.opens[at] {
        // Set close below a paragraph; with a colon behind its number it is no part of a sentence.
        let label = text.split_whitespace().nth(1).unwrap_or_default();
        return label.ends_with(':') && label.starts_with(|c: char| c.is_ascii_digit());
    }
    let mut words = text.split_whitespace().skip(1);
    let label = words.next().unwrap_or_default();
    let next = words.next().unwrap_or_default();
    let line = content.line(at);
    text.contains(':')
        || label.ends_with(['.', ':', '–', '—'])
        || next.is_empty()
        || !next.starts_with(char::is_lowercase)
        || line.size < 0.93 * content.body
        || line.bold
        || line.italic
        || line.lead > line.start
}

/// One past the last line of the element that begins with a line.
fn element_end(content: &Content<'_>, at: usize) -> usize {
    let mut end = at + 1;
    while content.free(end) && content.same_element(at, end) {
        end += 1;
    }
    end
}
