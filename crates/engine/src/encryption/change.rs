//! A library is encrypted, or made plain again: a new one is written beside it, checked, and exchanged for it by
//! renaming. Interrupted at any time, one of the two is whole; what is left of the other goes at the next start.

use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use citelight_core::DocumentId;
use citelight_store::{BACKUPS, Store};
use sha2::{Digest, Sha256};

use super::key::{self, LibraryKey};
use super::seal::{CAN_HOLD, Seal};
use crate::backup::Backups;
use crate::backup::complete::DATABASE;
use crate::content;
use crate::error::{EngineError, Result};
use crate::import::owner;
use crate::private;

/// Beside the library: the new one that is being written.
const NEW: &str = "new-encryption";
/// Beside the library: the one before, once it has been exchanged.
const OLD: &str = "old-encryption";
/// Beside the library: the key with which it is to be encrypted at the next start.
const TO_ENCRYPT: &str = "to-encrypt";
/// Beside the library: that it is to be made plain at the next start.
const TO_DECRYPT: &str = "to-decrypt";

/// What became of a library that was encrypted or made plain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changed {
    /// Copies of PDFs that were written anew.
    pub files: usize,
    /// What lies beside the library as it was: earlier ones that a restore set aside.
    pub left: Vec<PathBuf>,
}

/// Encrypts the library in `dir` under a passphrase. Nothing may work with it meanwhile.
pub fn encrypt(dir: &Path, passphrase: &str) -> Result<Changed> {
    may_encrypt(dir, passphrase)?;
    let key = LibraryKey::generate();
    let into = |fresh: &Path| key.write(&key::file_in(fresh), passphrase);
    change(dir, &Seal::default(), &Seal::new(Some(key.clone())), &into)
}

/// Makes the encrypted library in `dir` plain again. Nothing may work with it meanwhile.
pub fn decrypt(dir: &Path, passphrase: &str) -> Result<Changed> {
    finish_exchange(dir);
    if !key::file_in(dir).is_file() {
        return Err(EngineError::input("The library is not encrypted.", "There is nothing to do."));
    }
    let key = key::unlock(dir, passphrase)?;
    change(dir, &Seal::new(Some(key)), &Seal::default(), &|_| Ok(()))
}

/// Has the library encrypted under a passphrase when it is opened next, which asks for it: nothing may work with
/// the library meanwhile, the window that asks for it least of all.
pub(crate) fn encrypt_at_next_start(dir: &Path, passphrase: &str) -> Result<()> {
    may_encrypt(dir, passphrase)?;
    LibraryKey::generate().write(&beside(dir, TO_ENCRYPT), passphrase)
}

/// Has the encrypted library made plain when it is opened next, if this is its passphrase.
pub(crate) fn decrypt_at_next_start(dir: &Path, passphrase: &str) -> Result<()> {
    key::unlock(dir, passphrase)?;
    let note = beside(dir, TO_DECRYPT);
    let writing = |error| EngineError::file(&note, "Writing", &error);
    private::create(&note).and_then(|file| file.sync_all()).map_err(writing)
}

/// Whether the library in `dir` is encrypted, so that it opens with its key alone.
pub fn is_encrypted(dir: &Path) -> bool {
    finish_exchange(dir);
    key::file_in(dir).is_file()
}

/// Whether the library in `dir` is opened with a passphrase: it is encrypted, or is to be.
pub fn needs_passphrase(dir: &Path) -> bool {
    is_encrypted(dir) || beside(dir, TO_ENCRYPT).is_file()
}

/// Opens the lock of a library that [needs a passphrase](needs_passphrase), and before that encrypts it or makes
/// it plain where that was asked for. Gives the key that it opens with from now on.
pub fn unlock_or_change(dir: &Path, passphrase: &str) -> Result<Option<LibraryKey>> {
    let (to_encrypt, to_decrypt) = (beside(dir, TO_ENCRYPT), beside(dir, TO_DECRYPT));
    if is_encrypted(dir) {
        // Of an earlier time; an encrypted library is not encrypted again.
        let _ = fs::remove_file(&to_encrypt);
        let key = key::unlock(dir, passphrase)?;
        if !to_decrypt.is_file() {
            return Ok(Some(key));
        }
        owner::wait_for_the_end_before(dir);
        // It is tried once.
        let _ = fs::remove_file(&to_decrypt);
        change(dir, &Seal::new(Some(key)), &Seal::default(), &|_| Ok(()))?;
        return Ok(None);
    }
    if !to_encrypt.is_file() {
        return Ok(None);
    }
    let key = LibraryKey::read(&to_encrypt, passphrase)?;
    owner::wait_for_the_end_before(dir);
    // Until the library is encrypted it stays where it is: an interruption is no reason to forget the wish.
    let put = |fresh: &Path| {
        let to = key::file_in(fresh);
        let writing = |error| EngineError::file(&to, "Writing", &error);
        let copied = fs::copy(&to_encrypt, &to).and_then(|_| fs::File::open(&to)?.sync_all());
        copied.map_err(writing)
    };
    let changed = change(dir, &Seal::default(), &Seal::new(Some(key.clone())), &put);
    let _ = fs::remove_file(&to_encrypt);
    changed.map(|_| Some(key))
}

