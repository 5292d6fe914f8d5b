//! Structure and vectors of a document that was read: made at its import, and made anew when the
//! rules or the settings have changed.
//!
//! A ready document answers by its old passages until the new ones are complete: their vectors are
//! made first, then one transaction puts them in the place of the old ones.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use citelight_core::{ChunkId, Chunking, DocumentId, OutlineItem};
use citelight_models::Embedder;
use citelight_reader::{Limits, Reader};
use citelight_store::NewChunk;

use crate::error::named;
use crate::import::{Progress, workers};
use crate::library::now_s;
use crate::shape::embedded_text;
use crate::{Library, Result};

/// Vectors that are written together.
const VECTOR_BATCH: usize = 64;

/// Setting that holds how documents are cut.
const CHUNKING: &str = "chunking";

/// Rises when the same words and settings give another structure; documents are then made anew.
const VERSION: u32 = 2;

impl Library {
    /// How documents are cut into passages.
    pub fn chunking(&self) -> Result<Chunking> {
        let stored = self.store.setting(CHUNKING)?;
        // What an earlier or later version wrote and cannot be read gives the defaults.
        Ok(stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// Chooses how documents are cut, held to what is sensible, and queues those to be cut anew.
    /// Gives what holds now.
    pub fn choose_chunking(&self, chunking: Chunking) -> Result<Chunking> {
        let most = self.embedder()?.max_tokens();
        let chunking = chunking.held_to(u32::try_from(most).unwrap_or(u32::MAX));
        let text = serde_json::to_string(&chunking).unwrap_or_default();
        self.store.set_setting(CHUNKING, &text)?;
        self.queue_outdated()?;
        Ok(chunking)
    }

    /// Queues the ready documents whose structure was made by other rules. Gives how many.
    pub fn queue_outdated(&self) -> Result<usize> {
        let outdated = self.store.outdated(&self.recipe()?)?;
        for id in &outdated {
            self.store.queue_import(id, now_s())?;
            self.tell_document(id);
        }
        if !outdated.is_empty() {
            self.tell_queue();
        }
        Ok(outdated.len())
    }

    /// Queues a ready document to be made anew, whatever its structure was made by.
    pub fn queue_refresh(&self, id: &DocumentId) -> Result<()> {
        self.store.queue_import(id, now_s())?;
        self.tell_document(id);
        self.tell_queue();
        Ok(())
    }

    /// What the structure of a document depends on besides its words.
    pub(crate) fn recipe(&self) -> Result<String> {
        let c = self.chunking()?;
        Ok(format!(
            "{VERSION} {:?} {} {} {} {} {} {}",
            c.mode,
            c.target_tokens,
            c.min_tokens,
            c.max_tokens,
            c.overlap_sentences,
            c.window_chars,
            c.overlap_chars
        ))
    }

    /// Makes the structure of a ready document anew, from the words that were read; until that is
    /// done, it answers by its old one.
    pub(crate) fn refresh(&self, id: &DocumentId, stop: &AtomicBool) -> Result<()> {
        let embedder = self.embedder()?;
        let mut progress = Progress::new(self, id);
        self.store.set_indexed(id, 0.0)?;
        self.tell_document(id);
        self.tell_queue();
        let outline = match self.store.outline(id)? {
            Some(outline) => outline,
            None => self.outline_of_file(id)?,
        };
        let gone = self.restructure(id, &outline, &embedder, stop, &mut progress)?;
        if let Some(gone) = gone {
            let (mut ids, mut vectors) = (Vec::new(), Vec::new());
            self.store.document_vectors(id, &embedder.identity(), &mut |chunk, vector| {
                ids.push(chunk);
                vectors.extend_from_slice(vector);
            })?;
            self.index.replaced(self, &gone, &ids, &vectors);
        }
        Ok(())
    }

    /// The outline, read from the file once more.
    fn outline_of_file(&self, id: &DocumentId) -> Result<Vec<OutlineItem>> {
        let (row, file) = (self.document(id)?, self.file_of(id));
        let mut reader = Reader::spawn(&self.reader_parts()?, &Limits::default())?;
        let password = self.secrets.of(id);
        let opened = reader.open(&file, password.as_ref().map(|password| password.as_str()));
        Ok(opened.map_err(|error| named(&error, &file, &row.file_name))?.outline)
    }

    /// Makes the structure of a document whose pages were read, its vectors first, so that it is
    /// searched with all of them or not at all. Gives the chunks that it replaces; `None` when it
    /// was stopped.
    pub(crate) fn restructure(
        &self,
        id: &DocumentId,
        outline: &[OutlineItem],
        embedder: &Embedder,
        stop: &AtomicBool,
        progress: &mut Progress<'_>,
    ) -> Result<Option<Vec<ChunkId>>> {
        let Some(shape) = self.shape(id, outline, embedder, stop)? else { return Ok(None) };
        self.embed(id, &shape.chunks, embedder, stop, progress)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let gone = self.put_shape(id, &shape)?;
        // Removing another document takes away vectors that no chunk refers to yet.
        self.embed(id, &shape.chunks, embedder, stop, progress)?;
        self.keep_titles(&shape, embedder, stop)?;
        Ok(Some(gone))
    }

    /// Makes the vectors that are missing.
    fn embed(
        &self,
        id: &DocumentId,
        chunks: &[NewChunk],
        embedder: &Embedder,
        stop: &AtomicBool,
        progress: &mut Progress<'_>,
    ) -> Result<()> {
        let model = embedder.identity();
        let hashes: Vec<&str> = chunks.iter().map(|chunk| chunk.text_hash.as_str()).collect();
        let missing = self.store.without_vector(&model, &hashes)?;
        if missing.is_empty() {
            return Ok(self.store.set_indexed(id, 1.0)?);
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
                let written = self
                    .store
                    .put_vectors(&model, &waiting)
                    .and_then(|()| self.store.set_indexed(id, share));
                if let Err(error) = written {
                    stop.store(true, Ordering::Relaxed);
                    failure.get_or_insert(error);
                }
                waiting.clear();
            }
            progress.tell();
        })?;
        self.store.put_vectors(&model, &waiting)?;
        match failure {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }
}
