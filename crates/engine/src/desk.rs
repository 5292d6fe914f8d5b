//! A library at work behind a window: imports run in the background, commands come from the
//! interface.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use citelight_api::{
    AppInfo, Event, HistoryRow, Host, Language, ModelShelf, NoticeLevel, QueueState, Sample,
};
use citelight_core::{
    Answer, Chunking, ChunkingState, Corrections, DocumentId, DocumentRow, ErrorCode, Feedback,
    Filters, ModelRole, PageInfo, PageNumber, QuestionId, SearchResult, SearchSettings,
    SearchState, SectionRow, WireError,
};
use citelight_packs::Pack;
use citelight_parts::Parts;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::library::EMBEDDER;
use crate::{Ask, EngineError, Library, Result, find_pdfs};

/// An open library with its import thread. Dropping it stops the import under way, which goes on
/// at the next start.
pub struct Desk {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    samples: Vec<Sample>,
}

struct Shared {
    library: Library,
    /// Paths that came in and are not registered yet.
    incoming: Mutex<Vec<PathBuf>>,
    wake: Condvar,
    closing: AtomicBool,
}

impl Desk {
    /// Opens the library and goes on with the imports that wait in it.
    pub fn open(
        dir: &Path,
        parts: Parts,
        listener: impl Fn(Event) + Send + Sync + 'static,
    ) -> Result<Desk> {
        let samples = samples(&parts);
        let library = Library::open(dir, parts, listener)?;
        library.heed_pause()?;
        library.queue_outdated()?;
        let shared = Arc::new(Shared {
            library,
            incoming: Mutex::default(),
            wake: Condvar::new(),
            closing: AtomicBool::new(false),
        });
        let worker = Arc::clone(&shared);
        let thread = thread::Builder::new()
            .name("import".into())
            .spawn(move || worker.work())
            .map_err(|error| EngineError::file(dir, "Starting the import for", &error))?;
        Ok(Desk { shared, thread: Some(thread), samples })
    }

    /// The library itself.
    pub fn library(&self) -> &Library {
        &self.shared.library
    }

