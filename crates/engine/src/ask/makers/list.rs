//! A list that answers: all its items, from every page it runs over, behind what introduces it.

use citelight_core::{
    Cell, Interpretation, QuestionKind, QuestionSort, RowKind, Sought, Span, Table,
};
use citelight_structure::sentences;
use citelight_text::Stem;

use crate::ask::alone::{as_read, weigh};
use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, Statement, within};
use crate::ask::compose::{Composed, Findings};
use crate::ask::lists::{List, leads_on};
use crate::ask::question::Question;
use crate::ask::quoting::item;
use crate::ask::read::{RankedSentence, Reading};
use crate::error::Result;

/// Sentences of which one must stand in the list, or introduce it.
const NEAREST: usize = 3;
/// Items that are shown at most.
const MOST_ITEMS: usize = 40;
/// What leads to a list and is further behind the best evidence, in log-odds, is not shown instead of it.
const MOST_BEHIND: f32 = 1.0;
/// An item so far ahead of all others, in log-odds, answers alone; of longer lists nobody asks it.
const FAR_AHEAD: f32 = 3.5;
const MOST_WEIGHED: usize = 24;
/// What leads to the best item may be so far behind it, and the item in the middle as well, in log-odds, where all of
/// them answer. Chosen on 96 of our own questions that one item answers, or several.
const LEADS_WITHIN: f32 = 3.0;
const ALIKE_WITHIN: f32 = 3.5;
/// Of more steps nobody needs all.
const MOST_STEPS: usize = 15;
/// Fewer items make no list.
const FEWEST_ITEMS: usize = 2;
/// An item of more words is a clause or a paragraph of its own, on average.
const MOST_ITEM_WORDS: usize = 40;
/// Under a heading, where nothing says that a list follows.
const MOST_WORDS_UNDER_HEADING: usize = 15;

/// What is shown as a list.
struct Shown {
    /// What introduces it; a table's title.
    lead: Option<Span>,
    items: Vec<Span>,
}

/// The list that answers: the best evidence, or for a question that asks for one what stands near it.
/// `None` where that is no list.
pub(crate) fn list(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let (question, reading) = (findings.question, findings.reading(asker)?);
    let confidence = reading.confidence;
    if confidence < asker.reader.least_confidence() {
        return Ok(None);
    }
    let asks = question.interpretation.kind == QuestionKind::List;
    if !asks
        && let Some(shown) = all_alike(asker, question, reading)?
        && let Some(first) = reading.sentences.first()
    {
        return as_list(asker, findings, &first.statement, shown, false);
    }
    let best = reading.sentences.first().map_or(0.0, |best| best.score);
    let close = |sentence: &&RankedSentence| is_close(best - sentence.score, reading.by_reader);
    // One item that leads to no others may say all, where what introduces the list says little.
    let leads_to_others = |one: &&RankedSentence| !one.items.is_empty() && leads_on(one.text());
    let first = reading.sentences.first().filter(|first| !leads_to_others(first));
    let first = first.map(|first| &first.statement);
    let leads_to_it = |one: &&RankedSentence| {
        let Some(first) = first.filter(|first| first.document == one.statement.document) else {
            return false;
        };
        one.items.iter().any(|item| item.overlaps(&first.span))
    };
    if reading.sentences.iter().find(leads_to_it).is_some_and(|stem| !close(&stem)) {
        return Ok(None);
    }
    let nearest = reading.sentences.iter().take(if asks { NEAREST } else { 1 });
    for sentence in nearest.take_while(close) {
        let Some(shown) = shown(asker, question, sentence, asks)? else { continue };
        if let Some(composed) = as_list(asker, findings, &sentence.statement, shown, true)? {
            return Ok(Some(composed));
        }
    }
    Ok(None)
}

/// A list that answers as a whole, with its citations; one item of it where that answers by itself.
pub(super) fn shown_whole(
    asker: &Asker,
    findings: &Findings<'_>,
    near: &Statement,
    lead: Option<Span>,
    items: Vec<Span>,
) -> Result<Option<Composed>> {
    as_list(asker, findings, near, Shown { lead, items }, true)
}

