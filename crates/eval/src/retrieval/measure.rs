//! Asks the questions of a file, scores what each stage of the search gives, and writes the report.

use std::fmt;
use std::path::Path;

use citelight_core::{DocumentId, PageNumber, Quad, Retriever};
use citelight_engine::{Ask, ChunkRow, EngineError, Library};
use serde::Serialize;
use time::OffsetDateTime;

use super::compare::{Comparison, compare};
use super::evaluation::{Evaluation, Options, evaluate};
use super::html::{Header, Picture, PictureKind, html};
use super::judge::{Found, Judged, Judging, Ranking, Stage};
use super::questions::{Gold, Question};
use crate::asking::{ask, documents_of};
use crate::{EvalError, median_and_p95};
use citelight_engine::inspect;

/// Passages of each stage that are judged.
const DEPTH: usize = 50;
/// Resolution of a page in the report: 60 dots an inch, of 72 points.
const PIXEL_PER_PT: f32 = 60.0 / 72.0;

/// How questions are asked and judged.
#[derive(Debug, Clone, Copy, Default)]
pub struct Setting {
    /// What ranks passages.
    pub retriever: Retriever,
    /// Asks all documents, also where a question names its own.
    pub all_documents: bool,
    /// When a passage is right.
    pub judging: Judging,
}

/// What a search is worth on some questions.
#[derive(Debug)]
pub struct Retrieval {
    /// Its figures.
    pub evaluation: Evaluation,
    /// How long it took.
    pub times: Times,
    /// How it differs from another retriever.
    pub comparison: Option<Comparison>,
}

/// How long questions took from their text to their passages, in milliseconds.
#[derive(Debug, Serialize)]
pub struct Times {
    questions: usize,
    median_ms: f32,
    p95_ms: f32,
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "from question to passages: {:.0} ms in the median, {:.0} ms at the 95th percentile",
            self.median_ms, self.p95_ms
        )
    }
}

/// Asks every question and scores what is found, also by another retriever where one is named.
pub fn measure(
    library: &Library,
    questions: &[Question],
    setting: &Setting,
    against: Option<Retriever>,
) -> Result<Retrieval, EvalError> {
    let options = Options { judging: setting.judging, ..Options::default() };
    // Before anything else is asked, so that no question was asked before.
    let times = times(library, questions, setting)?;
    let judge = |setting: &Setting| -> Result<Vec<Judged>, EvalError> {
        questions.iter().map(|question| judged(library, question, setting)).collect()
    };
    let judged = judge(setting)?;
    let comparison = match against {
        Some(retriever) => {
            let other = judge(&Setting { retriever, ..*setting })?;
            let (before, after) = (name_of(retriever), name_of(setting.retriever));
            Some(compare((before, &other), (after, &judged), &options))
        }
        None => None,
    };
    Ok(Retrieval { evaluation: evaluate(&judged, &options), times, comparison })
}

impl Retrieval {
    /// The report as one HTML page, every miss with its page.
    pub fn html(
        &self,
        library: &Library,
        file: &Path,
        setting: &Setting,
        max_pictures: usize,
    ) -> String {
        let header = Header {
            library: &library.dir().display().to_string(),
            file: &file.display().to_string(),
            date: &OffsetDateTime::now_utc().date().to_string(),
            settings: &settings(setting),
            max_pictures,
        };
        let mut picture = |gold: &Gold| draw(library, gold).ok().flatten();
        html(&header, &self.evaluation, self.comparison.as_ref(), &mut picture)
    }
}

/// Asks every question once, after one that loads what is loaded once.
fn times(library: &Library, questions: &[Question], setting: &Setting) -> Result<Times, EvalError> {
    let mut times = Vec::with_capacity(questions.len());
    for question in questions {
        let Ok(documents) = documents_of(library, question) else { continue };
        let ask = asked(question, &documents, setting);
        if times.is_empty() {
            library.search(&Ask { question: "What is this about?", ..ask }, DEPTH)?;
        }
        if let Ok(result) = library.search(&ask, DEPTH) {
            times.push(result.timings_ms.total);
        }
    }
    let questions = times.len();
    let (median_ms, p95_ms) = median_and_p95(times.into_iter()).unwrap_or_default();
    Ok(Times { questions, median_ms, p95_ms })
}

