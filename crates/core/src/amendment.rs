//! Changes of a text by another: a clause that replaces, deletes or adds to a numbered part.

use serde::{Deserialize, Serialize};

use ts_rs::TS;

use crate::{DocumentId, PageNumber, Quad, Span};

/// What a change does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
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

/// Words of a document with their place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PlacedWords {
    /// Document that holds them.
    pub document: DocumentId,
    /// Its file name.
    pub file: String,
    /// Page on which they start.
    pub page: PageNumber,
    /// That page's printed label, where there is one.
    pub label: Option<String>,
    /// Where they stand in the document's flow text.
    pub span: Span,
    /// The words, white space folded to single spaces.
    pub text: String,
    /// One rectangle per line and page.
    pub quads: Vec<Quad>,
}

/// A change of a contract as it is listed: what held before beside what holds from then on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ContractChange {
    /// What it does.
    pub kind: AmendmentKind,
    /// Number of the part that is changed, as printed, without its word: "5.1", "III".
    pub part: String,
    /// The sentence that says the change.
    pub said: PlacedWords,
    /// The words that held before: those that the change names, else the part as it stands in the document
    /// that is changed; none where that is not known, or where words are added.
    pub old: Option<PlacedWords>,
    /// Whether the change itself names the old words; else they are the whole part.
    pub old_is_named: bool,
    /// The words that hold from then on; none where words are deleted.
    pub new: Option<PlacedWords>,
    /// The dates in the sentence that says the change, as written.
    pub dates: Vec<String>,
    /// The date of the document that says the change, as written at its beginning; none where it has none.
    pub dated: Option<String>,
}
