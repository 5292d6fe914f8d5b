//! Training of the ranking's model, and what each part of it is worth.
//!
//! Where a set is parted by document, the filings of one company are one document, whatever the year.

use std::collections::BTreeMap;
use std::fmt;

use citelight_core::DocumentId;
use citelight_engine::Library;
use citelight_retrieval::{Example, FEATURES, Features, Model, Place, diversify, fit};

use super::{Origin, cross_validate, learned, names, sources};
use crate::EvalError;
use crate::asking::{ask, documents_of};
use crate::retrieval::{Judging, Question, found, is_right};
use crate::sets::QuestionSet;
use citelight_engine::inspect;

/// A question with its candidates, judged.
#[derive(Debug, Clone)]
pub struct TrainingQuestion {
    /// Where it comes from.
    pub origin: Origin,
    /// The features of each candidate.
    pub features: Vec<Features>,
    /// The same with sections shuffled among the candidates.
    pub sham: Vec<Features>,
    /// Where each candidate stands.
    pub places: Vec<Place>,
    /// Which candidates hold the evidence.
    pub relevant: Vec<bool>,
}

/// The questions of sets with their candidates, where their documents are in the library and it is known
/// where the answers stand.
pub fn gather(library: &Library, sets: &[QuestionSet]) -> Result<Vec<TrainingQuestion>, EvalError> {
    let mut all = Vec::new();
    for set in sets {
        for question in set.read()?.iter().filter(|question| question.has_truth()) {
            let Ok(documents) = documents_of(library, question) else { continue };
            all.push(judged(library, set, question, &documents)?);
            if set.together {
                let mut question = judged(library, set, question, &[])?;
                question.origin.together = true;
                all.push(question);
            }
        }
    }
    if all.is_empty() { Err(EvalError::NoDocuments) } else { Ok(all) }
}

fn judged(
    library: &Library,
    set: &QuestionSet,
    question: &Question,
    documents: &[DocumentId],
) -> Result<TrainingQuestion, EvalError> {
    let judging = Judging { page_tolerance: set.page_tolerance, by_boxes: true };
    let pool = inspect::pool(library, &ask(&question.question, documents))?;
    let boxes = question.has_boxes();
    let relevant = pool
        .chunks
        .iter()
        .map(|chunk| Ok(is_right(&found(library, chunk, 0.0, boxes)?, question, &judging)));
    let document = question.gold.first().map(|gold| family(&gold.document)).unwrap_or_default();
    Ok(TrainingQuestion {
        origin: Origin::new(set, document, &question.question),
        relevant: relevant.collect::<Result<_, EvalError>>()?,
        features: pool.features,
        sham: pool.sham,
        places: pool.places,
    })
}

/// Figures of one set of questions.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct SetFigures {
    /// Questions.
    pub questions: usize,
    /// Questions whose evidence is not in the pool at all.
    pub missed: usize,
    /// Share with evidence at rank 1, up to 5, up to 10.
    pub hits: [f64; 3],
    /// Mean reciprocal rank within the first ten.
    pub mrr: f64,
}

/// What a setting gives, by set.
#[derive(Debug, Clone)]
pub struct TrainingRow {
    /// The setting: "all", or the part that is off.
    pub label: String,
    /// Figures by the name of the set.
    pub sets: BTreeMap<String, SetFigures>,
}

/// The outcome of a training.
#[derive(Debug, Clone)]
pub struct Training {
    /// The model, trained on all questions that may be learned from.
    pub model: Model,
    /// Cross-validated figures: everything, then each part off, then sections shuffled.
    pub rows: Vec<TrainingRow>,
    /// What was learned from, and what was not.
    pub sources: String,
    /// The head of the file of weights.
    remark: String,
}

impl Training {
    /// The file of weights.
    pub fn weights(&self) -> String {
        self.model.write(&self.remark, &FEATURES.map(|feature| feature.name))
    }
}

