//! The metrics of a question, from the ranks at which its pages were first reached.
//!
//! Relevance is binary and a page counts once, however many results show it. A result that reaches
//! several pages at once takes, for nDCG, a place for each of them, the next ones behind it: so a
//! passage over two pages is worth what two passages in a row would be, and the ideal order is worth
//! 1 whatever the passages' cut.

use serde::Serialize;

/// A metric of one question, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Metric {
    /// Whether the first result is right.
    #[serde(rename = "hit@1")]
    Hit1,
    /// Whether one of the first three results is right.
    #[serde(rename = "hit@3")]
    Hit3,
    /// Whether one of the first five results is right.
    #[serde(rename = "hit@5")]
    Hit5,
    /// Whether one of the first ten results is right.
    #[serde(rename = "hit@10")]
    Hit10,
    /// One by the rank of the first right result among ten, else 0.
    #[serde(rename = "mrr@10")]
    Mrr10,
    /// Normalised discounted cumulative gain over ten results (Järvelin & Kekäläinen 2002).
    #[serde(rename = "ndcg@10")]
    Ndcg10,
    /// Share of the true pages that five results reach.
    #[serde(rename = "recall@5")]
    Recall5,
    /// Share of the true pages that ten results reach.
    #[serde(rename = "recall@10")]
    Recall10,
    /// Share of the true pages that fifty results reach.
    #[serde(rename = "recall@50")]
    Recall50,
}

/// How many metrics there are.
pub(super) const METRICS: usize = Metric::ALL.len();

/// A value for each of [`Metric::ALL`], in their order.
pub(super) type Values = [f64; METRICS];

impl Metric {
    /// All of them, as tables show them.
    pub const ALL: [Metric; 9] = [
        Metric::Hit1,
        Metric::Hit3,
        Metric::Hit5,
        Metric::Hit10,
        Metric::Mrr10,
        Metric::Ndcg10,
        Metric::Recall5,
        Metric::Recall10,
        Metric::Recall50,
    ];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Hit1 => "Hit@1",
            Metric::Hit3 => "Hit@3",
            Metric::Hit5 => "Hit@5",
            Metric::Hit10 => "Hit@10",
            Metric::Mrr10 => "MRR@10",
            Metric::Ndcg10 => "nDCG@10",
            Metric::Recall5 => "Recall@5",
            Metric::Recall10 => "Recall@10",
            Metric::Recall50 => "Recall@50",
        }
    }

    /// Its value for a question whose true pages were first reached at these ranks, from 1; `None`
    /// for a page that no result reaches. Zero where there is no true page.
    pub fn of(self, ranks: &[Option<usize>]) -> f64 {
        match self {
            Metric::Hit1 => hit(ranks, 1),
            Metric::Hit3 => hit(ranks, 3),
            Metric::Hit5 => hit(ranks, 5),
            Metric::Hit10 => hit(ranks, 10),
            Metric::Mrr10 => first(ranks).filter(|r| *r <= 10).map_or(0.0, |r| 1.0 / r as f64),
            Metric::Ndcg10 => ndcg(ranks, 10),
            Metric::Recall5 => recall(ranks, 5),
            Metric::Recall10 => recall(ranks, 10),
            Metric::Recall50 => recall(ranks, 50),
        }
    }

    /// All values.
    pub(super) fn all(ranks: &[Option<usize>]) -> Values {
        Metric::ALL.map(|metric| metric.of(ranks))
    }
}

/// Rank of the first right result.
pub(super) fn first(ranks: &[Option<usize>]) -> Option<usize> {
    ranks.iter().flatten().min().copied()
}

fn hit(ranks: &[Option<usize>], k: usize) -> f64 {
    f64::from(u8::from(first(ranks).is_some_and(|rank| rank <= k)))
}

fn recall(ranks: &[Option<usize>], k: usize) -> f64 {
    let reached = ranks.iter().flatten().filter(|rank| **rank <= k).count();
    reached as f64 / ranks.len().max(1) as f64
}

