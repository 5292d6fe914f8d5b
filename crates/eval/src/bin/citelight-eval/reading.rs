//! `citelight-eval read` and `structure`: measurements that need no library.

use std::path::PathBuf;
use std::thread::available_parallelism;

use anyhow::{Result, bail};
use citelight_engine::find_pdfs;
use citelight_eval::{Report, Settings, Task, run};
use citelight_parts::Parts;
use citelight_reader::{Limits, ReaderParts};

use crate::args::{ReadTask, StructureTask};

/// Measures the reader.
pub(crate) fn read(
    task: ReadTask,
    paths: Vec<PathBuf>,
    workers: Option<usize>,
    pages: u32,
) -> Result<Report> {
    let task = match (task, paths.as_slice()) {
        (ReadTask::Speed, _) => Task::Speed(find_pdfs(&paths).files),
        (ReadTask::Corpus, _) => Task::Corpus(paths),
        (ReadTask::Boxes, [truth]) => Task::Boxes(truth.clone()),
        (ReadTask::Order, [truth]) => Task::Order(truth.clone()),
        (ReadTask::Scans, [truth]) => Task::Scans(truth.clone()),
        _ => bail!("this measurement takes one file or folder of truth"),
    };
    measure(&task, workers, pages)
}

/// Measures the structure.
pub(crate) fn structure(task: StructureTask, paths: &[PathBuf]) -> Result<Report> {
    let task = match (task, paths) {
        (StructureTask::Outlines, [index]) => Task::Outlines(index.clone()),
        (StructureTask::Headings, [labels, data]) => Task::Headings(labels.clone(), data.clone()),
        (StructureTask::Tables, [cells, data]) => Task::Tables(cells.clone(), data.clone()),
        (StructureTask::Fields, _) => Task::Fields(find_pdfs(paths).files),
        (StructureTask::Chunks, _) => Task::Chunks(find_pdfs(paths).files),
        _ => bail!("`outlines` takes one file; `headings` and `tables` take a file and a folder"),
    };
    measure(&task, None, 0)
}

fn measure(task: &Task, workers: Option<usize>, page_cap: u32) -> Result<Report> {
    let parts = Parts::locate();
    let settings = Settings {
        parts: ReaderParts {
            exe: parts.reader()?,
            pdfium: parts.pdfium()?,
            documents: "/".into(), // what is measured lies anywhere
            tessdata: parts.tessdata(),
            languages: "eng".into(),
        },
        limits: Limits::default(),
        workers: workers.unwrap_or_else(|| available_parallelism().map_or(1, usize::from)),
        page_cap,
    };
    Ok(run(task, &settings)?)
}
