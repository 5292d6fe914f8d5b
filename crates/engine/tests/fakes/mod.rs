//! A library with a fake reader and a fake embedder: no PDF, no child process, no model.
//!
//! A fake document is a text file that begins with `%PDF-fake`. Its lines are the lines of its pages, a
//! form feed ends a page; a line that begins with `#` is a heading, set larger and bold; two spaces or
//! more part the columns of a row. A first line `%PDF-fake locked WORD` asks for that password, a page that
//! reads `!broken` cannot be read.
#![allow(dead_code, unreachable_pub, missing_docs)] // each test program uses a part of it

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use citelight_core::{
    Highlight, LinkTarget, PageInfo, PageLink, PageMarks, PageNumber, PageStatus, Rect, Word,
    WordSource,
};
use citelight_engine::ports::{Embedding, ModelError, OpenFile, PageReader};
use citelight_engine::{
    Ask, Event, Library, LibraryKey, Ports, Registered, Result, encrypt, is_encrypted, unlock,
};
use citelight_parts::Parts;
use citelight_reader::{OpenedDocument, PageContent, PageOutcome, ReadJob, ReaderError};

/// Points: US letter, a margin of an inch, lines of 14 points.
const PAGE: (f32, f32) = (612.0, 792.0);
const MARGIN: f32 = 72.0;
const LINE: f32 = 14.0;
const LETTER_WIDTH: f32 = 5.0;

pub fn asking(question: &str) -> Ask<'_> {
    Ask { question, ..Ask::default() }
}

#[derive(Default)]
pub struct FakeReader {
    pub pages_read: AtomicUsize,
}

struct FakeFile(OpenedDocument);

fn refused(file: &Path, wrong: bool) -> ReaderError {
    ReaderError::NeedsPassword { file: file.to_path_buf(), wrong }
}

/// The pages of a fake document.
fn pages(file: &Path, password: Option<&str>) -> std::result::Result<Vec<String>, ReaderError> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let (head, body) = text.split_once('\n').unwrap_or((&text, ""));
    if let Some((_, secret)) = head.split_once(" locked ") {
        match password {
            Some(word) if word == secret => {}
            other => return Err(refused(file, other.is_some())),
        }
    }
    if !head.starts_with("%PDF-fake") {
        return Err(ReaderError::Damaged { file: file.to_path_buf(), reason: "no pages".into() });
    }
    Ok(body.trim_end_matches('\u{c}').split('\u{c}').map(str::to_owned).collect())
}

fn content(number: PageNumber, text: &str) -> PageContent {
    let mut words = Vec::new();
    for (row, line) in text.lines().enumerate() {
        let heading = line.starts_with('#');
        let size = if heading { 16.0 } else { 10.0 };
        let line = line.trim_start_matches(['#', ' ']);
        let y0 = MARGIN + row as f32 * LINE;
        // Columns stand a third of the page apart.
        for (column, cell) in line.split("  ").filter(|cell| !cell.trim().is_empty()).enumerate() {
            let mut x = MARGIN + column as f32 * 160.0;
            for word in cell.split_whitespace() {
                let width = LETTER_WIDTH * word.chars().count() as f32;
                words.push(Word {
                    text: word.to_owned(),
                    rect: Rect::new(x, y0, x + width, y0 + size),
                    font_size: size,
                    bold: heading,
                    source: WordSource::Native,
                    confidence: 1.0,
                });
                x += width + LETTER_WIDTH;
            }
        }
    }
    let status = if words.is_empty() { PageStatus::Empty } else { PageStatus::Native };
    PageContent {
        info: PageInfo {
            page: number,
            label: None,
            width: PAGE.0,
            height: PAGE.1,
            status,
            problem: None,
        },
        words,
        marks: PageMarks::default(),
    }
}

impl PageReader for FakeReader {
    fn read(
        &self,
        job: &ReadJob<'_>,
        stop: &AtomicBool,
        opened: &mut dyn FnMut(&OpenedDocument),
        each: &mut dyn FnMut(PageOutcome),
    ) -> Result<()> {
        let pages = pages(job.path, job.password)?;
        opened(&document(&pages));
        for (at, text) in pages.iter().enumerate() {
            let page = PageNumber::from_index(at);
            if job.skip.contains(&page) || stop.load(Ordering::Relaxed) {
                continue;
            }
            self.pages_read.fetch_add(1, Ordering::Relaxed);
            let result = if text.trim() == "!broken" {
                let reason = "it is broken".to_owned();
                Err(ReaderError::Refused { file: job.path.to_path_buf(), page: Some(page), reason })
            } else {
                Ok(content(page, text))
            };
            each(PageOutcome { page, result });
        }
        Ok(())
    }

