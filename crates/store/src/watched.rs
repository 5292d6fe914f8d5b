//! Tables `watched_folders`, which the person chose, and `watched_files`: what was taken in of them, and
//! how it stood then. A file is remembered when it is gone from the disk, or its document from the library:
//! what the person removed must not come back by itself.

use std::collections::HashMap;

use rusqlite::params;

use crate::{Result, Store, begin};

pub(crate) const CREATE: &str = "
    CREATE TABLE watched_folders (path TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE watched_files (
        path        TEXT PRIMARY KEY,
        size_bytes  INTEGER NOT NULL,
        modified_ns INTEGER NOT NULL
    ) WITHOUT ROWID;
";

/// How a file stood; another content has another stamp, as far as a file system tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileStamp {
    /// Its size.
    pub size_bytes: i64,
    /// When it was written last, in nanoseconds since 1970.
    pub modified_ns: i64,
}

impl Store {
    /// The watched folders, by path.
    pub fn watched_folders(&self) -> Result<Vec<String>> {
        let reader = self.reader();
        let mut statement = reader.prepare("SELECT path FROM watched_folders ORDER BY path")?;
        let paths = statement.query_map([], |row| row.get(0))?;
        Ok(paths.collect::<rusqlite::Result<_>>()?)
    }

    /// Watches a folder from now on.
    pub fn watch_folder(&self, path: &str) -> Result<()> {
        self.writer().execute("INSERT OR IGNORE INTO watched_folders VALUES (?1)", [path])?;
        Ok(())
    }

    /// Watches a folder no longer. `forget`: nor remembers these files of it.
    pub fn stop_watching(&self, path: &str, forget: &[String]) -> Result<()> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        transaction.execute("DELETE FROM watched_folders WHERE path = ?1", [path])?;
        for file in forget {
            transaction.execute("DELETE FROM watched_files WHERE path = ?1", [file])?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Every file that was taken in of a watched folder, with its stamp.
    pub fn watched_files(&self) -> Result<HashMap<String, FileStamp>> {
        let reader = self.reader();
        let mut statement =
            reader.prepare("SELECT path, size_bytes, modified_ns FROM watched_files")?;
        let files = statement.query_map([], |row| {
            Ok((row.get(0)?, FileStamp { size_bytes: row.get(1)?, modified_ns: row.get(2)? }))
        })?;
        Ok(files.collect::<rusqlite::Result<_>>()?)
    }

    /// Remembers a file of a watched folder as it stands.
    pub fn remember_file(&self, path: &str, stamp: FileStamp) -> Result<()> {
        self.writer().execute(
            "INSERT OR REPLACE INTO watched_files VALUES (?1, ?2, ?3)",
            params![path, stamp.size_bytes, stamp.modified_ns],
        )?;
        Ok(())
    }
}
