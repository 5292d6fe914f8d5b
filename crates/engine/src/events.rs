//! What the engine tells without being asked, and to whom.

use std::sync::Arc;

use citelight_core::{DocumentId, DocumentRow, ModelPack, QuestionId, WireError};
use citelight_store::Store;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How loud a notice is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum NoticeLevel {
    /// Good to know.
    Info,
    /// Something did not go as the person may think.
    Warning,
    /// Something failed.
    Error,
}

/// Where the queue of imports stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct QueueState {
    /// Whether imports wait until the person lets them go on.
    pub paused: bool,
    /// The document that is being imported.
    pub current: Option<DocumentId>,
    /// Documents that wait behind it.
    pub waiting: u32,
    /// Seconds until the queue is empty, by the speed of the pages so far; `None` until that is
    /// known well enough to say.
    pub remaining_s: Option<u32>,
}

/// What the engine tells without being asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "most events are documents, and none is stored")]
pub enum Event {
    /// A document is new or has changed (its progress, for one).
    Document {
        /// As it stands now.
        row: DocumentRow,
    },
    /// A document left the library.
    Removed {
        /// Its id.
        document: DocumentId,
    },
    /// The queue of imports changed.
    Queue {
        /// As it stands now.
        state: QueueState,
    },
    /// A model pack is being installed, is whole, or is gone.
    Models {
        /// Every pack as it stands now.
        packs: Vec<ModelPack>,
    },
    /// More of an answer that is being written.
    Writing {
        /// The question that it answers.
        question: QuestionId,
        /// All that is written so far.
        text: String,
    },
    /// Something worth a short message.
    Notice {
        /// How loud.
        level: NoticeLevel,
        /// What happened, to which file, and the way out.
        notice: WireError,
    },
}

/// Whoever listens to a library. It is called from the threads that work, and must not call back into
/// the library.
#[derive(Clone)]
pub(crate) struct Events(Arc<dyn Fn(Event) + Send + Sync>);

impl Events {
    pub(crate) fn to(listener: impl Fn(Event) + Send + Sync + 'static) -> Events {
        Events(Arc::new(listener))
    }

    pub(crate) fn send(&self, event: Event) {
        (self.0)(event);
    }

    pub(crate) fn notice(&self, level: NoticeLevel, notice: WireError) {
        self.send(Event::Notice { level, notice });
    }

    /// Tells of a document as it stands now.
    pub(crate) fn document(&self, store: &Store, id: &DocumentId) {
        if let Ok(Some(row)) = store.document(id) {
            self.send(Event::Document { row });
        }
    }
}
