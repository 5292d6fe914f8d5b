//! What may be said on the command line.

use std::path::PathBuf;

use citelight_core::{DocumentId, IndexChoice, PageNumber, Retriever};
use citelight_engine::Ask;
use clap::{Parser, Subcommand};

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
    List,
    /// Answer a question, with citations.
    Ask {
        /// The question, in plain words.
        question: String,
        /// Ask this document only; may be given several times.
        #[arg(long, value_name = "FILE|ID")]
        doc: Vec<String>,
        /// What ranks passages.
        #[arg(long, value_enum, default_value = "full")]
        retriever: RetrieverArg,
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
        /// What ranks passages.
        #[arg(long, value_enum, default_value = "full")]
        retriever: RetrieverArg,
    },
    /// Remove documents from the library; your own files are not touched.
    Remove {
        /// The documents.
        #[arg(required = true, value_name = "FILE|ID")]
        documents: Vec<String>,
    },
    /// Read pages again that could not be read.
    Retry {
        /// The documents.
        #[arg(required = true, value_name = "FILE|ID")]
        documents: Vec<String>,
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
    /// Check the parts of the app and the soundness of the library.
    Doctor,
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

/// By what documents are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum CutBy {
    /// By sections, tables, lists and sentences.
    Structure,
    /// Into windows of 1000 characters that share 200.
    Fixed,
}

/// How retrieval is measured, or what else.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct EvalArgs {
    #[command(subcommand)]
    pub(crate) task: Option<Eval>,
    #[command(flatten)]
    pub(crate) questions: QuestionArgs,
}

/// Questions of one's own, one JSON object a line: `question`, `doc`, and where the answer stands:
/// `pages`, or `evidence` with `page`, `boxes`, `text`.
#[derive(Debug, clap::Args)]
pub(crate) struct QuestionArgs {
    /// The file of questions. Their documents are in the library.
    #[arg(value_name = "FILE.jsonl", required = true)]
    pub(crate) file: Option<PathBuf>,
    /// What ranks passages.
    #[arg(long, value_enum, default_value = "full")]
    pub(crate) retriever: RetrieverArg,
    /// Compare with this, question by question.
    #[arg(long, value_enum, value_name = "RETRIEVER")]
    pub(crate) against: Option<RetrieverArg>,
    /// Ask all documents, also where a question names its own.
    #[arg(long)]
    pub(crate) all_documents: bool,
    /// Pages beside the true one that count as well.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) page_tolerance: u32,
    /// A passage has to touch a box of the answer, where boxes are known.
    #[arg(long)]
    pub(crate) boxes: bool,
    /// Write a report with every miss on its page.
    #[arg(long, value_name = "FILE.html")]
    pub(crate) report: Option<PathBuf>,
    /// Pictures in the report at most.
    #[arg(long, default_value_t = 40, value_name = "N")]
    pub(crate) pictures: usize,
}

/// What else to measure.
#[derive(Debug, Subcommand)]
pub(crate) enum Eval {
    /// Train the model that ranks passages, and tell what each part of it is worth. For developers.
    Train {
        /// Files of questions; each is a set of its own, named by its folder.
        #[arg(required = true, value_name = "FILE.jsonl")]
        files: Vec<PathBuf>,
        /// Weight of the penalty on large weights.
        #[arg(long, default_value_t = 30.0)]
        penalty: f32,
        /// Also ask all documents together with the questions of this set; may be given several
        /// times. Its questions must name what they are about.
        #[arg(long, value_name = "SET")]
        together: Vec<String>,
        /// Leave out every feature by itself.
        #[arg(long)]
        each: bool,
        /// Where to write the weights.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Answers, each question put to its own documents in the library.
    Answer {
        /// What: `numbers` takes questions whose expected `answer` is one number, and leaves out others.
        #[arg(value_enum)]
        task: AnswerTask,
        /// Files of questions.
        #[arg(required = true, value_name = "FILE.jsonl")]
        files: Vec<PathBuf>,
    },
    /// The reader: words, boxes, order, recognition, speed, odd files. Needs no library.
    Read {
        /// What: `boxes` and `order` take a file written by benches/peer_words.py, `scans` a
        /// folder with truth.jsonl, `speed` and `corpus` take PDFs and folders of them.
        #[arg(value_enum)]
        task: ReadTask,
        /// Files and folders.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// Children at once [default: one per core].
        #[arg(long, value_name = "N")]
        workers: Option<usize>,
        /// Pages of each file that `corpus` looks at; 0 for all.
        #[arg(long, default_value_t = 60, value_name = "N")]
        pages: u32,
    },
    /// The structure: sections, headings, tables, passages. Needs no library.
    Structure {
        /// What: `outlines` takes an index.jsonl, `headings` and `tables` a file of labels and the
        /// folder of their PDFs, `chunks` PDFs and folders of them.
        #[arg(value_enum)]
        task: StructureTask,
        /// Files and folders.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
    },
}

/// The measurements of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum AnswerTask {
    /// One number: right within rounding, wrong, refused.
    Numbers,
}

/// The measurements of the structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum StructureTask {
    /// Sections against outlines, hidden and shown.
    Outlines,
    /// Headings against labels made by eye.
    Headings,
    /// Cells of tables against cells read by eye.
    Tables,
    /// Passages: limits, cuts, coverage.
    Chunks,
}

/// The measurements of the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ReadTask {
    /// Word boxes of native pages.
    Boxes,
    /// Reading order.
    Order,
    /// Recognised words.
    Scans,
    /// Pages a second.
    Speed,
    /// What becomes of odd and hostile files.
    Corpus,
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
