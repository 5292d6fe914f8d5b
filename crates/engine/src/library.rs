//! An open library: a folder with the database, the imported files and the index cache. The type is a
//! front over the parts that do the work, and holds no logic of its own.
//!
//! ```text
//! <library>/library.db   documents, words, chunks, vectors, questions, … (the truth)
//! <library>/files/       the imported PDFs by content id, so that evidence outlives its original
//! <library>/index/       the vector index (a cache)
//! <library>/run/         lock files of the processes at work
//! <library>/tessdata/    language data that the person added
//! <library>/trades/      what the person knows of further trades; see docs/trades.md
//! ```

mod collections;
mod notebook;
mod questions;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use citelight_answer::Measures;
use citelight_core::{
    Chunking, DocumentId, DocumentRow, DocumentStatus, PageInfo, PageLink, PageNumber, Quad,
    SearchSettings, SearchState, SectionRow, Span, WireError, Word,
};
use citelight_parts::Parts;
use citelight_store::{ChunkRow, Store};
use citelight_text::FindOptions;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ask::asker::Asker;
use crate::ask::extractor::{self, LazyExtractor};
use crate::documents::Documents;
use crate::embedding::{self, LazyEmbedder};
use crate::error::{EngineError, Result};
use crate::events::{Event, Events, QueueState};
use crate::health::{self, Health};
use crate::import::importer::Importer;
use crate::import::intake::{self, Registered};
use crate::import::jobs::Jobs;
use crate::import::owner::Owner;
use crate::import::{self, Imported, removal};
use crate::languages::{Language, Languages};
use crate::models::Models;
use crate::page_text::{self, TextMatches, TextWord};
use crate::passwords::Passwords;
use crate::ports::{Embedding, LoadExtractor, PageReader};
use crate::reading::ChildReader;
use crate::settings;
use crate::shared::Shared;
use crate::trades;
use crate::vectors::VectorCache;
use crate::view::Viewer;

/// Where the library is when none is named: the person's data folder.
pub fn default_library_dir() -> PathBuf {
    dirs::data_dir().unwrap_or_else(|| PathBuf::from(".")).join("citelight").join("library")
}

/// One open library. All methods may be called from any thread.
pub struct Library {
    dir: PathBuf,
    parts: Parts,
    shared: Shared,
    languages: Languages,
    jobs: Arc<Jobs>,
    reader: Arc<dyn PageReader>,
    importer: Importer,
    viewer: Viewer,
    asker: Asker,
    /// What is wrong with the person's own trades.
    mistakes: Vec<WireError>,
}

/// The readers and the embedder that a library works with.
pub struct Ports {
    /// Reads and draws pages.
    pub reader: Arc<dyn PageReader>,
    /// Gives the embedder, at its first use.
    pub embedder: Box<dyn Fn() -> Result<Arc<dyn Embedding>> + Send + Sync>,
    /// Gives the trained reader, at the first question; none where there is none.
    pub extractor: Box<LoadExtractor>,
}

// Opening, and what is asked of the library as a whole.
impl Library {
    /// Opens the library in `dir`, making it if it is not there. `listener` hears of every change;
    /// it is called from the threads that work, and must not call back into the library.
    pub fn open(
        dir: &Path,
        parts: Parts,
        listener: impl Fn(Event) + Send + Sync + 'static,
    ) -> Result<Library> {
        Library::open_by(dir, parts, None, Events::to(listener))
    }

    /// Opens a library that reads and embeds by other means than the app's own.
    pub fn open_with(
        dir: &Path,
        parts: Parts,
        ports: Ports,
        listener: impl Fn(Event) + Send + Sync + 'static,
    ) -> Result<Library> {
        Library::open_by(dir, parts, Some(ports), Events::to(listener))
    }