/// What is shown as a list, with its citations; one item of it where `one_may` answer alone and does. `None` where
/// that is no list, or its items are too long for one.
fn as_list(
    asker: &Asker,
    findings: &Findings<'_>,
    near: &Statement,
    mut shown: Shown,
    one_may: bool,
) -> Result<Option<Composed>> {
    let (question, reading) = (findings.question, findings.reading(asker)?);
    let all = shown.items.iter().chain(&shown.lead).copied();
    let Some(whole) = Span::around(all) else { return Ok(None) };
    let (start, text) = asker.store.flow_text(&near.document, whole)?;
    let words = |span: Span| within(&text, start, span);
    let is_long = |items: &[Span]| {
        let count = |item: &Span| words(*item).split_whitespace().count();
        items.iter().map(count).sum::<usize>() > MOST_ITEM_WORDS * items.len()
    };
    if one_may && is_long(&shown.items) {
        // Of items that are paragraphs, what each begins with; never what introduces them alone.
        shown.items = shown.items.iter().map(|item| beginning(*item, words(*item))).collect();
    }
    if is_long(&shown.items) {
        return Ok(None);
    }
    let lone = if one_may { alone(asker, question, near, &shown, &words)? } else { None };
    shown.items = lone.map_or(shown.items, |item| vec![item]);
    let cited = cited(asker, near, &shown.items, shown.lead, &words)?;
    let items = cited.sentences.iter().filter(|sentence| sentence.item).count();
    if items < FEWEST_ITEMS && lone.is_none() {
        return Ok(None);
    }
    let left = shown.items.len().saturating_sub(MOST_ITEMS);
    let note = (left > 0)
        .then(|| format!("The list has {} items; the first {items} are shown.", shown.items.len()));
    let mut composed = Composed::quoted(cited, reading.confidence);
    composed.details.note = note;
    Ok(Some(composed))
}

/// Whether a question that does not say that it asks for several things may be answered by some: it asks for no amount,
/// person, place or time.
pub(super) fn may_ask_for_several(asked: &Interpretation) -> bool {
    matches!(asked.kind, QuestionKind::Fact | QuestionKind::Summary)
        && matches!(asked.sought, None | Some(Sought::List))
        && asked.sort != QuestionSort::Why
}

/// The list of which the best evidence is an item, where the others answer nearly as well and so does what leads to
/// them: "What must the minutes contain?" does not say that it asks for several things.
fn all_alike(asker: &Asker, question: &Question, reading: &Reading) -> Result<Option<Shown>> {
    let asked = &question.interpretation;
    let several = may_ask_for_several(asked);
    let is_item = |best: &&RankedSentence| best.stem.is_some() && best.items.is_empty();
    let Some(best) =
        reading.sentences.first().filter(|best| reading.by_reader && several && is_item(best))
    else {
        return Ok(None);
    };
    let near = &best.statement;
    let Some(list) = List::at(asker, &near.document, near.span)? else { return Ok(None) };
    let Some((lead, stem)) = list.item_at(near.span).and_then(|at| list.stem_of(at)) else {
        return Ok(None);
    };
    let leads = reading
        .sentences
        .iter()
        .find(|one| one.statement.document == near.document && one.statement.span.overlaps(&lead));
    if leads.is_none_or(|leads| best.score - leads.score > LEADS_WITHIN) {
        return Ok(None);
    }
    let above = list.items.iter().position(|item| item.span == lead);
    let beside = list.items.iter().filter(|item| item.parent == above);
    let texts: Vec<&str> = beside.map(|item| item.text.as_str()).collect();
    // What stands under a heading and is longer are parts of a text, each about something of its own.
    let words = texts.iter().map(|text| text.split_whitespace().count()).sum::<usize>();
    let parts = !leads_on(stem) && words > MOST_WORDS_UNDER_HEADING * texts.len();
    if parts || !(FEWEST_ITEMS..=MOST_WEIGHED).contains(&texts.len()) {
        return Ok(None);
    }
    let items = above.map_or_else(|| list.spans(), |above| list.under(above));
    // Steps are done one after the other: who asks how needs all of them.
    let numbered = texts.iter().all(|text| text.starts_with(|c: char| c.is_ascii_digit()));
    if asked.sort == QuestionSort::How && numbered && items.len() <= MOST_STEPS {
        return Ok(Some(Shown { lead: Some(lead), items }));
    }
    let read: Vec<String> = texts.iter().map(|text| as_read(&near.section, stem, text)).collect();
    Ok(are_alike(&weigh(asker, question, &read)?).then_some(Shown { lead: Some(lead), items }))
}

/// Whether at least half of all answer nearly as well as the best.
fn are_alike(margins: &[f32]) -> bool {
    let mut margins = margins.to_vec();
    margins.sort_by(|a, b| b.total_cmp(a));
    let [best, ..] = margins[..] else { return false };
    best - margins[margins.len() / 2] <= ALIKE_WITHIN
}

/// Whether what is so far `behind` the best evidence may stand for it. Without the trained reader words alone tell them
/// apart, and what introduces a list has few.
fn is_close(behind: f32, by_reader: bool) -> bool {
    !by_reader || behind <= MOST_BEHIND
}

/// The item that answers by itself, where the others do not: of all that stands under "About us" the line with what
/// was asked.
fn alone<'t>(
    asker: &Asker,
    question: &Question,
    near: &Statement,
    shown: &Shown,
    words: &dyn Fn(Span) -> &'t str,
) -> Result<Option<Span>> {
    if !(FEWEST_ITEMS..=MOST_WEIGHED).contains(&shown.items.len()) {
        return Ok(None);
    }
    let lead = shown.lead.map_or("", words);
    let read: Vec<String> =
        shown.items.iter().map(|item| as_read(&near.section, lead, words(*item))).collect();
    let item = far_ahead(&weigh(asker, question, &read)?);
    Ok(item.and_then(|item| shown.items.get(item)).copied())
}

