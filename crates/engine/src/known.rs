//! Where libraries were opened before, in the person's data folder: a library that was there and is not any
//! more is not made anew without asking. Its drive may only be disconnected.

use std::fs;
use std::path::{Path, PathBuf};

use citelight_core::{ErrorCode, WireError};

use crate::error::{EngineError, Result};
use crate::place::default_library_dir;
use crate::private;

/// The places that were opened last.
const MOST: usize = 100;

fn list() -> Option<PathBuf> {
    Some(default_library_dir().parent()?.join("libraries"))
}

fn places(list: &Path) -> Vec<String> {
    fs::read_to_string(list).unwrap_or_default().lines().map(str::to_owned).collect()
}

/// An error where a library was in `dir` and is not.
pub(crate) fn still_there(dir: &Path) -> Result<()> {
    list().map_or(Ok(()), |list| still_in(&list, dir))
}

fn still_in(list: &Path, dir: &Path) -> Result<()> {
    if dir.join("library.db").exists() || !places(list).contains(&name(dir)) {
        return Ok(());
    }
    let message = format!("The library that was in {} is not there any more.", dir.display());
    Err(EngineError::Message(WireError::new(ErrorCode::NotFound, message).hint(
        "Connect its drive, or put it back where it was. To begin a new one there: `citelight new`.",
    )))
}

/// Remembers that a library with documents is in `dir`.
pub(crate) fn remember(dir: &Path) {
    if let Some(list) = list() {
        remember_in(&list, dir);
    }
}

fn remember_in(list: &Path, dir: &Path) {
    let mut known = places(list);
    let name = name(dir);
    if known.first() == Some(&name) {
        return;
    }
    known.retain(|other| *other != name);
    known.insert(0, name);
    known.truncate(MOST);
    write(list, &known);
}

/// Lets a new library begin where one was.
pub fn forget_library(dir: &Path) {
    if let Some(list) = list() {
        forget_in(&list, dir);
    }
}

fn forget_in(list: &Path, dir: &Path) {
    let mut known = places(list);
    known.retain(|other| *other != name(dir));
    write(list, &known);
}

/// Losing the list costs a question, nothing else.
fn write(list: &Path, known: &[String]) {
    let part = list.with_extension(format!("{}.part", std::process::id()));
    let write = || -> std::io::Result<()> {
        if let Some(folder) = list.parent() {
            fs::create_dir_all(folder)?;
        }
        private::create(&part)?;
        fs::write(&part, known.join("\n"))?;
        fs::rename(&part, list)
    };
    let _ = write();
}

/// The same for a folder that is there and for one that is not any more.
fn name(dir: &Path) -> String {
    let whole = std::path::absolute(dir).unwrap_or_else(|_| dir.to_path_buf());
    // Of what is there, links are followed.
    let above = whole.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    let resolved =
        above.and_then(|(above, found)| Some(found.join(whole.strip_prefix(above).ok()?)));
    let resolved = resolved.unwrap_or(whole);
    resolved.to_string_lossy().trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_gone_is_not_made_anew_unasked() {
        let dir = tempfile::tempdir().unwrap();
        let (list, drive) = (dir.path().join("libraries"), dir.path().join("drive"));
        let library = drive.join("library");
        assert!(still_in(&list, &library).is_ok(), "the first time");
        fs::create_dir_all(&library).unwrap();
        fs::write(library.join("library.db"), "x").unwrap();
        remember_in(&list, &library);
        remember_in(&list, &library);
        assert!(still_in(&list, &library).is_ok());
        fs::remove_dir_all(&library).unwrap();
        let error = still_in(&list, &library).unwrap_err().to_wire();
        assert_eq!(error.code, ErrorCode::NotFound);
        assert!(still_in(&list, &dir.path().join("other")).is_ok());
        forget_in(&list, &library);
        assert!(still_in(&list, &library).is_ok(), "the person said so");
    }
}
