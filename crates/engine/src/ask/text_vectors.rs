//! A cache of the vectors of short texts: questions, titles, names of places.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::cache::Cache;
use crate::embedding::LazyEmbedder;
use crate::error::Result;

/// Vectors in the cache, twice.
const VECTORS: usize = 512;

/// The vectors of texts that were asked for lately.
pub(crate) struct TextVectors {
    embedder: LazyEmbedder,
    cached: Mutex<Cache<String, Vec<f32>>>,
}

impl TextVectors {
    pub(crate) fn new(embedder: LazyEmbedder) -> TextVectors {
        TextVectors { embedder, cached: Mutex::default() }
    }

    /// The vector of a text.
    pub(crate) fn of(&self, text: &str) -> Result<Arc<Vec<f32>>> {
        if let Some(vector) = self.cached.lock().get(text, VECTORS) {
            return Ok(vector);
        }
        let vector = Arc::new(self.embedder.get()?.embed(text)?);
        self.cached.lock().put(text.to_owned(), Arc::clone(&vector), 1, VECTORS);
        Ok(vector)
    }
}
