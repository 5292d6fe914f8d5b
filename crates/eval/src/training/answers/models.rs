//! Fits the two models.

use citelight_quote::training::{Confidence, SENTENCE_FEATURES, SentenceModel};
use citelight_retrieval::{Example, fit};

use super::TrainingQuestion;

/// That of sentences (of 3, 10, 30) by cross-validated figures of an earlier trial on papers; the
/// confidence's is set by hand.
const SENTENCE_PENALTY: f32 = 10.0;
const CONFIDENCE_PENALTY: f32 = 0.03;

/// The two models.
#[derive(Debug, Clone)]
pub struct Models {
    /// Ranks sentences.
    pub sentences: SentenceModel,
    /// Tells how sure an answer is.
    pub confidence: Confidence,
}

/// Fits the models to the questions that may be seen.
pub(super) fn models(questions: &[TrainingQuestion], seen: &[usize]) -> Models {
    // Every set weighs as a hundred questions.
    let weight = |question: &TrainingQuestion, like: &dyn Fn(&TrainingQuestion) -> bool| {
        let seen = seen.iter().map(|at| &questions[*at]);
        let size = seen.filter(|other| other.origin.set == question.origin.set && like(other));
        question.origin.weight * 100.0 / size.count().max(1) as f32
    };
    let right = |question: &TrainingQuestion| question.sentences.iter().any(|one| one.right);
    let sentences: Vec<Example<{ SENTENCE_FEATURES.len() }>> = seen
        .iter()
        .map(|at| &questions[*at])
        .filter(|question| question.judged && right(question))
        .map(|question| Example {
            features: question.sentences.iter().map(|one| one.features).collect(),
            relevant: question.sentences.iter().map(|one| one.right).collect(),
            weight: weight(question, &|other| other.judged),
        })
        .collect();
    let evidence: Vec<_> = seen
        .iter()
        .map(|at| &questions[*at])
        .map(|question| {
            // Both groups of a set weigh the same.
            let weight = weight(question, &|other| other.answerable == question.answerable);
            (question.evidence, question.answerable, weight)
        })
        .collect();
    Models {
        sentences: fit(&sentences, SENTENCE_PENALTY, &[true; SENTENCE_FEATURES.len()]),
        confidence: Confidence::fit(&evidence, CONFIDENCE_PENALTY),
    }
}
