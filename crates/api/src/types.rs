//! Types that only the interface needs.

use citelight_core::{AnswerMode, DocumentId, DocumentRow, QuestionId, WireError};
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
}