/// Leaves a library plain that was to be encrypted: its person does not know the passphrase any more.
pub fn give_up_encrypting(dir: &Path) {
    let _ = fs::remove_file(beside(dir, TO_ENCRYPT));
}

fn may_encrypt(dir: &Path, passphrase: &str) -> Result<()> {
    finish_exchange(dir);
    if key::file_in(dir).is_file() {
        return Err(EngineError::input(
            "The library is encrypted already.",
            "To give it another passphrase: `citelight passphrase`.",
        ));
    }
    if !CAN_HOLD {
        return Err(EngineError::input(
            "Encrypting a library works on Linux only.",
            "Elsewhere the encryption of the disk protects it.",
        ));
    }
    key::check_passphrase(passphrase)
}

/// Puts what an interrupted exchange left without a place into it, and removes what is of no use any more.
pub(crate) fn sweep(dir: &Path) -> Result<()> {
    finish_exchange(dir);
    owner::nobody_changes(dir)?;
    for left in [NEW, OLD] {
        erase(&beside(dir, left));
    }
    Ok(())
}

/// Between the two renamings the library has no name; the new one is whole then.
pub(crate) fn finish_exchange(dir: &Path) {
    let (place, new) = (place_of(dir), beside(dir, NEW));
    let is_between = !place.join(DATABASE).exists() && new.is_dir() && beside(dir, OLD).is_dir();
    if is_between {
        // All that a start may have made there.
        let _ = fs::remove_dir_all(place.join("run"));
        let _ = fs::remove_dir(&place);
        let _ = fs::rename(&new, &place).and_then(|()| private::keep_name(&place));
    }
}

fn change(
    dir: &Path,
    from: &Seal,
    to: &Seal,
    put_key: &dyn Fn(&Path) -> Result<()>,
) -> Result<Changed> {
    let dir = &place_of(dir);
    if !dir.join(DATABASE).is_file() {
        return Err(EngineError::not_found(format!("There is no library in {}.", dir.display())));
    }
    // Whoever begins from here on finds the lock, which goes with the folder; who began before is found.
    let _lock = owner::begin_changing(dir)?;
    let (new, old) = (beside(dir, NEW), beside(dir, OLD));
    erase(&old);
    erase(&new);
    let changed = write_new(dir, from, &new, to, put_key).and_then(|files| {
        let moving = |error| EngineError::file(dir, "Moving", &error);
        fs::rename(dir, &old).map_err(moving)?;
        if let Err(error) = fs::rename(&new, dir).and_then(|()| private::keep_name(dir)) {
            // Another process may have put it there, as it does at its start.
            if !dir.join(DATABASE).is_file() {
                return Err(moving(error));
            }
        }
        Ok(files)
    });
    match &changed {
        Ok(_) => erase(&old),
        Err(_) => erase(&new),
    }
    Ok(Changed { files: changed?, left: set_aside_beside(dir) })
}

