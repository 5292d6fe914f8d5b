//! Reciprocal rank fusion of ranked lists.

use std::collections::HashMap;

use citelight_core::ChunkId;

/// Constant of reciprocal rank fusion (Cormack, Clarke, Büttcher, SIGIR 2009).
pub(crate) const RRF_K: f32 = 60.0;

/// Reciprocal rank fusion of ranked lists, best first. Ties keep the order of the first list.
pub(crate) fn fuse(lists: &[&[(ChunkId, f32)]]) -> Vec<(ChunkId, f32)> {
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
