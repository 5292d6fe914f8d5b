//! Removing documents: set aside first, which can be undone, then removed for good with all that was
//! made of them. The columns are those of `documents`.

use citelight_core::{ChunkId, DocumentId, DocumentStatus};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use crate::chunks::chunk_ids;
use crate::{
    Result, Store, begin, bump_generation, document_id, from_json, from_text, fulltext, to_json,
    to_text, traces,
};

/// When a document was set aside, and what bringing it back needs.
pub(crate) const ADD_REMOVAL: &str = "
    ALTER TABLE documents ADD COLUMN removed_at_s INTEGER;
    ALTER TABLE documents ADD COLUMN removal TEXT;
    CREATE INDEX documents_removed ON documents (removed_at_s) WHERE removed_at_s IS NOT NULL;
";

/// What a document set aside is brought back to.
#[derive(Debug, Serialize, Deserialize)]
struct Removal {
    status: DocumentStatus,
    /// Versions that it had replaced.
    earlier: Vec<DocumentId>,
}

impl Store {
    /// Takes a document out of the library, its place in the queue included, until it is
    /// [brought back](Self::bring_back) or [removed](Self::remove_document). Gives the ids of its
    /// chunks, which are not searched any more; `None` where it is not there.
    pub fn set_aside(&self, id: &DocumentId, now_s: i64) -> Result<Option<Vec<ChunkId>>> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        let status: Option<String> = transaction
            .query_row(
                "SELECT status FROM documents WHERE id = ?1 AND removed_at_s IS NULL",
                [id.as_str()],
                |row| row.get(0),
            )
            .optional()?;
        let Some(status) = status else { return Ok(None) };
        let status: DocumentStatus = from_text("a status", status)?;
        let removal = Removal { status, earlier: replaced_by(&transaction, id)? };
        // As cancelled it is neither asked nor searched, cut anew or anybody's next version.
        transaction.execute(
            "UPDATE documents SET removed_at_s = ?2, removal = ?3, status = ?4 WHERE id = ?1",
            params![
                id.as_str(),
                now_s,
                to_json("a removal", &removal)?,
                to_text("a status", &DocumentStatus::Cancelled)?,
            ],
        )?;
        transaction.execute("DELETE FROM jobs WHERE document = ?1", [id.as_str()])?;
        give_way(&transaction, id)?;
        let chunks = match status {
            DocumentStatus::Ready => chunk_ids(&transaction, id)?,
            _ => Vec::new(),
        };
        bump_generation(&transaction)?;
        transaction.commit()?;
        Ok(Some(chunks))
    }

    /// Brings back a document that was set aside; an import that it was in waits again. Gives its
    /// status; `None` where it was not set aside, or is gone for good.
    pub fn bring_back(&self, id: &DocumentId, now_s: i64) -> Result<Option<DocumentStatus>> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        let removal: Option<String> = transaction
            .query_row(
                "SELECT removal FROM documents WHERE id = ?1 AND removed_at_s IS NOT NULL",
                [id.as_str()],
                |row| row.get(0),
            )
            .optional()?;
        let Some(removal) = removal else { return Ok(None) };
        let removal: Removal = from_json("a removal", &removal)?;
        let status = match removal.status {
            DocumentStatus::Reading | DocumentStatus::Indexing => DocumentStatus::Queued,
            status => status,
        };
        transaction.execute(
            "UPDATE documents SET removed_at_s = NULL, removal = NULL, status = ?2 WHERE id = ?1",
            params![id.as_str(), to_text("a status", &status)?],
        )?;
        let by_words: bool = transaction.query_row(
            "SELECT by_words FROM documents WHERE id = ?1",
            [id.as_str()],
            |row| row.get(0),
        )?;
        if status == DocumentStatus::Queued || by_words {
            transaction.execute(
                "INSERT INTO jobs (document, queued_at_s) VALUES (?1, ?2)
                 ON CONFLICT (document) DO NOTHING",
                params![id.as_str(), now_s],
            )?;
        }
        for earlier in &removal.earlier {
            transaction.execute(
                "UPDATE documents SET superseded_by = ?1 WHERE id = ?2 AND superseded_by IS
                     (SELECT superseded_by FROM documents WHERE id = ?1)",
                [id.as_str(), earlier.as_str()],
            )?;
        }
        bump_generation(&transaction)?;
        transaction.commit()?;
        Ok(Some(status))
    }

    /// The documents that were set aside at that time or earlier.
    pub fn set_aside_until(&self, until_s: i64) -> Result<Vec<DocumentId>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT id FROM documents WHERE removed_at_s <= ?1 ORDER BY removed_at_s, rowid",
        )?;
        let ids = statement.query_map([until_s], |row| row.get::<_, String>(0))?;
        ids.map(|id| document_id(id?)).collect()
    }

    /// Earlier versions of these documents that would be asked again without them; newest first.
    pub fn earlier_versions(&self, documents: &[DocumentId]) -> Result<Vec<DocumentId>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "WITH RECURSIVE gone (id) AS (SELECT value FROM json_each(?1)),
                 earlier (id) AS (
                     SELECT d.id FROM documents d JOIN gone g ON d.superseded_by = g.id
                     WHERE (SELECT superseded_by FROM documents WHERE id = g.id) IS NULL
                     UNION SELECT d.id FROM documents d JOIN earlier e ON d.superseded_by = e.id)
             SELECT d.id FROM documents d JOIN earlier e ON e.id = d.id
             WHERE d.removed_at_s IS NULL AND d.id NOT IN (SELECT id FROM gone)
             ORDER BY d.version DESC, d.rowid DESC",
        )?;
        let ids = statement
            .query_map([to_json("documents", &documents)?], |row| row.get::<_, String>(0))?;
        ids.map(|id| document_id(id?)).collect()
    }

    /// How many answers of the history cite any of these documents.
    pub fn answers_citing(&self, documents: &[DocumentId]) -> Result<u32> {
        Ok(self.reader().query_row(
            "SELECT COUNT(DISTINCT question) FROM citations
             WHERE document IN (SELECT value FROM json_each(?1))",
            [to_json("documents", &documents)?],
            |row| row.get(0),
        )?)
    }

    /// Removes a document with everything made of it. Of answers that cite it the question stays, with
    /// the name of the file. Gives the ids of the chunks that went with it. What it leaves in the
    /// full-text index and the log, [`erase_traces`](Self::erase_traces) erases.
    pub fn remove_document(&self, id: &DocumentId) -> Result<Vec<ChunkId>> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        let chunks = chunk_ids(&transaction, id)?;
        empty_answers(&transaction, id)?;
        transaction.execute("DELETE FROM retrieval_log WHERE document = ?1", [id.as_str()])?;
        give_way(&transaction, id)?;
        transaction.execute("DELETE FROM documents WHERE id = ?1", [id.as_str()])?;
        traces::note(&transaction, id)?;
        transaction.execute(
            "DELETE FROM vectors WHERE NOT EXISTS
                 (SELECT 1 FROM chunks c WHERE c.text_hash = vectors.text_hash)
               AND NOT EXISTS
                 (SELECT 1 FROM sections s WHERE s.title_hash = vectors.text_hash)",
            [],
        )?;
        bump_generation(&transaction)?;
        transaction.commit()?;
        if !chunks.is_empty() {
            fulltext::count_anew(&mut writer)?;
        }
        Ok(chunks)
    }
}

