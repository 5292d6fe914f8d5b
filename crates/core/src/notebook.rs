//! The notebook: quotes and cells that a person collects, with notes.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{CitedCell, DocumentId, NotebookId, PageNumber, QuestionId, Span};

/// The longest note, in characters; what is longer is cut.
pub const MOST_ENTRY_NOTE_CHARS: usize = 20_000;

/// Words of a document that a person keeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NotebookEntry {
    /// Its id.
    pub id: NotebookId,
    /// Document that holds the words.
    pub document: DocumentId,
    /// Its file name.
    pub file: String,
    /// Page on which the words start.
    pub page: PageNumber,
    /// That page's printed label, where there is one.
    pub label: Option<String>,
    /// Breadcrumb of the section that holds them ("A > B"); empty when there is none.
    pub section: String,
    /// Where the words stand in the document's flow text.
    pub span: Span,
    /// The words, white space folded to single spaces.
    pub quote: String,
    /// What a cell of a table stands for.
    pub cell: Option<CitedCell>,
    /// The question that the words were evidence for; empty for words selected on a page.
    pub question: String,
    /// What the person wrote to it.
    pub note: String,
    /// When it was collected, in seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub added_at_s: i64,
}

/// What is put into the notebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Collected {
    /// Evidence of an answer.
    Citation {
        /// The question.
        question: QuestionId,
        /// Number of the citation.
        n: u32,
    },
    /// Words that were selected on a page.
    Words {
        /// The document.
        document: DocumentId,
        /// Where they stand in its flow text.
        span: Span,
    },
}
