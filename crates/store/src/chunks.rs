//! Tables `chunks`, `vectors`: what is searched.
//!
//! Vectors are kept by the hash of the embedded text and the model's name, so that the same text is
//! embedded once, whatever document or version it stands in.

use std::collections::HashMap;

use citelight_core::{ChunkId, DocumentId, PageNumber, PassageKind, Span};
use rusqlite::{Connection, OptionalExtension, Row, Rows, params};

use crate::fulltext::{self, SearchText};
use crate::{
    Result, Store, StoreError, begin, document_id, from_text, page_number, to_json, to_text,
};

pub(crate) const CREATE: &str = "
    CREATE TABLE chunks (
        id           INTEGER PRIMARY KEY AUTOINCREMENT,
        document     TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        section      INTEGER,
        kind         TEXT NOT NULL,
        start        INTEGER NOT NULL,
        end          INTEGER NOT NULL,
        first_page   INTEGER NOT NULL,
        last_page    INTEGER NOT NULL,
        tokens       INTEGER NOT NULL,
        split        INTEGER NOT NULL,
        splits       INTEGER NOT NULL,
        continuation INTEGER NOT NULL,
        breadcrumb   TEXT NOT NULL,
        text         TEXT NOT NULL,
        text_hash    TEXT NOT NULL
    );
    CREATE INDEX chunks_document ON chunks (document, start);
    CREATE INDEX chunks_text_hash ON chunks (text_hash);
    CREATE VIRTUAL TABLE chunks_fts USING fts5 (
        text, breadcrumb, content = 'chunks', content_rowid = 'id',
        tokenize = 'porter unicode61 remove_diacritics 2'
    );
    CREATE TRIGGER chunks_inserted AFTER INSERT ON chunks BEGIN
        INSERT INTO chunks_fts (rowid, text, breadcrumb)
        VALUES (new.id, new.text, new.breadcrumb);
    END;
    CREATE TRIGGER chunks_deleted AFTER DELETE ON chunks BEGIN
        INSERT INTO chunks_fts (chunks_fts, rowid, text, breadcrumb)
        VALUES ('delete', old.id, old.text, old.breadcrumb);
    END;
    CREATE TABLE vectors (
        text_hash TEXT NOT NULL,
        model     TEXT NOT NULL,
        data      BLOB NOT NULL,
        PRIMARY KEY (text_hash, model)
    ) WITHOUT ROWID;
";

pub(crate) const ADD_NOISE: &str = "ALTER TABLE chunks ADD COLUMN noise INTEGER NOT NULL DEFAULT 0";

/// Chunks are picked by kind before a search; an index spares a look at every text.
pub(crate) const KIND_INDEX: &str = "CREATE INDEX chunks_kind ON chunks (kind)";

/// Rows of a table without rowids overflow from a quarter of a page on, so that a vector took 5 kB;
/// it takes 2, and those of a document lie side by side.
pub(crate) const VECTORS_WITH_ROWID: &str = "
    CREATE TABLE vectors_with_rowid (
        text_hash TEXT NOT NULL,
        model     TEXT NOT NULL,
        data      BLOB NOT NULL,
        PRIMARY KEY (text_hash, model)
    );
    INSERT INTO vectors_with_rowid SELECT text_hash, model, data FROM vectors;
    DROP TABLE vectors;
    ALTER TABLE vectors_with_rowid RENAME TO vectors;
";

/// Where the chunks of a document stand comes from an index alone, without a look at every text.
pub(crate) const SECTION_INDEX: &str = "CREATE INDEX chunks_section ON chunks (document, section)";

/// A chunk to store.
#[derive(Debug, Clone)]
pub struct NewChunk {
    /// Its section's id, when it lies in one.
    pub section: Option<u32>,
    /// What it is.
    pub kind: PassageKind,
    /// Its part of the flow text.
    pub span: Span,
    /// First page it touches.
    pub first_page: PageNumber,
    /// Last page it touches.
    pub last_page: PageNumber,
    /// Tokens of the text, by the embedder's tokenizer, special ones left out.
    pub tokens: u32,
    /// Which part of its section it is, from 1, and of how many.
    pub split: (u32, u32),
    /// Whether a part of the same section comes before it.
    pub continuation: bool,
    /// Whether its section holds no content of its own.
    pub noise: bool,
    /// Breadcrumb of its section; empty without one.
    pub breadcrumb: String,
    /// Its text as shown: what is repeated of the table or list that it goes on with, if anything,
    /// then its part of the flow text.
    pub text: String,
    /// Hash of the text that is embedded.
    pub text_hash: String,
    /// What it is found by.
    pub searched: SearchText,
}

