//! The thread that looks at what happens outside: what other processes do to the library, files that a
//! second start of the app hands over, removals that nobody has undone.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use citelight_core::Collection;
use parking_lot::{Condvar, Mutex};

use crate::error::{EngineError, Result};
use crate::events::Event;
use crate::library::Library;
use crate::seat::Seat;

/// A person who does something on the command line sees it in the window within half a second.
const EVERY: Duration = Duration::from_millis(300);
/// Comparing thousands of documents may take no more than this share of the time.
const SHARE: u32 = 8;

/// Looks as long as it lives.
pub struct Watch {
    state: Arc<State>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct State {
    closing: Mutex<bool>,
    closed: Condvar,
}

/// What was seen at the last look.
#[derive(Default)]
struct Seen {
    version: Option<i64>,
    history: [i64; 3],
    collections: Vec<Collection>,
}

impl Watch {
    /// Looks at the library, and at the seat of the window where there is one; `open` takes the files
    /// that are handed over.
    pub fn start(
        library: Arc<Library>,
        seat: Option<Seat>,
        open: impl Fn(Vec<PathBuf>) + Send + 'static,
    ) -> Result<Watch> {
        let folder = library.dir().to_path_buf();
        library.all_told()?;
        let state = Arc::new(State::default());
        let until = Arc::clone(&state);
        let thread = thread::Builder::new()
            .name("watch".into())
            .spawn(move || until.watch(&library, seat.as_ref(), &open))
            .map_err(|error| EngineError::file(&folder, "Watching", &error))?;
        Ok(Watch { state, thread: Some(thread) })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        *self.state.closing.lock() = true;
        self.state.closed.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl State {
    fn watch(&self, library: &Library, seat: Option<&Seat>, open: &dyn Fn(Vec<PathBuf>)) {
        let mut seen = Seen::default();
        loop {
            let began = Instant::now();
            for files in seat.map(Seat::handed).unwrap_or_default() {
                library.tell(Event::Front);
                open(files);
            }
            // Another process may hold the database for long; the next look finds what this one missed.
            let _ = look(library, &mut seen);
            let mut closing = self.closing.lock();
            if !*closing {
                self.closed.wait_for(&mut closing, EVERY.max(began.elapsed() * SHARE));
            }
            if *closing {
                return;
            }
        }
    }
}

fn look(library: &Library, seen: &mut Seen) -> Result<()> {
    library.remove_due()?;
    let Some(version) = library.version_elsewhere()? else { return Ok(()) };
    if seen.version == Some(version) {
        return Ok(());
    }
    let first = seen.version.is_none();
    let history = library.catch_up()?;
    if !first && history != seen.history {
        library.tell(Event::History);
    }
    let collections = library.collections()?;
    if !first && collections != seen.collections {
        library.tell(Event::Collections { collections: collections.clone() });
    }
    *seen = Seen { collections, version: Some(version), history };
    Ok(())
}
