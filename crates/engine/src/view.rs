//! Pages as pictures: drawn by readers that stay open for the viewer.

use std::collections::VecDeque;
use std::sync::Arc;

use citelight_core::{
    DocumentId, DocumentRow, ErrorCode, LinkTarget, PageLink, PageNumber, Quad, WireError,
};
use citelight_reader::ReaderError;
use parking_lot::{Condvar, Mutex};

use crate::documents::{Documents, no_such_page};
use crate::encryption::seal::Readable;
use crate::error::{EngineError, Result};
use crate::import::jobs::Jobs;
use crate::passwords::Passwords;
use crate::ports::{OpenFile, PageReader};

/// Readers that draw side by side. Two let a page come while its neighbour is being drawn; more
/// would take the cores from the import.
const READERS: usize = 2;

/// An open file, and where it can be read meanwhile.
struct File {
    open: Box<dyn OpenFile>,
    readable: Readable,
}

/// Draws pages, by readers of its own, each with one document open.
pub(crate) struct Viewer {
    documents: Documents,
    reader: Arc<dyn PageReader>,
    passwords: Arc<Passwords>,
    jobs: Arc<Jobs>,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Default)]
struct State {
    /// Least recently used first.
    idle: VecDeque<(DocumentId, File)>,
    busy: usize,
}

impl Viewer {
    pub(crate) fn new(
        documents: Documents,
        reader: Arc<dyn PageReader>,
        passwords: Arc<Passwords>,
        jobs: Arc<Jobs>,
    ) -> Viewer {
        let (state, freed) = (Mutex::default(), Condvar::new());
        Viewer { documents, reader, passwords, jobs, state, freed }
    }

    /// A page as PNG, at `pixel_per_pt` pixels per point, annotations drawn.
    pub(crate) fn draw(
        &self,
        id: &DocumentId,
        page: PageNumber,
        pixel_per_pt: f32,
    ) -> Result<Vec<u8>> {
        let row = self.row_with(id, page)?;
        self.jobs.look_at(id, page);
        self.with_file(&row, |file| file.draw(page, pixel_per_pt))
    }

    /// The links of a page. The process that reads the file may be in somebody's hands: what no link of the
    /// document can be is left out.
    pub(crate) fn links(&self, id: &DocumentId, page: PageNumber) -> Result<Vec<PageLink>> {
        let row = self.row_with(id, page)?;
        let mut links = self.with_file(&row, |file| file.links(page))?;
        links.retain(|link| match &link.target {
            LinkTarget::Page { page, y } => {
                page.get() <= row.pages && y.is_none_or(|height| height.is_finite())
            }
            LinkTarget::Address(address) => LinkTarget::is_address(address),
        });
        Ok(links)
    }

    /// A document that has this page, as far as its pages are known.
    fn row_with(&self, id: &DocumentId, page: PageNumber) -> Result<DocumentRow> {
        let row = self.documents.row(id)?;
        if row.pages > 0 && page.get() > row.pages {
            return Err(no_such_page(&row, page));
        }
        Ok(row)
    }

    /// Works on a document that is open, or opened for it.
    fn with_file<T>(
        &self,
        row: &DocumentRow,
        work: impl FnOnce(&mut dyn OpenFile) -> std::result::Result<T, ReaderError>,
    ) -> Result<T> {
        let mut file = self.take(&row.id)?;
        let done = work(file.open.as_mut())
            .map_err(|error| EngineError::from(error).named(file.readable.path(), &row.file_name));
        // A reader that failed may be gone; the next page gets a new one.
        self.give_back(&row.id, done.is_ok().then_some(file));
        done
    }

    /// A page as PNG with the rectangles of `quads` that lie on it marked.
    pub(crate) fn draw_marked(
        &self,
        id: &DocumentId,
        page: PageNumber,
        quads: &[Quad],
        pixel_per_pt: f32,
    ) -> Result<Vec<u8>> {
        let png = self.draw(id, page, pixel_per_pt)?;
        let quads: Vec<Quad> = quads.iter().filter(|quad| quad.page == page).copied().collect();
        highlighted(&png, &quads, pixel_per_pt)
    }

    /// Closes the document, as far as it is not being drawn right now.
    pub(crate) fn forget(&self, id: &DocumentId) {
        self.state.lock().idle.retain(|(open, _)| open != id);
    }

