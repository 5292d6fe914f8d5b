//! A backup that is put back when the app starts next: nothing may work with the library meanwhile, the window
//! that asks for it least of all.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::Backups;
use super::complete::LIST;
use super::recover::{Recovered, restore};
use crate::encryption::change::is_encrypted;
use crate::encryption::key::LibraryKey;
use crate::error::{EngineError, Result};
use crate::import::owner;
use crate::private;

/// Notes that `from` is to be restored: a backup that the person made, or a copy that the library made of
/// itself. What plainly is none is refused at once.
pub(crate) fn ask_for(dir: &Path, from: &Path) -> Result<()> {
    let own = Backups::own(dir, from).is_some();
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

/// Restores what the window asked for when it was closed; `None` where it asked for nothing. It is tried once. A
/// copy that an encrypted library made of itself waits until there is the key.
pub fn restore_if_asked(dir: &Path, key: Option<&LibraryKey>) -> Option<Result<Recovered>> {
    let note = note(dir);
    let from = fs::read_to_string(&note).ok()?;
    if key.is_none() && is_encrypted(dir) && Backups::own(dir, Path::new(&from)).is_some() {
        return None;
    }
    let _ = fs::remove_file(&note);
    owner::wait_for_the_end_before(dir);
    Some(restore(dir, Some(Path::new(&from)), key))
}

/// Beside the library: its own folder is moved.
fn note(dir: &Path) -> PathBuf {
    let name = dir.file_name().unwrap_or_default().to_string_lossy();
    dir.with_file_name(format!("{name}.to-restore"))
}
