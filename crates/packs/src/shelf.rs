//! The two folders that hold packs: the app's own, read only, and the person's.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use citelight_core::ModelRole;

use crate::files::{Progress, write_whole};
use crate::manifest::{MANIFEST, is_plain};
use crate::{Known, KnownPack, Pack, PackError, Result, import, staging};

/// Which pack of a role is used, by name; in the person's folder.
const CHOICE: &str = "in-use.json";

/// The packs of this computer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shelf {
    bundled: PathBuf,
    own: PathBuf,
}

/// A pack that is known, installed, or both.
#[derive(Debug)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// What the list of models says of it.
    pub known: Option<KnownPack>,
    /// The installed pack, or why it cannot be used.
    pub pack: Option<Result<Pack>>,
    /// Whether it came with the app.
    pub bundled: bool,
    /// Bytes of it that were fetched, where it is not whole.
    pub partial: Option<u64>,
    /// Whether some process is installing or removing it.
    pub busy: bool,
}

impl Shelf {
    /// The shelf of the packs in `bundled`, where `manifest.toml` lies too, and in `own`, which is
    /// made when the first is installed. Cleans what a crash may have left.
    pub fn new(bundled: PathBuf, own: PathBuf) -> Shelf {
        staging::tidy(&own);
        Shelf { bundled, own }
    }

    /// The folder that packs are installed into.
    pub fn own(&self) -> &Path {
        &self.own
    }

    /// The file that lists the known packs.
    pub fn list_file(&self) -> PathBuf {
        self.bundled.join("manifest.toml")
    }

    /// The list of known packs.
    pub fn known(&self) -> Result<Known> {
        Known::read(&self.list_file())
    }

    /// Every pack: the known ones in the order of their list, then the others by name.
    pub fn list(&self) -> Result<Vec<Listed>> {
        let known = self.known()?;
        let mut names: Vec<String> = known.packs.iter().map(|pack| pack.name.clone()).collect();
        let partial = staging::partial_names(&self.own);
        let installed = [&self.own, &self.bundled].into_iter().flat_map(|folder| folders(folder));
        let others: BTreeSet<String> =
            installed.chain(partial).filter(|name| !names.contains(name)).collect();
        names.extend(others);
        let listed = |name: String| {
            let (pack, bundled) = match self.find(&name) {
                Some((folder, bundled)) => (Some(open(&folder, &name)), bundled),
                None => (None, false),
            };
            Listed {
                known: known.pack(&name).cloned(),
                pack,
                bundled,
                partial: staging::partial_bytes(&self.own, &name),
                busy: staging::is_busy(&self.own, &name),
                name,
            }
        };
        Ok(names.into_iter().map(listed).collect())
    }

    /// Opens the installed pack of this name.
    pub fn open(&self, name: &str) -> Result<Pack> {
        match self.find(name) {
            Some((folder, _)) => open(&folder, name),
            None if self.known()?.pack(name).is_some() => Err(PackError::Absent(name.to_owned())),
            None => Err(PackError::Unknown(name.to_owned())),
        }
    }

    /// The pack of a role that is used: the chosen one, or the first that is whole. A broken pack
    /// is passed over.
    pub fn in_use(&self, role: ModelRole) -> Option<Pack> {
        let listed = self.list().ok()?;
        self.used_of(&listed, role).cloned()
    }

