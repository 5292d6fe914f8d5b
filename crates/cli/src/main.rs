//! `citelight`: the library on the command line.
//!
//! Results go to stdout, as words or, with `--json`, as one object a line; progress and complaints
//! go to stderr. Exit codes: 0 done, 1 nothing found, 2 the input or the call is at fault, 3 ours.

mod add;
mod args;
mod eval;
mod matrix;
mod models;
mod passphrase;
mod print;
mod reindex;
mod shown;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use citelight_core::{
    DocumentId, DocumentStatus, ErrorCode, PageNumber, Quad, QuestionId, WireError,
};
use citelight_engine::{
    Ask, EngineError, Event, Library, LibraryKey, Models, Recovered, changes_as,
    default_library_dir,
};
use citelight_parts::Parts;
use clap::{CommandFactory, Parser};

use add::Task;
use args::{Args, CollectionCommand, Command, ExportFormat};
use print::Out;
use zeroize::Zeroizing;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Done,
    NothingFound,
    InputAtFault,
    Ours,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        ExitCode::from(match outcome {
            Outcome::Done => 0,
            Outcome::NothingFound => 1,
            Outcome::InputAtFault => 2,
            Outcome::Ours => 3,
        })
    }
}

fn main() -> ExitCode {
    citelight_engine::silence();
    citelight_engine::let_threads_sleep();
    citelight_engine::start_logging();
    let args = Args::parse();
    let out = Out { json: args.json };
    match run(args, &out) {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            out.error(&error);
            match error.code {
                ErrorCode::NotFound => Outcome::NothingFound,
                ErrorCode::MissingPart | ErrorCode::Internal => Outcome::Ours,
                _ => Outcome::InputAtFault,
            }
            .into()
        }
    }
}

fn run(args: Args, out: &Out) -> Result<Outcome, WireError> {
    let dir = args.library.unwrap_or_else(default_library_dir);
    let wire = |error: EngineError| error.to_wire();
    let passphrase = args.passphrase;
    match args.command {
        Command::Encrypt => {
            return passphrase::encrypt(&dir, &passphrase, out).map(|()| Outcome::Done);
        }
        Command::Decrypt => {
            return passphrase::decrypt(&dir, &passphrase, out).map(|()| Outcome::Done);
        }
        Command::Passphrase => {
            return passphrase::change(&dir, &passphrase, out).map(|()| Outcome::Done);
        }
        Command::Add { paths, password_stdin } => {
            let (task, key) = (Task::Paths(&paths), passphrase.key(&dir)?);
            let password = password(password_stdin)?;
            return add::import(&dir, key, Parts::locate(), &task, password, out).map_err(wire);
        }
        Command::Retry { documents, older, page, password_stdin } => {
            let task = match older {
                true => Task::Older,
                false => Task::Again { documents: &documents, pages: &page },
            };
            let (key, password) = (passphrase.key(&dir)?, password(password_stdin)?);
            return add::import(&dir, key, Parts::locate(), &task, password, out).map_err(wire);
        }
        Command::Models(command) => {
            return models::models(&Models::new(&Parts::locate()), &command, out).map_err(wire);
        }
        Command::Eval(args) => return eval::eval(args, &dir, out),
        Command::Completions { shell } => {
            clap_complete::generate(
                shell,
                &mut Args::command(),
                "citelight",
                &mut std::io::stdout(),
            );
            return Ok(Outcome::Done);
        }
        Command::Man => {
            // A reader that has gone away (`| head`) is no error.
            let _ = clap_mangen::Man::new(Args::command()).render(&mut std::io::stdout());
            return Ok(Outcome::Done);
        }
        Command::New => {
            citelight_engine::forget_library(&dir);
            let key = passphrase.key(&dir)?;
            let library =
                Library::open_unlocked(&dir, key, Parts::locate(), |_| {}).map_err(wire)?;
            out.documents(&library.documents().map_err(wire)?);
            return Ok(Outcome::Done);
        }
        Command::Restore { from } => {
            // What takes the place of the whole library needs no key of it.
            let own = |from: &PathBuf| from.starts_with(dir.join("backups"));
            let key = match from.as_ref().is_none_or(own) {
                true => passphrase.key(&dir)?,
                false => None,
            };
            let restored = citelight_engine::restore(&dir, from.as_deref(), key.as_ref());
            return recover(&dir, key, &restored.map_err(wire)?, out).map_err(wire);
        }
        Command::Rebuild => {
            let key = passphrase.key(&dir)?;
            let rebuilt = citelight_engine::rebuild(&dir, key.as_ref()).map_err(wire)?;
            return recover(&dir, key, &rebuilt, out).map_err(wire);
        }
        Command::Mcp { write } => {
            let key = passphrase.key_without_input(&dir)?;
            return serve(&dir, key, write, out);
        }
        _ => {}
    }
    let key = passphrase.key(&dir)?;
    let library = Library::open_unlocked(&dir, key, Parts::locate(), |_| {}).map_err(wire)?;
    for note in library.notes_on_opening() {
        out.note(&note.to_string());
    }
    run_open(&library, args.command, out).map_err(wire)
}

