//! Reads PDFs through a child process, so that a hostile file can take down nothing but that child.
//!
//! Owns the protocol between the app and the reader's child, the child's life, and the reading of
//! whole documents by several children at once. Links no native library: the child program
//! (`citelight-reader`) does.
//!
//! Refuses: opinions about words and layout, storage, async. Everything blocks; callers bring
//! threads. A page that hangs, crashes or cannot be read is data ([`PageOutcome`]), not an error of
//! its document.
//!
//! ```no_run
//! use citelight_core::PageNumber;
//! use citelight_reader::{Limits, Reader, ReaderParts};
//!
//! let parts = ReaderParts {
//!     exe: "target/release/citelight-reader".into(),
//!     pdfium: "native/libpdfium.so".into(),
//!     documents: "papers".into(),
//!     tessdata: None,
//!     languages: "eng".into(),
//! };
//! let mut reader = Reader::spawn(&parts, &Limits::default())?;
//! let opened = reader.open("papers/report.pdf".as_ref(), None)?;
//! println!("{} pages", opened.page_count);
//! println!("{} words", reader.page(PageNumber::FIRST)?.words.len());
//! # Ok::<(), citelight_reader::ReaderError>(())
//! ```

mod checks;
mod child;
mod confinement;
mod error;
mod frame;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod picture;
mod pool;
pub mod protocol;
mod reader;
mod size;

/// Version of what pages are read to. Raised when words, their places or what a page says of itself come out
/// otherwise, so that documents that were read before can be found and read again.
pub const READING: u32 = 5;

pub use child::hide_console;
pub use confinement::Confinement;
pub use error::ReaderError;
pub use frame::{FrameError, read_frame, write_frame};
pub use pool::{Crew, Need, PageOutcome, ReadEnd, ReadJob, read_document};
pub use protocol::{OpenedDocument, PageContent};
pub use reader::{Limits, Reader, ReaderParts};
