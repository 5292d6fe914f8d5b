//! Questions: answers with their quotes, and passages.

use citelight_core::{Answer, AnswerMode, Calculation, DocumentId, Filters, QuestionId, Series};
use citelight_engine::Ask;
use rmcp::model::CallToolResult;
use serde::Serialize;

use super::{Call, Result, asked, sections_named, structured};
use crate::quote::Quote;

/// Passages that come where nothing answers.
const NEAREST: usize = 3;
const PASSAGES: u32 = 8;

#[derive(Serialize)]
struct Answered<'a> {
    /// Number of the question in the history, where it is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<QuestionId>,
    question: &'a str,
    found: bool,
    /// The answer in a word or a few, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    lead: Option<&'a str>,
    /// The sentences, each followed by the numbers of its quotes.
    answer: &'a str,
    mode: AnswerMode,
    confidence: f32,
    /// What the person must know of how it was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    calculation: Option<&'a Calculation>,
    /// The figure over several periods, where that was asked for; citations by the numbers of quotes.
    #[serde(skip_serializing_if = "Option::is_none")]
    series: Option<&'a Series>,
    quotes: Vec<Quote>,
    /// The nearest passages, where nothing answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nearest: Vec<Quote>,
}

/// The filters of a call.
fn filters(call: &Call<'_>, documents: &[DocumentId]) -> Result<Filters> {
    let Some(name) = call.arguments.optional_text("section") else { return Ok(Filters::default()) };
    let sections = sections_named(call, name, documents)?;
    Ok(Filters { sections, ..Filters::default() })
}

/// Does something with the question that a call puts and what it is put to.
fn with_question<T>(call: &Call<'_>, work: impl FnOnce(&Ask<'_>) -> Result<T>) -> Result<T> {
    let documents = asked(call)?;
    let filters = filters(call, &documents)?;
    work(&Ask {
        question: call.arguments.text("question"),
        documents: &documents,
        filters: Some(&filters),
        ..Ask::default()
    })
}

pub(super) fn ask(call: &Call<'_>) -> Result<CallToolResult> {
    // Reading leaves no trace, also not in the person's history.
    let answer = with_question(call, |ask| {
        Ok(if call.write { call.library.ask(ask)? } else { call.library.answer(ask)? })
    })?;
    structured(&answered(call, &answer)?)
}

fn answered<'a>(call: &Call<'_>, answer: &'a Answer) -> Result<Answered<'a>> {
    let mut nearest = Vec::new();
    if !answer.found {
        for passage in answer.passages.iter().take(NEAREST) {
            nearest.push(Quote::of_passage(call.library, passage)?);
        }
    }
    Ok(Answered {
        id: call.write.then_some(answer.id),
        question: &answer.question,
        found: answer.found,
        lead: answer.details.lead.as_ref().map(|lead| lead.text.as_str()),
        answer: &answer.answer,
        mode: answer.mode,
        confidence: answer.confidence,
        note: answer.details.note.as_deref(),
        calculation: answer.calculation.as_ref(),
        series: answer.details.series.as_ref(),
        quotes: answer.citations.iter().map(Quote::of_citation).collect(),
        nearest,
    })
}

#[derive(Serialize)]
struct Found {
    passages: Vec<Quote>,
}

pub(super) fn search(call: &Call<'_>) -> Result<CallToolResult> {
    let limit = call.arguments.number("limit").unwrap_or(PASSAGES);
    let found = with_question(call, |ask| Ok(call.library.search(ask, limit as usize)?))?;
    let quotes = found.passages.iter().map(|passage| Quote::of_passage(call.library, passage));
    let passages = quotes.collect::<std::result::Result<_, _>>()?;
    structured(&Found { passages })
}
