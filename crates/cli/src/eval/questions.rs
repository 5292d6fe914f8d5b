//! `citelight eval FILE.jsonl`: retrieval measured on questions of one's own.

use std::path::Path;
use std::{fmt, fs};

use citelight_core::{DocumentId, ErrorCode, PageNumber, Quad, WireError};
use citelight_engine::{Ask, ChunkRow, EngineError, Library, inspect};
use citelight_eval::EvalError;
use citelight_eval::retrieval::{
    Found, Gold, Header, Judged, Judging, Options, Picture, PictureKind, Question, Ranking, Stage,
    compare, evaluate, html, read_questions,
};
use citelight_parts::Parts;
use serde::Serialize;

use crate::args::{self, QuestionArgs, RetrieverArg};
use crate::print::Out;
use crate::{Outcome, POINTS_PER_INCH};

/// Passages of each stage that are judged.
const DEPTH: usize = 50;
/// Resolution of a page in the report.
const DPI: f32 = 60.0;

pub(super) fn measure(
    args: &QuestionArgs,
    library: &Path,
    out: &Out,
) -> Result<Outcome, WireError> {
    let Some(file) = &args.file else {
        return Err(WireError::new(ErrorCode::Input, "No file of questions is named.".to_owned()));
    };
    let questions = read_questions(file).map_err(|error| input(&error))?;
    let wire = |error: EngineError| error.to_wire();
    let library = Library::open(library, Parts::locate(), |_| {}).map_err(wire)?;
    let options = Options {
        judging: Judging { page_tolerance: args.page_tolerance, by_boxes: args.boxes },
        ..Options::default()
    };
    // Before anything else is asked, so that no question was asked before.
    let times = times(&library, &questions, args)?;
    let judge = |retriever: RetrieverArg| -> Result<Vec<Judged>, WireError> {
        questions.iter().map(|question| ask(&library, question, args, retriever)).collect()
    };
    let judged = judge(args.retriever)?;
    let evaluation = evaluate(&judged, &options);
    out.report(&evaluation);
    out.report(&times);
    let comparison = match args.against {
        Some(other) => {
            let before = judge(other)?;
            let names = (name_of(other), name_of(args.retriever));
            Some(compare((names.0, &before), (names.1, &judged), &options))
        }
        None => None,
    };
    if let Some(comparison) = &comparison {
        out.report(comparison);
    }
    if let Some(path) = &args.report {
        let header = Header {
            library: &library.dir().display().to_string(),
            file: &file.display().to_string(),
            date: &today(),
            settings: &settings(args),
            max_pictures: args.pictures,
        };
        let mut picture = |gold: &Gold| draw(&library, gold).ok().flatten();
        let text = html(&header, &evaluation, comparison.as_ref(), &mut picture);
        fs::write(path, text).map_err(|error| {
            let what = format!("The report could not be written to {}: {error}.", path.display());
            WireError::new(ErrorCode::Input, what)
        })?;
    }
    Ok(if evaluation.counts.judged == 0 { Outcome::NothingFound } else { Outcome::Done })
}

/// How long questions took from their text to their passages, in milliseconds.
#[derive(Debug, Serialize)]
struct Times {
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

/// Asks every question once, after one that loads what is loaded once.
fn times(
    library: &Library,
    questions: &[Question],
    args: &QuestionArgs,
) -> Result<Times, WireError> {
    let mut times = Vec::with_capacity(questions.len());
    for question in questions {
        let Ok(documents) = documents_of(question, library) else { continue };
        let ask = asked(question, &documents, args, args.retriever);
        if times.is_empty() {
            let warm = Ask { question: "What is this about?", ..ask };
            library.search(&warm, DEPTH).map_err(|error| error.to_wire())?;
        }
        if let Ok(result) = library.search(&ask, DEPTH) {
            times.push(result.timings_ms.total);
        }
    }
    times.sort_by(f32::total_cmp);
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    Ok(Times { questions: times.len(), median_ms: at(50), p95_ms: at(95) })
}

pub(super) fn input(error: &EvalError) -> WireError {
    WireError::new(ErrorCode::Input, format!("{error}."))
}

fn name_of(retriever: RetrieverArg) -> &'static str {
    match retriever {
        RetrieverArg::Full => "full",
        RetrieverArg::Plain => "plain",
    }
}

