//! Training of what chooses sentences and key words and tells how sure an answer is.
//!
//! Every figure is cross-validated by document.

use std::fmt;

use citelight_core::{Corrections, Span};
use citelight_question::{Catalogue, understand};
use citelight_quote::Asked;
use citelight_quote::training::{
    CONFIDENCE_FEATURES, Confidence, KEY_FEATURES, Keys, SENTENCE_FEATURES, SentenceModel,
    key_features,
};
use citelight_retrieval::{Example, Linear, fit};
use citelight_text::{Stem, Vocabulary};

use crate::answers::{auroc, token_f1};

/// Parts into which the documents fall.
const FOLDS: usize = 6;
/// Runs of words as good as this share of the best one are keys to learn from.
const AS_GOOD: f32 = 0.85;
/// Sentences in which no run of words comes nearer to the answer teach nothing.
const LEAST_F1: f32 = 0.4;
/// Runs of words of a sentence from which is learned, about, besides the good ones: neighbours are
/// nearly alike.
const RUNS: usize = 200;
/// Sentences of an answer.
const SENTENCES: usize = 3;
/// Sentences of an answer with key words.
const WITH_KEY: usize = 2;

/// A sentence that was compared.
#[derive(Debug, Clone)]
pub struct TrainingSentence {
    /// Its words.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// Its measurements.
    pub features: [f32; SENTENCE_FEATURES.len()],
    /// Whether it touches the expected place.
    pub right: bool,
}

/// A question with the evidence that was found for it.
#[derive(Debug, Clone)]
pub struct QuotingQuestion {
    /// Set that it belongs to.
    pub set: String,
    /// Document that it is put to.
    pub document: String,
    /// What is asked.
    pub question: String,
    /// The expected words, where they are quoted from the document.
    pub answer: Option<String>,
    /// Whether the document answers it.
    pub answerable: bool,
    /// Whether the sentences' rightness is known.
    pub judged: bool,
    /// Stems of its terms and what each counts.
    pub terms: (Vec<Stem>, Vec<f32>),
    /// The sentences.
    pub sentences: Vec<TrainingSentence>,
    /// The measurements of the evidence.
    pub evidence: [f32; CONFIDENCE_FEATURES.len()],
}

impl QuotingQuestion {
    /// What it asks, as the models take it.
    fn asked(&self) -> Asked<'_> {
        let no_documents = Catalogue::new(Vec::new());
        let read = understand(&self.question, &no_documents, &Corrections::default());
        let (terms, weights) = &self.terms;
        Asked { terms, weights, figure: read.figure, sort: read.sort }
    }
}

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

/// The confidence of every answer of which it is known whether it should be given: `true` for those
/// whose best sentence is right, `false` for those to questions that the document does not answer.
pub fn confidences(questions: &[QuotingQuestion], model: &Confidence) -> Vec<(f32, bool)> {
    let known = |question: &&QuotingQuestion| {
        let best = question.sentences.first().is_some_and(|sentence| sentence.right);
        !question.answerable || question.judged && best
    };
    let score = |question: &QuotingQuestion| (model.of(&question.evidence), question.answerable);
    questions.iter().filter(known).map(score).collect()
}

/// Penalties on large weights.
#[derive(Debug, Clone, Copy)]
pub struct Penalties {
    /// Of the model that ranks sentences.
    pub sentences: f32,
    /// Of the one that finds keys.
    pub keys: f32,
    /// Of the one that tells how sure an answer is.
    pub confidence: f32,
}

/// What training came to.
#[derive(Debug, Clone)]
pub struct Quoting {
    /// Trained on everything.
    pub models: Models,
    /// Figures by set.
    pub sets: Vec<SetFigures>,
}

/// Cross-validated figures of one set.
#[derive(Debug, Clone, Default)]
pub struct SetFigures {
    /// Its name.
    pub set: String,
    /// Judged questions, and how many have a right sentence first, within two, within three.
    pub judged: usize,
    /// See `judged`.
    pub right: [usize; 3],
    /// Mean token F1 of the best of three sentences, and of these with two key words.
    pub f1: Option<(f64, f64)>,
    /// Area under the curve of the confidence; `None` where nothing is unanswerable.
    pub auroc: Option<f64>,
}

