//! `models/manifest.toml`: the packs that Citelight knows, and where each comes from.

use std::fs;
use std::path::Path;

use citelight_core::ModelRole;
use serde::Deserialize;

use crate::manifest::is_plain;
use crate::{PackError, Result};

/// The list of known packs.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Known {
    /// Address of the hub, without a slash at its end. A file lies at
    /// `<hub>/<repository>/resolve/<revision>/<path>`.
    pub hub: String,
    /// The packs, in the order in which they are shown and, within a role, preferred.
    #[serde(rename = "pack")]
    pub packs: Vec<KnownPack>,
}

/// A pack that Citelight knows.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct KnownPack {
    /// Name, also that of its folder once it is installed.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// What it is for.
    pub role: ModelRole,
    /// Licence of the weights, as SPDX writes it.
    pub licence: String,
    /// Commit of the source. Without one, the hub's newest is taken, and recorded.
    pub revision: Option<String>,
    /// Embedder: length of its vectors.
    pub dimension: Option<usize>,
    /// Embedder and reranker: most tokens taken at once, special ones included.
    pub max_tokens: Option<usize>,
    /// Memory that it needs while it works, about.
    pub memory_bytes: Option<u64>,
    /// Where it comes from.
    pub source: Source,
}

/// Where a known pack comes from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Source {
    /// A Python package, converted by the set-up of a checkout. Comes with the app.
    Wheel {
        /// Name of the package.
        package: String,
        /// Its version.
        version: String,
    },
    /// Files of a repository of the hub.
    Hub {
        /// "owner/name".
        repository: String,
        /// The files that the pack consists of.
        files: Vec<KnownFile>,
    },
}

/// A file of a known pack.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct KnownFile {
    /// Name in the pack.
    pub name: String,
    /// Path in the repository, where it is another.
    pub path: Option<String>,
    /// SHA-256, where one was confirmed. Without it the hub's statement is taken and recorded.
    pub sha256: Option<String>,
    /// Size, where it was confirmed.
    pub bytes: Option<u64>,
    /// Size by the shapes of the model's configuration, to tell people beforehand.
    pub about_bytes: Option<u64>,
}

impl KnownFile {
    /// Path in the repository.
    pub fn path(&self) -> &str {
        self.path.as_deref().unwrap_or(&self.name)
    }
}

impl KnownPack {
    /// The files to fetch; none where it comes with the app.
    pub fn files(&self) -> &[KnownFile] {
        match &self.source {
            Source::Hub { files, .. } => files,
            Source::Wheel { .. } => &[],
        }
    }

    /// Whether it is certain beforehand what will come: by the hash of each file, or by a commit of the source,
    /// which fixes them.
    pub fn is_pinned(&self) -> bool {
        self.revision.is_some() || self.files().iter().all(|file| file.sha256.is_some())
    }

    /// Bytes to fetch, as far as they are known beforehand; small files are not counted.
    pub fn bytes(&self) -> Option<u64> {
        let sizes = self.files().iter().filter_map(|file| file.bytes.or(file.about_bytes));
        Some(sizes.sum()).filter(|bytes| *bytes > 0)
    }
}

impl Known {
    /// Reads `manifest.toml`.
    pub fn read(path: &Path) -> Result<Known> {
        let text =
            fs::read_to_string(path).map_err(|error| PackError::file("Reading", path, error))?;
        Known::parse(&text).map_err(|why| PackError::List { path: path.to_path_buf(), why })
    }

    /// The pack of this name.
    pub fn pack(&self, name: &str) -> Option<&KnownPack> {
        self.packs.iter().find(|pack| pack.name == name)
    }

    /// Where a pack comes from, for people.
    pub fn source_of(&self, pack: &KnownPack) -> String {
        match &pack.source {
            Source::Wheel { package, version } => format!("{package} {version}"),
            Source::Hub { repository, .. } => {
                let host = self.hub.split_once("://").map_or(self.hub.as_str(), |(_, host)| host);
                format!("{host}/{repository}")
            }
        }
    }

    fn parse(text: &str) -> std::result::Result<Known, String> {
        let known: Known = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        for pack in &known.packs {
            let names = pack.files().iter().map(|file| &file.name).chain([&pack.name]);
            if let Some(name) = names.into_iter().find(|name| !is_plain(name)) {
                return Err(format!("“{name}” is not a name"));
            }
        }
        Ok(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMITTED: &str = include_str!("../../../models/manifest.toml");

    #[test]
    fn the_committed_list_is_sound() {
        let known = Known::parse(COMMITTED).unwrap();
        assert!(known.hub.starts_with("https://") && !known.hub.ends_with('/'));
        for role in [ModelRole::Embedder, ModelRole::Reranker, ModelRole::Generator] {
            assert!(known.packs.iter().any(|pack| pack.role == role), "{role:?}");
        }
        for pack in known.packs.iter().filter(|pack| !pack.files().is_empty()) {
            let has = |name: &str| pack.files().iter().any(|file| file.name == name);
            assert!(has("config.json") && has("tokenizer.json"), "{}", pack.name);
            assert!(has("model.safetensors") || has("model.onnx"), "{}", pack.name);
            assert!(pack.bytes().is_some() && pack.memory_bytes.is_some(), "{}", pack.name);
        }
        let small = known.pack("flan-t5-small").unwrap();
        assert!(known.source_of(small).ends_with("/google/flan-t5-small"));
    }

    #[test]
    fn a_list_whose_names_lead_elsewhere_is_refused() {
        let with = |name: &str| {
            format!(
                "hub = \"https://example.org\"\n[[pack]]\nname = \"{name}\"\ntitle = \"a\"\n\
                 role = \"generator\"\nlicence = \"MIT\"\n[pack.source]\nkind = \"hub\"\n\
                 repository = \"a/b\"\nfiles = []\n"
            )
        };
        assert!(Known::parse(&with("fine")).is_ok());
        for name in ["../out", ".hidden", "a/b"] {
            assert!(Known::parse(&with(name)).unwrap_err().contains("not a name"), "{name}");
        }
        assert!(Known::parse("hub = 3").is_err());
    }
}
