//! The threads that take files in and import them while the window is used: one copies and registers
//! what comes in, so that it is listed at once; one imports, a document after the other.

use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use citelight_core::{ErrorCode, WireError};
use parking_lot::{Condvar, Mutex};

use crate::error::{EngineError, Result};
use crate::events::{Event, NoticeLevel, QueueState};
use crate::finding::find_pdfs;
use crate::library::Library;
use crate::link::DeepLink;

/// Woken by new files; the pause also finds jobs of a process that has ended.
const LOOK_EVERY: Duration = Duration::from_secs(30);

/// So that a fault that comes back at once does not keep the processor busy.
const AFTER_FAULT: Duration = Duration::from_secs(2);

/// Imports what comes in. Dropping it stops the import under way, which goes on at the next start.
pub struct ImportWorker {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

/// Files and folders that came in together.
struct Incoming {
    paths: Vec<PathBuf>,
    /// Whether the first of them is to be shown.
    show: bool,
}

/// What one of its threads does until it is closed.
type Work = fn(&Shared);

struct Shared {
    library: Arc<Library>,
    /// What came in and is not registered yet.
    incoming: Mutex<Vec<Incoming>>,
    arrived: Condvar,
    /// Whether there may be something new in the queue.
    queued: Mutex<bool>,
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
            arrived: Condvar::new(),
            queued: Mutex::default(),
            wake: Condvar::new(),
            closing: AtomicBool::new(false),
        });
        let mut worker = ImportWorker { shared: Arc::clone(&shared), threads: Vec::new() };
        let works = [("intake", Shared::take_in as Work), ("import", Shared::import)];
        for (name, work) in works {
            let shared = Arc::clone(&shared);
            let thread =
                thread::Builder::new().name(name.into()).spawn(move || shared.keep_at(work));
            let started = thread
                .map_err(|error| EngineError::file(&folder, "Starting the import for", &error));
            worker.threads.push(started?);
        }
        Ok(worker)
    }

    /// Takes files and folders in, in the background.
    pub fn take_in(&self, paths: Vec<PathBuf>) {
        self.shared.arrive(Incoming { paths, show: false });
    }

    /// Takes files and folders in, in the background, and has the first file shown, whether it is new
    /// or not.
    pub fn open(&self, paths: Vec<PathBuf>) {
        self.opener()(paths);
    }

    /// Does as [`open`](Self::open) from another thread.
    pub fn opener(&self) -> impl Fn(Vec<PathBuf>) + Send + use<> {
        let shared = Arc::clone(&self.shared);
        move |paths| shared.arrive(Incoming { paths, show: true })
    }

    /// Has it look at the queue at once.
    pub fn wake(&self) {
        self.shared.wake_import();
    }

    /// Does as [`wake`](Self::wake) from another thread.
    pub fn waker(&self) -> impl Fn() + Send + use<> {
        let shared = Arc::clone(&self.shared);
        move || shared.wake_import()
    }
}

impl Drop for ImportWorker {
    fn drop(&mut self) {
        self.shared.closing.store(true, Ordering::Relaxed);
        self.shared.library.close();
        self.shared.arrive(Incoming { paths: Vec::new(), show: false });
        self.shared.wake_import();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// Does its work until it is closed. A fault of ours is told, and the work begun anew: without it
    /// nothing would be imported any more until the next start.
    fn keep_at(&self, work: Work) {
        while panic::catch_unwind(AssertUnwindSafe(|| work(self))).is_err() && !self.is_closing() {
            let notice = WireError::new(
                ErrorCode::Internal,
                "Adding documents was interrupted by a fault of Citelight; it goes on.",
            );
            self.library.tell(Event::Notice { level: NoticeLevel::Warning, notice });
            thread::sleep(AFTER_FAULT);
        }
    }

    fn arrive(&self, incoming: Incoming) {
        self.incoming.lock().push(incoming);
        self.arrived.notify_one();
    }

    fn wake_import(&self) {
        *self.queued.lock() = true;
        self.wake.notify_one();
    }

    fn take_in(&self) {
        // Without titles the files' names are shown; the next start tries again.
        let _ = self.library.learn_titles();
        while !self.is_closing() {
            let incoming = {
                let mut incoming = self.incoming.lock();
                if incoming.is_empty() {
                    self.arrived.wait(&mut incoming);
                }
                std::mem::take(&mut *incoming)
            };
            incoming.iter().for_each(|one| self.register(one));
        }
    }

    fn register(&self, incoming: &Incoming) {
        let (links, paths): (Vec<PathBuf>, Vec<PathBuf>) = incoming
            .paths
            .iter()
            .cloned()
            .partition(|path| incoming.show && DeepLink::is_one(path));
        for link in links {
            self.library.tell(Event::Link { link: link.to_string_lossy().into_owned() });
        }
        let found = find_pdfs(&paths);
        for (_, error) in found.refused {
            self.library.tell(Event::Notice { level: NoticeLevel::Error, notice: error });
        }
        let mut to_show = if incoming.show { paths.as_slice() } else { &[] };
        for file in found.files {
            if self.is_closing() {
                return;
            }
            // What lies in a folder was not named.
            let show = to_show.iter().any(|named| named == &file);
            if self.register_one(&file, show) && show {
                to_show = &[];
            }
        }
    }

    /// Gives whether the file is in the library now.
    fn register_one(&self, file: &Path, show: bool) -> bool {
        let registered =
            if show { self.library.register_to_show(file) } else { self.library.register(file) };
        match registered {
            Ok(registered) => {
                self.wake_import();
                if show {
                    let document = registered.row().id.clone();
                    self.library.tell(Event::Show { document });
                }
                true
            }
            Err(error) => {
                self.report(Err(error));
                false
            }
        }
    }

    fn import(&self) {
        self.report(self.library.find_embedder());
        while !self.is_closing() {
            match self.library.import_next() {
                Ok(Some(_)) => continue,
                // One that was put back made room for another.
                Ok(None) if self.has_work() => continue,
                Ok(None) => self.settle(),
                Err(error) => self.report(Err(error)),
            }
            let mut queued = self.queued.lock();
            if !*queued && !self.is_closing() {
                self.wake.wait_for(&mut queued, LOOK_EVERY);
            }
            *queued = false;
            drop(queued);
            self.report(self.library.reclaim_jobs());
        }
        self.settle();
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
        self.report(self.library.keep_backup());
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
