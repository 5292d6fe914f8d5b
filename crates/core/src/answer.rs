//! Questions, answers, citations, passages, feedback: what asking gives back.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    CandidateCounts, ChunkId, DocumentId, FeedbackEffect, Interpretation, PageNumber,
    PassageStages, Quad, QuestionId, Span, TableView,
};

/// How an answer was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum AnswerMode {
    /// Sentences quoted word for word.
    Extractive,
    /// Figures computed from cited operands.
    Calculated,
    /// Written by the local generator from the evidence.
    Generated,
}

/// How well a citation supports its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The sentence is the cited words.
    Quoted,
    /// The cited words say it, in a sentence that was written.
    Confirmed,
    /// The cited words say a part of it.
    Partly,
    /// The cited words do not settle it.
    NotConfirmed,
}

/// The exact words that support one part of an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Citation {
    /// Number of the chip, from 1.
    pub n: u32,
    /// Document that holds the words.
    pub document: DocumentId,
    /// Its file name.
    pub file: String,
    /// Page on which the words start.
    pub page: PageNumber,
    /// That page's printed label, where there is one.
    pub label: Option<String>,
    /// Breadcrumb of the section that holds them ("A > B"); empty when there is none.
    pub section: String,
    /// Where the words stand in the document's flow text.
    pub span: Span,
    /// The words, as they stand there, white space folded to single spaces.
    pub quote: String,
    /// How far the words carry the sentence.
    pub verdict: Verdict,
    /// 0 to 1: how strongly the words match the question.
    pub score: f32,
    /// One rectangle per line and page.
    pub quads: Vec<Quad>,
    /// Rectangles of the words that say what a cited cell means: its row's label, its column's
    /// headings. Empty where no cell is cited.
    #[serde(default)] // stored answers of earlier versions have none
    pub context: Vec<Quad>,
    /// What a cited cell of a table stands for.
    #[serde(default)] // stored answers of earlier versions have none
    pub cell: Option<CitedCell>,
}

/// What a cell of a table stands for, in the document's own words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CitedCell {
    /// Label of its row, with the groups that it belongs to ("Current assets > Inventories").
    pub row: String,
    /// Headings of its column, uppermost first ("Years ended December 31, 2019").
    pub column: String,
    /// What its figures count ("USD million"); empty where nothing is said.
    pub unit: String,
    /// Title of the table; empty without one.
    pub caption: String,
}

/// A cell that was calculated with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CalculationOperand {
    /// What the formula calls it ("cost of goods sold").
    pub label: String,
    /// As written in the document ("(1,234)").
    pub value: String,
    /// The time that it was taken for ("2019", "Q2 2023").
    pub period: String,
    /// What it counts ("USD million", "%"); empty where nothing is said.
    pub unit: String,
    /// Number of the citation that shows it.
    pub citation: u32,
}

/// How a figure was calculated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Calculation {
    /// The formula in words ("revenue 2019 / average(property 2018, property 2019)").
    pub formula: String,
    /// The cells, in the order of the formula, each once.
    pub operands: Vec<CalculationOperand>,
    /// The result, rounded, as a plain decimal number ("24.26").
    pub result: String,
    /// What the result counts ("%", "USD million"); empty for a ratio.
    pub unit: String,
    /// Decimals to which it was rounded, half away from zero; `None` where it is exact.
    pub decimals: Option<u32>,
}

/// What kind of text a passage is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PassageKind {
    /// Running text.
    Text,
    /// Rows of a table.
    Table,
    /// Items of a list.
    List,
    /// Lines of code.
    Code,
}

/// A retrieved piece of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Passage {
    /// From 1, best first.
    pub rank: u32,
    /// Row of the chunk.
    pub chunk: ChunkId,
    /// Document that holds it.
    pub document: DocumentId,
    /// Its file name.
    pub file: String,
    /// Page on which it starts.
    pub page: PageNumber,
    /// Every page it touches.
    pub pages: Vec<PageNumber>,
    /// Breadcrumb of its section ("A > B"); empty when the document has none.
    pub section: String,
    /// What it is.
    pub kind: PassageKind,
    /// Its text, lines kept.
    pub text: String,
    /// Its rows as a table, where it is one: with the header, which may stand elsewhere.
    #[serde(default)] // stored answers of earlier versions have none
    pub table: Option<TableView>,
    /// Where it stands in the document's flow text.
    pub span: Span,
    /// 0 to 1, of which the best passage has 1; comparable within one question only.
    pub score: f32,
    /// What earlier feedback did to its place.
    #[serde(default)] // stored answers of earlier versions have none
    pub feedback: Option<FeedbackEffect>,
    /// What each stage gave it.
    #[serde(default)] // stored answers of earlier versions have none
    pub stages: PassageStages,
}

