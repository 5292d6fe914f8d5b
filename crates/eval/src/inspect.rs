//! The only file that uses what the engine opens for measuring and training; everything else of this
//! crate asks as the window does.

use citelight_core::{DocumentId, Quad, Span};
use citelight_engine::{Ask, Library, Measured, MeasuredSentences, Result, Stages, WrittenCheck};
use citelight_retrieval::Vocabulary;

/// The candidates of a question with their features.
pub(crate) fn pool(library: &Library, ask: &Ask<'_>) -> Result<Measured> {
    library.measured(ask)
}

/// The sentences of a question's evidence with their features.
pub(crate) fn sentences(library: &Library, ask: &Ask<'_>) -> Result<MeasuredSentences> {
    library.measured_sentences(ask)
}

/// The passages that each stage of retrieval gives.
pub(crate) fn stages(library: &Library, ask: &Ask<'_>, limit: usize) -> Result<Stages> {
    library.stages(ask, limit)
}

/// Texts checked against a question's evidence, as if the text generator had written them.
pub(crate) fn check_written(
    library: &Library,
    ask: &Ask<'_>,
    texts: &[&str],
) -> Result<Vec<WrittenCheck>> {
    library.check_written(ask, texts)
}

/// The rectangles of a span of a document's text, one a line.
pub(crate) fn rectangles(
    library: &Library,
    document: &DocumentId,
    span: Span,
) -> Result<Vec<Quad>> {
    library.rectangles(document, span)
}

/// The stems by which key words are found.
pub(crate) fn vocabulary(library: &Library) -> &Vocabulary {
    library.vocabulary()
}
