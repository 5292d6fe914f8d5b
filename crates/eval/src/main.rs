//! `citelight-eval`: the measurements that developers need and people do not.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use citelight_engine::Library;
use citelight_eval::sets::read_sets;
use citelight_eval::snapshot::{Record, compare, record};
use citelight_parts::Parts;
use clap::{Parser, Subcommand};

/// Measures Citelight on sets of questions, and trains its models.
#[derive(Debug, Parser)]
#[command(name = "citelight-eval", version)]
struct Args {
    /// The library that holds the sets' documents.
    #[arg(long, value_name = "DIR")]
    library: PathBuf,
    /// The file of sets.
    #[arg(long, value_name = "FILE", default_value = "crates/eval/sets.toml")]
    sets: PathBuf,
    /// The folder that the paths in the file of sets are relative to.
    #[arg(long, value_name = "DIR", default_value = "../shared/data")]
    data: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write every answer, citation and confidence to a file, and tell how they differ from an earlier
    /// one. Ends with 1 where any differs.
    Snapshot {
        /// Where to write them, one JSON object a line.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// The earlier file.
        #[arg(long, value_name = "FILE")]
        against: Option<PathBuf>,
        /// Only sets of these names.
        #[arg(long, value_name = "NAME")]
        only: Vec<String>,
    },
}

fn main() -> ExitCode {
    citelight_engine::let_threads_sleep();
    citelight_engine::log_to_stderr();
    match run(&Args::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<ExitCode> {
    let mut sets = read_sets(&args.sets, &args.data)?;
    match &args.command {
        Command::Snapshot { out, against, only } => {
            sets.retain(|set| only.is_empty() || only.contains(&set.name));
            let library = Library::open(&args.library, Parts::locate(), |_| {})?;
            let file = fs::File::create(out).with_context(|| out.display().to_string())?;
            let (mut file, mut failed) = (BufWriter::new(file), Ok(()));
            let mut now = Vec::new();
            record(&library, &sets, &mut |one| {
                if failed.is_ok() {
                    failed = writeln!(file, "{}", one.line());
                }
                now.push(one);
            })?;
            failed.and_then(|()| file.flush()).with_context(|| out.display().to_string())?;
            println!("{} answers written to {}", now.len(), out.display());
            let Some(before) = against else { return Ok(ExitCode::SUCCESS) };
            // What was written is what is compared: a float that is written short reads short.
            let comparison = compare(&read(before)?, &read(out)?);
            print!("{comparison}");
            let same = comparison.changed.is_empty() && comparison.unmatched.is_empty();
            Ok(if same { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
    }
}

fn read(path: &Path) -> Result<Vec<Record>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let record = |(number, line): (usize, &str)| {
        Record::parse(line)
            .with_context(|| format!("{}, line {}: no record", path.display(), number + 1))
    };
    text.lines().enumerate().map(record).collect()
}
