//! Removing documents. In the window a document is set aside first, and for a while can be brought back;
//! then, or at once on the command line, it is removed for good with all that was made of it.
//!
//! A removal that nobody undoes is always carried out: by the process that shows the library, when it
//! ends or when the time has come; after a crash by the next one that opens the library.

use citelight_core::{ChunkId, DocumentId};
use citelight_store::{Store, StoreError};

use super::importer::Importer;
use crate::clock::now_s;
use crate::error::{EngineError, Result};
use crate::events::Event;

/// Seconds in which a removal can be undone.
pub(crate) const UNDO_S: u32 = 30;
/// Who undoes it at the last moment still finds the document.
const GRACE_S: i64 = 3;

/// Takes documents out of the library, running imports first, until they are brought back or removed
/// for good. One that is not there is passed over.
pub(crate) fn set_aside(importer: &Importer, ids: &[DocumentId]) -> Result<()> {
    for id in ids {
        let Some(row) = importer.store.document(id)? else { continue };
        importer.jobs.stop_for_now(id);
        if let Some(passages) = importer.store.set_aside(id, now_s())? {
            importer.vectors.removed(&passages);
        }
        tell(importer, id, &row.path)?;
    }
    importer.jobs.report();
    Ok(())
}

/// Brings documents back that were set aside. It is an error where one is gone for good; the others
/// come back all the same.
pub(crate) fn bring_back(importer: &Importer, ids: &[DocumentId]) -> Result<()> {
    let mut gone = 0;
    for id in ids {
        gone += u32::from(!bring_one_back(importer, id)?);
    }
    importer.jobs.report();
    if gone == 0 {
        return Ok(());
    }
    let what =
        if gone == 1 { "The document is".to_owned() } else { format!("{gone} documents are") };
    Err(EngineError::input(
        format!("{what} removed for good."),
        "Add the file again to have it back.",
    ))
}

/// Gives whether the document was set aside.
pub(crate) fn bring_one_back(importer: &Importer, id: &DocumentId) -> Result<bool> {
    if importer.store.bring_back(id, now_s())?.is_none() {
        return Ok(false);
    }
    let row = importer.documents.row(id)?;
    // Its passages are those of before; where it was not ready it has none that are searched.
    let (ids, vectors) = match row.status {
        citelight_core::DocumentStatus::Ready => importer.vectors.of_document(id)?,
        _ => Default::default(),
    };
    importer.vectors.added(&ids, &vectors);
    tell(importer, id, &row.path)?;
    Ok(true)
}

/// Removes for good what was set aside so long ago that nobody can want it back.
pub(crate) fn remove_due(importer: &Importer) -> Result<()> {
    remove_set_aside(importer, now_s() - i64::from(UNDO_S) - GRACE_S)
}

/// Removes for good all that is set aside: whoever could bring it back is gone.
pub(crate) fn remove_all_set_aside(importer: &Importer) -> Result<()> {
    remove_set_aside(importer, i64::MAX)
}

fn remove_set_aside(importer: &Importer, until_s: i64) -> Result<()> {
    remove_for_good(importer, &importer.store.set_aside_until(until_s)?)
}

/// Removes documents and all that was made of them, running imports first. The person's own files are
/// never touched.
pub(crate) fn remove(importer: &Importer, ids: &[DocumentId]) -> Result<()> {
    let rows = ids.iter().map(|id| importer.documents.row(id)).collect::<Result<Vec<_>>>()?;
    ids.iter().for_each(|id| importer.jobs.stop(id));
    remove_for_good(importer, ids)?;
    rows.iter().try_for_each(|row| tell(importer, &row.id, &row.path))
}

fn remove_for_good(importer: &Importer, ids: &[DocumentId]) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let answers = importer.store.answers_citing(ids)?;
    for id in ids {
        importer.passwords.forget(id);
        let passages = remove_rows(importer, id)?;
        importer.vectors.removed(&passages);
    }
    if answers > 0 {
        importer.events.send(Event::History);
    }
    erase(importer)
}

/// Removes a document from the database. Where the disk is full, what can be made again gives way, then its
/// own file.
fn remove_rows(importer: &Importer, id: &DocumentId) -> Result<Vec<ChunkId>> {
    let store = &importer.store;
    let is_full = |error: &StoreError| error.is_full();
    match store.remove_document(id) {
        Err(error) if is_full(&error) => {}
        removed => return Ok(removed?),
    }
    importer.vectors.erase_file()?;
    store.empty_log();
    match store.remove_document(id) {
        Err(error) if is_full(&error) => {}
        removed => return Ok(removed?),
    }
    let _ = std::fs::remove_file(importer.documents.file(id));
    Ok(store.remove_document(id)?)
}

/// Erases what removed documents left: vectors in the index file, words in the full-text index, the copies
/// of their files. What a process that ended did not come to is done here, too.
pub(crate) fn erase(importer: &Importer) -> Result<()> {
    let loose = importer.store.loose_files()?;
    let removed: Vec<&DocumentId> =
        loose.iter().filter(|(_, owner)| owner.is_none()).map(|(id, _)| id).collect();
    if !removed.is_empty() {
        let forget = |copy: &Store| {
            removed.iter().try_for_each(|id| copy.remove_document(id).map(drop))?;
            copy.erase_traces()
        };
        let backups = &importer.backups;
        let failed = |error| EngineError::file(backups.folder(), "Writing in", &error);
        backups.forget(&forget).map_err(failed)?;
    }
    if importer.store.has_traces()? {
        importer.vectors.erase_file()?;
        importer.store.erase_traces()?;
    }
    let mut failed = None;
    for (id, owner) in loose {
        if owner.as_ref().is_some_and(|owner| importer.owner.is_alive(owner)) {
            continue; // its document follows
        }
        let file = importer.documents.file(&id);
        let remove = || match std::fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        if let Err(error) = importer.store.drop_loose_file(&id, owner.as_deref(), &remove)? {
            failed.get_or_insert(EngineError::file(&file, "Removing", &error));
        }
    }
    failed.map_or(Ok(()), Err)
}

/// Tells of a document that came or went, and of its other versions, of which another one may be the
/// current one now.
fn tell(importer: &Importer, id: &DocumentId, path: &str) -> Result<()> {
    importer.events.document(&importer.store, id);
    for other in importer.documents.all()? {
        if other.path == path && other.id != *id {
            importer.events.document(&importer.store, &other.id);
        }
    }
    Ok(())
}