/// Serves the library to an assistant. Standard output is the protocol's: what is to be said of the library
/// goes to standard error.
fn serve(
    dir: &Path,
    key: Option<LibraryKey>,
    write: bool,
    out: &Out,
) -> Result<Outcome, WireError> {
    let notice = |event: Event| {
        if let Event::Notice { notice, .. } = event {
            let _ = writeln!(std::io::stderr(), "{notice}");
        }
    };
    let library = Library::open_unlocked(dir, key, Parts::locate(), notice)?;
    for mistake in library.notes_on_opening() {
        out.note(&mistake.to_string());
    }
    let library = Arc::new(library);
    citelight_mcp::serve(Arc::clone(&library), write)
        .map_err(|error| WireError::new(ErrorCode::Input, error.to_string()))?;
    // A cache: the next start need not make it again. Once is enough, not at every call.
    library.save_index()?;
    Ok(Outcome::Done)
}

/// The documents of collections that can be asked. That there are none is an error: all would be asked.
fn collected(library: &Library, names: &[String]) -> Result<Vec<DocumentId>, EngineError> {
    let mut documents = Vec::new();
    for name in names {
        let before = documents.len();
        for id in library.find_collection(name)?.documents {
            if library.document(&id)?.status == DocumentStatus::Ready {
                documents.push(id);
            }
        }
        if documents.len() == before {
            let error =
                WireError::new(ErrorCode::Input, format!("No document of “{name}” is ready."));
            let hint = "Add some with `citelight collection add NAME FILE…`.";
            return Err(EngineError::Message(error.hint(hint)));
        }
    }
    Ok(documents)
}

