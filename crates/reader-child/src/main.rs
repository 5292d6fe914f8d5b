//! The child that reads PDFs for the app: pdfium and tesseract behind a pipe.
//!
//! `citelight-reader --pdfium FILE [--documents FOLDER] [--tessdata FOLDER] [--languages LIST]
//! [--memory-bytes N]`, started by
//! `citelight-reader`'s host side, speaks frames on its input and output and nothing else there.
//! It owns no state worth keeping: it may be ended at any moment.
//!
//! Refuses: anything but reading. It caps its own memory, gives up files, network and programs
//! before it opens a document, and leaves when its host does.

mod arguments;
mod content;
mod judge;
#[cfg(test)]
mod made_words;
mod mend;
mod plan;
mod scan;
mod serve;

use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::Context;
use citelight_confine as confine;
use citelight_reader::protocol::{self, Failure, MAX_REPLY_BYTES, Reply};
use citelight_reader::{Confinement, write_frame};

use crate::arguments::Arguments;
use crate::scan::Ocr;

/// Where pdfium looks for the fonts that a file names but does not hold.
const FONTS: [&str; 4] = [
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/usr/share/X11/fonts/Type1",
    "/usr/share/X11/fonts/TTF",
];

fn main() -> anyhow::Result<()> {
    if std::env::args_os().nth(1).is_some_and(|first| first == Confinement::ARGUMENT) {
        // As below, to say how it goes on this computer.
        confine::cap_resources(0)?;
        let files = confine::close_files(&[]).unwrap_or(false);
        let calls = confine::filter_calls().is_ok() && cfg!(target_os = "linux");
        println!("{}", Confinement { files, calls }.text());
        return Ok(());
    }
    let arguments = Arguments::parse(std::env::args_os().skip(1))?;
    // Whatever the native libraries print to the standard output must not end up between frames.
    let mut output = confine::take_stdout().context("the output cannot be set aside")?;
    write_frame(&mut output, &protocol::greeting(), MAX_REPLY_BYTES)?;

    let library = match citelight_pdf::bind(&arguments.pdfium) {
        Ok(library) => library,
        Err(error) => {
            let reason = match error {
                citelight_pdf::PdfError::Library { reason, .. } => reason,
                other => other.to_string(),
            };
            return serve::send(&mut output, &Reply::Failed(Failure::Library(reason)));
        }
    };
    // What its host holds in memory cannot be reached once other processes are out of sight.
    let held = arguments.held_document().map(File::open).transpose();
    let held = held.context("the document cannot be taken over")?;
    // The order matters: rules on files hold for threads that start after them, and no file of a
    // person's has been touched yet.
    confine::cap_resources(arguments.memory_bytes).context("the limits cannot be set")?;
    let documents = arguments.documents.as_deref().filter(|_| held.is_none());
    let readable = [documents, arguments.tessdata.as_deref()];
    let fonts = FONTS.iter().map(Path::new);
    let readable: Vec<&Path> = readable.into_iter().flatten().chain(fonts).collect();
    confine::close_files(&readable).context("the file system cannot be closed")?;
    confine::leave_with_host().context("the host cannot be watched")?;
    confine::filter_calls().context("the system calls cannot be filtered")?;
    serve::send(&mut output, &Reply::Ready)?;
    let ocr = Ocr::new(arguments.tessdata, arguments.languages);
    serve::run(&library, held, ocr, &mut io::stdin().lock(), &mut output)
}