    /// A reader with the document open, taken from the others until it is given back.
    fn take(&self, id: &DocumentId) -> Result<File> {
        let mut state = self.state.lock();
        loop {
            if let Some(at) = state.idle.iter().position(|(open, _)| open == id)
                && let Some((_, file)) = state.idle.remove(at)
            {
                state.busy += 1;
                return Ok(file);
            }
            if state.busy < READERS {
                state.busy += 1;
                // A reader of another document makes room.
                if state.busy + state.idle.len() > READERS {
                    state.idle.pop_front();
                }
                break;
            }
            self.freed.wait(&mut state);
        }
        drop(state);
        let opened = self.open(id);
        if opened.is_err() {
            self.state.lock().busy -= 1;
            self.freed.notify_one();
        }
        opened
    }

    fn give_back(&self, id: &DocumentId, file: Option<File>) {
        let mut state = self.state.lock();
        state.busy -= 1;
        state.idle.extend(file.map(|file| (id.clone(), file)));
        self.freed.notify_one();
    }

    fn open(&self, id: &DocumentId) -> Result<File> {
        let row = self.documents.row(id)?;
        let file = self.documents.file(id);
        if !file.is_file() {
            return Err(EngineError::Message(
                WireError::new(
                    ErrorCode::NotFound,
                    format!("The library's copy of “{}” is gone.", row.file_name),
                )
                .hint("Remove the document and add its file again."),
            ));
        }
        let password = self.passwords.of(id);
        let readable = self.documents.readable(id)?;
        let path = readable.path();
        let opened = self.reader.open(path, password.as_ref().map(|password| password.as_str()));
        let open = opened.map_err(|error| error.named(path, &row.file_name))?;
        Ok(File { open, readable })
    }
}

/// The highlighter's colour, multiplied onto the page so that ink stays black.
const HIGHLIGHT: [u16; 3] = [255, 221, 87];

/// A page's PNG with rectangles marked, as with a highlighter pen. `pixel_per_pt` is the scale at
/// which the page was rendered.
pub fn highlighted(png: &[u8], quads: &[Quad], pixel_per_pt: f32) -> Result<Vec<u8>> {
    let failed = |error: &dyn std::fmt::Display| {
        EngineError::Message(WireError::new(
            ErrorCode::Internal,
            format!("The page's picture could not be drawn: {error}."),
        ))
    };
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|error| failed(&error))?;
    let size = reader.output_buffer_size().ok_or_else(|| failed(&"it is too large"))?;
    let mut pixels = vec![0; size];
    let info = reader.next_frame(&mut pixels).map_err(|error| failed(&error))?;
    let (width, height) = (info.width as usize, info.height as usize);
    let channels = info.color_type.samples();
    let edge = |value: f32, limit: usize| (value.max(0.0).round() as usize).min(limit);
    if channels >= 3 {
        for quad in quads {
            let rect = quad.rect;
            let (x0, x1) =
                (edge(rect.x0 * pixel_per_pt, width), edge(rect.x1 * pixel_per_pt, width));
            let (y0, y1) =
                (edge(rect.y0 * pixel_per_pt, height), edge(rect.y1 * pixel_per_pt, height));
            for y in y0..y1 {
                for x in x0..x1 {
                    let at = y * info.line_size + x * channels;
                    for (value, tint) in pixels[at..at + 3].iter_mut().zip(HIGHLIGHT) {
                        *value = u8::try_from(u16::from(*value) * tint / 255).unwrap_or(u8::MAX);
                    }
                }
            }
        }
    }
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, info.width, info.height);
    encoder.set_color(info.color_type);
    encoder.set_depth(info.bit_depth);
    let mut writer = encoder.write_header().map_err(|error| failed(&error))?;
    writer.write_image_data(&pixels).map_err(|error| failed(&error))?;
    writer.finish().map_err(|error| failed(&error))?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use citelight_core::Rect;

    use super::*;

    fn white(width: u32, height: u32) -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, width, height);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&vec![255; (width * height * 3) as usize]).unwrap();
        writer.finish().unwrap();
        out
    }

    #[test]
    fn only_the_rectangle_is_tinted() {
        let quad = Quad { page: PageNumber::FIRST, rect: Rect::new(2.0, 1.0, 4.0, 99.0) };
        let png = highlighted(&white(10, 6), &[quad], 2.0).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let tinted: Vec<usize> =
            (0..60).filter(|at| pixels[at * 3..at * 3 + 3] == [255, 221, 87]).collect();
        let wanted: Vec<usize> = (2..6).flat_map(|y| (4..8).map(move |x| y * 10 + x)).collect();
        assert_eq!(tinted, wanted);
    }

    #[test]
    fn a_broken_picture_is_an_error() {
        assert!(highlighted(b"not a picture", &[], 1.0).is_err());
    }
}
