//! `cargo run --release -p citelight-eval --example read -- TASK PATH…`: one measurement on the
//! terminal. TASK is boxes, order, scans, tables, speed, corpus, outlines, headings or chunks; tables
//! wants the file of cells and the folder of the files that it names, headings the file of labels and
//! such a folder, speed, corpus and chunks want files; the parts are those of the checkout.
//! `CITELIGHT_READER` names another reader program, `CITELIGHT_TESSDATA` the language data,
//! `CITELIGHT_WORKERS` how many children read at once,
//! and `CITELIGHT_JSON` gives the report as JSON.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use citelight_eval::{Settings, Task, run};
use citelight_reader::{Limits, ReaderParts};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let task = arguments.next().ok_or("no task given")?;
    let paths: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let first = paths.first().cloned().ok_or("no path given")?;
    let task = match task.as_str() {
        "boxes" => Task::Boxes(first),
        "order" => Task::Order(first),
        "scans" => Task::Scans(first),
        "tables" => Task::Tables(first, paths.get(1).cloned().ok_or("no data folder given")?),
        "speed" => Task::Speed(paths),
        "corpus" => Task::Corpus(paths),
        "outlines" => Task::Outlines(first),
        "headings" => Task::Headings(first, paths.get(1).cloned().ok_or("no data folder given")?),
        "chunks" => Task::Chunks(paths),
        other => return Err(format!("no such task: {other}").into()),
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // The example lies in `examples/` beside the programs of its profile.
    let beside = env::current_exe()?.with_file_name("../citelight-reader");
    let workers = match env::var("CITELIGHT_WORKERS") {
        Ok(count) => count.parse()?,
        Err(_) => available_parallelism().map_or(1, Into::into),
    };
    let parts = ReaderParts {
        exe: env::var_os("CITELIGHT_READER").map_or(beside, Into::into),
        pdfium: root.join("native/libpdfium.so"),
        documents: "/".into(), // the truth names files anywhere
        tessdata: env::var_os("CITELIGHT_TESSDATA").map(Into::into),
        languages: "eng".into(),
    };
    let settings = Settings { parts, limits: Limits::default(), workers, page_cap: 60 };
    let report = run(&task, &settings)?;
    match env::var_os("CITELIGHT_JSON") {
        Some(_) => println!("{}", serde_json::to_string(&report)?),
        None => print!("{report}"),
    }
    Ok(())
}
