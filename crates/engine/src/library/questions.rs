//! What is asked of a library: questions, answers, the history, feedback.

use std::path::Path;
use std::time::Duration;

use citelight_core::{
    Answer, AnswerSentence, Corrections, DocumentId, EvidenceNode, Feedback, Interpretation, Quad,
    QuestionId, SearchResult, SectionFilter,
};

use super::Library;
use crate::ask;
use crate::ask::cite;
use crate::ask::history::{self, HistoryRow};
use crate::ask::question::Ask;
use crate::ask::suggest::{self, Suggestion};
use crate::clock::now_s;
use crate::error::{EngineError, Result};
use crate::events::NoticeLevel;
use crate::export::{self, Annotator, AnswerFormat, answer_as, pdf};
use crate::link::DeepLink;
use crate::log_table::log_table;

impl Library {
    /// What a question is taken to ask; nothing is searched.
    pub fn interpret(
        &self,
        question: &str,
        documents: &[DocumentId],
        corrections: &Corrections,
    ) -> Result<Interpretation> {
        ask::interpret(&self.asker, question, documents, corrections)
    }

    /// Answers a question and stores, where there is room for it, question, answer, citations and passages.
    pub fn ask(&self, ask: &Ask<'_>) -> Result<Answer> {
        let _first = self.shared.precedence.begin();
        match ask::ask(&self.asker, ask) {
            // An answer that cannot be kept is one all the same.
            Err(error) if self.cannot_keep() || error.is_unwritable() => {
                let answer = ask::answer(&self.asker, ask)?;
                let why = self.unwritable().unwrap_or_else(|| error.to_wire());
                self.shared.events.notice(NoticeLevel::Warning, why);
                Ok(answer)
            }
            asked => asked,
        }
    }

    /// Answers a question without a trace in the history; the answer's id is 0.
    pub fn answer(&self, ask: &Ask<'_>) -> Result<Answer> {
        let _first = self.shared.precedence.begin();
        ask::answer(&self.asker, ask)
    }

    /// The best passages for a question, without an answer and without a trace in the history.
    pub fn search(&self, ask: &Ask<'_>, limit: usize) -> Result<SearchResult> {
        let _first = self.shared.precedence.begin();
        ask::search(&self.asker, ask, limit)
    }

    /// The evidence for a question, put together for a reader of `budget` tokens (by the embedder's
    /// tokenizer): what was found, the sections around it, and what they refer to; a tree for each
    /// document. The first piece is there whatever it holds.
    pub fn evidence(&self, ask: &Ask<'_>, budget: u32) -> Result<Vec<EvidenceNode>> {
        ask::assemble(&self.asker, ask, budget)
    }

    /// The sections that bear a name, in these documents or, with none, in all that are asked: by
    /// number ("Item 7", "4.2") or title, whole or its first words, case ignored.
    pub fn find_sections(
        &self,
        name: &str,
        documents: &[DocumentId],
    ) -> Result<Vec<SectionFilter>> {
        ask::find_sections(&self.asker, name, documents)
    }

    /// Lets the text generator write the answer to a question that was just asked. Its text comes by
    /// events; what is returned and stored is checked against the evidence.
    pub fn write_answer(&self, id: QuestionId) -> Result<Answer> {
        self.write_answer_told(id, &mut |_| {})
    }

    /// The same; `told` hears of each sentence as soon as it is written and checked, from the first on that the
    /// documents carry. The numbers of its citations are those that it has in the answer.
    pub fn write_answer_told(
        &self,
        id: QuestionId,
        told: &mut dyn FnMut(&AnswerSentence),
    ) -> Result<Answer> {
        ask::write_answer(&self.asker, id, told)
    }

    /// Stops the writing of an answer; what is written by then is kept.
    pub fn stop_writing(&self, id: QuestionId) {
        self.asker.language_models.stop(id);
    }

    /// Whether the text generator is in memory.
    pub fn generator_is_loaded(&self) -> bool {
        self.asker.language_models.is_loaded()
    }

    /// Questions that these documents answer, made from what they hold; see [`Suggestion`]. All current
    /// documents where none is named.
    pub fn suggestions(&self, documents: &[DocumentId]) -> Result<Vec<Suggestion>> {
        let _alone = self.asker.suggestions.alone();
        let cold = self.asker.is_cold();
        let made = suggest::suggestions(&self.asker, documents);
        if cold && !self.asker.is_cold() {
            // Nobody has asked yet.
            self.rest_from_asking(Duration::ZERO);
        }
        made
    }