    /// The same, of packs that were listed.
    pub fn used_of<'a>(&self, listed: &'a [Listed], role: ModelRole) -> Option<&'a Pack> {
        let chosen = self.choices().remove(role.name());
        let whole = |listed: &'a Listed| listed.pack.as_ref()?.as_ref().ok();
        let mut packs: Vec<&Pack> =
            listed.iter().filter_map(whole).filter(|pack| pack.role() == role).collect();
        // The sort is stable: the chosen one comes first, the others stay in their order.
        packs.sort_by_key(|pack| chosen.as_deref() != Some(pack.name()));
        packs.first().copied()
    }

    /// Uses this pack for its role from now on.
    pub fn choose(&self, name: &str) -> Result<Pack> {
        let pack = self.open(name)?;
        let mut choices = self.choices();
        choices.insert(pack.role().name().to_owned(), name.to_owned());
        fs::create_dir_all(&self.own)
            .map_err(|error| PackError::file("Making the folder", &self.own, error))?;
        let text = serde_json::to_vec_pretty(&choices).unwrap_or_default();
        write_whole(&self.own.join(CHOICE), &text)?;
        Ok(pack)
    }

    /// Imports a model from a folder as a hub has it; see [`import::import`].
    pub fn import(
        &self,
        folder: &Path,
        role: Option<ModelRole>,
        progress: &mut Progress<'_>,
    ) -> Result<Pack> {
        import::import(&self.known()?, &self.own, folder, role, progress)
    }

    /// Removes an installed pack, and what was fetched of it. One that came with the app stays.
    pub fn remove(&self, name: &str) -> Result<()> {
        if !is_plain(name) {
            return Err(PackError::Unknown(name.to_owned()));
        }
        let fetched = staging::partial_bytes(&self.own, name).is_some();
        if self.own.join(name).exists() || fetched {
            return staging::remove(&self.own, name);
        }
        if self.bundled.join(name).join(MANIFEST).exists() {
            return Err(PackError::Bundled(name.to_owned()));
        }
        self.open(name).map(|_| ())
    }

    /// The folder of an installed pack, and whether it came with the app. The person's own stands
    /// before one of the same name that came with the app.
    fn find(&self, name: &str) -> Option<(PathBuf, bool)> {
        let places = [(&self.own, false), (&self.bundled, true)];
        let places = places.into_iter().filter(|_| is_plain(name));
        let mut places = places.map(|(folder, bundled)| (folder.join(name), bundled));
        places.find(|(folder, _)| folder.join(MANIFEST).exists())
    }

    fn choices(&self) -> BTreeMap<String, String> {
        // A damaged choice is no choice: the first pack is used, and choosing writes it anew.
        let text = fs::read(self.own.join(CHOICE)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }
}

fn open(folder: &Path, name: &str) -> Result<Pack> {
    let pack = Pack::open(folder)?;
    if pack.name() != name {
        return Err(pack.damaged(format!("its manifest is that of “{}”", pack.name())));
    }
    Ok(pack)
}

