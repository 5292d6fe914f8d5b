//! Owns how a mistake in a trade's file is said.

use thiserror::Error;

use crate::Place;

/// A mistake in a file: where it is, what is wrong, and the way out.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file}{}: {message} {hint}", line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct TradeError {
    /// The file's name.
    pub file: String,
    /// The line, from 1; `None` where the file as a whole could not be read.
    pub line: Option<u32>,
    /// What is wrong, as a sentence.
    pub message: String,
    /// What to do, as a sentence.
    pub hint: String,
}

impl TradeError {
    /// A mistake at a place of a file.
    pub fn new(place: &Place, message: impl Into<String>, hint: impl Into<String>) -> TradeError {
        TradeError {
            file: place.file.to_string(),
            line: Some(place.line),
            message: message.into(),
            hint: hint.into(),
        }
    }
}
