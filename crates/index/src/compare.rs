//! Every vector of a flat index compared with one or several queries.
//!
//! FAISS compares with one query after another, each time reading all vectors from memory, which is
//! what takes the time, and adds up one product after the other. Read once and added up side by side,
//! three queries take little more than one.

use citelight_core::inner_product;
use pulp::Arch;

use crate::best::Best;

/// The `limit` positions nearest to each of `queries`, best first, with their inner products: of
/// `vectors`, one after another, those whose bit is set, when there are bits. Every query has
/// `dimension` numbers.
pub(crate) fn nearest(
    queries: &[&[f32]],
    vectors: &[f32],
    dimension: usize,
    bits: Option<&[u8]>,
    limit: usize,
) -> Vec<Vec<(usize, f32)>> {
    let mut best: Vec<Best<usize>> = queries.iter().map(|_| Best::new(limit)).collect();
    Arch::new().dispatch(|| compare(queries, vectors, dimension, bits, &mut best));
    best.into_iter().map(Best::finish).collect()
}

#[inline(always)]
fn compare(
    queries: &[&[f32]],
    vectors: &[f32],
    dimension: usize,
    bits: Option<&[u8]>,
    best: &mut [Best<usize>],
) {
    for (at, vector) in vectors.chunks_exact(dimension.max(1)).enumerate() {
        if bits.is_some_and(|bits| bits[at / 8] >> (at % 8) & 1 == 0) {
            continue;
        }
        for (query, best) in queries.iter().zip(&mut *best) {
            best.offer(at, inner_product(query, vector));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_query_finds_its_own_nearest() {
        let dimension = 21; // no multiple of the lanes
        let vectors: Vec<f32> =
            (0..50 * dimension).map(|n| ((n * 7919) % 101) as f32 - 50.0).collect();
        let exact = |query: &[f32], allowed: &dyn Fn(usize) -> bool| {
            let mut all: Vec<(usize, f32)> = vectors
                .chunks_exact(dimension)
                .map(|vector| query.iter().zip(vector).map(|(a, b)| a * b).sum())
                .enumerate()
                .filter(|(at, _)| allowed(*at))
                .collect();
            all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            all.truncate(5);
            all
        };
        let queries = [&vectors[..dimension], &vectors[3 * dimension..4 * dimension]];
        let all = nearest(&queries, &vectors, dimension, None, 5);
        let odd = nearest(&queries, &vectors, dimension, Some(&[0b1010_1010; 7]), 5);
        for (number, query) in queries.iter().enumerate() {
            assert_eq!(all[number], exact(query, &|_| true)); // whole numbers: exact
            assert_eq!(odd[number], exact(query, &|at| at % 2 == 1));
        }
        assert!(nearest(&queries, &[], dimension, None, 5).iter().all(Vec::is_empty));
    }
}
