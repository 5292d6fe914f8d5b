//! A pack in the making.
//!
//! ```text
//! <models>/.locks/<name>      held while somebody makes or removes the pack
//! <models>/.partial-<name>/   being fetched; kept, so that fetching goes on from there
//! <models>/.import-<name>/    being copied; worthless once its maker is gone
//! <models>/.old-<name>/       the pack that is being replaced, or removed
//! <models>/<name>/            the pack
//! ```
//!
//! A pack gets its name by one renaming, once it is whole and was opened. Whatever a process leaves
//! that ends in between is cleaned by the next that looks at the folder, since the system gives a
//! lock back when its process ends, however it ends.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::files::remove_folder;
use crate::manifest::{Manifest, is_plain};
use crate::pack::write;
use crate::{Pack, PackError, Result};

const LOCKS: &str = ".locks";
const PARTIAL: &str = ".partial-";
const IMPORT: &str = ".import-";
const OLD: &str = ".old-";

/// Whoever looks whether a pack is being made holds its lock for a moment: that is waited for.
const TRIES: u32 = 5;
const BETWEEN_TRIES: Duration = Duration::from_millis(20);

/// A pack in the making, in a folder of its own. Nobody else can make the same one meanwhile.
#[derive(Debug)]
pub struct Staging {
    models: PathBuf,
    name: String,
    folder: PathBuf,
    _lock: File,
}

impl Staging {
    /// Begins or goes on with the fetching of a pack into the folder `models`, which is made where
    /// it is not there. Keeps what lies in its folder.
    pub fn resume(models: &Path, name: &str) -> Result<Staging> {
        Staging::begin(models, name, PARTIAL)
    }

    pub(crate) fn import(models: &Path, name: &str) -> Result<Staging> {
        let staging = Staging::begin(models, name, IMPORT)?;
        staging.clear()?;
        Ok(staging)
    }

    fn begin(models: &Path, name: &str, kind: &str) -> Result<Staging> {
        let _lock = lock(models, name)?;
        let folder = models.join(format!("{kind}{name}"));
        fs::create_dir_all(&folder)
            .map_err(|error| PackError::file("Making the folder", &folder, error))?;
        Ok(Staging { models: models.to_path_buf(), name: name.to_owned(), folder, _lock })
    }

    /// Where its files are to be put.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Throws away what lies in its folder.
    pub fn clear(&self) -> Result<()> {
        remove_folder(&self.folder)?;
        fs::create_dir_all(&self.folder)
            .map_err(|error| PackError::file("Making the folder", &self.folder, error))
    }

    /// Writes the manifest, opens the pack, and puts it in its place when it is whole. Files must
    /// be on the disk; their hashes are taken from the manifest. One that is there already is
    /// replaced.
    pub fn finish(self, manifest: &Manifest) -> Result<Pack> {
        let listed = |name: &str| manifest.files.iter().any(|file| file.name == name);
        for name in names_in(&self.folder)?.iter().filter(|name| !listed(name)) {
            let path = self.folder.join(name);
            fs::remove_file(&path).map_err(|error| PackError::file("Removing", &path, error))?;
        }
        write(&self.folder, manifest)?;
        Pack::open(&self.folder)?;
        let (place, old) = (self.models.join(&self.name), self.old());
        if place.exists() {
            remove_folder(&old)?;
            rename(&place, &old)?;
        }
        rename(&self.folder, &place)?;
        sync_folder(&self.models);
        remove_folder(&old)?;
        Pack::open(&place)
    }

    /// Gives the making up and removes its folder.
    pub(crate) fn discard(self) -> Result<()> {
        remove_folder(&self.folder)
    }

    fn old(&self) -> PathBuf {
        self.models.join(format!("{OLD}{}", self.name))
    }
}

/// Removes an installed pack: it is gone at once, or not at all.
pub(crate) fn remove(models: &Path, name: &str) -> Result<()> {
    let _lock = lock(models, name)?;
    let (place, old) = (models.join(name), models.join(format!("{OLD}{name}")));
    if place.exists() {
        // Marked as given up first: what is in `.old-` without a mark is brought back.
        remove_folder(&old)?;
        let mark = place.join(GIVEN_UP);
        File::create(&mark).map_err(|error| PackError::file("Removing", &mark, error))?;
        rename(&place, &old)?;
        remove_folder(&old)?;
    }
    remove_folder(&models.join(format!("{PARTIAL}{name}")))
}

const GIVEN_UP: &str = ".removed";

/// Whether a pack is being made or removed at this moment, by any process.
pub(crate) fn is_busy(models: &Path, name: &str) -> bool {
    matches!(lock_existing(models, name), Some(Err(TryLockError::WouldBlock)))
}

/// Bytes that were fetched of a pack that is not whole; `None` where none was begun.
pub(crate) fn partial_bytes(models: &Path, name: &str) -> Option<u64> {
    let folder = models.join(format!("{PARTIAL}{name}"));
    let entries = fs::read_dir(folder).ok()?;
    Some(entries.flatten().filter_map(|entry| Some(entry.metadata().ok()?.len())).sum())
}

