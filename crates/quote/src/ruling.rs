//! Owns whether a sentence settles a claim: for it, against it, or not at all.
//!
//! A claim's terms are looked for in the sentence, by their stems and by words that say the same; what
//! denies, excepts or singles out the places found is weighed against what the claim does. It is a
//! matter of rules, not of understanding: where they do not fit, nothing is ruled.

mod alike;
mod claim;
mod quantity;
mod scope;
mod text;

use citelight_text::Vocabulary;

use alike::{Alike, Likeness};
pub use claim::Claim;
use claim::{Mode, Term, mode};
use quantity::quantities;
use scope::{Scope, scopes};
use text::{Word, words};

/// What a sentence says of a claim.
#[derive(Debug, Clone, Copy, PartialEq)]
struct SentenceRuling {
    /// Whether the claim holds.
    holds: bool,
    /// 0 to 1: how much of the claim, by what its words count, the sentence speaks of.
    support: f32,
    /// 0 to 1: what the heaviest of its terms counts of which the sentence does not speak.
    missing: f32,
    /// Whether a denial in the sentence speaks against the claim.
    denied: bool,
}

/// What a word that says the same counts, beside the word itself.
const ALIKE: f32 = 0.85;
/// What a word counts that stands in the titles above only.
const TITLED: f32 = 0.5;

/// A sentence that settles a claim speaks of so much of it …
const LEAST_SUPPORT: f32 = 0.6;
/// … or, where it is not known which word says what is claimed, of so much, …
const LEAST_SUPPORT_UNKNOWN: f32 = 0.75;
/// … or, where a denial decides against it, of so much, since denials are easily tied to the wrong
/// word …
const LEAST_SUPPORT_DENIED: f32 = 0.8;
/// … and of every term that counts more than this. All were set by hand on fifteen
/// agreements, for 85 of 100 answers to be right, what is not mentioned counted as wrong.
const MOST_MISSING: f32 = 0.2;
/// It may be called right or wrong where it is spoken of to this much. Set by hand.
const WHOLE: f32 = 0.9;
/// A claim of fewer terms is settled only where it is known which of them says what is claimed.
const FEWEST_TERMS_UNKNOWN: usize = 3;
/// Another sentence that says the contrary, and speaks of the claim nearly as much, leaves it open.
const CONTESTED: f32 = 0.1;

/// What sentences say of a claim.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ClaimRuling {
    /// How much of the claim the sentence that rules on most of it speaks of, less what the heaviest
    /// term counts of which it does not; 0 to 1.
    pub ruled: f32,
    /// The one that settles it, by its place, and whether the claim holds.
    pub settled: Option<(usize, bool)>,
    /// Whether that one speaks of the whole claim, so that it may be called right or wrong.
    pub whole: bool,
}

/// The rules by which claims are held against sentences.
#[derive(Debug)]
pub(crate) struct ClaimRules {
    alike: Alike,
}

/// A place in a sentence that speaks of a term.
struct Place {
    word: usize,
    value: f32,
    opposite: bool,
}

impl ClaimRules {
    /// Rules whose words are stemmed by this vocabulary.
    pub(crate) fn new(vocabulary: &Vocabulary) -> ClaimRules {
        ClaimRules { alike: Alike::new(vocabulary) }
    }

