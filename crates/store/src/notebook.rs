//! Table `notebook`: quotes and cells that a person collects, in an order of their own. They go with their
//! document.

use citelight_core::{DocumentId, NotebookEntry, NotebookId, Span};
use rusqlite::{OptionalExtension, Row, params};

use crate::{Result, Store, begin, document_id, from_json, page_number, to_json};

pub(crate) const CREATE: &str = "
    CREATE TABLE notebook (
        id         INTEGER PRIMARY KEY AUTOINCREMENT,
        document   TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        file_name  TEXT NOT NULL,
        page       INTEGER NOT NULL,
        label      TEXT,
        section    TEXT NOT NULL,
        start      INTEGER NOT NULL,
        end        INTEGER NOT NULL,
        quote      TEXT NOT NULL,
        cell       TEXT NOT NULL,
        question   TEXT NOT NULL,
        note       TEXT NOT NULL,
        place      INTEGER NOT NULL,
        added_at_s INTEGER NOT NULL
    );
    CREATE INDEX notebook_document ON notebook (document);
";

impl Store {
    /// The notebook in its order. Entries of documents that were set aside are left out.
    pub fn notebook(&self) -> Result<Vec<NotebookEntry>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT n.id, n.document, n.file_name, n.page, n.label, n.section, n.start, n.end, n.quote,
                    n.cell, n.question, n.note, n.added_at_s
             FROM notebook n JOIN documents d ON d.id = n.document
             WHERE d.removed_at_s IS NULL ORDER BY n.place, n.id",
        )?;
        let rows = statement.query_map([], |row| Ok(read_entry(row)))?;
        rows.map(|row| row?).collect()
    }

    /// Adds an entry at the end, under its id where it has one, as one that was taken out does. The same
    /// words are there once: an entry that holds them already keeps its place, and its id is given.
    pub fn add_to_notebook(&self, entry: &NotebookEntry) -> Result<NotebookId> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        let there = transaction
            .query_row(
                "SELECT id FROM notebook WHERE document = ?1 AND start = ?2 AND end = ?3",
                params![entry.document.as_str(), entry.span.start, entry.span.end],
                |row| row.get(0),
            )
            .optional()?;
        if let Some(id) = there {
            return Ok(NotebookId(id));
        }
        transaction.execute(
            "INSERT INTO notebook (id, document, file_name, page, label, section, start, end, quote,
                                   cell, question, note, added_at_s, place)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,
                     (SELECT coalesce(max(place), 0) + 1 FROM notebook))",
            params![
                (entry.id.0 > 0).then_some(entry.id.0),
                entry.document.as_str(),
                entry.file,
                entry.page.get(),
                entry.label,
                entry.section,
                entry.span.start,
                entry.span.end,
                entry.quote,
                match &entry.cell {
                    Some(cell) => to_json("a cell", cell)?,
                    None => String::new(),
                },
                entry.question,
                entry.note,
                entry.added_at_s,
            ],
        )?;
        let id = NotebookId(transaction.last_insert_rowid());
        transaction.commit()?;
        Ok(id)
    }

    /// Changes the note of an entry. Gives whether it is there.
    pub fn set_notebook_note(&self, id: NotebookId, note: &str) -> Result<bool> {
        let changed = self
            .writer()
            .execute("UPDATE notebook SET note = ?2 WHERE id = ?1", params![id.0, note])?;
        Ok(changed > 0)
    }

    /// Puts the notebook into this order; entries that are not named come behind, as they were.
    pub fn order_notebook(&self, order: &[NotebookId]) -> Result<()> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        let behind = i64::try_from(order.len()).unwrap_or(i64::MAX);
        transaction.execute("UPDATE notebook SET place = place + ?1", [behind])?;
        for (place, id) in (0_i64..).zip(order) {
            transaction
                .execute("UPDATE notebook SET place = ?2 WHERE id = ?1", params![id.0, place])?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Takes an entry out of the notebook. Gives whether it was there.
    pub fn remove_from_notebook(&self, id: NotebookId) -> Result<bool> {
        let gone = self.writer().execute("DELETE FROM notebook WHERE id = ?1", [id.0])? > 0;
        self.empty_log();
        Ok(gone)
    }

    /// How many entries of the notebook are of any of these documents.
    pub fn notebook_entries_of(&self, documents: &[DocumentId]) -> Result<u32> {
        Ok(self.reader().query_row(
            "SELECT COUNT(*) FROM notebook WHERE document IN (SELECT value FROM json_each(?1))",
            [to_json("documents", &documents)?],
            |row| row.get(0),
        )?)
    }
}

fn read_entry(row: &Row<'_>) -> Result<NotebookEntry> {
    Ok(NotebookEntry {
        id: NotebookId(row.get(0)?),
        document: document_id(row.get(1)?)?,
        file: row.get(2)?,
        page: page_number("notebook.page", row.get(3)?)?,
        label: row.get(4)?,
        section: row.get(5)?,
        span: Span::new(row.get(6)?, row.get(7)?),
        quote: row.get(8)?,
        cell: match row.get::<_, String>(9)?.as_str() {
            "" => None,
            text => Some(from_json("a cell", text)?),
        },
        question: row.get(10)?,
        note: row.get(11)?,
        added_at_s: row.get(12)?,
    })
}
