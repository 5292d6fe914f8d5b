//! The import of one document: pages into words, words into structure, chunks into vectors.
//!
//! Each step writes its result before the next begins, and pages are written as they come, so that
//! an import that is interrupted goes on where it was.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use citelight_api::{Event, NoticeLevel};
use citelight_core::{
    DocumentId, DocumentRow, DocumentStatus, ErrorCode, PageInfo, PageMarks, PageNumber,
    PageStatus, WireError, Word,
};
use citelight_reader::{OpenedDocument, PageContent, PageOutcome, ReadJob};
use citelight_store::{NewPage, Opened};

use crate::error::named;
use crate::queue::Running;
use crate::{EngineError, Library, Result};

const READY: DocumentStatus = DocumentStatus::Ready;
/// Pages that are written together.
const PAGE_BATCH: usize = 16;
/// Between two reports of progress: often enough to look alive, rarely enough to cost nothing.
const REPORT_EVERY: Duration = Duration::from_millis(120);
/// The remaining time is read by people, who cannot use more than this.
const REPORT_QUEUE_EVERY: Duration = Duration::from_secs(1);

/// What an import came to.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The document as it stands now.
    pub row: DocumentRow,
    /// How long the import took.
    pub ms: u64,
}

/// Reports a document's progress, not more often than a person can see.
pub(crate) struct Progress<'a> {
    library: &'a Library,
    id: &'a DocumentId,
    last: Option<Instant>,
    last_queue: Instant,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(library: &'a Library, id: &'a DocumentId) -> Progress<'a> {
        Progress { library, id, last: None, last_queue: Instant::now() }
    }

    pub(crate) fn tell(&mut self) {
        let now = Instant::now();
        if self.last.is_some_and(|last| now - last < REPORT_EVERY) {
            return;
        }
        self.last = Some(now);
        if let Ok(Some(row)) = self.library.store.document(self.id) {
            self.library.pace.observe(&row, now);
            self.library.tell(Event::Document { row });
        }
        if now - self.last_queue >= REPORT_QUEUE_EVERY {
            self.last_queue = now;
            self.library.tell_queue();
        }
    }
}

