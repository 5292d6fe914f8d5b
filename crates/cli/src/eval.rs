//! `citelight eval`: measurements on files with known truth.

use std::path::PathBuf;
use std::thread;

use citelight_core::{ErrorCode, WireError};
use citelight_eval::{Settings, Task};
use citelight_parts::Parts;
use citelight_reader::{Limits, ReaderParts};

use crate::Outcome;
use crate::args::{Eval, ReadTask};
use crate::print::Out;

pub(crate) fn eval(eval: Eval, parts: &Parts, out: &Out) -> Result<Outcome, WireError> {
    let Eval::Read { task, paths, workers, pages } = eval;
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
    let report = citelight_eval::run(&self::task(task, paths)?, &settings)
        .map_err(|error| WireError::new(ErrorCode::Input, format!("{error}.")))?;
    out.report(&report);
    Ok(Outcome::Done)
}

fn task(task: ReadTask, mut paths: Vec<PathBuf>) -> Result<Task, WireError> {
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
