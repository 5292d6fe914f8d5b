//! The import of documents: a file is registered, its pages are read into words, the words are put
//! into structure, the passages get vectors and go into the index.
//!
//! Each stage writes its result before the next begins, so that an import that is interrupted goes on
//! where it was. A document can be asked once it has its structure, by its words; its vectors come after.

pub(crate) mod importer;
pub(crate) mod intake;
pub(crate) mod jobs;
pub(crate) mod owner;
mod pages;
pub(crate) mod removal;
mod restructure;
pub(crate) mod section_kinds;
mod structure;
mod title;

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use citelight_core::{
    Chunking, DocumentId, DocumentRow, DocumentStatus, ErrorCode, OutlineItem, WireError,
};

use crate::clock::now_s;
use crate::error::{EngineError, Result};
use crate::events::NoticeLevel;
use crate::settings;
use importer::Importer;
use intake::remove_half_copies;
use jobs::{Progress, Running, Taken};
use pages::read_pages;
use restructure::{prepare, restructure};
use structure::recipe;

/// What an import came to.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The document as it stands now.
    pub row: DocumentRow,
    /// How long the import took.
    pub ms: u64,
}

/// A document whose import ended its process so often, without getting on, is not tried again by itself. A
/// computer that is switched off in the middle ends it, too.
const MOST_TRIES: u32 = 5;

/// Carries out the next import in the queue; `None` when there is none. Failure of a document
/// is a status of it, not an error here.
pub(crate) fn next(importer: &Importer) -> Result<Option<Imported>> {
    loop {
        let Some(Taken { document: id, tries, running }) = importer.jobs.take()? else {
            return Ok(None);
        };
        let began = Instant::now();
        let outcome = if tries > MOST_TRIES {
            Err(broke_off(importer, &id))
        } else {
            // A fault of ours costs this document, not the thread that imports all others.
            panic::catch_unwind(AssertUnwindSafe(|| work_on(importer, &id, &running)))
                .unwrap_or_else(|_| Err(broke_off(importer, &id)))
        };
        importer.jobs.ended(&id);
        match conclude(importer, &id, &running, outcome) {
            Ok(Concluded::Done) => {
                importer.jobs.report_document(&id);
                let ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
                let row = importer.documents.row(&id)?;
                let code = row.error.as_ref().map(|error| error.code);
                tracing::info!(document = %id, status = ?row.status, pages = row.pages, ms, error = ?code, "import ended");
                return Ok(Some(Imported { row, ms }));
            }
            Ok(Concluded::PutBack) => return Ok(None),
            Ok(Concluded::Gone) => {}
            Err(error) => {
                // Whoever looks next finds it: it must not wait for a restart.
                let _ = importer.store.release_job(&id);
                return Err(error);
            }
        }
    }
}

fn work_on(importer: &Importer, id: &DocumentId, running: &Running) -> Result<()> {
    let row = importer.store.document(id)?;
    if row.is_some_and(|row| row.status == DocumentStatus::Ready) {
        refresh(importer, id, &running.stop)
    } else {
        import(importer, id, running)
    }
}

fn broke_off(importer: &Importer, id: &DocumentId) -> EngineError {
    let name = importer.documents.row(id).map_or_else(|_| id.to_string(), |row| row.file_name);
    let message = format!("“{name}” could not be read: Citelight came upon a fault of its own.");
    EngineError::Message(
        WireError::new(ErrorCode::Internal, message)
            .hint("The other documents go on. A newer version of Citelight may read it."),
    )
}

/// What is left to do after an import.
enum Concluded {
    Done,
    /// It goes on later.
    PutBack,
    /// The document was removed, or goes on later while others are next.
    Gone,
}

fn conclude(
    importer: &Importer,
    id: &DocumentId,
    running: &Running,
    outcome: Result<()>,
) -> Result<Concluded> {
    let store = &importer.store;
    let stopped = running.stop.load(Ordering::Relaxed);
    let Some(row) = store.document(id)? else {
        // Removed while it was being read: what was written meanwhile went with it.
        return Ok(Concluded::Gone);
    };
    // It may have become ready before its vectors were made: then it is too late to cancel.
    let ready = row.status == DocumentStatus::Ready;
    let too_late = row.by_words && outcome.is_ok();
    let put_back = running.put_back.load(Ordering::Relaxed);
    if stopped && (too_late || put_back) {
        // The job stays in the queue; whoever takes it next goes on with it.
        if !ready {
            store.set_status(id, DocumentStatus::Queued, None)?;
        }
        store.release_job(id)?;
        importer.jobs.report_document(id);
        return Ok(if put_back { Concluded::PutBack } else { Concluded::Gone });
    }
    if ready {
        store.finish_job(id)?;
        if !row.by_words {
            store.set_indexed(id, 1.0)?;
        }
        if let Err(error) = outcome {
            // It answers as before, a new one by its words; vectors that it lacks are made at the next start.
            importer.events.notice(NoticeLevel::Warning, error.to_wire());
        }
    } else {
        finish(importer, id, outcome)?;
    }
    Ok(Concluded::Done)
}

