//! Owns the tree of sections made from a document's own outline: where each entry stands in the
//! flow text, how far it reaches, what is above it. Refuses to invent headings: without an outline
//! there are none.

use std::collections::HashMap;

use citelight_core::{OutlineItem, PageNumber, SectionRow, Span};

use crate::flow::Flow;
use crate::sentences::trimmed;
use crate::titles;

/// Titles above a section in its breadcrumb are joined by this.
const JOINT: &str = " > ";
/// A line shows a title from this likeness on.
const SHOWN: f32 = 0.6;
/// From this likeness on the line is the title itself.
const SURE: f32 = 0.9;
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
}

/// The sections of a document, in reading order; none without an outline.
///
/// An entry is anchored at the line on its target page that shows its title best, else at its
/// target height, else at the top of the page. An entry that leads nowhere starts where the entry
/// below it starts, and is left out when there is none.
pub fn sections(outline: &[OutlineItem], flow: &Flow) -> Vec<SectionRow> {
    if flow.text.is_empty() || outline.is_empty() {
        return Vec::new();
    }
    let lines = lines_by_page(flow);
    let mut anchored = anchor(outline, flow, &lines);
    // Bookmarks out of order are brought into reading order; ties keep the order of the outline.
    anchored.sort_by_key(|a| a.start);
    anchored.dedup_by(|b, a| {
        a.start == b.start && a.item.level == b.item.level && same_title(a.item, b.item)
    });
    rows(&anchored, flow)
}

fn same_title(a: &OutlineItem, b: &OutlineItem) -> bool {
    titles::folded(&a.title) == titles::folded(&b.title)
}

fn lines_by_page(flow: &Flow) -> HashMap<PageNumber, Vec<TextLine>> {
    let mut lines: HashMap<PageNumber, Vec<TextLine>> = HashMap::new();
    for (at, line) in flow.lines.iter().enumerate() {
        let end = flow.lines.get(at + 1).map_or(flow.text.len(), |next| next.start as usize);
        let (mut start, end) = (line.start as usize, whole_word(&flow.text, end));
        // The end of a word that is cut belongs to the line before.
        if flow.text[..start].ends_with(|c: char| !c.is_whitespace()) {
            start = whole_word(&flow.text, start);
        }
        let Some((start, end)) = trimmed(&flow.text, start.min(end), end) else { continue };
        let text = &flow.text[start..end];
        lines.entry(line.page).or_default().push(TextLine {
            start: u32::try_from(start).unwrap_or(u32::MAX),
            y: line.top,
            folded: titles::folded(text),
            bare: titles::folded(&titles::split_number(text).1),
        });
    }
    lines
}

/// The end of the word in which a byte lies; the byte itself where it lies between words.
fn whole_word(text: &str, byte: usize) -> usize {
    if text[..byte].ends_with(char::is_whitespace) {
        return byte;
    }
    text[byte..].find(char::is_whitespace).map_or(text.len(), |n| byte + n)
}

fn anchor<'a>(
    outline: &'a [OutlineItem],
    flow: &Flow,
    lines: &HashMap<PageNumber, Vec<TextLine>>,
) -> Vec<Anchored<'a>> {
    let mut starts: Vec<Option<u32>> = Vec::with_capacity(outline.len());
    let mut before: Option<(PageNumber, u32)> = None;
    for item in outline {
        let start = item.page.map(|page| {
            let (found, sure) = place(item, page, flow, lines);
            // Two entries of one page stand in the order of the outline, unless the page itself
            // says otherwise.
            match before {
                Some((other, start)) if other == page && !sure => found.max(start),
                _ => found,
            }
        });
        if let (Some(page), Some(start)) = (item.page, start) {
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
        .filter_map(|(item, start)| Some(Anchored { item, start: start? }))
        .collect()
}

/// The byte of the flow where an entry's section starts, and whether a line shows the very title.
fn place(
    item: &OutlineItem,
    page: PageNumber,
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
        let sure = likeness >= SURE;
        let score = likeness - far.min(if sure { 0.1 } else { 0.3 });
        if likeness >= SHOWN && best.is_none_or(|(most, ..)| score > most) {
            best = Some((score, on_page[at].start, sure));
        }
    }
    if let Some((_, start, sure)) = best {
        return (start, sure);
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

fn rows(anchored: &[Anchored], flow: &Flow) -> Vec<SectionRow> {
    // Open sections from the top down: level as stored, row.
    let mut open: Vec<(u32, usize)> = Vec::new();
    let mut rows: Vec<SectionRow> = Vec::with_capacity(anchored.len());
    for (at, entry) in anchored.iter().enumerate() {
        while open.last().is_some_and(|(level, _)| *level >= entry.item.level) {
            if let Some((_, row)) = open.pop() {
                rows[row].span = Span::new(rows[row].span.start, entry.start);
            }
        }
        let parent = open.last().map(|(_, row)| *row);
        let (number, title) = titles::split_number(&entry.item.title);
        let shown = match &number {
            Some(number) if *number != title => format!("{number} {title}"),
            _ => title.clone(),
        };
        let above = parent.map(|p| rows[p].breadcrumb.as_str());
        rows.push(SectionRow {
            id: u32::try_from(at).unwrap_or(u32::MAX),
            parent: parent.map(|p| rows[p].id),
            level: parent.map_or(1, |p| rows[p].level + 1),
            breadcrumb: above.map_or(shown.clone(), |above| format!("{above}{JOINT}{shown}")),
            noise: titles::is_noise(&title),
            page: flow.page_at(entry.start).or(entry.item.page).unwrap_or(PageNumber::FIRST),
            number,
            title,
            span: Span::new(entry.start, end(flow)),
        });
        open.push((entry.item.level, at));
    }
    rows
}
