//! Owns what sections are for, as far as their form and place tell, and the marking of noise.
//!
//! What a title means is for others to say ([`set_kinds`]): this crate knows no language.

use citelight_core::{SectionKind, SectionRow};

use crate::flow::Flow;
use crate::headings::Contents;
use crate::shape;

/// Fewer lines are no index.
const FEWEST: usize = 8;

/// Sets the kinds that form tells: contents pages, indexes.
pub(crate) fn by_form(rows: &mut [SectionRow], flow: &Flow, contents: &Contents) {
    for at in 0..rows.len() {
        let own = rows.get(at + 1).map_or(rows[at].span.end, |next| next.span.start);
        let from = flow.lines.partition_point(|line| line.start < rows[at].span.start) + 1;
        let end = flow.lines.partition_point(|line| line.start < own);
        if from >= end {
            continue;
        }
        let share = |count: usize| count as f32 / (end - from) as f32;
        if share((from..end).filter(|&line| contents.is_entry(line)).count()) >= 0.5 {
            rows[at].kind = SectionKind::Contents;
        } else if end - from >= FEWEST && is_index(flow, from, end) {
            rows[at].kind = SectionKind::Index;
        }
    }
    spread_noise(rows);
}

/// Lines that end in page numbers ("Descaling 67, 69"), in alphabetical order.
fn is_index(flow: &Flow, from: usize, end: usize) -> bool {
    let mut initials = Vec::new();
    for line in from..end {
        let text = flow.line_text(line);
        let Some((_, last)) = text.rsplit_once(char::is_whitespace) else { continue };
        let listed = last.len() <= 4
            && last.bytes().all(|b| b.is_ascii_digit())
            && text.starts_with(char::is_alphabetic)
            && shape::row_likeness(text) != shape::RowLikeness::No;
        if listed {
            initials.extend(text.chars().next().map(|c| c.to_ascii_lowercase()));
        }
    }
    let rising = initials.windows(2).filter(|w| w[0] <= w[1]).count();
    // Two columns and entries below entries break the order here and there.
    3 * initials.len() >= end - from
        && initials.len() >= FEWEST
        && 10 * rising >= 8 * initials.len()
}

/// Sets what the titles mean, where the form said nothing: one kind a section, in their order. A
/// kind that belongs at one end of a document is not believed at the other.
///
/// `kinds` may be shorter than `sections`; the rest stay as they are.
pub fn set_kinds(sections: &mut [SectionRow], kinds: &[SectionKind]) {
    let pages = sections.iter().map(|row| row.last_page.get()).max().unwrap_or(1);
    for (row, &kind) in sections.iter_mut().zip(kinds) {
        let page = row.page.get();
        let early = page <= 3.max(pages / 4);
        let late = 2 * row.last_page.get() >= pages;
        let fits = match kind {
            SectionKind::Contents | SectionKind::Foreword | SectionKind::Cover => early,
            SectionKind::Index | SectionKind::Signatures => late,
            // Papers have appendices behind them.
            SectionKind::References => !early || late,
            SectionKind::Abbreviations | SectionKind::Acknowledgements => early || late,
            _ => true,
        };
        if row.kind == SectionKind::Body && fits {
            row.kind = kind;
        }
    }
    spread_noise(sections);
}

/// A section inside noise is noise, unless it is of a content kind of its own.
fn spread_noise(rows: &mut [SectionRow]) {
    for at in 0..rows.len() {
        let above = rows[at].parent.and_then(|parent| rows.get(parent as usize));
        let inside = above.is_some_and(|parent| parent.noise) && rows[at].kind == SectionKind::Body;
        rows[at].noise = inside || rows[at].kind.is_noise();
    }
}
