//! The figures of models on questions that they did not see.

use std::fmt;

use super::{Models, Training, TrainingQuestion, TrainingSentence};
use crate::answers::{auroc, token_f1};

/// Sentences of an answer.
const SENTENCES: usize = 3;

/// Cross-validated figures of one set.
#[derive(Debug, Clone, Default)]
pub struct SetFigures {
    /// Its name.
    pub set: String,
    /// Judged questions, and how many have a right sentence first, within two, within three.
    pub judged: usize,
    /// See `judged`.
    pub right: [usize; 3],
    /// Mean token F1 of the best of three sentences.
    pub f1: Option<f64>,
    /// Area under the curve of the confidence; `None` where nothing is unanswerable.
    pub auroc: Option<f64>,
}

/// What held-out models make of a question.
pub(super) struct Scored {
    /// Place of the first right sentence.
    right: Option<usize>,
    f1: Option<f32>,
    confidence: f32,
}

pub(super) fn score(question: &TrainingQuestion, models: &Models) -> Scored {
    let mut order: Vec<&TrainingSentence> = question.sentences.iter().collect();
    let value = |sentence: &TrainingSentence| models.sentences.score(&sentence.features);
    order.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let f1 = question.answer.as_ref().map(|answer| {
        order.iter().take(SENTENCES).map(|one| token_f1(&one.text, answer)).fold(0.0, f32::max)
    });
    Scored {
        right: order.iter().position(|sentence| sentence.right),
        f1,
        confidence: models.confidence.of(&question.evidence),
    }
}

pub(super) fn figures(set: &str, scored: &[(&TrainingQuestion, Scored)]) -> SetFigures {
    let of: Vec<_> = scored.iter().filter(|(question, _)| question.origin.set == set).collect();
    let judged: Vec<_> =
        of.iter().filter(|(question, _)| question.judged && question.answerable).collect();
    let within = |most: usize| {
        judged.iter().filter(|(_, score)| score.right.is_some_and(|place| place < most)).count()
    };
    let f1s: Vec<f32> = of
        .iter()
        .filter(|(question, _)| question.answerable)
        .filter_map(|(_, score)| score.f1)
        .collect();
    let mean = || f1s.iter().map(|f1| f64::from(*f1)).sum::<f64>() / f1s.len() as f64;
    let sure: Vec<(f32, bool)> =
        of.iter().map(|(question, score)| (score.confidence, question.answerable)).collect();
    SetFigures {
        set: set.to_owned(),
        judged: judged.len(),
        right: [within(1), within(2), within(3)],
        f1: (!f1s.is_empty()).then(mean),
        auroc: auroc(&sure),
    }
}

impl fmt::Display for Training {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "set             judged  right 1    2    3   F1 sentences  AUROC")?;
        for set in &self.sets {
            let share = |count: usize| count as f64 / set.judged.max(1) as f64;
            let [one, two, three] = set.right.map(share);
            let shown = |value: Option<f64>| {
                value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"))
            };
            writeln!(
                f,
                "{:<15} {:>6}   {one:.3} {two:.3} {three:.3}   {:>12}  {:>5}",
                set.set,
                set.judged,
                shown(set.f1),
                shown(set.auroc)
            )?;
        }
        write!(f, "{}{}", self.sources, self.thresholds)
    }
}
