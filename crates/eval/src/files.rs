//! Owns the reading and writing of whole files, with errors that name them.

use std::path::Path;

use serde::de::DeserializeOwned;

use crate::EvalError;

/// The text of a file.
pub fn read(path: &Path) -> Result<String, EvalError> {
    std::fs::read_to_string(path).map_err(|source| EvalError::Io { path: path.to_owned(), source })
}

/// The rows of a file of JSON lines; at least one.
pub fn lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, EvalError> {
    let text = read(path)?;
    let rows: Vec<T> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            serde_json::from_str(line).map_err(|source| EvalError::Truth {
                path: path.to_owned(),
                line: number,
                source,
            })
        })
        .collect::<Result<_, _>>()?;
    if rows.is_empty() { Err(EvalError::Empty(path.to_owned())) } else { Ok(rows) }
}

/// Writes a file.
pub fn write(path: &Path, text: &str) -> Result<(), EvalError> {
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    folder
        .and_then(|()| std::fs::write(path, text))
        .map_err(|source| EvalError::Write { path: path.to_owned(), source })
}
