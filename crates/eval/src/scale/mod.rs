//! What becomes of a library with its size and its age: how fast documents come in, how soon it opens and
//! answers, how much memory it takes ([`grow`]); and whether an hour of everything that people do leaves
//! something behind ([`soak`]).
//!
//! In this process, as the window's: the reader's children and the model runtime are real ones.

mod making;
mod soak;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use citelight_engine::{Ask, Library};
use serde::Serialize;

pub use soak::{Soak, soak};

use crate::process::taken;
use crate::{EvalError, median_and_p95, open};
use making::Maker;

/// Documents between two lines of progress.
const STEP: usize = 25;
/// Questions that are asked one after the other.
const QUESTIONS: usize = 200;
/// Questions that are asked before any is measured: what documents hold is loaded as it is needed.
const WARM_UP: usize = 20;
/// Documents that come in while questions are asked.
const BESIDE: usize = 6;

/// How large the library is to become.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// Documents.
    pub documents: usize,
    /// Pages of each, about.
    pub pages: usize,
}

/// The documents that came in between two lines of progress.
#[derive(Debug, Clone, Serialize)]
pub struct Step {
    /// Documents in the library.
    pub documents: usize,
    /// Their pages.
    pub pages: u32,
    /// Pages a second, the documents of this step.
    pub pages_per_s: f64,
    /// Milliseconds of the processor that each took, which other programs hardly disturb.
    pub cpu_ms_per_page: f64,
    /// Memory of this process and of its children.
    pub resident_bytes: u64,
}

/// Median and 95th percentile of the time to an answer, in milliseconds.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Times {
    /// Questions.
    pub questions: usize,
    /// Median.
    pub median_ms: f32,
    /// 95th percentile.
    pub p95_ms: f32,
}

/// What became of it.
#[derive(Debug, Serialize)]
pub struct Scale {
    /// Documents in the library.
    pub documents: usize,
    /// Their pages.
    pub pages: u32,
    /// Their passages.
    pub passages: usize,
    /// Documents that could not be read.
    pub failed: usize,
    /// The import of those that were not there before.
    pub steps: Vec<Step>,
    /// Until the library is open and its documents are listed.
    pub open_ms: f32,
    /// The first question after that: models and index are loaded.
    pub first_ms: f32,
    /// With nothing else to do.
    pub idle: Option<Times>,
    /// While documents come in.
    pub importing: Option<Times>,
    /// Memory of this process and of its children, after the questions.
    pub resident_bytes: u64,
    /// What the library takes on the disk.
    pub disk_bytes: u64,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Step { documents, pages, pages_per_s, cpu_ms_per_page, resident_bytes } = self;
        write!(f, "{documents} documents, {pages} pages: {pages_per_s:.1} pages/s, ")?;
        write!(f, "{cpu_ms_per_page:.1} ms of the processor a page, {} MiB", resident_bytes >> 20)
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Times { questions, median_ms, p95_ms } = self;
        write!(f, "median {median_ms:.0} ms, p95 {p95_ms:.0} ms of {questions} questions")
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Scale { documents, pages, passages, failed, .. } = self;
        writeln!(f, "{documents} documents, {pages} pages, {passages} passages, {failed} failed")?;
        self.steps.iter().try_for_each(|step| writeln!(f, "  {step}"))?;
        writeln!(f, "opened in {:.0} ms, first answer {:.0} ms", self.open_ms, self.first_ms)?;
        for (what, times) in [("idle", self.idle), ("during an import", self.importing)] {
            match times {
                Some(times) => writeln!(f, "{what}: {times}")?,
                None => writeln!(f, "{what}: not measured")?,
            }
        }
        let (memory, disk) = (self.resident_bytes >> 20, self.disk_bytes >> 20);
        writeln!(f, "{memory} MiB of memory with all children, {disk} MiB on the disk")
    }
}

