//! Owns what a comparison sets against each other.
//!
//! Works on tokens and on the anchors among them: documents, forms, times and parts that were found
//! before. A side is the run of tokens that the other sides have not; the rest of the question is
//! shared.

mod words;

use std::ops::Range;

use crate::parts::{AUXILIARIES, QUESTION_WORDS, begins};
use crate::words::Tokens;
use words::{
    CHANGES, COMPARATIVES, DIFFERENCES, LINKS, NO_COMPARATIVES, PREPOSITIONS, RELATIONS, TRIMMED,
    VERBS,
};

/// What an anchor is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnchorKind {
    /// Documents, by name or by form.
    Document,
    /// One stretch of time.
    Time,
    /// A numbered part.
    Part,
}

/// Something found before, by which sides can be told apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Anchor {
    pub(crate) tokens: Range<usize>,
    pub(crate) kind: AnchorKind,
    /// Two anchors with the same key mean the same.
    pub(crate) key: String,
}

/// Sides, and what is said only to set them against each other.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Split {
    pub(crate) sides: Vec<Range<usize>>,
    /// Left out of every side's query.
    pub(crate) dropped: Vec<Range<usize>>,
}

/// The sides of a sentence that compares; `None` for one that does not.
pub(crate) fn split(tokens: &Tokens, run: Range<usize>, anchors: &[Anchor]) -> Option<Split> {
    let defines = run.clone().any(|at| tokens.reads(at, &["defined", "as"]));
    let anchors: Vec<&Anchor> =
        anchors.iter().filter(|a| run.start <= a.tokens.start && a.tokens.end <= run.end).collect();
    let sentence = Sentence { tokens, run, anchors };
    if defines {
        return None;
    }
    let found = sentence
        .between()
        .or_else(|| sentence.over_time())
        .or_else(|| sentence.compare())
        .or_else(|| sentence.linked())
        .or_else(|| sentence.than())
        .or_else(|| sentence.which_or())
        .or_else(|| sentence.together())
        .or_else(|| sentence.acting())?;
    let sides: Vec<_> = found.sides.iter().map(|side| sentence.trimmed(side.clone())).collect();
    let text = |side: &Range<usize>| tokens.text[tokens.bytes(side.clone())].to_lowercase();
    let distinct = sides.iter().enumerate().all(|(n, side)| {
        side.clone().any(|at| tokens.is_word(at))
            && sides[..n].iter().all(|other| {
                text(other) != text(side) && other.end <= side.start
                    || other.start >= side.end && text(other) != text(side)
            })
    });
    (sides.len() >= 2 && distinct).then_some(Split { sides, dropped: found.dropped })
}

struct Sentence<'a> {
    tokens: &'a Tokens<'a>,
    run: Range<usize>,
    anchors: Vec<&'a Anchor>,
}

