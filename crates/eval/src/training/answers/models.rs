//! Fits the three models.

use citelight_quote::training::{
    Confidence, KEY_FEATURES, SENTENCE_FEATURES, SentenceModel, key_features,
};
use citelight_retrieval::{Example, Linear, fit};
use citelight_text::Vocabulary;

use super::{TrainingQuestion, TrainingSentence};
use crate::answers::token_f1;

/// Those of sentences (of 3, 10, 30) and keys (of 1, 4, 8, 20, 60) by cross-validated figures of an
/// earlier trial on papers; the confidence's is set by hand.
const SENTENCE_PENALTY: f32 = 10.0;
const KEY_PENALTY: f32 = 20.0;
const CONFIDENCE_PENALTY: f32 = 0.03;
/// Runs of words as good as this share of the best one are keys to learn from.
const AS_GOOD: f32 = 0.85;
/// Sentences in which no run of words comes nearer to the answer teach nothing.
const LEAST_F1: f32 = 0.4;
/// Runs of words of a sentence from which is learned, about, besides the good ones: neighbours are
/// nearly alike.
const RUNS: usize = 200;

/// The three models.
#[derive(Debug, Clone)]
pub struct Models {
    /// Ranks sentences.
    pub sentences: SentenceModel,
    /// Finds key words.
    pub keys: Linear<KEY_FEATURES>,
    /// Tells how sure an answer is.
    pub confidence: Confidence,
}

/// Fits the models to the questions that may be seen; `keys` are the examples of all questions.
pub(super) fn models(
    questions: &[TrainingQuestion],
    keys: &[Option<Example<KEY_FEATURES>>],
    seen: &[usize],
) -> Models {
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
    let keys: Vec<Example<KEY_FEATURES>> = seen.iter().filter_map(|at| keys[*at].clone()).collect();
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
        keys: fit(&keys, KEY_PENALTY, &[true; KEY_FEATURES]),
        confidence: Confidence::fit(&evidence, CONFIDENCE_PENALTY),
    }
}

/// The runs of words of the right sentence that comes nearest to the answer.
pub(super) fn key_example(
    question: &TrainingQuestion,
    vocabulary: &Vocabulary,
) -> Option<Example<KEY_FEATURES>> {
    let answer = question.answer.as_ref()?;
    let right = question.sentences.iter().filter(|sentence| sentence.right);
    let near = |sentence: &&TrainingSentence| token_f1(&sentence.text, answer);
    let best = right.max_by(|a, b| near(a).total_cmp(&near(b)))?;
    let runs = key_features(&question.asked(), &best.text, vocabulary);
    let scores: Vec<f32> =
        runs.iter().map(|(range, _)| token_f1(&best.text[range.clone()], answer)).collect();
    let most = scores.iter().copied().fold(0.0, f32::max);
    if most < LEAST_F1 {
        return None;
    }
    let good = |score: f32| score >= AS_GOOD * most;
    let every = (runs.len() / RUNS).max(1);
    let kept = runs.into_iter().zip(scores).enumerate();
    let (features, relevant) = kept
        .filter(|(number, (_, score))| good(*score) || number % every == 0)
        .map(|(_, ((_, row), score))| (row, good(score)))
        .unzip();
    Some(Example { features, relevant, weight: question.origin.weight })
}
