//! An open library: a folder with the database, the imported files and the index cache.
//!
//! ```text
//! <library>/library.db   documents, words, chunks, vectors, questions, … (the truth)
//! <library>/files/       the imported PDFs by content id, so that evidence outlives its original
//! <library>/index/       the vector index (a cache)
//! <library>/run/         lock files of the processes at work
//! ```

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use citelight_api::{Event, HistoryRow, NoticeLevel};
use citelight_core::{
    Answer, DocumentId, DocumentRow, Feedback, PageInfo, PageNumber, QuestionId, SectionRow, Span,
    Word,
};
use citelight_models::{CrossEncoder, Embedder, Pack};
use citelight_parts::Parts;
use citelight_quote::Reader as SentenceReader;
use citelight_reader::{Crew, Limits, ReaderParts};
use citelight_retrieval::Model;
use citelight_store::{ChunkRow, Store};
use citelight_structure::markdown;

use crate::ask::{Books, Drafts, HotStore, Names, ProbeTools};
use crate::concepts::Concepts;
use crate::index::IndexCache;
use crate::models::{Models, Reranker};
use crate::owner::Owner;
use crate::queue::{Pace, Running};
use crate::secrets::Secrets;
use crate::view::View;
use crate::writer::Writer;
use crate::{EngineError, Result};

/// The embedding model pack that is used.
pub(crate) const EMBEDDER: &str = "minilm-l6-v2";

/// Where the library is when none is named: the person's data folder.
pub fn default_library_dir() -> PathBuf {
    dirs::data_dir().unwrap_or_else(|| PathBuf::from(".")).join("citelight").join("library")
}

/// What a library tells while it works.
type Listener = Box<dyn Fn(Event) + Send + Sync>;

/// One open library. All methods may be called from any thread.
pub struct Library {
    dir: PathBuf,
    pub(crate) parts: Parts,
    pub(crate) store: Store,
    pub(crate) owner: Owner,
    pub(crate) index: IndexCache,
    pub(crate) view: View,
    /// The imports under way in this process.
    pub(crate) running: Mutex<HashMap<DocumentId, Arc<Running>>>,
    /// Set while imports wait: they are paused, or the library is being closed.
    pub(crate) held: AtomicBool,
    /// The reader's children between two imports.
    pub(crate) crew: Mutex<Option<Crew>>,
    pub(crate) pace: Pace,
    pub(crate) secrets: Secrets,
    pub(crate) concepts: Concepts,
    pub(crate) probes: ProbeTools,
    pub(crate) hot: HotStore,
    pub(crate) names: Names,
    pub(crate) books: Books,
    pub(crate) model: Model,
    pub(crate) sentence_reader: SentenceReader,
    models: Models,
    embedder: Mutex<Option<Arc<Embedder>>>,
    reranker: Mutex<Reranker>,
    pub(crate) writer: Writer,
    pub(crate) drafts: Drafts,
    listener: Listener,
}

impl Library {
    /// Opens the library in `dir`, making it if it is not there. `listener` hears of every change;
    /// it is called from the threads that work, and must not call back into the library.
    pub fn open(
        dir: &Path,
        parts: Parts,
        listener: impl Fn(Event) + Send + Sync + 'static,
    ) -> Result<Library> {
        for folder in [dir.to_path_buf(), dir.join("files")] {
            fs::create_dir_all(&folder)
                .map_err(|error| EngineError::file(&folder, "Making the folder", &error))?;
        }
        let dir = dir
            .canonicalize()
            .map_err(|error| EngineError::file(dir, "Opening the folder", &error))?;
        let owner = Owner::new(&dir)?;
        let store = Store::open(&dir.join("library.db"))?;
        let library = Library {
            index: IndexCache::new(dir.join("index")),
            view: View::default(),
            running: Mutex::default(),
            held: AtomicBool::new(false),
            crew: Mutex::default(),
            pace: Pace::default(),
            secrets: Secrets::default(),
            concepts: Concepts::default(),
            probes: ProbeTools::default(),
            hot: HotStore::default(),
            names: Names::default(),
            books: Books::default(),
            model: Model::builtin(),
            sentence_reader: SentenceReader::builtin(),
            models: Models::new(&parts),
            embedder: Mutex::default(),
            reranker: Mutex::default(),
            writer: Writer::default(),
            drafts: Drafts::default(),
            listener: Box::new(listener),
            dir,
            parts,
            store,
            owner,
        };
        library.reclaim_jobs()?;
        Ok(library)
    }

    /// Its folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Where the app's parts are.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Every document, newest first; replaced versions included.
    pub fn documents(&self) -> Result<Vec<DocumentRow>> {
        Ok(self.store.documents()?)
    }

