//! The app's command line: `citelight-app [--library DIR] [FILE|LINK…]`. Files are imported, which is
//! what opening them with the app means; a link shows the words that it leads to.

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
                Some(url) if url.starts_with("file://") => files.push(path_of(url)),
                _ => files.push(PathBuf::from(word)),
            }
        }
        Ok(Args { library: library.unwrap_or_else(default_library_dir), files })
    }
}

/// Desktops name a file by its address where a program opens links too.
fn path_of(url: &str) -> PathBuf {
    let path = tauri::Url::parse(url).ok().and_then(|url| url.to_file_path().ok());
    path.unwrap_or_else(|| PathBuf::from(url))
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
    fn addresses_of_files_are_files_and_links_stay_links() {
        let link = "citelight://0011223344556677/2";
        let args = read(&["file:///home/ada/My%20lease.pdf", link]).unwrap();
        assert_eq!(args.files, [PathBuf::from("/home/ada/My lease.pdf"), PathBuf::from(link)]);
    }

    #[test]
    fn mistakes_are_told() {
        assert!(read(&["--library"]).is_err());
        assert!(read(&["--bogus"]).is_err());
    }
}
