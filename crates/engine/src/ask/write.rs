//! Answers that the text generator writes: what it is given to read, and what of its text is kept.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use citelight_api::Event;
use citelight_core::{
    Answer, AnswerMode, AnswerSentence, AnswerWriter, Citation, EvidenceReason, QuestionId,
    QuestionKind, Verdict, WritingEnd, Written,
};
use citelight_generator::{Ended, Entailment, Evidence, Generation, Options, Prompt};

use super::answer::{Composed, text_of};
use super::retrieve::Hit;
use super::supported::Statement;
use super::{Ask, Question};
use crate::writer::Writer;
use crate::{EngineError, Library, Result};

/// Questions whose answers can still be written.
const DRAFTS: usize = 8;
/// Evidence for a question on one thing, and for one on several, in tokens of the embedder: about one
/// and three of the windows that Flan-T5 reads.
const NARROW: u32 = 380;
const WIDE: u32 = 1200;
/// What is said where nothing of the text can be kept.
const NOT_KEPT: &str = "The language model’s answer could not be confirmed from the documents and is \
                        left out; these are their own words.";

/// What the check of a written text keeps of it.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenCheck {
    /// Its sentences with their verdicts; those with a figure that nothing shows are left out.
    pub sentences: Vec<AnswerSentence>,
    /// The words that support them, in the order of their numbers.
    pub citations: Vec<Citation>,
}

/// What is needed to write the answer to a question that was asked before.
pub(crate) struct Draft {
    id: QuestionId,
    question: Question,
    /// The passage of the best sentence first.
    hits: Vec<Hit>,
}

impl std::fmt::Debug for Draft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Draft").field("id", &self.id).finish_non_exhaustive()
    }
}

/// The latest questions that the generator can write the answers to.
#[derive(Debug, Default)]
pub(crate) struct Drafts(Mutex<VecDeque<Arc<Draft>>>);

impl Drafts {
    /// Whether the answer to a question can still be written.
    pub(crate) fn hold(&self, id: QuestionId) -> bool {
        self.find(id).is_some()
    }

    fn find(&self, id: QuestionId) -> Option<Arc<Draft>> {
        self.lock().iter().find(|draft| draft.id == id).cloned()
    }

    fn keep(&self, draft: Draft) {
        let mut drafts = self.lock();
        drafts.retain(|other| other.id != draft.id);
        drafts.push_back(Arc::new(draft));
        if drafts.len() > DRAFTS {
            drafts.pop_front();
        }
    }

