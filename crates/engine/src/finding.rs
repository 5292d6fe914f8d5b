//! The PDFs in what was dropped, named or watched.

use std::fs;
use std::path::{Path, PathBuf};

use citelight_core::{ErrorCode, WireError};

use crate::error::EngineError;

/// What lay in the paths that were dropped or named.
#[derive(Debug, Default)]
pub struct FoundFiles {
    /// Files to import: those named, and every `*.pdf` below a named folder, by name.
    pub files: Vec<PathBuf>,
    /// Paths that could not be used, each with its reason.
    pub refused: Vec<(PathBuf, WireError)>,
}

/// Finds the files to import. A file that is named is taken whatever its ending, since its content
/// decides; in a folder only `*.pdf` count. Links to folders are not followed, hidden entries are
/// passed over.
pub fn find_pdfs(paths: &[PathBuf]) -> FoundFiles {
    let mut found = FoundFiles::default();
    for path in paths {
        match fs::metadata(path) {
            Err(error) => {
                let error = EngineError::file(path, "Opening", &error).to_wire();
                found.refused.push((path.clone(), error));
            }
            Ok(meta) if meta.is_dir() => {
                let before = found.files.len();
                walk(path, &mut found);
                if found.files.len() == before {
                    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                    let error = WireError::new(
                        ErrorCode::Input,
                        format!("The folder “{name}” holds no PDFs."),
                    );
                    let hint = "In a folder, Citelight takes the files that end in .pdf.";
                    found.refused.push((path.clone(), error.hint(hint)));
                }
            }
            Ok(_) => found.files.push(path.clone()),
        }
    }
    found
}

/// The PDFs in a folder and below it, by name; what cannot be looked into is passed over.
pub(crate) fn pdfs_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = FoundFiles::default();
    walk(folder, &mut found);
    found.files
}

fn walk(folder: &Path, found: &mut FoundFiles) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            let error = EngineError::file(folder, "Opening the folder", &error).to_wire();
            found.refused.push((folder.to_path_buf(), error));
            return;
        }
    };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() {
            walk(&path, found);
        } else if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("pdf")) {
            found.files.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_give_their_pdfs_and_trouble_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        fs::create_dir_all(root.join("full/deep")).unwrap();
        fs::create_dir_all(root.join("bare")).unwrap();
        for file in
            ["full/b.PDF", "full/deep/a.pdf", "full/x.txt", "full/.hidden.pdf", "bare/y.txt"]
        {
            fs::write(root.join(file), "x").unwrap();
        }
        let found = find_pdfs(&[root.join("full"), root.join("bare"), root.join("gone.pdf")]);
        assert_eq!(found.files, [root.join("full/b.PDF"), root.join("full/deep/a.pdf")]);
        let codes: Vec<_> = found.refused.iter().map(|(_, error)| error.code).collect();
        assert_eq!(codes, [ErrorCode::Input, ErrorCode::NotFound]);
        for (path, error) in &found.refused {
            let name = path.file_name().unwrap().to_string_lossy();
            assert!(error.message.contains(&*name), "{error}");
        }
    }
}
