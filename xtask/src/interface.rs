//! The interface's packages and its build.
//!
//! Owns: when `npm ci` and `npm run build` are due. Refuses: knowing what the scripts do; that is
//! `ui/package.json`'s.

use anyhow::{Context, Result, bail};

use crate::places::Places;
use crate::say::{self, Done};
use crate::stamp::{Stamp, holds, keep};
use crate::tool;

/// The oldest Node that the interface's tools run on.
const NODE: u32 = 20;

/// What `npm run build` reads.
const SOURCES: [&str; 7] = [
    "src",
    "static",
    "index.html",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

/// Installs the packages of `package-lock.json` when they are missing or the lock has changed.
pub(crate) fn packages(places: &Places) -> Result<Done> {
    let ui = places.interface();
    let stamp = Stamp::default().path(&ui.join("package-lock.json"))?.finish();
    let file = ui.join("node_modules").join(".citelight-packages");
    if holds(&file, &stamp) {
        return Ok(Done::Before);
    }
    check_node()?;
    say::begin("npm ci");
    tool::run(tool::npm().args(["ci", "--no-audit", "--no-fund"]).current_dir(&ui))?;
    keep(&file, &stamp)?;
    Ok(Done::Now)
}

/// Builds `ui/dist`, which the desktop program embeds when it is compiled.
pub(crate) fn build(places: &Places) -> Result<Done> {
    let ui = places.interface();
    let mut stamp = Stamp::default();
    for source in SOURCES {
        stamp = stamp.text(source).path(&ui.join(source))?;
    }
    let stamp = stamp.finish();
    let file = ui.join("node_modules").join(".citelight-build");
    if ui.join("dist").join("index.html").is_file() && holds(&file, &stamp) {
        return Ok(Done::Before);
    }
    say::begin("npm run build");
    tool::run(tool::npm().args(["run", "--silent", "build"]).current_dir(&ui))?;
    keep(&file, &stamp)?;
    Ok(Done::Now)
}

fn check_node() -> Result<()> {
    let version = tool::output(tool::command("node").arg("--version"))?;
    let major = major(&version).with_context(|| format!("node says its version is {version}"))?;
    if major < NODE {
        bail!(
            "Node.js {} is too old. Get {NODE} or newer from https://nodejs.org.",
            version.trim()
        );
    }
    Ok(())
}

fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_version_of_node() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("v8.0.0"), Some(8));
        assert_eq!(major("20"), None);
    }
}
