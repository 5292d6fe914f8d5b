//! An answer matrix: the same questions put to each of several documents, as a table.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Citation, DocumentId, MatrixId, MatrixQuestionId};

/// Characters that a matrix's name has at most.
pub const MOST_MATRIX_NAME_CHARS: usize = 80;
/// Questions of a matrix, at most.
pub const MOST_MATRIX_QUESTIONS: usize = 200;
/// Documents of a matrix, at most.
pub const MOST_MATRIX_DOCUMENTS: usize = 2_000;
/// Characters of a correction, at most.
pub const MOST_CORRECTION_CHARS: usize = 2_000;

/// A matrix as it is listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MatrixRow {
    /// Row.
    pub id: MatrixId,
    /// As the person named it; no two are the same but for the case of their letters.
    pub name: String,
    /// When it was made, in seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub made_at_s: i64,
    /// How many questions it has.
    pub questions: u32,
    /// How many documents it has.
    pub documents: u32,
}

/// A question of a matrix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MatrixQuestion {
    /// Row.
    pub id: MatrixQuestionId,
    /// As it is asked.
    pub text: String,
}

/// A document of a matrix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MatrixDocument {
    /// The document.
    pub id: DocumentId,
    /// Its file name.
    pub file: String,
    /// What a person would call it, where it says so.
    pub title: Option<String>,
}

/// What one document says to one question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CellAnswer {
    /// Whether the document says it.
    pub found: bool,
    /// The answer in a few words; empty where nothing was found.
    pub text: String,
    /// 0 to 1: how sure it is that the document says it.
    pub confidence: f32,
    /// What the person must know of how it was found.
    pub note: Option<String>,
    /// The words that say it; none where nothing was found.
    pub citation: Option<Citation>,
    /// Why it could not be asked, where it could not: it is tried again the next time.
    pub problem: Option<String>,
}

/// A cell of a matrix.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MatrixCell {
    /// The question.
    pub question: MatrixQuestionId,
    /// The document.
    pub document: DocumentId,
    /// What the document says; none before it was asked.
    pub answer: Option<CellAnswer>,
    /// Whether the document, or what reads it, has changed since.
    pub outdated: bool,
    /// What the person wrote in the answer's place.
    pub corrected: Option<String>,
}

/// A matrix with all its cells.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Matrix {
    /// As it is listed.
    pub row: MatrixRow,
    /// The questions, in the person's order.
    pub questions: Vec<MatrixQuestion>,
    /// The documents, in the person's order.
    pub documents: Vec<MatrixDocument>,
    /// The cells that were asked or corrected, in no particular order; the others wait.
    pub cells: Vec<MatrixCell>,
}

impl Matrix {
    /// The cell of a question and a document, where it was asked or corrected.
    pub fn cell(&self, question: MatrixQuestionId, document: &DocumentId) -> Option<&MatrixCell> {
        self.cells.iter().find(|cell| cell.question == question && cell.document == *document)
    }
}

/// How far the filling of a matrix is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MatrixProgress {
    /// The matrix.
    pub matrix: MatrixId,
    /// Cells that are filled.
    pub done: u32,
    /// All cells.
    pub total: u32,
    /// Whether cells are being filled right now.
    pub running: bool,
}
