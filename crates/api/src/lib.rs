//! What the interface may ask of the app: every command declared once.
//!
//! [`commands!`](macro@commands) turns one list into the [`Host`] trait that [`App`] carries out with the engine,
//! the [`dispatch`] that a window's call goes through, and the signatures from which
//! [`bindings::typescript`] writes `ui/src/lib/platform/bindings.ts`. Nothing here knows Tauri.

mod app;
pub mod bindings;
mod door;
mod folder;
pub mod schemas;
mod types;

pub use app::App;
pub use door::Door;
pub use types::{
    AppInfo, Fit, LibraryCheck, LibraryLock, LinkedPlace, Sample, Session, Viewed, WindowPlace,
    Zoom,
};

use citelight_core::{
    Answer, Chunking, ChunkingState, Collected, Collection, CollectionId, ContractChange,
    Corrections, DocumentId, DocumentRow, ErrorCode, Feedback, Filters, Matrix, MatrixId,
    MatrixProgress, MatrixQuestionId, MatrixRow, ModelRole, NotebookEntry, NotebookId, PageInfo,
    PageLink, PageNumber, QuestionId, SearchSettings, SearchState, SectionRow, Span, WireError,
};
use citelight_engine::{
    AnswerFormat, BackedUp, HistoryRow, Language, ModelShelf, OwnBackup, QueueState, Storage,
    Suggestion, TableFormat, TextMatches, TextWord, WatchedFolder,
};
use serde::Deserialize;
use serde_json::Value;
use ts_rs::{Config, TS};

/// A command as the bindings need it.
pub struct Signature {
    /// Name on the wire.
    pub name: &'static str,
    /// Its documentation.
    pub docs: &'static [&'static str],
    /// Arguments: name and TypeScript type.
    pub args: Vec<(&'static str, String)>,
    /// TypeScript type of the result.
    pub result: String,
}

