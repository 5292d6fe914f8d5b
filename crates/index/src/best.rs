//! Keeping the best of many scores.

/// The `limit` highest scores of all that were offered.
pub(crate) struct Best<T> {
    limit: usize,
    /// What was below the limit's last at the latest sifting is not kept at all.
    floor: f32,
    hits: Vec<(T, f32)>,
}

impl<T: Copy + Ord> Best<T> {
    pub(crate) fn new(limit: usize) -> Best<T> {
        Best { limit, floor: f32::NEG_INFINITY, hits: Vec::new() }
    }

    pub(crate) fn offer(&mut self, item: T, score: f32) {
        if score < self.floor || score.is_nan() {
            return;
        }
        self.hits.push((item, score));
        // Sifting now and then costs less than a heap's order at every offer.
        if self.hits.len() >= 2 * self.limit + 1024 {
            self.sift();
            if let Some((_, last)) = self.hits.last() {
                self.floor = *last;
            }
        }
    }

    /// Takes over what was offered to another.
    pub(crate) fn join(&mut self, other: Best<T>) {
        other.hits.into_iter().for_each(|(item, score)| self.offer(item, score));
    }

    /// Best first; equal scores by item.
    pub(crate) fn finish(mut self) -> Vec<(T, f32)> {
        self.sift();
        self.hits
    }

    fn sift(&mut self) {
        self.hits.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        self.hits.truncate(self.limit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_scores_remain_in_order() {
        let mut best = Best::new(3);
        for item in 0..5000_u32 {
            best.offer(item, (item * 7919 % 5003) as f32);
        }
        let mut all: Vec<(u32, f32)> =
            (0..5000).map(|item| (item, (item * 7919 % 5003) as f32)).collect();
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        assert_eq!(best.finish(), all[..3]);
        let mut equal = Best::new(2);
        [3_u32, 1, 2].into_iter().for_each(|item| equal.offer(item, 0.5));
        equal.offer(0, f32::NAN);
        assert_eq!(equal.finish(), [(1, 0.5), (2, 0.5)]);
    }
}
