//! Owns which documents a question's words single out: each word by the documents that bear it in their
//! file's name, their title or on their first pages, the rarer the more.
//!
//! Names, numbers and codes ("Microsoft", "N8770M") decide; ordinary words that few documents bear
//! ("tetraplegia") settle between those that are left.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use citelight_text::Tokens;

use super::Catalogue;
use super::known::number_of;
use super::matching::is_proper;
use super::words::{Words, keys};

/// A number of fewer digits is an amount or a size; it names a document only where that bears it as its own.
const FEWEST_DIGITS: usize = 5;

/// What an ordinary word counts beside a name.
const ORDINARY: f32 = 0.4;
/// A word that more of the documents bear than this tells none apart: a name, an ordinary word.
const MOST: (f32, f32) = (0.6, 0.3);

/// A document that is meant alone must bear so much more of the names than the next, as a share of a word
/// that one bears alone.
const APART: f32 = 0.45;
/// Names borne by this near the most are borne alike.
const ALIKE: f32 = 0.2;
/// Of documents that bear the names alike, one is meant where ordinary words set it so far apart.
const SETTLED: f32 = 0.5;
/// Without a name, ordinary words must set a document so far apart to be a hint.
const DESCRIBED: f32 = 0.7;
/// Groups of documents that one question names, each by names of its own.
const GROUPS: usize = 4;

/// Words and who bears them; words as numbers.
#[derive(Debug, Default)]
pub(super) struct NameIndex {
    /// Documents by word, rising, each with how surely it is about it.
    bearers: HashMap<u64, Vec<(u32, f32)>>,
    /// Documents by a word of their file's name or title, rising.
    titled: HashMap<u64, Vec<u32>>,
    /// Words that some document writes small.
    small: HashSet<u64>,
}

/// The documents that the words of a question single out.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Meant {
    /// In the library's order.
    pub(crate) documents: Vec<u32>,
    /// The words that say it, each with the number of the group of documents that it names.
    pub(crate) tokens: Vec<(Range<usize>, usize)>,
    /// The one of them that ordinary words single out.
    pub(crate) settled: Option<u32>,
    /// Whether no other can be meant; else they are the likeliest.
    pub(crate) only: bool,
}

/// A word of a question that some documents bear.
struct Clue<'c> {
    tokens: Range<usize>,
    bearers: &'c [(u32, f32)],
    /// Those of them that bear it in their file's name or title.
    titled: &'c [u32],
    /// What it counts: 1 where one document alone bears it.
    weight: f32,
    name: bool,
    /// Whether it is written as a name, and not only borne as one: "staff" of a staff handbook is a word.
    firm: bool,
}

impl NameIndex {
    /// Takes in the words of the next document.
    pub(super) fn add(&mut self, document: u32, words: &Words) {
        for word in &words.titled {
            self.titled.entry(*word).or_default().push(document);
        }
        self.small.extend(&words.small);
        for (word, sure) in &words.sure {
            self.bearers.entry(*word).or_default().push((document, *sure));
        }
    }
}

impl Catalogue {
    /// The documents that a run of a question's tokens singles out; `None` where it singles out none.
    /// Tokens that are `taken` say something else.
    pub(crate) fn meant(
        &self,
        tokens: &Tokens,
        run: Range<usize>,
        taken: &[bool],
    ) -> Option<Meant> {
        if self.documents.len() < 2 {
            return None;
        }
        let clues = self.clues(tokens, run, taken);
        let (names, ordinary): (Vec<&Clue>, Vec<&Clue>) = clues.iter().partition(|one| one.name);
        if names.is_empty() {
            return self.described(&ordinary);
        }
        let mut left = names;
        let mut groups: Vec<Meant> = Vec::new();
        while !left.is_empty() && groups.len() < GROUPS {
            let group = self.group(&left, &ordinary)?;
            left.retain(|clue| {
                !clue.bearers.iter().any(|(document, _)| group.documents.contains(document))
            });
            groups.push(group);
        }
        // A name that singles out nothing surely is a topic beside names that do.
        let only = groups.iter().any(|group| group.only);
        groups.retain(|group| group.only == only);
        groups.truncate(if only { GROUPS } else { 1 });
        let settled = groups.first().filter(|_| groups.len() == 1).and_then(|group| group.settled);
        let mut documents: Vec<u32> = groups.iter().flat_map(|g| g.documents.clone()).collect();
        documents.sort_unstable();
        documents.dedup();
        let numbered = |(n, group): (usize, Meant)| {
            group.tokens.into_iter().map(move |(run, _)| (run, n)).collect::<Vec<_>>()
        };
        let mut runs: Vec<_> = groups.into_iter().enumerate().flat_map(numbered).collect();
        runs.sort_by_key(|(run, _)| run.start);
        let named: Vec<Range<usize>> = runs.iter().map(|(run, _)| run.clone()).collect();
        for (run, _) in &mut runs {
            // "Fargo" of "Wells Fargo": what is written as a name right before one is a part of it.
            let part = |at: usize| {
                is_proper(tokens, at)
                    && !taken[at]
                    && !named.iter().any(|other| other.contains(&at))
                    && tokens.get(at).is_some_and(|token| token.is_word && !token.possessive)
            };
            while run.start > 0 && is_proper(tokens, run.start) && part(run.start - 1) {
                run.start -= 1;
            }
        }
        Some(Meant { documents, tokens: runs, settled, only })
    }

