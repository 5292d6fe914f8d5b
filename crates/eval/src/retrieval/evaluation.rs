//! The figures of one setting: every metric by stage and by kind of question, and what was missed.

use std::collections::BTreeSet;

use serde::Serialize;

use super::bootstrap::{Bootstrap, Interval, Sample, Unit};
use super::judge::{Found, Judged, Judging, Stage};
use super::metrics::{Metric, first};
use super::questions::Question;

/// Results that a miss is shown with.
const SHOWN: usize = 5;

/// What stands for the kind of questions that have none, where others have one.
const NO_KIND: &str = "without a kind";

/// How to score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Options {
    /// When a result is right.
    pub judging: Judging,
    /// How intervals are drawn.
    pub bootstrap: Bootstrap,
    /// A question is missed where none of so many first results of its last stage is right.
    pub miss_at: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { judging: Judging::default(), bootstrap: Bootstrap::default(), miss_at: SHOWN }
    }
}

/// How many questions there are, and what became of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Lines of the file.
    pub questions: usize,
    /// Those in the figures.
    pub judged: usize,
    /// Left out: nothing answers them, or nobody wrote where.
    pub without_truth: usize,
    /// Left out: they could not be asked.
    pub unasked: usize,
    /// Documents on which the judged questions are.
    pub documents: usize,
    /// Judged questions that were missed.
    pub misses: usize,
}

/// A metric over several questions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Figure {
    /// Which.
    pub metric: Metric,
    /// Its mean, 0 to 1.
    pub value: f64,
    /// 95 % interval of the mean.
    #[serde(flatten)]
    pub interval: Interval,
}

/// The figures of a stage.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// The stage.
    pub stage: Stage,
    /// The kind of questions; `None` for all.
    pub kind: Option<String>,
    /// How many questions.
    pub questions: usize,
    /// On how many documents.
    pub documents: usize,
    /// What was drawn for the intervals.
    pub drawn: Unit,
    /// One a metric, in the order of [`Metric::ALL`].
    pub figures: Vec<Figure>,
}

/// A question whose first results are all wrong.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Miss {
    /// What was asked and expected.
    #[serde(flatten)]
    pub question: Question,
    /// The last stage, whose results these are.
    pub stage: Stage,
    /// Rank of the first right result, where there is one at all.
    pub rank: Option<usize>,
    /// The first five results.
    pub instead: Vec<Found>,
}

/// A question that could not be asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unasked {
    /// Its line in the file, from 1.
    pub line: usize,
    /// What would have been asked.
    pub question: String,
    /// Why not.
    pub problem: String,
}

/// What one setting of the search is worth on some questions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evaluation {
    /// How it was scored.
    pub options: Options,
    /// How many questions.
    pub counts: Counts,
    /// All questions by stage in the order of the search; then each kind so, where there are kinds.
    pub rows: Vec<Row>,
    /// What was missed, in the order of the file.
    pub misses: Vec<Miss>,
    /// What could not be asked, in the order of the file.
    pub unasked: Vec<Unasked>,
}

/// Scores what was found.
pub fn evaluate(judged: &[Judged], options: &Options) -> Evaluation {
    let counted: Vec<&Judged> = judged.iter().filter(|j| j.counts()).collect();
    let misses: Vec<Miss> = counted.iter().filter_map(|j| miss(j, options)).collect();
    let unasked: Vec<Unasked> = judged.iter().filter_map(unasked).collect();
    let truthless = |j: &&Judged| j.problem.is_none() && !j.question.has_truth();
    let counts = Counts {
        questions: judged.len(),
        judged: counted.len(),
        without_truth: judged.iter().filter(truthless).count(),
        unasked: unasked.len(),
        documents: documents(&counted),
        misses: misses.len(),
    };
    Evaluation { options: *options, counts, rows: rows(&counted, options), misses, unasked }
}

fn rows(counted: &[&Judged], options: &Options) -> Vec<Row> {
    let stages = stages(counted.iter().copied());
    let kind = |j: &&Judged| j.question.kind.clone().unwrap_or_else(|| NO_KIND.to_owned());
    let mut kinds: BTreeSet<String> = BTreeSet::new();
    if counted.iter().any(|j| j.question.kind.is_some()) {
        kinds.extend(counted.iter().map(kind));
    }
    let mut groups = vec![(None, counted.to_vec())];
    for name in kinds {
        let those = counted.iter().copied().filter(|j| kind(j) == name).collect();
        groups.push((Some(name), those));
    }
    let rows = groups.iter().flat_map(|(kind, those)| {
        stages.iter().filter_map(|&stage| row(stage, kind.as_deref(), those, options))
    });
    rows.collect()
}

/// The stages that were run for some question.
pub(super) fn stages<'a>(judged: impl Iterator<Item = &'a Judged>) -> BTreeSet<Stage> {
    judged.flat_map(|j| j.rankings.iter().map(|r| r.stage)).collect()
}

/// `None` where the stage was run for none of the questions.
fn row(stage: Stage, kind: Option<&str>, those: &[&Judged], options: &Options) -> Option<Row> {
    let run: Vec<&Judged> = those.iter().copied().filter(|j| j.ranking(stage).is_some()).collect();
    let names: Vec<String> = run.iter().map(|j| j.document()).collect();
    let values = run.iter().filter_map(|j| j.ranks(stage, &options.judging));
    let values = values.map(|ranks| Metric::all(&ranks));
    let sample = Sample::new(names.iter().map(String::as_str).zip(values));
    let means = sample.means();
    let figures = Metric::ALL
        .into_iter()
        .zip(means)
        .zip((!run.is_empty()).then(|| sample.intervals(&options.bootstrap))?)
        .map(|((metric, value), interval)| Figure { metric, value, interval })
        .collect();
    Some(Row {
        stage,
        kind: kind.map(str::to_owned),
        questions: run.len(),
        documents: documents(&run),
        drawn: sample.unit,
        figures,
    })
}

