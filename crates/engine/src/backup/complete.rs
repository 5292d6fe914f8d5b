//! A complete copy of a library, as a folder or as one file (a tar archive): the database, the PDFs, the
//! person's language data and trades, and a list of them all with their hashes, which is written last.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use citelight_store::{BACKUPS, Store};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use ts_rs::TS;

use crate::clock::now_s;
use crate::content;
use crate::documents::Documents;
use crate::encryption::key;
use crate::encryption::seal::Seal;
use crate::error::{EngineError, Result};
use crate::private;

/// The list of what a backup holds; what lacks it is none.
pub(crate) const LIST: &str = "citelight-backup.json";
const FORMAT: u32 = 1;
pub(crate) const DATABASE: &str = "library.db";
/// While it is being written.
const DATABASE_PART: &str = "library.db.part";
/// Folders of the library that belong to it, besides the database.
const FOLDERS: [&str; 3] = ["files", "trades", "tessdata"];

/// What a backup says of itself.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct List {
    format: u32,
    made_s: i64,
    pub(crate) files: Vec<Listed>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Listed {
    /// Path within the backup, with slashes.
    pub(crate) name: String,
    bytes: u64,
    sha256: String,
}

/// What became of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BackedUp {
    /// PDFs in it.
    pub files: usize,
    /// Size of all that it holds.
    #[ts(type = "number")]
    pub bytes: u64,
    /// Names of documents whose file is lost or damaged in the library, so that it is not in the backup.
    pub missing: Vec<String>,
}

/// Where a backup is written.
enum Place {
    Folder(PathBuf),
    Archive(tar::Builder<File>),
}

/// Writes a backup of a library to `to`: a folder, or a file whose name ends in `.tar`. A folder that is a
/// backup already is brought up to date, which copies what is new.
pub(crate) fn back_up(
    library: &Path,
    store: &Store,
    documents: &Documents,
    to: &Path,
) -> Result<BackedUp> {
    let to = std::path::absolute(to).map_err(|error| EngineError::file(to, "Naming", &error))?;
    if to.starts_with(library) || library.starts_with(&to) {
        return Err(EngineError::input(
            "A backup within the library would be lost with it.",
            "Name another place, best on another disk.",
        ));
    }
    let archive = to.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("tar"));
    let writing = |error: io::Error| EngineError::file(&to, "Writing the backup", &error);
    // The database first, as it stands at one moment; files that come in meanwhile are not in it.
    let seal = documents.seal();
    let folder = library.join(BACKUPS);
    private::folder(&folder).map_err(writing)?;
    let copy = Scratch(folder.join(format!("whole-{}.part", std::process::id())));
    store.copy_to(&copy.0)?;
    let part = to.with_extension("tar.part");
    let mut place = if archive {
        Place::Archive(tar::Builder::new(private::create(&part).map_err(writing)?))
    } else {
        may_write_into(&to)?;
        private::folder(&to).map_err(writing)?;
        // Until it is whole again it is none.
        if let Err(error) = fs::remove_file(to.join(LIST))
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(writing(error));
        }
        Place::Folder(to.clone())
    };
    let _half = archive.then(|| Scratch(part.clone()));

    let mut list = List { format: FORMAT, made_s: now_s(), files: Vec::new() };
    let mut missing = Vec::new();
    place.put(&copy.0, DATABASE, None, &mut list).map_err(writing)?;
    // The key first, since the rest is of no use without it; as it lies, under the passphrase.
    if !seal.is_plain() {
        place.put(&key::file_in(library), key::FILE, None, &mut list).map_err(writing)?;
    }
    let before = list.files.len();
    for (id, hash, bytes) in store.contents()? {
        let file = documents.file(&id);
        if documents.check(&id, bytes, &hash).is_some() {
            missing.push(documents.row(&id)?.file_name);
            continue;
        }
        // As it lies: what is encrypted stays so.
        let lies = match seal.is_plain() {
            true => hash,
            false => content::hash_of(&Seal::default(), &file).map_err(writing)?.1,
        };
        let name = format!("files/{}", seal.name_of(&id));
        place.put(&file, &name, Some(lies), &mut list).map_err(writing)?;
    }
    let files = list.files.len() - before;
    for folder in &FOLDERS[1..] {
        for entry in fs::read_dir(library.join(folder)).into_iter().flatten().flatten() {
            if let Some(name) = entry.file_name().to_str().filter(|_| entry.path().is_file()) {
                let name = format!("{folder}/{name}");
                place.put(&entry.path(), &name, None, &mut list).map_err(writing)?;
            }
        }
    }
    place.finish(&list).map_err(writing)?;
    if archive {
        fs::rename(&part, &to).and_then(|()| private::keep_name(&to)).map_err(writing)?;
    }
    Ok(BackedUp { files, bytes: list.files.iter().map(|file| file.bytes).sum(), missing })
}

