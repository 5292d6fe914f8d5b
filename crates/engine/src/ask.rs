//! A question's way: made sense of, retrieved for, ranked, answered, cited.

mod answer;
mod beside;
mod books;
mod corroborate;
mod evidence;
mod feedback;
mod figures;
mod filters;
mod follow;
mod history;
mod kept;
mod lead;
mod lists;
mod maps;
mod measure;
mod note;
mod pool;
mod probe;
mod rank;
mod references;
mod rerank;
mod retrieve;
mod supported;
mod sure;
mod tables;
mod understand;
mod write;

use std::time::Instant;

use citelight_core::{
    Answer, AnswerDetails, EvidenceNode, Passage, QuestionId, SearchResult, Timings,
};

use crate::{Library, Result};

use answer::Answered;
pub(crate) use books::Books;
pub(crate) use maps::HotStore;
pub use measure::{Measured, MeasuredSentences, Stages};
pub(crate) use probe::ProbeTools;
use retrieve::Hit;
pub use understand::{Ask, MAX_QUESTION_CHARS};
pub(crate) use understand::{Names, Question};
pub(crate) use write::Drafts;
pub use write::WrittenCheck;

/// Passages whose sentences may become an answer.
const READ_PASSAGES: usize = 12;

/// Where the time of one question goes.
struct Clock {
    began: Instant,
    last: Instant,
}

impl Clock {
    fn start() -> Clock {
        let now = Instant::now();
        Clock { began: now, last: now }
    }

    /// Milliseconds since the last lap.
    fn lap(&mut self) -> f32 {
        let before = std::mem::replace(&mut self.last, Instant::now());
        (self.last - before).as_secs_f32() * 1000.0
    }

    /// Milliseconds since the start.
    fn total(&self) -> f32 {
        self.began.elapsed().as_secs_f32() * 1000.0
    }
}

impl Library {
    /// Answers a question and stores question, answer, citations and passages.
    pub fn ask(&self, ask: &Ask<'_>) -> Result<Answer> {
        let (mut answer, asked, hits) = self.answered(ask)?;
        answer.details.writer = self.writer_for(&answer)?;
        self.keep(&mut answer, ask.documents)?;
        // A question that is asked again may have had a writer before.
        self.drafts.drop(answer.id);
        if answer.details.writer.is_some() {
            self.keep_draft(answer.id, asked, hits);
        }
        Ok(answer)
    }

    /// Answers a question without a trace in the history; the answer's id is 0.
    pub fn answer(&self, ask: &Ask<'_>) -> Result<Answer> {
        Ok(self.answered(ask)?.0)
    }

    /// The answer, what was asked, and what was found for it: the passage of the best sentence first.
    fn answered(&self, ask: &Ask<'_>) -> Result<(Answer, Question, Vec<Hit>)> {
        let (mut clock, mut timings) = (Clock::start(), Timings::default());
        let (asked, mut hits) = self.find(ask, &mut clock, &mut timings)?;
        let read = &hits[..hits.len().min(READ_PASSAGES)];
        let ranking = self.rank_sentences(&asked, read)?;
        let ruling = self.ruling(&asked, &ranking);
        let evidence = sure::evidence(&asked, &ranking, read, ruling);
        let confidence = self.sentence_reader.confidence(&evidence);
        timings.rerank = clock.lap();
        let shown = self.search_settings()?.passages as usize;
        let passages = self.passages(&hits, shown)?;
        let answered = match self.figure_answer(&asked, &hits)? {
            Some(figure) => self.corroborated(&asked, figure, &ranking)?,
            None => self.typed_answer(&asked, &hits, &ranking, ruling, confidence)?,
        };
        let answered = self.noted(&asked, read, answered)?;
        let Answered {
            found,
            text,
            mode,
            sentences,
            citations,
            calculation,
            details,
            confidence,
            ..
        } = answered;
        timings.answer = clock.lap();
        timings.total = clock.total();
        let answer = Answer {
            id: QuestionId(0),
            question: asked.typed.clone(),
            found,
            answer: text,
            sentences,
            mode,
            confidence,
            calculation,
            details: AnswerDetails { follows: asked.follows, ..details },
            citations,
            passages,
            interpretation: asked.interpretation.clone(),
            timings_ms: timings,
        };
        hits.sort_by_key(|hit| ranking.place_of(hit));
        Ok((answer, asked, hits))
    }

    /// The best passages for a question, without an answer and without a trace in the history.
    pub fn search(&self, ask: &Ask<'_>, limit: usize) -> Result<SearchResult> {
        let (mut clock, mut timings) = (Clock::start(), Timings::default());
        let (asked, hits) = self.find(ask, &mut clock, &mut timings)?;
        let passages: Vec<Passage> = self.passages(&hits, limit)?;
        timings.total = clock.total();
        Ok(SearchResult { passages, interpretation: asked.interpretation, timings_ms: timings })
    }

    /// The evidence for a question, put together for a reader of `budget` tokens (by the embedder's
    /// tokenizer): what was found, the sections around it, and what they refer to; a tree for each
    /// document. The first piece is there whatever it holds.
    pub fn evidence(&self, ask: &Ask<'_>, budget: u32) -> Result<Vec<EvidenceNode>> {
        let hits = self.retrieve(&self.understand(ask)?)?;
        self.assemble(&hits, budget)
    }

    /// What asking and searching begin with: the question made sense of, and the chunks for it.
    fn find(
        &self,
        ask: &Ask<'_>,
        clock: &mut Clock,
        timings: &mut Timings,
    ) -> Result<(Question, Vec<Hit>)> {
        let asked = self.understand(ask)?;
        timings.understand = clock.lap();
        let hits = self.retrieve(&asked)?;
        timings.retrieve = clock.lap();
        Ok((asked, hits))
    }
}
