//! One installed pack.

use std::fs;
use std::path::{Path, PathBuf};

use citelight_core::ModelRole;

use crate::contents;
use crate::files::{Progress, sha256_of, unhurried, write_whole};
use crate::manifest::{MANIFEST, Manifest, PackFile, is_plain};
use crate::{PackError, Result};

/// A pack on disk whose files are there in full and whose headers fit its configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pack {
    folder: PathBuf,
    manifest: Manifest,
    memory_bytes: u64,
}

impl Pack {
    /// Opens the pack in `folder`: reads its manifest, checks that its files are there with their
    /// sizes, and the headers of its weights. Hashes are checked by [`verify`](Self::verify), when
    /// it is installed: reading 100 MB at every start would cost more than it saves.
    pub fn open(folder: &Path) -> Result<Pack> {
        let path = folder.join(MANIFEST);
        let damaged = |why| PackError::Damaged { path: folder.to_path_buf(), why };
        let text = fs::read(&path).map_err(|error| damaged(format!("{MANIFEST}: {error}")))?;
        let manifest: Manifest = serde_json::from_slice(&text)
            .map_err(|error| damaged(format!("{MANIFEST}: {error}")))?;
        let mut pack = Pack { folder: folder.to_path_buf(), manifest, memory_bytes: 0 };
        for file in &pack.manifest.files {
            let found = fs::metadata(pack.path_of(&file.name)?)
                .map_err(|error| damaged(format!("{}: {error}", file.name)))?
                .len();
            if found != file.bytes {
                let why = format!("{} has {found} bytes instead of {}", file.name, file.bytes);
                return Err(damaged(why));
            }
        }
        let Manifest { role, model, .. } = &pack.manifest;
        for name in contents::needed(*role).iter().copied().chain([model.as_str()]) {
            if !pack.lists(name) {
                return Err(pack.damaged(format!("the manifest does not list {name}")));
            }
        }
        let unset = match role {
            ModelRole::Embedder => pack.manifest.dimension.is_none_or(|dimension| dimension == 0),
            _ => false,
        };
        if unset {
            return Err(pack.damaged("the manifest does not say how long its vectors are".into()));
        }
        pack.memory_bytes =
            contents::check(folder, *role, model).map_err(|why| pack.damaged(why))?;
        Ok(pack)
    }

    /// Checks every file against its hash.
    pub fn verify(&self) -> Result<()> {
        self.verify_slowly(&mut unhurried())
    }

    /// Checks every file against its hash, telling how far it is.
    pub fn verify_slowly(&self, progress: &mut Progress<'_>) -> Result<()> {
        let (mut done, total) = (0, self.bytes());
        for file in &self.manifest.files {
            let hash = sha256_of(&self.path_of(&file.name)?, &mut |bytes| {
                done += bytes;
                progress(done, total)
            })?;
            if hash != file.sha256 {
                return Err(self.damaged(format!("{} has another content", file.name)));
            }
        }
        Ok(())
    }

    /// Takes a file that was made in the pack's folder (8-bit weights made from the pack's own) into
    /// the manifest and uses it as the model from now on. The file must be there in full.
    pub fn adopt_model(&mut self, name: &str) -> Result<()> {
        let path = self.path_of(name)?;
        let memory_bytes = contents::check(&self.folder, self.manifest.role, name)
            .map_err(|why| self.damaged(why))?;
        let sha256 = sha256_of(&path, &mut |_| std::ops::ControlFlow::Continue(()))?;
        let bytes =
            fs::metadata(&path).map_err(|error| PackError::file("Reading", &path, error))?.len();
        let mut manifest = self.manifest.clone();
        manifest.files.retain(|file| file.name != name);
        manifest.files.push(PackFile { name: name.to_owned(), sha256, bytes });
        name.clone_into(&mut manifest.model);
        write(&self.folder, &manifest)?;
        (self.manifest, self.memory_bytes) = (manifest, memory_bytes);
        Ok(())
    }

    /// What its manifest says.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Name of the pack.
    pub fn name(&self) -> &str {
        &self.manifest.name
    }

    /// What people call it.
    pub fn title(&self) -> &str {
        self.manifest.title.as_deref().unwrap_or(&self.manifest.name)
    }

    /// What it is for.
    pub fn role(&self) -> ModelRole {
        self.manifest.role
    }

    /// Name and revision and model file: what two packs make is comparable only when this is equal.
    pub fn identity(&self) -> String {
        let Manifest { name, revision, model, .. } = &self.manifest;
        format!("{name}@{revision}/{model}")
    }

    /// Length of its vectors; 0 where it makes none.
    pub fn dimension(&self) -> usize {
        self.manifest.dimension.unwrap_or(0)
    }

    /// Most tokens it takes at once, special ones included. 512, the usual limit of its kind, where
    /// the manifest says nothing.
    pub fn max_tokens(&self) -> usize {
        self.manifest.max_tokens.unwrap_or(512)
    }

    /// Bytes of all its files.
    pub fn bytes(&self) -> u64 {
        self.manifest.files.iter().map(|file| file.bytes).sum()
    }

