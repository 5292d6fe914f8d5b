//! What a question asks, and of which documents.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use citelight_core::{
    Corrections, DocumentId, DocumentRow, DocumentStatus, Filters, Interpretation, QuestionId,
    Retriever,
};
use citelight_question::{Catalogue, CatalogueEntry, understand};

use super::feedback::Verdicts;
use super::follow::Followed;
use super::probe::Probe;
use crate::{EngineError, Library, Result};

/// The longest question that is taken, in characters. The embedder reads the first 254 tokens, about
/// 1,000 characters; beyond twice that a text is a document, not a question.
pub const MAX_QUESTION_CHARS: usize = 2_000;

/// Pages whose text tells what a document is.
const OPENING_PAGES: u32 = 2;

/// A question as it is put.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ask<'a> {
    /// The question, in plain words.
    pub question: &'a str,
    /// The documents that are asked; every current one when none is named.
    pub documents: &'a [DocumentId],
    /// To what else the person keeps it.
    pub filters: Option<&'a Filters>,
    /// What the person said of an earlier interpretation of it.
    pub corrections: Option<&'a Corrections>,
    /// What ranks passages.
    pub retriever: Retriever,
    /// The question before, which this one may follow up; one that is no longer kept counts as none.
    pub previous: Option<QuestionId>,
}

/// A question, checked and made sense of.
pub(crate) struct Question {
    /// As the person put it.
    pub(crate) typed: String,
    /// As it is searched: written out in full, where it follows up another.
    pub(crate) text: String,
    /// The question that it follows up.
    pub(crate) follows: Option<QuestionId>,
    pub(crate) interpretation: Interpretation,
    pub(crate) retriever: Retriever,
    pub(crate) whole: Probe,
    /// The sides of a comparison; empty when it is none.
    pub(crate) sides: Vec<Probe>,
    /// What was said of the evidence when the same was asked before.
    pub(crate) verdicts: Verdicts,
}

impl Question {
    /// The probe of the whole question, and those of its sides.
    pub(crate) fn probes(&self) -> impl Iterator<Item = &Probe> {
        std::iter::once(&self.whole).chain(&self.sides)
    }
}

/// The names of the documents that were asked last, made anew when others are asked or the library
/// changes. What was read of a document's first pages is kept.
#[derive(Debug, Default)]
pub(crate) struct Names(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    generation: i64,
    asked: Vec<DocumentId>,
    catalogue: Option<Arc<Catalogue>>,
    openings: HashMap<DocumentId, String>,
}

impl Library {
    /// What a question is taken to ask; nothing is searched.
    pub fn interpret(
        &self,
        question: &str,
        documents: &[DocumentId],
        corrections: &Corrections,
    ) -> Result<Interpretation> {
        let text = check(question)?;
        Ok(understand(&text, &*self.catalogue(&self.scope(documents)?)?, corrections))
    }

    pub(crate) fn understand(&self, ask: &Ask<'_>) -> Result<Question> {
        let typed = check(ask.question)?;
        let asked = self.scope(ask.documents)?;
        let unfiltered = Filters::default();
        let filters = ask.filters.unwrap_or(&unfiltered);
        let catalogue = self.catalogue(&asked)?;
        let asked = self.filtered(asked, &catalogue, filters)?;
        let Followed { text, interpretation, follows } =
            self.followed(&typed, ask, &catalogue, &asked)?;
        let plain = ask.retriever == Retriever::Plain;
        let within = |named: &[DocumentId]| -> Vec<DocumentId> {
            let kept: Vec<_> = asked.iter().filter(|id| named.contains(id)).cloned().collect();
            // What the person chose outweighs what the question seems to name.
            if kept.is_empty() || plain { asked.clone() } else { kept }
        };
        let scope = within(&interpretation.only);
        let allowed = self.allowed(&scope, filters)?;
        if allowed.is_empty() && !filters.is_empty() {
            return Err(EngineError::input(
                "Nothing in the documents fits the chosen filters.",
                "Choose other kinds of passages or sections, or none.",
            ));
        }
        let whole = self.probe(&text, &interpretation, scope, allowed)?;
        let sides = interpretation
            .sides
            .iter()
            .filter(|_| !plain)
            .map(|side| {
                let scope = match side.documents.as_slice() {
                    [] => whole.scope.clone(),
                    named => within(named),
                };
                let allowed = self.allowed(&scope, filters)?;
                self.probe_side(side, &whole, scope, allowed)
            })
            .collect::<Result<_>>()?;
        let verdicts = self.verdicts(&text, &whole)?;
        let retriever = ask.retriever;
        Ok(Question { typed, text, follows, interpretation, retriever, whole, sides, verdicts })
    }

    /// The names of the documents that are asked.
    fn catalogue(&self, asked: &[DocumentId]) -> Result<Arc<Catalogue>> {
        let generation = self.store.generation()?;
        let mut known = self.names.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.generation == generation
            && let Some(catalogue) = &known.catalogue
            && known.asked == asked
        {
            return Ok(Arc::clone(catalogue));
        }
        let rows: HashMap<DocumentId, DocumentRow> =
            self.documents()?.into_iter().map(|row| (row.id.clone(), row)).collect();
        let mut entries = Vec::with_capacity(asked.len());
        for id in asked {
            let Some(row) = rows.get(id) else { continue };
            let opening = match known.openings.get(id) {
                Some(opening) => opening.clone(),
                None => {
                    let opening = self.store.opening(id, OPENING_PAGES)?;
                    known.openings.insert(id.clone(), opening.clone());
                    opening
                }
            };
            entries.push(CatalogueEntry {
                id: id.clone(),
                file_name: row.file_name.clone(),
                title: row.title.clone(),
                opening,
            });
        }
        let catalogue = Arc::new(Catalogue::new(entries));
        known.generation = generation;
        known.asked = asked.to_vec();
        known.catalogue = Some(Arc::clone(&catalogue));
        Ok(catalogue)
    }

    /// The documents that a question is put to.
    pub(crate) fn scope(&self, documents: &[DocumentId]) -> Result<Vec<DocumentId>> {
        if documents.is_empty() {
            let ready = self.store.current_documents()?;
            if !ready.is_empty() {
                return Ok(ready);
            }
            return Err(if self.documents()?.is_empty() {
                EngineError::input("There are no documents to ask.", "Add a PDF first.")
            } else {
                EngineError::input(
                    "No document is ready to be asked.",
                    "Wait until one has been read.",
                )
            });
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