    pub(super) fn drop(&self, id: QuestionId) {
        self.lock().retain(|draft| draft.id != id);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<Arc<Draft>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Library {
    /// The model that could write a better answer than these quotes; none where nothing was found, or
    /// where a figure answers, which is exact as it is.
    pub(crate) fn writer_for(&self, answer: &Answer) -> Result<Option<AnswerWriter>> {
        let quotes = answer.found && answer.mode == AnswerMode::Extractive;
        // A list is whole as it stands.
        let prose = !answer.sentences.is_empty() && !answer.sentences.iter().any(|one| one.item);
        let pack = (quotes && prose).then(|| Writer::pack(self.models()));
        let at_once = self.search_settings()?.write;
        Ok(pack.flatten().map(|pack| AnswerWriter { model: pack.title().to_owned(), at_once }))
    }

    /// Keeps what is needed to write the answer to a question.
    pub(crate) fn keep_draft(&self, id: QuestionId, question: Question, hits: Vec<Hit>) {
        self.drafts.keep(Draft { id, question, hits });
    }

    /// Lets the text generator write the answer to a question that was just asked. Its text comes by
    /// events; what is returned and stored is checked against the evidence: each sentence has the
    /// words that support it and a verdict, and one with a figure that no cited words show is left
    /// out. The quotes stay with it. Where nothing can be kept, the quotes stay the answer.
    pub fn write_answer(&self, id: QuestionId) -> Result<Answer> {
        let mut answer = self.earlier_answer(id)?;
        let draft = self.drafts.find(id).ok_or_else(|| {
            EngineError::input(
                "This answer cannot be written any more.",
                "Ask the question again; its evidence is kept for the latest questions only.",
            )
        })?;
        let model = Writer::pack(self.models()).map(|pack| pack.title().to_owned());
        let begun = Instant::now();
        let (evidence, statements) = self.draft_evidence(&draft.question, &draft.hits)?;
        let prompt = Prompt { question: draft.question.text.clone(), evidence };
        let options = Options::default();
        let generation = self.writer.write(self.models(), id, prompt, options, &mut |text| {
            self.tell(Event::Writing { question: id, text: text.to_owned() });
            ControlFlow::Continue(())
        })?;
        let checked = self.check(&draft.question, &generation.text, &statements)?;
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
        self.drafts.drop(id);
        // A question that was forgotten meanwhile stays forgotten.
        self.store.replace_answer(&answer)?;
        Ok(answer)
    }

    /// Texts as answers to one question, each checked against its evidence as if the text generator
    /// had written it: to measure the check. Leaves no trace in the history.
    pub fn check_written(&self, ask: &Ask<'_>, texts: &[&str]) -> Result<Vec<WrittenCheck>> {
        let (_, question, hits) = self.answered(ask)?;
        let (_, statements) = self.draft_evidence(&question, &hits)?;
        let checked = texts.iter().map(|text| self.check(&question, text, &statements));
        checked
            .map(|checked| {
                let Composed { sentences, citations } = checked?;
                Ok(WrittenCheck { sentences, citations })
            })
            .collect()
    }

    /// Stops the writing of an answer; what is written by then is kept.
    pub fn stop_writing(&self, id: QuestionId) {
        self.writer.stop(id);
    }

    /// Whether a text says a claim, by the verifier in use.
    pub(super) fn judge(&self, text: &str, claim: &str) -> Result<Option<Entailment>> {
        self.writer.judge(self.models(), text, claim)
    }

    /// Whether the text generator is in memory.
    pub fn generator_is_loaded(&self) -> bool {
        self.writer.is_loaded()
    }

    /// What the generator reads, best first, and the statements in it.
    fn draft_evidence(
        &self,
        question: &Question,
        hits: &[Hit],
    ) -> Result<(Vec<Evidence>, Vec<Statement>)> {
        let wide = matches!(
            question.interpretation.kind,
            QuestionKind::Comparison | QuestionKind::List | QuestionKind::Summary
        );
        let trees = self.assemble(hits, if wide { WIDE } else { NARROW })?;
        let mut pieces: Vec<_> =
            trees.iter().flat_map(|tree| tree.pieces()).map(|(_, piece)| piece).collect();
        // Stable: what was not found stays in reading order.
        pieces.sort_by_key(|piece| match piece.why {
            EvidenceReason::Found { rank } => rank,
            _ => u32::MAX,
        });
        let (mut evidence, mut statements) = (Vec::new(), Vec::new());
        for piece in pieces {
            let Some(chunk) = self.hot_chunks(&[piece.chunk])?.pop() else { continue };
            evidence.push(Evidence {
                document: chunk.row.file_name.clone(),
                page: piece.page.get(),
                chunk: piece.chunk.0.to_string(),
                text: chunk.row.text.clone(),
            });
            statements.extend(Statement::all_of(&chunk.row));
        }
        Ok((evidence, statements))
    }
}

/// Puts what was written before the quotes, where something of it can be kept.
fn take_in(answer: &mut Answer, written: Written, checked: Composed) {
    answer.details.writer = None;
    let kept = checked.sentences.iter().any(|one| one.verdict != Verdict::NotConfirmed);
    if !kept {
        // A person who stopped it knows why there is none.
        let stopped = written.ended == WritingEnd::Stopped;
        if !stopped {
            answer.details.note = Some(NOT_KEPT.to_owned());
        }
        answer.details.written = Some(written);
        return;
    }
    let Composed { sentences, mut citations } = checked;
    let before = u32::try_from(citations.len()).unwrap_or(u32::MAX);
    let quotes = Composed {
        sentences: std::mem::take(&mut answer.sentences),
        citations: std::mem::take(&mut answer.citations),
    }
    .behind(before);
    citations.extend(quotes.citations);
    if let Some(lead) = &mut answer.details.lead {
        lead.citations.iter_mut().for_each(|n| *n += before);
    }
    answer.answer = text_of(&sentences);
    answer.mode = AnswerMode::Generated;
    answer.sentences = sentences;
    answer.citations = citations;
    answer.details.written = Some(Written { quotes: quotes.sentences, ..written });
}

fn ended(generation: &Generation) -> WritingEnd {
    match generation.ended {
        Ended::Itself | Ended::Repetition | Ended::NothingAllowed => WritingEnd::Complete,
        Ended::Length | Ended::Time => WritingEnd::Limit,
        Ended::Stopped => WritingEnd::Stopped,
    }
}