    /// A document that must be there.
    pub fn document(&self, id: &DocumentId) -> Result<DocumentRow> {
        self.store
            .document(id)?
            .ok_or_else(|| EngineError::not_found(format!("No document {id} is in the library.")))
    }

    /// The document that a person means by an id, the start of one (at least four digits), a file
    /// name or a path. Among versions of one file the current one is meant.
    pub fn find_document(&self, name: &str) -> Result<DocumentRow> {
        let path = Path::new(name).canonicalize().unwrap_or_else(|_| PathBuf::from(name));
        let hex = name.len() >= 4 && name.bytes().all(|b| b.is_ascii_hexdigit());
        let mut found: Vec<DocumentRow> = self
            .documents()?
            .into_iter()
            .filter(|row| {
                (hex && row.id.as_str().starts_with(name))
                    || row.file_name == name
                    || Path::new(&row.path) == path
            })
            .collect();
        if found.len() > 1 {
            found.retain(|row| row.superseded_by.is_none());
        }
        match found.len() {
            1 => Ok(found.swap_remove(0)),
            0 => Err(EngineError::not_found(format!("“{name}” is not in the library."))),
            several => Err(EngineError::input(
                format!("“{name}” means {several} documents."),
                "Name one by its id (see `citelight list`).",
            )),
        }
    }

    /// Where the library keeps a document's file.
    pub fn file_of(&self, id: &DocumentId) -> PathBuf {
        self.dir.join("files").join(format!("{id}.pdf"))
    }

    /// The passages of a document, in reading order.
    pub fn chunks(&self, id: &DocumentId) -> Result<Vec<ChunkRow>> {
        Ok(self.store.chunks(id)?)
    }

    /// A document as Markdown: headings, paragraphs, lists, tables.
    pub fn markdown(&self, id: &DocumentId) -> Result<String> {
        let whole = Span::new(0, u32::MAX);
        let (_, text) = self.store.flow_text(id, whole)?;
        let (blocks, sections) = (self.store.blocks(id)?, self.store.sections(id)?);
        Ok(markdown(&text, &blocks, &sections, &self.store.tables(id, whole)?))
    }

    /// The sections of a document, in reading order.
    pub fn sections(&self, id: &DocumentId) -> Result<Vec<SectionRow>> {
        Ok(self.store.sections(id)?)
    }

    /// A page with every word on it, the reader's order kept.
    pub fn page_words(&self, id: &DocumentId, page: PageNumber) -> Result<(PageInfo, Vec<Word>)> {
        let row = self.document(id)?;
        match (self.store.page(id, page)?, self.store.page_words(id, page)?) {
            (Some(info), Some(words)) => Ok((info, words)),
            _ => Err(no_such_page(&row, page)),
        }
    }

    /// The pages of a document, in order.
    pub fn pages(&self, id: &DocumentId) -> Result<Vec<PageInfo>> {
        self.document(id)?;
        Ok(self.store.pages(id)?)
    }

    /// Earlier questions, newest first.
    pub fn history(&self, limit: u32) -> Result<Vec<HistoryRow>> {
        let row = |asked: citelight_store::AskedBefore| HistoryRow {
            id: asked.id,
            question: asked.question,
            found: asked.found,
            mode: asked.mode,
            asked_at_s: asked.asked_at_s,
            follows: asked.follows,
        };
        Ok(self.store.history(limit)?.into_iter().map(row).collect())
    }

    /// An earlier answer as it was given.
    pub fn earlier_answer(&self, id: QuestionId) -> Result<Answer> {
        let mut answer = self.store.answer(id)?.ok_or_else(|| no_such_question(id))?;
        // What it would be written from is kept for the latest questions alone.
        if !self.drafts.hold(id) {
            answer.details.writer = None;
        }
        Ok(answer)
    }

    /// Forgets a question with its answer and feedback.
    pub fn forget_question(&self, id: QuestionId) -> Result<()> {
        if self.store.forget_question(id)? { Ok(()) } else { Err(no_such_question(id)) }
    }

    /// Stores feedback, or takes the same feedback back; gives all that now stands.
    pub fn give_feedback(&self, feedback: &Feedback) -> Result<Vec<Feedback>> {
        if !self.store.toggle_feedback(feedback, now_s())? {
            return Err(no_such_question(feedback.question));
        }
        self.feedback_of(feedback.question)
    }

    /// The feedback that stands for a question.
    pub fn feedback_of(&self, id: QuestionId) -> Result<Vec<Feedback>> {
        Ok(self.store.feedback(id)?)
    }