    /// The documents that bear most of some names.
    fn group(&self, names: &[&Clue], ordinary: &[&Clue]) -> Option<Meant> {
        let (best, _) =
            scores(names).into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
        let bears = |clue: &&&Clue| clue.bearers.iter().any(|(one, _)| *one == best);
        let own: Vec<&Clue> = names.iter().filter(bears).copied().collect();
        // Names that only others bear tell of other documents, and nothing against these.
        let by_name = scores(&own);
        let most = by_name.get(&best).copied().unwrap_or(0.0);
        let mut alike: Vec<u32> = by_name
            .iter()
            .filter(|(_, score)| **score >= most - ALIKE)
            .map(|(document, _)| *document)
            .collect();
        alike.sort_unstable();
        let next = by_name.values().copied().filter(|score| *score < most - ALIKE);
        let next = next.fold(0.0, f32::max);
        // What a document says at its beginning, others may say further on than was read of them.
        let by_words = title_scores(ordinary);
        let words = |document: &u32| by_words.get(document).copied().unwrap_or(0.0);
        let best = alike.iter().copied().max_by(|a, b| words(a).total_cmp(&words(b)));
        let settled = best.filter(|best| {
            let others = alike.iter().filter(|one| *one != best).map(words);
            words(best) - others.fold(0.0, f32::max) >= SETTLED
        });
        let sure =
            own.iter().any(|clue| alike.iter().all(|one| clue.bearers.contains(&(*one, 1.0))));
        let firm = own.iter().any(|clue| clue.firm);
        let apart = match alike.len() {
            1 => most - next >= APART || sure && most > next,
            _ => sure,
        };
        Some(Meant {
            tokens: own.iter().map(|clue| (clue.tokens.clone(), 0)).collect(),
            documents: alike,
            settled,
            only: apart && firm,
        })
    }

    /// The one document that ordinary words describe.
    fn described(&self, clues: &[&Clue]) -> Option<Meant> {
        let scores = scores(clues);
        let (best, most) = scores.iter().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(a.0)))?;
        let next = scores.iter().filter(|(one, _)| *one != best).map(|(_, score)| *score);
        let own = |clue: &&&Clue| clue.bearers.iter().any(|(one, _)| one == best);
        (most - next.fold(0.0, f32::max) >= DESCRIBED).then(|| Meant {
            documents: vec![*best],
            settled: None,
            tokens: clues.iter().filter(own).map(|clue| (clue.tokens.clone(), 0)).collect(),
            only: false,
        })
    }

    /// The words of a run that some documents bear and others do not, once each.
    fn clues(&self, tokens: &Tokens, run: Range<usize>, taken: &[bool]) -> Vec<Clue<'_>> {
        let lazy = !tokens.iter().any(|(at, t)| t.capital && !tokens.opens(at) && t.lower != "i");
        let all = self.documents.len() as f32;
        let mut seen: HashSet<String> = HashSet::new();
        let mut clues: Vec<Clue> = Vec::new();
        for (key, run) in keys(tokens, run) {
            let bears = |key: &str| self.index.bearers.get_key_value(&number_of(key));
            // "MGMs" is written for "MGM's".
            let Some((&word, bearers)) =
                bears(&key).or_else(|| bears(key.strip_suffix('s').filter(|own| own.len() > 2)?))
            else {
                continue;
            };
            if run.clone().any(|at| taken[at]) || !seen.insert(key.clone()) {
                continue;
            }
            let titled = self.index.titled.get(&word).map_or(&[][..], Vec::as_slice);
            let number = key.bytes().all(|byte| byte.is_ascii_digit());
            if number && key.len() < FEWEST_DIGITS && titled.is_empty() {
                continue;
            }
            let small = self.index.small.contains(&word);
            let code = key.contains(|c: char| c.is_ascii_digit());
            let written = run.clone().any(|at| is_proper(tokens, at));
            let opens = tokens.opens(run.start) && tokens.get(run.start).is_some_and(|t| t.capital);
            // What is typed small, or opens a sentence, is a name where documents bear it as theirs.
            // "The target date" is no company's.
            let noun = matches!(tokens.before(run.start), "the" | "a" | "an" | "this" | "any");
            let theirs = (lazy || opens) && !noun && bearers.iter().any(|(_, sure)| *sure >= 1.0);
            // "A Business Day" is a kind of thing, whoever writes it with capitals.
            let kind = matches!(
                tokens.before(run.start),
                "a" | "an" | "any" | "each" | "every" | "no" | "some"
            );
            let firm = code || !small && written && !kind;
            let name = firm || !small && theirs;
            let weight = match (name, written) {
                (true, _) => 1.0,
                (false, true) => 0.6,
                (false, false) => ORDINARY,
            };
            let share = bearers.len() as f32 / all;
            if share > if name { MOST.0 } else { MOST.1 } {
                continue;
            }
            // 1 where one document bears it, 0 where all do.
            let rarity =
                ((all + 0.5) / (bearers.len() as f32 + 0.5)).ln() / ((all + 0.5) / 1.5).ln();
            let weight = weight * rarity;
            clues.push(Clue { tokens: run, bearers, titled, weight, name, firm });
        }
        clues
    }
}

