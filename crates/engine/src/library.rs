//! An open library: a folder with the database, the imported files and the index cache. The type is a
//! front over the parts that do the work, and holds no logic of its own.
//!
//! ```text
//! <library>/library.db   documents, words, chunks, vectors, questions, … (the truth)
//! <library>/files/       the imported PDFs by content id, so that evidence outlives its original
//! <library>/index/       the vector index (a cache)
//! <library>/backups/     copies of what cannot be made again from the files
//! <library>/run/         lock files of the processes at work
//! <library>/tessdata/    language data that the person added
//! <library>/trades/      what the person knows of further trades; see docs/trades.md
//! ```

mod collections;
mod documents;
mod imports;
mod matrices;
mod notebook;
mod questions;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use citelight_answer::Measures;
use citelight_core::{Chunking, SearchSettings, SearchState, WireError};
use citelight_index::VectorIndex;
use citelight_models::RankerParts;
use citelight_parts::Parts;
use citelight_reader::Confinement;
use citelight_store::{Store, StoreError};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ask::asker::Asker;
use crate::ask::extractor::{self, LazyExtractor};
use crate::backup::complete::{self, BackedUp};
use crate::backup::recover;
use crate::backup::request;
use crate::backup::{Backups, OwnBackup};
use crate::documents::Documents;
use crate::embedding::{self, LazyEmbedder};
use crate::encryption::change;
use crate::encryption::key::LibraryKey;
use crate::encryption::seal::Seal;
use crate::error::{self, EngineError, Result};
use crate::events::{Event, Events, WatchedFolder};
use crate::folders::Folders;
use crate::health::{self, Health};
use crate::import::importer::Importer;
use crate::import::jobs::Jobs;
use crate::import::owner::{self, Owner};
use crate::import::{self, removal};
use crate::known;
use crate::languages::{Language, Languages};
use crate::models::Models;
use crate::passwords::Passwords;
use crate::ports::{Embedding, LoadExtractor, PageReader};
use crate::private;
use crate::reading::ChildReader;
use crate::settings;
use crate::shared::Shared;
use crate::storage::{self, Storage};
use crate::trades;
use crate::vectors::{self, VectorCache};
use crate::view::Viewer;

fn unwritable(store: &Store, owner: &Owner) -> Option<WireError> {
    match (store.is_read_only(), owner.is_full()) {
        (_, true) => Some(error::full()),
        (true, _) => Some(error::read_only()),
        _ => None,
    }
}

/// How long models and the vector index stay in memory without a question.
const UNUSED: Duration = Duration::from_secs(300);

/// One open library. All methods may be called from any thread.
pub struct Library {
    dir: PathBuf,
    parts: Parts,
    shared: Shared,
    folders: Folders,
    languages: Languages,
    jobs: Arc<Jobs>,
    reader: Arc<dyn PageReader>,
    importer: Importer,
    viewer: Viewer,
    asker: Asker,
    /// What the person is to be told of the opening: that nothing can be written, what is wrong with the
    /// person's own trades.
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
    /// Opens the library in `dir`, making it if none was there before; see
    /// [`forget_library`](crate::forget_library). `listener` hears of every change;
    /// it is called from the threads that work, and must not call back into the library.
    pub fn open(
        dir: &Path,
        parts: Parts,
        listener: impl Fn(Event) + Send + Sync + 'static,
    ) -> Result<Library> {
        Library::open_unlocked(dir, None, parts, listener)
    }

    /// The same of a library that may be encrypted, with its [key](crate::unlock). Without it such a library
    /// is an error of the code `locked`.
    pub fn open_unlocked(
        dir: &Path,
        key: Option<LibraryKey>,
        parts: Parts,
        listener: impl Fn(Event) + Send + Sync + 'static,
    ) -> Result<Library> {
        change::sweep(dir)?;
        known::still_there(dir)?;
        let library = Library::open_by(dir, key, parts, None, Events::to(listener))?;
        if !library.shared.store.is_empty()? {
            known::remember(library.dir());
        }
        Ok(library)
    }

    /// Opens a library that reads and embeds by other means than the app's own.
    pub fn open_with(
        dir: &Path,
        key: Option<LibraryKey>,
        parts: Parts,
        ports: Ports,
        listener: impl Fn(Event) + Send + Sync + 'static,
    ) -> Result<Library> {
        change::sweep(dir)?;
        Library::open_by(dir, key, parts, Some(ports), Events::to(listener))
    }

