//! Lists as they stand in a document: their items from every page that they run over, what introduces
//! them, and which item stands under which.

use citelight_core::{Block, BlockKind, DocumentId, Span};
use citelight_structure::{is_bullet, parents, sentences};

use super::asker::Asker;
use super::cite::within;
use crate::error::Result;

/// A block of more words introduces nothing by itself; its last sentence may.
const MOST_INTRODUCING_WORDS: usize = 14;

/// Lines under a heading are a list where none has more words than this, so many of ten end as no sentence does,
/// and there are no more lines and bytes of them: more are a page whose parts nobody told apart.
const MOST_LINE_WORDS: usize = 16;
const MOST_LINES: usize = 15;
const UNENDED: usize = 7;
const MOST_LINES_BYTES: u32 = 1_500;

/// A list, put together from the blocks that it runs over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct List {
    /// The words that introduce it, with where they stand: a sentence, a heading.
    pub(crate) stem: Option<(Span, String)>,
    pub(crate) items: Vec<Item>,
}

/// An item of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) span: Span,
    pub(crate) text: String,
    /// The item under which it stands, as a place in the list.
    pub(crate) parent: Option<usize>,
}

impl List {
    /// The list in which a part of a document stands, or which it introduces.
    pub(crate) fn at(asker: &Asker, document: &DocumentId, span: Span) -> Result<Option<List>> {
        let blocks = asker.document_cache.blocks(document)?;
        let Some((before, items)) = list_at(&blocks, span) else { return Ok(None) };
        let all = items.iter().chain(&before).copied();
        let Some(whole) = Span::around(all) else { return Ok(None) };
        let (start, text) = asker.store.flow_text(document, whole)?;
        let words = |span: Span| within(&text, start, span);
        // What stands before "2." introduces nothing, if it does not say so.
        let begins = items.first().is_none_or(|first| is_first(words(*first)));
        let stem = before
            .filter(|before| begins || leads_on(words(*before)))
            .and_then(|before| introduction(words(before), before));
        let parents = parents(&items, &words);
        let item = |(span, parent): (&Span, Option<usize>)| Item {
            span: *span,
            text: words(*span).to_owned(),
            parent,
        };
        Ok(Some(List {
            stem: stem.map(|span| (span, words(span).to_owned())),
            items: items.iter().zip(parents).map(item).collect(),
        }))
    }

    /// The lines under a heading as its items, where they are no sentences: what is to be brought, what goes into
    /// a dish.
    pub(crate) fn of_lines(
        asker: &Asker,
        document: &DocumentId,
        (heading, lines): (Span, Vec<Span>),
    ) -> Result<Option<List>> {
        let Some(whole) = Span::around(lines.iter().chain([&heading]).copied()) else {
            return Ok(None);
        };
        if whole.len() > MOST_LINES_BYTES {
            return Ok(None);
        }
        let (start, text) = asker.store.flow_text(document, whole)?;
        let local = |span: &Span| Span::new(span.start - start, span.end - start);
        let items: Vec<Item> = sentences(&text, &lines.iter().map(local).collect::<Vec<_>>())
            .into_iter()
            .map(|span| Item {
                span: Span::new(span.start + start, span.end + start),
                text: text[span.range()].to_owned(),
                parent: None,
            })
            .collect();
        if !are_lines(items.iter().map(|item| item.text.as_str())) {
            return Ok(None);
        }
        let stem = within(&text, start, heading).to_owned();
        Ok(Some(List { stem: Some((heading, stem)), items }))
    }

    /// Where the first item of the list stands in which a span stands, or which it introduces.
    pub(crate) fn first_item(blocks: &[Block], span: Span) -> Option<Span> {
        list_at(blocks, span)?.1.first().copied()
    }

    /// The place of the item in which a span begins.
    pub(crate) fn item_at(&self, span: Span) -> Option<usize> {
        self.items.iter().rposition(|item| item.span.contains_byte(span.start))
    }

    /// What governs an item: the item above it that leads to it, else what introduces the list.
    pub(crate) fn stem_of(&self, at: usize) -> Option<(Span, &str)> {
        let above = self.items[at].parent.map(|parent| &self.items[parent]);
        let leading = above.filter(|above| leads_on(&above.text));
        let stem = || self.stem.as_ref().map(|(span, text)| (*span, text.as_str()));
        leading.map(|above| (above.span, above.text.as_str())).or_else(stem)
    }

    /// The items under one, each with all that stands under it.
    pub(crate) fn under(&self, at: usize) -> Vec<Span> {
        let within = |mut item: usize| loop {
            match self.items[item].parent {
                Some(parent) if parent == at => return true,
                Some(parent) => item = parent,
                None => return false,
            }
        };
        (0..self.items.len())
            .filter(|item| within(*item))
            .map(|item| self.items[item].span)
            .collect()
    }

    /// The spans of all items.
    pub(crate) fn spans(&self) -> Vec<Span> {
        self.items.iter().map(|item| item.span).collect()
    }
}