fn ndcg(ranks: &[Option<usize>], k: usize) -> f64 {
    let gain = |place: usize| 1.0 / (place as f64 + 1.0).log2();
    let mut reached: Vec<usize> = ranks.iter().flatten().copied().collect();
    reached.sort_unstable();
    let (mut place, mut sum) = (0, 0.0);
    for rank in reached {
        place = rank.max(place + 1);
        if place <= k {
            sum += gain(place);
        }
    }
    let ideal: f64 = (1..=ranks.len().min(k)).map(gain).sum();
    if ideal > 0.0 { sum / ideal } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand; 1/log2(3) = 0.63093, 1/log2(4) = 0.5, 1/log2(5) = 0.43068, 1/log2(6) = 0.38685,
    /// 1/log2(7) = 0.35621, 1/log2(11) = 0.28906.
    #[test]
    fn values_computed_by_hand() {
        let r = |ranks: &[usize]| -> Vec<Option<usize>> {
            ranks.iter().map(|&rank| (rank > 0).then_some(rank)).collect()
        };
        // Ranks, 0 where not found; hits at 1, 3, 5, 10; MRR; nDCG; recall at 5, 10, 50.
        for (ranks, expected) in [
            (r(&[1]), [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]),
            (r(&[2]), [0.0, 1.0, 1.0, 1.0, 0.5, 0.63093, 1.0, 1.0, 1.0]),
            (r(&[5]), [0.0, 0.0, 1.0, 1.0, 0.2, 0.38685, 1.0, 1.0, 1.0]),
            (r(&[10]), [0.0, 0.0, 0.0, 1.0, 0.1, 0.28906, 0.0, 1.0, 1.0]),
            (r(&[11]), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]),
            (r(&[51]), [0.0; 9]),
            (r(&[0]), [0.0; 9]),
            (r(&[]), [0.0; 9]),
            // Two pages of which one is found: 1 / (1 + 0.63093).
            (r(&[0, 1]), [1.0, 1.0, 1.0, 1.0, 1.0, 0.61315, 0.5, 0.5, 0.5]),
            // In either order: (0.5 + 0.35621) / 1.63093.
            (r(&[6, 3]), [0.0, 1.0, 1.0, 1.0, 1.0 / 3.0, 0.52498, 0.5, 1.0, 1.0]),
            // One result shows both: the ideal; and both at rank 4: (0.43068 + 0.38685) / 1.63093.
            (r(&[1, 1]), [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]),
            (r(&[4, 4]), [0.0, 0.0, 1.0, 1.0, 0.25, 0.50127, 1.0, 1.0, 1.0]),
            // Three at once and one behind are four in a row.
            (r(&[1, 1, 1, 2]), [1.0; 9]),
            // Both at rank 10: the second falls behind the tenth place. 0.28906 / 1.63093.
            (r(&[10, 10]), [0.0, 0.0, 0.0, 1.0, 0.1, 0.17724, 0.0, 1.0, 1.0]),
        ] {
            for ((metric, value), expected) in
                Metric::ALL.iter().zip(Metric::all(&ranks)).zip(expected)
            {
                assert!((value - expected).abs() < 1e-5, "{ranks:?}: {} {value}", metric.name());
            }
        }
    }

    #[test]
    fn more_pages_than_places_can_still_be_ideal() {
        let ranks: Vec<Option<usize>> = (1..=14).map(Some).collect();
        assert!((Metric::Ndcg10.of(&ranks) - 1.0).abs() < 1e-12);
        assert!((Metric::Recall10.of(&ranks) - 10.0 / 14.0).abs() < 1e-12);
    }

    #[test]
    fn every_value_lies_between_none_and_all() {
        let places = [None, Some(1), Some(2), Some(7), Some(10), Some(60)];
        for a in places {
            for b in places {
                for c in places {
                    for (metric, value) in Metric::ALL.iter().zip(Metric::all(&[a, b, c])) {
                        assert!((0.0..=1.0 + 1e-12).contains(&value), "{} {value}", metric.name());
                    }
                }
            }
        }
    }
}
