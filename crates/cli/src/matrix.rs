//! `citelight matrix`: the same questions put to each of several documents, as a table.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use citelight_core::{DocumentId, ErrorCode, MatrixProgress, WireError};
use citelight_engine::{EngineError, Library, TableFormat};
use indicatif::{ProgressBar, ProgressStyle};

use crate::print::Out;

/// What may be said behind `matrix`.
#[derive(Debug, clap::Args)]
pub(crate) struct MatrixArgs {
    /// A text file with a question a line; blank lines and lines that begin with “#” are passed over. “-”
    /// reads standard input.
    #[arg(value_name = "QUESTIONS")]
    questions: PathBuf,
    /// Ask this document; may be given several times [default: all].
    #[arg(long, value_name = "FILE|ID")]
    pub(crate) doc: Vec<String>,
    /// Ask the documents of this collection; may be given several times.
    #[arg(long, value_name = "NAME")]
    pub(crate) collection: Vec<String>,
    /// The matrix's name in the library [default: the name of the file]. The same name again goes on with the
    /// same matrix, and fills only what is new or has changed.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Fill every cell anew; corrections stay.
    #[arg(long)]
    again: bool,
    /// The file to write; its ending says the form: .xlsx, .csv, .md, .html or .json [default: Markdown on
    /// standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn input(message: String, hint: &str) -> EngineError {
    EngineError::Message(WireError::new(ErrorCode::Input, message).hint(hint))
}

fn questions_in(file: &Path) -> Result<Vec<String>, EngineError> {
    let mut text = String::new();
    let read = if file == Path::new("-") {
        std::io::stdin().read_to_string(&mut text).map(drop)
    } else {
        fs::read_to_string(file).map(|read| text = read)
    };
    read.map_err(|error| {
        let what = format!("“{}” cannot be read: {error}.", file.display());
        input(what, "Name a text file with a question a line.")
    })?;
    let lines = text.lines().map(str::trim);
    let questions = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(questions.map(str::to_owned).collect())
}

/// Makes or renews a matrix, fills it, and writes it. Gives whether any cell says something.
pub(crate) fn matrix(
    library: &Library,
    args: &MatrixArgs,
    documents: &[DocumentId],
    out: &Out,
) -> Result<bool, EngineError> {
    // Before hours of work: whether its result can be written.
    if let Some(file) = args.out.as_deref().filter(|file| !Library::is_matrix_file(file)) {
        let what = format!("“{}” has an ending that says no form.", file.display());
        return Err(input(what, "Let it end in .xlsx, .csv, .md, .html or .json."));
    }
    let questions = questions_in(&args.questions)?;
    let stem = args.questions.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = args.name.clone().unwrap_or(stem);
    let id = library.set_matrix(&name, &questions, documents)?;
    if args.again {
        library.outdate_matrix(id)?;
    }
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} cells, {eta} left") {
        bar.set_style(style);
    }
    let told = |progress: MatrixProgress| {
        bar.set_length(u64::from(progress.total));
        bar.set_position(u64::from(progress.done));
    };
    // Whatever ends the process: what is filled stays, and the same call goes on.
    let filled = library.fill_matrix(id, &AtomicBool::new(false), &told);
    bar.finish_and_clear();
    filled?;
    library.save_index()?;
    let matrix = library.matrix(id)?;
    match &args.out {
        Some(file) => {
            fs::write(file, library.matrix_file(id, file)?).map_err(|error| {
                let what = format!("“{}” cannot be written: {error}.", file.display());
                input(
                    what,
                    "Choose another folder: the matrix is kept, and the same call writes it.",
                )
            })?;
        }
        _ if out.json => matrix.cells.iter().for_each(|cell| out.object(cell)),
        _ => out.text(&library.matrix_text(id, TableFormat::Markdown)?),
    }
    let answers = || matrix.cells.iter().filter_map(|cell| cell.answer.as_ref());
    let (said, failed) =
        (answers().filter(|one| one.found).count(), answers().filter(|one| one.problem.is_some()));
    let total = matrix.questions.len() * matrix.documents.len();
    out.note(&format!("“{}”: {said} of {total} cells say something.", matrix.row.name));
    for problem in failed.filter_map(|one| one.problem.as_deref()).take(3) {
        out.note(&format!("A cell could not be asked: {problem}"));
    }
    Ok(said > 0)
}