    /// What sentences say of a claim. `sentences` are words with the titles above them, best first; none
    /// settles it where two disagree.
    pub(crate) fn rule<'s>(
        &self,
        claim: &Claim,
        sentences: impl IntoIterator<Item = (&'s str, &'s str)>,
        vocabulary: &Vocabulary,
    ) -> ClaimRuling {
        let mut rulings: Vec<(usize, SentenceRuling)> = sentences
            .into_iter()
            .enumerate()
            .filter_map(|(at, (text, titles))| {
                Some((at, self.rule_sentence(claim, text, titles, vocabulary)?))
            })
            .collect();
        let spoken =
            |(_, ruling): &(usize, SentenceRuling)| (ruling.support - ruling.missing).max(0.0);
        let ruled = rulings.iter().map(spoken).fold(0.0, f32::max).min(1.0);
        rulings.retain(|(_, ruling)| ruling.missing <= MOST_MISSING);
        let settled = settled(claim, &rulings);
        let settling = rulings.iter().find(|(at, _)| settled.is_some_and(|(by, _)| by == *at));
        let whole = settling.is_some_and(|one| spoken(one) >= WHOLE);
        ClaimRuling { ruled, settled, whole }
    }

    /// What a sentence under these titles says of a claim; `None` where it leaves it open.
    fn rule_sentence(
        &self,
        claim: &Claim,
        sentence: &str,
        titles: &str,
        vocabulary: &Vocabulary,
    ) -> Option<SentenceRuling> {
        let words = words(sentence, vocabulary);
        let scopes = scopes(&words);
        let titles = text::words(titles, vocabulary);
        let clauses = scopes.last()?.clause + 1;
        // What stands before the first item of a list belongs to each of them.
        let listed = words.iter().position(|word| word.item || word.lower == ":");
        let head = listed.map(|at| scopes[at].clause);
        let rulings = (0..clauses).filter_map(|clause| {
            let within = |at: usize| {
                let own = scopes[at].clause;
                own == clause || head.is_some_and(|head| own < head && clause >= head)
            };
            self.rule_clause(claim, &words, &scopes, &titles, &within)
        });
        rulings.max_by(|a, b| a.support.total_cmp(&b.support))
    }

    fn rule_clause(
        &self,
        claim: &Claim,
        words: &[Word],
        scopes: &[Scope],
        titles: &[Word],
        within: &dyn Fn(usize) -> bool,
    ) -> Option<SentenceRuling> {
        let (mut support, mut missing) = (0.0, 0.0_f32);
        // Weights of the terms that stand under a denial, in an exception, behind "only".
        let (mut denied, mut excepted, mut only, mut found) = (0.0, 0.0, 0.0, 0.0);
        let (mut predicate, mut last) = (None, false);
        let asserts = claim.terms.iter().any(|term| term.predicate);
        for term in &claim.terms {
            let Some(place) = self.place(term, words, scopes, within) else {
                let titled = titles.iter().any(|word| term.stems.contains(&word.stem));
                support += term.weight * if titled { TITLED } else { 0.0 };
                missing = missing.max(if titled { 0.0 } else { term.weight });
                continue;
            };
            support += term.weight * place.value;
            let scope = scopes[place.word];
            let share = term.weight;
            found += share;
            denied += share * f32::from(scope.denied != place.opposite);
            excepted += share * f32::from(scope.excepted && !term.predicate);
            only += share * f32::from(scope.only);
            last = scope.denied != place.opposite;
            if term.predicate {
                predicate = Some(last);
            }
        }
        if found <= 0.0 && claim.comparison.is_none() {
            return None;
        }
        if let Some(wanted) = &claim.comparison {
            let mut compared = quantities(words)
                .into_iter()
                .filter(|(one, range)| one.unit == wanted.quantity.unit && within(range.start));
            let (one, range) = compared.next()?;
            if compared.next().is_some() || !wanted.is_stated(words, range.start) {
                return None;
            }
            return Some(SentenceRuling {
                holds: wanted.holds(one.value) != claim.denied,
                support,
                missing,
                denied: false,
            });
        }
        if asserts && predicate.is_none() {
            return None;
        }
        let spoken = |at: &usize| within(*at);
        let said = mode((0..words.len()).filter(spoken).map(|at| &words[at]));
        // Where it is not known which word says what is claimed, the last one says it as a rule:
        // "Is notice by e-mail valid?"; what denies others only may deny something else.
        let denied = match predicate {
            Some(denied) => denied,
            None if denied > 0.0 && !last => return None,
            None => last,
        };
        // A term that stands in the exception alone: the exception is what is asked about.
        let is_excepted = excepted > 0.0;
        let is_only = only > 0.0;
        if claim.lacking {
            // "shall not … without consent" is what says that it is not so without.
            let says = (0..words.len()).any(|at| within(at) && words[at].lower == "without");
            let settled = says && denied && !claim.denied && !claim.exclusive;
            return settled.then_some(SentenceRuling {
                holds: false,
                support,
                missing,
                denied: true,
            });
        }
        let open = is_open(words, within);
        let holds = if claim.exclusive {
            if open && !claim.denied && !denied && !is_only {
                // What else there is, the claim need not name.
                let singled = claim.terms.iter().filter(|term| term.singled);
                let others = 1.0 - singled.map(|term| term.weight).sum::<f32>();
                let support = (support / others.max(0.1)).min(1.0);
                return Some(SentenceRuling { holds: false, support, missing: 0.0, denied: false });
            } else if is_only || denied && (claim.denied || excepted > 0.0) {
                true
            } else {
                return None;
            }
        } else if claim.denied {
            match (denied, is_excepted) {
                (true, false) => true,
                (true, true) => return None,
                (false, _) => false,
            }
        } else if denied && !is_excepted && excepts(words, scopes, within) {
            return None; // what the exception allows may be what is asked
        } else {
            !denied || is_excepted
        };
        // What may be need not be, and what is not demanded may still be.
        match (claim.mode, said) {
            (Mode::Must, Mode::May) if holds => return None,
            (Mode::May, Mode::Must) if denied && !holds && !forbids(words, within) => return None,
            _ => {}
        }
        Some(SentenceRuling { holds, support, missing, denied: denied && !holds })
    }

    /// Where a term stands; the word itself before others that say the same.
    fn place(
        &self,
        term: &Term,
        words: &[Word],
        scopes: &[Scope],
        within: &dyn Fn(usize) -> bool,
    ) -> Option<Place> {
        let mut best: Option<Place> = None;
        // A condition says nothing, and "the Disclosing Party" is a name.
        let says =
            |at: usize, word: &Word| !term.predicate || !word.capital && !scopes[at].supposed;
        let all = words.iter().enumerate();
        for (at, word) in all.filter(|(at, word)| word.is_word && within(*at) && says(*at, word)) {
            for stem in &term.stems {
                let (value, opposite) = match self.alike.of(*stem, word.stem) {
                    Some(Likeness::Same) => (1.0, false),
                    Some(Likeness::Alike) => (ALIKE, false),
                    Some(Likeness::Opposite) => (ALIKE - 0.01, true),
                    None => continue,
                };
                if best.as_ref().is_none_or(|best| value > best.value) {
                    best = Some(Place { word: at, value, opposite });
                }
            }
        }
        best
    }
}

