//! Where a person's library is.

use std::path::PathBuf;

/// Where the library is when none is named: the person's data folder.
pub fn default_library_dir() -> PathBuf {
    dirs::data_dir().unwrap_or_else(|| PathBuf::from(".")).join("citelight").join("library")
}
