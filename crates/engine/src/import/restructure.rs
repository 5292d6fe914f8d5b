//! The second stage of an import: structure and vectors of a document that was read, made at its import,
//! and made anew when the rules or the settings have changed.
//!
//! A ready document answers by its old passages until the new ones are complete: their vectors are
//! made first, then one transaction puts them in the place of the old ones.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use citelight_core::{ChunkId, DocumentId, OutlineItem};
use citelight_store::NewChunk;

use super::importer::Importer;
use super::jobs::Progress;
use super::pages::workers;
use super::structure::{embedded_text, keep_titles, put_shape, shape};
use crate::error::Result;
use crate::ports::Embedding;

/// Vectors that are written together.
const VECTOR_BATCH: usize = 64;

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
    embed(importer, id, &shape.chunks, embedder, stop, progress)?;
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let gone = put_shape(importer, id, &shape)?;
    // Removing another document takes away vectors that no chunk refers to yet.
    embed(importer, id, &shape.chunks, embedder, stop, progress)?;
    keep_titles(importer, &shape, embedder, stop)?;
    Ok(Some(gone))
}

/// Makes the vectors that are missing.
fn embed(
    importer: &Importer,
    id: &DocumentId,
    chunks: &[NewChunk],
    embedder: &dyn Embedding,
    stop: &AtomicBool,
    progress: &mut Progress<'_>,
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
    embedder.embed_many(&texts, workers(), stop, &mut |place, vector| {
        waiting.push((pending[place].text_hash.clone(), vector));
        done += 1;
        if waiting.len() >= VECTOR_BATCH || done == pending.len() {
            let share = (before + done) as f32 / total as f32;
            let written = importer
                .store
                .put_vectors(&model, &waiting)
                .and_then(|()| importer.store.set_indexed(id, share));
            if let Err(error) = written {
                stop.store(true, Ordering::Relaxed);
                failure.get_or_insert(error);
            }
            waiting.clear();
        }
        progress.report();
    })?;
    importer.store.put_vectors(&model, &waiting)?;
    match failure {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}
