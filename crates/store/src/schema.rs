//! The schema's versions. Append-only: a released entry is never edited.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::{
    Result, StoreError, chunks, collections, documents, fulltext, jobs, matrices, notebook, pages,
    questions, removal, settings, structure, watched,
};

/// One entry per version; each is applied in one transaction.
const MIGRATIONS: &[&[&str]] = &[
    &[
        settings::CREATE,
        documents::CREATE,
        pages::CREATE,
        chunks::CREATE,
        jobs::CREATE,
        questions::CREATE,
    ],
    &[documents::ADD_ACTIVE_CONTENT],
    &[pages::ADD_MARKS],
    &[structure::ADD_TREE, chunks::ADD_NOISE, documents::ADD_RECIPE, questions::ADD_SECTION],
    &[fulltext::FIELDS, structure::ADD_TITLES, questions::ADD_INTERPRETATION],
    &[chunks::KIND_INDEX],
    &[questions::ADD_CONFIDENCE, questions::ADD_SENTENCES, questions::ADD_FIGURES],
    &[questions::ADD_DETAILS],
    &[chunks::VECTORS_WITH_ROWID, chunks::SECTION_INDEX],
    &[structure::ADD_FIELDS],
    &[structure::ADD_AMENDMENTS],
    &[removal::ADD_REMOVAL],
    &[questions::ADD_REASONS],
    &[documents::ADD_BY_WORDS],
    &[notebook::CREATE],
    &[documents::ADD_DISPLAY_TITLE],
    &[collections::CREATE],
    &[watched::CREATE],
    &[jobs::ADD_TRIES],
    &[matrices::CREATE],
];

pub(crate) fn migrate(connection: &mut Connection, path: &Path) -> Result<()> {
    let known = u32::try_from(MIGRATIONS.len()).unwrap_or(u32::MAX);
    // Immediate: two programs opening a new library at once must not both create it.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found: u32 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if found > known {
        return Err(StoreError::Newer { path: path.to_path_buf(), found, known });
    }
    for step in &MIGRATIONS[found as usize..] {
        for sql in *step {
            transaction.execute_batch(sql)?;
        }
    }
    transaction.pragma_update(None, "user_version", known)?;
    transaction.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_holds_every_promised_table() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, Path::new(":memory:")).unwrap();
        let mut statement = connection
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            .unwrap();
        let tables: Vec<String> =
            statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        for table in [
            "amendments",
            "answers",
            "blocks",
            "chunks",
            "chunks_fts",
            "citations",
            "collection_documents",
            "collections",
            "documents",
            "feedback",
            "fields",
            "jobs",
            "matrices",
            "matrix_cells",
            "matrix_documents",
            "matrix_questions",
            "meta",
            "pages",
            "questions",
            "retrieval_log",
            "sections",
            "settings",
            "tables",
            "vectors",
            "watched_files",
            "watched_folders",
            "words",
        ] {
            assert!(tables.iter().any(|name| name == table), "{table} is missing in {tables:?}");
        }
    }

    #[test]
    fn a_newer_database_is_refused_and_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("library.db");
        let connection = Connection::open(&path).unwrap();
        connection.pragma_update(None, "user_version", 99).unwrap();
        drop(connection);
        let error = crate::Store::open(&path).unwrap_err();
        assert!(matches!(error, StoreError::Newer { found: 99, .. }), "{error}");
    }

    #[test]
    fn a_library_of_every_earlier_version_opens_with_its_documents() {
        for version in 1..MIGRATIONS.len() {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("library.db");
            let old = Connection::open(&path).unwrap();
            MIGRATIONS[..version].concat().iter().for_each(|sql| old.execute_batch(sql).unwrap());
            old.pragma_update(None, "user_version", version).unwrap();
            old.execute_batch(
                "INSERT INTO documents (id, content_hash, file_name, path, status, size_bytes,
                     added_at_s)
                 VALUES ('0011223344556677', 'h', 'a.pdf', '/a.pdf', 'ready', 1, 1)",
            )
            .unwrap();
            drop(old);
            let store = crate::Store::open(&path).unwrap();
            assert_eq!(store.documents().unwrap()[0].file_name, "a.pdf", "version {version}");
        }
    }

    #[test]
    fn migrating_twice_changes_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, Path::new(":memory:")).unwrap();
        migrate(&mut connection, Path::new(":memory:")).unwrap();
    }

    use std::result::Result;
}
