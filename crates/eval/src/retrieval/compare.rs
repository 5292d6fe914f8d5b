//! Two settings of the search on the same questions.
//!
//! Questions are paired, so that what is hard for both does not blur the difference: intervals are
//! drawn from the questions' differences, and the chance of no difference is that of a permutation
//! test on them.

use std::cmp::Ordering;
use std::collections::HashMap;

use serde::Serialize;

use super::bootstrap::{Interval, Sample, Unit};
use super::evaluation::{Options, stages};
use super::judge::{Judged, Stage};
use super::metrics::{METRICS, Metric, first};

/// How a metric differs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Difference {
    /// Which.
    pub metric: Metric,
    /// Its mean in the first setting.
    pub before: f64,
    /// Its mean in the second setting.
    pub after: f64,
    /// The second less the first.
    pub difference: f64,
    /// 95 % interval of the difference.
    #[serde(flatten)]
    pub interval: Interval,
    /// How likely a difference as large is if the settings differ by chance only (two-sided).
    pub p: f64,
}

/// How a stage differs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StageDifference {
    /// The stage; `None` for the last one of each setting, where settings end with different ones.
    pub stage: Option<Stage>,
    /// Questions for which both settings ran it.
    pub questions: usize,
    /// What was drawn for the intervals, and swapped for `p`.
    pub drawn: Unit,
    /// One a metric, in the order of [`Metric::ALL`].
    pub differences: Vec<Difference>,
}

/// A question whose first right result moved.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// Its line in the file, from 1.
    pub line: usize,
    /// What its writer calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What is asked.
    pub question: String,
    /// Rank of the first right result in the first setting, where there is one.
    pub before: Option<usize>,
    /// The same in the second setting.
    pub after: Option<usize>,
}

/// What changes from one setting to another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// What the first setting is called.
    pub before: String,
    /// What the second setting is called.
    pub after: String,
    /// Questions that both settings answered for.
    pub questions: usize,
    /// Questions that only one of them did; they are left out.
    pub unpaired: usize,
    /// The stages that both ran, in the order of the search; then the last of each, where settings
    /// end with different ones.
    pub stages: Vec<StageDifference>,
    /// Questions whose first right result rose at the last stage of each, the greatest gain first.
    pub better: Vec<Change>,
    /// Questions whose first right result fell, the greatest loss first.
    pub worse: Vec<Change>,
}

/// Compares two settings, each with its name. A question of one is that of the other where line and
/// wording agree.
pub fn compare(
    before: (&str, &[Judged]),
    after: (&str, &[Judged]),
    options: &Options,
) -> Comparison {
    let later: HashMap<(usize, &str), &Judged> =
        after.1.iter().filter(|j| j.counts()).map(|j| (name(j), j)).collect();
    let earlier: Vec<&Judged> = before.1.iter().filter(|j| j.counts()).collect();
    let pairs: Vec<(&Judged, &Judged)> =
        earlier.iter().filter_map(|j| Some((*j, *later.get(&name(j))?))).collect();
    let changes: Vec<Change> = pairs.iter().map(|pair| change(*pair, options)).collect();
    let gain = |change: &Change| place(change.before).total_cmp(&place(change.after));
    let sorted = |wanted: Ordering| {
        let mut those: Vec<Change> =
            changes.iter().filter(|change| gain(change) == wanted).cloned().collect();
        let size = |change: &Change| (place(change.before) - place(change.after)).abs();
        those.sort_by(|a, b| size(b).total_cmp(&size(a)));
        those
    };
    Comparison {
        before: before.0.to_owned(),
        after: after.0.to_owned(),
        questions: pairs.len(),
        unpaired: earlier.len() + later.len() - 2 * pairs.len(),
        stages: stages(pairs.iter().flat_map(|(a, b)| [*a, *b]))
            .into_iter()
            .map(Some)
            .chain(pairs.iter().any(|(a, b)| a.last() != b.last()).then_some(None))
            .filter_map(|stage| difference(stage, &pairs, options))
            .collect(),
        better: sorted(Ordering::Less),
        worse: sorted(Ordering::Greater),
    }
}

fn name(judged: &Judged) -> (usize, &str) {
    (judged.question.line, &judged.question.question)
}

/// What a rank is worth: its reciprocal, as for a person who reads from the top.
fn place(rank: Option<usize>) -> f64 {
    rank.map_or(0.0, |rank| 1.0 / rank as f64)
}

fn change((before, after): (&Judged, &Judged), options: &Options) -> Change {
    let rank = |judged: &Judged| first(&judged.ranks(judged.last()?, &options.judging)?);
    Change {
        line: after.question.line,
        id: after.question.id.clone(),
        question: after.question.question.clone(),
        before: rank(before),
        after: rank(after),
    }
}

