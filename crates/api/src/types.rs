//! What the interface is told of the app itself.

use citelight_core::{DocumentId, PageNumber, Quad, WireError};
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

/// Where a link into a document leads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LinkedPlace {
    /// The document.
    pub document: DocumentId,
    /// The page.
    pub page: PageNumber,
    /// Rectangles of the words, one per line and page; none for the page as a whole.
    pub quads: Vec<Quad>,
}
