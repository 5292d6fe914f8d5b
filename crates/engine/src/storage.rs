//! How much room a library takes on the disk.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::{EngineError, Result};

/// How much room a library takes, in bytes. Sizes are those of the files, not of the blocks they fill.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Storage {
    /// The copies of the imported PDFs.
    #[ts(type = "number")]
    pub files: u64,
    /// The database: text, places, answers.
    #[ts(type = "number")]
    pub database: u64,
    /// The vector index, which can be made again.
    #[ts(type = "number")]
    pub index: u64,
    /// What else lies in the library's folder: language data, backups, trades.
    #[ts(type = "number")]
    pub other: u64,
    /// The models that the person installed, which all libraries share.
    #[ts(type = "number")]
    pub models: u64,
}

/// The room that the library in `dir` takes, and the models in their folder.
pub(crate) fn of(dir: &Path, models: &Path) -> Result<Storage> {
    let mut storage = Storage { models: below(models), ..Storage::default() };
    let entries =
        fs::read_dir(dir).map_err(|error| EngineError::file(dir, "Opening the folder", &error))?;
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        let kind = match &*name {
            "files" => &mut storage.files,
            "index" => &mut storage.index,
            // Its log and its shared memory beside it.
            name if name.starts_with("library.db") => &mut storage.database,
            _ => &mut storage.other,
        };
        *kind += below(&path);
    }
    Ok(storage)
}

/// Bytes of a file, or of all files below a folder. What is gone meanwhile, or cannot be looked into,
/// counts as nothing; links are not followed.
fn below(path: &Path) -> u64 {
    let Ok(meta) = fs::symlink_metadata(path) else { return 0 };
    if !meta.is_dir() {
        return if meta.is_file() { meta.len() } else { 0 };
    }
    let Ok(entries) = fs::read_dir(path) else { return 0 };
    entries.flatten().map(|entry| below(&entry.path())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_file_is_counted_once() {
        let (dir, models) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for (file, bytes) in [
            ("files/a.pdf", 1000),
            ("files/b.pdf", 500),
            ("library.db", 300),
            ("library.db-wal", 30),
            ("index/vectors", 7),
            ("tessdata/deu.traineddata", 5),
            ("trades/shipping.toml", 1),
        ] {
            let path = dir.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, vec![b'x'; bytes]).unwrap();
        }
        fs::create_dir(models.path().join("flan")).unwrap();
        fs::write(models.path().join("flan/weights"), [0; 40]).unwrap();
        let expected = Storage { files: 1500, database: 330, index: 7, other: 6, models: 40 };
        assert_eq!(of(dir.path(), models.path()).unwrap(), expected);
        let without = of(dir.path(), &models.path().join("none")).unwrap();
        assert_eq!(without, Storage { models: 0, ..expected }, "none is installed");
    }
}
