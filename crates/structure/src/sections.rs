//! Owns the tree of sections: where each one stands in the flow text, how far it reaches, what is
//! above it. Weighs the document's own outline against the headings found on its pages.

use std::collections::HashMap;

use citelight_core::{OutlineItem, PageNumber, SectionKind, SectionRow, Span};

use crate::flow::Flow;
use crate::headings::{Contents, Heading, headings};
use crate::{kinds, titles};

/// Titles above a section in its breadcrumb are joined by this.
const JOINT: &str = " > ";
/// A line shows a title from this likeness on.
const SHOWN: f32 = 0.6;
/// From this likeness on the line is the title itself.
const CERTAIN: f32 = 0.9;
/// Lines that a title can wrap over.
const WRAP: usize = 4;

/// A line of the flow text.
struct TextLine {
    start: u32,
    /// Top in points.
    y: f32,
    folded: String,
    /// The same without a number before the title.
    bare: String,
}

/// An entry with its place in the flow.
struct Anchored<'a> {
    item: &'a OutlineItem,
    start: u32,
    /// Whether a line shows the very title, or the entry has none below it to stand for.
    certain: bool,
}

/// A section before its place in the tree is known.
struct Entry {
    start: u32,
    title: String,
    /// Bytes of the title that its number takes.
    number: usize,
    /// Level as the outline or the headings count it.
    level: u32,
    of_outline: bool,
    /// Whether a document of its own begins here.
    document: bool,
}

/// The sections of a document, in reading order.
///
/// An entry of the outline is anchored at the line on its target page that shows its title best,
/// else at its target height, else at the top of the page. An entry that leads nowhere starts where
/// the entry below it starts, and is left out when there is none. Entries whose title does not
/// stand where they lead are believed only where most of the others are.
///
/// Headings that the outline does not list stand below the entry in whose part they lie.
pub fn sections(outline: &[OutlineItem], flow: &Flow) -> Vec<SectionRow> {
    if flow.text.is_empty() {
        return Vec::new();
    }
    let (headings, contents) = headings(flow);
    let mut anchored = believed(outline, flow, headings.is_empty());
    // Bookmarks out of order are brought into reading order; ties keep the order of the outline.
    anchored.sort_by_key(|a| a.start);
    anchored.dedup_by(|b, a| {
        a.start == b.start && a.item.level == b.item.level && same_title(a.item, b.item)
    });
    rows(&merged(&anchored, &headings, flow), flow, &contents)
}

/// The outline's entries with their places, those left out that are not to be believed: where most
/// titles stand nowhere, the others are not taken on trust, unless there is nothing else.
fn believed<'a>(outline: &'a [OutlineItem], flow: &Flow, nothing_else: bool) -> Vec<Anchored<'a>> {
    if outline.is_empty() {
        return Vec::new();
    }
    let mut anchored = anchor(outline, flow, &lines_by_page(flow));
    let certain = anchored.iter().filter(|entry| entry.certain).count();
    // Bookmarks of scans and of joined files name files and page numbers, never a title.
    if 3 * certain < anchored.len() && !nothing_else {
        anchored.retain(|entry| entry.certain);
    }
    anchored
}

