//! Caches of the vectors of short texts: of questions, titles, names of places, labels of fields and tables; and of
//! the statements that are compared with questions.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parking_lot::Mutex;

use crate::cache::Cache;
use crate::embedding::LazyEmbedder;
use crate::error::Result;
use crate::parallel::processors;

/// Vectors in the cache, twice; each takes 1.5 kB.
const VECTORS: usize = 4_096;

/// The vectors of texts that were asked for lately.
pub(crate) struct TextVectors {
    embedder: LazyEmbedder,
    cached: Mutex<Cache<String, Vec<f32>>>,
}

impl TextVectors {
    pub(crate) fn new(embedder: LazyEmbedder) -> TextVectors {
        TextVectors { embedder, cached: Mutex::default() }
    }

    /// Forgets all vectors.
    pub(crate) fn clear(&self) {
        *self.cached.lock() = Cache::default();
    }

    /// The vector of a text.
    pub(crate) fn of(&self, text: &str) -> Result<Arc<Vec<f32>>> {
        if let Some(vector) = self.cached.lock().get(text, VECTORS) {
            return Ok(vector);
        }
        let vector = Arc::new(self.embedder.get()?.embed(text)?);
        self.put(text, &vector);
        Ok(vector)
    }

    /// The vectors of texts; those that are not at hand are made together.
    pub(crate) fn of_all(&self, texts: &[&str]) -> Result<Vec<Arc<Vec<f32>>>> {
        let mut vectors: Vec<Option<Arc<Vec<f32>>>> = {
            let mut cached = self.cached.lock();
            texts.iter().map(|text| cached.get(*text, VECTORS)).collect()
        };
        let missing: Vec<usize> = (0..texts.len()).filter(|at| vectors[*at].is_none()).collect();
        if !missing.is_empty() {
            let new: Vec<&str> = missing.iter().map(|at| texts[*at]).collect();
            let stop = AtomicBool::new(false);
            self.embedder.get()?.embed_many(&new, processors(), &stop, &mut |place, vector| {
                let vector = Arc::new(vector);
                self.put(new[place], &vector);
                vectors[missing[place]] = Some(vector);
            })?;
        }
        Ok(vectors.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// The vectors of texts by the texts, empty ones left out.
    pub(crate) fn by_text<'t>(
        &self,
        texts: impl IntoIterator<Item = &'t str>,
    ) -> Result<HashMap<&'t str, Arc<Vec<f32>>>> {
        let texts: BTreeSet<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        let texts: Vec<&str> = texts.into_iter().collect();
        let vectors = self.of_all(&texts)?;
        Ok(texts.into_iter().zip(vectors).collect())
    }

    fn put(&self, text: &str, vector: &Arc<Vec<f32>>) {
        self.cached.lock().put(text.to_owned(), Arc::clone(vector), 1, VECTORS);
    }
}