fn run_open(library: &Library, command: Command, out: &Out) -> Result<Outcome, EngineError> {
    let find = |name: &String| library.find_document(name);
    let ids = |names: &[String]| -> Result<Vec<DocumentId>, EngineError> {
        names.iter().map(|name| Ok(find(name)?.id)).collect()
    };
    Ok(match command {
        // Taken care of before the library was opened.
        Command::Add { .. }
        | Command::Retry { .. }
        | Command::Models(_)
        | Command::Eval(_)
        | Command::Mcp { .. }
        | Command::Restore { .. }
        | Command::New
        | Command::Encrypt
        | Command::Decrypt
        | Command::Passphrase
        | Command::Completions { .. }
        | Command::Man
        | Command::Rebuild => Outcome::Ours,
        Command::Backup { to } => {
            let backed_up = library.back_up(&to)?;
            out.backed_up(&backed_up, &to);
            if backed_up.missing.is_empty() { Outcome::Done } else { Outcome::InputAtFault }
        }
        Command::List { collection } => {
            let mut rows = library.documents()?;
            if let Some(name) = collection {
                let collection = library.find_collection(&name)?;
                rows.retain(|row| collection.documents.contains(&row.id));
            }
            out.documents(&rows);
            Outcome::Done
        }
        Command::Collection(CollectionCommand::List) => {
            out.collections(&library.collections()?);
            Outcome::Done
        }
        Command::Collection(CollectionCommand::Add { name, documents }) => {
            library.put_in_collection(&name, &ids(&documents)?)?;
            out.collections(&[library.find_collection(&name)?]);
            Outcome::Done
        }
        Command::Collection(CollectionCommand::Remove { name, documents }) => {
            let collection = library.find_collection(&name)?;
            if documents.is_empty() {
                library.delete_collection(collection.id)?;
            } else {
                library.set_in_collection(collection.id, &ids(&documents)?, false)?;
                out.collections(&[library.find_collection(&name)?]);
            }
            Outcome::Done
        }
        Command::Ask { question, doc, collection, quotes, how } => {
            let documents = [ids(&doc)?, collected(library, &collection)?].concat();
            let filters = how.filters(library, &documents)?;
            let ask = args::ask(&question, &documents, how.retriever);
            let previous = how.previous(library)?;
            let ask = Ask { filters: Some(&filters), previous, ..ask };
            let mut answer = library.ask(&ask)?;
            library.save_index()?;
            match answer.details.writer.take().filter(|_| !quotes) {
                Some(writer) if out.json => {
                    out.note(&format!("{} writes the answer.", writer.model));
                    answer = library.write_answer(answer.id)?;
                    out.answer(&answer);
                }
                Some(writer) => {
                    out.evidence_of(&answer);
                    out.note(&format!("{} writes the answer.", writer.model));
                    let mut told = Vec::new();
                    answer = library.write_answer_told(answer.id, &mut |sentence| {
                        out.sentence(sentence);
                        told.push(sentence.clone());
                    })?;
                    out.written(&answer, &told);
                }
                None => out.answer(&answer),
            }
            if answer.found { Outcome::Done } else { Outcome::NothingFound }
        }
        Command::Search { question, doc, limit, tree, how } => {
            let documents = ids(&doc)?;
            let filters = how.filters(library, &documents)?;
            let ask = args::ask(&question, &documents, how.retriever);
            let previous = how.previous(library)?;
            let ask = Ask { filters: Some(&filters), previous, ..ask };
            if let Some(budget) = tree {
                let evidence = library.evidence(&ask, budget)?;
                out.evidence(&evidence);
                let none = evidence.is_empty();
                return Ok(if none { Outcome::NothingFound } else { Outcome::Done });
            }
            let result = library.search(&ask, limit)?;
            library.save_index()?;
            out.search(&result);
            if result.passages.is_empty() { Outcome::NothingFound } else { Outcome::Done }
        }
        Command::Remove { documents, all_versions, keep_earlier } => {
            remove(library, &ids(&documents)?, all_versions, keep_earlier, out)?;
            Outcome::Done
        }
        Command::Words { document, page } => {
            let row = find(&document)?;
            let (info, words) = library.page_words(&row.id, page)?;
            out.words(&info, &words);
            Outcome::Done
        }
        Command::Outline { document } => {
            let sections = library.sections(&find(&document)?.id)?;
            out.outline(&sections);
            if sections.is_empty() { Outcome::NothingFound } else { Outcome::Done }
        }
        Command::Chunks { document } => {
            let chunks = library.chunks(&find(&document)?.id)?;
            chunks.iter().for_each(|chunk| out.chunk(chunk));
            if chunks.is_empty() { Outcome::NothingFound } else { Outcome::Done }
        }
        Command::Export { document, format: ExportFormat::Markdown, out: file } => {
            export(library.markdown(&find(&document)?.id)?.as_bytes(), file.as_deref(), out)
                .map_err(EngineError::Message)?;
            Outcome::Done
        }
        Command::Matrix(args) => {
            let documents = [ids(&args.doc)?, collected(library, &args.collection)?].concat();
            let said = matrix::matrix(library, &args, &documents, out)?;
            if said { Outcome::Done } else { Outcome::NothingFound }
        }
        Command::Amendments { document, format, out: file } => {
            let row = find(&document)?;
            let changes = library.changes(&row.id)?;
            if out.json && file.is_none() {
                changes.iter().for_each(|change| out.object(change));
            } else {
                let text = changes_as(&row.file_name, &changes, format.into());
                export(text.as_bytes(), file.as_deref(), out).map_err(EngineError::Message)?;
            }
            if changes.is_empty() { Outcome::NothingFound } else { Outcome::Done }
        }
        Command::History { limit } => {
            let rows = library.history(limit)?;
            out.history(&rows);
            if rows.is_empty() { Outcome::NothingFound } else { Outcome::Done }
        }
        Command::Suggest { doc } => {
            let suggestions = library.suggestions(&ids(&doc)?)?;
            out.suggestions(&suggestions);
            if suggestions.is_empty() { Outcome::NothingFound } else { Outcome::Done }
        }
        Command::Log { out: file } => {
            export(library.log_table()?.as_bytes(), file.as_deref(), out)
                .map_err(EngineError::Message)?;
            Outcome::Done
        }
        Command::Answer { question, format, out: file } => {
            let question = question_or_newest(library, question)?;
            export(&library.answer_file(question, format.into())?, file.as_deref(), out)
                .map_err(EngineError::Message)?;
            Outcome::Done
        }
        Command::Notebook { format, out: file } => {
            if library.notebook()?.is_empty() {
                return Ok(Outcome::NothingFound);
            }
            export(&library.notebook_file(format.into())?, file.as_deref(), out)
                .map_err(EngineError::Message)?;
            Outcome::Done
        }
        Command::Annotate { document, question, out: path, password_stdin } => {
            let row = find(&document)?;
            if let Some(password) = password(password_stdin).map_err(EngineError::Message)? {
                library.unlock(&row.id, &password)?;
            }
            let mut questions: Vec<QuestionId> = question.into_iter().map(QuestionId).collect();
            if questions.is_empty() {
                questions.push(question_or_newest(library, None)?);
            }
            let highlights = library.annotated_copy(&row.id, &questions, &path)?;
            out.annotated(&row, highlights, &path);
            Outcome::Done
        }
        Command::Reindex(args) => {
            reindex::reindex(library, &args, out)?;
            Outcome::Done
        }
        Command::Languages { choose, add } => {
            if let Some(path) = add {
                library.add_language(&path)?;
            }
            let languages = match choose {
                Some(codes) => {
                    let codes: Vec<String> = codes.split('+').map(str::to_owned).collect();
                    library.choose_languages(&codes)?
                }
                None => library.languages()?,
            };
            out.languages(&languages);
            Outcome::Done
        }
        Command::Doctor { bundle } => {
            let health = library.health()?;
            out.health(&health);
            if let Some(to) = bundle {
                citelight_engine::write_bundle(library, &health, &to)?;
                out.note(&format!("What helps to find a fault is in {}.", to.display()));
            }
            if health.is_sound() { Outcome::Done } else { Outcome::Ours }
        }
        Command::Show { document, page, quads, out: path, dpi, password_stdin } => {
            let row = find(&document)?;
            if let Some(password) = password(password_stdin).map_err(EngineError::Message)? {
                library.unlock(&row.id, &password)?;
            }
            show(library, &row.id, page, quads.as_deref(), &path, dpi)?;
            out.shown(&row, page, &path);
            Outcome::Done
        }
    })
}

