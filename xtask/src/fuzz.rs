//! `cargo xtask fuzz [TARGET] [SECONDS]`: coverage-guided fuzzing of what takes in what others made.
//!
//! Owns: how the targets in `fuzz/` are compiled, on stable Rust, and how long they run. A target's corpus
//! lies in `fuzz/corpus`, cut down to what reaches something of its own after each run; inputs that break
//! something in `fuzz/found`. Refuses: being part of the tests, since a run of use takes minutes.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::places::Places;
use crate::say::{self, Done, step};
use crate::tool;

/// The targets, with the longest input that makes sense, in bytes.
const TARGETS: [(&str, u32); 5] = [
    ("frames", 4_096),
    ("structure", 2_048),
    ("tables", 1_024),
    ("repair", 4_096),
    ("headers", 4_096),
];

/// LLVM's pass that counts what was reached, as its fuzzer wants it. What nightly's sanitizers add is not
/// needed: this code is safe, and panics tell.
const COUNTERS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// No input may take longer, in seconds, nor more memory, in MiB.
const LIMITS: [&str; 2] = ["-timeout=10", "-rss_limit_mb=2048"];
/// Inputs that are kept of each target.
const MOST_KEPT: usize = 100;

/// Runs one target, or all of them, for so many seconds each.
pub(crate) fn run(places: &Places, only: Option<&str>, seconds: &str) -> Result<()> {
    let seconds: u32 = seconds.parse().context("SECONDS is a number")?;
    let chosen: Vec<_> =
        TARGETS.iter().filter(|(name, _)| only.is_none_or(|only| only == *name)).collect();
    ensure!(!chosen.is_empty(), "there are {}", TARGETS.map(|(name, _)| name).join(", "));
    say::heading("Fuzzing");
    let version = tool::output(tool::command("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("rustc does not name its host")?;
    let (folder, target) = (places.root.join("fuzz"), places.target.join("fuzz"));
    step("targets", || {
        let mut cargo = tool::cargo();
        cargo
            .args(["build", "--release", "--bins", "--target", host])
            .arg("--target-dir")
            .arg(&target);
        // Named a target, cargo leaves build scripts without counters.
        cargo.env("RUSTFLAGS", COUNTERS).current_dir(&folder);
        tool::run(&mut cargo)?;
        Ok(Done::Now)
    })?;
    for (name, longest) in chosen {
        let program = target.join(host).join("release").join(name);
        step(&format!("{name}, {seconds} s"), || {
            target_run(&folder, &program, name, *longest, seconds).map(|()| Done::Now)
        })?;
    }
    Ok(())
}

fn target_run(folder: &Path, program: &Path, name: &str, longest: u32, seconds: u32) -> Result<()> {
    let (corpus, found) = (folder.join("corpus").join(name), folder.join("found"));
    let grown = folder.join("target").join(name);
    for place in [&corpus, &found, &grown] {
        fs::create_dir_all(place).with_context(|| place.display().to_string())?;
    }
    let mut fuzz = tool::command(program);
    fuzz.arg(&grown).arg(&corpus).args(LIMITS).arg(format!("-max_len={longest}"));
    fuzz.arg(format!("-max_total_time={seconds}")).arg("-print_final_stats=1");
    fuzz.arg(format!("-artifact_prefix={}/{name}-", found.display()));
    let log = folder.join("target").join(format!("{name}.log"));
    fuzz.stderr(fs::File::create(&log)?);
    let status = fuzz.status().map_err(|error| tool::explain(&fuzz, &error))?;
    let said = fs::read_to_string(&log)?;
    for line in
        said.lines().filter(|line| line.starts_with("stat::number") || line.contains(" DONE "))
    {
        say::begin(line);
    }
    ensure!(status.success(), "{name} found something: {} and {}", found.display(), log.display());
    keep(&grown, &corpus)
}

/// Keeps the smallest inputs, which say the most for their size.
fn keep(grown: &Path, corpus: &Path) -> Result<()> {
    let mut inputs: Vec<_> = [grown, corpus]
        .iter()
        .flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten())
        .filter_map(|entry| Some((entry.metadata().ok()?.len(), entry.path())))
        .collect();
    inputs.sort();
    let kept: Vec<(String, Vec<u8>)> = inputs
        .iter()
        .step_by(inputs.len().div_ceil(MOST_KEPT).max(1))
        .map(|(_, path)| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Ok((name, fs::read(path)?))
        })
        .collect::<Result<_>>()?;
    fs::remove_dir_all(corpus)?;
    fs::create_dir_all(corpus)?;
    for (name, bytes) in kept {
        fs::write(corpus.join(name), bytes)?;
    }
    Ok(())
}
