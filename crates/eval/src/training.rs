//! Training of the ranking's model, and what each part of it is worth.
//!
//! Every figure is cross-validated: questions on documents of one family (the filings of one
//! company, whatever the year) are ranked by a model that saw none of them.

use std::collections::BTreeMap;
use std::fmt;

use citelight_retrieval::{Example, FEATURES, Features, Model, Place, diversify, fit};

/// Parts into which the families of documents fall.
const FOLDS: usize = 6;

/// A question with its pool, judged.
#[derive(Debug, Clone)]
pub struct TrainingQuestion {
    /// Name of the set that it belongs to.
    pub set: String,
    /// The document that it is about, by file name.
    pub document: String,
    /// The measurements of each candidate.
    pub features: Vec<Features>,
    /// The same with sections shuffled among the candidates.
    pub sham: Vec<Features>,
    /// Where each candidate stands.
    pub places: Vec<Place>,
    /// Which candidates hold the evidence.
    pub relevant: Vec<bool>,
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
    /// The model, trained on all questions.
    pub model: Model,
    /// Cross-validated figures: everything, then each part off, then sections shuffled.
    pub rows: Vec<TrainingRow>,
}

/// Trains on all sets, each of which weighs as `weight` tells, however many questions it has. With
/// `each`, every feature is left out by itself, not only every part.
pub fn train(
    questions: &[TrainingQuestion],
    penalty: f32,
    weight: &dyn Fn(&str) -> f32,
    each: bool,
) -> Training {
    let all = [true; FEATURES.len()];
    let weigher = Weigher::new(questions, weight);
    let mut rows = vec![cross_validate("all", questions, penalty, &weigher, &all, false)];
    let mut parts: Vec<&str> = FEATURES.iter().map(|feature| feature.part).collect();
    parts.dedup();
    for part in parts {
        let used = FEATURES.map(|feature| feature.part != part);
        let label = format!("without {part}");
        rows.push(cross_validate(&label, questions, penalty, &weigher, &used, false));
    }
    for left_out in FEATURES.iter().filter(|_| each) {
        let used = FEATURES.map(|feature| feature != *left_out);
        let label = format!("− {}", left_out.name);
        rows.push(cross_validate(&label, questions, penalty, &weigher, &used, false));
    }
    rows.push(cross_validate("sections shuffled", questions, penalty, &weigher, &all, true));
    let examples: Vec<Example<{ FEATURES.len() }>> =
        questions.iter().filter_map(|q| weigher.example(q, false)).collect();
    Training { model: fit(&examples, penalty, &all), rows }
}

struct Weigher<'a> {
    sizes: BTreeMap<&'a str, usize>,
    weight: &'a dyn Fn(&str) -> f32,
}

impl<'a> Weigher<'a> {
    fn new(questions: &'a [TrainingQuestion], weight: &'a dyn Fn(&str) -> f32) -> Self {
        let mut sizes = BTreeMap::new();
        for question in questions {
            *sizes.entry(question.set.as_str()).or_insert(0) += 1;
        }
        Weigher { sizes, weight }
    }

    fn example(
        &self,
        question: &TrainingQuestion,
        sham: bool,
    ) -> Option<Example<{ FEATURES.len() }>> {
        let size = self.sizes.get(question.set.as_str()).copied().unwrap_or(1);
        question.relevant.contains(&true).then(|| Example {
            features: if sham { question.sham.clone() } else { question.features.clone() },
            relevant: question.relevant.clone(),
            // Every set weighs as fifty questions.
            weight: (self.weight)(&question.set) * 50.0 / size as f32,
        })
    }
}

fn cross_validate(
    label: &str,
    questions: &[TrainingQuestion],
    penalty: f32,
    weigher: &Weigher<'_>,
    used: &[bool; FEATURES.len()],
    sham: bool,
) -> TrainingRow {
    let mut families: Vec<String> = questions.iter().map(|q| family(&q.document)).collect();
    families.sort_unstable();
    families.dedup();
    let fold_of = |question: &TrainingQuestion| {
        families.binary_search(&family(&question.document)).unwrap_or_default() % FOLDS
    };
    let mut ranks: BTreeMap<String, Vec<Option<usize>>> = BTreeMap::new();
    let mut missed: BTreeMap<String, usize> = BTreeMap::new();
    for fold in 0..FOLDS {
        let (held, seen): (Vec<_>, Vec<_>) =
            questions.iter().partition(|question| fold_of(question) == fold);
        if held.is_empty() {
            continue;
        }
        let examples: Vec<Example<{ FEATURES.len() }>> =
            seen.iter().filter_map(|question| weigher.example(question, sham)).collect();
        let model = fit(&examples, penalty, used);
        for question in held {
            ranks.entry(question.set.clone()).or_default().push(rank(question, &model, sham));
            *missed.entry(question.set.clone()).or_default() +=
                usize::from(!question.relevant.contains(&true));
        }
    }
    let sets = ranks
        .into_iter()
        .map(|(set, ranks)| {
            let missed = missed.get(&set).copied().unwrap_or_default();
            (set, figures(&ranks, missed))
        })
        .collect();
    TrainingRow { label: label.to_owned(), sets }
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
        writeln!(f, "Cross-validated over families of documents: Hit@1 Hit@5 Hit@10 MRR")?;
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
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filings_of_one_company_are_one_family() {
        assert_eq!(family("BESTBUY_2019_10K.pdf"), family("BESTBUY_2024Q2_10Q.pdf"));
        assert_ne!(family("covid_001.pdf"), family("covid_002.pdf"));
        assert_eq!(family("2019.pdf"), "2019.pdf", "a year alone is no family");
    }

    #[test]
    fn what_helps_is_seen_when_it_is_off() {
        // Candidate 1 of two holds the evidence; only the first feature tells, and in the sham it
        // tells nothing.
        let question = |n: usize| TrainingQuestion {
            set: "made".into(),
            document: format!("document {n}"),
            features: vec![
                std::array::from_fn(|_| 0.0),
                std::array::from_fn(|p| if p == 0 { 1.0 } else { 0.0 }),
            ],
            sham: vec![[0.0; FEATURES.len()]; 2],
            places: (0..2)
                .map(|page| Place { document: 0, pages: (page, page), table: false })
                .collect(),
            relevant: vec![false, true],
        };
        let questions: Vec<_> = (0..12).map(question).collect();
        let training = train(&questions, 1.0, &|_| 1.0, false);
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
}
