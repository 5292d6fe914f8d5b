//! What may be said on the command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

/// Measures Citelight on sets of questions and on files with known truth, and trains its models.
#[derive(Debug, Parser)]
#[command(name = "citelight-eval", version)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) sets: SetArgs,
    /// Print reports as JSON.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Which questions are asked of which library.
#[derive(Debug, clap::Args)]
pub(crate) struct SetArgs {
    /// The library that holds the sets' documents; `read` and `structure` need none.
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) library: Option<PathBuf>,
    /// The file of sets.
    #[arg(long, value_name = "FILE", default_value = "crates/eval/sets.toml", global = true)]
    pub(crate) sets: PathBuf,
    /// The folder that the paths in the file of sets are relative to.
    #[arg(long, value_name = "DIR", default_value = "../shared/data", global = true)]
    pub(crate) data: PathBuf,
    /// Only the set of this name; may be given several times.
    #[arg(long, value_name = "NAME", global = true)]
    pub(crate) only: Vec<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write every answer, citation and confidence to a file, and tell how they differ from an earlier
    /// one. Ends with 1 where any differs.
    Snapshot {
        /// Where to write them, one JSON object a line.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// The earlier file.
        #[arg(long, value_name = "FILE")]
        against: Option<PathBuf>,
    },
    /// Ask the questions of a file as a person would, count what a program can count, and write the
    /// answers and the sheet that a judge reads.
    Exam {
        /// The file of questions, one JSON object a line.
        #[arg(value_name = "FILE")]
        questions: PathBuf,
        /// The folder for `answers.jsonl` and `sheet.md`.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Train a model on the sets that may be learned from, and print cross-validated figures of all.
    #[command(subcommand)]
    Train(Train),
    /// The passages of a library as the trained reader is given them, for learning it, one JSON object a
    /// line.
    Passages {
        /// Where to write them.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// The confidence below which an answer is withheld: what each threshold keeps of the right answers
    /// and withholds of those to unanswerable questions, and a proposal.
    Threshold {
        /// The folder into which the curve is written, as a table and as a drawing.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Copies with the evidence of every answer in the library's history highlighted, as qpdf and poppler see
    /// them.
    Copies {
        /// The folder in which they are written and removed again.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Let a library grow to a size, with documents made of the sentences of another one (`--library`), and tell
    /// how fast they come in, how soon it opens and answers, and how much memory it takes. Goes on with one
    /// that is there.
    Scale {
        /// The folder of the library that grows.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The file of questions that are asked of it, one JSON object a line.
        #[arg(value_name = "FILE")]
        questions: PathBuf,
        /// Documents.
        #[arg(long, default_value_t = 1_000, value_name = "N")]
        documents: usize,
        /// Pages of each, about.
        #[arg(long, default_value_t = 50, value_name = "N")]
        pages: usize,
    },
    /// Do all that people do, in any order, on a library that `scale` left, and tell how memory grows.
    Soak {
        /// The folder that `scale` was given.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The file of questions that are asked, one JSON object a line.
        #[arg(value_name = "FILE")]
        questions: PathBuf,
        /// How long.
        #[arg(long, default_value_t = 60, value_name = "N")]
        minutes: u64,
    },
    /// The reader: words, boxes, order, recognition, speed, odd files.
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
    /// The structure: sections, headings, tables, passages.
    Structure {
        /// What: `outlines` takes an index.jsonl, `headings` and `tables` a file of labels and the
        /// folder of their PDFs, `chunks` and `fields` PDFs and folders of them.
        #[arg(value_enum)]
        task: StructureTask,
        /// Files and folders.
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
    },
}

/// What is trained.
#[derive(Debug, Subcommand)]
pub(crate) enum Train {
    /// What ranks passages, and what each part of it is worth.
    Ranking {
        /// Weight of the penalty on large weights.
        #[arg(long, default_value_t = 30.0)]
        penalty: f32,
        /// Leave out every feature by itself.
        #[arg(long)]
        each: bool,
        /// Where to write the weights.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// What chooses among values: cells of tables and fields of forms.
    Values {
        /// Files of questions of our own, whose documents are in the library.
        #[arg(value_name = "FILE")]
        questions: Vec<PathBuf>,
        /// Where the measured questions are kept: those of one library are added to those of others, and what the
        /// trained reader says of the values is read with them.
        #[arg(long, value_name = "FILE")]
        rows: PathBuf,
        /// Weight of the penalty on large weights.
        #[arg(long, default_value_t = 10.0)]
        penalty: f32,
        /// The folder into which the weights are written; without one the questions are only measured.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// What chooses among all that may answer: sentences, lists and values.
    Choice {
        /// Files of an exam, whose documents are in the library.
        #[arg(value_name = "FILE")]
        questions: Vec<PathBuf>,
        /// Where the measured questions are kept: those of one library are added to those of others.
        #[arg(long, value_name = "FILE")]
        rows: PathBuf,
        /// Weight of the penalty on large weights.
        #[arg(long, default_value_t = 3.0)]
        penalty: f32,
        /// Share of right answers that may be withheld, 0 to 1.
        #[arg(long, default_value_t = 0.05)]
        lost: f32,
        /// The folder into which the weights are written; without one the questions are only measured.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// What chooses sentences and key words and tells how sure an answer is.
    Answers {
        /// The folder into which the weights are written.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

/// The measurements of the structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StructureTask {
    /// Sections against outlines, hidden and shown.
    Outlines,
    /// Headings against labels made by eye.
    Headings,
    /// Cells of tables against cells read by eye.
    Tables,
    /// Passages: limits, cuts, coverage.
    Chunks,
    /// What forms say: fields, and guesses with what is measured of them.
    Fields,
}

/// The measurements of the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
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