    /// Takes files and folders in, in the background.
    pub fn take_in(&self, paths: Vec<PathBuf>) {
        self.shared.lock_incoming().extend(paths);
        self.shared.wake.notify_one();
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.shared.closing.store(true, Ordering::Relaxed);
        self.shared.library.close();
        self.shared.wake.notify_one();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn work(&self) {
        // The first question should not wait for the model, nor the first import.
        if let Err(error) = self.library.embedder() {
            self.complain(&error);
        }
        while !self.closing.load(Ordering::Relaxed) {
            let incoming = std::mem::take(&mut *self.lock_incoming());
            self.register(&incoming);
            match self.library.import_next() {
                Ok(Some(_)) => continue,
                // One that was put back made room for another.
                Ok(None) if self.has_work() => continue,
                Ok(None) => self.settle(),
                Err(error) => self.complain(&error),
            }
            let incoming = self.lock_incoming();
            if incoming.is_empty() && !self.closing.load(Ordering::Relaxed) {
                // Woken by new files; the pause also finds jobs of a process that has ended.
                let wait = std::time::Duration::from_secs(30);
                let _ = self.wake.wait_timeout(incoming, wait);
                if let Err(error) = self.library.reclaim_jobs() {
                    self.complain(&error);
                }
            }
        }
        self.settle();
    }

    fn register(&self, paths: &[PathBuf]) {
        let found = find_pdfs(paths);
        for (_, error) in found.refused {
            self.library.tell(Event::Notice { level: NoticeLevel::Error, notice: error });
        }
        for file in found.files {
            if self.closing.load(Ordering::Relaxed) {
                return;
            }
            if let Err(error) = self.library.register(&file) {
                self.complain(&error);
            }
        }
    }

    /// Whether an import waits that nobody is at.
    fn has_work(&self) -> bool {
        let waiting =
            |queue: QueueState| !queue.paused && queue.current.is_none() && queue.waiting > 0;
        !self.closing.load(Ordering::Relaxed) && self.library.queue().is_ok_and(waiting)
    }

    /// The queue is empty: write the index, give memory back.
    fn settle(&self) {
        if let Err(error) = self.library.save_index() {
            self.complain(&error);
        }
        self.library.dismiss_crew();
        if let Ok(embedder) = self.library.embedder() {
            embedder.rest();
        }
    }

    fn complain(&self, error: &EngineError) {
        let notice = error.to_wire();
        self.library.tell(Event::Notice { level: NoticeLevel::Error, notice });
    }

    fn lock_incoming(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.incoming.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn samples(parts: &Parts) -> Vec<Sample> {
    let sample = |path: &PathBuf| {
        let hash = Sha256::digest(std::fs::read(path).ok()?);
        let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        Some(Sample {
            file_name: path.file_name()?.to_string_lossy().into_owned(),
            id: DocumentId::from_content_hash(&hash),
        })
    };
    parts.samples().iter().filter_map(sample).collect()
}

impl Host for Desk {
    fn app_info(&self) -> Result<AppInfo, WireError> {
        let parts = self.library().parts();
        let problems = [
            parts.pdfium().err(),
            parts.onnxruntime().err(),
            parts.model_pack(EMBEDDER).err(),
            parts.reader().err(),
        ];
        Ok(AppInfo {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            library: self.library().dir().display().to_string(),
            embedder: EMBEDDER.to_owned(),
            generator: self.library().models().in_use(ModelRole::Generator).map(titled),
            samples: self.samples.clone(),
            problems: problems.into_iter().flatten().map(|missing| missing.to_wire()).collect(),
        })
    }

    fn list_documents(&self) -> Result<Vec<DocumentRow>, WireError> {
        self.library().documents().map_err(|error| error.to_wire())
    }

    fn import_paths(&self, paths: Vec<String>) -> Result<(), WireError> {
        self.take_in(paths.into_iter().map(PathBuf::from).collect());
        Ok(())
    }

    fn import_samples(&self) -> Result<(), WireError> {
        self.take_in(self.library().parts().samples());
        Ok(())
    }

    fn cancel_import(&self, document: DocumentId) -> Result<(), WireError> {
        self.library().cancel_import(&document).map_err(|error| error.to_wire())
    }

    fn retry_import(&self, document: DocumentId) -> Result<(), WireError> {
        self.library().queue_again(&document).map_err(|error| error.to_wire())?;
        self.shared.wake.notify_one();
        Ok(())
    }

    fn retry_pages(&self, document: DocumentId, pages: Vec<PageNumber>) -> Result<(), WireError> {
        self.library().retry_pages(&document, &pages).map_err(|error| error.to_wire())?;
        self.shared.wake.notify_one();
        Ok(())
    }

    fn unlock_document(&self, document: DocumentId, password: String) -> Result<(), WireError> {
        let password = Zeroizing::new(password);
        self.library().unlock(&document, &password).map_err(|error| error.to_wire())?;
        self.shared.wake.notify_one();
        Ok(())
    }

    fn import_first(&self, document: DocumentId) -> Result<(), WireError> {
        self.library().import_first(&document).map_err(|error| error.to_wire())?;
        self.shared.wake.notify_one();
        Ok(())
    }

    fn queue(&self) -> Result<QueueState, WireError> {
        self.library().queue().map_err(|error| error.to_wire())
    }

    fn pause_imports(&self, paused: bool) -> Result<QueueState, WireError> {
        let state = self.library().set_paused(paused).map_err(|error| error.to_wire())?;
        self.shared.wake.notify_one();
        Ok(state)
    }

    fn languages(&self) -> Result<Vec<Language>, WireError> {
        self.library().languages().map_err(|error| error.to_wire())
    }

    fn choose_languages(&self, codes: Vec<String>) -> Result<Vec<Language>, WireError> {
        self.library().choose_languages(&codes).map_err(|error| error.to_wire())
    }

    fn add_language(&self, path: String) -> Result<Vec<Language>, WireError> {
        self.library().add_language(Path::new(&path)).map_err(|error| error.to_wire())
    }

    fn remove_document(&self, document: DocumentId) -> Result<(), WireError> {
        self.library().remove(&document).map_err(|error| error.to_wire())
    }

    fn document_pages(&self, document: DocumentId) -> Result<Vec<PageInfo>, WireError> {
        self.library().pages(&document).map_err(|error| error.to_wire())
    }

    fn outline(&self, document: DocumentId) -> Result<Vec<SectionRow>, WireError> {
        self.library().sections(&document).map_err(|error| error.to_wire())
    }

    fn chunking(&self) -> Result<ChunkingState, WireError> {
        self.library().chunking().map(Into::into).map_err(|error| error.to_wire())
    }

    fn choose_chunking(&self, chunking: Chunking) -> Result<ChunkingState, WireError> {
        let chosen = self.library().choose_chunking(chunking).map_err(|error| error.to_wire())?;
        self.shared.wake.notify_one();
        Ok(chosen.into())
    }

    fn search_settings(&self) -> Result<SearchState, WireError> {
        self.library().search_state().map_err(|error| error.to_wire())
    }

    fn choose_search_settings(&self, settings: SearchSettings) -> Result<SearchState, WireError> {
        let state =
            self.library().choose_search_settings(settings).map_err(|error| error.to_wire())?;
        let shared = Arc::clone(&self.shared);
        // A graph of a large library takes minutes. Should it fail, the old index answers on, and
        // the next save tries again.
        let _ = thread::Builder::new().name("index".into()).spawn(move || {
            let _ = shared.library.save_index();
        });
        Ok(state)
    }

    fn models(&self) -> Result<ModelShelf, WireError> {
        self.library().models().shelf().map_err(|error| error.to_wire())
    }

    fn install_model(&self, name: String) -> Result<ModelShelf, WireError> {
        let library = self.library();
        let installed = library.models().install(&name, &mut |_| library.tell_models());
        library.tell_models();
        let pack = installed.map_err(|error| error.to_wire())?;
        let notice = WireError::new(ErrorCode::Input, format!("{} is installed.", pack.title()));
        library.tell(Event::Notice { level: NoticeLevel::Info, notice });
        self.models()
    }

    fn stop_model(&self, name: String) -> Result<(), WireError> {
        self.library().models().stop(&name);
        Ok(())
    }

    fn import_model(
        &self,
        folder: String,
        role: Option<ModelRole>,
    ) -> Result<ModelShelf, WireError> {
        let library = self.library();
        let folder = Path::new(&folder);
        let imported = library.models().import(folder, role, &mut |_| library.tell_models());
        library.tell_models();
        imported.map_err(|error| error.to_wire())?;
        self.models()
    }

    fn remove_model(&self, name: String) -> Result<ModelShelf, WireError> {
        let removed = self.library().models().remove(&name);
        self.library().tell_models();
        removed.map_err(|error| error.to_wire())?;
        self.models()
    }

    fn use_model(&self, name: String) -> Result<ModelShelf, WireError> {
        self.library().models().choose(&name).map_err(|error| error.to_wire())?;
        self.library().tell_models();
        self.models()
    }

    fn ask(
        &self,
        question: String,
        documents: Vec<DocumentId>,
        filters: Filters,
        corrections: Corrections,
        previous: Option<QuestionId>,
    ) -> Result<Answer, WireError> {
        let ask = asked(&question, &documents, &filters, &corrections, previous);
        self.library().ask(&ask).map_err(|error| error.to_wire())
    }

    fn write_answer(&self, question: QuestionId) -> Result<Answer, WireError> {
        self.library().write_answer(question).map_err(|error| error.to_wire())
    }

    fn stop_writing(&self, question: QuestionId) -> Result<(), WireError> {
        self.library().stop_writing(question);
        Ok(())
    }

    fn search(
        &self,
        question: String,
        documents: Vec<DocumentId>,
        filters: Filters,
        corrections: Corrections,
        previous: Option<QuestionId>,
        limit: u32,
    ) -> Result<SearchResult, WireError> {
        let ask = asked(&question, &documents, &filters, &corrections, previous);
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        self.library().search(&ask, limit).map_err(|error| error.to_wire())
    }

    fn history(&self, limit: u32) -> Result<Vec<HistoryRow>, WireError> {
        self.library().history(limit).map_err(|error| error.to_wire())
    }

    fn earlier_answer(&self, question: QuestionId) -> Result<Answer, WireError> {
        self.library().earlier_answer(question).map_err(|error| error.to_wire())
    }

    fn forget_question(&self, question: QuestionId) -> Result<(), WireError> {
        self.library().forget_question(question).map_err(|error| error.to_wire())
    }

    fn give_feedback(&self, feedback: Feedback) -> Result<Vec<Feedback>, WireError> {
        self.library().give_feedback(&feedback).map_err(|error| error.to_wire())
    }

    fn feedback_of(&self, question: QuestionId) -> Result<Vec<Feedback>, WireError> {
        self.library().feedback_of(question).map_err(|error| error.to_wire())
    }
}

fn titled(pack: Pack) -> String {
    pack.title().to_owned()
}

fn asked<'a>(
    question: &'a str,
    documents: &'a [DocumentId],
    filters: &'a Filters,
    corrections: &'a Corrections,
    previous: Option<QuestionId>,
) -> Ask<'a> {
    Ask {
        question,
        documents,
        filters: Some(filters),
        corrections: Some(corrections),
        previous,
        ..Ask::default()
    }
}