/// Where the time of one question went, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct Timings {
    /// Making sense of the question, its vector included.
    pub understand: f32,
    /// Both searches and their fusion.
    pub retrieve: f32,
    /// Ranking of passages and sentences.
    pub rerank: f32,
    /// Composing the answer and its citations.
    pub answer: f32,
    /// From the call to the result.
    pub total: f32,
}

/// Words of an answer, with what supports them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AnswerPart {
    /// The words, white space folded.
    pub text: String,
    /// Whether they are the words that answer, within a sentence that says more.
    pub key: bool,
    /// Numbers of the citations behind them; empty where a later part's cover them.
    pub citations: Vec<u32>,
}

/// One sentence of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AnswerSentence {
    /// Its words in order; a space stands between two parts unless the latter begins with a mark.
    pub parts: Vec<AnswerPart>,
    /// How far its citations carry it.
    pub verdict: Verdict,
    /// Whether it is an item of the list that was asked for, which stands on a line of its own.
    #[serde(default)] // stored answers of earlier versions have none
    pub item: bool,
    /// Whether it is no part of the answer, but fits the question nearly as well, or where nothing answers comes nearest.
    #[serde(default)]
    pub aside: bool,
}

/// What kind of thing an answer's first words are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LeadKind {
    /// The documents say that it is so.
    Yes,
    /// The documents say that it is not so.
    No,
    /// A date or a span of time.
    Date,
    /// The name of a person, a company, a place.
    Name,
    /// A number with its unit.
    Number,
    /// The words of a field or a cell.
    Value,
}

/// The answer in a word or a few, which stands before the sentences that say it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AnswerLead {
    /// What it is.
    pub kind: LeadKind,
    /// As shown ("Yes", "14 March 2021").
    pub text: String,
    /// Numbers of the citations that show it.
    pub citations: Vec<u32>,
}

/// Why a written answer ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum WritingEnd {
    /// The model ended it.
    Complete,
    /// It had the most words, or the most time, that it may have.
    Limit,
    /// The person stopped it.
    Stopped,
}

/// A model that can write an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AnswerWriter {
    /// What people call it.
    pub model: String,
    /// Whether it is to write without being asked to, as the settings say.
    pub at_once: bool,
}

/// How the local generator wrote an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Written {
    /// The pack that wrote it.
    pub model: String,
    /// Why it ends.
    pub ended: WritingEnd,
    /// How many parts of the evidence it read, each as much as fits before it at once.
    pub windows: u32,
    /// Parts of the evidence that were left out.
    pub windows_left: u32,
    /// From the request to the first words, in milliseconds; none where nothing was written.
    pub first_ms: Option<f32>,
    /// From the request to the end, in milliseconds.
    pub total_ms: f32,
    /// The answer of quoted sentences, which stood there before; none where nothing that was written
    /// could be kept, and they are the answer still.
    pub quotes: Vec<AnswerSentence>,
}

/// A value of a series.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SeriesPoint {
    /// The period ("Q2 2022", "FY2021", "June 2022").
    pub period: String,
    /// As written in the document ("15,446").
    pub value: String,
    /// The same as a plain number, in the series' unit.
    pub number: f64,
    /// What changed since the point before, as shown ("+3.2%"); none of the first one.
    pub change: Option<String>,
    /// Number of the citation that shows it.
    pub citation: u32,
    /// The value that an earlier document gave, and the number of its citation, where it was restated.
    pub restated: Option<(String, u32)>,
}

/// A figure over several periods, each value cited.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Series {
    /// What it is, as the documents label it.
    pub title: String,
    /// What the values count ("USD million"); empty where nothing is said.
    pub unit: String,
    /// The earliest first; at least three.
    pub points: Vec<SeriesPoint>,
}