/// Outline and headings as one list in reading order; a heading that the outline lists is its
/// entry.
fn merged(anchored: &[Anchored<'_>], headings: &[Heading], flow: &Flow) -> Vec<Entry> {
    // The headings tell the levels of an outline that has none; what is no heading of its entries
    // stands below the heading before it.
    let flat = is_flat(anchored);
    let mut entries: Vec<Entry> = anchored
        .iter()
        .map(|entry| Entry {
            start: entry.start,
            number: titles::number_length(&entry.item.title),
            title: entry.item.title.clone(),
            level: if flat { u32::MAX } else { entry.item.level },
            of_outline: !flat,
            document: false,
        })
        .collect();
    for heading in headings {
        let from = anchored.partition_point(|entry| entry.start < heading.span.start);
        let mut near = anchored[from..].iter().take_while(|e| e.start < heading.span.end);
        let listed = near.position(|entry| entry.certain || entry.start == heading.span.start);
        if let Some(listed) = listed.filter(|_| flat) {
            let entry = &mut entries[from + listed];
            (entry.level, entry.document) = (heading.level, heading.document);
        }
        if listed.is_none() {
            entries.push(Entry {
                start: heading.span.start,
                title: flow.title(heading.lines.0, heading.lines.1),
                number: heading.number.as_ref().map_or(0, |number| number.length),
                level: heading.level,
                of_outline: false,
                document: heading.document,
            });
        }
    }
    entries.sort_by_key(|entry| (entry.start, !entry.of_outline));
    entries
}

/// Whether an outline lists without telling what lies in what: long, and of one level.
fn is_flat(anchored: &[Anchored<'_>]) -> bool {
    anchored.len() >= 8 && anchored.windows(2).all(|w| w[0].item.level == w[1].item.level)
}

fn same_title(a: &OutlineItem, b: &OutlineItem) -> bool {
    titles::folded(&a.title) == titles::folded(&b.title)
}

fn lines_by_page(flow: &Flow) -> HashMap<PageNumber, Vec<TextLine>> {
    let mut lines: HashMap<PageNumber, Vec<TextLine>> = HashMap::new();
    for (at, line) in flow.lines.iter().enumerate() {
        let span = flow.lines_span(at, at + 1);
        if span.is_empty() {
            continue;
        }
        let text = &flow.text[span.range()];
        lines.entry(line.page).or_default().push(TextLine {
            start: span.start,
            y: line.top,
            folded: titles::folded(text),
            bare: titles::folded(&titles::split_number(text).1),
        });
    }
    lines
}

fn anchor<'a>(
    outline: &'a [OutlineItem],
    flow: &Flow,
    lines: &HashMap<PageNumber, Vec<TextLine>>,
) -> Vec<Anchored<'a>> {
    let mut starts: Vec<Option<(u32, bool)>> = Vec::with_capacity(outline.len());
    let mut before: Option<(PageNumber, u32)> = None;
    for item in outline {
        let start = item.page.map(|page| {
            let after = before.filter(|(other, _)| *other == page).map(|(_, start)| start);
            let (found, certain) = place(item, page, after, flow, lines);
            // Two entries of one page stand in the order of the outline, unless the page itself
            // says otherwise.
            match before {
                Some((other, start)) if other == page && !certain => (found.max(start), certain),
                _ => (found, certain),
            }
        });
        if let (Some(page), Some((start, _))) = (item.page, start) {
            before = Some((page, start));
        }
        starts.push(start);
    }
    for at in (0..outline.len()).rev() {
        if starts[at].is_none() && outline.get(at + 1).is_some_and(|n| n.level > outline[at].level)
        {
            starts[at] = starts[at + 1];
        }
    }
    outline
        .iter()
        .zip(starts)
        .filter(|(item, _)| !item.title.trim().is_empty())
        .filter_map(|(item, start)| {
            let (start, certain) = start?;
            Some(Anchored { item, start, certain })
        })
        .collect()
}

