//! `citelight eval train-answers`: fits what chooses sentences and key words, and the confidence.

use std::fs;
use std::path::{Path, PathBuf};

use citelight_core::{DocumentId, ErrorCode, Quad, WireError};
use citelight_engine::{Ask, EngineError, Library, inspect};
use citelight_eval::answers::Thresholds;
use citelight_eval::quoting::{
    Penalties, QuotingQuestion, TrainingSentence, confidences, train as fit,
};
use citelight_eval::retrieval::{Question, read_questions};
use citelight_parts::Parts;
use citelight_quote::training::{SENTENCE_FEATURES, key_names};

use super::questions::{documents_of, input};
use super::train::name_of;
use crate::Outcome;
use crate::print::Out;

/// Those of sentences (of 3, 10, 30) and keys (of 1, 4, 8, 20, 60) by cross-validated figures of an
/// earlier trial on papers; the confidence's is set by hand.
const PENALTIES: Penalties = Penalties { sentences: 10.0, keys: 20.0, confidence: 0.03 };

/// What is trained, and how.
pub(super) struct Wanted {
    pub(super) files: Vec<PathBuf>,
    pub(super) unanswerable: Vec<String>,
    pub(super) elsewhere: Vec<String>,
    pub(super) to: Option<PathBuf>,
}

pub(super) fn train(wanted: &Wanted, library: &Path, out: &Out) -> Result<Outcome, WireError> {
    let wire = |error: EngineError| error.to_wire();
    let library = Library::open(library, Parts::locate(), |_| {}).map_err(wire)?;
    let all = gather(&library, &wanted.files, &wanted.unanswerable, &wanted.elsewhere)?;
    let trained = fit(&all, PENALTIES, inspect::vocabulary(&library));
    out.text(&trained.to_string());
    if let Some(folder) = &wanted.to {
        let sets: Vec<String> = wanted.files.iter().map(|file| name_of(file)).collect();
        let remark = format!(
            "Learned by `citelight eval train-answers` from {} questions of {}.",
            all.len(),
            sets.join(", ")
        );
        let models = &trained.models;
        write(folder, "sentences.txt", &models.sentences.write(&remark, &SENTENCE_FEATURES))?;
        write(folder, "keys.txt", &models.keys.write(&remark, &key_names()))?;
        let scores = confidences(&all, &models.confidence);
        let thresholds = Thresholds::of(&scores, models.confidence.least());
        out.text(&thresholds.to_string());
        let least = thresholds.proposed.map_or(models.confidence.least(), |point| point.threshold);
        let confidence = models.confidence.clone().with_least(least);
        write(folder, "confidence.txt", &confidence.write(&remark))?;
    }
    Ok(Outcome::Done)
}

/// The questions of the files with the evidence that is found for them. Those of the sets `elsewhere`
/// are also put to another document.
pub(super) fn gather(
    library: &Library,
    files: &[PathBuf],
    unanswerable: &[String],
    elsewhere: &[String],
) -> Result<Vec<QuotingQuestion>, WireError> {
    let wire = |error: EngineError| error.to_wire();
    let mut all = Vec::new();
    for file in files {
        let set = name_of(file);
        let questions = read_questions(file).map_err(|error| input(&error))?;
        let mut asked = Vec::new();
        for question in &questions {
            let Ok(documents) = documents_of(question, library) else { continue };
            let said = question.answer.as_ref().is_none_or(|a| !unanswerable.contains(a));
            asked.push((question, documents, said && question.answerable));
        }
        for (question, documents, answerable) in &asked {
            all.push(measure(library, question, documents, &set, *answerable).map_err(wire)?);
        }
        if elsewhere.contains(&set) {
            // Half the way round the list is another document, and the same one at every run.
            for (place, (question, own, _)) in asked.iter().enumerate() {
                let (_, other, _) = &asked[(place + asked.len() / 2) % asked.len()];
                if other != own {
                    all.push(measure(library, question, other, &set, false).map_err(wire)?);
                }
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
    Ok(all)
}

pub(super) fn write(folder: &Path, name: &str, text: &str) -> Result<(), WireError> {
    let path = folder.join(name);
    fs::write(&path, text).map_err(|error| {
        let what = format!("Nothing could be written to {}: {error}.", path.display());
        WireError::new(ErrorCode::Input, what)
    })
}

fn measure(
    library: &Library,
    question: &Question,
    documents: &[DocumentId],
    set: &str,
    answerable: bool,
) -> Result<QuotingQuestion, EngineError> {
    let ask = Ask { question: &question.question, documents, ..Ask::default() };
    let measured = inspect::sentences(library, &ask)?;
    let gold: Vec<Quad> = question
        .gold
        .iter()
        .flat_map(|gold| gold.boxes.iter().map(|rect| Quad { page: gold.page, rect: *rect }))
        .collect();
    let judged = answerable && !gold.is_empty();
    let mut sentences = Vec::with_capacity(measured.sentences.len());
    for (document, span, text, features) in measured.sentences {
        let right = judged
            && inspect::rectangles(library, &document, span)?.iter().any(|quad| {
                gold.iter().any(|gold| gold.page == quad.page && gold.rect.overlaps(&quad.rect))
            });
        sentences.push(TrainingSentence { text, span, features, right });
    }
    // Only words that were quoted teach which words to quote.
    let quoted =
        question.gold.iter().filter_map(|gold| gold.text.as_ref()).any(|text| {
            question.answer.as_ref().is_some_and(|answer| text.trim() == answer.trim())
        });
    Ok(QuotingQuestion {
        set: set.to_owned(),
        document: question.documents.first().cloned().unwrap_or_default(),
        question: question.question.clone(),
        answer: question.answer.clone().filter(|_| quoted && answerable),
        answerable,
        judged,
        terms: measured.terms,
        sentences,
        evidence: measured.evidence,
    })
}
