//! Table `documents`: one row per content, with the state of its import.

use citelight_core::{
    ActiveContent, DocumentId, DocumentRow, DocumentStatus, OutlineItem, WireError,
};
use rusqlite::{OptionalExtension, Row, params};

use crate::jobs::{self, got_on};
use crate::{
    Result, Store, begin, bump_generation, collections, document_id, from_json, from_text, to_json,
    to_text, traces,
};

pub(crate) const CREATE: &str = "
    CREATE TABLE documents (
        id            TEXT PRIMARY KEY,
        content_hash  TEXT NOT NULL UNIQUE,
        file_name     TEXT NOT NULL,
        path          TEXT NOT NULL,
        title         TEXT,
        status        TEXT NOT NULL,
        pages         INTEGER NOT NULL DEFAULT 0,
        indexed       REAL NOT NULL DEFAULT 0,
        version       INTEGER NOT NULL DEFAULT 1,
        superseded_by TEXT,
        size_bytes    INTEGER NOT NULL,
        added_at_s    INTEGER NOT NULL,
        warnings      TEXT NOT NULL DEFAULT '[]',
        error         TEXT
    );
    CREATE INDEX documents_path ON documents (path);
";

/// Version 2 of the schema: what the file would run elsewhere, and whether it was rebuilt.
pub(crate) const ADD_ACTIVE_CONTENT: &str = "
    ALTER TABLE documents ADD COLUMN active_content TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE documents ADD COLUMN repaired INTEGER NOT NULL DEFAULT 0;
";

/// How the document's structure was made (see [`Store::outdated`]), and the file's own outline, of
/// which much of it is made.
pub(crate) const ADD_RECIPE: &str = "
    ALTER TABLE documents ADD COLUMN recipe TEXT;
    ALTER TABLE documents ADD COLUMN outline TEXT;
";

/// Whether passages of a ready document may lack their vectors.
pub(crate) const ADD_BY_WORDS: &str =
    "ALTER TABLE documents ADD COLUMN by_words INTEGER NOT NULL DEFAULT 0";

/// What a document is called in the list; empty where it has no good title, NULL before that is known.
pub(crate) const ADD_DISPLAY_TITLE: &str = "ALTER TABLE documents ADD COLUMN display_title TEXT";

/// The version of the reader that read its pages; 0 where that was before versions were kept.
pub(crate) const ADD_READING: &str =
    "ALTER TABLE documents ADD COLUMN reading INTEGER NOT NULL DEFAULT 0";

const ROW: &str = "
    SELECT d.id, d.file_name, d.path, d.title, d.status, d.pages, d.indexed, d.version,
           d.superseded_by, d.size_bytes, d.added_at_s, d.warnings, d.error, d.active_content,
           (SELECT COUNT(*) FROM pages p WHERE p.document = d.id),
           (SELECT COUNT(*) FROM pages p WHERE p.document = d.id AND p.status IN ('ocr', 'mixed')),
           (SELECT COUNT(*) FROM pages p WHERE p.document = d.id
               AND p.status IN ('ocr_error', 'read_error')),
           d.status = 'ready' AND EXISTS (SELECT 1 FROM jobs j WHERE j.document = d.id),
           d.status = 'ready' AND d.by_words,
           nullif(d.display_title, '')
    FROM documents d";

/// A document as it enters the library.
#[derive(Debug, Clone)]
pub struct NewDocument {
    /// Content id.
    pub id: DocumentId,
    /// Full SHA-256 of the content, lower-case hexadecimal.
    pub content_hash: String,
    /// Name without its folder.
    pub file_name: String,
    /// Where it was found.
    pub path: String,
    /// Size of the file.
    pub size_bytes: u64,
    /// Seconds since 1970-01-01 UTC.
    pub added_at_s: i64,
}

/// What was learned when a document's file was opened.
#[derive(Debug, Clone, Copy)]
pub struct Opened<'a> {
    /// The title that the file states.
    pub title: Option<&'a str>,
    /// Number of pages.
    pub pages: u32,
    /// What it would run or unpack elsewhere.
    pub active_content: &'a [ActiveContent],
    /// Whether its structure had to be rebuilt.
    pub repaired: bool,
    /// Its own outline.
    pub outline: &'a [OutlineItem],
    /// The version of the reader that reads its pages now. Where some were read before, theirs stays.
    pub reading: u32,
}

/// What adding a document came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Added {
    /// There was none under its path.
    New,
    /// It is the next version of this one.
    Version(DocumentId),
    /// Its content was there before; nothing was changed.
    Before,
}

