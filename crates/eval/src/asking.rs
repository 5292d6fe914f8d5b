//! Owns the way from a question of a file to the library: opening it, finding the question's
//! documents, putting the question.

use std::path::Path;

use citelight_core::DocumentId;
use citelight_engine::{Ask, EngineError, Library};
use citelight_parts::Parts;

use crate::EvalError;
use crate::retrieval::Question;

/// Opens the library in a folder.
pub fn open(folder: &Path) -> Result<Library, EvalError> {
    Ok(Library::open(folder, Parts::locate(), |_| {})?)
}

/// The documents that a question is put to; an error where one is not in the library.
pub(crate) fn documents_of(
    library: &Library,
    question: &Question,
) -> Result<Vec<DocumentId>, EngineError> {
    question.documents.iter().map(|name| Ok(library.find_document(name)?.id)).collect()
}

/// A question as it is put to some documents, or to all where none is named.
pub(crate) fn ask<'a>(question: &'a str, documents: &'a [DocumentId]) -> Ask<'a> {
    Ask { question, documents, ..Ask::default() }
}
