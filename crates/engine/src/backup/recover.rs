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
/// library made of itself. What is there now is set aside.
pub fn restore(dir: &Path, from: Option<&Path>) -> Result<Recovered> {
    nobody_at(dir)?;
    let Some(from) = from else {
        let newest = Backups::of(dir).all().into_iter().next().ok_or_else(|| {
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
        return make_again(dir, false, &[newest]);
    };
    if let Some(own) = Backups::of(dir).all().into_iter().find(|(_, copy)| copy == from) {
        return make_again(dir, false, &[own]);
    }
    let fresh = beside(dir, "restoring");
    let restored = complete::unpack(from, &fresh).and_then(|_| {
        let store = Store::open(&fresh.join(DATABASE))?;
        Ok(u32::try_from(store.documents()?.len()).unwrap_or(u32::MAX))
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
pub fn rebuild(dir: &Path) -> Result<Recovered> {
    nobody_at(dir)?;
    make_again(dir, true, &Backups::of(dir).all())
}

fn make_again(dir: &Path, salvage: bool, backups: &[(i64, PathBuf)]) -> Result<Recovered> {
    let folder = Backups::of(dir).folder().to_path_buf();
    let writing = |error: io::Error| EngineError::file(dir, "Writing in", &error);
    private::folder(&folder).map_err(writing)?;
    let (database, fresh) = (dir.join(DATABASE), folder.join(format!("new-{}.part", now_s())));
    private::create(&fresh).map_err(writing)?;
    let mut recovered = Recovered::default();
    {
        let store = Store::open(&fresh)?;
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
        add_files(dir, &store, &mut recovered)?;
        let lost = |name: &str| {
            WireError::new(ErrorCode::NotFound, format!("The library’s copy of “{name}” is lost."))
                .hint("Add the file again.")
        };
        let there = |id: &DocumentId| dir.join("files").join(format!("{id}.pdf")).is_file();
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
fn add_files(dir: &Path, store: &Store, recovered: &mut Recovered) -> Result<()> {
    let known: Vec<DocumentId> = store
        .contents()?
        .into_iter()
        .map(|(id, _, _)| id)
        .chain(store.set_aside_until(i64::MAX)?)
        .collect();
    for entry in fs::read_dir(dir.join("files")).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(id) = name.strip_suffix(".pdf").and_then(DocumentId::parse) else { continue };
        if known.contains(&id) {
            continue;
        }
        let reading = |error| EngineError::file(&path, "Reading", &error);
        let hash = content::hash_of(&path).map_err(reading)?;
        if !DocumentId::candidates(&hash).any(|candidate| candidate == id) {
            recovered.damaged.push(name);
            continue;
        }
        store.add_found(&NewDocument {
            id,
            content_hash: hash,
            file_name: name,
            path: path.to_string_lossy().into_owned(),
            size_bytes: path.metadata().map_err(reading)?.len(),
            added_at_s: now_s(),
        })?;
        recovered.nameless += 1;
    }
    Ok(())
}

fn nobody_at(dir: &Path) -> Result<()> {
    if !owner::someone_at(dir) {
        return Ok(());
    }
    Err(EngineError::input(
        format!("The library in {} is open.", dir.display()),
        "Close the window and whatever else works with it, and try again.",
    ))
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
    let is_pdf = |entry: fs::DirEntry| entry.path().extension().is_some_and(|e| e == "pdf");
    !dir.join(DATABASE).exists()
        && fs::read_dir(dir.join("files")).is_ok_and(|mut all| all.any(|one| one.is_ok_and(is_pdf)))
}

/// What a person is told of a database that is lost or damaged, with the way out.
pub(crate) fn broken(dir: &Path, lost: bool) -> WireError {
    let what = if lost { "lost" } else { "damaged" };
    let message = format!("The database of the library in {} is {what}.", dir.display());
    let files = "The copies of your PDFs lie beside it.";
    let hint = match Backups::of(dir).all().first() {
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
