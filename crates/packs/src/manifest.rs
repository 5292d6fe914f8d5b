//! `manifest.json`: what an installed pack says of itself.

use std::path::Path;

use citelight_core::{ModelOrigin, ModelRole};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Its name in a pack's folder.
pub(crate) const MANIFEST: &str = "manifest.json";

/// One file of a pack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackFile {
    /// Name within the pack's folder.
    pub name: String,
    /// SHA-256, lower-case hexadecimal.
    pub sha256: String,
    /// Size.
    pub bytes: u64,
}

/// What a pack's `manifest.json` says. What only some roles need is optional.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Name, also that of its folder.
    pub name: String,
    /// What people call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is for.
    pub role: ModelRole,
    /// Licence of the weights, as SPDX writes it; `None` where nobody stated one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// Revision of its source; for an import, the beginning of its weights' hash.
    pub revision: String,
    /// Where it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// How far its content was checked against a statement of somebody else.
    #[serde(default)]
    pub origin: ModelOrigin,
    /// The file of the weights in use.
    pub model: String,
    /// Embedder: length of its vectors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dimension: Option<usize>,
    /// Embedder and reranker: most tokens taken at once, special ones included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<usize>,
    /// Every file but this one.
    pub files: Vec<PackFile>,
    /// What other versions of the app or its set-up wrote, kept.
    #[serde(flatten)]
    pub others: Map<String, Value>,
}

/// Whether a name is one and nothing else: a manifest may come from anywhere, and a name that leads
/// out of its folder must not be followed. A leading dot is kept for what is in the making.
pub(crate) fn is_plain(name: &str) -> bool {
    Path::new(name).components().count() == 1
        && !name.contains(['/', '\\', ':', '\0'])
        && !name.starts_with('.')
}
