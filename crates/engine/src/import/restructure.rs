//! The second stage of an import: structure and vectors of a document that was read, made at its import,
//! and made anew when the rules or the settings have changed.
//!
//! A new document is asked as soon as it has its passages: by their words at once, by their meaning as their
//! vectors come. A ready one that is made anew answers by its old passages until the new ones are complete:
//! their vectors are made first, then one transaction puts them in the place of the old ones.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use citelight_core::{ChunkId, DocumentId, DocumentStatus, OutlineItem};
use citelight_store::NewChunk;

use super::importer::Importer;
use super::jobs::Progress;
use super::structure::{embedded_text, keep_titles, put_shape, shape};
use crate::error::{EngineError, Result};
use crate::parallel::processors;
use crate::ports::Embedding;

/// Vectors that are written together.
const VECTOR_BATCH: usize = 64;
/// Between two times that vectors go into the index.
const INDEX_EVERY: Duration = Duration::from_secs(2);

/// Makes the structure of a new document whose pages were read, has it asked by its words, and makes the
/// vectors. Stopped or failing while they are made it stays ready, and lacks some.
pub(crate) fn prepare(
    importer: &Importer,
    id: &DocumentId,
    outline: &[OutlineItem],
    embedder: &dyn Embedding,
    stop: &AtomicBool,
    progress: &mut Progress<'_>,
) -> Result<()> {
    let Some(shape) = shape(importer, id, outline, embedder, stop)? else { return Ok(()) };
    let gone = put_shape(importer, id, &shape)?;
    keep_titles(importer, &shape, embedder, stop)?;
    if stop.load(Ordering::Relaxed) {
        return Ok(());
    }
    let mut arriving = Arriving::begin(importer, id, &gone)?;
    embed(importer, id, &shape.chunks, embedder, stop, progress, &mut |share| {
        arriving.more(share < 1.0)
    })?;
    // Removing another document takes away vectors that no chunk referred to yet.
    embed(importer, id, &shape.chunks, embedder, stop, progress, &mut |_| Ok(()))?;
    if stop.load(Ordering::Relaxed) { Ok(()) } else { arriving.end() }
}

/// The vectors of a document that can be asked already, as they go into the index.
struct Arriving<'a> {
    importer: &'a Importer,
    id: &'a DocumentId,
    /// Chunks that the index holds.
    held: HashSet<ChunkId>,
    last: Instant,
}

impl<'a> Arriving<'a> {
    /// Has the document asked from now on. `gone`: chunks of its last structure.
    fn begin(importer: &'a Importer, id: &'a DocumentId, gone: &[ChunkId]) -> Result<Arriving<'a>> {
        let store = &importer.store;
        let before = importer.documents.row(id)?;
        if before.status != DocumentStatus::Ready {
            store.set_ready_by_words(id)?;
        }
        importer.vectors.removed(gone);
        // One that was replaced stays so when it is read again.
        let replaced =
            if before.superseded_by.is_none() { store.make_current(id)? } else { vec![] };
        for replaced in replaced {
            importer.events.document(store, &replaced);
        }
        importer.jobs.report_document(id);
        Ok(Arriving { importer, id, held: HashSet::new(), last: Instant::now() })
    }

    /// Puts vectors that came into the index, every now and then. Each time costs the caches of questions.
    fn more(&mut self, wait: bool) -> Result<()> {
        if wait && self.last.elapsed() < INDEX_EVERY {
            return Ok(());
        }
        self.put(false)
    }

    fn end(mut self) -> Result<()> {
        self.put(true)?;
        self.importer.jobs.report_document(self.id);
        Ok(())
    }

    fn put(&mut self, all: bool) -> Result<()> {
        self.last = Instant::now();
        let (ids, vectors) = self.importer.vectors.of_document(self.id)?;
        let dimension = vectors.len() / ids.len().max(1);
        let (mut new, mut theirs) = (Vec::new(), Vec::new());
        for (id, vector) in ids.iter().zip(vectors.chunks(dimension.max(1))) {
            if self.held.insert(*id) {
                new.push(*id);
                theirs.extend_from_slice(vector);
            }
        }
        if all || !new.is_empty() {
            self.importer.store.vectors_came(self.id, all)?;
            self.importer.vectors.added(&new, &theirs);
        }
        Ok(())
    }
}

/// Makes the structure of a document whose pages were read, its vectors first, so that it is
/// searched with all of them or not at all. Gives the chunks that it replaces; `None` when it
/// was stopped.
pub(crate) fn restructure(
    importer: &Importer,
    id: &DocumentId,
    outline: &[OutlineItem],
    embedder: &dyn Embedding,
    stop: &AtomicBool,
    progress: &mut Progress<'_>,
) -> Result<Option<Vec<ChunkId>>> {
    let Some(shape) = shape(importer, id, outline, embedder, stop)? else { return Ok(None) };
    embed(importer, id, &shape.chunks, embedder, stop, progress, &mut |_| Ok(()))?;
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let gone = put_shape(importer, id, &shape)?;
    // Removing another document takes away vectors that no chunk refers to yet.
    embed(importer, id, &shape.chunks, embedder, stop, progress, &mut |_| Ok(()))?;
    keep_titles(importer, &shape, embedder, stop)?;
    Ok(Some(gone))
}

/// Makes the vectors that are missing; `came` hears of the share that is written.
fn embed(
    importer: &Importer,
    id: &DocumentId,
    chunks: &[NewChunk],
    embedder: &dyn Embedding,
    stop: &AtomicBool,
    progress: &mut Progress<'_>,
    came: &mut dyn FnMut(f32) -> Result<()>,
) -> Result<()> {
    let model = embedder.identity();
    let hashes: Vec<&str> = chunks.iter().map(|chunk| chunk.text_hash.as_str()).collect();
    let missing = importer.store.without_vector(&model, &hashes)?;
    if missing.is_empty() {
        return Ok(importer.store.set_indexed(id, 1.0)?);
    }
    let by_hash: HashMap<&str, &NewChunk> =
        chunks.iter().map(|chunk| (chunk.text_hash.as_str(), chunk)).collect();
    let pending: Vec<&NewChunk> =
        missing.iter().filter_map(|hash| by_hash.get(hash.as_str()).copied()).collect();
    // A document that was stopped in the middle has some of them already.
    let (total, before) = (chunks.len(), chunks.len() - pending.len());
    let texts: Vec<_> = pending.iter().map(|chunk| embedded_text(&chunk.text)).collect();
    let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    let (mut waiting, mut done, mut failure) = (Vec::new(), 0_usize, None);
    embedder.embed_many(&texts, processors(), stop, &mut |place, vector| {
        importer.precedence.let_pass();
        waiting.push((pending[place].text_hash.clone(), vector));
        done += 1;
        if waiting.len() >= VECTOR_BATCH || done == pending.len() {
            let share = (before + done) as f32 / total as f32;
            let written = importer
                .store
                .put_vectors(&model, &waiting)
                .and_then(|()| importer.store.set_indexed(id, share));
            if let Err(error) = written.map_err(EngineError::from).and_then(|()| came(share)) {
                stop.store(true, Ordering::Relaxed);
                failure.get_or_insert(error);
            }
            waiting.clear();
        }
        progress.report();
    })?;
    importer.store.put_vectors(&model, &waiting)?;
    match failure {
        Some(error) => Err(error),
        None => Ok(()),
    }
}
