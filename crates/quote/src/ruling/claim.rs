//! Owns what a claim says: its terms and what each counts, whether it denies, permits or demands.

use citelight_text::{Stem, Vocabulary, WordList, is_negation, is_stop_word};

use super::quantity::{Comparison, comparison};
use super::scope::scopes;
use super::text::{Word, words};

/// Whether something may, or has to be so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Mode {
    /// It is so.
    #[default]
    Is,
    /// It is allowed or possible.
    May,
    /// It is demanded.
    Must,
}

/// A word of a claim; where several stand beside each other joined by "or", any of them is meant.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Term {
    pub(crate) stems: Vec<Stem>,
    /// What it counts; all terms' weights are 1 in sum.
    pub(crate) weight: f32,
    /// Whether it is what the claim says of its subject.
    pub(crate) predicate: bool,
    /// Whether the claim says it of nothing else: it stands behind "only".
    pub(crate) singled: bool,
}

/// What is held against sentences.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    pub(crate) terms: Vec<Term>,
    pub(crate) denied: bool,
    /// "only", or a denial with an exception: "no purpose other than".
    pub(crate) exclusive: bool,
    /// "without consent": it is so though that is lacking.
    pub(crate) lacking: bool,
    pub(crate) mode: Mode,
    pub(crate) comparison: Option<Comparison>,
}

const MAY: [&str; 10] =
    ["may", "can", "could", "might", "allowed", "permitted", "able", "entitled", "allow", "permit"];
const MUST: [&str; 9] =
    ["must", "shall", "required", "obliged", "obligated", "require", "need", "mandatory", "should"];
/// Verbs that ask, at the beginning of a question.
const ASKING: [&str; 22] = [
    "is", "are", "was", "were", "do", "does", "did", "can", "could", "may", "might", "must",
    "shall", "should", "will", "would", "has", "have", "had", "am", "isn", "doesn",
];
/// Words that carry nothing of a claim, besides those of every question and those that deny.
const EMPTY: WordList = WordList::new(
    "without only solely except unless other there ever also true case under according agreement
     stated even allowed",
);
/// Fewer terms than this make no claim that a sentence could settle.
const FEWEST_TERMS: usize = 2;

/// The mode of words that hold a modal, the first that does.
pub(crate) fn mode<'w>(words: impl IntoIterator<Item = &'w Word>) -> Mode {
    let mut words = words.into_iter();
    let found = words.find_map(|word| {
        let lower = word.lower.as_str();
        if MAY.contains(&lower) {
            Some(Mode::May)
        } else if MUST.contains(&lower) {
            Some(Mode::Must)
        } else {
            None
        }
    });
    found.unwrap_or_default()
}

impl Claim {
    /// The claim that a text makes, or that a question asks to be checked. `rarity` tells what a word
    /// counts, at least 0: the rarer where the answer is looked for, the more. `None` where it says
    /// too little.
    pub fn of(text: &str, rarity: &dyn Fn(Stem) -> f32, vocabulary: &Vocabulary) -> Option<Claim> {
        let words = words(&without_instances(text), vocabulary);
        let scopes = scopes(&words);
        let asks = words.first().is_some_and(|word| ASKING.contains(&word.lower.as_str()));
        let comparison = comparison(&words);
        let modal = (0..words.len()).find(|at| {
            matches!(
                words[*at].lower.as_str(),
                "may" | "shall" | "must" | "can" | "will" | "should"
            )
        });
        let said = |at: usize| {
            let word = &words[at];
            let lower = word.lower.as_str();
            let empty = is_stop_word(lower) || is_negation(lower) || EMPTY.contains(lower);
            let compared = comparison.as_ref().is_some_and(|found| found.words.contains(&at));
            word.is_word && !empty && !compared && (at > 0 || !asks)
        };
        // "Staff shall not smoke": what stands behind the modal first, adverbs aside.
        let predicate = modal.filter(|_| !asks).and_then(|modal| {
            (modal + 1..words.len())
                .find(|at| said(*at) && !words[*at].lower.ends_with("ly"))
                .filter(|at| *at <= modal + 5)
        });
        let mut terms: Vec<Term> = Vec::new();
        let mut last = None;
        for at in (0..words.len()).filter(|at| said(*at)) {
            let stem = words[at].stem;
            let joined = last.is_some_and(|last: usize| alternates(&words, last, at));
            last = Some(at);
            if let Some(term) = terms.iter_mut().find(|term| term.stems.contains(&stem)) {
                term.predicate |= predicate == Some(at);
                continue;
            }
            match terms.last_mut().filter(|_| joined) {
                Some(term) => {
                    term.stems.push(stem);
                    term.weight = term.weight.min(rarity(stem));
                }
                None => terms.push(Term {
                    stems: vec![stem],
                    weight: rarity(stem).max(0.0),
                    predicate: predicate == Some(at),
                    singled: scopes[at].only && predicate != Some(at),
                }),
            }
        }
        let sum: f32 = terms.iter().map(|term| term.weight).sum();
        if terms.len() < FEWEST_TERMS && comparison.is_none() || sum <= 0.0 {
            return None;
        }
        terms.iter_mut().for_each(|term| term.weight /= sum);
        let denied = match predicate {
            Some(at) => scopes[at].denied,
            None => scopes.iter().any(|scope| scope.denied),
        };
        let singled = scopes.iter().zip(&words).any(|(scope, word)| scope.only && word.is_word);
        let excepted = scopes.iter().any(|scope| scope.excepted);
        Some(Claim {
            terms,
            denied,
            exclusive: singled || denied && excepted,
            lacking: words.iter().any(|word| word.lower == "without"),
            mode: mode(&words),
            comparison,
        })
    }
}

/// Whether two words of a claim are joined by "or", or by a comma before such a word.
fn alternates(words: &[Word], first: usize, second: usize) -> bool {
    let between = || words[first + 1..second].iter().map(|word| word.lower.as_str());
    if between().any(|word| word == "or") {
        return second - first <= 3;
    }
    // "law, regulation or …"
    second - first == 2
        && between().all(|word| word == ",")
        && words[second..].iter().take(4).any(|word| word.lower == "or")
}

/// The text without what it names as instances: "(including …)".
fn without_instances(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('(') {
        let inner = &rest[open + 1..];
        let close = inner.find(')').unwrap_or(inner.len());
        let first = inner.split_whitespace().next().unwrap_or_default().to_lowercase();
        let end = (open + close + 2).min(rest.len());
        let instances =
            matches!(first.trim_matches(','), "including" | "e.g" | "e.g." | "such" | "i.e.");
        kept.push_str(if instances { &rest[..open] } else { &rest[..end] });
        rest = &rest[end..];
    }
    kept.push_str(rest);
    kept
}
