//! Where things lie: the checkout, what is built into it, and the cache outside it.
//!
//! Owns: every path that more than one module needs. Refuses: creating or reading anything.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The folders that xtask works in.
#[derive(Debug, Clone)]
pub(crate) struct Places {
    /// The checkout.
    pub(crate) root: PathBuf,
    /// Downloads, kept outside the checkout so that every checkout shares them.
    pub(crate) downloads: PathBuf,
    /// Cargo's target folder.
    pub(crate) target: PathBuf,
}

impl Places {
    /// Finds the checkout that this xtask belongs to, and the user's cache folder.
    pub(crate) fn find() -> Result<Self> {
        // Cargo sets the variable for what it runs; the constant serves a binary started by hand.
        let package = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = package.parent().context("xtask lies in no checkout")?.to_owned();
        let target = env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| root.join("target"), |folder| root.join(folder));
        let cache = user_cache().context("neither XDG_CACHE_HOME nor a home folder is set")?;
        Ok(Self { downloads: cache.join("citelight").join("downloads"), target, root })
    }

    /// The native libraries.
    pub(crate) fn native(&self) -> PathBuf {
        self.root.join("native")
    }

    /// A model pack.
    pub(crate) fn pack(&self, name: &str) -> PathBuf {
        self.root.join("models").join(name)
    }

    /// The interface's sources.
    pub(crate) fn interface(&self) -> PathBuf {
        self.root.join("ui")
    }

    /// The sample documents.
    pub(crate) fn samples(&self) -> PathBuf {
        self.root.join("assets").join("samples")
    }

    /// A program of the workspace, as `cargo build` (with `--release` or not) leaves it.
    pub(crate) fn program(&self, name: &str, release: bool) -> PathBuf {
        let profile = if release { "release" } else { "debug" };
        self.target.join(profile).join(format!("{name}{}", env::consts::EXE_SUFFIX))
    }

    /// `path` as it reads from the checkout.
    pub(crate) fn show<'a>(&self, path: &'a Path) -> std::path::Display<'a> {
        path.strip_prefix(&self.root).unwrap_or(path).display()
    }
}

/// The platform's file name of a shared library: `libx.so`, `libx.dylib` or `x.dll`.
pub(crate) fn library(stem: &str) -> String {
    format!("{}{stem}{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX)
}

fn user_cache() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("XDG_CACHE_HOME")
        .or_else(|| if cfg!(windows) { set("LOCALAPPDATA") } else { None })
        .or_else(|| {
            let caches = if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" };
            set("HOME").map(|home| home.join(caches))
        })
}