/// Trains the models.
pub fn train(
    questions: &[QuotingQuestion],
    penalties: Penalties,
    vocabulary: &Vocabulary,
) -> Quoting {
    let mut documents: Vec<&str> = questions.iter().map(|q| q.document.as_str()).collect();
    documents.sort_unstable();
    documents.dedup();
    let fold_of = |question: &QuotingQuestion| {
        documents.binary_search(&question.document.as_str()).unwrap_or_default() % FOLDS
    };
    let keys: Vec<Option<Example<KEY_FEATURES>>> =
        questions.iter().map(|question| key_example(question, vocabulary)).collect();
    let mut scored: Vec<(&QuotingQuestion, Scored)> = Vec::new();
    for fold in 0..FOLDS {
        let kept = |at: &usize| fold_of(&questions[*at]) != fold;
        let seen: Vec<usize> = (0..questions.len()).filter(kept).collect();
        if seen.len() == questions.len() {
            continue;
        }
        let models = models(questions, &keys, &seen, penalties);
        let held = questions.iter().filter(|question| fold_of(question) == fold);
        scored.extend(held.map(|question| (question, score(question, &models, vocabulary))));
    }
    let mut names: Vec<&str> = questions.iter().map(|question| question.set.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let all: Vec<usize> = (0..questions.len()).collect();
    Quoting {
        models: models(questions, &keys, &all, penalties),
        sets: names.iter().map(|set| figures(set, &scored)).collect(),
    }
}

fn models(
    questions: &[QuotingQuestion],
    keys: &[Option<Example<KEY_FEATURES>>],
    seen: &[usize],
    penalties: Penalties,
) -> Models {
    let weight = |set: &str, of: &dyn Fn(&QuotingQuestion) -> bool| {
        let size = seen.iter().filter(|at| questions[**at].set == set && of(&questions[**at]));
        100.0 / size.count().max(1) as f32
    };
    let right = |question: &QuotingQuestion| question.sentences.iter().any(|one| one.right);
    let sentences: Vec<Example<{ SENTENCE_FEATURES.len() }>> = seen
        .iter()
        .map(|at| &questions[*at])
        .filter(|question| question.judged && right(question))
        .map(|question| Example {
            features: question.sentences.iter().map(|one| one.features).collect(),
            relevant: question.sentences.iter().map(|one| one.right).collect(),
            weight: weight(&question.set, &|q| q.judged),
        })
        .collect();
    let keys: Vec<Example<KEY_FEATURES>> = seen.iter().filter_map(|at| keys[*at].clone()).collect();
    let evidence: Vec<_> = seen
        .iter()
        .map(|at| &questions[*at])
        .map(|question| {
            // Both groups of a set weigh the same.
            let weight = weight(&question.set, &|q| q.answerable == question.answerable);
            (question.evidence, question.answerable, weight)
        })
        .collect();
    Models {
        sentences: fit(&sentences, penalties.sentences, &[true; SENTENCE_FEATURES.len()]),
        keys: fit(&keys, penalties.keys, &[true; KEY_FEATURES]),
        confidence: Confidence::fit(&evidence, penalties.confidence),
    }
}

/// The runs of words of the right sentence that comes nearest to the answer.
fn key_example(
    question: &QuotingQuestion,
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
    Some(Example { features, relevant, weight: 1.0 })
}

/// What held-out models make of a question.
struct Scored {
    /// Place of the first right sentence.
    right: Option<usize>,
    f1: Option<(f32, f32)>,
    confidence: f32,
}

fn score(question: &QuotingQuestion, models: &Models, vocabulary: &Vocabulary) -> Scored {
    let mut order: Vec<&TrainingSentence> = question.sentences.iter().collect();
    let value = |sentence: &TrainingSentence| models.sentences.score(&sentence.features);
    order.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let keys = Keys::new(models.keys.clone());
    let asked = question.asked();
    let f1 = question.answer.as_ref().map(|answer| {
        let whole =
            order.iter().take(SENTENCES).map(|one| token_f1(&one.text, answer)).fold(0.0, f32::max);
        let key = |one: &&TrainingSentence| {
            let key = keys.find(&asked, &one.text, vocabulary)?;
            Some(token_f1(&one.text[key.range], answer))
        };
        (whole, order.iter().take(WITH_KEY).filter_map(key).fold(whole, f32::max))
    });
    Scored {
        right: order.iter().position(|sentence| sentence.right),
        f1,
        confidence: models.confidence.of(&question.evidence),
    }
}

fn figures(set: &str, scored: &[(&QuotingQuestion, Scored)]) -> SetFigures {
    let of: Vec<_> = scored.iter().filter(|(question, _)| question.set == set).collect();
    let judged: Vec<_> =
        of.iter().filter(|(question, _)| question.judged && question.answerable).collect();
    let within = |most: usize| {
        judged.iter().filter(|(_, score)| score.right.is_some_and(|place| place < most)).count()
    };
    let f1s: Vec<(f32, f32)> = of
        .iter()
        .filter(|(question, _)| question.answerable)
        .filter_map(|(_, score)| score.f1)
        .collect();
    let mean = |value: &dyn Fn(&(f32, f32)) -> f32| {
        f1s.iter().map(|pair| f64::from(value(pair))).sum::<f64>() / f1s.len() as f64
    };
    let sure: Vec<(f32, bool)> =
        of.iter().map(|(question, score)| (score.confidence, question.answerable)).collect();
    SetFigures {
        set: set.to_owned(),
        judged: judged.len(),
        right: [within(1), within(2), within(3)],
        f1: (!f1s.is_empty()).then(|| (mean(&|pair| pair.0), mean(&|pair| pair.1))),
        auroc: auroc(&sure),
    }
}

impl fmt::Display for Quoting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "set             judged  right 1    2    3   F1 sentences  with keys   AUROC")?;
        for set in &self.sets {
            let share = |count: usize| count as f64 / set.judged.max(1) as f64;
            let [one, two, three] = set.right.map(share);
            let shown = |value: Option<f64>| {
                value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"))
            };
            writeln!(
                f,
                "{:<15} {:>6}   {one:.3} {two:.3} {three:.3}   {:>12}  {:>9}   {:>5}",
                set.set,
                set.judged,
                shown(set.f1.map(|f1| f1.0)),
                shown(set.f1.map(|f1| f1.1)),
                shown(set.auroc)
            )?;
        }
        Ok(())
    }
}
