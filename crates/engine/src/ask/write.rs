//! Answers that the text generator writes: what it is given to read, and what of its text stays.

use std::ops::ControlFlow;
use std::time::Instant;

use citelight_core::{
    Answer, AnswerMode, AnswerSentence, AnswerWriter, EvidenceReason, QuestionId, QuestionKind,
    Verdict, WritingEnd, Written,
};
use citelight_generator::{Ended, Evidence, Generation, Options, Prompt};

use super::asker::Asker;
use super::check::{Checkable, Checker};
use super::cite::Cited;
use super::evidence::assemble;
use super::history::no_such_question;
use super::question::{Hit, Question};
use crate::error::{EngineError, Result};
use crate::events::Event;
use crate::language_models::LanguageModels;
use crate::settings;

/// Evidence for a question on one thing, and for one on several, in tokens of the embedder: about one
/// and three of the windows that Flan-T5 reads.
const NARROW: u32 = 380;
const WIDE: u32 = 1200;
/// What is said where nothing of the text can be kept.
const NOT_KEPT: &str = "The language model’s answer could not be confirmed from the documents and is \
                        left out; these are their own words.";

/// An earlier answer as it was given.
pub(crate) fn earlier_answer(asker: &Asker, id: QuestionId) -> Result<Answer> {
    let mut answer = asker.store.answer(id)?.ok_or_else(no_such_question)?;
    // What it would be written from is there for the latest questions alone.
    if asker.drafts.find(id).is_none() {
        answer.details.writer = None;
    }
    Ok(answer)
}

/// The model that could write a better answer than these quotes; none where nothing was found, or
/// where a figure answers, which is exact as it is.
pub(crate) fn writer_for(asker: &Asker, answer: &Answer) -> Result<Option<AnswerWriter>> {
    let quotes = answer.found && answer.mode == AnswerMode::Extractive;
    // A list is whole as it stands.
    let prose = !answer.sentences.is_empty() && !answer.sentences.iter().any(|one| one.item);
    let pack = (quotes && prose).then(|| LanguageModels::pack(&asker.models));
    let at_once = settings::search(&asker.store)?.write;
    Ok(pack.flatten().map(|pack| AnswerWriter { model: pack.title().to_owned(), at_once }))
}