    /// Earlier questions, newest first.
    pub fn history(&self, limit: u32) -> Result<Vec<HistoryRow>> {
        history::history(&self.shared.store, limit)
    }

    /// An earlier answer as it was given.
    pub fn earlier_answer(&self, id: QuestionId) -> Result<Answer> {
        ask::earlier_answer(&self.asker, id)
    }

    /// Writes a copy of a document to `to`, with the evidence of the answers to `questions` highlighted;
    /// gives how many highlights it has. The original is never written to.
    pub fn annotated_copy(
        &self,
        id: &DocumentId,
        questions: &[QuestionId],
        to: &Path,
    ) -> Result<usize> {
        let asked = |question: &QuestionId| -> Result<(Answer, i64)> {
            let answer = self.earlier_answer(*question)?;
            Ok((answer, self.shared.store.asked_at(*question)?.unwrap_or_default()))
        };
        let answers = questions.iter().map(asked).collect::<Result<Vec<_>>>()?;
        self.annotator().write(id, &answers, to)
    }

    /// Writes a copy of a document to `to` with the words that `links` lead to highlighted, each with `note`
    /// as its note; gives how many highlights it has. The original is never written to.
    pub fn annotated_copy_of(
        &self,
        id: &DocumentId,
        links: &[DeepLink],
        note: &str,
        to: &Path,
    ) -> Result<usize> {
        let mut highlights = Vec::new();
        for link in links {
            if link.document != *id || link.span.is_none() {
                return Err(EngineError::input(
                    format!("“{link}” does not lead to words of document {id}."),
                    "Give links as they came with quotes of this document, from “citelight://” to their end.",
                ));
            }
            let of_link = export::highlights_of(&self.linked(link)?, note, now_s());
            if of_link.is_empty() {
                return Err(EngineError::input(
                    format!("No words of the document stand at “{link}”."),
                    "Ask or search again: the document may have been cut anew since.",
                ));
            }
            highlights.extend(of_link);
        }
        self.annotator().write_highlights(id, &highlights, to)
    }

    fn annotator(&self) -> Annotator<'_> {
        Annotator {
            documents: &self.shared.documents,
            reader: self.reader.as_ref(),
            passwords: &self.importer.passwords,
        }
    }

    /// The rectangles of the words that a link leads to; none for a page as a whole.
    pub fn linked(&self, link: &DeepLink) -> Result<Vec<Quad>> {
        self.shared.documents.row(&link.document)?;
        link.span.map_or(Ok(Vec::new()), |span| {
            cite::rectangles(&self.shared.store, &link.document, span)
        })
    }

    /// An earlier answer with its references, as the content of a file.
    pub fn answer_file(&self, id: QuestionId, format: AnswerFormat) -> Result<Vec<u8>> {
        let answer = self.earlier_answer(id)?;
        match format {
            AnswerFormat::Pdf => pdf::answer(&answer, now_s()),
            _ => Ok(answer_as(&answer, format).into_bytes()),
        }
    }

    /// Forgets a question with its answer and feedback.
    pub fn forget_question(&self, id: QuestionId) -> Result<()> {
        history::forget(&self.shared.store, id)?;
        self.forget_in_backups(&|copy| copy.forget_question(id).map(drop))
    }

    /// Stores feedback, or takes the same feedback back; gives all that now stands.
    pub fn give_feedback(&self, feedback: &Feedback) -> Result<Vec<Feedback>> {
        history::give_feedback(&self.shared.store, feedback)
    }

    /// Stores why feedback that stands was given; gives all that now stands.
    pub fn explain_feedback(&self, feedback: &Feedback) -> Result<Vec<Feedback>> {
        history::explain_feedback(&self.shared.store, feedback)
    }

    /// Every question with the passages that were found for it and what was said of its answer, as
    /// comma-separated values for a spreadsheet.
    pub fn log_table(&self) -> Result<String> {
        Ok(log_table(&self.shared.store.log()?))
    }

    /// The feedback that stands for a question.
    pub fn feedback_of(&self, id: QuestionId) -> Result<Vec<Feedback>> {
        Ok(self.shared.store.feedback(id)?)
    }
}
