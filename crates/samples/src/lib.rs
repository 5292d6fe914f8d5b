//! The sample documents that come with Citelight, generated from plain text.
//!
//! A new user meets them first: a handbook, a contract with a rider, and a short report, with the structure that real
//! documents have (outline, page labels, numbered sections, tables, cross-references, running headers). The texts lie in
//! `content/`; the way from text to file is `markup` → `number` → `set` (blocks to pieces) → `boxes` (pieces to pages)
//! → `compose` (cover, contents, furniture) → `pdf`.
//!
//! The output is the same on every machine and in every build: dates and identifiers are fixed, fonts are embedded from
//! this crate. This is no general typesetting system, and it reads no files but its own.

mod boxes;
mod compose;
mod cover;
mod documents;
mod error;
mod fonts;
mod forms;
mod lines;
mod markup;
mod number;
mod page;
mod pdf;
mod set;
mod tables;

pub use error::Error;

/// A generated document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// Name of its file, without a folder.
    pub file_name: &'static str,
    /// The whole PDF.
    pub bytes: Vec<u8>,
}

/// Generates every sample document.
///
/// # Errors
/// When a document's text breaks the markup, refers to a name that does not exist, or holds a character that the fonts
/// cannot show.
pub fn generate() -> Result<Vec<Sample>, Error> {
    let fonts = fonts::Fonts::load()?;
    documents::ALL
        .iter()
        .map(|document| {
            let bytes = compose::compose(&fonts, document)?;
            Ok(Sample { file_name: document.file_name, bytes })
        })
        .collect()
}
