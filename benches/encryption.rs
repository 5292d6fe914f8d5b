//! What encryption costs: the same PDFs in a plain and in an encrypted library.
//!
//! `cargo bench -p citelight-engine --bench encryption -- QUESTIONS.txt FILE.pdf…` imports the files into both, each in a
//! process of its own, then opens each anew and asks the questions (one a line), once to warm up and `RUNS` times to
//! measure; the two take turns, since other programs disturb. Memory is the most that the process ever held, its
//! children not counted (`VmHWM`); for the encrypted one it includes scrypt's 256 MiB, which are given back. Reports; tests nothing.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use citelight_engine::{Ask, Library, LibraryKey, encrypt, is_encrypted, unlock};
use citelight_parts::Parts;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

const PASSPHRASE: &str = "words for measuring alone";
/// Times that everything is done.
const RUNS: usize = 3;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    match arguments.as_slice() {
        [task, dir, files @ ..] if task == "import" => import(Path::new(dir), files),
        [task, dir, questions] if task == "ask" => ask(Path::new(dir), Path::new(questions)),
        [questions, files @ ..] if !files.is_empty() => compare(questions, files),
        _ => {
            eprintln!("encryption QUESTIONS.txt FILE.pdf…");
            Ok(())
        }
    }
}

fn compare(questions: &str, files: &[String]) -> Outcome<()> {
    let this = std::env::current_exe()?;
    for run in 0..RUNS {
        let place = tempfile::tempdir()?;
        for name in ["plain", "encrypted"] {
            let dir = place.path().join(name);
            drop(Library::open(&dir, Parts::locate(), |_| {})?);
            if name == "encrypted" {
                encrypt(&dir, PASSPHRASE)?;
            }
            println!("run {}, {name}:", run + 1);
            Command::new(&this).arg("import").arg(&dir).args(files).status()?;
            Command::new(&this).arg("ask").arg(&dir).arg(questions).status()?;
            println!("  {:.1} MB in the folder", below(&dir) as f64 / 1e6);
        }
        if run == 0 {
            let plain = place.path().join("plain");
            let began = Instant::now();
            let changed = encrypt(&plain, PASSPHRASE)?;
            println!("{} PDFs encrypted in {:.1} s", changed.files, began.elapsed().as_secs_f32());
        }
    }
    Ok(())
}

fn key(dir: &Path) -> Outcome<Option<LibraryKey>> {
    Ok(is_encrypted(dir).then(|| unlock(dir, PASSPHRASE)).transpose()?)
}

fn import(dir: &Path, files: &[String]) -> Outcome<()> {
    let library = Library::open_unlocked(dir, key(dir)?, Parts::locate(), |_| {})?;
    let began = Instant::now();
    for file in files {
        library.register(&PathBuf::from(file))?;
    }
    let mut pages = 0;
    while let Some(imported) = library.import_next()? {
        pages += imported.row.pages;
    }
    library.save_index()?;
    println!("  import of {pages} pages {:.1} s, {}", began.elapsed().as_secs_f32(), most_held());
    Ok(())
}

fn ask(dir: &Path, questions: &Path) -> Outcome<()> {
    let questions = std::fs::read_to_string(questions)?;
    let questions: Vec<&str> = questions.lines().filter(|line| !line.is_empty()).collect();
    let began = Instant::now();
    let key = key(dir)?;
    let unlocked = began.elapsed();
    let library = Library::open_unlocked(dir, key, Parts::locate(), |_| {})?;
    let opened = began.elapsed();
    library.answer(&Ask { question: questions[0], ..Ask::default() })?;
    let first = began.elapsed();
    let mut times = Vec::new();
    for round in 0..=RUNS {
        for question in &questions {
            let began = Instant::now();
            library.answer(&Ask { question, ..Ask::default() })?;
            if round > 0 {
                times.push(began.elapsed().as_secs_f32() * 1000.0);
            }
        }
    }
    times.sort_by(f32::total_cmp);
    let at = |share: f32| times[((times.len() - 1) as f32 * share).round() as usize];
    let row = library.documents()?.into_iter().next().ok_or("no document")?;
    let began = Instant::now();
    library.render_page(&row.id, citelight_core::PageNumber::FIRST, 1.0)?;
    println!(
        "  unlocked {:.2} s, open {:.2} s, first answer {:.2} s; question p50 {:.0} ms, p95 {:.0} ms ({}); first \
         page drawn {:.0} ms; {}",
        unlocked.as_secs_f32(),
        (opened - unlocked).as_secs_f32(),
        (first - opened).as_secs_f32(),
        at(0.5),
        at(0.95),
        times.len(),
        began.elapsed().as_secs_f32() * 1000.0,
        most_held()
    );
    Ok(())
}

fn most_held() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib: f64 =
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0.0);
    format!("{:.0} MB held at most", kib / 1000.0)
}

fn below(path: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(path) else {
        return path.metadata().map_or(0, |meta| meta.len());
    };
    entries.flatten().map(|entry| below(&entry.path())).sum()
}