/// Says what became of a library that was made again, and reads its documents.
fn recover(
    dir: &Path,
    key: Option<LibraryKey>,
    recovered: &Recovered,
    out: &Out,
) -> Result<Outcome, EngineError> {
    out.recovered(recovered);
    if recovered.queued == 0 {
        return Ok(Outcome::Done);
    }
    add::import(dir, key, Parts::locate(), &Task::Queued, None, out)
}

/// Removes documents. Where earlier versions would be asked again, the person has to say so.
fn remove(
    library: &Library,
    ids: &[DocumentId],
    all_versions: bool,
    keep_earlier: bool,
    out: &Out,
) -> Result<(), EngineError> {
    let earlier = library.earlier_versions(ids)?;
    if let Some(newest) = earlier.first().filter(|_| !all_versions && !keep_earlier) {
        let message = format!(
            "Without it, version {} of “{}” would be asked again; nothing was removed.",
            newest.version, newest.file_name
        );
        let hint = "Say --all-versions to remove the earlier versions, too, or --keep-earlier.";
        return Err(EngineError::Message(WireError::new(ErrorCode::Input, message).hint(hint)));
    }
    let mut rows = ids.iter().map(|id| library.document(id)).collect::<Result<Vec<_>, _>>()?;
    if all_versions {
        rows.extend(earlier);
    }
    rows.sort_by(|a, b| a.id.cmp(&b.id));
    rows.dedup_by(|a, b| a.id == b.id);
    library.remove_all(&rows.iter().map(|row| row.id.clone()).collect::<Vec<_>>())?;
    rows.iter().for_each(|row| out.removed(row));
    Ok(())
}