    fn open_by(dir: &Path, parts: Parts, ports: Option<Ports>, events: Events) -> Result<Library> {
        for folder in [dir.to_path_buf(), dir.join("files")] {
            fs::create_dir_all(&folder)
                .map_err(|error| EngineError::file(&folder, "Making the folder", &error))?;
        }
        let dir = dir
            .canonicalize()
            .map_err(|error| EngineError::file(dir, "Opening the folder", &error))?;
        let (owner, files) = (Arc::new(Owner::new(&dir)?), dir.join("files"));
        let store = Arc::new(Store::open(&dir.join("library.db"))?);
        let own = dir.join("tessdata");
        let languages = Languages::new(Arc::clone(&store), parts.clone(), own, events.clone());
        let Ports { reader, embedder, extractor } = ports.unwrap_or_else(|| {
            let (of_app, with_app) = (parts.clone(), parts.clone());
            Ports {
                reader: Arc::new(ChildReader::new(parts.clone(), files.clone(), languages.clone())),
                embedder: Box::new(move || embedding::load(&of_app)),
                extractor: Box::new(move || extractor::load(&with_app)),
            }
        });
        let embedder = LazyEmbedder::new(embedder);
        let index = dir.join("index");
        let shared = Shared {
            documents: Documents::new(Arc::clone(&store), files),
            vectors: Arc::new(VectorCache::new(index, Arc::clone(&store), embedder.clone())),
            models: Arc::new(Models::new(&parts)),
            precedence: Arc::default(),
            store,
            events,
            embedder,
        };
        let jobs = Arc::new(Jobs::new(&shared, Arc::clone(&owner)));
        let passwords = Arc::new(Passwords::default());
        let (trades, mut mistakes) = trades::load(&dir.join(trades::FOLDER));
        let (measures, more) = Measures::from_trades(&trades);
        mistakes.extend(more);
        let runtime = parts.clone();
        let library = Library {
            importer: Importer::new(
                shared.clone(),
                owner,
                Arc::clone(&jobs),
                Arc::clone(&reader),
                Arc::clone(&passwords),
            ),
            viewer: Viewer::new(
                shared.documents.clone(),
                Arc::clone(&reader),
                passwords,
                Arc::clone(&jobs),
            ),
            asker: Asker::new(
                shared.clone(),
                &trades,
                measures,
                LazyExtractor::new(extractor),
                move || Ok(runtime.onnxruntime()?),
            ),
            mistakes: mistakes.iter().map(trades::as_wire).collect(),
            dir,
            parts,
            shared,
            languages,
            jobs,
            reader,
        };
        import::reclaim(&library.importer)?;
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

    /// The model packs of this computer.
    pub fn models(&self) -> &Models {
        &self.shared.models
    }

    /// Stops the imports under way in this process; they go on when the library is opened again.
    pub fn close(&self) {
        self.jobs.hold();
    }

    /// Writes the index cache, when it has changed. Losing it costs a rebuild, nothing else.
    pub fn save_index(&self) -> Result<()> {
        self.shared.vectors.save()
    }

    /// Gives back the memory that waits for the next import.
    pub fn rest(&self) {
        self.reader.rest();
        self.shared.embedder.rest();
    }

    /// Loads the embedder, so that the first question need not wait for it.
    pub fn warm_up(&self) -> Result<()> {
        self.shared.embedder.get().map(drop)
    }

    /// Checks the parts and the whole library; reads everything, so it takes a while.
    pub fn health(&self) -> Result<Health> {
        let Shared { store, embedder, vectors, models, .. } = &self.shared;
        let mut health =
            health::check(health::parts(&self.parts, models)?, store, embedder, vectors)?;
        let mistakes = trades::check(&self.dir.join(trades::FOLDER));
        health.faults.extend(mistakes.iter().map(|one| trades::as_wire(one).to_string()));
        Ok(health)
    }

    /// What is wrong with the files in the library's folder `trades`, by file and line. What is wrong is left
    /// out; the rest counts.
    pub fn mistakes_in_trades(&self) -> &[WireError] {
        &self.mistakes
    }

    /// Tells whoever listens of something.
    pub fn tell(&self, event: Event) {
        self.shared.events.send(event);
    }

    pub(crate) fn asker(&self) -> &Asker {
        &self.asker
    }
}

// Documents and what was read of them.
impl Library {
    /// Every document, newest first; replaced versions included.
    pub fn documents(&self) -> Result<Vec<DocumentRow>> {
        self.shared.documents.all()
    }

