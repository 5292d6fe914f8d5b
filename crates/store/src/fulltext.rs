//! Table `chunks_fts`: the words of the chunks, stemmed, in fields.
//!
//! It holds no text of its own: what is searched differs from what is shown (numbers are written
//! without separators, the labels of a table's rows stand once more by themselves).

use citelight_core::{ChunkId, DocumentId};
use rusqlite::{Connection, params};

use crate::{Result, Store, to_json};

/// Replaces the full-text table of earlier versions. Old rows are searched by their text until their
/// documents are made anew.
pub(crate) const FIELDS: &str = "
    DROP TRIGGER chunks_inserted;
    DROP TRIGGER chunks_deleted;
    DROP TABLE chunks_fts;
    CREATE VIRTUAL TABLE chunks_fts USING fts5 (
        title, breadcrumb, labels, text, content = '', contentless_delete = 1,
        tokenize = 'porter unicode61 remove_diacritics 2'
    );
    INSERT INTO chunks_fts (rowid, title, breadcrumb, labels, text)
        SELECT id, '', breadcrumb, '', text FROM chunks;
    CREATE TRIGGER chunks_deleted AFTER DELETE ON chunks BEGIN
        DELETE FROM chunks_fts WHERE rowid = old.id;
    END;
";

/// What a chunk is found by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchText {
    /// Title of its section.
    pub title: String,
    /// Labels of the rows, where it is a table's.
    pub labels: String,
    /// Its text, with numbers as they are searched.
    pub text: String,
}

/// Weights of the fields in BM25: a word in the title tells most; one in the breadcrumb belongs to
/// all that lies below; labels say what a row is about, and stand in the text a second time.
const WEIGHTS: &str = "2.0, 0.5, 0.5, 1.0";

pub(crate) fn insert(
    connection: &Connection,
    id: i64,
    breadcrumb: &str,
    searched: &SearchText,
) -> Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO chunks_fts (rowid, title, breadcrumb, labels, text)
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![id, searched.title, breadcrumb, searched.labels, searched.text])?;
    Ok(())
}

impl Store {
    /// The best chunks by BM25 for any of `terms` within `documents`, best first: score (higher is
    /// better) and id. A term is a word; whatever it holds is searched literally.
    pub fn search_words(
        &self,
        terms: &[String],
        documents: &[DocumentId],
        limit: usize,
    ) -> Result<Vec<(ChunkId, f32)>> {
        let ranges = self.chunk_ranges(documents)?;
        let (Some((first, _)), Some((_, end))) = (ranges.first(), ranges.last()) else {
            return Ok(Vec::new());
        };
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        let words: Vec<String> = terms.iter().map(|term| quoted(term)).collect();
        // A document's chunks stand side by side, so that ids tell documents apart; looking up the
        // document of every row that holds a word took most of the time.
        let sql = format!(
            "SELECT rowid, bm25(chunks_fts, {WEIGHTS}) AS rank FROM chunks_fts
             WHERE chunks_fts MATCH ?1 AND rowid >= ?2 AND rowid < ?3 ORDER BY rank"
        );
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&sql)?;
        let mut rows = statement.query(params![words.join(" OR "), first.0, end.0])?;
        let mut found = Vec::new();
        while found.len() < limit
            && let Some(row) = rows.next()?
        {
            let id = ChunkId(row.get(0)?);
            let after = ranges.partition_point(|(first, _)| *first <= id);
            if after > 0 && id < ranges[after - 1].1 {
                found.push((id, -row.get::<_, f32>(1)?));
            }
        }
        Ok(found)
    }

    /// In how many chunks of these documents a term occurs, by the full-text index's own stemming.
    pub fn chunks_with(&self, term: &str, documents: &[DocumentId]) -> Result<u32> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT COUNT(*) FROM chunks_fts f JOIN chunks c ON c.id = f.rowid
             WHERE chunks_fts MATCH ?1 AND c.document IN (SELECT value FROM json_each(?2))",
        )?;
        let documents: Vec<&str> = documents.iter().map(DocumentId::as_str).collect();
        Ok(statement
            .query_row(params![quoted(term), to_json("document ids", &documents)?], |row| {
                row.get(0)
            })?)
    }
}

/// A word as FTS5 takes it literally.
fn quoted(term: &str) -> String {
    format!("\"{}\"", term.replace('"', "\"\""))
}
