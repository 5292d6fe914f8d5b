//! The cross-encoder in use, loaded at its first question, given back after a while without one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use citelight_core::ModelRole;
use citelight_models::{CrossEncoder, RankerParts};
use parking_lot::Mutex;

use crate::error::Result;
use crate::models::Models;

type Runtime = dyn Fn() -> Result<RankerParts> + Send + Sync;

/// The cross-encoder that was loaded last, and of which pack; `None` where that could not be loaded.
pub(crate) struct Reranker {
    /// Where the program and the library lie that run it.
    runtime: Box<Runtime>,
    loaded: Mutex<Option<(String, Option<Arc<CrossEncoder>>)>>,
    used: Mutex<Instant>,
}

impl Reranker {
    pub(crate) fn new(
        runtime: impl Fn() -> Result<RankerParts> + Send + Sync + 'static,
    ) -> Reranker {
        let (loaded, used) = (Mutex::default(), Mutex::new(Instant::now()));
        Reranker { runtime: Box::new(runtime), loaded, used }
    }

    /// The cross-encoder in use, loaded where it is another than before. One that cannot be loaded is an
    /// error once, and then none.
    pub(crate) fn current(&self, models: &Models) -> Result<Option<Arc<CrossEncoder>>> {
        let mut loaded = self.loaded.lock();
        *self.used.lock() = Instant::now();
        let Some(pack) = models.in_use(ModelRole::Reranker) else {
            *loaded = None;
            return Ok(None);
        };
        let identity = pack.identity();
        if let Some((known, encoder)) = &*loaded
            && *known == identity
        {
            return Ok(encoder.clone());
        }
        *loaded = Some((identity.clone(), None));
        let encoder = Arc::new(CrossEncoder::load((self.runtime)()?, pack)?);
        *loaded = Some((identity, Some(Arc::clone(&encoder))));
        Ok(Some(encoder))
    }

    /// Gives it back where nobody asked for it for so long.
    pub(crate) fn rest(&self, unused: Duration) {
        let mut loaded = self.loaded.lock();
        // That one cannot be loaded stays known: it was told.
        if loaded.as_ref().is_some_and(|(_, encoder)| encoder.is_some())
            && self.used.lock().elapsed() >= unused
        {
            *loaded = None;
        }
    }
}