/// Lets the text generator write the answer to a question that was just asked. Its text comes by
/// events; what is returned and stored is checked against the evidence: each sentence has the
/// words that support it and a verdict, and one with a figure that no cited words show is left
/// out. The quotes stay with it. Where nothing can be kept, the quotes stay the answer. `told` hears of
/// each sentence once it is checked, from the first on that the documents carry.
pub(crate) fn write_answer(
    asker: &Asker,
    id: QuestionId,
    told: &mut dyn FnMut(&AnswerSentence),
) -> Result<Answer> {
    let mut answer = earlier_answer(asker, id)?;
    let draft = asker.drafts.find(id).ok_or_else(|| {
        EngineError::input(
            "This answer cannot be written any more.",
            "Ask the question again; its evidence is kept for the latest questions only.",
        )
    })?;
    let model = LanguageModels::pack(&asker.models).map(|pack| pack.title().to_owned());
    let begun = Instant::now();
    let (evidence, statements) = draft_evidence(asker, &draft.question, &draft.hits)?;
    let prompt = Prompt { question: draft.question.text.clone(), evidence };
    let options = Options::default();
    let models = &asker.models;
    let mut checker = Checker::new(asker, &draft.question, &statements)?;
    let mut heard = 0;
    let mut tell = |checker: &Checker<'_>| {
        // Until something can be kept, nothing may come of it.
        if !any_kept(&checker.checked) {
            return;
        }
        checker.checked.sentences.iter().skip(heard).for_each(&mut *told);
        heard = heard.max(checker.checked.sentences.len());
    };
    let mut failed = None;
    let generation = asker.language_models.write(models, id, prompt, options, &mut |text| {
        asker.events.send(Event::Writing { question: id, text: text.to_owned() });
        match checker.take(text, false) {
            Ok(()) => tell(&checker),
            Err(error) => {
                failed = Some(error);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })?;
    if let Some(error) = failed {
        return Err(error);
    }
    checker.take(&generation.text, true)?;
    tell(&checker);
    let checked = checker.checked;
    let written = Written {
        model: model.unwrap_or_default(),
        ended: ended(&generation),
        windows: u32::try_from(generation.windows).unwrap_or(u32::MAX),
        windows_left: u32::try_from(generation.windows_left).unwrap_or(u32::MAX),
        first_ms: generation.timings.first_ms.map(|ms| ms as f32),
        total_ms: begun.elapsed().as_secs_f32() * 1000.0,
        quotes: Vec::new(),
    };
    take_in(&mut answer, written, checked);
    asker.drafts.remove(id);
    // A question that was forgotten meanwhile stays forgotten.
    asker.store.replace_answer(&answer)?;
    Ok(answer)
}

/// What the generator reads, best first, and the statements in it.
pub(crate) fn draft_evidence(
    asker: &Asker,
    question: &Question,
    hits: &[Hit],
) -> Result<(Vec<Evidence>, Vec<Checkable>)> {
    let wide = matches!(
        question.interpretation.kind,
        QuestionKind::Comparison | QuestionKind::List | QuestionKind::Summary
    );
    let trees = assemble(asker, hits, if wide { WIDE } else { NARROW })?;
    let mut pieces: Vec<_> =
        trees.iter().flat_map(|tree| tree.pieces()).map(|(_, piece)| piece).collect();
    // Stable: what was not found stays in reading order.
    pieces.sort_by_key(|piece| match piece.why {
        EvidenceReason::Found { rank } => rank,
        _ => u32::MAX,
    });
    let (mut evidence, mut statements) = (Vec::new(), Vec::new());
    for piece in pieces {
        let Some(chunk) = asker.document_cache.chunks(&[piece.chunk])?.pop() else { continue };
        evidence.push(Evidence {
            document: chunk.row.file_name.clone(),
            page: piece.page.get(),
            chunk: piece.chunk.0.to_string(),
            text: chunk.row.text.clone(),
        });
        statements.extend(Checkable::all_of(&chunk.row));
    }
    Ok((evidence, statements))
}

/// Puts what was written before the quotes, where something of it can be kept.
fn take_in(answer: &mut Answer, written: Written, checked: Cited) {
    answer.details.writer = None;
    if !any_kept(&checked) {
        // A person who stopped it knows why there is none.
        let stopped = written.ended == WritingEnd::Stopped;
        if !stopped {
            answer.details.note = Some(NOT_KEPT.to_owned());
        }
        answer.details.written = Some(written);
        return;
    }
    let text = checked.text();
    let Cited { sentences, mut citations } = checked;
    let quotes = Cited {
        sentences: std::mem::take(&mut answer.sentences),
        citations: std::mem::take(&mut answer.citations),
    }
    .behind(citations.len());
    if let Some(lead) = &mut answer.details.lead {
        let before = u32::try_from(citations.len()).unwrap_or(u32::MAX);
        lead.citations.iter_mut().for_each(|n| *n += before);
    }
    citations.extend(quotes.citations);
    answer.answer = text;
    answer.mode = AnswerMode::Generated;
    answer.sentences = sentences;
    answer.citations = citations;
    answer.details.written = Some(Written { quotes: quotes.sentences, ..written });
}

/// Whether the documents carry any of the sentences.
fn any_kept(checked: &Cited) -> bool {
    checked.sentences.iter().any(|one| one.verdict != Verdict::NotConfirmed)
}

fn ended(generation: &Generation) -> WritingEnd {
    match generation.ended {
        Ended::Itself | Ended::Repetition | Ended::NothingAllowed => WritingEnd::Complete,
        Ended::Length | Ended::Time => WritingEnd::Limit,
        Ended::Stopped => WritingEnd::Stopped,
    }
}
