//! What holds now: where the best statement stands in a part that was changed, the change comes first, and
//! what it changed behind it.

mod changed;

use citelight_core::{Amendment, AmendmentKind, DocumentId, FeedbackEffect, LeadKind, Span};
use citelight_text::Stem;

use crate::amending::{self, belong_together, is_amending, names_in, opening};
use crate::ask::asker::Asker;
use crate::ask::cite::{Cited, Statement, cite, folded, part};
use crate::ask::compose::{Composed, Findings};
use crate::ask::read::{RankedSentence, Reading, likeness};
use crate::error::Result;

use changed::{Change, Changed, LEAST_SHARED, changes_of, covers, stems_of};

/// Documents in which changes are looked for, at most.
const DOCUMENTS: usize = 6;
/// So much where nothing but a value that it replaces leads to it.
const LEAST_SHARED_BY_VALUE: f32 = 0.5;
/// What a text says that is there to change others comes before the best statement where it answers nearly as
/// well, in log-odds, and is so like it, or holds so much of what that one holds of the question. Set by hand.
const NEAR: f32 = 3.0;
const LEAST_LIKE_LATER: f32 = 0.2;
const LEAST_HELD: f32 = 0.5;
/// New words of no more than this are put before the sentence.
const SHORT: usize = 8;

/// The answer with what holds now before what it changed; `None` where nothing changed the best statement.
pub(crate) fn amended(asker: &Asker, findings: &Findings<'_>) -> Result<Option<Composed>> {
    let reading = findings.reading(asker)?;
    let Some(best) = reading.sentences.first() else { return Ok(None) };
    if reading.confidence < asker.reader.least_confidence() {
        return Ok(None);
    }
    let mut amendments = Vec::new();
    let known = documents(findings, best);
    for document in &known {
        let own = asker.store.amendments(document)?;
        amendments.extend(own.into_iter().map(|amendment| (document.clone(), amendment)));
    }
    amendments.extend(related(asker, findings, &best.statement, &known)?);
    amendments.retain(|(document, amendment)| {
        let itself = *document == best.statement.document && covers(amendment, best.statement.span);
        let said = findings.question.feedback.of(document, amendment.span);
        said != Some(FeedbackEffect::Lowered) && !itself
    });
    if amendments.is_empty() {
        return later(asker, findings, best);
    }
    // Texts are read of what is left: most questions have none.
    let changed = Changed::read(asker, best, &amendments)?;
    let mut changes = Vec::new();
    for of_document in amendments.chunk_by(|a, b| a.0 == b.0) {
        changes.extend(changes_of(asker, of_document)?);
    }
    let values = values_of(&best.statement);
    changes.retain(|change| {
        let shared = shared(asker, findings, reading, change);
        let of_value = shared >= LEAST_SHARED_BY_VALUE
            && change.amendment.kind == AmendmentKind::Replaced
            && change.ended(&values).is_some();
        of_value
            || change.holds_row_of(&best.statement) && shared >= LEAST_SHARED
            || changed.bears(asker, change, shared)
    });
    let last = changes.into_iter().max_by_key(|change| (change.order, change.amendment.span.start));
    let Some(change) = last else { return later(asker, findings, best) };
    let replaced = change.ended(&values).unwrap_or(&best.statement);
    compose(asker, findings, replaced, &change)
}

/// What a text says that is there to change others, before the best statement, which it is about too: an
/// addendum in ordinary words ("The allowance is now £74"). `None` where none does.
fn later(
    asker: &Asker,
    findings: &Findings<'_>,
    best: &RankedSentence,
) -> Result<Option<Composed>> {
    let reading = findings.reading(asker)?;
    if amends(asker, &best.statement)? {
        return Ok(None);
    }
    let mut names = None;
    let near = reading.sentences[1..].iter();
    for other in near.take_while(|one| one.score >= best.score - NEAR) {
        let (at, from) = (&other.statement, &best.statement);
        let same = at.document == from.document;
        let alike = likeness(&other.stems, &best.stems) >= LEAST_LIKE_LATER
            || held_alike(&reading.weights, other, best) >= LEAST_HELD;
        if !alike || same && at.span.start < from.span.start || !amends(asker, at)? {
            continue;
        }
        if !same {
            if names.is_none() {
                names = Some(names_in(&opening(&asker.store, &from.document)?));
            }
            let theirs = names_in(&opening(&asker.store, &at.document)?);
            if names.as_ref().is_none_or(|names| !belong_together(names, &theirs)) {
                continue;
            }
        }
        let mut cited = Cited::default();
        let (Some(now), Some(before)) =
            (cite(&asker.store, at, 1.0)?, cite(&asker.store, from, 1.0)?)
        else {
            return Ok(None);
        };
        let n = cited.add(now);
        cited.say(part(&at.text, false, &[n]).into_iter().collect(), false);
        let n = cited.add(before);
        let words = part("Before:", false, &[]).into_iter().chain(part(&from.text, false, &[n]));
        cited.say(words.collect(), false);
        return Ok(Some(Composed::quoted(cited, reading.confidence)));
    }
    Ok(None)
}

