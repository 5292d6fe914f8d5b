//! A list that answers: all its items, from every page it runs over, behind what introduces it.

use citelight_core::{
    AnswerSentence, Block, BlockKind, Cell, QuestionKind, RowKind, Span, Table, Verdict,
};
use citelight_structure::sentences;
use citelight_text::Stem;

use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, Statement, cite, part, within};
use crate::ask::compose::{Composed, Findings};
use crate::ask::question::Question;
use crate::ask::read::RankedSentence;
use crate::error::Result;

/// Sentences of which one must stand in the list, or introduce it.
const NEAREST: usize = 3;
/// Items that are shown at most.
const MOST_ITEMS: usize = 40;
/// What introduces a list, its title and the question must share so much of the question's words, by
/// what these count. Set by hand.
const LEAST_SHARED: f32 = 0.45;
/// The same where an introduction ends in a colon and does not name what is asked. Set by hand.
const ANNOUNCED_SHARED: f32 = 0.55;
/// Fewer items make no list.
const FEWEST_ITEMS: usize = 2;
/// An item of more words is a clause or a paragraph of its own, on average.
const MOST_ITEM_WORDS: usize = 40;

/// A list, put together from the blocks that it runs over, or a column of a table.
#[derive(Debug, PartialEq, Eq)]
struct List {
    /// The block before it, which may introduce it; a table's title.
    before: Option<Span>,
    items: Vec<Span>,
    /// The heading of a column; empty for others.
    heading: String,
    table: bool,
}

/// The list that answers a question for one; `None` where it asks for none, or the best evidence is
/// no list.
pub(crate) fn list(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let Findings { question, reading, .. } = findings;
    let confidence = reading.confidence;
    if question.interpretation.kind != QuestionKind::List
        || confidence < asker.reader.least_confidence()
    {
        return Ok(None);
    }
    for sentence in reading.sentences.iter().take(NEAREST) {
        let blocks = asker.store.blocks(&sentence.statement.document)?;
        let list = match list_at(&blocks, sentence.statement.span) {
            Some(list) => list,
            None => match column_at(asker, question, sentence)? {
                Some(column) => column,
                None => continue,
            },
        };
        let Some(whole) = list.items.iter().chain(&list.before).copied().reduce(|a, b| a.union(&b))
        else {
            continue;
        };
        let (start, text) = asker.store.flow_text(&sentence.statement.document, whole)?;
        let words = |span: Span| within(&text, start, span);
        let lead = list.before.and_then(|before| match list.table {
            true => Some(before),
            false => introduction(words(before), before),
        });
        let count: usize =
            list.items.iter().map(|item| words(*item).split_whitespace().count()).sum();
        let introduced = lead.map_or("", words);
        let above = [introduced, &list.heading, &sentence.statement.section];
        let shared = shared(asker, findings, &above);
        // "A party may terminate at once if:" lists the grounds without calling them so.
        let announced = introduced.trim_end().ends_with(':') && shared >= ANNOUNCED_SHARED;
        if shared < LEAST_SHARED
            || !(announced || names_what_is_asked(asker, question, &above))
            || count > MOST_ITEM_WORDS * list.items.len()
        {
            continue;
        }
        let cited = cited(asker, &sentence.statement, &list.items, lead, &words)?;
        let items = cited.sentences.iter().filter(|sentence| sentence.item).count();
        if items < FEWEST_ITEMS {
            continue;
        }
        let left = list.items.len().saturating_sub(MOST_ITEMS);
        let note = (left > 0).then(|| {
            format!("The list has {} items; the first {items} are shown.", list.items.len())
        });
        let mut composed = Composed::quoted(cited, confidence);
        composed.details.note = note;
        return Ok(Some(composed));
    }
    Ok(None)
}

/// The column of the table in which a sentence stands whose heading names what is asked.
fn column_at(
    asker: &Asker,
    question: &Question,
    sentence: &RankedSentence,
) -> Result<Option<List>> {
    let tables = asker.store.tables(&sentence.statement.document, sentence.statement.span)?;
    let Some(table) = tables.first() else { return Ok(None) };
    let whole = table.caption.map_or(table.span, |caption| caption.union(&table.span));
    let (start, text) = asker.store.flow_text(&sentence.statement.document, whole)?;
    let words = |cell: &Cell| {
        let parts = cell.spans.iter().map(|span| within(&text, start, *span));
        parts.collect::<Vec<_>>().join(" ")
    };
    let named =
        |cell: &&Cell| cell.columns == 1 && names_what_is_asked(asker, question, &[&words(cell)]);
    let headers = table.rows.iter().filter(|row| row.kind == RowKind::Header);
    let Some(header) = headers.flat_map(|row| &row.cells).find(named) else { return Ok(None) };
    Ok(column(table, header.column).map(|items| List {
        before: table.caption,
        items,
        heading: words(header),
        table: true,
    }))
}

