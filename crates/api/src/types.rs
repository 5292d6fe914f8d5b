//! Types that only the interface needs.

use citelight_core::{AnswerMode, DocumentId, DocumentRow, ModelPack, QuestionId, WireError};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What this app is and which of its parts are there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AppInfo {
    /// Version of the app.
    pub version: String,
    /// Folder of the open library.
    pub library: String,
    /// Name of the embedding model in use.
    pub embedder: String,
    /// Name of the generator, when one is installed; without one, answers are extractive.
    pub generator: Option<String>,
    /// Sample documents that come with the app.
    pub samples: Vec<Sample>,
    /// Parts that are missing or broken; the app cannot import or answer until they are mended.
    pub problems: Vec<WireError>,
}

/// A sample document that comes with the app.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Sample {
    /// Name of its file.
    pub file_name: String,
    /// Content id, by which one sees whether it is in the library already.
    pub id: DocumentId,
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

/// A language in which scanned pages can be recognised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Language {
    /// As tesseract names it ("eng", "deu", "chi_sim").
    pub code: String,
    /// Its name in English; the code where it is not known.
    pub name: String,
    /// Whether its data are there.
    pub installed: bool,
    /// Whether this library uses it.
    pub chosen: bool,
}

/// The model packs of this computer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModelShelf {
    /// Every pack, known or installed.
    pub packs: Vec<ModelPack>,
    /// The folder that packs are installed into.
    pub folder: String,
}

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

/// What the app tells the window without being asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "most events are documents, and none is kept")]
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
}
