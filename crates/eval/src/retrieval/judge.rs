//! Owns what was found for a question, and when it counts as right.

use citelight_core::{PageNumber, Quad};
use serde::Serialize;

use super::questions::{Gold, Question, key, same_file};

/// A point of the search at which results are ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// What the indexes gave, before anything was weighed.
    Candidates,
    /// The lists of the indexes made one.
    Fused,
    /// Ranked again by the model that reads question and passage together.
    Reranked,
}

impl Stage {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Candidates => "candidates",
            Stage::Fused => "fused",
            Stage::Reranked => "reranked",
        }
    }
}

/// A result. Its place in the list is its rank.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Found {
    /// File name of its document.
    pub document: String,
    /// Pages on which it stands.
    pub pages: Vec<PageNumber>,
    /// Where it stands on them; empty where that is not known. Needed for judging by boxes only.
    #[serde(skip)]
    pub quads: Vec<Quad>,
    /// Breadcrumb of its section ("A > B"); empty where there is none.
    pub section: String,
    /// Its words.
    pub text: String,
    /// What its stage ranked it by; stages have scales of their own. Shown, never judged.
    pub score: f32,
}

/// The results of a stage.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// The stage.
    pub stage: Stage,
    /// Best first. Fifty are needed for all metrics, more are not looked at.
    pub results: Vec<Found>,
}

/// A question with what was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// What was asked, and where its answer stands.
    pub question: Question,
    /// One a stage, in the order of the search; a stage that was not run is left out.
    pub rankings: Vec<Ranking>,
    /// Why it could not be asked, such as a document that is not in the library. It is then left out
    /// of the figures and named.
    pub problem: Option<String>,
}

impl Judged {
    /// Whether it counts in the figures.
    pub fn counts(&self) -> bool {
        self.problem.is_none() && self.question.has_truth()
    }

    /// The document that it is counted to.
    pub(super) fn document(&self) -> String {
        self.question.gold.first().map_or_else(String::new, |gold| key(&gold.document))
    }

    /// What a stage gave, where it was run.
    pub(super) fn ranking(&self, stage: Stage) -> Option<&[Found]> {
        self.rankings.iter().find(|r| r.stage == stage).map(|r| r.results.as_slice())
    }

    /// The last stage that was run.
    pub(super) fn last(&self) -> Option<Stage> {
        self.rankings.iter().map(|r| r.stage).max()
    }

    /// For every page that has to be found the rank, from 1, of the first result that reaches it.
    pub(super) fn ranks(&self, stage: Stage, judging: &Judging) -> Option<Vec<Option<usize>>> {
        let results = self.ranking(stage)?;
        let tolerance = self.question.page_tolerance.unwrap_or(judging.page_tolerance);
        let rank = |gold: &Gold| {
            let at = results.iter().position(|r| reaches(r, gold, tolerance, judging.by_boxes));
            at.map(|at| at + 1)
        };
        Some(self.question.gold.iter().map(rank).collect())
    }
}

/// When a result is right.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Judging {
    /// Pages beside the true one that count as well, for questions that do not say so themselves.
    pub page_tolerance: u32,
    /// Where the answer's boxes are known, a result has to touch one of them.
    pub by_boxes: bool,
}

/// Whether a result holds any of what a question asks for.
pub fn is_right(result: &Found, question: &Question, judging: &Judging) -> bool {
    let tolerance = question.page_tolerance.unwrap_or(judging.page_tolerance);
    question.gold.iter().any(|gold| reaches(result, gold, tolerance, judging.by_boxes))
}

/// Whether a result shows the page, or what stands there is known to stand on a page that it shows.
fn reaches(result: &Found, gold: &Gold, tolerance: u32, by_boxes: bool) -> bool {
    if !same_file(&result.document, &gold.document) {
        return false;
    }
    let near = |page: &PageNumber| {
        result.pages.iter().any(|shown| shown.get().abs_diff(page.get()) <= tolerance)
    };
    if gold.alt_pages.iter().any(near) {
        return true;
    }
    if by_boxes && !gold.boxes.is_empty() {
        let touches = |quad: &Quad| gold.boxes.iter().any(|gold| quad.rect.overlaps(gold));
        return result.quads.iter().filter(|q| q.page == gold.page).any(touches);
    }
    near(&gold.page)
}

