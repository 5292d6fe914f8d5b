//! Local models at work: the embedder, which turns text into vectors, and the reranker, which
//! compares a question with a passage. What packs are and where they lie is the crate packs'.
//!
//! Models run through ONNX Runtime, which is loaded from a given path at run time; nothing is
//! fetched, nothing is sent ([`silence`]), and nothing is looked up on the system's library path. Models that others made run in a
//! confined child.

mod embedder;
mod extractor;
mod ranking;
mod reranker;
mod scorer;
mod sessions;
mod silence;
mod tokens;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use citelight_core::{ErrorCode, WireError};
use citelight_packs::PackError;
use ort::environment::Environment;
use ort::session::Session;
use ort::session::builder::{GraphOptimizationLevel, SessionBuilder};
use thiserror::Error;

pub use citelight_packs::Pack;
pub use embedder::Embedder;
pub use extractor::{ExtractedSpan, Extraction, Extractor, ReadText, Weigher};
pub use ranking::serve;
pub use reranker::{CrossEncoder, RankerParts};
pub use scorer::Scorer;
pub use silence::silence;

/// Why a model could not be used.
#[derive(Debug, Error)]
pub enum ModelError {
    /// Its pack is not whole.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// The model runtime cannot be loaded.
    #[error("The model runtime {path} cannot be loaded: {why}.", path = path.display())]
    Runtime {
        /// The library.
        path: PathBuf,
        /// What the loader said.
        why: String,
    },
    /// The child program that runs models of others cannot be used.
    #[error("The program {path} cannot be used: {why}.", path = path.display())]
    Child {
        /// The program.
        path: PathBuf,
        /// What happened.
        why: String,
    },
    /// The model refused its input.
    #[error("The language model failed: {0}.")]
    Run(String),
}

impl ModelError {
    /// The error with its way out.
    pub fn to_wire(&self) -> WireError {
        match self {
            ModelError::Pack(error) => error.to_wire(),
            ModelError::Run(_) => WireError::new(ErrorCode::Internal, self.to_string()),
            ModelError::Runtime { .. } | ModelError::Child { .. } => {
                WireError::new(ErrorCode::MissingPart, self.to_string())
                    .hint("Install Citelight again: a part of it is missing.")
            }
        }
    }
}

/// Loads the runtime ahead of its first use, for a process that can open no libraries later.
pub fn load_runtime(onnxruntime: &Path) -> Result<(), ModelError> {
    runtime(onnxruntime).map(drop)
}

/// The runtime is one per process; the first caller's library is the one that is used.
fn runtime(onnxruntime: &Path) -> Result<Environment, ModelError> {
    static RUNTIME: OnceLock<Result<Environment, String>> = OnceLock::new();
    RUNTIME
        .get_or_init(|| {
            if !silence::is_silent() {
                return Err(format!(
                    "it would report what it does unless {}=1 is set",
                    silence::VARIABLE
                ));
            }
            ort::init_from(onnxruntime)
                .map_err(|error| error.to_string())?
                .with_name("citelight")
                .with_telemetry(false)
                .build()
                .map_err(|error| error.to_string())
        })
        .clone()
        .map_err(|why| ModelError::Runtime { path: onnxruntime.to_path_buf(), why })
}

/// A session of one thread for the model in a file.
fn session(onnxruntime: &Path, model: &Path) -> Result<Session, ModelError> {
    let failed = |error: ort::Error<SessionBuilder>| run_error(error);
    Session::builder(&runtime(onnxruntime)?)
        .map_err(run_error)?
        .with_optimization_level(GraphOptimizationLevel::Level3)
        .map_err(failed)?
        .with_intra_threads(1)
        .map_err(failed)?
        .commit_from_file(model)
        .map_err(run_error)
}

fn run_error(error: impl std::fmt::Display) -> ModelError {
    ModelError::Run(error.to_string())
}
