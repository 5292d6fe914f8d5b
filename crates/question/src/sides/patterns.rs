//! Owns the ways in which a sentence compares, one function each.

use std::ops::Range;

use super::extent::{SHARED, alone};
use super::words::{CHANGES, DIFFERENCES, LINKS, RELATIONS};
use super::{Anchor, AnchorKind, Sentence, Split};
use crate::catalogue::form_at;
use crate::parts::{AUXILIARIES, QUESTION_WORDS, begins};

/// Words for people that are set against nothing.
pub(super) const PERSONS: [&str; 7] = ["i", "we", "you", "they", "he", "she", "it"];
/// Tokens of a side that stands before "than", or before "and", with a preposition of its own.
const MOST_PARALLEL: usize = 6;
/// Tokens among which the word is that asks: "For up to how many days …".
const OPENING: usize = 5;
/// Tokens between two times of one phrase: "the first and the end of the second quarter".
const MOST_BETWEEN: usize = 5;

impl Sentence<'_> {
    /// "the difference(s) … between A and B".
    pub(super) fn between(&self) -> Option<Split> {
        let Some(between) = self.find(self.run.start, &["between", "among"]) else {
            return self.differences_for();
        };
        let early = (self.run.start..between).find(|&at| DIFFERENCES.contains(self.word(at)));
        let late = || (between..self.run.end).find(|&at| DIFFERENCES.contains(self.word(at)));
        let marker = early.or_else(late)?;
        if CHANGES.contains(self.word(marker)) && !self.word(marker).starts_with("differ") {
            return None;
        }
        let sides = self.items(between + 1, &["and", "versus", "vs", "to"])?;
        // "the drug of choice between A and B": what is chosen stays.
        let choice = matches!(self.word(marker), "choice" | "choose" | "decide");
        let marker = if choice { marker..marker } else { self.marker(marker) };
        Some(Split { sides, dropped: vec![marker, between..between + 1], ..Split::default() })
    }

    /// "the differences in copayment for A and B".
    fn differences_for(&self) -> Option<Split> {
        let marker = self.find(self.run.start, &["difference", "differences"])?;
        let opens = self.find(marker, &["for"])?;
        let sides = self.items(opens + 1, &["and"])?;
        Some(Split { sides, dropped: vec![self.marker(marker)], ..Split::default() })
    }

    /// "change from 2021 to 2022", "did it grow between FY20 and FY21".
    pub(super) fn over_time(&self) -> Option<Split> {
        if let Some(split) = self.time_against_time() {
            return Some(split);
        }
        let changes: Vec<usize> =
            self.run.clone().filter(|&at| CHANGES.contains(self.word(at))).collect();
        if changes.is_empty() || self.find(self.run.start, &["average", "averages"]).is_some() {
            return None;
        }
        let times: Vec<&Anchor> =
            self.anchors.iter().copied().filter(|a| a.kind == AnchorKind::Time).collect();
        let pair = times.windows(2).find(|pair| {
            let gap = pair[0].tokens.end..pair[1].tokens.start;
            let linked = gap
                .clone()
                .any(|at| matches!(self.word(at), "to" | "and" | "through" | "until" | "-" | "–"));
            let before = self.opening_word(pair[0].tokens.start);
            linked
                && gap.len() <= MOST_BETWEEN
                && matches!(before, "from" | "between")
                && pair[0].key != pair[1].key
        })?;
        let dropped = self.opening_at(pair[0].tokens.start).map(|at| at..at + 1);
        Some(Split {
            sides: vec![pair[0].tokens.clone(), pair[1].tokens.clone()],
            dropped: dropped.into_iter().collect(),
            ..Split::default()
        })
    }

    /// "in May 2022 against May 2021": two times with nothing else between them.
    fn time_against_time(&self) -> Option<Split> {
        let times: Vec<&Anchor> =
            self.anchors.iter().copied().filter(|a| a.kind == AnchorKind::Time).collect();
        let pair = times.windows(2).find(|pair| {
            let mut gap = pair[0].tokens.end..pair[1].tokens.start;
            let filler = |at: usize| matches!(self.word(at), "against" | "the" | "in" | "of");
            pair[0].key != pair[1].key
                && gap.clone().any(|at| self.word(at) == "against")
                && gap.all(filler)
        })?;
        let dropped = alone(pair[0].tokens.end..pair[1].tokens.start);
        Some(Split {
            sides: vec![pair[0].tokens.clone(), pair[1].tokens.clone()],
            dropped,
            ..Split::default()
        })
    }

    /// The word before a time, articles skipped.
    fn opening_at(&self, start: usize) -> Option<usize> {
        let mut at = start.checked_sub(1)?;
        while at > self.run.start && matches!(self.word(at), "the" | "year" | "end" | "of") {
            at -= 1;
        }
        Some(at)
    }

    fn opening_word(&self, start: usize) -> &str {
        self.opening_at(start).map_or("", |at| self.word(at))
    }

    /// "Compare A with B", "a comparison of A and B".
    pub(super) fn compare(&self) -> Option<Split> {
        let marker = self.find(
            self.run.start,
            &["compare", "contrast", "comparison", "comparing", "distinguish", "distinguishes"],
        )?;
        // "How does A compare to B" has its sides on either hand.
        let subject = (self.run.start..marker).any(|at| AUXILIARIES.contains(&self.word(at)));
        if subject && matches!(self.word(marker), "compare" | "contrast") {
            let polite =
                begins(self.tokens, self.run.start, &["can you", "could you", "would you"]);
            let to = matches!(self.word(marker + 1), "to" | "with" | "against");
            if !polite {
                return if to { None } else { self.subject_pair(marker) };
            }
        }
        let mut start = marker + 1;
        while matches!(self.word(start), "of" | "between" | "and" | "contrast") {
            start += 1;
        }
        let distinguishes = self.word(marker).starts_with("distinguish");
        let firm: &[&str] = if distinguishes { &["from"] } else { &["with", "versus", "vs"] };
        let with = self.find(start + 1, firm);
        let with =
            with.filter(|&at| !matches!(self.word(at + 1), "respect" | "regard" | "regards"));
        let sides = if with.is_some() {
            self.items(start, firm)
        } else {
            self.items(start, &["to", "and", "or", "against"])
        }?;
        Some(Split { sides, dropped: vec![self.marker(marker)], ..Split::default() })
    }

    /// "How do A and B compare", "In what do A and B differ".
    fn subject_pair(&self, verb: usize) -> Option<Split> {
        let auxiliary =
            (self.run.start..verb).rev().find(|&at| AUXILIARIES.contains(&self.word(at)))?;
        let link = (auxiliary + 1..verb)
            .find(|&at| matches!(self.word(at), "and" | "versus" | "vs") && !self.anchored(at))?;
        let (a, b) = self.refined(auxiliary + 1..link, link + 1..verb);
        let queries = self.in_what(verb + 1, &[&a, &b]);
        Some(Split { sides: vec![a, b], dropped: alone(verb..verb + 1), queries })
    }

    /// What each side is asked where it is said in what they differ: "on who may vote", "in their fees".
    fn in_what(&self, start: usize, sides: &[&Range<usize>]) -> Vec<String> {
        let leads = matches!(self.word(start), "in" | "on" | "about" | "regarding" | "over");
        if !leads || start + 1 >= self.run.end {
            return Vec::new();
        }
        let what = self.text(&(start + 1..self.run.end));
        let asks = QUESTION_WORDS.contains(&self.word(start + 1));
        let query = |side: &&Range<usize>| {
            let name = self.trimmed((*side).clone());
            match asks {
                true => format!("{what} at {}", self.text(&name)),
                false => format!("{what} of {}", self.text(&name)),
            }
        };
        sides.iter().map(query).collect()
    }

    /// "What do A and B each need before they do it?"
    pub(super) fn each(&self) -> Option<Split> {
        let each = self.find(self.run.start, &["each"])?;
        let auxiliary =
            (self.run.start..each).rev().find(|&at| AUXILIARIES.contains(&self.word(at)))?;
        let link =
            (auxiliary + 1..each).rev().find(|&at| self.word(at) == "and" && !self.anchored(at))?;
        let comma = (auxiliary + 1..link).any(|at| self.word(at) == "," && !self.anchored(at));
        let sides = vec![auxiliary + 1..link, link + 1..each];
        let whole = |side: &Range<usize>| (1..=MOST_PARALLEL).contains(&side.len());
        (!comma && sides.iter().all(whole)).then(|| Split {
            sides,
            dropped: alone(each..each + 1),
            ..Split::default()
        })
    }

    /// "A versus B", "A compared to B", "does A differ from B".
    pub(super) fn linked(&self) -> Option<Split> {
        if let Some(verb) = self.find(self.run.start, &["differ", "diverge"])
            && self.word(verb + 1) != "from"
        {
            return self.subject_pair(verb);
        }
        let (link, length) = self.run.clone().find_map(|at| {
            let phrase = LINKS.iter().find(|phrase| begins(self.tokens, at, &[phrase]))?;
            Some((at, phrase.split(' ').count()))
        })?;
        let start = link + length;
        let loose = matches!(self.word(link), "versus" | "vs");
        if link == self.run.start {
            return self.fronted(start);
        }
        let a = if loose {
            let b = start..self.side_end(start, &(self.run.start..link));
            self.side_start(link, &b)..link
        } else {
            self.subject(link)
        };
        // "How does what A pays compare with what B pays": a clause is a side as a whole.
        if !loose && self.word(link) == "compare" && self.word(a.start) == "what" {
            let sides = vec![a.start..link, start..self.run.end];
            let queries = sides.iter().map(|side| self.text(side).to_owned()).collect();
            return Some(Split { sides, queries, ..Split::default() });
        }
        let a = if loose { a } else { self.nearest(a, link, start) };
        // "How fast do you earn A days compared with B days": a person is set against nobody.
        let person = PERSONS.contains(&self.word(a.start));
        let noun = self.same_noun(&(start..self.side_end(start, &a)), link).filter(|_| person);
        let a = noun.unwrap_or(a);
        // "How do you clean wet wool compared with wet silk": both begin alike.
        let alike = |&at: &usize| {
            let first = start + usize::from(matches!(self.word(start), "the" | "a" | "an"));
            self.word(at) == self.word(first) && self.is_plain(at)
        };
        let a = match (a.start + 1..a.end).find(alike) {
            Some(at) if !loose => at..link,
            _ => a,
        };
        let b_end = self.side_end(start, &a);
        // "A versus B: price and age?": what is asked stands behind them.
        let asked = b_end + 1..self.run.end;
        if loose && self.word(b_end) == ":" && !asked.is_empty() && !self.asks() {
            let sides = vec![self.trimmed(a), self.trimmed(start..b_end)];
            let query =
                |side: &Range<usize>| format!("{} of {}", self.text(&asked), self.text(side));
            let queries = sides.iter().map(query).collect();
            return Some(Split { sides, queries, ..Split::default() });
        }
        let mut dropped: Vec<Range<usize>> = alone(link..start);
        if let Some(comparative) = self.comparative_before(link) {
            dropped.push(comparative..comparative + 1);
        }
        self.pair(a, start..b_end, dropped)
    }

    /// "How long does it last in A compared with B": where a place stands right before the link, behind the
    /// verb, it is what is compared, and not the subject before that.
    fn nearest(&self, subject: Range<usize>, link: usize, b: usize) -> Range<usize> {
        let place = |&at: &usize| {
            SHARED.contains(&self.word(at)) && self.word(at) != "of" && !self.anchored(at)
        };
        let Some(at) = (subject.end + 1..link).rev().find(place) else { return subject };
        let own = at + 1..link;
        let time = |run: &Range<usize>| self.inside(run, AnchorKind::Time).is_some();
        let other = b..self.side_end(b, &own);
        let whole = !own.is_empty() && own.clone().all(|at| self.word(at) != ",");
        if whole && time(&own) == time(&other) { own } else { subject }
    }

    /// "Compared to 2020, how did it do in 2021?"
    fn fronted(&self, start: usize) -> Option<Split> {
        let b = start..self.side_end(start, &(start..start));
        for kind in [AnchorKind::Document, AnchorKind::Time, AnchorKind::Part] {
            let Some(in_b) = self.inside(&b, kind) else { continue };
            let a = self
                .anchors
                .iter()
                .find(|a| a.kind == kind && a.tokens.start >= b.end && a.key != in_b.key)?;
            let sides = vec![a.tokens.clone(), in_b.tokens.clone()];
            return Some(Split {
                sides,
                dropped: alone(self.run.start..start),
                ..Split::default()
            });
        }
        None
    }

    /// "A and B: what is the fee?", "For A and B, what is the fee?"
    pub(super) fn announced(&self) -> Option<Split> {
        let asks = |at: usize| QUESTION_WORDS.contains(&self.word(at));
        let mark = (self.run.start + 1..self.run.end)
            .find(|&at| matches!(self.word(at), ":" | ",") && asks(at + 1) && !self.anchored(at))?;
        let preposition = SHARED.contains(&self.word(self.run.start));
        if asks(self.run.start) || self.word(mark) == "," && !preposition {
            return None;
        }
        let start = self.run.start + usize::from(preposition);
        let links = ["and", "or", "versus", "vs"];
        let link =
            (start + 1..mark).find(|&at| links.contains(&self.word(at)) && !self.anchored(at))?;
        let (a, b) = self.refined(start..link, link + 1..mark);
        let end = (mark + 1..self.run.end).rev().find(|&at| self.tokens.is_word(at))? + 1;
        let question = &self.tokens.text[self.tokens.bytes(mark + 1..end)];
        let of = if preposition { self.word(self.run.start) } else { "of" };
        let query = |side: &Range<usize>| {
            let side = self.trimmed(side.clone());
            format!("{question} {of} the {}", &self.tokens.text[self.tokens.bytes(side)])
        };
        let queries = vec![query(&a), query(&b)];
        Some(Split { sides: vec![a, b], queries, ..Split::default() })
    }

    /// "What is the warranty for A and for B?", "How long in A, in B, and how long in C?": a preposition stands
    /// before each.
    pub(super) fn repeated(&self) -> Option<Split> {
        if !self.asks() {
            return None;
        }
        // What asks may be said once more, and an article may stand before the preposition's word.
        let opening = |at: usize| {
            let again = |&at: &usize| {
                QUESTION_WORDS.contains(&self.word(at))
                    || at > 0
                        && matches!(self.word(at), "many" | "much" | "long")
                        && self.word(at - 1) == "how"
            };
            (at + 1..self.run.end).find(|at| !again(at))
        };
        // "In the shop or by post?" asks for one of them.
        let yes_or_no = AUXILIARIES.contains(&self.word(self.run.start));
        let (link, opens) = self.run.clone().find_map(|at| {
            let opens = opening(at)?;
            let named = || {
                let (before, behind) = (self.run.start..at, at + 1..self.run.end);
                let inside = |run: Range<usize>| self.inside(&run, AnchorKind::Document);
                inside(before).zip(inside(behind)).is_some_and(|(a, b)| a.key != b.key)
            };
            let or = self.word(at) == "or" && (!yes_or_no || named());
            let links = self.word(at) == "and" || or;
            let links = links && !self.anchored(at);
            // "…, and who from B?": where what asks is said once more, any preposition tells.
            let again = opens > at + 1 && self.is_preposition(opens);
            let shared = SHARED.contains(&self.word(opens)) && !self.compound(opens);
            (links && (shared || again)).then_some((at, opens))
        })?;
        let word = self.word(opens);
        let places = ["in", "on", "at", "under", "by"];
        // "in the pet rules and on the boat": places, each with its own preposition.
        let other = |at: &usize| places.contains(&word) && places.contains(&self.word(*at));
        let before = |end: usize| {
            let mut before = (self.run.start..end).rev();
            before.clone().find(|&at| self.word(at) == word).or_else(|| before.find(other))
        };
        let shorn = |run: Range<usize>| {
            let comma = !run.is_empty() && self.word(run.end - 1) == ",";
            run.start..run.end - usize::from(comma)
        };
        let a = before(link)?;
        let mut sides = vec![shorn(a + 1..link)];
        // Sides before a comma: "in A, in B and in C".
        let mut first = a;
        while first > self.run.start && self.word(first - 1) == "," {
            let Some(at) = before(first - 1) else { break };
            sides.insert(0, at + 1..first - 1);
            first = at;
        }
        sides.push(opens + 1..self.side_end(opens + 1, &sides[0]));
        let most = if sides.len() > 2 { 2 * MOST_PARALLEL } else { MOST_PARALLEL };
        let whole = |side: &Range<usize>| {
            let most = if self.inside(side, AnchorKind::Document).is_some() { 12 } else { most };
            !side.is_empty()
                && side.len() <= most
                && side.clone().all(|at| {
                    self.anchored(at)
                        || !AUXILIARIES.contains(&self.word(at))
                            && !QUESTION_WORDS.contains(&self.word(at))
                            && self.word(at) != ","
                })
        };
        let comma = link > 0 && self.word(link - 1) == ",";
        let again = link - usize::from(comma)..opens;
        let mut dropped = if again.len() > 1 { alone(again) } else { Vec::new() };
        // "Is the fee the same for A and for B?"
        let same = (self.run.start..a).find(|&at| self.tokens.reads(at, &["the", "same"]));
        dropped.extend(same.map(|at| at..at + 2));
        sides.iter().all(whole).then(|| Split { sides, dropped, ..Split::default() })
    }

    /// Whether the sentence asks, or asks for something.
    fn asks(&self) -> bool {
        let opens = |at: &usize| {
            let word = self.word(*at);
            QUESTION_WORDS.contains(&word) || matches!(word, "show" | "give")
        };
        AUXILIARIES.contains(&self.word(self.run.start))
            || (self.run.start..self.run.end.min(self.run.start + OPENING)).any(|at| opens(&at))
            || self.find(self.run.start, &[","]).is_some_and(|comma| {
                opens(&(comma + 1)) || AUXILIARIES.contains(&self.word(comma + 1))
            })
    }

    /// "Does the rider change the notice period of the agreement?"
    pub(super) fn acting(&self) -> Option<Split> {
        let verb = self.find(self.run.start, RELATIONS)?;
        let documents = || self.anchors.iter().filter(|a| a.kind == AnchorKind::Document);
        // What changes another text is called by its kind; anybody else who adds to something is no document.
        let is_form =
            |anchor: &&&Anchor| anchor.tokens.clone().any(|at| form_at(self.tokens, at).is_some());
        let before = documents().rfind(|a| a.tokens.end <= verb).filter(is_form)?;
        let apart = |at: usize| matches!(self.word(at), "," | ";" | ":");
        let after = documents().find(|a| a.tokens.start > verb && a.key != before.key)?;
        if (before.tokens.end..after.tokens.start).any(apart) {
            return None;
        }
        Some(Split {
            sides: vec![before.tokens.clone(), after.tokens.clone()],
            dropped: Vec::new(),
            ..Split::default()
        })
    }
}
