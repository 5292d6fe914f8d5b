//! Names and numbers of a question that nothing that was found says.

use citelight_store::ChunkRow;
use citelight_text::squashed;

use super::question::{Hit, Question};

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
