//! From a question to its answer, in order: understand → retrieve → read → compose, each word cited.
//!
//! | stage | gives | file |
//! | --- | --- | --- |
//! | understand | what is asked, of which documents, in every form in which it is compared | `ask/understand.rs` |
//! | retrieve | the best passages | `ask/retrieve.rs` |
//! | read | their sentences by how well they answer, and how likely it is that any does | `ask/read.rs` |
//! | compose | the answer of the first maker that has one, its words cited by `ask/cite.rs` | [`MAKERS`] |

mod alone;
pub(crate) mod asker;
mod candidates;
mod catalogue_cache;
mod cells;
pub(crate) mod check;
pub(crate) mod cite;
mod compose;
mod document_cache;
mod doubt;
mod drafts;
mod evidence;
mod excerpt;
pub(crate) mod extract;
pub(crate) mod extractor;
mod feedback;
mod fields;
mod filters;
mod follow_up;
mod further;
pub(crate) mod fusion;
pub(crate) mod history;
mod lists;
pub(crate) mod makers;
mod named;
mod note;
mod passages;
pub(crate) mod pool;
mod probe;
pub(crate) mod question;
mod quoting;
pub(crate) mod read;
pub(crate) mod reader_text;
mod references;
mod rerank;
mod reranker;
pub(crate) mod retrieve;
pub(crate) mod settle;
mod spelling;
mod stages;
mod statements;
pub(crate) mod suggest;
pub(crate) mod suggestion_cache;
mod table_cache;
mod text_vectors;
mod trail;
pub(crate) mod understand;
pub(crate) mod values;
mod wholes;
pub(crate) mod write;

use citelight_core::{Answer, AnswerDetails, EvidenceNode, QuestionId, SearchResult, Timings};

use crate::error::Result;
use crate::parallel::side_by_side;
use crate::settings;
use asker::Asker;
use compose::{Composed, Findings};
use drafts::Draft;
use question::{Ask, Hit, Question};
use stages::Stages;

pub(crate) use filters::find_sections;
pub use understand::MAX_QUESTION_CHARS;
pub(crate) use understand::interpret;
pub(crate) use write::{earlier_answer, write_answer};

