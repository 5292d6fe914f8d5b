//! How passages came to their places: what each search gave them, for a person who wants to know.

use std::collections::{HashMap, HashSet};

use citelight_core::{CandidateCounts, ChunkId, PassageStages, StageScore};

use super::pool::Searches;

/// What each search gave the passages that it brought.
#[derive(Default)]
pub(crate) struct Trail {
    of: HashMap<ChunkId, PassageStages>,
}

impl Trail {
    /// Of the searches of some probes; what the first one says of a passage counts.
    pub(crate) fn new(searches: &[Searches]) -> Trail {
        let mut trail = Trail::default();
        for found in searches {
            trail.add(&found.near, |stages| &mut stages.meaning);
            trail.add(&found.worded, |stages| &mut stages.words);
            trail.add(&found.named, |stages| &mut stages.names);
        }
        trail
    }

    /// Of a search by meaning alone, best first.
    pub(crate) fn by_meaning(near: &[(ChunkId, f32)]) -> Trail {
        let mut trail = Trail::default();
        trail.add(near, |stages| &mut stages.meaning);
        trail
    }

    fn add(
        &mut self,
        found: &[(ChunkId, f32)],
        stage: impl Fn(&mut PassageStages) -> &mut Option<StageScore>,
    ) {
        for ((id, score), place) in found.iter().zip(1..) {
            let given = stage(self.of.entry(*id).or_default());
            given.get_or_insert(StageScore { place, score: *score });
        }
    }

    /// Takes up what all measurements together gave the candidates, in the same order.
    pub(crate) fn weighed(&mut self, candidates: impl Iterator<Item = ChunkId>, scores: &[f32]) {
        let mut weighed: Vec<(ChunkId, f32)> = candidates.zip(scores.iter().copied()).collect();
        weighed.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        self.add(&weighed, |stages| &mut stages.weighed);
    }

    /// What each stage gave a passage.
    pub(crate) fn of(&self, id: ChunkId) -> PassageStages {
        self.of.get(&id).copied().unwrap_or_default()
    }

    /// How many of the candidates each search brought.
    pub(crate) fn counts(&self, candidates: &[ChunkId]) -> CandidateCounts {
        let stages: Vec<PassageStages> =
            candidates.iter().collect::<HashSet<_>>().into_iter().map(|id| self.of(*id)).collect();
        let count = |wanted: &dyn Fn(&PassageStages) -> bool| {
            u32::try_from(stages.iter().filter(|one| wanted(one)).count()).unwrap_or(u32::MAX)
        };
        CandidateCounts {
            meaning: count(&|one| one.meaning.is_some()),
            words: count(&|one| one.words.is_some()),
            names: count(&|one| one.names.is_some()),
            titles: count(&|one| {
                one.meaning.is_none() && one.words.is_none() && one.names.is_none()
            }),
            all: count(&|_| true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_search_leaves_its_place_and_score() {
        let found = |ids: &[(i64, f32)]| ids.iter().map(|(id, s)| (ChunkId(*id), *s)).collect();
        let searches = |near: &[(i64, f32)], worded: &[(i64, f32)]| Searches {
            near: found(near),
            worded: found(worded),
            named: Vec::new(),
        };
        let mut trail =
            Trail::new(&[searches(&[(1, 0.9), (2, 0.5)], &[(2, 7.0)]), searches(&[(2, 0.8)], &[])]);
        let ids = [ChunkId(1), ChunkId(2), ChunkId(3)];
        trail.weighed(ids.into_iter(), &[-1.0, 2.0, 0.5]);
        let score = |place, score| Some(StageScore { place, score });
        let second = trail.of(ChunkId(2));
        assert_eq!(
            (second.meaning, second.words),
            (score(2, 0.5), score(1, 7.0)),
            "the first counts"
        );
        assert_eq!((second.names, second.weighed), (None, score(1, 2.0)));
        assert_eq!(trail.of(ChunkId(3)).weighed, score(2, 0.5));
        assert_eq!(trail.of(ChunkId(4)), PassageStages::default());
        let counts = trail.counts(&ids);
        let of = (counts.meaning, counts.words, counts.names, counts.titles, counts.all);
        assert_eq!(of, (2, 1, 0, 1, 3));
    }
}
