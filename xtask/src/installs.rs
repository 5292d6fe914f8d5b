//! `cargo xtask installs PACKAGE ROOT [SUITE]`: a package's life in a clean system.
//!
//! Owns: making a bare Debian root (one of another system may lie there already, of Ubuntu say), installing the
//! package there, and what must hold: the first answer comes with the network gone, an upgrade keeps the
//! library, a removal keeps it too and says so, and a purge asks. Refuses: the window, which the window's own
//! tests open. Needs root, debootstrap and `script`.

mod rpm;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::say::{self, Done, elapsed, step};
use crate::tool;

/// Whose library it is that the package is tried with.
const HOME: &str = "/home/reader";
const LIBRARY: &str = "/home/reader/.local/share/citelight";
const SAMPLES: &str = "/usr/lib/Citelight/assets/samples";
const QUESTION: &str = "How many days of unused leave may be carried over into the next year?";
const ANSWER: [&str; 2] = ["five days", "5 days"];
/// Of the same package, passed off as an earlier one.
const EARLIER: &str = "0.0.9";

/// Tries the package in the root at `folder`, which is made where it is not there.
pub(crate) fn check(package: &Path, folder: &Path, suite: &str) -> Result<()> {
    let package = package.canonicalize().with_context(|| package.display().to_string())?;
    if package.extension().is_some_and(|extension| extension == "rpm") {
        return rpm::check(&package, folder);
    }
    say::heading(&format!("Package in {suite}"));
    step("bare system", || bare(folder, suite))?;
    let root = Root(folder.canonicalize()?);
    if !root.at(HOME).exists() {
        root.run(&format!("useradd --create-home --home-dir {HOME} reader"))?;
    }
    fs::copy(&package, root.0.join("tmp/new.deb"))?;
    step("earlier package", || {
        earlier(&package, &root.0.join("tmp/old.deb"))?;
        Ok(Done::Now)
    })?;

    let began = Instant::now();
    step("installed", || root.install("/tmp/old.deb"))?;
    let installed = began.elapsed();
    let began = Instant::now();
    step("samples added, without a network", || {
        root.citelight(&["add", SAMPLES]).map(|_| Done::Now)
    })?;
    step("first answer", || root.answers().map(|()| Done::Now))?;
    let answered = began.elapsed();
    let documents = root.citelight(&["--json", "list"])?;

    step("upgraded, library kept", || {
        root.install("/tmp/new.deb")?;
        ensure!(root.citelight(&["--json", "list"])? == documents, "the documents are others");
        ensure!(!root.version()?.contains(EARLIER), "it was not upgraded");
        root.answers().map(|()| Done::Now)
    })?;
    step("doctor", || root.citelight(&["doctor"]).map(|_| Done::Now))?;
    step("removed, library kept", || {
        let said = root.run("apt-get remove -y citelight 2>&1")?;
        ensure!(said.contains(&format!("the library in {LIBRARY} is kept")), "{said}");
        ensure!(!root.at("/usr/bin/citelight").exists(), "the program is still there");
        ensure!(!root.at("/usr/lib/Citelight").exists(), "parts are still there");
        ensure!(root.at(LIBRARY).join("library/library.db").exists(), "the library is gone");
        Ok(Done::Now)
    })?;
    step("installed again, answers from the library", || {
        root.install("/tmp/new.deb")?;
        root.answers().map(|()| Done::Now)
    })?;
    for (answer, kept) in [("n", true), ("y", false)] {
        step(&format!("purged, asked, {answer}"), || {
            root.install("/tmp/new.deb")?;
            let purge = format!(
                "printf '{answer}\\n' | script -qec 'dpkg --purge citelight' /dev/null 2>&1"
            );
            let said = root.run(&purge)?;
            ensure!(said.contains("Delete the Citelight library"), "it did not ask: {said}");
            ensure!(root.at(LIBRARY).exists() == kept, "{said}");
            Ok(Done::Now)
        })?;
    }
    println!(
        "{suite}: installed with its dependencies in {}, first answer {} later, without a network",
        elapsed(installed),
        elapsed(answered)
    );
    Ok(())
}

fn bare(folder: &Path, suite: &str) -> Result<Done> {
    if folder.join("etc/os-release").exists() {
        return Ok(Done::Before);
    }
    let mut make = tool::command("debootstrap");
    tool::run(make.args(["--variant=minbase", suite]).arg(folder))?;
    Ok(Done::Now)
}

/// The same package under an earlier version.
fn earlier(package: &Path, to: &Path) -> Result<()> {
    let folder = to.with_extension("parts");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    tool::run(tool::command("dpkg-deb").arg("--raw-extract").arg(package).arg(&folder))?;
    let control = folder.join("DEBIAN/control");
    let text = fs::read_to_string(&control)?;
    let Some(version) = text.lines().find(|line| line.starts_with("Version: ")) else {
        bail!("{} states no version", package.display());
    };
    fs::write(&control, text.replace(version, &format!("Version: {EARLIER}")))?;
    // Not worth the time that a small file takes.
    tool::output(tool::command("dpkg-deb").args(["-Znone", "--build"]).arg(&folder).arg(to))?;
    fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())
}

struct Root(PathBuf);

impl Root {
    fn at(&self, path: &str) -> PathBuf {
        self.0.join(path.trim_start_matches('/'))
    }

    fn chroot(&self, network: bool) -> Command {
        let mut command = tool::command("unshare");
        command.args(["--mount", "--pid", "--fork"]);
        if !network {
            command.arg("--net");
        }
        command.arg(format!("--mount-proc={}", self.at("proc").display()));
        // rpm wants its root to be a mount; a purge asks at a terminal, and a bare root has none to give.
        let mounts = "mount --rbind \"$0\" \"$0\" && mount --rbind /dev \"$0/dev\"";
        command.args(["sh", "-c", &format!("{mounts} && exec chroot \"$0\" \"$@\"")]);
        command.arg(&self.0);
        command.args(["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"]);
        command.arg(format!("HOME={HOME}"));
        command
    }

    /// A line of shell, with the network.
    fn run(&self, line: &str) -> Result<String> {
        tool::output(self.chroot(true).args(["sh", "-c", line]))
    }

    fn install(&self, package: &str) -> Result<Done> {
        if !self.at("var/lib/apt/lists").read_dir()?.any(|entry| {
            entry.is_ok_and(|entry| entry.file_name().to_string_lossy().ends_with("Packages"))
        }) {
            self.run("apt-get update -q")?;
        }
        let line = "DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends";
        self.run(&format!("{line} {package} 2>&1"))?;
        Ok(Done::Now)
    }

    /// The program, without a network.
    fn citelight(&self, arguments: &[&str]) -> Result<String> {
        tool::output(self.chroot(false).arg("citelight").args(arguments))
    }

    fn version(&self) -> Result<String> {
        self.run("dpkg-query --show citelight")
    }

    fn answers(&self) -> Result<()> {
        let said = self.citelight(&["--json", "ask", QUESTION])?;
        let right = ANSWER.iter().any(|answer| said.to_lowercase().contains(answer));
        ensure!(right && said.contains("\"quote\""), "a wrong answer: {said}");
        Ok(())
    }
}
