//! Owns which words of the evidence support a sentence, and how far they carry it.
//!
//! A claim is taken apart into what must be found again: figures with units and signs, names, and the
//! other words that say something. Sources are chosen one after the other, each for what it adds, and
//! of each the shortest run of words that holds what it was chosen for is cited. Rules and numbers are
//! set by hand; `citelight eval answer verdicts` measures them on true and on altered statements.

mod facts;

use std::collections::HashSet;
use std::ops::Range;

use citelight_core::Verdict;
use citelight_text::{Stem, Vocabulary};

use crate::classes::Class;
use facts::{Atom, Words, atoms};

/// Most sources of one claim.
const MOST_SOURCES: usize = 3;
/// A further source must add this part of the claim, as so many things that stand side by side in it:
/// single words of a claim are found in any text.
const LEAST_GAIN: f32 = 0.2;
const LEAST_ADDED: usize = 2;
/// Sources that are taken to be there besides, half of them with any word: few sources tell little of
/// how rare a word is.
const SMOOTHING: f32 = 4.0;
/// A thing that most sources speak of counts this much at least.
const LEAST_RARITY: f32 = 0.3;
/// A claim is confirmed when this much of it is found, …
const CONFIRMED: f32 = 0.7;
/// … or this much where the source means the same, …
const CONFIRMED_ALIKE: f32 = 0.5;
const ALIKE: f32 = 0.8;
/// … and partly when this much is.
const PARTLY: f32 = 0.4;
/// A claim of fewer words than this says something only together with its question, …
const FEWEST_WORDS: usize = 4;
/// … of which this much must then be there.
const ABOUT: f32 = 0.5;
/// How much relevance and meaning count beside the part of the claim that is found.
const RELEVANCE_WEIGHT: f32 = 0.35;
const MEANING_WEIGHT: f32 = 0.35;
/// What is only said around a source counts this much when sources are compared.
const CONTEXT_WEIGHT: f32 = 0.3;
/// A run of words that is more of its source than this is the source.
const MOST_OF_SOURCE: f32 = 0.6;

/// A sentence or a row of the evidence.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// Its text.
    pub text: &'a str,
    /// What is said of it elsewhere: name of the document, titles above, headings of its table.
    pub context: &'a str,
    /// 0 to 1: how well it answers the question.
    pub relevance: f32,
}

/// Words of one source that support a claim.
#[derive(Debug, Clone, PartialEq)]
pub struct Supporting {
    /// Place of the source in the list.
    pub source: usize,
    /// The words, in bytes of its text.
    pub range: Range<usize>,
    /// 0 to 1: how much of the claim they say.
    pub part: f32,
}

/// What supports a claim.
#[derive(Debug, Clone, PartialEq)]
pub struct Support {
    /// How far the sources carry it together.
    pub verdict: Verdict,
    /// The sources, the one that says most first; none where nothing supports it.
    pub sources: Vec<Supporting>,
    /// Whether every figure of the claim stands in the cited words.
    pub figures_cited: bool,
}

/// How a source covers the atoms of a claim.
struct Cover {
    /// For each atom, where it stands.
    places: Vec<Vec<(Range<usize>, bool)>>,
    /// Which are only said around it.
    around: Vec<bool>,
}

/// A claim taken apart, with every source measured against it; the meaning comes later, since
/// embedding is what takes time.
pub struct Assertion<'c> {
    words: Words<'c>,
    atoms: Vec<Atom>,
    /// What each atom counts.
    weights: Vec<f32>,
    about: HashSet<Stem>,
    covers: Vec<Cover>,
    sources: Vec<(Words<'c>, Words<'c>)>,
    relevance: Vec<f32>,
}

