//! The project's tooling: set-up, building, testing, packaging and the checks of the house.
//!
//! Owns: the command line of `cargo xtask`. Refuses: being needed at run time; nothing that is
//! installed knows of it.

mod interface;
mod onnx;
mod pack;
mod places;
mod say;
mod setup;
mod stamp;
mod system;
mod tool;
mod wheels;

use std::process::ExitCode;

use anyhow::{Result, bail};
use places::Places;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

  setup [--no-apt]           install what is missing: system packages, native libraries, the
                             embedding model, the interface's packages
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match dispatch(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[&str]) -> Result<ExitCode> {
    let places = Places::find()?;
    match arguments {
        ["setup"] => setup::setup(&places, true)?,
        ["setup", "--no-apt"] => setup::setup(&places, false)?,
        [] | ["help" | "--help" | "-h"] => print!("{USAGE}"),
        other => bail!("`{}` is no command\n\n{USAGE}", other.join(" ")),
    }
    Ok(ExitCode::SUCCESS)
}