macro_rules! commands {
    ($( $(#[doc = $doc:literal])* $name:ident ( $($arg:ident : $ty:ty),* ) -> $ret:ty; )*) => {
        /// The commands, as the app carries them out. Each may block: call it off the window's
        /// thread.
        pub trait Host {
            $( $(#[doc = $doc])* fn $name(&self, $($arg: $ty),*) -> Result<$ret, WireError>; )*
        }

        /// Carries out the command `name` with `args`, an object of its arguments by name.
        pub fn dispatch(host: &impl Host, name: &str, args: Value) -> Result<Value, WireError> {
            match name {
                $( stringify!($name) => {
                    #[derive(Deserialize)]
                    struct Args { $($arg: $ty),* }
                    let Args { $($arg),* } = read_args(name, args)?;
                    write_result(name, host.$name($($arg),*)?)
                } )*
                _ => Err(WireError::new(
                    ErrorCode::Internal,
                    format!("The window asked for “{name}”, which this app does not know."),
                )),
            }
        }

        /// Every command, in the order of declaration.
        pub fn signatures(config: &Config) -> Vec<Signature> {
            vec![$( Signature {
                name: stringify!($name),
                docs: &[$($doc),*],
                args: vec![$( (stringify!($arg), <$ty as TS>::name(config)) ),*],
                result: <$ret as TS>::name(config),
            } ),*]
        }
    };
}

commands! {
    /// What this app is and which of its parts are there.
    app_info() -> AppInfo;
    /// Every document, newest first; versions that were replaced included.
    list_documents() -> Vec<DocumentRow>;
    /// Takes files and folders into the library. Returns at once; events tell what comes of each.
    import_paths(paths: Vec<String>) -> ();
    /// Takes the sample documents into the library. Returns at once.
    import_samples() -> ();
    /// Stops the import of a document; what was read so far is kept.
    cancel_import(document: DocumentId) -> ();
    /// Imports a document again that failed or was cancelled. Returns at once.
    retry_import(document: DocumentId) -> ();
    /// Reads documents again: what failed or was cancelled, pages that could not be read; the others are
    /// cut into passages anew. Returns at once.
    read_again(documents: Vec<DocumentId>) -> ();
    /// Reads pages of a document again that could not be read; all of them when none is named.
    /// Returns at once.
    retry_pages(document: DocumentId, pages: Vec<PageNumber>) -> ();
    /// Opens an encrypted document with its password, which is kept in memory until the app ends.
    /// A document that waited for it is imported then.
    unlock_document(document: DocumentId, password: String) -> ();
    /// Imports a document before all others that wait.
    import_first(document: DocumentId) -> ();
    /// Where the queue of imports stands.
    queue() -> QueueState;
    /// Pauses all imports, or goes on with them. Holds over a restart.
    pause_imports(paused: bool) -> QueueState;
    /// The languages in which scanned pages can be recognised.
    languages() -> Vec<Language>;
    /// Chooses the languages of this library by their codes; at least one.
    choose_languages(codes: Vec<String>) -> Vec<Language>;
    /// Installs language data from a `.traineddata` file.
    add_language(path: String) -> Vec<Language>;
    /// Takes documents out of the library, never the person's files. After the seconds that are given
    /// they go for good with all that was made of them, unless they are restored.
    remove_documents(documents: Vec<DocumentId>) -> u32;
    /// Brings back documents that were just removed; an error where one is gone for good.
    restore_documents(documents: Vec<DocumentId>) -> ();
    /// How many answers of the history cite any of these documents; they go with them for good.
    answers_citing(documents: Vec<DocumentId>) -> u32;
    /// Earlier versions of these documents; of each, one would be asked again without them.
    earlier_versions(documents: Vec<DocumentId>) -> Vec<DocumentId>;
    /// The collections of documents, by name.
    collections() -> Vec<Collection>;
    /// Puts documents into the collection of this name, which is made where there is none; gives its id.
    put_in_collection(name: String, documents: Vec<DocumentId>) -> CollectionId;
    /// Takes documents out of a collection; they stay in the library.
    take_from_collection(collection: CollectionId, documents: Vec<DocumentId>) -> ();
    /// Renames a collection; an error where another one has the name.
    rename_collection(collection: CollectionId, name: String) -> ();
    /// Deletes a collection; its documents stay in the library.
    delete_collection(collection: CollectionId) -> ();
    /// The watched folders: PDFs that are put into them come into the library by themselves.
    watched_folders() -> Vec<WatchedFolder>;
    /// Watches a folder and all below it from now on; what lies in it is taken in.
    watch_folder(path: String) -> Vec<WatchedFolder>;
    /// Watches a folder no longer; what came from it stays in the library.
    stop_watching(path: String) -> Vec<WatchedFolder>;
    /// The documents whose text holds all of these words close together, the last of which may be only begun.
    documents_with(words: String) -> Vec<DocumentId>;
    /// How much room the library takes on the disk.
    storage() -> Storage;
    /// Checks that the whole library holds together; reads everything, so it takes a while.
    check_library() -> LibraryCheck;
    /// The copies that the library made of itself, newest first.
    own_backups() -> Vec<OwnBackup>;
    /// Writes a complete backup to a folder, or to a file whose name ends in `.tar`.
    back_up(path: String) -> BackedUp;
    /// Restores a backup, the person's or one of the library's own: the app ends and starts again.
    restore_backup(path: String) -> ();
    /// Whether the library is encrypted, and whether it is locked, which all other commands but the two that
    /// follow are refused by.
    library_lock() -> LibraryLock;
    /// Opens the library with its passphrase; an error of the code `locked` where it is wrong. One that is to be
    /// encrypted, or made plain, is so before this returns.
    unlock_library(passphrase: String) -> ();
    /// Opens a library that is to be encrypted, and leaves it as it is.
    leave_unencrypted() -> ();
    /// Has the library encrypted under a passphrase: the app ends and starts again, and asks for it.
    encrypt_library(passphrase: String) -> ();
    /// Has the library made plain: the app ends and starts again, and asks for its passphrase once more.
    decrypt_library(passphrase: String) -> ();
    /// Gives the encrypted library another passphrase.
    change_passphrase(old: String, new: String) -> ();
    /// Shows the library's folder in the system's file manager.
    show_library() -> ();
    /// Shows the person's own file in the system's file manager, where it still is.
    show_in_folder(document: DocumentId) -> ();
    /// Opens the person's own file, where it still is, in the program that opens such files, which prints too.
    open_file(document: DocumentId) -> ();
    /// Where the person was when the window was closed last.
    session() -> Session;
    /// Keeps where the person is.
    keep_session(session: Session) -> ();
    /// The pages of a document, in order.
    document_pages(document: DocumentId) -> Vec<PageInfo>;
    /// The links of a page, as its file states them.
    page_links(document: DocumentId, page: PageNumber) -> Vec<PageLink>;
    /// Opens an address of a link in the person's browser or mail program, once the person has said so.
    open_address(address: String) -> ();
    /// The words of a page that can be selected, in reading order; none before the document was read.
    page_text(document: DocumentId, page: PageNumber) -> Vec<TextWord>;
    /// The text of a part of a document: words cut at a line's end are whole.
    text_of(document: DocumentId, span: Span) -> String;
    /// Where something stands in a document; letter case and whole words count where that is asked for.
    find_text(document: DocumentId, query: String, case: bool, words: bool) -> TextMatches;
    /// The sections of a document, in reading order.
    outline(document: DocumentId) -> Vec<SectionRow>;
    /// How documents are cut into passages.
    chunking() -> ChunkingState;
    /// Chooses how documents are cut into passages, held to what is sensible; gives what holds now.
    /// Returns at once: ready documents are cut anew one after the other, and answer by their old
    /// passages until then.
    choose_chunking(chunking: Chunking) -> ChunkingState;
    /// How the library is searched, and what would suit its size.
    search_settings() -> SearchState;
    /// Chooses how the library is searched, held to what is sensible; gives what holds now. Another
    /// kind of index is built in the background, while the old one answers.
    choose_search_settings(settings: SearchSettings) -> SearchState;
    /// The model packs of this computer.
    models() -> ModelShelf;
    /// Downloads a known pack by a program of its own, the only one that uses a network; goes on
    /// where an earlier download stopped. Returns when it is installed; events tell how far it is.
    install_model(name: String) -> ModelShelf;
    /// Stops the download or the import of a pack; what was downloaded is kept.
    stop_model(name: String) -> ();
    /// Copies a model from a folder as a hub has it. Its role is read from its configuration where
    /// none is given. Returns when it is installed; events tell how far it is.
    import_model(folder: String, role: Option<ModelRole>) -> ModelShelf;
    /// Removes a pack that the person installed, or what was downloaded of it.
    remove_model(name: String) -> ModelShelf;
    /// Uses a pack for its role from now on.
    use_model(name: String) -> ModelShelf;
    /// Answers a question from the given documents, or from all current ones when none is given.
    /// Filters keep it to sections, kinds of passages and a time; corrections switch off what the
    /// question was wrongly taken to ask. A question that leans on the one before is written out in
    /// full from `previous`. The same question of the same documents with other corrections takes the
    /// place of the newest line of the history.
    ask(question: String, documents: Vec<DocumentId>, filters: Filters, corrections: Corrections, previous: Option<QuestionId>) -> Answer;
    /// Lets the text generator write the answer to a question that was just answered with quotes
    /// (`Answer.writer` says which). Returns when it is written, checked against the evidence and
    /// stored; events tell the text as it comes.
    write_answer(question: QuestionId) -> Answer;
    /// Stops the writing of an answer; what is written by then is kept.
    stop_writing(question: QuestionId) -> ();
    /// Questions asked before, newest first.
    history(limit: u32) -> Vec<HistoryRow>;
    /// An earlier answer as it was given.
    earlier_answer(question: QuestionId) -> Answer;
    /// Questions that these documents answer, to try; of all current documents where none is given.
    suggestions(documents: Vec<DocumentId>) -> Vec<Suggestion>;
    /// An earlier answer with its references as a text.
    answer_text(question: QuestionId, format: AnswerFormat) -> String;
    /// Writes an earlier answer with its references into a file.
    save_answer(question: QuestionId, format: AnswerFormat, path: String) -> ();
    /// Writes a copy of a document, with the evidence of an answer highlighted, into a file; gives how
    /// many highlights it has. The original is never written to.
    save_annotated(document: DocumentId, question: QuestionId, path: String) -> u32;
    /// Where a link leads that came with an answer.
    follow_link(link: String) -> LinkedPlace;
    /// The notebook: quotes and cells that the person collected, in the person's order.
    notebook() -> Vec<NotebookEntry>;
    /// Puts evidence of an answer or words of a page at the end of the notebook; words that are in it
    /// already stay where they are. Gives the id of their entry.
    collect(collected: Collected) -> NotebookId;
    /// Writes the note of an entry of the notebook.
    write_note(entry: NotebookId, note: String) -> ();
    /// Puts the notebook into this order.
    order_notebook(order: Vec<NotebookId>) -> ();
    /// Takes an entry out of the notebook.
    remove_from_notebook(entry: NotebookId) -> ();
    /// The changes of a contract: those that the document says, and those that related documents say of it.
    contract_changes(document: DocumentId) -> Vec<ContractChange>;
    /// Writes them into a file.
    save_changes(document: DocumentId, format: TableFormat, path: String) -> ();
    /// Every answer matrix, by name.
    matrices() -> Vec<MatrixRow>;
    /// A matrix with its cells.
    matrix(matrix: MatrixId) -> Matrix;
    /// How far a matrix is filled, and whether it is being filled.
    matrix_progress(matrix: MatrixId) -> MatrixProgress;
    /// Makes a matrix of this name, or gives the one that is there these questions and documents; all current
    /// documents where none is given. Cells of what stays are kept.
    set_matrix(name: String, questions: Vec<String>, documents: Vec<DocumentId>) -> MatrixId;
    /// Fills the cells of a matrix that wait, or all anew where `again` says so. Returns when it is done or was
    /// stopped; events tell of every cell.
    fill_matrix(matrix: MatrixId, again: bool) -> MatrixProgress;
    /// Stops the filling of a matrix; what is filled by then is kept.
    stop_matrix(matrix: MatrixId) -> ();
    /// Writes what the person says in the place of a cell's answer; an empty text takes it back.
    correct_cell(question: MatrixQuestionId, document: DocumentId, text: String) -> ();
    /// Deletes a matrix; its documents stay in the library.
    delete_matrix(matrix: MatrixId) -> ();
    /// Writes a matrix into a file, whose ending says the form.
    save_matrix(matrix: MatrixId, path: String) -> ();
    /// Brings back an entry that was taken out.
    restore_to_notebook(entry: NotebookEntry) -> ();
    /// How many entries of the notebook are of any of these documents; they go with them for good.
    notebook_entries_of(documents: Vec<DocumentId>) -> u32;
    /// The notebook as a text.
    notebook_text(format: AnswerFormat) -> String;
    /// Writes the notebook into a file.
    save_notebook(format: AnswerFormat, path: String) -> ();
    /// Forgets an earlier question with its answer and feedback.
    forget_question(question: QuestionId) -> ();
    /// Stores feedback; the same feedback again takes it back. Gives all that now stands for the question.
    give_feedback(feedback: Feedback) -> Vec<Feedback>;
    /// Stores why feedback that stands was given. Gives all that now stands for the question.
    explain_feedback(feedback: Feedback) -> Vec<Feedback>;
    /// Writes every question with what was found for it and said of it into a file, as a table for a
    /// spreadsheet.
    save_log(path: String) -> ();
    /// The feedback that stands for a question.
    feedback_of(question: QuestionId) -> Vec<Feedback>;
}

fn read_args<T>(name: &str, args: Value) -> Result<T, WireError>
where
    T: serde::de::DeserializeOwned,
{
    serde_json::from_value(args).map_err(|error| {
        WireError::new(ErrorCode::Input, format!("The call of “{name}” does not fit: {error}."))
    })
}

fn write_result<T: serde::Serialize>(name: &str, result: T) -> Result<Value, WireError> {
    serde_json::to_value(result).map_err(|error| {
        WireError::new(
            ErrorCode::Internal,
            format!("The result of “{name}” could not be written: {error}."),
        )
    })
}
