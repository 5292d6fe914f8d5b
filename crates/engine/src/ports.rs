//! What the engine needs of the programs and models around it: the reader of pages, the embedder, the
//! trained reader of passages.
//! Each has one real implementation ([`crate::reading`], [`citelight_models::Embedder`]) and a fake for
//! tests, which needs no file, no child process and no native library.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use citelight_core::{Highlight, PageLink, PageNumber};
use citelight_models::{Embedder, Extractor};
pub use citelight_models::{ExtractedSpan, Extraction, ModelError, ReadText, Weigher};
use citelight_reader::{OpenedDocument, PageOutcome, ReadJob, ReaderError};

use crate::error::Result;

/// Reads pages of PDFs into words, and draws them.
pub trait PageReader: Send + Sync {
    /// Reads the pages of a document that the job asks for, several at once, until all are done or
    /// `stop` is set. `opened` hears once what is known of the whole document, before any page; `each`
    /// gets the pages in any order. A page that cannot be read is an outcome, not an error.
    fn read(
        &self,
        job: &ReadJob<'_>,
        stop: &AtomicBool,
        opened: &mut dyn FnMut(&OpenedDocument),
        each: &mut dyn FnMut(PageOutcome),
    ) -> Result<()>;

    /// Opens a file to look at it.
    fn open(&self, file: &Path, password: Option<&str>) -> Result<Box<dyn OpenFile>>;

    /// Gives back the memory that waits for the next document.
    fn rest(&self) {}
}

/// A file that is open to be looked at.
pub trait OpenFile: Send {
    /// What is known of the whole document.
    fn document(&self) -> &OpenedDocument;

    /// A page as PNG, at `pixel_per_pt` pixels per point, annotations drawn.
    fn draw(&mut self, page: PageNumber, pixel_per_pt: f32) -> Result<Vec<u8>, ReaderError>;

    /// The links of a page, as the file states them.
    fn links(&mut self, page: PageNumber) -> Result<Vec<PageLink>, ReaderError>;

    /// Writes a copy of the file with highlights on its pages; afterwards the file is of no other use.
    fn copy_with(
        &mut self,
        highlights: &[Highlight],
        out: &mut dyn Write,
    ) -> Result<(), ReaderError>;
}

/// Makes vectors of texts.
pub trait Embedding: Send + Sync {
    /// Name and hash of the model: vectors of different identities are not comparable.
    fn identity(&self) -> String;

    /// Numbers in a vector.
    fn dimension(&self) -> usize;

    /// The longest text that is read whole, in tokens.
    fn max_tokens(&self) -> usize;

    /// Tokens of a text, as the model counts them.
    fn count_tokens(&self, text: &str) -> usize;

    /// The vector of a text, of length 1.
    fn embed(&self, text: &str) -> Result<Vec<f32>, ModelError>;

    /// The vectors of many texts, made by `workers` threads until `stop` is set; `each` gets the place
    /// of a text and its vector, in any order.
    fn embed_many(
        &self,
        texts: &[&str],
        workers: usize,
        stop: &AtomicBool,
        each: &mut dyn FnMut(usize, Vec<f32>),
    ) -> Result<(), ModelError>;

    /// Loads what `workers` threads need, where it is not there yet. Other calls load what they need, too.
    fn load_ahead(&self, _workers: usize) -> Result<(), ModelError> {
        Ok(())
    }

    /// Gives back the memory that waits for many texts, and all of it where none came for so long.
    fn rest(&self, _unused: Duration) {}
}

/// Finds the words of passages that answer a question.
pub trait Extracting: Send + Sync {
    /// What each passage says to the question, in the order of `passages`, read by `workers` at once.
    fn read(
        &self,
        question: &str,
        passages: &[ReadText<'_>],
        workers: usize,
    ) -> Result<Vec<Extraction>, ModelError>;

    /// By how much each text answers the question better than nothing does, in log-odds, in the order of `texts`, read
    /// by `workers` at once.
    fn weigh(
        &self,
        weigher: Weigher,
        question: &str,
        texts: &[&str],
        workers: usize,
    ) -> Result<Vec<f32>, ModelError>;

    /// Loads what `workers` threads need, where it is not there yet. Reading loads what it needs, too.
    fn load_ahead(&self, _workers: usize) -> Result<(), ModelError> {
        Ok(())
    }
}

/// Loads the trained reader; `None` where there is none.
pub type LoadExtractor = dyn Fn() -> Result<Option<Arc<dyn Extracting>>> + Send + Sync;

impl Extracting for Extractor {
    fn read(
        &self,
        question: &str,
        passages: &[ReadText<'_>],
        workers: usize,
    ) -> Result<Vec<Extraction>, ModelError> {
        Extractor::read(self, question, passages, workers)
    }

    fn weigh(
        &self,
        weigher: Weigher,
        question: &str,
        texts: &[&str],
        workers: usize,
    ) -> Result<Vec<f32>, ModelError> {
        Extractor::weigh(self, weigher, question, texts, workers)
    }

    fn load_ahead(&self, workers: usize) -> Result<(), ModelError> {
        Extractor::load_ahead(self, workers)
    }
}

impl Embedding for Embedder {
    fn identity(&self) -> String {
        Embedder::identity(self)
    }

    fn dimension(&self) -> usize {
        Embedder::dimension(self)
    }

    fn max_tokens(&self) -> usize {
        Embedder::max_tokens(self)
    }

    fn count_tokens(&self, text: &str) -> usize {
        Embedder::count_tokens(self, text)
    }

    fn embed(&self, text: &str) -> Result<Vec<f32>, ModelError> {
        Embedder::embed(self, text)
    }

    fn embed_many(
        &self,
        texts: &[&str],
        workers: usize,
        stop: &AtomicBool,
        each: &mut dyn FnMut(usize, Vec<f32>),
    ) -> Result<(), ModelError> {
        Embedder::embed_many(self, texts, workers, stop, each)
    }

    fn load_ahead(&self, workers: usize) -> Result<(), ModelError> {
        Embedder::load_ahead(self, workers)
    }

    fn rest(&self, unused: Duration) {
        Embedder::rest(self, unused);
    }
}
