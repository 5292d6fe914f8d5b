//! Loads libpdfium at run time. One process binds one library, once.
#![allow(unsafe_code)] // the FFI boundary

use std::fs::File;
use std::path::Path;

use pdfium_render::prelude::{Pdfium, PdfiumLibraryBindings, PdfiumLibraryBindingsAccessor};

use crate::{Document, PdfError};

/// A loaded libpdfium. Lives as long as the process; not for use from several threads.
pub struct Library {
    pdfium: Pdfium,
}

/// Loads libpdfium from a file. A second call in the same process hands out the same library,
/// whatever path it names.
pub fn bind(path: &Path) -> Result<Library, PdfError> {
    use pdfium_render::prelude::PdfiumError;
    match Pdfium::bind_to_library(path) {
        Ok(bindings) => Ok(Library { pdfium: Pdfium::new(bindings) }),
        Err(PdfiumError::PdfiumLibraryBindingsAlreadyInitialized) => {
            Ok(Library { pdfium: Pdfium::default() })
        }
        Err(error) => Err(PdfError::Library {
            path: path.to_owned(),
            reason: match error {
                PdfiumError::LoadLibraryError(source) => source.to_string(),
                other => other.to_string(),
            },
        }),
    }
}

impl Library {
    /// Opens a file; `password` is tried as user and as owner password.
    pub fn open(&self, path: &Path, password: Option<&str>) -> Result<Document<'_>, PdfError> {
        Document::open(self, path, password)
    }

    /// The same of a file that is open; `path` is what errors call it.
    pub fn open_file(
        &self,
        file: &File,
        path: &Path,
        password: Option<&str>,
    ) -> Result<Document<'_>, PdfError> {
        Document::of_file(self, file, path, password)
    }

    pub(crate) fn ffi(&self) -> &'static dyn PdfiumLibraryBindings {
        self.pdfium.bindings()
    }
}
