//! What can be wrong with a pack, and the way out.

use std::path::{Path, PathBuf};

use citelight_core::{ErrorCode, WireError};
use thiserror::Error;

/// Result of a call of this crate.
pub type Result<T, E = PackError> = std::result::Result<T, E>;

/// Why a pack could not be used, made or removed.
#[derive(Debug, Error)]
pub enum PackError {
    /// A file cannot be read or written.
    #[error("{doing} {path} failed: {source}.", path = path.display())]
    File {
        /// What was done, as the beginning of a sentence ("Reading").
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// An installed pack is not what its manifest says.
    #[error("The model “{name}” is damaged: {why}.", name = named(path))]
    Damaged {
        /// Its folder.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A folder that was to be imported is no model that can be used.
    #[error("“{path}” cannot be used as a model: {why}.", path = path.display())]
    Unsuitable {
        /// The folder.
        path: PathBuf,
        /// What is wrong.
        why: String,
        /// What to do about it.
        hint: &'static str,
    },
    /// The list of known packs cannot be read.
    #[error("The list of models {path} cannot be used: {why}.", path = path.display())]
    List {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// No pack has this name.
    #[error("No model is named “{0}”.")]
    Unknown(String),
    /// The pack is known, but not installed.
    #[error("“{0}” is not installed.")]
    Absent(String),
    /// The pack came with the app.
    #[error("“{0}” comes with Citelight and cannot be removed.")]
    Bundled(String),
    /// Somebody else is installing or removing the pack.
    #[error("“{0}” is being installed or removed already.")]
    Busy(String),
    /// The person stopped the work.
    #[error("Stopped.")]
    Stopped,
}

/// A pack is known by the name of its folder.
fn named(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

impl PackError {
    pub(crate) fn file(doing: &'static str, path: &Path, source: std::io::Error) -> PackError {
        PackError::File { doing, path: path.to_path_buf(), source }
    }

    /// The error with its way out.
    pub fn to_wire(&self) -> WireError {
        let full = |source: &std::io::Error| source.kind() == std::io::ErrorKind::StorageFull;
        let (code, hint) = match self {
            PackError::File { source, .. } if full(source) => {
                (ErrorCode::Input, Some("Free some space on the disk and try again."))
            }
            PackError::File { doing: "Reading", .. } => {
                (ErrorCode::MissingPart, Some("Check that the file is there and may be read."))
            }
            PackError::File { .. } => {
                (ErrorCode::Input, Some("Check that the folder may be written to."))
            }
            PackError::Damaged { .. } => (
                ErrorCode::MissingPart,
                Some("It is not used. Remove it under models and install it again."),
            ),
            PackError::Unsuitable { hint, .. } => (ErrorCode::Input, Some(*hint)),
            PackError::List { .. } => (
                ErrorCode::MissingPart,
                Some("Install Citelight again; in a checkout, restore models/manifest.toml."),
            ),
            PackError::Unknown(_) => {
                (ErrorCode::NotFound, Some("`citelight models list` shows the names."))
            }
            PackError::Absent(_) => {
                (ErrorCode::NotFound, Some("Install it first: `citelight models install NAME`."))
            }
            PackError::Bundled(_) => (ErrorCode::Input, None),
            PackError::Busy(_) => {
                (ErrorCode::Input, Some("Wait until that is done, or stop it where it was begun."))
            }
            PackError::Stopped => (ErrorCode::Cancelled, None),
        };
        WireError { code, message: self.to_string(), hint: hint.map(str::to_owned) }
    }
}
