//! Training of the model that chooses among values, cells of tables and fields of forms, from questions of
//! our own whose value is known. The trained reader, which has learned from the same questions, is left out
//! of it.

use std::fmt;
use std::path::Path;

use citelight_answer::{CELL_FEATURES, CellFeatures, CellModel, cell_model};
use citelight_engine::{Library, inspect};
use citelight_retrieval::{Example, fit};
use citelight_text::squashed;
use serde::Deserialize;

use super::folds::cross_validate;
use super::{Hits, Origin};
use crate::asking::ask;
use crate::{EvalError, files};

/// Values that are measured of each question.
const MOST: usize = 60;
/// A value is more than its decisive words, but not much more: so many times as many characters, and more.
const LONGER: (usize, usize) = (3, 12);

/// A line of the file of questions, as far as it is read here.
#[derive(Debug, Deserialize)]
struct Line {
    question: String,
    document: String,
    kind: String,
    #[serde(default)]
    answer: Option<String>,
}

/// A question with the values near what is found for it.
#[derive(Debug, Clone)]
pub struct TrainingQuestion {
    origin: Origin,
    values: Vec<CellFeatures>,
    /// Which of them are the expected one.
    right: Vec<bool>,
}

/// The outcome of a training.
#[derive(Debug)]
pub struct Training {
    /// The model.
    pub model: CellModel,
    /// By models that did not see the question's document.
    pub folded: Hits,
    /// By the weights that the program has now.
    pub before: Hits,
}

/// The questions of a file that ask for a cell or a field, where their documents are in the library.
pub fn gather(library: &Library, questions: &Path) -> Result<Vec<TrainingQuestion>, EvalError> {
    let mut all = Vec::new();
    for line in files::lines::<Line>(questions)? {
        let wanted = matches!(line.kind.as_str(), "cell" | "field");
        let (true, Some(answer)) = (wanted, &line.answer) else { continue };
        let Ok(document) = library.find_document(&line.document) else { continue };
        let values = inspect::values(library, &ask(&line.question, &[document.id]), MOST)?;
        all.push(TrainingQuestion {
            origin: Origin::of_document("own", &line.document),
            right: values.iter().map(|(text, _)| is_right(text, answer)).collect(),
            values: values.into_iter().map(|(_, features)| features).collect(),
        });
    }
    if all.is_empty() { Err(EvalError::NoDocuments) } else { Ok(all) }
}

/// Whether a value is the expected answer: it holds its words, and little else.
fn is_right(value: &str, answer: &str) -> bool {
    let (value, answer): (String, String) = (squashed(value).collect(), squashed(answer).collect());
    let short = answer.chars().count();
    !answer.is_empty()
        && value.contains(&answer)
        && value.chars().count() <= LONGER.0 * short + LONGER.1
        // A figure or two in a longer one is chance.
        && (short > 3 || value == answer)
}

/// Fits the model under `penalty`, the weight of the sum of squares.
pub fn train(questions: &[TrainingQuestion], penalty: f32) -> Training {
    let origins: Vec<&Origin> = questions.iter().map(|question| &question.origin).collect();
    let model = |seen: &[usize]| {
        let examples: Vec<Example<{ CELL_FEATURES.len() }>> =
            seen.iter().filter_map(|at| example(&questions[*at])).collect();
        fit(&examples, penalty, &[true; CELL_FEATURES.len()])
    };
    let every: Vec<usize> = (0..questions.len()).collect();
    let folded = cross_validate(&origins, model, |model, at| first(&questions[at], model));
    let now = cell_model();
    let before = every.iter().map(|at| first(&questions[*at], now));
    Training {
        before: hits(questions, before),
        folded: hits(questions, folded.into_iter()),
        model: model(&every),
    }
}

fn example(question: &TrainingQuestion) -> Option<Example<{ CELL_FEATURES.len() }>> {
    let (right, wrong) = (question.right.contains(&true), question.right.contains(&false));
    (right && wrong).then(|| Example {
        features: question.values.clone(),
        relevant: question.right.clone(),
        weight: 1.0,
    })
}

/// Whether the best value is the right one.
fn first(question: &TrainingQuestion, model: &CellModel) -> bool {
    let scores = question.values.iter().map(|features| model.score(features));
    let best = scores.zip(&question.right).max_by(|a, b| a.0.total_cmp(&b.0));
    best.is_some_and(|(_, right)| *right)
}

fn hits(questions: &[TrainingQuestion], first: impl Iterator<Item = bool>) -> Hits {
    Hits {
        asked: questions.len(),
        near: questions.iter().filter(|one| one.right.contains(&true)).count(),
        first: first.filter(|first| *first).count(),
    }
}

impl Training {
    /// The file of weights.
    pub fn weights(&self) -> String {
        let remark = format!(
            "Weights that choose among values, by `citelight-eval train values`.\n\
             Learned from {} questions of our own for a cell or a field. Of {} whose value was near,\n\
             models that had not seen the document put it first for {}.",
            self.folded.asked, self.folded.near, self.folded.first
        );
        self.model.write(&remark, &CELL_FEATURES)
    }
}

impl fmt::Display for Training {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hits { asked, near, first } = self.folded;
        writeln!(f, "{asked} questions, the value near for {near}; first:")?;
        writeln!(f, "  by the weights that the program has now  {}", self.before.first)?;
        writeln!(f, "  learned, folded by document              {first}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(document: usize, right_first: bool) -> TrainingQuestion {
        let mut near = [0.0; CELL_FEATURES.len()];
        near[0] = 1.0;
        let mut far = near;
        far[0] = 0.2;
        let values = if right_first { vec![near, far] } else { vec![far, near] };
        let origin = Origin::of_document("own", &format!("{document}.pdf"));
        TrainingQuestion { origin, values, right: vec![right_first, !right_first] }
    }

    #[test]
    fn what_tells_values_apart_is_learned_and_judged_on_other_documents() {
        let questions: Vec<_> = (0..24).map(|n| question(n / 2, n % 2 == 0)).collect();
        let training = train(&questions, 1.0);
        assert_eq!(training.folded, Hits { asked: 24, near: 24, first: 24 });
        assert!(training.weights().contains("covered "));
    }

    #[test]
    fn a_value_is_right_that_holds_the_answer_and_little_else() {
        assert!(is_right("£1,250 a month", "£1,250"));
        assert!(is_right("4", "4") && !is_right("14", "4"));
        assert!(!is_right("Anna Berg, 12 Hill Road, Leith, telephone 0131 555 0100", "Leith"));
    }
}
