//! Keeps the vector index in step with the database.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use citelight_core::ChunkId;
use citelight_index::{IndexKind, Stamp, VectorIndex};
use citelight_models::Embedder;

use crate::{Library, Result};

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
    /// from the vectors in the database.
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
        let expected = stamp(embedder, generation);
        if let Some(index) = VectorIndex::load(&self.folder, &expected) {
            let index = Arc::new(index);
            *state = Some(State { index: Arc::clone(&index), stamp: expected, saved: true });
            return Ok(index);
        }
        let index = Arc::new(VectorIndex::new(IndexKind::Flat, embedder.dimension())?);
        let (mut ids, mut vectors, mut outcome) = (Vec::new(), Vec::new(), Ok(()));
        let generation = library.store.each_vector(&embedder.identity(), &mut |id, vector| {
            ids.push(id);
            vectors.extend_from_slice(vector);
            if ids.len() == 4096 && outcome.is_ok() {
                outcome = index.add(&ids, &vectors);
                ids.clear();
                vectors.clear();
            }
        })?;
        outcome?;
        index.add(&ids, &vectors)?;
        let stamp = stamp(embedder, generation);
        *state = Some(State { index: Arc::clone(&index), stamp, saved: false });
        Ok(index)
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

fn stamp(embedder: &Embedder, generation: i64) -> Stamp {
    Stamp {
        model: embedder.identity(),
        dimension: embedder.dimension(),
        normalised: true,
        kind: IndexKind::Flat,
        generation,
    }
}
