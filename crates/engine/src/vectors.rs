//! The vector index of a library, a cache of the database, kept in step with it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use citelight_core::{ChunkId, DocumentId};
use citelight_index::{Filter, IndexKind, IndexSettings, Stamp, VectorIndex};
use citelight_store::Store;
use parking_lot::Mutex;

use crate::ask::suggestion_cache;
use crate::embedding::LazyEmbedder;
use crate::encryption::seal::Seal;
use crate::error::{EngineError, Result};
use crate::ports::Embedding;
use crate::private;
use crate::settings;

/// The whole index in an encrypted library, and while it is being written.
pub(crate) const SEALED: &str = "vectors.age";
const SEALED_PART: &str = "vectors.age.part";

/// The index in memory, with the database generation that it stands for.
pub(crate) struct VectorCache {
    /// Where its file lies.
    own: PathBuf,
    /// See [`folder`](Self::folder).
    folder: PathBuf,
    seal: Seal,
    store: Arc<Store>,
    embedder: LazyEmbedder,
    state: Mutex<Option<State>>,
}

#[derive(Debug)]
struct State {
    index: Arc<VectorIndex>,
    stamp: Stamp,
    saved: bool,
    /// Whether vectors that were removed for good must not be written out.
    erase: bool,
    used: Instant,
}

impl State {
    fn new(index: Arc<VectorIndex>, stamp: Stamp, saved: bool) -> State {
        State { index, stamp, saved, erase: false, used: Instant::now() }
    }
}

impl VectorCache {
    pub(crate) fn new(
        own: PathBuf,
        seal: Seal,
        store: Arc<Store>,
        embedder: LazyEmbedder,
    ) -> VectorCache {
        let folder = if seal.is_plain() { own.clone() } else { own.join("none") };
        VectorCache { own, folder, seal, store, embedder, state: Mutex::default() }
    }

