//! Owns what kind of content every part of the flow text is: headings, tables, lists, code,
//! formulas, captions, notes; what is none of these is running text.
//!
//! ```text
//! lines ──headings, tables, notes, captions, code, formulas, lists──▶ a kind a line
//! lines of one kind that belong together ──▶ blocks, which tile the text
//! ```
//!
//! The passes run in this order and none takes a line from one before it: sections and tables were
//! found with more evidence than a line's look. The file's tags count as evidence in each of them.
//! Refuses to find sections or tables of its own.

mod captions;
mod code;
mod formulas;
mod lists;
mod notes;
mod titles;

use std::collections::HashMap;

use citelight_core::{Block, BlockKind, RowKind, SectionRow, Span, Table, TableRow, TagRole};

use crate::flow::{Flow, FlowLine};
use crate::sentences::trimmed;

/// The blocks of a document, in order. Every character that is no white space is in exactly one;
/// none goes over the start of a section.
pub fn blocks(flow: &Flow, sections: &[SectionRow]) -> Vec<Block> {
    if flow.lines.is_empty() {
        return paragraphs(flow);
    }
    let mut content = Content::new(flow);
    titles::mark(&mut content, sections);
    tables(&mut content);
    notes::mark(&mut content);
    captions::mark(&mut content);
    code::mark(&mut content);
    formulas::mark(&mut content);
    lists::mark(&mut content);
    content.gather()
}

/// A text without lines has nothing to look at but its blocks.
fn paragraphs(flow: &Flow) -> Vec<Block> {
    let end = u32::try_from(flow.text.len()).unwrap_or(u32::MAX);
    let mut borders: Vec<u32> = flow.blocks.iter().flat_map(|b| [b.start, b.end]).collect();
    borders.extend([0, end]);
    borders.sort_unstable();
    borders.dedup();
    let parts = borders.windows(2).filter_map(|w| {
        let (start, end) = trimmed(&flow.text, w[0] as usize, w[1] as usize)?;
        Some(Span::new(u32::try_from(start).ok()?, u32::try_from(end).ok()?))
    });
    parts.map(|span| Block { kind: BlockKind::Paragraph, span, items: Vec::new() }).collect()
}

/// The lines of a flow with what the passes say of them.
struct Content<'a> {
    flow: &'a Flow,
    /// The words of every line. Empty where a line holds nothing but the end of a word cut before
    /// it: such lines take no part.
    spans: Vec<Span>,
    /// What a line is, once a pass has said so.
    kinds: Vec<Option<BlockKind>>,
    /// Whether a block begins with a line.
    opens: Vec<bool>,
    /// Whether a section begins with a line.
    borders: Vec<bool>,
    /// Whether an item of a list begins with a line.
    items: Vec<bool>,
    /// The table that a line is of, by its place among the flow's.
    tables: Vec<Option<usize>>,
    /// Font size in points that most characters outside of tables have.
    body: f32,
}

impl<'a> Content<'a> {
    fn new(flow: &'a Flow) -> Content<'a> {
        let count = flow.lines.len();
        let spans: Vec<Span> = (0..count).map(|at| flow.lines_span(at, at + 1)).collect();
        let mut opens = vec![false; count];
        let mut blocks = flow.blocks.iter().peekable();
        for (span, opens) in spans.iter().zip(&mut opens) {
            while blocks.next_if(|block| block.start < span.start).is_some() {}
            *opens = blocks.peek().is_some_and(|block| block.start == span.start);
        }
        let mut sizes: HashMap<i32, u32> = HashMap::new();
        for (line, span) in flow.lines.iter().zip(&spans).filter(|(line, _)| !line.tabular) {
            *sizes.entry(quarters(line.size)).or_default() += span.len();
        }
        let most = sizes.into_iter().max_by_key(|&(size, length)| (length, size));
        Content {
            flow,
            spans,
            kinds: vec![None; count],
            opens,
            borders: vec![false; count],
            items: vec![false; count],
            tables: vec![None; count],
            body: most.map_or(10.0, |(size, _)| size as f32 / 4.0),
        }
    }

    fn len(&self) -> usize {
        self.spans.len()
    }

    fn text(&self, at: usize) -> &'a str {
        self.flow.text.get(self.spans[at].range()).unwrap_or_default()
    }

