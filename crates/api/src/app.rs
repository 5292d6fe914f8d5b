//! The commands of the window, carried out with the engine.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use citelight_core::{
    Answer, Chunking, ChunkingState, Collected, Collection, CollectionId, ContractChange,
    Corrections, DocumentId, DocumentRow, ErrorCode, Feedback, Filters, Matrix, MatrixId,
    MatrixProgress, MatrixQuestionId, MatrixRow, ModelRole, NotebookEntry, NotebookId, PageInfo,
    PageLink, PageNumber, QuestionId, SearchSettings, SearchState, SectionRow, Span, WireError,
};
use citelight_engine::{
    AnswerFormat, Ask, BackedUp, DeepLink, EMBEDDER, EngineError, Event, FindOptions, FolderWatch,
    Health, HistoryRow, ImportWorker, Language, Library, LibraryKey, ModelShelf, NoticeLevel,
    OwnBackup, QueueState, Recovered, Seat, Storage, Suggestion, TableFormat, TextMatches,
    TextWord, Watch, WatchedFolder, answer_as, changes_as, notebook_as,
};
use citelight_parts::Parts;
use parking_lot::Mutex;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::folder::{open_address, open_file, show_in_folder};
use crate::{AppInfo, Host, LibraryCheck, LibraryLock, LinkedPlace, Sample, Session, WindowPlace};

type Result<T> = std::result::Result<T, WireError>;

/// Names under which the window keeps what is its own.
const SESSION: &str = "session";
const WINDOW: &str = "window";

/// An open library with the threads that import into it and watch it. Dropping it stops the import under
/// way, which goes on at the next start.
pub struct App {
    library: Arc<Library>,
    // Before the imports, which it hands files to.
    _watch: Watch,
    folders: FolderWatch,
    imports: ImportWorker,
    samples: Vec<Sample>,
    /// The matrices that are being filled, each with what stops it.
    fillings: Mutex<HashMap<MatrixId, Arc<AtomicBool>>>,
    /// What the person is still to be told of the opening.
    opening: Mutex<Vec<(NoticeLevel, WireError)>>,
}

impl App {
    /// Opens the library in `dir` and goes on with the imports that wait in it; see
    /// [`Library::open_unlocked`].
    /// `seat`: where other starts of the app leave their files.
    pub fn open(
        dir: &Path,
        key: Option<LibraryKey>,
        parts: Parts,
        seat: Option<Seat>,
        listener: impl Fn(Event) + Send + Sync + 'static,
    ) -> std::result::Result<App, EngineError> {
        let samples = samples(&parts);
        let library = Arc::new(Library::open_unlocked(dir, key, parts, listener)?);
        let imports = ImportWorker::start(Arc::clone(&library))?;
        let watch = Watch::start(Arc::clone(&library), seat, imports.opener())?;
        let folders = FolderWatch::start(Arc::clone(&library), imports.waker())?;
        let mut opening = library.notes_on_opening().to_vec();
        let open_files = cfg!(target_os = "linux")
            && library.confinement().is_some_and(|confinement| !confinement.files);
        if open_files {
            opening.push(
                WireError::new(
                    ErrorCode::MissingPart,
                    "This system cannot keep the processes that read PDFs from reading other files.",
                )
                .hint(
                    "They still cannot write, call out or start programs. A Linux kernel from 5.13 on, with \
                     Landlock switched on, closes the rest.",
                ),
            );
        }
        let opening = opening.into_iter().map(|note| (NoticeLevel::Warning, note)).collect();
        let opening = Mutex::new(opening);
        Ok(App {
            library,
            _watch: watch,
            folders,
            imports,
            samples,
            fillings: Mutex::default(),
            opening,
        })
    }

    /// Ends what is under way: imports go on at the next start, removals that can still be undone are
    /// carried out.
    pub fn close(&self) {
        for stop in self.fillings.lock().values() {
            stop.store(true, Ordering::Relaxed);
        }
        self.library.close();
        // What fails now is done at the next start.
        let _ = self.library.remove_all_set_aside();
        self.library.empty_log();
    }

