//! The app's command line: `citelight-app [--library DIR] [FILE…]`. Files are imported, which is
//! what opening them with the app means.

use std::ffi::OsString;
use std::path::PathBuf;

use citelight_engine::default_library_dir;

/// What the app was started with.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Args {
    pub(crate) library: PathBuf,
    pub(crate) files: Vec<PathBuf>,
}

impl Args {
    pub(crate) fn read(words: impl Iterator<Item = OsString>) -> Result<Args, String> {
        let (mut library, mut files) = (None, Vec::new());
        let mut words = words;
        while let Some(word) = words.next() {
            match word.to_str() {
                Some("--library") => {
                    let dir = words.next().ok_or("--library needs a folder")?;
                    library = Some(PathBuf::from(dir));
                }
                Some(option) if option.starts_with("--") => {
                    return Err(format!("unknown option {option}"));
                }
                _ => files.push(PathBuf::from(word)),
            }
        }
        Ok(Args { library: library.unwrap_or_else(default_library_dir), files })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Args, String> {
        Args::read(words.iter().map(OsString::from))
    }

    #[test]
    fn files_and_library() {
        let args = read(&["a.pdf", "--library", "/lib", "b.pdf"]).unwrap();
        assert_eq!(args.library, PathBuf::from("/lib"));
        assert_eq!(args.files, [PathBuf::from("a.pdf"), PathBuf::from("b.pdf")]);
        assert_eq!(read(&[]).unwrap().library, default_library_dir());
    }

    #[test]
    fn mistakes_are_told() {
        assert!(read(&["--library"]).is_err());
        assert!(read(&["--bogus"]).is_err());
    }
}
