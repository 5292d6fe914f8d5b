//! What a removal leaves behind besides rows: words in the full-text index's own tables, a file in the
//! library's folder, pages in the log. Each is noted in the transaction that removes, and erased after it,
//! at the next start where a process ended in between.

use std::io;
use std::time::Duration;

use citelight_core::DocumentId;
use rusqlite::{Connection, OptionalExtension, params};

use crate::{Result, Store, WAIT, begin, document_id};

/// Files in the library's folder that no document is of: those that come in, by their process, and those
/// whose document was removed, by nobody.
pub(crate) const ADD_LOOSE_FILES: &str = "
    CREATE TABLE loose_files (document TEXT PRIMARY KEY, owner TEXT) WITHOUT ROWID;
";

/// Key of `meta`: 1 while the full-text index may hold words of documents that are gone.
const TRACES: &str = "traces";

/// Pages of the full-text index that one step of erasing writes; in between, others may write.
const STEP_PAGES: i32 = 2_000;

/// How long erasing waits for others who read.
const SHORT_WAIT: Duration = Duration::from_secs(2);

/// Notes that a document's words and its file are to be erased; within the transaction that removes it.
pub(crate) fn note(connection: &Connection, id: &DocumentId) -> Result<()> {
    connection.execute(
        "INSERT INTO meta VALUES (?1, 1) ON CONFLICT (key) DO UPDATE SET value = 1",
        [TRACES],
    )?;
    connection.execute(
        "INSERT INTO loose_files VALUES (?1, NULL)
         ON CONFLICT (document) DO UPDATE SET owner = NULL",
        [id.as_str()],
    )?;
    Ok(())
}

/// A document's file has its document; within the transaction that adds it.
pub(crate) fn no_longer_loose(connection: &Connection, id: &DocumentId) -> Result<()> {
    connection.execute("DELETE FROM loose_files WHERE document = ?1", [id.as_str()])?;
    Ok(())
}

impl Store {
    /// Notes that `owner` is about to put a document's file into the folder; its row follows.
    pub fn expect_file(&self, id: &DocumentId, owner: &str) -> Result<()> {
        self.writer().execute(
            "INSERT INTO loose_files VALUES (?1, ?2)
             ON CONFLICT (document) DO UPDATE SET owner = excluded.owner",
            [id.as_str(), owner],
        )?;
        Ok(())
    }

    /// Files that no document is of, with the process that brings each in, if any.
    pub fn loose_files(&self) -> Result<Vec<(DocumentId, Option<String>)>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("SELECT document, owner FROM loose_files")?;
        let rows = statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))?;
        rows.map(|row| {
            let (id, owner) = row?;
            Ok((document_id(id)?, owner))
        })
        .collect()
    }

    /// Has a loose file removed by `remove`, unless it has found a document or another owner meanwhile.
    /// Nobody can bring the same content in while it is being removed.
    pub fn drop_loose_file(
        &self,
        id: &DocumentId,
        owner: Option<&str>,
        remove: &dyn Fn() -> io::Result<()>,
    ) -> Result<io::Result<()>> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        let loose: bool = transaction.query_row(
            "SELECT EXISTS (SELECT 1 FROM loose_files WHERE document = ?1 AND owner IS ?2)
                AND NOT EXISTS (SELECT 1 FROM documents WHERE id = ?1)",
            params![id.as_str(), owner],
            |row| row.get(0),
        )?;
        if loose && let Err(error) = remove() {
            return Ok(Err(error));
        }
        transaction.execute(
            "DELETE FROM loose_files WHERE document = ?1 AND owner IS ?2",
            params![id.as_str(), owner],
        )?;
        transaction.commit()?;
        Ok(Ok(()))
    }

    /// Whether something is still to be erased.
    pub fn has_traces(&self) -> Result<bool> {
        let traces =
            self.reader().query_row("SELECT value FROM meta WHERE key = ?1", [TRACES], |row| {
                row.get::<_, i64>(0)
            });
        Ok(traces.optional()? == Some(1))
    }

    /// Erases the words of removed documents from the full-text index, which keeps them until its parts
    /// are merged, and empties the log.
    pub fn erase_traces(&self) -> Result<()> {
        if self.has_traces()? {
            // Noted as done first: a removal by another process meanwhile notes it again.
            self.writer().execute("UPDATE meta SET value = 0 WHERE key = ?1", [TRACES])?;
            if let Err(error) = self.merge_words() {
                self.writer().execute("UPDATE meta SET value = 1 WHERE key = ?1", [TRACES])?;
                return Err(error);
            }
        }
        self.empty_log();
        Ok(())
    }

    /// As FTS5's `optimize`, but step by step (<https://sqlite.org/fts5.html>, section 6.8).
    fn merge_words(&self) -> Result<()> {
        let mut pages = -STEP_PAGES; // the first step says that all parts are to be merged
        loop {
            let writer = self.writer();
            let before = writer.total_changes();
            writer.execute(
                "INSERT INTO chunks_fts (chunks_fts, rank) VALUES ('merge', ?1)",
                [pages],
            )?;
            if writer.total_changes() - before < 2 {
                return Ok(());
            }
            pages = STEP_PAGES;
        }
    }

    /// Writes the log into the database and empties it: it would keep what was deleted. Another reader may
    /// hold that back; then the next one or the end of the program does it.
    pub fn empty_log(&self) {
        if self.read_only {
            return;
        }
        let writer = self.write.lock();
        let _ = writer.busy_timeout(SHORT_WAIT);
        let _ = writer.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        let _ = writer.busy_timeout(WAIT);
    }
}

impl Drop for Store {
    /// The connection that closes last takes the log away, but not one that only reads.
    fn drop(&mut self) {
        self.read = None;
        self.empty_log();
    }
}
