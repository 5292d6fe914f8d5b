//! Model packs as a surface shows them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::WireError;

/// What a model pack is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ModelRole {
    /// Turns text into vectors. Always there.
    Embedder,
    /// Compares a question with a passage, word by word.
    Reranker,
    /// Writes answers from the evidence.
    Generator,
    /// Says whether a sentence is supported.
    Verifier,
}

impl ModelRole {
    /// Every role, in the order in which they are shown.
    pub const ALL: [ModelRole; 4] =
        [ModelRole::Embedder, ModelRole::Reranker, ModelRole::Generator, ModelRole::Verifier];

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            ModelRole::Embedder => "embedder",
            ModelRole::Reranker => "reranker",
            ModelRole::Generator => "generator",
            ModelRole::Verifier => "verifier",
        }
    }
}

/// How far a pack's content was checked against a statement of somebody else.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ModelOrigin {
    /// It was made with the app, from pinned weights.
    #[default]
    Bundled,
    /// Fetched; every file has the hash that the hub states for the pinned revision.
    Hub,
    /// Imported by hand; its weights have the hash that the list of models states.
    Known,
    /// Imported by hand; nobody states what it should contain.
    Unknown,
}

/// How far a pack is from being used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum ModelState {
    /// It is known, and not here.
    Absent,
    /// A part of it was fetched; installing goes on from there.
    Partial {
        /// Bytes on the disk.
        #[ts(type = "number")]
        done_bytes: u64,
    },
    /// It is being fetched or copied.
    Installing {
        /// Bytes on the disk.
        #[ts(type = "number")]
        done_bytes: u64,
        /// Bytes of all its files; `None` until that is known.
        #[ts(type = "number | null")]
        total_bytes: Option<u64>,
        /// Whether all bytes are there, and hashes and headers are being checked.
        checking: bool,
    },
    /// It is whole.
    Installed,
    /// It is here and not whole. It is never loaded.
    Broken,
}

/// A model pack: known, installed, or both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModelPack {
    /// Name, by which commands speak of it.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// What it is for.
    pub role: ModelRole,
    /// Licence of its weights; `None` where nobody told.
    pub licence: Option<String>,
    /// Revision of its source.
    pub revision: Option<String>,
    /// Where it comes from, without the scheme ("huggingface.co/google/flan-t5-small").
    pub source: Option<String>,
    /// How its content was checked; `None` while it is not installed.
    pub origin: Option<ModelOrigin>,
    /// Bytes on the disk; before it is installed, those to fetch, as far as they are known.
    #[ts(type = "number | null")]
    pub bytes: Option<u64>,
    /// Memory that it needs while it works, about.
    #[ts(type = "number | null")]
    pub memory_bytes: Option<u64>,
    /// How far it is from being used.
    pub state: ModelState,
    /// Whether it came with the app; such a one cannot be removed.
    pub bundled: bool,
    /// Whether it is the one of its role that is used.
    pub in_use: bool,
    /// Whether the app can fetch it.
    pub can_install: bool,
    /// Whether it is certain beforehand what would be fetched.
    pub pinned: bool,
    /// Why it is broken, or why the last try to install it failed.
    pub problem: Option<WireError>,
}
