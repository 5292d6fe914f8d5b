//! The model packs of this computer: what is known, installed, in use; installing and removing.
//!
//! Installing starts `citelight-fetch` and reads what it says; neither the engine nor what links it
//! speaks to a network. The program ends when its standard input is closed, so that it never
//! outlives this process.

mod fetching;
mod installs;
mod view;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use citelight_core::{ModelPack, ModelRole, ModelState};
use citelight_models::Pack;
use citelight_packs::{PackError, Progress, Shelf};
use citelight_parts::{MissingPart, Parts};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::embedding::EMBEDDER;
use crate::error::{EngineError, Result};
pub use installs::InstallProgress;
use installs::Installs;

/// The model packs of this computer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModelShelf {
    /// Every pack, known or installed.
    pub packs: Vec<ModelPack>,
    /// The folder that packs are installed into.
    pub folder: String,
}

/// How often an import tells how far it is.
const TELL: Duration = Duration::from_millis(200);

/// The model packs of this computer. All methods may be called from any thread.
#[derive(Debug)]
pub struct Models {
    shelf: Shelf,
    fetch: Result<PathBuf, MissingPart>,
    installs: Installs,
}

impl Models {
    /// The packs that come with the app, and those in the person's folder.
    pub fn new(parts: &Parts) -> Models {
        Models {
            shelf: Shelf::new(parts.models(), parts.installed_models().to_path_buf()),
            fetch: parts.fetch(),
            installs: Installs::default(),
        }
    }

    /// Every pack as it stands now, and where packs are installed.
    pub fn shelf(&self) -> Result<ModelShelf> {
        Ok(ModelShelf { packs: self.list()?, folder: self.shelf.own().display().to_string() })
    }

    /// The folder that packs are installed into.
    pub(crate) fn folder(&self) -> &Path {
        self.shelf.own()
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
        let (work, problems) = (self.installs.work.lock(), self.installs.problems.lock());
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
    ///
    /// One whose content nobody has fixed beforehand is refused unless it is `trusted`: whoever can change
    /// its source would choose what this computer runs.
    pub fn install(
        &self,
        name: &str,
        trusted: bool,
        changed: &mut InstallProgress<'_>,
    ) -> Result<Pack> {
        if let Ok(pack) = self.shelf.open(name) {
            return Ok(pack);
        }
        let fetch = self.fetch.clone()?;
        let known = self.shelf.known()?;
        let Some(pack) = known.pack(name) else {
            return Err(PackError::Unknown(name.to_owned()).into());
        };
        if !pack.is_pinned() && !trusted {
            let message = format!(
                "What {} holds is not fixed: {} gives its newest.",
                pack.title,
                known.source_of(pack)
            );
            return Err(EngineError::input(
                message,
                "Say that you trust that source: `citelight models install NAME --trust-source`.",
            ));
        }
        let before = ModelRole::ALL.map(|role| self.in_use(role));
        self.installs
            .run(name, || fetching::fetch(&self.installs, &self.shelf, &fetch, name, changed))?;
        self.keep_in_use(before)?;
        Ok(make_small(self.shelf.open(name)?))
    }

    /// Stops the installation of a pack by this process. What was downloaded is kept.
    pub fn stop(&self, name: &str) {
        if let Some(work) = self.installs.work.lock().get_mut(name) {
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
                let mut work = self.installs.work.lock();
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
        let outcome = self.installs.run(&name, || {
            imported = Some(self.shelf.import(folder, role, &mut progress)?);
            Ok(())
        });
        // Nothing of it is listed, so that its failure is told once and not kept.
        self.installs.problems.lock().remove(&name);
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
        self.installs.problems.lock().remove(name);
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

    /// What is wrong with the packs that are here and not whole.
    pub(crate) fn faults(&self) -> Result<Vec<String>> {
        let listed = self.shelf.list()?.into_iter();
        let faults = listed.filter_map(|listed| listed.pack?.err());
        Ok(faults.map(|error| error.to_wire().to_string()).collect())
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