    /// Where that may be kept which is made of documents and written as it is. In an encrypted library nothing
    /// can be: the folder is never made.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    fn load(&self, expected: &Stamp) -> Option<VectorIndex> {
        if self.seal.is_plain() {
            return VectorIndex::load(&self.own, expected);
        }
        let mut file = self.seal.open(&self.own.join(SEALED)).ok()?;
        VectorIndex::load_from(&mut *file, expected)
    }

    fn is_saved(&self, expected: &Stamp) -> bool {
        if self.seal.is_plain() {
            return VectorIndex::is_saved(&self.own, expected);
        }
        let file = self.seal.open(&self.own.join(SEALED));
        file.is_ok_and(|mut file| VectorIndex::is_saved_in(&mut *file, expected))
    }

    fn write(&self, index: &VectorIndex, stamp: &Stamp) -> Result<()> {
        if self.seal.is_plain() {
            return Ok(index.save(&self.own, stamp)?);
        }
        let writing = |error| EngineError::file(&self.own, "Writing in", &error);
        private::folder(&self.own).map_err(writing)?;
        // Two processes that write at once would take each other's part for their own.
        let lock = private::create(&self.own.join("lock")).map_err(writing)?;
        lock.lock().map_err(writing)?;
        let part = self.own.join(SEALED_PART);
        let mut file = self.seal.create(&part).map_err(writing)?;
        index.save_to(&mut file, stamp)?;
        file.finish().map_err(writing)?;
        fs::rename(&part, self.own.join(SEALED)).map_err(writing)
    }

    /// The index for the database as it stands: from memory, else from its file, else built anew
    /// from the vectors in the database. One in memory answers on while another kind is
    /// [built](Self::rebuild).
    pub(crate) fn current(&self) -> Result<Arc<VectorIndex>> {
        let embedder = self.embedder.get()?;
        let mut state = self.state.lock();
        let generation = self.store.generation()?;
        if let Some(state) = &mut *state
            && state.stamp.generation == generation
        {
            state.used = Instant::now();
            return Ok(Arc::clone(&state.index));
        }
        let settings = settings::index(&self.store)?;
        let expected = stamp(&*embedder, settings.kind, generation);
        if let Some(index) = self.load(&expected) {
            index.set_effort(&settings)?;
            let index = Arc::new(index);
            *state = Some(State::new(Arc::clone(&index), expected, true));
            return Ok(index);
        }
        let built = self.build(&*embedder, &settings)?;
        let index = Arc::clone(&built.index);
        *state = Some(built);
        Ok(index)
    }

    /// Brings the index in memory in line with the settings: how hard it searches at once, its kind
    /// by building another while the old one answers.
    pub(crate) fn rebuild(&self) -> Result<()> {
        let settings = settings::index(&self.store)?;
        let held = self.state.lock().as_ref().map(|state| (Arc::clone(&state.index), state.erase));
        let Some((index, erase)) = held else {
            return Ok(()); // the next question builds what is wanted
        };
        index.set_effort(&settings)?;
        let wanted = index.needs_rebuild() || (erase && index.holds_removed());
        if index.kind() == settings.kind && !wanted {
            return Ok(());
        }
        let built = self.build(&*self.embedder.get()?, &settings)?;
        let mut state = self.state.lock();
        // Documents that came or went meanwhile are in the old one; this one is built again later.
        if self.store.generation()? == built.stamp.generation {
            *state = Some(built);
        }
        Ok(())
    }

    /// For each of `queries` the `limit` nearest chunks among those that the filter lets through, best
    /// first.
    pub(crate) fn nearest(
        &self,
        queries: &[&[f32]],
        limit: usize,
        filter: &Filter,
    ) -> Result<Vec<Vec<(ChunkId, f32)>>> {
        let index = self.current()?;
        let model = self.embedder.get()?.identity();
        index.search_rescored(queries, limit, filter, |ids, each| {
            Ok::<(), EngineError>(self.store.chunk_vectors(ids, &model, each)?)
        })
    }

    /// Forgets removed chunks, when nothing but their removal has happened since.
    pub(crate) fn removed(&self, chunks: &[ChunkId]) {
        self.step(|index| index.remove(chunks).is_ok());
    }

    /// Takes the files away, since they hold vectors and words of documents that are removed for good. The next
    /// [`save`](Self::save) writes one without them.
    pub(crate) fn erase_file(&self) -> Result<()> {
        if let Some(state) = &mut *self.state.lock() {
            (state.saved, state.erase) = (false, true);
        }
        let remove = |name| match fs::remove_file(self.own.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        [suggestion_cache::FILE, SEALED, SEALED_PART]
            .into_iter()
            .try_for_each(remove)
            .and_then(|()| VectorIndex::remove_files(&self.own))
            .map_err(|error| EngineError::file(&self.own, "Removing files in", &error))
    }

    /// Takes in the vectors of a document that became ready, when nothing else has happened since.
    pub(crate) fn added(&self, ids: &[ChunkId], vectors: &[f32]) {
        self.step(|index| index.add(ids, vectors).is_ok());
    }

    /// Puts new vectors of a document in the place of its old ones, when nothing else has happened
    /// since.
    pub(crate) fn replaced(&self, gone: &[ChunkId], ids: &[ChunkId], vectors: &[f32]) {
        self.step(|index| index.remove(gone).is_ok() && index.add(ids, vectors).is_ok());
    }

    /// Carries one change over to the index in memory. When another process has changed the
    /// database too, the index is dropped and built again at the next question.
    fn step(&self, change: impl FnOnce(&VectorIndex) -> bool) {
        let mut state = self.state.lock();
        let Some(current) = &mut *state else { return };
        let in_step = self
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

    /// Lets go of an index that lies on the disk as it is and that nothing needed for so long.
    pub(crate) fn rest(&self, unused: Duration) {
        let mut state = self.state.lock();
        let idle = |state: &State| state.saved && !state.erase && state.used.elapsed() >= unused;
        if state.as_ref().is_some_and(idle) {
            *state = None;
        }
    }

    /// Writes the index, when it has changed.
    pub(crate) fn save(&self) -> Result<()> {
        if self.state.lock().is_none() && self.is_written()? {
            return Ok(());
        }
        self.current()?;
        self.rebuild()?;
        if let Some(state) = &mut *self.state.lock()
            && !state.saved
        {
            self.write(&state.index, &state.stamp)?;
            state.saved = true;
        }
        Ok(())
    }

    /// Whether the file on the disk stands for the database as it is.
    fn is_written(&self) -> Result<bool> {
        let settings = settings::index(&self.store)?;
        let generation = self.store.generation()?;
        let expected = stamp(&*self.embedder.get()?, settings.kind, generation);
        Ok(self.is_saved(&expected))
    }

    /// The vectors of a document's passages, one after the other, with the passages' ids.
    pub(crate) fn of_document(&self, id: &DocumentId) -> Result<(Vec<ChunkId>, Vec<f32>)> {
        let (mut ids, mut vectors) = (Vec::new(), Vec::new());
        let model = self.embedder.get()?.identity();
        self.store.document_vectors(id, &model, &mut |chunk, vector| {
            ids.push(chunk);
            vectors.extend_from_slice(vector);
        })?;
        Ok((ids, vectors))
    }

    /// Builds an index of all vectors in the database.
    fn build(&self, embedder: &dyn Embedding, settings: &IndexSettings) -> Result<State> {
        let mut generation = None;
        let index = VectorIndex::build(settings.kind, embedder.dimension(), |each| {
            generation = Some(self.store.each_vector(&embedder.identity(), each)?);
            Ok::<(), EngineError>(())
        })?;
        index.set_effort(settings)?;
        let generation = generation.unwrap_or_default();
        let stamp = stamp(embedder, settings.kind, generation);
        Ok(State::new(Arc::new(index), stamp, false))
    }
}

fn stamp(embedder: &dyn Embedding, kind: IndexKind, generation: i64) -> Stamp {
    Stamp {
        model: embedder.identity(),
        dimension: embedder.dimension(),
        normalised: true,
        kind,
        generation,
    }
}
