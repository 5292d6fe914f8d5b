//! Owns which documents are of a kind that a question names, by what they are called and how they begin: a permit is
//! one of "the building permits" whatever its file is called.

use std::fmt;
use std::sync::Arc;

use super::Catalogue;

/// Words of a document's beginning that say what it is.
const OPENING_WORDS: usize = 50;
/// Documents of a kind that are asked, each by itself, at most.
pub(crate) const MOST_OF_A_KIND: usize = 8;
/// Documents that are compared; in a larger library their names alone tell.
const MOST_COMPARED: usize = 200;
/// Cosine from which a document is of a kind, and the share of the nearest one's. Set by hand on 14 phrases: above lay 34
/// of 39 documents that were of the kind, and 5 of some 700 that were not.
const LEAST: f32 = 0.36;
const SHARE_OF_NEAREST: f32 = 0.55;
/// Cosine from which there is no doubt.
const CLEARLY: f32 = 0.5;
/// Where fewer than two are so near: how near the second must be, and by how much the rest of them must be farther.
const LEAST_OF_SECOND: f32 = 0.3;
const APART: f32 = 0.05;

type Cosines = dyn Fn(&str, &[&str]) -> Vec<f32> + Send + Sync;

/// How near texts are in meaning to a phrase: a cosine each, in their order; none where that cannot be told.
#[derive(Clone)]
pub struct Nearness(Arc<Cosines>);

impl Nearness {
    /// As a function tells it.
    pub fn new(cosines: impl Fn(&str, &[&str]) -> Vec<f32> + Send + Sync + 'static) -> Nearness {
        Nearness(Arc::new(cosines))
    }
}

impl fmt::Debug for Nearness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nearness").finish_non_exhaustive()
    }
}

/// What says of which kind a document is: what it is called, and that with how it begins.
#[derive(Debug, Clone, Default)]
pub(super) struct Described {
    called: String,
    opened: String,
}

impl Described {
    pub(super) fn of(stem: &str, title: Option<&str>, opening: &str) -> Described {
        let letters = |c: char| if c.is_alphabetic() { c } else { ' ' };
        let stem: String = stem.chars().map(letters).collect();
        let stem = stem.split_whitespace().collect::<Vec<_>>().join(" ");
        let called = [stem.as_str(), title.unwrap_or_default()].join(". ");
        let opening: Vec<&str> = opening.split_whitespace().take(OPENING_WORDS).collect();
        Described { opened: format!("{called}. {}", opening.join(" ")), called }
    }
}

impl Catalogue {
    /// The same, with kinds of documents told by their meaning.
    pub fn with_nearness(self, nearness: Nearness) -> Catalogue {
        Catalogue { nearness: Some(nearness), ..self }
    }

    /// The documents that are of a kind by their meaning, in the order of the library; `clearly` those alone of which
    /// there is no doubt.
    pub(crate) fn of_kind(&self, phrase: &str, clearly: bool) -> Vec<u32> {
        let Some(Nearness(cosines)) = &self.nearness else { return Vec::new() };
        if phrase.is_empty() || !(2..=MOST_COMPARED).contains(&self.documents.len()) {
            return Vec::new();
        }
        let called = self.documents.iter().map(|one| one.described.called.as_str());
        let opened = self.documents.iter().map(|one| one.described.opened.as_str());
        let found = cosines(phrase, &called.chain(opened).collect::<Vec<_>>());
        let count = self.documents.len();
        if found.len() != 2 * count {
            return Vec::new();
        }
        let near: Vec<f32> = (0..count).map(|at| found[at].max(found[count + at])).collect();
        let least = if clearly { Some(CLEARLY) } else { least_of(&near) };
        let Some(least) = least else { return Vec::new() };
        (0..).zip(near).filter(|(_, near)| *near >= least).map(|(number, _)| number).collect()
    }
}

/// The cosine from which documents are of a kind, of those of all; `None` where no two are.
fn least_of(near: &[f32]) -> Option<f32> {
    let mut sorted = near.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let (nearest, second) = (*sorted.first()?, *sorted.get(1)?);
    let least = LEAST.max(SHARE_OF_NEAREST * nearest);
    if second >= least {
        return Some(least);
    }
    let apart = |pair: &&[f32]| pair[0] - pair[1] >= APART;
    let last = sorted[1..].windows(2).take(MOST_OF_A_KIND).find(apart).map(|pair| pair[0]);
    last.filter(|_| second >= LEAST_OF_SECOND)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_of_a_kind_are_near_or_stand_apart_from_the_rest() {
        assert_eq!(least_of(&[0.2, 0.6, 0.4, 0.5]), Some(LEAST));
        assert_eq!(least_of(&[0.9, 0.3, 0.5, 0.45]), Some(SHARE_OF_NEAREST * 0.9));
        assert_eq!(least_of(&[0.56, 0.2, 0.33, 0.35]), Some(0.33));
        assert_eq!(least_of(&[0.45, 0.31, 0.3, 0.29, 0.28]), None, "none stands apart");
        assert_eq!(least_of(&[0.5, 0.2, 0.1]), None, "one alone is near");
        assert_eq!(least_of(&[0.9]), None);
    }
}
