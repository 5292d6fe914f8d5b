//! Reads the lines of the history: earlier questions, and how the newest was put. The tables are those
//! of `questions`.

use citelight_core::{AnswerMode, Corrections, DocumentId, QuestionId};
use rusqlite::OptionalExtension;

use crate::{Result, Store, from_json, from_text};

/// One line of the history.
#[derive(Debug, Clone)]
pub struct AskedBefore {
    /// Row.
    pub id: QuestionId,
    /// As asked.
    pub question: String,
    /// Whether something was found.
    pub found: bool,
    /// How the answer was made.
    pub mode: AnswerMode,
    /// Seconds since 1970-01-01 UTC.
    pub asked_at_s: i64,
    /// The question that it follows up.
    pub follows: Option<QuestionId>,
    /// Names of cited files that were removed since, and the answer with them.
    pub removed: Vec<String>,
}

/// One passage that was found for a question, as the log has it.
#[derive(Debug, Clone, PartialEq)]
pub struct LoggedPassage {
    /// The question.
    pub question: QuestionId,
    /// When it was asked ("2026-11-23T17:01:01Z").
    pub asked_at: String,
    /// As asked.
    pub text: String,
    /// Whether the documents were found to answer it.
    pub found: bool,
    /// 0 to 1: how sure it was that they do.
    pub confidence: f64,
    /// From the question to the answer.
    pub milliseconds: f64,
    /// Place of the passage, from 1; `None` for a question without one.
    pub rank: Option<u32>,
    /// How well the passage was found to fit, 0 to 1.
    pub score: f64,
    /// Its file, page and section; empty and 0 for a question without a passage.
    pub file: String,
    /// Page on which it starts.
    pub page: u32,
    /// Breadcrumb of its section.
    pub section: String,
    /// "up" or "down", or nothing.
    pub rating: String,
    /// Why, as the names of reasons.
    pub reasons: String,
    /// What else the person said.
    pub note: String,
    /// How many citations were marked as wrong.
    pub wrong_citations: u32,
}

/// How the newest question was put.
#[derive(Debug, Clone, PartialEq)]
pub struct NewestQuestion {
    /// Row.
    pub id: QuestionId,
    /// As asked.
    pub question: String,
    /// The documents that were chosen; none for all.
    pub scope: Vec<DocumentId>,
    /// The question that it follows up.
    pub follows: Option<QuestionId>,
    /// What was corrected of how it was understood.
    pub corrections: Corrections,
    /// Whether feedback was given on its answer.
    pub judged: bool,
}

