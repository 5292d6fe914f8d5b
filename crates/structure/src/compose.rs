//! Owns the way from pages to the flow text, page by page: a first look at every page for what the
//! pages have in common, then one page after the other.
//!
//! Neither pass keeps the words of a page: a document of any length needs the memory of its text,
//! its line starts and a few bytes a distinct word.

use std::collections::HashSet;

use citelight_core::{PageNumber, Span, TagRole, Tagged};
use serde::{Deserialize, Serialize};

use crate::fields::Guessed;
use crate::flow::{Flow, FlowLine, FlowWord, MARK_SPACE, PageWords};
use crate::furniture::{Furniture, LeftOut};
use crate::hyphens::{Hyphens, Link, Vocabulary};
use crate::layout::Line;
use crate::rows::Item;
use crate::tables::{Finder, Sheet};
use crate::{blocks, fields, layout};

/// The first pass: what the pages have in common.
///
/// ```
/// # use citelight_structure::{PageWords, Survey};
/// # fn pages() -> Vec<PageWords<'static>> { Vec::new() }
/// let mut survey = Survey::default();
/// pages().iter().for_each(|page| survey.observe(page));
/// let mut composer = survey.composer();
/// for page in pages() {
///     if let Some(done) = composer.push(&page) { /* store the words of `done.page` */ }
/// }
/// let (flow, last) = composer.finish(); // and those of the last page
/// ```
#[derive(Debug, Default)]
pub struct Survey {
    furniture: Furniture,
    vocabulary: Vocabulary,
}

impl Survey {
    /// Looks at the next page. Pages must come in document order.
    pub fn observe(&mut self, page: &PageWords<'_>) {
        self.furniture.observe(page);
        self.vocabulary.observe(page.words);
    }

    /// Ends the first pass.
    pub fn composer(self) -> Composer {
        let furniture = self.furniture.find();
        Composer {
            furniture: furniture.into_iter(),
            hyphens: self.vocabulary.judge(),
            flow: Flow::default(),
            open: None,
            sheet: Sheet::default(),
            tables: Finder::default(),
            last_line: None,
            printed: None,
            guesses: None,
        }
    }
}

/// A page in the flow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ComposedPage {
    /// 1-based.
    pub page: PageNumber,
    /// Its part of the text; empty where it has none.
    pub span: Span,
    /// Its words in the order of the text.
    pub words: Vec<FlowWord>,
    /// Positions of the words left out as running headers, footers or page numbers, rising.
    pub furniture: Vec<u32>,
}

/// The second pass: the flow text. The pages of the first pass have to be pushed, all of them and in
/// the same order.
#[derive(Debug)]
pub struct Composer {
    furniture: std::vec::IntoIter<LeftOut>,
    hyphens: Hyphens,
    /// Without words and furniture, which leave with their pages.
    flow: Flow,
    /// The page pushed last: a word cut at its end can still lose its hyphen.
    open: Option<ComposedPage>,
    /// Where its words stand.
    sheet: Sheet,
    tables: Finder,
    last_line: Option<Line>,
    /// The last page number seen among the furniture.
    printed: Option<u32>,
    /// All guesses, where they are wanted for learning.
    guesses: Option<Vec<Guessed>>,
}

