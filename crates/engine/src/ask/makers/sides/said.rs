//! What the documents say of one side of a comparison, and the words by which it is told from the others.

use std::ops::Range;

use citelight_core::{DocumentId, Side, Span};
use citelight_text::Stem;

use super::figures::SideFigure;
use crate::ask::asker::Asker;
use crate::ask::cite::Statement;
use crate::ask::question::{Hit, Question};
use crate::ask::read::{RankedSentence, Reading};

/// What the documents say of a side.
pub(super) struct Said {
    pub(super) question: Question,
    pub(super) hits: Vec<Hit>,
    pub(super) reading: Reading,
    /// What their tables say.
    pub(super) figure: Option<SideFigure>,
    /// Place of the sentence that is quoted, among those of the reading; `None` where it says nothing.
    pub(super) at: Option<usize>,
}

impl Said {
    pub(super) fn sentence(&self) -> Option<&RankedSentence> {
        self.reading.sentences.get(self.at?)
    }

    /// Where it stands.
    pub(super) fn place(&self) -> Option<Place> {
        if let Some(figure) = &self.figure {
            let first = figure.citations.first()?;
            return Some(Place { document: first.document.clone(), span: first.span, words: None });
        }
        let sentence = self.sentence()?;
        let Statement { document, span, .. } = &sentence.statement;
        Some(Place { document: document.clone(), span: *span, words: sentence.found_words() })
    }
}

/// Where it stands what is said of a side.
pub(super) struct Place {
    document: DocumentId,
    span: Span,
    /// The words of the sentence that answer, where the trained reader found some.
    words: Option<Range<usize>>,
}

impl Place {
    /// Whether another side is answered by the same words: one sentence may say it of both, each in its own.
    pub(super) fn is_same(&self, other: &Place) -> bool {
        let apart = match (&self.words, &other.words) {
            (Some(own), Some(others)) => own.end <= others.start || others.end <= own.start,
            _ => false,
        };
        self.document == other.document && self.span == other.span && !apart
    }
}

/// The stems by which a side is told from the others.
pub(super) fn own_stems(asker: &Asker, sides: &[Side], side: &Side) -> Vec<Stem> {
    let others = sides.iter().filter(|other| other.span != side.span);
    let shared: Vec<Stem> = others.flat_map(|other| asker.vocabulary.stems(&other.label)).collect();
    let own = asker.vocabulary.stems(&side.label).into_iter();
    own.filter(|stem| !shared.contains(stem)).collect()
}

/// Whether a side has documents, and the others have others.
pub(super) fn stands_apart(sides: &[Side], side: &Side) -> bool {
    let mut others = sides.iter().filter(|other| other.span != side.span);
    !side.documents.is_empty()
        && others.all(|other| {
            let shared = other.documents.iter().any(|id| side.documents.contains(id));
            !other.documents.is_empty() && !shared
        })
}
