//! Questions to try, made from what the documents hold: questions that they ask themselves, terms that they
//! define, fields, cells and sections. Each was asked before it is shown, and is shown only where the answer
//! cites the very place that it was made from.

mod made;

use citelight_core::{DocumentId, Span};

use super::asker::Asker;
use super::question::Ask;
pub use super::suggestion_cache::Suggestion;
use crate::error::Result;
use made::{Made, Source};

/// Questions that are given at most.
const SHOWN: usize = 3;
/// Documents that are looked into, newest first.
const DOCUMENTS: usize = 6;
/// Questions of one document that are tried, and of all.
const TRIED_EACH: usize = 6;
const TRIED: usize = 14;
/// How sure an answer must be to be worth showing. Set by hand, not measured.
const SURE: f32 = 0.5;

/// Questions that the given documents answer, or all current ones where none is given; fewer than three where
/// the documents give no more. Those of a library that has not changed are there from before.
pub(crate) fn suggestions(asker: &Asker, documents: &[DocumentId]) -> Result<Vec<Suggestion>> {
    let generation = asker.store.generation()?;
    if let Some(kept) = asker.suggestions.get(generation, documents) {
        return Ok(kept);
    }
    let made = make(asker, documents)?;
    asker.suggestions.put(generation, documents, &made);
    Ok(made)
}

fn make(asker: &Asker, documents: &[DocumentId]) -> Result<Vec<Suggestion>> {
    let scope = asker.documents.asked(documents)?;
    let mut queues = Vec::new();
    for document in scope.iter().take(DOCUMENTS) {
        let mut made = made::questions(asker, document, scope.len() > 1)?;
        made.truncate(TRIED_EACH);
        made.reverse();
        queues.push((document, made));
    }
    let (mut shown, mut sources, mut tried) = (Vec::new(), Vec::new(), 0);
    // Document by document, one question each, until there are enough or none is left.
    while shown.len() < SHOWN && tried < TRIED && queues.iter().any(|(_, made)| !made.is_empty()) {
        for (document, made) in &mut queues {
            let Some(next) = next(made, &sources) else { continue };
            tried += 1;
            if is_answered(asker, documents, document, &next)? {
                sources.push(next.source);
                let file = asker.documents.row(document)?.file_name;
                shown.push(Suggestion {
                    question: next.question,
                    document: document.clone(),
                    file,
                });
            }
            if shown.len() == SHOWN || tried == TRIED {
                break;
            }
        }
    }
    Ok(shown)
}

/// The next question, which is the last: one of a kind that is not shown yet, where there is one.
fn next(made: &mut Vec<Made>, shown: &[Source]) -> Option<Made> {
    let fresh = made.iter().rposition(|each| !shown.contains(&each.source));
    Some(made.remove(fresh.or(made.len().checked_sub(1))?))
}

/// Whether the first citation of the answer lies where the question was made from.
fn is_answered(
    asker: &Asker,
    documents: &[DocumentId],
    document: &DocumentId,
    made: &Made,
) -> Result<bool> {
    let answer =
        super::answer(asker, &Ask { question: &made.question, documents, ..Ask::default() })?;
    let hits = |document_of: &DocumentId, span: &Span| {
        document_of == document && span.overlaps(&made.span)
    };
    Ok(answer.found
        && answer.confidence >= SURE
        && answer.citations.first().is_some_and(|first| hits(&first.document, &first.span)))
}
