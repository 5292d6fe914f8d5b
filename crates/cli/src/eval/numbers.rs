//! `citelight eval answer numbers`: answers that are one number, against expected numbers.

use std::path::{Path, PathBuf};

use citelight_core::WireError;
use citelight_engine::{Ask, Library};
use citelight_eval::numbers::{Expected, NumberLine, NumberReport, score};
use citelight_eval::retrieval::read_questions;
use citelight_parts::Parts;

use super::questions::{documents_of, input};
use crate::Outcome;
use crate::print::Out;

pub(super) fn measure(files: &[PathBuf], library: &Path, out: &Out) -> Result<Outcome, WireError> {
    let wire = |error: citelight_engine::EngineError| error.to_wire();
    let library = Library::open(library, Parts::locate(), |_| {}).map_err(wire)?;
    let mut report = NumberReport::default();
    for file in files {
        for question in read_questions(file).map_err(|error| input(&error))? {
            let gold = question.answer.as_deref().unwrap_or_default();
            let Some(expected) = Expected::of(gold) else {
                report.left_out += 1;
                continue;
            };
            let Ok(documents) = documents_of(&question, &library) else {
                report.not_asked += 1;
                continue;
            };
            let ask = Ask { question: &question.question, documents: &documents, ..Ask::default() };
            let answer = library.answer(&ask).map_err(wire)?;
            if !NumberReport::takes(&expected, &answer) {
                report.left_out += 1;
                continue;
            }
            report.lines.push(NumberLine {
                id: question.id.clone().unwrap_or_else(|| format!("line {}", question.line)),
                score: score(&expected, &answer),
                expected: gold.to_owned(),
                answered: answer.answer,
            });
        }
    }
    out.report(&report);
    Ok(if report.lines.is_empty() { Outcome::NothingFound } else { Outcome::Done })
}