    /// A document that must be there.
    pub fn document(&self, id: &DocumentId) -> Result<DocumentRow> {
        self.shared.documents.row(id)
    }

    /// The document that a person means by an id, the start of one (at least four digits), a file
    /// name or a path. Among versions of one file the current one is meant.
    pub fn find_document(&self, name: &str) -> Result<DocumentRow> {
        self.shared.documents.find(name)
    }

    /// Where the library keeps a document's file.
    pub fn file_of(&self, id: &DocumentId) -> PathBuf {
        self.shared.documents.file(id)
    }

    /// The passages of a document, in reading order.
    pub fn chunks(&self, id: &DocumentId) -> Result<Vec<ChunkRow>> {
        Ok(self.shared.store.chunks(id)?)
    }

    /// A document as Markdown: headings, paragraphs, lists, tables.
    pub fn markdown(&self, id: &DocumentId) -> Result<String> {
        self.shared.documents.markdown(id)
    }

    /// The sections of a document, in reading order.
    pub fn sections(&self, id: &DocumentId) -> Result<Vec<SectionRow>> {
        Ok(self.shared.store.sections(id)?)
    }

    /// A page with every word on it, the reader's order kept.
    pub fn page_words(&self, id: &DocumentId, page: PageNumber) -> Result<(PageInfo, Vec<Word>)> {
        self.shared.documents.page_words(id, page)
    }

    /// The words of a page that can be selected, in reading order.
    pub fn text_words(&self, id: &DocumentId, page: PageNumber) -> Result<Vec<TextWord>> {
        page_text::words(&self.shared.documents, &self.shared.store, id, page)
    }

    /// The text of a part of a document.
    pub fn text_of(&self, id: &DocumentId, span: Span) -> Result<String> {
        page_text::text_of(&self.shared.store, id, span)
    }

    /// Where something stands in a document.
    pub fn find_text(
        &self,
        id: &DocumentId,
        query: &str,
        options: FindOptions,
    ) -> Result<TextMatches> {
        page_text::find(&self.shared.documents, &self.shared.store, id, query, options)
    }

    /// The pages of a document, in order.
    pub fn pages(&self, id: &DocumentId) -> Result<Vec<PageInfo>> {
        self.shared.documents.pages(id)
    }

    /// A page as PNG, at `pixel_per_pt` pixels per point, annotations drawn.
    pub fn render_page(
        &self,
        id: &DocumentId,
        page: PageNumber,
        pixel_per_pt: f32,
    ) -> Result<Vec<u8>> {
        self.viewer.draw(id, page, pixel_per_pt)
    }

    /// The links of a page, as its file states them.
    pub fn page_links(&self, id: &DocumentId, page: PageNumber) -> Result<Vec<PageLink>> {
        self.viewer.links(id, page)
    }

    /// A page as PNG with the rectangles of `quads` that lie on it marked.
    pub fn show_page(
        &self,
        id: &DocumentId,
        page: PageNumber,
        quads: &[Quad],
        pixel_per_pt: f32,
    ) -> Result<Vec<u8>> {
        self.viewer.draw_marked(id, page, quads, pixel_per_pt)
    }
}

// Imports.
impl Library {
    /// Copies a file into the library and queues its import. The content decides what it is: the
    /// same content is imported once, whatever its name.
    pub fn register(&self, path: &Path) -> Result<Registered> {
        intake::register(&self.importer, path, false)
    }