impl Sentence<'_> {
    fn word(&self, at: usize) -> &str {
        self.tokens.lower(at)
    }

    /// Whether a word is part of one with hyphens: "in" of "in-network".
    fn compound(&self, at: usize) -> bool {
        let hyphen = |at: usize| matches!(self.word(at), "-" | "‑") && self.tokens.touches(at);
        hyphen(at + 1) && self.tokens.touches(at + 2)
            || at > 0 && hyphen(at - 1) && self.tokens.touches(at)
    }

    fn is_preposition(&self, at: usize) -> bool {
        let word = self.word(at);
        PREPOSITIONS.contains(&word) && word != "of" && !self.compound(at)
    }

    fn find(&self, from: usize, words: &[&str]) -> Option<usize> {
        (from..self.run.end).find(|&at| words.contains(&self.word(at)))
    }

    /// The anchors inside a run.
    fn inside(&self, run: &Range<usize>, kind: AnchorKind) -> Option<&Anchor> {
        let mut inside = self.anchors.iter().filter(|anchor| {
            anchor.kind == kind && run.start <= anchor.tokens.start && anchor.tokens.end <= run.end
        });
        inside.next().copied()
    }

    /// Whether a token lies within an anchor, as "and" in "Johnson and Johnson".
    fn anchored(&self, at: usize) -> bool {
        self.anchors.iter().any(|anchor| anchor.tokens.contains(&at))
    }

    /// Whether a side ends before a token. Prepositions that the first side holds may stand in the
    /// others too.
    fn ends_side(&self, at: usize, first: &Range<usize>) -> bool {
        let word = self.word(at);
        let mark = matches!(word, "," | ";" | ":" | "?" | ")" | "(" | "—" | "–");
        let shared = first.clone().any(|n| self.word(n) == word);
        let stop = AUXILIARIES.contains(&word)
            || QUESTION_WORDS.contains(&word)
            || self.is_preposition(at) && !shared
            || VERBS.contains(&word) && self.tokens.get(at).is_some_and(|token| !token.capital);
        (mark || stop) && !self.anchored(at)
    }

    fn side_end(&self, start: usize, first: &Range<usize>) -> usize {
        let skipped = (start..self.run.end)
            .find(|&at| {
                !matches!(self.word(at), "that" | "those" | "of" | "the" | "in" | "for" | "on")
                    || self.anchored(at)
            })
            .unwrap_or(start);
        (skipped + 1..self.run.end).find(|&at| self.ends_side(at, first)).unwrap_or(self.run.end)
    }

    /// Backwards from the end of a side to its start.
    fn side_start(&self, end: usize) -> usize {
        (self.run.start..end)
            .rev()
            .find(|&at| {
                let word = self.word(at);
                let stop = matches!(word, "," | ";" | ":" | "(")
                    || AUXILIARIES.contains(&word)
                    || QUESTION_WORDS.contains(&word)
                    || self.is_preposition(at)
                    || matches!(word, "compare" | "between" | "both");
                stop && !self.anchored(at)
            })
            .map_or(self.run.start, |at| at + 1)
    }

    /// "the difference(s) … between A and B".
    fn between(&self) -> Option<Split> {
        let between = self.find(self.run.start, &["between", "among"])?;
        let early = (self.run.start..between).find(|&at| DIFFERENCES.contains(&self.word(at)));
        let late = || (between..self.run.end).find(|&at| DIFFERENCES.contains(&self.word(at)));
        let marker = early.or_else(late)?;
        if CHANGES.contains(&self.word(marker)) && !self.word(marker).starts_with("differ") {
            return None;
        }
        let sides = self.items(between + 1, &["and", "versus", "vs", "to"])?;
        Some(Split { sides, dropped: vec![self.marker(marker), between..between + 1] })
    }

    /// A marker with the adjective and article before it: "the key differences".
    fn marker(&self, at: usize) -> Range<usize> {
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
    fn items(&self, start: usize, links: &[&str]) -> Option<Vec<Range<usize>>> {
        let is_link = |at: usize| links.contains(&self.word(at)) && !self.anchored(at);
        let link = (start + 1..self.run.end).find(|&at| is_link(at))?;
        let mut cuts: Vec<usize> = (start..link)
            .filter(|&at| {
                self.word(at) == ","
                    && !self.anchored(at)
                    && self.word(at + 1) != link_word(self, link)
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
    fn refined(&self, a: Range<usize>, b: Range<usize>) -> (Range<usize>, Range<usize>) {
        for kind in [AnchorKind::Document, AnchorKind::Time, AnchorKind::Part] {
            let (Some(in_a), Some(in_b)) = (self.inside(&a, kind), self.inside(&b, kind)) else {
                continue;
            };
            let bare = |side: &Range<usize>, anchor: &Anchor| {
                self.tokens.content(side.clone()) <= self.tokens.content(anchor.tokens.clone())
            };
            if in_a.key != in_b.key && (bare(&a, in_a) || bare(&b, in_b)) {
                return (in_a.tokens.clone(), in_b.tokens.clone());
            }
        }
        // "the period of A" and "that of B": what stands behind the same word.
        if matches!(self.word(b.start), "that" | "those")
            && let Some(at) = a.clone().rev().find(|&at| self.word(at) == self.word(b.start + 1))
        {
            return (at + 1..a.end, b.start + 2..b.end);
        }
        let shared = a.clone().rev().find(|&at| {
            matches!(self.word(at), "of" | "for" | "in" | "under" | "on" | "with")
                && at + 1 < a.end
                && at > a.start
                && !self.anchored(at)
                && !self.compound(at)
                && !b.clone().any(|n| self.word(n) == self.word(at) && !self.compound(n))
        });
        (shared.map_or(a.clone(), |at| at + 1..a.end), b)
    }

    /// "change from 2021 to 2022", "did it grow between FY20 and FY21".
    fn over_time(&self) -> Option<Split> {
        let changes: Vec<usize> =
            self.run.clone().filter(|&at| CHANGES.contains(&self.word(at))).collect();
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
                && gap.len() <= 3
                && matches!(before, "from" | "between")
                && pair[0].key != pair[1].key
        })?;
        let dropped = self.opening_at(pair[0].tokens.start).map(|at| at..at + 1);
        Some(Split {
            sides: vec![pair[0].tokens.clone(), pair[1].tokens.clone()],
            dropped: dropped.into_iter().collect(),
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
    fn compare(&self) -> Option<Split> {
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
        Some(Split { sides, dropped: vec![self.marker(marker)] })
    }

    /// "How do A and B compare", "In what do A and B differ".
    fn subject_pair(&self, verb: usize) -> Option<Split> {
        let auxiliary =
            (self.run.start..verb).rev().find(|&at| AUXILIARIES.contains(&self.word(at)))?;
        let link = (auxiliary + 1..verb)
            .find(|&at| matches!(self.word(at), "and" | "versus" | "vs") && !self.anchored(at))?;
        let (a, b) = self.refined(auxiliary + 1..link, link + 1..verb);
        Some(Split { sides: vec![a, b], dropped: vec![verb..verb + 1] })
    }

    /// "A versus B", "A compared to B", "does A differ from B".
    fn linked(&self) -> Option<Split> {
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
        let a = if loose { self.side_start(link)..link } else { self.subject(link) };
        let mut b_end = self.side_end(start, &a);
        // "vs A vs B"
        if loose && matches!(self.word(b_end), "versus" | "vs") {
            b_end = self.side_end(b_end + 1, &a);
        }
        let mut dropped: Vec<Range<usize>> = std::iter::once(link..start).collect();
        if let Some(comparative) = self.comparative_before(link) {
            dropped.push(comparative..comparative + 1);
        }
        self.pair(a, start..b_end, dropped)
    }

    /// "Is A higher than B".
    fn than(&self) -> Option<Split> {
        let than = self.find(self.run.start, &["than"])?;
        let figure = |at: usize| {
            self.word(at).starts_with(|c: char| c.is_ascii_digit()) && !self.anchored(at)
                || matches!(
                    self.word(at),
                    "$" | "€"
                        | "£"
                        | "one"
                        | "two"
                        | "three"
                        | "five"
                        | "ten"
                        | "half"
                        | "roughly"
                        | "that"
                        | "expected"
                        | "usual"
                        | "previously"
                        | "just"
                        | "a"
                        | "an"
                )
        };
        if figure(than + 1)
            || matches!(self.word(than - 1), "other" | "rather" | "later" | "earlier")
        {
            return None;
        }
        let comparative = self.comparative_before(than)?;
        if self.word(than + 1) == "the" && self.word(than + 2) == "other"
            || (self.run.start..comparative).any(|at| self.word(at) == "there")
        {
            return None;
        }
        if matches!(self.word(self.run.start), "why" | "what") {
            return None;
        }
        let a = self.subject(comparative);
        let start = than + 1;
        let end = self.side_end(start, &a);
        self.pair(a, start..end, vec![than..start])
    }

    /// The last comparative before a token.
    fn comparative_before(&self, end: usize) -> Option<usize> {
        (self.run.start..end).rev().find(|&at| {
            let word = self.word(at);
            let capital = self.tokens.get(at).is_some_and(|token| token.capital);
            COMPARATIVES.contains(&word)
                || !capital
                    && word.len() > 4
                    && word.ends_with("er")
                    && !NO_COMPARATIVES.contains(&word)
        })
    }

    /// What a sentence says something of: behind its auxiliary, up to the verb or to `end`.
    fn subject(&self, end: usize) -> Range<usize> {
        let auxiliary =
            (self.run.start..self.run.end).find(|&at| AUXILIARIES.contains(&self.word(at)));
        let start = auxiliary.map_or(self.run.start, |at| at + 1);
        let start = if start >= end { self.side_start(end) } else { start };
        let stop = (start + 1..end)
            .find(|&at| {
                let word = self.word(at);
                (VERBS.contains(&word)
                    || word == ","
                    || CHANGES.contains(&word) && word != "growth")
                    && !self.anchored(at)
                    && self.tokens.get(at).is_some_and(|token| !token.capital)
            })
            .unwrap_or(end);
        start..stop
    }

    /// Two sides around a link; where both hold a time or a document, that is what differs.
    fn pair(&self, a: Range<usize>, b: Range<usize>, dropped: Vec<Range<usize>>) -> Option<Split> {
        for kind in [AnchorKind::Document, AnchorKind::Time, AnchorKind::Part] {
            let Some(in_b) = self.inside(&b, kind) else { continue };
            let bare = self.tokens.content(b.clone()) <= self.tokens.content(in_b.tokens.clone());
            let before = self
                .anchors
                .iter()
                .rev()
                .find(|n| n.kind == kind && n.tokens.end <= b.start && n.key != in_b.key);
            if let Some(before) = before.filter(|_| bare) {
                let sides = vec![before.tokens.clone(), in_b.tokens.clone()];
                return Some(Split { sides, dropped });
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
            return Some(Split { sides: vec![time.tokens.clone(), b], dropped });
        }
        let (a, b) = self.refined(a, b);
        Some(Split { sides: vec![a, b], dropped })
    }

    /// "Which is higher, A or B?", "Is A or B cheaper?"
    fn which_or(&self) -> Option<Split> {
        let comparative = self.comparative_before(self.run.end).or_else(|| {
            self.find(self.run.start, &["best", "most", "highest", "lowest", "larger"])
        })?;
        let opens = matches!(
            self.word(self.run.start),
            "which" | "what" | "who" | "is" | "are" | "does" | "do"
        );
        let link = self.find(self.run.start, &["or"]).filter(|&at| !self.anchored(at))?;
        if !opens {
            return None;
        }
        let mark = (self.run.start..link).rev().find(|&at| matches!(self.word(at), "," | ":"));
        let start = match mark {
            Some(mark) if mark > comparative => mark + 1,
            None if AUXILIARIES.contains(&self.word(self.run.start)) && link < comparative => {
                self.run.start + 1
            }
            _ => return None,
        };
        let first = start..link;
        let end = self.side_end(link + 1, &first).min(if comparative > link {
            comparative
        } else {
            self.run.end
        });
        let (a, b) = self.refined(first, link + 1..end);
        Some(Split { sides: vec![a, b], dropped: Vec::new() })
    }

    /// "the policy and the rider", "both A and B": documents asked side by side.
    fn together(&self) -> Option<Split> {
        let documents: Vec<&Anchor> =
            self.anchors.iter().copied().filter(|a| a.kind == AnchorKind::Document).collect();
        let mut group: Vec<&Anchor> = Vec::new();
        for anchor in documents {
            let joined = group.last().is_some_and(|last: &&Anchor| {
                let gap = last.tokens.end..anchor.tokens.start;
                let link =
                    gap.clone().any(|at| matches!(self.word(at), "and" | "or" | "," | "versus"));
                let only = gap.clone().all(|at| {
                    matches!(
                        self.word(at),
                        "and"
                            | "or"
                            | ","
                            | "the"
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
                            | "versus"
                    )
                });
                link && only && last.key != anchor.key
            });
            match joined {
                true => group.push(anchor),
                false if group.len() >= 2 => break,
                false => group = vec![anchor],
            }
        }
        if group.len() >= 2 {
            let sides = group.iter().map(|anchor| anchor.tokens.clone()).collect();
            return Some(Split { sides, dropped: self.both() });
        }
        let both = self.find(self.run.start, &["both"])?;
        let sides = self.items(both + 1, &["and"])?;
        let named = |side: &Range<usize>| {
            side.clone().any(|at| {
                self.anchored(at) || self.tokens.get(at).is_some_and(|token| token.capital)
            })
        };
        sides.iter().all(named).then(|| Split { sides, dropped: self.both() })
    }

    fn both(&self) -> Vec<Range<usize>> {
        self.find(self.run.start, &["both"]).map(|at| at..at + 1).into_iter().collect()
    }

    /// "Does the rider change the notice period of the agreement?"
    fn acting(&self) -> Option<Split> {
        let verb = self.find(self.run.start, RELATIONS)?;
        let documents = || self.anchors.iter().filter(|a| a.kind == AnchorKind::Document);
        let before = documents().rfind(|anchor| anchor.tokens.end <= verb)?;
        let after = documents().find(|a| a.tokens.start > verb && a.key != before.key)?;
        Some(Split {
            sides: vec![before.tokens.clone(), after.tokens.clone()],
            dropped: Vec::new(),
        })
    }

    /// Without articles, prepositions and marks at its ends.
    fn trimmed(&self, mut side: Range<usize>) -> Range<usize> {
        let loose = |at: usize| {
            let word = self.word(at);
            // "type A" ends in a name, not in an article.
            let letter = word.len() == 1 && self.tokens.get(at).is_some_and(|token| token.capital);
            !self.anchored(at)
                && !letter
                && !self.compound(at)
                && (TRIMMED.contains(&word)
                    || !self.tokens.is_word(at) && !matches!(word, "$" | "%"))
        };
        while side.start < side.end && loose(side.start) {
            side.start += 1;
        }
        while side.start < side.end && loose(side.end - 1) {
            side.end -= 1;
        }
        side
    }
}

fn link_word<'a>(sentence: &'a Sentence, link: usize) -> &'a str {
    sentence.word(link)
}

/// The text of some runs without some others, its white space tidied. What hangs on a side that is
/// taken out, an article or preposition before it, a link, goes with it.
pub(crate) fn query(tokens: &Tokens, runs: &[Range<usize>], split: &Split, side: usize) -> String {
    let mut kept = vec![false; tokens.len()];
    for run in runs {
        kept[run.clone()].fill(true);
    }
    for dropped in &split.dropped {
        kept[dropped.clone()].fill(false);
    }
    for (n, other) in split.sides.iter().enumerate() {
        if n == side {
            continue;
        }
        kept[other.clone()].fill(false);
        let mut at = other.start;
        while at > 0
            && !split.sides[side].contains(&(at - 1))
            && matches!(
                tokens.lower(at - 1),
                "the"
                    | "a"
                    | "an"
                    | "of"
                    | "in"
                    | "for"
                    | "on"
                    | "from"
                    | "to"
                    | "and"
                    | "or"
                    | "than"
                    | "with"
                    | "by"
                    | "that"
                    | "those"
                    | ","
                    | "("
                    | "under"
                    | "against"
                    | "-"
                    | "–"
                    | "both"
            )
        {
            at -= 1;
            kept[at] = false;
        }
        // The link behind a side that stands first.
        let next = other.end;
        if matches!(tokens.lower(next), "and" | "or" | "to" | "versus" | "vs" | "," | "-" | "–")
            && next < tokens.len()
        {
            kept[next] = false;
        }
    }
    for at in split.sides[side].clone() {
        kept[at] = true;
    }
    let mut text = String::new();
    let mut end = None;
    for (at, token) in tokens.iter().filter(|(at, _)| kept[*at]) {
        let from = match end {
            Some(end) if at > 0 && kept[at - 1] => end,
            Some(_) if token.is_word => {
                text.push(' ');
                token.start
            }
            _ => token.start,
        };
        text.push_str(&tokens.text[from..token.end]);
        if token.possessive {
            text.push_str("'s");
        }
        end = Some(token.end + if token.possessive { possessive(tokens, token.end) } else { 0 });
    }
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';')).to_owned()
}

/// Bytes of the possessive's mark at a byte.
fn possessive(tokens: &Tokens, at: usize) -> usize {
    let rest = &tokens.text[at..];
    rest.find(['s', 'S']).map_or(0, |n| n + 1)
}
