//! The queue of imports as a person sees it: what waits, how long it will take, pausing, and what
//! comes first.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use citelight_core::{DocumentId, DocumentRow, DocumentStatus, PageNumber};
use citelight_reader::Need;
use citelight_store::{Store, WorkLeft};
use parking_lot::Mutex;

use super::owner::Owner;
use crate::clock::now_s;
use crate::documents::Documents;
use crate::error::Result;
use crate::events::{Event, Events, QueueState};
use crate::shared::Shared;

/// Setting that says whether imports are paused.
const PAUSED: &str = "imports_paused";

/// An import under way in this process.
#[derive(Debug, Default)]
pub(crate) struct Running {
    /// Set to stop it.
    pub(crate) stop: AtomicBool,
    /// Set before `stop` when it is to go on later.
    pub(crate) put_back: AtomicBool,
    /// The page that the person looks at.
    pub(crate) need: Need,
}

/// An import that this process has taken.
#[derive(Debug)]
pub(crate) struct Taken {
    pub(crate) document: DocumentId,
    /// How often it was begun without coming to an end, this time included.
    pub(crate) tries: u32,
    pub(crate) running: Arc<Running>,
}

/// How fast imports go, measured on those under way.
#[derive(Debug, Default)]
struct Pace(Mutex<Rates>);

#[derive(Debug, Default)]
struct Rates {
    read_s_per_page: Option<f32>,
    index_s_per_page: Option<f32>,
    /// For documents that were not opened yet.
    bytes_per_page: Option<f32>,
    step: Option<Step>,
}

/// The step that is being measured.
#[derive(Debug)]
struct Step {
    document: DocumentId,
    status: DocumentStatus,
    began: Instant,
    /// Pages done when it began.
    from: f32,
}

/// A step is measured when it has taken this long, for this many pages.
const LEAST_TIME: Duration = Duration::from_secs(1);
const LEAST_PAGES: f32 = 3.0;

impl Pace {
    /// Takes a document's progress into account.
    fn observe(&self, row: &DocumentRow, now: Instant) {
        let mut rates = self.0.lock();
        if row.pages > 0 {
            rates.bytes_per_page = Some(row.size_bytes as f32 / row.pages as f32);
        }
        let done = match row.status {
            DocumentStatus::Reading => row.pages_done as f32,
            DocumentStatus::Indexing | DocumentStatus::Ready => row.indexed * row.pages as f32,
            _ => return,
        };
        match &rates.step {
            Some(step) if step.document == row.id && step.status == row.status => {
                let (took, pages) = (now.duration_since(step.began), done - step.from);
                if took >= LEAST_TIME && pages >= LEAST_PAGES {
                    let rate = Some(took.as_secs_f32() / pages);
                    match row.status {
                        DocumentStatus::Reading => rates.read_s_per_page = rate,
                        _ => rates.index_s_per_page = rate,
                    }
                }
            }
            _ => {
                let (document, status) = (row.id.clone(), row.status);
                rates.step = Some(Step { document, status, began: now, from: done });
            }
        }
    }

    /// Seconds that the work will take at this pace; `None` while that is not known.
    fn remaining_s(&self, work: &[WorkLeft]) -> Option<u32> {
        let rates = self.0.lock();
        let (read, index) = (rates.read_s_per_page?, rates.index_s_per_page?);
        let mut seconds = 0.0;
        for work in work {
            let pages = match work.pages {
                0 => (work.size_bytes as f32 / rates.bytes_per_page?).max(1.0),
                pages => pages as f32,
            };
            seconds += (pages - work.pages_done as f32).max(0.0) * read;
            seconds += pages * (1.0 - work.indexed) * index;
        }
        Some(seconds.ceil() as u32)
    }
}

/// The queue of imports, and those under way in this process.
pub(crate) struct Jobs {
    store: Arc<Store>,
    documents: Documents,
    events: Events,
    owner: Arc<Owner>,
    running: Mutex<HashMap<DocumentId, Arc<Running>>>,
    /// Set while imports wait: they are paused, or the library is being closed.
    held: AtomicBool,
    pace: Pace,
}

impl Jobs {
    pub(crate) fn new(shared: &Shared, owner: Arc<Owner>) -> Jobs {
        let Shared { store, documents, events, .. } = shared.clone();
        let (running, held, pace) = (Mutex::default(), AtomicBool::new(false), Pace::default());
        Jobs { store, documents, events, owner, running, held, pace }
    }

