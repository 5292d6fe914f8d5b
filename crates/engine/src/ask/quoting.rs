//! Statements as they are quoted: each behind what governs it, the words that answer lit, the sign of an item left out.

use std::ops::Range;

use citelight_core::{AnswerPart, Span};

use super::asker::Asker;
use super::cite::{Cited, Statement, cite, part, within};
use super::excerpt::label_ends;
use super::lists::without_bullet;
use super::read::{RankedSentence, Reading};
use crate::error::Result;

/// A statement as it is shown.
pub(crate) struct Said<'a> {
    pub(crate) statement: &'a Statement,
    /// What governs it and is shown before it.
    pub(crate) stem: Option<&'a Statement>,
    /// How well it answers, as a share of how well the best one does.
    pub(crate) share: f32,
    /// Its words that answer, as a range of its bytes.
    pub(crate) lit: Option<Range<usize>>,
    /// Whether it is shown as an item of a list.
    pub(crate) item: bool,
}

impl<'a> Said<'a> {
    /// What was read, with those of its words lit; `reading` tells how good the best one is.
    pub(crate) fn of(
        one: &'a RankedSentence,
        reading: &Reading,
        lit: Option<Range<usize>>,
    ) -> Said<'a> {
        let best = reading.sentences.first().map_or(0.0, |best| best.score);
        let share = (one.score - best).min(0.0).exp();
        Said { statement: &one.statement, stem: one.stem.as_ref(), share, lit, item: false }
    }
}

/// Statements with their citations, one each, behind what governs them.
pub(crate) fn quote<'a>(asker: &Asker, all: impl IntoIterator<Item = Said<'a>>) -> Result<Cited> {
    let mut cited = Cited::default();
    let mut shown_stem = None;
    for said in all {
        let (bare, cut) = without_sign(said.statement);
        let shifted =
            |lit: Range<usize>| lit.start.saturating_sub(cut)..lit.end.saturating_sub(cut);
        let (text, lit) = (bare.text.as_str(), said.lit.map(shifted));
        let Some(whole) = cite(&asker.store, &bare, said.share)? else {
            continue; // no rectangle, no citation: a person must be able to see the words
        };
        let mut parts = Vec::new();
        if let Some(stem) = said.stem
            && shown_stem != Some(stem.span)
            && let (bare, _) = without_sign(stem)
            && let Some(citation) = cite(&asker.store, &bare, said.share)?
        {
            shown_stem = Some(stem.span);
            let n = cited.add(citation);
            parts.extend(part(&bare.text, false, &[n]));
        }
        // Where a bullet parted an item from what leads to it.
        if cut > 0 && parts.last().is_some_and(|stem| !stem.text.ends_with(':')) {
            parts.extend(part("·", false, &[]));
        }
        let n = cited.add(whole);
        let mut own = lit_parts(text, lit, n);
        if said.statement.value.is_some()
            && let [label, _, ..] = &mut own[..]
        {
            label.text = label_ends(&label.text);
        }
        parts.extend(own);
        cited.say(parts, said.item);
    }
    Ok(cited)
}

/// An item as a part with its citation, without the bullet before it; `None` where nobody can see it. `near` says in
/// which document it stands.
pub(crate) fn item(
    asker: &Asker,
    near: &Statement,
    span: Span,
    text: &str,
    cited: &mut Cited,
) -> Result<Option<AnswerPart>> {
    let bare = without_bullet(span, text);
    let text = within(text, span.start, bare).to_owned();
    let statement = Statement { span: bare, text, ..near.clone() };
    let Some(citation) = cite(&asker.store, &statement, 1.0)? else { return Ok(None) };
    let n = cited.add(citation);
    Ok(part(&statement.text, false, &[n]))
}

/// A statement without the bullet before it, and the bytes that are left out; a value is as it is.
fn without_sign(statement: &Statement) -> (Statement, usize) {
    let bare = match statement.value {
        Some(_) => statement.span,
        None => without_bullet(statement.span, &statement.text),
    };
    let cut = (bare.start - statement.span.start) as usize;
    let text = statement.text[cut..].to_owned();
    (Statement { span: Span::new(bare.start, statement.span.end), text, ..statement.clone() }, cut)
}

/// The words of a sentence, those that answer lit, with its citation at its end.
pub(crate) fn lit_parts(text: &str, lit: Option<Range<usize>>, n: u32) -> Vec<AnswerPart> {
    let mut parts = Vec::new();
    let rest = lit.as_ref().map_or(0, |lit| lit.end);
    if let Some(lit) = lit {
        parts.extend(part(&text[..lit.start], false, &[]));
        parts.extend(part(&text[lit], true, &[]));
    }
    match part(&text[rest..], false, &[n]) {
        Some(last) => parts.push(last),
        None => parts.iter_mut().next_back().into_iter().for_each(|part| part.citations.push(n)),
    }
    parts
}
