//! A question as it is put, and as it is searched: plain data that every stage of asking reads.

use std::sync::Arc;

use citelight_core::{
    ChunkId, Corrections, DocumentId, FeedbackEffect, Filters, Interpretation, PassageStages,
    QuestionId, Retriever, Span,
};
use citelight_retrieval::{Concept, Query};
use citelight_store::ChunkRow;
use citelight_text::{Stem, Terms};

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
    /// The question before, which this one may follow up; one that is no longer there counts as none.
    pub previous: Option<QuestionId>,
}

/// Half-open ranges of chunk ids, rising.
pub(crate) type Ranges = Vec<(ChunkId, ChunkId)>;

/// A question, checked and made sense of.
pub(crate) struct Question {
    /// As the person put it.
    pub(crate) typed: String,
    /// As it is searched: written out in full, where it follows up another.
    pub(crate) text: String,
    /// As it is compared with what was found: without the names by which the few documents of that are called.
    pub(crate) put: String,
    /// The question that it follows up.
    pub(crate) follows: Option<QuestionId>,
    pub(crate) interpretation: Interpretation,
    pub(crate) retriever: Retriever,
    pub(crate) whole: Probe,
    /// The sides of a comparison; empty when it is none.
    pub(crate) sides: Vec<Probe>,
    /// What was said of the evidence when the same was asked before.
    pub(crate) feedback: PastFeedback,
    /// What the answer before cited, where it follows up another.
    pub(crate) before: Vec<(DocumentId, Span)>,
    /// The terms that a follow-up newly says; empty where it follows up none.
    pub(crate) newly: Vec<Stem>,
}

impl Question {
    /// A part of another question, asked by itself: it follows up none, has no sides, and nothing was said of it.
    pub(crate) fn by_itself(
        text: String,
        interpretation: Interpretation,
        whole: Probe,
        retriever: Retriever,
    ) -> Question {
        Question {
            typed: text.clone(),
            put: text.clone(),
            text,
            follows: None,
            interpretation: Interpretation { sides: Vec::new(), ..interpretation },
            retriever,
            whole,
            sides: Vec::new(),
            feedback: PastFeedback::default(),
            before: Vec::new(),
            newly: Vec::new(),
        }
    }

    /// The words that name documents or times.
    pub(crate) fn names_and_times(&self) -> impl Iterator<Item = Span> {
        let asked = &self.interpretation;
        let documents = asked.documents.iter().map(|named| &named.found);
        let found = documents.chain(asked.periods.iter().map(|period| &period.found));
        found.flat_map(|found| &found.spans).copied()
    }

    /// The probe of the whole question, and those of its sides.
    pub(crate) fn probes(&self) -> impl Iterator<Item = &Probe> {
        std::iter::once(&self.whole).chain(&self.sides)
    }
}

/// What is searched for, a question or one side of a comparison, in every form in which it is compared.
#[derive(Clone)]
pub(crate) struct Probe {
    pub(crate) terms: Terms,
    pub(crate) vector: Arc<Vec<f32>>,
    /// Titles under which its concepts stand.
    pub(crate) concept_titles: Vec<Arc<Vec<f32>>>,
    pub(crate) concepts: Vec<Concept>,
    /// Words by which documents name its concepts, once each.
    pub(crate) concept_words: Terms,
    pub(crate) years: Vec<Stem>,
    pub(crate) wants_number: bool,
    /// The documents in which it is searched; never empty.
    pub(crate) scope: Vec<DocumentId>,
    /// The chunks among which it is searched: those of the scope that the filters leave.
    pub(crate) allowed: Ranges,
    /// What sets a side of a comparison apart, where it may be the name of a section ("Rider A").
    pub(crate) label: Vec<Stem>,
}

impl Probe {
    /// Whether titles are compared with it.
    pub(crate) fn has_titles(&self) -> bool {
        !self.concept_titles.is_empty()
    }

    /// As the features take it.
    pub(crate) fn query(&self) -> Query<'_> {
        Query {
            terms: self.terms.stems.clone(),
            concepts: self.concepts.iter().collect(),
            concept_words: self.concept_words.stems.clone(),
            years: self.years.clone(),
            wants_number: self.wants_number,
        }
    }
}

/// The evidence that people judged when they asked the same: where it stands, and what that does to it;
/// the newest judgement first.
#[derive(Debug, Default)]
pub(crate) struct PastFeedback(pub(crate) Vec<(DocumentId, Span, FeedbackEffect)>);

impl PastFeedback {
    /// What was said of a part of a document; the newest counts.
    pub(crate) fn of(&self, document: &DocumentId, span: Span) -> Option<FeedbackEffect> {
        let mut on = self.0.iter().filter(|(id, cited, _)| id == document && cited.overlaps(&span));
        on.next().map(|(_, _, effect)| *effect)
    }
}

/// A passage that was found for a question.
pub(crate) struct Hit {
    pub(crate) chunk: ChunkRow,
    /// 0 to 1, of which the best hit has 1: comparable within one question.
    pub(crate) score: f32,
    /// Further rows of the tables on its page, best first.
    pub(crate) folded: Vec<ChunkRow>,
    /// What earlier feedback did to its place.
    pub(crate) feedback: Option<FeedbackEffect>,
    /// What each stage gave it.
    pub(crate) stages: PassageStages,
}

impl Hit {
    /// Its passage, and those folded under it.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = &ChunkRow> {
        std::iter::once(&self.chunk).chain(&self.folded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_feedback_counts() {
        let document = DocumentId::from_content_hash("0123456789abcdef");
        let cited = |start, effect| (document.clone(), Span::new(start, start + 10), effect);
        let feedback =
            PastFeedback(vec![cited(0, FeedbackEffect::Raised), cited(5, FeedbackEffect::Lowered)]);
        assert_eq!(feedback.of(&document, Span::new(8, 9)), Some(FeedbackEffect::Raised));
        assert_eq!(feedback.of(&document, Span::new(12, 20)), Some(FeedbackEffect::Lowered));
        assert_eq!(feedback.of(&document, Span::new(30, 40)), None);
    }
}
