//! Tables `questions`, `answers`, `citations`, `retrieval_log`, `feedback`: what was asked, what
//! was found for it, what came of it, and what the person thought of it.

use citelight_core::{
    Answer, AnswerDetails, Citation, DocumentId, Feedback, FeedbackKind, Interpretation,
    QuestionId, Span,
};
use rusqlite::{OptionalExtension, Row, Transaction, params};

use crate::{
    Result, Store, begin, document_id, from_json, from_text, page_number, to_json, to_text,
};

pub(crate) const CREATE: &str = "
    CREATE TABLE questions (
        id         INTEGER PRIMARY KEY AUTOINCREMENT,
        text       TEXT NOT NULL,
        scope      TEXT NOT NULL,
        asked_at_s INTEGER NOT NULL
    );
    CREATE TABLE answers (
        question   INTEGER PRIMARY KEY REFERENCES questions (id) ON DELETE CASCADE,
        found      INTEGER NOT NULL,
        mode       TEXT NOT NULL,
        text       TEXT NOT NULL,
        timings    TEXT NOT NULL
    );
    CREATE TABLE citations (
        question   INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
        n          INTEGER NOT NULL,
        document   TEXT NOT NULL,
        file_name  TEXT NOT NULL,
        page       INTEGER NOT NULL,
        label      TEXT,
        start      INTEGER NOT NULL,
        end        INTEGER NOT NULL,
        quote      TEXT NOT NULL,
        verdict    TEXT NOT NULL,
        score      REAL NOT NULL,
        quads      TEXT NOT NULL,
        PRIMARY KEY (question, n)
    ) WITHOUT ROWID;
    CREATE INDEX citations_document ON citations (document);
    CREATE TABLE retrieval_log (
        question   INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
        rank       INTEGER NOT NULL,
        chunk      INTEGER NOT NULL,
        document   TEXT NOT NULL,
        score      REAL NOT NULL,
        passage    TEXT NOT NULL,
        PRIMARY KEY (question, rank)
    ) WITHOUT ROWID;
    CREATE INDEX retrieval_log_document ON retrieval_log (document);
    CREATE TABLE feedback (
        id         INTEGER PRIMARY KEY AUTOINCREMENT,
        question   INTEGER NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
        kind       TEXT NOT NULL,
        citation   INTEGER,
        given_at_s INTEGER NOT NULL
    );
    CREATE INDEX feedback_question ON feedback (question);
";

/// The breadcrumb of a citation.
pub(crate) const ADD_SECTION: &str =
    "ALTER TABLE citations ADD COLUMN section TEXT NOT NULL DEFAULT ''";

/// What a question was taken to ask; empty for answers of earlier versions.
pub(crate) const ADD_INTERPRETATION: &str =
    "ALTER TABLE answers ADD COLUMN interpretation TEXT NOT NULL DEFAULT ''";

/// How sure an answer is; 0 for answers of earlier versions.
pub(crate) const ADD_CONFIDENCE: &str =
    "ALTER TABLE answers ADD COLUMN confidence REAL NOT NULL DEFAULT 0";

/// The sentences of an answer; none for answers of earlier versions.
pub(crate) const ADD_SENTENCES: &str =
    "ALTER TABLE answers ADD COLUMN sentences TEXT NOT NULL DEFAULT '[]'";
/// How figures were calculated, and what cited cells stand for; empty where there is nothing to say.
pub(crate) const ADD_FIGURES: &str = "
    ALTER TABLE answers ADD COLUMN calculation TEXT NOT NULL DEFAULT '';
    ALTER TABLE citations ADD COLUMN context TEXT NOT NULL DEFAULT '';
    ALTER TABLE citations ADD COLUMN cell TEXT NOT NULL DEFAULT '';
";

/// What an answer says besides its sentences; empty for answers of earlier versions.
pub(crate) const ADD_DETAILS: &str =
    "ALTER TABLE answers ADD COLUMN details TEXT NOT NULL DEFAULT ''";

/// Why an answer was judged as it was.
pub(crate) const ADD_REASONS: &str = "
    ALTER TABLE feedback ADD COLUMN reasons TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE feedback ADD COLUMN note TEXT NOT NULL DEFAULT '';
";

/// A citation that a person judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedCitation {
    /// The question, as it was searched: "and in 2021?" is another one after each question.
    pub question: String,
    /// What was said.
    pub kind: FeedbackKind,
    /// Document that holds the cited words.
    pub document: DocumentId,
    /// Where they stand in its flow text.
    pub span: Span,
}