/// The place of the block in which a span begins, or the first that it overlaps.
pub(crate) fn block_at(blocks: &[Block], span: Span) -> Option<usize> {
    let at = blocks.partition_point(|block| block.span.end <= span.start);
    blocks.get(at).filter(|block| block.span.overlaps(&span)).map(|_| at)
}

/// The items of the list in which a span stands, or which follows it where it introduces one; and the
/// block before it.
fn list_at(blocks: &[Block], span: Span) -> Option<(Option<Span>, Vec<Span>)> {
    let at = block_at(blocks, span)?;
    let is_list = |at: usize| blocks.get(at).is_some_and(|block| block.kind == BlockKind::List);
    // A page's end cuts a list into two blocks; notes and captions may stand between them.
    let beside = |at: usize| {
        blocks.get(at).is_some_and(|b| matches!(b.kind, BlockKind::Footnote | BlockKind::Caption))
    };
    let mut first = at;
    if !is_list(at) {
        first = at + 1;
        while beside(first) {
            first += 1;
        }
    }
    if !is_list(first) {
        return None;
    }
    while let Some(before) = (0..first).rev().find(|at| !beside(*at)).filter(|at| is_list(*at)) {
        first = before;
    }
    let mut items = Vec::new();
    let mut next = first;
    while is_list(next) || beside(next) && is_list(next + 1) {
        if is_list(next) {
            items.extend(&blocks[next].items);
        }
        next += 1;
    }
    let before = first.checked_sub(1).map(|at| &blocks[at]).filter(|block| {
        matches!(block.kind, BlockKind::Paragraph | BlockKind::Heading | BlockKind::Caption)
    });
    Some((before.map(|block| block.span), items))
}

/// The heading under which a span stands, or which it is, and the paragraphs and lists under it up to the next one.
pub(crate) fn lines_under(blocks: &[Block], span: Span) -> Option<(Span, Vec<Span>)> {
    let at = block_at(blocks, span)?;
    let block = &blocks[at];
    let plain = |block: &Block| matches!(block.kind, BlockKind::Paragraph | BlockKind::List);
    let is_heading = |block: &Block| block.kind == BlockKind::Heading;
    let heading = if is_heading(block) {
        at
    } else {
        let above = blocks[..at].iter().rposition(|block| !plain(block))?;
        (plain(block) && is_heading(&blocks[above])).then_some(above)?
    };
    let lines: Vec<Span> =
        blocks[heading + 1..].iter().take_while(|block| plain(block)).map(|one| one.span).collect();
    (!lines.is_empty()).then(|| (blocks[heading].span, lines))
}

/// Whether the sign of an item may be the first of its list: "2." is not.
fn is_first(item: &str) -> bool {
    let digits: String = item.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().map_or(true, |number: u32| number <= 1)
}

/// The words that introduce a list: the last sentence of the block before it where it leads on, or all
/// of a short block that is no sentence.
fn introduction(text: &str, span: Span) -> Option<Span> {
    let whole = Span::new(0, u32::try_from(text.len()).ok()?);
    let last = sentences(text, &[whole]).into_iter().next_back()?;
    let short = text.split_whitespace().count() <= MOST_INTRODUCING_WORDS;
    let is_title = short && !text.trim_end().ends_with(['.', '!', ';']);
    if is_title {
        return Some(span);
    }
    leads_on(text.get(last.range())?)
        .then(|| Span::new(span.start + last.start, span.start + last.end))
}

/// Whether a text points to what follows it.
pub(crate) fn leads_on(text: &str) -> bool {
    const POINTERS: [&str; 5] = ["following", "follows", "below", "these", "include"];
    let lower = text.trim_end().to_lowercase();
    let words = lower.split_whitespace().count();
    lower.ends_with([':', '–', '—'])
        || words > 2 && POINTERS.iter().any(|word| lower.contains(word))
}

/// The span of an item without the sign before it; a number or a letter stays, as does a minus, and a box that may be
/// ticked.
pub(crate) fn without_bullet(span: Span, text: &str) -> Span {
    let sign = |c: char| !c.is_alphanumeric() && !"([“\"'‘$€£§#№☐☑☒".contains(c);
    let mut bare = text.trim_start();
    while let Some(first) = bare.split_whitespace().next() {
        let drawn = first.chars().take_while(|c| is_bullet(*c)).map(char::len_utf8).sum();
        // "o" is drawn for a small circle.
        let cut = if first.chars().all(sign) || first == "o" { first.len() } else { drawn };
        if cut == 0 {
            break;
        }
        bare = bare[cut..].trim_start();
    }
    let cut = u32::try_from(text.len() - bare.len()).unwrap_or_default();
    let end = span.start + u32::try_from(text.trim_end().len()).unwrap_or_default();
    if bare.is_empty() { span } else { Span::new(span.start + cut, end.max(span.start + cut)) }
}

