//! What can go wrong between a path and its pages, told apart by what callers branch on.

use std::fmt;
use std::path::{Path, PathBuf};

use citelight_core::{ErrorCode, PageNumber, WireError};

use crate::protocol::Failure;

/// A failure of reading; names the file, and the page where there is one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReaderError {
    /// The reader program or its library cannot be used.
    #[error("{} cannot be used: {reason}", path.display())]
    MissingPart {
        /// The part.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The reader program belongs to another version of the app.
    #[error("{} speaks version {found} of the reader protocol, this program speaks {expected}", path.display())]
    Version {
        /// The reader program.
        path: PathBuf,
        /// What this side speaks.
        expected: u32,
        /// What the child speaks.
        found: u32,
    },
    /// The reader program said something that is no answer.
    #[error("the reader {} broke the protocol: {reason}", path.display())]
    Protocol {
        /// The reader program.
        path: PathBuf,
        /// What was wrong.
        reason: String,
    },
    /// The file holds something else than a PDF.
    #[error("{} is not a PDF: {reason}", file.display())]
    NotPdf {
        /// The file.
        file: PathBuf,
        /// What gave it away.
        reason: String,
    },
    /// The file begins like a PDF but cannot be opened.
    #[error("{} is damaged: {reason}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What was found.
        reason: String,
    },
    /// The file is encrypted.
    #[error("{} {}", file.display(), if *wrong { "does not open with this password" } else { "needs a password" })]
    NeedsPassword {
        /// The file.
        file: PathBuf,
        /// Whether a password was tried.
        wrong: bool,
    },
    /// The file could not be read at all.
    #[error("{} could not be read: {reason}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The time limit was reached; the child was ended.
    #[error("{} took longer than {seconds} s", Place { file, page: *page })]
    Timeout {
        /// The file.
        file: PathBuf,
        /// The page; `None` while opening.
        page: Option<PageNumber>,
        /// The limit, rounded.
        seconds: u64,
    },
    /// The child grew beyond its memory cap; it was ended.
    #[error("{} needed too much memory, more than {} MB", Place { file, page: *page }, bytes / 1_000_000)]
    TooLarge {
        /// The file.
        file: PathBuf,
        /// The page; `None` while opening.
        page: Option<PageNumber>,
        /// What it had when it was ended, in bytes.
        bytes: u64,
    },
    /// The child died. How is for whoever looks into it, not for a person: it may be raw output.
    #[error(
        "{} could not be read: the program that reads it ended unexpectedly",
        Place { file, page: *page }
    )]
    Crashed {
        /// The file.
        file: PathBuf,
        /// The page; `None` while opening.
        page: Option<PageNumber>,
        /// Exit status or signal, and the end of what the child wrote to its error stream.
        how: String,
    },
    /// The page, or the request, cannot be served; the child lives on.
    #[error("{} cannot be read: {reason}", Place { file, page: *page })]
    Refused {
        /// The file.
        file: PathBuf,
        /// The page, where one was asked for.
        page: Option<PageNumber>,
        /// Why.
        reason: String,
    },
    /// A copy could not be written where the caller wants it.
    #[error("a copy of {} cannot be written: {reason}", file.display())]
    Write {
        /// The file that was copied.
        file: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The caller's stop flag was set.
    #[error("reading {} was stopped", file.display())]
    Stopped {
        /// The file.
        file: PathBuf,
    },
}

