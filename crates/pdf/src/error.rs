//! What can go wrong between a path and its words, told apart by what the caller can do about it.

use std::path::PathBuf;

use citelight_core::PageNumber;

/// A failure of this crate; names the file, and the page where there is one.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// libpdfium could not be loaded.
    #[error("the PDF library {} could not be loaded: {reason}", path.display())]
    Library {
        /// Where it was looked for.
        path: PathBuf,
        /// What the loader said.
        reason: String,
    },
    /// The file could not be read at all.
    #[error("{} could not be read: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file holds something else than a PDF.
    #[error("{} is not a PDF: {reason}", path.display())]
    NotPdf {
        /// The file.
        path: PathBuf,
        /// What gave it away.
        reason: &'static str,
    },
    /// The file begins like a PDF but cannot be opened.
    #[error("{} is damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What pdfium found.
        reason: &'static str,
    },
    /// The file is encrypted and the password is missing or wrong.
    #[error("{} {}", path.display(), if *wrong { "does not open with this password" } else { "needs a password" })]
    NeedsPassword {
        /// The file.
        path: PathBuf,
        /// Whether a password was given.
        wrong: bool,
    },
    /// There is no such page.
    #[error("{} has {page_count} pages, page {page} was asked for", path.display())]
    NoSuchPage {
        /// The file.
        path: PathBuf,
        /// The page asked for.
        page: PageNumber,
        /// Pages of the file.
        page_count: u32,
    },
    /// No copy can be written.
    #[error("a copy of {} cannot be written: {reason}", path.display())]
    Copy {
        /// The file.
        path: PathBuf,
        /// What failed.
        reason: &'static str,
    },
    /// One page cannot be read; the others may.
    #[error("page {page} of {} cannot be read: {reason}", path.display())]
    Page {
        /// The file.
        path: PathBuf,
        /// The page.
        page: PageNumber,
        /// What failed.
        reason: &'static str,
    },
}
