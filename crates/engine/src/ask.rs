//! A question's way: made sense of, retrieved for, ranked, answered, cited.

mod answer;
mod rank;
mod retrieve;
mod terms;

use std::time::Instant;

use citelight_core::{
    Answer, AnswerMode, DocumentId, DocumentStatus, Passage, SearchResult, Timings,
};
use citelight_store::NewAnswer;

use crate::library::now_s;
use crate::{EngineError, Library, Result};

use retrieve::Hit;
pub use terms::Terms;

/// The longest question that is taken, in characters. The embedder reads the first 254 tokens, about
/// 1,000 characters; beyond twice that a text is a document, not a question.
pub const MAX_QUESTION_CHARS: usize = 2_000;

/// Passages that are shown with an answer.
const PASSAGES: usize = 10;
/// Passages whose sentences may become an answer.
const READ_PASSAGES: usize = 10;

/// What is said when the evidence is weak.
const NOT_FOUND: &str = "The documents do not say.";

/// A question, checked and made sense of.
pub(crate) struct Question {
    pub(crate) text: String,
    pub(crate) terms: Terms,
    pub(crate) vector: Vec<f32>,
    /// The documents that are asked; never empty.
    pub(crate) scope: Vec<DocumentId>,
}

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
    /// Answers a question from `documents`, or from every current document when none is named, and
    /// stores question, answer, citations and passages.
    pub fn ask(&self, question: &str, documents: &[DocumentId]) -> Result<Answer> {
        let (mut clock, mut timings) = (Clock::start(), Timings::default());
        let (asked, hits) = self.find(question, documents, &mut clock, &mut timings)?;
        let ranked = self.rank_sentences(&asked, &hits[..hits.len().min(READ_PASSAGES)])?;
        timings.rerank = clock.lap();
        let passages = self.passages(&hits, PASSAGES)?;
        let chosen = answer::choose(&ranked);
        let citations = self.cite(&chosen)?;
        timings.answer = clock.lap();
        timings.total = clock.total();
        let found = !citations.is_empty();
        let text = if found { answer::compose(&citations) } else { NOT_FOUND.to_owned() };
        let mode = AnswerMode::Extractive;
        let id = self.store.save_answer(&NewAnswer {
            question: &asked.text,
            scope: documents,
            asked_at_s: now_s(),
            found,
            mode,
            text: &text,
            citations: &citations,
            passages: &passages,
            timings,
        })?;
        Ok(Answer {
            id,
            question: asked.text,
            found,
            answer: text,
            mode,
            citations,
            passages,
            timings_ms: timings,
        })
    }

    /// The best passages for a question, without an answer and without a trace in the history.
    pub fn search(
        &self,
        question: &str,
        documents: &[DocumentId],
        limit: usize,
    ) -> Result<SearchResult> {
        let (mut clock, mut timings) = (Clock::start(), Timings::default());
        let (_, hits) = self.find(question, documents, &mut clock, &mut timings)?;
        let passages: Vec<Passage> = self.passages(&hits, limit)?;
        timings.total = clock.total();
        Ok(SearchResult { passages, timings_ms: timings })
    }

    /// What asking and searching begin with: the question made sense of, and the chunks for it.
    fn find(
        &self,
        question: &str,
        documents: &[DocumentId],
        clock: &mut Clock,
        timings: &mut Timings,
    ) -> Result<(Question, Vec<Hit>)> {
        let asked = self.understand(question, documents)?;
        timings.understand = clock.lap();
        let hits = self.retrieve(&asked)?;
        timings.retrieve = clock.lap();
        Ok((asked, hits))
    }

    fn understand(&self, question: &str, documents: &[DocumentId]) -> Result<Question> {
        let text = check(question)?;
        let scope = self.scope(documents)?;
        let vector = self.embedder()?.embed(&text)?;
        Ok(Question { terms: Terms::of(&text), vector, scope, text })
    }

    /// The documents that a question is put to.
    fn scope(&self, documents: &[DocumentId]) -> Result<Vec<DocumentId>> {
        if documents.is_empty() {
            let all = self.documents()?;
            let ready: Vec<DocumentId> = all
                .iter()
                .filter(|row| row.status == DocumentStatus::Ready && row.superseded_by.is_none())
                .map(|row| row.id.clone())
                .collect();
            return match (ready.is_empty(), all.is_empty()) {
                (false, _) => Ok(ready),
                (true, true) => {
                    Err(EngineError::input("There are no documents to ask.", "Add a PDF first."))
                }
                (true, false) => Err(EngineError::input(
                    "No document is ready to be asked.",
                    "Wait until one has been read.",
                )),
            };
        }
        let mut scope = Vec::with_capacity(documents.len());
        for id in documents {
            let row = self.document(id)?;
            if row.status != DocumentStatus::Ready {
                return Err(EngineError::input(
                    format!("“{}” is not ready to be asked.", row.file_name),
                    "Wait until it has been read, or leave it out.",
                ));
            }
            if !scope.contains(id) {
                scope.push(row.id);
            }
        }
        Ok(scope)
    }
}

/// The question as it is asked: trimmed, with words in it, not too long.
fn check(question: &str) -> Result<String> {
    let text = question.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Err(EngineError::input("The question is empty.", "Type what you want to know."));
    }
    let length = text.chars().count();
    if length > MAX_QUESTION_CHARS {
        return Err(EngineError::input(
            format!("The question is too long: {length} characters."),
            format!("Ask in at most {MAX_QUESTION_CHARS} characters; one question at a time."),
        ));
    }
    if !text.chars().any(char::is_alphanumeric) {
        return Err(EngineError::input(format!("“{text}” holds no words."), "Ask in plain words."));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_checked() {
        assert_eq!(check("  What\n is  it? ").unwrap(), "What is it?");
        assert_eq!(check("¿Qué? 🦊 42").unwrap(), "¿Qué? 🦊 42");
        for (bad, word) in
            [("", "empty"), (" \n\t", "empty"), ("🦊🦊", "no words"), ("?!", "no words")]
        {
            assert!(check(bad).unwrap_err().to_string().contains(word), "{bad:?}");
        }
        let long = check(&"a".repeat(10_000)).unwrap_err().to_string();
        assert!(long.contains("10000 characters"), "{long}");
        assert!(check(&"é".repeat(MAX_QUESTION_CHARS)).is_ok());
    }
}
