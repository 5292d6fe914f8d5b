//! Whether a change bears on a statement: by the part that it names, or by the words that it ends.

use std::collections::HashSet;
use std::sync::Arc;

use citelight_core::{Amendment, AmendmentKind, Block, DocumentId, Span};
use citelight_text::Stem;

use crate::amending::part_of;
use crate::ask::asker::Asker;
use crate::ask::cite::{Statement, folded, within};
use crate::ask::document_cache::Outline;
use crate::ask::read::{RankedSentence, likeness};
use crate::error::Result;

/// A change is about what is asked where it holds so much of the question's words, by what they count, or
/// is so like what it changes. Set by hand.
pub(super) const LEAST_SHARED: f32 = 0.25;
const LEAST_LIKE: f32 = 0.15;
/// A change of a whole part is about all that stands in one of so many bytes.
const SHORT_PART: u32 = 600;
/// Names of changes in their order, as titles have them.
const ORDINALS: [&[&str]; 6] = [
    &["first", "no. 1", "1st"],
    &["second", "no. 2", "2nd"],
    &["third", "no. 3", "3rd"],
    &["fourth", "no. 4", "4th"],
    &["fifth", "no. 5", "5th"],
    &["sixth", "no. 6", "6th"],
];

/// A change with where it is said.
pub(super) struct Change {
    pub(super) document: DocumentId,
    pub(super) file_name: String,
    pub(super) amendment: Amendment,
    /// What the changes of a document come behind, as its opening says; 0 where it does not.
    pub(super) order: usize,
    /// The words of the change, those that hold now included.
    pub(super) sentence: String,
    pub(super) new: String,
    /// The words that hold no longer, where it names them and they are more than a word that many texts hold.
    pub(super) old: Option<String>,
}

impl Change {
    /// Whether it replaces rows, and the new ones hold the row of a value.
    pub(super) fn holds_row_of(&self, statement: &Statement) -> bool {
        let label = statement.value.as_ref().map(|value| value.meaning.row.as_str());
        let label = label.and_then(|row| row.rsplit(" > ").next()).unwrap_or_default();
        let label = label.split(',').next().unwrap_or_default().trim();
        let rows = self.new.lines().filter(|row| !row.trim().is_empty());
        self.amendment.kind == AmendmentKind::Replaced
            && label.chars().count() > 1
            && rows.clone().count() > 1
            && rows.clone().any(|row| row.trim_start().starts_with(label))
    }

    /// The first of some values that it ends.
    pub(super) fn ended<'s>(&self, values: &[&'s Statement]) -> Option<&'s Statement> {
        let ends = |one: &&&Statement| one.value.as_ref().is_some_and(|v| self.ends(&v.text));
        values.iter().find(ends).copied()
    }

    /// Whether it says a value, and not as what holds from then on.
    fn ends(&self, value: &str) -> bool {
        times(&folded(&self.sentence), value) > 0 && !folded(&self.new).contains(value)
    }
}

/// The best statement with its document.
pub(super) struct Changed<'a> {
    best: &'a RankedSentence,
    text: String,
    outline: Arc<Outline>,
    blocks: Arc<Vec<Block>>,
    /// The parts that the statement itself changes, where it says a change.
    changes: Vec<String>,
}