/// A folder that is not the person's own for something else.
fn may_write_into(folder: &Path) -> Result<()> {
    let Ok(mut entries) = fs::read_dir(folder) else { return Ok(()) };
    // The database comes first: an interrupted one has a part of it.
    let ours = [LIST, DATABASE, DATABASE_PART];
    if entries.next().is_none() || ours.iter().any(|name| folder.join(name).is_file()) {
        return Ok(());
    }
    Err(EngineError::input(
        format!("“{}” holds other files.", folder.display()),
        "Name a folder that is empty, or not there yet, or an earlier backup.",
    ))
}

impl Place {
    /// Puts a file in under a name; `hash`: the one that it has, where that is known.
    fn put(
        &mut self,
        from: &Path,
        name: &str,
        hash: Option<String>,
        list: &mut List,
    ) -> io::Result<()> {
        let (bytes, sha256) = match self {
            Place::Folder(folder) => {
                let to = folder.join(name);
                let bytes = from.metadata()?.len();
                match hash {
                    Some(hash) if content::check(&Seal::default(), &to, bytes, &hash).is_none() => {
                        (bytes, hash)
                    }
                    _ => copy_file(from, &to)?,
                }
            }
            Place::Archive(archive) => {
                let mut header = tar::Header::new_gnu();
                let bytes = from.metadata()?.len();
                header.set_size(bytes);
                header.set_mode(0o600);
                header.set_mtime(u64::try_from(list.made_s).unwrap_or(0));
                let mut hashing = Hashing::new(File::open(from)?.take(bytes));
                archive.append_data(&mut header, name, &mut hashing)?;
                (bytes, hashing.hash())
            }
        };
        list.files.push(Listed { name: name.to_owned(), bytes, sha256 });
        Ok(())
    }

    fn finish(self, list: &List) -> io::Result<()> {
        let text = serde_json::to_vec_pretty(list)?;
        match self {
            Place::Folder(folder) => {
                // What was removed from the library since the last time goes from here, too.
                for entry in fs::read_dir(folder.join("files")).into_iter().flatten().flatten() {
                    let name = format!("files/{}", entry.file_name().to_string_lossy());
                    if !list.files.iter().any(|file| file.name == name) {
                        fs::remove_file(entry.path())?;
                    }
                }
                if !list.files.iter().any(|file| file.name == key::FILE) {
                    let _ = fs::remove_file(folder.join(key::FILE));
                }
                // The list says that the others are there: their names are kept before its own.
                for name in FOLDERS {
                    let within = folder.join(name);
                    if within.is_dir() {
                        private::keep_name(&within.join(LIST))?;
                    }
                }
                private::keep_name(&folder.join(DATABASE))?;
                let part = folder.join(format!("{LIST}.part"));
                let mut file = private::create(&part)?;
                file.write_all(&text)?;
                file.sync_all()?;
                fs::rename(&part, folder.join(LIST))?;
                private::keep_name(&folder.join(LIST))
            }
            Place::Archive(mut archive) => {
                let mut header = tar::Header::new_gnu();
                header.set_size(text.len() as u64);
                header.set_mode(0o600);
                archive.append_data(&mut header, LIST, text.as_slice())?;
                archive.into_inner()?.sync_all()
            }
        }
    }
}