impl Store {
    /// Adds a document as `queued`. When another current document came from the same path, the new
    /// one is its next version, and that one is given back.
    pub fn add_document(&self, new: &NewDocument) -> Result<Option<DocumentId>> {
        match self.add(new, false)? {
            Added::Version(earlier) => Ok(Some(earlier)),
            Added::New | Added::Before => Ok(None),
        }
    }

    /// The same with its import in the queue: both or neither, whatever happens meanwhile.
    pub fn add_import(&self, new: &NewDocument) -> Result<Added> {
        self.add(new, true)
    }

    fn add(&self, new: &NewDocument, import: bool) -> Result<Added> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        // Another process may have been faster with the same content.
        let there: bool = transaction.query_row(
            "SELECT EXISTS (SELECT 1 FROM documents WHERE content_hash = ?1)",
            [&new.content_hash],
            |row| row.get(0),
        )?;
        if there {
            traces::no_longer_loose(&transaction, &new.id)?;
            transaction.commit()?;
            return Ok(Added::Before);
        }
        let earlier: Option<(String, u32)> = transaction
            .query_row(
                "SELECT id, version FROM documents
                 WHERE path = ?1 AND superseded_by IS NULL AND removed_at_s IS NULL AND id <> ?2
                 ORDER BY version DESC LIMIT 1",
                params![new.path, new.id.as_str()],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()?;
        let version = earlier.as_ref().map_or(1, |(_, version)| version + 1);
        traces::no_longer_loose(&transaction, &new.id)?;
        transaction.execute(
            "INSERT INTO documents
                 (id, content_hash, file_name, path, status, version, size_bytes, added_at_s)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                new.id.as_str(),
                new.content_hash,
                new.file_name,
                new.path,
                to_text("a status", &DocumentStatus::Queued)?,
                version,
                new.size_bytes,
                new.added_at_s,
            ],
        )?;
        if import {
            jobs::queue(&transaction, &new.id, new.added_at_s)?;
        }
        let earlier = earlier.map(|(id, _)| document_id(id)).transpose()?;
        transaction.commit()?;
        Ok(earlier.map_or(Added::New, Added::Version))
    }

    /// Makes `id` the current version of its path: it is asked by default, the others are not and
    /// are given back. Called when a new version is ready, so that a broken new file never hides a
    /// good old one; and when an earlier content comes back.
    pub fn make_current(&self, id: &DocumentId) -> Result<Vec<DocumentId>> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        let replaced = {
            let mut statement = transaction.prepare_cached(
                "UPDATE documents SET superseded_by = ?1
                 WHERE path = (SELECT path FROM documents WHERE id = ?1) AND id <> ?1
                   AND superseded_by IS NULL AND status = 'ready'
                 RETURNING id",
            )?;
            let ids = statement.query_map([id.as_str()], |row| row.get::<_, String>(0))?;
            ids.map(|id| document_id(id?)).collect::<Result<Vec<_>>>()?
        };
        transaction.execute(
            "UPDATE documents SET superseded_by = NULL, version =
                 MAX(version, 1 + COALESCE((SELECT MAX(o.version) FROM documents o
                     WHERE o.path = documents.path AND o.id <> documents.id), 0))
             WHERE id = ?1",
            [id.as_str()],
        )?;
        collections::inherit(&transaction, id)?;
        transaction.commit()?;
        Ok(replaced)
    }

    /// The document with this content, when it is in the library.
    pub fn document(&self, id: &DocumentId) -> Result<Option<DocumentRow>> {
        let reader = self.reader();
        let mut statement =
            reader.prepare_cached(&format!("{ROW} WHERE d.id = ?1 AND d.removed_at_s IS NULL"))?;
        let row = statement.query_row([id.as_str()], |row| Ok(read_row(row))).optional()?;
        row.transpose()
    }

    /// Whether there is no document at all.
    pub fn is_empty(&self) -> Result<bool> {
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM documents)";
        Ok(self.reader().query_row(sql, [], |row| row.get(0))?)
    }

    /// Every document, newest first.
    pub fn documents(&self) -> Result<Vec<DocumentRow>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&format!(
            "{ROW} WHERE d.removed_at_s IS NULL ORDER BY d.added_at_s DESC, d.rowid DESC"
        ))?;
        let rows = statement.query_map([], |row| Ok(read_row(row)))?;
        rows.map(|row| row?).collect()
    }

    /// The file's own outline; `None` where an earlier version opened the file, which kept none.
    pub fn outline(&self, id: &DocumentId) -> Result<Option<Vec<OutlineItem>>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("SELECT outline FROM documents WHERE id = ?1")?;
        let text: Option<String> = statement.query_row([id.as_str()], |row| row.get(0))?;
        text.map(|text| from_json("an outline", &text)).transpose()
    }

    /// Ready documents whose structure was made by another recipe, by an earlier version or with other
    /// settings, and those that lack vectors. Those that are current come first.
    pub fn outdated(&self, recipe: &str) -> Result<Vec<DocumentId>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT id FROM documents WHERE status = 'ready' AND (recipe IS NOT ?1 OR by_words)
             ORDER BY superseded_by IS NOT NULL, added_at_s DESC, rowid DESC",
        )?;
        let ids = statement.query_map([recipe], |row| row.get::<_, String>(0))?;
        ids.map(|id| document_id(id?)).collect()
    }

    /// Ready documents whose pages an earlier version of the reader read than this one; newest first.
    pub fn read_before(&self, reading: u32) -> Result<Vec<DocumentId>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT id FROM documents
             WHERE status = 'ready' AND reading < ?1 AND removed_at_s IS NULL
             ORDER BY superseded_by IS NOT NULL, added_at_s DESC, rowid DESC",
        )?;
        let ids = statement.query_map([reading], |row| row.get::<_, String>(0))?;
        ids.map(|id| document_id(id?)).collect()
    }

    /// The documents that are asked when none is named: ready, and replaced by no newer version;
    /// newest first.
    pub fn current_documents(&self) -> Result<Vec<DocumentId>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT id FROM documents WHERE status = 'ready' AND superseded_by IS NULL
             ORDER BY added_at_s DESC, rowid DESC",
        )?;
        let ids = statement.query_map([], |row| row.get::<_, String>(0))?;
        ids.map(|id| document_id(id?)).collect()
    }

    /// Records where the import stands; `error` only with a failure. Gives whether the set of
    /// searchable vectors changed, which raises the generation by one.
    pub fn set_status(
        &self,
        id: &DocumentId,
        status: DocumentStatus,
        error: Option<&WireError>,
    ) -> Result<bool> {
        let error = error.map(|error| to_json("an error", error)).transpose()?;
        let ready = to_text("a status", &DocumentStatus::Ready)?;
        let status = to_text("a status", &status)?;
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        let before: Option<String> = transaction
            .query_row(
                "SELECT status FROM documents WHERE id = ?1 AND removed_at_s IS NULL",
                [id.as_str()],
                |row| row.get(0),
            )
            .optional()?;
        transaction.execute(
            "UPDATE documents SET status = ?2, error = ?3 WHERE id = ?1 AND removed_at_s IS NULL",
            params![id.as_str(), status, error],
        )?;
        let changed = before.is_some_and(|before| (before == ready) != (status == ready));
        if changed {
            bump_generation(&transaction)?;
        }
        transaction.commit()?;
        Ok(changed)
    }

    /// Makes a document ready to be asked by its words, before its passages have their vectors.
    pub fn set_ready_by_words(&self, id: &DocumentId) -> Result<()> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        got_on(&transaction, id)?;
        transaction.execute(
            "UPDATE documents SET status = 'ready', error = NULL, by_words = 1
             WHERE id = ?1 AND removed_at_s IS NULL",
            [id.as_str()],
        )?;
        bump_generation(&transaction)?;
        transaction.commit()?;
        Ok(())
    }

    /// More vectors of a ready document are there: raises the generation. `all`: none lacks any more.
    pub fn vectors_came(&self, id: &DocumentId, all: bool) -> Result<()> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        got_on(&transaction, id)?;
        if all {
            transaction
                .execute("UPDATE documents SET by_words = 0 WHERE id = ?1", [id.as_str()])?;
        }
        bump_generation(&transaction)?;
        transaction.commit()?;
        Ok(())
    }

    /// Records what was learned when the file was opened.
    pub fn set_opened(&self, id: &DocumentId, opened: &Opened<'_>) -> Result<()> {
        self.writer().execute(
            "UPDATE documents SET title = ?2, pages = ?3, active_content = ?4, repaired = ?5,
                                  outline = ?6,
                                  reading = CASE WHEN EXISTS (SELECT 1 FROM pages WHERE document = ?1)
                                                 THEN reading ELSE ?7 END
             WHERE id = ?1",
            params![
                id.as_str(),
                opened.title,
                opened.pages,
                to_json("active content", &opened.active_content)?,
                opened.repaired,
                to_json("an outline", &opened.outline)?,
                opened.reading,
            ],
        )?;
        Ok(())
    }

    /// Records what a document is called; `None` where it has no good title.
    pub fn set_display_title(&self, id: &DocumentId, title: Option<&str>) -> Result<()> {
        self.writer().execute(
            "UPDATE documents SET display_title = ?2 WHERE id = ?1",
            params![id.as_str(), title.unwrap_or_default()],
        )?;
        Ok(())
    }

    /// Documents that were read, of which it is not known what they are called.
    pub fn without_display_title(&self) -> Result<Vec<DocumentId>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT id FROM documents WHERE status = 'ready' AND display_title IS NULL
             ORDER BY added_at_s DESC, rowid DESC",
        )?;
        let ids = statement.query_map([], |row| row.get::<_, String>(0))?;
        ids.map(|id| document_id(id?)).collect()
    }

    /// Records the share of the indexing step that is done, 0 to 1.
    pub fn set_indexed(&self, id: &DocumentId, share: f32) -> Result<()> {
        self.writer().execute(
            "UPDATE documents SET indexed = ?2 WHERE id = ?1",
            params![id.as_str(), share],
        )?;
        Ok(())
    }

    /// Records where the file was found last.
    pub fn set_path(&self, id: &DocumentId, path: &str, file_name: &str) -> Result<()> {
        self.writer().execute(
            "UPDATE documents SET path = ?2, file_name = ?3 WHERE id = ?1",
            params![id.as_str(), path, file_name],
        )?;
        Ok(())
    }

    /// The document of a content, by its whole hash, also when it is set aside; else the id that it gets:
    /// the first one that no other content has.
    pub fn id_of_content(&self, content_hash: &str) -> Result<DocumentId> {
        let reader = self.reader();
        let known: Option<String> = reader
            .query_row("SELECT id FROM documents WHERE content_hash = ?1", [content_hash], |row| {
                row.get(0)
            })
            .optional()?;
        if let Some(id) = known {
            return document_id(id);
        }
        let mut usual = None;
        for id in DocumentId::candidates(content_hash) {
            let taken: bool = reader.query_row(
                "SELECT EXISTS (SELECT 1 FROM documents WHERE id = ?1)",
                [id.as_str()],
                |row| row.get(0),
            )?;
            if !taken {
                return Ok(id);
            }
            usual.get_or_insert(id);
        }
        Ok(usual.unwrap_or_else(|| DocumentId::from_content_hash(content_hash)))
    }

    /// The whole hash of each document's content, and its size in bytes.
    pub fn contents(&self) -> Result<Vec<(DocumentId, String, u64)>> {
        let reader = self.reader();
        let mut statement = reader.prepare(
            "SELECT id, content_hash, size_bytes FROM documents WHERE removed_at_s IS NULL",
        )?;
        let rows = statement.query_map([], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, u64>(2)?))
        })?;
        rows.map(|row| {
            let (id, hash, size_bytes) = row?;
            Ok((document_id(id)?, hash, size_bytes))
        })
        .collect()
    }

    /// Replaces the document's warnings.
    pub fn set_warnings(&self, id: &DocumentId, warnings: &[String]) -> Result<()> {
        self.writer().execute(
            "UPDATE documents SET warnings = ?2 WHERE id = ?1",
            params![id.as_str(), to_json("warnings", &warnings)?],
        )?;
        Ok(())
    }
}

fn read_row(row: &Row<'_>) -> Result<DocumentRow> {
    let superseded_by: Option<String> = row.get(8)?;
    let error: Option<String> = row.get(12)?;
    Ok(DocumentRow {
        id: document_id(row.get(0)?)?,
        file_name: row.get(1)?,
        path: row.get(2)?,
        title: row.get(3)?,
        status: from_text("a status", row.get(4)?)?,
        pages: row.get(5)?,
        indexed: row.get(6)?,
        version: row.get(7)?,
        superseded_by: superseded_by.map(document_id).transpose()?,
        size_bytes: row.get(9)?,
        added_at_s: row.get(10)?,
        warnings: from_json("warnings", &row.get::<_, String>(11)?)?,
        error: error.map(|text| from_json("an error", &text)).transpose()?,
        active_content: from_json("active content", &row.get::<_, String>(13)?)?,
        pages_done: row.get(14)?,
        pages_ocr: row.get(15)?,
        pages_failed: row.get(16)?,
        refreshing: row.get(17)?,
        by_words: row.get(18)?,
        display_title: row.get(19)?,
    })
}