/// Gives a document that did not become ready the status that its import came to.
fn finish(importer: &Importer, id: &DocumentId, outcome: Result<()>) -> Result<()> {
    let store = &importer.store;
    let (status, error) = match outcome {
        Ok(()) => (DocumentStatus::Cancelled, None),
        Err(error) => {
            let error = error.to_wire();
            let status = match error.code {
                ErrorCode::NeedsPassword => DocumentStatus::NeedsPassword,
                ErrorCode::Cancelled => DocumentStatus::Cancelled,
                _ => DocumentStatus::Failed,
            };
            (status, Some(error))
        }
    };
    store.set_status(id, status, error.as_ref())?;
    store.finish_job(id)?;
    Ok(())
}

/// Reads a document and makes its structure, stage by stage.
fn import(importer: &Importer, id: &DocumentId, running: &Running) -> Result<()> {
    let (store, jobs) = (&importer.store, &importer.jobs);
    let embedder = importer.embedder.get()?;
    let stop = &running.stop;
    let mut progress = Progress::of(jobs, id);
    store.set_status(id, DocumentStatus::Reading, None)?;
    store.set_indexed(id, 0.0)?;
    jobs.report_document(id);
    let opened = read_pages(importer, id, running, &mut progress)?;
    if stop.load(Ordering::Relaxed) {
        return Ok(());
    }
    title::learn(importer, id)?;
    store.set_status(id, DocumentStatus::Indexing, None)?;
    importer.events.document(store, id);
    prepare(importer, id, &opened.outline, &*embedder, stop, &mut progress)
}

/// Makes the structure of a ready document anew, from the words that were read; until that is
/// done, it answers by its old one.
fn refresh(importer: &Importer, id: &DocumentId, stop: &AtomicBool) -> Result<()> {
    let (store, jobs) = (&importer.store, &importer.jobs);
    let embedder = importer.embedder.get()?;
    let mut progress = Progress::of(jobs, id);
    store.set_indexed(id, 0.0)?;
    jobs.report_document(id);
    let outline = match store.outline(id)? {
        Some(outline) => outline,
        None => outline_of_file(importer, id)?,
    };
    if importer.documents.row(id)?.by_words {
        return prepare(importer, id, &outline, &*embedder, stop, &mut progress);
    }
    if let Some(gone) = restructure(importer, id, &outline, &*embedder, stop, &mut progress)? {
        let (ids, vectors) = importer.vectors.of_document(id)?;
        importer.vectors.replaced(&gone, &ids, &vectors);
    }
    Ok(())
}

/// The outline, read from the file once more.
fn outline_of_file(importer: &Importer, id: &DocumentId) -> Result<Vec<OutlineItem>> {
    let (row, readable) = (importer.documents.row(id)?, importer.documents.readable(id)?);
    let (file, password) = (readable.path(), importer.passwords.of(id));
    let opened = importer.reader.open(file, password.as_ref().map(|password| password.as_str()));
    let opened = opened.map_err(|error| error.named(file, &row.file_name))?;
    Ok(opened.document().outline.clone())
}

/// Finds the imports of processes that ended in the middle.
pub(crate) fn reclaim(importer: &Importer) -> Result<()> {
    if importer.store.is_read_only() {
        return Ok(());
    }
    remove_half_copies(importer);
    let reclaimed = removal::remove_due(importer)
        .and_then(|()| removal::erase(importer))
        .and_then(|()| importer.jobs.reclaim());
    now_or_later(reclaimed)
}

/// The same when a library is opened; then vectors are tried again that could not be made. Not more often:
/// what stopped them may last.
pub(crate) fn reclaim_all(importer: &Importer) -> Result<()> {
    reclaim(importer)?;
    if importer.store.is_read_only() {
        return Ok(());
    }
    let queued = importer.store.queue_without_vectors(now_s());
    now_or_later(queued.map(drop).map_err(Into::into))
}

/// What finds no room now is done later.
fn now_or_later(done: Result<()>) -> Result<()> {
    if done.as_ref().is_err_and(EngineError::is_unwritable) { Ok(()) } else { done }
}

/// Names the documents of a library that was made before documents were named.
pub(crate) fn learn_titles(importer: &Importer) -> Result<()> {
    title::learn_all(importer)
}

/// Queues the ready documents whose structure was made by other rules or settings. Gives how many.
pub(crate) fn queue_outdated(importer: &Importer) -> Result<usize> {
    importer.jobs.queue_outdated(&recipe(importer)?)
}

/// Chooses how documents are cut into passages, held to what is sensible, and queues those to be made
/// anew. Gives what holds now.
pub(crate) fn choose_chunking(importer: &Importer, chunking: Chunking) -> Result<Chunking> {
    let most = importer.embedder.get()?.max_tokens();
    let chosen = settings::choose_chunking(&importer.store, chunking, most)?;
    queue_outdated(importer)?;
    Ok(chosen)
}

/// Tries a password on a document's file and keeps it in memory when it is right; an import that
/// waited for it is queued. A wrong one is an error of the code `needs_password`.
pub(crate) fn unlock(importer: &Importer, id: &DocumentId, password: &str) -> Result<()> {
    let password = zeroize::Zeroizing::new(password.to_owned());
    let (row, readable) = (importer.documents.row(id)?, importer.documents.readable(id)?);
    let opened = importer.reader.open(readable.path(), Some(&password));
    opened.map_err(|error| error.named(readable.path(), &row.file_name))?;
    importer.passwords.put(id, password);
    if row.status == DocumentStatus::NeedsPassword {
        importer.jobs.retry_pages(id, &[])?;
    }
    Ok(())
}
