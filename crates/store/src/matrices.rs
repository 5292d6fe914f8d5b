//! Tables `matrices` and those behind it: answer matrices with their questions, documents and cells. A cell
//! is one row under its question and document, written whole or not at all, so that one that was filled
//! is never lost and none is there twice. What was taken out of a matrix has no place and keeps its cells,
//! corrections above all, for when it comes back; a document's cells go with it for good.

use citelight_core::{
    CellAnswer, DocumentId, Matrix, MatrixCell, MatrixDocument, MatrixId, MatrixQuestion,
    MatrixQuestionId, MatrixRow,
};
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::{Result, Store, begin, document_id, from_json, to_json};

pub(crate) const CREATE: &str = "
    CREATE TABLE matrices (
        id        INTEGER PRIMARY KEY AUTOINCREMENT,
        name      TEXT NOT NULL UNIQUE COLLATE NOCASE,
        made_at_s INTEGER NOT NULL
    );
    CREATE TABLE matrix_questions (
        id     INTEGER PRIMARY KEY AUTOINCREMENT,
        matrix INTEGER NOT NULL REFERENCES matrices (id) ON DELETE CASCADE,
        place  INTEGER,
        text   TEXT NOT NULL,
        UNIQUE (matrix, text)
    );
    CREATE TABLE matrix_documents (
        matrix   INTEGER NOT NULL REFERENCES matrices (id) ON DELETE CASCADE,
        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        place    INTEGER,
        PRIMARY KEY (matrix, document)
    ) WITHOUT ROWID;
    CREATE INDEX matrix_documents_document ON matrix_documents (document);
    CREATE TABLE matrix_cells (
        question  INTEGER NOT NULL REFERENCES matrix_questions (id) ON DELETE CASCADE,
        document  TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        made_of   TEXT NOT NULL,
        data      TEXT NOT NULL,
        corrected TEXT,
        made_at_s INTEGER NOT NULL,
        PRIMARY KEY (question, document)
    );
    CREATE INDEX matrix_cells_document ON matrix_cells (document);
";

/// A matrix with the stamp that every cell was made of.
const ROWS: &str = "
    SELECT m.id, m.name, m.made_at_s,
           (SELECT COUNT(*) FROM matrix_questions q WHERE q.matrix = m.id AND q.place IS NOT NULL),
           (SELECT COUNT(*) FROM matrix_documents o JOIN documents d ON d.id = o.document
            WHERE o.matrix = m.id AND o.place IS NOT NULL AND d.removed_at_s IS NULL)
    FROM matrices m";