impl Store {
    /// Earlier questions, newest first.
    pub fn history(&self, limit: u32) -> Result<Vec<AskedBefore>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT q.id, q.text, a.found, a.mode, q.asked_at_s,
                    json_extract(nullif(a.details, ''), '$.follows'),
                    json_extract(nullif(a.details, ''), '$.removed')
             FROM questions q JOIN answers a ON a.question = q.id ORDER BY q.id DESC LIMIT ?1",
        )?;
        let rows = statement.query_map([limit], |row| {
            Ok((
                QuestionId(row.get(0)?),
                row.get::<_, String>(1)?,
                row.get::<_, bool>(2)?,
                row.get::<_, String>(3)?,
                row.get::<_, i64>(4)?,
                row.get::<_, Option<i64>>(5)?.map(QuestionId),
                row.get::<_, Option<String>>(6)?,
            ))
        })?;
        rows.map(|row| {
            let (id, question, found, mode, asked_at_s, follows, removed) = row?;
            let mode = from_text("a mode", mode)?;
            let removed = removed.map_or(Ok(Vec::new()), |names| from_json("names", &names))?;
            Ok(AskedBefore { id, question, found, mode, asked_at_s, follows, removed })
        })
        .collect()
    }

    /// Every question with the passages that were found for it and what was said of its answer, oldest
    /// first.
    pub fn log(&self) -> Result<Vec<LoggedPassage>> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "SELECT q.id, strftime('%Y-%m-%dT%H:%M:%SZ', q.asked_at_s, 'unixepoch'), q.text, a.found,
                    a.confidence, coalesce(json_extract(a.timings, '$.total'), 0.0), r.rank,
                    coalesce(r.score, 0.0), coalesce(json_extract(r.passage, '$.file'), ''),
                    coalesce(json_extract(r.passage, '$.page'), 0),
                    coalesce(json_extract(r.passage, '$.section'), ''),
                    coalesce(f.kind, ''), coalesce(f.reasons, '[]'), coalesce(f.note, ''),
                    (SELECT count(*) FROM feedback w
                     WHERE w.question = q.id AND w.kind = 'wrong_citation')
             FROM questions q JOIN answers a ON a.question = q.id
             LEFT JOIN retrieval_log r ON r.question = q.id
             LEFT JOIN feedback f ON f.question = q.id AND f.kind IN ('up', 'down')
             ORDER BY q.id, r.rank",
        )?;
        let rows = statement.query_map([], |row| {
            let reasons: String = row.get(12)?;
            Ok(LoggedPassage {
                question: QuestionId(row.get(0)?),
                asked_at: row.get(1)?,
                text: row.get(2)?,
                found: row.get(3)?,
                confidence: row.get(4)?,
                milliseconds: row.get(5)?,
                rank: row.get(6)?,
                score: row.get(7)?,
                file: row.get(8)?,
                page: row.get(9)?,
                section: row.get(10)?,
                rating: row.get(11)?,
                reasons: reasons.replace(['[', ']', '"'], "").replace(',', ", "),
                note: row.get(13)?,
                wrong_citations: row.get(14)?,
            })
        })?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// Numbers that are others once a question was asked or forgotten, or an answer went with a document.
    pub fn history_version(&self) -> Result<[i64; 3]> {
        Ok(self.reader().query_row(
            "SELECT coalesce(max(id), 0), count(*), (SELECT count(*) FROM citations)
             FROM questions",
            [],
            |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]),
        )?)
    }

    /// How the newest question was put; `None` where none was asked.
    pub fn newest_question(&self) -> Result<Option<NewestQuestion>> {
        let reader = self.reader();
        let found = reader
            .query_row(
                "SELECT q.id, q.text, q.scope, json_extract(nullif(a.details, ''), '$.follows'),
                        json_extract(nullif(a.interpretation, ''), '$.corrections'),
                        EXISTS (SELECT 1 FROM feedback f WHERE f.question = q.id)
                 FROM questions q JOIN answers a ON a.question = q.id
                 ORDER BY q.id DESC LIMIT 1",
                [],
                |row| {
                    Ok((
                        QuestionId(row.get(0)?),
                        row.get::<_, String>(1)?,
                        row.get::<_, String>(2)?,
                        row.get::<_, Option<i64>>(3)?.map(QuestionId),
                        row.get::<_, Option<String>>(4)?,
                        row.get::<_, bool>(5)?,
                    ))
                },
            )
            .optional()?;
        let Some((id, question, scope, follows, corrections, judged)) = found else {
            return Ok(None);
        };
        let scope = from_json("a scope", &scope)?;
        let corrections = match corrections {
            Some(text) => from_json("corrections", &text)?,
            None => Corrections::default(),
        };
        Ok(Some(NewestQuestion { id, question, scope, follows, corrections, judged }))
    }

    /// When a question was asked, in seconds since 1970-01-01 UTC; `None` for one that is not kept.
    pub fn asked_at(&self, id: QuestionId) -> Result<Option<i64>> {
        let reader = self.reader();
        let found =
            reader.query_row("SELECT asked_at_s FROM questions WHERE id = ?1", [id.0], |row| {
                row.get(0)
            });
        Ok(found.optional()?)
    }

    /// The documents that were chosen for a question; none for all, and for one that is not kept.
    pub fn scope_of(&self, id: QuestionId) -> Result<Vec<DocumentId>> {
        let reader = self.reader();
        let found = reader
            .query_row("SELECT scope FROM questions WHERE id = ?1", [id.0], |row| {
                row.get::<_, String>(0)
            })
            .optional()?;
        found.map_or(Ok(Vec::new()), |scope| from_json("a scope", &scope))
    }
}
