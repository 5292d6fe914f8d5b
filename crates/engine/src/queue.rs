//! The queue of imports as a person sees it: what waits, how long it will take, pausing, and what
//! comes first.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use citelight_api::{Event, QueueState};
use citelight_core::{DocumentId, DocumentRow, DocumentStatus, PageNumber};
use citelight_reader::Need;
use citelight_store::WorkLeft;

use crate::{Library, Result};

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

/// How fast imports go, measured on those under way.
#[derive(Debug, Default)]
pub(crate) struct Pace(Mutex<Rates>);

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
    pub(crate) fn observe(&self, row: &DocumentRow, now: Instant) {
        let mut rates = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if row.pages > 0 {
            rates.bytes_per_page = Some(row.size_bytes as f32 / row.pages as f32);
        }
        let done = match row.status {
            DocumentStatus::Reading => row.pages_done as f32,
            DocumentStatus::Indexing => row.indexed * row.pages as f32,
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
        let rates = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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

impl Library {
    /// Where the queue of imports stands.
    pub fn queue(&self) -> Result<QueueState> {
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

    /// Waits with imports if the person has paused them, as the window does and the command line,
    /// which imports because it was told to, does not.
    pub(crate) fn heed_pause(&self) -> Result<()> {
        self.held.store(self.is_paused()?, Ordering::Relaxed);
        Ok(())
    }

    fn is_paused(&self) -> Result<bool> {
        Ok(self.store.setting(PAUSED)?.is_some_and(|value| value == "1"))
    }

    /// Pauses the imports of the window, or lets them go on. An import under way goes back into the
    /// queue; its pages are kept.
    pub fn set_paused(&self, paused: bool) -> Result<QueueState> {
        self.store.set_setting(PAUSED, if paused { "1" } else { "0" })?;
        self.held.store(paused, Ordering::Relaxed);
        if paused {
            self.put_back(None);
        }
        self.tell_queue();
        self.queue()
    }

    /// Imports a document before all others that wait; one under way goes back into the queue.
    pub fn import_first(&self, id: &DocumentId) -> Result<()> {
        self.document(id)?;
        if self.store.prioritise(id)? {
            self.put_back(Some(id));
            self.tell_queue();
        }
        Ok(())
    }

    /// Notes which page the person looks at: it is read next, when its document is being read.
    pub(crate) fn look_at(&self, id: &DocumentId, page: PageNumber) {
        if let Some(running) = self.lock_running().get(id) {
            running.need.ask(page);
        }
    }

    pub(crate) fn tell_queue(&self) {
        if let Ok(state) = self.queue() {
            self.tell(Event::Queue { state });
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
            status,
            pages: 100,
            pages_done,
            pages_ocr: 0,
            pages_failed: 0,
            indexed,
            refreshing: false,
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