/// Lets the library in `folder` grow to a size and asks it questions. Goes on with a library that is there.
/// Its documents are made of the sentences of `source`; `say` is told of its progress.
pub fn grow(
    source: &Path,
    folder: &Path,
    size: Size,
    questions: &[String],
    say: &mut dyn FnMut(&str),
) -> Result<Scale, EvalError> {
    let maker = Maker::new(&open(source)?, size.pages)?;
    let (files, place) = (folder.join("files"), folder.join("library"));
    let failed = |source| EvalError::Write { path: files.clone(), source };
    std::fs::create_dir_all(&files).map_err(failed)?;
    let library = open(&place)?;
    let mut steps = Vec::new();
    while let Some(step) = step(&library, &maker, &files, size.documents)? {
        say(&step.to_string());
        steps.push(step);
    }
    library.save_index()?;
    library.close();
    drop(library);

    let began = Instant::now();
    let library = open(&place)?;
    let rows = library.documents()?;
    let open_ms = ms_since(began);
    let began = Instant::now();
    library.ask(&Ask { question: &questions[0], ..Ask::default() })?;
    let first_ms = ms_since(began);
    let never = AtomicBool::new(false);
    let idle = asked(&library, questions, &never)?;
    if let Some(times) = idle {
        say(&format!("idle: {times}"));
    }
    let importing = beside_an_import(&library, &maker, &files, rows.len(), questions)?;
    let resident_bytes = taken().resident_bytes;
    let (mut pages, mut passages) = (0, 0);
    for row in &rows {
        pages += row.pages;
        passages += library.chunks(&row.id)?.len();
    }
    Ok(Scale {
        documents: rows.len(),
        pages,
        passages,
        failed: rows.iter().filter(|row| row.error.is_some()).count(),
        steps,
        open_ms,
        first_ms,
        idle,
        importing,
        resident_bytes,
        disk_bytes: disk_bytes(&library)?,
    })
}

/// Adds the next documents; `None` when there are enough.
fn step(
    library: &Library,
    maker: &Maker,
    files: &Path,
    most: usize,
) -> Result<Option<Step>, EvalError> {
    let there = library.documents()?.len();
    if there >= most {
        return Ok(None);
    }
    let paths = made(maker, files, there..most.min(there + STEP))?;
    let (began, before) = (Instant::now(), taken());
    let added = f64::from(add(library, &paths)?);
    let (seconds, after) = (began.elapsed().as_secs_f64(), taken());
    let rows = library.documents()?;
    Ok(Some(Step {
        documents: rows.len(),
        pages: rows.iter().map(|row| row.pages).sum(),
        pages_per_s: added / seconds.max(1e-9),
        cpu_ms_per_page: 1_000.0 * (after.cpu_s - before.cpu_s) / added.max(1.0),
        resident_bytes: after.resident_bytes,
    }))
}

fn made(
    maker: &Maker,
    files: &Path,
    numbers: std::ops::Range<usize>,
) -> Result<Vec<PathBuf>, EvalError> {
    numbers.map(|number| maker.write(number, files)).collect()
}

/// Adds files, which the library has copies of then; gives their pages.
fn add(library: &Library, paths: &[PathBuf]) -> Result<u32, EvalError> {
    let mut pages = 0;
    for path in paths {
        library.register(path)?;
        while let Some(imported) = library.import_next()? {
            pages += imported.row.pages;
        }
        let failed = |source| EvalError::Write { path: path.clone(), source };
        std::fs::remove_file(path).map_err(failed)?;
    }
    Ok(pages)
}

/// Asks questions until there are enough or `over` says so.
fn asked(
    library: &Library,
    questions: &[String],
    over: &AtomicBool,
) -> Result<Option<Times>, EvalError> {
    let mut times = Vec::new();
    for question in questions.iter().cycle().take(WARM_UP + QUESTIONS) {
        let began = Instant::now();
        library.ask(&Ask { question, ..Ask::default() })?;
        if over.load(Ordering::Relaxed) {
            break;
        }
        times.push(ms_since(began));
    }
    let times = times.get(WARM_UP..).unwrap_or_default();
    Ok(median_and_p95(times.iter().copied()).map(|(median_ms, p95_ms)| Times {
        questions: times.len(),
        median_ms,
        p95_ms,
    }))
}

fn beside_an_import(
    library: &Library,
    maker: &Maker,
    files: &Path,
    there: usize,
    questions: &[String],
) -> Result<Option<Times>, EvalError> {
    let paths = made(maker, files, there..there + BESIDE)?;
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let import = scope.spawn(|| {
            let added = add(library, &paths);
            over.store(true, Ordering::Relaxed);
            added
        });
        let times = asked(library, questions, &over)?;
        import.join().unwrap_or(Ok(0))?;
        Ok(times)
    })
}

fn disk_bytes(library: &Library) -> Result<u64, EvalError> {
    let storage = library.storage()?;
    Ok(storage.files + storage.database + storage.index + storage.other)
}

fn ms_since(began: Instant) -> f32 {
    began.elapsed().as_secs_f32() * 1_000.0
}
