//! The reader of pages as it is in the app: child processes, new ones for each document.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use citelight_core::{Highlight, PageLink, PageNumber};
use citelight_parts::Parts;
use citelight_reader::{
    Crew, Limits, OpenedDocument, PageOutcome, ReadJob, Reader, ReaderError, ReaderParts,
};

use crate::error::Result;
use crate::languages::Languages;
use crate::ports::{OpenFile, PageReader};

/// Reads by children of this process. Each sees one document and is gone after it: a file that took its child
/// over could learn of no other, nor of a password that is given later.
pub(crate) struct ChildReader {
    parts: Parts,
    languages: Languages,
}

impl ChildReader {
    pub(crate) fn new(parts: Parts, languages: Languages) -> ChildReader {
        ChildReader { parts, languages }
    }

    /// What a child needs that reads this file.
    fn reader_parts(&self, file: &Path) -> Result<ReaderParts> {
        let (tessdata, languages) = self.languages.recognition()?;
        Ok(ReaderParts {
            exe: self.parts.reader()?,
            pdfium: self.parts.pdfium()?,
            documents: file.to_path_buf(),
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
        let mut crew = Crew::new(self.reader_parts(job.path)?, Limits::default());
        crew.read(job, stop, opened, each)?;
        Ok(())
    }

    fn open(&self, file: &Path, password: Option<&str>) -> Result<Box<dyn OpenFile>> {
        let mut reader = Reader::spawn(&self.reader_parts(file)?, &Limits::default())?;
        let document = reader.open(file, password)?;
        Ok(Box::new(ChildFile { reader, document }))
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
