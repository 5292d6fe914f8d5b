//! The key of an encrypted library. It lies beside the database in `key.age`, encrypted under the passphrase,
//! so that another passphrase costs a file of some hundred bytes, and a wrong one is told before anything else is
//! touched.

use std::fs::{self, File};
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use age::secrecy::{ExposeSecret, SecretString};
use age::x25519::Identity;
use age::{DecryptError, Decryptor, Encryptor};
use age_core::primitives::hkdf;
use citelight_core::{DocumentId, ErrorCode, WireError};
use citelight_store::DatabaseKey;
use zeroize::Zeroizing;

use crate::error::{EngineError, Result};
use crate::private;

/// What the file is called, in the library's folder and in its backups.
pub(crate) const FILE: &str = "key.age";
/// What scrypt takes, as a power of two: about a second and 256 MiB, for everybody who tries a passphrase.
/// Builds for development, whose tests open hundreds of libraries, take a hundredth; any build opens what another one
/// wrote.
const WORK_FACTOR: u8 = if cfg!(debug_assertions) { 11 } else { 18 };
/// What is borne of a file that another program wrote; each step doubles time and memory.
const MOST_WORK: u8 = 20;
/// No key is longer.
const MOST_BYTES: u64 = 4096;
/// Fewer characters are tried through in hours.
const SHORTEST: usize = 8;

/// The key of an encrypted library; see [`unlock`]. Clones are handles of the same key, which is wiped from memory
/// with the last one.
#[derive(Clone)]
pub struct LibraryKey(Arc<Secret>);

struct Secret {
    /// Files are encrypted to it; all else is derived from it.
    files: Identity,
    database: DatabaseKey,
    names: Zeroizing<[u8; 32]>,
}

impl std::fmt::Debug for LibraryKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LibraryKey(…)")
    }
}

impl LibraryKey {
    /// A new one, by chance.
    pub(crate) fn generate() -> LibraryKey {
        LibraryKey::of(Identity::generate())
    }

    fn of(files: Identity) -> LibraryKey {
        let secret = files.to_string();
        let derived = |purpose: &str| derive(secret.expose_secret().as_bytes(), purpose.as_bytes());
        let database = DatabaseKey::new(&derived("citelight database"));
        LibraryKey(Arc::new(Secret { database, names: derived("citelight names"), files }))
    }

    /// What opens the database, by [`citelight_store`].
    pub fn database(&self) -> &DatabaseKey {
        &self.0.database
    }

    /// What opens the files.
    pub(crate) fn files(&self) -> &Identity {
        &self.0.files
    }

    /// What a document's file is called. An id is made of the content: whoever has a document could look whether
    /// the library has it, too.
    pub(crate) fn name_of(&self, id: &DocumentId) -> String {
        let name = derive(&*self.0.names, id.as_str().as_bytes());
        let digits = name[..16].iter().map(|byte| format!("{byte:02x}"));
        digits.collect::<String>() + ".age"
    }

    /// Writes the key under a passphrase, in place of a file of the same name.
    pub(crate) fn write(&self, file: &Path, passphrase: &str) -> Result<()> {
        let writing = |error: std::io::Error| EngineError::file(file, "Writing", &error);
        let part = file.with_extension("part");
        let text = self.0.files.to_string();
        let mut scrypt = age::scrypt::Recipient::new(SecretString::from(passphrase.to_owned()));
        scrypt.set_work_factor(WORK_FACTOR);
        let sealed = Encryptor::with_recipients(std::iter::once(&scrypt as &dyn age::Recipient));
        let sealed = sealed.map_err(|error| writing(std::io::Error::other(error)))?;
        let write = || -> std::io::Result<()> {
            let mut to = sealed.wrap_output(private::create(&part)?)?;
            to.write_all(text.expose_secret().as_bytes())?;
            to.write_all(b"\n")?;
            to.finish()?.sync_all()?;
            fs::rename(&part, file)?;
            private::keep_name(file)
        };
        write().map_err(writing)
    }

    /// Reads the key that a file holds under a passphrase. A wrong one is an error of the code `locked`.
    pub(crate) fn read(file: &Path, passphrase: &str) -> Result<LibraryKey> {
        let reading = |error: std::io::Error| EngineError::file(file, "Reading", &error);
        let opened = BufReader::new(File::open(file).map_err(reading)?.take(MOST_BYTES));
        let mut scrypt = age::scrypt::Identity::new(SecretString::from(passphrase.to_owned()));
        scrypt.set_max_work_factor(MOST_WORK);
        let opened = Decryptor::new_buffered(opened)
            .and_then(|opened| opened.decrypt(std::iter::once(&scrypt as &dyn age::Identity)));
        let mut opened = match opened {
            Ok(opened) => opened,
            Err(
                DecryptError::DecryptionFailed
                | DecryptError::KeyDecryptionFailed
                | DecryptError::NoMatchingKeys,
            ) => return Err(EngineError::Message(wrong())),
            Err(error) => return Err(EngineError::Message(damaged(file, &error.to_string()))),
        };
        let mut text = Zeroizing::new(String::with_capacity(MOST_BYTES as usize));
        opened
            .read_to_string(&mut text)
            .map_err(|error| EngineError::Message(damaged(file, &error.to_string())))?;
        let line = text.lines().find(|line| !line.is_empty() && !line.starts_with('#'));
        let identity = line.and_then(|line| line.trim().parse::<Identity>().ok());
        let damage = || EngineError::Message(damaged(file, "it holds no key"));
        identity.map(LibraryKey::of).ok_or_else(damage)
    }
}