    /// Has the person told, too, what came of a backup that was restored before the library was opened.
    pub fn restored(&self, outcome: std::result::Result<Recovered, EngineError>) {
        let done = WireError::new(ErrorCode::Input, "The backup was restored.");
        self.opening.lock().push(match outcome {
            Ok(Recovered { before: Some(before), .. }) => {
                let before = before.display();
                let hint =
                    format!("What was there before lies in {before}; remove it when you like.");
                (NoticeLevel::Info, done.hint(hint))
            }
            Ok(_) => (NoticeLevel::Info, done),
            Err(error) => (NoticeLevel::Error, error.to_wire()),
        });
    }

    /// Where the window was when it was closed last; `None` where that is not known.
    pub fn window_place(&self) -> Option<WindowPlace> {
        self.library.kept(WINDOW)
    }

    /// Keeps where the window is.
    pub fn keep_window_place(&self, place: WindowPlace) {
        // Losing it costs a person a drag.
        let _ = self.library.keep(WINDOW, &Some(place));
    }

    /// The library itself.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// Takes files and folders in, in the background.
    pub fn take_in(&self, paths: Vec<PathBuf>) {
        self.imports.take_in(paths);
    }

    /// Takes files and folders in, in the background, and has the window show the first file.
    pub fn open_files(&self, paths: Vec<PathBuf>) {
        self.imports.open(paths);
    }

    /// Has what was queued imported at once.
    fn queued<T>(&self, queued: T) -> Result<T> {
        self.imports.wake();
        Ok(queued)
    }

