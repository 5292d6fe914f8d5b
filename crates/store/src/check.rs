//! Whether the database holds together, beyond what its own constraints see to.

use rusqlite::Connection;

use crate::{Result, Store};

/// What a check of the database found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Soundness {
    /// Documents in the library.
    pub documents: u32,
    /// Pages that were read.
    pub pages: u32,
    /// Chunks that can be searched: those of documents that are ready.
    pub chunks: u32,
    /// What is wrong, in words; empty when all is well.
    pub faults: Vec<String>,
}

/// Each finds rows that must not be; the first column counts them.
const RULES: [(&str, &str); 7] = [
    (
        "pages without their words",
        "SELECT COUNT(*) FROM pages p WHERE NOT EXISTS
             (SELECT 1 FROM words w WHERE w.document = p.document AND w.page = p.page)",
    ),
    (
        "pages beyond the end of their document",
        "SELECT COUNT(*) FROM pages p JOIN documents d ON d.id = p.document
         WHERE d.pages > 0 AND p.page > d.pages",
    ),
    (
        "documents that are ready but lack pages",
        "SELECT COUNT(*) FROM documents d WHERE d.status = 'ready' AND d.pages <>
             (SELECT COUNT(*) FROM pages p WHERE p.document = d.id)",
    ),
    (
        "documents that wait for an import that is not queued",
        "SELECT COUNT(*) FROM documents d
         WHERE d.status IN ('queued', 'reading', 'indexing')
           AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.document = d.id)",
    ),
    (
        "documents without vectors whose import is not queued",
        "SELECT COUNT(*) FROM documents d WHERE d.status = 'ready' AND d.by_words
           AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.document = d.id)",
    ),
    (
        "searchable passages without a vector",
        "SELECT COUNT(*) FROM chunks c JOIN documents d ON d.id = c.document
         WHERE d.status = 'ready' AND NOT d.by_words
           AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.text_hash = c.text_hash)",
    ),
    (
        "passages that the word index does not hold",
        "SELECT COUNT(*) FROM chunks c
         WHERE NOT EXISTS (SELECT 1 FROM chunks_fts_docsize w WHERE w.id = c.id)",
    ),
];

impl Store {
    /// Checks the whole database: its pages on disk, its references, and the rules between its
    /// tables. Reads everything, so it takes a while on a large library.
    pub fn check(&self) -> Result<Soundness> {
        // FTS5's own check of its index; it is asked by an insert (https://sqlite.org/fts5.html,
        // section 6.4) and so needs the connection that writes.
        let words = self
            .writer()
            .execute("INSERT INTO chunks_fts (chunks_fts) VALUES ('integrity-check')", []);
        let reader = self.reader();
        let count = |sql: &str| -> Result<u32> { Ok(reader.query_row(sql, [], |row| row.get(0))?) };
        // FTS5 looks whether its index was changed by another connection when a search begins; its check
        // does not, and would take what it remembers for what should be there.
        count(
            "SELECT COUNT(*) FROM (SELECT 1 FROM chunks_fts WHERE chunks_fts MATCH 'a' LIMIT 1)",
        )?;
        let mut faults = texts(&reader, "PRAGMA integrity_check")?;
        faults.retain(|line| line != "ok");
        faults.extend(
            texts(&reader, "SELECT \"table\" FROM pragma_foreign_key_check")?
                .into_iter()
                .map(|table| format!("a row of {table} refers to something that is not there")),
        );
        if let Err(error) = words {
            faults.push(format!("the word index is damaged: {error}"));
        }
        for (what, sql) in RULES {
            let rows = count(sql)?;
            if rows > 0 {
                faults.push(format!("{rows} {what}"));
            }
        }
        Ok(Soundness {
            documents: count("SELECT COUNT(*) FROM documents WHERE removed_at_s IS NULL")?,
            pages: count("SELECT COUNT(*) FROM pages")?,
            chunks: count(
                "SELECT COUNT(*) FROM chunks c JOIN documents d ON d.id = c.document
                 WHERE d.status = 'ready'",
            )?,
            faults,
        })
    }
}

fn texts(connection: &Connection, sql: &str) -> Result<Vec<String>> {
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
