//! Owns the finding of documents' names in a question.

use std::collections::HashMap;
use std::ops::Range;

use citelight_text::{Tokens, is_topicless};

use super::common::is_common;
use super::label::Weight;
use super::{Bearer, Catalogue, Document, form_at, points};
use crate::periods::Time;

/// The most tokens that a name may take, marks and all.
const LONGEST: usize = 11;
/// The most words of a name; see `label::name_runs`.
const MOST_WORDS: usize = 9;
/// Below this a name is no hint.
const LEAST: f32 = 0.12;
/// At most this share of the documents may bear a name, or all of them are as good as named.
const MOST_BEARERS: f32 = 0.6;
/// How likely the beginning of a name is one.
const BEGINNING: f32 = 0.7;
/// At most this share may name it in passing.
const MOST_PASSING: f32 = 0.25;

/// How names of files end.
const FILE_END: &str = ".pdf";
/// The whole name of a file comes before whatever its words name.
const WHOLE_FILE: f32 = 2.0;

/// A name found in a question.
#[derive(Debug, Clone)]
pub(crate) struct Naming {
    /// The stable key, without its prefix.
    pub(crate) key: String,
    /// Where; the first place.
    pub(crate) tokens: Range<usize>,
    /// Further places.
    pub(crate) again: Vec<Range<usize>>,
    /// Documents meant, each with 0 to 1 for how surely.
    pub(crate) bearers: Vec<(u32, f32)>,
    /// Whether it is named so that no other can be meant.
    pub(crate) certain: bool,
    /// Whether it names documents rather than a topic of theirs.
    pub(crate) strong: bool,
    /// Whether a kind of document names it ("the rider").
    pub(crate) by_form: bool,
}

impl Naming {
    /// Whether it is the whole name of a file.
    pub(crate) fn is_of_file(&self) -> bool {
        self.key.ends_with(FILE_END)
    }
}

