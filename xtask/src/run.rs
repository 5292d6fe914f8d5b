//! `cargo xtask run`: the app from nothing, or the same job without a display.
//!
//! Owns: the release build and the choice between the window, the demonstration and the command
//! line program.

use std::env;
use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::places::Places;
use crate::say::{self, Done, step};
use crate::{demo, interface, setup, tool};

/// The packages whose programs make up the app.
pub(crate) const PACKAGES: [&str; 5] = [
    "citelight-app",
    "citelight-cli",
    "citelight-fetch",
    "citelight-ranker-child",
    "citelight-reader-child",
];

/// Sets up, builds in release, and starts. `arguments` go to the command line program.
pub(crate) fn run(places: &Places, arguments: &[&str]) -> Result<ExitCode> {
    setup::setup(places, true)?;
    build(places)?;
    if !arguments.is_empty() {
        let status = start(places, "citelight").args(arguments).status();
        return Ok(exit_code(status?.code()));
    }
    if has_display() {
        say::heading("Opening Citelight");
        tool::run(&mut start(places, "citelight-app"))?;
        return Ok(ExitCode::SUCCESS);
    }
    say::heading("There is no display: the same job on the command line");
    demo::run(places)?;
    Ok(ExitCode::SUCCESS)
}

/// Builds the interface and the programs in release.
pub(crate) fn build(places: &Places) -> Result<()> {
    say::heading("Build");
    step("interface", || interface::build(places))?;
    step("programs (release; minutes when it is the first time)", || {
        let mut cargo = tool::cargo();
        cargo.args(["build", "--release", "--bins"]).current_dir(&places.root);
        cargo.args(PACKAGES.iter().flat_map(|package| ["--package", package]));
        tool::run(&mut cargo)?;
        Ok(Done::Now)
    })
}

/// A release program, told where the parts of this checkout lie.
pub(crate) fn start(places: &Places, program: &str) -> Command {
    let mut command = tool::command(places.program(program, true));
    command.current_dir(&places.root);
    environment(&mut command, places);
    command
}

/// What every program of the app is started with.
pub(crate) fn environment(command: &mut Command, places: &Places) {
    command.env("CITELIGHT_ROOT", &places.root);
    // OpenMP's threads spin while they wait, unless told otherwise before the program starts:
    // on a busy machine that costs 10 to 100 times the time of a search.
    if env::var_os("OMP_WAIT_POLICY").is_none() {
        command.env("OMP_WAIT_POLICY", "passive");
    }
}

fn has_display() -> bool {
    let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// A program's exit code as ours; one that a signal ended counts as our failure.
fn exit_code(code: Option<i32>) -> ExitCode {
    code.and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from)
}
