//! Relative positions: which bucket a distance falls into, and what each head adds for it.
//!
//! Owns: the buckets of Raffel et al. 2020 (section 2.1, and the reference code), exact for near
//! distances and logarithmic up to the longest. Refuses: absolute positions, of which T5 has none.

/// The bucket of a distance (key − query, in tokens). Towards the past when negative.
///
/// `both_ways`: half of the buckets are for what follows (encoder); otherwise all are for the past,
/// and what follows falls into the first (decoder).
pub(super) fn bucket(distance: i64, both_ways: bool, buckets: usize, farthest: usize) -> usize {
    let (first, buckets, near) = match both_ways {
        true if distance > 0 => (buckets / 2, buckets / 2, distance.unsigned_abs() as usize),
        true => (0, buckets / 2, distance.unsigned_abs() as usize),
        false => (0, buckets, (-distance).max(0) as usize),
    };
    let exact = buckets / 2;
    if near < exact {
        return first + near;
    }
    // In 32-bit floats, in the reference's order: a bucket's border is where rounding decides.
    let far = (near as f32 / exact as f32).ln() / (farthest as f64 / exact as f64).ln() as f32
        * (buckets - exact) as f32;
    first + (exact + far as usize).min(buckets - 1)
}

/// What is added to the scores of queries and keys, by head and distance.
#[derive(Debug, Clone)]
pub(super) struct Position {
    /// Distances reach from `1 − places` to `places − 1`.
    places: usize,
    /// By head, then by distance.
    values: Vec<f32>,
}

impl Position {
    /// Prepares up to `places` positions. `learned` holds a row of heads for every bucket.
    pub(super) fn new(
        places: usize,
        learned: &[f32],
        heads: usize,
        both_ways: bool,
        farthest: usize,
    ) -> Position {
        let buckets = learned.len() / heads;
        let reach = places as i64 - 1;
        let row: Vec<usize> =
            (-reach..=reach).map(|far| bucket(far, both_ways, buckets, farthest)).collect();
        let values = (0..heads)
            .flat_map(|head| row.iter().map(move |bucket| learned[bucket * heads + head]))
            .collect();
        Position { places, values }
    }

    /// Positions that are prepared.
    pub(super) fn places(&self) -> usize {
        self.places
    }

    /// What `head` adds for the query at `query` and the keys at 0..`keys`. A matrix of these rows
    /// would be the same along every diagonal, so none is ever made.
    pub(super) fn row(&self, head: usize, query: usize, keys: usize) -> &[f32] {
        let start = head * (2 * self.places - 1) + self.places - 1 - query;
        &self.values[start..start + keys]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_distance_has_the_references_bucket() {
        #[derive(serde::Deserialize)]
        struct Expected {
            buckets: Buckets,
        }
        #[derive(serde::Deserialize)]
        struct Buckets {
            from: i64,
            encoder: Vec<usize>,
            decoder: Vec<usize>,
        }
        let text = include_str!("../../../../tests/fixtures/generator/gated/expected.json");
        let Buckets { from, encoder, decoder } =
            serde_json::from_str::<Expected>(text).unwrap().buckets;
        let ours = |both_ways: bool, count: usize| -> Vec<usize> {
            (from..from + count as i64).map(|far| bucket(far, both_ways, 32, 128)).collect()
        };
        assert_eq!(ours(true, encoder.len()), encoder);
        assert_eq!(ours(false, decoder.len()), decoder);
    }

    #[test]
    fn a_row_holds_the_buckets_of_its_distances() {
        let learned: Vec<f32> = (0..32 * 2).map(|value| value as f32).collect();
        let position = Position::new(50, &learned, 2, true, 128);
        for head in 0..2 {
            for query in [0, 7, 49] {
                let expect: Vec<f32> = (0..50)
                    .map(|key| bucket(key - query as i64, true, 32, 128))
                    .map(|bucket| learned[bucket * 2 + head])
                    .collect();
                assert_eq!(position.row(head, query, 50), expect);
            }
        }
    }
}