impl<'c> Assertion<'c> {
    /// A claim that answers `question`, beside the sources that may support it.
    pub fn new(
        claim: &'c str,
        question: &str,
        sources: &[Source<'c>],
        vocabulary: &Vocabulary,
    ) -> Assertion<'c> {
        let words = Words::of(claim, vocabulary);
        let atoms = atoms(&words);
        let question = Words::of(question, vocabulary);
        let asked = question.words.classes.iter().zip(&question.stems);
        let about = asked.filter(|(class, _)| class.is_content()).map(|(_, stem)| *stem).collect();
        let taken: Vec<(Words<'c>, Words<'c>)> = sources
            .iter()
            .map(|one| (Words::of(one.text, vocabulary), Words::of(one.context, vocabulary)))
            .collect();
        let covers: Vec<Cover> = taken
            .iter()
            .map(|(text, context)| {
                let places: Vec<_> = atoms.iter().map(|atom| text.find(atom, context)).collect();
                let around = atoms
                    .iter()
                    .zip(&places)
                    .map(|(atom, places)| places.is_empty() && context.holds(atom))
                    .collect();
                Cover { places, around }
            })
            .collect();
        // What every source speaks of tells none apart (inverse document frequency).
        let weigh = |n: usize| {
            let with = covers.iter().filter(|cover| !cover.places[n].is_empty()).count() as f32;
            let rarity = ((covers.len() as f32 + 2.0 * SMOOTHING) / (with + SMOOTHING)).ln();
            atoms[n].weight() * rarity.max(LEAST_RARITY)
        };
        let weights = (0..atoms.len()).map(weigh).collect();
        let relevance = sources.iter().map(|one| one.relevance).collect();
        Assertion { words, atoms, weights, about, covers, sources: taken, relevance }
    }

    /// The sources that are worth comparing by meaning, best first, at most `most`.
    pub fn shortlist(&self, most: usize) -> Vec<usize> {
        let none = vec![0.0; self.covers.len()];
        let mut places: Vec<usize> = (0..self.covers.len()).collect();
        places
            .sort_by(|a, b| self.worth(*b, &none).total_cmp(&self.worth(*a, &none)).then(a.cmp(b)));
        places.truncate(most);
        places
    }

    /// What supports the claim. `meanings` are the sources' cosines with it, 0 to 1, 0 where unknown.
    pub fn support(&self, meanings: &[f32]) -> Support {
        let mut covered = vec![false; self.atoms.len()];
        let mut chosen: Vec<(usize, Vec<usize>)> = Vec::new();
        while chosen.len() < MOST_SOURCES && !self.atoms.is_empty() {
            let gain = |place: usize| -> Vec<usize> {
                let cover = &self.covers[place];
                (0..self.atoms.len())
                    .filter(|n| !covered[*n] && !cover.places[*n].is_empty())
                    .collect()
            };
            let best = (0..self.covers.len())
                .filter(|place| chosen.iter().all(|(other, _)| other != place))
                .map(|place| (place, gain(place)))
                .filter(|(_, gained)| self.is_gain(gained, chosen.is_empty()))
                .max_by(|(a, gained_a), (b, gained_b)| {
                    let worth = |place: usize, gained: &[usize]| match chosen.is_empty() {
                        true => self.worth(place, meanings),
                        false => self.part(gained) + RELEVANCE_WEIGHT * self.relevance[place],
                    };
                    worth(*a, gained_a).total_cmp(&worth(*b, gained_b)).then(b.cmp(a))
                });
            let Some((place, gained)) = best else { break };
            gained.iter().for_each(|n| covered[*n] = true);
            chosen.push((place, gained));
        }
        self.verdict(&chosen, &covered, meanings)
    }

    fn verdict(
        &self,
        chosen: &[(usize, Vec<usize>)],
        covered: &[bool],
        meanings: &[f32],
    ) -> Support {
        let sources: Vec<Supporting> = chosen
            .iter()
            .map(|(place, gained)| Supporting {
                source: *place,
                range: self.shortest(*place, gained),
                part: self.part(gained),
            })
            .collect();
        let missing_figure =
            (0..self.atoms.len()).any(|n| matches!(self.atoms[n], Atom::Figure(_)) && !covered[n]);
        let unsupported = Support {
            verdict: Verdict::NotConfirmed,
            sources: Vec::new(),
            figures_cited: !self.atoms.iter().any(|atom| matches!(atom, Atom::Figure(_))),
        };
        let Some((first, _)) = chosen.first() else { return unsupported };
        let said =
            |n: usize| covered[n] || chosen.iter().any(|(place, _)| self.covers[*place].around[n]);
        let found: Vec<usize> = (0..self.atoms.len()).filter(|n| said(*n)).collect();
        let part = self.part(&found);
        let hard = (0..self.atoms.len()).all(|n| !self.atoms[n].is_hard() || said(n));
        let meaning = chosen.iter().map(|(place, _)| meanings[*place]).fold(0.0, f32::max);
        // Words of the claim that are the question's are said by the question.
        let words = self.atoms.len();
        let about = self.is_about(chosen);
        let just = chosen.iter().all(|(place, gained)| {
            gained.iter().all(|n| self.covers[*place].places[*n].iter().any(|(_, just)| *just))
        });
        let turned = self.is_turned(*first);
        let enough = part >= CONFIRMED || part >= CONFIRMED_ALIKE && meaning >= ALIKE;
        let verdict = if missing_figure || turned || part < PARTLY {
            Verdict::NotConfirmed
        } else if hard && enough && just && (words >= FEWEST_WORDS || about >= ABOUT) {
            Verdict::Confirmed
        } else {
            Verdict::Partly
        };
        if part < PARTLY && !missing_figure {
            return unsupported;
        }
        Support { verdict, sources, figures_cited: !missing_figure }
    }

