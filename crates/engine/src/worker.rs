//! The thread that imports while the window is used.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use crate::error::{EngineError, Result};
use crate::events::{Event, NoticeLevel, QueueState};
use crate::import::intake::find_pdfs;
use crate::library::Library;

/// Woken by new files; the pause also finds jobs of a process that has ended.
const LOOK_EVERY: Duration = Duration::from_secs(30);

/// Imports what comes in, one document after the other. Dropping it stops the import under way, which
/// goes on at the next start.
pub struct ImportWorker {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    library: Arc<Library>,
    /// Paths that came in and are not registered yet.
    incoming: Mutex<Vec<PathBuf>>,
    wake: Condvar,
    closing: AtomicBool,
}

impl ImportWorker {
    /// Goes on with the imports that wait in the library, unless the person has paused them.
    pub fn start(library: Arc<Library>) -> Result<ImportWorker> {
        library.respect_pause()?;
        library.queue_outdated()?;
        let folder = library.dir().to_path_buf();
        let shared = Arc::new(Shared {
            library,
            incoming: Mutex::default(),
            wake: Condvar::new(),
            closing: AtomicBool::new(false),
        });
        let worker = Arc::clone(&shared);
        let thread = thread::Builder::new()
            .name("import".into())
            .spawn(move || worker.work())
            .map_err(|error| EngineError::file(&folder, "Starting the import for", &error))?;
        Ok(ImportWorker { shared, thread: Some(thread) })
    }

    /// Takes files and folders in, in the background.
    pub fn take_in(&self, paths: Vec<PathBuf>) {
        self.shared.incoming.lock().extend(paths);
        self.wake();
    }

    /// Has it look at the queue at once.
    pub fn wake(&self) {
        self.shared.wake.notify_one();
    }
}

impl Drop for ImportWorker {
    fn drop(&mut self) {
        self.shared.closing.store(true, Ordering::Relaxed);
        self.shared.library.close();
        self.wake();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn work(&self) {
        // The first question should not wait for the model, nor the first import.
        self.report(self.library.warm_up());
        while !self.is_closing() {
            let incoming = std::mem::take(&mut *self.incoming.lock());
            self.register(&incoming);
            match self.library.import_next() {
                Ok(Some(_)) => continue,
                // One that was put back made room for another.
                Ok(None) if self.has_work() => continue,
                Ok(None) => self.settle(),
                Err(error) => self.report(Err(error)),
            }
            let mut incoming = self.incoming.lock();
            if incoming.is_empty() && !self.is_closing() {
                self.wake.wait_for(&mut incoming, LOOK_EVERY);
                drop(incoming);
                self.report(self.library.reclaim_jobs());
            }
        }
        self.settle();
    }

    fn register(&self, paths: &[PathBuf]) {
        let found = find_pdfs(paths);
        for (_, error) in found.refused {
            self.library.tell(Event::Notice { level: NoticeLevel::Error, notice: error });
        }
        for file in found.files {
            if self.is_closing() {
                return;
            }
            self.report(self.library.register(&file).map(drop));
        }
    }

    /// Whether an import waits that nobody is at.
    fn has_work(&self) -> bool {
        let waiting =
            |queue: QueueState| !queue.paused && queue.current.is_none() && queue.waiting > 0;
        !self.is_closing() && self.library.queue().is_ok_and(waiting)
    }

    /// The queue is empty: write the index, give memory back.
    fn settle(&self) {
        self.report(self.library.save_index());
        self.library.rest();
    }

    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    fn report(&self, outcome: Result<()>) {
        if let Err(error) = outcome {
            let notice = error.to_wire();
            self.library.tell(Event::Notice { level: NoticeLevel::Error, notice });
        }
    }
}