/// The question of this number, or the one asked last.
fn question_or_newest(library: &Library, named: Option<i64>) -> Result<QuestionId, EngineError> {
    if let Some(id) = named {
        return Ok(QuestionId(id));
    }
    library.history(1)?.first().map(|row| row.id).ok_or_else(|| {
        let error = WireError::new(ErrorCode::NotFound, "Nothing was asked yet.".to_owned());
        EngineError::Message(error.hint("Ask something first: citelight ask \"…\"."))
    })
}

/// Writes a text into a file, or on standard output where none is named.
fn export(content: &[u8], file: Option<&Path>, out: &Out) -> Result<(), WireError> {
    let Some(file) = file else {
        let text = std::str::from_utf8(content).map_err(|_| {
            WireError::new(ErrorCode::Input, "A PDF is no text to be printed here.")
                .hint("Name the file to write with --out.")
        })?;
        out.text(text);
        return Ok(());
    };
    fs::write(file, content).map_err(|error| {
        WireError::new(
            ErrorCode::Input,
            format!("“{}” cannot be written: {error}.", file.display()),
        )
    })
}

/// The first line of standard input, where a password was said to be there. A terminal would show
/// it to everyone behind the person, so it is read from a pipe or a file.
fn password(stdin: bool) -> Result<Option<Zeroizing<String>>, WireError> {
    if !stdin {
        return Ok(None);
    }
    let mut line = Zeroizing::new(String::new());
    let read = std::io::stdin().read_line(&mut line);
    let password = Zeroizing::new(line.trim_end_matches(['\n', '\r']).to_owned());
    if read.is_err() || password.is_empty() {
        return Err(WireError::new(
            ErrorCode::Input,
            "No password came in on standard input.".to_owned(),
        )
        .hint("Give it as the first line, for example from a file: --password-stdin < FILE."));
    }
    Ok(Some(password))
}

/// Points in an inch.
const POINTS_PER_INCH: f32 = 72.0;

fn show(
    library: &Library,
    id: &DocumentId,
    page: PageNumber,
    quads: Option<&str>,
    path: &Path,
    dpi: f32,
) -> Result<(), EngineError> {
    let told = |message: String, hint: &str| {
        EngineError::Message(WireError::new(ErrorCode::Input, message).hint(hint))
    };
    let quads: Vec<Quad> = serde_json::from_str(quads.unwrap_or("[]")).map_err(|error| {
        told(
            format!("--quads is not what it should be: {error}."),
            "Give an array of objects with page, x0, y0, x1, y1, as `ask --json` prints them.",
        )
    })?;
    let png = library.show_page(id, page, &quads, dpi / POINTS_PER_INCH)?;
    fs::File::create(path).and_then(|mut file| file.write_all(&png)).map_err(|error| {
        told(
            format!("“{}” could not be written: {error}.", path.display()),
            "Check that the folder is there and may be written to.",
        )
    })
}
