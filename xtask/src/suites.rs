//! `cargo xtask test`: every check and every test, and one line that sums them up.
//!
//! Owns: what runs, in which order, and how the counts are gathered. A failing check does not
//! stop the rest; it counts as one failure. Everything Rust is built in the dev profile and with
//! the same package selection, so that nothing is compiled twice.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result};

use crate::places::Places;
use crate::run::environment;
use crate::say::{self, Done, step};
use crate::tally::Tally;
use crate::workspace::Workspace;
use crate::{interface, setup, tidy, tool};

/// The end-to-end test: the app in its real window.
const WINDOW: &str = "window";

/// A part of the tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Rust,
    Interface,
    EndToEnd,
}

/// Sets up, runs the chosen parts (all when `only` is `None`) and prints the counts.
pub(crate) fn test(places: &Places, only: Option<Part>) -> Result<ExitCode> {
    setup::setup(places, true)?;
    let mut suites = Suites { places, tally: Tally::default(), failures: Vec::new() };
    let chosen = |part| only.is_none_or(|only| only == part);
    if chosen(Part::Rust) || chosen(Part::EndToEnd) {
        // The desktop program embeds the built interface whenever it is compiled, also by clippy.
        suites.check("interface build", || interface::build(places));
    }
    if only != Some(Part::EndToEnd) {
        suites.checks(chosen(Part::Rust), chosen(Part::Interface));
    }
    if chosen(Part::Interface) {
        suites.interface();
    }
    if chosen(Part::Rust) || chosen(Part::EndToEnd) {
        suites.rust(chosen(Part::Rust), chosen(Part::EndToEnd));
    }
    for failure in &suites.failures {
        eprintln!("  FAIL  {failure}");
    }
    println!("{}", suites.tally);
    Ok(if suites.tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs the questions that need a generator's real weights, which no set-up can bring.
pub(crate) fn answers(places: &Places, folder: &str) -> Result<ExitCode> {
    let folder = fs::canonicalize(folder).with_context(|| format!("the pack {folder}"))?;
    let mut suites = Suites { places, tally: Tally::default(), failures: Vec::new() };
    let mut cargo = tool::cargo();
    cargo.args(["test", "-p", "citelight-generator", "--test", "answers", "--", "--nocapture"]);
    cargo.env("CITELIGHT_GENERATOR", folder);
    let result = suites.libtest(cargo);
    suites.count("answers of the generator", result);
    println!("{}", suites.tally);
    Ok(if suites.tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Takes pictures of every view of the window, at three sizes, in light and dark, in a language that it
/// speaks or in the system's.
pub(crate) fn screens(places: &Places, folder: &str, language: Option<&str>) -> Result<ExitCode> {
    setup::setup(places, true)?;
    fs::create_dir_all(folder).with_context(|| format!("the folder {folder}"))?;
    let folder = fs::canonicalize(folder).with_context(|| format!("the folder {folder}"))?;
    let mut suites = Suites { places, tally: Tally::default(), failures: Vec::new() };
    suites.check("interface build", || interface::build(places));
    let mut build = tool::cargo();
    build.args(["build", "--workspace", "--bins"]);
    if suites.command("cargo build", &mut build) {
        let mut command = in_a_desktop();
        command.args(["--", "can_be_read_and_used"]);
        command.env("CITELIGHT_SCREENS", "1").env("CITELIGHT_SCREENSHOTS", &folder);
        if let Some(language) = language {
            command.env("CITELIGHT_SCREENS_LANGUAGE", language);
        }
        let result = suites.libtest(command);
        suites.count("views", result);
        println!("The pictures are in {}.", folder.display());
    }
    Ok(if suites.tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The end-to-end test, with a bus and a display of its own: it neither sees nor disturbs the person's
/// desktop.
fn in_a_desktop() -> Command {
    let mut command = tool::command("dbus-run-session");
    command.args(["--", "xvfb-run", "--auto-servernum"]).arg(tool::cargo().get_program());
    command.args(["test", "--workspace", "--test", WINDOW]);
    command
}

struct Suites<'a> {
    places: &'a Places,
    tally: Tally,
    failures: Vec<String>,
}

impl Suites<'_> {
    /// Everything that is right or wrong without counting tests.
    fn checks(&mut self, rust: bool, interface: bool) {
        say::heading("Checks");
        let places = self.places;
        self.check("house rules", || tidy::check(places).map(|()| Done::Now));
        if rust {
            self.check("boundaries", || Workspace::read(places)?.check().map(|()| Done::Now));
            self.command("cargo fmt", tool::cargo().args(["fmt", "--all", "--check"]));
            let mut clippy = tool::cargo();
            clippy.args(["clippy", "--workspace", "--all-targets"]);
            if warnings_are_errors() {
                clippy.args(["--", "-D", "warnings"]);
            }
            self.command("cargo clippy", &mut clippy);
            let mut samples = tool::cargo();
            samples.args(["run", "--quiet", "--package", "citelight-samples", "--bin", "samples"]);
            self.command("sample documents are current", samples.args(["--", "--check"]));
        }
        if interface {
            self.npm("svelte-check", "check");
            self.npm("eslint and prettier", "lint");
        }
    }

    /// The interface's own tests.
    fn interface(&mut self) {
        say::heading("Interface tests");
        let report = self.places.target.join("xtask").join("vitest.json");
        let run = || -> Result<Tally> {
            if let Some(folder) = report.parent() {
                fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            }
            // A report of an earlier run must not be taken for this one's.
            let _ = fs::remove_file(&report);
            let mut npm = tool::npm();
            npm.args(["test", "--", "--reporter=default", "--reporter=json"]);
            npm.arg(format!("--outputFile.json={}", report.display()));
            npm.current_dir(self.places.interface());
            let status = npm.status().map_err(|error| tool::explain(&npm, &error))?;
            let text = fs::read(&report).context("vitest left no report")?;
            let tally = Tally::of_vitest(&serde_json::from_slice(&text)?);
            Ok(tally.context("vitest's report has no counts")?.ended(status.success()))
        };
        let result = run();
        self.count("interface tests", result);
    }

    /// Rust's tests, apart from the end-to-end test or only that.
    fn rust(&mut self, most: bool, end_to_end: bool) {
        let workspace = match Workspace::read(self.places) {
            Ok(workspace) => workspace,
            Err(error) => return self.count("cargo metadata", Err(error)),
        };
        say::heading("Rust tests");
        // Tests start the reader and the command line program, which cargo builds for the tests
        // of their own packages only.
        let mut build = tool::cargo();
        build.args(["build", "--workspace", "--bins"]);
        if !self.command("cargo build", &mut build) {
            return;
        }
        if most {
            // Naming the tests leaves out the end-to-end test, and selecting the whole
            // workspace all the same keeps the features of every dependency as they are.
            let mut cargo = tool::cargo();
            cargo.args(["test", "--workspace", "--no-fail-fast", "--lib", "--bins"]);
            for name in workspace.tests().filter(|name| *name != WINDOW) {
                cargo.args(["--test", name]);
            }
            let result = self.libtest(cargo);
            self.count("cargo test", result);
            let mut cargo = tool::cargo();
            cargo.args(["test", "--workspace", "--no-fail-fast", "--doc"]);
            let result = self.libtest(cargo);
            self.count("cargo test --doc", result);
        }
        if end_to_end {
            self.end_to_end(&workspace);
        }
    }

    fn end_to_end(&mut self, workspace: &Workspace) {
        say::heading("End-to-end test");
        if !workspace.tests().any(|name| name == WINDOW) {
            let error = anyhow::anyhow!("the workspace has no test named {WINDOW}");
            return self.count("end to end", Err(error));
        }
        if !cfg!(target_os = "linux") {
            say::begin("skipped: the webview has no driver on this system");
            self.tally += Tally { skipped: 1, ..Tally::default() };
            return;
        }
        let result = self.libtest(in_a_desktop());
        self.count("end to end", result);
    }

    /// Runs a command that ends in Rust test programs; passes its output on and counts.
    fn libtest(&self, mut command: Command) -> Result<Tally> {
        command.current_dir(&self.places.root).stdout(Stdio::piped());
        environment(&mut command, self.places);
        let mut child = command.spawn().map_err(|error| tool::explain(&command, &error))?;
        let mut tally = Tally::default();
        let mut output = BufReader::new(child.stdout.take().context("the child has no output")?);
        let mut line = Vec::new();
        // By bytes: a test may print what is no text.
        while output.read_until(b'\n', &mut line)? > 0 {
            let text = String::from_utf8_lossy(&line);
            print!("{text}");
            if let Some(counted) = Tally::of_libtest(&text) {
                tally += counted;
            }
            line.clear();
        }
        Ok(tally.ended(child.wait()?.success()))
    }

    fn npm(&mut self, name: &str, script: &str) {
        let mut npm = tool::npm();
        npm.args(["run", "--silent", script]).current_dir(self.places.interface());
        self.check(name, || tool::run(&mut npm).map(|()| Done::Now));
    }

    fn command(&mut self, name: &str, command: &mut Command) -> bool {
        command.current_dir(&self.places.root);
        self.check(name, || tool::run(command).map(|()| Done::Now))
    }

    fn check(&mut self, name: &str, work: impl FnOnce() -> Result<Done>) -> bool {
        let result = step(name, work);
        let passed = result.is_ok();
        if let Err(error) = result {
            eprintln!("        {error:#}");
            self.failures.push(name.to_owned());
            self.tally += Tally::FAILURE;
        }
        passed
    }

    fn count(&mut self, name: &str, result: Result<Tally>) {
        let tally = result.unwrap_or_else(|error| {
            eprintln!("        {error:#}");
            Tally::FAILURE
        });
        if tally.failed > 0 {
            self.failures.push(name.to_owned());
        }
        self.tally += tally;
    }
}

/// In CI a warning is an error; on a developer's machine it is a note.
fn warnings_are_errors() -> bool {
    env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false")
}
