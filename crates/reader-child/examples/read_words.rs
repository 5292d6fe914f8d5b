//! Prints what the reader makes of a PDF, one line of JSON a page: number, status, problem, words
//! with box, size, source and confidence.
//!
//! `cargo run --example read_words -- FILE [LANGUAGES]`, after `cargo build` of this crate; needs
//! `native/libpdfium` and finds language data in `native/tessdata` or `TESSDATA_PREFIX`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use citelight_core::PageNumber;
use citelight_reader::{Limits, Reader, ReaderParts};

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let file = PathBuf::from(arguments.next().context("which file?")?);
    let languages = arguments.next().and_then(|l| l.into_string().ok());
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let library = format!("{}pdfium{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let program = std::env::current_exe()?;
    let folder = program.parent().and_then(|p| p.parent()).context("the program has no folder")?;
    let bundled = root.join("native/tessdata");
    let parts = ReaderParts {
        exe: folder.join(format!("citelight-reader{}", std::env::consts::EXE_SUFFIX)),
        pdfium: root.join("native").join(library),
        documents: "/".into(),
        tessdata: match std::env::var_os("TESSDATA_PREFIX") {
            Some(folder) => Some(folder.into()),
            None => bundled.is_dir().then_some(bundled),
        },
        languages: languages.unwrap_or_else(|| "eng".into()),
    };
    let mut reader = Reader::spawn(&parts, &Limits::default())?;
    let opened = reader.open(&file, None)?;
    let mut output = std::io::stdout().lock();
    for index in 0..opened.page_count as usize {
        let number = PageNumber::from_index(index);
        let line = match reader.page(number) {
            Ok(page) => serde_json::json!({
                "page": number, "status": page.info.status, "problem": page.info.problem,
                "width": page.info.width, "height": page.info.height, "words": page.words,
            }),
            Err(error) => serde_json::json!({ "page": number, "error": error.to_string() }),
        };
        writeln!(output, "{line}")?;
    }
    Ok(())
}
