//! The documents whose passages are read: of those that were found the ones that a question means, and how the
//! question is put to them.

use std::collections::HashSet;

use citelight_core::{DocumentId, NamedDocuments, NamingStrength};
use citelight_question::without_names;

use super::asker::Asker;
use super::named::FEW_DOCUMENTS;
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

/// Puts a question to the few documents of its hits without the names by which all of them are called: within them
/// these stand everywhere, and what holds them answers no better.
pub(crate) fn put_to_found(asker: &Asker, question: &mut Question, hits: &[Hit]) -> Result<()> {
    let documents: HashSet<&DocumentId> = hits.iter().map(|hit| &hit.chunk.document).collect();
    let asked = &question.interpretation;
    // What a claim says is compared with the document as it is said; sides are asked by themselves.
    let apart = asked.claim.is_some() || !question.sides.is_empty();
    let few = (1..=FEW_DOCUMENTS).contains(&documents.len());
    if apart || !few || asked.names.is_empty() {
        return Ok(());
    }
    let of_all = |named: &&NamedDocuments| documents.iter().all(|id| named.documents.contains(id));
    let spans = asked.documents.iter().filter(of_all).flat_map(|named| &named.found.spans);
    let mut called: Vec<String> =
        spans.filter_map(|span| question.text.get(span.range())).map(str::to_owned).collect();
    if let Some(one) = documents.iter().next().filter(|_| documents.len() == 1) {
        let row = asker.documents.row(one)?;
        called.extend([Some(row.file_name), row.title, row.display_title].into_iter().flatten());
    }
    let words = |name: &String| -> Vec<String> {
        name.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect()
    };
    let called: HashSet<String> = called.iter().flat_map(words).collect();
    if let Some(put) = without_names(&question.text, |name| called.contains(name)) {
        let (scope, allowed) = (question.whole.scope.clone(), question.whole.allowed.clone());
        question.whole = probe(asker, &put, asked, scope, allowed)?;
        question.put = put;
    }
    Ok(())
}