/// Trains on the sets that may be learned from. With `each`, every feature is left out by itself, not
/// only every part.
pub fn train(
    questions: &[TrainingQuestion],
    penalty: f32,
    each: bool,
) -> Result<Training, EvalError> {
    let all = [true; FEATURES.len()];
    let trainer = Trainer::new(questions, penalty);
    let seen = learned(&trainer.origins)?;
    let mut rows = vec![trainer.row("all", &all, false)];
    let mut parts: Vec<&str> = FEATURES.iter().map(|feature| feature.part).collect();
    parts.dedup();
    for part in parts {
        let used = FEATURES.map(|feature| feature.part != part);
        rows.push(trainer.row(&format!("without {part}"), &used, false));
    }
    for left_out in FEATURES.iter().filter(|_| each) {
        let used = FEATURES.map(|feature| feature != *left_out);
        rows.push(trainer.row(&format!("− {}", left_out.name), &used, false));
    }
    rows.push(trainer.row("sections shuffled", &all, true));
    let (sources, remark) = (sources(&trainer.origins), trainer.remark(seen.len()));
    Ok(Training { model: trainer.fit(&seen, &all, false), rows, sources, remark })
}

struct Trainer<'a> {
    questions: &'a [TrainingQuestion],
    origins: Vec<&'a Origin>,
    labels: Vec<String>,
    /// What each counts: every set as fifty questions, times the set's weight.
    weights: Vec<f32>,
    penalty: f32,
}

impl<'a> Trainer<'a> {
    fn new(questions: &'a [TrainingQuestion], penalty: f32) -> Self {
        let origins: Vec<&Origin> = questions.iter().map(|question| &question.origin).collect();
        let labels: Vec<String> = origins.iter().map(|origin| origin.label()).collect();
        let size = |at: usize| labels.iter().filter(|label| **label == labels[at]).count();
        let weight = |(at, origin): (usize, &&Origin)| origin.weight * 50.0 / size(at) as f32;
        let weights = origins.iter().enumerate().map(weight).collect();
        Trainer { questions, origins, labels, weights, penalty }
    }

    fn fit(&self, seen: &[usize], used: &[bool; FEATURES.len()], sham: bool) -> Model {
        let examples: Vec<Example<{ FEATURES.len() }>> =
            seen.iter().filter_map(|at| self.example(*at, sham)).collect();
        fit(&examples, self.penalty, used)
    }

    fn example(&self, at: usize, sham: bool) -> Option<Example<{ FEATURES.len() }>> {
        let question = &self.questions[at];
        question.relevant.contains(&true).then(|| Example {
            features: if sham { question.sham.clone() } else { question.features.clone() },
            relevant: question.relevant.clone(),
            weight: self.weights[at],
        })
    }

    /// The figures with some features in use.
    fn row(&self, label: &str, used: &[bool; FEATURES.len()], sham: bool) -> TrainingRow {
        let fit = |seen: &[usize]| self.fit(seen, used, sham);
        let ranks =
            cross_validate(&self.origins, fit, |model, at| rank(&self.questions[at], model, sham));
        let mut sets: BTreeMap<String, (Vec<Option<usize>>, usize)> = BTreeMap::new();
        for ((question, label), rank) in self.questions.iter().zip(&self.labels).zip(ranks) {
            let (ranks, missed) = sets.entry(label.clone()).or_default();
            ranks.push(rank);
            *missed += usize::from(!question.relevant.contains(&true));
        }
        let sets = sets.into_iter().map(|(set, (ranks, missed))| (set, figures(&ranks, missed)));
        TrainingRow { label: label.to_owned(), sets: sets.collect() }
    }

    fn remark(&self, questions: usize) -> String {
        let sets = names(&self.origins, |origin| origin.train).join(", ");
        let together = names(&self.origins, |origin| origin.train && origin.together).join(" and ");
        let together = match together.as_str() {
            "" => String::new(),
            sets => format!(", those of {sets} on all documents as well"),
        };
        format!(
            "Weights of the ranking's features, by `citelight-eval train ranking`.\n\
             {questions} questions of {sets}, each on its own document{together}; penalty {}.",
            self.penalty
        )
    }
}

/// Rank, from 1, of the first passage that holds the evidence, within the first ten.
fn rank(question: &TrainingQuestion, model: &Model, sham: bool) -> Option<usize> {
    let features = if sham { &question.sham } else { &question.features };
    let scores: Vec<f32> = features.iter().map(|row| model.score(row)).collect();
    let order = diversify(&scores, &question.places, 10);
    order.iter().position(|hit| question.relevant[hit.candidate]).map(|place| place + 1)
}

