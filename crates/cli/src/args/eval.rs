//! What may be said to `citelight eval`.

use std::path::PathBuf;

use clap::Subcommand;

use super::RetrieverArg;

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
    /// Train what chooses sentences and key words and tells how sure an answer is. For developers.
    TrainAnswers {
        /// Files of questions; each is a set of its own, named by its folder.
        #[arg(required = true, value_name = "FILE.jsonl")]
        files: Vec<PathBuf>,
        /// Expected answers that stand for "the documents do not say".
        #[arg(long, value_name = "WORDS")]
        unanswerable: Vec<String>,
        /// Sets whose questions are also put to another document, which does not answer them.
        #[arg(long, value_name = "SET")]
        elsewhere: Vec<String>,
        /// The folder into which the weights are written.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Answers, each question put to its own documents in the library.
    Answer {
        /// What: `quotes` tells what citations touch, what quotes say, and whether the confidence tells
        /// what the documents say from what they do not; `numbers` takes questions whose expected
        /// `answer` is one number, and leaves out others; `verdicts` checks the expected answers, and
        /// altered ones, as if the text generator had written them; `conversations` takes files of
        /// `turns`, each asked after the one before it; `threshold` tells for each threshold of
        /// confidence how many right answers it keeps and how many to unanswerable questions it
        /// withholds, and proposes one; `leads` tells how often the answer in a word (Yes, No, a
        /// date, a name, a number) is given and right, by halves of the documents.
        #[arg(value_enum)]
        task: AnswerTask,
        /// Questions, one JSON object a line, as for `eval FILE.jsonl`, with `answer`.
        #[arg(required = true, value_name = "FILE.jsonl")]
        files: Vec<PathBuf>,
        /// Expected answers that stand for "the documents do not say".
        #[arg(long, value_name = "WORDS")]
        unanswerable: Vec<String>,
        /// For `threshold`: sets whose questions are also put to another document, which does not answer
        /// them.
        #[arg(long, value_name = "SET")]
        elsewhere: Vec<String>,
        /// Keep to lines with this field and value, such as `text_only=true`.
        #[arg(long, value_name = "FIELD=VALUE")]
        only: Option<String>,
        /// Ask all documents, also where a question names its own.
        #[arg(long)]
        all_documents: bool,
        /// For `quotes`: let the text generator in use write the answers.
        #[arg(long)]
        written: bool,
        /// For `quotes`: write every question with its answer here, one JSON object a line. For
        /// `threshold`: the folder into which the curve is written, as a table and as a drawing.
        #[arg(long, value_name = "FILE.jsonl|DIR")]
        out: Option<PathBuf>,
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
    /// Boxes touched, words shared with the expected answer, confidence.
    Quotes,
    /// One number: right within rounding, wrong, refused.
    Numbers,
    /// Statements that are true or not: confirmed, partly, not confirmed.
    Verdicts,
    /// Questions that lean on the one before: written out right, answered from the right pages.
    Conversations,
    /// The confidence below which an answer is withheld: its curve, and a proposal.
    Threshold,
    /// Answers in a word: given, right.
    Leads,
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
