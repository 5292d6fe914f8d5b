//! The index as its users see it: changes and searches from any thread.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::OnceLock;

use citelight_core::ChunkId;
use parking_lot::{Mutex, RwLock};

use crate::file::{self, Part};
use crate::kind::{IndexKind, IndexSettings, SAMPLE};
use crate::native::Native;
use crate::segment::Segment;
use crate::{EachVector, Filter, IndexError, Result, Stamp, whole};

/// So many vectors beside the built segment cost a search 8 ms; from here on, building anew pays.
const ADDED_AT_MOST: usize = 50_000;
/// A flat segment is compacted when it holds so many removed vectors, and they are a quarter.
const COMPACT_FROM: usize = 1024;

/// Vectors by chunk id, searched by inner product. All methods may be called from any thread.
///
/// Searches run side by side and each sees the index between two changes. Changes wait for one
/// another and for [`save`](Self::save); a search waits for a change only while that copies its
/// vectors.
#[derive(Debug)]
pub struct VectorIndex {
    kind: IndexKind,
    dimension: usize,
    /// Held by whoever changes or saves. Without it a change would queue for `segments` behind a
    /// save, and every search behind the change.
    changes: Mutex<()>,
    segments: RwLock<Segments>,
    /// The built segment's file, once it was written or read: it is not written twice.
    pub(crate) built_file: OnceLock<Part>,
}

#[derive(Debug)]
pub(crate) struct Segments {
    /// A graph or lists, as the index's kind says; none in a flat index.
    pub(crate) built: Option<Segment>,
    /// What was added since, compared one by one.
    pub(crate) added: Segment,
    /// How hard `built` is searched.
    pub(crate) effort: IndexSettings,
}

impl VectorIndex {
    /// An empty index. Whatever its kind, what is added to it is compared one by one until it is
    /// [built](Self::build).
    pub fn new(kind: IndexKind, dimension: usize) -> Result<VectorIndex> {
        let added = Segment::new(Native::new(dimension, "Flat")?);
        Ok(VectorIndex::from_segments(kind, dimension, None, added))
    }

    pub(crate) fn from_segments(
        kind: IndexKind,
        dimension: usize,
        built: Option<Segment>,
        added: Segment,
    ) -> VectorIndex {
        VectorIndex {
            kind,
            dimension,
            changes: Mutex::default(),
            segments: RwLock::new(Segments { built, added, effort: IndexSettings::default() }),
            built_file: OnceLock::new(),
        }
    }

    /// Reads the index file in `folder`; `None` when there is none, its stamp is another, or it is
    /// damaged.
    pub fn load(folder: &Path, expected: &Stamp) -> Option<VectorIndex> {
        let index = file::read(folder, expected)?;
        index.set_effort(&IndexSettings::default()).ok()?;
        Some(index)
    }

    /// Whether `folder` holds an index with this stamp, by its stamp and the files' lengths.
    pub fn is_saved(folder: &Path, expected: &Stamp) -> bool {
        file::is_there_for(folder, expected)
    }

    /// Writes the index file into `folder`. An interrupted write leaves the earlier file, or one
    /// that [`load`](Self::load) finds damaged. Searches go on meanwhile.
    pub fn save(&self, folder: &Path, stamp: &Stamp) -> Result<()> {
        let _changes = self.changes.lock();
        if self.segments.read().added.removed() > 0 {
            // What was removed must not be written out.
            self.segments.write().added.compact()?;
        }
        file::write(folder, stamp, &self.segments.read(), &self.built_file)
    }

    /// The same as one stream, for whoever keeps it otherwise than as plain files.
    pub fn save_to(&self, out: &mut dyn Write, stamp: &Stamp) -> Result<()> {
        let _changes = self.changes.lock();
        if self.segments.read().added.removed() > 0 {
            self.segments.write().added.compact()?;
        }
        whole::write(&self.segments.read(), stamp, out)
    }

    /// Reads what [`save_to`](Self::save_to) wrote; `None` when its stamp is another. The stream has to refuse what was
    /// changed.
    pub fn load_from(from: &mut dyn Read, expected: &Stamp) -> Option<VectorIndex> {
        let index = whole::read(from, expected)?;
        index.set_effort(&IndexSettings::default()).ok()?;
        Some(index)
    }

    /// Whether a stream holds an index with this stamp; its beginning is read.
    pub fn is_saved_in(from: &mut dyn Read, expected: &Stamp) -> bool {
        whole::is_of(from, expected)
    }

    /// Removes the files in `folder`. They can be made again.
    pub fn remove_files(folder: &Path) -> std::io::Result<()> {
        file::remove(folder)
    }

    /// Whether the graph or the lists still hold vectors that were removed; only building anew takes them
    /// out.
    pub fn holds_removed(&self) -> bool {
        self.segments.read().built.as_ref().is_some_and(|built| built.removed() > 0)
    }

    /// How hard searches try from now on; the kind in `settings` is passed over.
    pub fn set_effort(&self, settings: &IndexSettings) -> Result<()> {
        let _changes = self.changes.lock();
        let mut segments = self.segments.write();
        segments.effort = settings.clamped();
        let ef_search = segments.effort.ef_search;
        // FAISS's C interface cannot pass this with a search, so it belongs to the index.
        match &mut segments.built {
            Some(built) if self.kind == IndexKind::Hnsw => built.native.set("efSearch", ef_search),
            _ => Ok(()),
        }
    }

