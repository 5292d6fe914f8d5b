//! A second look at the best passages by a cross-encoder, where one is installed.

use citelight_retrieval::Ordered;

use super::asker::Asker;
use super::fusion::RRF_K;
use super::pool::Pool;
use super::question::Question;
use crate::error::EngineError;
use crate::events::NoticeLevel;

/// Passages that are looked at again: each costs the encoder a run.
const LOOKED_AT: usize = 20;

/// Reorders the first of `order`: the ranks by the features and by the encoder are fused, since
/// the two scores have no common scale. Tells whether it did: there may be no encoder, and one that
/// fails is told to the person.
pub(crate) fn rerank(
    asker: &Asker,
    question: &Question,
    pool: &Pool,
    order: &mut [Ordered],
) -> bool {
    let Some(encoder) = asker.cross_encoder() else { return false };
    let most = order.len().min(LOOKED_AT);
    let first = &mut order[..most];
    let texts: Vec<&str> =
        first.iter().map(|one| pool.chunks[one.candidate].row.text.as_str()).collect();
    match encoder.score(&question.text, &texts) {
        Ok(scores) => {
            fuse(first, &scores);
            true
        }
        Err(error) => {
            asker.events.notice(NoticeLevel::Warning, EngineError::from(error).to_wire());
            false
        }
    }
}

/// Orders by the fused ranks of the order as it is and of `scores`, one each. The scores that rank
/// the order stay where they are, so that they fall as before.
fn fuse(order: &mut [Ordered], scores: &[f32]) {
    let mut by_score: Vec<usize> = (0..order.len().min(scores.len())).collect();
    by_score.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
    let mut fused: Vec<(f32, usize)> = by_score
        .iter()
        .enumerate()
        .map(|(rank, place)| (1.0 / (RRF_K + rank as f32) + 1.0 / (RRF_K + *place as f32), *place))
        .collect();
    fused.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let kept: Vec<f32> = order.iter().map(|one| one.score).collect();
    let before = order.to_vec();
    for (to, (_, from)) in fused.into_iter().enumerate() {
        order[to] = Ordered { score: kept[to], ..before[from].clone() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_orders_are_fused_and_scores_fall_on() {
        let one = |candidate: usize| Ordered {
            candidate,
            score: 10.0 - candidate as f32,
            folded: vec![candidate + 100],
        };
        let mut order: Vec<Ordered> = (0..4).map(one).collect();
        fuse(&mut order, &[0.1, 0.2, 0.9, 0.3]);
        let candidates: Vec<usize> = order.iter().map(|one| one.candidate).collect();
        assert_eq!(candidates, [2, 0, 1, 3]);
        assert!(order.windows(2).all(|pair| pair[0].score >= pair[1].score));
        assert!(order.iter().all(|one| one.folded == [one.candidate + 100]));
    }
}