impl<'a> Changed<'a> {
    pub(super) fn read(
        asker: &Asker,
        best: &'a RankedSentence,
        amendments: &[(DocumentId, Amendment)],
    ) -> Result<Changed<'a>> {
        let at = &best.statement;
        let says = |(document, amendment): &&(DocumentId, Amendment)| {
            *document == at.document && covers(amendment, at.span)
        };
        let changes = amendments.iter().filter(says).map(|(_, one)| one.part.clone()).collect();
        Ok(Changed {
            best,
            text: asker.store.flow_text(&at.document, Span::new(0, u32::MAX))?.1,
            outline: asker.document_cache.outline(&at.document)?,
            blocks: asker.document_cache.blocks(&at.document)?,
            changes,
        })
    }

    /// The part that a change names, where the statement stands in it; `None` where it does not.
    fn part(&self, change: &Change) -> Option<Span> {
        let at = &self.best.statement;
        let number = &change.amendment.part;
        if number.is_empty() {
            return None;
        }
        if self.changes.contains(number) {
            return Some(at.span);
        }
        let own = change.document == at.document;
        let before = if own { change.amendment.span.start } else { u32::MAX };
        let span = part_of(&self.text, &self.outline.sections, &self.blocks, number, before)?;
        (span.overlaps(&at.span) && !is_other_item(number, &at.text)).then_some(span)
    }

    /// Whether the statement holds the words that a change ends; and whether nothing else in its document does.
    fn holds_old(&self, change: &Change) -> (bool, bool) {
        let Some(old) = &change.old else { return (false, false) };
        let at = &self.best.statement;
        if times(&folded(&at.text), old) == 0 {
            return (false, false);
        }
        let all = times(&folded(&self.text), old);
        // What says the change names them too.
        let said = if change.document == at.document { &change.sentence } else { "" };
        (true, all.saturating_sub(times(&folded(said), old)) == 1)
    }

    /// Whether a change bears on the statement. `shared` is the share of the question's words that the change
    /// holds.
    pub(super) fn bears(&self, asker: &Asker, change: &Change, shared: f32) -> bool {
        let at = &self.best.statement;
        if change.document == at.document && change.amendment.span.start <= at.span.start {
            return false; // what stands behind a change was written with it in view
        }
        let part = self.part(change);
        let (holds, alone) = self.holds_old(change);
        if holds && (alone || part.is_some() || shared >= LEAST_SHARED) {
            return true;
        }
        let Some(part) = part else { return false };
        let whole = change.old.is_none() && change.amendment.kind != AmendmentKind::Added;
        whole && part.len() <= SHORT_PART
            || shared >= LEAST_SHARED
            || likeness(&stems_of(asker, change), &self.best.stems) >= LEAST_LIKE
    }
}

/// How often a text holds some words as whole ones.
fn times(text: &str, words: &str) -> usize {
    let is_whole = |at: &usize| {
        let (before, after) = (&text[..*at], &text[at + words.len()..]);
        !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
    };
    text.match_indices(words).map(|(at, _)| at).filter(is_whole).count()
}

/// Whether a text is another item than the one of this number: "(d) Recordings …" is not 3(c).
fn is_other_item(number: &str, text: &str) -> bool {
    let letter = number.split_once('(').map(|(_, letter)| letter.trim_end_matches(')'));
    let own = text.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')'));
    letter.zip(own).is_some_and(|(letter, (own, _))| letter != own)
}

/// The amendments of one document with their words.
pub(super) fn changes_of(
    asker: &Asker,
    amendments: &[(DocumentId, Amendment)],
) -> Result<Vec<Change>> {
    let Some((document, _)) = amendments.first() else { return Ok(Vec::new()) };
    let file_name = asker.documents.row(document)?.file_name;
    let (start, text) = asker.store.flow_text(document, Span::new(0, u32::MAX))?;
    let opening: String = text.chars().take(1_500).collect::<String>().to_lowercase();
    let named = |names: &[&str]| {
        names.iter().any(|name| {
            opening.contains(&format!("{name} amendment"))
                || opening.contains(&format!("amendment {name}"))
        })
    };
    let order = ORDINALS.iter().rposition(|names| named(names)).map_or(0, |at| at + 1);
    let words = |span: Span| within(&text, start, span).to_owned();
    Ok(amendments
        .iter()
        .map(|(_, amendment)| Change {
            document: document.clone(),
            file_name: file_name.clone(),
            order,
            sentence: words(amendment.span),
            new: amendment.new.map(words).unwrap_or_default(),
            old: amendment.old.map(words).map(|old| folded(&old)).filter(|old| is_telling(old)),
            amendment: amendment.clone(),
        })
        .collect())
}

/// Whether words are more than one that many texts hold: a figure, or two words.
fn is_telling(words: &str) -> bool {
    words.contains(|c: char| c.is_ascii_digit()) || words.split_whitespace().count() > 1
}

/// Whether a span lies in the words of a change.
pub(super) fn covers(amendment: &Amendment, span: Span) -> bool {
    amendment.span.overlaps(&span) || amendment.new.is_some_and(|new| new.overlaps(&span))
}

/// Stems of the words of a change.
pub(super) fn stems_of(asker: &Asker, change: &Change) -> HashSet<Stem> {
    asker.vocabulary.stems(&format!("{} {}", change.sentence, change.new)).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_whole() {
        assert_eq!(times("£5 or £50, not £5.", "£5"), 2);
        assert!(is_telling("£5") && is_telling("two weeks") && !is_telling("weeks"));
        assert!(is_other_item("3(c)", "(d) Calls") && !is_other_item("3(c)", "(c) Films"));
        assert!(!is_other_item("3", "(d) Calls") && !is_other_item("3(c)", "Calls"));
    }
}
