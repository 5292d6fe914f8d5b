//! What can go wrong in the engine, and how it reads on a surface.

use std::path::Path;

use citelight_core::{ErrorCode, WireError};
use citelight_index::IndexError;
use citelight_models::ModelError;
use citelight_packs::PackError;
use citelight_parts::MissingPart;
use citelight_print::PrintError;
use citelight_reader::ReaderError;
use citelight_store::StoreError;
use thiserror::Error;

/// Why the engine could not do what was asked.
#[derive(Debug, Error)]
pub enum EngineError {
    /// For the person, as it stands.
    #[error("{0}")]
    Message(WireError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The vector index failed.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A model failed.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A model pack is not whole, or not there.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// A part of the installation is missing.
    #[error(transparent)]
    Part(#[from] MissingPart),
    /// The reader failed.
    #[error(transparent)]
    Reader(#[from] ReaderError),
    /// A PDF could not be made.
    #[error(transparent)]
    Print(#[from] PrintError),
}

/// Result of an engine call.
pub type Result<T, E = EngineError> = std::result::Result<T, E>;

impl EngineError {
    pub(crate) fn input(message: impl Into<String>, hint: impl Into<String>) -> EngineError {
        EngineError::Message(WireError::new(ErrorCode::Input, message).hint(hint))
    }

    pub(crate) fn not_found(message: impl Into<String>) -> EngineError {
        EngineError::Message(WireError::new(ErrorCode::NotFound, message))
    }

    /// An error of the code `not_found` with this message, unless it was found.
    pub(crate) fn unless(found: bool, message: &str) -> Result<()> {
        if found { Ok(()) } else { Err(EngineError::not_found(message)) }
    }

    /// A file or folder that the system would not give.
    pub(crate) fn file(path: &Path, doing: &str, error: &std::io::Error) -> EngineError {
        let code = if error.kind() == std::io::ErrorKind::NotFound {
            ErrorCode::NotFound
        } else {
            ErrorCode::Input
        };
        // The name is what a person recognises; where it was looked for is the detail.
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let folder = whole.parent().unwrap_or(&whole).display();
        let message = match error.kind() {
            std::io::ErrorKind::NotFound => format!("“{name}” is not there."),
            _ => format!("{doing} “{name}” failed: {error}."),
        };
        let hint = match error.kind() {
            std::io::ErrorKind::NotFound => {
                format!(
                    "It was looked for in {folder}; it may have been moved, renamed or deleted."
                )
            }
            std::io::ErrorKind::PermissionDenied => {
                format!("It lies in {folder}: check that you may read it.")
            }
            std::io::ErrorKind::StorageFull => {
                "Free some space on the disk and try again.".to_owned()
            }
            _ => format!("It lies in {folder}: check that its drive is still connected."),
        };
        EngineError::Message(WireError::new(code, message).hint(hint))
    }

    /// Whether it is for want of room or of the right to write.
    pub(crate) fn is_unwritable(&self) -> bool {
        matches!(self, EngineError::Store(error) if error.is_unwritable())
    }

    /// What the reader says of the library's copy of a file, said of the file by the name that the person
    /// knows; any other error as it is.
    pub(crate) fn named(self, copy: &Path, file_name: &str) -> EngineError {
        let EngineError::Reader(error) = &self else { return self };
        let mut wire = error.to_wire();
        wire.message = wire.message.replace(&copy.display().to_string(), &format!("“{file_name}”"));
        EngineError::Message(wire)
    }

    /// The error as it crosses to a surface.
    pub fn to_wire(&self) -> WireError {
        match self {
            EngineError::Message(error) => error.clone(),
            EngineError::Store(error) => {
                let wire = WireError::new(ErrorCode::Internal, error.to_string());
                match error {
                    error if error.is_full() => full(),
                    error if error.is_read_only() => read_only(),
                    StoreError::Old { .. } => wire.hint("Make its disk writable, or copy the library to another place."),
                    StoreError::Newer { .. } => wire.hint("Update Citelight to open it."),
                    StoreError::NoCopy { .. } => wire.hint(
                        "Free some space on the disk and open it again; until then it stays as it is.",
                    ),
                    error if error.is_damage() => wire.hint(
                        "Close Citelight. `citelight rebuild` makes the database again from its backup, what \
                         is left of it, and the copies of your PDFs.",
                    ),
                    _ => wire,
                }
            }
            EngineError::Index(error) => WireError::new(ErrorCode::Internal, error.to_string()),
            EngineError::Model(error) => error.to_wire(),
            EngineError::Pack(error) => error.to_wire(),
            EngineError::Part(error) => error.to_wire(),
            EngineError::Reader(error) => error.to_wire(),
            EngineError::Print(error) => WireError::new(ErrorCode::Internal, error.to_string()),
        }
    }
}

/// What is told where the disk of the library is full.
pub(crate) fn full() -> WireError {
    WireError::new(ErrorCode::Input, "The disk that the library lies on is full.")
        .hint("Free some space. Until then you can ask and remove; nothing new is kept.")
}

/// What is told where the library cannot be written to.
pub(crate) fn read_only() -> WireError {
    WireError::new(
        ErrorCode::Input,
        "The library can only be read: its disk or folder is write-protected.",
    )
    .hint("You can ask and look at pages; nothing new is kept, and nothing can be removed.")
}

impl From<EngineError> for WireError {
    fn from(error: EngineError) -> WireError {
        error.to_wire()
    }
}
