//! Sessions of one model: loaded as work asks for them, kept for the next, given back after a while.

use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use crate::ModelError;

/// The sessions of a model, of which each works for one thread at a time.
pub(crate) struct Sessions<S> {
    idle: Mutex<Vec<S>>,
    /// How many were loaded and not given back; held while one is being loaded.
    loaded: Mutex<usize>,
    /// Whether no work was spread over several yet.
    fresh: AtomicBool,
}

impl<S> Sessions<S> {
    pub(crate) fn new() -> Sessions<S> {
        Sessions { idle: Mutex::default(), loaded: Mutex::default(), fresh: AtomicBool::new(true) }
    }

    /// An idle session, or a new one. One that is being loaded for somebody else is waited for first, since it
    /// may be idle then.
    pub(crate) fn take(
        &self,
        load: impl FnOnce() -> Result<S, ModelError>,
    ) -> Result<S, ModelError> {
        if let Some(session) = self.pop() {
            return Ok(session);
        }
        let mut loaded = self.loaded.lock();
        if let Some(session) = self.pop() {
            return Ok(session);
        }
        let session = load()?;
        *loaded += 1;
        Ok(session)
    }

    /// Takes a session back that was taken.
    pub(crate) fn give_back(&self, session: S) {
        self.idle.lock().push(session);
    }

    /// Loads sessions until there are `count`, those that work among them.
    pub(crate) fn load_ahead(
        &self,
        count: usize,
        load: impl Fn() -> Result<S, ModelError>,
    ) -> Result<(), ModelError> {
        loop {
            let mut loaded = self.loaded.lock();
            if *loaded >= count {
                return Ok(());
            }
            let session = load()?;
            self.give_back(session);
            *loaded += 1;
        }
    }

    /// By how many of `workers` so many pieces of work are done. The first time those that are there do it: to
    /// load another takes longer than they do, and whoever loads ahead is at it.
    pub(crate) fn workers(&self, workers: usize, pieces: usize) -> usize {
        let most = workers.clamp(1, pieces.max(1));
        let fresh = self.fresh.swap(false, Ordering::Relaxed);
        if fresh { self.idle.lock().len().clamp(1, most) } else { most }
    }

    /// Gives all idle sessions back but `kept`.
    pub(crate) fn rest(&self, kept: usize) {
        let mut loaded = self.loaded.lock();
        let mut idle = self.idle.lock();
        *loaded -= idle.len().saturating_sub(kept).min(*loaded);
        idle.truncate(kept);
        self.fresh.store(*loaded == 0, Ordering::Relaxed);
    }

    #[cfg(test)]
    pub(crate) fn idle(&self) -> usize {
        self.idle.lock().len()
    }

    fn pop(&self) -> Option<S> {
        self.idle.lock().pop()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn sessions_are_loaded_once_and_used_again() {
        let (sessions, loads) = (Sessions::new(), Cell::new(0));
        let load = || {
            loads.set(loads.get() + 1);
            Ok(loads.get())
        };
        assert_eq!(sessions.workers(4, 9), 1, "nothing is there, and none is waited for");
        let first = sessions.take(load).unwrap();
        sessions.load_ahead(2, load).unwrap();
        assert_eq!(loads.get(), 2, "one works, one waits");
        assert_eq!(sessions.take(load).unwrap(), 2);
        sessions.give_back(first);
        sessions.give_back(2);
        assert_eq!(
            (sessions.workers(4, 9), sessions.workers(4, 3), sessions.workers(0, 0)),
            (4, 3, 1)
        );
        sessions.rest(1);
        assert_eq!((sessions.take(load).unwrap(), sessions.take(load).unwrap()), (1, 3));
        sessions.rest(0);
        assert_eq!(sessions.workers(4, 9), 4, "two are at work");
    }

    #[test]
    fn a_session_that_cannot_be_loaded_is_not_counted() {
        let sessions = Sessions::<u8>::new();
        let failed = || Err(ModelError::Run("no".to_owned()));
        assert!(sessions.take(failed).is_err() && sessions.load_ahead(1, failed).is_err());
        sessions.load_ahead(1, || Ok(7)).unwrap();
        assert_eq!(sessions.workers(2, 2), 1);
        assert_eq!(sessions.take(|| Ok(8)).unwrap(), 7);
        sessions.give_back(7);
        sessions.rest(0);
        assert_eq!(sessions.workers(2, 2), 1, "as at first");
    }
}
