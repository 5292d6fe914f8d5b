//! The child that was just built, as its host starts it.
#![allow(dead_code)] // each test takes what it needs

#[path = "../../../pdf/tests/sample/mod.rs"]
pub(crate) mod sample;

use std::path::PathBuf;

use citelight_reader::ReaderParts;

/// Without language data: nothing is recognised.
pub(crate) fn parts() -> ReaderParts {
    with_languages(None, "eng")
}

/// With language data from a folder.
pub(crate) fn with_languages(tessdata: Option<PathBuf>, languages: &str) -> ReaderParts {
    ReaderParts {
        exe: env!("CARGO_BIN_EXE_citelight-reader").into(),
        pdfium: sample::pdfium(),
        documents: std::env::temp_dir(),
        tessdata,
        languages: languages.into(),
    }
}
