//! Answers against known ones: what their citations touch, what their quotes say, and whether their
//! confidence tells what the documents say from what they do not.

mod leads;
mod measure;
mod overlap;
mod roc;
mod shown;
mod threshold;

use std::fmt;

use citelight_core::{Answer, AnswerMode, Citation, Quad};
use serde::Serialize;

pub use leads::{LeadReport, Led, judge_lead, lead_report};
pub use measure::{Asking, measure};
pub use overlap::token_f1;
pub use roc::{Point, auroc, curve};
pub use shown::uncited_numbers;
pub use threshold::{LEAST_KEPT, Thresholds};

use crate::retrieval::{Gold, Question};
use crate::{median_and_p95, share};

/// Points on the curve that is told.
const POINTS: usize = 11;

/// One question with the answer that was given.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answered {
    /// What was asked.
    pub question: String,
    /// What was expected, where it is known.
    pub expected: Option<String>,
    /// What was answered.
    pub answer: String,
    /// Whether the documents answer it.
    pub answerable: bool,
    /// Whether an answer was found.
    pub found: bool,
    /// How sure that was, 0 to 1.
    pub confidence: f32,
    /// Whether a cited rectangle touches an expected one; `None` where none is known.
    pub touched: Option<bool>,
    /// Whether a citation stands on an expected page; `None` where none is known.
    pub on_page: Option<bool>,
    /// Greatest token F1 of a quote and the expected answer, 0 to 1; `None` where none is known.
    pub best_f1: Option<f32>,
    /// How it was made.
    pub mode: AnswerMode,
    /// Its numbers that no citation shows.
    pub uncited: Vec<String>,
    /// Milliseconds from the question to the quotes, and where a model wrote, from its request to the
    /// first word; the embedder and the model may have had to be loaded.
    pub ms: (f32, Option<f32>),
}

/// Scores an answer. `unanswerable` are the expected answers that stand for "not said".
pub fn judge(question: &Question, answer: &Answer, unanswerable: &[String]) -> Answered {
    let answerable = question.is_answered(unanswerable);
    let on_page = || {
        answer.citations.iter().any(|citation| {
            question.gold.iter().any(|gold| {
                citation
                    .quads
                    .iter()
                    .any(|quad| quad.page == gold.page || gold.alt_pages.contains(&quad.page))
            })
        })
    };
    let best = |expected: &String| {
        let quotes = answer.citations.iter().map(|citation| token_f1(&citation.quote, expected));
        quotes.fold(0.0, f32::max)
    };
    Answered {
        question: question.question.clone(),
        expected: question.answer.clone(),
        answer: answer.answer.clone(),
        answerable,
        found: answer.found,
        confidence: answer.confidence,
        touched: touched(question, &answer.citations).filter(|_| answerable),
        on_page: (answerable && !question.gold.is_empty()).then(on_page),
        best_f1: question.answer.as_ref().filter(|_| answerable).map(best),
        mode: answer.mode,
        uncited: if answer.found { uncited_numbers(answer) } else { Vec::new() },
        ms: (
            answer.timings_ms.total,
            answer.details.written.as_ref().and_then(|written| written.first_ms),
        ),
    }
}

/// Whether a rectangle of the citations touches an expected one; `None` where none is known.
pub(crate) fn touched(question: &Question, citations: &[Citation]) -> Option<bool> {
    let touches = |expected: Quad| {
        let mut cited = citations.iter().flat_map(|citation| &citation.quads);
        cited.any(|quad| quad.page == expected.page && expected.rect.overlaps(&quad.rect))
    };
    let mut expected = question.gold.iter().flat_map(Gold::quads).peekable();
    expected.peek()?;
    Some(expected.any(touches))
}

