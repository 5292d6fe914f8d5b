//! Retrieval: a pool of candidates, measured, weighed, and ordered so that the first places show
//! different evidence; every side of a comparison gets its place.

use std::collections::HashSet;
use std::sync::Arc;

use citelight_core::{ChunkId, DocumentId, FeedbackEffect, PageNumber, Passage, Retriever};
use citelight_index::Filter;
use citelight_retrieval::{Ordered, diversify};
use citelight_store::ChunkRow;

use super::Question;
use super::feedback::worth;
use super::maps::HotChunk;
use super::pool::Pool;
use super::probe::Probe;
use crate::{Library, Result};

/// Most passages that are given.
const HITS: usize = 50;

/// A retrieved chunk.
pub(crate) struct Hit {
    pub(crate) chunk: ChunkRow,
    /// 0 to 1, of which the best hit has 1: comparable within one question.
    pub(crate) score: f32,
    /// Further rows of the tables on its page, best first.
    pub(crate) folded: Vec<ChunkRow>,
    /// What earlier feedback did to its place.
    pub(crate) feedback: Option<FeedbackEffect>,
}

impl Library {
    /// The best chunks of the question's documents, best first.
    pub(crate) fn retrieve(&self, question: &Question) -> Result<Vec<Hit>> {
        match question.retriever {
            Retriever::Plain => self.retrieve_plain(question),
            Retriever::Full => self.retrieve_full(question),
        }
    }

    /// The plain design, to compare with: the chunks nearest in meaning.
    fn retrieve_plain(&self, question: &Question) -> Result<Vec<Hit>> {
        let filter = Filter::ranges(&question.whole.allowed);
        let near =
            self.index.nearest(self, &[&question.whole.vector], HITS, &filter)?.swap_remove(0);
        let ids: Vec<ChunkId> = near.iter().map(|(id, _)| *id).collect();
        let chunks = self.hot_chunks(&ids)?;
        let hit = |chunk: &Arc<HotChunk>| Hit {
            score: near.iter().find(|(id, _)| *id == chunk.row.id).map_or(0.0, |(_, score)| *score),
            chunk: chunk.row.clone(),
            folded: Vec::new(),
            feedback: None,
        };
        Ok(chunks.iter().map(hit).collect())
    }

    fn retrieve_full(&self, question: &Question) -> Result<Vec<Hit>> {
        let probes: Vec<&Probe> = question.probes().collect();
        let pool = self.pool(&self.gather(&probes)?, question)?;
        let effects: Vec<Option<FeedbackEffect>> =
            pool.chunks.iter().map(|chunk| question.verdicts.of_chunk(&chunk.row)).collect();
        let mut scores = self.scores(&pool, question);
        for (score, effect) in scores.iter_mut().zip(&effects) {
            *score += worth(*effect);
        }
        if !self.chunking()?.search_noise {
            put_noise_last(&pool, &mut scores);
        }
        let places = pool.places();
        let mut order = diversify(&scores, &places, HITS);
        if self.look_again(question, &pool, &mut order) {
            for ordered in &order {
                scores[ordered.candidate] = ordered.score;
            }
        }
        let best = order.first().map_or(0.0, |first| first.score);
        let firsts = self.best_of_sides(&pool, question);
        put_sides_first(&mut order, &firsts, &scores);
        let row = |place: &usize| pool.chunks[*place].row.clone();
        Ok(order
            .iter()
            .map(|ordered| Hit {
                chunk: row(&ordered.candidate),
                // The odds beside the best: what two hits share cancels out.
                score: (scores[ordered.candidate] - best).min(0.0).exp(),
                folded: ordered.folded.iter().map(row).collect(),
                feedback: effects[ordered.candidate],
            })
            .collect())
    }

    fn scores(&self, pool: &Pool, question: &Question) -> Vec<f32> {
        let features = pool.features(&question.whole, &question.interpretation);
        features.iter().map(|row| self.model.score(row)).collect()
    }