impl Composer {
    /// Puts the next page into the flow, and gives the one before it, which is now final.
    pub fn push(&mut self, page: &PageWords<'_>) -> Option<ComposedPage> {
        let LeftOut { edges, line_numbers } = self.furniture.next().unwrap_or_default();
        let printed = printed_number(page, &edges);
        if printed == Some(1) && self.printed.is_some_and(|before| before > 1) {
            self.flow.restarts.push(page.page);
        }
        self.printed = printed.or(self.printed);
        let mut left_out = [edges, line_numbers].concat();
        left_out.sort_unstable();
        left_out.dedup();
        let out: HashSet<u32> = left_out.iter().copied().collect();
        let count = u32::try_from(page.words.len()).unwrap_or(u32::MAX);
        let kept: Vec<u32> = (0..count).filter(|i| !out.contains(i)).collect();
        let mut new = ComposedPage {
            page: page.page,
            span: Span::new(0, 0),
            words: Vec::with_capacity(kept.len()),
            furniture: left_out,
        };
        let layout = layout::lay_out(page, &kept);
        let mut sheet = Sheet::new(layout.rules, layout.slope);
        for line in layout.lines {
            let words = line.items.iter().filter_map(|i| page.words.get(i.index as usize));
            sheet.place(&line, words.map(|word| word.rect));
            self.place(line, page, &mut new);
        }
        self.find_tables();
        self.sheet = sheet;
        let end = end_of(&self.flow.text);
        let start = new.words.first().map_or(end, |word| word.span.start);
        new.span = Span::new(start, end);
        let done = self.open.replace(new);
        self.flow.pages.extend(done.as_ref().map(|page| (page.page, page.span)));
        done
    }

    /// The flow of all pages, and the page pushed last. The flow's words and furniture are empty:
    /// they came with their pages.
    pub fn finish(mut self) -> (Flow, Option<ComposedPage>) {
        self.end();
        (self.flow, self.open)
    }

    fn end(&mut self) {
        self.find_tables();
        self.flow.tables = std::mem::take(&mut self.tables).finish();
        let Flow { text, fields, guesses, tables, blocks, .. } = &mut self.flow;
        fields::outside(fields, tables, text);
        guesses.retain_mut(|guess| {
            !fields::is_cell(&guess.field, tables, text)
                && fields::complete(&mut guess.field, text, blocks)
        });
        self.flow.pages.extend(self.open.as_ref().map(|page| (page.page, page.span)));
    }

    /// Finds the tables and fields of the page pushed last, whose words are final now.
    fn find_tables(&mut self) {
        if let Some(open) = &self.open {
            self.tables.page(open.page, &self.sheet, &open.words, &self.flow.text);
            let found = fields::find(open.page, &self.sheet, &open.words, &self.flow.text);
            self.flow.fields.extend(found.fields);
            match &mut self.guesses {
                Some(all) => all.extend(found.guesses),
                None => self.flow.guesses.extend(fields::likely(found.guesses)),
            }
        }
    }

    fn place(&mut self, line: Line, page: &PageWords<'_>, new: &mut ComposedPage) {
        let joined = match &self.last_line {
            None => true,
            Some(_) if line.apart => false,
            Some(before) if line.starts_region => blocks::goes_over(before, &line),
            Some(_) => !line.starts_block,
        };
        let link = if joined { self.link(&line, new) } else { Link::Apart };
        match link {
            Link::Apart if self.last_line.is_none() => {}
            Link::Apart => self.flow.text.push_str(if joined { "\n" } else { "\n\n" }),
            Link::Joined => self.drop_hyphen(new),
            Link::Compound => {}
        }
        let start = end_of(&self.flow.text);
        self.write(&line, page, new, link != Link::Apart);
        let end = end_of(&self.flow.text);
        match self.flow.blocks.last_mut() {
            Some(block) if joined => *block = Span::new(block.start, end),
            _ => self.flow.blocks.push(Span::new(start, end)),
        }
        let tops = line.items.iter().filter_map(|i| page.words.get(i.index as usize));
        let top = tops.map(|word| word.rect.y0).fold(f32::NEG_INFINITY, f32::max);
        let lead = lead(&line, &new.words, self.flow.lines.len()).unwrap_or(start);
        self.flow.lines.push(FlowLine {
            page: page.page,
            start,
            top,
            rect: line.rect,
            size: line.size,
            bold: line.bold,
            italic: line.italic,
            coloured: line.coloured,
            tabular: line.tabular,
            aside: line.aside,
            opens: line.starts_block,
            opens_region: line.starts_region,
            lead,
            gap: gap(&line),
            tag: tag(&line, &page.marks.tags),
        });
        self.last_line = Some(line);
    }

