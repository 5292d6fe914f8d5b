//! The command line, which only the host writes.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// What the host says at the start.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Arguments {
    /// libpdfium.
    pub(crate) pdfium: PathBuf,
    /// The folder, or the file, that may be read; everything else on the disk is closed.
    pub(crate) documents: Option<PathBuf>,
    /// Folder of language data.
    pub(crate) tessdata: Option<PathBuf>,
    /// Languages to recognise ("eng+deu").
    pub(crate) languages: String,
    /// Cap on writable private memory; 0 for none.
    pub(crate) memory_bytes: u64,
}

impl Arguments {
    /// The document, where it is no file of a disk but content that the host holds in memory
    /// (`/proc/PID/fd/N`).
    pub(crate) fn held_document(&self) -> Option<&Path> {
        self.documents.as_deref().filter(|path| path.starts_with("/proc"))
    }

    pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> anyhow::Result<Self> {
        let (mut pdfium, mut documents, mut tessdata, mut memory_bytes) = (None, None, None, 0);
        let mut languages = String::from("eng");
        let mut arguments = arguments;
        while let Some(name) = arguments.next() {
            let value = arguments.next();
            let value = value.with_context(|| format!("{} wants a value", name.display()))?;
            match name.to_str() {
                Some("--pdfium") => pdfium = Some(PathBuf::from(value)),
                Some("--documents") => documents = Some(PathBuf::from(value)),
                Some("--tessdata") => tessdata = Some(PathBuf::from(value)),
                Some("--languages") => {
                    languages = value.into_string().ok().context("--languages wants names")?;
                }
                Some("--memory-bytes") => {
                    let number = value.to_str().and_then(|v| v.parse().ok());
                    memory_bytes = number.context("--memory-bytes wants a number")?;
                }
                _ => bail!("{} is not known", name.display()),
            }
        }
        let pdfium = pdfium.context("--pdfium FILE is missing; the app starts this program")?;
        Ok(Self { pdfium, documents, tessdata, languages, memory_bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> anyhow::Result<Arguments> {
        Arguments::parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn the_library_is_needed_and_the_rest_is_not() {
        let expected = Arguments {
            pdfium: "lib".into(),
            documents: None,
            tessdata: None,
            languages: "eng".into(),
            memory_bytes: 0,
        };
        assert_eq!(parse("--pdfium lib").unwrap(), expected);
        let full = parse("--tessdata t --languages eng+deu --memory-bytes 5 --pdfium lib").unwrap();
        assert_eq!((&full.tessdata, full.memory_bytes), (&Some("t".into()), 5));
        assert_eq!(full.languages, "eng+deu");
        assert_eq!(full.held_document(), None);
        let held = |path: &str| parse(&format!("--pdfium lib --documents {path}")).unwrap();
        assert_eq!(held("/home/me/files/a.pdf").held_document(), None);
        assert!(held("/proc/77/fd/9").held_document().is_some());
        for bad in ["", "--pdfium", "--pdfium a --memory-bytes x", "--pdfium a --colour red"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