fn documents(judged: &[&Judged]) -> usize {
    judged.iter().map(|j| j.document()).collect::<BTreeSet<_>>().len()
}

fn miss(judged: &Judged, options: &Options) -> Option<Miss> {
    let stage = judged.last()?;
    let rank = first(&judged.ranks(stage, &options.judging)?);
    if rank.is_some_and(|rank| rank <= options.miss_at) {
        return None;
    }
    let instead = judged.ranking(stage)?.iter().take(SHOWN).cloned().collect();
    Some(Miss { question: judged.question.clone(), stage, rank, instead })
}

fn unasked(judged: &Judged) -> Option<Unasked> {
    let Question { line, question, .. } = &judged.question;
    let problem = judged.problem.clone()?;
    Some(Unasked { line: *line, question: question.clone(), problem })
}

impl Evaluation {
    /// The rows of all questions, one a stage.
    pub(super) fn all(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.kind.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::super::judge::Ranking;
    use super::super::judge::tests::{found, judged};
    use super::*;

    fn value(row: &Row, metric: Metric) -> f64 {
        row.figures.iter().find(|f| f.metric == metric).unwrap().value
    }

    fn set() -> Vec<Judged> {
        let wrong = || vec![found("a.pdf", &[1]); 6];
        let mut right = judged("a.pdf", &[4], vec![found("a.pdf", &[4])]);
        right.question.kind = Some("easy".to_owned());
        let reranked = Ranking { stage: Stage::Reranked, results: vec![found("a.pdf", &[3, 4])] };
        right.rankings.push(reranked);
        let mut late = judged("b.pdf", &[7], wrong());
        late.rankings[0].results.push(found("b.pdf", &[7]));
        late.question.kind = Some("hard".to_owned());
        let mut missed = judged("b.pdf", &[9], vec![]);
        missed.question.kind = Some("hard".to_owned());
        let mut unanswerable = judged("a.pdf", &[4], wrong());
        unanswerable.question.answerable = false;
        let mut away = judged("c.pdf", &[4], vec![]);
        away.problem = Some("it is not in the library".to_owned());
        away.question.line = 5;
        vec![right, late, missed, unanswerable, judged("a.pdf", &[], wrong()), away]
    }

    #[test]
    fn questions_are_scored_counted_and_left_out() {
        let evaluation = evaluate(&set(), &Options::default());
        let expected = Counts {
            questions: 6,
            judged: 3,
            without_truth: 2,
            unasked: 1,
            documents: 2,
            misses: 2,
        };
        assert_eq!(evaluation.counts, expected);
        assert_eq!((evaluation.unasked.len(), evaluation.unasked[0].line), (1, 5));
        let of = |stage, kind: Option<&str>| {
            evaluation.rows.iter().find(|r| r.stage == stage && r.kind.as_deref() == kind).unwrap()
        };
        let all = of(Stage::Fused, None);
        assert_eq!((all.questions, all.documents, all.drawn), (3, 2, Unit::Questions));
        assert!((value(all, Metric::Hit10) - 2.0 / 3.0).abs() < 1e-12);
        assert!((value(all, Metric::Mrr10) - (1.0 + 1.0 / 7.0) / 3.0).abs() < 1e-12);
        // A stage is scored on the questions that it was run for.
        let reranked = of(Stage::Reranked, None);
        assert_eq!((reranked.questions, value(reranked, Metric::Hit1)), (1, 1.0));
        assert_eq!(value(of(Stage::Fused, Some("hard")), Metric::Hit5), 0.0);
        assert!(!evaluation.rows.iter().any(|r| r.kind.as_deref() == Some(NO_KIND)));
        for figure in evaluation.rows.iter().flat_map(|row| &row.figures) {
            let Interval { low, high } = figure.interval;
            assert!(low <= figure.value && figure.value <= high, "{figure:?}");
        }
    }

    #[test]
    fn a_miss_is_shown_with_what_came_instead() {
        let misses = evaluate(&set(), &Options::default()).misses;
        let [late, missed] = &misses[..] else { panic!("{misses:?}") };
        assert_eq!((late.rank, late.instead.len()), (Some(7), SHOWN));
        assert_eq!((missed.rank, missed.instead.len()), (None, 0));
        let options = Options { miss_at: 7, ..Options::default() };
        assert_eq!(evaluate(&set(), &options).misses.len(), 1);
    }

    #[test]
    fn nothing_to_judge_gives_no_row() {
        let evaluation = evaluate(&[judged("a.pdf", &[], vec![])], &Options::default());
        assert!(evaluation.rows.is_empty() && evaluation.misses.is_empty());
        assert!(evaluate(&[], &Options::default()).rows.is_empty());
    }

    #[test]
    fn rows_serialise_with_the_names_of_their_metrics() {
        let evaluation = evaluate(&set(), &Options::default());
        let json = serde_json::to_value(&evaluation).unwrap();
        let figure = &json["rows"][0]["figures"][5];
        assert_eq!(figure["metric"], "ndcg@10");
        assert!(figure["low"].as_f64() <= figure["value"].as_f64());
        assert_eq!(json["misses"][0]["gold"][0]["page"], 7);
    }
}
