//! The embedder of a library: found at its first use, shared by imports and questions.

use std::sync::Arc;
use std::time::Duration;

use citelight_models::{Embedder, Pack};
use citelight_parts::Parts;
use parking_lot::Mutex;

use crate::error::Result;
use crate::ports::Embedding;

/// The embedding model pack that is used.
pub const EMBEDDER: &str = "minilm-l6-v2";

/// The embedder of the app; what it works with it loads when it is needed.
pub(crate) fn load(parts: &Parts) -> Result<Arc<dyn Embedding>> {
    let pack = Pack::open(&parts.model_pack(EMBEDDER)?)?;
    Ok(Arc::new(Embedder::new(&parts.onnxruntime()?, pack)))
}

type Load = dyn Fn() -> Result<Arc<dyn Embedding>> + Send + Sync;

/// An embedder that is looked for when it is first asked for; one that cannot be had is tried again.
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

    /// Gives back the memory that waits for the next import, and all of it where nothing was embedded for so
    /// long.
    pub(crate) fn rest(&self, unused: Duration) {
        if let Some(embedder) = &*self.loaded.lock() {
            embedder.rest(unused);
        }
    }
}
