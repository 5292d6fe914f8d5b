//! Reads PDFs through pdfium: pages, words with boxes, what pages show besides (rules, italics,
//! colour, the file's own tags), outline, labels, pictures of pages.
//!
//! Owns the way from a file's own user space to page space (PDF points, origin at the top-left of
//! the page as displayed, y downward) and back; nobody else knows about crop boxes and rotation.
//!
//! Refuses: recognition of scanned pages, reading order, anything that outlives one process.
//! pdfium is neither thread-safe nor hardened: this crate is meant for a child process that may
//! be killed at any moment, and its types are `!Send`.
//!
//! ```no_run
//! use citelight_core::PageNumber;
//!
//! let library = citelight_pdf::bind("native/libpdfium.so".as_ref())?;
//! let document = library.open("report.pdf".as_ref(), None)?;
//! let page = document.page(PageNumber::FIRST)?;
//! for word in page.words()? {
//!     println!("{} at {:?}", word.text, word.rect);
//! }
//! # Ok::<(), citelight_pdf::PdfError>(())
//! ```

mod annotate;
mod document;
mod error;
mod fit;
mod gaps;
mod glyphs;
mod hidden;
mod images;
mod leaders;
mod library;
mod links;
mod looks;
mod marks;
mod objects;
mod outline;
mod overprint;
mod page;
mod raw;
mod render;
mod repair;
mod rules;
mod scripts;
mod sight;
mod space;
mod spaced;
mod stated;
mod survey;
mod syntax;
mod tags;
mod typeset;
mod widgets;
mod words;

/// Mends a file whose table is lost, for fuzzing; [`Document`] does it where it is needed.
#[cfg(feature = "fuzzing")]
pub fn rebuild(bytes: &[u8]) -> Option<Vec<u8>> {
    repair::rebuild(bytes)
}

pub use document::Document;
pub use error::PdfError;
pub use images::{Drawing, PlacedImage};
pub use library::{Library, bind};
pub use looks::PageWords;
pub use page::Page;
pub use render::{Image, MAX_PIXELS};
