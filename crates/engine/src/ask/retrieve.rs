//! Retrieval: a pool of candidates, measured, weighed, and ordered so that the first places show
//! different evidence; every side of a comparison gets its place.

use std::collections::HashSet;
use std::sync::Arc;

use citelight_core::{CandidateCounts, ChunkId, DocumentId, FeedbackEffect, Retriever};
use citelight_index::Filter;
use citelight_question::is_about_forecast;
use citelight_retrieval::{Ordered, diversify};

use super::asker::Asker;
use super::document_cache::CachedChunk;
use super::feedback::worth;
use super::pool::{Pool, gather, pool as make_pool};
use super::question::{Hit, Probe, Question};
use super::read::is_forecast_asked;
use super::rerank::rerank;
use super::trail::Trail;
use crate::error::Result;
use crate::settings;

/// Most passages that are given.
const HITS: usize = 50;

/// What a passage about a forecast gains where one is asked for, in log-odds. Set by hand.
const FORECAST_WORTH: f32 = 3.0;

/// The best chunks of the question's documents, best first.
pub(crate) fn retrieve(asker: &Asker, question: &Question) -> Result<Vec<Hit>> {
    Ok(retrieve_counted(asker, question)?.0)
}

/// The same, and how many passages each search brought.
pub(crate) fn retrieve_counted(
    asker: &Asker,
    question: &Question,
) -> Result<(Vec<Hit>, CandidateCounts)> {
    match question.retriever {
        Retriever::Plain => retrieve_plain(asker, question),
        Retriever::Full => retrieve_full(asker, question),
    }
}

/// The plain design, to compare with: the chunks nearest in meaning.
fn retrieve_plain(asker: &Asker, question: &Question) -> Result<(Vec<Hit>, CandidateCounts)> {
    let filter = Filter::ranges(&question.whole.allowed);
    let near = asker.vectors.nearest(&[&question.whole.vector], HITS, &filter)?.swap_remove(0);
    let ids: Vec<ChunkId> = near.iter().map(|(id, _)| *id).collect();
    let chunks = asker.document_cache.chunks(&ids)?;
    let trail = Trail::by_meaning(&near);
    let hit = |chunk: &Arc<CachedChunk>| Hit {
        score: near.iter().find(|(id, _)| *id == chunk.row.id).map_or(0.0, |(_, score)| *score),
        chunk: chunk.row.clone(),
        folded: Vec::new(),
        feedback: None,
        stages: trail.of(chunk.row.id),
    };
    Ok((chunks.iter().map(hit).collect(), trail.counts(&ids)))
}

fn retrieve_full(asker: &Asker, question: &Question) -> Result<(Vec<Hit>, CandidateCounts)> {
    let probes: Vec<&Probe> = question.probes().collect();
    let (ids, searches) = gather(asker, &probes)?;
    let pool = make_pool(asker, &ids, question)?;
    let effects: Vec<Option<FeedbackEffect>> = pool
        .chunks
        .iter()
        .map(|chunk| question.feedback.of(&chunk.row.document, chunk.row.span))
        .collect();
    let mut scores = scores(asker, &pool, question);
    let mut trail = Trail::new(&searches);
    trail.weighed(pool.chunks.iter().map(|chunk| chunk.row.id), &scores);
    for (score, effect) in scores.iter_mut().zip(&effects) {
        *score += worth(*effect);
    }
    if is_forecast_asked(question) {
        for (score, chunk) in scores.iter_mut().zip(&pool.chunks) {
            let about =
                is_about_forecast(&chunk.row.text) || is_about_forecast(&chunk.row.breadcrumb);
            *score += if about { FORECAST_WORTH } else { 0.0 };
        }
    }
    if !settings::chunking(&asker.store)?.search_noise {
        put_noise_last(&pool, &mut scores);
    }
    let places = pool.places();
    let mut order = diversify(&scores, &places, HITS);
    if rerank(asker, question, &pool, &mut order) {
        for ordered in &order {
            scores[ordered.candidate] = ordered.score;
        }
    }
    let best = order.first().map_or(0.0, |first| first.score);
    let firsts = best_of_sides(asker, &pool, question);
    put_sides_first(&mut order, &firsts, &scores);
    let row = |place: &usize| pool.chunks[*place].row.clone();
    let hits = order
        .iter()
        .map(|ordered| Hit {
            chunk: row(&ordered.candidate),
            // The odds beside the best: what two hits share cancels out.
            score: (scores[ordered.candidate] - best).min(0.0).exp(),
            folded: ordered.folded.iter().map(row).collect(),
            feedback: effects[ordered.candidate],
            stages: trail.of(pool.chunks[ordered.candidate].row.id),
        })
        .collect();
    Ok((hits, trail.counts(&ids)))
}

fn scores(asker: &Asker, pool: &Pool, question: &Question) -> Vec<f32> {
    let features = pool.features(&question.whole, &question.interpretation);
    features.iter().map(|row| asker.ranking.score(row)).collect()
}

/// For each side of a comparison the candidate that answers it best: from the side's own
/// documents, and from its own part of them where a heading bears its name ("Rider A"). A side
/// whose name no heading bears is looked for outside the others' parts.
fn best_of_sides(asker: &Asker, pool: &Pool, question: &Question) -> Vec<usize> {
    let below: Vec<Vec<bool>> =
        question.sides.iter().map(|side| pool.below(&side.label, &asker.vocabulary)).collect();
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
                asker.ranking.score(&features[*a]).total_cmp(&asker.ranking.score(&features[*b]))
            })
    };
    question.sides.iter().enumerate().filter_map(best).collect()
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
