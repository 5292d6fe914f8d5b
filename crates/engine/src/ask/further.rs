//! What belongs to an answer besides the statement that answers best: a condition, the next step, an exception. Mostly the
//! answer goes on behind it: the trained reader tells of each statement there whether it still belongs.

use citelight_core::{Block, BlockKind, QuestionSort, Span};
use citelight_models::Weigher;
use citelight_question::{asks_how_to, asks_what_to_do};
use citelight_structure::sentences_of;

use super::alone::{title_of, weigh_by};
use super::asker::Asker;
use super::cite::{Statement, folded};
use super::lists::{block_at, without_bullet};
use super::question::Question;
use super::quoting::Said;
use super::read::{RankedSentence, Reading};
use super::table_cache::innermost;
use crate::error::Result;

/// Statements before and behind the best one that are read, and blocks that hold them.
const BEFORE: usize = 3;
const BEHIND: usize = 8;
/// Characters of a statement that are read, of its beginning and of its end, and words of one that is read at least. As
/// in training.
const BEGINNING: usize = 180;
const ENDING: usize = 60;
const FEWEST_WORDS: usize = 3;
/// From which margins on, in log-odds, a statement before the best one and one behind it belong to the answer: where a
/// way is asked for, a value, and anything else. Chosen on 237 questions with complete answers, over documents that the
/// model did not learn from.
const OF_WAY: (f32, f32) = (0.5, -1.0);
const OF_VALUE: (f32, f32) = (3.25, 0.75);
const OF_OTHERS: (f32, f32) = (2.0, -0.5);

/// A statement that belongs to an answer, or may.
pub(crate) struct Further {
    pub(crate) statement: Statement,
    /// Whether it is an item of a list.
    item: bool,
    /// Where it stands from the best one.
    place: Place,
    /// How sure it is that it belongs to it, 0 to 1.
    share: f32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Above,
    Before,
    Next,
    Then,
}

impl Place {
    /// As the trained reader is told.
    fn name(self) -> &'static str {
        match self {
            Place::Above => "above",
            Place::Before => "before",
            Place::Next => "next",
            Place::Then => "then",
        }
    }
}

impl Further {
    /// As it is shown.
    pub(crate) fn said(&self) -> Said<'_> {
        let (statement, item, share) = (&self.statement, self.item, self.share);
        Said { statement, stem: None, share, lit: None, item }
    }
}

/// What belongs to the answer besides `best`, in the order of the document; nothing without the trained reader.
pub(crate) fn further(
    asker: &Asker,
    question: &Question,
    reading: &Reading,
    best: &RankedSentence,
) -> Result<Vec<Further>> {
    if best.statement.value.is_some() || !reading.by_reader {
        return Ok(Vec::new());
    }
    let mut near = around(asker, &best.statement)?;
    // What leads to the best one is shown before it.
    let stem = best.stem.as_ref().map(|stem| stem.span);
    near.retain(|one| stem.is_none_or(|stem| !stem.overlaps(&one.statement.span)));
    let own = as_read(&best.statement);
    let title = title_of(&best.statement.section);
    let read: Vec<String> = near
        .iter()
        .map(|one| {
            let sign = if one.item { "- " } else { "" };
            format!("{}: {sign}{} « {title}: {own}", one.place.name(), as_read(&one.statement))
        })
        .collect();
    let margins = weigh_by(Weigher::Further, asker, question, &read)?;
    let asked = Asked::of(question);
    let told: Vec<(Place, f32)> =
        near.iter().zip(&margins).map(|(one, margin)| (one.place, *margin)).collect();
    let belongs = belonging(&told, asked);
    let sure = |margin: f32| 1.0 / (1.0 + (-margin).exp());
    Ok(near
        .into_iter()
        .zip(margins)
        .zip(belongs)
        .filter(|(_, belongs)| *belongs)
        .map(|((one, margin), _)| Further { share: sure(margin), ..one })
        .collect())
}

/// What a question asks for, as far as it tells how long an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    Value,
    Way,
    Other,
}

impl Asked {
    fn of(question: &Question) -> Asked {
        match question.interpretation.sort {
            QuestionSort::How => Asked::Way,
            _ if asks_how_to(&question.put) || asks_what_to_do(&question.put) => Asked::Way,
            QuestionSort::When | QuestionSort::Amount | QuestionSort::Who | QuestionSort::Where => {
                Asked::Value
            }
            _ => Asked::Other,
        }
    }
}

