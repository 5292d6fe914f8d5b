//! Copies of the database, and what cannot be made again from the files: documents' names and places,
//! questions, answers, feedback, the notebook, collections, settings. Pages, passages and vectors are made
//! from the files once more.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use citelight_core::{DocumentId, WireError};
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, Transaction, params, params_from_iter};

use crate::key::connect;
use crate::{DatabaseKey, NewDocument, Result, Store, StoreError, begin, to_json};

/// Beside the database: copies that are made by themselves.
pub const BACKUPS: &str = "backups";

/// Tables of which nothing can be made again, those that others refer to first.
const KEPT: [&str; 12] = [
    "documents",
    "collections",
    "collection_documents",
    "notebook",
    "settings",
    "watched_folders",
    "watched_files",
    "questions",
    "answers",
    "citations",
    "retrieval_log",
    "feedback",
];
/// Those whose rows belong to a question.
const OF_QUESTIONS: [&str; 4] = ["answers", "citations", "retrieval_log", "feedback"];

/// What was found in another database.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Gathered {
    /// Rows that were taken over.
    pub rows: u64,
    /// Whether some could not be read.
    pub lost: bool,
}

impl Store {
    /// Writes a copy of the whole database to a file that is not there yet, as it stands at one moment;
    /// others go on meanwhile. A damaged database gives an error, never a copy.
    pub fn copy_to(&self, to: &Path) -> Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        copy(path, self.key.as_ref(), to)
    }

    /// Writes what cannot be made again to a file that is not there yet.
    pub fn keep_to(&self, to: &Path) -> Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let kept = Store::open_with(to, self.key.as_ref())?;
        let gathered = kept.gather(path)?;
        if gathered.lost {
            return Err(damaged("rows cannot be read"));
        }
        Ok(())
    }

    /// Takes over what cannot be made again from another database, damaged or not, of this or an earlier
    /// version; what is here already stays. An error where nothing of it can be read.
    pub fn gather(&self, from: &Path) -> Result<Gathered> {
        let mut writer = self.writer();
        writer.pragma_update(None, "foreign_keys", false)?;
        let gathered = attached(&mut writer, from, self.key.as_ref(), |transaction| {
            let mut gathered = Gathered::default();
            transaction.execute_batch(
                "CREATE TEMP TABLE IF NOT EXISTS had (id INTEGER PRIMARY KEY);
                 DELETE FROM temp.had; INSERT INTO temp.had SELECT id FROM main.questions;",
            )?;
            for table in KEPT {
                take_over(transaction, table, &mut gathered)?;
            }
            drop_orphans(transaction)?;
            Ok(gathered)
        });
        writer.pragma_update(None, "foreign_keys", true)?;
        gathered
    }

    /// Queues every document that was read or was to be read, so that it is read anew from its file; those
    /// whose file is not `there` get the status of a failure and `lost`. What was set aside is gone.
    pub fn queue_all(
        &self,
        now_s: i64,
        there: &dyn Fn(&DocumentId) -> bool,
        lost: &dyn Fn(&str) -> WireError,
    ) -> Result<u32> {
        for id in self.set_aside_until(i64::MAX)? {
            self.remove_document(&id)?;
        }
        let rows = self.documents()?;
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        let mut queued = 0;
        // Oldest first, as they came.
        for row in rows.iter().rev() {
            let id = row.id.as_str();
            if !there(&row.id) {
                let error = to_json("an error", &lost(&row.file_name))?;
                transaction.execute(
                    "UPDATE documents SET status = 'failed', error = ?2 WHERE id = ?1",
                    params![id, error],
                )?;
                continue;
            }
            let set = transaction.execute(
                "UPDATE documents SET status = 'queued', error = NULL, indexed = 0, by_words = 0,
                     recipe = NULL
                 WHERE id = ?1 AND status IN ('ready', 'queued', 'reading', 'indexing')",
                [id],
            )?;
            if set > 0 {
                transaction.execute(
                    "INSERT INTO jobs (document, queued_at_s) VALUES (?1, ?2)
                     ON CONFLICT (document) DO NOTHING",
                    params![id, now_s],
                )?;
                queued += 1;
            }
        }
        transaction.execute(
            "UPDATE documents SET superseded_by = NULL
             WHERE superseded_by NOT IN (SELECT id FROM documents)",
            [],
        )?;
        transaction.commit()?;
        Ok(queued)
    }

    /// Adds a document whose file is there under its id and of which nothing else is known.
    pub fn add_found(&self, new: &NewDocument) -> Result<()> {
        self.writer().execute(
            "INSERT OR IGNORE INTO documents
                 (id, content_hash, file_name, path, status, size_bytes, added_at_s)
             VALUES (?1, ?2, ?3, ?4, 'queued', ?5, ?6)",
            params![
                new.id.as_str(),
                new.content_hash,
                new.file_name,
                new.path,
                new.size_bytes,
                new.added_at_s
            ],
        )?;
        Ok(())
    }
}