/// How much a statement holds of those of the question's words that another holds, by what they count, 0 to 1.
fn held_alike(weights: &[f32], one: &RankedSentence, other: &RankedSentence) -> f32 {
    let sum = |holds: &dyn Fn(usize) -> bool| -> f32 {
        weights.iter().enumerate().filter(|(at, _)| holds(*at)).map(|(_, weight)| weight).sum()
    };
    let of_other = sum(&|at| other.holds[at]);
    if of_other > 0.0 { sum(&|at| one.holds[at] && other.holds[at]) / of_other } else { 0.0 }
}

/// Whether a statement stands in a document or under a heading that is there to change others.
fn amends(asker: &Asker, statement: &Statement) -> Result<bool> {
    Ok(is_amending(&statement.section) || is_amending(&opening(&asker.store, &statement.document)?))
}

/// The values that a statement shows: its own first, then those that are shown beside it.
fn values_of(statement: &Statement) -> Vec<&Statement> {
    let alike = statement.value.iter().flat_map(|value| &value.alike);
    let beside = alike.flat_map(|group| &group.cells);
    statement.value.iter().map(|_| statement).chain(beside).collect()
}

/// The documents in which changes of a statement may stand: its own, then those of the other passages.
fn documents(findings: &Findings<'_>, best: &RankedSentence) -> Vec<DocumentId> {
    let mut documents = vec![best.statement.document.clone()];
    let scope = &findings.question.whole.scope;
    let all = (scope.len() <= DOCUMENTS).then_some(scope).into_iter().flatten();
    for document in findings.hits.iter().map(|hit| &hit.chunk.document).chain(all) {
        if documents.len() < DOCUMENTS && !documents.contains(document) {
            documents.push(document.clone());
        }
    }
    documents
}

/// The changes in documents besides the `known` ones that name the same people or places at their beginning as
/// a statement's does. None where a person chose what is asked.
fn related(
    asker: &Asker,
    findings: &Findings<'_>,
    statement: &Statement,
    known: &[DocumentId],
) -> Result<Vec<(DocumentId, Amendment)>> {
    let question = findings.question;
    if !question.whole.scope.is_empty() && question.interpretation.documents.is_empty() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for (other, _) in amending::related(&asker.store, &statement.document)? {
        if !known.contains(&other) {
            let changes = asker.store.amendments(&other)?;
            found.extend(changes.into_iter().map(|change| (other.clone(), change)));
        }
    }
    Ok(found)
}

/// Share of the question's words that a change holds, by what they count, 0 to 1.
fn shared(asker: &Asker, findings: &Findings<'_>, reading: &Reading, change: &Change) -> f32 {
    let stems = stems_of(asker, change);
    let terms = findings.question.whole.terms.stems.iter().zip(&reading.weights);
    let held = |(stem, _): &(&Stem, &f32)| stems.contains(*stem);
    terms.filter(held).map(|(_, weight)| weight).sum()
}

fn compose(
    asker: &Asker,
    findings: &Findings<'_>,
    replaced: &Statement,
    change: &Change,
) -> Result<Option<Composed>> {
    let statement = |span: Span, text: &str| Statement {
        document: change.document.clone(),
        file_name: change.file_name.clone(),
        section: String::new(),
        span,
        text: text.to_owned(),
        value: None,
    };
    let amendment = &change.amendment;
    let mut cited = Cited::default();
    let mut leads = Vec::new();
    let new = amendment.new.map(|span| statement(span, &change.new));
    let short = change.new.split_whitespace().count() <= SHORT;
    if let Some(new) = &new
        && let Some(citation) = cite(&asker.store, new, 1.0)?
    {
        leads.push(cited.add(citation));
    }
    let sentence = statement(amendment.span, &change.sentence);
    let Some(citation) = cite(&asker.store, &sentence, 1.0)? else { return Ok(None) };
    let n = cited.add(citation);
    let mut parts: Vec<_> = part(&change.sentence, false, &[n]).into_iter().collect();
    // What is announced stands behind the announcement.
    if let (Some(new), [lead]) = (amendment.new, leads.as_slice())
        && !amendment.span.overlaps(&new)
    {
        parts.extend(part(&change.new, true, &[*lead]));
    }
    cited.say(parts, false);
    if let Some(before) = cite(&asker.store, replaced, 1.0)? {
        let n = cited.add(before);
        let word = match amendment.kind {
            AmendmentKind::Replaced | AmendmentKind::Deleted => "Before:",
            AmendmentKind::Added => "Besides:",
        };
        let mut parts: Vec<_> = part(word, false, &[]).into_iter().collect();
        parts.extend(part(&replaced.text, false, &[n]));
        cited.say(parts, false);
    }
    let mut composed = Composed::quoted(cited, findings.reading(asker)?.confidence);
    composed.details.note =
        Some(format!("What {} says was changed by {}.", replaced.file_name, change.file_name))
            .filter(|_| change.document != replaced.document);
    if short && !leads.is_empty() && amendment.kind == AmendmentKind::Replaced {
        composed = composed.led_by(LeadKind::Value, folded(&change.new), leads);
    }
    Ok(Some(composed))
}
