//! The model packs of this computer: what is known, installed, in use; installing and removing.
//!
//! Installing starts `citelight-fetch` and reads what it says; neither the engine nor what links it
//! speaks to a network. The program ends when its standard input is closed, so that it never
//! outlives this process.

mod fetching;
mod view;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ChildStdin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use citelight_api::ModelShelf;
use citelight_core::{ErrorCode, ModelPack, ModelRole, ModelState, WireError};
use citelight_models::{CrossEncoder, Pack};
use citelight_packs::{PackError, Progress, Shelf};
use citelight_parts::{MissingPart, Parts};

use crate::health::PartHealth;
use crate::library::EMBEDDER;
use crate::{EngineError, Result};

/// How often an import tells how far it is.
const TELL: Duration = Duration::from_millis(200);

/// The model packs of this computer. All methods may be called from any thread.
#[derive(Debug)]
pub struct Models {
    shelf: Shelf,
    fetch: Result<PathBuf, MissingPart>,
    /// What this process installs, by name.
    work: Mutex<BTreeMap<String, Work>>,
    /// Why the last try to install a pack failed.
    problems: Mutex<BTreeMap<String, WireError>>,
}

/// An installation under way.
#[derive(Debug, Default)]
struct Work {
    /// Bytes done, and all of them where that is known.
    bytes: (u64, Option<u64>),
    checking: bool,
    /// Why it waits.
    waits: Option<WireError>,
    stopped: bool,
    /// Closing it stops the program that fetches.
    input: Option<ChildStdin>,
}

/// Hears of every change of an installation, with the bytes done and all of them.
pub type InstallProgress<'a> = dyn FnMut((u64, Option<u64>)) + 'a;

impl Models {
    /// The packs that come with the app, and those in the person's folder.
    pub fn new(parts: &Parts) -> Models {
        Models {
            shelf: Shelf::new(parts.models(), parts.installed_models().to_path_buf()),
            fetch: parts.fetch(),
            work: Mutex::default(),
            problems: Mutex::default(),
        }
    }

    /// Every pack as it stands now, and where packs are installed.
    pub fn shelf(&self) -> Result<ModelShelf> {
        Ok(ModelShelf { packs: self.list()?, folder: self.shelf.own().display().to_string() })
    }

    /// Every pack as it stands now: the known ones first, then those that are being imported.
    pub fn list(&self) -> Result<Vec<ModelPack>> {
        let known = self.shelf.known()?;
        let listed = self.shelf.list()?;
        let used = |role: ModelRole| match role {
            // The vectors of every library are its.
            ModelRole::Embedder => Some(EMBEDDER),
            _ => self.shelf.used_of(&listed, role).map(Pack::name),
        };
        let used = ModelRole::ALL.map(used);
        let (work, problems) = (lock(&self.work), lock(&self.problems));
        let fetches = self.fetch.is_ok();
        let mut packs: Vec<ModelPack> = listed
            .iter()
            .map(|listed| {
                let problem = problems.get(&listed.name);
                view::pack(&known, listed, work.get(&listed.name), problem, fetches)
            })
            .collect();
        for pack in &mut packs {
            let whole = pack.state == ModelState::Installed;
            pack.in_use = whole && used.contains(&Some(&pack.name));
        }
        let listed = |name: &String| packs.iter().any(|pack| pack.name == *name);
        let begun: Vec<ModelPack> = work
            .iter()
            .filter(|(name, _)| !listed(name))
            .map(|(name, work)| view::begun(name, work))
            .collect();
        packs.extend(begun);
        Ok(packs)
    }

    /// The pack that is used for a role; none where none is installed and whole.
    pub fn in_use(&self, role: ModelRole) -> Option<Pack> {
        match role {
            ModelRole::Embedder => self.shelf.open(EMBEDDER).ok(),
            _ => self.shelf.in_use(role),
        }
    }

    /// Downloads a known pack, or goes on with it. Returns when it is installed, failed, or was
    /// stopped from another thread. One that is installed and whole stays as it is.
    pub fn install(&self, name: &str, changed: &mut InstallProgress<'_>) -> Result<Pack> {
        if let Ok(pack) = self.shelf.open(name) {
            return Ok(pack);
        }
        let fetch = self.fetch.clone()?;
        let known = self.shelf.known()?;
        if known.pack(name).is_none() {
            return Err(PackError::Unknown(name.to_owned()).into());
        }
        let before = ModelRole::ALL.map(|role| self.in_use(role));
        self.working(name, || fetching::fetch(self, &fetch, name, changed))?;
        self.keep_in_use(before)?;
        Ok(make_small(self.shelf.open(name)?))
    }

    /// Stops the installation of a pack by this process. What was downloaded is kept.
    pub fn stop(&self, name: &str) {
        if let Some(work) = lock(&self.work).get_mut(name) {
            work.stopped = true;
            work.input = None;
        }
    }

