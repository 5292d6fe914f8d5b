//! The trained reader in use: loaded at the first question, absent where its files are.

use std::sync::Arc;

use citelight_models::Extractor;
use citelight_parts::Parts;
use parking_lot::Mutex;

use crate::error::Result;
use crate::ports::{Extracting, LoadExtractor};

/// Loads the trained reader of the app; `None` where it does not come with one.
pub(crate) fn load(parts: &Parts) -> Result<Option<Arc<dyn Extracting>>> {
    let Some(folder) = parts.extractor() else { return Ok(None) };
    Ok(Some(Arc::new(Extractor::load(&parts.onnxruntime()?, &folder)?)))
}

/// A trained reader that is loaded when it is first asked for. One that cannot be loaded is an error once,
/// and then none.
pub(crate) struct LazyExtractor {
    load: Box<LoadExtractor>,
    loaded: Mutex<Option<Option<Arc<dyn Extracting>>>>,
}

impl LazyExtractor {
    pub(crate) fn new(load: Box<LoadExtractor>) -> LazyExtractor {
        LazyExtractor { load, loaded: Mutex::default() }
    }

    pub(crate) fn get(&self) -> Result<Option<Arc<dyn Extracting>>> {
        let mut loaded = self.loaded.lock();
        if let Some(known) = &*loaded {
            return Ok(known.clone());
        }
        *loaded = Some(None);
        let extractor = (self.load)()?;
        *loaded = Some(extractor.clone());
        Ok(extractor)
    }
}
