//! Who is importing: a name per process, and a lock file that tells whether it still lives.
//!
//! The system gives a lock back when its process ends, however it ends, so a job of a crashed
//! process is found again at once, and one of a living process is never taken away.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use citelight_core::{ErrorCode, WireError};

use crate::error::{EngineError, Result};

/// This process's name in the queue of one library.
#[derive(Debug)]
pub(crate) struct Owner {
    name: String,
    folder: PathBuf,
    /// `None` where no lock file can be made: then nothing is written that needs one.
    _lock: Option<File>,
    full: bool,
}

impl Owner {
    pub(crate) fn new(library: &Path) -> Result<Owner> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let folder = library.join("run");
        let made = fs::create_dir_all(&folder);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{now:x}-{count}", std::process::id());
        let path = folder.join(&name);
        let failed = |error| EngineError::file(&path, "Making the lock file", &error);
        let mut full = false;
        let lock = match made.and_then(|()| File::create(&path)) {
            Ok(lock) => Some(lock),
            Err(error) if is_unwritable(&error) => {
                full = error.kind() == io::ErrorKind::StorageFull;
                None
            }
            Err(error) => return Err(failed(error)),
        };
        if let Some(lock) = &lock {
            lock.lock().map_err(failed)?;
            full = !has_room(lock);
        }
        Ok(Owner { name, folder, _lock: lock, full })
    }

    /// Whether the disk had no room to speak of when the library was opened.
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether the owner `name` still runs.
    pub(crate) fn is_alive(&self, name: &str) -> bool {
        if name == self.name {
            return true;
        }
        let path = self.folder.join(name);
        let Ok(file) = File::open(&path) else { return false };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => true,
            Err(TryLockError::Error(_)) => false,
            Ok(()) => {
                let _ = fs::remove_file(&path);
                false
            }
        }
    }
}

/// Held by who writes the whole library anew.
const CHANGING: &str = "changing";

/// Takes the right to write the library in `dir` anew, held as long as the value lives. Nobody may work with it.
pub(crate) fn begin_changing(dir: &Path) -> Result<File> {
    let path = dir.join("run").join(CHANGING);
    let failed = |error| EngineError::file(&path, "Making the lock file", &error);
    fs::create_dir_all(dir.join("run")).map_err(failed)?;
    let lock = OpenOptions::new().create(true).write(true).truncate(false).open(&path);
    let lock = lock.map_err(failed)?;
    match lock.try_lock() {
        Err(TryLockError::WouldBlock) => return Err(being_changed(dir)),
        Err(TryLockError::Error(error)) => return Err(failed(error)),
        Ok(()) => {}
    }
    nobody_else_at(dir)?;
    Ok(lock)
}

/// An error while a process writes the library anew: what was added to it meanwhile would be lost.
pub(crate) fn nobody_changes(dir: &Path) -> Result<()> {
    let held = File::open(dir.join("run").join(CHANGING))
        .is_ok_and(|lock| matches!(lock.try_lock(), Err(TryLockError::WouldBlock)));
    if held { Err(being_changed(dir)) } else { Ok(()) }
}

fn being_changed(dir: &Path) -> EngineError {
    EngineError::Message(
        WireError::new(
            ErrorCode::Input,
            format!("The library in {} is being encrypted, or made plain.", dir.display()),
        )
        .hint("Wait until that is done, and try again."),
    )
}

/// An error where some process works with the library in `dir`.
pub(crate) fn nobody_at(dir: &Path) -> Result<()> {
    nobody_changes(dir)?;
    nobody_else_at(dir)
}

fn nobody_else_at(dir: &Path) -> Result<()> {
    if !someone_at(dir) {
        return Ok(());
    }
    Err(EngineError::input(
        format!("The library in {} is open.", dir.display()),
        "Close the window and whatever else works with it, and try again.",
    ))
}

/// So long a new start waits for the process before to end, which asked for it.
const PATIENCE: Duration = Duration::from_secs(30);
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Waits until nobody works with the library in `dir` any more, or patience ends.
pub(crate) fn wait_for_the_end_before(dir: &Path) {
    let began = Instant::now();
    while someone_at(dir) && began.elapsed() < PATIENCE {
        thread::sleep(LOOK_EVERY);
    }
}

/// Whether some process works with the library in `dir`; the seat of a window alone does not count.
fn someone_at(dir: &Path) -> bool {
    fs::read_dir(dir.join("run")).into_iter().flatten().flatten().any(|entry| {
        entry.path().is_file()
            && entry.file_name() != "window"
            && entry.file_name() != CHANGING
            && File::open(entry.path())
                .is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
    })
}

fn is_unwritable(error: &io::Error) -> bool {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem, StorageFull};
    matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem | StorageFull)
}

/// Whether the smallest change to the database would find room.
fn has_room(mut file: &File) -> bool {
    static LEAST: [u8; 64 * 1024] = [1; 64 * 1024];
    let written = file.write_all(&LEAST);
    let _ = file.set_len(0);
    !written.is_err_and(|error| error.kind() == io::ErrorKind::StorageFull)
}

impl Drop for Owner {
    fn drop(&mut self) {
        let _ = fs::remove_file(self.folder.join(&self.name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_lives_until_it_is_dropped() {
        let dir = tempfile::tempdir().unwrap();
        let (here, other) = (Owner::new(dir.path()).unwrap(), Owner::new(dir.path()).unwrap());
        let name = other.name().to_owned();
        assert!(here.is_alive(here.name()));
        assert!(here.is_alive(&name));
        drop(other);
        assert!(!here.is_alive(&name));
        assert!(!here.is_alive("1-gone-0"));
    }

    #[test]
    fn a_lock_file_left_by_a_crash_is_cleaned_up() {
        let dir = tempfile::tempdir().unwrap();
        let here = Owner::new(dir.path()).unwrap();
        let left = dir.path().join("run/999999-dead-0");
        fs::write(&left, "").unwrap();
        assert!(!here.is_alive("999999-dead-0"));
        assert!(!left.exists());
    }
}
