//! `cargo xtask doctor`: what is there and what is not.
//!
//! Owns: the report. Changes nothing.

use std::env::consts::{ARCH, OS};
use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::places::{Places, library};
use crate::stamp::sha256_of;
use crate::{pack, system, tool, wheels};

/// Prints the report; fails when anything that is needed is missing.
pub(crate) fn doctor(places: &Places) -> Result<ExitCode> {
    let mut report = Report { missing: 0 };
    report.tool("Rust", tool::command("rustc").arg("--version"));
    report.tool("Node.js", tool::command("node").arg("--version"));
    report.tool("npm", tool::npm().arg("--version"));
    match wheels::python() {
        Ok(mut python) => report.tool("Python", python.arg("--version")),
        Err(error) => report.line("Python", Err(error)),
    }
    match wheels::pip() {
        Ok(mut pip) => report.tool("pip", pip.arg("--version")),
        Err(error) => report.line("pip", Err(error)),
    }
    report.line("system packages", packages());
    match wheels::natives(OS, ARCH) {
        Ok(natives) => {
            for native in natives {
                let path = places.native().join(library(native.stem));
                let found = format!("{}, {}", native.wheel().version, places.show(&path));
                let missing = || anyhow::anyhow!("{} is missing", places.show(&path));
                report.line(native.title, if path.is_file() { Ok(found) } else { Err(missing()) });
            }
        }
        Err(error) => report.line("native libraries", Err(error)),
    }
    report.line("embedding model", model(places));
    let packages = places.interface().join("node_modules");
    report.line(
        "interface packages",
        if packages.is_dir() { Ok("installed".into()) } else { Err(anyhow::anyhow!("missing")) },
    );
    println!("  {:<20} {}", "downloads", places.downloads.display());
    println!("  {:<20} {}", "built programs", places.target.display());
    if report.missing == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    println!("\n{} missing. `cargo xtask setup` installs what it can.", report.missing);
    Ok(ExitCode::FAILURE)
}

struct Report {
    missing: usize,
}

impl Report {
    fn tool(&mut self, name: &str, command: &mut Command) {
        let version = tool::output(command).map(|said| {
            let first = said.lines().next().unwrap_or_default();
            // pip adds where it lies, which is of use to nobody here.
            first.split(" from ").next().unwrap_or_default().to_owned()
        });
        self.line(name, version);
    }

    fn line(&mut self, name: &str, found: Result<String>) {
        match found {
            Ok(found) => println!("  {name:<20} {found}"),
            Err(error) => {
                self.missing += 1;
                println!("  {name:<20} MISSING: {error:#}");
            }
        }
    }
}

fn packages() -> Result<String> {
    if !system::has_apt() {
        return Ok("not known: this system has no apt".to_owned());
    }
    let missing = system::missing()?;
    if missing.is_empty() {
        return Ok(format!("all {} installed", system::PACKAGES.len()));
    }
    anyhow::bail!("{}", missing.join(" "))
}

/// Checks every file of the pack against its manifest, content included.
fn model(places: &Places) -> Result<String> {
    let folder = places.pack(pack::EMBEDDER);
    if let Some(name) = pack::missing_file(&folder) {
        anyhow::bail!("{} is not complete", places.show(&folder.join(name)));
    }
    let manifest = std::fs::read(folder.join("manifest.json"))?;
    let manifest: serde_json::Value = serde_json::from_slice(&manifest)?;
    for file in manifest["files"].as_array().into_iter().flatten() {
        let path = folder.join(file["name"].as_str().unwrap_or_default());
        if file["sha256"] != sha256_of(&path)?.as_str() {
            anyhow::bail!("{} is damaged", places.show(&path));
        }
    }
    let precision = manifest["precision"].as_str().unwrap_or_default();
    Ok(format!("{}, {precision}, {}", pack::EMBEDDER, places.show(&folder)))
}