    /// As [`register`](Self::register), for a file that will be shown: that it is there already goes
    /// without saying.
    pub(crate) fn register_to_show(&self, path: &Path) -> Result<Registered> {
        intake::register(&self.importer, path, true)
    }

    /// Carries out the next import in the queue; `None` when there is none. Failure of a document
    /// is a status of it, not an error here.
    pub fn import_next(&self) -> Result<Option<Imported>> {
        import::next(&self.importer)
    }

    /// Finds the imports of processes that ended in the middle.
    pub fn reclaim_jobs(&self) -> Result<()> {
        import::reclaim(&self.importer)
    }

    /// Queues the import of a document again that failed or was cancelled; pages that were read are
    /// not read again.
    pub fn queue_again(&self, id: &DocumentId) -> Result<DocumentRow> {
        self.jobs.retry_pages(id, &[])
    }

    /// Queues a document again to read pages that could not be read: those of `only`, or all of
    /// them when it is empty.
    pub fn retry_pages(&self, id: &DocumentId, only: &[PageNumber]) -> Result<DocumentRow> {
        self.jobs.retry_pages(id, only)
    }

    /// Queues the ready documents whose structure was made by other rules or settings. Gives how many.
    pub fn queue_outdated(&self) -> Result<usize> {
        import::queue_outdated(&self.importer)
    }