/// What an answer says besides its sentences; each is absent where there is nothing to say.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct AnswerDetails {
    /// The answer in a word or a few.
    #[serde(default)]
    pub lead: Option<AnswerLead>,
    /// What the person must know of how the answer was found: what was looked at and what was not,
    /// where the question asks for more than can be done.
    #[serde(default)]
    pub note: Option<String>,
    /// The question that this one follows up.
    #[serde(default)]
    pub follows: Option<QuestionId>,
    /// The figure over several periods, where that is what was asked for.
    #[serde(default)]
    pub series: Option<Series>,
    /// The model that can still write an answer from the same evidence; none where that would not
    /// help, or no more can be done.
    #[serde(default)]
    pub writer: Option<AnswerWriter>,
    /// How the generator wrote it, where it did; also where nothing of that could be kept.
    #[serde(default)]
    pub written: Option<Written>,
    /// How many passages each search brought.
    #[serde(default)]
    pub candidates: Option<CandidateCounts>,
    /// Names of files that it cited and that were removed from the library since: the answer went with
    /// them, the question is left.
    #[serde(default)]
    pub removed: Vec<String>,
}

/// The answer to one question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Answer {
    /// Row of the question, for feedback.
    pub id: QuestionId,
    /// The question as asked.
    pub question: String,
    /// Whether the documents say it.
    pub found: bool,
    /// The sentences, each followed by its citation marker " [n]"; a plain statement when nothing
    /// was found, and on lines of their own behind it what comes nearest.
    pub answer: String,
    /// How it was made.
    pub mode: AnswerMode,
    /// 0 to 1: how sure it is that the documents say it.
    #[serde(default)] // stored answers of earlier versions have none
    pub confidence: f32,
    /// The answer's sentences with their citations; what documents write in brackets is told apart
    /// from markers by them alone.
    #[serde(default)] // stored answers of earlier versions have none
    pub sentences: Vec<AnswerSentence>,
    /// How its figure was calculated, where it was.
    #[serde(default)] // stored answers of earlier versions have none
    pub calculation: Option<Calculation>,
    /// What it says besides.
    #[serde(flatten)]
    #[ts(flatten)]
    pub details: AnswerDetails,
    /// In the order of their numbers.
    pub citations: Vec<Citation>,
    /// Best first.
    pub passages: Vec<Passage>,
    /// What the question was taken to ask.
    pub interpretation: Interpretation,
    /// Where the time went.
    pub timings_ms: Timings,
}

impl Answer {
    /// The citations of the answer itself, without those of what only comes near it.
    pub fn own_citations(&self) -> impl Iterator<Item = &Citation> {
        let aside = || self.sentences.iter().filter(|sentence| sentence.aside);
        let numbers = move || aside().flat_map(|one| &one.parts).flat_map(|part| &part.citations);
        self.citations.iter().filter(move |citation| !numbers().any(|n| *n == citation.n))
    }
}

/// What a search gives: passages without an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SearchResult {
    /// Best first.
    pub passages: Vec<Passage>,
    /// What the question was taken to ask.
    pub interpretation: Interpretation,
    /// Where the time went.
    pub timings_ms: Timings,
}

/// What a person said of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FeedbackKind {
    /// The answer helps.
    Up,
    /// The answer does not help.
    Down,
    /// One citation does not support its sentence.
    WrongCitation,
}

/// What is wrong with an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FeedbackReason {
    /// What it says is not so.
    Wrong,
    /// It leaves out what belongs to it.
    Incomplete,
    /// It answers something else than was asked.
    OffTopic,
    /// It is of another document than was meant.
    OtherDocument,
    /// The documents do not say what was asked, and it should have said so.
    NotSaid,
}

/// One piece of feedback on a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Feedback {
    /// The question it belongs to.
    pub question: QuestionId,
    /// What was said.
    pub kind: FeedbackKind,
    /// Number of the citation, for [`FeedbackKind::WrongCitation`].
    pub citation: Option<u32>,
    /// Why, as far as the person said.
    #[serde(default)]
    pub reasons: Vec<FeedbackReason>,
    /// What else the person said, of at most [`MOST_NOTE_CHARS`](crate::MOST_NOTE_CHARS).
    #[serde(default)]
    pub note: String,
}

/// Characters of a note on an answer; more are cut off.
pub const MOST_NOTE_CHARS: usize = 2_000;

impl Feedback {
    /// Feedback without a reason.
    pub fn new(question: QuestionId, kind: FeedbackKind, citation: Option<u32>) -> Feedback {
        Feedback { question, kind, citation, reasons: Vec::new(), note: String::new() }
    }
}