    fn open_by(
        dir: &Path,
        key: Option<LibraryKey>,
        parts: Parts,
        ports: Option<Ports>,
        events: Events,
    ) -> Result<Library> {
        Seal::of_library(dir, key.clone())?;
        if recover::lacks_database(dir) {
            return Err(EngineError::Message(recover::broken(dir, true)));
        }
        if !dir.join("files").is_dir() {
            for folder in [dir.to_path_buf(), dir.join("files")] {
                private::folder(&folder)
                    .map_err(|error| EngineError::file(&folder, "Making the folder", &error))?;
            }
        }
        let dir = dir
            .canonicalize()
            .map_err(|error| EngineError::file(dir, "Opening the folder", &error))?;
        let (owner, files) = (Arc::new(Owner::new(&dir)?), dir.join("files"));
        owner::nobody_changes(&dir)?;
        // It may have been encrypted since.
        let seal = Seal::of_library(&dir, key)?;
        let open_store = || {
            Store::open_with(&dir.join("library.db"), seal.database()).map_err(|error| match error
                .is_damage()
            {
                true => EngineError::Message(recover::broken(&dir, false)),
                false => error.into(),
            })
        };
        let mut store = open_store()?;
        if store.is_read_only() && owner.is_full() {
            // What can be made again gives way, so that something can be removed.
            drop(store);
            let _ = VectorIndex::remove_files(&dir.join("index"));
            let _ = std::fs::remove_file(dir.join("index").join(vectors::SEALED));
            store = open_store()?;
        }
        let store = Arc::new(store);
        // Libraries of earlier versions could be read by everyone at the computer.
        private::tighten(&dir);
        let want = unwritable(&store, &owner);
        let own = dir.join("tessdata");
        let languages = Languages::new(Arc::clone(&store), parts.clone(), own, events.clone());
        let Ports { reader, embedder, extractor } = ports.unwrap_or_else(|| {
            let (of_app, with_app) = (parts.clone(), parts.clone());
            Ports {
                reader: Arc::new(ChildReader::new(parts.clone(), languages.clone())),
                embedder: Box::new(move || embedding::load(&of_app)),
                extractor: Box::new(move || extractor::load(&with_app)),
            }
        });
        let embedder = LazyEmbedder::new(embedder);
        let index = dir.join("index");
        let shared = Shared {
            documents: Documents::new(Arc::clone(&store), files, seal.clone()),
            backups: Backups::of(&dir, seal.clone()),
            vectors: Arc::new(VectorCache::new(index, seal, Arc::clone(&store), embedder.clone())),
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
                move || {
                    Ok(RankerParts {
                        program: runtime.ranker()?,
                        onnxruntime: runtime.onnxruntime()?,
                    })
                },
            ),
            mistakes: want.into_iter().chain(mistakes.iter().map(trades::as_wire)).collect(),
            folders: Folders::new(Arc::clone(&shared.store), shared.events.clone(), dir.clone()),
            dir,
            parts,
            shared,
            languages,
            jobs,
            reader,
        };
        import::reclaim_all(&library.importer)?;
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

    /// Empties the database's log, which keeps what was deleted since it was last emptied. Dropping the
    /// library does so, too.
    pub fn empty_log(&self) {
        self.shared.store.empty_log();
    }

    /// Makes a backup of what cannot be made again from the files, in the library's folder, where the last
    /// one is a day old.
    pub fn keep_backup(&self) -> Result<()> {
        if self.cannot_keep() {
            return Ok(());
        }
        self.shared.backups.keep(&self.shared.store)
    }

    /// Writes a complete backup to a folder, or to a file whose name ends in `.tar`; see
    /// [`restore`](crate::restore).
    pub fn back_up(&self, to: &Path) -> Result<BackedUp> {
        complete::back_up(&self.dir, &self.shared.store, &self.shared.documents, to)
    }

    /// The copies that the library made of itself, newest first.
    pub fn own_backups(&self) -> Vec<OwnBackup> {
        let row = |(made_at_s, path): (i64, PathBuf)| OwnBackup {
            made_at_s,
            bytes: path.metadata().map_or(0, |meta| meta.len()),
            path: path.to_string_lossy().into_owned(),
        };
        self.shared.backups.all().into_iter().map(row).collect()
    }

    /// Whether it is encrypted.
    pub fn is_encrypted(&self) -> bool {
        !self.shared.documents.seal().is_plain()
    }

    /// Has it encrypted under a passphrase when it is opened next; see
    /// [`unlock_or_change`](crate::unlock_or_change).
    pub fn encrypt_at_next_start(&self, passphrase: &str) -> Result<()> {
        change::encrypt_at_next_start(&self.dir, passphrase)
    }

    /// Has it made plain when it is opened next; an error of the code `locked` where the passphrase is wrong.
    pub fn decrypt_at_next_start(&self, passphrase: &str) -> Result<()> {
        change::decrypt_at_next_start(&self.dir, passphrase)
    }

