//! The vector index: FAISS behind chunk ids and plain vectors.
//!
//! The index is a cache of the vectors in the database. Its file carries a [`Stamp`]; a file that is
//! missing, stale or damaged is no error, it is built again. No FAISS type leaves this crate.

mod file;
mod filter;
mod omp;

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use citelight_core::ChunkId;
use faiss::index::IndexImpl;
use faiss::selector::IdSelector;
use faiss::{Idx, Index, MetricType, index_factory};
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use filter::Filter;

/// Why the index could not do what was asked.
#[derive(Debug, Error)]
pub enum IndexError {
    /// FAISS refused.
    #[error("The vector index failed: {0}.")]
    Faiss(#[from] faiss::error::Error),
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
}

type Result<T, E = IndexError> = std::result::Result<T, E>;

/// How vectors are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IndexKind {
    /// Every vector is compared: exact.
    Flat,
}

impl IndexKind {
    fn factory_string(self) -> &'static str {
        match self {
            // The second generation of the id map can also give vectors back.
            IndexKind::Flat => "IDMap2,Flat",
        }
    }
}

/// What an index was made of. An index whose stamp differs from the expected one is stale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Name and revision of the embedding model.
    pub model: String,
    /// Length of each vector.
    pub dimension: usize,
    /// Whether vectors have length 1, so that the inner product is the cosine.
    pub normalised: bool,
    /// How vectors are searched.
    pub kind: IndexKind,
    /// The database's generation that the vectors belong to.
    pub generation: i64,
}

/// Vectors by chunk id, searched by inner product. All methods may be called from any thread.
#[derive(Debug)]
pub struct VectorIndex {
    inner: Mutex<IndexImpl>,
    dimension: usize,
}

impl VectorIndex {
    /// An empty index.
    pub fn new(kind: IndexKind, dimension: usize) -> Result<VectorIndex> {
        let inner = index_factory(
            u32::try_from(dimension).unwrap_or(u32::MAX),
            kind.factory_string(),
            MetricType::InnerProduct,
        )?;
        Ok(VectorIndex { inner: Mutex::new(inner), dimension })
    }

    /// Reads the index file in `folder`; `None` when there is none, its stamp is another, or it is
    /// damaged.
    pub fn load(folder: &Path, expected: &Stamp) -> Option<VectorIndex> {
        let inner = file::read(folder, expected)?;
        Some(VectorIndex { inner: Mutex::new(inner), dimension: expected.dimension })
    }

    /// Writes the index file into `folder`. An interrupted write leaves the earlier file, or one
    /// that [`load`](Self::load) finds damaged.
    pub fn save(&self, folder: &Path, stamp: &Stamp) -> Result<()> {
        file::write(folder, stamp, &self.lock())
    }

    /// Adds vectors, one after another in `vectors`, under `ids`, none of which may be in the index.
    pub fn add(&self, ids: &[ChunkId], vectors: &[f32]) -> Result<()> {
        if vectors.len() != ids.len() * self.dimension {
            let found = vectors.len().checked_div(ids.len()).unwrap_or(0);
            return Err(IndexError::Dimension { expected: self.dimension, found });
        }
        if ids.is_empty() {
            return Ok(());
        }
        omp::use_one_thread();
        Ok(self.lock().add_with_ids(vectors, &native(ids))?)
    }

    /// Removes the vectors of `ids`; unknown ids are passed over.
    pub fn remove(&self, ids: &[ChunkId]) -> Result<()> {
        if ids.is_empty() {
            return Ok(());
        }
        omp::use_one_thread();
        self.lock().remove_ids(&IdSelector::batch(&native(ids))?)?;
        Ok(())
    }

    /// The vector stored for a chunk; `None` when there is none.
    pub fn vector(&self, id: ChunkId) -> Option<Vec<f32>> {
        let mut vector = vec![0.0; self.dimension];
        self.lock().reconstruct(native(&[id])[0], &mut vector).ok()?;
        Some(vector)
    }

