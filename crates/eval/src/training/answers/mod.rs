//! Training of what chooses sentences and tells how sure an answer is.

mod figures;
mod gather;
mod models;

use citelight_core::Span;
use citelight_quote::training::{CONFIDENCE_FEATURES, Confidence, SENTENCE_FEATURES};

use super::{Origin, cross_validate, learned, names, sources};
use crate::EvalError;
use crate::answers::Thresholds;

pub use figures::SetFigures;
pub use gather::gather;
pub use models::Models;

/// A sentence that was compared.
#[derive(Debug, Clone)]
pub struct TrainingSentence {
    /// Its words.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// Its features.
    pub features: [f32; SENTENCE_FEATURES.len()],
    /// Whether it touches the expected place.
    pub right: bool,
}

/// A question with the evidence that was found for it.
#[derive(Debug, Clone)]
pub struct TrainingQuestion {
    /// Where it comes from.
    pub origin: Origin,
    /// What is asked.
    pub question: String,
    /// The expected words, where they are quoted from the document.
    pub answer: Option<String>,
    /// Whether the document answers it.
    pub answerable: bool,
    /// Whether the sentences' rightness is known.
    pub judged: bool,
    /// The sentences.
    pub sentences: Vec<TrainingSentence>,
    /// The features of the evidence.
    pub evidence: [f32; CONFIDENCE_FEATURES.len()],
}

/// The confidence of every answer of which it is known whether it should be given: `true` for those
/// whose best sentence is right, `false` for those to questions that the document does not answer.
fn confidences<'a>(
    questions: impl Iterator<Item = &'a TrainingQuestion>,
    model: &Confidence,
) -> Vec<(f32, bool)> {
    let known = |question: &&TrainingQuestion| {
        let best = question.sentences.first().is_some_and(|sentence| sentence.right);
        !question.answerable || question.judged && best
    };
    let score = |question: &TrainingQuestion| (model.of(&question.evidence), question.answerable);
    questions.filter(known).map(score).collect()
}

/// What each threshold of the confidence in use would do to the answers.
pub fn thresholds(questions: &[TrainingQuestion]) -> Thresholds {
    let model = Confidence::builtin();
    Thresholds::of(&confidences(questions.iter(), &model), model.least())
}

/// The outcome of a training.
#[derive(Debug, Clone)]
pub struct Training {
    /// Trained on all questions that may be learned from.
    pub models: Models,
    /// Cross-validated figures by set.
    pub sets: Vec<SetFigures>,
    /// What thresholds of the confidence would do to the answers that were learned from.
    pub thresholds: Thresholds,
    /// What was learned from, and what was not.
    pub sources: String,
    /// The head of the files of weights.
    remark: String,
}

impl Training {
    /// The files of weights, each with its name.
    pub fn weights(&self) -> [(&'static str, String); 2] {
        let Models { sentences, confidence } = &self.models;
        let least = self.thresholds.proposed.map_or(confidence.least(), |point| point.threshold);
        let confidence = confidence.clone().with_least(least);
        [
            ("sentences.txt", sentences.write(&self.remark, &SENTENCE_FEATURES)),
            ("confidence.txt", confidence.write(&self.remark)),
        ]
    }
}

/// Trains the models on the sets that may be learned from.
pub fn train(questions: &[TrainingQuestion]) -> Result<Training, EvalError> {
    let origins: Vec<&Origin> = questions.iter().map(|question| &question.origin).collect();
    let seen = learned(&origins)?;
    let fit = |seen: &[usize]| models::models(questions, seen);
    let score = |models: &Models, at: usize| figures::score(&questions[at], models);
    let scores = cross_validate(&origins, fit, score);
    let scored: Vec<_> = questions.iter().zip(scores).collect();
    let sets = names(&origins, |_| true).into_iter().map(|set| figures::figures(set, &scored));
    let models = fit(&seen);
    let scores = confidences(seen.iter().map(|at| &questions[*at]), &models.confidence);
    Ok(Training {
        sets: sets.collect(),
        thresholds: Thresholds::of(&scores, models.confidence.least()),
        models,
        sources: sources(&origins),
        remark: format!(
            "Learned by `citelight-eval train answers` from {} questions of {}.",
            seen.len(),
            names(&origins, |origin| origin.train).join(", ")
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::origin;

    /// Of evidence that is strong where the document answers it.
    fn question(set: &str, train: bool, n: usize) -> TrainingQuestion {
        let answerable = n.is_multiple_of(2);
        let strong = if train { answerable } else { !answerable };
        TrainingQuestion {
            origin: origin(set, train, &format!("{n:02}.pdf")),
            question: "Who pays?".to_owned(),
            answer: None,
            answerable,
            judged: false,
            sentences: Vec::new(),
            evidence: [f32::from(u8::from(strong)); CONFIDENCE_FEATURES.len()],
        }
    }

    #[test]
    fn what_may_not_be_learned_from_is_measured_and_changes_nothing() {
        let mut questions: Vec<_> = (0..24).map(|n| question("made", true, n)).collect();
        let alone = train(&questions).unwrap();
        questions.extend((0..24).map(|n| question("closed", false, n)));
        let both = train(&questions).unwrap();
        assert_eq!(both.weights(), alone.weights());
        let auroc = |set: &str| both.sets.iter().find(|one| one.set == set).unwrap().auroc;
        assert_eq!((auroc("made"), auroc("closed")), (Some(1.0), Some(0.0)));
        assert!(both.to_string().contains("nothing learned from them: closed."));
        assert!(train(&questions[24..]).is_err());
    }
}
