//! One window a library. Who shows a library sits on its lock; who is started beside it leaves the files
//! that it was to open in a folder of the library, and goes. No socket, no bus: only files.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::error::{EngineError, Result};
use crate::link::DeepLink;

/// How long one waits to be heard by a window that is busy starting.
const PATIENCE: Duration = Duration::from_secs(10);
const POLL: Duration = Duration::from_millis(50);
/// What was left longer ago than this, nobody waits for any more.
const STALE: Duration = Duration::from_secs(60);

/// The right to show a library, held by one process at a time.
#[derive(Debug)]
pub struct Seat {
    inbox: PathBuf,
    _lock: File,
}

/// What asking for the seat came to.
#[derive(Debug)]
pub enum Seating {
    /// This process shows the library.
    Taken(Seat),
    /// Another one does, and was handed the files.
    HandedOver,
}

impl Seat {
    /// Takes the seat of the library in `dir`, making the folder if it is not there; where another
    /// process has it, hands it the files to open.
    pub fn take(dir: &Path, files: &[PathBuf]) -> Result<Seating> {
        let inbox = dir.join("run").join("handed");
        fs::create_dir_all(&inbox)
            .map_err(|error| EngineError::file(&inbox, "Making the folder", &error))?;
        let path = dir.join("run").join("window");
        let lock = OpenOptions::new().create(true).write(true).truncate(false).open(&path);
        let lock =
            lock.map_err(|error| EngineError::file(&path, "Making the lock file", &error))?;
        if is_free(&lock) {
            let seat = Seat { inbox, _lock: lock };
            seat.clear_stale();
            return Ok(Seating::Taken(seat));
        }
        let left = leave(&inbox, files)?;
        let since = Instant::now();
        while left.exists() {
            if is_free(&lock) {
                // The other one ended before it looked.
                let _ = fs::remove_file(&left);
                return Ok(Seating::Taken(Seat { inbox, _lock: lock }));
            }
            if since.elapsed() > PATIENCE {
                break;
            }
            thread::sleep(POLL);
        }
        Ok(Seating::HandedOver)
    }

    /// The same seat where it is still there; a new one where the library's folder was exchanged for another, as
    /// it is when it is encrypted.
    pub fn renewed(self, dir: &Path) -> Option<Seat> {
        if self.inbox.is_dir() {
            return Some(self);
        }
        match Seat::take(dir, &[]) {
            Ok(Seating::Taken(seat)) => Some(seat),
            _ => None,
        }
    }

    /// Takes what was handed over since the last call: the files of each start, which may be none.
    pub(crate) fn handed(&self) -> Vec<Vec<PathBuf>> {
        let Ok(entries) = fs::read_dir(&self.inbox) else { return Vec::new() };
        let mut paths: Vec<PathBuf> =
            entries.flatten().map(|entry| entry.path()).filter(|path| is_whole(path)).collect();
        paths.sort();
        let take = |path: PathBuf| {
            let content = fs::read(&path).ok()?;
            fs::remove_file(&path).ok()?;
            Some(unpacked(&content))
        };
        paths.into_iter().filter_map(take).collect()
    }

    fn clear_stale(&self) {
        for entry in fs::read_dir(&self.inbox).into_iter().flatten().flatten() {
            let age = entry.metadata().and_then(|meta| meta.modified()).ok();
            let age = age.and_then(|then| SystemTime::now().duration_since(then).ok());
            if age.is_some_and(|age| age > STALE) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Takes the lock where it is free, or where the file system has none to give.
fn is_free(lock: &File) -> bool {
    !matches!(lock.try_lock(), Err(TryLockError::WouldBlock))
}

/// Half-written ones have another ending.
fn is_whole(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "files")
}

/// Leaves the files for the process that has the seat; gives what it will take away.
fn leave(inbox: &Path, files: &[PathBuf]) -> Result<PathBuf> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let name = format!("{:x}-{}", now.as_nanos(), std::process::id());
    let (part, whole) = (inbox.join(format!("{name}.part")), inbox.join(format!("{name}.files")));
    // It has another working folder.
    let absolute = |file: &PathBuf| match DeepLink::is_one(file) {
        true => file.clone(),
        false => std::path::absolute(file).unwrap_or_else(|_| file.clone()),
    };
    let files: Vec<PathBuf> = files.iter().map(absolute).collect();
    fs::write(&part, packed(&files))
        .and_then(|()| fs::rename(&part, &whole))
        .map_err(|error| EngineError::file(&whole, "Writing", &error))?;
    Ok(whole)
}

/// The names of files, each ended by a byte that no name holds.
fn packed(files: &[PathBuf]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for file in files {
        bytes.extend_from_slice(file.as_os_str().as_encoded_bytes());
        bytes.push(0);
    }
    bytes
}

fn unpacked(bytes: &[u8]) -> Vec<PathBuf> {
    let names = bytes.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    names.map(|name| PathBuf::from(name_of(name))).collect()
}

#[cfg(unix)]
fn name_of(bytes: &[u8]) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec())
}

#[cfg(not(unix))]
fn name_of(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(dir: &Path) -> Seat {
        match Seat::take(dir, &[]).unwrap() {
            Seating::Taken(seat) => seat,
            Seating::HandedOver => panic!("the seat is taken"),
        }
    }

    #[test]
    fn who_comes_second_hands_its_files_over() {
        let dir = tempfile::tempdir().unwrap();
        let first = seat(dir.path());
        let files = [PathBuf::from("/x/a b.pdf"), PathBuf::from("näme\n.pdf")];
        let (library, named) = (dir.path().to_path_buf(), files.clone());
        let second = thread::spawn(move || Seat::take(&library, &named).unwrap());
        let handed = loop {
            if let Some(handed) = first.handed().pop() {
                break handed;
            }
            thread::sleep(POLL);
        };
        assert!(matches!(second.join().unwrap(), Seating::HandedOver));
        let here = std::env::current_dir().unwrap();
        assert_eq!(handed, [PathBuf::from("/x/a b.pdf"), here.join("näme\n.pdf")]);
        assert!(first.handed().is_empty(), "what was taken is gone");
    }

    #[test]
    fn the_seat_is_free_again_when_its_process_went_and_each_library_has_its_own() {
        let (dir, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let first = seat(dir.path());
        let _beside = seat(other.path());
        let library = dir.path().to_path_buf();
        let second = thread::spawn(move || Seat::take(&library, &["/a.pdf".into()]).unwrap());
        thread::sleep(3 * POLL);
        drop(first); // without a look at what was left
        match second.join().unwrap() {
            Seating::Taken(seat) => assert!(seat.handed().is_empty(), "it opens its files itself"),
            Seating::HandedOver => panic!("nobody was there"),
        }
    }
}
