//! What the engine tells without being asked, and to whom.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use citelight_core::{
    Collection, DocumentId, DocumentRow, MatrixProgress, ModelPack, QuestionId, WireError,
};
use citelight_store::Store;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::Result;

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

/// A watched folder, as a surface shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct WatchedFolder {
    /// Its path.
    pub path: String,
    /// How many PDFs lie in it and below it; `None` until that was looked at.
    pub files: Option<u32>,
    /// Why it cannot be looked at just now.
    pub problem: Option<WireError>,
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
    /// A file that the app was asked to open is in the library: it is to be shown.
    Show {
        /// Its document.
        document: DocumentId,
    },
    /// The app was asked to open a link into a document: its words are to be shown.
    Link {
        /// As it came.
        link: String,
    },
    /// The app was started once more: its window is to come to the front.
    Front,
    /// The app is to end and start again.
    Restart,
    /// Earlier questions changed: answers went with a document that they cite, or another process asked.
    History,
    /// The collections of documents changed.
    Collections {
        /// As they stand now.
        collections: Vec<Collection>,
    },
    /// A cell of an answer matrix was filled, or its filling began or ended.
    Matrix {
        /// How far it is.
        progress: MatrixProgress,
    },
    /// The watched folders changed, or what is seen of them.
    Folders {
        /// As they stand now.
        folders: Vec<WatchedFolder>,
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
pub(crate) struct Events {
    listener: Arc<dyn Fn(Event) + Send + Sync>,
    /// The documents as they were told last. Held while one is told, so that no thread tells an older
    /// state behind a newer one.
    told: Arc<Mutex<HashMap<DocumentId, DocumentRow>>>,
}

impl Events {
    pub(crate) fn to(listener: impl Fn(Event) + Send + Sync + 'static) -> Events {
        Events { listener: Arc::new(listener), told: Arc::default() }
    }

    pub(crate) fn send(&self, event: Event) {
        (self.listener)(event);
    }

    pub(crate) fn notice(&self, level: NoticeLevel, notice: WireError) {
        self.send(Event::Notice { level, notice });
    }

    /// Tells of a document as it stands now, also that it left the library. Gives its row.
    pub(crate) fn document(&self, store: &Store, id: &DocumentId) -> Option<DocumentRow> {
        let mut told = self.told.lock();
        let row = store.document(id).ok()?;
        match &row {
            Some(row) => {
                told.insert(id.clone(), row.clone());
                self.send(Event::Document { row: row.clone() });
            }
            None => {
                told.remove(id);
                self.send(Event::Removed { document: id.clone() });
            }
        }
        row
    }

    /// Takes the documents as they stand for told: whoever listens has asked for them.
    pub(crate) fn all_told(&self, store: &Store) -> Result<()> {
        let mut told = self.told.lock();
        *told = store.documents()?.into_iter().map(|row| (row.id.clone(), row)).collect();
        Ok(())
    }

    /// Tells of every document that is another one than was told. Gives those that are gone.
    pub(crate) fn catch_up(&self, store: &Store) -> Result<Vec<DocumentId>> {
        let rows = store.documents()?;
        let (changed, gone) = {
            let told = self.told.lock();
            let there: HashSet<&DocumentId> = rows.iter().map(|row| &row.id).collect();
            let other = |row: &&DocumentRow| told.get(&row.id) != Some(row);
            let changed: Vec<DocumentId> =
                rows.iter().filter(other).map(|row| row.id.clone()).collect();
            let gone: Vec<DocumentId> =
                told.keys().filter(|id| !there.contains(id)).cloned().collect();
            (changed, gone)
        };
        for id in changed.iter().chain(&gone) {
            self.document(store, id);
        }
        Ok(gone)
    }
}
