//! Why nothing could be measured.

use std::path::PathBuf;

use citelight_engine::EngineError;
use citelight_reader::ReaderError;

use crate::retrieval::QuestionFault;

/// A failure of a measurement as a whole.
#[derive(Debug, thiserror::Error)]
pub enum EvalError {
    /// A file or folder cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A line of a truth file is not what it should be.
    #[error("{}, line {line}: {source}", path.display())]
    Truth {
        /// The truth file.
        path: PathBuf,
        /// 1-based.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A line of a file of questions is not what it should be.
    #[error("{}, line {line}: {fault}", path.display())]
    Question {
        /// The file of questions.
        path: PathBuf,
        /// 1-based.
        line: usize,
        /// What is wrong with it.
        fault: QuestionFault,
    },
    /// A file of sets is not what it should be.
    #[error("{}: {fault}", path.display())]
    Sets {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and on which line.
        fault: toml::de::Error,
    },
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// There is nothing to measure.
    #[error("{} holds nothing to measure", .0.display())]
    Empty(PathBuf),
    /// The reader cannot be used at all.
    #[error(transparent)]
    Reader(#[from] ReaderError),
}
