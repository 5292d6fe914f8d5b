//! How well a score tells two groups apart.

use serde::Serialize;

/// What a threshold would give.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    /// Scores from here on count.
    pub threshold: f32,
    /// Share of the first group that reaches it.
    pub kept: f64,
    /// Share of the other group that does not.
    pub withheld: f64,
}

/// The area under the receiver's operating characteristic: the share of pairs, one of each group,
/// that the scores put in order; ties count half. `None` where a group is empty.
pub fn auroc(scores: &[(f32, bool)]) -> Option<f64> {
    let (yes, no): (Vec<_>, Vec<_>) = scores.iter().partition(|(_, wanted)| *wanted);
    if yes.is_empty() || no.is_empty() {
        return None;
    }
    let mut ordered = 0.0;
    for (high, _) in &yes {
        for (low, _) in &no {
            ordered += match high.total_cmp(low) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            };
        }
    }
    Some(ordered / (yes.len() * no.len()) as f64)
}

/// `points` thresholds from 0 to 1, evenly apart.
pub fn curve(scores: &[(f32, bool)], points: usize) -> Vec<Point> {
    let share = |wanted: bool, counts: &dyn Fn(f32) -> bool| {
        let of: Vec<f32> =
            scores.iter().filter(|(_, yes)| *yes == wanted).map(|(score, _)| *score).collect();
        of.iter().filter(|score| counts(**score)).count() as f64 / of.len().max(1) as f64
    };
    (0..points)
        .map(|point| {
            let threshold = point as f32 / points.saturating_sub(1).max(1) as f32;
            Point {
                threshold,
                kept: share(true, &|score| score >= threshold),
                withheld: share(false, &|score| score < threshold),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_is_the_share_of_ordered_pairs() {
        let scores = [(0.9, true), (0.4, true), (0.4, false), (0.1, false)];
        assert_eq!(auroc(&scores), Some(0.875));
        assert_eq!(auroc(&scores[..2]), None);
    }

    #[test]
    fn the_curve_runs_from_all_to_none() {
        let curve = curve(&[(0.9, true), (0.4, false)], 3);
        let points: Vec<(f64, f64)> = curve.iter().map(|p| (p.kept, p.withheld)).collect();
        assert_eq!(points, [(1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]);
    }
}