fn folders(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let name = |entry: fs::DirEntry| entry.file_name().into_string().ok();
    entries
        .filter(|entry| entry.path().join(MANIFEST).exists())
        .filter_map(name)
        .filter(|name| is_plain(name))
        .collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::contents::tests::tiny_folder;
    use crate::{Manifest, Staging, sha256_of};
    use std::ops::ControlFlow;

    pub(crate) const LIST: &str = r#"
        hub = "https://hub.example"
        [[pack]]
        name = "first"
        title = "First"
        role = "generator"
        licence = "MIT"
        [pack.source]
        kind = "hub"
        repository = "who/first"
        files = [{ name = "config.json" }, { name = "model.safetensors", about_bytes = 9 }]
    "#;

    /// The manifest of a folder made by `tiny_folder`.
    pub(crate) fn tiny_manifest(name: &str, folder: &Path) -> Manifest {
        let names = ["config.json", "tokenizer.json", "model.safetensors"];
        let files: Vec<serde_json::Value> = names
            .iter()
            .map(|name| {
                let path = folder.join(name);
                let sha256 = sha256_of(&path, &mut |_| ControlFlow::Continue(())).unwrap();
                let bytes = fs::metadata(&path).unwrap().len();
                serde_json::json!({ "name": name, "sha256": sha256, "bytes": bytes })
            })
            .collect();
        serde_json::from_value(serde_json::json!({
            "name": name, "role": "generator", "revision": "1", "model": "model.safetensors",
            "files": files,
        }))
        .unwrap()
    }

    pub(crate) struct Place {
        pub(crate) dir: tempfile::TempDir,
        pub(crate) shelf: Shelf,
    }

    pub(crate) fn place(list: &str) -> Place {
        let dir = tempfile::tempdir().unwrap();
        let bundled = dir.path().join("bundled");
        fs::create_dir_all(&bundled).unwrap();
        fs::write(bundled.join("manifest.toml"), list).unwrap();
        let shelf = Shelf::new(bundled, dir.path().join("own"));
        Place { dir, shelf }
    }

    impl Place {
        fn install(&self, name: &str) {
            let staging = Staging::resume(self.shelf.own(), name).unwrap();
            tiny_folder(staging.folder());
            let manifest = tiny_manifest(name, staging.folder());
            staging.finish(&manifest).unwrap();
        }

        fn bundle(&self, name: &str) {
            let folder = self.shelf.bundled.join(name);
            tiny_folder(&folder);
            crate::pack::write(&folder, &tiny_manifest(name, &folder)).unwrap();
        }

        fn used(&self) -> Option<String> {
            self.shelf.in_use(ModelRole::Generator).map(|pack| pack.name().to_owned())
        }
    }

    #[test]
    fn what_is_known_and_what_is_installed_are_listed_once() {
        let place = place(LIST);
        assert_eq!(place.used(), None);
        place.bundle("with-the-app");
        place.install("first");
        place.install("other");
        drop(Staging::resume(place.shelf.own(), "begun").unwrap());
        let listed = place.shelf.list().unwrap();
        let names: Vec<&str> = listed.iter().map(|listed| listed.name.as_str()).collect();
        assert_eq!(names, ["first", "begun", "other", "with-the-app"]);
        assert!(listed[0].known.is_some() && listed[0].pack.is_some());
        assert!(listed[1].pack.is_none() && listed[1].partial == Some(0));
        assert!(listed[3].bundled && !listed[2].bundled);
        assert!(listed.iter().all(|listed| !listed.busy));
    }

    #[test]
    fn the_chosen_pack_is_used_and_a_broken_one_never() {
        let place = place(LIST);
        place.install("first");
        place.install("other");
        assert_eq!(place.used().as_deref(), Some("first"));
        place.shelf.choose("other").unwrap();
        assert_eq!(place.used().as_deref(), Some("other"));
        let weights = place.shelf.own().join("other/model.safetensors");
        fs::OpenOptions::new().write(true).open(&weights).unwrap().set_len(100).unwrap();
        assert_eq!(place.used().as_deref(), Some("first"));
        let error = place.shelf.open("other").unwrap_err();
        assert!(matches!(error, PackError::Damaged { .. }));
        assert!(error.to_wire().hint.unwrap().contains("Remove it"));
        assert!(place.shelf.choose("other").is_err());
        fs::write(place.shelf.own().join(CHOICE), "{").unwrap();
        assert_eq!(place.used().as_deref(), Some("first"));
    }

    #[test]
    fn a_bundled_pack_cannot_be_removed_and_the_own_one_stands_before_it() {
        let place = place(LIST);
        place.bundle("tiny");
        place.install("tiny");
        assert!(place.shelf.open("tiny").unwrap().folder().starts_with(place.shelf.own()));
        place.shelf.remove("tiny").unwrap();
        assert!(place.shelf.open("tiny").unwrap().folder().starts_with(place.dir.path()));
        let refused = place.shelf.remove("tiny").unwrap_err();
        assert!(matches!(refused, PackError::Bundled(_)), "{refused}");
        assert!(matches!(place.shelf.remove("first"), Err(PackError::Absent(_))));
        assert!(matches!(place.shelf.remove("nobody"), Err(PackError::Unknown(_))));
        assert!(place.shelf.remove("../bundled").is_err());
        assert!(place.shelf.open("tiny").is_ok());
    }
}
