//! `citelight eval answer`: answers measured on questions with known ones.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use citelight_core::{Answer, ErrorCode, WireError};
use citelight_engine::{Ask, EngineError, Library};
use citelight_eval::answers::{judge, judge_lead, lead_report, report};
use citelight_eval::retrieval::{Question, parse_questions};
use citelight_parts::Parts;
use serde::Serialize;
use serde_json::Value;

use super::questions::documents_of;
use crate::Outcome;
use crate::print::Out;

/// What is measured, and how.
pub(super) struct Wanted {
    pub(super) files: Vec<PathBuf>,
    pub(super) unanswerable: Vec<String>,
    pub(super) only: Option<String>,
    pub(super) all_documents: bool,
    pub(super) written: bool,
    pub(super) to: Option<PathBuf>,
}

/// Citations, quotes and confidence.
pub(super) fn measure(wanted: &Wanted, library: &Path, out: &Out) -> Result<Outcome, WireError> {
    let answers = scored(wanted, library, judge)?;
    out.report(&report(&answers));
    Ok(Outcome::Done)
}

/// Answers in a word.
pub(super) fn measure_leads(
    wanted: &Wanted,
    library: &Path,
    out: &Out,
) -> Result<Outcome, WireError> {
    let led = scored(wanted, library, judge_lead)?;
    out.report(&lead_report(&led));
    Ok(Outcome::Done)
}

/// Asks every question and scores its answer; writes the scores where that is wanted.
fn scored<T: Serialize>(
    wanted: &Wanted,
    library: &Path,
    judge: impl Fn(&Question, &Answer, &[String]) -> T,
) -> Result<Vec<T>, WireError> {
    let wire = |error: EngineError| error.to_wire();
    let library = Library::open(library, Parts::locate(), |_| {}).map_err(wire)?;
    let mut all = Vec::new();
    for file in &wanted.files {
        for question in read(file, wanted.only.as_deref())? {
            let Ok(documents) = documents_of(&question, &library) else { continue };
            let documents = if wanted.all_documents { Vec::new() } else { documents };
            let ask = Ask { question: &question.question, documents: &documents, ..Ask::default() };
            let answer = match wanted.written {
                true => written(&library, &ask),
                false => library.answer(&ask),
            };
            let answer = answer.map_err(wire)?;
            all.push(judge(&question, &answer, &wanted.unanswerable));
        }
    }
    if all.is_empty() {
        return Err(input("None of the questions is on a document of the library.")
            .hint("Add the documents first."));
    }
    if let Some(path) = &wanted.to {
        let mut lines = String::new();
        for one in &all {
            let line = serde_json::to_string(one).map_err(|error| input(&error.to_string()))?;
            let _ = writeln!(lines, "{line}");
        }
        fs::write(path, lines).map_err(|error| {
            input(&format!("The answers could not be written to {}: {error}.", path.display()))
        })?;
    }
    Ok(all)
}

/// The answer as the text generator in use writes it, where it does; without a trace in the history.
fn written(library: &Library, ask: &Ask<'_>) -> Result<Answer, EngineError> {
    let mut answer = library.ask(ask)?;
    if answer.details.writer.is_some() {
        answer = library.write_answer(answer.id)?;
    }
    library.forget_question(answer.id)?;
    Ok(answer)
}

/// The questions of a file; `only` keeps to lines with a field of a value.
fn read(path: &Path, only: Option<&str>) -> Result<Vec<Question>, WireError> {
    let name = path.display();
    let text = fs::read_to_string(path)
        .map_err(|error| input(&format!("{name} cannot be read: {error}.")))?;
    let kept = match only.map(|only| only.split_once('=')) {
        None => text,
        Some(None) => return Err(input("Write --only as FIELD=VALUE.")),
        Some(Some((field, value))) => {
            let holds = |line: &&str| {
                let line: Option<Value> = serde_json::from_str(line).ok();
                line.and_then(|line| line.get(field).cloned()).is_some_and(|found| match found {
                    Value::String(found) => found == value,
                    other => other.to_string().as_str() == value,
                })
            };
            text.lines().filter(holds).collect::<Vec<_>>().join("\n")
        }
    };
    parse_questions(&kept).map_err(|(line, fault)| input(&format!("{name}, line {line}: {fault}.")))
}

fn input(message: &str) -> WireError {
    WireError::new(ErrorCode::Input, message)
}
