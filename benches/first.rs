//! From dropping a file to the first answer, beside the end of its import.
//!
//! `cargo bench -p citelight-engine --bench first -- FILE.pdf "QUESTION" [RUNS]` takes the file into an empty
//! library that is open already, as in the window, asks the question as soon as the document can be asked, and
//! again once its import is done. Reports; tests nothing.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use citelight_core::DocumentStatus;
use citelight_engine::{Ask, ImportWorker, Library};
use citelight_parts::Parts;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

const POLL: Duration = Duration::from_millis(5);

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let [file, question, rest @ ..] = arguments.as_slice() else {
        eprintln!("first FILE.pdf QUESTION [RUNS]");
        return Ok(());
    };
    let runs: usize = rest.first().map_or(Ok(3), |runs| runs.parse())?;
    println!("pages  can be asked  first answer  found  import done  found");
    for _ in 0..runs {
        once(&PathBuf::from(file), question)?;
    }
    Ok(())
}

fn once(file: &std::path::Path, question: &str) -> Outcome<()> {
    let dir = tempfile::tempdir()?;
    let library = Arc::new(Library::open(dir.path(), Parts::locate(), |_| {})?);
    library.warm_up()?;
    let imports = ImportWorker::start(Arc::clone(&library))?;
    let began = Instant::now();
    imports.take_in(vec![file.to_path_buf()]);
    let row = loop {
        if let [row] = library.documents()?.as_slice()
            && row.status == DocumentStatus::Ready
        {
            break row.clone();
        }
        thread::sleep(POLL);
    };
    let askable = began.elapsed();
    let ask = Ask { question, ..Ask::default() };
    let first = library.answer(&ask)?;
    let answered = began.elapsed();
    while library.document(&row.id)?.by_words {
        thread::sleep(POLL);
    }
    let done = began.elapsed();
    let last = library.answer(&ask)?;
    let page = |answer: &citelight_core::Answer| {
        answer
            .citations
            .first()
            .map_or_else(|| "–".to_owned(), |first| format!("p. {}", first.page))
    };
    println!(
        "{:>5}  {:>10.2} s  {:>10.2} s  {:<5}  {:>9.2} s  {}",
        row.pages,
        askable.as_secs_f32(),
        answered.as_secs_f32(),
        page(&first),
        done.as_secs_f32(),
        page(&last)
    );
    drop(imports);
    Ok(())
}
