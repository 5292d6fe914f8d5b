//! The vector index: FAISS behind chunk ids and plain vectors.
//!
//! The index is a cache of the vectors in the database. Its file carries a [`Stamp`]; a file that is
//! missing, stale or damaged is no error, it is built again. No FAISS type leaves this crate.
//!
//! An index has two segments. What [`VectorIndex::build`] was given becomes a graph or lists of codes
//! and never changes, but that single vectors can be removed. What is added later goes to a flat
//! segment beside it. A search asks both. So additions take no longer than copying them, and the
//! answer is the same as from one. [`VectorIndex::needs_rebuild`] tells when building anew pays.

mod best;
mod build;
mod compare;
mod file;
mod filter;
mod kind;
mod native;
mod omp;
mod search;
mod segment;
mod stream;
mod vectors;
mod whole;

#[cfg(test)]
mod tests;

use citelight_core::ChunkId;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use filter::Filter;
pub use kind::{IndexKind, IndexSettings};
pub use vectors::VectorIndex;

/// Why the index could not do what was asked.
#[derive(Debug, Error)]
pub enum IndexError {
    /// A native call failed.
    #[error("The vector index failed: {0}.")]
    Native(String),
    /// The index file could not be written.
    #[error("The vector index could not be written to {path}: {source}.")]
    Write {
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// A vector of another length than the index's.
    #[error("A vector of {found} numbers does not fit an index of dimension {expected}.")]
    Dimension {
        /// The index's dimension.
        expected: usize,
        /// Length of the vector.
        found: usize,
    },
    /// An id below 0.
    #[error("{0:?} is no id of a passage.")]
    Id(ChunkId),
}

/// Takes vectors one by one, each with its chunk.
pub type EachVector<'a> = dyn FnMut(ChunkId, &[f32]) + 'a;

type Result<T, E = IndexError> = std::result::Result<T, E>;

/// What an index was made of. An index whose stamp differs from the expected one is stale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Name and revision of the embedding model.
    pub model: String,
    /// Length of each vector.
    pub dimension: usize,
    /// Whether vectors have length 1, so that the inner product is the cosine.
    pub normalised: bool,
    /// How vectors are searched, as asked for.
    pub kind: IndexKind,
    /// The database's generation that the vectors belong to.
    pub generation: i64,
}