/// Copies the database of an earlier version before it is changed. Without that copy it is not changed.
pub(crate) fn before_migration(path: &Path, key: Option<&DatabaseKey>, found: u32) -> Result<()> {
    let Some(folder) = path.parent().map(|folder| folder.join(BACKUPS)) else { return Ok(()) };
    let failed = |why: String| StoreError::NoCopy { path: path.to_path_buf(), why };
    make_folder(&folder).map_err(|error| failed(error.to_string()))?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let name = format!("before-{found}-{now}-{}.db", std::process::id());
    let (part, whole) = (folder.join(format!("{name}.part")), folder.join(&name));
    let copied = copy(path, key, &part)
        .and_then(|()| std::fs::rename(&part, &whole).map_err(|error| failed(error.to_string())));
    if let Err(error) = copied {
        let _ = std::fs::remove_file(&part);
        return Err(match error {
            StoreError::Sqlite(error) if error.sqlite_error_code() == Some(FULL) => {
                failed(error.to_string())
            }
            error => error,
        });
    }
    // Of an update before this one nobody needs the copy any more.
    for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
        let other = entry.file_name();
        let other = other.to_string_lossy();
        if other.starts_with("before-") && *other != *name {
            let _ = std::fs::remove_file(entry.path());
        }
    }
    Ok(())
}

const FULL: rusqlite::ErrorCode = rusqlite::ErrorCode::DiskFull;

fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// The copy is encrypted as its original is.
fn copy(path: &Path, key: Option<&DatabaseKey>, to: &Path) -> Result<()> {
    // A connection of its own: questions go on meanwhile.
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let from = connect(path, flags, key)?;
    crate::configure(&from)?;
    #[cfg(unix)]
    private(to);
    from.execute("VACUUM INTO ?1", [text(to)?])?;
    is_sound(&connect(to, OpenFlags::default(), key)?)
}

fn is_sound(database: &Connection) -> Result<()> {
    let found: String = database.query_row("PRAGMA quick_check", [], |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(damaged(&found)) }
}

/// Writes a whole database to a file that is not there yet, under another key or none. The two hold the same
/// rows; that they do is looked at.
pub fn encrypt_to(
    path: &Path,
    key: Option<&DatabaseKey>,
    to: &Path,
    new: Option<&DatabaseKey>,
) -> Result<()> {
    let from =
        connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX, key)?;
    crate::configure(&from)?;
    #[cfg(unix)]
    private(to);
    from.execute("ATTACH ?1 AS new KEY ?2", [text(to)?, DatabaseKey::text(new)])?;
    // https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlcipher_export
    from.query_row("SELECT sqlcipher_export('new')", [], |_| Ok(()))?;
    let version: u32 = from.query_row("PRAGMA main.user_version", [], |row| row.get(0))?;
    from.pragma_update(Some("new"), "user_version", version)?;
    let tables: Vec<String> = {
        let sql = "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND rootpage > 0";
        let mut statement = from.prepare(sql)?;
        let names = statement.query_map([], |row| row.get(0))?;
        names.collect::<rusqlite::Result<_>>()?
    };
    let schema = "SELECT COUNT(*) FROM {}.sqlite_schema";
    let count = |database: &str, what: &str| -> Result<i64> {
        Ok(from.query_row(&what.replace("{}", database), [], |row| row.get(0))?)
    };
    let rows = tables.iter().map(|name| format!("SELECT COUNT(*) FROM {{}}.\"{name}\""));
    for what in rows.chain([schema.to_owned()]) {
        if count("main", &what)? != count("new", &what)? {
            return Err(damaged("its copy has other rows"));
        }
    }
    from.execute("DETACH new", [])?;
    is_sound(&connect(to, OpenFlags::default(), new)?)?;
    // Its bytes are there before anything is exchanged for it.
    let synced = std::fs::OpenOptions::new().write(true).open(to).and_then(|file| file.sync_all());
    synced.map_err(|error| damaged(&error.to_string()))
}

/// An empty file that only the person can read; SQLite fills it.
#[cfg(unix)]
fn private(path: &Path) {
    use std::os::unix::fs::OpenOptionsExt;
    // What goes wrong here is told by SQLite.
    let _ = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
}

fn damaged(why: &str) -> StoreError {
    StoreError::Damaged { what: "the database", why: why.to_owned() }
}

fn text(path: &Path) -> Result<&str> {
    path.to_str().ok_or_else(|| StoreError::Damaged {
        what: "a file's name",
        why: "SQLite takes names in Unicode only".to_owned(),
    })
}

