//! Training of the model that chooses among all that may answer, sentences, lists and values, from questions
//! whose decisive words are known, on documents that the trained reader learned nothing from.

use std::fmt;
use std::path::Path;

use citelight_engine::Library;
use citelight_engine::inspect::{self, Choice};
use citelight_quote::Reader;
use citelight_quote::training::{
    CHOICE_FEATURES, ChoiceFeatures, ChoiceModel, LIKELIHOOD_FEATURES, LikelihoodFeatures,
    LikelihoodModel, likelihood_features,
};
use citelight_retrieval::{Example, Linear, fit};
use citelight_text::squashed;
use serde::{Deserialize, Serialize};

use super::folds::cross_validate;
use super::{Hits, Origin};
use crate::asking::{ask, documents_of};
use crate::exam::shows;
use crate::retrieval::{Question, read_questions};
use crate::{EvalError, files};

/// The kind of questions that a whole list answers; to others its introduction is the answer, if anything is.
const LIST: &str = "list";
/// A figure of so few characters within a longer value is chance.
const SHORT: usize = 3;

/// A question with all that may answer it, the best first.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MeasuredQuestion {
    /// Its words.
    question: String,
    /// Its document, or its own words where several are asked.
    document: String,
    /// Whether any document answers it.
    answerable: bool,
    /// The measurements, in the order of [`CHOICE_FEATURES`].
    choices: Vec<Vec<f32>>,
    /// Which of them show the decisive words.
    right: Vec<bool>,
    /// What each of them says, for a person who reads the rows, and as the trained reader weighs it by itself.
    #[serde(default)]
    says: Vec<String>,
    #[serde(default)]
    read: Vec<String>,
}

/// The outcome of a training.
#[derive(Debug)]
pub struct Training {
    /// The model.
    pub model: ChoiceModel,
    /// How likely its first choice answers.
    pub likelihood: LikelihoodModel,
    /// Of questions that no document answers, and of wrong first choices, the shares that are withheld.
    pub withheld: (f32, f32),
    /// By models that did not see the question's document.
    pub folded: Hits,
    /// By the weights that the program has now.
    pub before: Hits,
}

/// The questions of an exam, measured, where their documents are in the library. Follow-ups are left out.
pub fn gather(library: &Library, questions: &Path) -> Result<Vec<MeasuredQuestion>, EvalError> {
    let mut all = Vec::new();
    for question in read_questions(questions)? {
        let Ok(documents) = documents_of(library, &question) else { continue };
        if question.after.is_some() || question.answerable && question.must.is_empty() {
            continue;
        }
        let choices = inspect::choices(library, &ask(&question.question, &documents))?;
        let right = choices.iter().map(|one| question.answerable && says(&question, one));
        let document = question.documents.first().unwrap_or(&question.question);
        all.push(MeasuredQuestion {
            question: question.question.clone(),
            document: document.clone(),
            answerable: question.answerable,
            right: right.collect(),
            says: choices.iter().map(|one| [one.text.as_str(), &one.items].join(" ")).collect(),
            choices: choices.iter().map(|one| one.features.to_vec()).collect(),
            read: choices.into_iter().map(|one| one.read).collect(),
        });
    }
    if all.is_empty() { Err(EvalError::NoDocuments) } else { Ok(all) }
}

/// Whether a choice shows the decisive words, a value not by chance.
fn says(question: &Question, choice: &Choice) -> bool {
    let Choice { text, items, is_value, .. } = choice;
    if question.kind.as_deref() == Some(LIST) {
        return shows(question, &[text.as_str(), items.as_str()].join(" "));
    }
    let decisive: String = squashed(&question.must.join(" ")).collect();
    if decisive.chars().count() > SHORT {
        return shows(question, text);
    }
    let is = |text: &str| squashed(text).eq(decisive.chars());
    is(text) || !is_value && text.split_whitespace().any(is)
}