    /// Where the queue of imports stands.
    pub(crate) fn state(&self) -> Result<QueueState> {
        let work = self.store.work_left()?;
        let current = work.iter().find(|work| work.under_way).map(|work| work.document.clone());
        let waiting = work.len() - usize::from(current.is_some());
        let paused = self.is_paused()?;
        Ok(QueueState {
            paused,
            current,
            waiting: u32::try_from(waiting).unwrap_or(u32::MAX),
            remaining_s: if paused || work.is_empty() {
                None
            } else {
                self.pace.remaining_s(&work)
            },
        })
    }

    /// Tells where the queue stands.
    pub(crate) fn report(&self) {
        if let Ok(state) = self.state() {
            self.events.send(Event::Queue { state });
        }
    }

    /// Tells of a document as it stands now, and where the queue stands.
    pub(crate) fn report_document(&self, id: &DocumentId) {
        self.events.document(&self.store, id);
        self.report();
    }

    /// Queues a document, whatever its status.
    pub(crate) fn queue(&self, id: &DocumentId) -> Result<()> {
        self.store.queue_import(id, now_s())?;
        self.report_document(id);
        Ok(())
    }

    /// Queues a document again to read pages that could not be read: those of `only`, or all of
    /// them when it is empty.
    pub(crate) fn retry_pages(&self, id: &DocumentId, only: &[PageNumber]) -> Result<DocumentRow> {
        self.documents.row(id)?;
        self.store.forget_failed_pages(id, only)?;
        self.store.set_status(id, DocumentStatus::Queued, None)?;
        self.queue(id)?;
        self.documents.row(id)
    }

    /// Queues a document to be read anew from its file, all its pages.
    pub(crate) fn read_anew(&self, id: &DocumentId) -> Result<DocumentRow> {
        self.documents.row(id)?;
        self.store.forget_pages(id)?;
        self.store.set_status(id, DocumentStatus::Queued, None)?;
        self.queue(id)?;
        self.documents.row(id)
    }

    /// Queues the ready documents whose structure was made by another recipe. Gives how many.
    pub(crate) fn queue_outdated(&self, recipe: &str) -> Result<usize> {
        let outdated = self.store.outdated(recipe)?;
        for id in &outdated {
            self.store.queue_import(id, now_s())?;
            self.events.document(&self.store, id);
        }
        if !outdated.is_empty() {
            self.report();
        }
        Ok(outdated.len())
    }

    /// The next document to import, marked as this process's; `None` when none waits, or imports do.
    pub(crate) fn take(&self) -> Result<Option<Taken>> {
        if self.held.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let Some(job) = self.store.take_job(self.owner.name())? else { return Ok(None) };
        let running = Arc::new(Running::default());
        self.running.lock().insert(job.document.clone(), Arc::clone(&running));
        // Whoever held imports back before this one could be seen did not stop it.
        if self.held.load(Ordering::Relaxed) {
            self.put_back(None);
        }
        Ok(Some(Taken { document: job.document, tries: job.tries, running }))
    }

    /// An import of this process ended; its job is still in the queue.
    pub(crate) fn ended(&self, id: &DocumentId) {
        self.running.lock().remove(id);
    }

