//! What may be said to `citelight eval`.

use std::path::PathBuf;

use citelight_eval::answers::Asking;
use citelight_eval::retrieval::LineFilter;
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
    /// Answers, each question put to its own documents in the library.
    Answer(AnswerArgs),
}

/// What of the answers to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct AnswerArgs {
    /// What: `quotes` tells what citations touch, what quotes say, and whether the confidence tells
    /// what the documents say from what they do not; `numbers` takes questions whose expected
    /// `answer` is one number, and leaves out others; `verdicts` checks the expected answers, and
    /// altered ones, as if the text generator had written them; `conversations` takes files of
    /// `turns`, each asked after the one before it; `leads` tells how often the answer in a word (Yes,
    /// No, a date, a name, a number) is given and right, by halves of the documents.
    #[arg(value_enum)]
    pub(crate) task: AnswerTask,
    /// Questions, one JSON object a line, as for `eval FILE.jsonl`, with `answer`.
    #[arg(required = true, value_name = "FILE.jsonl")]
    pub(crate) files: Vec<PathBuf>,
    /// Expected answers that stand for "the documents do not say".
    #[arg(long, value_name = "WORDS")]
    pub(crate) unanswerable: Vec<String>,
    /// Keep to lines with this field and value, such as `text_only=true`.
    #[arg(long, value_name = "FIELD=VALUE")]
    only: Option<LineFilter>,
    /// Ask all documents, also where a question names its own.
    #[arg(long)]
    all_documents: bool,
    /// For `quotes`: let the text generator in use write the answers.
    #[arg(long)]
    written: bool,
    /// For `quotes` and `leads`: write every question with its answer here, one JSON object a line.
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) out: Option<PathBuf>,
}

impl AnswerArgs {
    /// Which questions are asked, and how.
    pub(crate) fn asking(&self) -> Asking {
        Asking {
            files: self.files.clone(),
            only: self.only.clone(),
            unanswerable: self.unanswerable.clone(),
            all_documents: self.all_documents,
            written: self.written,
        }
    }
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
    /// Answers in a word: given, right.
    Leads,
}
