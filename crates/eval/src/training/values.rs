//! Training of the model that chooses among values, cells of tables and fields of forms, from questions of our own
//! whose value is known, by what is measured of them; and what the trained reader's word on each counts beside it.
//! Since the reader learns from the same questions, each is to be weighed by one that learned from other documents.

use std::path::Path;
use std::{fmt, iter};

use citelight_answer::{CELL_FEATURES, CellFeatures, CellModel, cell_model};
use citelight_engine::Library;
use citelight_engine::inspect::{self, NearValue};
use citelight_retrieval::{Example, fit};
use citelight_text::squashed;
use serde::{Deserialize, Serialize};

use super::folds::cross_validate;
use super::{Hits, Origin};
use crate::asking::ask;
use crate::{EvalError, files};

/// Values that are measured of each question.
const MOST: usize = 60;
/// Weights of what the trained reader says that are compared.
const READER: [f32; 7] = [0.3, 0.5, 0.7, 1.0, 1.4, 2.0, 3.0];
/// Measurements are kept to three places.
const ROUNDED: f32 = 1_000.0;
/// Kinds of questions that ask for a value, and those that may: what no value answers is learned as well.
const OF_VALUES: [&str; 2] = ["cell", "field"];
const ASKED: [&str; 7] = ["cell", "field", "fact", "reason", "definition", "exception", "none"];
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
    /// First and last byte of its words in the document's text.
    #[serde(default)]
    span: Option<(u32, u32)>,
    /// What names its row and its column, or its label, as printed.
    #[serde(default)]
    named: Option<String>,
}

/// A question with the values near what is found for it, those that fit best by what is measured first.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct MeasuredQuestion {
    question: String,
    document: String,
    kind: String,
    /// What each value is, as the model that weighs values reads it.
    values: Vec<String>,
    /// Their measurements, in the order of [`CELL_FEATURES`].
    features: Vec<Vec<f32>>,
    /// Places of those that are the expected one.
    right: Vec<usize>,
    /// By how much each answers, as told by a model that learned nothing from its document.
    #[serde(default)]
    weighed: Vec<f32>,
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
    /// The same beside what the trained reader says, where it weighed all values: for each weight of it how many
    /// come first.
    pub weighed: Vec<(f32, usize)>,
}

/// The questions of a file, measured, where their documents are in the library.
pub fn gather(library: &Library, questions: &Path) -> Result<Vec<MeasuredQuestion>, EvalError> {
    let mut all = Vec::new();
    for line in files::lines::<Line>(questions)? {
        if !ASKED.contains(&line.kind.as_str()) {
            continue;
        }
        let Ok(document) = library.find_document(&line.document) else { continue };
        let values = inspect::values(library, &ask(&line.question, &[document.id]), MOST)?;
        let rounded = |value: &f32| (value * ROUNDED).round() / ROUNDED;
        all.push(MeasuredQuestion {
            right: right_ones(&values, &line),
            features: values.iter().map(|one| one.features.iter().map(rounded).collect()).collect(),
            values: values.into_iter().map(|one| one.read).collect(),
            question: line.question,
            document: line.document,
            kind: line.kind,
            weighed: Vec::new(),
        });
    }
    if all.is_empty() { Err(EvalError::NoDocuments) } else { Ok(all) }
}

/// Questions that were measured before; none where there is no such file.
pub fn measured_before(path: &Path) -> Result<Vec<MeasuredQuestion>, EvalError> {
    if path.exists() { files::lines(path) } else { Ok(Vec::new()) }
}