/// The ruling that settles a claim, by its sentence's place, and whether the claim holds.
fn settled(claim: &Claim, rulings: &[(usize, SentenceRuling)]) -> Option<(usize, bool)> {
    let known = claim.comparison.is_some() || claim.terms.iter().any(|term| term.predicate);
    if !known && claim.terms.len() < FEWEST_TERMS_UNKNOWN {
        return None;
    }
    let least = if known { LEAST_SUPPORT } else { LEAST_SUPPORT_UNKNOWN };
    let best = rulings.iter().rev().max_by(|a, b| a.1.support.total_cmp(&b.1.support))?;
    let contested = rulings.iter().any(|(_, other)| {
        other.holds != best.1.holds && other.support >= best.1.support - CONTESTED
    });
    let least = if best.1.denied { least.max(LEAST_SUPPORT_DENIED) } else { least };
    (best.1.support >= least && !contested).then_some((best.0, best.1.holds))
}

/// Whether a clause leaves its list open: "including but not limited to", "any and all".
fn is_open(words: &[Word], within: &dyn Fn(usize) -> bool) -> bool {
    let run = |wanted: &[&str]| {
        (0..words.len()).filter(|at| within(*at)).any(|at| {
            let found = words[at..].iter().map(|word| word.lower.as_str());
            found.take(wanted.len()).eq(wanted.iter().copied())
        })
    };
    run(&["not", "limited", "to"])
        || run(&["without", "limitation"])
        || run(&["any", "and", "all"])
        || run(&["and", "/", "or", "other"])
}

/// Whether a clause makes an exception but for consent, which whoever asks does not have.
fn excepts(words: &[Word], scopes: &[Scope], within: &dyn Fn(usize) -> bool) -> bool {
    let opens = |at: &usize| {
        scopes[*at].excepted && !at.checked_sub(1).is_some_and(|before| scopes[before].excepted)
    };
    (0..words.len()).filter(|at| within(*at)).filter(opens).any(|at| words[at].lower != "without")
}

