//! The two formats of packages: what they depend on, their scripts, and whether all is in them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::Staged;
use crate::places::Places;
use crate::stamp::files_below;
use crate::{say, tool};

/// The programs whose libraries a package depends on.
const PROGRAMS: [&str; 5] =
    ["citelight-app", "citelight", "citelight-reader", "citelight-ranker", "citelight-fetch"];

/// Packages that no library names: Tesseract reads their data at run time.
const DATA: [&str; 2] = ["tesseract-ocr-eng", "tesseract-ocr-osd"];
/// The same in Fedora's family.
const RPM_DATA: [&str; 2] = ["tesseract-langpack-eng", "tesseract-osd"];

/// What happens when a package has been removed; asks about the libraries.
const AFTER_REMOVAL: &str = include_str!("after-removal.sh");

/// What the Tauri CLI is told.
pub(super) fn config(places: &Places, staged: &Staged<'_>) -> Result<Value> {
    let script = staged.folder.join("after-removal.sh");
    fs::write(&script, AFTER_REMOVAL)?;
    let desktop = staged.folder.join("citelight.desktop");
    let of = |depends: Vec<String>| {
        json!({
            "depends": depends,
            "files": staged.files,
            "desktopTemplate": desktop,
            "postRemoveScript": script,
        })
    };
    let mut deb = of(depends(places, staged)?);
    deb["section"] = json!("text");
    let rpm = of(rpm_depends(places, staged)?);
    Ok(json!({ "bundle": { "linux": { "deb": deb, "rpm": rpm } } }))
}

/// The files that the system's linker looks at: programs, and libraries that are shipped.
fn linked(places: &Places, staged: &Staged<'_>) -> Vec<PathBuf> {
    let programs = PROGRAMS.map(|program| places.program(program, true));
    let libraries = staged.files.values().filter(|path| is_library(path)).cloned();
    programs.into_iter().chain(libraries).collect()
}

/// What rpm calls the libraries that the programs need, and the data.
fn rpm_depends(places: &Places, staged: &Staged<'_>) -> Result<Vec<String>> {
    let mut needed = BTreeSet::new();
    for file in linked(places, staged) {
        let said = tool::output(tool::command("objdump").arg("-p").arg(&file))?;
        needed.extend(parse_needed(&said));
    }
    let shipped: BTreeSet<String> = staged
        .files
        .keys()
        .filter_map(|path| Some(Path::new(path).file_name()?.to_string_lossy().into_owned()))
        .collect();
    let wide = if cfg!(target_pointer_width = "64") { "()(64bit)" } else { "" };
    let libraries = needed.into_iter().filter(|library| !shipped.contains(library));
    let libraries = libraries.map(|library| format!("{library}{wide}"));
    Ok(libraries.chain(RPM_DATA.map(str::to_owned)).collect())
}

fn parse_needed(said: &str) -> impl Iterator<Item = String> {
    let names = said.lines().filter_map(|line| line.trim().strip_prefix("NEEDED"));
    // The linker itself is of no package's name that all agree on.
    names.map(|name| name.trim().to_owned()).filter(|name| !name.starts_with("ld-linux"))
}

/// The system packages that the programs' libraries belong to, as dpkg finds them, and the data.
fn depends(places: &Places, staged: &Staged<'_>) -> Result<Vec<String>> {
    let folder = staged.folder.join("shlibs");
    // dpkg-shlibdeps works inside a source package only; an empty control file makes it one.
    fs::create_dir_all(folder.join("debian"))?;
    fs::write(
        folder.join("debian").join("control"),
        "Source: citelight\n\nPackage: citelight\nArchitecture: any\n",
    )?;
    let mut command = tool::command("dpkg-shlibdeps");
    command.args(["-O", "--ignore-missing-info"]).current_dir(&folder);
    command.args(staged.carried.iter().map(|library| format!("-x{}", library.package)));
    command.args(linked(places, staged));
    let found = tool::output(&mut command)?;
    let mut depends = parse_depends(&found)?;
    depends.extend(DATA.map(str::to_owned));
    Ok(depends)
}

