//! Answers written by a local Flan-T5, from the evidence that is put before it.
//!
//! A pack is a folder with `config.json`, `tokenizer.json` and weights: [`WEIGHTS`] as they come, or
//! [`QUANTISED`], which [`quantise`] makes of them on this machine. [`Generator`] loads one and writes
//! answers; [`Worker`] does so in a thread of its own, loads at the first question and lets go after
//! idling. Nothing here opens a socket.
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use citelight_generator::{Evidence, Generator, Options, Prompt};
//!
//! let generator = Generator::load("models/flan-t5-small".as_ref())?;
//! let evidence = Evidence {
//!     document: "report.pdf".into(),
//!     page: 12,
//!     chunk: "34".into(),
//!     text: "Revenue was $1,577 million in 2018.".into(),
//! };
//! let prompt = Prompt { question: "What was the revenue?".into(), evidence: vec![evidence] };
//! let answer = generator.generate(&prompt, &Options::default(), &mut |text| {
//!     print!("{text}");
//!     ControlFlow::Continue(())
//! })?;
//! println!(" ({} tokens, {:?})", answer.tokens, answer.ended);
//! # Ok::<(), citelight_generator::GeneratorError>(())
//! ```

mod entail;
mod generate;
mod ground;
mod memory;
mod model;
mod options;
mod prompt;
mod quantise;
mod random;
mod threads;
mod tokenizer;
mod units;
mod worker;

use std::path::PathBuf;

use thiserror::Error;

pub use entail::Entailment;
pub use generate::{Generator, Show};
pub use memory::give_back;
pub use model::{Encoded, State, T5};
pub use options::{Ended, Generation, Options, Timings};
pub use prompt::{Evidence, Prompt};
pub use quantise::quantise;
pub use random::random_pack;
pub use threads::let_threads_sleep;
pub use worker::{Answering, Event, Worker};

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
    /// Its code panicked; the model was let go, and the next request loads it again.
    #[error("The language model crashed and was unloaded.")]
    Crashed,
    /// The arithmetic failed.
    #[error("The language model failed: {0}.")]
    Run(#[from] candle_core::Error),
}
