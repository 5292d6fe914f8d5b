//! What the parts of one library share.

use std::sync::Arc;

use citelight_store::Store;

use crate::backup::Backups;
use crate::documents::Documents;
use crate::embedding::LazyEmbedder;
use crate::events::Events;
use crate::models::Models;
use crate::precedence::Precedence;
use crate::vectors::VectorCache;

/// Handles of what is there once for a library; a clone is another handle.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) store: Arc<Store>,
    pub(crate) documents: Documents,
    pub(crate) backups: Backups,
    pub(crate) events: Events,
    pub(crate) embedder: LazyEmbedder,
    pub(crate) vectors: Arc<VectorCache>,
    pub(crate) models: Arc<Models>,
    pub(crate) precedence: Arc<Precedence>,
}