/// Whether a denial is a ban, not the lack of a duty: "shall not", but not "is not required to".
fn forbids(words: &[Word], within: &dyn Fn(usize) -> bool) -> bool {
    let duty = ["required", "obliged", "obligated", "need", "necessary", "mandatory", "obligation"];
    !(0..words.len()).filter(|at| within(*at)).any(|at| duty.contains(&words[at].lower.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the sentences come to: the deciding one's place, and whether the claim holds.
    fn settled(claim: &str, sentences: &[&str]) -> Option<(usize, bool)> {
        let vocabulary = Vocabulary::default();
        let claim = Claim::of(claim, &|_| 1.0, &vocabulary)?;
        let rules = ClaimRules::new(&vocabulary);
        rules.rule(&claim, sentences.iter().map(|text| (*text, "")), &vocabulary).settled
    }

    #[test]
    fn denials_on_both_sides_are_weighed() {
        for (claim, sentence, holds) in [
            ("Staff may smoke in the office", "Staff may not smoke in the office.", Some(false)),
            ("Staff may smoke in the office", "Staff may smoke in their office.", Some(true)),
            (
                "Staff shall not smoke indoors",
                "Smoking indoors is prohibited for staff.",
                Some(true),
            ),
            ("Staff shall not smoke indoors", "Staff may smoke indoors.", Some(false)),
            ("May tenants keep a dog?", "No tenant may keep a dog.", Some(false)),
            ("Is notice by e-mail valid?", "Notice by e-mail is not valid.", Some(false)),
            ("Is notice by e-mail valid?", "No notice; an e-mail is valid.", None),
            (
                "Is dental treatment covered abroad?",
                "Dental treatment abroad is excluded.",
                Some(false),
            ),
            (
                "Is dental treatment covered abroad?",
                "Dental treatment abroad is covered.",
                Some(true),
            ),
            (
                "Staff may show plans to visitors",
                "Staff shall not show plans to any person except visitors.",
                Some(true),
            ),
            ("Plans may be shown to staff", "Plans shall be shown only to staff.", Some(true)),
            (
                "Plans shall only include drawings of towers",
                "Plans include any and all information on it.",
                Some(false),
            ),
            (
                "May the tenant sublet without consent?",
                "No tenant may sublet without consent.",
                Some(false),
            ),
            ("May the tenant sublet without consent?", "The tenant may sublet with consent.", None),
            ("The tenant must give notice in May", "The tenant may give notice in May.", None),
            ("Staff may smoke in the office", "Fees are due in the office in May.", None),
        ] {
            let found = settled(claim, &[sentence]).map(|(_, holds)| holds);
            assert_eq!(found, holds, "{claim} / {sentence}");
        }
    }

    #[test]
    fn figures_are_compared_with_those_of_the_sentence() {
        for (claim, sentence, holds) in [
            ("Is notice longer than 30 days?", "Notice is sixty (60) days.", Some(true)),
            ("Is notice longer than 30 days?", "Notice is 2 weeks.", Some(false)),
            ("Is the notice period 30 days?", "The notice period is one month.", Some(false)),
            ("Is the fee above $500?", "The fee is $450.", Some(false)),
            ("Is the fee above $500?", "The fee is $450 or $600.", None),
            ("Is the fee above $500?", "The fee is 5%.", None),
            ("Is the fee above $500?", "The fee rises from $450 to 600.", None),
            ("Is the fee above $500?", "The fee is up to $600.", None),
            ("Is the maximum fee above $500?", "The maximum fee is up to $600.", Some(true)),
            ("Is the fee due within 30 days?", "The fee is due 20 days later.", Some(true)),
        ] {
            let found = settled(claim, &[sentence]).map(|(_, holds)| holds);
            assert_eq!(found, holds, "{claim} / {sentence}");
        }
    }

    #[test]
    fn sentences_that_disagree_leave_it_open() {
        let (yes, no) = ("Staff may smoke in the office.", "Staff may not smoke in the office.");
        let claim = "Staff may smoke in the office";
        assert_eq!(settled(claim, &[yes, no]), None);
        assert_eq!(settled(claim, &["Fees are due.", yes]), Some((1, true)));
        assert_eq!(settled(claim, &[]), None);
        assert_eq!(settled("Is it?", &[yes]), None);
    }

    #[test]
    fn any_text_is_taken() {
        for text in ["", "(", ")", "(a)", "not", "—", "“no”", "é ' n't", "5 (5) %", ": ; ."]
        {
            assert_eq!(settled("Staff may smoke in the office", &[text]), None, "{text}");
            settled(text, &[text]);
        }
    }
}
