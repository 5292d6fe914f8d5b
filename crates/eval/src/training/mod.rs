//! Training of the models that Citelight ships, from sets of questions with known evidence.
//!
//! * [`ranking`]: what ranks passages;
//! * [`values`] and [`choice`]: what chooses among values, and among all that may answer;
//! * [`answers`]: what chooses sentences and key words and tells how sure an answer is.
//!
//! Sets that may not be learned from (`train = false`) are measured and teach nothing. Every figure is
//! cross-validated: what is held back shares neither document nor words, as the set demands, with what
//! was learned from.

pub mod answers;
pub mod choice;
mod folds;
pub mod passages;
pub mod ranking;
pub mod values;

use crate::EvalError;
use crate::sets::{Fold, QuestionSet};

use folds::cross_validate;

/// How often what is put first is right.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hits {
    /// Questions that documents answer.
    pub asked: usize,
    /// Those with a right one among all that was measured.
    pub near: usize,
    /// Those whose first one is right.
    pub first: usize,
}

/// Where a question of a training comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Origin {
    /// Its set.
    pub set: String,
    /// Whether it is put to all documents.
    pub together: bool,
    /// Whether it may be learned from.
    pub train: bool,
    /// What its set counts.
    pub weight: f32,
    /// By what its set is parted.
    pub by: Fold,
    /// Questions with the same key are never on both sides of a cross-validation.
    pub fold: String,
}

impl Origin {
    /// Of a question of a set about a document.
    fn new(set: &QuestionSet, document: String, question: &str) -> Origin {
        let fold = match set.fold {
            Fold::Document => document,
            Fold::Question => same_words(question),
        };
        let (name, QuestionSet { train, weight, fold: by, .. }) = (set.name.clone(), set);
        Origin { set: name, together: false, train: *train, weight: *weight, by: *by, fold }
    }

    /// Of a question that may be learned from, about a document.
    fn of_document(set: &str, document: &str) -> Origin {
        let (set, fold) = (set.to_owned(), document.to_owned());
        Origin { set, together: false, train: true, weight: 1.0, by: Fold::Document, fold }
    }

    /// What its figures stand under.
    fn label(&self) -> String {
        if self.together { format!("{}, together", self.set) } else { self.set.clone() }
    }
}

/// A question without what does not change it: case, white space, the sign at its end.
fn same_words(question: &str) -> String {
    let words: Vec<String> = question.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ").trim_end_matches(['?', '.', '!']).to_owned()
}

/// The questions that may be learned from. Fails where there are none.
fn learned(origins: &[&Origin]) -> Result<Vec<usize>, EvalError> {
    let learned: Vec<usize> = (0..origins.len()).filter(|at| origins[*at].train).collect();
    if learned.is_empty() {
        return Err(EvalError::NothingToLearn(names(origins, |_| true).join(", ")));
    }
    Ok(learned)
}

/// The sets with such questions, in the order of the questions.
fn names<'a>(origins: &[&'a Origin], wanted: impl Fn(&Origin) -> bool) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for origin in origins.iter().filter(|origin| wanted(origin)) {
        if !names.contains(&origin.set.as_str()) {
            names.push(&origin.set);
        }
    }
    names
}

/// What was learned from and what was not, as the trainers print it.
fn sources(origins: &[&Origin]) -> String {
    let count = origins.iter().filter(|origin| origin.train).count();
    let learned = names(origins, |origin| origin.train);
    let mut text = format!("Learned from {count} questions of {}.\n", learned.join(", "));
    for (what, sets) in [
        (
            "Parted by question, not by document",
            names(origins, |origin| origin.by == Fold::Question),
        ),
        ("Only measured, nothing learned from them", names(origins, |origin| !origin.train)),
    ] {
        if !sets.is_empty() {
            text.push_str(&format!("{what}: {}.\n", sets.join(", ")));
        }
    }
    text
}

#[cfg(test)]
fn origin(set: &str, train: bool, fold: &str) -> Origin {
    Origin {
        set: set.to_owned(),
        together: false,
        train,
        weight: 1.0,
        by: Fold::Document,
        fold: fold.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_that_may_not_be_learned_from_are_named_and_refused() {
        let (free, closed) = (origin("free", true, "a"), origin("closed", false, "b"));
        assert_eq!(learned(&[&closed, &free]).unwrap(), [1]);
        let error = learned(&[&closed]).unwrap_err().to_string();
        assert!(error.contains("closed"), "{error}");
        let text = sources(&[&closed, &free]);
        assert!(text.contains("from 1 questions of free."), "{text}");
        assert!(text.contains("nothing learned from them: closed."), "{text}");
    }
}