impl ReaderError {
    /// The error as a surface shows it.
    pub fn to_wire(&self) -> WireError {
        let text = self.to_string();
        match self {
            Self::MissingPart { .. } | Self::Version { .. } => {
                WireError::new(ErrorCode::MissingPart, text)
                    .hint("Install Citelight again; its reader and library belong together.")
            }
            Self::Protocol { .. } => WireError::new(ErrorCode::Internal, text)
                .hint("Try again; if it happens again, install Citelight again."),
            Self::NotPdf { .. } => WireError::new(ErrorCode::Unreadable, text)
                .hint("Only PDF files can be added; print or export the file to PDF first."),
            Self::Damaged { .. } => WireError::new(ErrorCode::Unreadable, text)
                .hint("Open it in a PDF viewer and save it anew, or get another copy."),
            Self::NeedsPassword { wrong, .. } => WireError::new(ErrorCode::NeedsPassword, text)
                .hint(if *wrong { "Check the password." } else { "Give the file's password." }),
            Self::Io { .. } => WireError::new(ErrorCode::NotFound, text)
                .hint("Check that the file is still there and that you may read it."),
            Self::Timeout { .. } => WireError::new(ErrorCode::Unreadable, text).hint(
                "Try again when the computer is less busy; the other pages are not affected.",
            ),
            Self::TooLarge { .. } => WireError::new(ErrorCode::Unreadable, text)
                .hint("Print the page to a new PDF with a PDF viewer and add that."),
            Self::Crashed { .. } => WireError::new(ErrorCode::Unreadable, text)
                .hint("The file may be damaged; try again, or save it anew with a PDF viewer."),
            Self::Refused { .. } => WireError::new(ErrorCode::Unreadable, text)
                .hint("Save the file anew with a PDF viewer and add it again."),
            Self::Write { .. } => WireError::new(ErrorCode::Input, text)
                .hint("Check that the disk has room, and that you may write there."),
            Self::Stopped { .. } => WireError::new(ErrorCode::Cancelled, text),
        }
    }

    /// What a child's report means for the file and page that were asked for.
    pub(crate) fn from_failure(
        failure: Failure,
        file: &Path,
        page: Option<PageNumber>,
        pdfium: &Path,
    ) -> Self {
        let file = file.to_owned();
        match failure {
            Failure::Library(reason) => Self::MissingPart { path: pdfium.to_owned(), reason },
            Failure::Io(reason) => Self::Io { file, reason },
            Failure::NotPdf(reason) => Self::NotPdf { file, reason },
            Failure::Damaged(reason) => Self::Damaged { file, reason },
            Failure::NeedsPassword { wrong } => Self::NeedsPassword { file, wrong },
            Failure::Refused(reason) => Self::Refused { file, page, reason },
            Failure::Panicked(reason) => Self::Crashed { file, page, how: reason },
        }
    }

    /// Whether a fresh child may do better: it may for whatever ended or confused the old one.
    pub(crate) fn is_worth_a_retry(&self) -> bool {
        matches!(
            self,
            Self::Timeout { .. }
                | Self::TooLarge { .. }
                | Self::Crashed { .. }
                | Self::Protocol { .. }
        )
    }
}

/// "page 3 of report.pdf", or the file alone.
struct Place<'a> {
    file: &'a Path,
    page: Option<PageNumber>,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(page) = self.page {
            write!(f, "page {page} of ")?;
        }
        self.file.display().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_file_and_page_and_offer_a_way_out() {
        let file = PathBuf::from("a.pdf");
        let page = PageNumber::new(3);
        let reason = String::from("why");
        let cases = [
            (
                ReaderError::NeedsPassword { file: file.clone(), wrong: false },
                ErrorCode::NeedsPassword,
                "a.pdf needs a password",
            ),
            (
                ReaderError::NeedsPassword { file: file.clone(), wrong: true },
                ErrorCode::NeedsPassword,
                "a.pdf does not open with this password",
            ),
            (
                ReaderError::Timeout { file: file.clone(), page, seconds: 20 },
                ErrorCode::Unreadable,
                "page 3 of a.pdf took longer than 20 s",
            ),
            (
                ReaderError::Crashed { file: file.clone(), page: None, how: "signal 11".into() },
                ErrorCode::Unreadable,
                "a.pdf could not be read: the program that reads it ended unexpectedly",
            ),
            (
                ReaderError::Refused { file: file.clone(), page, reason: reason.clone() },
                ErrorCode::Unreadable,
                "page 3 of a.pdf cannot be read: why",
            ),
            (
                ReaderError::NotPdf { file, reason },
                ErrorCode::Unreadable,
                "a.pdf is not a PDF: why",
            ),
        ];
        for (error, code, message) in cases {
            let wire = error.to_wire();
            assert_eq!((wire.code, wire.message.as_str()), (code, message));
            assert!(wire.hint.is_some(), "{message}");
        }
    }
}
