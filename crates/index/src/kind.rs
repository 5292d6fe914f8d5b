//! How vectors are searched, and when which way is worth it.

use serde::{Deserialize, Serialize};

/// How vectors are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IndexKind {
    /// Every vector is compared: exact.
    #[default]
    Flat,
    /// A graph of near neighbours beside the whole vectors (Malkov and Yashunin, 2018). A sixth more
    /// memory than [`Flat`](Self::Flat), 8 minutes on two cores to build from a million vectors, 4 ms
    /// to search them.
    Hnsw,
    /// Vectors in lists by their nearest centre, each kept as a code (Jégou et al., 2011). An eighth of
    /// the memory, 90 seconds to build from a million vectors, 20 ms to search them, and then the
    /// nearest are compared again with their whole vectors, which the caller holds.
    IvfPq,
}

impl IndexKind {
    /// The kind to propose for a library of so many vectors, measured with `benches/index.rs`.
    pub fn recommended(vectors: usize) -> IndexKind {
        if vectors <= FLAT_AT_MOST {
            IndexKind::Flat
        } else if vectors <= HNSW_AT_MOST {
            IndexKind::Hnsw
        } else {
            IndexKind::IvfPq
        }
    }
}

/// So many vectors are compared in 20 ms; a question has 30 ms for it.
const FLAT_AT_MOST: usize = 100_000;
/// With so many of 384 numbers a graph takes 0.9 GB; more is too much for a laptop.
const HNSW_AT_MOST: usize = 500_000;

/// Links of a vector in the graph's upper layers (M); the lowest has twice as many. 256 bytes a vector.
const HNSW_LINKS: usize = 32;
/// Candidates kept while a vector's neighbours are looked for. With 100 all of them are passages of the
/// same one or two documents: of 100,000 vectors a tenth of the far nearest were missed, with 200 a
/// hundredth.
pub(crate) const HNSW_EF_CONSTRUCTION: u32 = 200;

/// FAISS's description of a graph.
pub(crate) fn hnsw_description() -> String {
    format!("HNSW{HNSW_LINKS},Flat")
}

/// Lists of codes. Few, so that they can be learnt from few vectors in half a minute; a search of an
/// eighth of them looks at 125,000 of a million codes, which takes a few milliseconds.
pub(crate) const LISTS: usize = 256;
/// Vectors to learn lists and codes from: FAISS wants 39 examples at least for each list, and for each
/// of the 256 values of a code's byte. Also the fewest from which lists are built.
pub(crate) const SAMPLE: usize = 10_240;

/// FAISS's description of lists of codes. Its "np" leaves out a second ordering of the codes that only
/// a search by Hamming distance needs, and that takes longer to learn than all the rest.
pub(crate) fn ivf_pq_description(dimension: usize) -> String {
    format!("IVF{LISTS},PQ{}np", pq_bytes(dimension))
}

/// Bytes of a code: one for four numbers, where the dimension can be divided so.
fn pq_bytes(dimension: usize) -> usize {
    (1..=dimension.div_ceil(4)).rev().find(|&codes| dimension.is_multiple_of(codes)).unwrap_or(1)
}

/// How an index is built and how hard it searches. Only `kind` matters to what is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct IndexSettings {
    /// How vectors are searched.
    pub kind: IndexKind,
    /// [`IndexKind::Hnsw`]: how many of the nearest the walk through the graph keeps, 64 to 8192.
    pub ef_search: u32,
    /// [`IndexKind::IvfPq`]: how many lists are searched, 1 to 256.
    pub nprobe: u32,
}

impl Default for IndexSettings {
    fn default() -> IndexSettings {
        IndexSettings { kind: IndexKind::Flat, ef_search: 1024, nprobe: 32 }
    }
}

impl IndexSettings {
    /// The settings with every number within its range.
    pub(crate) fn clamped(self) -> IndexSettings {
        IndexSettings {
            kind: self.kind,
            ef_search: self.ef_search.clamp(64, 8192),
            nprobe: self.nprobe.clamp(1, LISTS as u32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_divide_every_dimension() {
        for (dimension, codes) in [(384, 96), (768, 192), (10, 2), (7, 1), (4, 1), (1, 1)] {
            assert_eq!(pq_bytes(dimension), codes, "{dimension}");
        }
    }

    #[test]
    fn more_vectors_are_kept_in_less_memory_each() {
        let kinds = [0, 100_000, 100_001, 500_000, 500_001].map(IndexKind::recommended);
        let [flat, hnsw, ivf_pq] = [IndexKind::Flat, IndexKind::Hnsw, IndexKind::IvfPq];
        assert_eq!(kinds, [flat, flat, hnsw, hnsw, ivf_pq]);
    }
}
