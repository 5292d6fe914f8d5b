//! Keeps the vector index in step with the database.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use citelight_core::ChunkId;
use citelight_index::{Filter, IndexKind, IndexSettings, Stamp, VectorIndex};
use citelight_models::Embedder;

use crate::{EngineError, Library, Result};

/// The index in memory, with the database generation that it stands for.
#[derive(Debug)]
pub(crate) struct IndexCache {
    folder: PathBuf,
    state: Mutex<Option<State>>,
}

#[derive(Debug)]
struct State {
    index: Arc<VectorIndex>,
    stamp: Stamp,
    saved: bool,
}

impl IndexCache {
    pub(crate) fn new(folder: PathBuf) -> IndexCache {
        IndexCache { folder, state: Mutex::default() }
    }

    /// The index for the database as it stands: from memory, else from its file, else built anew
    /// from the vectors in the database. One in memory answers on while another kind is
    /// [built](Self::rebuild).
    pub(crate) fn current(
        &self,
        library: &Library,
        embedder: &Embedder,
    ) -> Result<Arc<VectorIndex>> {
        let mut state = self.lock();
        let generation = library.store.generation()?;
        if let Some(state) = &*state
            && state.stamp.generation == generation
        {
            return Ok(Arc::clone(&state.index));
        }
        let settings = library.index_settings()?;
        let expected = stamp(embedder, settings.kind, generation);
        if let Some(index) = VectorIndex::load(&self.folder, &expected) {
            index.set_effort(&settings)?;
            let index = Arc::new(index);
            *state = Some(State { index: Arc::clone(&index), stamp: expected, saved: true });
            return Ok(index);
        }
        let built = build(library, embedder, &settings)?;
        let index = Arc::clone(&built.index);
        *state = Some(built);
        Ok(index)
    }

    /// Brings the index in memory in line with the settings: how hard it searches at once, its kind
    /// by building another while the old one answers.
    pub(crate) fn rebuild(&self, library: &Library) -> Result<()> {
        let settings = library.index_settings()?;
        let Some(index) = self.lock().as_ref().map(|state| Arc::clone(&state.index)) else {
            return Ok(()); // the next question builds what is wanted
        };
        index.set_effort(&settings)?;
        if index.kind() == settings.kind && !index.needs_rebuild() {
            return Ok(());
        }
        let built = build(library, &*library.embedder()?, &settings)?;
        let mut state = self.lock();
        // Documents that came or went meanwhile are in the old one; this one is built again later.
        if library.store.generation()? == built.stamp.generation {
            *state = Some(built);
        }
        Ok(())
    }

    /// For each of `queries` the `limit` nearest chunks among those that the filter lets through, best
    /// first.
    pub(crate) fn nearest(
        &self,
        library: &Library,
        queries: &[&[f32]],
        limit: usize,
        filter: &Filter,
    ) -> Result<Vec<Vec<(ChunkId, f32)>>> {
        let embedder = library.embedder()?;
        let index = self.current(library, &embedder)?;
        let model = embedder.identity();
        index.search_rescored(queries, limit, filter, |ids, each| {
            Ok::<(), EngineError>(library.store.chunk_vectors(ids, &model, each)?)
        })
    }

    /// Forgets removed chunks, when nothing but their removal has happened since.
    pub(crate) fn removed(&self, library: &Library, chunks: &[ChunkId]) {
        self.step(library, |index| index.remove(chunks).is_ok());
    }

    /// Takes in the vectors of a document that became ready, when nothing else has happened since.
    pub(crate) fn added(&self, library: &Library, ids: &[ChunkId], vectors: &[f32]) {
        self.step(library, |index| index.add(ids, vectors).is_ok());
    }

    /// Puts new vectors of a document in the place of its old ones, when nothing else has happened
    /// since.
    pub(crate) fn replaced(
        &self,
        library: &Library,
        gone: &[ChunkId],
        ids: &[ChunkId],
        vectors: &[f32],
    ) {
        self.step(library, |index| index.remove(gone).is_ok() && index.add(ids, vectors).is_ok());
    }

    /// Carries one change over to the index in memory. When another process has changed the
    /// database too, the index is dropped and built again at the next question.
    fn step(&self, library: &Library, change: impl FnOnce(&VectorIndex) -> bool) {
        let mut state = self.lock();
        let Some(current) = &mut *state else { return };
        let in_step = library
            .store
            .generation()
            .is_ok_and(|generation| generation == current.stamp.generation + 1);
        if in_step && change(&current.index) {
            current.stamp.generation += 1;
            current.saved = false;
        } else {
            *state = None;
        }
    }

    pub(crate) fn save(&self, library: &Library) -> Result<()> {
        let embedder = library.embedder()?;
        self.current(library, &embedder)?;
        self.rebuild(library)?;
        if let Some(state) = &mut *self.lock()
            && !state.saved
        {
            state.index.save(&self.folder, &state.stamp)?;
            state.saved = true;
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Option<State>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Builds an index of all vectors in the database.
fn build(library: &Library, embedder: &Embedder, settings: &IndexSettings) -> Result<State> {
    let mut generation = None;
    let index = VectorIndex::build(settings.kind, embedder.dimension(), |each| {
        generation = Some(library.store.each_vector(&embedder.identity(), each)?);
        Ok::<(), EngineError>(())
    })?;
    index.set_effort(settings)?;
    let generation = generation.unwrap_or_default();
    let stamp = stamp(embedder, settings.kind, generation);
    Ok(State { index: Arc::new(index), stamp, saved: false })
}

fn stamp(embedder: &Embedder, kind: IndexKind, generation: i64) -> Stamp {
    Stamp {
        model: embedder.identity(),
        dimension: embedder.dimension(),
        normalised: true,
        kind,
        generation,
    }
}
