//! Measures Citelight against known truth, and trains its models.
//!
//! How files are read, against words that others read or typed ([`run`], which needs no library):
//!
//! * [`boxes`]: word boxes of native pages against an independent extractor;
//! * [`order`]: reading order against that extractor's sorted blocks;
//! * [`scans`]: recognised words against typed truth;
//! * [`tables`]: cells of tables against cells read by eye;
//! * [`structure`]: sections against outlines and labels;
//! * [`passages`]: what documents are cut into;
//! * [`fields`]: what forms say;
//! * [`speed`]: pages a second;
//! * [`corpus`]: what becomes of odd and hostile files.
//!
//! How questions are answered, on people's own files of questions, put to a library that [`open`] opens:
//!
//! * [`retrieval`]: whether a search finds the pages that answer;
//! * [`answers`]: what answers cite and quote, answers in a word, thresholds of the confidence;
//! * [`numbers`]: answers that are one number;
//! * [`verdicts`]: the check of written sentences;
//! * [`conversations`]: questions that follow up the one before;
//! * [`copies`]: copies with the evidence highlighted, as other programs see them;
//! * [`scale`]: libraries of thousands of documents, and an hour of all that people do.
//!
//! What developers need, on the [`sets`] of questions that a file names (the program `citelight-eval`):
//!
//! * [`exam`]: answers as a person sees them, for a judge to read;
//! * [`snapshot`]: every answer, to see what a change changes;
//! * [`training`]: the ranking and the models of answers, with cross-validated figures.
//!
//! Pages are read by the reader's child and questions answered by the engine, exactly as the app does
//! it. Truth comes as JSON lines ([`truth`], [`retrieval::Question`]); `benches/peer_words.py` writes
//! that of the extractor. Every report prints as text, those of measurements serialise as JSON.
//!
//! Refuses: bars to pass or fail (its callers set them), native code of its own.

pub mod answers;
mod asking;
pub mod boxes;
mod chance;
pub mod conversations;
pub mod copies;
pub mod corpus;
mod error;
pub mod exam;
pub mod fields;
pub mod files;
mod matching;
pub mod numbers;
pub mod order;
mod pages;
pub mod passages;
mod process;
pub mod retrieval;
pub mod scale;
pub mod scans;
pub mod sets;
pub mod snapshot;
pub mod speed;
pub mod structure;
pub mod tables;
pub mod training;
pub mod truth;
pub mod verdicts;

use std::fmt;
use std::path::PathBuf;

use citelight_reader::{Limits, Reader, ReaderParts};
use serde::Serialize;

pub use asking::open;
pub use error::EvalError;
pub use pages::page_words;
pub use process::children_cpu_s;

/// How to read.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The child program and its libraries.
    pub parts: ReaderParts,
    /// What a child may use.
    pub limits: Limits,
    /// Children that read at once.
    pub workers: usize,
    /// Pages looked at of every file of [`Task::Corpus`]; 0 for all.
    pub page_cap: u32,
}

/// What to measure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// [`boxes`], with the extractor's file of words.
    Boxes(PathBuf),
    /// [`order`], with the extractor's file of words.
    Order(PathBuf),
    /// [`scans`], with a folder that holds `truth.jsonl` and its PDFs, or with such a file.
    Scans(PathBuf),
    /// [`tables`], with the file of cells and the folder that it names files in.
    Tables(PathBuf, PathBuf),
    /// [`speed`], with files.
    Speed(Vec<PathBuf>),
    /// [`corpus`], with files and folders.
    Corpus(Vec<PathBuf>),
    /// [`structure`], with an index of documents with outlines.
    Outlines(PathBuf),
    /// [`structure`], with labels and the folder below which their files lie.
    Headings(PathBuf, PathBuf),
    /// [`passages`], with files.
    Chunks(Vec<PathBuf>),
    /// [`fields`], with files.
    Fields(Vec<PathBuf>),
}

/// What was measured.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "task", rename_all = "snake_case")]
pub enum Report {
    /// Of [`Task::Boxes`].
    Boxes(boxes::BoxReport),
    /// Of [`Task::Order`].
    Order(order::OrderReport),
    /// Of [`Task::Scans`].
    Scans(scans::ScanReport),
    /// Of [`Task::Tables`].
    Tables(tables::TableReport),
    /// Of [`Task::Speed`].
    Speed(speed::SpeedReport),
    /// Of [`Task::Corpus`].
    Corpus(corpus::CorpusReport),
    /// Of [`Task::Outlines`] and [`Task::Headings`].
    Structure(structure::StructureReport),
    /// Of [`Task::Chunks`].
    Chunks(passages::PassageReport),
    /// Of [`Task::Fields`].
    Fields(fields::FieldReport),
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Report::Boxes(report) => report.fmt(f),
            Report::Order(report) => report.fmt(f),
            Report::Scans(report) => report.fmt(f),
            Report::Tables(report) => report.fmt(f),
            Report::Speed(report) => report.fmt(f),
            Report::Corpus(report) => report.fmt(f),
            Report::Structure(report) => report.fmt(f),
            Report::Chunks(report) => report.fmt(f),
            Report::Fields(report) => report.fmt(f),
        }
    }
}

/// Measures. Fails where nothing can be measured: no truth, no reader; a file or page that cannot be
/// read is part of the report.
pub fn run(task: &Task, settings: &Settings) -> Result<Report, EvalError> {
    // Else every page would count as unread.
    drop(Reader::spawn(&settings.parts, &settings.limits)?);
    Ok(match task {
        Task::Boxes(truth) => Report::Boxes(boxes::measure(&truth::peer_pages(truth)?, settings)?),
        Task::Order(truth) => Report::Order(order::measure(&truth::peer_pages(truth)?, settings)?),
        Task::Scans(truth) => Report::Scans(scans::measure(&truth::scan_pages(truth)?, settings)?),
        Task::Tables(truth, data) => Report::Tables(tables::measure(truth, data, settings)?),
        Task::Speed(files) => Report::Speed(speed::measure(files, settings)?),
        Task::Corpus(paths) => Report::Corpus(corpus::measure(paths, settings)?),
        Task::Outlines(index) => Report::Structure(structure::outlines(index, settings)?),
        Task::Headings(labels, data) => {
            Report::Structure(structure::labels(labels, data, settings)?)
        }
        Task::Chunks(files) => Report::Chunks(passages::measure(files, settings)?),
        Task::Fields(files) => Report::Fields(fields::measure(files, settings)?),
    })
}

/// A share as per cent; of nothing, zero.
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// Median and 95th percentile; `None` of nothing.
fn median_and_p95(all: impl Iterator<Item = f32>) -> Option<(f32, f32)> {
    let mut all: Vec<f32> = all.collect();
    all.sort_by(f32::total_cmp);
    let at = |share: usize| all.get(all.len().saturating_sub(1) * share / 100).copied();
    at(50).zip(at(95))
}