    /// How many vectors it holds.
    pub fn len(&self) -> usize {
        usize::try_from(self.lock().ntotal()).unwrap_or(usize::MAX)
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The `limit` chunks nearest to `query` among those that the filter lets through, best first,
    /// with their inner products. The filter is applied before the search: a narrow one costs no
    /// recall.
    pub fn search(
        &self,
        query: &[f32],
        limit: usize,
        filter: &Filter,
    ) -> Result<Vec<(ChunkId, f32)>> {
        if query.len() != self.dimension {
            return Err(IndexError::Dimension { expected: self.dimension, found: query.len() });
        }
        let inner = self.lock();
        let total = usize::try_from(inner.ntotal()).unwrap_or(usize::MAX);
        let limit = limit.min(total);
        if limit == 0 {
            return Ok(Vec::new());
        }
        omp::use_one_thread();
        let (mut scores, mut ids) = (vec![0.0_f32; limit], vec![-1_i64; limit]);
        filter::search(inner.inner_ptr(), query, filter, &mut scores, &mut ids)?;
        Ok(ids
            .into_iter()
            .zip(scores)
            .filter(|(id, _)| *id >= 0) // FAISS fills up with −1
            .map(|(id, score)| (ChunkId(id), score))
            .collect())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, IndexImpl> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn native(ids: &[ChunkId]) -> Vec<Idx> {
    ids.iter().map(|id| Idx::new(id.0.unsigned_abs())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIMENSION: usize = 4;

    fn ids(numbers: &[i64]) -> Vec<ChunkId> {
        numbers.iter().map(|&number| ChunkId(number)).collect()
    }

    fn sample() -> VectorIndex {
        let index = VectorIndex::new(IndexKind::Flat, DIMENSION).unwrap();
        let vectors = [
            [1.0, 0.0, 0.0, 0.0], // 10
            [0.8, 0.6, 0.0, 0.0], // 11
            [0.0, 1.0, 0.0, 0.0], // 12
            [0.0, 0.0, 1.0, 0.0], // 20
        ];
        index.add(&ids(&[10, 11, 12, 20]), vectors.as_flattened()).unwrap();
        index
    }

    fn found(index: &VectorIndex, limit: usize, filter: &Filter) -> Vec<i64> {
        let hits = index.search(&[1.0, 0.1, 0.0, 0.0], limit, filter).unwrap();
        hits.iter().map(|(id, _)| id.0).collect()
    }

    fn stamp(generation: i64) -> Stamp {
        Stamp {
            model: "m@1".into(),
            dimension: DIMENSION,
            normalised: true,
            kind: IndexKind::Flat,
            generation,
        }
    }

    #[test]
    fn nearest_first_and_never_more_than_there_are() {
        let index = sample();
        assert_eq!(found(&index, 2, &Filter::all()), [10, 11]);
        assert_eq!(found(&index, 50, &Filter::all()), [10, 11, 12, 20]);
        let empty = VectorIndex::new(IndexKind::Flat, DIMENSION).unwrap();
        assert!(found(&empty, 5, &Filter::all()).is_empty());
    }

    #[test]
    fn a_filter_is_applied_before_the_search() {
        let index = sample();
        let range = |a, b| (ChunkId(a), ChunkId(b));
        assert_eq!(found(&index, 1, &Filter::ranges(&[range(12, 21)])), [12]);
        assert_eq!(found(&index, 9, &Filter::ranges(&[range(11, 12), range(20, 21)])), [11, 20]);
        assert!(found(&index, 9, &Filter::ranges(&[])).is_empty());
    }

    #[test]
    fn removed_vectors_are_not_found() {
        let index = sample();
        index.remove(&ids(&[10, 999])).unwrap();
        assert_eq!(found(&index, 1, &Filter::all()), [11]);
        assert_eq!(index.len(), 3);
    }

    #[test]
    fn wrong_lengths_are_refused() {
        let index = sample();
        assert!(matches!(
            index.search(&[1.0], 1, &Filter::all()),
            Err(IndexError::Dimension { expected: 4, found: 1 })
        ));
        assert!(index.add(&ids(&[1, 2]), &[0.0; 4]).is_err());
    }

    #[test]
    fn a_saved_index_is_read_back_only_with_its_own_stamp() {
        let dir = tempfile::tempdir().unwrap();
        sample().save(dir.path(), &stamp(3)).unwrap();
        let read = VectorIndex::load(dir.path(), &stamp(3)).expect("current");
        assert_eq!(found(&read, 4, &Filter::all()), [10, 11, 12, 20]);
        assert!(VectorIndex::load(dir.path(), &stamp(4)).is_none(), "stale generation");
        let other = Stamp { model: "m@2".into(), ..stamp(3) };
        assert!(VectorIndex::load(dir.path(), &other).is_none(), "other model");
    }

    #[test]
    fn a_damaged_or_missing_file_is_no_index() {
        let dir = tempfile::tempdir().unwrap();
        assert!(VectorIndex::load(dir.path(), &stamp(1)).is_none());
        sample().save(dir.path(), &stamp(1)).unwrap();
        for (at, what) in [(None, "cut short"), (Some(60), "a flipped byte")] {
            let path = dir.path().join(file::INDEX_FILE);
            let good = std::fs::read(&path).unwrap();
            let mut bad = good.clone();
            match at {
                None => bad.truncate(good.len() / 2),
                Some(at) => bad[at] ^= 0x55,
            }
            std::fs::write(&path, bad).unwrap();
            assert!(VectorIndex::load(dir.path(), &stamp(1)).is_none(), "{what}");
            std::fs::write(&path, good).unwrap();
        }
        assert!(VectorIndex::load(dir.path(), &stamp(1)).is_some());
    }
}