    /// The kind that was asked for.
    pub fn kind(&self) -> IndexKind {
        self.kind
    }

    /// The kind that is in use: [`Flat`](IndexKind::Flat) as long as nothing was built, for example
    /// from too few vectors.
    pub fn kind_in_use(&self) -> IndexKind {
        if self.segments.read().built.is_some() { self.kind } else { IndexKind::Flat }
    }

    /// Whether an index [built](Self::build) anew would search faster: many vectors were added since,
    /// or almost a third of those it was built from are gone.
    pub fn needs_rebuild(&self) -> bool {
        let segments = self.segments.read();
        let crowded = segments.added.len() > ADDED_AT_MOST;
        let worn = segments.built.as_ref().is_some_and(|b| 10 * b.removed() > 3 * b.positions());
        match self.kind {
            IndexKind::Flat => false,
            IndexKind::Hnsw => crowded || worn,
            IndexKind::IvfPq => (crowded || worn) && segments.len() >= SAMPLE,
        }
    }

    /// Adds vectors, one after another in `vectors`, under `ids`. An id that is in the index gets the
    /// new vector.
    pub fn add(&self, ids: &[ChunkId], vectors: &[f32]) -> Result<()> {
        fits(self.dimension, ids, vectors)?;
        if ids.is_empty() {
            return Ok(());
        }
        let _changes = self.changes.lock();
        let mut segments = self.segments.write();
        segments.added.add(ids, vectors)?;
        if let Some(built) = &mut segments.built {
            for id in ids {
                built.remove(*id);
            }
        }
        segments.compact()
    }

    /// Removes the vectors of `ids`; unknown ids are passed over.
    pub fn remove(&self, ids: &[ChunkId]) -> Result<()> {
        let _changes = self.changes.lock();
        let mut segments = self.segments.write();
        for id in ids {
            if !segments.added.remove(*id)
                && let Some(built) = &mut segments.built
            {
                built.remove(*id);
            }
        }
        segments.compact()
    }

    /// The vector stored for a chunk; `None` when there is none, or only its code.
    pub fn vector(&self, id: ChunkId) -> Option<Vec<f32>> {
        let segments = self.segments.read();
        segments.added.vector(id).or_else(|| segments.built.as_ref()?.vector(id))
    }

    /// Whether the chunk has this vector in the index. Of a vector that is kept as a code alone it
    /// says only whether there is one.
    pub fn agrees(&self, id: ChunkId, vector: &[f32]) -> bool {
        match self.vector(id) {
            Some(held) => held == vector,
            None => self.segments.read().built.as_ref().is_some_and(|built| built.contains(id)),
        }
    }

    /// How many vectors it holds.
    pub fn len(&self) -> usize {
        self.segments.read().len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The `limit` chunks nearest to `query` among those that the filter lets through, best first,
    /// with their inner products. A narrow filter costs no recall. Where vectors are kept as codes
    /// ([`IndexKind::IvfPq`]), products and order are approximate:
    /// [`search_rescored`](Self::search_rescored) sets them right.
    pub fn search(
        &self,
        query: &[f32],
        limit: usize,
        filter: &Filter,
    ) -> Result<Vec<(ChunkId, f32)>> {
        let mut found = self.segments.read().search(self.kind, &[query], limit, limit, filter)?;
        Ok(found.swap_remove(0).merged(limit))
    }

    /// As [`search`](Self::search), but for several queries, and exact for chunks that are kept as
    /// codes: those that may be among the nearest are compared again with their whole vectors, which
    /// `fetch` hands to its second argument, in any order. A chunk whose vector does not come is not
    /// found. Without codes `fetch` is not called. The index is free for changes while it runs.
    /// Vectors that are compared one by one are read once for all queries.
    pub fn search_rescored<E: From<IndexError>>(
        &self,
        queries: &[&[f32]],
        limit: usize,
        filter: &Filter,
        mut fetch: impl FnMut(&[ChunkId], &mut EachVector) -> Result<(), E>,
    ) -> Result<Vec<Vec<(ChunkId, f32)>>, E> {
        let depth = crate::search::rescored(limit);
        let mut found = self.segments.read().search(self.kind, queries, limit, depth, filter)?;
        for (query, found) in queries.iter().zip(&mut found) {
            found.rescore(query, &mut fetch)?;
        }
        Ok(found.into_iter().map(|found| found.merged(limit)).collect())
    }
}

/// Whether vectors and ids can be added to an index.
pub(crate) fn fits(dimension: usize, ids: &[ChunkId], vectors: &[f32]) -> Result<()> {
    if vectors.len() != ids.len() * dimension {
        let found = vectors.len().checked_div(ids.len()).unwrap_or(0);
        return Err(IndexError::Dimension { expected: dimension, found });
    }
    match ids.iter().find(|id| id.0 < 0) {
        Some(id) => Err(IndexError::Id(*id)),
        None => Ok(()),
    }
}

impl Segments {
    fn len(&self) -> usize {
        self.built.as_ref().map_or(0, Segment::len) + self.added.len()
    }

    fn compact(&mut self) -> Result<()> {
        let removed = self.added.removed();
        if removed < COMPACT_FROM || 4 * removed < self.added.positions() {
            return Ok(());
        }
        self.added.compact()
    }
}