impl Store {
    /// Every matrix, by name.
    pub fn matrices(&self) -> Result<Vec<MatrixRow>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(&format!("{ROWS} ORDER BY m.name, m.id"))?;
        let rows = statement.query_map([], read_row)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The matrix of this name, whatever the case of its letters; made where there is none.
    pub fn make_matrix(&self, name: &str, now_s: i64) -> Result<MatrixId> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        transaction.execute(
            "INSERT INTO matrices (name, made_at_s) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING",
            params![name, now_s],
        )?;
        let id =
            transaction
                .query_row("SELECT id FROM matrices WHERE name = ?1", [name], |row| row.get(0))?;
        transaction.commit()?;
        Ok(MatrixId(id))
    }

    /// Gives a matrix these questions and documents, in this order. Cells of what stays are kept, also those
    /// of what goes. Gives whether it is there.
    pub fn set_matrix(
        &self,
        id: MatrixId,
        questions: &[String],
        documents: &[DocumentId],
    ) -> Result<bool> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        if !is_there(&transaction, id)? {
            return Ok(false);
        }
        for table in ["matrix_questions", "matrix_documents"] {
            transaction
                .execute(&format!("UPDATE {table} SET place = NULL WHERE matrix = ?1"), [id.0])?;
        }
        for (place, text) in (0_i64..).zip(questions) {
            transaction.execute(
                "INSERT INTO matrix_questions (matrix, place, text) VALUES (?1, ?2, ?3)
                 ON CONFLICT (matrix, text) DO UPDATE SET place = excluded.place",
                params![id.0, place, text],
            )?;
        }
        for (place, document) in (0_i64..).zip(documents) {
            transaction.execute(
                "INSERT INTO matrix_documents (matrix, document, place) VALUES (?1, ?2, ?3)
                 ON CONFLICT (matrix, document) DO UPDATE SET place = excluded.place",
                params![id.0, document.as_str(), place],
            )?;
        }
        transaction.commit()?;
        Ok(true)
    }

    /// A matrix with its cells; `made_of` is the stamp that cells are made of now, behind which comes that of
    /// their document. `None` where it is not there.
    pub fn matrix(&self, id: MatrixId, made_of: &str) -> Result<Option<Matrix>> {
        let reader = self.reader();
        let row = reader
            .prepare_cached(&format!("{ROWS} WHERE m.id = ?1"))?
            .query_row([id.0], read_row)
            .optional()?;
        let Some(row) = row else { return Ok(None) };
        let mut statement = reader.prepare_cached(
            "SELECT id, text FROM matrix_questions
             WHERE matrix = ?1 AND place IS NOT NULL ORDER BY place, id",
        )?;
        let questions = statement.query_map([id.0], |row| {
            Ok(MatrixQuestion { id: MatrixQuestionId(row.get(0)?), text: row.get(1)? })
        })?;
        let questions = questions.collect::<Result<Vec<_>, _>>()?;
        let mut statement = reader.prepare_cached(
            "SELECT d.id, d.file_name, d.display_title FROM matrix_documents o
             JOIN documents d ON d.id = o.document
             WHERE o.matrix = ?1 AND o.place IS NOT NULL AND d.removed_at_s IS NULL
             ORDER BY o.place, d.id",
        )?;
        let documents = statement
            .query_map([id.0], |row| Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?)))?;
        let documents = documents
            .map(|row| {
                let (id, file, title) = row?;
                Ok(MatrixDocument { id: document_id(id)?, file, title })
            })
            .collect::<Result<Vec<_>>>()?;
        let mut statement = reader.prepare_cached(
            "SELECT c.question, c.document, c.data, c.corrected,
                    c.made_of IS NOT ?2 || '|' || coalesce(d.recipe, '') || '|' || d.by_words
             FROM matrix_cells c
             JOIN matrix_questions q ON q.id = c.question
             JOIN matrix_documents o ON o.matrix = q.matrix AND o.document = c.document
             JOIN documents d ON d.id = c.document
             WHERE q.matrix = ?1 AND q.place IS NOT NULL AND o.place IS NOT NULL
                   AND d.removed_at_s IS NULL",
        )?;
        let cells = statement.query_map(params![id.0, made_of], |row| Ok(read_cell(row)))?;
        let cells = cells.map(|cell| cell?).collect::<Result<Vec<_>>>()?;
        Ok(Some(Matrix { row, questions, documents, cells }))
    }

    /// Writes what a document says to a question, in place of what stood there; a correction stays. `made_of`:
    /// see [`matrix`](Self::matrix). Gives whether question and document are still there.
    pub fn put_cell(
        &self,
        question: MatrixQuestionId,
        document: &DocumentId,
        made_of: &str,
        answer: &CellAnswer,
        now_s: i64,
    ) -> Result<bool> {
        // What could not be asked has no stamp, so that it is tried again.
        let stamp = answer.problem.is_none().then_some(made_of);
        let written = self.writer().execute(
            "INSERT INTO matrix_cells (question, document, made_of, data, made_at_s)
             SELECT q.id, d.id,
                    coalesce(?3 || '|' || coalesce(d.recipe, '') || '|' || d.by_words, ''), ?4, ?5
             FROM matrix_questions q, documents d WHERE q.id = ?1 AND d.id = ?2
             ON CONFLICT (question, document) DO UPDATE
             SET made_of = excluded.made_of, data = excluded.data, made_at_s = excluded.made_at_s",
            params![
                question.0,
                document.as_str(),
                stamp,
                to_json("a matrix's cell", answer)?,
                now_s
            ],
        )?;
        Ok(written > 0)
    }

    /// Writes what a person says in the place of a cell's answer, or takes it back. Gives whether question
    /// and document are there.
    pub fn correct_cell(
        &self,
        question: MatrixQuestionId,
        document: &DocumentId,
        corrected: Option<&str>,
        now_s: i64,
    ) -> Result<bool> {
        let written = self.writer().execute(
            "INSERT INTO matrix_cells (question, document, made_of, data, corrected, made_at_s)
             SELECT q.id, d.id, '', '', ?3, ?4
             FROM matrix_questions q, documents d WHERE q.id = ?1 AND d.id = ?2
             ON CONFLICT (question, document) DO UPDATE SET corrected = excluded.corrected",
            params![question.0, document.as_str(), corrected, now_s],
        )?;
        Ok(written > 0)
    }

    /// Has every cell of a matrix be filled anew; corrections stay.
    pub fn outdate_matrix(&self, id: MatrixId) -> Result<()> {
        self.writer().execute(
            "UPDATE matrix_cells SET made_of = '' WHERE question IN
                 (SELECT id FROM matrix_questions WHERE matrix = ?1)",
            [id.0],
        )?;
        Ok(())
    }

    /// Takes the documents of a matrix that were replaced by newer versions out of it, the newer ones in
    /// their place. Corrections go over to the newer version, whose cells are still to be filled.
    pub fn renew_matrix(&self, id: MatrixId, now_s: i64) -> Result<()> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        // A version that was replaced twice takes two rounds.
        while transaction.query_row(
            "SELECT EXISTS (SELECT 1 FROM matrix_documents o JOIN documents d ON d.id = o.document
                 WHERE o.matrix = ?1 AND o.place IS NOT NULL AND d.superseded_by IS NOT NULL)",
            [id.0],
            |row| row.get::<_, bool>(0),
        )? {
            transaction.execute(
                "INSERT INTO matrix_documents (matrix, document, place)
                 SELECT o.matrix, d.superseded_by, o.place
                 FROM matrix_documents o JOIN documents d ON d.id = o.document
                 WHERE o.matrix = ?1 AND o.place IS NOT NULL AND d.superseded_by IS NOT NULL
                 ON CONFLICT (matrix, document) DO UPDATE SET place = coalesce(place, excluded.place)",
                [id.0],
            )?;
            transaction.execute(
                "INSERT INTO matrix_cells (question, document, made_of, data, corrected, made_at_s)
                 SELECT c.question, d.superseded_by, '', '', c.corrected, ?2
                 FROM matrix_cells c JOIN matrix_questions q ON q.id = c.question
                 JOIN documents d ON d.id = c.document
                 WHERE q.matrix = ?1 AND c.corrected IS NOT NULL AND d.superseded_by IS NOT NULL
                 ON CONFLICT (question, document)
                 DO UPDATE SET corrected = coalesce(corrected, excluded.corrected)",
                params![id.0, now_s],
            )?;
            transaction.execute(
                "UPDATE matrix_documents SET place = NULL WHERE matrix = ?1 AND document IN
                     (SELECT id FROM documents WHERE superseded_by IS NOT NULL)",
                [id.0],
            )?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Deletes a matrix with its cells. Gives whether it was there.
    pub fn delete_matrix(&self, id: MatrixId) -> Result<bool> {
        Ok(self.writer().execute("DELETE FROM matrices WHERE id = ?1", [id.0])? > 0)
    }
}

fn is_there(connection: &Connection, id: MatrixId) -> Result<bool> {
    Ok(connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM matrices WHERE id = ?1)",
        [id.0],
        |row| row.get(0),
    )?)
}

fn read_row(row: &Row<'_>) -> rusqlite::Result<MatrixRow> {
    Ok(MatrixRow {
        id: MatrixId(row.get(0)?),
        name: row.get(1)?,
        made_at_s: row.get(2)?,
        questions: row.get(3)?,
        documents: row.get(4)?,
    })
}

fn read_cell(row: &Row<'_>) -> Result<MatrixCell> {
    let data: String = row.get(2)?;
    Ok(MatrixCell {
        question: MatrixQuestionId(row.get(0)?),
        document: document_id(row.get(1)?)?,
        answer: match data.as_str() {
            "" => None,
            data => Some(from_json("a matrix's cell", data)?),
        },
        corrected: row.get(3)?,
        outdated: row.get(4)?,
    })
}