/// How much of the question's words, by what they count, these texts hold; 0 to 1.
fn shared(asker: &Asker, findings: &Findings<'_>, texts: &[&str]) -> f32 {
    let stems: Vec<Stem> = texts.iter().flat_map(|text| asker.vocabulary.stems(text)).collect();
    let terms = findings.question.whole.terms.stems.iter().zip(&findings.reading.weights);
    terms.filter(|(term, _)| stems.contains(term)).map(|(_, weight)| *weight).sum()
}

/// Whether one of the words that say what is to be listed ("covered *services*") stands in these
/// texts.
fn names_what_is_asked(asker: &Asker, question: &Question, texts: &[&str]) -> bool {
    let vocabulary = &asker.vocabulary;
    let stems: Vec<Stem> = texts.iter().flat_map(|text| vocabulary.stems(text)).collect();
    let asked = &question.interpretation.listed;
    asked.is_empty() || asked.iter().any(|word| stems.contains(&vocabulary.stem(word)))
}

/// The list as sentences, each with its citation; what nobody can see is left out.
fn cited<'t>(
    asker: &Asker,
    near: &Statement,
    items: &[Span],
    lead: Option<Span>,
    words: &dyn Fn(Span) -> &'t str,
) -> Result<Cited> {
    let mut cited = Cited::default();
    let all = lead.into_iter().map(|span| (span, false));
    for (span, item) in all.chain(items.iter().take(MOST_ITEMS).map(|item| (*item, true))) {
        let span = without_bullet(span, words(span));
        let statement = Statement { span, text: words(span).to_owned(), ..near.clone() };
        let Some(citation) = cite(&asker.store, &statement, 1.0)? else { continue };
        let n = cited.add(citation);
        let parts = part(&statement.text, false, &[n]).into_iter().collect();
        cited.sentences.push(AnswerSentence { parts, verdict: Verdict::Confirmed, item });
    }
    Ok(cited)
}

/// The list in which a span stands, or which follows it where it introduces one.
fn list_at(blocks: &[Block], span: Span) -> Option<List> {
    let at = blocks.iter().position(|block| block.span.overlaps(&span))?;
    let is_list = |at: usize| blocks.get(at).is_some_and(|block| block.kind == BlockKind::List);
    let mut first = if is_list(at) { at } else { at + 1 };
    if !is_list(first) {
        return None;
    }
    // A page's end cuts a list into two blocks; notes and captions may stand between them.
    let beside = |at: usize| {
        blocks.get(at).is_some_and(|b| matches!(b.kind, BlockKind::Footnote | BlockKind::Caption))
    };
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
    let before = (0..first).rev().find(|at| !beside(*at)).map(|at| &blocks[at]);
    let before = before
        .filter(|block| matches!(block.kind, BlockKind::Paragraph | BlockKind::Heading))
        .map(|block| block.span);
    Some(List { before, items, heading: String::new(), table: false })
}

/// The cells of a column's rows; `None` where one wraps over lines that other cells share, since it
/// cannot be cited as one.
fn column(table: &Table, column: u32) -> Option<Vec<Span>> {
    let rows = table.rows.iter().filter(|row| row.kind == RowKind::Body);
    let cells = rows.flat_map(|row| &row.cells).filter(|cell| cell.column == column);
    cells
        .map(|cell| match cell.spans.as_slice() {
            [one] => Some(*one),
            _ => None,
        })
        .collect()
}

/// The sentence that introduces a list: the last of the block before it, where it leads on.
fn introduction(text: &str, span: Span) -> Option<Span> {
    let whole = Span::new(0, u32::try_from(text.len()).ok()?);
    let last = sentences(text, &[whole]).into_iter().next_back()?;
    let words = text.get(last.range())?.split_whitespace().count();
    let lower = text.get(last.range())?.to_lowercase();
    let points = ["following", "below", "these", "include"];
    let leads = lower.trim_end().ends_with([':', '–', '—'])
        || words > 2 && points.iter().any(|word| lower.contains(word));
    leads.then(|| Span::new(span.start + last.start, span.start + last.end))
}