fn attached<T>(
    connection: &mut Connection,
    other: &Path,
    key: Option<&DatabaseKey>,
    work: impl FnOnce(&Transaction<'_>) -> Result<T>,
) -> Result<T> {
    connection.execute("ATTACH ?1 AS other KEY ?2", [text(other)?, DatabaseKey::text(key)])?;
    let done = begin(connection).and_then(|transaction| {
        let done = work(&transaction)?;
        transaction.commit()?;
        Ok(done)
    });
    let detached = connection.execute("DETACH other", []);
    let done = done?;
    detached?;
    Ok(done)
}

fn columns(connection: &Connection, schema: &str, table: &str) -> Result<Vec<String>> {
    let mut statement = connection.prepare("SELECT name FROM pragma_table_info(?1, ?2)")?;
    let names = statement.query_map([table, schema], |row| row.get(0))?;
    Ok(names.collect::<rusqlite::Result<_>>()?)
}

/// Copies a table's rows; where some cannot be read, those before and those behind them.
fn take_over(transaction: &Transaction<'_>, table: &str, gathered: &mut Gathered) -> Result<()> {
    let theirs = columns(transaction, "other", table)?;
    let mut shared = columns(transaction, "main", table)?;
    shared.retain(|name| theirs.contains(name));
    if shared.is_empty() {
        return Ok(()); // an earlier version knew no such table
    }
    let names = shared.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let which = if OF_QUESTIONS.contains(&table) {
        " WHERE question NOT IN (SELECT id FROM temp.had)"
    } else {
        ""
    };
    let all = format!(
        "INSERT OR IGNORE INTO main.{table} ({names}) SELECT {names} FROM other.{table}{which}"
    );
    match transaction.execute(&all, []) {
        Ok(rows) => gathered.rows += rows as u64,
        Err(_) => {
            gathered.lost = true;
            let marks = vec!["?"; shared.len()].join(", ");
            let insert = format!("INSERT OR IGNORE INTO main.{table} ({names}) VALUES ({marks})");
            let mut insert = transaction.prepare(&insert)?;
            for order in ["", " ORDER BY 1 DESC"] {
                let sql = format!("SELECT {names} FROM other.{table}{which}{order}");
                let Ok(mut statement) = transaction.prepare(&sql) else { continue };
                let Ok(mut rows) = statement.query([]) else { continue };
                while let Ok(Some(row)) = rows.next() {
                    let values: rusqlite::Result<Vec<Value>> =
                        (0..shared.len()).map(|at| row.get(at)).collect();
                    let Ok(values) = values else { continue };
                    gathered.rows += insert.execute(params_from_iter(values))? as u64;
                }
            }
        }
    }
    Ok(())
}

/// Removes rows that refer to what is not there, as those do whose parents could not be read.
fn drop_orphans(transaction: &Transaction<'_>) -> Result<()> {
    for table in OF_QUESTIONS {
        transaction.execute(
            &format!("DELETE FROM {table} WHERE question NOT IN (SELECT id FROM questions)"),
            [],
        )?;
    }
    transaction.execute_batch(
        "DELETE FROM collection_documents WHERE document NOT IN (SELECT id FROM documents)
             OR collection NOT IN (SELECT id FROM collections);
         DELETE FROM notebook WHERE document NOT IN (SELECT id FROM documents);",
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORD: &str = "Zwetschgenkuchen";

    fn filled(path: &Path, key: Option<&DatabaseKey>) -> Store {
        let store = Store::open_with(path, key).unwrap();
        let sql = format!("INSERT INTO settings (key, value) VALUES ('a', '{WORD}')");
        store.writer().execute_batch(&sql).unwrap();
        store
    }

    fn word(store: &Store) -> String {
        let sql = "SELECT value FROM settings WHERE key = 'a'";
        store.reader().query_row(sql, [], |row| row.get(0)).unwrap()
    }

    fn holds_word(folder: &Path) -> bool {
        std::fs::read_dir(folder).unwrap().flatten().any(|entry| {
            let bytes = std::fs::read(entry.path()).unwrap_or_default();
            bytes.windows(WORD.len()).any(|window| window == WORD.as_bytes())
        })
    }

    #[test]
    fn a_database_is_encrypted_copied_kept_and_made_plain_again() {
        let dir = tempfile::tempdir().unwrap();
        let (key, other) = (DatabaseKey::new(&[7; 32]), DatabaseKey::new(&[8; 32]));
        let at = |name: &str| dir.path().join(name);
        drop(filled(&at("plain.db"), None));
        assert!(holds_word(dir.path()), "the search finds it where it is plain");
        encrypt_to(&at("plain.db"), None, &at("sealed.db"), Some(&key)).unwrap();
        std::fs::remove_file(at("plain.db")).unwrap();
        let store = Store::open_with(&at("sealed.db"), Some(&key)).unwrap();
        assert_eq!(word(&store), WORD);
        assert_eq!(store.check().unwrap().faults, Vec::<String>::new());
        store.copy_to(&at("copy.db")).unwrap();
        store.keep_to(&at("kept.db")).unwrap();
        assert!(!holds_word(dir.path()), "nor a log or a copy");
        for copy in ["copy.db", "kept.db"] {
            assert_eq!(word(&Store::open_with(&at(copy), Some(&key)).unwrap()), WORD, "{copy}");
        }
        for wrong in [None, Some(&other)] {
            let error = Store::open_with(&at("copy.db"), wrong).unwrap_err();
            assert!(error.is_damage(), "{error}");
        }
        encrypt_to(&at("copy.db"), Some(&key), &at("plain.db"), None).unwrap();
        assert_eq!(word(&Store::open(&at("plain.db")).unwrap()), WORD);
    }
}