/// Takes a backup's files into a new folder, each checked against the list.
pub(crate) fn unpack(backup: &Path, into: &Path) -> Result<usize> {
    let reading = |error: io::Error| EngineError::file(backup, "Reading the backup", &error);
    let none = || {
        EngineError::input(
            format!("“{}” is not a backup of a library, or not a whole one.", backup.display()),
            "A backup is a folder or a .tar file that `citelight backup` wrote to its end.",
        )
    };
    private::folder(into).map_err(reading)?;
    if backup.is_dir() {
        let list = fs::read(backup.join(LIST)).map_err(|_| none())?;
        let list: List = serde_json::from_slice(&list).map_err(|_| none())?;
        for file in &list.files {
            let name = plain(&file.name).ok_or_else(none)?;
            copy_file(&backup.join(&name), &into.join(&name)).map_err(reading)?;
        }
        fs::copy(backup.join(LIST), into.join(LIST)).map_err(reading)?;
    } else {
        let mut archive = tar::Archive::new(File::open(backup).map_err(reading)?);
        for entry in archive.entries().map_err(reading)? {
            let mut entry = entry.map_err(|_| none())?;
            let path = entry.path().map_err(|_| none())?;
            // Whoever made the archive, nothing is written elsewhere.
            let name = plain(&path.to_string_lossy()).ok_or_else(none)?;
            if !entry.header().entry_type().is_file() {
                return Err(none());
            }
            write_file(&mut entry, &into.join(name)).map_err(reading)?;
        }
    }
    let list = fs::read(into.join(LIST)).map_err(|_| none())?;
    let list: List = serde_json::from_slice(&list).map_err(|_| none())?;
    if list.format != FORMAT || !list.files.iter().any(|file| file.name == DATABASE) {
        return Err(none());
    }
    let plain_seal = Seal::default();
    for file in &list.files {
        if let Some(what) =
            content::check(&plain_seal, &into.join(&file.name), file.bytes, &file.sha256)
        {
            return Err(EngineError::input(
                format!("“{}” in the backup {what}; nothing was restored.", file.name),
                "Restore another backup.",
            ));
        }
    }
    fs::remove_file(into.join(LIST)).map_err(reading)?;
    Ok(list.files.iter().filter(|file| file.name.starts_with("files/")).count())
}

/// A name of a backup's file as a path; `None` where a backup has no such file.
fn plain(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    let parts: Vec<&str> = path
        .components()
        .map(|part| match part {
            Component::Normal(part) => part.to_str(),
            _ => None,
        })
        .collect::<Option<_>>()?;
    match parts.as_slice() {
        [LIST | DATABASE | key::FILE] => Some(path.to_path_buf()),
        [folder, file] if FOLDERS.contains(folder) && !file.starts_with('.') => {
            Some(path.to_path_buf())
        }
        _ => None,
    }
}

fn copy_file(from: &Path, to: &Path) -> io::Result<(u64, String)> {
    write_file(&mut File::open(from)?, to)
}

/// Writes a file that only the person can read, under its name once it is whole.
fn write_file(from: &mut impl Read, to: &Path) -> io::Result<(u64, String)> {
    if let Some(folder) = to.parent() {
        private::folder(folder)?;
    }
    let mut part = to.as_os_str().to_owned();
    part.push(".part");
    let part = Scratch(part.into());
    let mut file = private::create(&part.0)?;
    let mut hashing = Hashing::new(from);
    let bytes = io::copy(&mut hashing, &mut file)?;
    file.sync_all()?;
    fs::rename(&part.0, to)?;
    Ok((bytes, hashing.hash()))
}

/// A file that is removed in the end, whatever comes.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

struct Hashing<R> {
    from: R,
    hasher: Sha256,
}

impl<R> Hashing<R> {
    fn new(from: R) -> Self {
        Hashing { from, hasher: Sha256::new() }
    }

    fn hash(self) -> String {
        content::hex(&self.hasher.finalize())
    }
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer)?;
        self.hasher.update(&buffer[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_out_of_a_backup_are_none_of_its() {
        for name in [
            "library.db",
            "key.age",
            "citelight-backup.json",
            "files/0123456789abcdef.pdf",
            "trades/a.toml",
        ] {
            assert!(plain(name).is_some(), "{name}");
        }
        for name in [
            "",
            "/library.db",
            "../library.db",
            "files/../x",
            "files/a/b",
            "run/window",
            "x",
            "files/.x",
        ] {
            assert!(plain(name).is_none(), "{name}");
        }
    }
}
