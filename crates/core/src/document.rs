//! What a library tells about its documents.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{DocumentId, PageNumber, Span, WireError};

/// Where a document stands on its way into the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DocumentStatus {
    /// Waiting for its turn.
    Queued,
    /// Pages are being read into words.
    Reading,
    /// Flow text, sections, chunks and vectors are being made.
    Indexing,
    /// Can be asked.
    Ready,
    /// The file is encrypted and its password is not known.
    NeedsPassword,
    /// Could not be imported; the row's `error` says why.
    Failed,
    /// Stopped by the person; pages read so far are kept.
    Cancelled,
}

/// Whether a page could be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PageStatus {
    /// Words from the PDF's own text.
    Native,
    /// Words by optical character recognition.
    Ocr,
    /// Words from the PDF's own text, and recognised words where it shows pictures of text.
    Mixed,
    /// No words on it: blank, or pictures only.
    Empty,
    /// Recognition failed.
    OcrError,
    /// The reader crashed, hung or refused the page.
    ReadError,
}

/// What a PDF brings along that acts when it is opened elsewhere. Citelight never runs any of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ActiveContent {
    /// Scripts, of the document, a page, a field or a bookmark.
    JavaScript,
    /// An action that starts a program or opens a file.
    Launch,
    /// An action that sends a form somewhere.
    SubmitForm,
    /// Files embedded in it.
    EmbeddedFiles,
}

/// One document of the library, as listed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DocumentRow {
    /// Content id.
    pub id: DocumentId,
    /// Name of the file, without its folder.
    pub file_name: String,
    /// Where the file was when it was imported.
    pub path: String,
    /// The title that the file states, where it states one.
    pub title: Option<String>,
    /// What a person would call it: the stated title or that on its first page; none where neither is
    /// good for that, or before it was read.
    pub display_title: Option<String>,
    /// State of the import.
    pub status: DocumentStatus,
    /// Number of pages; 0 until known.
    pub pages: u32,
    /// Pages read so far.
    pub pages_done: u32,
    /// Pages whose words were recognised from the image.
    pub pages_ocr: u32,
    /// Pages that could not be read.
    pub pages_failed: u32,
    /// Share of the indexing step done, 0 to 1.
    pub indexed: f32,
    /// Whether a ready document is being cut into passages anew, while its old ones answer.
    pub refreshing: bool,
    /// Whether a ready document is found by its words alone as yet, or by the meaning of some passages
    /// only: the others have no vectors.
    pub by_words: bool,
    /// 1 for the first file under this path, 2 for the next one, …
    pub version: u32,
    /// The document that replaced this one, when a newer file came under the same path.
    pub superseded_by: Option<DocumentId>,
    /// Size of the file.
    #[ts(type = "number")]
    pub size_bytes: u64,
    /// When it was added, seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub added_at_s: i64,
    /// What it would run or unpack elsewhere; never done here.
    pub active_content: Vec<ActiveContent>,
    /// Things worth knowing that did not stop the import.
    pub warnings: Vec<String>,
    /// Why the import failed, when it did.
    pub error: Option<WireError>,
}

/// One page, as the viewer needs it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PageInfo {
    /// 1-based.
    pub page: PageNumber,
    /// Printed label ("iv", "F-12"), where the file states one.
    pub label: Option<String>,
    /// Width of the displayed page in points.
    pub width: f32,
    /// Height of the displayed page in points.
    pub height: f32,
    /// How its words were read.
    pub status: PageStatus,
    /// Why it could not be read, where the status says so; on a page that was read, why a picture on
    /// it was not.
    pub problem: Option<String>,
}

/// An entry of a PDF's own outline (bookmarks), in document order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OutlineItem {
    /// Title as stored.
    pub title: String,
    /// 1 for a top entry.
    pub level: u32,
    /// Target page; `None` when the entry leads nowhere.
    pub page: Option<PageNumber>,
    /// Target height in points from the page's top, where the entry states it.
    pub y: Option<f32>,
}

/// What a section is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SectionKind {
    /// What the document has to say.
    #[default]
    Body,
    /// A document of its own inside the file: a rider behind its policy, an exhibit behind a report.
    Document,
    /// A summary of the whole: content.
    Summary,
    /// Definitions of terms: content.
    Glossary,
    /// Lists of contents, figures and tables.
    Contents,
    /// Lists of abbreviations.
    Abbreviations,
    /// Acknowledgements and dedications.
    Acknowledgements,
    /// Foreword or preface.
    Foreword,
    /// An alphabetical index.
    Index,
    /// References, bibliography.
    References,
    /// Cover, title page, imprint.
    Cover,
    /// Signatures.
    Signatures,
}

impl SectionKind {
    /// Whether it holds no content of its own, and is searched last.
    pub fn is_noise(self) -> bool {
        !matches!(self, Self::Body | Self::Document | Self::Summary | Self::Glossary)
    }
}

/// One section of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SectionRow {
    /// Rises in reading order, from 0, within the document.
    pub id: u32,
    /// The section around it.
    pub parent: Option<u32>,
    /// 1 for a top section.
    pub level: u32,
    /// Numbering as printed ("1.2", "Item 7A."), where there is one.
    pub number: Option<String>,
    /// Title without the number.
    pub title: String,
    /// Page on which it starts.
    pub page: PageNumber,
    /// Top of its heading's first line in points of that page.
    pub y: f32,
    /// Page on which it ends.
    pub last_page: PageNumber,
    /// Titles from the top section to this one, joined with " > ".
    pub breadcrumb: String,
    /// What it is for.
    pub kind: SectionKind,
    /// Whether it, or a section around it, holds no content of its own (contents, index, cover, …).
    pub noise: bool,
    /// Its part of the flow text, sections below it included.
    pub span: Span,
}
