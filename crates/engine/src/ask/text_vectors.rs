//! A cache of the vectors of short texts: questions, titles, names of places, labels of fields.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use parking_lot::Mutex;

use crate::cache::Cache;
use crate::embedding::LazyEmbedder;
use crate::error::Result;

/// Vectors in the cache, twice.
const VECTORS: usize = 2_048;

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

    /// The vectors of several texts, in their order.
    pub(crate) fn of_all(&self, texts: &[&str]) -> Result<Vec<Arc<Vec<f32>>>> {
        let mut found: HashMap<&str, Arc<Vec<f32>>> = HashMap::with_capacity(texts.len());
        let mut missing: Vec<&str> = Vec::new();
        for text in texts {
            match self.cached.lock().get(*text, VECTORS) {
                Some(vector) => drop(found.insert(text, vector)),
                None if missing.contains(text) => {}
                None => missing.push(text),
            }
        }
        if !missing.is_empty() {
            let workers = thread::available_parallelism().map_or(1, usize::from);
            let stop = AtomicBool::new(false);
            self.embedder.get()?.embed_many(&missing, workers, &stop, &mut |place, vector| {
                let (text, vector) = (missing[place], Arc::new(vector));
                self.cached.lock().put(text.to_owned(), Arc::clone(&vector), 1, VECTORS);
                found.insert(text, vector);
            })?;
        }
        Ok(texts.iter().filter_map(|text| found.get(text).cloned()).collect())
    }
}
