//! Owns the flow text of a document: its words in reading order, furniture left out, with the
//! bytes of every word.

use std::collections::HashSet;

pub use citelight_core::FlowWord;
use citelight_core::{PageNumber, Span, Word};
use serde::{Deserialize, Serialize};

use crate::{blocks, furniture, layout};

/// A page as the reader gave it.
#[derive(Debug, Clone, Copy)]
pub struct PageWords<'a> {
    /// 1-based.
    pub page: PageNumber,
    /// Width of the displayed page in points.
    pub width: f32,
    /// Height of the displayed page in points.
    pub height: f32,
    /// Its words, in the order of the content stream or of recognition.
    pub words: &'a [Word],
}

/// The text of a document in reading order.
///
/// Words of a line are joined by one space, lines of a block by "\n", blocks by "\n\n". Between
/// columns and pages stands "\n" where a sentence goes on, else "\n\n".
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Flow {
    /// The text.
    pub text: String,
    /// Every word of the text, in its order.
    pub words: Vec<FlowWord>,
    /// Paragraphs, headings, lists and tables, in order. A block can cross pages.
    pub blocks: Vec<Span>,
    /// Every page given, in order, with its part of the text; empty where it has none.
    pub pages: Vec<(PageNumber, Span)>,
    /// Per page the positions of the words left out as running headers, footers or page numbers;
    /// pages without any are not listed.
    pub furniture: Vec<(PageNumber, Vec<u32>)>,
}

impl Flow {
    /// The page on which a byte of the text stands; for a separator the page before it.
    pub fn page_at(&self, byte: u32) -> Option<PageNumber> {
        let after = self.words.partition_point(|w| w.span.start <= byte);
        self.words.get(after.saturating_sub(1)).map(|w| w.page)
    }
}

/// Brings the words of a document into reading order. Pages must come in document order.
pub fn compose(pages: &[PageWords]) -> Flow {
    let furniture = furniture::find(pages);
    let mut flow = Flow::default();
    let mut last_line: Option<layout::Line> = None;
    let mut line_number = 0u32;
    for (page, left_out) in pages.iter().zip(furniture) {
        let out: HashSet<u32> = left_out.iter().copied().collect();
        let count = u32::try_from(page.words.len()).unwrap_or(u32::MAX);
        let kept: Vec<u32> = (0..count).filter(|i| !out.contains(i)).collect();
        let mut page_start = None;
        for line in layout::lines(page.words, &kept, page.width, page.height) {
            let joined = match &last_line {
                None => true,
                Some(before) if line.starts_region => blocks::goes_over(before, &line),
                Some(_) => !line.starts_block,
            };
            if last_line.is_some() {
                flow.text.push_str(if joined { "\n" } else { "\n\n" });
            }
            let start = end_of(&flow.text);
            page_start.get_or_insert(start);
            push_line(&mut flow, page, &line, line_number);
            line_number += 1;
            let span = Span::new(start, end_of(&flow.text));
            match flow.blocks.last_mut() {
                Some(block) if joined => *block = block.union(&span),
                _ => flow.blocks.push(span),
            }
            last_line = Some(line);
        }
        let end = end_of(&flow.text);
        flow.pages.push((page.page, Span::new(page_start.unwrap_or(end), end)));
        if !left_out.is_empty() {
            flow.furniture.push((page.page, left_out));
        }
    }
    flow
}

fn push_line(flow: &mut Flow, page: &PageWords, line: &layout::Line, number: u32) {
    for (at, item) in line.items.iter().enumerate() {
        let Some(word) = page.words.get(item.index as usize) else { continue };
        if at > 0 {
            flow.text.push(' ');
        }
        let start = end_of(&flow.text);
        flow.text.push_str(word.text.trim());
        let span = Span::new(start, end_of(&flow.text));
        flow.words.push(FlowWord { page: page.page, index: item.index, span, line: number });
    }
}

/// Spans count in 32 bits: four gigabytes of text are more than any document has.
fn end_of(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}
