//! Why nothing could be measured.

use std::path::PathBuf;

use citelight_core::{ErrorCode, WireError};
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
    /// A file cannot be written.
    #[error("{} cannot be written: {source}", path.display())]
    Write {
        /// The file.
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
    /// The questions are on other documents than the library's.
    #[error("None of the questions is on a document of the library")]
    NoDocuments,
    /// A trainer was given only sets that it must not learn from.
    #[error("nothing may be learned from these sets (train = false): {0}")]
    NothingToLearn(String),
    /// Questions were measured by a version that measures otherwise.
    #[error("the measured questions are of another version: measure them anew")]
    OtherMeasurements,
    /// There is nothing to measure.
    #[error("{} holds nothing to measure", .0.display())]
    Empty(PathBuf),
    /// The reader cannot be used at all.
    #[error(transparent)]
    Reader(#[from] ReaderError),
}

impl EvalError {
    /// The error as it crosses to a surface.
    pub fn to_wire(&self) -> WireError {
        match self {
            EvalError::Engine(error) => error.to_wire(),
            EvalError::NoDocuments => WireError::new(ErrorCode::Input, format!("{self}."))
                .hint("Add the documents first."),
            _ => WireError::new(ErrorCode::Input, format!("{self}.")),
        }
    }
}
