//! Every vector of a flat index compared with one or several queries.
//!
//! FAISS compares with one query after another, each time reading all vectors from memory, which is
//! what takes the time, and adds up one product after the other. Read once and added up side by side,
//! three queries take little more than one.

use std::thread;

use citelight_core::inner_product;
use pulp::Arch;

use crate::best::Best;

/// Fewer vectors than this are compared before a thread has begun, or about.
const WORTH_A_THREAD: usize = 16_384;
/// More threads wait for the memory together.
const MOST_THREADS: usize = 4;

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
    let cores = thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
    let count = vectors.len() / dimension.max(1);
    let part = count.div_ceil(cores.min(count / WORTH_A_THREAD).max(1)).max(1);
    let compared = |(number, vectors): (usize, &[f32])| {
        let mut best: Vec<Best<usize>> = queries.iter().map(|_| Best::new(limit)).collect();
        let allowed = |at: usize| bits.is_none_or(|bits| bits[at / 8] >> (at % 8) & 1 == 1);
        let vectors = vectors.chunks_exact(dimension.max(1));
        let numbered = vectors.enumerate().map(|(at, vector)| (number * part + at, vector));
        Arch::new().dispatch(|| compare(queries, numbered, allowed, &mut best));
        best
    };
    let mut parts = vectors.chunks(part * dimension.max(1)).enumerate();
    let own = parts.next().unwrap_or_default();
    thread::scope(|scope| {
        let others: Vec<_> = parts.map(|part| scope.spawn(move || compared(part))).collect();
        let mut best = compared(own);
        for other in others {
            let other = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            best.iter_mut().zip(other).for_each(|(best, other)| best.join(other));
        }
        best.into_iter().map(Best::finish).collect()
    })
}

#[inline(always)]
fn compare<'v>(
    queries: &[&[f32]],
    vectors: impl Iterator<Item = (usize, &'v [f32])>,
    allowed: impl Fn(usize) -> bool,
    best: &mut [Best<usize>],
) {
    for (at, vector) in vectors {
        if !allowed(at) {
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

    #[test]
    fn many_vectors_are_shared_out_and_nothing_is_lost() {
        let vectors: Vec<f32> =
            (0..3 * WORTH_A_THREAD + 5).map(|n| ((n * 7919) % 100_003) as f32).collect();
        let mut all: Vec<(usize, f32)> = vectors.iter().copied().enumerate().collect();
        all.retain(|(at, _)| at % 8 != 3);
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        all.truncate(50);
        let bits = vec![0b1111_0111; vectors.len().div_ceil(8)];
        assert_eq!(nearest(&[&[1.0]], &vectors, 1, Some(&bits), 50), [all]);
    }
}
