//! Changes of a text by another: a clause that replaces, deletes or adds to a numbered part.

use serde::{Deserialize, Serialize};

use crate::Span;

/// What a change does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AmendmentKind {
    /// Other words stand in the place of some or all of the part's.
    Replaced,
    /// The part, or some of its words, no longer hold.
    Deleted,
    /// Words are added to the part, or a part to the document.
    Added,
}

/// A change of a part of a document, said in this document of itself or of another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amendment {
    /// What it does.
    pub kind: AmendmentKind,
    /// Number of the part that is changed, as printed, without its word: "5.1", "III".
    pub part: String,
    /// The sentence that says the change.
    pub span: Span,
    /// The words that hold from then on; `None` where words are deleted.
    pub new: Option<Span>,
    /// The words that hold no longer, where they are named.
    pub old: Option<Span>,
}
