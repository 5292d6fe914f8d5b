//! Measured: the time to encode a prompt of 512 tokens, the time of each of 64 tokens that answer it,
//! and the most memory on the way. On which model: packs of random weights with the shapes of Flan-T5
//! (`CITELIGHT_FLAN_CONFIGS`, a folder with `small/config.json` and so on, else the shared test data;
//! CITELIGHT_FLAN_SHAPES names the shapes, else `small`), or a real pack (`CITELIGHT_GENERATOR`).
//! Against what: transformers on torch's CPU build in 32-bit floats, greedy with its memory of keys and
//! values, in the same run (`CITELIGHT_PYTHON` names an interpreter that has both), two threads each.
//!
//! `cargo bench -p citelight-generator --bench generate`. Every way runs in a process of its own, in
//! turn, `ROUNDS` times; medians and their ratios are printed. Memory is the process's peak, as the
//! system counts it (`VmHWM`; `ru_maxrss` for the peer), with all that it has loaded.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use citelight_generator::{QUANTISED, T5, WEIGHTS, let_threads_sleep, quantise, random_pack};
use serde::{Deserialize, Serialize};

/// How often each way is measured.
const ROUNDS: usize = 5;
/// How often a process answers; the best time counts.
const REPEATS: usize = 5;
/// Tokens in.
const PROMPT: u32 = 512;
/// Tokens out.
const ANSWER: usize = 64;
/// Threads of either side.
const THREADS: &str = "2";
/// The argument by which this program measures one way in a process of its own.
const ONE: &str = "--one";

/// What one process has measured.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Measured {
    load_ms: f64,
    encode_ms: f64,
    token_ms: f64,
    peak_mb: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let_threads_sleep();
    let arguments: Vec<String> = env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == ONE) {
        let [config, weights] = [&arguments[at + 1], &arguments[at + 2]].map(Path::new);
        println!("{}", serde_json::to_string(&one(config, weights)?)?);
        return Ok(());
    }
    let mut any = false;
    if let Some(folder) = env::var_os("CITELIGHT_GENERATOR").map(PathBuf::from) {
        compare("the pack given", &folder)?;
        any = true;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let configs = env::var_os("CITELIGHT_FLAN_CONFIGS")
        .map_or_else(|| root.join("../shared/data/flan-t5"), PathBuf::from);
    let shapes = env::var("CITELIGHT_FLAN_SHAPES").unwrap_or_else(|_| "small".to_owned());
    for shape in shapes.split_whitespace() {
        let config = configs.join(shape).join("config.json");
        if config.exists() {
            let folder = env::temp_dir().join(format!("citelight-flan-t5-{shape}"));
            random_pack(&config, &folder, 1)?;
            compare(&format!("Flan-T5 {shape}, random weights"), &folder)?;
            any = true;
        }
    }
    if !any {
        println!("generate: skipped: no pack given, and the shared test data are not there");
    }
    Ok(())
}

/// Measures all ways in turn and prints them.
fn compare(title: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    if !folder.join(QUANTISED).exists() {
        quantise(folder, &mut |_, _| std::ops::ControlFlow::Continue(()))?;
    }
    let peer = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/peer_t5.py");
    let python = env::var("CITELIGHT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let own = env::current_exe()?;
    let ours = |weights: &str| {
        let mut command = Command::new(&own);
        command.arg(ONE).arg(folder.join("config.json")).arg(folder.join(weights));
        command
    };
    let theirs = || {
        let mut command = Command::new(&python);
        command.arg(&peer).arg(folder).args([PROMPT.to_string(), ANSWER.to_string()]);
        command.args(["--threads", THREADS, "--repeats", &REPEATS.to_string()]);
        command
    };
    let mut runs: [Vec<Measured>; 3] = Default::default();
    for _ in 0..ROUNDS {
        for (runs, command) in runs.iter_mut().zip([theirs(), ours(WEIGHTS), ours(QUANTISED)]) {
            match measure(command) {
                Ok(measured) => runs.push(measured),
                Err(reason) => println!("one way is not measured: {reason}"),
            }
        }
    }
    println!("{title}: {PROMPT} tokens in, {ANSWER} out, {THREADS} threads, medians of {ROUNDS}");
    let medians = runs.each_ref().map(|runs| median(runs));
    let names = ["transformers f32", "ours f32", "ours q8_0"];
    for (name, measured) in names.iter().zip(&medians) {
        let Some(Measured { load_ms, encode_ms, token_ms, peak_mb }) = measured else { continue };
        print!("  {name:<17} load {load_ms:6.0} ms, encode {encode_ms:6.1} ms");
        print!(", a token {token_ms:5.2} ms, peak {peak_mb:5.0} MB");
        if let Some(peer) = medians[0].as_ref().filter(|_| *name != names[0]) {
            print!("; tokens/s × {:.2}", peer.token_ms / token_ms);
            print!(", encode × {:.2}", encode_ms / peer.encode_ms);
            print!(", memory × {:.2}", peak_mb / peer.peak_mb);
        }
        println!();
    }
    Ok(())
}

fn measure(mut command: Command) -> Result<Measured, Box<dyn Error>> {
    command.env("RAYON_NUM_THREADS", THREADS).env("CANDLE_NUM_THREADS", THREADS);
    let output = command.output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let text = String::from_utf8(output.stdout)?;
    Ok(serde_json::from_str(text.lines().last().unwrap_or_default())?)
}

fn median(runs: &[Measured]) -> Option<Measured> {
    let of = |value: fn(&Measured) -> f64| {
        let mut values: Vec<f64> = runs.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied()
    };
    Some(Measured {
        load_ms: of(|m| m.load_ms)?,
        encode_ms: of(|m| m.encode_ms)?,
        token_ms: of(|m| m.token_ms)?,
        peak_mb: of(|m| m.peak_mb)?,
    })
}

/// Loads a model and answers one prompt several times; the best time of each part counts, on either
/// side, so that what else the machine does counts least.
fn one(config: &Path, weights: &Path) -> Result<Measured, Box<dyn Error>> {
    let start = Instant::now();
    let model = T5::load(config, weights)?;
    let load_ms = start.elapsed().as_secs_f64() * 1e3;
    // The ids that the peer takes, too; no end among them.
    let prompt: Vec<u32> = (0..PROMPT).map(|at| 100 + at * 61 % 30_000).collect();
    let (mut encode_ms, mut token_ms) = (f64::MAX, f64::MAX);
    for _ in 0..REPEATS {
        let start = Instant::now();
        let encoded = model.encode(&[&prompt])?;
        encode_ms = encode_ms.min(start.elapsed().as_secs_f64() * 1e3);
        let start = Instant::now();
        let mut state = model.start(&encoded)?;
        let mut last = model.start_token();
        for _ in 0..ANSWER {
            let logits = model.step(&[last], &mut state)?;
            last = logits.argmax(1)?.to_vec1::<u32>()?[0];
        }
        token_ms = token_ms.min(start.elapsed().as_secs_f64() * 1e3 / ANSWER as f64);
    }
    Ok(Measured { load_ms, encode_ms, token_ms, peak_mb: peak_mb()? })
}

/// The most memory that this process has had.
fn peak_mb() -> Result<f64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: f64 =
        line.and_then(|line| line.split_whitespace().next()).ok_or("no peak is stated")?.parse()?;
    Ok(kilobytes / 1024.0)
}