/// A question of the file, put to its own documents or to all.
fn asked<'a>(question: &'a Question, documents: &'a [DocumentId], setting: &Setting) -> Ask<'a> {
    let documents = if setting.all_documents { &[] } else { documents };
    Ask { retriever: setting.retriever, ..ask(&question.question, documents) }
}

/// What each stage of the search gives for a question; why, where it cannot be asked.
fn judged(library: &Library, question: &Question, setting: &Setting) -> Result<Judged, EvalError> {
    let asked = documents_of(library, question).and_then(|documents| {
        inspect::stages(library, &asked(question, &documents, setting), DEPTH)
    });
    let judged = Judged { question: question.clone(), rankings: Vec::new(), problem: None };
    let stages = match asked {
        Ok(stages) => stages,
        Err(error) => return Ok(Judged { problem: Some(error.to_wire().message), ..judged }),
    };
    let boxes = setting.judging.by_boxes && question.has_boxes();
    let candidates = stages.candidates.into_iter().take(DEPTH).map(|row| (row, 0.0)).collect();
    let stages: [(Stage, Vec<(ChunkRow, f32)>); 3] = [
        (Stage::Candidates, candidates),
        (Stage::Fused, stages.fused),
        (Stage::Reranked, stages.ranked),
    ];
    let ranking = |(stage, rows): (Stage, Vec<(ChunkRow, f32)>)| {
        let results = rows.iter().map(|(row, score)| found(library, row, *score, boxes));
        Ok(Ranking { stage, results: results.collect::<Result<_, EngineError>>()? })
    };
    let rankings = stages.into_iter().map(ranking).collect::<Result<_, EvalError>>()?;
    Ok(Judged { rankings, ..judged })
}

/// A passage as it is judged; `boxes` asks for its rectangles, which takes longer.
pub(crate) fn found(
    library: &Library,
    row: &ChunkRow,
    score: f32,
    boxes: bool,
) -> Result<Found, EngineError> {
    let quads = match boxes {
        true => inspect::rectangles(library, &row.document, row.span)?,
        false => Vec::new(),
    };
    Ok(Found {
        document: row.file_name.clone(),
        pages: (row.first_page.get()..=row.last_page.get()).filter_map(PageNumber::new).collect(),
        quads,
        section: row.breadcrumb.clone(),
        text: row.text.clone(),
        score,
    })
}

fn name_of(retriever: Retriever) -> &'static str {
    match retriever {
        Retriever::Full => "full",
        Retriever::Plain => "plain",
    }
}

fn settings(setting: &Setting) -> Vec<(String, String)> {
    let documents = if setting.all_documents { "all" } else { "each question's own" };
    let judging = &setting.judging;
    let mut settings = vec![
        ("Retriever".to_owned(), name_of(setting.retriever).to_owned()),
        ("Documents asked".to_owned(), documents.to_owned()),
        ("Pages beside the true one that count".to_owned(), judging.page_tolerance.to_string()),
    ];
    if judging.by_boxes {
        settings.push(("Judged by".to_owned(), "boxes".to_owned()));
    }
    settings
}

/// The page of an expected place, what is expected marked on it.
fn draw(library: &Library, gold: &Gold) -> Result<Option<Picture>, EngineError> {
    let row = library.find_document(&gold.document)?;
    let quads: Vec<Quad> = gold.quads().collect();
    let bytes = library.show_page(&row.id, gold.page, &quads, PIXEL_PER_PT)?;
    // A PNG begins with its size: bytes 16 to 24 (PNG specification, section 11.2.2).
    let number = |at: usize| {
        let four = bytes.get(at..at + 4)?;
        Some(u32::from_be_bytes(four.try_into().ok()?))
    };
    let Some((width_px, height_px)) = number(16).zip(number(20)) else { return Ok(None) };
    Ok(Some(Picture { kind: PictureKind::Png, bytes, width_px, height_px }))
}
