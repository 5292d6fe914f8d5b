//! What the interface is told of the app itself.

use citelight_core::{DocumentId, PageNumber, Quad, QuestionId, Span, WireError};
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

/// What a check of the whole library found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LibraryCheck {
    /// Documents in the library.
    pub documents: u32,
    /// Pages that were read.
    pub pages: u32,
    /// Passages that can be searched.
    pub passages: u32,
    /// What is wrong with the library or with a part of the app, in words; empty when all is well.
    pub faults: Vec<String>,
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
    /// The words themselves.
    pub span: Option<Span>,
}

/// Where the person was when the window was closed, so that the next start goes on from there.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Session {
    /// The question whose answer was shown.
    pub question: Option<QuestionId>,
    /// Number of the citation that was looked at.
    pub citation: Option<u32>,
    /// What stood in the question box.
    pub draft: String,
    /// The documents that were chosen to be asked.
    pub scope: Vec<DocumentId>,
    /// What the viewer showed.
    pub viewed: Option<Viewed>,
    /// What it showed beside that, where two documents were open.
    pub beside: Option<Viewed>,
}

/// A document as it was left in the viewer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Viewed {
    /// The document.
    pub document: DocumentId,
    /// The page at the top of the viewer.
    pub page: PageNumber,
    /// Share of that page's height that lay above the viewer's top edge; beyond 1 in the gap below it.
    pub above: f32,
    /// How large it was shown.
    pub zoom: Zoom,
}

/// How large pages are shown.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
#[serde(untagged)]
pub enum Zoom {
    /// As the viewer's size gives it.
    Fit(Fit),
    /// CSS pixels for each point.
    Scale(f32),
}

/// What gives a page its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Fit {
    /// The viewer's width, up to what reads well.
    Auto,
    /// The viewer's width.
    Width,
    /// The viewer's width and height.
    Page,
}

/// Whether a library is encrypted and locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LibraryLock {
    /// It opens with its passphrase.
    pub locked: bool,
    /// It is encrypted; where it is locked all the same, it is encrypted once it is opened.
    pub encrypted: bool,
    /// Libraries can be encrypted on this system.
    pub supported: bool,
}

/// Where the window stood and how large it was, in logical pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct WindowPlace {
    /// Left edge, frame included.
    pub x: f64,
    /// Top edge, frame included.
    pub y: f64,
    /// Width of the content.
    pub width: f64,
    /// Height of the content.
    pub height: f64,
    /// Whether it filled the screen; the rest is what it goes back to.
    pub maximised: bool,
}
