//! The thread that takes in what is put into watched folders. The system tells of changes; since it does
//! not of those on network drives, nor when too much happens at once, the folders are also looked through
//! from time to time.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use citelight_core::ErrorCode;
use citelight_store::FileStamp;
use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use parking_lot::{Condvar, Mutex};

use crate::error::{EngineError, Result};
use crate::events::{Event, NoticeLevel};
use crate::folders::{Candidate, stamp_of};
use crate::library::Library;

/// A file counts as whole when it stood like this for so long: a copy or a download is under way before.
const STEADY: Duration = Duration::from_secs(2);
/// Without a word of the system.
const LOOK_EVERY: Duration = Duration::from_secs(120);
/// While a folder cannot be reached.
const LOOK_AGAIN: Duration = Duration::from_secs(10);
/// Looking through a large folder may take no more than this share of the time.
const SHARE: u32 = 8;
const SHORTEST: Duration = Duration::from_millis(500);

/// Watches as long as it lives.
pub struct FolderWatch {
    signal: Arc<Signal>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Signal {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Something may have happened since the last look.
    stirred: bool,
    closing: bool,
}

impl FolderWatch {
    /// Watches the folders that the person chose, now or later. `wake` is called when documents were
    /// queued.
    pub fn start(library: Arc<Library>, wake: impl Fn() + Send + 'static) -> Result<FolderWatch> {
        let dir = library.dir().to_path_buf();
        let signal = Arc::new(Signal::default());
        let until = Arc::clone(&signal);
        let thread = thread::Builder::new()
            .name("folders".into())
            .spawn(move || Work::new(library, Box::new(wake), until).run())
            .map_err(|error| EngineError::file(&dir, "Watching the folders for", &error))?;
        Ok(FolderWatch { signal, thread: Some(thread) })
    }

    /// Has it look at once: the person chose other folders.
    pub fn stir(&self) {
        self.signal.stir();
    }
}

impl Drop for FolderWatch {
    fn drop(&mut self) {
        self.signal.state.lock().closing = true;
        self.signal.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Signal {
    fn stir(&self) {
        self.state.lock().stirred = true;
        self.changed.notify_all();
    }

    fn is_closing(&self) -> bool {
        self.state.lock().closing
    }

    /// Waits for a change, at most `most`, at least `least`. Gives whether to go on.
    fn wait(&self, least: Duration, most: Duration) -> bool {
        let began = Instant::now();
        let mut state = self.state.lock();
        while !state.closing {
            let waited = began.elapsed();
            let until = if state.stirred { least } else { most };
            if waited >= until {
                break;
            }
            self.changed.wait_for(&mut state, until - waited);
        }
        state.stirred = false;
        !state.closing
    }
}

struct Work {
    library: Arc<Library>,
    wake: Box<dyn Fn() + Send>,
    signal: Arc<Signal>,
    /// None where the system has none to give: then the folders are looked through, and that is all.
    watcher: Option<RecommendedWatcher>,
    watched: HashSet<PathBuf>,
    /// Files that may still be being written: as they stood, and since when.
    unsteady: HashMap<PathBuf, (FileStamp, Instant)>,
    /// Files that could not be taken in for a reason that may pass: as they stood, and when.
    failed: HashMap<PathBuf, (FileStamp, Instant)>,
}

impl Work {
    fn new(library: Arc<Library>, wake: Box<dyn Fn() + Send>, signal: Arc<Signal>) -> Work {
        let stirred = Arc::clone(&signal);
        // Whatever it was: the look tells.
        let watcher = notify::recommended_watcher(move |_| stirred.stir()).ok();
        Work {
            library,
            wake,
            signal,
            watcher,
            watched: HashSet::new(),
            unsteady: HashMap::new(),
            failed: HashMap::new(),
        }
    }

    fn run(mut self) {
        loop {
            let began = Instant::now();
            // Another process may hold the database for long; the next look finds what this one missed.
            let all_reached = self.look().unwrap_or(false);
            let most = match (self.unsteady.is_empty(), all_reached) {
                (false, _) => STEADY / 2,
                (true, false) => LOOK_AGAIN,
                (true, true) => LOOK_EVERY,
            };
            if !self.signal.wait(SHORTEST.max(began.elapsed() * SHARE), most) {
                return;
            }
        }
    }

    /// Looks through all folders. Gives whether each could be reached.
    fn look(&mut self) -> Result<bool> {
        let library = Arc::clone(&self.library);
        let folders: Vec<String> =
            library.folders().all()?.into_iter().map(|folder| folder.path).collect();
        self.keep_watches(&folders);
        let known = match folders.is_empty() {
            true => HashMap::new(),
            false => library.store().watched_files()?,
        };
        let (mut all_reached, mut candidates) = (true, Vec::new());
        for folder in &folders {
            match library.folders().look(folder, &known) {
                Some(found) => candidates.extend(found),
                None => {
                    // What watched it watches nothing any more.
                    self.watched.remove(Path::new(folder));
                    all_reached = false;
                }
            }
        }
        let there: HashSet<&PathBuf> = candidates.iter().map(|one| &one.path).collect();
        self.unsteady.retain(|path, _| there.contains(path));
        for candidate in candidates {
            if self.signal.is_closing() {
                break;
            }
            if self.is_due(&candidate) {
                self.take_in(candidate)?;
            }
        }
        Ok(all_reached)
    }

    fn keep_watches(&mut self, folders: &[String]) {
        let Some(watcher) = &mut self.watcher else { return };
        self.watched.retain(|path| {
            let wanted = folders.iter().any(|folder| Path::new(folder) == path);
            if !wanted {
                let _ = watcher.unwatch(path);
            }
            wanted
        });
        for folder in folders {
            let path = PathBuf::from(folder);
            // Where the system refuses (too many folders below it), looking from time to time must do.
            if !self.watched.contains(&path)
                && watcher.watch(&path, RecursiveMode::Recursive).is_ok()
            {
                self.watched.insert(path);
            }
        }
    }

    /// Whether a file stands as it did a while ago, and did not fail just now.
    fn is_due(&mut self, candidate: &Candidate) -> bool {
        let Candidate { path, stamp } = candidate;
        let failed = self.failed.get(path);
        if failed.is_some_and(|(then, at)| then == stamp && at.elapsed() < LOOK_EVERY) {
            return false;
        }
        match self.unsteady.get(path) {
            Some((before, since)) if before == stamp => since.elapsed() >= STEADY,
            _ => {
                self.unsteady.insert(path.clone(), (*stamp, Instant::now()));
                false
            }
        }
    }

    fn take_in(&mut self, candidate: Candidate) -> Result<()> {
        let Candidate { path, stamp } = candidate;
        let registered = self.library.register_found(&path);
        self.unsteady.remove(&path);
        if registered.is_ok() {
            (self.wake)();
        }
        if stamp_of(&path) != Some(stamp) {
            // It was written to meanwhile: what was taken in may be half of it.
            return Ok(());
        }
        if let Err(error) = registered {
            let notice = error.to_wire();
            let is_final = notice.code == ErrorCode::Unreadable;
            let before = self.failed.insert(path.clone(), (stamp, Instant::now()));
            if before.is_none_or(|(then, _)| then != stamp) {
                self.library.tell(Event::Notice { level: NoticeLevel::Error, notice });
            }
            if !is_final {
                return Ok(());
            }
        }
        self.failed.remove(&path);
        self.library.store().remember_file(&path.to_string_lossy(), stamp)?;
        Ok(())
    }
}
