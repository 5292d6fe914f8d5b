//! Owns where a side begins and ends, and what two sides share.

use std::ops::Range;

use super::measure::compares;
use super::words::{BODIES, CHANGES, COMPARATIVES, TRIMMED, VERBS};
use super::{Anchor, AnchorKind, Sentence, Split};
use crate::of_a_kind::is_plural;
use crate::parts::{AUXILIARIES, QUESTION_WORDS};

/// Words of a side that is but a time.
const TIME_WORDS: [&str; 8] =
    ["corresponding", "month", "period", "previous", "prior", "quarter", "same", "year"];

/// Prepositions that may stand before both sides: "the period of A and of B".
pub(super) const SHARED: [&str; 8] = ["of", "for", "in", "under", "on", "with", "at", "by"];

impl Sentence<'_> {
    /// Whether a side ends before a token. Prepositions that the first side holds may stand in the
    /// others too.
    pub(super) fn ends_side(&self, at: usize, first: &Range<usize>) -> bool {
        let word = self.word(at);
        let mark = matches!(word, "," | ";" | ":" | "?" | ")" | "(" | "—" | "–");
        let mark = mark && !self.in_short_form(at);
        // "Europe versus Asia in 2022": a time that the first side has not belongs to both.
        let time =
            self.anchors.iter().any(|a| a.kind == AnchorKind::Time && a.tokens.start == at + 1)
                && self.inside(first, AnchorKind::Time).is_none();
        let shared = !time && first.clone().any(|n| self.word(n) == word);
        // "7 am"
        let hour =
            word == "am" && at > 0 && self.word(at - 1).starts_with(|c: char| c.is_ascii_digit());
        let stop = AUXILIARIES.contains(&word) && !hour
            || QUESTION_WORDS.contains(&word)
            || self.is_preposition(at) && !shared
            || VERBS.contains(word) && self.tokens.get(at).is_some_and(|token| !token.capital);
        (mark || stop) && !self.anchored(at)
    }

    /// Where a side ends that begins at a token.
    pub(super) fn side_end(&self, start: usize, first: &Range<usize>) -> usize {
        let skipped = (start..self.run.end)
            .find(|&at| {
                !matches!(self.word(at), "that" | "those" | "of" | "the" | "in" | "for" | "on")
                    || self.anchored(at)
            })
            .unwrap_or(start);
        let mut from = skipped + 1;
        loop {
            let end = (from..self.run.end).find(|&at| self.ends_side(at, first));
            match end {
                Some(end) if self.goes_on(end) => from = end + 1,
                Some(end) => return end,
                None => return self.run.end,
            }
        }
    }

    /// Where a side ends that begins at a token: as the first side goes on with a phrase ("the report of the auditor"),
    /// so may this one, whatever it begins with ("a proposal for the meeting").
    pub(super) fn phrase_end(&self, start: usize, first: &Range<usize>) -> usize {
        let leads = |at: usize| self.is_preposition(at) || self.word(at) == "of";
        let end = self.side_end(start, first);
        let phrased = (first.start + 1..first.end).any(|at| leads(at) && !self.anchored(at));
        let in_time = |at: usize| at < self.run.end && self.in_time(at);
        if !phrased || end >= self.run.end || !leads(end) || in_time(end + 1) {
            return end;
        }
        self.side_end(end + 1, first)
    }

    /// Whether a name goes on over a small word: "the Council for Roads and Bridges".
    fn goes_on(&self, at: usize) -> bool {
        let capital =
            |at: usize| self.tokens.get(at).is_some_and(|token| token.capital) && !self.in_time(at);
        at > self.run.start
            && at + 1 < self.run.end
            && matches!(self.word(at), "on" | "for")
            && BODIES.contains(self.word(at - 1))
            && capital(at - 1)
            && capital(at + 1)
    }

    pub(super) fn in_time(&self, at: usize) -> bool {
        let mut times = self.anchors.iter().filter(|anchor| anchor.kind == AnchorKind::Time);
        times.any(|time| time.tokens.contains(&at))
    }

    /// Backwards from the end of a side to its start. Prepositions that the other side holds may
    /// stand in this one too.
    pub(super) fn side_start(&self, end: usize, other: &Range<usize>) -> usize {
        (self.run.start..end)
            .rev()
            .find(|&at| {
                let word = self.word(at);
                let stop = matches!(word, "," | ";" | ":" | "(")
                    || AUXILIARIES.contains(&word)
                    || QUESTION_WORDS.contains(&word)
                    || self.is_preposition(at) && !other.clone().any(|n| self.word(n) == word)
                    || matches!(word, "compare" | "between" | "both");
                stop && !self.anchored(at)
            })
            .map_or(self.run.start, |at| at + 1)
    }

    /// Without articles, prepositions and marks at its ends.
    pub(super) fn trimmed(&self, mut side: Range<usize>) -> Range<usize> {
        let loose = |at: usize| {
            let word = self.word(at);
            let short = word == ")" && self.in_short_form(at);
            // "type A" ends in a name, not in an article.
            let letter = word.len() == 1 && self.tokens.get(at).is_some_and(|token| token.capital);
            !self.anchored(at)
                && !letter
                && !short
                && !self.compound(at)
                && (TRIMMED.contains(&word)
                    || !self.tokens.is_word(at) && !matches!(word, "$" | "%"))
                && !word.starts_with(|c: char| c.is_ascii_digit())
        };
        while side.start < side.end && loose(side.start) {
            side.start += 1;
        }
        while side.start < side.end && loose(side.end - 1) {
            side.end -= 1;
        }
        side
    }

    /// A marker with the adjective and article before it: "the key differences".
    pub(super) fn marker(&self, at: usize) -> Range<usize> {
        let mut start = at;
        while start > self.run.start
            && matches!(
                self.word(start - 1),
                "the"
                    | "key"
                    | "main"
                    | "major"
                    | "any"
                    | "a"
                    | "biggest"
                    | "important"
                    | "some"
                    | "what"
                    | "is"
                    | "are"
                    | "there"
                    | "explain"
                    | "describe"
            )
        {
            start -= 1;
        }
        let behind = matches!(self.word(at + 1), "in" | "of" | "there");
        start..at + 1 + usize::from(behind)
    }

    /// Sides one behind the other, parted by commas and one of some words.
    pub(super) fn items(&self, start: usize, links: &[&str]) -> Option<Vec<Range<usize>>> {
        let is_link = |at: usize| links.contains(&self.word(at)) && !self.anchored(at);
        let link = (start + 1..self.run.end).find(|&at| is_link(at))?;
        let mut cuts: Vec<usize> = (start..link)
            .filter(|&at| {
                self.word(at) == "," && !self.anchored(at) && self.word(at + 1) != self.word(link)
            })
            .collect();
        cuts.push(link);
        let mut sides = Vec::new();
        let mut from = start;
        for cut in cuts {
            sides.push(from..cut);
            from = cut + 1;
        }
        let first = sides[0].clone();
        sides.push(from..self.side_end(from, &first));
        if sides.len() == 2 {
            let (a, b) = self.refined(sides[0].clone(), sides[1].clone());
            sides = vec![a, b];
        }
        Some(sides)
    }

    /// Two sides, without what they share: "the deductible of A" and "B" share "the deductible of".
    pub(super) fn refined(&self, a: Range<usize>, b: Range<usize>) -> (Range<usize>, Range<usize>) {
        for kind in [AnchorKind::Document, AnchorKind::Time, AnchorKind::Part] {
            let (Some(in_a), Some(in_b)) = (self.inside(&a, kind), self.inside(&b, kind)) else {
                continue;
            };
            let bare = |side: &Range<usize>, anchor: &Anchor| {
                self.tokens.content(side.clone()) <= self.tokens.content(anchor.tokens.clone())
            };
            let head = |side: &Range<usize>| self.word(side.end - 1).to_owned();
            if !a.is_empty() && !b.is_empty() && head(&a) == head(&b) {
                break; // "the Standard plan" and "the Plus plan": each has its own noun
            }
            let same = self.rest(&a, in_a) == self.rest(&b, in_b);
            if in_a.key != in_b.key && (same || bare(&a, in_a) || bare(&b, in_b)) {
                return (in_a.tokens.clone(), in_b.tokens.clone());
            }
        }
        // "the lease of A" and "the one of B"
        let one = b.start + usize::from(self.word(b.start) == "the");
        let stands_for = matches!(self.word(one), "one" | "ones");
        let b = match stands_for && SHARED.contains(&self.word(one + 1)) && one + 2 < b.end {
            true => one..b.end,
            false => b,
        };
        // "the period of A" and "that of B": what stands behind the same word.
        let one = matches!(self.word(b.start), "one" | "ones") && !self.compound(b.start);
        if (one || matches!(self.word(b.start), "that" | "those"))
            && let Some(at) = a.clone().rev().find(|&at| self.word(at) == self.word(b.start + 1))
        {
            return (at + 1..a.end, b.start + 2..b.end);
        }
        // "A's period" and "that of B".
        if matches!(self.word(b.start), "that" | "those")
            && self.word(b.start + 1) == "of"
            && let Some(at) =
                a.clone().find(|&at| self.tokens.get(at).is_some_and(|t| t.possessive))
            && at + 1 < a.end
        {
            return (a.start..at + 1, b.start + 2..b.end);
        }
        // "the period of A" and "of B".
        if SHARED.contains(&self.word(b.start))
            && !self.compound(b.start)
            && let Some(at) = a.clone().find(|&at| self.word(at) == self.word(b.start))
            && at > a.start
            && at + 1 < a.end
            && b.start + 1 < b.end
        {
            return (at + 1..a.end, b.start + 1..b.end);
        }
        if let Some((word, _)) = self.told_by_one_word(&a, &b) {
            return (word, b);
        }
        // "the weekly care of a boat" and "the monthly one": what the one is of belongs to both.
        if !b.is_empty() && b.len() > 1 && matches!(self.word(b.end - 1), "one" | "ones") {
            return (a, b);
        }
        let shared = a.clone().rev().find(|&at| {
            matches!(self.word(at), "of" | "for" | "in" | "under" | "on" | "with")
                && at + 1 < a.end
                && at > a.start
                && self.word(at - 1) != "out"
                && !self.anchored(at)
                && !self.compound(at)
                && !b.clone().any(|n| self.word(n) == self.word(at) && !self.compound(n))
        });
        // "a proposal for the fair" is no "report of the treasurer of the club": each has what is asked of it.
        let whole = shared.is_some_and(|at| {
            // "the fine for the first time" and "the daily fine" are two fines.
            let head = at > a.start && self.word(at - 1) == self.word(b.end - 1);
            head || self.leads_elsewhere(&(at + 1..a.end), &b)
        });
        (shared.filter(|_| !whole).map_or(a.clone(), |at| at + 1..a.end), b)
    }

    /// Whether a side goes on with a preposition that the other has not, to something else.
    fn leads_elsewhere(&self, other: &Range<usize>, side: &Range<usize>) -> bool {
        let leads = |at: &usize| {
            (self.is_preposition(*at) || self.word(*at) == "of" && !self.compound(*at))
                && !self.anchored(*at)
        };
        let inner = (side.start + 1..side.end).find(leads);
        let elsewhere = |at| other.clone().all(|n| self.word(n) != self.word(at));
        inner.is_some_and(elsewhere) && self.word(side.end - 1) != self.word(other.end - 1)
    }

    /// "the weekday and weekend fares of the ferry": one word tells them apart, what follows is of both. That word
    /// of each.
    pub(super) fn told_by_one_word(
        &self,
        a: &Range<usize>,
        b: &Range<usize>,
    ) -> Option<(Range<usize>, Range<usize>)> {
        let (a, b) = (self.trimmed(a.clone()), self.trimmed(b.clone()));
        // Words with hyphens are one.
        let begins = |side: &Range<usize>| -> Vec<usize> {
            let joined = |at: usize| matches!(self.word(at), "-" | "‑") || self.tokens.touches(at);
            side.clone().filter(|&at| at == side.start || !joined(at)).collect()
        };
        let (words, others) = (begins(&a), begins(&b));
        let last = *words.last()?;
        let owners = words[..words.len() - 1]
            .iter()
            .all(|&at| self.tokens.get(at).is_some_and(|token| token.possessive));
        let end = *others.get(1)?;
        let phrase = (end..b.end).find(|&at| self.is_preposition(at) || self.word(at) == "of");
        let head = self.word(phrase.unwrap_or(b.end) - 1);
        let several = is_plural(head);
        let named =
            |at: usize| self.anchored(at) || self.tokens.get(at).is_some_and(|token| token.capital);
        let plain = !named(last) && !named(b.start) && !(end..phrase.unwrap_or(b.end)).any(named);
        // "adults and full time students": they have a noun each.
        let bare = !is_plural(self.word(last));
        let shared = bare && owners && several && plain && phrase.unwrap_or(b.end) > end;
        shared.then_some((last..a.end, b.start..end))
    }

    /// A side's words without its anchor and articles.
    fn rest(&self, side: &Range<usize>, anchor: &Anchor) -> Vec<&str> {
        side.clone()
            .filter(|at| !anchor.tokens.contains(at) && self.tokens.is_word(*at))
            .map(|at| self.word(at))
            .filter(|word| !TRIMMED.contains(word))
            .collect()
    }

    /// Two sides around a link; where both hold a time or a document, that is what differs.
    pub(super) fn pair(
        &self,
        a: Range<usize>,
        b: Range<usize>,
        dropped: Vec<Range<usize>>,
    ) -> Option<Split> {
        for kind in [AnchorKind::Document, AnchorKind::Time, AnchorKind::Part] {
            let Some(in_b) = self.inside(&b, kind) else { continue };
            // "the same quarter of 2022" is but a time.
            let about =
                b.clone().filter(|at| kind == AnchorKind::Time && !in_b.tokens.contains(at));
            let about = about.filter(|at| TIME_WORDS.contains(&self.word(*at))).count();
            // "the Alder pottery course": a document by its name, and what it is.
            let behind = in_b.tokens.end;
            let noun = b.contains(&behind) && self.tokens.get(behind).is_some_and(|t| !t.capital);
            let kind_of = usize::from(kind == AnchorKind::Document && noun);
            let bare = self.tokens.content(b.clone())
                <= self.tokens.content(in_b.tokens.clone()) + about + kind_of;
            let before = self
                .anchors
                .iter()
                .rev()
                .find(|n| n.kind == kind && n.tokens.end <= b.start && n.key != in_b.key);
            if let Some(before) = before.filter(|_| bare) {
                let sides = vec![before.tokens.clone(), in_b.tokens.clone()];
                return Some(Split { sides, dropped, ..Split::default() });
            }
        }
        // "than in the prior year", "compared to the previous quarter".
        let earlier =
            b.clone().any(|at| matches!(self.word(at), "prior" | "previous" | "preceding"));
        let time = self
            .anchors
            .iter()
            .rev()
            .find(|n| n.kind == AnchorKind::Time && n.tokens.end <= b.start);
        if let Some(time) = time.filter(|_| earlier) {
            return Some(Split {
                sides: vec![time.tokens.clone(), b],
                dropped,
                ..Split::default()
            });
        }
        let mut dropped = dropped;
        if matches!(self.word(b.start), "that" | "those") {
            dropped.push(b.start..b.start + 1);
        }
        let (a, b) = self.refined(a, b);
        Some(Split { sides: vec![a, b], dropped, ..Split::default() })
    }

    /// What a sentence says something of: behind its auxiliary, up to the verb or to `end`.
    pub(super) fn subject(&self, end: usize) -> Range<usize> {
        let auxiliary =
            (self.run.start..self.run.end).find(|&at| AUXILIARIES.contains(&self.word(at)));
        let start = auxiliary.map_or(self.run.start, |at| at + 1);
        let start = if start >= end { self.side_start(end, &(end..end)) } else { start };
        let stop = (start + 1..end)
            .find(|&at| {
                let word = self.word(at);
                (VERBS.contains(word) || word == "," || CHANGES.contains(word) && word != "growth")
                    && !self.anchored(at)
                    && self.tokens.get(at).is_some_and(|token| !token.capital)
            })
            .unwrap_or(end);
        start..stop
    }

    /// The words before a link that end in the same noun as a side behind it does, as many as that has: "wet wool" of
    /// "How do you dry wet wool quickly compared with wet silk wool".
    pub(super) fn same_noun(&self, side: &Range<usize>, link: usize) -> Option<Range<usize>> {
        let side = self.trimmed(side.clone());
        let noun = side.clone().next_back().filter(|&at| self.is_plain(at))?;
        let at = (self.run.start..link).rev().find(|&at| self.word(at) == self.word(noun))?;
        let start = (at + 1).checked_sub(side.len()).filter(|&start| start > self.run.start)?;
        let own = start..at + 1;
        (side.len() > 1 && own.clone().all(|at| self.is_plain(at))).then_some(own)
    }

    /// The last comparative before a token.
    pub(super) fn comparative_before(&self, end: usize) -> Option<usize> {
        (self.run.start..end).rev().find(|&at| {
            let word = self.word(at);
            let capital = self.tokens.get(at).is_some_and(|token| token.capital);
            // A name may end in "er", too.
            compares(word) && (!capital || COMPARATIVES.contains(&word))
        })
    }
}

/// One range as a list.
pub(super) fn alone(run: Range<usize>) -> Vec<Range<usize>> {
    std::iter::once(run).collect()
}
