//! The library's database: documents, pages, words, sections, chunks, full-text index, vectors,
//! jobs, questions, answers, citations, retrieval log, feedback, settings.
//!
//! SQLite is the truth; every other index is a cache of it. No SQL type leaves this crate, so that
//! another engine can stand in for it. Text positions are [`Span`](citelight_core::Span)s of the
//! document's flow text.
//!
//! ```
//! # fn main() -> Result<(), citelight_store::StoreError> {
//! let store = citelight_store::Store::in_memory()?;
//! assert!(store.documents()?.is_empty());
//! # Ok(()) }
//! ```

mod backup;
mod check;
mod chunks;
mod collections;
mod documents;
#[cfg(test)]
#[path = "../tests/faults/mod.rs"]
mod faults;
mod fulltext;
mod history;
mod jobs;
mod key;
mod matrices;
mod notebook;
mod pages;
mod questions;
mod removal;
mod schema;
mod settings;
mod structure;
mod traces;
mod watched;

use std::path::{Path, PathBuf};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use thiserror::Error;

use key::connect;

pub use backup::{BACKUPS, Gathered, encrypt_to};
pub use check::Soundness;
pub use chunks::{ChunkPlace, ChunkRow, NewChunk};
pub use documents::{Added, NewDocument, Opened};
pub use fulltext::{SearchText, within};
pub use history::{AskedBefore, LoggedPassage, NewestQuestion};
pub use jobs::{Job, WorkLeft};
pub use key::DatabaseKey;
pub use pages::{NewPage, PageText};
pub use questions::JudgedCitation;
pub use structure::{PageFlow, Structure};
pub use watched::FileStamp;

/// Why the database could not do what was asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// SQLite refused.
    #[error("The library's database failed: {0}.")]
    Sqlite(#[from] rusqlite::Error),
    /// A stored value cannot be read back.
    #[error("The library's database holds a damaged value in {what}: {why}.")]
    Damaged {
        /// Which value.
        what: &'static str,
        /// What the decoder said.
        why: String,
    },
    /// The database was written by a newer version of the app.
    #[error(
        "The library at {path} was made by a newer version of Citelight (format {found}, this \
         version knows {known}).", path = path.display()
    )]
    Newer {
        /// The database file.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The newest format known here.
        known: u32,
    },
    /// The database was made by an earlier version and cannot be brought up to date where it is.
    #[error("The library at {path} was made by an earlier version of Citelight, and its disk cannot be written to.", path = path.display())]
    Old {
        /// The database file.
        path: PathBuf,
    },
    /// The database of an earlier version could not be copied before it is brought up to date.
    #[error(
        "The library at {path} has to be brought up to date, and there is no room for a copy before that: \
         {why}.", path = path.display()
    )]
    NoCopy {
        /// The database file.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
}

impl StoreError {
    /// Whether the disk is full.
    pub fn is_full(&self) -> bool {
        matches!(self, StoreError::Sqlite(error)
            if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DiskFull))
    }

    /// Whether the database is open for reading alone.
    pub fn is_read_only(&self) -> bool {
        matches!(self, StoreError::Sqlite(error)
            if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ReadOnly))
    }

    /// Whether the disk is full or cannot be written to.
    pub fn is_unwritable(&self) -> bool {
        use rusqlite::ErrorCode::{
            CannotOpen, DiskFull, PermissionDenied, ReadOnly, SystemIoFailure,
        };
        matches!(self, StoreError::Sqlite(error) if matches!(
            error.sqlite_error_code(),
            Some(CannotOpen | DiskFull | PermissionDenied | ReadOnly | SystemIoFailure)
        ))
    }

    /// Whether the database itself is damaged, or is no database.
    pub fn is_damage(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        match self {
            StoreError::Sqlite(error) => {
                matches!(error.sqlite_error_code(), Some(DatabaseCorrupt | NotADatabase))
            }
            StoreError::Damaged { .. } => true,
            _ => false,
        }
    }
}

/// How long one waits for another program (the command line beside the window) that is writing.
const WAIT: Duration = Duration::from_secs(20);

type Result<T, E = StoreError> = std::result::Result<T, E>;

/// An open database. One connection writes, one reads, so that a question never waits for an
/// import's transaction.
#[derive(Debug)]
pub struct Store {
    write: Mutex<Connection>,
    /// `None` for a database in memory, which only one connection can see.
    read: Option<Mutex<Connection>>,
    /// `None` in memory.
    path: Option<PathBuf>,
    /// `None` where the database is plain.
    key: Option<DatabaseKey>,
    read_only: bool,
}

impl Store {
    /// Opens the database file, making and migrating it as needed; where its disk cannot be written to, for
    /// reading alone.
    pub fn open(path: &Path) -> Result<Store> {
        Store::open_with(path, None)
    }

    /// The same of a database that is encrypted, where there is a key. A wrong key cannot be told from damage:
    /// whoever has it from a passphrase looks first whether that is right.
    pub fn open_with(path: &Path, key: Option<&DatabaseKey>) -> Result<Store> {
        match Store::open_to_write(path, key) {
            Err(error) if error.is_unwritable() && path.is_file() => {
                // What keeps reading, too, from going on is told by the first error.
                Store::open_to_read(path, key).map_err(|second| match second {
                    StoreError::Old { .. } => second,
                    _ => error,
                })
            }
            opened => opened,
        }
    }

