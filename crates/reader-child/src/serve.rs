//! The loop: a request in, a reply out, until the input ends.

use std::fs::File;
use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use citelight_core::{Highlight, PageNumber};
use citelight_pdf::{Document, Library, PdfError};
use citelight_reader::protocol::{
    Failure, MAX_REPLY_BYTES, MAX_REQUEST_BYTES, Pixels, Reply, Request,
};
use citelight_reader::{FrameError, OpenedDocument, read_frame, write_frame};

use crate::content;
use crate::plan::{Plan, Seen, plan};
use crate::scan::Ocr;

/// Bytes of a copy that are sent at once.
const COPY_PIECE_BYTES: usize = 1 << 20;

/// Serves requests until the host closes the input.
pub(crate) fn run(
    library: &Library,
    held: Option<File>,
    ocr: Ocr,
    input: &mut impl Read,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let mut session = Session { library, held, open: None, ocr, seen: Seen::default() };
    loop {
        let bytes = match read_frame(input, MAX_REQUEST_BYTES) {
            Ok(bytes) => bytes,
            Err(FrameError::End) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let request: Request = postcard::from_bytes(&bytes)?;
        let answer = catch_unwind(AssertUnwindSafe(|| session.answer(request, output)));
        let reply = answer.unwrap_or_else(|panic| {
            // What the panic left behind is not looked at again.
            session.open = None;
            Ok(Reply::Failed(Failure::Panicked(panic_text(panic.as_ref()))))
        })?;
        send(output, &reply)?;
    }
}

/// Sends one reply; a reply above the cap is replaced by a refusal.
pub(crate) fn send(output: &mut impl Write, reply: &Reply) -> anyhow::Result<()> {
    let bytes = postcard::to_stdvec(reply)?;
    match write_frame(output, &bytes, MAX_REPLY_BYTES) {
        Err(FrameError::TooLong { length, .. }) => {
            let reason = format!("it holds too much, {length} bytes");
            send(output, &Reply::Failed(Failure::Refused(reason)))
        }
        result => Ok(result?),
    }
}

struct Session<'a> {
    library: &'a Library,
    /// The only document, where its host holds it in memory.
    held: Option<File>,
    open: Option<Document<'a>>,
    ocr: Ocr,
    seen: Seen,
}

impl Session<'_> {
    fn answer(&mut self, request: Request, output: &mut impl Write) -> anyhow::Result<Reply> {
        let result = match request {
            Request::Open { path, password, details } => {
                self.open(Path::new(&path), password.as_deref(), details)
            }
            Request::Page(page) => return self.page(page, output),
            Request::Render { page, pixel_per_pt } => self.render(page, pixel_per_pt),
            Request::Links(page) => self.links(page),
            Request::Highlight(highlight) => self.highlight(&highlight),
            Request::Copy => return self.copy(output),
            Request::Close => {
                self.open = None;
                Ok(Reply::Closed)
            }
        };
        Ok(result.unwrap_or_else(Reply::Failed))
    }

    fn open(
        &mut self,
        path: &Path,
        password: Option<&str>,
        details: bool,
    ) -> Result<Reply, Failure> {
        self.open = None;
        self.seen.clear();
        let document = match &self.held {
            Some(held) => self.library.open_file(held, path, password),
            None => self.library.open(path, password),
        };
        let document = document.map_err(failure)?;
        let page_count = document.page_count();
        let opened = if details {
            OpenedDocument {
                page_count,
                title: document.title(),
                outline: document.outline(),
                labels: document.labels(),
                active_content: document.active_content(),
                repaired: document.is_repaired(),
            }
        } else {
            OpenedDocument { page_count, ..OpenedDocument::default() }
        };
        self.open = Some(document);
        Ok(Reply::Opened(opened))
    }

    fn page(&mut self, number: PageNumber, output: &mut impl Write) -> anyhow::Result<Reply> {
        let Some(document) = &self.open else { return Ok(Reply::Failed(nothing_open())) };
        let page = match document.page(number) {
            Ok(page) => page,
            Err(error) => return Ok(Reply::Failed(failure(error))),
        };
        let label = document.label(number);
        let content = match plan(&page, &mut self.seen) {
            Ok(Plan::Native(words, marks)) => content::as_native(&page, label, words, marks),
            Ok(Plan::Recognise(work)) => {
                send(output, &Reply::Recognising)?;
                content::as_scanned(&page, label, self.ocr.read(&page, work, &mut self.seen))
            }
            Err(error) => return Ok(Reply::Failed(failure(error))),
        };
        Ok(Reply::Page(content))
    }

    fn links(&self, page: PageNumber) -> Result<Reply, Failure> {
        let document = self.open.as_ref().ok_or_else(nothing_open)?;
        document.links(page).map(Reply::Links).map_err(failure)
    }

    fn highlight(&self, highlight: &Highlight) -> Result<Reply, Failure> {
        let document = self.open.as_ref().ok_or_else(nothing_open)?;
        document.highlight(highlight).map_err(failure)?;
        Ok(Reply::Highlighted)
    }

    /// Sends the copy piece by piece, so that neither side ever holds it whole.
    fn copy(&self, output: &mut impl Write) -> anyhow::Result<Reply> {
        let Some(document) = &self.open else { return Ok(Reply::Failed(nothing_open())) };
        let (mut piece, mut sent) = (Vec::new(), Ok(()));
        let copied = document.copy_to(&mut |block| {
            piece.extend_from_slice(block);
            if piece.len() >= COPY_PIECE_BYTES {
                sent = send(output, &Reply::CopyPiece(std::mem::take(&mut piece)));
            }
            sent.is_ok()
        });
        sent?;
        if let Err(error) = copied {
            return Ok(Reply::Failed(failure(error)));
        }
        send(output, &Reply::CopyPiece(piece))?;
        Ok(Reply::Copied)
    }

    fn render(&self, number: PageNumber, pixel_per_pt: f32) -> Result<Reply, Failure> {
        let document = self.open.as_ref().ok_or_else(nothing_open)?;
        let page = document.page(number).map_err(failure)?;
        let image = page.render(pixel_per_pt).map_err(failure)?;
        // Full everywhere, the alpha channel says nothing.
        let rgb = image.rgba.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
        let (width_px, height_px) = (image.width_px, image.height_px);
        Ok(Reply::Picture(Pixels { width_px, height_px, rgb }))
    }
}

fn nothing_open() -> Failure {
    Failure::Refused("no file is open".into())
}

/// The reason alone: the host adds the file and the page that it asked for.
fn failure(error: PdfError) -> Failure {
    match error {
        PdfError::Io { source, .. } => Failure::Io(source.to_string()),
        PdfError::NotPdf { reason, .. } => Failure::NotPdf(reason.into()),
        PdfError::Damaged { reason, .. } => Failure::Damaged(reason.into()),
        PdfError::NeedsPassword { wrong, .. } => Failure::NeedsPassword { wrong },
        PdfError::NoSuchPage { page_count, .. } => {
            Failure::Refused(format!("the file has {page_count} pages"))
        }
        PdfError::Page { reason, .. } | PdfError::Copy { reason, .. } => {
            Failure::Refused(reason.into())
        }
        PdfError::Library { reason, .. } => Failure::Library(reason),
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("it ran into a fault of its own: {}", text.unwrap_or("no reason given"))
}
