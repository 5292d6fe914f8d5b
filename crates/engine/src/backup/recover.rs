//! A library whose database is damaged or lost is made again, from a backup, from what can still be read of
//! the database, and from the copies of the PDFs that lie beside it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use citelight_core::{DocumentId, ErrorCode, WireError};
use citelight_store::{Gathered, NewDocument, Store};
use serde::Serialize;

use super::Backups;
use super::complete::{self, DATABASE};
use crate::clock::now_s;
use crate::content;
use crate::encryption::key::{self, LibraryKey};
use crate::encryption::seal::Seal;
use crate::error::{EngineError, Result};
use crate::import::owner;
use crate::private;

/// What became of a library that was made again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Recovered {
    /// Documents in it.
    pub documents: u32,
    /// Those that are read anew from their files, which `citelight add` or the window goes on with.
    pub queued: u32,
    /// PDFs of which nothing was known but their content; they have their id for a name.
    pub nameless: u32,
    /// Files that hold another content than their name says; they were left alone.
    pub damaged: Vec<String>,
    /// When the backup was made that was used, in seconds since 1970.
    pub backup_s: Option<i64>,
    /// Where what was there before lies now.
    pub before: Option<PathBuf>,
}

/// Puts a backup in the place of the library in `dir`: the one named, or the newest of those that the
/// library made of itself, for which the key is needed where the library is encrypted. What is there now is set
/// aside. A backup of an encrypted library has the passphrase that the library had when it was made.
pub fn restore(dir: &Path, from: Option<&Path>, key: Option<&LibraryKey>) -> Result<Recovered> {
    owner::nobody_at(dir)?;
    // Of a library that is lost, a copy of its key may be as well.
    let own = || Ok::<_, EngineError>(Backups::of(dir, Seal::of_library(dir, key.cloned())?));
    let Some(from) = from else {
        let own = own()?;
        let newest = own.all().into_iter().next().ok_or_else(|| {
            EngineError::Message(
                WireError::new(
                    ErrorCode::NotFound,
                    format!("The library in {} has made no backup of itself yet.", dir.display()),
                )
                .hint(
                    "Name one that you made, or make the database again with `citelight rebuild`.",
                ),
            )
        })?;
        return make_again(dir, &own, false, &[newest]);
    };
    if let Some(copy) = Backups::own(dir, from) {
        return make_again(dir, &own()?, false, &[copy]);
    }
    let fresh = beside(dir, "restoring");
    let restored = complete::unpack(from, &fresh).and_then(|files| {
        // What is encrypted is as it was made, which is all that can be told of it without its passphrase.
        let documents = match key::file_in(&fresh).is_file() {
            true => files,
            false => Store::open(&fresh.join(DATABASE))?.documents()?.len(),
        };
        Ok(u32::try_from(documents).unwrap_or(u32::MAX))
    });
    let documents = match restored {
        Ok(documents) => documents,
        Err(error) => {
            let _ = fs::remove_dir_all(&fresh);
            return Err(error);
        }
    };
    let moving = |error| EngineError::file(dir, "Moving", &error);
    let mut before = None;
    if dir.exists() {
        let aside = beside(dir, "before-restoring");
        fs::rename(dir, &aside).map_err(moving)?;
        before = Some(aside);
    }
    fs::rename(&fresh, dir).and_then(|()| private::keep_name(dir)).map_err(moving)?;
    // A folder without anything is nothing to keep.
    before = before.filter(|aside| fs::remove_dir(aside).is_err());
    Ok(Recovered { documents, before, ..Recovered::default() })
}

/// Makes the database of the library in `dir` again: from what can be read of it, from the backups that it
/// made of itself, and from the PDFs. What was there is set aside.
pub fn rebuild(dir: &Path, key: Option<&LibraryKey>) -> Result<Recovered> {
    owner::nobody_at(dir)?;
    let own = Backups::of(dir, Seal::of_library(dir, key.cloned())?);
    make_again(dir, &own, true, &own.all())
}