/// Makes an answer of its kind; `None` where another kind is asked for, or the documents do not give it.
type Maker = fn(&Asker, &Findings<'_>) -> Result<Option<Composed>>;

/// The makers of answers, in the order in which they are asked; the first that has an answer gives it. The
/// last one always does, if only by saying that the documents do not say it.
const MAKERS: [Maker; 16] = [
    makers::ranking,
    makers::reason,
    makers::series,
    makers::figure,
    makers::decision,
    makers::course,
    makers::sides,
    makers::joined,
    makers::amended,
    makers::whole,
    makers::list,
    makers::part,
    makers::value,
    makers::abbreviation,
    makers::each,
    makers::quote,
];

/// Answers a question and stores question, answer, citations and passages.
pub(crate) fn ask(asker: &Asker, ask: &Ask<'_>) -> Result<Answer> {
    let (mut answer, question, hits) = answered(asker, ask)?;
    answer.details.writer = write::writer_for(asker, &answer)?;
    history::save(&asker.store, &mut answer, ask.documents)?;
    // A question that is asked again may have had a writer before.
    asker.drafts.remove(answer.id);
    if answer.details.writer.is_some() {
        asker.drafts.put(Draft { id: answer.id, question, hits });
    }
    Ok(answer)
}

/// Answers a question without a trace in the history; the answer's id is 0.
pub(crate) fn answer(asker: &Asker, ask: &Ask<'_>) -> Result<Answer> {
    Ok(answered(asker, ask)?.0)
}

/// The way from question to answer. Gives the answer, the question as it was understood, and the
/// passages that were found for it, that of the best sentence first.
pub(crate) fn answered(asker: &Asker, ask: &Ask<'_>) -> Result<(Answer, Question, Vec<Hit>)> {
    if asker.is_cold() {
        // What cannot be loaded is told by the stage that needs it.
        return side_by_side(|| asker.warm_up(), || answered_warm(asker, ask)).1;
    }
    answered_warm(asker, ask)
}

fn answered_warm(asker: &Asker, ask: &Ask<'_>) -> Result<(Answer, Question, Vec<Hit>)> {
    let (stages, mut ms) = (Stages::begin("ask"), Timings::default());
    let mut question =
        stages.run("understand", &mut ms.understand, || understand::understand(asker, ask))?;
    let (hits, candidates) = stages
        .run("retrieve", &mut ms.retrieve, || retrieve::retrieve_counted(asker, &question))?;
    let mut hits = settle::settled(&question, hits);
    settle::put_to_found(asker, &mut question, &hits)?;
    let findings = Findings::unread(&question, &hits);
    let mut composed = stages.run("compose", &mut ms.answer, || first_answer(asker, &findings))?;
    if composed.text.is_empty() {
        composed.text = nothing_found(asker, &question)?;
        doubt::nearest(asker, &findings, &mut composed)?;
    }
    if composed.details.note.is_none() {
        composed.details.note =
            note::note(asker, &question, read::readable(&hits), composed.found)?;
    }
    let unsure = note::unsure(&asker.store, &composed.cited.citations)?;
    let doubt = doubt::doubt(asker, &findings, &mut composed)?;
    let preparing = note::preparing(asker, &question)?;
    for more in doubt.into_iter().chain(unsure).chain(preparing) {
        let said = composed.details.note.take().map(|note| format!("{note} ")).unwrap_or_default();
        composed.details.note = Some(format!("{said}{more}"));
    }
    let shown = settings::search(&asker.store)?.passages as usize;
    let mut passages = passages::passages(&asker.store, &hits, shown)?;
    for (passage, hit) in passages.iter_mut().zip(&hits) {
        passage.stages.reader = findings.known().and_then(|reading| reading.best_margin(hit));
    }
    ms.rerank = findings.ms();
    ms.answer -= ms.rerank;
    ms.total = stages.end();
    let answer = Answer {
        id: QuestionId(0),
        question: question.typed.clone(),
        found: composed.found,
        answer: composed.text,
        sentences: composed.cited.sentences,
        mode: composed.mode,
        confidence: composed.confidence,
        calculation: composed.calculation,
        details: AnswerDetails {
            follows: question.follows,
            candidates: Some(candidates),
            ..composed.details
        },
        citations: composed.cited.citations,
        passages,
        interpretation: question.interpretation.clone(),
        timings_ms: ms,
    };
    if let Some(reading) = findings.made() {
        hits.sort_by_key(|hit| reading.place_of(hit));
    }
    Ok((answer, question, hits))
}

/// What is said where nothing answers.
fn nothing_found(asker: &Asker, question: &Question) -> Result<String> {
    let only = match question.whole.scope.as_slice() {
        [one] => Some(asker.documents.row(one)?.file_name),
        _ => None,
    };
    Ok(compose::nothing_found(question.interpretation.sort, only.as_deref()))
}

/// The answer of the first maker that has one.
fn first_answer(asker: &Asker, findings: &Findings<'_>) -> Result<Composed> {
    for make in MAKERS {
        if let Some(composed) = make(asker, findings)? {
            return Ok(composed);
        }
    }
    Ok(Composed::quoted(cite::Cited::default(), findings.reading(asker)?.confidence))
}

/// The best passages for a question, without an answer and without a trace in the history.
pub(crate) fn search(asker: &Asker, ask: &Ask<'_>, limit: usize) -> Result<SearchResult> {
    let (stages, mut ms) = (Stages::begin("search"), Timings::default());
    let question =
        stages.run("understand", &mut ms.understand, || understand::understand(asker, ask))?;
    let hits = stages.run("retrieve", &mut ms.retrieve, || retrieve::retrieve(asker, &question))?;
    let passages = passages::passages(&asker.store, &hits, limit)?;
    ms.total = stages.end();
    Ok(SearchResult { passages, interpretation: question.interpretation, timings_ms: ms })
}

/// The evidence for a question, put together for a reader of `budget` tokens (by the embedder's
/// tokenizer): what was found, the sections around it, and what they refer to; a tree for each
/// document. The first piece is there whatever it holds.
pub(crate) fn assemble(asker: &Asker, ask: &Ask<'_>, budget: u32) -> Result<Vec<EvidenceNode>> {
    let hits = retrieve::retrieve(asker, &understand::understand(asker, ask)?)?;
    evidence::assemble(asker, &hits, budget)
}