/// The one that answers far better than all others, by its place.
fn far_ahead(margins: &[f32]) -> Option<usize> {
    let mut order: Vec<usize> = (0..margins.len()).collect();
    order.sort_by(|a, b| margins[*b].total_cmp(&margins[*a]));
    let [first, second, ..] = order[..] else { return None };
    (margins[first] - margins[second] >= FAR_AHEAD).then_some(first)
}

/// What a sentence shows as a list: what it introduces, and for a question that `asks` for a list the one
/// of which it is an item, or the column of a table.
fn shown(
    asker: &Asker,
    question: &Question,
    sentence: &RankedSentence,
    asks: bool,
) -> Result<Option<Shown>> {
    let own = sentence.statement.span;
    if !sentence.items.is_empty() {
        return Ok(Some(Shown { lead: Some(own), items: sentence.items.clone() }));
    }
    if !asks {
        return Ok(None);
    }
    let Some(stem) = &sentence.stem else { return column_at(asker, question, sentence) };
    let Some(list) = List::at(asker, &sentence.statement.document, own)? else { return Ok(None) };
    let above = list.items.iter().position(|item| item.span == stem.span);
    let items = above.map_or_else(|| list.spans(), |above| list.under(above));
    Ok(Some(Shown { lead: Some(stem.span), items }))
}

/// The first sentence of an item.
fn beginning(item: Span, text: &str) -> Span {
    let whole = Span::new(0, text.len() as u32);
    let first = sentences(text, &[whole]).first().copied().unwrap_or(whole);
    Span::new(item.start, item.start + first.end)
}

/// The column of the table in which a sentence stands whose heading names what is asked.
fn column_at(
    asker: &Asker,
    question: &Question,
    sentence: &RankedSentence,
) -> Result<Option<Shown>> {
    let tables = asker.store.tables(&sentence.statement.document, sentence.statement.span)?;
    let Some(table) = tables.first() else { return Ok(None) };
    let (start, text) = asker.store.flow_text(&sentence.statement.document, table.reach())?;
    let words = |cell: &Cell| {
        let parts = cell.spans.iter().map(|span| within(&text, start, *span));
        parts.collect::<Vec<_>>().join(" ")
    };
    let named =
        |cell: &&Cell| cell.columns == 1 && names_what_is_asked(asker, question, &[&words(cell)]);
    let headers = table.rows.iter().filter(|row| row.kind == RowKind::Header);
    let Some(header) = headers.flat_map(|row| &row.cells).find(named) else { return Ok(None) };
    let items = column(table, header.column);
    Ok(items.map(|items| Shown { lead: table.caption, items }))
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
    for (span, is_item) in all.chain(items.iter().take(MOST_ITEMS).map(|item| (*item, true))) {
        if let Some(said) = item(asker, near, span, words(span), &mut cited)? {
            cited.say(vec![said], is_item);
        }
    }
    Ok(cited)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_far_behind_the_best_evidence_does_not_stand_for_it() {
        assert!(is_close(0.0, true) && is_close(0.9, true));
        assert!(!is_close(1.1, true));
        assert!(is_close(1.1, false), "by words alone");
    }

    #[test]
    fn an_item_answers_alone_where_no_other_does() {
        assert_eq!(far_ahead(&[-3.0, 4.0, -4.5]), Some(1));
        assert_eq!(far_ahead(&[5.2, 5.1, 5.0]), None);
        assert_eq!(far_ahead(&[5.0]), None, "nothing to compare it with");
        assert_eq!(far_ahead(&[]), None, "without the trained reader");
    }

    #[test]
    fn items_are_alike_where_half_of_them_answer_as_well_as_the_best() {
        assert!(are_alike(&[4.0, 5.5, 3.0, -2.0, 5.0]));
        assert!(!are_alike(&[4.0, -5.5, -3.0]));
        assert!(!are_alike(&[4.0, -5.5]), "one of two");
        assert!(!are_alike(&[]), "without the trained reader");
    }

    #[test]
    fn a_long_item_begins_with_its_first_sentence() {
        let text = "● Post: Letters go to homes nearby. Those who live elsewhere get none.";
        let item = Span::new(30, 30 + text.len() as u32);
        let first = beginning(item, text);
        assert_eq!(first.start, 30);
        let cut = &text[..(first.end - first.start) as usize];
        assert_eq!(cut.trim_end(), "● Post: Letters go to homes nearby.");
        assert_eq!(beginning(Span::new(5, 9), "none"), Span::new(5, 9));
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
}
