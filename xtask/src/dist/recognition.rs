//! The libraries of text recognition, which a package carries along.
//!
//! Owns: which they are, and where they lie on the system that builds. Systems of the same years have one
//! version or another of them, under other names: Leptonica is `liblept.so.5` on Debian 12 and Ubuntu 24.04,
//! `libleptonica.so.6` on Debian 13 and Fedora. A package that asked for one of the two would install on half
//! of them. Tesseract goes along because both must use the same Leptonica, the JPEG library because Debian's
//! version has no package of the same name on Ubuntu. The reader looks for them beside itself before it asks
//! the system (`crates/reader-child/build.rs`).

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::places::Places;
use crate::tool;

/// How the libraries' names begin.
const CARRIED: [&str; 3] = ["libtesseract.so.", "liblept", "libjpeg.so."];

/// A library that goes into a package.
pub(super) struct Library {
    /// As the linker asks for it.
    pub(super) name: String,
    pub(super) path: PathBuf,
    /// The Debian package that it comes from, which ours does not depend on.
    pub(super) package: String,
}

impl Library {
    /// What that package says of its licences.
    pub(super) fn licence(&self) -> PathBuf {
        PathBuf::from("/usr/share/doc").join(&self.package).join("copyright")
    }
}

/// Those that the reader was linked against.
pub(super) fn libraries(places: &Places) -> Result<Vec<Library>> {
    let reader = places.program("citelight-reader", true);
    let said = tool::output(tool::command("ldd").arg(&reader))?;
    let mut libraries = Vec::new();
    for (name, path) in parse_found(&said).filter(|(name, _)| is_carried(name)) {
        let mut query = tool::command("dpkg-query");
        let owners = tool::output(query.arg("--search").arg(format!("*/{name}")))?;
        let package = owners.split(':').next().filter(|package| !package.is_empty());
        let package = package.with_context(|| format!("no package has {name}"))?.to_owned();
        libraries.push(Library { name, path, package });
    }
    ensure!(libraries.len() == CARRIED.len(), "{} needs others: {said}", reader.display());
    Ok(libraries)
}

fn is_carried(library: &str) -> bool {
    CARRIED.iter().any(|begin| library.starts_with(begin))
}

fn parse_found(said: &str) -> impl Iterator<Item = (String, PathBuf)> {
    said.lines().filter_map(|line| {
        let (name, place) = line.trim().split_once(" => ")?;
        let path = place.split(" (").next()?;
        path.starts_with('/').then(|| (name.to_owned(), PathBuf::from(path)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_taken_from_where_the_linker_finds_them() {
        let said = "\tlinux-vdso.so.1 (0x00007f089bb64000)\n\
                    \tlibtesseract.so.5 => /lib/libtesseract.so.5 (0x00007f089b200000)\n\
                    \tlibgone.so.1 => not found\n";
        let found: Vec<_> = parse_found(said).collect();
        assert_eq!(found, [("libtesseract.so.5".into(), "/lib/libtesseract.so.5".into())]);
        assert!(is_carried("libleptonica.so.6") && !is_carried("libtiff.so.6"));
    }
}
