//! A question's way: made sense of, retrieved for, ranked, answered, cited.

mod answer;
mod books;
mod feedback;
mod figures;
mod kept;
mod maps;
mod measure;
mod pool;
mod probe;
mod rank;
mod references;
mod retrieve;
mod tables;
mod understand;

use std::time::Instant;

use citelight_core::{Answer, AnswerMode, Passage, SearchResult, Timings};
use citelight_store::NewAnswer;

use crate::library::now_s;
use crate::{Library, Result};

pub(crate) use books::Books;
use figures::FigureAnswer;
pub(crate) use maps::HotStore;
pub use measure::{Measured, Stages};
pub(crate) use probe::ProbeTools;
use rank::Ranked;
use retrieve::Hit;
pub use understand::{Ask, MAX_QUESTION_CHARS};
pub(crate) use understand::{Names, Question};

/// Passages whose sentences may become an answer.
const READ_PASSAGES: usize = 10;

/// What is said when the evidence is weak.
const NOT_FOUND: &str = "The documents do not say.";

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
        let (mut clock, mut timings) = (Clock::start(), Timings::default());
        let (asked, hits) = self.find(ask, &mut clock, &mut timings)?;
        let ranked = self.rank_sentences(&asked, &hits[..hits.len().min(READ_PASSAGES)])?;
        timings.rerank = clock.lap();
        let shown = self.search_settings()?.passages as usize;
        let passages = self.passages(&hits, shown)?;
        let FigureAnswer { found, text, mode, citations, calculation } =
            match self.figure_answer(&asked, &hits)? {
                Some(figure) => figure,
                None => self.sentences_answer(&ranked)?,
            };
        timings.answer = clock.lap();
        timings.total = clock.total();
        let id = self.store.save_answer(&NewAnswer {
            question: &asked.text,
            scope: ask.documents,
            asked_at_s: now_s(),
            found,
            mode,
            text: &text,
            calculation: calculation.as_ref(),
            citations: &citations,
            passages: &passages,
            interpretation: &asked.interpretation,
            timings,
        })?;
        Ok(Answer {
            id,
            question: asked.text,
            found,
            answer: text,
            mode,
            calculation,
            citations,
            passages,
            interpretation: asked.interpretation,
            timings_ms: timings,
        })
    }

    /// The answer of quoted sentences.
    fn sentences_answer(&self, ranked: &[Ranked]) -> Result<FigureAnswer> {
        let citations = self.cite(&answer::choose(ranked))?;
        let found = !citations.is_empty();
        let text = if found { answer::compose(&citations) } else { NOT_FOUND.to_owned() };
        let mode = AnswerMode::Extractive;
        Ok(FigureAnswer { found, text, mode, citations, calculation: None })
    }

    /// The best passages for a question, without an answer and without a trace in the history.
    pub fn search(&self, ask: &Ask<'_>, limit: usize) -> Result<SearchResult> {
        let (mut clock, mut timings) = (Clock::start(), Timings::default());
        let (asked, hits) = self.find(ask, &mut clock, &mut timings)?;
        let passages: Vec<Passage> = self.passages(&hits, limit)?;
        timings.total = clock.total();
        Ok(SearchResult { passages, interpretation: asked.interpretation, timings_ms: timings })
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