/// The version before one that goes takes its place: it is current again, or replaced by what came after.
fn give_way(connection: &Connection, id: &DocumentId) -> Result<()> {
    connection.execute(
        "UPDATE documents SET superseded_by = (SELECT superseded_by FROM documents WHERE id = ?1)
         WHERE superseded_by = ?1",
        [id.as_str()],
    )?;
    Ok(())
}

/// Versions that a document replaced.
fn replaced_by(connection: &Connection, id: &DocumentId) -> Result<Vec<DocumentId>> {
    let mut statement =
        connection.prepare_cached("SELECT id FROM documents WHERE superseded_by = ?1")?;
    let ids = statement.query_map([id.as_str()], |row| row.get::<_, String>(0))?;
    ids.map(|id| document_id(id?)).collect()
}

/// Empties the answers that cite a document: its words, and those written from them, go with it. What is
/// left says which file it was, and what the question follows up.
fn empty_answers(connection: &Connection, id: &DocumentId) -> Result<()> {
    connection.execute(
        "UPDATE answers SET text = '', sentences = '[]', calculation = '', interpretation = '',
             details = json_object(
                 'follows', json_extract(nullif(details, ''), '$.follows'),
                 'removed', json_insert(
                     coalesce(json_extract(nullif(details, ''), '$.removed'), '[]'), '$[#]',
                     (SELECT file_name FROM documents WHERE id = ?1)))
         WHERE question IN (SELECT question FROM citations WHERE document = ?1)",
        [id.as_str()],
    )?;
    for table in ["retrieval_log", "feedback"] {
        connection.execute(
            &format!(
                "DELETE FROM {table}
                 WHERE question IN (SELECT question FROM citations WHERE document = ?1)"
            ),
            [id.as_str()],
        )?;
    }
    connection.execute(
        "DELETE FROM citations
         WHERE question IN (SELECT question FROM citations WHERE document = ?1)",
        [id.as_str()],
    )?;
    Ok(())
}