/// Writes the library anew under another key or none, and checks it. Gives how many files it holds.
fn write_new(
    dir: &Path,
    from: &Seal,
    new: &Path,
    to: &Seal,
    put_key: &dyn Fn(&Path) -> Result<()>,
) -> Result<usize> {
    let writing = |error: io::Error| EngineError::file(new, "Writing in", &error);
    for folder in [new.to_path_buf(), new.join("files"), new.join(BACKUPS)] {
        private::folder(&folder).map_err(writing)?;
    }
    put_key(new)?;
    let database = dir.join(DATABASE);
    let (sound, ids, loose) = {
        let store = Store::open_with(&database, from.database())?;
        let mut ids: Vec<DocumentId> = store.contents()?.into_iter().map(|(id, ..)| id).collect();
        ids.extend(store.set_aside_until(i64::MAX)?);
        let loose: HashSet<DocumentId> =
            store.loose_files()?.into_iter().map(|(id, _)| id).collect();
        (store.check()?, ids, loose)
    };
    citelight_store::encrypt_to(&database, from.database(), &new.join(DATABASE), to.database())?;
    {
        let store = Store::open_with(&new.join(DATABASE), to.database())?;
        if store.check()? != sound {
            let error = io::Error::other("the new database is not as the old one");
            return Err(writing(error));
        }
        store.empty_log();
    }
    let mut files = 0;
    let named: HashMap<String, &DocumentId> = ids.iter().map(|id| (from.name_of(id), id)).collect();
    for entry in fs::read_dir(dir.join("files")).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let id = match named.get(&name) {
            Some(id) => (*id).clone(),
            None => match of_nobody(from, &path, &name) {
                Some(id) => id,
                None => continue,
            },
        };
        if !loose.contains(&id) || ids.contains(&id) {
            copy(from, &path, to, &new.join("files").join(to.name_of(&id)))?;
            files += 1;
        }
    }
    for (_, path) in Backups::of(dir, from.clone()).all() {
        let name = path.file_name().unwrap_or_default();
        let to_file = new.join(BACKUPS).join(name);
        // A backup that cannot be read is none.
        let made = citelight_store::encrypt_to(&path, from.database(), &to_file, to.database());
        if made.is_err() {
            let _ = fs::remove_file(&to_file);
        }
    }
    // What the person brought, which anybody may read, and edits by hand.
    for folder in ["trades", "tessdata"] {
        for entry in fs::read_dir(dir.join(folder)).into_iter().flatten().flatten() {
            if entry.path().is_file() {
                private::folder(&new.join(folder)).map_err(writing)?;
                let plain = Seal::default();
                copy(&plain, &entry.path(), &plain, &new.join(folder).join(entry.file_name()))?;
            }
        }
    }
    for name in [key::FILE, "files/x", "backups/x"] {
        private::keep_name(&new.join(name)).map_err(writing)?;
    }
    Ok(files)
}

/// The document of a file of which the database knows nothing: it is kept all the same.
fn of_nobody(from: &Seal, path: &Path, name: &str) -> Option<DocumentId> {
    if from.is_plain() {
        return DocumentId::parse(name.strip_suffix(".pdf")?);
    }
    let (_, hash) = content::hash_of(from, path).ok()?;
    name.ends_with(".age").then(|| DocumentId::from_content_hash(&hash))
}

/// Writes a file anew under another key or none, and reads it once more.
fn copy(from: &Seal, path: &Path, to: &Seal, new: &Path) -> Result<()> {
    let copied = (|| {
        let (mut read, mut hasher) = (from.open(path)?, Sha256::new());
        let mut written = to.create(new)?;
        let (mut buffer, mut bytes) = (vec![0; 1 << 20], 0);
        loop {
            let length = read.read(&mut buffer)?;
            if length == 0 {
                break;
            }
            hasher.update(&buffer[..length]);
            written.write_all(&buffer[..length])?;
            bytes += length as u64;
        }
        written.finish()?;
        let same = content::hash_of(to, new)? == (bytes, content::hex(&hasher.finalize()));
        same.then_some(()).ok_or_else(|| io::Error::other("its copy holds another content"))
    })();
    copied.map_err(|error| EngineError::file(path, "Copying", &error))
}

/// Removes a folder with all in it, each file overwritten before: what was plain should not stay in the free
/// blocks of a disk. What goes wrong is tried again at the next start.
fn erase(path: &Path) {
    let Ok(meta) = fs::symlink_metadata(path) else { return };
    if meta.is_dir() {
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            erase(&entry.path());
        }
        let _ = fs::remove_dir(path);
        return;
    }
    if meta.is_file() {
        let _ = overwrite(path, meta.len());
    }
    let _ = fs::remove_file(path);
}

fn overwrite(path: &Path, bytes: u64) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    io::copy(&mut io::repeat(0).take(bytes), &mut file)?;
    file.sync_data()
}

/// Earlier libraries that a restore set aside: they lie as they were.
fn set_aside_beside(dir: &Path) -> Vec<PathBuf> {
    let start = format!("{}.before-restoring-", name_of(dir));
    let entries = dir.parent().and_then(|parent| fs::read_dir(parent).ok());
    let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    let mut left: Vec<PathBuf> = paths.filter(|path| name_of(path).starts_with(&start)).collect();
    left.sort();
    left
}

fn name_of(dir: &Path) -> String {
    dir.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Where a library's folder is, also while there is none: a link to it may lead nowhere for a moment.
fn place_of(dir: &Path) -> PathBuf {
    let whole = std::path::absolute(dir).unwrap_or_else(|_| dir.to_path_buf());
    whole.canonicalize().unwrap_or_else(|_| match fs::read_link(&whole) {
        Ok(target) => whole.parent().unwrap_or(&whole).join(target),
        Err(_) => whole,
    })
}

/// A neighbour of the library's folder, which is moved itself.
fn beside(dir: &Path, what: &str) -> PathBuf {
    let place = place_of(dir);
    place.with_file_name(format!("{}.{what}", name_of(&place)))
}
