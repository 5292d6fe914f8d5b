//! Owns cross-validation: into which part a question falls, and the models that did not see it.

use super::Origin;

/// Parts into which questions fall. Those that are only measured are one more, whose model saw all
/// others.
const FOLDS: usize = 6;

/// Scores every question by a model that was fitted without its part; scores in the order of the
/// questions. `fit` gets the places of the questions to learn from.
pub(super) fn cross_validate<M, S>(
    origins: &[&Origin],
    fit: impl Fn(&[usize]) -> M,
    score: impl Fn(&M, usize) -> S,
) -> Vec<S> {
    let parts = parts(origins);
    let mut scores: Vec<(usize, S)> = Vec::with_capacity(origins.len());
    for part in 0..=FOLDS {
        let (held, others): (Vec<usize>, Vec<usize>) =
            (0..origins.len()).partition(|at| parts[*at] == part);
        if held.is_empty() {
            continue;
        }
        let seen: Vec<usize> = others.into_iter().filter(|at| origins[*at].train).collect();
        let model = fit(&seen);
        scores.extend(held.into_iter().map(|at| (at, score(&model, at))));
    }
    scores.sort_by_key(|(at, _)| *at);
    scores.into_iter().map(|(_, score)| score).collect()
}

/// The part of each question: keys are dealt in turn, in the order of the alphabet.
fn parts(origins: &[&Origin]) -> Vec<usize> {
    let mut keys: Vec<&str> =
        origins.iter().filter(|origin| origin.train).map(|origin| origin.fold.as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    let part = |origin: &&Origin| match keys.binary_search(&origin.fold.as_str()) {
        Ok(place) if origin.train => place % FOLDS,
        _ => FOLDS,
    };
    origins.iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::sets::{Fold, QuestionSet};
    use crate::training::origin;

    fn set(fold: Fold) -> QuestionSet {
        QuestionSet {
            name: "claims".to_owned(),
            questions: PathBuf::new(),
            documents: Vec::new(),
            together: false,
            elsewhere: false,
            train: true,
            weight: 1.0,
            fold,
            page_tolerance: 0,
            unanswerable: Vec::new(),
        }
    }

    /// Twenty claims, each put to five agreements.
    fn origins(fold: Fold) -> Vec<(String, String, Origin)> {
        let set = set(fold);
        let pair = |n: usize| {
            let (claim, document) = (format!("Is it  said {}?", n % 20), format!("{}.pdf", n / 20));
            let origin = Origin::new(&set, document.clone(), &claim);
            (claim, document, origin)
        };
        (0..100).map(pair).collect()
    }

    /// Whether some question was scored by a model that saw another with the same value.
    fn leaks(all: &[(String, String, Origin)], value: impl Fn(usize) -> String) -> bool {
        let origins: Vec<&Origin> = all.iter().map(|(.., origin)| origin).collect();
        let saw = |seen: &Vec<String>, at: usize| seen.contains(&value(at));
        let seen = |seen: &[usize]| seen.iter().map(|at| value(*at)).collect::<Vec<_>>();
        cross_validate(&origins, seen, saw).contains(&true)
    }

    #[test]
    fn equal_claims_and_documents_are_on_one_side() {
        let by_question = origins(Fold::Question);
        assert!(!leaks(&by_question, |at| by_question[at].0.clone()), "a claim was learned");
        let by_document = origins(Fold::Document);
        assert!(!leaks(&by_document, |at| by_document[at].1.clone()), "a document was learned");
        assert!(leaks(&by_document, |at| by_document[at].0.clone()), "claims are on all documents");
    }

    #[test]
    fn claims_are_equal_whatever_their_case_and_space() {
        let set = set(Fold::Question);
        let key = |claim: &str| Origin::new(&set, String::new(), claim).fold;
        assert_eq!(key("Is it  said?"), key("is it said"));
        assert_ne!(key("Is it said?"), key("Is it not said?"));
    }

    #[test]
    fn what_is_only_measured_is_learned_by_no_model_and_scored_by_one_that_saw_the_rest() {
        let mut all: Vec<Origin> =
            (0..12).map(|n| origin("free", true, &format!("{n:02}.pdf"))).collect();
        // Also where it is about a document that is learned from.
        all.push(origin("closed", false, "03.pdf"));
        let origins: Vec<&Origin> = all.iter().collect();
        let seen = cross_validate(&origins, <[usize]>::to_vec, |seen, _| seen.clone());
        assert!(seen.iter().all(|seen| !seen.contains(&12)));
        assert_eq!(seen[12].len(), 12);
        assert!(seen[..12].iter().enumerate().all(|(at, seen)| !seen.contains(&at)));
    }
}