    /// Has a backup restored when the app starts next; see [`restore_if_asked`](crate::restore_if_asked).
    pub fn restore_at_next_start(&self, from: &Path) -> Result<()> {
        request::ask_for(&self.dir, from)
    }

    pub(crate) fn forget_in_backups(
        &self,
        forget: &dyn Fn(&Store) -> std::result::Result<(), StoreError>,
    ) -> Result<()> {
        let backups = &self.shared.backups;
        backups
            .forget(forget)
            .map_err(|error| EngineError::file(backups.folder(), "Writing in", &error))
    }

    /// Writes the index cache, when it has changed. Losing it costs a rebuild, nothing else.
    pub fn save_index(&self) -> Result<()> {
        if self.cannot_keep() {
            return Ok(());
        }
        self.shared.vectors.save()
    }

    /// Gives back the memory that waits for the next import, and that of what no question needed for a while.
    pub fn rest(&self) {
        self.reader.rest();
        self.rest_from_asking(UNUSED);
    }

    /// Gives back the memory of what no question needed for so long.
    pub(crate) fn rest_from_asking(&self, unused: Duration) {
        self.shared.embedder.rest(unused);
        self.shared.vectors.rest(unused);
        self.asker.rest(unused);
        citelight_generator::give_back();
    }

    /// Loads what the first question needs, so that it need not wait for it.
    pub fn warm_up(&self) -> Result<()> {
        self.asker.warm_up()
    }

    /// Looks whether the embedder is there.
    pub(crate) fn find_embedder(&self) -> Result<()> {
        self.shared.embedder.get().map(drop)
    }

    /// Checks the parts and the whole library; reads everything, so it takes a while.
    pub fn health(&self) -> Result<Health> {
        let Shared { store, documents, embedder, vectors, models, .. } = &self.shared;
        let mut health =
            health::check(health::parts(&self.parts, models)?, store, embedder, vectors)?;
        health.confinement = self.confinement();
        for id in self.read_before()? {
            health.read_before.push(self.document(&id)?.file_name);
        }
        for (id, hash, size_bytes) in store.contents()? {
            if let Some(what) = documents.check(&id, size_bytes, &hash) {
                let name = self.document(&id).map_or_else(|_| id.to_string(), |row| row.file_name);
                health.faults.push(format!(
                    "the library’s copy of “{name}” {what}; add the file again to mend it"
                ));
            }
        }
        let mistakes = trades::check(&self.dir.join(trades::FOLDER));
        health.faults.extend(mistakes.iter().map(|one| trades::as_wire(one).to_string()));
        Ok(health)
    }

    /// How far the processes that read files are kept from the rest of the computer; `None` where they cannot
    /// be started.
    pub fn confinement(&self) -> Option<Confinement> {
        Confinement::of(&self.parts.reader().ok()?).ok()
    }

    /// What a person is to be told when the library was opened: that it can only be read, or its disk is full;
    /// what is wrong with the files in the library's folder `trades`, by file and line, which is left out
    /// while the rest counts.
    pub fn notes_on_opening(&self) -> &[WireError] {
        &self.mistakes
    }

    /// Tells whoever listens of something.
    pub fn tell(&self, event: Event) {
        self.shared.events.send(event);
    }

    /// How much room it takes on the disk.
    pub fn storage(&self) -> Result<Storage> {
        storage::of(&self.dir, self.shared.models.folder())
    }

    /// Whether there is nowhere to write to.
    pub(crate) fn cannot_keep(&self) -> bool {
        self.unwritable().is_some()
    }

    /// What is told where there is nowhere to write to.
    pub(crate) fn unwritable(&self) -> Option<WireError> {
        unwritable(&self.shared.store, &self.importer.owner)
    }

    pub(crate) fn asker(&self) -> &Asker {
        &self.asker
    }

    pub(crate) fn store(&self) -> &Store {
        &self.shared.store
    }

    pub(crate) fn folders(&self) -> &Folders {
        &self.folders
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

// Watched folders.
impl Library {
    /// The folders whose new PDFs come into the library by themselves, by path.
    pub fn watched_folders(&self) -> Result<Vec<WatchedFolder>> {
        self.folders.all()
    }

    /// Watches a folder and all below it from now on; see [`FolderWatch`](crate::FolderWatch).
    pub fn watch_folder(&self, folder: &Path) -> Result<()> {
        self.folders.add(folder)
    }

    /// Watches a folder no longer. What came from it stays in the library.
    pub fn stop_watching(&self, folder: &str) -> Result<()> {
        self.folders.remove(folder)
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
