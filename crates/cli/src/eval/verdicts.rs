//! `citelight eval answer verdicts`: the check of written answers, on statements known to be true or not.

use std::path::{Path, PathBuf};

use citelight_core::{Corrections, WireError};
use citelight_engine::{Ask, EngineError, Library, inspect};
use citelight_eval::retrieval::{Question, read_questions};
use citelight_eval::verdicts::{Judged, Truth, judge, opposite, other_figure, other_name, report};
use citelight_parts::Parts;

use super::questions::{documents_of, input};
use crate::Outcome;
use crate::print::Out;

pub(super) fn measure(
    files: &[PathBuf],
    unanswerable: &[String],
    library: &Path,
    out: &Out,
) -> Result<Outcome, WireError> {
    let wire = |error: EngineError| error.to_wire();
    let library = Library::open(library, Parts::locate(), |_| {}).map_err(wire)?;
    let mut judged: Vec<Judged> = Vec::new();
    for file in files {
        let questions = read_questions(file).map_err(|error| input(&error))?;
        for (place, question) in questions.iter().enumerate() {
            let Ok(documents) = documents_of(question, &library) else { continue };
            let statements = match claim(question, unanswerable, &library).map_err(wire)? {
                Some(claim) => vec![claim],
                None => answers(question, &questions, place),
            };
            let ask = Ask { question: &question.question, documents: &documents, ..Ask::default() };
            let texts: Vec<&str> = statements.iter().map(|(_, text)| text.as_str()).collect();
            let checked = inspect::check_written(&library, &ask, &texts).map_err(wire)?;
            for ((truth, statement), checked) in statements.iter().zip(&checked) {
                let (sentences, citations) = (&checked.sentences, &checked.citations);
                judged.push(judge(*truth, statement, question, sentences, citations));
            }
        }
    }
    out.report(&report(&judged));
    Ok(if judged.is_empty() { Outcome::NothingFound } else { Outcome::Done })
}

/// The claim that a question asks to be checked, with what is known of it.
fn claim(
    question: &Question,
    unanswerable: &[String],
    library: &Library,
) -> Result<Option<(Truth, String)>, EngineError> {
    let truth = match question.answer.as_deref() {
        Some("Yes") => Truth::ClaimSupported,
        Some("No") => Truth::ClaimContradicted,
        Some(answer) if unanswerable.iter().any(|words| words == answer) => {
            Truth::ClaimNotMentioned
        }
        _ => return Ok(None),
    };
    let read = library.interpret(&question.question, &[], &Corrections::default())?;
    let words = read.claim.and_then(|claim| question.question.get(claim.range()));
    Ok(words.map(|words| (truth, words.to_owned())))
}

/// The expected answer, altered ones, and that of a question on another document.
fn answers(question: &Question, all: &[Question], place: usize) -> Vec<(Truth, String)> {
    let Some(answer) = &question.answer else { return Vec::new() };
    let after = all[place..].iter().chain(&all[..place]);
    let foreign =
        after.filter(|one| one.documents != question.documents).find_map(|one| one.answer.clone());
    let all = [
        (Truth::True, Some(answer.clone())),
        (Truth::OtherFigure, other_figure(answer)),
        (Truth::OtherName, other_name(answer)),
        (Truth::Opposite, opposite(answer)),
        (Truth::Elsewhere, foreign),
    ];
    all.into_iter().filter_map(|(truth, text)| Some((truth, text?))).collect()
}