/// Whether texts under a heading are the lines of a list, and neither sentences nor a whole page.
fn are_lines<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> bool {
    let count = texts.clone().count();
    let short = |text: &str| text.split_whitespace().count() <= MOST_LINE_WORDS;
    let unended = texts.clone().filter(|text| !text.trim_end().ends_with(['.', '!', '?']));
    (2..=MOST_LINES).contains(&count)
        && texts.clone().all(short)
        && 10 * unended.count() >= UNENDED * count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_under_a_heading_are_a_list_where_they_are_few_and_no_sentences() {
        let lines = |line: &'static str, count| are_lines(std::iter::repeat_n(line, count));
        assert!(lines("two eggs", 2));
        assert!(lines("two eggs", MOST_LINES));
        assert!(!lines("two eggs", 1));
        assert!(!lines("two eggs", MOST_LINES + 1), "a page");
        assert!(!lines("Beat two eggs.", 4), "sentences");
        assert!(!lines(
            "so many words that this line is no item of a list but a part of a text which goes on",
            4
        ));
    }

    #[test]
    fn a_list_goes_on_over_notes_and_pages() {
        let block = |kind, start, end, items: &[(u32, u32)]| Block {
            kind,
            span: Span::new(start, end),
            items: items.iter().map(|(start, end)| Span::new(*start, *end)).collect(),
        };
        let blocks = [
            block(BlockKind::Paragraph, 0, 10, &[]),
            block(BlockKind::List, 12, 30, &[(12, 20), (21, 30)]),
            block(BlockKind::Footnote, 32, 42, &[]),
            block(BlockKind::List, 44, 50, &[(44, 50)]),
            block(BlockKind::Paragraph, 52, 60, &[]),
        ];
        let items = vec![Span::new(12, 20), Span::new(21, 30), Span::new(44, 50)];
        let whole = (Some(Span::new(0, 10)), items);
        for place in [(0, 10), (13, 20), (44, 50)] {
            let found = list_at(&blocks, Span::new(place.0, place.1));
            assert_eq!(found.as_ref(), Some(&whole), "{place:?}");
        }
        assert_eq!(list_at(&blocks, Span::new(52, 60)), None);
        assert_eq!(list_at(&blocks, Span::new(90, 95)), None);
        assert_eq!(list_at(&[], Span::new(0, 5)), None);
    }

    #[test]
    fn lines_stand_under_the_heading_above_them() {
        let block =
            |kind, start, end| Block { kind, span: Span::new(start, end), items: Vec::new() };
        let blocks = [
            block(BlockKind::Heading, 0, 8),
            block(BlockKind::Paragraph, 10, 20),
            block(BlockKind::Paragraph, 22, 30),
            block(BlockKind::Heading, 32, 40),
            block(BlockKind::Table, 42, 60),
            block(BlockKind::Paragraph, 62, 70),
        ];
        let lines = (Span::new(0, 8), vec![Span::new(10, 20), Span::new(22, 30)]);
        for place in [(0, 8), (11, 15), (22, 30)] {
            let found = lines_under(&blocks, Span::new(place.0, place.1));
            assert_eq!(found.as_ref(), Some(&lines), "{place:?}");
        }
        assert_eq!(lines_under(&blocks, Span::new(33, 40)), None);
        assert_eq!(lines_under(&blocks, Span::new(62, 70)), None);
    }

    #[test]
    fn what_introduces_a_list_is_a_title_or_a_last_sentence() {
        let found = |text: &'static str| {
            let span = Span::new(100, 100 + u32::try_from(text.len()).unwrap());
            introduction(text, span)
                .map(|span| &text[span.start as usize - 100..span.end as usize - 100])
        };
        let text = "Fees are due by the end of each month in the calendar year. The following are covered:";
        assert_eq!(found(text), Some("The following are covered:"));
        assert_eq!(found("Exclusion criteria"), Some("Exclusion criteria"));
        assert_eq!(found("Fees are due in May."), None);
        assert_eq!(found(""), None);
    }

    #[test]
    fn bullets_are_no_words_of_an_item() {
        let kept = |text: &str| {
            let span = Span::new(50, 50 + u32::try_from(text.len()).unwrap());
            let found = without_bullet(span, text);
            text[found.start as usize - 50..found.end as usize - 50].to_owned()
        };
        assert_eq!(kept("• Dental care"), "Dental care");
        assert_eq!(kept("o Dental care"), "Dental care");
        assert_eq!(kept("– $5 a day "), "$5 a day");
        assert_eq!(kept("(a) Dental care"), "(a) Dental care");
        assert_eq!(kept("1. Dental care"), "1. Dental care");
        assert_eq!(kept("•"), "•");
        assert_eq!(kept("§ 5.1 Notice"), "§ 5.1 Notice");
        assert_eq!(kept("-20 °C at night"), "-20 °C at night");
        assert_eq!(kept("•Dental care"), "Dental care");
    }
}
