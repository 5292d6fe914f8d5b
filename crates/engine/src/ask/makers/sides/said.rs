//! What the documents say of one side of a comparison, and the words by which it is told from the others.

use citelight_core::{DocumentId, Side, Span};
use citelight_text::Stem;

use super::figures::SideFigure;
use crate::ask::asker::Asker;
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
    pub(super) fn place(&self) -> Option<(DocumentId, Span)> {
        match &self.figure {
            Some(figure) => figure.citations.first().map(|one| (one.document.clone(), one.span)),
            None => self.sentence().map(|one| (one.statement.document.clone(), one.statement.span)),
        }
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
