//! Passwords of encrypted documents. They are kept in memory, wiped when let go, and never written
//! anywhere: after a restart they are asked for again when the file itself is needed. Answers do
//! not need it; what was read of the document is in the library.

use std::collections::HashMap;

use citelight_core::DocumentId;
use parking_lot::Mutex;
use zeroize::Zeroizing;

/// The passwords given since the library was opened.
#[derive(Default)]
pub(crate) struct Passwords(Mutex<HashMap<DocumentId, Zeroizing<String>>>);

impl Passwords {
    pub(crate) fn of(&self, id: &DocumentId) -> Option<Zeroizing<String>> {
        self.0.lock().get(id).cloned()
    }

    pub(crate) fn put(&self, id: &DocumentId, password: Zeroizing<String>) {
        self.0.lock().insert(id.clone(), password);
    }

    pub(crate) fn forget(&self, id: &DocumentId) {
        self.0.lock().remove(id);
    }
}