    fn open(&self, file: &Path, password: Option<&str>) -> Result<Box<dyn OpenFile>> {
        Ok(Box::new(FakeFile(document(&pages(file, password)?))))
    }
}

fn document(pages: &[String]) -> OpenedDocument {
    OpenedDocument {
        page_count: u32::try_from(pages.len()).unwrap(),
        labels: vec![None; pages.len()],
        ..OpenedDocument::default()
    }
}

impl OpenFile for FakeFile {
    fn document(&self) -> &OpenedDocument {
        &self.0
    }

    fn draw(&mut self, page: PageNumber, _: f32) -> std::result::Result<Vec<u8>, ReaderError> {
        Ok(format!("page {page}").into_bytes())
    }

    fn links(&mut self, _: PageNumber) -> std::result::Result<Vec<PageLink>, ReaderError> {
        let to = |target| PageLink { rects: vec![Rect::new(1.0, 2.0, 3.0, 4.0)], target };
        let targets = [
            LinkTarget::Page { page: PageNumber::FIRST, y: Some(5.0) },
            LinkTarget::Page { page: PageNumber::from_index(9_999), y: None },
            LinkTarget::Address("https://example.org".into()),
            LinkTarget::Address("file:///etc/passwd".into()),
        ];
        Ok(targets.map(to).into())
    }

    fn copy_with(
        &mut self,
        highlights: &[Highlight],
        out: &mut dyn Write,
    ) -> std::result::Result<(), ReaderError> {
        for highlight in highlights {
            writeln!(out, "{} {}", highlight.page, highlight.note).expect("a place to write to");
        }
        Ok(())
    }
}

/// Numbers of a vector; words share few of them.
const DIMENSION: usize = 64;

/// A text's vector is the sum of its words': texts that share words are near each other.
#[derive(Default)]
pub struct FakeEmbedder {
    hold: Arc<Hold>,
}

/// Holds the making of vectors at the first text that says [`Hold::AT`].
#[derive(Default)]
pub struct Hold(AtomicU8);

impl Hold {
    pub const AT: &str = "sixty days";
    const SET: u8 = 1;
    const HOLDING: u8 = 2;

    pub fn set(&self) {
        self.0.store(Hold::SET, Ordering::SeqCst);
    }

    pub fn release(&self) {
        self.0.store(0, Ordering::SeqCst);
    }

    pub fn holds(&self) -> bool {
        self.0.load(Ordering::SeqCst) == Hold::HOLDING
    }

    /// What is asked while one text is held passes.
    fn pass(&self, text: &str, stop: &AtomicBool) {
        let next = (Hold::SET, Hold::HOLDING);
        if !text.contains(Hold::AT)
            || self.0.compare_exchange(next.0, next.1, Ordering::SeqCst, Ordering::SeqCst).is_err()
        {
            return;
        }
        while self.holds() && !stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Embedding for FakeEmbedder {
    fn identity(&self) -> String {
        "fake".to_owned()
    }

    fn dimension(&self) -> usize {
        DIMENSION
    }

    fn max_tokens(&self) -> usize {
        254
    }

    fn count_tokens(&self, text: &str) -> usize {
        text.split_whitespace().count()
    }

    fn embed(&self, text: &str) -> std::result::Result<Vec<f32>, ModelError> {
        let mut vector = vec![0.0_f32; DIMENSION];
        let lower = text.to_lowercase();
        for word in lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let hash = word.bytes().fold(5381_usize, |hash, byte| {
                hash.wrapping_mul(33).wrapping_add(usize::from(byte))
            });
            vector[hash % DIMENSION] += 1.0;
        }
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
        vector.iter_mut().for_each(|x| *x /= length);
        Ok(vector)
    }

    fn embed_many(
        &self,
        texts: &[&str],
        _: usize,
        stop: &AtomicBool,
        each: &mut dyn FnMut(usize, Vec<f32>),
    ) -> std::result::Result<(), ModelError> {
        for (place, text) in texts.iter().enumerate() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            self.hold.pass(text, stop);
            if stop.load(Ordering::Relaxed) {
                break;
            }
            each(place, self.embed(text)?);
        }
        Ok(())
    }
}

/// What opens encrypted libraries.
pub const PASSPHRASE: &str = "a phrase for tests alone";

/// Encrypts a library that is closed, where the tests are told to run on encrypted ones.
pub fn encrypt_where_wanted(library: &Path) {
    if std::env::var_os("CITELIGHT_ENCRYPTED").is_some() {
        encrypt(library, PASSPHRASE).unwrap();
    }
}