    /// Whether it was opened for reading alone.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    fn open_to_read(path: &Path, key: Option<&DatabaseKey>) -> Result<Store> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI;
        // The index of the log cannot be made on such a disk; where there is no log, none is needed, and
        // nobody else writes (https://sqlite.org/wal.html#read_only_databases).
        let log = PathBuf::from(format!("{}-wal", path.display()));
        let sealed = !std::fs::metadata(log).is_ok_and(|log| log.len() > 0);
        let open = || -> Result<Connection> {
            let usual = connect(path, flags, key).and_then(|it| {
                it.query_row("PRAGMA schema_version", [], |_| Ok(()))?;
                Ok(it)
            });
            let connection = match usual {
                Err(_) if sealed => connect(immutable(path), flags, key)?,
                usual => usual?,
            };
            configure_to_read(&connection)?;
            Ok(connection)
        };
        let (write, read) = (open()?, open()?);
        schema::is_current(&write, path)?;
        Ok(Store {
            write: Mutex::new(write),
            read: Some(Mutex::new(read)),
            path: Some(path.to_path_buf()),
            key: key.cloned(),
            read_only: true,
        })
    }

    fn open_to_write(path: &Path, key: Option<&DatabaseKey>) -> Result<Store> {
        let mut write = connect(path, OpenFlags::default(), key)?;
        configure(&write)?;
        write.pragma_update(None, "journal_mode", "WAL")?;
        schema::migrate(&mut write, path, key)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let read = connect(path, flags, key)?;
        configure(&read)?;
        Ok(Store {
            write: Mutex::new(write),
            read: Some(Mutex::new(read)),
            path: Some(path.to_path_buf()),
            key: key.cloned(),
            read_only: false,
        })
    }

    /// A database that lives as long as the value, for tests.
    pub fn in_memory() -> Result<Store> {
        let mut write = Connection::open_in_memory()?;
        configure(&write)?;
        schema::migrate(&mut write, Path::new(":memory:"), None)?;
        Ok(Store { write: Mutex::new(write), read: None, path: None, key: None, read_only: false })
    }

    /// Rises with every change to the set of searchable vectors; caches compare it.
    pub fn generation(&self) -> Result<i64> {
        Ok(self.reader().query_row(
            "SELECT value FROM meta WHERE key = 'generation'",
            [],
            |row| row.get(0),
        )?)
    }

    /// A number that is another one once another process, or another handle of this one, has changed
    /// the database; `None` while this handle is writing.
    pub fn version_elsewhere(&self) -> Result<Option<i64>> {
        // Of the connection that writes: what it commits itself does not count
        // (https://sqlite.org/pragma.html#pragma_data_version).
        let Some(writer) = self.write.try_lock() else { return Ok(None) };
        Ok(Some(writer.query_row("PRAGMA data_version", [], |row| row.get(0))?))
    }

    /// A panic in another thread leaves a connection between transactions, never inside one (they
    /// roll back when dropped), so that this thread can go on with it.
    fn writer(&self) -> MutexGuard<'_, Connection> {
        self.write.lock()
    }

    fn reader(&self) -> MutexGuard<'_, Connection> {
        self.read.as_ref().unwrap_or(&self.write).lock()
    }
}

fn configure(connection: &Connection) -> Result<()> {
    configure_to_read(connection)?;
    // With "NORMAL" the log is synced now and then only, and what was said to be done is lost with the power.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "secure_delete", true)?; // removed text is gone from the file
    Ok(())
}

fn configure_to_read(connection: &Connection) -> Result<()> {
    connection.busy_timeout(WAIT)?;
    connection.pragma_update(None, "cache_size", -16_384)?; // in KiB when negative
    connection.set_prepared_statement_cache_capacity(64);
    Ok(())
}

/// The address under which SQLite takes a file for one that nobody changes.
fn immutable(path: &Path) -> String {
    let mut address = "file:".to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                address.push(char::from(*byte));
            }
            _ => address.push_str(&format!("%{byte:02x}")),
        }
    }
    address + "?immutable=1"
}

/// Begins a transaction that will write. It takes its turn at once: one that first reads and then writes
/// fails where another process wrote in between, however long it may wait
/// (<https://sqlite.org/lang_transaction.html>, 2.2).
fn begin(connection: &mut Connection) -> Result<Transaction<'_>> {
    Ok(connection.transaction_with_behavior(TransactionBehavior::Immediate)?)
}

/// Marks the set of searchable vectors as changed; call it inside the changing transaction.
fn bump_generation(connection: &Connection) -> Result<()> {
    connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'", [])?;
    Ok(())
}

/// A small enum's name on the wire, which is also its value in the database.
fn to_text<T: serde::Serialize>(what: &'static str, value: &T) -> Result<String> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(text)) => Ok(text),
        Ok(other) => Err(StoreError::Damaged { what, why: format!("{other} is not a name") }),
        Err(error) => Err(StoreError::Damaged { what, why: error.to_string() }),
    }
}

fn from_text<T: serde::de::DeserializeOwned>(what: &'static str, text: String) -> Result<T> {
    serde_json::from_value(serde_json::Value::String(text))
        .map_err(|error| StoreError::Damaged { what, why: error.to_string() })
}

fn to_json<T: serde::Serialize>(what: &'static str, value: &T) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|error| StoreError::Damaged { what, why: error.to_string() })
}

fn from_json<T: serde::de::DeserializeOwned>(what: &'static str, text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| StoreError::Damaged { what, why: error.to_string() })
}

/// A stored page number; the schema forbids values below 1.
fn page_number(what: &'static str, value: u32) -> Result<citelight_core::PageNumber> {
    citelight_core::PageNumber::new(value)
        .ok_or_else(|| StoreError::Damaged { what, why: "a page number of 0".to_owned() })
}

fn document_id(text: String) -> Result<citelight_core::DocumentId> {
    citelight_core::DocumentId::parse(&text)
        .ok_or_else(|| StoreError::Damaged { what: "a document's id", why: text })
}