#[cfg(test)]
pub(super) mod tests {
    use citelight_core::Rect;

    use super::*;

    pub(crate) fn page(number: u32) -> PageNumber {
        PageNumber::new(number).unwrap()
    }

    /// A result on some pages of a document.
    pub(crate) fn found(document: &str, pages: &[u32]) -> Found {
        let pages = pages.iter().copied().map(page).collect();
        Found { document: document.to_owned(), pages, ..Found::default() }
    }

    /// A question whose answer stands on pages of a document, with what one stage found.
    pub(crate) fn judged(document: &str, gold: &[u32], results: Vec<Found>) -> Judged {
        let gold = gold
            .iter()
            .map(|&number| Gold {
                document: document.to_owned(),
                page: page(number),
                alt_pages: Vec::new(),
                boxes: Vec::new(),
                text: None,
            })
            .collect();
        let question = Question {
            line: 1,
            question: "q".to_owned(),
            answerable: true,
            gold,
            ..Question::default()
        };
        let rankings = vec![Ranking { stage: Stage::Fused, results }];
        Judged { question, rankings, problem: None }
    }

    fn ranks(judged: &Judged, judging: Judging) -> Vec<Option<usize>> {
        judged.ranks(Stage::Fused, &judging).unwrap()
    }

    #[test]
    fn a_page_is_reached_by_the_first_result_that_shows_it() {
        let results = || {
            vec![
                found("b.pdf", &[4]), // another document
                found("a.pdf", &[9]),
                found("sub/A.PDF", &[5, 6]),
                found("a.pdf", &[4]),
                found("a.pdf", &[4]), // shown again
            ]
        };
        for (gold, tolerance, expected) in [
            (&[4][..], 0, vec![Some(4)]),
            (&[4], 1, vec![Some(3)]),
            (&[4, 6], 0, vec![Some(4), Some(3)]),
            (&[8], 0, vec![None]),
            (&[8], 1, vec![Some(2)]),
            (&[], 0, vec![]),
        ] {
            let mut judged = judged("a.pdf", gold, results());
            let judging = Judging { page_tolerance: tolerance, by_boxes: false };
            assert_eq!(ranks(&judged, judging), expected, "{gold:?} ± {tolerance}");
            // What the question says goes before what the caller says.
            judged.question.page_tolerance = Some(tolerance);
            assert_eq!(ranks(&judged, Judging::default()), expected, "{gold:?} ± {tolerance}");
        }
    }

    #[test]
    fn a_page_that_holds_the_same_stands_for_it() {
        let mut judged = judged("a.pdf", &[4], vec![found("b.pdf", &[7]), found("a.pdf", &[7])]);
        assert_eq!(ranks(&judged, Judging::default()), [None]);
        judged.question.gold[0].alt_pages = vec![page(7)];
        assert_eq!(ranks(&judged, Judging::default()), [Some(2)]);
    }

    #[test]
    fn boxes_decide_only_when_they_are_asked_and_known() {
        let on = |number: u32, x0: f32| {
            let rect = Rect::new(x0, 100.0, x0 + 50.0, 110.0);
            Found { quads: vec![Quad { page: page(number), rect }], ..found("a.pdf", &[number]) }
        };
        // Beside the box, at its edge, on the next page at the same place, in the box.
        let results =
            vec![found("a.pdf", &[4]), on(4, 0.0), on(4, 50.0), on(5, 120.0), on(4, 120.0)];
        let mut judged = judged("a.pdf", &[4], results);
        let by_boxes = Judging { page_tolerance: 1, by_boxes: true };
        assert_eq!(ranks(&judged, by_boxes), [Some(1)]); // no boxes known
        judged.question.gold[0].boxes = vec![Rect::new(100.0, 90.0, 300.0, 105.0)];
        assert_eq!(ranks(&judged, by_boxes), [Some(5)]);
        assert_eq!(ranks(&judged, Judging::default()), [Some(1)]);
    }

    #[test]
    fn a_stage_that_was_not_run_has_no_ranks() {
        assert_eq!(judged("a.pdf", &[4], vec![]).ranks(Stage::Reranked, &Judging::default()), None);
    }
}