    /// Memory that it needs while it works, in bytes, about.
    pub fn memory_bytes(&self) -> u64 {
        self.memory_bytes
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of the weights in use.
    pub fn model_path(&self) -> PathBuf {
        self.folder.join(&self.manifest.model)
    }

    /// Content of one of its files.
    pub fn read(&self, name: &str) -> Result<Vec<u8>> {
        if !self.lists(name) {
            return Err(self.damaged(format!("the manifest does not list {name}")));
        }
        let path = self.path_of(name)?;
        fs::read(&path).map_err(|error| PackError::file("Reading", &path, error))
    }

    fn lists(&self, name: &str) -> bool {
        self.manifest.files.iter().any(|file| file.name == name)
    }

    fn path_of(&self, name: &str) -> Result<PathBuf> {
        if is_plain(name) {
            Ok(self.folder.join(name))
        } else {
            Err(self.damaged(format!("“{name}” is not a file name")))
        }
    }

    /// The error that says what is wrong with this pack.
    pub fn damaged(&self, why: String) -> PackError {
        PackError::Damaged { path: self.folder.clone(), why }
    }
}

/// Writes a pack's manifest.
pub(crate) fn write(folder: &Path, manifest: &Manifest) -> Result<()> {
    let path = folder.join(MANIFEST);
    let mut text = serde_json::to_vec_pretty(manifest).unwrap_or_default();
    text.push(b'\n');
    write_whole(&path, &text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contents::tests::{tiny_folder, tiny_weights};

    /// A whole pack of a generator, its manifest changed before it is opened.
    fn pack(change: impl FnOnce(&mut serde_json::Value)) -> (tempfile::TempDir, Result<Pack>) {
        let dir = tempfile::tempdir().unwrap();
        tiny_folder(dir.path());
        let files: Vec<serde_json::Value> = ["config.json", "tokenizer.json", "model.safetensors"]
            .iter()
            .map(|name| {
                let path = dir.path().join(name);
                let sha256 = sha256_of(&path, &mut |_| std::ops::ControlFlow::Continue(()));
                let bytes = fs::metadata(&path).unwrap().len();
                serde_json::json!({ "name": name, "sha256": sha256.unwrap(), "bytes": bytes })
            })
            .collect();
        let mut manifest = serde_json::json!({
            "name": "tiny", "role": "generator", "revision": "1", "model": "model.safetensors",
            "precision": "kept", "files": files,
        });
        change(&mut manifest);
        fs::write(dir.path().join(MANIFEST), manifest.to_string()).unwrap();
        let pack = Pack::open(dir.path());
        (dir, pack)
    }

    fn fault(change: impl FnOnce(&mut serde_json::Value)) -> String {
        pack(change).1.unwrap_err().to_string()
    }

    #[test]
    fn a_whole_pack_opens_and_verifies() {
        let (_dir, pack) = pack(|_| {});
        let pack = pack.unwrap();
        pack.verify().unwrap();
        assert_eq!(pack.identity(), "tiny@1/model.safetensors");
        assert_eq!((pack.title(), pack.role()), ("tiny", ModelRole::Generator));
        assert!(pack.memory_bytes() > 0);
    }

    #[test]
    fn damage_is_named() {
        assert!(fault(|m| m["files"][2]["bytes"] = 4.into()).contains("bytes instead of 4"));
        assert!(fault(|m| m["model"] = "other.gguf".into()).contains("does not list other.gguf"));
        assert!(fault(|m| m["role"] = "poet".into()).contains("poet"));
        assert!(fault(|m| m["files"][0]["name"] = "lost.json".into()).contains("lost.json"));
        let (_dir, other) = pack(|m| m["files"][1]["sha256"] = "00".into());
        let why = other.unwrap().verify().unwrap_err().to_string();
        assert!(why.contains("tokenizer.json has another content"), "{why}");
    }

    #[test]
    fn weights_that_do_not_fit_are_never_opened() {
        let (dir, sound) = pack(|_| {});
        assert!(sound.is_ok());
        // As many bytes as before, but a tensor has another name.
        let turned = tiny_weights(|tensors| {
            let query = tensors.iter_mut().find(|(name, _)| name.contains(".q.")).unwrap();
            query.0 = query.0.replace(".q.", ".x.");
        });
        fs::write(dir.path().join("model.safetensors"), turned).unwrap();
        assert!(Pack::open(dir.path()).unwrap_err().to_string().contains("is missing"));
    }

    #[test]
    fn a_manifest_cannot_lead_out_of_its_folder() {
        for name in ["../secret", "/etc/passwd", "..", "a/b"] {
            let why = fault(|m| m["files"][0]["name"] = name.into());
            assert!(why.contains("not a file name"), "{name}: {why}");
        }
    }

    #[test]
    fn weights_made_here_are_taken_up_and_what_others_wrote_is_kept() {
        let (dir, opened) = pack(|_| {});
        let mut opened = opened.unwrap();
        fs::write(dir.path().join("model-2.safetensors"), tiny_weights(|_| {})).unwrap();
        opened.adopt_model("model-2.safetensors").unwrap();
        let again = Pack::open(dir.path()).unwrap();
        assert_eq!(again, opened);
        assert_eq!(again.model_path(), dir.path().join("model-2.safetensors"));
        assert_eq!(again.manifest().others["precision"], "kept");
        again.verify().unwrap();
        fs::write(dir.path().join("cut.safetensors"), "x").unwrap();
        assert!(opened.adopt_model("cut.safetensors").is_err());
        assert_eq!(Pack::open(dir.path()).unwrap(), again);
    }
}
