//! Table `jobs`: imports that are waiting or under way, so that a restart goes on with them.

use citelight_core::{DocumentId, DocumentStatus};
use rusqlite::{Connection, OptionalExtension, params};

use crate::{Result, Store, begin, document_id, to_text};

pub(crate) const CREATE: &str = "
    CREATE TABLE jobs (
        id         INTEGER PRIMARY KEY AUTOINCREMENT,
        document   TEXT NOT NULL UNIQUE REFERENCES documents (id) ON DELETE CASCADE,
        priority   INTEGER NOT NULL DEFAULT 0,
        queued_at_s INTEGER NOT NULL,
        owner      TEXT
    );
";

/// How often an import was begun without coming to an end, good or bad.
pub(crate) const ADD_TRIES: &str = "
    ALTER TABLE jobs ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
";

/// An import that gets on is none that ends its process, however often it is interrupted: what was begun
/// without an end is counted anew.
pub(crate) fn got_on(connection: &Connection, document: &DocumentId) -> Result<()> {
    connection.execute(
        "UPDATE jobs SET tries = MIN(tries, 1) WHERE document = ?1",
        [document.as_str()],
    )?;
    Ok(())
}

/// An import to carry out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Row.
    pub id: i64,
    /// The document to import.
    pub document: DocumentId,
    /// How often it was begun, this time included, without coming to an end: a document that ends its
    /// process would do so at every start.
    pub tries: u32,
}

/// An import that is not finished.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkLeft {
    /// The document.
    pub document: DocumentId,
    /// Whether some process is at it.
    pub under_way: bool,
    /// Its pages; 0 until it was opened.
    pub pages: u32,
    /// Pages that are read.
    pub pages_done: u32,
    /// Share of the indexing step that is done, 0 to 1.
    pub indexed: f32,
    /// Size of its file.
    pub size_bytes: u64,
}

impl Store {
    /// Queues the import of a document; one that is queued already stays where it is.
    pub fn queue_import(&self, document: &DocumentId, now_s: i64) -> Result<()> {
        queue(&self.writer(), document, now_s)
    }

    /// Takes the next import for `owner`, a name that is this process's own. A job stays in the
    /// queue until [`finish_job`](Self::finish_job), so that it is found again after a crash.
    pub fn take_job(&self, owner: &str) -> Result<Option<Job>> {
        let writer = self.writer();
        let mut statement = writer.prepare_cached(
            "UPDATE jobs SET owner = ?1, tries = tries + 1 WHERE id =
                 (SELECT id FROM jobs WHERE owner IS NULL ORDER BY priority DESC, id LIMIT 1)
             RETURNING id, document, tries",
        )?;
        let job = statement
            .query_row([owner], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, u32>(2)?))
            })
            .optional()?;
        job.map(|(id, document, tries)| Ok(Job { id, document: document_id(document)?, tries }))
            .transpose()
    }

    /// Puts a job back into the queue, for whoever takes it next. Nothing was wrong with it, so that this
    /// try does not count.
    pub fn release_job(&self, document: &DocumentId) -> Result<()> {
        self.writer().execute(
            "UPDATE jobs SET owner = NULL, tries = MAX(tries - 1, 0) WHERE document = ?1",
            [document.as_str()],
        )?;
        Ok(())
    }

    /// Puts a document's job before all others that wait; gives whether it has one.
    pub fn prioritise(&self, document: &DocumentId) -> Result<bool> {
        let changed = self.writer().execute(
            "UPDATE jobs SET priority = 1 + (SELECT MAX(priority) FROM jobs) WHERE document = ?1",
            [document.as_str()],
        )?;
        Ok(changed > 0)
    }

    /// What is left to do, in the order in which it will be done; jobs under way come first.
    pub fn work_left(&self) -> Result<Vec<WorkLeft>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT d.id, j.owner IS NOT NULL, d.pages, d.indexed, d.size_bytes,
                    (SELECT COUNT(*) FROM pages p WHERE p.document = d.id)
             FROM jobs j JOIN documents d ON d.id = j.document
             ORDER BY j.owner IS NULL, j.priority DESC, j.id",
        )?;
        let rows = statement.query_map([], |row| {
            Ok((
                row.get::<_, String>(0)?,
                WorkLeft {
                    document: DocumentId::from_content_hash(""),
                    under_way: row.get(1)?,
                    pages: row.get(2)?,
                    indexed: row.get(3)?,
                    size_bytes: row.get(4)?,
                    pages_done: row.get(5)?,
                },
            ))
        })?;
        rows.map(|row| {
            let (id, work) = row?;
            Ok(WorkLeft { document: document_id(id)?, ..work })
        })
        .collect()
    }

    /// Takes a job out of the queue.
    pub fn finish_job(&self, document: &DocumentId) -> Result<()> {
        self.writer().execute("DELETE FROM jobs WHERE document = ?1", [document.as_str()])?;
        Ok(())
    }

    /// Puts the jobs of owners that are gone back into the queue; `alive` tells whether an owner
    /// still runs. A document that waits without a job, since its process ended between the two, gets
    /// one. Gives how many.
    pub fn reclaim_jobs(&self, alive: &dyn Fn(&str) -> bool) -> Result<usize> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        let owners: Vec<String> = {
            let mut statement =
                transaction.prepare("SELECT DISTINCT owner FROM jobs WHERE owner IS NOT NULL")?;
            let owners = statement.query_map([], |row| row.get(0))?;
            owners.collect::<Result<_, _>>()?
        };
        let mut reclaimed = 0;
        for owner in owners.iter().filter(|owner| !alive(owner)) {
            reclaimed +=
                transaction.execute("UPDATE jobs SET owner = NULL WHERE owner = ?1", [owner])?;
        }
        reclaimed += transaction.execute(
            "INSERT INTO jobs (document, queued_at_s)
             SELECT id, added_at_s FROM documents
             WHERE status = ?1 AND removed_at_s IS NULL AND id NOT IN (SELECT document FROM jobs)",
            [to_text("a status", &DocumentStatus::Queued)?],
        )?;
        transaction.commit()?;
        Ok(reclaimed)
    }

    /// Queues the documents that are asked by their words because their vectors could not be made, unless
    /// they are queued. Gives how many.
    pub fn queue_without_vectors(&self, now_s: i64) -> Result<usize> {
        Ok(self.writer().execute(
            "INSERT INTO jobs (document, queued_at_s)
             SELECT id, ?1 FROM documents
             WHERE status = 'ready' AND by_words AND removed_at_s IS NULL
               AND id NOT IN (SELECT document FROM jobs)",
            [now_s],
        )?)
    }

    /// How many imports are waiting or under way.
    pub fn job_count(&self) -> Result<u32> {
        Ok(self.reader().query_row("SELECT COUNT(*) FROM jobs", [], |row| row.get(0))?)
    }
}

/// Queues an import, unless the document has one.
pub(crate) fn queue(connection: &Connection, document: &DocumentId, now_s: i64) -> Result<()> {
    connection.execute(
        "INSERT INTO jobs (document, queued_at_s) VALUES (?1, ?2) ON CONFLICT (document) DO NOTHING",
        params![document.as_str(), now_s],
    )?;
    Ok(())
}
