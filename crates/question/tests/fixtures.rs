//! Kinds and sides of questions labelled by hand, in `tests/fixtures/question`. They were written
//! after questions on filings, contracts, papers, manuals and insurance booklets. The shares asked
//! for are below 1: some questions can be read in two ways.

use std::fs;
use std::path::Path;

use citelight_core::{Corrections, QuestionKind};
use citelight_question::{Catalogue, understand};
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Deserialize)]
struct Kind {
    question: String,
    kind: QuestionKind,
}

#[derive(Deserialize)]
struct Sides {
    question: String,
    sides: Vec<String>,
}

fn fixture<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/question");
    let text = fs::read_to_string(folder.join(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn kinds_are_told_apart() {
    let all: Vec<Kind> = fixture("kinds.jsonl");
    let catalogue = Catalogue::default();
    let mut right = 0;
    for one in &all {
        let read = understand(&one.question, &catalogue, &Corrections::default()).kind;
        if read == one.kind {
            right += 1;
        } else {
            println!("{:?} and not {:?}: {}", read, one.kind, one.question);
        }
    }
    println!("kinds: {right} of {}", all.len());
    assert!(right * 100 >= all.len() * 95, "{right} of {}", all.len());
}

#[test]
fn sides_are_those_that_are_compared() {
    let all: Vec<Sides> = fixture("comparisons.jsonl");
    let catalogue = Catalogue::default();
    let (mut right, mut wrong) = ([0, 0], [0, 0]);
    for one in &all {
        let read = understand(&one.question, &catalogue, &Corrections::default());
        let labels: Vec<&str> = read.sides.iter().map(|side| side.label.as_str()).collect();
        let group = usize::from(one.sides.is_empty());
        if labels == one.sides {
            right[group] += 1;
        } else {
            wrong[group] += 1;
            println!("{labels:?} and not {:?}: {}", one.sides, one.question);
        }
        for (side, label) in read.sides.iter().zip(&labels) {
            assert!(side.query.contains(label), "{:?} lost {label}", side.query);
        }
    }
    println!("comparisons: {right:?} right, {wrong:?} wrong");
    for group in 0..2 {
        assert!(right[group] * 100 >= (right[group] + wrong[group]) * 95);
    }
}