    fn line(&self, at: usize) -> &'a FlowLine {
        &self.flow.lines[at]
    }

    /// Whether a line has words and no pass has taken it.
    fn free(&self, at: usize) -> bool {
        at < self.len() && self.kinds[at].is_none() && !self.spans[at].is_empty()
    }

    /// The line that holds a byte.
    fn line_at(&self, byte: u32) -> usize {
        // A word cut at a line's end belongs to that line whole.
        self.spans.partition_point(|span| span.start <= byte).saturating_sub(1)
    }

    /// Says what some lines are, as a block of their own.
    fn set(&mut self, lines: std::ops::Range<usize>, kind: BlockKind) {
        self.open(lines.start);
        self.open(lines.end);
        for at in lines {
            self.kinds[at] = Some(kind);
        }
    }

    fn open(&mut self, at: usize) {
        if let Some(opens) = self.opens.get_mut(at) {
            *opens = true;
        }
    }

    /// Whether a line has a tag of a kind.
    fn tagged(&self, at: usize, role: TagRole) -> bool {
        self.line(at).tag.is_some_and(|(tag, _)| tag == role)
    }

    /// Whether two lines are of one element of the file's tags.
    fn same_element(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.line(a), self.line(b));
        a.page == b.page && a.tag.is_some() && a.tag == b.tag
    }

    /// White space between a line and the one above in font sizes; `None` between two regions.
    fn gap(&self, at: usize) -> Option<f32> {
        let (above, line) = (self.flow.lines.get(at.checked_sub(1)?)?, self.line(at));
        let apart = line.opens_region || above.page != line.page;
        (!apart).then(|| (line.rect.y0 - above.rect.y1) / line.size.min(above.size).max(1.0))
    }

    /// One past the last line of a block by geometry, at most `most` lines on.
    fn block_end(&self, at: usize, most: usize) -> usize {
        let mut end = at + 1;
        while end < (at + most).min(self.len())
            && self.free(end)
            && !self.opens[end]
            && !self.borders[end]
        {
            end += 1;
        }
        end
    }

    /// Runs of lines of one kind as blocks.
    fn gather(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut before: Option<(BlockKind, Option<usize>)> = None;
        let mut opening = true;
        for at in 0..self.len() {
            opening |= self.opens[at] || self.borders[at];
            let span = self.spans[at];
            if span.is_empty() {
                continue;
            }
            let kind = self.kinds[at].unwrap_or(BlockKind::Paragraph);
            let known = Some((kind, self.tables[at]));
            match blocks.last_mut() {
                Some(last) if !opening && before == known => last.span = last.span.union(&span),
                _ => blocks.push(Block { kind, span, items: Vec::new() }),
            }
            if let Some(block) = blocks.last_mut() {
                let item = self.items[at] || block.items.is_empty();
                match kind {
                    BlockKind::Code => block.items.push(span),
                    BlockKind::List if item => block.items.push(span),
                    BlockKind::List => {
                        if let Some(last) = block.items.last_mut() {
                            *last = last.union(&span);
                        }
                    }
                    _ => {}
                }
            }
            (before, opening) = (known, false);
        }
        let of_tables = blocks.iter_mut().filter(|block| block.kind == BlockKind::Table);
        for block in of_tables {
            let at = self.flow.tables.partition_point(|t| t.span.end <= block.span.start);
            if let Some(table) = self.flow.tables.get(at) {
                block.items = rows(&self.flow.text, table, block.span);
            }
        }
        blocks
    }
}

fn quarters(size: f32) -> i32 {
    (size * 4.0).round().clamp(1.0, 4_000.0) as i32
}

/// Lines between two rows of a table that belong to it although none of its cells does: headings
/// that are repeated on a later page.
const MOST_BETWEEN: usize = 4;

/// Marks the lines of tables with what names them.
fn tables(content: &mut Content<'_>) {
    for (place, table) in content.flow.tables.iter().enumerate() {
        let lines = lines_of(content, table);
        let (Some(&first), Some(&last)) = (lines.first(), lines.last()) else { continue };
        if formulas::are_formulas(content, &lines) {
            continue;
        }
        for at in lines {
            content.opens[at] = false;
            content.kinds[at] = Some(BlockKind::Table);
            content.tables[at] = Some(place);
        }
        content.open(first);
        content.open(last + 1);
        captions::of_table(content, table, first);
    }
}

/// The lines that show cells of a table, and the few between two of them. A table that was found
/// over running text has not all that lies in its span. Rows without figures at its end are notes.
fn lines_of(content: &Content<'_>, table: &Table) -> Vec<usize> {
    let mut end =
        table.rows.iter().rposition(|row| row.kind == RowKind::Body).map_or(0, |at| at + 1);
    // Notes whose marks were taken for labels.
    let text = |row: &TableRow| {
        row_span(row).and_then(|span| content.flow.text.get(span.range())).unwrap_or_default()
    };
    while end > 1 && notes::is_note(text(&table.rows[end - 1])) {
        end -= 1;
    }
    let cells = table.rows[..end].iter().flat_map(|row| &row.cells).flat_map(|cell| &cell.spans);
    let mut lines: Vec<usize> = cells
        .filter(|span| !span.is_empty())
        .flat_map(|span| content.line_at(span.start)..=content.line_at(span.end - 1))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    let between: Vec<usize> = lines
        .windows(2)
        .filter(|pair| pair[1] - pair[0] <= MOST_BETWEEN + 1)
        .flat_map(|pair| pair[0] + 1..pair[1])
        .collect();
    lines.extend(between);
    lines.sort_unstable();
    lines.retain(|&at| content.kinds[at].is_none());
    lines
}

/// The rows of a table as parts of a block, up to where the next one begins. Rows whose words lie
/// among each other are one.
fn rows(text: &str, table: &Table, block: Span) -> Vec<Span> {
    let mut own: Vec<Span> =
        table.rows.iter().filter_map(row_span).filter(|span| block.contains(span)).collect();
    own.sort_unstable();
    let mut starts: Vec<u32> = vec![block.start];
    let mut reached = block.start;
    for span in own {
        if span.start >= reached && span.start > block.start {
            starts.push(span.start);
        }
        reached = reached.max(span.end);
    }
    let ends = starts.iter().skip(1).copied().chain([block.end]);
    let parts = starts.iter().zip(ends).filter_map(|(start, end)| {
        let (start, end) = trimmed(text, *start as usize, end as usize)?;
        Some(Span::new(u32::try_from(start).ok()?, u32::try_from(end).ok()?))
    });
    parts.collect()
}

/// The smallest span that holds a row.
pub(crate) fn row_span(row: &TableRow) -> Option<Span> {
    let spans = row.cells.iter().flat_map(|cell| &cell.spans).copied();
    spans.reduce(|all, span| all.union(&span))
}
