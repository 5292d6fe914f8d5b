//! Measured: pages per processor second from scanned pages to recognised words. On which corpus: the
//! first pages of the files given (`cargo bench -p citelight-eval --bench ocr -- FILE…`, absolute
//! paths, since cargo runs a bench in its crate's folder), else the real scans of the shared test data. Against what: the `tesseract` command on one thread
//! (`OMP_THREAD_LIMIT=1`), in the same run, on the same pages as our renderer draws them at 300 dpi.
//!
//! Ours is the whole way of a page through the reader's child: opening, looking for native text,
//! rendering, preparing, recognising. The command's is loading a PNG and recognising; drawing it is
//! not counted. The two take turns, three rounds; medians and their ratio are printed. Needs Linux
//! (processor time of children), the release build of `citelight-reader`, `native/`, and
//! `CITELIGHT_TESSDATA` where the language data do not lie in the system's folder.

use std::env;
use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use citelight_core::PageNumber;
use citelight_eval::children_cpu_s;
use citelight_reader::{Limits, Reader, ReaderParts};

/// How often each way is measured.
const ROUNDS: usize = 3;
/// Files looked at when none is given.
const MOST: usize = 8;
/// Resolution at which the command gets its pages.
const DPI: u32 = 300;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = files(&root)?;
    let Some(tessdata) = tessdata() else {
        println!("ocr: skipped: no language data found; set CITELIGHT_TESSDATA");
        return Ok(());
    };
    if files.is_empty() {
        println!("ocr: skipped: no file given, and the shared test data are not there");
        return Ok(());
    }
    if children_cpu_s().is_none() {
        println!("ocr: skipped: this system does not tell the processor time of children");
        return Ok(());
    }
    let exe = env::current_exe()?.with_file_name("../citelight-reader");
    let parts = ReaderParts {
        exe: env::var_os("CITELIGHT_READER").map_or(exe, Into::into),
        pdfium: root.join("native/libpdfium.so"),
        documents: "/".into(), // files are named anywhere
        tessdata: Some(tessdata.clone()),
        languages: "eng".into(),
    };
    let command = Command::new("tesseract").arg("--version").output();
    if command.is_err() {
        println!("the tesseract command is not installed: ours is measured alone");
    }
    let folder = env::temp_dir().join(format!("citelight-ocr-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let pictures = if command.is_ok() { draw(&parts, &files, &folder)? } else { Vec::new() };

    let (mut ours, mut theirs, mut words) = (Vec::new(), Vec::new(), (0, 0));
    for _ in 0..ROUNDS {
        let before = cpu();
        words.0 = recognise(&parts, &files)?;
        ours.push(cpu() - before);
        if command.is_ok() {
            let before = cpu();
            words.1 = run_command(&pictures, &tessdata)?;
            theirs.push(cpu() - before);
        }
    }
    fs::remove_dir_all(&folder)?;

    println!("{} pages; medians of {ROUNDS} rounds", files.len());
    let rate = |seconds: Vec<f64>| files.len() as f64 / median(seconds);
    let own = rate(ours);
    println!("ours       {own:7.2} pages per CPU-second ({} words)", words.0);
    if command.is_ok() {
        let peer = rate(theirs);
        println!("tesseract  {peer:7.2} pages per CPU-second ({} words)", words.1);
        println!("ratio      {:7.2}", own / peer);
    }
    Ok(())
}

/// The files given, else some of the shared scans.
fn files(root: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let given: Vec<PathBuf> =
        env::args().skip(1).filter(|word| !word.starts_with("--")).map(PathBuf::from).collect();
    let shared = root.join("../shared/data/corpus/scan/real");
    if !given.is_empty() || !shared.is_dir() {
        return Ok(given);
    }
    let mut files: Vec<PathBuf> =
        shared.read_dir()?.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
    files.retain(|path| path.extension() == Some(OsStr::new("pdf")));
    files.sort();
    // Spread over the kinds, which go by name.
    let step = files.len().div_ceil(MOST).max(1);
    Ok(files.into_iter().step_by(step).collect())
}

fn tessdata() -> Option<PathBuf> {
    let given = env::var_os("CITELIGHT_TESSDATA").map(PathBuf::from);
    given
        .or_else(|| Some("/usr/share/tesseract-ocr/5/tessdata".into()))
        .filter(|folder| folder.join("eng.traineddata").is_file())
}

/// Processor seconds of the children that have ended.
fn cpu() -> f64 {
    children_cpu_s().unwrap_or(0.0)
}

/// Draws the first page of every file into the folder.
fn draw(
    parts: &ReaderParts,
    files: &[PathBuf],
    folder: &Path,
) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut reader = Reader::spawn(parts, &Limits::default())?;
    let mut pictures = Vec::new();
    for (file, at) in files.iter().zip(0..) {
        reader.open(file, None)?;
        let picture = folder.join(format!("{at}.png"));
        fs::write(&picture, reader.render(PageNumber::FIRST, DPI as f32 / 72.0)?)?;
        pictures.push(picture);
    }
    Ok(pictures)
}

/// Reads the first page of every file by one child; gives the number of words.
fn recognise(parts: &ReaderParts, files: &[PathBuf]) -> Result<usize, Box<dyn Error>> {
    let mut reader = Reader::spawn(parts, &Limits::default())?;
    let mut words = 0;
    for file in files {
        reader.open(file, None)?;
        words += reader.page(PageNumber::FIRST)?.words.len();
    }
    Ok(words)
}

/// Runs the command on every picture; gives the number of words.
fn run_command(pictures: &[PathBuf], tessdata: &Path) -> Result<usize, Box<dyn Error>> {
    let mut words = 0;
    for picture in pictures {
        let output = Command::new("tesseract")
            .arg(picture)
            .args(["-", "-l", "eng", "--psm", "3", "--dpi", &DPI.to_string()])
            .arg("--tessdata-dir")
            .arg(tessdata)
            .arg("tsv")
            .env("OMP_THREAD_LIMIT", "1")
            .output()?;
        if !output.status.success() {
            return Err(format!("tesseract failed on {}", picture.display()).into());
        }
        // The last of a line's twelve fields is the word; it is empty for blocks and lines.
        let table = String::from_utf8_lossy(&output.stdout);
        let word =
            |line: &&str| line.split('\t').nth(11).is_some_and(|word| !word.trim().is_empty());
        words += table.lines().skip(1).filter(word).count();
    }
    Ok(words)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
