//! What becomes a line of the history.

use citelight_core::{Answer, DocumentId};

use crate::library::now_s;
use crate::{Library, Result};

impl Library {
    /// Stores an answer and gives it its id. Where the newest question is the same one of the same
    /// documents, read otherwise, it takes its place: a person who corrects how a question was
    /// understood has not asked another one. An answer that was judged stays, since the judgement is
    /// of its own words.
    pub(super) fn keep(&self, answer: &mut Answer, scope: &[DocumentId]) -> Result<()> {
        if let Some(newest) = self.store.newest_question()?
            && newest.question == answer.question
            && newest.scope == scope
            && newest.follows == answer.details.follows
            && newest.corrections != answer.interpretation.corrections
            && !newest.judged
        {
            answer.id = newest.id;
            if self.store.replace_answer(answer)? {
                return Ok(());
            }
        }
        answer.id = self.store.save_answer(answer, scope, now_s())?;
        Ok(())
    }
}
