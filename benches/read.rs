//! Measured: pages per second from native PDFs to words with boxes. On which corpus: the files given
//! (`cargo bench -p citelight-eval --bench read -- FILE…`, absolute paths, since cargo runs a
//! bench in its crate's folder), else the filings of the shared test data. Against what: PyMuPDF's `get_text("words")` on one core, in the same run.
//!
//! Ours is the whole way that an import goes, with the children's start, the opening of the files
//! and the words' way through the pipe; PyMuPDF's time begins after its import. Each way is measured
//! five times in turn; medians and their ratios are printed. Words differ in number where the two
//! part them differently. Needs the release build of `citelight-reader`, `native/`, and for the peer
//! `python3` with pymupdf (`CITELIGHT_PYTHON` names another interpreter).

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::available_parallelism;

use citelight_eval::{Settings, speed};
use citelight_reader::{Limits, ReaderParts};
use serde::Deserialize;

/// How often each way is measured.
const ROUNDS: usize = 5;

/// What the peer says of one round.
#[derive(Deserialize)]
struct Peer {
    pages: usize,
    words: usize,
    seconds: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = files(&root)?;
    if files.is_empty() {
        println!("read: skipped: no file given, and the shared test data are not there");
        return Ok(());
    }
    let cores = available_parallelism().map_or(1, usize::from);
    let (mut all, mut one, mut peer) = (Vec::new(), Vec::new(), Vec::new());
    let (mut ours, mut theirs) = (None, None);
    for _ in 0..ROUNDS {
        let report = speed::measure(&files, &settings(&root, cores)?)?;
        all.push(report.seconds);
        one.push(speed::measure(&files, &settings(&root, 1)?)?.seconds);
        ours = Some(report);
        match time_peer(&root, &files) {
            Ok(round) => {
                peer.push(round.seconds);
                theirs = Some(round);
            }
            Err(reason) => println!("PyMuPDF is not measured: {reason}"),
        }
    }
    let Some(ours) = ours else { return Ok(()) };
    let rate = |pages: usize, seconds: f64| pages as f64 / seconds;
    println!(
        "{} files, {} pages, {} words ({} failed); medians of {ROUNDS} rounds",
        ours.files, ours.pages, ours.words, ours.failed
    );
    let (all, one) = (rate(ours.pages, median(all)), rate(ours.pages, median(one)));
    println!("ours, {cores} children     {all:8.1} pages/s");
    println!("ours, 1 child        {one:8.1} pages/s");
    if let Some(theirs) = theirs {
        let peer = rate(theirs.pages, median(peer));
        println!("PyMuPDF, 1 core      {peer:8.1} pages/s ({} words)", theirs.words);
        println!("all cores / PyMuPDF  {:8.2}", all / peer);
        println!("1 child / PyMuPDF    {:8.2}", one / peer);
    }
    Ok(())
}

/// The files given, else the shared filings.
fn files(root: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let given: Vec<PathBuf> =
        env::args().skip(1).filter(|word| !word.starts_with("--")).map(PathBuf::from).collect();
    let shared = root.join("../shared/data/financebench/pdfs");
    if !given.is_empty() || !shared.is_dir() {
        return Ok(given);
    }
    let mut files: Vec<PathBuf> =
        shared.read_dir()?.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
    files.sort();
    Ok(files)
}

fn settings(root: &Path, workers: usize) -> Result<Settings, Box<dyn Error>> {
    // A bench lies in `deps/`, below the programs of its profile.
    let exe = env::current_exe()?.with_file_name("../citelight-reader");
    let parts = ReaderParts {
        exe: env::var_os("CITELIGHT_READER").map_or(exe, Into::into),
        pdfium: root.join("native/libpdfium.so"),
        documents: "/".into(), // files are named anywhere
        tessdata: None,
        languages: "eng".into(),
    };
    Ok(Settings { parts, limits: Limits::default(), workers, page_cap: 0 })
}

fn time_peer(root: &Path, files: &[PathBuf]) -> Result<Peer, Box<dyn Error>> {
    let python = env::var_os("CITELIGHT_PYTHON").unwrap_or_else(|| "python3".into());
    let script = root.join("benches/peer_words.py");
    let output = Command::new(python).arg(script).arg("--time").args(files).output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(said.lines().last().unwrap_or("it failed").into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