/// Places of the values that are the expected answer: of those with its words the one at its place, or those that
/// are best said to be what was asked for.
fn right_ones(values: &[NearValue], line: &Line) -> Vec<usize> {
    let answer = line.answer.as_deref().unwrap_or_default();
    let rank = |one: &NearValue| -> usize {
        let read = one.read.to_lowercase();
        let names = line.named.iter().flat_map(|named| named.split_whitespace());
        let said = names.filter(|word| read.contains(&word.to_lowercase())).count();
        let there =
            line.span.is_some_and(|(start, end)| one.span.start < end && start < one.span.end);
        2 * said + usize::from(there)
    };
    let right = values.iter().enumerate().filter(|(_, one)| is_right(&one.text, answer));
    let right: Vec<(usize, usize)> = right.map(|(at, one)| (at, rank(one))).collect();
    let best = right.iter().map(|(_, rank)| *rank).max();
    right.iter().filter(|(_, rank)| Some(*rank) == best).map(|(at, _)| *at).collect()
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

/// Fits the model under `penalty`, the weight of the sum of squares, to the questions that ask for a value.
///
/// # Errors
/// Where a question was measured by another version.
pub fn train(questions: &[MeasuredQuestion], penalty: f32) -> Result<Training, EvalError> {
    let asked: Vec<&MeasuredQuestion> =
        questions.iter().filter(|one| OF_VALUES.contains(&one.kind.as_str())).collect();
    let rows: Vec<Vec<CellFeatures>> =
        asked.iter().map(|one| of_this_version(one)).collect::<Result<_, _>>()?;
    let example = |at: &usize| -> Option<Example<{ CELL_FEATURES.len() }>> {
        let (features, right) = (&rows[*at], &asked[*at].right);
        let relevant: Vec<bool> = (0..features.len()).map(|place| right.contains(&place)).collect();
        let told = relevant.contains(&true) && relevant.contains(&false);
        told.then(|| Example { features: features.clone(), relevant, weight: 1.0 })
    };
    let model = |seen: &[usize]| {
        let examples: Vec<_> = seen.iter().filter_map(example).collect();
        fit(&examples, penalty, &[true; CELL_FEATURES.len()])
    };
    let first = |model: &CellModel, reader: f32, at: usize| {
        let weighed = asked[at].weighed.iter().copied().chain(iter::repeat(0.0));
        let scores =
            rows[at].iter().zip(weighed).map(|(row, weighed)| model.score(row) + reader * weighed);
        let best = scores.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        best.is_some_and(|(place, _)| asked[at].right.contains(&place))
    };
    let origins: Vec<Origin> =
        asked.iter().map(|one| Origin::of_document("own", &one.document)).collect();
    let every: Vec<usize> = (0..asked.len()).collect();
    let origins: Vec<&Origin> = origins.iter().collect();
    let folded = cross_validate(&origins, model, |model, at| first(model, 0.0, at));
    let hits = |first: usize| Hits {
        asked: asked.len(),
        near: asked.iter().filter(|one| !one.right.is_empty()).count(),
        first,
    };
    let now = |reader: f32| every.iter().filter(|at| first(cell_model(), reader, **at)).count();
    let all_weighed = asked.iter().all(|one| one.weighed.len() == one.values.len());
    Ok(Training {
        model: model(&every),
        folded: hits(folded.into_iter().filter(|first| *first).count()),
        before: hits(now(0.0)),
        weighed: READER
            .iter()
            .filter(|_| all_weighed)
            .map(|weight| (*weight, now(*weight)))
            .collect(),
    })
}

fn of_this_version(question: &MeasuredQuestion) -> Result<Vec<CellFeatures>, EvalError> {
    let row = |row: &Vec<f32>| row.as_slice().try_into();
    let rows: Result<Vec<CellFeatures>, _> = question.features.iter().map(row).collect();
    rows.map_err(|_| EvalError::OtherMeasurements)
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
        writeln!(f, "  learned, folded by document              {first}")?;
        for (weight, first) in &self.weighed {
            writeln!(f, "  with the reader, at a weight of {weight:<9} {first}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(document: usize, right_first: bool) -> MeasuredQuestion {
        let mut near = vec![0.0; CELL_FEATURES.len()];
        near[0] = 1.0;
        let mut far = near.clone();
        far[0] = 0.2;
        let features = if right_first { vec![near, far] } else { vec![far, near] };
        MeasuredQuestion {
            document: format!("{document}.pdf"),
            kind: "cell".to_owned(),
            values: vec![String::new(); 2],
            features,
            right: vec![usize::from(!right_first)],
            weighed: if right_first { vec![2.0, -2.0] } else { vec![-2.0, 2.0] },
            ..MeasuredQuestion::default()
        }
    }

    #[test]
    fn what_tells_values_apart_is_learned_and_judged_on_other_documents() {
        let questions: Vec<_> = (0..24).map(|n| question(n / 2, n % 2 == 0)).collect();
        let training = train(&questions, 1.0).unwrap();
        assert_eq!(training.folded, Hits { asked: 24, near: 24, first: 24 });
        assert!(training.weights().contains("covered "));
        assert!(training.weighed.iter().all(|(_, first)| *first == 24));
    }

    #[test]
    fn what_the_reader_says_counts_only_where_it_weighed_all() {
        let mut questions: Vec<_> = (0..24).map(|n| question(n / 2, n % 2 == 0)).collect();
        questions[0].weighed.clear();
        assert!(train(&questions, 1.0).unwrap().weighed.is_empty());
    }

    #[test]
    fn a_value_is_right_that_holds_the_answer_and_little_else() {
        assert!(is_right("£1,250 a month", "£1,250"));
        assert!(is_right("4", "4") && !is_right("14", "4"));
        assert!(!is_right("Anna Berg, 12 Hill Road, Leith, telephone 0131 555 0100", "Leith"));
    }
}
