//! How files come in: each is registered by its content.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use citelight_core::{DocumentId, DocumentRow, DocumentStatus, ErrorCode, WireError};
use citelight_store::{Added, NewDocument};
use sha2::{Digest, Sha256};

use super::importer::Importer;
use super::removal;
use crate::clock::now_s;
use crate::content;
use crate::error::{EngineError, Result};
use crate::events::NoticeLevel;
use crate::private;

/// What registering a file came to.
#[derive(Debug, Clone)]
pub enum Registered {
    /// New to the library, and queued.
    New(DocumentRow),
    /// Another content under a path that the library knows: queued as its next version.
    NewVersion {
        /// The new version.
        row: DocumentRow,
        /// The one it will replace when it is ready.
        of: DocumentId,
    },
    /// This very content is in the library already.
    Duplicate(DocumentRow),
    /// This content was in the library but not ready (failed, cancelled): queued again.
    Again(DocumentRow),
}

impl Registered {
    /// The document, as it stands.
    pub fn row(&self) -> &DocumentRow {
        match self {
            Registered::New(row)
            | Registered::NewVersion { row, .. }
            | Registered::Duplicate(row)
            | Registered::Again(row) => row,
        }
    }
}

/// Copies a file into the library and queues its import. The content decides what it is: the same
/// content is imported once, whatever its name. `to_show`: it will be shown, so that nobody need be told
/// that it is there already.
pub(crate) fn register(importer: &Importer, path: &Path, to_show: bool) -> Result<Registered> {
    let path = path.canonicalize().map_err(|error| EngineError::file(path, "Opening", &error))?;
    let file_name =
        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let (store, documents) = (&importer.store, &importer.documents);
    let copy = Copy::make(importer, &path)?;
    let id = store.id_of_content(&copy.hash)?;
    // Who removes a document and adds it again has it back.
    if removal::bring_one_back(importer, &id)? {
        return Ok(Registered::Again(documents.row(&id)?));
    }
    if let Some(row) = store.document(&id)? {
        return register_known(importer, row, &path, &file_name, copy, to_show);
    }
    // Should this process end before the document is there, its file is found and removed.
    store.expect_file(&id, importer.owner.name())?;
    copy.put(&documents.file(&id))?;
    let added = store.add_import(&NewDocument {
        id: id.clone(),
        content_hash: copy.hash.clone(),
        file_name: file_name.clone(),
        path: path.to_string_lossy().into_owned(),
        size_bytes: copy.size_bytes,
        added_at_s: now_s(),
    })?;
    importer.jobs.report_document(&id);
    let row = documents.row(&id)?;
    let of = match added {
        Added::New => return Ok(Registered::New(row)),
        // Another process took the same content in while this one copied it.
        Added::Before => return Ok(Registered::Duplicate(row)),
        Added::Version(of) => of,
    };
    let notice = WireError::new(
        ErrorCode::Input,
        format!("“{file_name}” has changed: reading it as version {}.", row.version),
    )
    .hint("The earlier version stays in the library; new questions use the new one.");
    importer.events.notice(NoticeLevel::Info, notice);
    Ok(Registered::NewVersion { row, of })
}

fn register_known(
    importer: &Importer,
    row: DocumentRow,
    path: &Path,
    file_name: &str,
    copy: Copy,
    to_show: bool,
) -> Result<Registered> {
    let (store, documents, id) = (&importer.store, &importer.documents, row.id.clone());
    if matches!(
        row.status,
        DocumentStatus::Failed | DocumentStatus::Cancelled | DocumentStatus::NeedsPassword
    ) {
        copy.put(&documents.file(&id))?;
        store.set_path(&id, &path.to_string_lossy(), file_name)?;
        return Ok(Registered::Again(importer.jobs.retry_pages(&id, &[])?));
    }
    // The library's own copy may have been lost or damaged meanwhile: this one is whole.
    if documents.check(&id, copy.size_bytes, &copy.hash).is_some() {
        copy.put(&documents.file(&id))?;
    }
    // One that was found by its content alone gets its name.
    if row.file_name == format!("{id}.pdf")
        && Path::new(&row.path).parent() == Some(documents.files())
    {
        store.set_path(&id, &path.to_string_lossy(), file_name)?;
        importer.events.document(store, &id);
    }
    // An earlier content that comes back under its path is the current one again.
    if row.superseded_by.is_some() && Path::new(&row.path) == path {
        for replaced in store.make_current(&id)? {
            importer.events.document(store, &replaced);
        }
        importer.events.document(store, &id);
    }
    let message = if row.file_name == file_name {
        format!("“{file_name}” is in the library already.")
    } else {
        format!("“{file_name}” is in the library already, as “{}”.", row.file_name)
    };
    if !to_show {
        importer.events.notice(NoticeLevel::Info, WireError::new(ErrorCode::Input, message));
    }
    Ok(Registered::Duplicate(documents.row(&id)?))
}

/// Removes copies that were under way when their process ended.
pub(crate) fn remove_half_copies(importer: &Importer) {
    let Ok(entries) = fs::read_dir(importer.documents.files()) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let owner = path
            .file_name()
            .and_then(|name| name.to_str()?.strip_suffix(".part")?.rsplit_once('-'))
            .map(|(owner, _)| owner.to_owned());
        if owner.is_some_and(|owner| !importer.owner.is_alive(&owner)) {
            // Losing the race for it to another process is as good.
            let _ = fs::remove_file(&path);
        }
    }
}

/// A file's copy within the library, not yet under its name. Dropping it removes it.
struct Copy {
    part: PathBuf,
    hash: String,
    size_bytes: u64,
}

