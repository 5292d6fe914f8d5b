//! `citelight add` and `citelight retry`: import with progress.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{io, thread};

use citelight_core::{DocumentId, DocumentRow, DocumentStatus, PageNumber, WireError};
use citelight_engine::{EngineError, Library, LibraryKey, Registered, find_pdfs};
use citelight_engine::{Event, NoticeLevel};
use citelight_parts::Parts;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use zeroize::Zeroizing;

use crate::Outcome;
use crate::print::{Added, Out};
use crate::shown::shown;

/// How often a document that another process imports is looked at.
const POLL: Duration = Duration::from_millis(200);

/// What to import.
pub(crate) enum Task<'a> {
    /// Files and folders.
    Paths(&'a [PathBuf]),
    /// What waits in the library.
    Queued,
    /// Documents that an earlier version of the reader read.
    Older,
    /// Documents of the library once more, for the sake of pages that could not be read.
    Again {
        /// As named by the person.
        documents: &'a [String],
        /// Only these pages; all that failed when empty.
        pages: &'a [PageNumber],
    },
}

/// A document whose import is waited for.
struct Waiting {
    id: DocumentId,
    path: PathBuf,
    replaces: Option<DocumentId>,
    began: Instant,
    /// Whether the password was tried.
    tried: bool,
    /// What the file said to it.
    refusal: Option<WireError>,
}

pub(crate) fn import(
    dir: &Path,
    key: Option<LibraryKey>,
    parts: Parts,
    task: &Task<'_>,
    password: Option<Zeroizing<String>>,
    out: &Out,
) -> Result<Outcome, EngineError> {
    let (sender, events) = mpsc::channel();
    let library = Library::open_unlocked(dir, key, parts, move |event| {
        let _ = sender.send(event);
    })?;
    let bars = MultiProgress::new(); // draws on stderr, and only when that is a terminal
    let painter = {
        let bars = bars.clone();
        thread::spawn(move || paint(&bars, &events))
    };
    let outcome = carry_out(&library, task, password.as_ref().map(|p| p.as_str()), out, &bars);
    let saved = library.save_index().and_then(|()| library.keep_backup());
    drop(library); // ends the painter, whose events come from it
    let _ = painter.join();
    saved?;
    outcome
}

fn carry_out(
    library: &Library,
    task: &Task<'_>,
    password: Option<&str>,
    out: &Out,
    bars: &MultiProgress,
) -> Result<Outcome, EngineError> {
    let mut outcome = Outcome::Done;
    let mut waiting = match task {
        Task::Paths(paths) => register(library, paths, out, bars, &mut outcome),
        Task::Queued => queued(library)?,
        Task::Older => older(library)?,
        Task::Again { documents, pages } => again(library, documents, pages)?,
    };
    while !waiting.is_empty() {
        let worked = library.import_next()?;
        let took = worked.as_ref().map(|done| (done.row.id.clone(), done.ms));
        let mut left = Vec::new();
        for mut wait in waiting {
            let row = library.document(&wait.id)?;
            if under_way(row.status) {
                left.push(wait);
                continue;
            }
            if let (DocumentStatus::NeedsPassword, Some(password), false) =
                (row.status, password, wait.tried)
            {
                wait.tried = true;
                match library.unlock(&wait.id, password) {
                    Ok(()) => {
                        left.push(wait);
                        continue;
                    }
                    Err(error) => wait.refusal = Some(error.to_wire()),
                }
            }
            if row.status != DocumentStatus::Ready {
                outcome = Outcome::InputAtFault;
            }
            let ms = match &took {
                Some((done, ms)) if *done == wait.id => *ms,
                _ => u64::try_from(wait.began.elapsed().as_millis()).unwrap_or(u64::MAX),
            };
            let added = Added::imported(&wait.path, &row, wait.replaces, ms);
            bars.suspend(|| out.added(&added.refused_by(wait.refusal)));
        }
        waiting = left;
        if worked.is_none() && !waiting.is_empty() {
            thread::sleep(POLL);
        }
    }
    Ok(outcome)
}