    /// How much a source says of the claim, and how well it answers.
    fn worth(&self, place: usize, meanings: &[f32]) -> f32 {
        let cover = &self.covers[place];
        let shown: Vec<usize> =
            (0..self.atoms.len()).filter(|n| !cover.places[*n].is_empty()).collect();
        let around: Vec<usize> = (0..self.atoms.len()).filter(|n| cover.around[*n]).collect();
        self.part(&shown)
            + CONTEXT_WEIGHT * self.part(&around)
            + RELEVANCE_WEIGHT * self.relevance[place]
            + MEANING_WEIGHT * meanings[place]
    }

    /// Whether these atoms are reason enough to cite a source.
    fn is_gain(&self, gained: &[usize], first: bool) -> bool {
        if first {
            return !gained.is_empty();
        }
        let side_by_side = gained.windows(2).filter(|pair| pair[0] + 1 == pair[1]).count() + 1;
        gained.len() >= LEAST_ADDED
            && side_by_side >= gained.len().min(LEAST_ADDED)
            && self.part(gained) >= LEAST_GAIN
    }

    /// How much of the claim these atoms are.
    fn part(&self, atoms: &[usize]) -> f32 {
        let all: f32 = self.weights.iter().sum();
        let some: f32 = atoms.iter().map(|n| self.weights[*n]).sum();
        if all == 0.0 { 0.0 } else { some / all }
    }

    /// How much of the question the sources speak of, the claim's own words included.
    fn is_about(&self, chosen: &[(usize, Vec<usize>)]) -> f32 {
        if self.about.is_empty() {
            return 1.0;
        }
        let spoken = |stem: &&Stem| {
            self.words.stems.contains(stem)
                || chosen.iter().any(|(place, _)| {
                    let (text, context) = &self.sources[*place];
                    text.stems.contains(stem) || context.stems.contains(stem)
                })
        };
        self.about.iter().filter(spoken).count() as f32 / self.about.len() as f32
    }

    /// Whether a source says the opposite: one of the two is negated. Within a source of several
    /// clauses only the words around what was found count.
    fn is_turned(&self, place: usize) -> bool {
        let (text, _) = &self.sources[place];
        let gained: Vec<usize> =
            (0..self.atoms.len()).filter(|n| !self.covers[place].places[*n].is_empty()).collect();
        let run = self.run(place, &gained);
        // "It may not" stands before the verb that is found: the clause's beginning counts too.
        let border = |n: &usize| text.words.classes[*n] == Class::Stop;
        let start = (0..run.start).rev().find(border).map_or(0, |n| n + 1);
        let claim = self.words.is_negative(0..self.words.lower.len());
        claim != text.is_negative(start..run.end)
    }

    /// The shortest run of tokens that holds one place of each of these atoms.
    fn run(&self, place: usize, atoms: &[usize]) -> Range<usize> {
        let places = &self.covers[place].places;
        let mut best: Option<Range<usize>> = None;
        for (start, _) in atoms.iter().flat_map(|n| &places[*n]) {
            // From each beginning, the nearest end of every atom at or after it.
            let ends = atoms.iter().map(|n| {
                let after = places[*n].iter().filter(|(at, _)| at.start >= start.start);
                after.map(|(at, _)| at.end).min()
            });
            if let Some(end) =
                ends.collect::<Option<Vec<usize>>>().and_then(|e| e.into_iter().max())
            {
                let run = start.start..end;
                if best.as_ref().is_none_or(|best| run.len() < best.len()) {
                    best = Some(run);
                }
            }
        }
        best.unwrap_or(0..self.sources[place].0.lower.len())
    }

    /// The words to cite of a source, in bytes: the shortest run, or all where that is most of it.
    fn shortest(&self, place: usize, atoms: &[usize]) -> Range<usize> {
        let (text, _) = &self.sources[place];
        let run = self.run(place, atoms);
        if run.is_empty() || run.len() as f32 > MOST_OF_SOURCE * text.lower.len() as f32 {
            return 0..text.words.tokens.text.len();
        }
        text.words.tokens.bytes(run)
    }
}

#[cfg(test)]
#[path = "support_tests.rs"]
mod tests;
