//! Errors as they cross to a surface: a code to branch on, words to read, a way out.

use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What the surface may branch on. A new code only where it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The input or the call is at fault: the person can mend it.
    Input,
    /// A file or document is not there.
    NotFound,
    /// The file is not a PDF or is damaged beyond reading.
    Unreadable,
    /// The file is encrypted and needs its password.
    NeedsPassword,
    /// The library is encrypted, and its passphrase is missing or wrong.
    Locked,
    /// A part of the installation is missing (library, model, reader).
    MissingPart,
    /// The person stopped the work.
    Cancelled,
    /// Our fault.
    Internal,
}

/// An error on the wire: what happened, to which file, and what the person can do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WireError {
    /// What to branch on.
    pub code: ErrorCode,
    /// One sentence for the person; names the file.
    pub message: String,
    /// The way out, where there is one.
    pub hint: Option<String>,
}

impl WireError {
    /// An error without a hint.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None }
    }

    /// The same with a way out.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, " {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for WireError {}