    /// Removes a document and all that was made of it, a running import first. The person's own
    /// file is never touched.
    pub fn remove(&self, id: &DocumentId) -> Result<()> {
        let row = self.document(id)?;
        self.cancel(id);
        self.view.forget(id);
        self.secrets.forget(id);
        let chunks = self.store.remove_document(id)?;
        self.index.removed(self, &chunks);
        let file = self.file_of(id);
        if let Err(error) = fs::remove_file(&file)
            && error.kind() != std::io::ErrorKind::NotFound
        {
            return Err(EngineError::file(&file, "Removing", &error));
        }
        self.tell(Event::Removed { document: row.id });
        // A version that this one had replaced is current again.
        for other in self.documents()?.into_iter().filter(|other| other.path == row.path) {
            self.tell(Event::Document { row: other });
        }
        Ok(())
    }

    /// Stops the imports under way in this process; they go on when the library is opened again.
    pub fn close(&self) {
        self.held.store(true, Ordering::Relaxed);
        self.put_back(None);
    }

    /// Writes the index cache, when it has changed. Losing it costs a rebuild, nothing else.
    pub fn save_index(&self) -> Result<()> {
        self.index.save(self)
    }

    /// Ranks by another model from now on.
    pub fn rank_by(&mut self, model: Model) {
        self.model = model;
    }

    /// The embedder, loaded at the first call.
    pub fn embedder(&self) -> Result<Arc<Embedder>> {
        let mut embedder = self.embedder.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(embedder) = &*embedder {
            return Ok(Arc::clone(embedder));
        }
        let pack = Pack::open(&self.parts.model_pack(EMBEDDER)?)?;
        let loaded = Arc::new(Embedder::load(&self.parts.onnxruntime()?, pack)?);
        *embedder = Some(Arc::clone(&loaded));
        Ok(loaded)
    }

    /// The model packs of this computer.
    pub fn models(&self) -> &Models {
        &self.models
    }

    /// The model that compares a question with a passage, where one is installed: loaded at the
    /// first call, and anew when another one is used. For the best passages of a search; see
    /// [`CrossEncoder::score`]. One that cannot be loaded is told once, and is as good as absent.
    pub fn cross_encoder(&self) -> Option<Arc<CrossEncoder>> {
        let mut reranker = self.reranker.lock().unwrap_or_else(PoisonError::into_inner);
        let loaded = reranker.current(&self.models, || Ok(self.parts.onnxruntime()?));
        loaded.unwrap_or_else(|error| {
            let notice = error.to_wire();
            self.tell(Event::Notice { level: NoticeLevel::Warning, notice });
            None
        })
    }

    /// Tells of the model packs as they stand now.
    pub(crate) fn tell_models(&self) {
        if let Ok(packs) = self.models.list() {
            self.tell(Event::Models { packs });
        }
    }

    pub(crate) fn reader_parts(&self) -> Result<ReaderParts> {
        let (tessdata, languages) = self.recognition()?;
        Ok(ReaderParts {
            exe: self.parts.reader()?,
            pdfium: self.parts.pdfium()?,
            documents: self.dir.join("files"),
            tessdata,
            languages,
        })
    }

    /// The crew that the last import left, if the parts and languages are still the same, else a
    /// new one. Two imports at once have a crew each.
    pub(crate) fn take_crew(&self) -> Result<Crew> {
        let parts = self.reader_parts()?;
        let kept = self.crew.lock().unwrap_or_else(PoisonError::into_inner).take();
        Ok(match kept {
            Some(crew) if *crew.parts() == parts => crew,
            _ => Crew::new(parts, Limits::default()),
        })
    }

    /// Ends the reader's children that wait for the next import.
    pub(crate) fn dismiss_crew(&self) {
        self.crew.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    pub(crate) fn tell(&self, event: Event) {
        (self.listener)(event);
    }

    /// Tells of a document as it stands now.
    pub(crate) fn tell_document(&self, id: &DocumentId) {
        if let Ok(Some(row)) = self.store.document(id) {
            self.tell(Event::Document { row });
        }
    }

    pub(crate) fn lock_running(&self) -> MutexGuard<'_, HashMap<DocumentId, Arc<Running>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn no_such_question(id: QuestionId) -> EngineError {
    EngineError::not_found(format!("Question {} is not in the history any more.", id.0))
}

pub(crate) fn no_such_page(row: &DocumentRow, page: PageNumber) -> EngineError {
    EngineError::input(
        format!("“{}” has no page {page}.", row.file_name),
        format!("It has {} pages.", row.pages),
    )
}

/// Seconds since 1970-01-01 UTC.
pub(crate) fn now_s() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_secs()).unwrap_or(i64::MAX)
}
