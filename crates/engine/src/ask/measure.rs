//! Retrieval stage by stage, for measuring it and for training its model.

use std::collections::HashMap;

use citelight_core::{ChunkId, DocumentId, PageNumber, Quad, Retriever, Span, Word};
use citelight_quote::training::{CONFIDENCE_FEATURES, SENTENCE_FEATURES, evidence_features};
use citelight_retrieval::{Features, Place};
use citelight_store::ChunkRow;
use citelight_structure::quads;
use citelight_text::{Stem, Vocabulary};

use super::rank::Ranked;
use super::{Ask, Question, READ_PASSAGES, sure};
use crate::{Library, Result};

/// Constant of reciprocal rank fusion (Cormack, Clarke, Büttcher, SIGIR 2009).
pub(super) const RRF_K: f32 = 60.0;

/// Passages at each stage of one question's retrieval, best first.
#[derive(Debug, Clone)]
pub struct Stages {
    /// What the searches brought, those of the vectors first.
    pub candidates: Vec<ChunkRow>,
    /// The same, fused by their ranks in the searches alone.
    pub fused: Vec<(ChunkRow, f32)>,
    /// As they are given: weighed, diversified, the sides of a comparison first.
    pub ranked: Vec<(ChunkRow, f32)>,
}

/// The pool of one question with its measurements, for training.
#[derive(Debug, Clone)]
pub struct Measured {
    /// The candidates.
    pub chunks: Vec<ChunkRow>,
    /// Their measurements, in the same order.
    pub features: Vec<Features>,
    /// The measurements with the titles and breadcrumbs of the candidates shuffled among them: what
    /// sections contribute by being right, and not by being there, is the difference.
    pub sham: Vec<Features>,
    /// Where they stand, in the same order.
    pub places: Vec<Place>,
}

/// The sentences of one question's evidence with their measurements, for training.
#[derive(Debug, Clone)]
pub struct MeasuredSentences {
    /// The sentences that were compared, best first: document, place, words, measurements.
    pub sentences: Vec<(DocumentId, Span, String, [f32; SENTENCE_FEATURES.len()])>,
    /// Stems of the question's terms, and what each counts, in sum 1.
    pub terms: (Vec<Stem>, Vec<f32>),
    /// The measurements of the evidence as a whole.
    pub evidence: [f32; CONFIDENCE_FEATURES.len()],
}

impl Library {
    /// The sentences of a question's evidence with their measurements.
    pub fn measured_sentences(&self, ask: &Ask<'_>) -> Result<MeasuredSentences> {
        let question = self.understand(ask)?;
        let hits = self.retrieve(&question)?;
        let read = &hits[..hits.len().min(READ_PASSAGES)];
        let ranking = self.rank_sentences(&question, read)?;
        let evidence = sure::evidence(&question, &ranking, read, self.ruling(&question, &ranking));
        let sentence = |one: Ranked| (one.document, one.span, one.text, one.features);
        Ok(MeasuredSentences {
            sentences: ranking.sentences.into_iter().map(sentence).collect(),
            terms: (question.whole.terms.stems, ranking.weights),
            evidence: evidence_features(&evidence),
        })
    }

    /// The key words of a sentence are told by this vocabulary's stems.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.probes.vocabulary
    }

    /// What each stage of retrieval gives for a question.
    pub fn stages(&self, ask: &Ask<'_>, limit: usize) -> Result<Stages> {
        let question = self.understand(ask)?;
        let searches = self.search_all(&[&question.whole])?.swap_remove(0);
        let ids = self.gather_from(&question.whole, &searches)?;
        let rows = |ids: &[ChunkId]| -> Result<Vec<ChunkRow>> {
            Ok(self.hot_chunks(ids)?.iter().map(|chunk| chunk.row.clone()).collect())
        };
        let lists: Vec<&[(ChunkId, f32)]> = match question.retriever {
            Retriever::Full => vec![&searches.near, &searches.worded, &searches.named],
            Retriever::Plain => vec![&searches.near],
        };
        let fused = fuse(&lists);
        let fused_ids: Vec<ChunkId> = fused.iter().take(limit).map(|(id, _)| *id).collect();
        let scores: HashMap<ChunkId, f32> = fused.into_iter().collect();
        Ok(Stages {
            candidates: rows(&ids)?,
            fused: rows(&fused_ids)?
                .into_iter()
                .map(|row| {
                    let score = scores.get(&row.id).copied().unwrap_or_default();
                    (row, score)
                })
                .collect(),
            ranked: self
                .retrieve(&question)?
                .into_iter()
                .take(limit)
                .map(|hit| (hit.chunk, hit.score))
                .collect(),
        })
    }

    /// The pool of a question with its measurements.
    pub fn measured(&self, ask: &Ask<'_>) -> Result<Measured> {
        let question: Question = self.understand(ask)?;
        let ids = self.gather(&[&question.whole])?;
        let mut pool = self.pool(&ids, &question)?;
        let features = pool.features(&question.whole, &question.interpretation);
        let (chunks, places) =
            (pool.chunks.iter().map(|chunk| chunk.row.clone()).collect(), pool.places());
        pool.shuffle_sections();
        let sham = pool.features(&question.whole, &question.interpretation);
        Ok(Measured { chunks, features, sham, places })
    }

    /// The rectangles of a part of a document's flow text, one per line and page.
    pub fn rectangles(&self, document: &DocumentId, span: Span) -> Result<Vec<Quad>> {
        let flow = self.store.flow_words(document, span)?;
        let mut words: HashMap<PageNumber, Vec<Word>> = HashMap::new();
        for page in flow.iter().filter(|word| word.span.overlaps(&span)).map(|word| word.page) {
            if let std::collections::hash_map::Entry::Vacant(entry) = words.entry(page) {
                entry.insert(self.store.page_words(document, page)?.unwrap_or_default());
            }
        }
        Ok(quads(span, &flow, &|page| words.get(&page).map(Vec::as_slice).unwrap_or_default()))
    }
}

/// Reciprocal rank fusion of ranked lists, best first. Ties keep the order of the first list.
pub(super) fn fuse(lists: &[&[(ChunkId, f32)]]) -> Vec<(ChunkId, f32)> {
    let most = lists.len() as f32 / (RRF_K + 1.0);
    let mut scores: HashMap<ChunkId, (f32, usize)> = HashMap::new();
    for list in lists {
        for (place, (id, _)) in list.iter().enumerate() {
            let order = scores.len();
            scores.entry(*id).or_insert((0.0, order)).0 += 1.0 / (RRF_K + place as f32 + 1.0);
        }
    }
    let mut fused: Vec<_> = scores.into_iter().collect();
    fused.sort_by(|(_, a), (_, b)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    fused.into_iter().map(|(id, (score, _))| (id, score / most)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_searches_find_comes_first() {
        let list = |ids: &[i64]| ids.iter().map(|&id| (ChunkId(id), 0.0)).collect::<Vec<_>>();
        let fused = fuse(&[&list(&[1, 2, 3]), &list(&[4, 2, 1])]);
        let ids: Vec<i64> = fused.iter().map(|(id, _)| id.0).collect();
        assert_eq!(ids, [1, 2, 4, 3]);
        let lead = fuse(&[&list(&[7]), &list(&[7])]);
        assert!((lead[0].1 - 1.0).abs() < 1e-6);
        assert!(fuse(&[&list(&[]), &list(&[])]).is_empty());
    }
}