fn make_again(
    dir: &Path,
    own: &Backups,
    salvage: bool,
    backups: &[(i64, PathBuf)],
) -> Result<Recovered> {
    let (folder, seal) = (own.folder().to_path_buf(), own.seal());
    let writing = |error: io::Error| EngineError::file(dir, "Writing in", &error);
    private::folder(&folder).map_err(writing)?;
    let (database, fresh) = (dir.join(DATABASE), folder.join(format!("new-{}.part", now_s())));
    private::create(&fresh).map_err(writing)?;
    let mut recovered = Recovered::default();
    {
        let store = Store::open_with(&fresh, seal.database())?;
        if salvage && database.exists() {
            // What cannot be read is what the backups are for.
            let Gathered { rows, lost } = store.gather(&database).unwrap_or_default();
            tracing::info!(rows, lost, "read what is left of the database");
        }
        for (made, path) in backups {
            if store.gather(path).is_ok() {
                recovered.backup_s = Some(*made);
                break;
            }
        }
        add_files(dir, seal, &store, &mut recovered)?;
        let lost = |name: &str| {
            WireError::new(ErrorCode::NotFound, format!("The library’s copy of “{name}” is lost."))
                .hint("Add the file again.")
        };
        let there = |id: &DocumentId| dir.join("files").join(seal.name_of(id)).is_file();
        recovered.queued = store.queue_all(now_s(), &there, &lost)?;
        recovered.documents = u32::try_from(store.documents()?.len()).unwrap_or(u32::MAX);
        store.empty_log();
    }
    let aside = folder.join(format!("damaged-{}.db", now_s()));
    for ending in ["", "-wal", "-shm"] {
        let named = |path: &Path| PathBuf::from(format!("{}{ending}", path.display()));
        match fs::rename(named(&database), named(&aside)) {
            Ok(()) if ending.is_empty() => recovered.before = Some(aside.clone()),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(writing(error)),
            _ => {}
        }
    }
    fs::rename(&fresh, &database).and_then(|()| private::keep_name(&database)).map_err(writing)?;
    // It is a cache of the database that was.
    let _ = fs::remove_dir_all(dir.join("index"));
    Ok(recovered)
}

/// Adds the files of which the database knows nothing.
fn add_files(dir: &Path, seal: &Seal, store: &Store, recovered: &mut Recovered) -> Result<()> {
    let known: Vec<String> = store
        .contents()?
        .into_iter()
        .map(|(id, _, _)| id)
        .chain(store.set_aside_until(i64::MAX)?)
        .map(|id| seal.name_of(&id))
        .collect();
    let ending = if seal.is_plain() { ".pdf" } else { ".age" };
    for entry in fs::read_dir(dir.join("files")).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.ends_with(ending) || known.contains(&name) {
            continue;
        }
        let (size_bytes, hash) = match content::hash_of(seal, &path) {
            Ok(content) => content,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Default::default(),
            Err(error) => return Err(EngineError::file(&path, "Reading", &error)),
        };
        let id = DocumentId::candidates(&hash).find(|candidate| seal.name_of(candidate) == name);
        let Some(id) = id else {
            recovered.damaged.push(name);
            continue;
        };
        store.add_found(&NewDocument {
            file_name: format!("{id}.pdf"),
            id,
            content_hash: hash,
            path: path.to_string_lossy().into_owned(),
            size_bytes,
            added_at_s: now_s(),
        })?;
        recovered.nameless += 1;
    }
    Ok(())
}

/// A folder beside another that is not there yet.
fn beside(dir: &Path, what: &str) -> PathBuf {
    let name = dir.file_name().unwrap_or_default().to_string_lossy();
    let parent = dir.parent().unwrap_or(dir);
    let mut count = now_s();
    loop {
        let path = parent.join(format!("{name}.{what}-{count}"));
        if !path.exists() {
            return path;
        }
        count += 1;
    }
}

/// Whether the PDFs of a library lie in `dir`, but not their database.
pub(crate) fn lacks_database(dir: &Path) -> bool {
    let is_pdf =
        |entry: fs::DirEntry| entry.path().extension().is_some_and(|e| e == "pdf" || e == "age");
    !dir.join(DATABASE).exists()
        && fs::read_dir(dir.join("files")).is_ok_and(|mut all| all.any(|one| one.is_ok_and(is_pdf)))
}

/// What a person is told of a database that is lost or damaged, with the way out.
pub(crate) fn broken(dir: &Path, lost: bool) -> WireError {
    let what = if lost { "lost" } else { "damaged" };
    let message = format!("The database of the library in {} is {what}.", dir.display());
    let files = "The copies of your PDFs lie beside it.";
    let hint = match Backups::of(dir, Seal::default()).all().first() {
        Some((made, _)) => {
            let made = citelight_print::day_in_words(*made);
            format!(
                "{files} `citelight rebuild` makes it again from them, from what is left of it, and from \
                 its backup of {made}: questions, answers and notes come back, the documents are read anew."
            )
        }
        None => format!(
            "{files} `citelight rebuild` makes it again from them and from what is left of it; the \
             documents are read anew."
        ),
    };
    WireError::new(ErrorCode::Unreadable, message).hint(hint)
}
