//! What may be said on the command line.

mod eval;

use std::path::PathBuf;

use citelight_core::{
    DocumentId, ErrorCode, Filters, IndexChoice, PageNumber, PassageKind, QuestionId, Retriever,
    When, WireError,
};
use citelight_engine::{AnswerFormat, Ask, EngineError, Library, TableFormat};
use clap::{Parser, Subcommand};

use crate::matrix::MatrixArgs;
use crate::models::ModelsCommand;
use crate::passphrase;
pub(crate) use eval::{AnswerArgs, AnswerTask, Eval, EvalArgs, QuestionArgs};

/// Ask your PDFs; every answer quotes the exact words and shows where they stand.
#[derive(Debug, Parser)]
#[command(
    name = "citelight",
    version,
    after_help = "\
Exit codes: 0 done, 1 nothing found, 2 the input or the call is at fault, 3 our fault.
A document is named by its id, the start of its id, its file name or its path."
)]
pub(crate) struct Args {
    /// Folder of the library [default: in your data folder].
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) library: Option<PathBuf>,
    /// Print one JSON object a line.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) passphrase: passphrase::From,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Take PDFs, and the PDFs in folders, into the library.
    Add {
        /// Files and folders.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// Read a password from the first line of standard input, for files that need one.
        #[arg(long)]
        password_stdin: bool,
    },
    /// List the documents.
    List {
        /// Of this collection only.
        #[arg(long, value_name = "NAME")]
        collection: Option<String>,
    },
    /// List collections of documents, put documents into one, or take them out.
    #[command(subcommand)]
    Collection(CollectionCommand),
    /// Answer a question, with citations.
    Ask {
        /// The question, in plain words.
        question: String,
        /// Ask this document only; may be given several times.
        #[arg(long, value_name = "FILE|ID")]
        doc: Vec<String>,
        /// Ask the documents of this collection only; may be given several times.
        #[arg(long, value_name = "NAME")]
        collection: Vec<String>,
        /// Answer with quotes, also where a text generator is installed.
        #[arg(long)]
        quotes: bool,
        #[command(flatten)]
        how: HowArgs,
    },
    /// Find the best passages for a question.
    Search {
        /// The question, in plain words.
        question: String,
        /// Search this document only; may be given several times.
        #[arg(long, value_name = "FILE|ID")]
        doc: Vec<String>,
        /// How many passages.
        #[arg(long, default_value_t = 10, value_name = "K")]
        limit: usize,
        /// Put the evidence together for a reader of so many tokens: whole sections, their headings,
        /// and what they refer to.
        #[arg(long, value_name = "TOKENS")]
        tree: Option<u32>,
        #[command(flatten)]
        how: HowArgs,
    },
    /// Write a complete copy of the library to a folder or a .tar file; a folder is brought up to date.
    Backup {
        /// Where to.
        #[arg(value_name = "DIR|FILE.tar")]
        to: PathBuf,
    },
    /// Put a backup in the library's place; without a name, the newest that it made of itself. What was there
    /// is set aside.
    Restore {
        /// A folder or .tar file that `backup` wrote.
        #[arg(value_name = "DIR|FILE.tar")]
        from: Option<PathBuf>,
    },
    /// Encrypt the library under a passphrase: database, PDFs, backups. Without it nobody opens it again.
    Encrypt,
    /// Make an encrypted library plain again.
    Decrypt,
    /// Give an encrypted library another passphrase.
    Passphrase,
    /// Begin a new library where one was before.
    New,
    /// Print a script that completes commands for a shell.
    Completions {
        /// The shell.
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page.
    Man,
    /// Make a damaged or lost database again: from what is left of it, its backups, and the PDFs beside it.
    Rebuild,
    /// Remove documents from the library; your own files are not touched.
    Remove {
        /// The documents.
        #[arg(required = true, value_name = "FILE|ID")]
        documents: Vec<String>,
        /// Remove their earlier versions, too.
        #[arg(long, conflicts_with = "keep_earlier")]
        all_versions: bool,
        /// Have their earlier versions asked again.
        #[arg(long)]
        keep_earlier: bool,
    },
    /// Read pages again that could not be read, or documents that an earlier version read.
    Retry {
        /// The documents.
        #[arg(required_unless_present = "older", value_name = "FILE|ID")]
        documents: Vec<String>,
        /// All documents that an earlier version of the reader read, as `doctor` names them.
        #[arg(long, conflicts_with_all = ["documents", "page"])]
        older: bool,
        /// Only this page; may be given several times.
        #[arg(long, value_name = "N", value_parser = page)]
        page: Vec<PageNumber>,
        /// Read a password from the first line of standard input.
        #[arg(long)]
        password_stdin: bool,
    },
    /// List, choose or add the languages in which scanned pages are recognised.
    Languages {
        /// Use these, joined with "+" (eng+deu).
        #[arg(long, value_name = "CODES")]
        choose: Option<String>,
        /// Add language data from a file such as deu.traineddata.
        #[arg(long, value_name = "FILE")]
        add: Option<PathBuf>,
    },
    /// List, install, import, check or remove language models.
    #[command(subcommand)]
    Models(ModelsCommand),
    /// Check the parts of the app and the soundness of the library.
    Doctor {
        /// Also write what helps to find a fault to this .tar file: no word of your documents, no file names.
        #[arg(long, value_name = "FILE.tar")]
        bundle: Option<PathBuf>,
    },
    /// Measure quality and speed on files with known truth.
    Eval(EvalArgs),
    /// Print the words of a page with their boxes.
    Words {
        /// The document.
        #[arg(value_name = "FILE|ID")]
        document: String,
        /// Page, from 1.
        #[arg(long, value_name = "N", value_parser = page)]
        page: PageNumber,
    },
    /// Print the sections of a document.
    Outline {
        /// The document.
        #[arg(value_name = "FILE|ID")]
        document: String,
    },
    /// Print the passages of a document, as they are searched.
    Chunks {
        /// The document.
        #[arg(value_name = "FILE|ID")]
        document: String,
    },
    /// Write a document in another form, on standard output or into a file.
    Export {
        /// The document.
        #[arg(value_name = "FILE|ID")]
        document: String,
        /// The form.
        #[arg(long, value_enum, default_value = "markdown")]
        format: ExportFormat,
        /// The file to write.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Suggest questions that the documents answer.
    Suggest {
        /// Of this document only; may be given several times.
        #[arg(long, value_name = "FILE|ID")]
        doc: Vec<String>,
    },
    /// Write every question with what was found for it and said of it, as comma-separated values.
    Log {
        /// The file to write [default: standard output].
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// List the questions asked before, newest first.
    History {
        /// How many.
        #[arg(long, default_value_t = 20, value_name = "N")]
        limit: u32,
    },
    /// Write an earlier answer with its references, on standard output or into a file.
    Answer {
        /// The question, by the number that `history` prints [default: the newest].
        #[arg(value_name = "ID")]
        question: Option<i64>,
        /// The form.
        #[arg(long, value_enum, default_value = "markdown")]
        format: AnswerForm,
        /// The file to write.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Write the notebook, the quotes that were collected in the window, on standard output or into a file.
    Notebook {
        /// The form.
        #[arg(long, value_enum, default_value = "markdown")]
        format: AnswerForm,
        /// The file to write.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Write a copy of a document with the evidence of answers highlighted on its pages.
    Annotate {
        /// The document.
        #[arg(value_name = "FILE|ID")]
        document: String,
        /// A question, by the number that `history` prints; may be given several times [default: the
        /// newest].
        #[arg(long, value_name = "ID")]
        question: Vec<i64>,
        /// The PDF to write.
        #[arg(long, value_name = "PDF")]
        out: PathBuf,
        /// Read a password from the first line of standard input.
        #[arg(long)]
        password_stdin: bool,
    },
    /// Put questions to each of several documents: a table of short answers, each with its words.
    Matrix(MatrixArgs),
    /// List every change of a contract, found in it and in documents that belong to it: the words before
    /// and from then on, dates, and places.
    Amendments {
        /// The contract, or a document that changes one.
        #[arg(value_name = "FILE|ID")]
        document: String,
        /// The form.
        #[arg(long, value_enum, default_value = "markdown")]
        format: TableForm,
        /// The file to write [default: standard output].
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Serve the library to an assistant as MCP has it, over standard input and output; see docs/mcp.md.
    Mcp {
        /// Keep questions in the history, and let copies of PDFs be written; without it nothing is.
        #[arg(long)]
        write: bool,
    },
    /// Cut documents into passages anew: those whose settings changed, or the ones named.
    Reindex(ReindexArgs),
    /// Write a page as a picture, with highlights.
    Show {
        /// The document.
        #[arg(value_name = "FILE|ID")]
        document: String,
        /// Page, from 1.
        #[arg(long, value_name = "N", value_parser = page)]
        page: PageNumber,
        /// Rectangles to highlight, as `ask --json` prints them.
        #[arg(long, value_name = "JSON")]
        quads: Option<String>,
        /// The PNG file to write.
        #[arg(long, value_name = "PNG")]
        out: PathBuf,
        /// Resolution.
        #[arg(long, default_value_t = 150.0, value_name = "DPI", value_parser = dpi)]
        dpi: f32,
        /// Read a password from the first line of standard input.
        #[arg(long)]
        password_stdin: bool,
    },
}

/// Where and how is searched.
#[derive(Debug, clap::Args)]
pub(crate) struct HowArgs {
    /// Keep to sections with this number or title, and what is below them; may be given several
    /// times.
    #[arg(long, value_name = "NAME")]
    pub(crate) section: Vec<String>,
    /// Keep to this kind of passage; may be given several times.
    #[arg(long, value_enum)]
    pub(crate) kind: Vec<KindArg>,
    /// Keep to documents of this time and later: 2022, 2022-Q3, 2022-06, 2022-06-30.
    #[arg(long, value_name = "TIME")]
    pub(crate) from: Option<When>,
    /// Keep to documents of this time and earlier.
    #[arg(long, value_name = "TIME")]
    pub(crate) until: Option<When>,
    /// What ranks passages.
    #[arg(long, value_enum, default_value = "full")]
    pub(crate) retriever: RetrieverArg,
    /// The question may follow up the one asked last ("and in 2021?").
    #[arg(long)]
    pub(crate) follow: bool,
    /// The question may follow up this one, by the id that `ask --json` prints.
    #[arg(long, value_name = "ID", conflicts_with = "follow")]
    pub(crate) after: Option<i64>,
}

impl HowArgs {
    /// The question before.
    pub(crate) fn previous(&self, library: &Library) -> Result<Option<QuestionId>, EngineError> {
        if let Some(id) = self.after {
            return Ok(Some(library.earlier_answer(QuestionId(id))?.id));
        }
        if !self.follow {
            return Ok(None);
        }
        let newest = library.history(1)?.first().map(|row| row.id);
        newest.map(Some).ok_or_else(|| {
            let error = WireError::new(ErrorCode::Input, "Nothing was asked before.".to_owned());
            EngineError::Message(error.hint("Ask the question in full, without --follow."))
        })
    }

    /// What they keep a question to, put to these documents.
    pub(crate) fn filters(
        &self,
        library: &Library,
        documents: &[DocumentId],
    ) -> Result<Filters, EngineError> {
        let mut sections = Vec::new();
        for name in &self.section {
            sections.extend(library.find_sections(name, documents)?);
        }
        let kinds = self.kind.iter().map(|kind| PassageKind::from(*kind)).collect();
        Ok(Filters { sections, kinds, from: self.from, until: self.until })
    }
}

/// What kind of text a passage is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum KindArg {
    /// Running text.
    Text,
    /// Rows of a table.
    Table,
    /// Items of a list.
    List,
    /// Lines of code.
    Code,
}

impl From<KindArg> for PassageKind {
    fn from(kind: KindArg) -> PassageKind {
        match kind {
            KindArg::Text => PassageKind::Text,
            KindArg::Table => PassageKind::Table,
            KindArg::List => PassageKind::List,
            KindArg::Code => PassageKind::Code,
        }
    }
}

/// How documents are cut and searched from now on, and which are cut anew.
#[derive(Debug, clap::Args)]
pub(crate) struct ReindexArgs {
    /// Documents to cut anew whatever their settings.
    #[arg(value_name = "FILE|ID")]
    pub(crate) documents: Vec<String>,
    /// By what documents are cut.
    #[arg(long, value_enum)]
    pub(crate) by: Option<CutBy>,
    /// Tokens of a passage aimed at.
    #[arg(long, value_name = "TOKENS")]
    pub(crate) target: Option<u32>,
    /// Tokens below which a last piece joins the one before.
    #[arg(long, value_name = "TOKENS")]
    pub(crate) min: Option<u32>,
    /// Tokens of a passage at most.
    #[arg(long, value_name = "TOKENS")]
    pub(crate) max: Option<u32>,
    /// Sentences that a passage repeats of the one before.
    #[arg(long, value_name = "SENTENCES")]
    pub(crate) overlap: Option<u32>,
    /// Whether contents pages, indexes and references are searched like all else, not last.
    #[arg(long, value_name = "true|false")]
    pub(crate) search_noise: Option<bool>,
    /// Go back to the settings that come with the program.
    #[arg(long)]
    pub(crate) defaults: bool,
    /// How vectors are kept: exact, as a graph (fast in large libraries), or as codes (least
    /// memory). Documents stay as they are.
    #[arg(long, value_enum)]
    pub(crate) index: Option<IndexArg>,
    /// How many of the nearest a search of a graph keeps, 64 to 8192.
    #[arg(long, value_name = "N")]
    pub(crate) ef_search: Option<u32>,
    /// How many of the 256 lists of codes a search reads.
    #[arg(long, value_name = "N")]
    pub(crate) nprobe: Option<u32>,
}

/// What can be done with collections.
#[derive(Debug, Subcommand)]
pub(crate) enum CollectionCommand {
    /// List the collections.
    List,
    /// Put documents into a collection, which is made where there is none.
    Add {
        /// The collection.
        name: String,
        /// The documents.
        #[arg(value_name = "FILE|ID")]
        documents: Vec<String>,
    },
    /// Take documents out of a collection, or delete it where none is named; they stay in the library.
    Remove {
        /// The collection.
        name: String,
        /// The documents.
        #[arg(value_name = "FILE|ID")]
        documents: Vec<String>,
    },
}

/// What ranks passages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum RetrieverArg {
    /// Vectors, words and sections, weighed by a learned model.
    Full,
    /// Vectors alone, to compare with.
    Plain,
}

impl From<RetrieverArg> for Retriever {
    fn from(retriever: RetrieverArg) -> Retriever {
        match retriever {
            RetrieverArg::Full => Retriever::Full,
            RetrieverArg::Plain => Retriever::Plain,
        }
    }
}

/// A question as the command line puts it.
pub(crate) fn ask<'a>(
    question: &'a str,
    documents: &'a [DocumentId],
    retriever: RetrieverArg,
) -> Ask<'a> {
    Ask { question, documents, retriever: retriever.into(), ..Ask::default() }
}

/// How vectors are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum IndexArg {
    /// Every vector is compared.
    Flat,
    /// A graph of near neighbours.
    Hnsw,
    /// Lists of short codes.
    IvfPq,
}