    /// How the last word so far and the first one of a line belong together.
    fn link(&self, line: &Line, new: &ComposedPage) -> Link {
        let Some(before) = &self.last_line else { return Link::Apart };
        let last_page = if new.words.is_empty() { self.open.as_ref() } else { Some(new) };
        // The last word's page is closed where a page without words came between.
        if last_page.is_none_or(|page| page.words.is_empty()) || before.tabular || line.tabular {
            return Link::Apart;
        }
        let (first, second) = (before.text.split_whitespace(), line.text.split_whitespace());
        match (first.last(), { second }.next()) {
            (Some(first), Some(second)) => self.hyphens.link(first, second),
            _ => Link::Apart,
        }
    }

    /// Takes the hyphen off the end of the text and of the last word.
    fn drop_hyphen(&mut self, new: &mut ComposedPage) {
        if self.flow.text.ends_with(['-', '\u{2010}']) {
            self.flow.text.pop();
        }
        let end = end_of(&self.flow.text);
        if let Some(word) = new.words.last_mut() {
            word.span = Span::new(word.span.start, end);
        } else if let Some(page) = &mut self.open {
            page.span = Span::new(page.span.start, end);
            if let Some(word) = page.words.last_mut() {
                word.span = Span::new(word.span.start, end);
            }
        }
    }

    /// Writes the words of a line; `goes_on`: the first of them ends a word of the line before.
    fn write(&mut self, line: &Line, page: &PageWords<'_>, new: &mut ComposedPage, goes_on: bool) {
        let text = &mut self.flow.text;
        let number = u32::try_from(self.flow.lines.len()).unwrap_or(u32::MAX);
        let mut break_due = goes_on;
        let mut marked: Option<&Item> = None;
        for (at, item) in line.items.iter().enumerate() {
            let Some(word) = page.words.get(item.index as usize) else { continue };
            let word = word.text.trim();
            let before = at.checked_sub(1).and_then(|before| line.items.get(before));
            if let Some(before) = before {
                let anchor = marked.unwrap_or(before);
                if is_mark(anchor, before, item, word) {
                    marked = Some(anchor);
                    text.push(MARK_SPACE);
                } else if marked.take().is_none() || !closes(before, item, word) {
                    text.push(if break_due { '\n' } else { ' ' });
                    break_due = false;
                }
            }
            let start = end_of(text);
            push_word(text, word);
            let span = Span::new(start, end_of(text));
            new.words.push(FlowWord { page: page.page, index: item.index, span, line: number });
        }
    }
}

/// Where the emphasised words end that open a line of other words.
fn lead(line: &Line, words: &[FlowWord], number: usize) -> Option<u32> {
    let emphasised = |item: &Item| item.bold || item.italic || item.coloured;
    let run = line.items.iter().take_while(|item| emphasised(item)).count();
    if run == 0 || run == line.items.len() {
        return None;
    }
    let of_line = words.iter().rev().take_while(|word| word.line as usize == number).count();
    words.get(words.len() - of_line + run - 1).map(|word| word.span.end)
}

/// The page number among a page's furniture: "12", "– 12 –", "Page 12 of 30".
fn printed_number(page: &PageWords<'_>, left_out: &[u32]) -> Option<u32> {
    let mut numbers = left_out.iter().filter_map(|&index| {
        let word = page.words.get(index as usize)?.text.trim_matches(['-', '–', '—', '[', ']']);
        word.parse::<u32>().ok().filter(|number| *number < 2_000)
    });
    let first = numbers.next()?;
    // "1 of 30" is page 1; "Form 8 … 31" is anybody's guess.
    match numbers.next() {
        None => Some(first),
        Some(second) => (first <= second && numbers.next().is_none()).then_some(first),
    }
}

