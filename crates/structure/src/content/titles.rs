//! Owns which lines show the title of a section.

use citelight_core::{BlockKind, SectionRow};

use super::Content;
use crate::titles::{folded, likeness};

/// Lines that a title can wrap over.
const MOST_LINES: usize = 6;
/// From this likeness on a line shows a title that is spelled a little differently.
const ALIKE: f32 = 0.9;

/// Marks the titles of all sections. A title that runs into its text is left to the text.
pub(super) fn mark(content: &mut Content<'_>, sections: &[SectionRow]) {
    for section in sections {
        let at = content.line_at(section.span.start);
        if content.spans[at].start == section.span.start {
            content.borders[at] = true;
        }
    }
    for (place, section) in sections.iter().enumerate() {
        let at = content.line_at(section.span.start);
        if content.spans[at].start != section.span.start {
            continue;
        }
        // The title ends before the next section at the latest.
        let next = sections[place + 1..].iter().map(|s| s.span.start);
        let next = next.into_iter().find(|start| *start > section.span.start);
        let most = next.map_or(content.len(), |start| content.line_at(start));
        if let Some(end) = title_end(content, at, most.min(at + MOST_LINES), section) {
            content.set(at..end, BlockKind::Heading);
        }
    }
}

/// One past the last line of a section's title, where its first lines show it.
fn title_end(content: &Content<'_>, at: usize, most: usize, section: &SectionRow) -> Option<usize> {
    let cut = section.title.ends_with('…');
    let bare = folded(&section.title);
    let full = match &section.number {
        Some(number) if *number != section.title => format!("{}{bare}", folded(number)),
        _ => bare.clone(),
    };
    if bare.is_empty() {
        return None;
    }
    let mut shown = String::new();
    for end in at + 1..=most {
        shown.push_str(&folded(content.text(end - 1)));
        if shown == full || shown == bare {
            return Some(end);
        }
        if cut && (shown.starts_with(&full) || shown.starts_with(&bare)) {
            return Some(content.block_end(end - 1, most - (end - 1)));
        }
        if !full.starts_with(&shown) && !bare.starts_with(&shown) {
            break;
        }
    }
    let line = folded(content.text(at));
    let alone = content.opens.get(at + 1).copied().unwrap_or(true);
    let alike = |title: &str| likeness(title, &line) >= ALIKE && line.len() <= title.len() + 6;
    (alone && (alike(&full) || alike(&bare))).then_some(at + 1)
}