fn figures(ranks: &[Option<usize>], missed: usize) -> SetFigures {
    let n = ranks.len().max(1) as f64;
    let within = |k: usize| ranks.iter().flatten().filter(|rank| **rank <= k).count() as f64 / n;
    SetFigures {
        questions: ranks.len(),
        missed,
        hits: [within(1), within(5), within(10)],
        mrr: ranks.iter().flatten().map(|rank| 1.0 / *rank as f64).sum::<f64>() / n,
    }
}

/// What a document shares with its like: its name up to a year.
fn family(file_name: &str) -> String {
    let name = file_name.rsplit('/').next().unwrap_or(file_name).to_lowercase();
    let year = |at: usize| {
        name.get(at..at + 4)
            .is_some_and(|part| part.parse::<u32>().is_ok_and(|y| (1900..2100).contains(&y)))
    };
    let cut = (1..name.len()).find(|at| name.is_char_boundary(*at) && year(*at));
    name[..cut.unwrap_or(name.len())].to_owned()
}

impl fmt::Display for Training {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.rows.first() else { return Ok(()) };
        writeln!(f, "Cross-validated: Hit@1 Hit@5 Hit@10 MRR")?;
        write!(f, "{:<22}", "")?;
        for (set, figures) in &first.sets {
            write!(f, "  {:<24}", format!("{set} ({}, −{})", figures.questions, figures.missed))?;
        }
        writeln!(f)?;
        for row in &self.rows {
            write!(f, "{:<22}", row.label)?;
            for figures in row.sets.values() {
                let [a, b, c] = figures.hits;
                write!(f, "  {a:.3} {b:.3} {c:.3} {:.3} ", figures.mrr)?;
            }
            writeln!(f)?;
        }
        write!(f, "{}", self.sources)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::origin;

    #[test]
    fn filings_of_one_company_are_one_family() {
        assert_eq!(family("NORTHCO_2019_10K.pdf"), family("NORTHCO_2024Q2_10Q.pdf"));
        assert_ne!(family("covid_001.pdf"), family("covid_002.pdf"));
        assert_eq!(family("2019.pdf"), "2019.pdf", "a year alone is no family");
    }

    /// Candidate 1 of two holds the evidence; only feature `telling` tells, and in the sham nothing.
    fn question(origin: Origin, telling: usize) -> TrainingQuestion {
        let place = |page| Place { document: 0, pages: (page, page), table: false };
        TrainingQuestion {
            origin,
            features: vec![
                [0.0; FEATURES.len()],
                std::array::from_fn(|at| f32::from(u8::from(at == telling))),
            ],
            sham: vec![[0.0; FEATURES.len()]; 2],
            places: vec![place(0), place(1)],
            relevant: vec![false, true],
        }
    }

    #[test]
    fn what_helps_is_seen_when_it_is_off() {
        let made = |n: usize| question(origin("made", true, &format!("document {n}")), 0);
        let questions: Vec<_> = (0..12).map(made).collect();
        let training = train(&questions, 1.0, false).unwrap();
        let first = |label: &str| {
            let row = training.rows.iter().find(|row| row.label == label).unwrap();
            row.sets["made"].hits[0]
        };
        assert_eq!(first("all"), 1.0);
        assert_eq!(first("without vectors"), 0.0);
        assert_eq!(first("without words"), 1.0);
        assert_eq!(first("sections shuffled"), 0.0);
        assert_eq!(training.rows[0].sets["made"].hits[1], 1.0, "two candidates, both in five");
    }

    #[test]
    fn what_may_not_be_learned_from_is_measured_and_changes_nothing() {
        let made = |n: usize| question(origin("made", true, &format!("document {n}")), 0);
        let mut questions: Vec<_> = (0..12).map(made).collect();
        let alone = train(&questions, 1.0, false).unwrap();
        questions.push(question(origin("closed", false, "document 12"), 1));
        let both = train(&questions, 1.0, false).unwrap();
        assert_eq!(both.weights(), alone.weights());
        assert_eq!(both.rows[0].sets["made"], alone.rows[0].sets["made"]);
        let closed = both.rows[0].sets["closed"];
        assert_eq!((closed.questions, closed.hits[0]), (1, 0.0), "its feature was learned");
        assert!(both.to_string().contains("nothing learned from them: closed."));
        assert!(train(&questions[12..], 1.0, false).is_err());
    }
}
