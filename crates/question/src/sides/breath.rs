//! Owns what is asked in one breath: "the policy and the rider", "ICME 2006 and ICME 2009", "the single and the family
//! fee".

use std::ops::Range;

use super::words::VERBS;
use super::{Anchor, AnchorKind, Sentence, Split};
use crate::parts::{AUXILIARIES, QUESTION_WORDS};

/// Words before a document's name that may belong to it: "200 proof ethyl alcohol".
const MOST_BEFORE: usize = 2;
/// Words that count documents which are named one by one.
const COUNTS: [&str; 6] = ["two", "three", "four", "five", "both", "these"];
/// Tokens of a side that is named in one breath with another.
const MOST_COORDINATED: usize = 3;
/// Tokens of a thing in a list of which the library knows no document.
const MOST_UNKNOWN: usize = 4;

/// A document as it is named, with the time that stands behind its name.
struct Unit {
    tokens: Range<usize>,
    key: String,
}

impl Sentence<'_> {
    /// "the policy and the rider", "both A and B": documents asked side by side.
    pub(super) fn together(&self) -> Option<Split> {
        let mut group: Vec<Unit> = Vec::new();
        for unit in self.units() {
            let joined = group.last().is_some_and(|last| {
                last.key != unit.key && self.joins(last.tokens.end..unit.tokens.start)
            });
            match joined {
                true => group.push(unit),
                false if group.len() >= 2 => break,
                false => group = vec![unit],
            }
        }
        if group.len() >= 2 {
            let mut sides: Vec<Range<usize>> = Vec::new();
            for unit in group {
                let from = sides.last().map_or(self.run.start, |side| side.end);
                sides.push(self.with_words_before(unit.tokens, from));
            }
            if let Some(unknown) = self.listed_before(&sides) {
                sides.insert(0, unknown);
            }
            return Some(Split { sides, dropped: self.both(), ..Split::default() });
        }
        if let Some(sides) = self.each_at_its_time() {
            return Some(Split { sides, ..Split::default() });
        }
        let both = self.find(self.run.start, &["both"])?;
        let mut sides = self.items(both + 1, &["and"])?;
        // "Do both A and B forbid it": the verb stands behind the last name.
        if AUXILIARIES.contains(&self.word(self.run.start))
            && let Some(last) = sides.last_mut()
            && let Some(named) = self.inside(last, AnchorKind::Document)
        {
            last.end = named.tokens.end;
        }
        let named = |side: &Range<usize>| {
            side.clone().any(|at| {
                self.anchored(at) || self.tokens.get(at).is_some_and(|token| token.capital)
            })
        };
        sides.iter().all(named).then(|| Split { sides, dropped: self.both(), ..Split::default() })
    }

    /// The documents that are named, each with the time right behind its name.
    fn units(&self) -> Vec<Unit> {
        // "the three courses, A, B and C": they are named behind it.
        let counts =
            |document: &&&Anchor| document.tokens.clone().any(|at| COUNTS.contains(&self.word(at)));
        let named = self.anchors.iter().filter(|a| a.kind == AnchorKind::Document);
        let documents: Vec<&&Anchor> = named.filter(|one| !counts(one)).collect();
        let heads: Vec<&str> = documents.iter().map(|one| self.word(one.tokens.end - 1)).collect();
        let unit = |(n, document): (usize, &&&Anchor)| {
            let time = self.anchors.iter().find(|time| {
                time.kind == AnchorKind::Time && time.tokens.start == document.tokens.end
            });
            let end = match time {
                Some(time) => time.tokens.end,
                None => self.name_end(document.tokens.end, &heads, n),
            };
            let when = time.map_or("", |time| &time.key);
            Unit { tokens: document.tokens.start..end, key: format!("{} {when}", document.key) }
        };
        documents.iter().enumerate().map(unit).collect()
    }

    /// Where a document's name ends that its anchor has the beginning of: "MATH 120", "the Alder chess club" beside "the
    /// bridge club".
    fn name_end(&self, end: usize, heads: &[&str], own: usize) -> usize {
        let number = self.word(end).starts_with(|c: char| c.is_ascii_digit());
        if number && end < self.run.end && !self.anchored(end) {
            return end + 1;
        }
        let head = |at: &usize| {
            heads.iter().enumerate().any(|(n, head)| n != own && *head == self.word(*at))
        };
        let most = self.run.end.min(end + 1 + MOST_BEFORE);
        let behind = (end..most).take_while(|&at| self.is_plain(at) && !self.anchored(at));
        behind.into_iter().find(head).map_or(end, |at| at + 1)
    }

    /// Whether what stands between two names sets them side by side.
    fn joins(&self, gap: Range<usize>) -> bool {
        let link = |at: &usize| matches!(self.word(*at), "and" | "or" | "," | "versus");
        let Some(last) = gap.clone().rev().find(link) else { return false };
        let small = |at: usize| {
            link(&at)
                || matches!(
                    self.word(at),
                    "the"
                        | "its"
                        | "our"
                        | "in"
                        | "of"
                        | "a"
                        | "by"
                        | "under"
                        | "plan"
                        | "plans"
                        | "policy"
                        | "report"
                        | "document"
                        | "'"
                        | "from"
                )
        };
        let behind = (last + 1..gap.end).filter(|&at| !small(at));
        (gap.start..last).all(small)
            && behind.clone().count() <= MOST_BEFORE
            && behind.into_iter().all(|at| self.is_plain(at))
    }

    /// Whether a token is a word that may be a part of a name.
    pub(super) fn is_plain(&self, at: usize) -> bool {
        let word = self.word(at);
        self.tokens.is_word(at)
            && !self.is_preposition(at)
            && !AUXILIARIES.contains(&word)
            && !QUESTION_WORDS.contains(&word)
            && !VERBS.contains(word)
            && !matches!(word, "of" | "and" | "or" | "not")
    }

    /// A name with the words that stand before it, back to a comma or a link.
    fn with_words_before(&self, name: Range<usize>, from: usize) -> Range<usize> {
        let mut start = name.start;
        while start > from && name.start - start < MOST_BEFORE && self.is_plain(start - 1) {
            start -= 1;
        }
        let opens = start > from && matches!(self.word(start - 1), "," | "and" | "or");
        if opens { start..name.end } else { name }
    }

    /// What stands in a list before the first name: "acetone" of "acetone, sodium hydroxide and the acid".
    fn listed_before(&self, sides: &[Range<usize>]) -> Option<Range<usize>> {
        let comma = sides.first()?.start.checked_sub(1).filter(|&at| self.word(at) == ",")?;
        let start = (self.run.start..comma)
            .rev()
            .take_while(|&at| self.is_plain(at) && !self.anchored(at))
            .last()?;
        let counts = (start..comma).any(|at| COUNTS.contains(&self.word(at)));
        (comma - start <= MOST_UNKNOWN && !counts).then_some(start..comma)
    }

    /// "What did A report for May, B for June and C for July?": each document with a time of its own.
    fn each_at_its_time(&self) -> Option<Vec<Range<usize>>> {
        let documents: Vec<&Anchor> =
            self.anchors.iter().copied().filter(|a| a.kind == AnchorKind::Document).collect();
        let linked =
            |at: usize| at > self.run.start && matches!(self.word(at - 1), "," | "and" | "or");
        let mut sides: Vec<Range<usize>> = Vec::new();
        for (n, document) in documents.iter().enumerate() {
            let behind = documents[n + 1..].iter().find(|next| linked(next.tokens.start));
            let end = behind.map_or(self.run.end, |next| next.tokens.start - 1);
            let side = document.tokens.start..end;
            let first = sides.is_empty();
            if (first || linked(side.start)) && self.inside(&side, AnchorKind::Time).is_some() {
                let marks = |at: &usize| matches!(self.word(*at), "," | "and" | "or" | "?");
                let end = side.clone().rev().find(|at| !marks(at)).map_or(side.end, |at| at + 1);
                sides.push(side.start..end);
            }
        }
        let keys = documents.iter().map(|document| &document.key);
        let distinct = keys.collect::<std::collections::HashSet<_>>().len() >= sides.len();
        (sides.len() >= 2 && distinct).then_some(sides)
    }

    /// "What are the single and the family fee of the club?", "total income and total expenses": two things in
    /// one breath, each with its article, or beginning with the same word.
    pub(super) fn coordinated(&self) -> Option<Split> {
        let opens = ["what", "how", "who", "which", "show", "give"];
        let joint = self.find(self.run.start, &["between", "both", "together"]);
        if !opens.contains(&self.word(self.run.start)) || joint.is_some() {
            return None;
        }
        let link = self.find(self.run.start, &["and"]).filter(|&at| !self.anchored(at))?;
        let word = self.word(link + 1);
        let before = (self.run.start + 1..link).rev().find(|&at| self.word(at) == word)?;
        // The article is none of theirs, another word is.
        let skipped = usize::from(word == "the");
        let a = before + skipped..link;
        let b = link + 1 + skipped..link + 1 + skipped + a.len();
        let plain = |side: &Range<usize>| {
            let inner = |at: usize| {
                let word = self.word(at);
                self.tokens.is_word(at)
                    && !word.starts_with(|c: char| c.is_ascii_digit())
                    && !AUXILIARIES.contains(&word)
                    && !QUESTION_WORDS.contains(&word)
                    && !self.is_preposition(at)
                    && !matches!(word, "of" | "and" | "or" | "other" | "rest")
            };
            side.end <= self.run.end && side.clone().all(inner)
        };
        let long = skipped == 0 && a.len() < 2;
        let fits = !a.is_empty() && a.len() <= MOST_COORDINATED && !long;
        if !fits || !plain(&a) || !plain(&b) {
            return None;
        }
        // "the first, the second and the third loan"
        let mut sides = vec![a, b];
        let mut first = before;
        while skipped > 0 && first > self.run.start + 1 && self.word(first - 1) == "," {
            let end = first - 1;
            let Some(at) = (self.run.start + 1..end).rev().find(|&at| self.word(at) == word) else {
                break;
            };
            if at + 1 == end || end - at > MOST_COORDINATED + 1 || !plain(&(at + 1..end)) {
                break;
            }
            sides.insert(0, at + 1..end);
            first = at;
        }
        Some(Split { sides, ..Split::default() })
    }

    pub(super) fn both(&self) -> Vec<Range<usize>> {
        self.find(self.run.start, &["both"]).map(|at| at..at + 1).into_iter().collect()
    }
}
