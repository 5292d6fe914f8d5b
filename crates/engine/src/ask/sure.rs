//! How sure it is that the documents say what is asked.

use citelight_quote::{ClaimRuling, Evidence};
use citelight_store::ChunkRow;
use citelight_text::squashed;

use super::Question;
use super::rank::Ranking;
use super::retrieve::Hit;

/// The evidence for a question; `claim`: what it says of what is to be checked.
pub(crate) fn evidence(
    question: &Question,
    ranking: &Ranking,
    hits: &[Hit],
    claim: Option<ClaimRuling>,
) -> Evidence {
    let (with, of) = &ranking.with;
    let rarity: Vec<f32> =
        with.iter().map(|with| ((*of as f32 + 1.0) / (*with as f32 + 0.5)).ln().max(0.0)).collect();
    let sum = rarity.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    Evidence {
        sentences: ranking
            .sentences
            .iter()
            .map(|sentence| (sentence.meaning, sentence.holds.clone()))
            .collect(),
        weights: rarity.iter().map(|rarity| rarity / sum).collect(),
        missing: missing(question, hits),
        claim,
    }
}

/// Share of the question's names and numbers that stand nowhere in the hits, their titles and the
/// names of their files, 0 to 1; 0 when it has none.
fn missing(question: &Question, hits: &[Hit]) -> f32 {
    let names = &question.interpretation.names;
    if names.is_empty() {
        return 0.0;
    }
    let chunks = hits.iter().flat_map(|hit| std::iter::once(&hit.chunk).chain(&hit.folded));
    let texts = said_by(chunks);
    let absent = names.iter().filter(|name| !texts.contains(name.as_str())).count();
    absent as f32 / names.len() as f32
}

/// What chunks, their titles and the names of their files say, squashed.
pub(super) fn said_by<'c>(chunks: impl Iterator<Item = &'c ChunkRow>) -> String {
    chunks
        .flat_map(|chunk| [&chunk.text, &chunk.breadcrumb, &chunk.file_name])
        .flat_map(|text| squashed(text))
        .collect()
}
