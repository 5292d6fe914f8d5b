//! What host and child say to each other.
//!
//! The child speaks first: a greeting whose layout never changes, so that any two versions can tell
//! each other apart; then [`Reply::Ready`] or [`Reply::Failed`]. After that every request gets one
//! final reply; [`Reply::Recognising`] and [`Reply::CopyPiece`] may come before it. Bodies are postcard-encoded, which is
//! not self-describing: any change to a type below is a new [`VERSION`].

use std::ffi::OsString;

use citelight_core::{
    ActiveContent, Highlight, OutlineItem, PageInfo, PageLink, PageMarks, PageNumber, Word,
};
use serde::{Deserialize, Serialize};

/// Version of the types below.
pub const VERSION: u32 = 6;

/// The longest request: a path and a password, or a highlight with its note.
pub const MAX_REQUEST_BYTES: usize = 64 * 1024;

/// The longest reply: a picture at the renderer's pixel cap stays below.
pub const MAX_REPLY_BYTES: usize = 128 * 1024 * 1024;

const GREETING: &[u8; 16] = b"citelight-reader";

/// The child's first frame.
pub fn greeting() -> Vec<u8> {
    let mut bytes = GREETING.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes
}

/// The version that a greeting states; `None` when it is no greeting.
pub fn greeting_version(bytes: &[u8]) -> Option<u32> {
    let version = bytes.strip_prefix(GREETING.as_slice())?;
    Some(u32::from_le_bytes(version.try_into().ok()?))
}

/// What the host asks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Opens a file; one that is open is closed.
    Open {
        /// The file.
        path: OsString,
        /// Its password, where one is known.
        password: Option<String>,
        /// Whether title, outline, labels and active content are wanted, which takes longer.
        details: bool,
    },
    /// The words of a page.
    Page(PageNumber),
    /// A picture of a page.
    Render {
        /// The page.
        page: PageNumber,
        /// Scale.
        pixel_per_pt: f32,
    },
    /// Puts a highlight on its page, in memory. For a file that was opened for this alone.
    Highlight(Highlight),
    /// The file as it is now, highlights included.
    Copy,
    /// Closes the file.
    Close,
    /// The links of a page.
    Links(PageNumber),
}

/// What the child answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// The child is ready for requests; sent once, after the greeting.
    Ready,
    /// To [`Request::Open`].
    Opened(OpenedDocument),
    /// The page has no usable text of its own and is being recognised, which takes longer. Not
    /// final.
    Recognising,
    /// To [`Request::Page`].
    Page(PageContent),
    /// To [`Request::Render`].
    Picture(Pixels),
    /// To [`Request::Highlight`].
    Highlighted,
    /// Bytes of the copy that was asked for, in order. Not final.
    CopyPiece(Vec<u8>),
    /// To [`Request::Copy`], after its last piece.
    Copied,
    /// To [`Request::Close`].
    Closed,
    /// To any request.
    Failed(Failure),
    /// To [`Request::Links`].
    Links(Vec<PageLink>),
}

/// A drawn page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pixels {
    /// Width in pixels.
    pub width_px: u32,
    /// Height in pixels.
    pub height_px: u32,
    /// Red, green and blue of each pixel, row by row from the top.
    pub rgb: Vec<u8>,
}

/// Why a request failed. The host knows which file and page it asked for and adds them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Failure {
    /// libpdfium could not be loaded.
    Library(String),
    /// The file could not be read at all.
    Io(String),
    /// The file is no PDF.
    NotPdf(String),
    /// The file begins like a PDF but cannot be opened.
    Damaged(String),
    /// The file is encrypted.
    NeedsPassword {
        /// Whether a password was tried.
        wrong: bool,
    },
    /// The page, or the request, is refused.
    Refused(String),
    /// The child ran into a fault of its own and caught it.
    Panicked(String),
}

/// What is known of a document once it is open; the page count alone when no details were wanted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct OpenedDocument {
    /// Number of pages; never 0.
    pub page_count: u32,
    /// The title that the file states, where it states one.
    pub title: Option<String>,
    /// The file's own outline in document order; empty when it has none.
    pub outline: Vec<OutlineItem>,
    /// Printed label of every page, in page order; `None` where the file states none.
    pub labels: Vec<Option<String>>,
    /// What the file would run or unpack elsewhere; in the order of the enum, each once.
    pub active_content: Vec<ActiveContent>,
    /// Whether the file's structure was broken and had to be rebuilt; pages may be missing.
    pub repaired: bool,
}

/// One page as read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageContent {
    /// Size, label, status, and why it could not be read where the status says so.
    pub info: PageInfo,
    /// The words, native in drawing order, recognised in tesseract's reading order.
    pub words: Vec<Word>,
    /// What the page shows besides its words; nothing on recognised pages. Places count in `words`.
    pub marks: PageMarks,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_states_its_version() {
        assert_eq!(greeting_version(&greeting()), Some(VERSION));
        for stranger in [b"".as_slice(), b"citelight-reader", b"%PDF-1.7 and then some", &[0; 20]] {
            assert_eq!(greeting_version(stranger), None);
        }
    }

    #[test]
    fn requests_survive_the_wire() {
        let cases = [
            Request::Open { path: "a b/ü.pdf".into(), password: Some("p".into()), details: true },
            Request::Page(PageNumber::from_index(41)),
            Request::Render { page: PageNumber::FIRST, pixel_per_pt: 2.5 },
            Request::Highlight(Highlight {
                page: PageNumber::FIRST,
                rects: vec![citelight_core::Rect::new(1.0, 2.0, 3.0, 4.0)],
                note: "ü".into(),
                made_s: 1,
            }),
            Request::Copy,
            Request::Close,
            Request::Links(PageNumber::FIRST),
        ];
        for request in cases {
            let bytes = postcard::to_stdvec(&request).unwrap();
            assert_eq!(postcard::from_bytes::<Request>(&bytes).unwrap(), request);
        }
    }

    #[test]
    fn a_page_number_of_zero_is_refused() {
        let mut bytes = postcard::to_stdvec(&Request::Page(PageNumber::FIRST)).unwrap();
        *bytes.last_mut().unwrap() = 0;
        assert!(postcard::from_bytes::<Request>(&bytes).is_err());
    }
}