/// What a set of answers comes to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AnswerReport {
    /// Questions that the documents answer, and how many of them were answered.
    pub answerable: (usize, usize),
    /// Questions that they do not answer, and how many were answered all the same.
    pub unanswerable: (usize, usize),
    /// Answers with known boxes, and how many touch one.
    pub touched: (usize, usize),
    /// Answers with known pages, and how many cite one.
    pub on_page: (usize, usize),
    /// Mean of the best quote's token F1 over questions with a known answer, 0 to 1.
    pub best_f1: Option<f64>,
    /// Answers that were given, those that a model wrote, and answers with a number that no citation
    /// shows.
    pub uncited: (usize, usize, usize),
    /// Milliseconds to the quotes: median and 95th percentile.
    pub quotes_ms: Option<(f32, f32)>,
    /// The same to a model's first word, from the request to write.
    pub first_word_ms: Option<(f32, f32)>,
    /// How well the confidence tells answerable questions from others: the share of pairs that it
    /// puts in order, 0 to 1.
    pub auroc: Option<f64>,
    /// What each threshold of the confidence would give.
    pub curve: Vec<Point>,
}

/// Sums answers up.
pub fn report(answers: &[Answered]) -> AnswerReport {
    let count = |wanted: bool| {
        let of: Vec<&Answered> = answers.iter().filter(|one| one.answerable == wanted).collect();
        (of.len(), of.iter().filter(|one| one.found).count())
    };
    let tally = |value: &dyn Fn(&Answered) -> Option<bool>| {
        let known: Vec<bool> = answers.iter().filter_map(value).collect();
        (known.len(), known.iter().filter(|yes| **yes).count())
    };
    let f1s: Vec<f64> = answers.iter().filter_map(|one| one.best_f1).map(f64::from).collect();
    let scores: Vec<(f32, bool)> =
        answers.iter().map(|one| (one.confidence, one.answerable)).collect();
    let auroc = auroc(&scores);
    let given = answers.iter().filter(|one| one.found);
    let written = given.clone().filter(|one| one.mode == AnswerMode::Generated).count();
    let wrong = given.clone().filter(|one| !one.uncited.is_empty()).count();
    AnswerReport {
        uncited: (given.count(), written, wrong),
        quotes_ms: median_and_p95(answers.iter().map(|one| one.ms.0)),
        first_word_ms: median_and_p95(answers.iter().filter_map(|one| one.ms.1)),
        answerable: count(true),
        unanswerable: count(false),
        touched: tally(&|one| one.touched),
        on_page: tally(&|one| one.on_page),
        best_f1: (!f1s.is_empty()).then(|| f1s.iter().sum::<f64>() / f1s.len() as f64),
        curve: auroc.map(|_| curve(&scores, POINTS)).unwrap_or_default(),
        auroc,
    }
}

impl fmt::Display for AnswerReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |f: &mut fmt::Formatter<'_>, what: &str, (all, some): (usize, usize)| {
            writeln!(f, "{what}: {some} of {all} ({:.1} %)", share(some, all))
        };
        line(f, "answered, where the documents answer", self.answerable)?;
        if self.unanswerable.0 > 0 {
            line(f, "answered, where they do not", self.unanswerable)?;
        }
        if self.touched.0 > 0 {
            line(f, "a highlight touches an expected box", self.touched)?;
        }
        if self.on_page.0 > 0 {
            line(f, "a citation stands on an expected page", self.on_page)?;
        }
        if let Some(f1) = self.best_f1 {
            writeln!(f, "token F1 of the best quote, mean: {f1:.3}")?;
        }
        let (given, written, wrong) = self.uncited;
        writeln!(
            f,
            "a number that no citation shows: {wrong} of {given} answers ({written} written)"
        )?;
        if let Some((median, p95)) = self.quotes_ms {
            writeln!(
                f,
                "question to quotes, median and 95th percentile: {median:.0} ms, {p95:.0} ms"
            )?;
        }
        if let Some((median, p95)) = self.first_word_ms {
            writeln!(f, "request to first written word: {median:.0} ms, {p95:.0} ms")?;
        }
        if let Some(auroc) = self.auroc {
            writeln!(f, "area under the curve of the confidence: {auroc:.3}")?;
            writeln!(f, "  threshold   right answers kept   wrong ones withheld")?;
            for point in &self.curve {
                writeln!(
                    f,
                    "  {:>9.2}   {:>18.1} %   {:>17.1} %",
                    point.threshold,
                    100.0 * point.kept,
                    100.0 * point.withheld
                )?;
            }
        }
        Ok(())
    }
}