/// Which statements belong to an answer, of each its place and its margin, in the order of the document. From the best one
/// an answer goes on, before it and behind it, until something does not belong.
fn belonging(told: &[(Place, f32)], asked: Asked) -> Vec<bool> {
    let (least_before, least_behind) = match asked {
        Asked::Way => OF_WAY,
        Asked::Value => OF_VALUE,
        Asked::Other => OF_OTHERS,
    };
    let behind = told.iter().position(|one| matches!(one.0, Place::Next | Place::Then));
    let behind = behind.unwrap_or(told.len());
    let up = told[..behind].iter().rev().take_while(|one| one.1 >= least_before).count();
    let down = told[behind..].iter().take_while(|one| one.1 >= least_behind).count();
    (0..told.len()).map(|at| (behind - up..behind + down).contains(&at)).collect()
}

/// The statements before one and behind it, of running text and lists in its section, in their order.
fn around(asker: &Asker, own: &Statement) -> Result<Vec<Further>> {
    let blocks = asker.document_cache.blocks(&own.document)?;
    let Some(at) = block_at(&blocks, own.span) else { return Ok(Vec::new()) };
    let outline = asker.document_cache.outline(&own.document)?;
    let section = |span: Span| innermost(&outline.sections, span).map(|section| section.id);
    let near: Vec<&Block> = blocks[at.saturating_sub(BEFORE)..blocks.len().min(at + 1 + BEHIND)]
        .iter()
        .filter(|block| {
            let prose =
                !matches!(block.kind, BlockKind::Heading | BlockKind::Caption | BlockKind::Table);
            prose && section(block.span) == section(own.span)
        })
        .collect();
    let Some(whole) = Span::around(near.iter().map(|block| block.span)) else {
        return Ok(Vec::new());
    };
    let (start, text) = asker.store.flow_text(&own.document, whole)?;
    let local = |span: Span| Span::new(span.start - start, span.end - start);
    let mut all: Vec<(Span, bool)> = Vec::new();
    for block in near {
        let moved = Block {
            kind: block.kind,
            span: local(block.span),
            items: block.items.iter().copied().map(local).collect(),
        };
        let spans = sentences_of(&text, std::slice::from_ref(&moved));
        let inside = spans.into_iter().filter(|span| moved.span.contains(span));
        // An item may hold several sentences.
        let begins = |span: &Span| moved.items.iter().any(|item| item.start == span.start);
        all.extend(inside.map(|span| (span, block.kind == BlockKind::List && begins(&span))));
    }
    let is_own = |(span, _): &(Span, bool)| {
        Span::new(span.start + start, span.end + start).overlaps(&own.span)
    };
    let Some(first) = all.iter().position(is_own) else { return Ok(Vec::new()) };
    let last = all.iter().rposition(is_own).unwrap_or(first);
    let before = (first.saturating_sub(BEFORE)..first)
        .map(|at| (at, if at + 1 == first { Place::Before } else { Place::Above }));
    let behind = (last + 1..all.len().min(last + 1 + BEHIND))
        .map(|at| (at, if at == last + 1 { Place::Next } else { Place::Then }));
    Ok(before
        .chain(behind)
        .map(|(at, place)| {
            let (span, item) = all[at];
            let text = text[span.range()].to_owned();
            let span = Span::new(span.start + start, span.end + start);
            let statement = Statement { span, text, ..own.clone() };
            Further { statement, item, place, share: 0.0 }
        })
        .filter(|one| one.statement.text.split_whitespace().count() >= FEWEST_WORDS)
        .collect())
}

/// The words of a statement that are read: of a long one its beginning and its end.
fn as_read(statement: &Statement) -> String {
    let bare = without_bullet(statement.span, &statement.text);
    let cut = (bare.start - statement.span.start) as usize;
    let text = folded(&statement.text[cut..]);
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= BEGINNING + ENDING {
        return text;
    }
    let part = |letters: &[char]| letters.iter().collect::<String>();
    format!("{} … {}", part(&letters[..BEGINNING]), part(&letters[letters.len() - ENDING..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_goes_on_until_something_does_not_belong() {
        let (next, then) = (Place::Next, Place::Then);
        let told = [(next, 0.8), (then, -0.4), (then, -1.0), (then, 3.0)];
        assert_eq!(belonging(&told, Asked::Other), [true, true, false, false]);
        assert_eq!(belonging(&told, Asked::Value), [true, false, false, false], "it ends sooner");
        assert_eq!(belonging(&told, Asked::Way), [true, true, true, true]);
        assert!(belonging(&[], Asked::Other).is_empty());
    }

    #[test]
    fn what_stands_before_belongs_as_far_as_all_between_does() {
        let (above, before) = (Place::Above, Place::Before);
        let told = [(above, 2.0), (above, 0.0), (before, 0.6)];
        assert_eq!(belonging(&told, Asked::Way), [false, false, true], "a step before");
        assert_eq!(belonging(&told, Asked::Other), [false; 3]);
        let sure = [(before, 2.1), (Place::Next, -2.0)];
        assert_eq!(belonging(&sure, Asked::Other), [true, false]);
        assert_eq!(belonging(&sure, Asked::Value), [false, false]);
    }
}