    /// Queues a document to be read again: what failed or was cancelled, pages that could not be read. One
    /// with nothing wrong is made anew. One under way, or waiting for its password, stays as it is.
    pub fn read_again(&self, id: &DocumentId) -> Result<()> {
        let row = self.document(id)?;
        match row.status {
            DocumentStatus::Ready if row.pages_failed == 0 => self.queue_refresh(id),
            DocumentStatus::Ready | DocumentStatus::Failed | DocumentStatus::Cancelled => {
                self.queue_again(id).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Finds what documents are called that were read before that was done.
    pub(crate) fn learn_titles(&self) -> Result<()> {
        import::learn_titles(&self.importer)
    }

    /// Queues a ready document to be made anew, whatever its structure was made by.
    pub fn queue_refresh(&self, id: &DocumentId) -> Result<()> {
        self.jobs.queue(id)
    }

    /// Takes a waiting import out of the queue, or stops it when it is under way.
    pub fn cancel_import(&self, id: &DocumentId) -> Result<()> {
        self.jobs.cancel(id)
    }

    /// Where the queue of imports stands.
    pub fn queue(&self) -> Result<QueueState> {
        self.jobs.state()
    }

    /// Waits with imports if the person has paused them, as the window does and the command line,
    /// which imports because it was told to, does not.
    pub fn respect_pause(&self) -> Result<()> {
        self.jobs.respect_pause()
    }

    /// Pauses the imports of the window, or lets them go on. An import under way goes back into the
    /// queue; its pages are kept.
    pub fn set_paused(&self, paused: bool) -> Result<QueueState> {
        self.jobs.set_paused(paused)
    }

    /// Imports a document before all others that wait; one under way goes back into the queue.
    pub fn import_first(&self, id: &DocumentId) -> Result<()> {
        self.jobs.import_first(id)
    }

    /// Tries a password on a document's file and keeps it in memory when it is right; an import
    /// that waited for it is queued. A wrong one is an error of the code `needs_password`.
    pub fn unlock(&self, id: &DocumentId, password: &str) -> Result<()> {
        import::unlock(&self.importer, id, password)
    }

    /// Removes a document and all that was made of it, a running import first. Of answers that cite it
    /// the question stays. The person's own file is never touched.
    pub fn remove(&self, id: &DocumentId) -> Result<()> {
        self.viewer.forget(id);
        removal::remove(&self.importer, id)
    }

    /// Takes documents out of the library, as far as a person can see, and removes them for good when
    /// this many seconds have passed without [`bring_back`](Self::bring_back).
    pub fn set_aside(&self, ids: &[DocumentId]) -> Result<u32> {
        ids.iter().for_each(|id| self.viewer.forget(id));
        removal::set_aside(&self.importer, ids)?;
        Ok(removal::UNDO_S)
    }

    /// Brings back documents that were set aside. It is an error where one is gone for good.
    pub fn bring_back(&self, ids: &[DocumentId]) -> Result<()> {
        removal::bring_back(&self.importer, ids)
    }

    /// Removes for good all that is set aside: nobody is there any more to bring it back.
    pub fn remove_all_set_aside(&self) -> Result<()> {
        removal::remove_all_set_aside(&self.importer)
    }

    /// How many answers of the history cite any of these documents, and go with them.
    pub fn answers_citing(&self, ids: &[DocumentId]) -> Result<u32> {
        Ok(self.shared.store.answers_citing(ids)?)
    }
}

// What happens outside of this process.
impl Library {
    /// Removes for good what was set aside so long ago that nobody can want it back.
    pub(crate) fn remove_due(&self) -> Result<()> {
        removal::remove_due(&self.importer)
    }

    /// A number that is another one once another process has changed the library; `None` while that
    /// cannot be told.
    pub(crate) fn version_elsewhere(&self) -> Result<Option<i64>> {
        Ok(self.shared.store.version_elsewhere()?)
    }

    /// Takes the documents as they stand for told.
    pub(crate) fn all_told(&self) -> Result<()> {
        self.shared.events.all_told(&self.shared.store)
    }

    /// Tells of all that is otherwise than was told, and lets go of what is gone. Gives what tells one
    /// state of the history from another.
    pub(crate) fn catch_up(&self) -> Result<[i64; 3]> {
        for id in self.shared.events.catch_up(&self.shared.store)? {
            self.viewer.forget(&id);
            self.importer.let_go(&id);
        }
        self.jobs.report();
        Ok(self.shared.store.history_version()?)
    }
}

// Settings.
impl Library {
    /// How documents are cut into passages.
    pub fn chunking(&self) -> Result<Chunking> {
        settings::chunking(&self.shared.store)
    }

    /// Chooses how documents are cut, held to what is sensible, and queues those to be made anew.
    /// Gives what holds now.
    pub fn choose_chunking(&self, chunking: Chunking) -> Result<Chunking> {
        import::choose_chunking(&self.importer, chunking)
    }

    /// What a surface keeps under a name, for itself; what is missing or cannot be read gives the default.
    pub fn kept<T: DeserializeOwned + Default>(&self, name: &str) -> T {
        settings::read(&self.shared.store, &format!("kept.{name}")).unwrap_or_default()
    }

    /// Keeps something for a surface, in place of what it kept under the same name.
    pub fn keep<T: Serialize>(&self, name: &str, value: &T) -> Result<()> {
        settings::write(&self.shared.store, &format!("kept.{name}"), value)
    }

    /// How the library is searched, and what would suit its size.
    pub fn search_state(&self) -> Result<SearchState> {
        settings::search_state(&self.shared.store)
    }

    /// Chooses how the library is searched, held to what is sensible. Gives what holds now; another kind
    /// of index is built at the next [`save_index`](Self::save_index).
    pub fn choose_search_settings(&self, settings: SearchSettings) -> Result<SearchState> {
        settings::choose_search(&self.shared.store, settings)
    }

    /// The languages whose data are there, and those that are chosen but missing, by name.
    pub fn languages(&self) -> Result<Vec<Language>> {
        self.languages.all()
    }

    /// Chooses the languages in which pages are recognised from now on.
    pub fn choose_languages(&self, codes: &[String]) -> Result<Vec<Language>> {
        self.languages.choose(codes)
    }

    /// Takes language data into the library, from a file named like `deu.traineddata`.
    pub fn add_language(&self, path: &Path) -> Result<Vec<Language>> {
        self.languages.add(path)
    }
}
