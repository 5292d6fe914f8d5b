//! Tables `sections`, `tables`, `fields`, `blocks`: the structure made of a document's words.

use citelight_core::{
    Amendment, Block, ChunkId, DocumentId, Field, FieldGuess, PageNumber, SectionRow, Span, Table,
};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::de::DeserializeOwned;

use crate::chunks::{NewChunk, chunk_ids, insert_chunks, read_vector};
use crate::pages::{decode, encode};
use crate::{
    Result, Store, begin, bump_generation, document_id, from_text, fulltext, page_number, to_text,
};

pub(crate) const ADD_TREE: &str = "
    ALTER TABLE sections ADD COLUMN kind TEXT NOT NULL DEFAULT 'body';
    ALTER TABLE sections ADD COLUMN y REAL NOT NULL DEFAULT 0;
    ALTER TABLE sections ADD COLUMN last_page INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE words ADD COLUMN flow_next BLOB;
    CREATE TABLE tables (
        document   TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        id         INTEGER NOT NULL,
        start      INTEGER NOT NULL,
        end        INTEGER NOT NULL,
        data       BLOB NOT NULL,
        PRIMARY KEY (document, id)
    ) WITHOUT ROWID;
    CREATE TABLE blocks (
        document   TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
        data       BLOB NOT NULL
    ) WITHOUT ROWID;
";

/// Titles have vectors too, by the hash of what is embedded of them.
pub(crate) const ADD_TITLES: &str = "
    ALTER TABLE sections ADD COLUMN title_hash TEXT NOT NULL DEFAULT '';
    CREATE INDEX sections_title_hash ON sections (title_hash);
";

/// The fields of forms, those of a page together.
pub(crate) const ADD_FIELDS: &str = "
    CREATE TABLE fields (
        document   TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        page       INTEGER NOT NULL,
        data       BLOB NOT NULL,
        PRIMARY KEY (document, page)
    ) WITHOUT ROWID;
";

/// Texts with what may be their labels, those of a page together.
pub(crate) const ADD_GUESSES: &str = "
    CREATE TABLE field_guesses (
        document   TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        page       INTEGER NOT NULL,
        data       BLOB NOT NULL,
        PRIMARY KEY (document, page)
    ) WITHOUT ROWID;
";

/// The changes of numbered parts that a document says; no row where it says none.
pub(crate) const ADD_AMENDMENTS: &str = "
    CREATE TABLE amendments (
        document   TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
        data       BLOB NOT NULL
    ) WITHOUT ROWID;
";

/// A page's part of the flow text. The parts of all pages, joined, are the whole text.
#[derive(Debug, Clone, Copy)]
pub struct PageFlow {
    /// The page.
    pub page: PageNumber,
    /// From its first byte to the next page's first byte, separators included.
    pub span: Span,
}

/// Everything that the structure pass makes of a document.
#[derive(Debug, Clone, Copy)]
pub struct Structure<'a> {
    /// The whole flow text.
    pub text: &'a str,
    /// Its pages, in order.
    pub pages: &'a [PageFlow],
    /// Its sections, in reading order.
    pub sections: &'a [SectionRow],
    /// Hash of what is embedded of each section's title, in the same order.
    pub title_hashes: &'a [String],
    /// Its tables, in reading order.
    pub tables: &'a [Table],
    /// Its fields, page by page.
    pub fields: &'a [Field],
    /// Texts with what may be their labels, page by page.
    pub guesses: &'a [FieldGuess],
    /// The changes of numbered parts that it says, in order.
    pub amendments: &'a [Amendment],
    /// Its blocks, in reading order.
    pub blocks: &'a [Block],
    /// Its chunks, in reading order.
    pub chunks: &'a [NewChunk],
    /// How it was made; see [`Store::outdated`].
    pub recipe: &'a str,
}

