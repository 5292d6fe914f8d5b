//! The vocabulary of Citelight: units, positions, spans, ids, documents and answers.
//!
//! Everything that crosses a crate boundary is spelled in these types. No IO, no async, no native
//! code: the arrows of the workspace all point here.
//!
//! * Geometry: PDF points (1/72 inch), origin at the top-left of the page *as displayed* (crop box
//!   and rotation applied), y downward.
//! * Page numbers are 1-based everywhere; the printed label ("iv", "F-12") is a different field.
//! * Spans are half-open ranges of UTF-8 bytes of a document's flow text.

mod amendment;
mod answer;
mod block;
mod chunking;
mod collection;
mod document;
mod error;
mod evidence;
mod field;
mod filters;
mod geometry;
mod highlight;
mod ids;
mod language;
mod marks;
mod matrix;
mod model;
mod notebook;
mod page_links;
mod question;
mod retrieval;
mod span;
mod table;
mod vector;
mod word;

pub use amendment::{Amendment, AmendmentKind, ContractChange, PlacedWords};
pub use answer::{
    Answer, AnswerDetails, AnswerLead, AnswerMode, AnswerPart, AnswerSentence, AnswerWriter,
    Calculation, CalculationOperand, Citation, CitedCell, Feedback, FeedbackKind, FeedbackReason,
    LeadKind, MOST_NOTE_CHARS, Passage, PassageKind, SearchResult, Series, SeriesPoint, Timings,
    Verdict, WritingEnd, Written,
};
pub use block::{Block, BlockKind};
pub use chunking::{ChunkMode, Chunking, ChunkingState};
pub use collection::{Collection, MOST_COLLECTION_NAME_CHARS};
pub use document::{
    ActiveContent, DocumentRow, DocumentStatus, OutlineItem, PageInfo, PageStatus, SectionKind,
    SectionRow,
};
pub use error::{ErrorCode, WireError};
pub use evidence::{EvidenceNode, EvidencePiece, EvidenceReason};
pub use field::{Field, FieldGuess};
pub use filters::{Filters, SectionFilter};
pub use geometry::{PageNumber, Quad, Rect};
pub use highlight::{Highlight, MOST_HIGHLIGHT_RECTS, MOST_NOTE_BYTES};
pub use ids::{
    ChunkId, CollectionId, DocumentId, MatrixId, MatrixQuestionId, NotebookId, QuestionId,
};
pub use language::language_name;
pub use marks::{MOST_RULES, PageMarks, TagRole, Tagged};
pub use matrix::{
    CellAnswer, MOST_CORRECTION_CHARS, MOST_MATRIX_DOCUMENTS, MOST_MATRIX_NAME_CHARS,
    MOST_MATRIX_QUESTIONS, Matrix, MatrixCell, MatrixDocument, MatrixProgress, MatrixQuestion,
    MatrixRow,
};
pub use model::{ModelOrigin, ModelPack, ModelRole, ModelState};
pub use notebook::{Collected, MOST_ENTRY_NOTE_CHARS, NotebookEntry};
pub use page_links::{LinkTarget, MOST_ADDRESS_BYTES, PageLink};
pub use question::{
    Chip, ChipKind, Corrections, Counted, DocumentPrior, Found, Interpretation, NamedDocuments,
    NamingStrength, NumberSought, PartKind, PartReference, Period, PeriodValue, QuestionKind,
    QuestionSort, Reach, Side, Sought, UnitKind, UnitMention, When, YearPart,
};
pub use retrieval::{
    CandidateCounts, FeedbackEffect, IndexChoice, PassageStages, Retriever, SearchSettings,
    SearchState, StageScore,
};
pub use span::Span;
pub use table::{Cell, CellView, RowKind, RowView, Table, TableRow, TableView};
pub use vector::{cosine, inner_product};
pub use word::{FlowWord, Word, WordSource};