impl Copy {
    /// Copies and hashes in one pass, so that the hash is that of the copy even if the original
    /// changes meanwhile.
    fn make(importer: &Importer, path: &Path) -> Result<Copy> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{count}.part", importer.owner.name());
        let part = importer.documents.files().join(name);
        let mut copy = Copy { part, hash: String::new(), size_bytes: 0 };
        let reading = |error| EngineError::file(path, "Reading", &error);
        // A pipe would be waited for, a device read without end.
        let is_file = fs::metadata(path).map_err(reading)?.is_file();
        if !is_file {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
            return Err(EngineError::Message(
                WireError::new(ErrorCode::Unreadable, format!("“{name}” is not a file."))
                    .hint("It is a pipe, a device or the like: save its content as a file first."),
            ));
        }
        let mut from = File::open(path).map_err(reading)?;
        let mut head = vec![0; LATEST_HEADER];
        let head_len = read_full(&mut from, &mut head).map_err(reading)?;
        refuse_other_formats(path, &head[..head_len])?;

        let writing = |error| EngineError::file(&copy.part, "Writing", &error);
        let mut to = importer.documents.seal().create(&copy.part).map_err(writing)?;
        let (mut hasher, mut size_bytes) = (Sha256::new(), 0);
        let mut buffer = vec![0; 1 << 20];
        buffer[..head_len].copy_from_slice(&head[..head_len]);
        let mut length = head_len;
        while length > 0 {
            hasher.update(&buffer[..length]);
            to.write_all(&buffer[..length]).map_err(writing)?;
            size_bytes += length as u64;
            length = from.read(&mut buffer).map_err(reading)?;
        }
        // Before its name says that it is whole.
        to.finish().map_err(writing)?;
        copy.hash = content::hex(&hasher.finalize());
        copy.size_bytes = size_bytes;
        Ok(copy)
    }

    /// Gives the copy its name; it is there also after a power cut.
    fn put(&self, name: &Path) -> Result<()> {
        let writing = |error| EngineError::file(name, "Writing", &error);
        fs::rename(&self.part, name).map_err(writing)?;
        private::keep_name(name).map_err(writing)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.part);
    }
}

fn read_full(file: &mut File, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read(&mut buffer[filled..])? {
            0 => break,
            read => filled += read,
        }
    }
    Ok(filled)
}

/// How far into a file its header is looked for: mail programs and servers put their own lines before it.
const LATEST_HEADER: usize = 64 * 1024;

/// Refuses what is plainly no PDF before anything is copied. The header may come late: readers
/// accept it within the first 1,024 bytes (ISO 32000-2, annex I.2), and ours finds the pages of a file
/// whose header comes later still. Where it is garbled or lost, an object there is as good a sign;
/// whether the file can be read, the reader finds out.
fn refuse_other_formats(path: &Path, head: &[u8]) -> Result<()> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let refuse = |message: String, hint: &str| {
        Err(EngineError::Message(WireError::new(ErrorCode::Unreadable, message).hint(hint)))
    };
    if head.is_empty() {
        return refuse(
            format!("“{name}” is empty."),
            "It holds no bytes at all: save or download it again.",
        );
    }
    let holds = |bytes: &[u8], sign: &[u8]| bytes.windows(sign.len()).any(|window| window == sign);
    let start = &head[..head.len().min(1024)];
    if holds(start, b"%PDF") || holds(start, b" 0 obj") {
        return Ok(());
    }
    // An archive may hold a PDF as it is.
    let archive = head.starts_with(b"PK\x03\x04");
    if !archive && holds(head, b"%PDF-1.") && holds(head, b" 0 obj") {
        return Ok(());
    }
    let what = if archive {
        "It looks like an Office document or an archive: export it as a PDF first."
    } else if head.starts_with(b"\x89PNG") || head.starts_with(b"\xff\xd8\xff") {
        "It is a picture: save it as a PDF first."
    } else if start.iter().all(|b| *b >= 0x20 || matches!(b, b'\t' | b'\n' | b'\r' | 0x0c)) {
        "It is a text file, whatever its name says."
    } else {
        "Its content has no PDF header; it may be damaged or another kind of file."
    };
    refuse(format!("“{name}” is not a PDF."), what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pdfs_pass_the_first_look() {
        let path = Path::new("/x/report.pdf");
        assert!(refuse_other_formats(path, b"%PDF-1.7\n").is_ok());
        assert!(refuse_other_formats(path, b"\n\n junk %PDF-1.4").is_ok());
        assert!(refuse_other_formats(path, b"%PDF.1.4\n").is_ok());
        assert!(refuse_other_formats(path, b"%\x80\x81\n1 0 obj\n<< /Kids [2 0 R] >>").is_ok());
        let late = [&b"Received: from a server\n".repeat(220)[..], b"%PDF-1.4\n1 0 obj\n"].concat();
        assert!(late.len() > 5_000 && refuse_other_formats(path, &late).is_ok());
        let archive = [&b"PK\x03\x04"[..], &late].concat();
        for (head, word) in [
            (&archive[..], "Office"),
            (b"", "empty"),
            (b"just words\n", "text file"),
            (b"PK\x03\x04rest", "Office"),
            (b"\x89PNG\r\n", "picture"),
            (b"\x00\x01\x02", "header"),
        ] {
            let error = refuse_other_formats(path, head).unwrap_err().to_string();
            assert!(error.contains("report.pdf") && error.contains(word), "{error}");
        }
    }
}
