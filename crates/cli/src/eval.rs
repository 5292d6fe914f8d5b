//! `citelight eval`: measurements on files with known truth.

mod answers;
mod conversations;
mod numbers;
mod questions;
mod threshold;
mod train;
mod train_answers;
mod verdicts;

use std::path::{Path, PathBuf};
use std::thread;

use citelight_core::{ErrorCode, WireError};
use citelight_eval::{Settings, Task};
use citelight_parts::Parts;
use citelight_reader::{Limits, ReaderParts};

use crate::Outcome;
use crate::args::{AnswerTask, Eval, EvalArgs, ReadTask, StructureTask};
use crate::print::Out;

pub(crate) fn eval(args: EvalArgs, library: &Path, out: &Out) -> Result<Outcome, WireError> {
    let parts = &Parts::locate();
    let (task, workers, pages) = match args.task {
        None => return questions::measure(&args.questions, library, out),
        Some(Eval::Train { files, penalty, together, each, out: to }) => {
            let wanted = train::Wanted { files, penalty, together, each, to };
            return train::train(&wanted, library, out);
        }
        Some(Eval::TrainAnswers { files, unanswerable, elsewhere, out: to }) => {
            let wanted = train_answers::Wanted { files, unanswerable, elsewhere, to };
            return train_answers::train(&wanted, library, out);
        }
        Some(Eval::Answer { task: AnswerTask::Numbers, files, .. }) => {
            return numbers::measure(&files, library, out);
        }
        Some(Eval::Answer { task: AnswerTask::Verdicts, files, unanswerable, .. }) => {
            return verdicts::measure(&files, &unanswerable, library, out);
        }
        Some(Eval::Answer { task: AnswerTask::Conversations, files, .. }) => {
            return conversations::measure(&files, library, out);
        }
        Some(Eval::Answer {
            task: AnswerTask::Threshold,
            files,
            unanswerable,
            elsewhere,
            out: to,
            ..
        }) => {
            let wanted = threshold::Wanted { files, unanswerable, elsewhere, to };
            return threshold::measure(&wanted, library, out);
        }
        Some(Eval::Answer {
            task,
            files,
            unanswerable,
            only,
            all_documents,
            written,
            out: to,
            ..
        }) => {
            let wanted = answers::Wanted { files, unanswerable, only, all_documents, written, to };
            return match task {
                AnswerTask::Leads => answers::measure_leads(&wanted, library, out),
                _ => answers::measure(&wanted, library, out),
            };
        }
        Some(Eval::Read { task, paths, workers, pages }) => {
            (read_task(task, paths)?, workers, pages)
        }
        Some(Eval::Structure { task, paths }) => (structure_task(task, paths)?, None, 0),
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let wire = |missing: citelight_parts::MissingPart| missing.to_wire();
    let settings = Settings {
        parts: ReaderParts {
            exe: parts.reader().map_err(wire)?,
            pdfium: parts.pdfium().map_err(wire)?,
            documents: "/".into(), // what is measured lies anywhere
            tessdata: parts.tessdata(),
            languages: "eng".into(),
        },
        limits: Limits::default(),
        workers: workers.unwrap_or(cores),
        page_cap: pages,
    };
    let report = citelight_eval::run(&task, &settings)
        .map_err(|error| WireError::new(ErrorCode::Input, format!("{error}.")))?;
    out.report(&report);
    Ok(Outcome::Done)
}

fn read_task(task: ReadTask, mut paths: Vec<PathBuf>) -> Result<Task, WireError> {
    let several = match task {
        ReadTask::Speed => return Ok(Task::Speed(citelight_engine::find_pdfs(&paths).files)),
        ReadTask::Corpus => return Ok(Task::Corpus(paths)),
        _ => paths.len() > 1,
    };
    let first = paths.swap_remove(0);
    if several {
        return Err(WireError::new(
            ErrorCode::Input,
            "This measurement takes one file or folder of truth.".to_owned(),
        ));
    }
    Ok(match task {
        ReadTask::Boxes => Task::Boxes(first),
        ReadTask::Order => Task::Order(first),
        _ => Task::Scans(first),
    })
}

fn structure_task(task: StructureTask, paths: Vec<PathBuf>) -> Result<Task, WireError> {
    match (task, paths.as_slice()) {
        (StructureTask::Outlines, [index]) => Ok(Task::Outlines(index.clone())),
        (StructureTask::Headings, [labels, data]) => {
            Ok(Task::Headings(labels.clone(), data.clone()))
        }
        (StructureTask::Tables, [cells, data]) => Ok(Task::Tables(cells.clone(), data.clone())),
        (StructureTask::Chunks, _) => Ok(Task::Chunks(citelight_engine::find_pdfs(&paths).files)),
        _ => Err(WireError::new(
            ErrorCode::Input,
            "`outlines` takes one file; `headings` and `tables` take a file and a folder."
                .to_owned(),
        )),
    }
}
