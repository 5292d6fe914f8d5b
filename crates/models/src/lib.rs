//! Local models: packs on disk, and the embedder that turns text into vectors.
//!
//! Models run through ONNX Runtime, which is loaded from a given path at run time; nothing is
//! fetched, and nothing is looked up on the system's library path.

mod embedder;
mod pack;

use std::path::PathBuf;

use citelight_core::{ErrorCode, WireError};
use thiserror::Error;

pub use embedder::Embedder;
pub use pack::{Pack, PackFile};

/// Why a model could not be used.
#[derive(Debug, Error)]
pub enum ModelError {
    /// A file of the pack cannot be read.
    #[error("The model file {path} cannot be read: {source}.", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The pack is not what its manifest says.
    #[error("The model pack {path} is damaged: {why}.", path = path.display())]
    Pack {
        /// Its folder.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The model runtime cannot be loaded.
    #[error("The model runtime {path} cannot be loaded: {why}.", path = path.display())]
    Runtime {
        /// The library.
        path: PathBuf,
        /// What the loader said.
        why: String,
    },
    /// The model refused its input.
    #[error("The language model failed: {0}.")]
    Run(String),
}

impl ModelError {
    /// The error with its way out.
    pub fn to_wire(&self) -> WireError {
        let (code, hint) = match self {
            ModelError::Run(_) => (ErrorCode::Internal, None),
            _ => (
                ErrorCode::MissingPart,
                Some("Install Citelight again; in a checkout, run `cargo xtask setup`."),
            ),
        };
        WireError { code, message: self.to_string(), hint: hint.map(str::to_owned) }
    }
}