fn settings(args: &QuestionArgs) -> Vec<(String, String)> {
    let asked = if args.all_documents { "all" } else { "each question's own" };
    let mut settings = vec![
        ("Retriever".to_owned(), name_of(args.retriever).to_owned()),
        ("Documents asked".to_owned(), asked.to_owned()),
        ("Pages beside the true one that count".to_owned(), args.page_tolerance.to_string()),
    ];
    if args.boxes {
        settings.push(("Judged by".to_owned(), "boxes".to_owned()));
    }
    settings
}

/// The documents that a question is put to.
pub(super) fn documents_of(
    question: &Question,
    library: &Library,
) -> Result<Vec<DocumentId>, EngineError> {
    question.documents.iter().map(|name| Ok(library.find_document(name)?.id)).collect()
}

/// A question of the file, put to its own documents or to all.
fn asked<'a>(
    question: &'a Question,
    documents: &'a [DocumentId],
    args: &QuestionArgs,
    retriever: RetrieverArg,
) -> Ask<'a> {
    let documents = if args.all_documents { &[] } else { documents };
    args::ask(&question.question, documents, retriever)
}

fn ask(
    library: &Library,
    question: &Question,
    args: &QuestionArgs,
    retriever: RetrieverArg,
) -> Result<Judged, WireError> {
    let unasked = |error: &EngineError| Judged {
        question: question.clone(),
        rankings: Vec::new(),
        problem: Some(error.to_wire().message),
    };
    let documents = match documents_of(question, library) {
        Ok(documents) => documents,
        Err(error) => return Ok(unasked(&error)),
    };
    let ask = asked(question, &documents, args, retriever);
    let stages = match inspect::stages(library, &ask, DEPTH) {
        Ok(stages) => stages,
        Err(error) => return Ok(unasked(&error)),
    };
    let boxes = args.boxes && question.gold.iter().any(|gold| !gold.boxes.is_empty());
    let all = |rows: &[(ChunkRow, f32)]| -> Result<Vec<Found>, WireError> {
        rows.iter().map(|(row, score)| found(library, row, *score, boxes)).collect()
    };
    let candidates: Vec<(ChunkRow, f32)> =
        stages.candidates.into_iter().take(DEPTH).map(|row| (row, 0.0)).collect();
    Ok(Judged {
        question: question.clone(),
        rankings: vec![
            Ranking { stage: Stage::Candidates, results: all(&candidates)? },
            Ranking { stage: Stage::Fused, results: all(&stages.fused)? },
            Ranking { stage: Stage::Reranked, results: all(&stages.ranked)? },
        ],
        problem: None,
    })
}

/// A passage as it is judged; `boxes` asks for its rectangles, which takes longer.
pub(super) fn found(
    library: &Library,
    row: &ChunkRow,
    score: f32,
    boxes: bool,
) -> Result<Found, WireError> {
    let quads = match boxes {
        true => inspect::rectangles(library, &row.document, row.span)
            .map_err(|error| error.to_wire())?,
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

/// The page of an expected place, what is expected marked on it.
fn draw(library: &Library, gold: &Gold) -> Result<Option<Picture>, EngineError> {
    let row = library.find_document(&gold.document)?;
    let quads: Vec<Quad> =
        gold.boxes.iter().map(|rect| Quad { page: gold.page, rect: *rect }).collect();
    let bytes = library.show_page(&row.id, gold.page, &quads, DPI / POINTS_PER_INCH)?;
    // A PNG begins with its size: bytes 16 to 24 (PNG specification, section 11.2.2).
    let number = |at: usize| {
        let four = bytes.get(at..at + 4)?;
        Some(u32::from_be_bytes(four.try_into().ok()?))
    };
    let Some((width_px, height_px)) = number(16).zip(number(20)) else { return Ok(None) };
    Ok(Some(Picture { kind: PictureKind::Png, bytes, width_px, height_px }))
}

/// Today's date, UTC.
fn today() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let days = i64::try_from(now.unwrap_or_default().as_secs() / 86_400).unwrap_or_default();
    let (year, month, day) = civil(days);
    format!("{year}-{month:02}-{day:02}")
}

/// The date that is `days` after 1970-01-01, in the calendar of today (Howard Hinnant's
/// `civil_from_days`).
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let (day, month) = (
        of_year - (153 * shifted + 2) / 5 + 1,
        if shifted < 10 { shifted + 3 } else { shifted - 9 },
    );
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_454), (2026, 1, 1));
    }
}