/// A stored chunk.
#[derive(Debug, Clone)]
pub struct ChunkRow {
    /// Row.
    pub id: ChunkId,
    /// Its document.
    pub document: DocumentId,
    /// That document's file name.
    pub file_name: String,
    /// What it is.
    pub kind: PassageKind,
    /// Its part of the flow text.
    pub span: Span,
    /// First page it touches.
    pub first_page: PageNumber,
    /// Last page it touches.
    pub last_page: PageNumber,
    /// Its section's id, when it lies in one.
    pub section: Option<u32>,
    /// Tokens of the text, by the embedder's tokenizer, special ones left out.
    pub tokens: u32,
    /// Which part of its section it is, from 1, and of how many.
    pub split: (u32, u32),
    /// Whether its section holds no content of its own.
    pub noise: bool,
    /// Breadcrumb of its section; empty without one.
    pub breadcrumb: String,
    /// Its text as shown; the last bytes of it are its part of the flow text.
    pub text: String,
}

/// Where a chunk stands in its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkPlace {
    /// Row.
    pub chunk: ChunkId,
    /// Its section's id, when it lies in one.
    pub section: Option<u32>,
}

impl ChunkRow {
    /// Its part of the flow text: its text without what is repeated before it.
    pub fn body(&self) -> &str {
        let start = self.text.len().saturating_sub(self.span.len() as usize);
        self.text.get(start..).unwrap_or(&self.text)
    }
}

const ROW: &str = "SELECT c.id, c.document, d.file_name, c.kind, c.start, c.end, c.first_page,
        c.last_page, c.breadcrumb, c.text, c.section, c.tokens, c.split, c.splits, c.noise
     FROM chunks c JOIN documents d ON d.id = c.document";

pub(crate) fn chunk_ids(connection: &Connection, document: &DocumentId) -> Result<Vec<ChunkId>> {
    let mut statement = connection.prepare_cached("SELECT id FROM chunks WHERE document = ?1")?;
    let ids = statement.query_map([document.as_str()], |row| Ok(ChunkId(row.get(0)?)))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

pub(crate) fn insert_chunks(
    connection: &Connection,
    document: &DocumentId,
    chunks: &[NewChunk],
) -> Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO chunks (document, section, kind, start, end, first_page, last_page, tokens,
                             split, splits, continuation, breadcrumb, text, text_hash, noise)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
    )?;
    for chunk in chunks {
        statement.execute(params![
            document.as_str(),
            chunk.section,
            to_text("a chunk's kind", &chunk.kind)?,
            chunk.span.start,
            chunk.span.end,
            chunk.first_page.get(),
            chunk.last_page.get(),
            chunk.tokens,
            chunk.split.0,
            chunk.split.1,
            chunk.continuation,
            chunk.breadcrumb,
            chunk.text,
            chunk.text_hash,
            chunk.noise,
        ])?;
        fulltext::insert(
            connection,
            connection.last_insert_rowid(),
            &chunk.breadcrumb,
            &chunk.searched,
        )?;
    }
    Ok(())
}

