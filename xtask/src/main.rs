//! The project's tooling: set-up, building, testing, packaging and the checks of the house.
//!
//! Owns: the command line of `cargo xtask`. Refuses: being needed at run time; nothing that is
//! installed knows of it.

mod demo;
mod dist;
mod doctor;
mod fuzz;
mod installs;
mod interface;
mod licences;
mod onnx;
mod pack;
mod places;
mod run;
mod say;
mod setup;
mod sockets;
mod stamp;
mod suites;
mod system;
mod tally;
mod tidy;
mod tool;
mod wheels;
mod workspace;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use places::Places;
use suites::Part;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

  setup [--no-apt]           install what is missing: system packages, native libraries, the
                             embedding model, the interface's packages
  run [-- ARGUMENTS]         set up, build in release and open the app; without a display, import
                             the sample documents, ask and show; with ARGUMENTS, call the command
                             line program with them
  test [--only rust|ui|e2e]  set up, check and run every test
  test --with-generator DIR  let the generator pack in DIR answer questions, and count the right ones
  screens FOLDER             take pictures of every view at three sizes, in light and dark
  screens FOLDER --language de   the same in German
  dist [--built]             build packages: .deb and .rpm; of the release programs that are there
  fuzz [TARGET] [SECONDS]    fuzz what takes in what others made: all of fuzz/, or one of it (600)
  installs FILE ROOT [SUITE] try a package in a bare system in the folder ROOT (bookworm): installed,
                             asked, upgraded, removed, purged (needs root); a .rpm after the .deb
  licences FOLDER            write what the programs are made of: THIRD-PARTY.txt, sbom.cdx.json
  sockets [--window]         do the main job without a network and count the sockets it asks for; with
                             --window, in the window too (needs strace)
  doctor                     print what is there and what is not
  tidy                       check the rules of the house and the boundaries between the crates
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
        ["run"] => return run::run(&places, &[]),
        ["run", "--", rest @ ..] => return run::run(&places, rest),
        ["test"] => return suites::test(&places, None),
        ["test", "--with-generator", folder] | ["test", "--", "--with-generator", folder] => {
            return suites::answers(&places, folder);
        }
        ["test", "--only", "rust"] => return suites::test(&places, Some(Part::Rust)),
        ["test", "--only", "ui"] => return suites::test(&places, Some(Part::Interface)),
        ["test", "--only", "e2e"] => return suites::test(&places, Some(Part::EndToEnd)),
        ["screens", folder] => return suites::screens(&places, folder, None),
        ["screens", folder, "--language", language] => {
            return suites::screens(&places, folder, Some(language));
        }
        ["licences", folder] => licences::write(&places, Path::new(folder))?,
        ["sockets"] => sockets::check(&places, false)?,
        ["sockets", "--window"] => sockets::check(&places, true)?,
        ["fuzz"] => fuzz::run(&places, None, "600")?,
        ["fuzz", seconds] if seconds.parse::<u32>().is_ok() => fuzz::run(&places, None, seconds)?,
        ["fuzz", target] => fuzz::run(&places, Some(target), "600")?,
        ["fuzz", target, seconds] => fuzz::run(&places, Some(target), seconds)?,
        ["installs", package, root] => {
            installs::check(Path::new(package), Path::new(root), "bookworm")?;
        }
        ["installs", package, root, suite] => {
            installs::check(Path::new(package), Path::new(root), suite)?;
        }
        ["dist"] => dist::dist(&places, false)?,
        ["dist", "--built"] => dist::dist(&places, true)?,
        ["doctor"] => return doctor::doctor(&places),
        ["tidy"] => {
            tidy::check(&places)?;
            workspace::Workspace::read(&places)?.check()?;
            licences::check(&places)?;
        }
        [] | ["help" | "--help" | "-h"] => print!("{USAGE}"),
        other => bail!("`{}` is no command\n\n{USAGE}", other.join(" ")),
    }
    Ok(ExitCode::SUCCESS)
}