impl Store {
    /// Stores a question with its answer, citations and retrieved passages. `scope` are the documents
    /// that the person chose, none for all; the answer's own id plays no part.
    pub fn save_answer(
        &self,
        answer: &Answer,
        scope: &[DocumentId],
        asked_at_s: i64,
    ) -> Result<QuestionId> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        transaction.execute(
            "INSERT INTO questions (text, scope, asked_at_s) VALUES (?1, ?2, ?3)",
            params![answer.question, to_json("a scope", &scope)?, asked_at_s],
        )?;
        let id = transaction.last_insert_rowid();
        write_answer(&transaction, id, answer)?;
        transaction.commit()?;
        Ok(QuestionId(id))
    }

    /// Puts another answer in the place of the one stored under its id. Gives whether the question is
    /// still there.
    pub fn replace_answer(&self, answer: &Answer) -> Result<bool> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        let id = answer.id.0;
        if transaction.execute("DELETE FROM answers WHERE question = ?1", [id])? == 0 {
            return Ok(false);
        }
        transaction.execute("DELETE FROM citations WHERE question = ?1", [id])?;
        transaction.execute("DELETE FROM retrieval_log WHERE question = ?1", [id])?;
        write_answer(&transaction, id, answer)?;
        transaction.commit()?;
        Ok(true)
    }

    /// An earlier answer as it was given.
    pub fn answer(&self, id: QuestionId) -> Result<Option<Answer>> {
        let reader = self.reader();
        let found = reader
            .query_row(
                "SELECT q.text, a.found, a.mode, a.text, a.timings, a.interpretation,
                        a.confidence, a.sentences, a.calculation, a.details
                 FROM questions q JOIN answers a ON a.question = q.id WHERE q.id = ?1",
                [id.0],
                |row| {
                    Ok((
                        row.get::<_, String>(0)?,
                        row.get::<_, bool>(1)?,
                        row.get::<_, String>(2)?,
                        row.get::<_, String>(3)?,
                        row.get::<_, String>(4)?,
                        row.get::<_, String>(5)?,
                        row.get::<_, f32>(6)?,
                        row.get::<_, String>(7)?,
                        row.get::<_, String>(8)?,
                        row.get::<_, String>(9)?,
                    ))
                },
            )
            .optional()?;
        let Some((
            question,
            found,
            mode,
            answer,
            timings,
            asked,
            confidence,
            sentences,
            calculation,
            details,
        )) = found
        else {
            return Ok(None);
        };
        let mut statement = reader.prepare_cached(
            "SELECT n, document, file_name, page, label, start, end, quote, verdict, score, quads,
                    section, context, cell
             FROM citations WHERE question = ?1 ORDER BY n",
        )?;
        let citations = statement
            .query_map([id.0], |row| Ok(read_citation(row)))?
            .map(|row| row?)
            .collect::<Result<_>>()?;
        let mut statement = reader.prepare_cached(
            "SELECT passage FROM retrieval_log WHERE question = ?1 ORDER BY rank",
        )?;
        let passages = statement
            .query_map([id.0], |row| row.get::<_, String>(0))?
            .map(|text| from_json("a passage", &text?))
            .collect::<Result<_>>()?;
        Ok(Some(Answer {
            id,
            question,
            confidence,
            sentences: from_json("an answer's sentences", &sentences)?,
            found,
            answer,
            mode: from_text("a mode", mode)?,
            calculation: match calculation.as_str() {
                "" => None,
                text => Some(from_json("a calculation", text)?),
            },
            details: match details.as_str() {
                "" => AnswerDetails::default(),
                text => from_json("an answer's details", text)?,
            },
            citations,
            passages,
            interpretation: match asked.as_str() {
                "" => Interpretation::default(),
                text => from_json("an interpretation", text)?,
            },
            timings_ms: from_json("timings", &timings)?,
        }))
    }

    /// Forgets a question with all that hangs on it. Gives whether it was there.
    pub fn forget_question(&self, id: QuestionId) -> Result<bool> {
        let gone = self.writer().execute("DELETE FROM questions WHERE id = ?1", [id.0])? > 0;
        self.empty_log();
        Ok(gone)
    }

    /// Stores feedback. The same feedback again takes it back; up and down exclude each other.
    /// Gives whether the question is there.
    pub fn toggle_feedback(&self, feedback: &Feedback, now_s: i64) -> Result<bool> {
        let mut writer = self.writer();
        let transaction = begin(&mut writer)?;
        let known: bool = transaction.query_row(
            "SELECT EXISTS (SELECT 1 FROM questions WHERE id = ?1)",
            [feedback.question.0],
            |row| row.get(0),
        )?;
        if !known {
            return Ok(false);
        }
        let kind = to_text("feedback", &feedback.kind)?;
        let taken_back = transaction.execute(
            "DELETE FROM feedback WHERE question = ?1 AND kind = ?2 AND citation IS ?3",
            params![feedback.question.0, kind, feedback.citation],
        )?;
        if taken_back == 0 {
            let opposite = match feedback.kind {
                FeedbackKind::Up => Some(FeedbackKind::Down),
                FeedbackKind::Down => Some(FeedbackKind::Up),
                FeedbackKind::WrongCitation => None,
            };
            if let Some(opposite) = opposite {
                transaction.execute(
                    "DELETE FROM feedback WHERE question = ?1 AND kind = ?2",
                    params![feedback.question.0, to_text("feedback", &opposite)?],
                )?;
            }
            transaction.execute(
                "INSERT INTO feedback (question, kind, citation, given_at_s, reasons, note)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![
                    feedback.question.0,
                    kind,
                    feedback.citation,
                    now_s,
                    to_json("reasons", &feedback.reasons)?,
                    feedback.note
                ],
            )?;
        }
        transaction.commit()?;
        Ok(true)
    }

    /// Stores why feedback that stands was given. Gives whether it stands.
    pub fn explain_feedback(&self, feedback: &Feedback) -> Result<bool> {
        let changed = self.writer().execute(
            "UPDATE feedback SET reasons = ?4, note = ?5
             WHERE question = ?1 AND kind = ?2 AND citation IS ?3",
            params![
                feedback.question.0,
                to_text("feedback", &feedback.kind)?,
                feedback.citation,
                to_json("reasons", &feedback.reasons)?,
                feedback.note
            ],
        )?;
        Ok(changed > 0)
    }

    /// The citations that feedback judges, newest feedback first: all of an answer's where the
    /// answer was judged, one where one was.
    pub fn judged_citations(&self) -> Result<Vec<JudgedCitation>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT coalesce(json_extract(nullif(a.interpretation, ''), '$.rewritten'), q.text),
                    f.kind, c.document, c.start, c.end
             FROM feedback f JOIN questions q ON q.id = f.question
             JOIN answers a ON a.question = q.id
             JOIN citations c ON c.question = f.question AND c.n = coalesce(f.citation, c.n)
             ORDER BY f.id DESC, c.n",
        )?;
        let rows = statement.query_map([], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, String>(2)?,
                Span::new(row.get(3)?, row.get(4)?),
            ))
        })?;
        rows.map(|row| {
            let (question, kind, document, span) = row?;
            let (kind, document) = (from_text("feedback", kind)?, document_id(document)?);
            Ok(JudgedCitation { question, kind, document, span })
        })
        .collect()
    }

    /// The feedback that stands for a question.
    pub fn feedback(&self, question: QuestionId) -> Result<Vec<Feedback>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT kind, citation, reasons, note FROM feedback WHERE question = ?1 ORDER BY id",
        )?;
        let rows = statement.query_map([question.0], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, Option<u32>>(1)?,
                row.get::<_, String>(2)?,
                row.get::<_, String>(3)?,
            ))
        })?;
        rows.map(|row| {
            let (kind, citation, reasons, note) = row?;
            let (kind, reasons) = (from_text("feedback", kind)?, from_json("reasons", &reasons)?);
            Ok(Feedback { question, kind, citation, reasons, note })
        })
        .collect()
    }
}

