//! The history: which answers become a line of it, and what it shows of each.

use citelight_core::{Answer, AnswerMode, DocumentId, Feedback, MOST_NOTE_CHARS, QuestionId};
use citelight_store::{AskedBefore, Store};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::clock::now_s;
use crate::error::{EngineError, Result};

/// One earlier question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct HistoryRow {
    /// For reopening it.
    pub id: QuestionId,
    /// As asked.
    pub question: String,
    /// Whether something was found.
    pub found: bool,
    /// How the answer was made.
    pub mode: AnswerMode,
    /// When, seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub asked_at_s: i64,
    /// The question that it follows up.
    pub follows: Option<QuestionId>,
    /// Names of cited files that were removed from the library since, and the answer with them.
    pub removed: Vec<String>,
}

/// Earlier questions, newest first.
pub(crate) fn history(store: &Store, limit: u32) -> Result<Vec<HistoryRow>> {
    let row = |asked: AskedBefore| HistoryRow {
        id: asked.id,
        question: asked.question,
        found: asked.found,
        mode: asked.mode,
        asked_at_s: asked.asked_at_s,
        follows: asked.follows,
        removed: asked.removed,
    };
    Ok(store.history(limit)?.into_iter().map(row).collect())
}

pub(crate) fn no_such_question() -> EngineError {
    EngineError::not_found("This question was forgotten: it is no longer among the earlier ones.")
}

/// Stores an answer and gives it its id. Where the newest question is the same one of the same
/// documents, read otherwise, it takes its place: a person who corrects how a question was
/// understood has not asked another one. An answer that was judged stays, since the judgement is
/// of its own words.
pub(crate) fn save(store: &Store, answer: &mut Answer, scope: &[DocumentId]) -> Result<()> {
    if let Some(newest) = store.newest_question()?
        && newest.question == answer.question
        && newest.scope == scope
        && newest.follows == answer.details.follows
        && newest.corrections != answer.interpretation.corrections
        && !newest.judged
    {
        answer.id = newest.id;
        if store.replace_answer(answer)? {
            return Ok(());
        }
    }
    answer.id = store.save_answer(answer, scope, now_s())?;
    Ok(())
}

/// Forgets a question with its answer and feedback.
pub(crate) fn forget(store: &Store, id: QuestionId) -> Result<()> {
    if store.forget_question(id)? { Ok(()) } else { Err(no_such_question()) }
}

/// Stores feedback, or takes the same feedback back; gives all that now stands.
pub(crate) fn give_feedback(store: &Store, feedback: &Feedback) -> Result<Vec<Feedback>> {
    if !store.toggle_feedback(feedback, now_s())? {
        return Err(no_such_question());
    }
    Ok(store.feedback(feedback.question)?)
}

/// Stores why feedback that stands was given; gives all that now stands.
pub(crate) fn explain_feedback(store: &Store, feedback: &Feedback) -> Result<Vec<Feedback>> {
    let note = feedback.note.trim().chars().take(MOST_NOTE_CHARS).collect();
    if !store.explain_feedback(&Feedback { note, ..feedback.clone() })? {
        return Err(EngineError::not_found(
            "The rating was taken back: there is nothing to explain.",
        ));
    }
    Ok(store.feedback(feedback.question)?)
}