impl From<IndexArg> for IndexChoice {
    fn from(index: IndexArg) -> IndexChoice {
        match index {
            IndexArg::Flat => IndexChoice::Flat,
            IndexArg::Hnsw => IndexChoice::Hnsw,
            IndexArg::IvfPq => IndexChoice::IvfPq,
        }
    }
}

/// The forms of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ExportFormat {
    /// CommonMark with pipe tables.
    Markdown,
}

/// The forms of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum AnswerForm {
    /// Plain text, references below.
    Text,
    /// CommonMark.
    Markdown,
    /// A page of its own.
    Html,
    /// One object.
    Json,
    /// A file to print or to pass on; needs --out.
    Pdf,
}

impl From<AnswerForm> for AnswerFormat {
    fn from(form: AnswerForm) -> AnswerFormat {
        match form {
            AnswerForm::Text => AnswerFormat::Text,
            AnswerForm::Markdown => AnswerFormat::Markdown,
            AnswerForm::Html => AnswerFormat::Html,
            AnswerForm::Json => AnswerFormat::Json,
            AnswerForm::Pdf => AnswerFormat::Pdf,
        }
    }
}

/// By what documents are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum CutBy {
    /// By sections, tables, lists and sentences.
    Structure,
    /// Into windows of 1000 characters that share 200.
    Fixed,
}

fn page(text: &str) -> Result<PageNumber, String> {
    text.parse().ok().and_then(PageNumber::new).ok_or_else(|| "pages count from 1".to_owned())
}

fn dpi(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(dpi) if (18.0..=1200.0).contains(&dpi) => Ok(dpi),
        _ => Err("a resolution lies between 18 and 1200".to_owned()),
    }
}

/// The forms of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum TableForm {
    /// CommonMark with pipe tables.
    Markdown,
    /// A page of its own.
    Html,
    /// Comma-separated values.
    Csv,
    /// An array of objects.
    Json,
}

impl From<TableForm> for TableFormat {
    fn from(form: TableForm) -> TableFormat {
        match form {
            TableForm::Markdown => TableFormat::Markdown,
            TableForm::Html => TableFormat::Html,
            TableForm::Csv => TableFormat::Csv,
            TableForm::Json => TableFormat::Json,
        }
    }
}
