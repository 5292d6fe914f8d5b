//! The words by which a question names its documents, and its names and numbers that nothing that was found
//! says.

use std::collections::HashSet;

use citelight_core::NamingStrength;
use citelight_store::ChunkRow;
use citelight_text::{Stem, squashed};

use super::asker::Asker;
use super::question::{Hit, Question};

/// Where no more documents are asked, the words that name them tell little within them.
pub(crate) const FEW_DOCUMENTS: usize = 4;
/// What a word counts that names the document: it says where to look, and less what is asked there. Set by
/// hand.
pub(crate) const NAMING_SHARE: f32 = 0.3;

/// The stems of the words by which a question keeps to a few documents.
pub(crate) fn naming_words(asker: &Asker, question: &Question) -> HashSet<Stem> {
    if question.whole.scope.len() > FEW_DOCUMENTS {
        return HashSet::new();
    }
    let named = question.interpretation.documents.iter();
    let surely = named.filter(|named| named.strength == NamingStrength::Only);
    let spans = surely.flat_map(|named| &named.found.spans);
    let texts = spans.filter_map(|span| question.text.get(span.range()));
    texts.flat_map(|text| asker.vocabulary.stems(text)).collect()
}

/// Share of the question's names and numbers that stand nowhere in the hits, their titles and the
/// names of their files, 0 to 1; 0 when it has none.
pub(crate) fn share_missing(question: &Question, hits: &[Hit]) -> f32 {
    let names = &question.interpretation.names;
    if names.is_empty() {
        return 0.0;
    }
    let texts = squashed_texts(hits.iter().flat_map(Hit::chunks));
    let absent = names.iter().filter(|name| !texts.contains(name.as_str())).count();
    absent as f32 / names.len() as f32
}

/// What chunks, their titles and the names of their files say, squashed.
pub(crate) fn squashed_texts<'c>(chunks: impl Iterator<Item = &'c ChunkRow>) -> String {
    chunks
        .flat_map(|chunk| [&chunk.text, &chunk.breadcrumb, &chunk.file_name])
        .flat_map(|text| squashed(text))
        .collect()
}