/// `None` where no question went through the stage in both settings.
fn difference(
    stage: Option<Stage>,
    pairs: &[(&Judged, &Judged)],
    options: &Options,
) -> Option<StageDifference> {
    let values = |judged: &Judged| {
        let ranks = judged.ranks(stage.or(judged.last())?, &options.judging)?;
        Some(Metric::all(&ranks))
    };
    let run: Vec<_> = pairs
        .iter()
        .filter_map(|(before, after)| Some((before.document(), values(before)?, values(after)?)))
        .collect();
    if run.is_empty() {
        return None;
    }
    let mean = |of: &dyn Fn(usize) -> f64| (0..run.len()).map(of).sum::<f64>() / run.len() as f64;
    let sample = Sample::<METRICS>::new(run.iter().map(|(document, before, after)| {
        (document.as_str(), std::array::from_fn(|metric| after[metric] - before[metric]))
    }));
    let [means, p] = [sample.means(), sample.chance_of_none(&options.bootstrap)];
    let intervals = sample.intervals(&options.bootstrap);
    let differences = Metric::ALL.into_iter().enumerate().map(|(at, metric)| Difference {
        metric,
        before: mean(&|n| run[n].1[at]),
        after: mean(&|n| run[n].2[at]),
        difference: means[at],
        interval: intervals[at],
        p: p[at],
    });
    Some(StageDifference {
        stage,
        questions: run.len(),
        drawn: sample.unit,
        differences: differences.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::judge::tests::{found, judged};
    use super::super::judge::{Found, Ranking};
    use super::*;

    /// Results of which the one at the rank is right; 0 for none.
    fn right_at(rank: usize) -> Vec<Found> {
        (1..=10).map(|n| found("a.pdf", &[if n == rank { 4 } else { 1 }])).collect()
    }

    fn set(ranks: &[usize]) -> Vec<Judged> {
        let numbered = ranks.iter().zip(1..).map(|(rank, line)| {
            let mut judged = judged("a.pdf", &[4], right_at(*rank));
            judged.question.line = line;
            judged
        });
        numbered.collect()
    }

    #[test]
    fn differences_are_those_of_pairs() {
        let (before, after) = (set(&[1, 2, 0, 4]), set(&[1, 1, 2, 0]));
        let comparison = compare(("plain", &before), ("new", &after), &Options::default());
        assert_eq!((comparison.questions, comparison.unpaired), (4, 0));
        let [stage] = &comparison.stages[..] else { panic!("{comparison:?}") };
        let of = |metric| stage.differences.iter().find(|d| d.metric == metric).unwrap();
        let hit = of(Metric::Hit1);
        assert_eq!((hit.before, hit.after, hit.difference), (0.25, 0.5, 0.25));
        // One question differs: both ways are as far.
        assert_eq!(hit.p, 1.0);
        let mrr = of(Metric::Mrr10);
        assert!((mrr.before - (1.0 + 0.5 + 0.25) / 4.0).abs() < 1e-12);
        assert!((mrr.after - (1.0 + 1.0 + 0.5) / 4.0).abs() < 1e-12);
        assert!(mrr.interval.low <= mrr.difference && mrr.difference <= mrr.interval.high);
        // Differences 0.5, 0.5, -0.25: sums as far as 0.75 in 4 of 8 ways.
        assert_eq!(mrr.p, 0.5);
        let moved = |changes: &[Change]| -> Vec<_> {
            changes.iter().map(|c| (c.line, c.before, c.after)).collect()
        };
        assert_eq!(moved(&comparison.better), [(2, Some(2), Some(1)), (3, None, Some(2))]);
        assert_eq!(moved(&comparison.worse), [(4, Some(4), None)]);
    }

    #[test]
    fn a_clear_difference_is_seen_and_none_is_not() {
        let (before, after) = (set(&[3; 40]), set(&[1; 40]));
        let clear = compare(("a", &before), ("b", &after), &Options::default());
        let mrr = &clear.stages[0].differences[4];
        assert!(mrr.p < 0.001 && mrr.interval.low > 0.6, "{mrr:?}");
        let none = compare(("a", &before), ("b", &before), &Options::default());
        for difference in &none.stages[0].differences {
            assert_eq!(
                (difference.p, difference.interval.low, difference.interval.high),
                (1.0, 0.0, 0.0)
            );
        }
        assert!(none.better.is_empty() && none.worse.is_empty());
    }

    #[test]
    fn questions_of_one_setting_are_left_out() {
        let (before, mut after) = (set(&[1, 2, 3]), set(&[1, 2, 3, 4]));
        after[0].question.question = "another".to_owned();
        after[1].problem = Some("gone".to_owned());
        let comparison = compare(("a", &before), ("b", &after), &Options::default());
        // Paired: 3. Left out: 1 and 2 of the first; "another" and 4 of the second.
        assert_eq!((comparison.questions, comparison.unpaired), (1, 4));
    }

    #[test]
    fn settings_may_end_with_different_stages() {
        let (before, mut after) = (set(&[4]), set(&[4]));
        after[0].rankings.push(Ranking { stage: Stage::Reranked, results: right_at(1) });
        let comparison = compare(("plain", &before), ("reranked", &after), &Options::default());
        // What both ran is the same; what they end with is not.
        let [fused, last] = &comparison.stages[..] else { panic!("{comparison:?}") };
        assert_eq!((fused.stage, fused.differences[0].difference), (Some(Stage::Fused), 0.0));
        assert_eq!((last.stage, last.differences[0].difference), (None, 1.0));
        assert_eq!((comparison.better[0].before, comparison.better[0].after), (Some(4), Some(1)));
    }
}