    /// Copies a model from a folder as a hub has it; see [`Shelf::import`].
    pub fn import(
        &self,
        folder: &Path,
        role: Option<ModelRole>,
        changed: &mut InstallProgress<'_>,
    ) -> Result<Pack> {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_else(|| folder.display().to_string());
        let mut told: Option<Instant> = None;
        let mut progress = |done, total| {
            let stopped = {
                let mut work = lock(&self.work);
                let work = work.entry(name.clone()).or_default();
                work.bytes = (done, Some(total));
                work.stopped
            };
            if told.is_none_or(|told| told.elapsed() >= TELL) {
                told = Some(Instant::now());
                changed((done, Some(total)));
            }
            if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let before = ModelRole::ALL.map(|role| self.in_use(role));
        let mut imported = None;
        let outcome = self.working(&name, || {
            imported = Some(self.shelf.import(folder, role, &mut progress)?);
            Ok(())
        });
        // Nothing of it is listed, so that its failure is told once and not kept.
        lock(&self.problems).remove(&name);
        outcome?;
        self.keep_in_use(before)?;
        imported.map(make_small).ok_or_else(|| PackError::Stopped.into())
    }

    /// Checks every file of an installed pack against its hash.
    pub fn verify(&self, name: &str, progress: &mut Progress<'_>) -> Result<Pack> {
        let pack = self.shelf.open(name)?;
        pack.verify_slowly(progress)?;
        Ok(pack)
    }

    /// Removes a pack that the person installed, or what was downloaded of it.
    pub fn remove(&self, name: &str) -> Result<()> {
        lock(&self.problems).remove(name);
        Ok(self.shelf.remove(name)?)
    }

    /// Uses a pack for its role from now on. The embedder cannot be chosen.
    pub fn choose(&self, name: &str) -> Result<Pack> {
        let pack = self.shelf.open(name)?;
        if pack.role() == ModelRole::Embedder && name != EMBEDDER {
            return Err(EngineError::input(
                format!("“{name}” cannot take the place of the embedding model."),
                "Its vectors would not be comparable with those of your libraries.",
            ));
        }
        Ok(self.shelf.choose(name)?)
    }

    /// The packs that are here and not whole, each with its fault.
    pub(crate) fn broken(&self) -> Result<Vec<PartHealth>> {
        let listed = self.shelf.list()?.into_iter();
        Ok(listed
            .filter_map(|listed| listed.pack?.err())
            .map(|error| PartHealth {
                name: "model pack",
                place: String::new(),
                problem: Some(error.to_wire().to_string()),
            })
            .collect())
    }

    /// A further pack of a role takes no other's place: that is for the person to say.
    fn keep_in_use(&self, before: [Option<Pack>; 4]) -> Result<()> {
        for pack in before.into_iter().flatten() {
            let now = self.in_use(pack.role());
            if now.is_some_and(|now| now.name() != pack.name()) {
                self.shelf.choose(pack.name())?;
            }
        }
        Ok(())
    }

    /// Does the work under a name, so that it is listed and can be stopped; keeps why it failed.
    fn working(&self, name: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
        {
            let mut all = lock(&self.work);
            if all.contains_key(name) {
                return Err(PackError::Busy(name.to_owned()).into());
            }
            all.insert(name.to_owned(), Work::default());
            lock(&self.problems).remove(name);
        }
        let outcome = work();
        lock(&self.work).remove(name);
        if let Err(error) = &outcome {
            let wire = error.to_wire();
            if wire.code != ErrorCode::Cancelled {
                lock(&self.problems).insert(name.to_owned(), wire);
            }
        }
        outcome
    }

    /// Changes what is known of an installation under way.
    fn note(&self, name: &str, change: impl FnOnce(&mut Work)) {
        if let Some(work) = lock(&self.work).get_mut(name) {
            change(work);
        }
    }
}

/// A language model with 8-bit weights made from its own: they take a quarter of the memory and write
/// several times as fast. Where that fails (a full disk), the pack is used as it came.
fn make_small(mut pack: Pack) -> Pack {
    let floats = pack.model_path().ends_with(citelight_generator::WEIGHTS);
    let is_t5 = matches!(pack.role(), ModelRole::Generator | ModelRole::Verifier);
    if is_t5 && floats {
        let made =
            citelight_generator::quantise(pack.folder(), &mut |_, _| ControlFlow::Continue(()));
        if made.is_ok() && pack.adopt_model(citelight_generator::QUANTISED).is_err() {
            // What the manifest does not name must not be taken up.
            let _ = std::fs::remove_file(pack.folder().join(citelight_generator::QUANTISED));
        }
    }
    pack
}

/// The reranker that was loaded last, and for which pack; `None` where that could not be loaded.
#[derive(Debug, Default)]
pub(crate) struct Reranker(Option<(String, Option<Arc<CrossEncoder>>)>);

impl Reranker {
    /// The reranker in use, loaded where it is another than before. One that cannot be loaded is an
    /// error once, and then none.
    pub(crate) fn current(
        &mut self,
        models: &Models,
        runtime: impl FnOnce() -> Result<PathBuf>,
    ) -> Result<Option<Arc<CrossEncoder>>> {
        let Some(pack) = models.in_use(ModelRole::Reranker) else {
            self.0 = None;
            return Ok(None);
        };
        let identity = pack.identity();
        if let Some((loaded, encoder)) = &self.0
            && *loaded == identity
        {
            return Ok(encoder.clone());
        }
        self.0 = Some((identity.clone(), None));
        let encoder = Arc::new(CrossEncoder::load(&runtime()?, pack)?);
        self.0 = Some((identity, Some(Arc::clone(&encoder))));
        Ok(Some(encoder))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
