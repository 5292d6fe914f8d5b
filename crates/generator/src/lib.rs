//! Answers written by a local Flan-T5.

mod model;
mod quantise;
mod random;

use std::path::PathBuf;

use thiserror::Error;

pub use model::{Encoded, State, T5};
pub use quantise::quantise;
pub use random::random_pack;

/// The weights of a pack as they come, in floats.
pub const WEIGHTS: &str = "model.safetensors";
/// The weights of a pack after [`quantise`]; taken where they are there.
pub const QUANTISED: &str = "model-q8_0.gguf";

/// Why nothing could be generated.
#[derive(Debug, Error)]
pub enum GeneratorError {
    /// A file of the pack cannot be read or written.
    #[error("The model file {path} cannot be read or written: {source}.", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The pack is not a model that can be used.
    #[error("The model {path} is damaged or of another kind: {why}.", path = path.display())]
    Pack {
        /// The file in question.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// What was asked for makes no sense.
    #[error("The language model was called wrongly: {0}.")]
    Input(String),
    /// It was told to stop.
    #[error("The language model was stopped.")]
    Stopped,
    /// The arithmetic failed.
    #[error("The language model failed: {0}.")]
    Run(#[from] candle_core::Error),
}