/// The byte of the flow where an entry's section starts, and whether a line shows the very title.
/// `after` is where the entry before it starts, where that is on the same page.
fn place(
    item: &OutlineItem,
    page: PageNumber,
    after: Option<u32>,
    flow: &Flow,
    lines: &HashMap<PageNumber, Vec<TextLine>>,
) -> (u32, bool) {
    let Some(on_page) = lines.get(&page) else {
        // A page without text: the section starts with the next page that has some.
        let after = flow.pages.partition_point(|(p, _)| *p < page);
        let next = flow.pages.get(after..).unwrap_or_default().iter().find(|p| !p.1.is_empty());
        return (next.map_or(end(flow), |p| p.1.start), false);
    };
    let full = titles::folded(&item.title);
    let (_, bare) = titles::split_number(&item.title);
    let bare = titles::folded(&bare);
    let mut best: Option<(f32, u32, bool)> = None;
    for at in 0..on_page.len() {
        let mut shown = String::new();
        let mut likeness = if on_page[at].bare == bare && !bare.is_empty() { 0.97 } else { 0.0f32 };
        for line in on_page[at..].iter().take(WRAP) {
            shown.push_str(&line.folded);
            likeness = likeness
                .max(titles::likeness(&full, &shown))
                .max(0.95 * titles::likeness(&bare, &shown));
            if shown.len() > full.len() {
                break;
            }
        }
        let far = item.y.map_or(0.0, |y| (on_page[at].y - y).abs() / 1000.0);
        let certain = likeness >= CERTAIN;
        // Of equal titles on one page, the one behind the entry before.
        let behind = after.is_none_or(|after| on_page[at].start > after);
        let order = if behind { 0.0 } else { 0.12 };
        let score = likeness - order - far.min(if certain { 0.1 } else { 0.3 });
        if likeness >= SHOWN && best.is_none_or(|(most, ..)| score > most) {
            best = Some((score, on_page[at].start, certain));
        }
    }
    if let Some((_, start, certain)) = best {
        return (start, certain);
    }
    // A target height lies at or a little above the line it means.
    let at_height = item.y.and_then(|y| {
        on_page
            .iter()
            .filter(|l| l.y >= y - 4.0)
            .min_by(|a, b| a.y.total_cmp(&b.y))
            .map(|l| l.start)
    });
    (at_height.or_else(|| on_page.first().map(|l| l.start)).unwrap_or(0), false)
}

fn end(flow: &Flow) -> u32 {
    u32::try_from(flow.text.len()).unwrap_or(u32::MAX)
}

fn rows(entries: &[Entry], flow: &Flow, contents: &Contents) -> Vec<SectionRow> {
    // Open sections from the top down: whether of the outline, level as counted, row.
    let mut open: Vec<(bool, u32, usize)> = Vec::new();
    let mut rows: Vec<SectionRow> = Vec::with_capacity(entries.len());
    for (at, entry) in entries.iter().enumerate() {
        // A heading never closes an entry of the outline: the two count levels differently.
        let closes = |of_outline: bool, level: u32| {
            (entry.of_outline || !of_outline)
                && (level >= entry.level || of_outline != entry.of_outline)
        };
        while open.last().is_some_and(|(of_outline, level, _)| closes(*of_outline, *level)) {
            if let Some((_, _, row)) = open.pop() {
                rows[row].span = Span::new(rows[row].span.start, entry.start);
            }
        }
        let parent = open.last().map(|(_, _, row)| *row);
        let (number, title) = titles::split_at(&entry.title, entry.number);
        let shown = match &number {
            Some(number) if *number != title => format!("{number} {title}"),
            _ => title.clone(),
        };
        let above = parent.map(|p| rows[p].breadcrumb.as_str());
        let line = flow.lines.partition_point(|line| line.start <= entry.start).saturating_sub(1);
        let page = flow.lines.get(line).map_or(PageNumber::FIRST, |line| line.page);
        rows.push(SectionRow {
            id: u32::try_from(at).unwrap_or(u32::MAX),
            parent: parent.map(|p| rows[p].id),
            level: parent.map_or(1, |p| rows[p].level + 1),
            breadcrumb: above.map_or(shown.clone(), |above| format!("{above}{JOINT}{shown}")),
            kind: if entry.document { SectionKind::Document } else { SectionKind::Body },
            noise: false,
            page,
            y: flow.lines.get(line).map_or(0.0, |line| line.top),
            last_page: page,
            number,
            title,
            span: Span::new(entry.start, end(flow)),
        });
        open.push((entry.of_outline, entry.level, at));
    }
    for row in &mut rows {
        row.last_page =
            flow.page_at(row.span.end.saturating_sub(1)).unwrap_or(row.page).max(row.page);
    }
    kinds::by_form(&mut rows, flow, contents);
    rows
}