/// A library of its own for a test.
pub struct Fake {
    pub dir: tempfile::TempDir,
    pub library: Library,
    pub reader: Arc<FakeReader>,
    pub events: Arc<Mutex<Vec<Event>>>,
    pub hold: Arc<Hold>,
}

impl Fake {
    pub fn new() -> Fake {
        Fake::open(tempfile::tempdir().unwrap())
    }

    /// The same, encrypted from the beginning.
    pub fn encrypted() -> Fake {
        let Fake { dir, library, .. } = Fake::new();
        let path = library.dir().to_path_buf();
        drop(library);
        encrypt(&path, PASSPHRASE).unwrap();
        Fake::open(dir)
    }

    /// A library in a folder that another value keeps.
    pub fn open_in(dir: &Path) -> Fake {
        let hold = Arc::new(Hold::default());
        let (library, reader, events) = Fake::library(dir, &hold);
        Fake { dir: tempfile::tempdir().unwrap(), library, reader, events, hold }
    }

    pub fn open(dir: tempfile::TempDir) -> Fake {
        let hold = Arc::new(Hold::default());
        let (library, reader, events) = Fake::library(dir.path(), &hold);
        Fake { dir, library, reader, events, hold }
    }

    /// Another handle on the library of a folder, as another process has one.
    pub fn beside(dir: &tempfile::TempDir) -> Library {
        Fake::try_beside(dir).unwrap()
    }

    /// A library in a folder, without all else.
    pub fn library_in(dir: &Path) -> Library {
        Fake::library(dir, &Arc::default()).0
    }

    /// The same, where it may not open.
    pub fn try_library_in(dir: &Path) -> Result<Library> {
        Ok(Fake::try_library(dir, &Arc::default())?.0)
    }

    /// The same with this key or none.
    pub fn try_library_in_with(dir: &Path, key: Option<LibraryKey>) -> Result<Library> {
        Ok(Fake::try_library_with(dir, key, &Arc::default())?.0)
    }

    /// As [`beside`](Self::beside), where it may not open.
    pub fn try_beside(dir: &tempfile::TempDir) -> Result<Library> {
        Ok(Fake::try_library(dir.path(), &Arc::default())?.0)
    }

    fn library(dir: &Path, hold: &Arc<Hold>) -> (Library, Arc<FakeReader>, Arc<Mutex<Vec<Event>>>) {
        Fake::try_library(dir, hold).unwrap()
    }

    #[allow(clippy::type_complexity)]
    fn try_library(
        dir: &Path,
        hold: &Arc<Hold>,
    ) -> Result<(Library, Arc<FakeReader>, Arc<Mutex<Vec<Event>>>)> {
        let path = dir.join("library");
        let key = is_encrypted(&path).then(|| unlock(&path, PASSPHRASE)).transpose()?;
        Fake::try_library_with(dir, key, hold)
    }

    #[allow(clippy::type_complexity)]
    fn try_library_with(
        dir: &Path,
        key: Option<LibraryKey>,
        hold: &Arc<Hold>,
    ) -> Result<(Library, Arc<FakeReader>, Arc<Mutex<Vec<Event>>>)> {
        let events = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&events);
        let reader = Arc::new(FakeReader::default());
        let ports = Ports {
            reader: Arc::clone(&reader) as Arc<dyn PageReader>,
            embedder: Box::new({
                let hold = Arc::clone(hold);
                move || {
                    let hold = Arc::clone(&hold);
                    Ok(Arc::new(FakeEmbedder { hold }) as Arc<dyn Embedding>)
                }
            }),
            extractor: Box::new(|| Ok(None)),
        };
        let path = dir.join("library");
        // No pack of this computer may take part.
        let parts = Parts::locate().with_installed_models(dir.join("models"));
        let library = Library::open_with(&path, key, parts, ports, move |event| {
            heard.lock().unwrap().push(event);
        })?;
        Ok((library, reader, events))
    }

    pub fn reopen(self) -> Fake {
        let Fake { dir, library, .. } = self;
        drop(library);
        Fake::open(dir)
    }

    /// A document of these pages.
    pub fn file(&self, name: &str, pages: &[&str]) -> PathBuf {
        self.write(name, &format!("%PDF-fake\n{}", pages.join("\u{c}")))
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.dir.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    pub fn import(&self, path: &Path) -> Registered {
        let registered = self.library.register(path).unwrap();
        while self.library.import_next().unwrap().is_some() {}
        registered
    }

    pub fn notices(&self) -> Vec<String> {
        let events = self.events.lock().unwrap();
        let notice = |event: &Event| match event {
            Event::Notice { notice, .. } => Some(notice.to_string()),
            _ => None,
        };
        events.iter().filter_map(notice).collect()
    }
}