    /// For each side of a comparison the candidate that answers it best: from the side's own
    /// documents, and from its own part of them where a heading bears its name ("Rider A"). A side
    /// whose name no heading bears is looked for outside the others' parts.
    fn best_of_sides(&self, pool: &Pool, question: &Question) -> Vec<usize> {
        let below: Vec<Vec<bool>> = question
            .sides
            .iter()
            .map(|side| pool.below(&side.label, &self.probes.vocabulary))
            .collect();
        let part_of = |side: usize, place: usize| match below[side].contains(&true) {
            true => below[side][place],
            false => !below.iter().any(|other| other[place]),
        };
        let best = |(number, side): (usize, &Probe)| {
            let features = pool.features(side, &question.interpretation);
            let allowed: HashSet<&DocumentId> = side.scope.iter().collect();
            (0..pool.chunks.len())
                .filter(|place| {
                    let row = &pool.chunks[*place].row;
                    !row.noise && allowed.contains(&row.document) && part_of(number, *place)
                })
                .max_by(|a, b| {
                    self.model.score(&features[*a]).total_cmp(&self.model.score(&features[*b]))
                })
        };
        question.sides.iter().enumerate().filter_map(best).collect()
    }
}

/// Contents pages and indexes name everything and say nothing: they come after all else.
fn put_noise_last(pool: &Pool, scores: &mut [f32]) {
    let least = scores.iter().copied().fold(f32::MAX, f32::min);
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    for (chunk, score) in pool.chunks.iter().zip(scores) {
        if chunk.row.noise {
            *score += least - most - 1.0;
        }
    }
}

/// Moves each side's best candidate to the front, the better one first. One that is folded under
/// another hit brings that hit.
fn put_sides_first(order: &mut Vec<Ordered>, firsts: &[usize], scores: &[f32]) {
    let mut front: Vec<Ordered> = Vec::new();
    for candidate in firsts {
        let holds = |hit: &Ordered| hit.candidate == *candidate || hit.folded.contains(candidate);
        if front.iter().any(holds) {
            continue;
        }
        front.push(match order.iter().position(holds) {
            Some(place) => order.remove(place),
            None => {
                Ordered { candidate: *candidate, score: scores[*candidate], folded: Vec::new() }
            }
        });
    }
    front.sort_by(|a, b| b.score.total_cmp(&a.score));
    order.splice(0..0, front);
}

impl Library {
    /// The first `limit` hits as they are shown.
    pub(crate) fn passages(&self, hits: &[Hit], limit: usize) -> Result<Vec<Passage>> {
        let passage = |(place, hit): (usize, &Hit)| {
            let chunk = &hit.chunk;
            Ok(Passage {
                rank: u32::try_from(place + 1).unwrap_or(u32::MAX),
                chunk: chunk.id,
                document: chunk.document.clone(),
                file: chunk.file_name.clone(),
                page: chunk.first_page,
                pages: (chunk.first_page.get()..=chunk.last_page.get())
                    .filter_map(PageNumber::new)
                    .collect(),
                section: chunk.breadcrumb.clone(),
                kind: chunk.kind,
                text: chunk.text.clone(),
                span: chunk.span,
                score: hit.score,
                feedback: hit.feedback,
                table: self.table_of(chunk)?,
            })
        };
        hits.iter().take(limit).enumerate().map(passage).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered(candidate: usize, score: f32, folded: &[usize]) -> Ordered {
        Ordered { candidate, score, folded: folded.to_vec() }
    }

    #[test]
    fn every_side_comes_first_and_once() {
        let mut order = vec![ordered(0, 5.0, &[7]), ordered(1, 4.0, &[]), ordered(2, 3.0, &[])];
        let scores = [5.0, 4.0, 3.0, 1.0, 0.0, 0.0, 0.0, 2.0];
        put_sides_first(&mut order, &[2, 7], &scores);
        let candidates = |order: &[Ordered]| order.iter().map(|o| o.candidate).collect::<Vec<_>>();
        assert_eq!(candidates(&order), [0, 2, 1], "7 is folded under 0");
        put_sides_first(&mut order, &[3, 3], &scores);
        assert_eq!(candidates(&order), [3, 0, 2, 1], "one that was not among the hits is added");
        put_sides_first(&mut order, &[], &scores);
        assert_eq!(order.len(), 4);
    }
}
