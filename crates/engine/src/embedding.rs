//! The embedder of a library: loaded at its first use, shared by imports and questions.

use std::sync::Arc;

use citelight_models::{Embedder, Pack};
use citelight_parts::Parts;
use parking_lot::Mutex;

use crate::error::Result;
use crate::ports::Embedding;

/// The embedding model pack that is used.
pub const EMBEDDER: &str = "minilm-l6-v2";

/// Loads the embedder of the app.
pub(crate) fn load(parts: &Parts) -> Result<Arc<dyn Embedding>> {
    let pack = Pack::open(&parts.model_pack(EMBEDDER)?)?;
    Ok(Arc::new(Embedder::load(&parts.onnxruntime()?, pack)?))
}

type Load = dyn Fn() -> Result<Arc<dyn Embedding>> + Send + Sync;

/// An embedder that is loaded when it is first asked for; one that cannot be is tried again.
#[derive(Clone)]
pub(crate) struct LazyEmbedder {
    load: Arc<Load>,
    loaded: Arc<Mutex<Option<Arc<dyn Embedding>>>>,
}

impl LazyEmbedder {
    pub(crate) fn new(
        load: impl Fn() -> Result<Arc<dyn Embedding>> + Send + Sync + 'static,
    ) -> LazyEmbedder {
        LazyEmbedder { load: Arc::new(load), loaded: Arc::default() }
    }

    pub(crate) fn get(&self) -> Result<Arc<dyn Embedding>> {
        let mut loaded = self.loaded.lock();
        if let Some(embedder) = &*loaded {
            return Ok(Arc::clone(embedder));
        }
        Ok(Arc::clone(loaded.insert((self.load)()?)))
    }

    /// Gives back the memory that waits for the next import.
    pub(crate) fn rest(&self) {
        if let Some(embedder) = &*self.loaded.lock() {
            embedder.rest();
        }
    }
}