impl Catalogue {
    /// Every name in a question, in its order, none overlapping.
    pub(crate) fn namings(&self, tokens: &Tokens, times: &[Time]) -> Vec<Naming> {
        if self.documents.len() < 2 {
            return Vec::new();
        }
        let mut candidates = self.candidates(tokens);
        candidates.sort_by(|a, b| {
            // A longer name is the surer one.
            let rank = |c: &Candidate| c.best + 0.15 * (c.words.min(5) as f32 - 1.0);
            rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal)
        });
        let mut taken = vec![false; tokens.len()];
        times.iter().for_each(|time| taken[time.tokens.clone()].fill(true));
        let mut namings: Vec<Naming> = Vec::new();
        for candidate in candidates {
            if candidate.tokens.clone().any(|at| taken[at]) {
                continue;
            }
            taken[candidate.tokens.clone()].fill(true);
            match namings.iter_mut().find(|naming| naming.key == candidate.naming.key) {
                Some(known) => {
                    known.certain |= candidate.naming.certain;
                    if candidate.naming.bearers[0].1 > known.bearers[0].1 {
                        known.bearers = candidate.naming.bearers;
                    }
                    known.again.push(candidate.tokens);
                }
                None => namings.push(candidate.naming),
            }
        }
        self.add_forms(tokens, &taken, &mut namings);
        for naming in &mut namings {
            naming.again.push(naming.tokens.clone());
            naming.again.sort_by_key(|run| run.start);
            naming.tokens = naming.again.remove(0);
        }
        namings.sort_by_key(|naming| naming.tokens.start);
        namings
    }

    fn candidates(&self, tokens: &Tokens) -> Vec<Candidate> {
        let lazy = !tokens.iter().any(|(at, t)| t.capital && !tokens.opens(at) && t.lower != "i");
        let mut found = Vec::new();
        for start in 0..tokens.len() {
            if !tokens.is_word(start) {
                continue;
            }
            let mut key = String::new();
            let mut count = 0;
            for end in start + 1..=tokens.len().min(start + LONGEST) {
                if !tokens.is_word(end - 1) {
                    if !matches!(tokens.lower(end - 1), "&" | "-" | "." | "_" | "'" | ",") {
                        break;
                    }
                    continue;
                }
                let word = tokens.lower(end - 1);
                let link = count > 0 && matches!(word, "and" | "of" | "the");
                if !link {
                    key.push_str(word);
                    count += 1;
                }
                if link || count > MOST_WORDS {
                    continue;
                }
                if count == 1 && is_topicless(&key) {
                    continue;
                }
                let run = start..end;
                if let Some(bearers) = self.names.get(&key) {
                    found.extend(self.candidate(tokens, &key, bearers, run, count, lazy));
                }
            }
            found.extend(self.initials(tokens, start));
            found.extend(self.beginnings(tokens, start));
        }
        found.extend(self.whole_files(tokens));
        found
    }

    /// "lease.pdf": the whole name of a file can mean nothing else, whatever its words are.
    fn whole_files(&self, tokens: &Tokens) -> Vec<Candidate> {
        let text = tokens.text.to_ascii_lowercase();
        if !text.contains(FILE_END) {
            return Vec::new();
        }
        let named = |document: &Document| {
            let name = document.file_name.to_ascii_lowercase();
            let apart = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
            let (at, _) = text.match_indices(&name).find(|(at, _)| {
                name.ends_with(FILE_END)
                    && apart(text[..*at].chars().next_back())
                    && apart(text[at + name.len()..].chars().next())
            })?;
            let run = tokens.within(&(at..at + name.len()));
            // Files of different folders may be called alike.
            let alike = (0..).zip(&self.documents);
            let bearers = alike
                .filter(|(_, other)| other.file_name.eq_ignore_ascii_case(&name))
                .map(|(number, _)| (number, 1.0))
                .collect();
            Some(Candidate {
                best: WHOLE_FILE,
                words: run.len(),
                tokens: run.clone(),
                naming: Naming {
                    key: name,
                    tokens: run,
                    again: Vec::new(),
                    bearers,
                    certain: true,
                    strong: true,
                    by_form: false,
                },
            })
        };
        self.documents.iter().filter_map(named).collect()
    }

    /// "JnJ", "J&J", "AMD", "NKE": initials and stock symbols count in capitals only.
    fn initials(&self, tokens: &Tokens, start: usize) -> Option<Candidate> {
        let end = if tokens.lower(start + 1) == "&" && tokens.touches(start + 1) {
            start + 3
        } else {
            start + 1
        };
        let raw = &tokens.text[tokens.bytes(start..end.min(tokens.len()))];
        let capitals = raw.chars().filter(|c| c.is_uppercase()).count();
        if capitals < 2 || raw.len() > 6 {
            return None;
        }
        let key = raw.to_lowercase();
        let bearers = self.names.get(&format!("^{key}"))?;
        self.naming(&key, bearers, start..end, 1, 1.0)
    }

    /// "Activision" of a file that squashes "Activision Blizzard".
    fn beginnings(&self, tokens: &Tokens, start: usize) -> Vec<Candidate> {
        let word = tokens.lower(start);
        let ordinary = is_topicless(word) || is_common(word) || self.ordinary.contains(word);
        if ordinary || !is_proper(tokens, start) || self.names.contains_key(word) {
            return Vec::new();
        }
        let raw = tokens.raw(start);
        let loud = raw.chars().all(char::is_uppercase);
        let names = self.prefixes.beginning(word, loud).iter();
        names
            .filter_map(|name| {
                self.naming(name, self.names.get(name)?, start..start + 1, 1, BEGINNING)
            })
            .collect()
    }

    fn candidate(
        &self,
        tokens: &Tokens,
        key: &str,
        bearers: &[Bearer],
        run: Range<usize>,
        words: usize,
        lazy: bool,
    ) -> Option<Candidate> {
        let best = bearers.iter().map(|b| b.weight.0).fold(0.0, f32::max);
        let share = bearers.len() as f32 / self.documents.len() as f32;
        let proper = run.clone().any(|at| is_proper(tokens, at));
        let ordinary = words == 1
            && (is_common(key) || self.ordinary.contains(key))
            && best < Weight::ISSUER.0;
        let passing = best <= Weight::OPENING.0;
        // What the first pages name in passing says little: a topic, unless it is a name of its own.
        if passing && (!proper || share > MOST_PASSING && self.documents.len() > 4) {
            return None;
        }
        let factor = if words > 1 {
            if proper { 1.0 } else { 0.9 }
        } else if proper {
            let part = passing && (beside_capital(tokens, &run) || ordinary);
            match (part, ordinary) {
                (true, _) => return None,
                (false, true) => 0.7,
                (false, false) => 1.0,
            }
        } else if ordinary {
            return None;
        } else if best >= Weight::ISSUER.0 {
            let opens = tokens.get(run.start).is_some_and(|token| token.capital);
            // "the target date" is no company's, "target's revenue" may be.
            let noun = matches!(tokens.before(run.start), "the" | "a" | "an" | "this" | "any");
            match (noun, lazy || opens) {
                (true, _) => return None,
                (false, true) => 0.8,
                (false, false) => 0.6,
            }
        } else if best >= Weight::FILE_WORDS.0 || lazy && best > Weight::TITLE.0 {
            0.5
        } else {
            return None;
        };
        self.naming(key, bearers, run, words, factor)
    }

    fn naming(
        &self,
        key: &str,
        bearers: &[Bearer],
        tokens: Range<usize>,
        words: usize,
        factor: f32,
    ) -> Option<Candidate> {
        let share = bearers.len() as f32 / self.documents.len() as f32;
        let rarity = self.rarity(bearers.len());
        let best = bearers.iter().map(|b| b.weight.0).fold(0.0, f32::max);
        let all_bear = share > MOST_BEARERS && self.documents.len() > 2;
        if all_bear || best * rarity * factor < LEAST {
            return None;
        }
        // Where it is the name of some, others that mention it on their first pages are not meant.
        let meant =
            |bearer: &&Bearer| best < Weight::TITLE.0 || bearer.weight.0 > Weight::OPENING.0;
        Some(Candidate {
            best: best * factor,
            words,
            tokens: tokens.clone(),
            naming: Naming {
                key: key.to_owned(),
                tokens,
                again: Vec::new(),
                bearers: bearers
                    .iter()
                    .filter(meant)
                    .map(|bearer| (bearer.document, bearer.weight.0 * rarity.max(0.3) * factor))
                    .collect(),
                certain: best >= Weight::ISSUER.0 && factor >= 1.0,
                strong: factor >= 0.9
                    && (best >= Weight::ORGANISATION.0 || words >= 3 && best >= Weight::TITLE.0),
                by_form: false,
            },
        })
    }

    /// Kinds of documents that some bear and others do not: "the rider".
    fn add_forms(&self, tokens: &Tokens, taken: &[bool], namings: &mut Vec<Naming>) {
        let mut by_name: HashMap<&str, usize> = HashMap::new();
        let mut at = 0;
        while at < tokens.len() {
            let Some((form, length)) = form_at(tokens, at) else {
                at += 1;
                continue;
            };
            let run = at..at + length;
            at = run.end;
            if run.clone().any(|at| taken[at]) || !points(tokens, run.start, form) {
                continue;
            }
            let Some(documents) = self.forms.get(form.name) else { continue };
            let rarity = self.rarity(documents.len());
            if rarity < LEAST {
                continue;
            }
            if let Some(&known) = by_name.get(form.name) {
                namings[known].again.push(run);
                continue;
            }
            by_name.insert(form.name, namings.len());
            namings.push(Naming {
                key: format!("form-{}", form.name.to_lowercase()),
                tokens: run,
                again: Vec::new(),
                bearers: documents.iter().map(|document| (*document, 0.6 * rarity)).collect(),
                certain: false,
                strong: true,
                by_form: true,
            });
        }
    }
}

/// A name, and how it ranks among those that overlap it.
struct Candidate {
    best: f32,
    words: usize,
    tokens: Range<usize>,
    naming: Naming,
}

/// Whether a word is written as a name: with a capital that no sentence gives it, in capitals, with a
/// possessive, or as "3M".
pub(super) fn is_proper(tokens: &Tokens, at: usize) -> bool {
    tokens.get(at).is_some_and(|token| {
        let raw = tokens.raw(at);
        let digit = |c: char| c.is_ascii_digit();
        let loud = raw.chars().filter(|c| c.is_uppercase()).count() >= 2
            || raw.starts_with(digit) && raw.ends_with(|c: char| c.is_ascii_uppercase());
        loud || token.capital && (!tokens.opens(at) || token.possessive)
    })
}

/// Whether a longer name goes on at either end: "Consumer" of "Consumer Health".
fn beside_capital(tokens: &Tokens, run: &Range<usize>) -> bool {
    let capital = |at: usize| {
        tokens.get(at).is_some_and(|t| t.capital && t.is_word && !is_topicless(&t.lower))
            && !tokens.opens(at)
    };
    capital(run.end) || run.start.checked_sub(1).is_some_and(capital)
}
