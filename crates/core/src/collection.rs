//! Groups of documents that a person names.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{CollectionId, DocumentId};

/// Characters that a collection's name has at most.
pub const MOST_COLLECTION_NAME_CHARS: usize = 80;

/// A group of documents; a document may be in several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Collection {
    /// Row.
    pub id: CollectionId,
    /// As the person named it; no two are the same but for the case of their letters.
    pub name: String,
    /// Its documents, newest first; versions that were replaced are left out.
    pub documents: Vec<DocumentId>,
}