/// Names of packs of which a part was fetched.
pub(crate) fn partial_names(models: &Path) -> Vec<String> {
    let names = names_in(models).unwrap_or_default();
    names.iter().filter_map(|name| Some(name.strip_prefix(PARTIAL)?.to_owned())).collect()
}

/// Cleans what a process left that ended while it put a pack in place or removed one.
pub(crate) fn tidy(models: &Path) {
    for found in names_in(models).unwrap_or_default() {
        let name = found.strip_prefix(IMPORT).or(found.strip_prefix(OLD));
        let Some(name) = name.filter(|name| is_plain(name)) else { continue };
        // Somebody is at it: nothing was left behind.
        let Ok(_lock) = lock(models, name) else { continue };
        let (left, place) = (models.join(&found), models.join(name));
        let replaced = found.starts_with(OLD) && !place.exists();
        if replaced && !left.join(GIVEN_UP).exists() && rename(&left, &place).is_ok() {
            continue;
        }
        // What cannot be removed now is tried again the next time.
        let _ = remove_folder(&left);
    }
}

fn lock(models: &Path, name: &str) -> Result<File> {
    if !is_plain(name) {
        return Err(PackError::Unknown(name.to_owned()));
    }
    let folder = models.join(LOCKS);
    fs::create_dir_all(&folder)
        .map_err(|error| PackError::file("Making the folder", &folder, error))?;
    let path = folder.join(name);
    let failed = |error| PackError::file("Making", &path, error);
    let file = File::create(&path).map_err(failed)?;
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => thread::sleep(BETWEEN_TRIES),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
    Err(PackError::Busy(name.to_owned()))
}

fn lock_existing(models: &Path, name: &str) -> Option<std::result::Result<File, TryLockError>> {
    let file = File::open(models.join(LOCKS).join(name)).ok()?;
    Some(file.try_lock().map(|()| file))
}

fn rename(from: &Path, to: &Path) -> Result<()> {
    fs::rename(from, to).map_err(|error| PackError::file("Putting in place", to, error))
}

/// A renaming survives a power cut only once its folder is on the disk. Systems that cannot do so
/// order it themselves.
fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

fn names_in(folder: &Path) -> Result<Vec<String>> {
    let entries =
        fs::read_dir(folder).map_err(|error| PackError::file("Reading", folder, error))?;
    let name = |entry: fs::DirEntry| entry.file_name().into_string().ok();
    Ok(entries.flatten().filter_map(name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contents::tests::tiny_folder;
    use crate::shelf::tests::tiny_manifest;

    #[test]
    fn a_pack_appears_whole_or_not_at_all() {
        let dir = tempfile::tempdir().unwrap();
        let staging = Staging::resume(dir.path(), "tiny").unwrap();
        tiny_folder(staging.folder());
        let mut manifest = tiny_manifest("tiny", staging.folder());
        manifest.files[0].bytes += 1;
        assert!(staging.finish(&manifest).is_err());
        assert!(!dir.path().join("tiny").exists());
        assert!(partial_bytes(dir.path(), "tiny").unwrap() > 0, "it can go on");

        let staging = Staging::resume(dir.path(), "tiny").unwrap();
        fs::write(staging.folder().join("weights.part"), "left of an earlier try").unwrap();
        manifest.files[0].bytes -= 1;
        let pack = staging.finish(&manifest).unwrap();
        assert_eq!(pack.folder(), dir.path().join("tiny"));
        assert!(!pack.folder().join("weights.part").exists());
        assert_eq!(partial_bytes(dir.path(), "tiny"), None);
    }

    #[test]
    fn two_cannot_make_the_same_pack() {
        let dir = tempfile::tempdir().unwrap();
        let first = Staging::resume(dir.path(), "tiny").unwrap();
        assert!(is_busy(dir.path(), "tiny"));
        let second = Staging::resume(dir.path(), "tiny").unwrap_err();
        assert!(matches!(second, PackError::Busy(_)));
        assert!(matches!(remove(dir.path(), "tiny"), Err(PackError::Busy(_))));
        drop(first);
        assert!(!is_busy(dir.path(), "tiny"));
        assert!(Staging::resume(dir.path(), "../tiny").is_err());
    }

    #[test]
    fn what_a_crash_left_is_cleaned_and_a_replaced_pack_comes_back() {
        let dir = tempfile::tempdir().unwrap();
        let make = |folder: &str| tiny_folder(&dir.path().join(folder));
        for folder in [".import-a", ".old-b", "b", ".old-c", ".partial-d", ".old-e"] {
            make(folder);
        }
        fs::write(dir.path().join(".old-e").join(GIVEN_UP), "").unwrap();
        let busy = Staging::import(dir.path(), "f").unwrap();
        tidy(dir.path());
        let mut left = names_in(dir.path()).unwrap();
        left.sort();
        // c was to be replaced and its successor never came; d can go on; f is being made.
        assert_eq!(left, [".import-f", ".locks", ".partial-d", "b", "c"]);
        drop(busy);
        tidy(dir.path());
        assert!(!dir.path().join(".import-f").exists());
    }
}
