//! Passwords of encrypted documents. They are kept in memory, wiped when let go, and never written
//! anywhere: after a restart they are asked for again when the file itself is needed. Answers do
//! not need it; what was read of the document is in the library.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use citelight_core::{DocumentId, DocumentStatus};
use citelight_reader::{Limits, Reader};
use zeroize::Zeroizing;

use crate::error::named;
use crate::{Library, Result};

/// The passwords given since the library was opened.
#[derive(Default)]
pub(crate) struct Secrets(Mutex<HashMap<DocumentId, Zeroizing<String>>>);

impl Secrets {
    pub(crate) fn of(&self, id: &DocumentId) -> Option<Zeroizing<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    pub(crate) fn keep(&self, id: &DocumentId, password: Zeroizing<String>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone(), password);
    }

    pub(crate) fn forget(&self, id: &DocumentId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }
}

impl Library {
    /// Tries a password on a document's file and keeps it in memory when it is right; an import
    /// that waited for it is queued. A wrong one is an error of the code `needs_password`.
    pub fn unlock(&self, id: &DocumentId, password: &str) -> Result<()> {
        let password = Zeroizing::new(password.to_owned());
        let row = self.document(id)?;
        let file = self.file_of(id);
        let mut reader = Reader::spawn(&self.reader_parts()?, &Limits::default())?;
        reader
            .open(&file, Some(&password))
            .map_err(|error| named(&error, &file, &row.file_name))?;
        self.secrets.keep(id, password);
        if row.status == DocumentStatus::NeedsPassword {
            self.queue_again(id)?;
        }
        Ok(())
    }
}
