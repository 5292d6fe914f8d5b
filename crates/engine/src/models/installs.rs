//! What this process installs.

use std::collections::BTreeMap;
use std::process::ChildStdin;

use citelight_core::{ErrorCode, WireError};
use citelight_packs::PackError;
use parking_lot::Mutex;

use crate::error::Result;

/// Hears of every change of an installation, with the bytes done and all of them.
pub type InstallProgress<'a> = dyn FnMut((u64, Option<u64>)) + 'a;

/// An installation under way.
#[derive(Debug, Default)]
pub(super) struct Work {
    /// Bytes done, and all of them where that is known.
    pub(super) bytes: (u64, Option<u64>),
    pub(super) checking: bool,
    /// Why it waits.
    pub(super) waits: Option<WireError>,
    pub(super) stopped: bool,
    /// Closing it stops the program that fetches.
    pub(super) input: Option<ChildStdin>,
}

/// The installations under way, by the name of their pack, and why the last try of others failed.
#[derive(Debug, Default)]
pub(super) struct Installs {
    pub(super) work: Mutex<BTreeMap<String, Work>>,
    pub(super) problems: Mutex<BTreeMap<String, WireError>>,
}

impl Installs {
    /// Does the work under a name, so that it is listed and can be stopped; remembers why it failed.
    pub(super) fn run(&self, name: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
        {
            let mut all = self.work.lock();
            if all.contains_key(name) {
                return Err(PackError::Busy(name.to_owned()).into());
            }
            all.insert(name.to_owned(), Work::default());
            self.problems.lock().remove(name);
        }
        let outcome = work();
        self.work.lock().remove(name);
        if let Err(error) = &outcome {
            let wire = error.to_wire();
            if wire.code != ErrorCode::Cancelled {
                self.problems.lock().insert(name.to_owned(), wire);
            }
        }
        outcome
    }

    /// Changes what is known of an installation under way.
    pub(super) fn note(&self, name: &str, change: impl FnOnce(&mut Work)) {
        if let Some(work) = self.work.lock().get_mut(name) {
            change(work);
        }
    }

    /// Bytes done, and all of them where that is known.
    pub(super) fn bytes(&self, name: &str) -> (u64, Option<u64>) {
        self.work.lock().get(name).map_or((0, None), |work| work.bytes)
    }
}