    /// Tells of the model packs as they stand now.
    fn tell_models(&self) {
        if let Ok(packs) = self.library.models().list() {
            self.library.tell(Event::Models { packs });
        }
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

/// Writes a file where the person chose.
fn write_file(path: &str, content: &[u8]) -> Result<()> {
    std::fs::write(path, content).map_err(|error| {
        WireError::new(ErrorCode::Input, format!("“{path}” cannot be written: {error}."))
            .hint("Choose another folder, or make room on the disk.")
    })
}

impl Host for App {
    fn app_info(&self) -> Result<AppInfo> {
        let parts = self.library.parts();
        let problems = [
            parts.pdfium().err(),
            parts.onnxruntime().err(),
            parts.model_pack(EMBEDDER).err(),
            parts.reader().err(),
        ];
        let generator = self.library.models().in_use(ModelRole::Generator);
        Ok(AppInfo {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            library: self.library.dir().display().to_string(),
            embedder: EMBEDDER.to_owned(),
            generator: generator.map(|pack| pack.title().to_owned()),
            samples: self.samples.clone(),
            problems: problems.into_iter().flatten().map(|missing| missing.to_wire()).collect(),
        })
    }

    fn list_documents(&self) -> Result<Vec<DocumentRow>> {
        // The window's first question: what was found while opening is heard from now on.
        for (level, notice) in self.opening.lock().drain(..) {
            self.library.tell(Event::Notice { level, notice });
        }
        Ok(self.library.documents()?)
    }

    fn import_paths(&self, paths: Vec<String>) -> Result<()> {
        self.take_in(paths.into_iter().map(PathBuf::from).collect());
        Ok(())
    }

    fn import_samples(&self) -> Result<()> {
        self.take_in(self.library.parts().samples());
        Ok(())
    }

    fn cancel_import(&self, document: DocumentId) -> Result<()> {
        Ok(self.library.cancel_import(&document)?)
    }

    fn retry_import(&self, document: DocumentId) -> Result<()> {
        self.retry_pages(document, Vec::new())
    }

    fn read_again(&self, documents: Vec<DocumentId>) -> Result<()> {
        self.queued(documents.iter().try_for_each(|id| self.library.read_again(id))?)
    }

    fn retry_pages(&self, document: DocumentId, pages: Vec<PageNumber>) -> Result<()> {
        self.queued(self.library.retry_pages(&document, &pages).map(drop)?)
    }

    fn unlock_document(&self, document: DocumentId, password: String) -> Result<()> {
        let password = Zeroizing::new(password);
        self.queued(self.library.unlock(&document, &password)?)
    }

    fn import_first(&self, document: DocumentId) -> Result<()> {
        self.queued(self.library.import_first(&document)?)
    }

    fn queue(&self) -> Result<QueueState> {
        Ok(self.library.queue()?)
    }

    fn pause_imports(&self, paused: bool) -> Result<QueueState> {
        self.queued(self.library.set_paused(paused)?)
    }

    fn languages(&self) -> Result<Vec<Language>> {
        Ok(self.library.languages()?)
    }

    fn choose_languages(&self, codes: Vec<String>) -> Result<Vec<Language>> {
        Ok(self.library.choose_languages(&codes)?)
    }

    fn add_language(&self, path: String) -> Result<Vec<Language>> {
        Ok(self.library.add_language(Path::new(&path))?)
    }

    fn remove_documents(&self, documents: Vec<DocumentId>) -> Result<u32> {
        Ok(self.library.set_aside(&documents)?)
    }

    fn restore_documents(&self, documents: Vec<DocumentId>) -> Result<()> {
        self.queued(self.library.bring_back(&documents)?)
    }

    fn answers_citing(&self, documents: Vec<DocumentId>) -> Result<u32> {
        Ok(self.library.answers_citing(&documents)?)
    }

    fn earlier_versions(&self, documents: Vec<DocumentId>) -> Result<Vec<DocumentId>> {
        let earlier = self.library.earlier_versions(&documents)?;
        Ok(earlier.into_iter().map(|row| row.id).collect())
    }

    fn collections(&self) -> Result<Vec<Collection>> {
        Ok(self.library.collections()?)
    }

    fn put_in_collection(&self, name: String, documents: Vec<DocumentId>) -> Result<CollectionId> {
        Ok(self.library.put_in_collection(&name, &documents)?)
    }

    fn take_from_collection(
        &self,
        collection: CollectionId,
        documents: Vec<DocumentId>,
    ) -> Result<()> {
        Ok(self.library.set_in_collection(collection, &documents, false)?)
    }

    fn rename_collection(&self, collection: CollectionId, name: String) -> Result<()> {
        Ok(self.library.rename_collection(collection, &name)?)
    }

    fn delete_collection(&self, collection: CollectionId) -> Result<()> {
        Ok(self.library.delete_collection(collection)?)
    }

    fn watched_folders(&self) -> Result<Vec<WatchedFolder>> {
        Ok(self.library.watched_folders()?)
    }

    fn watch_folder(&self, path: String) -> Result<Vec<WatchedFolder>> {
        self.library.watch_folder(Path::new(&path))?;
        self.folders.stir();
        self.watched_folders()
    }

    fn stop_watching(&self, path: String) -> Result<Vec<WatchedFolder>> {
        self.library.stop_watching(&path)?;
        self.folders.stir();
        self.watched_folders()
    }

    fn documents_with(&self, words: String) -> Result<Vec<DocumentId>> {
        Ok(self.library.documents_with(&words)?)
    }

    fn storage(&self) -> Result<Storage> {
        Ok(self.library.storage()?)
    }

    fn check_library(&self) -> Result<LibraryCheck> {
        let Health { documents, pages, passages, parts, mut faults, .. } = self.library.health()?;
        faults.extend(parts.into_iter().filter_map(|part| part.problem));
        Ok(LibraryCheck { documents, pages, passages, faults })
    }

    fn own_backups(&self) -> Result<Vec<OwnBackup>> {
        Ok(self.library.own_backups())
    }

    fn back_up(&self, path: String) -> Result<BackedUp> {
        Ok(self.library.back_up(Path::new(&path))?)
    }

    fn restore_backup(&self, path: String) -> Result<()> {
        self.library.restore_at_next_start(Path::new(&path))?;
        self.library.tell(Event::Restart);
        Ok(())
    }

    fn library_lock(&self) -> Result<LibraryLock> {
        let (encrypted, supported) = (self.library.is_encrypted(), citelight_engine::CAN_ENCRYPT);
        Ok(LibraryLock { locked: false, encrypted, supported })
    }

    fn unlock_library(&self, passphrase: String) -> Result<()> {
        drop(Zeroizing::new(passphrase)); // it is open
        Ok(())
    }

    fn leave_unencrypted(&self) -> Result<()> {
        Ok(())
    }

    fn encrypt_library(&self, passphrase: String) -> Result<()> {
        self.library.encrypt_at_next_start(&Zeroizing::new(passphrase))?;
        self.library.tell(Event::Restart);
        Ok(())
    }

    fn decrypt_library(&self, passphrase: String) -> Result<()> {
        self.library.decrypt_at_next_start(&Zeroizing::new(passphrase))?;
        self.library.tell(Event::Restart);
        Ok(())
    }

    fn change_passphrase(&self, old: String, new: String) -> Result<()> {
        let (old, new) = (Zeroizing::new(old), Zeroizing::new(new));
        Ok(citelight_engine::change_passphrase(self.library.dir(), &old, &new)?)
    }

    fn show_library(&self) -> Result<()> {
        show_in_folder(&self.library.dir().join("library.db"))
    }

    fn show_in_folder(&self, document: DocumentId) -> Result<()> {
        let row = self.library.document(&document)?;
        show_in_folder(Path::new(&row.path))
    }

    fn open_file(&self, document: DocumentId) -> Result<()> {
        open_file(Path::new(&self.library.document(&document)?.path))
    }

    fn session(&self) -> Result<Session> {
        Ok(self.library.kept(SESSION))
    }

    fn keep_session(&self, session: Session) -> Result<()> {
        Ok(self.library.keep(SESSION, &session)?)
    }

    fn document_pages(&self, document: DocumentId) -> Result<Vec<PageInfo>> {
        Ok(self.library.pages(&document)?)
    }

    fn page_links(&self, document: DocumentId, page: PageNumber) -> Result<Vec<PageLink>> {
        Ok(self.library.page_links(&document, page)?)
    }

    fn open_address(&self, address: String) -> Result<()> {
        open_address(&address)
    }

    fn page_text(&self, document: DocumentId, page: PageNumber) -> Result<Vec<TextWord>> {
        Ok(self.library.text_words(&document, page)?)
    }

    fn text_of(&self, document: DocumentId, span: Span) -> Result<String> {
        Ok(self.library.text_of(&document, span)?)
    }

    fn find_text(
        &self,
        document: DocumentId,
        query: String,
        case: bool,
        words: bool,
    ) -> Result<TextMatches> {
        Ok(self.library.find_text(&document, &query, FindOptions { case, words })?)
    }

    fn outline(&self, document: DocumentId) -> Result<Vec<SectionRow>> {
        Ok(self.library.sections(&document)?)
    }

    fn chunking(&self) -> Result<ChunkingState> {
        Ok(self.library.chunking()?.into())
    }

    fn choose_chunking(&self, chunking: Chunking) -> Result<ChunkingState> {
        self.queued(self.library.choose_chunking(chunking)?.into())
    }

    fn search_settings(&self) -> Result<SearchState> {
        Ok(self.library.search_state()?)
    }

    fn choose_search_settings(&self, settings: SearchSettings) -> Result<SearchState> {
        let state = self.library.choose_search_settings(settings)?;
        let library = Arc::clone(&self.library);
        // A graph of a large library takes minutes. Should it fail, the old index answers on, and
        // the next save tries again.
        let _ = thread::Builder::new().name("index".into()).spawn(move || {
            let _ = library.save_index();
        });
        Ok(state)
    }

    fn models(&self) -> Result<ModelShelf> {
        Ok(self.library.models().shelf()?)
    }

    fn install_model(&self, name: String) -> Result<ModelShelf> {
        // The window says where it comes from, and whether that is certain, before the person agrees.
        let installed = self.library.models().install(&name, true, &mut |_| self.tell_models());
        self.tell_models();
        let notice =
            WireError::new(ErrorCode::Input, format!("{} is installed.", installed?.title()));
        self.library.tell(Event::Notice { level: NoticeLevel::Info, notice });
        self.models()
    }

    fn stop_model(&self, name: String) -> Result<()> {
        self.library.models().stop(&name);
        Ok(())
    }

    fn import_model(&self, folder: String, role: Option<ModelRole>) -> Result<ModelShelf> {
        let folder = Path::new(&folder);
        let imported = self.library.models().import(folder, role, &mut |_| self.tell_models());
        self.tell_models();
        imported?;
        self.models()
    }

    fn remove_model(&self, name: String) -> Result<ModelShelf> {
        let removed = self.library.models().remove(&name);
        self.tell_models();
        removed?;
        self.models()
    }

    fn use_model(&self, name: String) -> Result<ModelShelf> {
        self.library.models().choose(&name)?;
        self.tell_models();
        self.models()
    }

    fn ask(
        &self,
        question: String,
        documents: Vec<DocumentId>,
        filters: Filters,
        corrections: Corrections,
        previous: Option<QuestionId>,
    ) -> Result<Answer> {
        Ok(self.library.ask(&Ask {
            question: &question,
            documents: &documents,
            filters: Some(&filters),
            corrections: Some(&corrections),
            previous,
            ..Ask::default()
        })?)
    }

    fn write_answer(&self, question: QuestionId) -> Result<Answer> {
        Ok(self.library.write_answer(question)?)
    }

    fn stop_writing(&self, question: QuestionId) -> Result<()> {
        self.library.stop_writing(question);
        Ok(())
    }

    fn history(&self, limit: u32) -> Result<Vec<HistoryRow>> {
        Ok(self.library.history(limit)?)
    }

    fn earlier_answer(&self, question: QuestionId) -> Result<Answer> {
        Ok(self.library.earlier_answer(question)?)
    }

    fn suggestions(&self, documents: Vec<DocumentId>) -> Result<Vec<Suggestion>> {
        Ok(self.library.suggestions(&documents)?)
    }

    fn answer_text(&self, question: QuestionId, format: AnswerFormat) -> Result<String> {
        Ok(answer_as(&self.library.earlier_answer(question)?, format))
    }

    fn save_answer(&self, question: QuestionId, format: AnswerFormat, path: String) -> Result<()> {
        write_file(&path, &self.library.answer_file(question, format)?)
    }

    fn save_annotated(
        &self,
        document: DocumentId,
        question: QuestionId,
        path: String,
    ) -> Result<u32> {
        let written = self.library.annotated_copy(&document, &[question], Path::new(&path))?;
        Ok(u32::try_from(written).unwrap_or(u32::MAX))
    }

    fn follow_link(&self, link: String) -> Result<LinkedPlace> {
        let link: DeepLink = link.parse::<DeepLink>()?;
        let quads = self.library.linked(&link)?;
        Ok(LinkedPlace { document: link.document, page: link.page, quads, span: link.span })
    }

    fn notebook(&self) -> Result<Vec<NotebookEntry>> {
        Ok(self.library.notebook()?)
    }

    fn collect(&self, collected: Collected) -> Result<NotebookId> {
        Ok(self.library.collect(&collected)?)
    }

    fn write_note(&self, entry: NotebookId, note: String) -> Result<()> {
        Ok(self.library.write_note(entry, &note)?)
    }

    fn order_notebook(&self, order: Vec<NotebookId>) -> Result<()> {
        Ok(self.library.order_notebook(&order)?)
    }

    fn remove_from_notebook(&self, entry: NotebookId) -> Result<()> {
        Ok(self.library.remove_from_notebook(entry)?)
    }

    fn restore_to_notebook(&self, entry: NotebookEntry) -> Result<()> {
        Ok(self.library.restore_to_notebook(&entry)?)
    }

    fn contract_changes(&self, document: DocumentId) -> Result<Vec<ContractChange>> {
        Ok(self.library.changes(&document)?)
    }

    fn save_changes(&self, document: DocumentId, format: TableFormat, path: String) -> Result<()> {
        let file = self.library.document(&document)?.file_name;
        let changes = self.library.changes(&document)?;
        write_file(&path, changes_as(&file, &changes, format).as_bytes())
    }

    fn matrices(&self) -> Result<Vec<MatrixRow>> {
        Ok(self.library.matrices()?)
    }

    fn matrix(&self, matrix: MatrixId) -> Result<Matrix> {
        Ok(self.library.matrix(matrix)?)
    }

    fn matrix_progress(&self, matrix: MatrixId) -> Result<MatrixProgress> {
        let running = self.fillings.lock().contains_key(&matrix);
        Ok(MatrixProgress { running, ..self.library.matrix_progress(matrix)? })
    }

    fn set_matrix(
        &self,
        name: String,
        questions: Vec<String>,
        documents: Vec<DocumentId>,
    ) -> Result<MatrixId> {
        Ok(self.library.set_matrix(&name, &questions, &documents)?)
    }

    fn fill_matrix(&self, matrix: MatrixId, again: bool) -> Result<MatrixProgress> {
        let stop = Arc::new(AtomicBool::new(false));
        {
            let mut fillings = self.fillings.lock();
            if fillings.contains_key(&matrix) {
                let what = "This matrix is being filled.";
                return Err(WireError::new(ErrorCode::Input, what).hint("Wait, or stop it."));
            }
            fillings.insert(matrix, Arc::clone(&stop));
        }
        let filled = match again {
            true => self.library.outdate_matrix(matrix),
            false => Ok(()),
        };
        let filled = filled.and_then(|()| self.library.fill_matrix(matrix, &stop, &|_| {}));
        self.fillings.lock().remove(&matrix);
        Ok(filled?)
    }

    fn stop_matrix(&self, matrix: MatrixId) -> Result<()> {
        if let Some(stop) = self.fillings.lock().get(&matrix) {
            stop.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    fn correct_cell(
        &self,
        question: MatrixQuestionId,
        document: DocumentId,
        text: String,
    ) -> Result<()> {
        Ok(self.library.correct_cell(question, &document, &text)?)
    }

    fn delete_matrix(&self, matrix: MatrixId) -> Result<()> {
        self.stop_matrix(matrix)?;
        Ok(self.library.delete_matrix(matrix)?)
    }

    fn save_matrix(&self, matrix: MatrixId, path: String) -> Result<()> {
        write_file(&path, &self.library.matrix_file(matrix, Path::new(&path))?)
    }

    fn notebook_entries_of(&self, documents: Vec<DocumentId>) -> Result<u32> {
        Ok(self.library.notebook_entries_of(&documents)?)
    }

    fn notebook_text(&self, format: AnswerFormat) -> Result<String> {
        Ok(notebook_as(&self.library.notebook()?, format))
    }

    fn save_notebook(&self, format: AnswerFormat, path: String) -> Result<()> {
        write_file(&path, &self.library.notebook_file(format)?)
    }

    fn forget_question(&self, question: QuestionId) -> Result<()> {
        Ok(self.library.forget_question(question)?)
    }

    fn give_feedback(&self, feedback: Feedback) -> Result<Vec<Feedback>> {
        Ok(self.library.give_feedback(&feedback)?)
    }

    fn explain_feedback(&self, feedback: Feedback) -> Result<Vec<Feedback>> {
        Ok(self.library.explain_feedback(&feedback)?)
    }

    fn save_log(&self, path: String) -> Result<()> {
        write_file(&path, self.library.log_table()?.as_bytes())
    }

    fn feedback_of(&self, question: QuestionId) -> Result<Vec<Feedback>> {
        Ok(self.library.feedback_of(question)?)
    }
}
