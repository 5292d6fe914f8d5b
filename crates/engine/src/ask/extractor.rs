//! The trained reader in use: loaded at the first question, given back after a while without one, absent where
//! its files are.

use std::sync::Arc;
use std::time::{Duration, Instant};

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
    loaded: Mutex<Option<Loaded>>,
}

struct Loaded {
    extractor: Option<Arc<dyn Extracting>>,
    used: Instant,
}

impl LazyExtractor {
    pub(crate) fn new(load: Box<LoadExtractor>) -> LazyExtractor {
        LazyExtractor { load, loaded: Mutex::default() }
    }

    pub(crate) fn get(&self) -> Result<Option<Arc<dyn Extracting>>> {
        let mut loaded = self.loaded.lock();
        if let Some(known) = &mut *loaded {
            known.used = Instant::now();
            return Ok(known.extractor.clone());
        }
        *loaded = Some(Loaded { extractor: None, used: Instant::now() });
        let extractor = (self.load)()?;
        *loaded = Some(Loaded { extractor: extractor.clone(), used: Instant::now() });
        Ok(extractor)
    }

    /// Whether it need not be loaded any more.
    pub(crate) fn is_loaded(&self) -> bool {
        self.loaded.lock().is_some()
    }

    /// Gives it back where nobody asked for it for so long. Gives whether it did.
    pub(crate) fn rest(&self, unused: Duration) -> bool {
        let mut loaded = self.loaded.lock();
        // That one cannot be had stays known: it was told.
        let idle = |one: &Loaded| one.extractor.is_some() && one.used.elapsed() >= unused;
        let rests = loaded.as_ref().is_some_and(idle);
        if rests {
            *loaded = None;
        }
        rests
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use citelight_models::{Extraction, ModelError, ReadText, Weigher};

    use super::*;

    struct Nothing;

    impl Extracting for Nothing {
        fn read(
            &self,
            _: &str,
            passages: &[ReadText<'_>],
            _: usize,
        ) -> std::result::Result<Vec<Extraction>, ModelError> {
            Ok(vec![Extraction::default(); passages.len()])
        }

        fn weigh(
            &self,
            _: Weigher,
            _: &str,
            texts: &[&str],
            _: usize,
        ) -> std::result::Result<Vec<f32>, ModelError> {
            Ok(vec![0.0; texts.len()])
        }
    }

    #[test]
    fn it_is_given_back_when_nobody_asks_and_loaded_again() {
        let loads = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&loads);
        let lazy = LazyExtractor::new(Box::new(move || {
            counted.fetch_add(1, Ordering::Relaxed);
            Ok(Some(Arc::new(Nothing)))
        }));
        assert!(!lazy.is_loaded() && !lazy.rest(Duration::ZERO));
        assert!(lazy.get().unwrap().is_some() && lazy.get().unwrap().is_some());
        assert!(!lazy.rest(Duration::from_secs(300)) && lazy.is_loaded());
        assert!(lazy.rest(Duration::ZERO) && !lazy.is_loaded());
        assert!(lazy.get().unwrap().is_some());
        assert_eq!(loads.load(Ordering::Relaxed), 2);
        let absent = LazyExtractor::new(Box::new(|| Ok(None)));
        assert!(absent.get().unwrap().is_none());
        assert!(!absent.rest(Duration::ZERO) && absent.is_loaded(), "it is not looked for again");
    }
}
