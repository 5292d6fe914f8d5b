//! Writes the sample documents into a folder, or checks that the files there are up to date.
//!
//! `samples [--check] [FOLDER]`; the folder is `assets/samples` of the project when none is given.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

fn main() -> anyhow::Result<ExitCode> {
    let mut check = false;
    let mut folder: Option<PathBuf> = None;
    for argument in std::env::args_os().skip(1) {
        match argument.to_str() {
            Some("--check") => check = true,
            Some(flag) if flag.starts_with('-') => bail!("usage: samples [--check] [FOLDER]"),
            _ if folder.is_none() => folder = Some(argument.into()),
            _ => bail!("usage: samples [--check] [FOLDER]"),
        }
    }
    let folder = folder
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/samples"));
    let samples = citelight_samples::generate()?;
    if !check {
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let mut stale = 0;
    for sample in samples {
        let path = folder.join(sample.file_name);
        if !check {
            std::fs::write(&path, &sample.bytes)
                .with_context(|| format!("cannot write {}", path.display()))?;
            println!("{} {} bytes", sample.file_name, sample.bytes.len());
        } else if std::fs::read(&path).is_ok_and(|bytes| bytes == sample.bytes) {
            println!("{} is up to date", sample.file_name);
        } else {
            eprintln!(
                "{} is missing or differs: run `cargo run -p citelight-samples`",
                path.display()
            );
            stale += 1;
        }
    }
    Ok(if stale == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