/// Fits the model under `penalty`, the weight of the sum of squares, and how likely its first choice answers:
/// `lost`, 0 to 1, is the share of right ones that may be withheld.
///
/// # Errors
/// Where a question was measured by another version.
pub fn train(
    questions: &[MeasuredQuestion],
    penalty: f32,
    lost: f32,
) -> Result<Training, EvalError> {
    let features: Vec<Vec<ChoiceFeatures>> =
        questions.iter().map(of_this_version).collect::<Result<_, _>>()?;
    let origins: Vec<Origin> =
        questions.iter().map(|one| Origin::of_document("exams", &one.document)).collect();
    let model = |seen: &[usize]| {
        let example = |at: &usize| example(&questions[*at], &features[*at]);
        let examples: Vec<_> = seen.iter().filter_map(example).collect();
        fit(&examples, penalty, &[true; CHOICE_FEATURES.len()])
    };
    let first = |at: usize, score: &dyn Fn(&ChoiceFeatures) -> f32| {
        let mut rows: Vec<(ChoiceFeatures, bool)> =
            features[at].iter().copied().zip(questions[at].right.iter().copied()).collect();
        rows.sort_by(|a, b| score(&b.0).total_cmp(&score(&a.0)));
        let choices: Vec<ChoiceFeatures> = rows.iter().map(|(features, _)| *features).collect();
        let right = rows.first().is_some_and(|(_, right)| *right);
        (likelihood_features(&choices, score).unwrap_or_default(), right)
    };
    let folded = cross_validate(&origins.iter().collect::<Vec<_>>(), model, |model, at| {
        first(at, &|features| model.score(features))
    });
    // All questions that no document answers count as much as all wrong choices.
    let unanswerable = questions.iter().filter(|one| !one.answerable).count();
    let wrong = questions.iter().zip(&folded).filter(|(one, (_, right))| one.answerable && !right);
    let each = wrong.count() as f32 / unanswerable.max(1) as f32;
    let counts: Vec<f32> =
        questions.iter().map(|one| if one.answerable { 1.0 } else { each }).collect();
    let likelihood = shown_from(logistic(&folded, &counts), &folded, lost);
    let share = |of: &dyn Fn(usize) -> bool| {
        let those: Vec<usize> = (0..questions.len()).filter(|at| of(*at)).collect();
        let low = |at: &&usize| likelihood.score(&folded[**at].0) < 0.0;
        those.iter().filter(low).count() as f32 / those.len().max(1) as f32
    };
    let withheld = (
        share(&|at| !questions[at].answerable),
        share(&|at| questions[at].answerable && !folded[at].1),
    );
    let reader = Reader::builtin();
    let every: Vec<usize> = (0..questions.len()).collect();
    let before = every.iter().map(|at| first(*at, &|features| reader.choose(features)).1);
    Ok(Training {
        before: hits(questions, before),
        folded: hits(questions, folded.into_iter().map(|(_, right)| right)),
        model: model(&every),
        likelihood,
        withheld,
    })
}

fn of_this_version(question: &MeasuredQuestion) -> Result<Vec<ChoiceFeatures>, EvalError> {
    let features = |row: &Vec<f32>| ChoiceFeatures::try_from(row.as_slice());
    let rows: Result<_, _> = question.choices.iter().map(features).collect();
    rows.map_err(|_| EvalError::OtherMeasurements)
}

fn example(
    question: &MeasuredQuestion,
    features: &[ChoiceFeatures],
) -> Option<Example<{ CHOICE_FEATURES.len() }>> {
    let (right, wrong) = (question.right.contains(&true), question.right.contains(&false));
    (right && wrong).then(|| Example {
        features: features.to_vec(),
        relevant: question.right.clone(),
        weight: 1.0,
    })
}

/// Logistic regression of whether the first choice is right on what is measured of it; each example counts what
/// `counts` say.
fn logistic(examples: &[(LikelihoodFeatures, bool)], counts: &[f32]) -> LikelihoodModel {
    const STEPS: usize = 4_000;
    const RATE: f32 = 0.3;
    const PENALTY: f32 = 0.003;
    let rows: Vec<LikelihoodFeatures> = examples.iter().map(|(features, _)| *features).collect();
    // All are brought to one scale before they are weighed.
    let scale = deviations(&rows);
    let total = counts.iter().sum::<f32>().max(1.0);
    let mut weights = LikelihoodFeatures::default();
    for _ in 0..STEPS {
        let model: LikelihoodModel = Linear::new(divided(&weights, &scale));
        let mut gradient = weights.map(|weight| PENALTY * weight);
        for ((features, right), counts) in examples.iter().zip(counts) {
            let off = 1.0 / (1.0 + (-model.score(features)).exp()) - f32::from(*right);
            let scaled = divided(features, &scale).into_iter();
            gradient
                .iter_mut()
                .zip(scaled)
                .for_each(|(sum, value)| *sum += counts * off * value / total);
        }
        weights.iter_mut().zip(gradient).for_each(|(weight, sum)| *weight -= RATE * sum);
    }
    Linear::new(divided(&weights, &scale))
}

fn divided(features: &LikelihoodFeatures, by: &LikelihoodFeatures) -> LikelihoodFeatures {
    std::array::from_fn(|at| features[at] / by[at])
}

/// The standard deviation of each measurement; 1 where it never differs.
fn deviations(rows: &[LikelihoodFeatures]) -> LikelihoodFeatures {
    let count = rows.len().max(1) as f32;
    std::array::from_fn(|at| {
        let mean = rows.iter().map(|row| row[at]).sum::<f32>() / count;
        let variance = rows.iter().map(|row| (row[at] - mean).powi(2)).sum::<f32>() / count;
        if variance > 1e-8 { variance.sqrt() } else { 1.0 }
    })
}

