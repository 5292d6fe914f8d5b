//! A backup that is put back when the app starts next: nothing may work with the library meanwhile, the window
//! that asks for it least of all.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::Backups;
use super::complete::LIST;
use super::recover::{Recovered, restore};
use crate::error::{EngineError, Result};
use crate::import::owner;
use crate::private;

/// So long the next start waits for the one before to end.
const PATIENCE: Duration = Duration::from_secs(30);
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Notes that `from` is to be restored: a backup that the person made, or a copy that the library made of
/// itself. What plainly is none is refused at once.
pub(crate) fn ask_for(dir: &Path, from: &Path) -> Result<()> {
    let own = Backups::of(dir).all().iter().any(|(_, copy)| copy == from);
    let archive = from.extension().and_then(OsStr::to_str).is_some_and(|end| end == "tar");
    if !(own || (archive && from.is_file()) || from.join(LIST).is_file()) {
        return Err(EngineError::input(
            format!("“{}” is not a backup of a library, or not a whole one.", from.display()),
            "A backup is a folder or a .tar file that `citelight backup` wrote to its end.",
        ));
    }
    let note = note(dir);
    let writing = |error| EngineError::file(&note, "Writing", &error);
    let _ = fs::remove_file(&note);
    let mut file = private::create(&note).map_err(writing)?;
    let path = from.to_string_lossy();
    file.write_all(path.as_bytes()).and_then(|()| file.sync_all()).map_err(writing)
}

/// Restores what the window asked for when it was closed; `None` where it asked for nothing. It is tried once.
pub fn restore_if_asked(dir: &Path) -> Option<Result<Recovered>> {
    let note = note(dir);
    let from = fs::read_to_string(&note).ok()?;
    let _ = fs::remove_file(&note);
    let began = Instant::now();
    while owner::someone_at(dir) && began.elapsed() < PATIENCE {
        thread::sleep(LOOK_EVERY);
    }
    Some(restore(dir, Some(Path::new(&from))))
}

/// Beside the library: its own folder is moved.
fn note(dir: &Path) -> PathBuf {
    let name = dir.file_name().unwrap_or_default().to_string_lossy();
    dir.with_file_name(format!("{name}.to-restore"))
}
