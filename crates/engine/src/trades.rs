//! The files of trades that a person adds beside a library: read, and told what is wrong with them.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use citelight_answer::Measures;
use citelight_core::{ErrorCode, WireError};
use citelight_trades::{TradeError, Trades};

/// The folder of a library in which a person's own trades lie.
pub(crate) const FOLDER: &str = "trades";

/// The program's trades, then those of a folder's `*.toml` files by their names, and what is wrong with
/// these but for their formulas. A folder that does not exist holds none.
pub(crate) fn load(folder: &Path) -> (Trades, Vec<TradeError>) {
    let mut trades = Trades::builtin();
    let mut errors = Vec::new();
    let files = files_of(folder).unwrap_or_else(|error| {
        errors.push(unreadable(folder, &error));
        Vec::new()
    });
    for path in files {
        errors.extend(add(&mut trades, &path));
    }
    (trades, errors)
}

/// All that is wrong with a file, or with those of a folder, formulas included. A file is read beside the
/// program's trades alone.
pub(crate) fn check(path: &Path) -> Vec<TradeError> {
    let is_file = path.extension().is_some_and(|extension| extension == "toml");
    let (trades, mut errors) = if !is_file {
        load(path)
    } else {
        let mut trades = Trades::builtin();
        let errors = add(&mut trades, path);
        (trades, errors)
    };
    errors.extend(Measures::from_trades(&trades).1);
    errors
}

/// A mistake as it is told to people.
pub(crate) fn as_wire(error: &TradeError) -> WireError {
    let line = error.line.map_or(String::new(), |line| format!(", line {line}"));
    let message = format!("In the trade “{}”{line}: {}", error.file, error.message);
    WireError::new(ErrorCode::Input, message).hint(error.hint.clone())
}

fn files_of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut files = paths?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    Ok(files)
}

fn add(trades: &mut Trades, path: &Path) -> Vec<TradeError> {
    match fs::read_to_string(path) {
        Ok(text) => trades.add(&name_of(path), &text),
        Err(error) => vec![unreadable(path, &error)],
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn unreadable(path: &Path, error: &io::Error) -> TradeError {
    TradeError {
        file: name_of(path),
        line: None,
        message: format!("This cannot be read: {error}."),
        hint: "Make it readable to you, as text in UTF-8.".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_in_one_file_leaves_the_others() {
        let library = tempfile::tempdir().unwrap();
        let folder = library.path().join(FOLDER);
        assert_eq!(load(&folder), (Trades::builtin(), Vec::new()), "no folder");
        fs::create_dir(&folder).unwrap();
        let write = |name: &str, text: &[u8]| fs::write(folder.join(name), text).unwrap();
        write("a.toml", b"[[synonym]]\nwords = ['tenant'");
        write("b.toml", b"[[synonym]]\nwords = ['tenant', 'lessee']\n");
        write("c.toml", b"[[measure]]\nasked = ['rent ratio']\nformulas = ['rent / revenue']\n");
        write("d.toml", b"\xff");
        write("notes.txt", b"no trade");
        let (trades, errors) = load(&folder);
        let said: Vec<_> = errors.iter().map(|error| (error.file.as_str(), error.line)).collect();
        assert_eq!(said, [("a.toml", Some(2)), ("d.toml", None)]);
        assert_eq!(trades.synonyms.last().unwrap(), &["tenant", "lessee"]);
        let said: Vec<String> = check(&folder).iter().map(ToString::to_string).collect();
        assert_eq!(
            said[2],
            "c.toml, line 3: In “rent / revenue”, “rent” is the name of no measure. Describe it in a \
             [[measure]], or write one of the names in `asked` of another."
        );
        assert_eq!(check(&folder.join("b.toml")), []);
    }
}