impl Store {
    /// Those of `hashes`, in order and each once, that have no vector of this model.
    pub fn without_vector(&self, model: &str, hashes: &[&str]) -> Result<Vec<String>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT h.value FROM json_each(?1) h WHERE NOT EXISTS
                 (SELECT 1 FROM vectors v WHERE v.text_hash = h.value AND v.model = ?2)
             GROUP BY h.value ORDER BY MIN(h.key)",
        )?;
        let rows =
            statement.query_map(params![to_json("hashes", &hashes)?, model], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The chunks of a document, in reading order.
    pub fn chunks(&self, document: &DocumentId) -> Result<Vec<ChunkRow>> {
        let reader = self.reader();
        let mut statement =
            reader.prepare_cached(&format!("{ROW} WHERE c.document = ?1 ORDER BY c.id"))?;
        let rows = statement.query_map([document.as_str()], |row| Ok(read_chunk(row)))?;
        rows.map(|row| row?).collect()
    }

    /// Where the chunks of a document stand, in reading order.
    pub fn chunk_places(&self, document: &DocumentId) -> Result<Vec<ChunkPlace>> {
        let reader = self.reader();
        let mut statement = reader
            .prepare_cached("SELECT id, section FROM chunks WHERE document = ?1 ORDER BY id")?;
        let rows = statement.query_map([document.as_str()], |row| {
            Ok(ChunkPlace { chunk: ChunkId(row.get(0)?), section: row.get(1)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The first `limit` chunks of a document that touch `span`, in reading order.
    pub fn chunks_in(
        &self,
        document: &DocumentId,
        span: Span,
        limit: usize,
    ) -> Result<Vec<ChunkId>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT id FROM chunks WHERE document = ?1 AND start < ?3 AND end > ?2
             ORDER BY id LIMIT ?4",
        )?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = statement
            .query_map(params![document.as_str(), span.start, span.end, limit], |row| {
                Ok(ChunkId(row.get(0)?))
            })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The chunks of any of these kinds, in every document, rising.
    pub fn chunks_of_kinds(&self, kinds: &[PassageKind]) -> Result<Vec<ChunkId>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT id FROM chunks WHERE kind IN (SELECT value FROM json_each(?1)) ORDER BY id",
        )?;
        let rows =
            statement.query_map([to_json("kinds", &kinds)?], |row| Ok(ChunkId(row.get(0)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// How many chunks can be searched.
    pub fn searchable_chunks(&self) -> Result<u32> {
        Ok(self.reader().query_row(
            "SELECT COUNT(*) FROM chunks c JOIN documents d ON d.id = c.document
             WHERE d.status = 'ready'",
            [],
            |row| row.get(0),
        )?)
    }

    /// Stores vectors by the hash of their text.
    pub fn put_vectors(&self, model: &str, vectors: &[(String, Vec<f32>)]) -> Result<()> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        for (hash, vector) in vectors {
            let data: Vec<u8> = vector.iter().flat_map(|value| value.to_le_bytes()).collect();
            transaction
                .prepare_cached("INSERT OR REPLACE INTO vectors VALUES (?1, ?2, ?3)")?
                .execute(params![hash, model, data])?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// The stored vectors of this model for `hashes`, by hash.
    pub fn vectors(&self, model: &str, hashes: &[&str]) -> Result<HashMap<String, Vec<f32>>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT v.text_hash, v.data FROM vectors v
             WHERE v.model = ?2 AND v.text_hash IN (SELECT value FROM json_each(?1))",
        )?;
        let rows = statement.query_map(params![to_json("hashes", &hashes)?, model], |row| {
            Ok((row.get(0)?, read_vector(row.get_ref(1)?.as_blob()?)))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Hands the vectors of every ready document's chunks to `each`, in the order of their ids, and
    /// gives the generation that they belong to.
    pub fn each_vector(&self, model: &str, each: &mut dyn FnMut(ChunkId, &[f32])) -> Result<i64> {
        let mut reader = self.reader();
        let transaction = reader.transaction()?; // one snapshot of vectors and generation
        let generation = transaction.query_row(
            "SELECT value FROM meta WHERE key = 'generation'",
            [],
            |row| row.get(0),
        )?;
        let mut statement = transaction.prepare_cached(
            "SELECT c.id, v.data FROM chunks c
             JOIN documents d ON d.id = c.document AND d.status = 'ready'
             JOIN vectors v ON v.text_hash = c.text_hash AND v.model = ?1 ORDER BY c.id",
        )?;
        hand_over(statement.query([model])?, each)?;
        drop(statement);
        transaction.commit()?;
        Ok(generation)
    }

    /// Hands the vectors of one document's chunks to `each`, in the order of their ids.
    pub fn document_vectors(
        &self,
        document: &DocumentId,
        model: &str,
        each: &mut dyn FnMut(ChunkId, &[f32]),
    ) -> Result<()> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT c.id, v.data FROM chunks c
             JOIN vectors v ON v.text_hash = c.text_hash AND v.model = ?2
             WHERE c.document = ?1 ORDER BY c.id",
        )?;
        hand_over(statement.query([document.as_str(), model])?, each)
    }

    /// Hands the vectors of some chunks to `each`, in any order.
    pub fn chunk_vectors(
        &self,
        ids: &[ChunkId],
        model: &str,
        each: &mut dyn FnMut(ChunkId, &[f32]),
    ) -> Result<()> {
        let of_text = "JOIN vectors v ON v.text_hash = c.text_hash AND v.model = ?2";
        self.vectors_by_chunk(of_text, ids, model, each)
    }

    /// Hands the vectors of the titles of some chunks' sections to `each`, in any order.
    pub fn title_vectors_of(
        &self,
        ids: &[ChunkId],
        model: &str,
        each: &mut dyn FnMut(ChunkId, &[f32]),
    ) -> Result<()> {
        let of_title = "JOIN sections s ON s.document = c.document AND s.id = c.section
             JOIN vectors v ON v.text_hash = s.title_hash AND v.model = ?2";
        self.vectors_by_chunk(of_title, ids, model, each)
    }

    fn vectors_by_chunk(
        &self,
        joined: &str,
        ids: &[ChunkId],
        model: &str,
        each: &mut dyn FnMut(ChunkId, &[f32]),
    ) -> Result<()> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&format!(
            "SELECT c.id, v.data FROM json_each(?1) wanted JOIN chunks c ON c.id = wanted.value
             {joined}"
        ))?;
        let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
        hand_over(statement.query(params![to_json("chunk ids", &ids)?, model])?, each)
    }

    /// The half-open range of chunk ids that holds the chunks of a document: they are written at
    /// once, so that they stand side by side. `None` when it has none.
    pub fn chunk_range(&self, document: &DocumentId) -> Result<Option<(ChunkId, ChunkId)>> {
        let reader = self.reader();
        let mut statement =
            reader.prepare_cached("SELECT MIN(id), MAX(id) + 1 FROM chunks WHERE document = ?1")?;
        let range = statement.query_row([document.as_str()], |row| {
            Ok(row.get::<_, Option<i64>>(0)?.zip(row.get::<_, Option<i64>>(1)?))
        })?;
        Ok(range.map(|(first, end)| (ChunkId(first), ChunkId(end))))
    }

    /// The stored ones of `ids`, in the order of `ids`.
    pub fn chunks_by_id(&self, ids: &[ChunkId]) -> Result<Vec<ChunkRow>> {
        let reader = self.reader();
        let mut statement = reader
            .prepare_cached(&format!("{ROW} JOIN json_each(?1) wanted ON wanted.value = c.id"))?;
        let wanted: Vec<i64> = ids.iter().map(|id| id.0).collect();
        let rows =
            statement.query_map([to_json("chunk ids", &wanted)?], |row| Ok(read_chunk(row)))?;
        let mut rows = rows.map(|row| row?).collect::<Result<Vec<_>>>()?;
        // SQLite would copy every text to put the rows in order.
        let places: HashMap<ChunkId, usize> =
            ids.iter().enumerate().map(|(place, id)| (*id, place)).collect();
        rows.sort_by_key(|row| places.get(&row.id));
        Ok(rows)
    }

    /// A stored chunk.
    pub fn chunk(&self, id: ChunkId) -> Result<Option<ChunkRow>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&format!("{ROW} WHERE c.id = ?1"))?;
        statement.query_row([id.0], |row| Ok(read_chunk(row))).optional()?.transpose()
    }
}

fn hand_over(mut rows: Rows<'_>, each: &mut dyn FnMut(ChunkId, &[f32])) -> Result<()> {
    let mut vector = Vec::new();
    while let Some(row) = rows.next()? {
        let data = row
            .get_ref(1)?
            .as_blob()
            .map_err(|error| StoreError::Damaged { what: "a vector", why: error.to_string() })?;
        vector.clear();
        vector.extend(numbers(data));
        each(ChunkId(row.get(0)?), &vector);
    }
    Ok(())
}

/// A stored vector.
pub(crate) fn read_vector(data: &[u8]) -> Vec<f32> {
    numbers(data).collect()
}

fn numbers(data: &[u8]) -> impl Iterator<Item = f32> + '_ {
    data.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}

fn read_chunk(row: &Row<'_>) -> Result<ChunkRow> {
    Ok(ChunkRow {
        id: ChunkId(row.get(0)?),
        document: document_id(row.get(1)?)?,
        file_name: row.get(2)?,
        kind: from_text("a chunk's kind", row.get(3)?)?,
        span: Span::new(row.get(4)?, row.get(5)?),
        first_page: page_number("chunks.first_page", row.get(6)?)?,
        last_page: page_number("chunks.last_page", row.get(7)?)?,
        breadcrumb: row.get(8)?,
        text: row.get(9)?,
        section: row.get(10)?,
        tokens: row.get(11)?,
        split: (row.get(12)?, row.get(13)?),
        noise: row.get(14)?,
    })
}
