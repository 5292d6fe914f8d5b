//! The documents whose passages are read: of those that were found the ones that a question means.

use citelight_core::{DocumentId, NamingStrength};

use super::question::{Hit, Question};

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