/// Registers the files; what cannot be imported, or is there already, is told at once.
fn register(
    library: &Library,
    paths: &[PathBuf],
    out: &Out,
    bars: &MultiProgress,
    outcome: &mut Outcome,
) -> Vec<Waiting> {
    let found = find_pdfs(paths);
    for (path, error) in &found.refused {
        *outcome = Outcome::InputAtFault;
        bars.suspend(|| out.added(&Added::refused(path, error)));
    }
    let mut waiting = Vec::new();
    for path in &found.files {
        let began = Instant::now();
        match library.register(path) {
            // One that is on its way, perhaps since an earlier call was cut off, is waited for.
            Ok(Registered::Duplicate(row)) if !under_way(row.status) => {
                bars.suspend(|| out.added(&Added::duplicate(path, &row, began.elapsed())));
            }
            Ok(registered) => {
                let replaces = match &registered {
                    Registered::NewVersion { of, .. } => Some(of.clone()),
                    _ => None,
                };
                let (id, path) = (registered.row().id.clone(), path.clone());
                waiting.push(Waiting { id, path, replaces, began, tried: false, refusal: None });
            }
            Err(error) => {
                *outcome = Outcome::InputAtFault;
                bars.suspend(|| out.added(&Added::refused(path, &error.to_wire())));
            }
        }
    }
    waiting
}

fn queued(library: &Library) -> Result<Vec<Waiting>, EngineError> {
    let rows = library.documents()?.into_iter().filter(|row| under_way(row.status));
    Ok(rows.map(waiting_for).collect())
}

fn again(
    library: &Library,
    documents: &[String],
    pages: &[PageNumber],
) -> Result<Vec<Waiting>, EngineError> {
    let before = library.read_before()?;
    let wait = |name: &String| {
        let row = library.find_document(name)?;
        if pages.is_empty() && before.contains(&row.id) {
            return read_anew(library, &row.id);
        }
        Ok(waiting_for(library.retry_pages(&row.id, pages)?))
    };
    documents.iter().map(wait).collect()
}

/// Queues all that an earlier version of the reader read.
fn older(library: &Library) -> Result<Vec<Waiting>, EngineError> {
    library.read_before()?.iter().map(|id| read_anew(library, id)).collect()
}

fn read_anew(library: &Library, id: &DocumentId) -> Result<Waiting, EngineError> {
    library.read_again(id)?;
    Ok(waiting_for(library.document(id)?))
}

fn waiting_for(row: DocumentRow) -> Waiting {
    Waiting {
        id: row.id,
        path: row.path.into(),
        replaces: None,
        began: Instant::now(),
        tried: false,
        refusal: None,
    }
}

fn under_way(status: DocumentStatus) -> bool {
    matches!(status, DocumentStatus::Queued | DocumentStatus::Reading | DocumentStatus::Indexing)
}

/// Draws a bar for each document under way.
fn paint(bars: &MultiProgress, events: &mpsc::Receiver<Event>) {
    let mut bars_shown: HashMap<DocumentId, ProgressBar> = HashMap::new();
    for event in events {
        match event {
            Event::Document { row } if under_way(row.status) || row.by_words => {
                if row.status != DocumentStatus::Queued {
                    let bar =
                        bars_shown.entry(row.id.clone()).or_insert_with(|| new_bar(bars, &row));
                    update(bar, &row);
                }
            }
            Event::Document { row } => {
                if let Some(bar) = bars_shown.remove(&row.id) {
                    bar.finish_and_clear();
                }
            }
            Event::Removed { document } => {
                bars_shown.remove(&document);
            }
            Event::Queue { .. }
            | Event::Models { .. }
            | Event::Writing { .. }
            | Event::Show { .. }
            | Event::Link { .. }
            | Event::Front
            | Event::Restart
            | Event::History
            | Event::Collections { .. }
            | Event::Folders { .. }
            | Event::Matrix { .. } => {}
            Event::Notice { level, notice } => {
                let mark = match level {
                    NoticeLevel::Info => "note",
                    NoticeLevel::Warning => "warning",
                    NoticeLevel::Error => "error",
                };
                bars.suspend(|| {
                    use io::Write as _;
                    let _ = writeln!(io::stderr(), "{}", shown(&format!("{mark}: {notice}")));
                });
            }
        }
    }
}

fn new_bar(bars: &MultiProgress, row: &DocumentRow) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:<40!} {bar:28} {pos:>5}/{len} {prefix}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = bars.add(ProgressBar::new(0).with_style(style));
    bar.set_message(shown(&row.file_name).into_owned());
    bar
}

fn update(bar: &ProgressBar, row: &DocumentRow) {
    if row.status == DocumentStatus::Indexing || row.by_words {
        bar.set_prefix("% indexed");
        bar.set_length(100);
        bar.set_position((row.indexed * 100.0) as u64);
    } else {
        bar.set_prefix("pages");
        bar.set_length(u64::from(row.pages));
        bar.set_position(u64::from(row.pages_done));
    }
}
