//! Documents on their way into the library and out of it.

use std::path::Path;

use citelight_core::{DocumentId, DocumentRow, DocumentStatus, PageNumber};
use citelight_reader::READING;

use super::Library;
use crate::error::{EngineError, Result};
use crate::events::QueueState;
use crate::import::intake::{self, Registered};
use crate::import::{self, Imported, removal};
use crate::shared::Shared;

impl Library {
    /// Copies a file into the library and queues its import. The content decides what it is: the
    /// same content is imported once, whatever its name.
    pub fn register(&self, path: &Path) -> Result<Registered> {
        intake::register(&self.importer, path, false)
    }

    /// As [`register`](Self::register), for a file that will be shown: that it is there already goes
    /// without saying.
    pub(crate) fn register_to_show(&self, path: &Path) -> Result<Registered> {
        intake::register(&self.importer, path, true)
    }

    /// As [`register`](Self::register), for a file that came by itself: that it is there already goes
    /// without saying, and where the document's own file is gone it was moved here.
    pub(crate) fn register_found(&self, path: &Path) -> Result<()> {
        let registered = intake::register(&self.importer, path, true)?;
        let (row, Shared { store, events, .. }) = (registered.row(), &self.shared);
        if matches!(registered, Registered::Duplicate(_)) && !Path::new(&row.path).exists() {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
            store.set_path(&row.id, &path.to_string_lossy(), &name)?;
            events.document(store, &row.id);
        }
        Ok(())
    }

    /// Carries out the next import in the queue; `None` when there is none. Failure of a document
    /// is a status of it, not an error here.
    pub fn import_next(&self) -> Result<Option<Imported>> {
        import::next(&self.importer)
    }

    /// Finds the imports of processes that ended in the middle.
    pub fn reclaim_jobs(&self) -> Result<()> {
        import::reclaim(&self.importer)
    }

    /// Queues the import of a document again that failed or was cancelled; pages that were read are
    /// not read again.
    pub fn queue_again(&self, id: &DocumentId) -> Result<DocumentRow> {
        self.jobs.retry_pages(id, &[])
    }

    /// Queues a document again to read pages that could not be read: those of `only`, or all of
    /// them when it is empty.
    pub fn retry_pages(&self, id: &DocumentId, only: &[PageNumber]) -> Result<DocumentRow> {
        self.jobs.retry_pages(id, only)
    }

    /// Queues the ready documents whose structure was made by other rules or settings. Gives how many.
    pub fn queue_outdated(&self) -> Result<usize> {
        import::queue_outdated(&self.importer)
    }

    /// Queues a document to be read again: what failed or was cancelled, pages that could not be read. One
    /// that an earlier version of the reader read is read anew, another with nothing wrong is made anew. One
    /// under way, or waiting for its password, stays as it is.
    pub fn read_again(&self, id: &DocumentId) -> Result<()> {
        let row = self.document(id)?;
        match row.status {
            DocumentStatus::Ready if self.read_before()?.contains(id) => {
                self.jobs.read_anew(id).map(drop)
            }
            DocumentStatus::Ready if row.pages_failed == 0 => self.queue_refresh(id),
            DocumentStatus::Ready | DocumentStatus::Failed | DocumentStatus::Cancelled => {
                self.queue_again(id).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Ready documents that an earlier version of the reader read: read again, words that it glued together or
    /// put in another order come out as they do today. Newest first.
    pub fn read_before(&self) -> Result<Vec<DocumentId>> {
        Ok(self.shared.store.read_before(READING)?)
    }

    /// Finds what documents are called that were read before that was done.
    pub(crate) fn learn_titles(&self) -> Result<()> {
        import::learn_titles(&self.importer)
    }

    /// Queues a ready document to be made anew, whatever its structure was made by.
    pub fn queue_refresh(&self, id: &DocumentId) -> Result<()> {
        self.jobs.queue(id)
    }

    /// Takes a waiting import out of the queue, or stops it when it is under way.
    pub fn cancel_import(&self, id: &DocumentId) -> Result<()> {
        self.jobs.cancel(id)
    }

    /// Where the queue of imports stands.
    pub fn queue(&self) -> Result<QueueState> {
        self.jobs.state()
    }

    /// Waits with imports if the person has paused them, as the window does and the command line,
    /// which imports because it was told to, does not.
    pub fn respect_pause(&self) -> Result<()> {
        self.jobs.respect_pause()
    }

    /// Pauses the imports of the window, or lets them go on. An import under way goes back into the
    /// queue; its pages are kept.
    pub fn set_paused(&self, paused: bool) -> Result<QueueState> {
        self.jobs.set_paused(paused)
    }

    /// Imports a document before all others that wait; one under way goes back into the queue.
    pub fn import_first(&self, id: &DocumentId) -> Result<()> {
        self.jobs.import_first(id)
    }

    /// Tries a password on a document's file and keeps it in memory when it is right; an import
    /// that waited for it is queued. A wrong one is an error of the code `needs_password`.
    pub fn unlock(&self, id: &DocumentId, password: &str) -> Result<()> {
        import::unlock(&self.importer, id, password)
    }

    /// Removes a document and all that was made of it, a running import first. Of answers that cite it
    /// the question stays. The person's own file is never touched.
    pub fn remove(&self, id: &DocumentId) -> Result<()> {
        self.remove_all(std::slice::from_ref(id))
    }

    /// Does as [`remove`](Self::remove) with several, in less time.
    pub fn remove_all(&self, ids: &[DocumentId]) -> Result<()> {
        ids.iter().for_each(|id| self.viewer.forget(id));
        removal::remove(&self.importer, ids).map_err(|error| match self.unwritable() {
            Some(why) if error.is_unwritable() => EngineError::Message(why),
            _ => error,
        })
    }

    /// Earlier versions of these documents, of which one would be asked again without them; newest first.
    pub fn earlier_versions(&self, ids: &[DocumentId]) -> Result<Vec<DocumentRow>> {
        let earlier = self.shared.store.earlier_versions(ids)?;
        earlier.iter().map(|id| self.document(id)).collect()
    }

    /// Takes documents out of the library, as far as a person can see, and removes them for good when
    /// this many seconds have passed without [`bring_back`](Self::bring_back).
    pub fn set_aside(&self, ids: &[DocumentId]) -> Result<u32> {
        ids.iter().for_each(|id| self.viewer.forget(id));
        removal::set_aside(&self.importer, ids)?;
        Ok(removal::UNDO_S)
    }

    /// Brings back documents that were set aside. It is an error where one is gone for good.
    pub fn bring_back(&self, ids: &[DocumentId]) -> Result<()> {
        removal::bring_back(&self.importer, ids)
    }

    /// Removes for good all that is set aside: nobody is there any more to bring it back.
    pub fn remove_all_set_aside(&self) -> Result<()> {
        removal::remove_all_set_aside(&self.importer)
    }

    /// How many answers of the history cite any of these documents, and go with them.
    pub fn answers_citing(&self, ids: &[DocumentId]) -> Result<u32> {
        Ok(self.shared.store.answers_citing(ids)?)
    }
}
