//! The latest questions whose answers the text generator can still write.

use std::collections::VecDeque;
use std::sync::Arc;

use citelight_core::QuestionId;
use parking_lot::Mutex;

use super::question::{Hit, Question};

/// Questions whose answers can still be written.
const DRAFTS: usize = 8;

/// What is needed to write the answer to a question that was asked before.
pub(crate) struct Draft {
    pub(crate) id: QuestionId,
    pub(crate) question: Question,
    /// The passage of the best sentence first.
    pub(crate) hits: Vec<Hit>,
}

/// The latest drafts, oldest first.
#[derive(Default)]
pub(crate) struct Drafts(Mutex<VecDeque<Arc<Draft>>>);

impl Drafts {
    pub(crate) fn find(&self, id: QuestionId) -> Option<Arc<Draft>> {
        self.0.lock().iter().find(|draft| draft.id == id).cloned()
    }

    /// Adds a draft in the place of an earlier one of the same question.
    pub(crate) fn put(&self, draft: Draft) {
        let mut drafts = self.0.lock();
        drafts.retain(|other| other.id != draft.id);
        drafts.push_back(Arc::new(draft));
        if drafts.len() > DRAFTS {
            drafts.pop_front();
        }
    }

    pub(crate) fn remove(&self, id: QuestionId) {
        self.0.lock().retain(|draft| draft.id != id);
    }
}
