//! How the library's files lie on the disk: as they are, or encrypted under its key. Whatever reads or writes
//! one of them goes through here.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use age::stream::StreamWriter;
use age::{Decryptor, Encryptor};
use citelight_core::DocumentId;
use citelight_store::DatabaseKey;

use super::key::{self, LibraryKey};
use crate::error::{EngineError, Result};
use crate::private;

/// The key of the library, where it has one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seal(Option<LibraryKey>);

impl Seal {
    pub(crate) fn new(key: Option<LibraryKey>) -> Seal {
        Seal(key)
    }

    /// How the files of the library in `dir` lie. An error of the code `locked` where they are encrypted and
    /// there is no key.
    pub(crate) fn of_library(dir: &Path, key: Option<LibraryKey>) -> Result<Seal> {
        let encrypted = key::file_in(dir).is_file();
        match key {
            None if encrypted => Err(EngineError::Message(key::locked(dir))),
            // A plain database made of it would be taken for a damaged one.
            None if holds_sealed(dir) => Err(EngineError::Message(key::lost(dir))),
            key => Ok(Seal(key.filter(|_| encrypted))),
        }
    }

    /// Whether files lie as they are.
    pub(crate) fn is_plain(&self) -> bool {
        self.0.is_none()
    }

    /// What opens the database, where it is encrypted.
    pub(crate) fn database(&self) -> Option<&DatabaseKey> {
        self.0.as_ref().map(LibraryKey::database)
    }

    /// What the copy of a document's file is called.
    pub(crate) fn name_of(&self, id: &DocumentId) -> String {
        self.0.as_ref().map_or_else(|| format!("{id}.pdf"), |key| key.name_of(id))
    }

    /// Makes a file, in place of one of the same name, that only the person can read.
    pub(crate) fn create(&self, path: &Path) -> io::Result<Sealing> {
        let file = private::create(path)?;
        let Some(key) = &self.0 else { return Ok(Sealing(Inner::Plain(file))) };
        let recipient = key.files().to_public();
        let sealed = Encryptor::with_recipients(std::iter::once(&recipient as &dyn age::Recipient));
        let sealed = sealed.map_err(io::Error::other)?;
        Ok(Sealing(Inner::Sealed(sealed.wrap_output(BufWriter::new(file))?)))
    }

    /// Opens a file for reading from its beginning. What was changed by others is an error, at the latest at its
    /// end.
    pub(crate) fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        let file = File::open(path)?;
        let Some(key) = &self.0 else { return Ok(Box::new(file)) };
        let damaged = |error: age::DecryptError| io::Error::new(io::ErrorKind::InvalidData, error);
        let opened = Decryptor::new_buffered(BufReader::new(file)).map_err(damaged)?;
        let opened = opened.decrypt(std::iter::once(key.files() as &dyn age::Identity));
        Ok(Box::new(opened.map_err(damaged)?))
    }

    /// A place from which a program of its own can read the file's content, as long as the value lives.
    pub(crate) fn readable(&self, path: &Path) -> io::Result<Readable> {
        if self.is_plain() {
            return Ok(Readable { path: path.to_path_buf(), _held: None });
        }
        let held = in_memory(&mut self.open(path)?)?;
        Ok(Readable { path: place_of(&held), _held: Some(held) })
    }
}

/// Whether encrypted copies lie in a library.
fn holds_sealed(dir: &Path) -> bool {
    let is_sealed = |entry: std::fs::DirEntry| entry.path().extension().is_some_and(|e| e == "age");
    std::fs::read_dir(dir.join("files"))
        .is_ok_and(|mut all| all.any(|one| one.is_ok_and(is_sealed)))
}

/// A file that is being written.
pub(crate) struct Sealing(Inner);

enum Inner {
    Plain(File),
    Sealed(StreamWriter<BufWriter<File>>),
}

impl Sealing {
    /// Ends the file; it is there also after a power cut. Without that it is of no use.
    pub(crate) fn finish(self) -> io::Result<()> {
        let file = match self.0 {
            Inner::Plain(file) => file,
            Inner::Sealed(sealed) => {
                sealed.finish()?.into_inner().map_err(|error| error.into_error())?
            }
        };
        file.sync_all()
    }
}

impl Write for Sealing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Inner::Plain(file) => file.write(bytes),
            Inner::Sealed(sealed) => sealed.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Inner::Plain(file) => file.flush(),
            Inner::Sealed(sealed) => sealed.flush(),
        }
    }
}

/// Where a file's content can be read by path.
pub(crate) struct Readable {
    path: PathBuf,
    /// Of an encrypted file, its content in memory that has no name on any disk.
    _held: Option<File>,
}

impl Readable {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// Whether content can be given to another process without a plain copy on the disk, without which no library
/// can be encrypted.
pub const CAN_HOLD: bool = cfg!(target_os = "linux");

/// Content in memory that nobody can change any more (<https://man7.org/linux/man-pages/man2/memfd_create.2.html>).
#[cfg(target_os = "linux")]
fn in_memory(from: &mut dyn Read) -> io::Result<File> {
    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let mut held = File::from(memfd_create("document", flags)?);
    io::copy(from, &mut held)?;
    let all = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
    fcntl_add_seals(&held, all)?;
    Ok(held)
}

#[cfg(not(target_os = "linux"))]
fn in_memory(_: &mut dyn Read) -> io::Result<File> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "encrypted libraries can be read on Linux only"))
}

/// The same name for this process and those that it starts.
#[cfg(target_os = "linux")]
fn place_of(held: &File) -> PathBuf {
    use std::os::fd::AsRawFd;
    PathBuf::from(format!("/proc/{}/fd/{}", std::process::id(), held.as_raw_fd()))
}

#[cfg(not(target_os = "linux"))]
fn place_of(_: &File) -> PathBuf {
    PathBuf::new()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn files_come_back_as_they_went_in_and_what_was_changed_does_not() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        let content: Vec<u8> = (0..200_000_u32).flat_map(|n| n.to_le_bytes()).collect();
        for seal in [Seal::default(), Seal::new(Some(LibraryKey::generate()))] {
            let mut file = seal.create(&path).unwrap();
            file.write_all(&content).unwrap();
            file.finish().unwrap();
            let lies = fs::read(&path).unwrap();
            assert_eq!(lies.windows(64).any(|part| part == &content[..64]), seal.is_plain());
            let mut back = Vec::new();
            seal.open(&path).unwrap().read_to_end(&mut back).unwrap();
            assert!(back == content);
            if CAN_HOLD || seal.is_plain() {
                let readable = seal.readable(&path).unwrap();
                assert!(fs::read(readable.path()).unwrap() == content);
                assert!(
                    fs::read(readable.path()).unwrap() == content,
                    "from its beginning each time"
                );
            }
            if seal.is_plain() {
                continue;
            }
            for at in [0, 300, lies.len() / 2, lies.len() - 1] {
                let mut changed = lies.clone();
                changed[at] ^= 1;
                fs::write(&path, &changed).unwrap();
                let read = seal.open(&path).and_then(|mut file| file.read_to_end(&mut Vec::new()));
                assert!(read.is_err(), "byte {at}");
            }
            fs::write(&path, &lies[..lies.len() - 100_000]).unwrap();
            let read = seal.open(&path).and_then(|mut file| file.read_to_end(&mut Vec::new()));
            assert!(read.is_err(), "cut short");
            let other = Seal::new(Some(LibraryKey::generate()));
            fs::write(&path, &lies).unwrap();
            assert!(other.open(&path).is_err());
        }
    }
}
