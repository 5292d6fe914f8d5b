//! What an import works with. Its stages are functions of it, in the files beside this one.

use std::sync::Arc;

use citelight_core::DocumentId;
use citelight_store::Store;

use super::jobs::Jobs;
use super::owner::Owner;
use super::section_kinds::SectionKinds;
use crate::backup::Backups;
use crate::documents::Documents;
use crate::embedding::LazyEmbedder;
use crate::events::Events;
use crate::passwords::Passwords;
use crate::ports::PageReader;
use crate::precedence::Precedence;
use crate::shared::Shared;
use crate::vectors::VectorCache;

/// Takes documents in.
pub(crate) struct Importer {
    pub(crate) store: Arc<Store>,
    pub(crate) documents: Documents,
    pub(crate) backups: Backups,
    pub(crate) events: Events,
    pub(crate) owner: Arc<Owner>,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) reader: Arc<dyn PageReader>,
    pub(crate) passwords: Arc<Passwords>,
    pub(crate) embedder: LazyEmbedder,
    pub(crate) vectors: Arc<VectorCache>,
    pub(crate) precedence: Arc<Precedence>,
    pub(crate) section_kinds: SectionKinds,
}

impl Importer {
    pub(crate) fn new(
        shared: Shared,
        owner: Arc<Owner>,
        jobs: Arc<Jobs>,
        reader: Arc<dyn PageReader>,
        passwords: Arc<Passwords>,
    ) -> Importer {
        let Shared { store, documents, backups, events, embedder, vectors, precedence, .. } =
            shared;
        let section_kinds = SectionKinds::default();
        Importer {
            store,
            documents,
            backups,
            events,
            owner,
            jobs,
            reader,
            passwords,
            embedder,
            vectors,
            precedence,
            section_kinds,
        }
    }

    /// Stops all that is under way for a document that is gone.
    pub(crate) fn let_go(&self, id: &DocumentId) {
        self.jobs.stop_for_now(id);
        self.passwords.forget(id);
    }
}
