//! The system packages that building and testing need.
//!
//! Owns: the list for Debian and Ubuntu, and installing what is missing of it. Refuses: other
//! package managers; there it says what to install.

use std::path::Path;

use anyhow::{Result, bail};

use crate::say::{self, Done};
use crate::tool;

/// Needed to build: the compiler, the webview, FAISS and Tesseract; and pip, to fetch the wheels.
/// Then needed to test: a display without a screen, a driver for the webview, and a font.
pub(crate) const PACKAGES: &[&str] = &[
    "build-essential",
    "cmake",
    "file",
    "libclang-dev",
    "libgtk-3-dev",
    "libleptonica-dev",
    "libopenblas-dev",
    "librsvg2-dev",
    "libsoup-3.0-dev",
    "libssl-dev",
    "libtesseract-dev",
    "libwebkit2gtk-4.1-dev",
    "libxdo-dev",
    "perl",
    "pkg-config",
    "python3-pip",
    "tesseract-ocr-eng",
    "tesseract-ocr-osd",
    // tests
    "dbus-x11",
    "fonts-dejavu-core",
    "imagemagick",
    "webkit2gtk-driver",
    "x11-utils",
    "xauth",
    "xdotool",
    "xvfb",
];

/// Installs the packages that are missing. Does nothing but tell on systems without apt.
pub(crate) fn install() -> Result<Done> {
    if !has_apt() {
        if cfg!(target_os = "linux") {
            say::begin("not a Debian or Ubuntu: install the equivalents of these yourself:");
            eprintln!("        {}", PACKAGES.join(" "));
        } else if cfg!(target_os = "macos") {
            say::begin("on macOS, install these yourself: xcode-select --install;");
            eprintln!("        brew install cmake openblas libomp tesseract leptonica pkg-config");
        } else {
            say::begin("install these yourself: Visual Studio Build Tools, CMake, LLVM;");
            eprintln!("        vcpkg install openblas tesseract leptonica");
        }
        return Ok(Done::Before);
    }
    let missing = missing()?;
    if missing.is_empty() {
        return Ok(Done::Before);
    }
    let update = ["apt-get", "update"].map(str::to_owned).to_vec();
    let mut install =
        ["apt-get", "install", "--yes", "--no-install-recommends"].map(str::to_owned).to_vec();
    install.extend(missing);
    for words in [update, install] {
        let mut command = as_root(&words)?;
        say::begin(&tool::show(&command));
        tool::run(&mut command)?;
    }
    Ok(Done::Now)
}

/// The packages that are not installed, in the list's order.
pub(crate) fn missing() -> Result<Vec<String>> {
    // dpkg-query exits with 1 when it does not know a package; what it knows it prints all the
    // same.
    let mut query = tool::command("dpkg-query");
    query.args(["--show", "--showformat", "${Package} ${db:Status-Status}\\n"]).args(PACKAGES);
    let output = query.output().map_err(|error| tool::explain(&query, &error))?;
    Ok(not_installed(&String::from_utf8_lossy(&output.stdout)))
}

/// Whether this system installs with apt.
pub(crate) fn has_apt() -> bool {
    Path::new("/usr/bin/apt-get").exists() && Path::new("/usr/bin/dpkg-query").exists()
}

fn not_installed(listed: &str) -> Vec<String> {
    let installed = |package: &str| {
        // A package may be known for several architectures.
        listed.lines().any(|line| line.split_once(' ') == Some((package, "installed")))
    };
    PACKAGES.iter().filter(|package| !installed(package)).map(|&p| p.to_owned()).collect()
}

fn as_root(words: &[String]) -> Result<std::process::Command> {
    let root = tool::output(tool::command("id").arg("-u"))?.trim() == "0";
    // sudo drops the environment, so the variable goes through env.
    let quiet = ["env", "DEBIAN_FRONTEND=noninteractive"];
    let mut command = if root {
        tool::command("env")
    } else if tool::succeeds(tool::command("sudo").arg("--version")) {
        let mut sudo = tool::command("sudo");
        sudo.arg(quiet[0]);
        sudo
    } else {
        bail!("not root, and sudo is not installed. Run this as root:\n  {}", words.join(" "));
    };
    command.arg(quiet[1]).args(words);
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_fully_installed_packages_count() {
        let listed =
            "cmake installed\ncmake-data config-files\nxvfb half-installed\nfile installed\n";
        let missing = not_installed(listed);
        assert!(!missing.contains(&"cmake".to_owned()));
        assert!(!missing.contains(&"file".to_owned()));
        for package in ["libclang-dev", "xvfb", "xauth"] {
            assert!(missing.contains(&package.to_owned()), "{package}");
        }
        assert_eq!(missing.len(), PACKAGES.len() - 2);
    }
}
