//! What a person keeps a question to, besides documents.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{DocumentId, PassageKind, When};

/// A section, with all below it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct SectionFilter {
    /// The document that holds it.
    pub document: DocumentId,
    /// Its id within the document.
    pub section: u32,
}

/// Where and in what is searched. What is empty keeps to nothing; everything given holds together.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Filters {
    /// Sections, of which any will do.
    pub sections: Vec<SectionFilter>,
    /// Kinds of passages, of which any will do.
    pub kinds: Vec<PassageKind>,
    /// Documents whose time ends before this begins are left out, and so are those whose time is not
    /// known.
    pub from: Option<When>,
    /// Documents whose time begins after this ends are left out, and so are those whose time is not
    /// known.
    pub until: Option<When>,
}

impl Filters {
    /// Whether they keep to nothing.
    pub fn is_empty(&self) -> bool {
        *self == Filters::default()
    }
}