/// `libx.so`, or with a version behind it.
fn is_library(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".so") || name.contains(".so.")
}

fn parse_depends(found: &str) -> Result<Vec<String>> {
    let line = found.lines().find_map(|line| line.strip_prefix("shlibs:Depends="));
    let line = line.with_context(|| format!("dpkg-shlibdeps found nothing: {found}"))?;
    Ok(line.split(", ").map(str::to_owned).collect())
}

/// The folders that the packages appear in, with their ending.
fn bundles(places: &Places) -> [(PathBuf, &'static str); 2] {
    ["deb", "rpm"].map(|kind| (places.target.join("release").join("bundle").join(kind), kind))
}

/// Packages of earlier versions would be taken for the new ones.
pub(super) fn remove_older(places: &Places) -> Result<()> {
    for (folder, _) in bundles(places) {
        match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    Ok(())
}

/// The packages, with everything staged in each.
pub(super) fn verified(places: &Places, staged: &Staged<'_>) -> Result<Vec<PathBuf>> {
    let mut packages = Vec::new();
    for (folder, kind) in bundles(places) {
        let mut files = files_below(&folder)?.into_iter();
        let package = files
            .find(|file| file.extension().is_some_and(|extension| extension == kind))
            .with_context(|| format!("no package appeared in {}", folder.display()))?;
        let mut list = match kind {
            "deb" => tool::command("dpkg-deb"),
            _ => tool::command("rpm"),
        };
        match kind {
            "deb" => list.arg("--contents"),
            _ => list.args(["--query", "--list", "--package"]),
        };
        if kind == "rpm" && !tool::succeeds(tool::command("rpm").arg("--version")) {
            say::begin("rpm is not installed here: the package's contents are not checked");
        } else {
            let listed = tool::output(list.arg(&package))?;
            let missing = not_in(&listed, staged.files.keys().map(String::as_str));
            ensure!(missing.is_empty(), "the {kind} package lacks {}", missing.join(", "));
        }
        packages.push(package);
    }
    Ok(packages)
}

/// Those of the installed paths that a listing lacks, as files, or as folders with something in them.
fn not_in<'a>(listed: &str, installed: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let names: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.split_whitespace().last())
        .map(|name| name.trim_start_matches('.').trim_matches('/'))
        .collect();
    let there = |path: &str| {
        // Of a folder, rpm lists what is in it alone.
        let below = |name: &&str| name.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
        names.contains(&path) || names.iter().any(below)
    };
    installed.filter(|path| !there(path.trim_matches('/'))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_named_as_the_linker_does() {
        let said = "Dynamic Section:\n  NEEDED               libtesseract.so.5\n\
                    \x20 NEEDED               ld-linux-x86-64.so.2\n  SONAME               libx.so\n";
        assert_eq!(parse_needed(said).collect::<Vec<_>>(), ["libtesseract.so.5"]);
    }

    #[test]
    fn reads_what_dpkg_found() {
        let found = "shlibs:Depends=libc6 (>= 2.36), libtesseract5 (>= 5.3.0)\n";
        let expect = ["libc6 (>= 2.36)", "libtesseract5 (>= 5.3.0)"];
        assert_eq!(parse_depends(found).expect("a list"), expect);
        assert!(parse_depends("").is_err());
    }

    #[test]
    fn what_the_package_lacks_is_named() {
        let listed = "drwxr-xr-x 0/0 0 2026-11-20 18:38 usr/lib/Citelight/licences/\n\
                      -rwxr-xr-x 0/0 9 2026-11-20 18:38 ./usr/bin/citelight-app\n";
        let installed =
            ["/usr/lib/Citelight/licences", "/usr/bin/citelight-app", "/usr/bin/citelight"];
        assert_eq!(not_in(listed, installed.into_iter()), ["/usr/bin/citelight"]);
    }
}
