//! A model pack: a folder with a manifest that names its files and their hashes.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::ModelError;

/// One file of a pack.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PackFile {
    /// Name within the pack's folder.
    pub name: String,
    /// SHA-256, lower-case hexadecimal.
    pub sha256: String,
    /// Size.
    pub bytes: u64,
}

/// What a pack's `manifest.json` says.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Manifest {
    name: String,
    role: String,
    revision: String,
    model: String,
    dimension: usize,
    max_tokens: usize,
    files: Vec<PackFile>,
}

/// A pack on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pack {
    folder: PathBuf,
    manifest: Manifest,
}

impl Pack {
    /// Reads a pack's manifest and checks that its files are there with their sizes. Hashes are
    /// checked by [`verify`](Self::verify), when a pack is installed: reading 100 MB at every start
    /// would cost more than it saves.
    pub fn open(folder: &Path) -> Result<Pack, ModelError> {
        let path = folder.join("manifest.json");
        let text = fs::read(&path).map_err(|source| ModelError::File { path, source })?;
        let manifest: Manifest = serde_json::from_slice(&text).map_err(|error| {
            ModelError::Pack { path: folder.to_path_buf(), why: format!("manifest.json: {error}") }
        })?;
        let pack = Pack { folder: folder.to_path_buf(), manifest };
        for file in &pack.manifest.files {
            let path = pack.path_of(file)?;
            let found = fs::metadata(&path)
                .map_err(|source| ModelError::File { path: path.clone(), source })?
                .len();
            if found != file.bytes {
                let why = format!("{} has {found} bytes instead of {}", file.name, file.bytes);
                return Err(pack.damaged(why));
            }
        }
        Ok(pack)
    }

    /// Checks every file against its hash.
    pub fn verify(&self) -> Result<(), ModelError> {
        for file in &self.manifest.files {
            let hash = Sha256::digest(self.read(&file.name)?);
            let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
            if hash != file.sha256 {
                return Err(self.damaged(format!("{} has another content", file.name)));
            }
        }
        Ok(())
    }

    /// Name of the pack.
    pub fn name(&self) -> &str {
        &self.manifest.name
    }

    /// What it is for ("embedder", …).
    pub fn role(&self) -> &str {
        &self.manifest.role
    }

    /// Name and revision and model file: vectors of two packs are comparable only when this is
    /// equal.
    pub fn identity(&self) -> String {
        let Manifest { name, revision, model, .. } = &self.manifest;
        format!("{name}@{revision}/{model}")
    }

    /// Length of its vectors.
    pub fn dimension(&self) -> usize {
        self.manifest.dimension
    }

    /// Most tokens it takes at once, special ones included.
    pub fn max_tokens(&self) -> usize {
        self.manifest.max_tokens
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Content of the default model file.
    pub(crate) fn read_model(&self) -> Result<Vec<u8>, ModelError> {
        self.read(&self.manifest.model)
    }

    /// Content of one of its files.
    pub(crate) fn read(&self, name: &str) -> Result<Vec<u8>, ModelError> {
        let file = self
            .manifest
            .files
            .iter()
            .find(|file| file.name == name)
            .ok_or_else(|| self.damaged(format!("the manifest does not list {name}")))?;
        let path = self.path_of(file)?;
        fs::read(&path).map_err(|source| ModelError::File { path, source })
    }

    /// A manifest may come from anywhere: a name that leads out of the folder is refused.
    fn path_of(&self, file: &PackFile) -> Result<PathBuf, ModelError> {
        let plain = Path::new(&file.name).components().count() == 1
            && !file.name.contains(['/', '\\', ':'])
            && file.name != "..";
        if plain {
            Ok(self.folder.join(&file.name))
        } else {
            Err(self.damaged(format!("“{}” is not a file name", file.name)))
        }
    }

    fn damaged(&self, why: String) -> ModelError {
        ModelError::Pack { path: self.folder.clone(), why }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(files: &str) -> (tempfile::TempDir, Result<Pack, ModelError>) {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("model.onnx"), b"abc").unwrap();
        let manifest = format!(
            r#"{{"name":"tiny","role":"embedder","revision":"1","model":"model.onnx",
                "dimension":4,"max_tokens":16,"files":[{files}]}}"#
        );
        fs::write(dir.path().join("manifest.json"), manifest).unwrap();
        let pack = Pack::open(dir.path());
        (dir, pack)
    }

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn a_whole_pack_opens_and_verifies() {
        let (_dir, pack) = pack(&format!(r#"{{"name":"model.onnx","sha256":"{ABC}","bytes":3}}"#));
        let pack = pack.unwrap();
        pack.verify().unwrap();
        assert_eq!(pack.identity(), "tiny@1/model.onnx");
        assert_eq!(pack.read_model().unwrap(), b"abc");
    }

    #[test]
    fn damage_is_named() {
        let (_dir, cut) = pack(&format!(r#"{{"name":"model.onnx","sha256":"{ABC}","bytes":4}}"#));
        assert!(cut.unwrap_err().to_string().contains("3 bytes instead of 4"));
        let (_dir, other) = pack(r#"{"name":"model.onnx","sha256":"00","bytes":3}"#);
        assert!(other.unwrap().verify().unwrap_err().to_string().contains("another content"));
        let (_dir, missing) = pack(r#"{"name":"tokenizer.json","sha256":"00","bytes":3}"#);
        assert!(missing.unwrap_err().to_string().contains("tokenizer.json"));
    }

    #[test]
    fn a_manifest_cannot_lead_out_of_its_folder() {
        for name in ["../secret", "/etc/passwd", "..", "a/b"] {
            let (_dir, pack) = pack(&format!(r#"{{"name":"{name}","sha256":"","bytes":0}}"#));
            assert!(pack.unwrap_err().to_string().contains("not a file name"), "{name}");
        }
    }
}
