//! `citelight eval train`: fits the ranking's model to questions with known evidence.

use std::fs;
use std::path::{Path, PathBuf};

use citelight_core::{DocumentId, ErrorCode, WireError};
use citelight_engine::{Ask, Library, inspect};
use citelight_eval::retrieval::{Judging, Question, read_questions};
use citelight_eval::training::{TrainingQuestion, train as fit};
use citelight_parts::Parts;
use citelight_retrieval::FEATURES;

use super::questions::{documents_of, found, input};
use crate::Outcome;
use crate::print::Out;

/// Questions on filings weigh twice: they are the hardest, and the fewest.
const WEIGHTS: [(&str, f32); 1] = [("financebench", 2.0)];

/// What is trained, and how.
pub(super) struct Wanted {
    pub(super) files: Vec<PathBuf>,
    pub(super) penalty: f32,
    /// Sets that are put to all documents as well.
    pub(super) together: Vec<String>,
    pub(super) each: bool,
    pub(super) to: Option<PathBuf>,
}

pub(super) fn train(wanted: &Wanted, library: &Path, out: &Out) -> Result<Outcome, WireError> {
    let wire = |error: citelight_engine::EngineError| error.to_wire();
    let library = Library::open(library, Parts::locate(), |_| {}).map_err(wire)?;
    let mut all = Vec::new();
    for file in &wanted.files {
        let set = name_of(file);
        let mut judging = Judging { by_boxes: true, ..Judging::default() };
        let questions = read_questions(file).map_err(|error| input(&error))?;
        // Booklets whose truth is known to a page.
        judging.page_tolerance = u32::from(set == "northwind");
        for question in questions.iter().filter(|question| question.has_truth()) {
            let Ok(documents) = documents_of(question, &library) else { continue };
            all.push(measure(&library, question, &documents, &set, &judging)?);
            if wanted.together.contains(&set) {
                let set = format!("{set}, together");
                all.push(measure(&library, question, &[], &set, &judging)?);
            }
        }
    }
    if all.is_empty() {
        return Err(WireError::new(
            ErrorCode::Input,
            "None of the questions is on a document of the library.".to_owned(),
        )
        .hint("Add the documents first."));
    }
    let weight = |set: &str| {
        WEIGHTS.iter().find(|(name, _)| set.starts_with(name)).map_or(1.0, |(_, weight)| *weight)
    };
    let training = fit(&all, wanted.penalty, &weight, wanted.each);
    out.text(&training.to_string());
    if let Some(path) = &wanted.to {
        let sets: Vec<String> = wanted.files.iter().map(|file| name_of(file)).collect();
        let remark = format!(
            "Weights of the ranking's features, by `citelight eval train`.\n\
             {} questions of {}, each on its own document{}; penalty {}.",
            all.len(),
            sets.join(", "),
            if wanted.together.is_empty() {
                String::new()
            } else {
                format!(", those of {} on all documents as well", wanted.together.join(" and "))
            },
            wanted.penalty
        );
        fs::write(path, training.model.write(&remark, &FEATURES.map(|feature| feature.name)))
            .map_err(|error| {
                WireError::new(
                    ErrorCode::Input,
                    format!("The weights could not be written to {}: {error}.", path.display()),
                )
            })?;
    }
    Ok(Outcome::Done)
}

/// The set that a file holds: the folder's name, without what is said of its form.
pub(super) fn name_of(file: &Path) -> String {
    let folder = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    folder.trim_end_matches("_rendered").to_owned()
}

fn measure(
    library: &Library,
    question: &Question,
    documents: &[DocumentId],
    set: &str,
    judging: &Judging,
) -> Result<TrainingQuestion, WireError> {
    let ask = Ask { question: &question.question, documents, ..Ask::default() };
    let wire = |error: citelight_engine::EngineError| error.to_wire();
    let measured = inspect::pool(library, &ask).map_err(wire)?;
    let boxes = question.gold.iter().any(|gold| !gold.boxes.is_empty());
    let relevant = measured
        .chunks
        .iter()
        .map(|chunk| {
            let found = found(library, chunk, 0.0, boxes)?;
            Ok(citelight_eval::retrieval::is_right(&found, question, judging))
        })
        .collect::<Result<_, WireError>>()?;
    Ok(TrainingQuestion {
        set: set.to_owned(),
        document: question.gold.first().map(|gold| gold.document.clone()).unwrap_or_default(),
        features: measured.features,
        sham: measured.sham,
        places: measured.places,
        relevant,
    })
}
