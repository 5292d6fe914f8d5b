//! Building an index from all vectors at once.

use citelight_core::ChunkId;

use crate::kind::{self, IndexKind, IndexSettings};
use crate::native::Native;
use crate::segment::Segment;
use crate::vectors::{VectorIndex, fits};
use crate::{EachVector, IndexError, Result, omp};

/// Vectors handed to FAISS at once.
const BATCH: usize = 4096;

impl VectorIndex {
    /// An index of all vectors that `source` hands to its argument, searched as `kind` says. Of the
    /// same id the last vector counts.
    ///
    /// It uses every core and takes long for a graph; the source may report progress, and end the
    /// work with an error. For [`IndexKind::IvfPq`] the source is asked twice, first for vectors to
    /// learn from; when there are fewer than 10,000 the index stays
    /// [flat](VectorIndex::kind_in_use).
    pub fn build<E: From<IndexError>>(
        kind: IndexKind,
        dimension: usize,
        mut source: impl FnMut(&mut EachVector) -> Result<(), E>,
    ) -> Result<VectorIndex, E> {
        let built = match kind {
            IndexKind::Flat => None,
            IndexKind::Hnsw => Some(empty_graph(dimension)?),
            IndexKind::IvfPq => {
                let mut sample = Sample::new(dimension);
                source(&mut |_, vector| sample.offer(vector))?;
                sample.trained_lists()?
            }
        };
        let flat = Native::new(dimension, "Flat")?;
        let (mut filling, beside) = match built {
            Some(built) => (Filling::new(dimension, built), Some(flat)),
            None => (Filling::new(dimension, flat), None),
        };
        source(&mut |id, vector| filling.take(id, vector))?;
        let filled = filling.finish()?;
        let index = match beside {
            Some(flat) => {
                VectorIndex::from_segments(kind, dimension, Some(filled), Segment::new(flat))
            }
            None => VectorIndex::from_segments(kind, dimension, None, filled),
        };
        index.set_effort(&IndexSettings::default())?;
        Ok(index)
    }
}

fn empty_graph(dimension: usize) -> Result<Native> {
    let mut graph = Native::new(dimension, &kind::hnsw_description())?;
    graph.set("efConstruction", kind::HNSW_EF_CONSTRUCTION)?;
    Ok(graph)
}

/// A segment that is being filled.
struct Filling {
    dimension: usize,
    segment: Segment,
    ids: Vec<ChunkId>,
    vectors: Vec<f32>,
    /// The first fault: the source has no way to learn of it.
    outcome: Result<()>,
}

impl Filling {
    fn new(dimension: usize, native: Native) -> Filling {
        let segment = Segment::new(native);
        Filling { dimension, segment, ids: Vec::new(), vectors: Vec::new(), outcome: Ok(()) }
    }

    fn take(&mut self, id: ChunkId, vector: &[f32]) {
        if self.outcome.is_err() {
            return;
        }
        self.outcome = fits(self.dimension, &[id], vector);
        if self.outcome.is_ok() {
            self.ids.push(id);
            self.vectors.extend_from_slice(vector);
        }
        if self.ids.len() == BATCH {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.outcome.is_ok() && !self.ids.is_empty() {
            let _cores = omp::AllCores::begin();
            self.outcome = self.segment.add(&self.ids, &self.vectors);
        }
        self.ids.clear();
        self.vectors.clear();
    }

    fn finish(mut self) -> Result<Segment> {
        self.flush();
        self.outcome.map(|()| self.segment)
    }
}

/// A sample of all vectors offered, each as likely as the other to be in it (Vitter's algorithm R).
struct Sample {
    dimension: usize,
    offered: usize,
    vectors: Vec<f32>,
    random: u64,
}

impl Sample {
    fn new(dimension: usize) -> Sample {
        Sample { dimension, offered: 0, vectors: Vec::new(), random: 0 }
    }

    fn offer(&mut self, vector: &[f32]) {
        if vector.len() != self.dimension {
            return; // an error when it is to be added
        }
        self.offered += 1;
        if self.offered <= kind::SAMPLE {
            self.vectors.extend_from_slice(vector);
            return;
        }
        let place = (self.next_random() % self.offered as u64) as usize;
        if place < kind::SAMPLE {
            let start = place * self.dimension;
            self.vectors[start..start + self.dimension].copy_from_slice(vector);
        }
    }

    /// The next of a fixed sequence (SplitMix64), so that the same vectors give the same lists.
    fn next_random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Lists and codes learnt from the sample; `None` when it is too small.
    fn trained_lists(self) -> Result<Option<Native>> {
        if self.offered < kind::SAMPLE {
            return Ok(None);
        }
        let description = kind::ivf_pq_description(self.dimension);
        let mut lists = Native::new(self.dimension, &description)?;
        omp::use_one_thread(); // its parallel pieces are so small that two threads take longer
        lists.train(&self.vectors)?;
        Ok(Some(lists))
    }
}