/// The widest white space of a line in font sizes, that behind a short first word left out.
fn gap(line: &Line) -> f32 {
    let first = usize::from(line.items.first().is_some_and(|item| item.chars <= 4));
    let gaps = line.items.windows(2).skip(first).map(|w| w[1].rect.x0 - w[0].rect.x1);
    gaps.fold(0.0, f32::max) / line.size.max(0.1)
}

/// The tag of a line's middle word: marks and bullets at its ends have tags of their own.
fn tag(line: &Line, tags: &[Tagged]) -> Option<(TagRole, u32)> {
    let index = line.items.get(line.items.len() / 2)?.index;
    let after = tags.partition_point(|tag| tag.first <= index);
    let tag = after.checked_sub(1).and_then(|at| tags.get(at))?;
    (index < tag.end).then_some((tag.role, tag.element))
}

/// Whether a word is a raised mark behind another: small, high, close. `anchor` is the word that
/// bears the marks, `before` the last of them so far or the anchor itself.
fn is_mark(anchor: &Item, before: &Item, item: &Item, word: &str) -> bool {
    let (bearer, mark) = (anchor.rect, item.rect);
    let gap = mark.x0 - before.rect.x1;
    item.chars <= 5
        // Ink says nothing of a raised base line.
        && !item.ink
        && word.contains(|c: char| c.is_alphanumeric() || "*†‡§¶#".contains(c))
        && word.chars().all(|c| c.is_alphanumeric() || "*†‡§¶#,–-()[]".contains(c))
        && item.size <= 0.8 * anchor.size
        && mark.height() <= 0.85 * bearer.height()
        && mark.center_y() < bearer.center_y() - 0.08 * bearer.height()
        && mark.y1 < bearer.y1 - 0.12 * bearer.height()
        && gap < 0.25 * anchor.size
        && gap > -0.5 * anchor.size
}

/// Whether a word is the punctuation set behind a marked word: "revenue¹."
fn closes(before: &Item, item: &Item, word: &str) -> bool {
    word.chars()
        .all(|c| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '”' | '’' | '"'))
        && item.rect.x0 - before.rect.x1 < 0.15 * item.size
}

/// Writes a word without its soft hyphens, unless it is nothing else.
fn push_word(text: &mut String, word: &str) {
    const SOFT: char = '\u{ad}';
    let start = text.len();
    text.extend(word.chars().filter(|&c| c != SOFT));
    if text.len() == start {
        text.push_str(word);
    }
}

/// Brings the words of a document into reading order, all pages at once. Pages must come in document
/// order.
pub fn compose(pages: &[PageWords<'_>]) -> Flow {
    let mut survey = Survey::default();
    pages.iter().for_each(|page| survey.observe(page));
    let mut composer = survey.composer();
    let mut done: Vec<ComposedPage> = pages.iter().filter_map(|page| composer.push(page)).collect();
    let (mut flow, last) = composer.finish();
    done.extend(last);
    for page in done {
        flow.words.extend(page.words);
        if !page.furniture.is_empty() {
            flow.furniture.push((page.page, page.furniture));
        }
    }
    flow
}

/// Everything that may be a field of a form, with what is measured of it: what the model that tells those
/// that are likely is learned from. The second is the flow text that their spans are of.
pub fn guesses(pages: &[PageWords<'_>]) -> (Vec<Guessed>, Flow) {
    let mut survey = Survey::default();
    pages.iter().for_each(|page| survey.observe(page));
    let mut composer = survey.composer();
    composer.guesses = Some(Vec::new());
    for page in pages {
        composer.push(page);
    }
    composer.end();
    let mut guesses = composer.guesses.unwrap_or_default();
    guesses.retain(|one| {
        !fields::is_cell(&one.guess.field, &composer.flow.tables, &composer.flow.text)
    });
    (guesses, composer.flow)
}

/// Spans count in 32 bits: four gigabytes of text are more than any document has.
fn end_of(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}