    /// Stops the import of a document that is under way; what was read is kept.
    pub(crate) fn stop(&self, id: &DocumentId) {
        if let Some(running) = self.running.lock().get(id) {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Stops the import of a document that leaves the library; should it come back meanwhile, the import
    /// goes on later.
    pub(crate) fn stop_for_now(&self, id: &DocumentId) {
        if let Some(running) = self.running.lock().get(id) {
            running.put_back.store(true, Ordering::Relaxed);
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Takes a waiting import out of the queue, or stops it when it is under way.
    pub(crate) fn cancel(&self, id: &DocumentId) -> Result<()> {
        let row = self.documents.row(id)?;
        self.stop(id);
        if row.status == DocumentStatus::Queued {
            self.store.finish_job(id)?;
            self.store.set_status(id, DocumentStatus::Cancelled, None)?;
            self.report_document(id);
        }
        Ok(())
    }

    /// Stops the imports under way in this process and puts them back into the queue, all or those
    /// of other documents than `but`.
    fn put_back(&self, but: Option<&DocumentId>) {
        for (id, running) in self.running.lock().iter() {
            if Some(id) != but {
                running.put_back.store(true, Ordering::Relaxed);
                running.stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Starts no further import, and puts those under way back into the queue.
    pub(crate) fn hold(&self) {
        self.held.store(true, Ordering::Relaxed);
        self.put_back(None);
    }

    /// Waits with imports if the person has paused them, as the window does and the command line,
    /// which imports because it was told to, does not.
    pub(crate) fn respect_pause(&self) -> Result<()> {
        self.held.store(self.is_paused()?, Ordering::Relaxed);
        Ok(())
    }

    fn is_paused(&self) -> Result<bool> {
        Ok(self.store.setting(PAUSED)?.is_some_and(|value| value == "1"))
    }

    /// Pauses the imports of the window, or lets them go on. An import under way goes back into the
    /// queue; its pages are kept.
    pub(crate) fn set_paused(&self, paused: bool) -> Result<QueueState> {
        self.store.set_setting(PAUSED, if paused { "1" } else { "0" })?;
        self.held.store(paused, Ordering::Relaxed);
        if paused {
            self.put_back(None);
        }
        self.report();
        self.state()
    }

    /// Imports a document before all others that wait; one under way goes back into the queue.
    pub(crate) fn import_first(&self, id: &DocumentId) -> Result<()> {
        self.documents.row(id)?;
        if self.store.prioritise(id)? {
            self.put_back(Some(id));
            self.report();
        }
        Ok(())
    }

    /// Notes which page the person looks at: it is read next, when its document is being read.
    pub(crate) fn look_at(&self, id: &DocumentId, page: PageNumber) {
        if let Some(running) = self.running.lock().get(id) {
            running.need.ask(page);
        }
    }

    /// Finds the imports of processes that ended in the middle.
    pub(crate) fn reclaim(&self) -> Result<()> {
        self.store.reclaim_jobs(&|owner| self.owner.is_alive(owner))?;
        Ok(())
    }
}

/// Between two reports of progress: often enough to look alive, rarely enough to cost nothing.
const REPORT_EVERY: Duration = Duration::from_millis(120);
/// The remaining time is read by people, who cannot use more than this.
const REPORT_QUEUE_EVERY: Duration = Duration::from_secs(1);

/// Reports a document's progress, not more often than a person can see.
pub(crate) struct Progress<'a> {
    jobs: &'a Jobs,
    id: &'a DocumentId,
    last: Option<Instant>,
    last_queue: Instant,
}

impl<'a> Progress<'a> {
    pub(crate) fn of(jobs: &'a Jobs, id: &'a DocumentId) -> Progress<'a> {
        Progress { jobs, id, last: None, last_queue: Instant::now() }
    }

    pub(crate) fn report(&mut self) {
        let now = Instant::now();
        if self.last.is_some_and(|last| now - last < REPORT_EVERY) {
            return;
        }
        self.last = Some(now);
        if let Some(row) = self.jobs.events.document(&self.jobs.store, self.id) {
            self.jobs.pace.observe(&row, now);
        }
        if now - self.last_queue >= REPORT_QUEUE_EVERY {
            self.last_queue = now;
            self.jobs.report();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(status: DocumentStatus, pages_done: u32, indexed: f32) -> DocumentRow {
        DocumentRow {
            id: DocumentId::from_content_hash("00112233445566778899"),
            file_name: "a.pdf".into(),
            path: "/a.pdf".into(),
            title: None,
            display_title: None,
            status,
            pages: 100,
            pages_done,
            pages_ocr: 0,
            pages_failed: 0,
            indexed,
            refreshing: false,
            by_words: false,
            version: 1,
            superseded_by: None,
            size_bytes: 1_000_000,
            added_at_s: 0,
            active_content: Vec::new(),
            warnings: Vec::new(),
            error: None,
        }
    }

    fn work(pages: u32, pages_done: u32, indexed: f32) -> WorkLeft {
        WorkLeft {
            document: DocumentId::from_content_hash("00112233445566778899"),
            under_way: false,
            pages,
            pages_done,
            indexed,
            size_bytes: 500_000,
        }
    }

    #[test]
    fn what_is_left_is_told_once_both_steps_were_measured() {
        let pace = Pace::default();
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        pace.observe(&row(DocumentStatus::Reading, 10, 0.0), at(0));
        pace.observe(&row(DocumentStatus::Reading, 30, 0.0), at(10)); // 0.5 s a page
        assert_eq!(pace.remaining_s(&[work(100, 30, 0.0)]), None);
        pace.observe(&row(DocumentStatus::Indexing, 100, 0.1), at(100));
        pace.observe(&row(DocumentStatus::Indexing, 100, 0.11), at(101)); // one page tells nothing
        assert_eq!(pace.remaining_s(&[work(100, 30, 0.0)]), None);
        pace.observe(&row(DocumentStatus::Indexing, 100, 0.6), at(200)); // 2 s a page
        assert_eq!(pace.remaining_s(&[work(100, 30, 0.0)]), Some(35 + 200));
        assert_eq!(pace.remaining_s(&[work(100, 100, 0.5)]), Some(100));
        // Half the bytes of the one that was opened: 50 pages.
        assert_eq!(pace.remaining_s(&[work(0, 0, 0.0), work(100, 100, 1.0)]), Some(25 + 100));
    }
}