/// HKDF-SHA256 without salt (RFC 5869).
fn derive(key: &[u8], purpose: &[u8]) -> Zeroizing<[u8; 32]> {
    Zeroizing::new(hkdf(&[], purpose, key))
}

/// Where the key of the library in `dir` lies.
pub(crate) fn file_in(dir: &Path) -> PathBuf {
    dir.join(FILE)
}

/// The key of the encrypted library in `dir`; takes about a second. An error of the code `locked` where the
/// passphrase is wrong.
pub fn unlock(dir: &Path, passphrase: &str) -> Result<LibraryKey> {
    LibraryKey::read(&file_in(dir), passphrase)
}

/// Gives the encrypted library in `dir` another passphrase. Nothing else of it is written anew, and it may be
/// open meanwhile. Backups that were made before keep the one that they had.
pub fn change_passphrase(dir: &Path, old: &str, new: &str) -> Result<()> {
    check_passphrase(new)?;
    unlock(dir, old)?.write(&file_in(dir), new)
}

/// Refuses a passphrase that anybody could guess.
pub(crate) fn check_passphrase(passphrase: &str) -> Result<()> {
    if passphrase.chars().count() >= SHORTEST {
        return Ok(());
    }
    Err(EngineError::input(
        format!("A passphrase has at least {SHORTEST} characters."),
        "Take several words that nobody would put together. It cannot be recovered when it is forgotten.",
    ))
}

/// What is told of a library whose key is not given.
pub(crate) fn locked(dir: &Path) -> WireError {
    WireError::new(
        ErrorCode::Locked,
        format!("The library in {} is encrypted: it opens with its passphrase.", dir.display()),
    )
    .hint("Give the passphrase when you are asked for it, or as the first line of the input: --passphrase-stdin.")
}

fn wrong() -> WireError {
    WireError::new(ErrorCode::Locked, "The passphrase is wrong.").hint(
        "Look at capital letters and the keyboard’s layout. A passphrase that is forgotten cannot be recovered.",
    )
}

fn damaged(file: &Path, why: &str) -> WireError {
    WireError::new(
        ErrorCode::Unreadable,
        format!(
            "The key of the library, {}, is damaged: {}.",
            file.display(),
            why.trim_end_matches('.')
        ),
    )
    .hint("Put the file of the same name from a backup in its place.")
}

/// What is told where a library is encrypted, but its key is not there.
pub(crate) fn lost(dir: &Path) -> WireError {
    WireError::new(
        ErrorCode::Unreadable,
        format!(
            "The key of the library in {} is lost: it is encrypted, and {FILE} is not there.",
            dir.display()
        ),
    )
    .hint("Put the file of the same name from a backup in its place.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_opens_with_its_passphrase_alone_and_damage_is_told_apart() {
        let dir = tempfile::tempdir().unwrap();
        let file = file_in(dir.path());
        let key = LibraryKey::generate();
        key.write(&file, "four words that fit").unwrap();
        let read = |passphrase: &str| LibraryKey::read(&file, passphrase);
        let id = DocumentId::parse("0123456789abcdef").unwrap();
        let again = read("four words that fit").unwrap();
        assert_eq!(again.name_of(&id), key.name_of(&id));
        assert!(!key.name_of(&id).contains(id.as_str()));
        assert_ne!(LibraryKey::generate().name_of(&id), key.name_of(&id));
        assert_eq!(read("four words that fitt").unwrap_err().to_wire().code, ErrorCode::Locked);
        change_passphrase(dir.path(), "four words that fit", "short").unwrap_err();
        change_passphrase(dir.path(), "four words that fit", "another one of them").unwrap();
        assert_eq!(read("four words that fit").unwrap_err().to_wire().code, ErrorCode::Locked);
        assert_eq!(read("another one of them").unwrap().name_of(&id), key.name_of(&id));
        let whole = fs::read(&file).unwrap();
        fs::write(&file, &whole[..whole.len() - 9]).unwrap();
        assert_eq!(read("another one of them").unwrap_err().to_wire().code, ErrorCode::Unreadable);
        fs::write(&file, "no key").unwrap();
        assert_eq!(read("another one of them").unwrap_err().to_wire().code, ErrorCode::Unreadable);
    }
}