/// Writes what hangs on a question's row: answer, citations, passages.
fn write_answer(transaction: &Transaction<'_>, id: i64, answer: &Answer) -> Result<()> {
    transaction.execute(
        "INSERT INTO answers VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        params![
            id,
            answer.found,
            to_text("a mode", &answer.mode)?,
            answer.answer,
            to_json("timings", &answer.timings_ms)?,
            to_json("an interpretation", &answer.interpretation)?,
            answer.confidence,
            to_json("an answer's sentences", &answer.sentences)?,
            match &answer.calculation {
                Some(calculation) => to_json("a calculation", calculation)?,
                None => String::new(),
            },
            to_json("an answer's details", &answer.details)?,
        ],
    )?;
    for citation in &answer.citations {
        transaction
            .prepare_cached(
                "INSERT INTO citations
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
            )?
            .execute(params![
                id,
                citation.n,
                citation.document.as_str(),
                citation.file,
                citation.page.get(),
                citation.label,
                citation.span.start,
                citation.span.end,
                citation.quote,
                to_text("a verdict", &citation.verdict)?,
                citation.score,
                to_json("quads", &citation.quads)?,
                citation.section,
                match citation.context.as_slice() {
                    [] => String::new(),
                    quads => to_json("quads", &quads)?,
                },
                match &citation.cell {
                    Some(cell) => to_json("a cell", cell)?,
                    None => String::new(),
                },
            ])?;
    }
    for passage in &answer.passages {
        transaction
            .prepare_cached("INSERT INTO retrieval_log VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
            .execute(params![
                id,
                passage.rank,
                passage.chunk.0,
                passage.document.as_str(),
                passage.score,
                to_json("a passage", passage)?,
            ])?;
    }
    Ok(())
}

fn read_citation(row: &Row<'_>) -> Result<Citation> {
    Ok(Citation {
        n: row.get(0)?,
        document: document_id(row.get(1)?)?,
        file: row.get(2)?,
        page: page_number("citations.page", row.get(3)?)?,
        label: row.get(4)?,
        span: Span::new(row.get(5)?, row.get(6)?),
        quote: row.get(7)?,
        verdict: from_text("a verdict", row.get(8)?)?,
        score: row.get(9)?,
        quads: from_json("quads", &row.get::<_, String>(10)?)?,
        section: row.get(11)?,
        context: match row.get::<_, String>(12)?.as_str() {
            "" => Vec::new(),
            text => from_json("quads", text)?,
        },
        cell: match row.get::<_, String>(13)?.as_str() {
            "" => None,
            text => Some(from_json("a cell", text)?),
        },
    })
}