/// The span of an item without the sign before it; a number or a letter stays.
fn without_bullet(span: Span, text: &str) -> Span {
    let sign = |c: char| !c.is_alphanumeric() && !"([“\"'‘$€£".contains(c);
    let bare = text.trim_start_matches(sign);
    let cut = u32::try_from(text.len() - bare.len()).unwrap_or_default();
    let end = span.start + u32::try_from(text.trim_end().len()).unwrap_or_default();
    if bare.is_empty() { span } else { Span::new(span.start + cut, end.max(span.start + cut)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(kind: BlockKind, start: u32, items: &[(u32, u32)]) -> Block {
        let items: Vec<Span> = items.iter().map(|(start, end)| Span::new(*start, *end)).collect();
        let end = items.last().map_or(start + 10, |item| item.end);
        Block { kind, span: Span::new(start, end), items }
    }

    #[test]
    fn a_list_is_whole_over_the_ends_of_pages() {
        let blocks = [
            block(BlockKind::Paragraph, 0, &[]),
            block(BlockKind::List, 12, &[(12, 20), (21, 30)]),
            block(BlockKind::Footnote, 32, &[]),
            block(BlockKind::List, 44, &[(44, 50)]),
            block(BlockKind::Paragraph, 52, &[]),
        ];
        let whole = List {
            before: Some(Span::new(0, 10)),
            items: vec![Span::new(12, 20), Span::new(21, 30), Span::new(44, 50)],
            heading: String::new(),
            table: false,
        };
        for place in [(0, 10), (13, 20), (44, 50)] {
            let found = list_at(&blocks, Span::new(place.0, place.1));
            assert_eq!(found.as_ref(), Some(&whole), "{place:?}");
        }
        assert_eq!(list_at(&blocks, Span::new(52, 60)), None);
        assert_eq!(list_at(&blocks, Span::new(90, 95)), None);
        assert_eq!(list_at(&[], Span::new(0, 5)), None);
    }

    #[test]
    fn a_column_is_a_list_where_its_cells_are_whole() {
        let cell = |column, spans: &[(u32, u32)]| Cell {
            column,
            columns: 1,
            spans: spans.iter().map(|(start, end)| Span::new(*start, *end)).collect(),
            page: citelight_core::PageNumber::FIRST,
            rect: citelight_core::Rect { x0: 0.0, y0: 0.0, x1: 1.0, y1: 1.0 },
        };
        let row = |kind, cells| citelight_core::TableRow { kind, indent: 0, cells };
        let table = Table {
            id: 0,
            span: Span::new(0, 40),
            columns: 2,
            label_columns: 1,
            rows: vec![
                row(RowKind::Header, vec![cell(0, &[(0, 4)]), cell(1, &[(5, 9)])]),
                row(RowKind::Body, vec![cell(0, &[(10, 14)]), cell(1, &[(15, 19), (25, 29)])]),
                row(RowKind::Body, vec![cell(0, &[(30, 34)])]),
            ],
            caption: None,
            units: None,
        };
        assert_eq!(column(&table, 0), Some(vec![Span::new(10, 14), Span::new(30, 34)]));
        assert_eq!(column(&table, 1), None);
    }

    #[test]
    fn what_introduces_a_list_is_its_last_sentence() {
        let text = "Fees are due. The following are covered:";
        let span = Span::new(100, 140);
        let found = introduction(text, span).unwrap();
        assert_eq!(
            &text[found.start as usize - 100..found.end as usize - 100],
            "The following are covered:"
        );
        assert_eq!(introduction("Fees are due in May.", span), None);
        assert_eq!(introduction("", span), None);
    }

    #[test]
    fn bullets_are_no_words_of_an_item() {
        let kept = |text: &str| {
            let span = Span::new(50, 50 + u32::try_from(text.len()).unwrap());
            let found = without_bullet(span, text);
            text[found.start as usize - 50..found.end as usize - 50].to_owned()
        };
        assert_eq!(kept("• Dental care"), "Dental care");
        assert_eq!(kept("– $5 a day "), "$5 a day");
        assert_eq!(kept("(a) Dental care"), "(a) Dental care");
        assert_eq!(kept("1. Dental care"), "1. Dental care");
        assert_eq!(kept("•"), "•");
    }
}