/// The same model with 0 where `lost` of the right ones lie below.
fn shown_from(
    model: LikelihoodModel,
    examples: &[(LikelihoodFeatures, bool)],
    lost: f32,
) -> LikelihoodModel {
    let right = examples.iter().filter(|(_, right)| *right);
    let mut scores: Vec<f32> = right.map(|(features, _)| model.score(features)).collect();
    scores.sort_by(f32::total_cmp);
    let least = scores.get((lost * scores.len() as f32) as usize).copied().unwrap_or(0.0);
    let mut weights = *model.weights();
    weights[LIKELIHOOD_FEATURES.len() - 1] -= least;
    Linear::new(weights)
}

fn hits(questions: &[MeasuredQuestion], first: impl Iterator<Item = bool>) -> Hits {
    let answerable = questions.iter().filter(|one| one.answerable);
    Hits {
        asked: answerable.count(),
        near: questions.iter().filter(|one| one.right.contains(&true)).count(),
        first: first.filter(|first| *first).count(),
    }
}

impl Training {
    /// The file of weights.
    pub fn weights(&self) -> String {
        let Hits { asked, near, first } = self.folded;
        let remark = format!(
            "Weights that choose among all that may answer, by `citelight-eval train choice`.\n\
             Learned from {asked} questions of exams and our own. Of {near} with a right choice among all, models that\n\
             had not seen the document put one first for {first}."
        );
        self.model.write(&remark, &CHOICE_FEATURES)
    }

    /// The file of weights that tell how likely the first choice answers.
    pub fn likelihood_weights(&self) -> String {
        let (silent, wrong) = self.withheld;
        let remark = format!(
            "Weights that tell how likely the first choice answers, by `citelight-eval train choice`.\n\
             On documents not seen, {:.0} of 100 unanswerable questions and {:.0} of 100 wrong choices are withheld.",
            100.0 * silent,
            100.0 * wrong
        );
        self.likelihood.write(&remark, &LIKELIHOOD_FEATURES)
    }
}

impl fmt::Display for Training {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hits { asked, near, first } = self.folded;
        writeln!(f, "{asked} questions, a right choice among all for {near}; first:")?;
        writeln!(f, "  by the weights that the program has now  {}", self.before.first)?;
        writeln!(f, "  learned, folded by document              {first}")?;
        let (silent, wrong) = self.withheld;
        writeln!(f, "withheld: {silent:.2} of unanswerable ones, {wrong:.2} of wrong choices")
    }
}

/// Reads the questions that were measured before; none where there is no such file.
pub fn measured_before(path: &Path) -> Result<Vec<MeasuredQuestion>, EvalError> {
    if path.exists() { files::lines(path) } else { Ok(Vec::new()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(document: usize, right_first: bool) -> MeasuredQuestion {
        let mut near = vec![0.0; CHOICE_FEATURES.len()];
        near[1] = 4.0;
        let mut far = near.clone();
        far[1] = -4.0;
        let choices = if right_first { vec![near, far] } else { vec![far, near] };
        MeasuredQuestion {
            question: String::new(),
            document: format!("{document}.pdf"),
            answerable: true,
            choices,
            right: vec![right_first, !right_first],
            says: Vec::new(),
            read: Vec::new(),
        }
    }

    #[test]
    fn what_answers_is_learned_and_judged_on_other_documents() {
        let questions: Vec<_> = (0..24).map(|n| question(n / 2, n % 2 == 0)).collect();
        let training = train(&questions, 1.0, 0.05).unwrap();
        assert_eq!(training.folded, Hits { asked: 24, near: 24, first: 24 });
        assert!(training.weights().contains("margin "));
        assert!(training.likelihood_weights().contains("score "));
    }

    #[test]
    fn measurements_of_another_version_are_refused() {
        let mut old = question(1, true);
        old.choices[0].pop();
        assert!(matches!(train(&[old], 1.0, 0.05), Err(EvalError::OtherMeasurements)));
    }

    #[test]
    fn a_digit_within_a_value_is_chance_and_in_a_sentence_is_not() {
        let asked =
            Question { must: vec!["4".to_owned()], answerable: true, ..Question::default() };
        let choice = |text: &str, items: &str, is_value| Choice {
            text: text.to_owned(),
            items: items.to_owned(),
            is_value,
            features: ChoiceFeatures::default(),
            read: String::new(),
        };
        assert!(says(&asked, &choice("Four, or 4, may come.", "", false)));
        assert!(says(&asked, &choice("4", "", true)));
        assert!(!says(&asked, &choice("14 May", "", true)));
        let list = choice("Who may come:", "4 of the crew", false);
        assert!(!says(&asked, &list));
        assert!(says(&Question { kind: Some("list".to_owned()), ..asked }, &list));
    }
}
