//! The host's handle to one child and the document that it has open.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use citelight_core::{Highlight, PageLink, PageNumber};

use crate::ReaderError;
use crate::checks::{self, MOST_PAGES};
use crate::child::{ChildProcess, Lost, lost_error};
use crate::picture;
use crate::protocol::{OpenedDocument, PageContent, Reply, Request};

/// Where the pieces lie that reading needs. Callers find them; nothing is searched for here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReaderParts {
    /// The child program, `citelight-reader`.
    pub exe: PathBuf,
    /// libpdfium.
    pub pdfium: PathBuf,
    /// The folder below which the files lie that may be opened, or one file, or content in memory that this
    /// process holds (`/proc/PID/fd/N`). The child can read nothing else of the disk but its parts.
    pub documents: PathBuf,
    /// Folder with tesseract's language data; without it scanned pages are not recognised.
    pub tessdata: Option<PathBuf>,
    /// Languages to recognise, as tesseract names them ("eng+deu"); their data lie in `tessdata`.
    pub languages: String,
}

/// What a child may use before it is ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// For reading or drawing one page.
    pub page_time: Duration,
    /// For recognising one page, from the moment at which recognition begins.
    pub ocr_time: Duration,
    /// For opening a file, its outline and labels included.
    pub open_time: Duration,
    /// Memory of one child, in bytes of writable private memory; 0 for no cap.
    pub memory_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            page_time: Duration::from_secs(12),
            ocr_time: Duration::from_secs(120),
            open_time: Duration::from_secs(12),
            memory_bytes: 1_400_000_000,
        }
    }
}

/// How many times the size of its file a copy may have, beside some room: objects are written out that
/// the file holds compressed together.
const COPY_GROWTH: u64 = 8;
const COPY_ROOM_BYTES: u64 = 64 << 20;

/// A child process with at most one open document. Dropping it ends the child; so does every error
/// that leaves the child in doubt (time-outs, crashes, broken protocol), after which every call
/// fails until the next [`Reader::spawn`].
pub struct Reader {
    parts: ReaderParts,
    limits: Limits,
    child: Option<ChildProcess>,
    file: PathBuf,
}

impl Reader {
    /// Starts a child and waits until it is ready, some milliseconds.
    pub fn spawn(parts: &ReaderParts, limits: &Limits) -> Result<Self, ReaderError> {
        let child = ChildProcess::start(parts, limits)?;
        Ok(Self { parts: parts.clone(), limits: *limits, child: Some(child), file: PathBuf::new() })
    }

    /// Opens a file in place of the one that is open.
    pub fn open(
        &mut self,
        path: &Path,
        password: Option<&str>,
    ) -> Result<OpenedDocument, ReaderError> {
        self.open_or_stop(path, password, true, None)
    }

    /// The words of a page, recognised where it has no usable text of its own.
    pub fn page(&mut self, page: PageNumber) -> Result<PageContent, ReaderError> {
        self.page_or_stop(page, None)
    }

    /// A picture of a page as a PNG file, annotations and form fields included.
    ///
    /// `pixel_per_pt` is lowered where the picture would exceed 32 million pixels.
    pub fn render(&mut self, page: PageNumber, pixel_per_pt: f32) -> Result<Vec<u8>, ReaderError> {
        let request = Request::Render { page, pixel_per_pt };
        match self.ask(&request, self.limits.page_time, Some(page), None)? {
            Reply::Picture(pixels) => {
                checks::picture(&pixels).map_err(|broken| self.broken(broken))?;
                picture::png(&pixels)
                    .ok_or_else(|| self.broken("it drew something that is no picture"))
            }
            _ => Err(self.unexpected()),
        }
    }

    /// The links of a page, as the file states them.
    pub fn links(&mut self, page: PageNumber) -> Result<Vec<PageLink>, ReaderError> {
        match self.ask(&Request::Links(page), self.limits.page_time, Some(page), None)? {
            Reply::Links(mut links) => {
                checks::links(&mut links);
                Ok(links)
            }
            _ => Err(self.unexpected()),
        }
    }

    /// Writes a copy of the open document with highlights on its pages. For a document that was opened for
    /// this alone; what was written by an error is of no use.
    pub fn copy_with(
        &mut self,
        highlights: &[Highlight],
        out: &mut dyn Write,
    ) -> Result<(), ReaderError> {
        let limit = self.limits.page_time;
        for highlight in highlights {
            let page = Some(highlight.page);
            match self.ask(&Request::Highlight(highlight.clone()), limit, page, None)? {
                Reply::Highlighted => {}
                _ => return Err(self.unexpected()),
            }
        }
        let size = std::fs::metadata(&self.file).map_or(0, |file| file.len());
        let most = size.saturating_mul(COPY_GROWTH).saturating_add(COPY_ROOM_BYTES);
        let mut written = 0;
        let mut reply = self.ask(&Request::Copy, self.limits.open_time, None, None)?;
        loop {
            match reply {
                Reply::CopyPiece(bytes) if written + bytes.len() as u64 <= most => {
                    written += bytes.len() as u64;
                    out.write_all(&bytes).map_err(|error| {
                        // Its other pieces are of no use.
                        self.child = None;
                        ReaderError::Write { file: self.file.clone(), reason: error.to_string() }
                    })?;
                }
                Reply::Copied => return Ok(()),
                _ => return Err(self.unexpected()),
            }
            reply = self.answer(limit, None, None)?;
        }
    }