impl Store {
    /// Replaces the flow text, sections, tables, fields and chunks of a document in one transaction, which
    /// raises the generation where the document is ready. Gives the chunks that went.
    pub fn put_structure(
        &self,
        document: &DocumentId,
        structure: &Structure<'_>,
    ) -> Result<Vec<ChunkId>> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        let id = document.as_str();
        let gone = chunk_ids(&transaction, document)?;
        for table in
            ["sections", "tables", "fields", "field_guesses", "amendments", "blocks", "chunks"]
        {
            transaction.execute(&format!("DELETE FROM {table} WHERE document = ?1"), [id])?;
        }
        for page in structure.pages {
            let text = structure.text.get(page.span.range()).unwrap_or_default();
            transaction
                .prepare_cached(
                    "UPDATE pages SET flow_start = ?3, flow_end = ?4, flow_text = ?5
                     WHERE document = ?1 AND page = ?2",
                )?
                .execute(params![id, page.page.get(), page.span.start, page.span.end, text])?;
        }
        transaction.execute(
            "UPDATE words SET flow = flow_next, flow_next = NULL
             WHERE document = ?1 AND flow_next IS NOT NULL",
            [id],
        )?;
        for (section, hash) in structure.sections.iter().zip(structure.title_hashes) {
            insert_section(&transaction, id, section, hash)?;
        }
        for table in structure.tables {
            transaction.prepare_cached("INSERT INTO tables VALUES (?1, ?2, ?3, ?4, ?5)")?.execute(
                params![id, table.id, table.span.start, table.span.end, encode("a table", table)?],
            )?;
        }
        for fields in structure.fields.chunk_by(|a, b| a.page == b.page) {
            let page = fields[0].page.get();
            transaction
                .prepare_cached("INSERT INTO fields VALUES (?1, ?2, ?3)")?
                .execute(params![id, page, encode("a page's fields", &fields)?])?;
        }
        for guesses in structure.guesses.chunk_by(|a, b| a.field.page == b.field.page) {
            let page = guesses[0].field.page.get();
            transaction
                .prepare_cached("INSERT INTO field_guesses VALUES (?1, ?2, ?3)")?
                .execute(params![id, page, encode("a page's guesses", &guesses)?])?;
        }
        if !structure.amendments.is_empty() {
            transaction
                .prepare_cached("INSERT INTO amendments VALUES (?1, ?2)")?
                .execute(params![id, encode("amendments", &structure.amendments)?])?;
        }
        transaction
            .prepare_cached("INSERT INTO blocks VALUES (?1, ?2)")?
            .execute(params![id, encode("a document's blocks", &structure.blocks)?])?;
        insert_chunks(&transaction, document, structure.chunks)?;
        let ready = transaction.execute(
            "UPDATE documents SET recipe = ?2 WHERE id = ?1 AND status = 'ready'",
            params![id, structure.recipe],
        )?;
        if ready > 0 {
            bump_generation(&transaction)?;
        } else {
            transaction.execute(
                "UPDATE documents SET recipe = ?2 WHERE id = ?1",
                params![id, structure.recipe],
            )?;
        }
        transaction.commit()?;
        if !gone.is_empty() {
            fulltext::count_anew(&mut writer)?;
        }
        Ok(gone)
    }

    /// The tables of which some part lies in `span`, in order.
    pub fn tables(&self, document: &DocumentId, span: Span) -> Result<Vec<Table>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT data FROM tables WHERE document = ?1 AND start < ?3 AND end > ?2 ORDER BY id",
        )?;
        let rows = statement
            .query_map(params![document.as_str(), span.start, span.end], |row| {
                row.get::<_, Vec<u8>>(0)
            })?;
        rows.map(|data| decode("a table", &data?)).collect()
    }

    /// The fields on the pages that `span` touches, page by page; none where an earlier version made the
    /// document's structure.
    pub fn fields(&self, document: &DocumentId, span: Span) -> Result<Vec<Field>> {
        self.of_pages(("fields", "a page's fields"), document, span)
    }

    /// Texts with what may be their labels on the pages that `span` touches, page by page.
    pub fn field_guesses(&self, document: &DocumentId, span: Span) -> Result<Vec<FieldGuess>> {
        self.of_pages(("field_guesses", "a page's guesses"), document, span)
    }

    fn of_pages<T: DeserializeOwned>(
        &self,
        (table, what): (&str, &'static str),
        document: &DocumentId,
        span: Span,
    ) -> Result<Vec<T>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&format!(
            "SELECT f.data FROM pages p JOIN {table} f USING (document, page)
             WHERE p.document = ?1 AND p.flow_start < ?3 AND p.flow_end > ?2 ORDER BY p.page",
        ))?;
        let rows = statement
            .query_map(params![document.as_str(), span.start, span.end], |row| {
                row.get::<_, Vec<u8>>(0)
            })?;
        let mut all = Vec::new();
        for data in rows {
            all.extend(decode::<Vec<T>>(what, &data?)?);
        }
        Ok(all)
    }

    /// The changes of numbered parts that a document says, in order.
    pub fn amendments(&self, document: &DocumentId) -> Result<Vec<Amendment>> {
        let reader = self.reader();
        let mut statement =
            reader.prepare_cached("SELECT data FROM amendments WHERE document = ?1")?;
        let data: Option<Vec<u8>> =
            statement.query_row([document.as_str()], |row| row.get(0)).optional()?;
        Ok(data.map(|data| decode("amendments", &data)).transpose()?.unwrap_or_default())
    }

    /// The documents that say changes of numbered parts, at most `most`.
    pub fn amending_documents(&self, most: usize) -> Result<Vec<DocumentId>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT document FROM amendments
             JOIN documents ON documents.id = document
             WHERE removed_at_s IS NULL AND superseded_by IS NULL ORDER BY document LIMIT ?1",
        )?;
        let rows = statement.query_map([most], |row| row.get::<_, String>(0))?;
        rows.map(|id| document_id(id?)).collect()
    }

    /// The blocks of a document, in order; none where an earlier version made its structure.
    pub fn blocks(&self, document: &DocumentId) -> Result<Vec<Block>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("SELECT data FROM blocks WHERE document = ?1")?;
        let data: Option<Vec<u8>> =
            statement.query_row([document.as_str()], |row| row.get(0)).optional()?;
        Ok(data.map(|data| decode("a document's blocks", &data)).transpose()?.unwrap_or_default())
    }

    /// The sections of a document, in reading order.
    pub fn sections(&self, document: &DocumentId) -> Result<Vec<SectionRow>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT id, parent, level, number, title, page, breadcrumb, noise, start, end, kind, y,
                    last_page
             FROM sections WHERE document = ?1 ORDER BY id",
        )?;
        let rows = statement.query_map([document.as_str()], |row| Ok(read_section(row)))?;
        rows.map(|row| row?).collect()
    }

    /// The vectors of the titles of a document's sections: section id and vector, rising. Sections
    /// that an earlier version made have none.
    pub fn title_vectors(
        &self,
        document: &DocumentId,
        model: &str,
    ) -> Result<Vec<(u32, Vec<f32>)>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT s.id, v.data FROM sections s
             JOIN vectors v ON v.text_hash = s.title_hash AND v.model = ?2
             WHERE s.document = ?1 ORDER BY s.id",
        )?;
        let rows = statement.query_map([document.as_str(), model], |row| {
            Ok((row.get(0)?, read_vector(row.get_ref(1)?.as_blob()?)))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

fn read_section(row: &Row<'_>) -> Result<SectionRow> {
    Ok(SectionRow {
        id: row.get(0)?,
        parent: row.get(1)?,
        level: row.get(2)?,
        number: row.get(3)?,
        title: row.get(4)?,
        page: page_number("sections.page", row.get(5)?)?,
        breadcrumb: row.get(6)?,
        noise: row.get(7)?,
        span: Span::new(row.get(8)?, row.get(9)?),
        kind: from_text("a section's kind", row.get(10)?)?,
        y: row.get(11)?,
        last_page: page_number("sections.last_page", row.get(12)?)?,
    })
}

fn insert_section(
    connection: &Connection,
    document: &str,
    section: &SectionRow,
    title_hash: &str,
) -> Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO sections (document, id, parent, level, number, title, page, breadcrumb,
                                   noise, start, end, kind, y, last_page, title_hash)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
        )?
        .execute(params![
            document,
            section.id,
            section.parent,
            section.level,
            section.number,
            section.title,
            section.page.get(),
            section.breadcrumb,
            section.noise,
            section.span.start,
            section.span.end,
            to_text("a section's kind", &section.kind)?,
            section.y,
            section.last_page.get(),
            title_hash,
        ])?;
    Ok(())
}
