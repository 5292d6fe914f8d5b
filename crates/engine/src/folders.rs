//! Watched folders: PDFs that are put into them come into the library by themselves. None is watched until
//! the person chooses one. What is in the library stays there when its file, or the folder, goes.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use citelight_core::WireError;
use citelight_store::{FileStamp, Store};
use parking_lot::Mutex;

use crate::error::{EngineError, Result};
use crate::events::{Event, Events, WatchedFolder};
use crate::finding::pdfs_below;

/// A PDF in a watched folder, as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) path: PathBuf,
    pub(crate) stamp: FileStamp,
}

/// How a folder was at the last look: its PDFs, or why it cannot be looked at.
type Seen = (Option<u32>, Option<WireError>);

/// The watched folders of a library.
pub(crate) struct Folders {
    store: Arc<Store>,
    events: Events,
    library: PathBuf,
    seen: Mutex<HashMap<String, Seen>>,
}

impl Folders {
    pub(crate) fn new(store: Arc<Store>, events: Events, library: PathBuf) -> Folders {
        Folders { store, events, library, seen: Mutex::default() }
    }

    /// Every watched folder, by path.
    pub(crate) fn all(&self) -> Result<Vec<WatchedFolder>> {
        let paths = self.store.watched_folders()?;
        let seen = self.seen.lock();
        let folder = |path: String| {
            let (files, problem) = seen.get(&path).cloned().unwrap_or_default();
            WatchedFolder { path, files, problem }
        };
        Ok(paths.into_iter().map(folder).collect())
    }

    /// Watches a folder and all below it from now on.
    pub(crate) fn add(&self, folder: &Path) -> Result<()> {
        let whole = folder
            .canonicalize()
            .map_err(|error| EngineError::file(folder, "Opening the folder", &error))?;
        let name = name_of(&whole);
        if !whole.is_dir() {
            return Err(EngineError::input(
                format!("“{name}” is not a folder."),
                "Choose the folder that it lies in.",
            ));
        }
        if whole.starts_with(&self.library) {
            return Err(EngineError::input(
                format!("“{name}” belongs to the library itself."),
                "Choose a folder of your own.",
            ));
        }
        for other in self.store.watched_folders()? {
            if whole.starts_with(&other) {
                let message = match whole == Path::new(&other) {
                    true => format!("“{name}” is watched already."),
                    false => format!("“{name}” is watched already, as a part of “{other}”."),
                };
                return Err(EngineError::input(message, "New PDFs in it are added by themselves."));
            }
            if Path::new(&other).starts_with(&whole) {
                self.store.stop_watching(&other, &[])?;
            }
        }
        self.store.watch_folder(&whole.to_string_lossy())?;
        self.tell()
    }

    /// Watches a folder no longer. What came from it stays in the library.
    pub(crate) fn remove(&self, folder: &str) -> Result<()> {
        let known = self.store.watched_files()?.into_keys();
        let inside: Vec<String> =
            known.filter(|file| Path::new(file).starts_with(folder)).collect();
        self.store.stop_watching(folder, &inside)?;
        self.seen.lock().remove(folder);
        self.tell()
    }

    /// Looks at a folder: the PDFs in it that are new, or others than they were. `None` where it cannot
    /// be reached, which is told.
    pub(crate) fn look(
        &self,
        folder: &str,
        known: &HashMap<String, FileStamp>,
    ) -> Option<Vec<Candidate>> {
        let path = Path::new(folder);
        if let Err(error) = fs::read_dir(path) {
            let problem = unreachable(path, &error);
            self.note(folder, None, Some(problem));
            return None;
        }
        let mut files = pdfs_below(path);
        files.retain(|file| !file.starts_with(&self.library));
        self.note(folder, u32::try_from(files.len()).ok(), None);
        let other = |file: PathBuf| {
            let stamp = stamp_of(&file)?;
            let changed = known.get(&*file.to_string_lossy()) != Some(&stamp);
            changed.then_some(Candidate { path: file, stamp })
        };
        Some(files.into_iter().filter_map(other).collect())
    }

    /// Keeps how a folder was, and tells where that is news.
    fn note(&self, folder: &str, files: Option<u32>, problem: Option<WireError>) {
        let now = (files, problem);
        let before = self.seen.lock().insert(folder.to_owned(), now.clone());
        if before.as_ref() != Some(&now) {
            // It is looked at again in a moment.
            let _ = self.tell();
        }
    }

    fn tell(&self) -> Result<()> {
        self.events.send(Event::Folders { folders: self.all()? });
        Ok(())
    }
}

/// How a file stands; `None` when it is gone, or no file, or holds nothing yet.
pub(crate) fn stamp_of(file: &Path) -> Option<FileStamp> {
    let meta = fs::metadata(file).ok().filter(|meta| meta.is_file() && meta.len() > 0)?;
    let modified = meta.modified().ok()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    Some(FileStamp {
        size_bytes: i64::try_from(meta.len()).unwrap_or(i64::MAX),
        modified_ns: i64::try_from(modified.as_nanos()).unwrap_or(i64::MAX),
    })
}

fn unreachable(folder: &Path, error: &std::io::Error) -> WireError {
    let mut problem = EngineError::file(folder, "Opening the folder", error).to_wire();
    if error.kind() == std::io::ErrorKind::NotFound {
        problem.message = format!("The folder “{}” cannot be reached.", name_of(folder));
        problem.hint = Some(
            "It may lie on a drive that is not connected. It is watched again once it is there."
                .to_owned(),
        );
    }
    problem
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