impl Library {
    /// Carries out the next import in the queue; `None` when there is none. Failure of a document
    /// is a status of it, not an error here.
    pub fn import_next(&self) -> Result<Option<Imported>> {
        if self.held.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let Some(job) = self.store.take_job(self.owner.name())? else { return Ok(None) };
        let id = job.document;
        let began = Instant::now();
        let running = Arc::new(Running::default());
        self.lock_running().insert(id.clone(), Arc::clone(&running));
        // Whoever held imports back before this one could be seen did not stop it.
        if self.held.load(Ordering::Relaxed) {
            self.put_back(None);
        }
        let refresh = self.store.document(&id)?.is_some_and(|row| row.status == READY);
        let outcome =
            if refresh { self.refresh(&id, &running.stop) } else { self.import(&id, &running) };
        self.lock_running().remove(&id);
        let stopped = running.stop.load(Ordering::Relaxed);
        if self.store.document(&id)?.is_none() {
            // Removed while it was being read: what was written meanwhile went with it.
            return self.import_next();
        }
        if stopped && running.put_back.load(Ordering::Relaxed) {
            // The job stays in the queue; whoever takes it next goes on with it.
            if !refresh {
                self.store.set_status(&id, DocumentStatus::Queued, None)?;
            }
            self.store.release_job(&id)?;
            self.tell_document(&id);
            self.tell_queue();
            return Ok(None);
        }
        let ms = || u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        if refresh {
            self.store.finish_job(&id)?;
            self.store.set_indexed(&id, 1.0)?;
            if let Err(error) = outcome {
                // It answers as before.
                self.tell(Event::Notice { level: NoticeLevel::Warning, notice: error.to_wire() });
            }
            self.tell_document(&id);
            self.tell_queue();
            return Ok(Some(Imported { row: self.document(&id)?, ms: ms() }));
        }
        let (status, error) = match outcome {
            Ok(()) if stopped => (DocumentStatus::Cancelled, None),
            Ok(()) => (DocumentStatus::Ready, None),
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
        let changed = self.store.set_status(&id, status, error.as_ref())?;
        self.store.finish_job(&id)?;
        if status == DocumentStatus::Ready {
            if changed {
                self.index_document(&id)?;
            }
            for replaced in self.store.make_current(&id)? {
                self.tell_document(&replaced);
            }
        }
        self.tell_document(&id);
        self.tell_queue();
        Ok(Some(Imported { row: self.document(&id)?, ms: ms() }))
    }

    /// Stops the import of a document, waiting or under way; what was read is kept.
    pub fn cancel(&self, id: &DocumentId) {
        if let Some(running) = self.lock_running().get(id) {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Stops the imports under way in this process and puts them back into the queue, all or those
    /// of other documents than `but`.
    pub(crate) fn put_back(&self, but: Option<&DocumentId>) {
        for (id, running) in self.lock_running().iter() {
            if Some(id) != but {
                running.put_back.store(true, Ordering::Relaxed);
                running.stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Takes a waiting import out of the queue, or stops it when it is under way.
    pub fn cancel_import(&self, id: &DocumentId) -> Result<()> {
        let row = self.document(id)?;
        self.cancel(id);
        if row.status == DocumentStatus::Queued {
            self.store.finish_job(id)?;
            self.store.set_status(id, DocumentStatus::Cancelled, None)?;
            self.tell_document(id);
            self.tell_queue();
        }
        Ok(())
    }

    /// Finds the imports of processes that ended in the middle.
    pub(crate) fn reclaim_jobs(&self) -> Result<()> {
        self.remove_half_copies();
        self.store.reclaim_jobs(&|owner| self.owner.is_alive(owner))?;
        Ok(())
    }

    fn import(&self, id: &DocumentId, running: &Running) -> Result<()> {
        let embedder = self.embedder()?;
        let stop = &running.stop;
        let mut progress = Progress::new(self, id);
        self.store.set_status(id, DocumentStatus::Reading, None)?;
        self.store.set_indexed(id, 0.0)?;
        self.tell_document(id);
        self.tell_queue();
        let opened = self.read_pages(id, running, &mut progress)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.store.set_status(id, DocumentStatus::Indexing, None)?;
        self.tell_document(id);
        self.restructure(id, &opened.outline, &embedder, stop, &mut progress)?;
        Ok(())
    }

    fn read_pages(
        &self,
        id: &DocumentId,
        running: &Running,
        progress: &mut Progress<'_>,
    ) -> Result<OpenedDocument> {
        let stop = &running.stop;
        let done: HashSet<PageNumber> =
            self.store.pages(id)?.into_iter().map(|page| page.page).collect();
        let row = self.document(id)?;
        let file = self.file_of(id);
        let password = self.secrets.of(id);
        let job = ReadJob {
            path: &file,
            password: password.as_ref().map(|password| password.as_str()),
            workers: workers(),
            skip: &done,
            need: &running.need,
        };
        let (mut waiting, mut failure) = (Vec::new(), None);
        let opened: OnceCell<OpenedDocument> = OnceCell::new();
        let mut crew = self.take_crew()?;
        let read = crew.read(
            &job,
            stop,
            |document| {
                let told = Opened {
                    title: document.title.as_deref(),
                    pages: document.page_count,
                    active_content: &document.active_content,
                    repaired: document.repaired,
                    outline: &document.outline,
                };
                if let Err(error) = self.store.set_opened(id, &told) {
                    stop.store(true, Ordering::Relaxed);
                    failure = Some(error);
                }
                let _ = opened.set(document.clone());
            },
            &mut |outcome| {
                waiting.push(ReadPage::new(outcome, opened.get(), &file, &row.file_name));
                // What cannot be written now is read again at the next try.
                if waiting.len() >= PAGE_BATCH && self.write_pages(id, &waiting).is_ok() {
                    waiting.clear();
                }
                progress.tell();
            },
        );
        *self.crew.lock().unwrap_or_else(PoisonError::into_inner) = Some(crew);
        if let Some(error) = failure {
            return Err(error.into());
        }
        read.map_err(|error| named(&error, &file, &row.file_name))?;
        self.write_pages(id, &waiting)?;
        let opened = opened.into_inner();
        if !stop.load(Ordering::Relaxed) {
            let repaired = opened.as_ref().is_some_and(|opened| opened.repaired);
            self.note_warnings(id, &row.file_name, repaired)?;
        }
        opened.ok_or_else(|| {
            EngineError::Told(WireError::new(
                ErrorCode::Internal,
                format!("“{}” was read without being opened.", row.file_name),
            ))
        })
    }

    fn write_pages(
        &self,
        id: &DocumentId,
        pages: &[ReadPage],
    ) -> Result<(), citelight_store::StoreError> {
        let pages: Vec<NewPage<'_>> = pages
            .iter()
            .map(|page| NewPage { info: &page.info, words: &page.words, marks: &page.marks })
            .collect();
        self.store.put_pages(id, &pages)
    }

    /// What a person should know of a document that could be read, but not wholly.
    fn note_warnings(&self, id: &DocumentId, file_name: &str, repaired: bool) -> Result<()> {
        let mut warnings = Vec::new();
        if repaired {
            warnings.push(
                "The file is damaged; what could be found in it was read. Pages may be missing."
                    .to_owned(),
            );
        }
        let failed = self.store.failed_pages(id)?;
        if let Some((_, reason)) = failed.first() {
            let mut text = String::from(if failed.len() == 1 { "Page" } else { "Pages" });
            for (n, (page, _)) in failed.iter().take(8).enumerate() {
                let _ = write!(text, "{} {page}", if n == 0 { "" } else { "," });
            }
            if failed.len() > 8 {
                let _ = write!(text, " and {} more", failed.len() - 8);
            }
            let _ = write!(text, " could not be read: {reason}");
            warnings.push(text);
        }
        let pages = self.store.pages(id)?;
        if !pages.is_empty() && pages.iter().all(|page| page.status == PageStatus::Empty) {
            warnings.push("No text was found on any page.".to_owned());
        }
        self.store.set_warnings(id, &warnings)?;
        for warning in warnings {
            self.tell(Event::Notice {
                level: NoticeLevel::Warning,
                notice: WireError::new(ErrorCode::Unreadable, format!("“{file_name}”: {warning}")),
            });
        }
        Ok(())
    }

    /// Takes a document that became ready into the index in memory.
    fn index_document(&self, id: &DocumentId) -> Result<()> {
        let (mut ids, mut vectors) = (Vec::new(), Vec::new());
        self.store.document_vectors(id, &self.embedder()?.identity(), &mut |chunk, vector| {
            ids.push(chunk);
            vectors.extend_from_slice(vector);
        })?;
        self.index.added(self, &ids, &vectors);
        Ok(())
    }
}

/// A page as it goes into the database.
struct ReadPage {
    info: PageInfo,
    words: Vec<Word>,
    marks: PageMarks,
}

impl ReadPage {
    fn new(
        outcome: PageOutcome,
        opened: Option<&OpenedDocument>,
        file: &Path,
        file_name: &str,
    ) -> ReadPage {
        match outcome.result {
            Ok(PageContent { info, words, marks }) => ReadPage { info, words, marks },
            Err(error) => {
                let label = opened.and_then(|opened| opened.labels.get(outcome.page.index()));
                let problem = named(&error, file, file_name).to_wire().message;
                let info = PageInfo {
                    page: outcome.page,
                    label: label.cloned().flatten(),
                    width: LETTER.0,
                    height: LETTER.1,
                    status: PageStatus::ReadError,
                    problem: Some(problem),
                };
                ReadPage { info, words: Vec::new(), marks: PageMarks::default() }
            }
        }
    }
}

/// Size in points that stands in for that of a page that cannot be read: US letter.
const LETTER: (f32, f32) = (612.0, 792.0);

/// One worker per core: pages are read, and texts embedded, side by side.
pub(crate) fn workers() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
