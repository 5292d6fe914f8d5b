//! Answer matrices: the same questions put to several documents.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use citelight_core::{DocumentId, Matrix, MatrixId, MatrixProgress, MatrixQuestionId, MatrixRow};

use super::Library;
use crate::error::{EngineError, Result};
use crate::events::Event;
use crate::export::{TableFormat, matrix_as, matrix_workbook};
use crate::matrices;

impl Library {
    /// Every answer matrix, by name.
    pub fn matrices(&self) -> Result<Vec<MatrixRow>> {
        matrices::all(&self.asker)
    }

    /// The matrix of this name, whatever the case of its letters.
    pub fn find_matrix(&self, name: &str) -> Result<MatrixRow> {
        let wanted = name.trim().to_lowercase();
        let found = self.matrices()?.into_iter().find(|one| one.name.to_lowercase() == wanted);
        found.ok_or_else(|| EngineError::not_found(format!("There is no matrix “{name}”.")))
    }

    /// A matrix with its cells.
    pub fn matrix(&self, id: MatrixId) -> Result<Matrix> {
        matrices::get(&self.asker, id)
    }

    /// Makes a matrix of this name, or gives the one that is there these questions and documents; all current
    /// documents where none is named. Cells that stay keep their answers and corrections.
    pub fn set_matrix(
        &self,
        name: &str,
        questions: &[String],
        documents: &[DocumentId],
    ) -> Result<MatrixId> {
        matrices::set(&self.asker, name, questions, documents)
    }

    /// Fills the cells of a matrix that wait, and those whose documents have changed, until `stop`; `told`
    /// hears of every cell, from the threads that work. What was filled is kept whatever happens.
    pub fn fill_matrix(
        &self,
        id: MatrixId,
        stop: &AtomicBool,
        told: &(dyn Fn(MatrixProgress) + Sync),
    ) -> Result<MatrixProgress> {
        let told = |progress: MatrixProgress| {
            self.tell(Event::Matrix { progress });
            told(progress);
        };
        matrices::fill(&self.asker, &self.shared.precedence, id, stop, &told)
    }

    /// How far a matrix is filled.
    pub fn matrix_progress(&self, id: MatrixId) -> Result<MatrixProgress> {
        Ok(matrices::progress(&self.matrix(id)?, false))
    }

    /// Has every cell of a matrix be filled anew the next time; corrections stay.
    pub fn outdate_matrix(&self, id: MatrixId) -> Result<()> {
        matrices::outdate(&self.asker, id)
    }

    /// Writes what a person says in the place of a cell's answer; an empty text takes it back.
    pub fn correct_cell(
        &self,
        question: MatrixQuestionId,
        document: &DocumentId,
        text: &str,
    ) -> Result<()> {
        matrices::correct(&self.asker, question, document, text)
    }

    /// Deletes a matrix; its documents stay in the library.
    pub fn delete_matrix(&self, id: MatrixId) -> Result<()> {
        matrices::delete(&self.asker, id)
    }

    /// A matrix as the text of a file.
    pub fn matrix_text(&self, id: MatrixId, format: TableFormat) -> Result<String> {
        Ok(matrix_as(&self.matrix(id)?, format))
    }

    /// A matrix as the content of a file; its ending says the form: `.xlsx` (a sheet of answers and one of their
    /// sources), `.csv`, `.md`, `.html` or `.json`.
    pub fn matrix_file(&self, id: MatrixId, file: &Path) -> Result<Vec<u8>> {
        let Some(form) = FileForm::of(file) else {
            return Err(EngineError::input(
                format!("“{}” has an ending that says no form.", file.display()),
                "Let it end in .xlsx, .csv, .md, .html or .json.",
            ));
        };
        let matrix = self.matrix(id)?;
        match form {
            FileForm::Workbook => matrix_workbook(&matrix),
            FileForm::Text(format) => Ok(matrix_as(&matrix, format).into_bytes()),
        }
    }

    /// Whether a file's ending says a form in which a matrix can be written.
    pub fn is_matrix_file(file: &Path) -> bool {
        FileForm::of(file).is_some()
    }
}

/// The form of a file.
enum FileForm {
    Workbook,
    Text(TableFormat),
}

impl FileForm {
    fn of(file: &Path) -> Option<FileForm> {
        let ending = file.extension()?.to_string_lossy().to_lowercase();
        Some(match ending.as_str() {
            "xlsx" => FileForm::Workbook,
            "csv" => FileForm::Text(TableFormat::Csv),
            "md" | "markdown" => FileForm::Text(TableFormat::Markdown),
            "html" | "htm" => FileForm::Text(TableFormat::Html),
            "json" => FileForm::Text(TableFormat::Json),
            _ => return None,
        })
    }
}
