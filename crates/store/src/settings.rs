//! Tables `meta` (of the database itself) and `settings` (of the person).

use rusqlite::OptionalExtension;

use crate::{Result, Store};

pub(crate) const CREATE: &str = "
    CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO meta VALUES ('generation', 0);
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
";

impl Store {
    /// A stored setting.
    pub fn setting(&self, key: &str) -> Result<Option<String>> {
        Ok(self
            .reader()
            .query_row("SELECT value FROM settings WHERE key = ?1", [key], |row| row.get(0))
            .optional()?)
    }

    /// Stores a setting, replacing an earlier value.
    pub fn set_setting(&self, key: &str, value: &str) -> Result<()> {
        self.writer().execute(
            "INSERT INTO settings VALUES (?1, ?2)
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            [key, value],
        )?;
        Ok(())
    }
}
