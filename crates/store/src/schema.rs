//! The schema's versions. Append-only: a released entry is never edited.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::{
    DatabaseKey, Result, StoreError, backup, chunks, collections, documents, fulltext, jobs,
    matrices, notebook, pages, questions, removal, settings, structure, traces, watched,
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
    &[structure::ADD_GUESSES],
    &[traces::ADD_LOOSE_FILES],
    &[matrices::CREATE],
    &[pages::STATUS_INDEX],
    &[documents::ADD_READING],
];

pub(crate) fn migrate(
    connection: &mut Connection,
    path: &Path,
    key: Option<&DatabaseKey>,
) -> Result<()> {
    let known = u32::try_from(MIGRATIONS.len()).unwrap_or(u32::MAX);
    let earlier: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if earlier == known {
        return Ok(()); // without a word in the log, which a full disk would not take
    }
    if (1..known).contains(&earlier) {
        backup::before_migration(path, key, earlier)?;
    }
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

/// Whether a database that cannot be changed is of this version.
pub(crate) fn is_current(connection: &Connection, path: &Path) -> Result<()> {
    let known = u32::try_from(MIGRATIONS.len()).unwrap_or(u32::MAX);
    let found: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    match found.cmp(&known) {
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Less => Err(StoreError::Old { path: path.to_path_buf() }),
        std::cmp::Ordering::Greater => {
            Err(StoreError::Newer { path: path.to_path_buf(), found, known })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_holds_every_promised_table() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, Path::new(":memory:"), None).unwrap();
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
            "field_guesses",
            "jobs",
            "loose_files",
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
            // A copy as it was before lies beside it.
            let copies: Vec<_> = std::fs::read_dir(dir.path().join("backups"))
                .unwrap()
                .map(Result::unwrap)
                .collect();
            assert_eq!(copies.len(), 1, "version {version}");
            let copy = Connection::open(copies[0].path()).unwrap();
            let kept: usize = copy.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
            assert_eq!(kept, version);
        }
    }

    const FOLDER: &str = "CITELIGHT_MIGRATED";

    /// A library of an early version with some passages, so that bringing it up to date takes a while.
    fn early_library(path: &Path) {
        let old = Connection::open(path).unwrap();
        old.pragma_update(None, "journal_mode", "WAL").unwrap();
        MIGRATIONS[..4].concat().iter().for_each(|sql| old.execute_batch(sql).unwrap());
        old.pragma_update(None, "user_version", 4).unwrap();
        old.execute_batch(
            "INSERT INTO documents (id, content_hash, file_name, path, status, size_bytes, added_at_s)
             VALUES ('0011223344556677', 'h', 'a.pdf', '/a.pdf', 'ready', 1, 1);
             WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
             INSERT INTO chunks (document, kind, start, end, first_page, last_page, tokens, split, splits,
                 continuation, breadcrumb, text, text_hash)
             SELECT '0011223344556677', 'text', i, i + 1, 1, 1, 1, 1, 1, 0, 'Part ' || i,
                 'The rule number ' || i || ' grants ' || i * 7 || ' days of leave.', 'hash' || i FROM n;",
        )
        .unwrap();
    }

    #[test]
    fn migrate_here() {
        if let Some(path) = std::env::var_os(FOLDER) {
            crate::Store::open(Path::new(&path)).unwrap();
        }
    }

    #[test]
    fn a_migration_that_is_killed_is_done_or_not_begun() {
        let kills = std::env::var("CITELIGHT_KILLS").ok().and_then(|kills| kills.parse().ok());
        let dir = tempfile::tempdir().unwrap();
        let (whole, path) = (dir.path().join("early.db"), dir.path().join("library.db"));
        early_library(&whole);
        for kill in 0..kills.unwrap_or(6_u64) {
            for ending in ["", "-wal", "-shm"] {
                let _ = std::fs::remove_file(dir.path().join(format!("library.db{ending}")));
            }
            std::fs::copy(&whole, &path).unwrap();
            let mut child = std::process::Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "schema::tests::migrate_here"])
                .env(FOLDER, &path)
                .stdout(std::process::Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(std::time::Duration::from_millis(kill * 37 % 150));
            let _ = child.kill();
            child.wait().unwrap();
            let store = crate::Store::open(&path).unwrap();
            let found = store.check().unwrap();
            assert_eq!((found.documents, found.chunks), (1, 4000), "kill {kill}");
            let faults: Vec<_> =
                found.faults.iter().filter(|fault| !fault.contains("vector")).collect();
            assert!(
                faults.iter().all(|fault| fault.contains("lack pages")),
                "kill {kill}: {faults:?}"
            );
        }
    }

    #[test]
    fn a_migration_on_a_disk_that_fails_is_done_or_not_begun() {
        let dir = tempfile::tempdir().unwrap();
        let Some(faults) = crate::faults::Faults::build(dir.path()) else { return };
        let disk = dir.path().join("disk");
        let whole = dir.path().join("early.db");
        early_library(&whole);
        let migrate = |kind: &str, at: u32| {
            let _ = std::fs::remove_dir_all(&disk);
            std::fs::create_dir(&disk).unwrap();
            std::fs::copy(&whole, disk.join("library.db")).unwrap();
            let mut child = std::process::Command::new(std::env::current_exe().unwrap());
            child.args(["--exact", "schema::tests::migrate_here"]);
            child.env(FOLDER, disk.join("library.db"));
            faults.arm(&mut child, &disk, kind, at);
            assert!(child.output().unwrap().status.code().is_some(), "{kind} at {at}");
        };
        migrate("", 0);
        let calls = faults.seen();
        assert!(calls > 10, "{calls} calls");
        let mut tried = 0;
        for (turn, kind) in crate::faults::KINDS.into_iter().enumerate() {
            for at in crate::faults::points(calls, 4, turn as u32) {
                migrate(kind, at);
                let store = crate::Store::open(&disk.join("library.db"))
                    .unwrap_or_else(|error| panic!("{kind} at {at} of {calls}: {error}"));
                let found = store.check().unwrap();
                assert_eq!((found.documents, found.chunks), (1, 4000), "{kind} at {at} of {calls}");
                tried += 1;
            }
        }
        println!("migration: {tried} faults at {calls} calls");
    }

    #[test]
    fn migrating_twice_changes_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, Path::new(":memory:"), None).unwrap();
        migrate(&mut connection, Path::new(":memory:"), None).unwrap();
    }

    use std::result::Result;
}
