//! Asks the questions of sets for the sentences of their evidence.

use citelight_core::{DocumentId, Quad};
use citelight_engine::Library;

use super::super::Origin;
use super::{TrainingQuestion, TrainingSentence};
use crate::EvalError;
use crate::asking::{ask, documents_of};
use crate::retrieval::{Gold, Question};
use crate::sets::QuestionSet;
use citelight_engine::inspect;

/// The questions of sets with the evidence that is found for them, where their documents are in the
/// library; those of a set with `elsewhere` also put to another of its documents.
pub fn gather(library: &Library, sets: &[QuestionSet]) -> Result<Vec<TrainingQuestion>, EvalError> {
    let mut all = Vec::new();
    for set in sets {
        all.extend(of_set(library, set)?);
    }
    if all.is_empty() { Err(EvalError::NoDocuments) } else { Ok(all) }
}

fn of_set(library: &Library, set: &QuestionSet) -> Result<Vec<TrainingQuestion>, EvalError> {
    let questions = set.read()?;
    let documents = |question| Some((question, documents_of(library, question).ok()?));
    let asked: Vec<(&Question, Vec<DocumentId>)> = questions.iter().filter_map(documents).collect();
    let mut all = Vec::new();
    for (question, documents) in &asked {
        let answerable = question.is_answered(&set.unanswerable);
        all.push(measured(library, set, question, documents, answerable)?);
    }
    for (place, (question, own)) in asked.iter().enumerate().filter(|_| set.elsewhere) {
        // Half the way round the list is another document, and the same one at every run.
        let (_, other) = &asked[(place + asked.len() / 2) % asked.len()];
        if other != own {
            all.push(measured(library, set, question, other, false)?);
        }
    }
    // Which sentences are right is not known, and a confidence that is never too high is no lesson.
    let judged = all.iter().any(|question| question.judged);
    let both = all.iter().any(|one| one.answerable) && all.iter().any(|one| !one.answerable);
    if !judged && !both {
        all.iter_mut().for_each(|question| question.origin.train = false);
    }
    Ok(all)
}

fn measured(
    library: &Library,
    set: &QuestionSet,
    question: &Question,
    documents: &[DocumentId],
    answerable: bool,
) -> Result<TrainingQuestion, EvalError> {
    let measured = inspect::sentences(library, &ask(&question.question, documents))?;
    let gold: Vec<Quad> = question.gold.iter().flat_map(Gold::quads).collect();
    let judged = answerable && !gold.is_empty();
    let mut sentences = Vec::with_capacity(measured.sentences.len());
    for (document, span, text, features) in measured.sentences {
        let right = judged
            && inspect::rectangles(library, &document, span)?.iter().any(|quad| {
                gold.iter().any(|gold| gold.page == quad.page && gold.rect.overlaps(&quad.rect))
            });
        sentences.push(TrainingSentence { text, span, features, right });
    }
    // Only words that were quoted teach which words to quote.
    let quoted =
        question.gold.iter().filter_map(|gold| gold.text.as_ref()).any(|text| {
            question.answer.as_ref().is_some_and(|answer| text.trim() == answer.trim())
        });
    let document = question.documents.first().cloned().unwrap_or_default();
    Ok(TrainingQuestion {
        origin: Origin::new(set, document, &question.question),
        question: question.question.clone(),
        answer: question.answer.clone().filter(|_| quoted && answerable),
        answerable,
        judged,
        sentences,
        evidence: measured.evidence,
    })
}
