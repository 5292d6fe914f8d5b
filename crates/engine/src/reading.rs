//! The reader of pages as it is in the app: child processes, kept between two imports.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use citelight_core::{Highlight, PageLink, PageNumber};
use citelight_parts::Parts;
use citelight_reader::{
    Crew, Limits, OpenedDocument, PageOutcome, ReadJob, Reader, ReaderError, ReaderParts,
};
use parking_lot::Mutex;

use crate::error::Result;
use crate::languages::Languages;
use crate::ports::{OpenFile, PageReader};

/// Reads by children of this process, which see nothing but the library's files.
pub(crate) struct ChildReader {
    parts: Parts,
    /// The folder of the files that may be read.
    files: PathBuf,
    languages: Languages,
    /// The children that the last import left.
    idle: Mutex<Option<Crew>>,
}

impl ChildReader {
    pub(crate) fn new(parts: Parts, files: PathBuf, languages: Languages) -> ChildReader {
        ChildReader { parts, files, languages, idle: Mutex::default() }
    }

    fn reader_parts(&self) -> Result<ReaderParts> {
        let (tessdata, languages) = self.languages.recognition()?;
        Ok(ReaderParts {
            exe: self.parts.reader()?,
            pdfium: self.parts.pdfium()?,
            documents: self.files.clone(),
            tessdata,
            languages,
        })
    }
}

impl PageReader for ChildReader {
    fn read(
        &self,
        job: &ReadJob<'_>,
        stop: &AtomicBool,
        opened: &mut dyn FnMut(&OpenedDocument),
        each: &mut dyn FnMut(PageOutcome),
    ) -> Result<()> {
        // Children whose parts or languages have changed are let go; two imports at once have
        // children of their own.
        let parts = self.reader_parts()?;
        let idle = self.idle.lock().take().filter(|crew| *crew.parts() == parts);
        let mut crew = idle.unwrap_or_else(|| Crew::new(parts, Limits::default()));
        let read = crew.read(job, stop, opened, each);
        *self.idle.lock() = Some(crew);
        read?;
        Ok(())
    }

    fn open(&self, file: &Path, password: Option<&str>) -> Result<Box<dyn OpenFile>> {
        let mut reader = Reader::spawn(&self.reader_parts()?, &Limits::default())?;
        let document = reader.open(file, password)?;
        Ok(Box::new(ChildFile { reader, document }))
    }

    fn rest(&self) {
        self.idle.lock().take();
    }
}

struct ChildFile {
    reader: Reader,
    document: OpenedDocument,
}

impl OpenFile for ChildFile {
    fn document(&self) -> &OpenedDocument {
        &self.document
    }

    fn draw(&mut self, page: PageNumber, pixel_per_pt: f32) -> Result<Vec<u8>, ReaderError> {
        self.reader.render(page, pixel_per_pt)
    }

    fn links(&mut self, page: PageNumber) -> Result<Vec<PageLink>, ReaderError> {
        self.reader.links(page)
    }

    fn copy_with(
        &mut self,
        highlights: &[Highlight],
        out: &mut dyn Write,
    ) -> Result<(), ReaderError> {
        self.reader.copy_with(highlights, out)
    }
}