/// What clues count for each document that bears any.
fn scores(clues: &[&Clue]) -> HashMap<u32, f32> {
    let mut scores: HashMap<u32, f32> = HashMap::new();
    for clue in clues {
        for (document, sure) in clue.bearers {
            *scores.entry(*document).or_default() += clue.weight * sure;
        }
    }
    scores
}

/// What clues count for each document that bears any in its file's name or title.
fn title_scores(clues: &[&Clue]) -> HashMap<u32, f32> {
    let mut scores: HashMap<u32, f32> = HashMap::new();
    for clue in clues {
        for document in clue.titled {
            *scores.entry(*document).or_default() += clue.weight;
        }
    }
    scores
}

#[cfg(test)]
mod tests {
    use citelight_core::DocumentId;

    use super::*;
    use crate::CatalogueEntry;

    fn catalogue(all: &[(&str, &str)]) -> Catalogue {
        Catalogue::new(all.iter().enumerate().map(|(n, (file, opening))| CatalogueEntry {
            id: DocumentId::from_content_hash(&format!("{n:016x}")),
            file_name: (*file).to_owned(),
            title: None,
            shown_title: None,
            opening: (*opening).to_owned(),
        }))
    }

    fn meant(catalogue: &Catalogue, question: &str) -> Option<(Vec<u32>, bool)> {
        let tokens = Tokens::of(question);
        let taken = vec![false; tokens.len()];
        catalogue.meant(&tokens, 0..tokens.len(), &taken).map(|meant| (meant.documents, meant.only))
    }

    #[test]
    fn a_document_is_named_by_anything_that_it_bears() {
        let reports = catalogue(&[
            (
                "r1.pdf",
                "Accident report. Location: Madill, OK. Aircraft: Cessna 152, N114RF. The student pilot landed hard.",
            ),
            (
                "r2.pdf",
                "Accident report. Location: Venice, FL. Aircraft: Cessna 152, N67540. The student pilot veered off.",
            ),
            (
                "r3.pdf",
                "Accident report. Location: Reno, NV. Aircraft: Piper PA-31T, N112ED. The landing gear was not lowered.",
            ),
            (
                "r4.pdf",
                "Accident report. Location: Elko, NV. Aircraft: Air Tractor, N6024M. A crop duster struck a wire.",
            ),
            (
                "r5.pdf",
                "Accident report. Location: Provo, UT. Aircraft: Beech 36. A frozen lake was struck.",
            ),
        ]);
        for (question, expected) in [
            ("How many hours had the pilot at Madill?", Some((vec![0], true))),
            ("Who was hurt in the Piper PA-31T?", Some((vec![2], true))),
            ("gross weight of n6024m?", Some((vec![3], true))),
            (
                "Who had more hours, the one at Madill or the one at Venice?",
                Some((vec![0, 1], true)),
            ),
            ("Was the pilot licensed?", None),
            ("Who was aboard the plane that hit the frozen lake?", Some((vec![4], false))),
        ] {
            assert_eq!(meant(&reports, question), expected, "{question}");
        }
    }

    #[test]
    fn a_name_begins_with_the_capitals_before_it() {
        let banks = catalogue(&[
            ("q3.pdf", "Wells Fargo did well."),
            ("b.pdf", "Acme did well, too."),
            ("c.pdf", "Club rules."),
            ("d.pdf", "Fees are monthly."),
        ]);
        let tokens = Tokens::of("What did Wells Fargo earn?");
        let meant = banks.meant(&tokens, 0..tokens.len(), &[false; 6]).unwrap();
        assert_eq!((meant.documents, meant.only, meant.tokens), (vec![0], true, vec![(2..4, 0)]));
    }

    #[test]
    fn a_kind_of_thing_names_no_document() {
        let two = catalogue(&[("q3.pdf", "Business areas grew."), ("b.pdf", "Fees are monthly.")]);
        assert_eq!(meant(&two, "What is a Business Day?"), None);
        assert_eq!(meant(&two, "How did the Business areas do?"), Some((vec![0], true)));
    }

    #[test]
    fn amounts_name_no_document() {
        let two = catalogue(&[
            ("leaflet.pdf", "Cover up to 5000 pounds."),
            ("form-1040.pdf", "Tax return."),
            ("c.pdf", "Club rules."),
        ]);
        assert_eq!(meant(&two, "Who signs for more than 5000?"), None);
        assert_eq!(meant(&two, "What is line 3 of form 1040?"), Some((vec![1], true)));
    }

    #[test]
    fn what_all_bear_names_none() {
        let same = catalogue(&[("a.pdf", "Acme handbook"), ("b.pdf", "Acme handbook")]);
        assert_eq!(meant(&same, "What does Acme offer?"), None);
    }
}
