//! The documents whose passages are read: of those that were found the ones that a question means, and how it is put
//! to them.

use std::collections::HashSet;

use citelight_core::{DocumentId, NamingStrength};
use citelight_question::within_one;

use super::asker::Asker;
use super::probe::probe;
use super::question::{Hit, Question};
use crate::error::Result;

/// The passages of the one document that the question likely means, where the best passage is its; else
/// all of them. The sides of a comparison stand in documents of their own.
pub(crate) fn settled(question: &Question, hits: Vec<Hit>) -> Vec<Hit> {
    match likely(question, &hits) {
        Some(meant) => hits.into_iter().filter(|hit| hit.chunk.document == meant).collect(),
        None => hits,
    }
}

fn likely(question: &Question, hits: &[Hit]) -> Option<DocumentId> {
    let asked = &question.interpretation;
    let best = &hits.first()?.chunk.document;
    let elsewhere = asked.documents.iter().any(|named| !named.documents.contains(best));
    if !question.sides.is_empty() || elsewhere {
        return None;
    }
    let meant = asked
        .documents
        .iter()
        .any(|named| named.strength == NamingStrength::Prefer && named.documents == [best.clone()]);
    meant.then(|| best.clone())
}

/// The one document of all hits.
pub(crate) fn the_one(hits: &[Hit]) -> Option<&DocumentId> {
    let one = &hits.first()?.chunk.document;
    hits.iter().all(|hit| hit.chunk.document == *one).then_some(one)
}

/// Puts a question to one document without the names by which that is called: within it they stand everywhere, and
/// what holds them answers no better.
pub(crate) fn put_to_one(asker: &Asker, question: &mut Question, one: &DocumentId) -> Result<()> {
    let asked = &question.interpretation;
    // What a claim says is compared with the document as it is said; sides are asked by themselves.
    let apart = asked.claim.is_some() || !question.sides.is_empty();
    if apart || asked.names.is_empty() || question.put != question.text {
        return Ok(());
    }
    let row = asker.documents.row(one)?;
    let titles = row.title.iter().chain(&row.display_title);
    let called: HashSet<String> = std::iter::once(&row.file_name)
        .chain(titles)
        .flat_map(|name| name.split(|c: char| !c.is_alphanumeric()))
        .map(str::to_lowercase)
        .collect();
    if let Some(put) = within_one(&question.text, |name| called.contains(name)) {
        let (scope, allowed) = (question.whole.scope.clone(), question.whole.allowed.clone());
        question.whole = probe(asker, &put, asked, scope, allowed)?;
        question.put = put;
    }
    Ok(())
}