    /// Closes the document, keeps the child.
    pub fn close(&mut self) -> Result<(), ReaderError> {
        match self.ask(&Request::Close, self.limits.page_time, None, None)? {
            Reply::Closed => Ok(()),
            _ => Err(self.unexpected()),
        }
    }

    /// Identifier of the child process; `None` once it is ended.
    pub fn process_id(&self) -> Option<u32> {
        self.child.as_ref().map(ChildProcess::id)
    }

    pub(crate) fn open_or_stop(
        &mut self,
        path: &Path,
        password: Option<&str>,
        details: bool,
        stop: Option<&AtomicBool>,
    ) -> Result<OpenedDocument, ReaderError> {
        self.file = path.to_owned();
        let path = path.as_os_str().to_owned();
        let request = Request::Open { path, password: password.map(Into::into), details };
        match self.ask(&request, self.limits.open_time, None, stop)? {
            Reply::Opened(opened) if opened.page_count > MOST_PAGES => Err(ReaderError::Refused {
                file: self.file.clone(),
                page: None,
                reason: format!(
                    "it states {} pages; documents of up to {MOST_PAGES} can be read",
                    opened.page_count
                ),
            }),
            Reply::Opened(mut opened) => {
                checks::opened(&mut opened).map_err(|broken| self.broken(broken))?;
                Ok(opened)
            }
            _ => Err(self.unexpected()),
        }
    }

    pub(crate) fn page_or_stop(
        &mut self,
        page: PageNumber,
        stop: Option<&AtomicBool>,
    ) -> Result<PageContent, ReaderError> {
        self.ask_page(page)?;
        self.take_page(page, stop)
    }

    /// Asks for a page without waiting; [`take_page`](Self::take_page) follows, in the same order.
    pub(crate) fn ask_page(&mut self, page: PageNumber) -> Result<(), ReaderError> {
        self.with_child(Some(page), |child| child.send(&Request::Page(page)))
    }

    /// The page asked for first of those that were not taken yet.
    pub(crate) fn take_page(
        &mut self,
        page: PageNumber,
        stop: Option<&AtomicBool>,
    ) -> Result<PageContent, ReaderError> {
        match self.answer(self.limits.page_time, Some(page), stop)? {
            Reply::Page(mut content) => {
                checks::page(&mut content, page).map_err(|broken| self.broken(broken))?;
                Ok(content)
            }
            _ => Err(self.unexpected()),
        }
    }

    fn ask(
        &mut self,
        request: &Request,
        limit: Duration,
        page: Option<PageNumber>,
        stop: Option<&AtomicBool>,
    ) -> Result<Reply, ReaderError> {
        self.with_child(page, |child| child.send(request))?;
        self.answer(limit, page, stop)
    }

    fn answer(
        &mut self,
        limit: Duration,
        page: Option<PageNumber>,
        stop: Option<&AtomicBool>,
    ) -> Result<Reply, ReaderError> {
        let ocr_time = self.limits.ocr_time;
        match self.with_child(page, |child| child.answer(limit, ocr_time, stop))? {
            Reply::Failed(failure) => {
                Err(ReaderError::from_failure(failure, &self.file, page, &self.parts.pdfium))
            }
            reply => Ok(reply),
        }
    }

    /// Lets the child do something; one that is lost is ended.
    fn with_child<T>(
        &mut self,
        page: Option<PageNumber>,
        work: impl FnOnce(&mut ChildProcess) -> Result<T, Lost>,
    ) -> Result<T, ReaderError> {
        let Some(child) = &mut self.child else {
            let how = "it was ended before".to_owned();
            return Err(ReaderError::Crashed { file: self.file.clone(), page, how });
        };
        work(child).map_err(|lost| {
            if !matches!(lost, Lost::Refused(_)) {
                self.child = None;
            }
            lost_error(lost, &self.parts.exe, &self.file, page)
        })
    }

    fn unexpected(&mut self) -> ReaderError {
        self.broken("it answered something else than it was asked")
    }

    /// The child is not to be believed any more.
    fn broken(&mut self, reason: &str) -> ReaderError {
        self.child = None;
        ReaderError::Protocol { path: self.parts.exe.clone(), reason: reason.to_owned() }
    }
}
