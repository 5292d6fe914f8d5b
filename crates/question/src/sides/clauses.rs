//! Owns questions that ask the same twice: "What notice must the landlord give and what notice must the tenant
//! give?"

use std::ops::Range;

use super::extent::SHARED;
use super::{AnchorKind, Sentence, Split};
use crate::parts::{AUXILIARIES, QUESTION_WORDS};

/// Words with which both clauses begin, at least.
const FEWEST_SHARED: usize = 2;
/// Tokens by which they differ, at most.
const MOST_APART: usize = 8;

impl Sentence<'_> {
    /// Two clauses that begin alike; what stands in one of them behind what differs belongs to both.
    pub(super) fn asked_twice(&self) -> Option<Split> {
        // "In which room …, and in which room …": a preposition may stand before what asks.
        let opens = |at: usize| {
            let asks = |at: usize| QUESTION_WORDS.contains(&self.word(at));
            asks(at) || self.is_preposition(at) && asks(at + 1)
        };
        // "On the first plan, how many …": what stands before the question belongs to both.
        let set_off = |at: usize| matches!(self.word(at - 1), "," | ":");
        let mut starts = self.run.start + 1..self.run.end;
        let start = if opens(self.run.start) {
            self.run.start
        } else {
            starts.find(|&at| set_off(at) && opens(at))?
        };
        let linked = |at: &usize| matches!(self.word(*at), "and" | "or") && opens(at + 1);
        let link = (start + 1..self.run.end).find(linked)?;
        let mark = |at: usize| matches!(self.word(at), "," | ";" | "?" | ".");
        let shorn = |run: Range<usize>| {
            let end = run.clone().rev().find(|&at| !mark(at)).map_or(run.start, |at| at + 1);
            run.start..end
        };
        let (a, b) = (shorn(start..link), shorn(link + 1..self.run.end));
        if let Some(split) = self.shortened(&a, &b) {
            return Some(split);
        }
        let alike = |n: &usize| self.word(a.start + n) == self.word(b.start + n);
        let shared = (0..a.len().min(b.len())).take_while(alike).count();
        let (rest, other) = (a.start + shared..a.end, b.start + shared..b.end);
        if shared < FEWEST_SHARED || rest.is_empty() || other.is_empty() {
            return None;
        }
        // "… and how many of them were children": it asks more of the same.
        let stands_for = |at: usize| matches!(self.word(at), "them" | "they" | "these" | "it");
        if other.clone().take(2).any(stands_for) {
            return None;
        }
        let words = |run: &Range<usize>| run.clone().map(|at| self.word(at)).collect::<Vec<_>>();
        let (mut apart, mut apart_too) = self.apart(rest.clone(), other.clone());
        let verb =
            |run: &Range<usize>| run.clone().find(|&at| AUXILIARIES.contains(&self.word(at)));
        // "How many clerks and how many cooks does the inn have?": only the second clause has a verb.
        let verb_of_both = verb(&other)
            .filter(|&at| verb(&rest).is_none() && rest.len() <= MOST_APART && at > other.start)
            .filter(|_| self.word(other.start) != "of");
        if let Some(verb) = verb_of_both {
            (apart, apart_too) = (rest.clone(), other.start..verb);
        }
        let (said, said_too) = (words(&(apart.end..a.end)), words(&(apart_too.end..b.end)));
        let alike = said.starts_with(&said_too) || said_too.starts_with(&said);
        // "What can A spend a month and what can B spend unasked?": each clause says its own.
        let own = !said.is_empty() && !said_too.is_empty();
        let short = apart.len().max(apart_too.len()) <= MOST_APART;
        if verb_of_both.is_none() && !(alike || own && short) {
            (apart, apart_too) = (rest, other);
        }
        let (tail, tail_too) = (apart.end..a.end, apart_too.end..b.end);
        if apart.len().max(apart_too.len()) > MOST_APART {
            return None;
        }
        let text = |run: &Range<usize>| &self.tokens.text[self.tokens.bytes(run.clone())];
        let (said, said_too) = (words(&tail), words(&tail_too));
        let whole = |clause: &Range<usize>, own: &[&str], others: &[&str], more: &Range<usize>| {
            match others.strip_prefix(own) {
                Some(rest) if !rest.is_empty() => {
                    format!("{} {}", text(clause), text(&(more.start + own.len()..more.end)))
                }
                _ => text(clause).to_owned(),
            }
        };
        let queries =
            vec![whole(&a, &said, &said_too, &tail_too), whole(&b, &said_too, &said, &tail)];
        Some(Split { sides: vec![apart, apart_too], queries, ..Split::default() })
    }

    /// "Which law governs A and which B?", "How many days may be saved of A and how many of B?": the second clause
    /// leaves out all but its own side, and what leads to it.
    fn shortened(&self, a: &Range<usize>, b: &Range<usize>) -> Option<Split> {
        let asking = b.clone().take_while(|&at| self.is_asking(at)).count();
        // "what share … and what share for the other": what is asked for is said again.
        let again = |n: &usize| {
            let word = self.word(b.start + n);
            self.word(a.start + n) == word && !AUXILIARIES.contains(&word)
        };
        let asking = asking.max((0..a.len().min(b.len())).take_while(again).count());
        // "what's the fee" has a verb.
        let contracted = |at: usize| {
            self.word(at) == "whats" || self.tokens.get(at).is_some_and(|token| token.possessive)
        };
        if (b.start..b.start + asking).any(contracted) {
            return None;
        }
        let start = b.start + asking;
        // "…, and which one the red book": it stands for what was asked.
        let start = start + usize::from(self.word(start) == "one" && start + 1 < b.end);
        let verb = |at: usize| {
            let word = self.word(at);
            (AUXILIARIES.contains(&word) || QUESTION_WORDS.contains(&word)) && !self.anchored(at)
        };
        let own = start..self.bracketed_end(start, b.end);
        let asks_alike = self.word(b.start) == self.word(a.start)
            || QUESTION_WORDS.contains(&self.word(a.start)) && self.is_asking(b.start);
        let whole = (2..=MOST_APART).contains(&own.len()) && !(start..b.end).any(verb);
        if asking == 0 || !whole || !asks_alike {
            return None;
        }
        // "… in the May issue and which one for Leeds in the June issue": each clause has a document of its own.
        let document = |run: Range<usize>| self.inside(&run, AnchorKind::Document).is_some();
        let time = |run: Range<usize>| self.inside(&run, AnchorKind::Time).is_some();
        let behind = own.end..b.end;
        if document(a.clone()) && document(behind.clone()) || time(own.clone()) && time(behind) {
            return None;
        }
        let first = self.word(own.start);
        let article = |word: &str| matches!(word, "the" | "a" | "an");
        if !article(first) && !SHARED.contains(&first) {
            return None;
        }
        let same = |word: &str| word == first || article(first) && article(word);
        let places = || (a.start + 1..a.end - 1).rev().filter(|&at| same(self.word(at)));
        // The same noun ends both: "the red book … the blue book".
        let head = self.word(own.end - 1);
        let noun = |at: usize| (at + 1..a.end).take(MOST_APART).find(|&n| self.word(n) == head);
        let (at, end) = match places().find_map(|at| Some((at, noun(at)? + 1))) {
            Some(alike) => alike,
            None if own.clone().any(|at| matches!(self.word(at), "one" | "ones")) => {
                // Who does it comes first: "may a junior member keep a book and how long a senior one".
                let at = if article(first) { places().next_back()? } else { places().next()? };
                (at, self.phrase_of_one(at + 1, a.end))
            }
            None => {
                let at = places().next()?;
                // "do the rules require": behind its auxiliary the subject is followed by a verb.
                let before = self.word(at - 1);
                let being = matches!(before, "is" | "are" | "was" | "were");
                let subject = AUXILIARIES.contains(&before) && !being;
                let end = if subject { self.phrase_of_one(at + 1, a.end) } else { a.end };
                (at, if subject && end == a.end && end > at + 2 { end - 1 } else { end })
            }
        };
        let (side, other) = (at + 1..end, own.start + 1..own.end);
        let text = |run: Range<usize>| &self.tokens.text[self.tokens.bytes(run)];
        let behind = if own.end < b.end { text(own.end..b.end) } else { "" };
        let query = |name: &Range<usize>| {
            let clause =
                [text(self.run.start..at + 1), text(name.clone()), text(end..a.end), behind];
            let parts = clause.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
            parts.collect::<Vec<_>>().join(" ").replace(" ,", ",")
        };
        let queries = vec![query(&side), query(&other)];
        Some(Split { sides: vec![side, other], queries, ..Split::default() })
    }

    /// Where a side ends that begins at a token, what stands in brackets behind a word of it left in: at a comma or
    /// at a preposition that does not lead to it.
    fn bracketed_end(&self, start: usize, end: usize) -> usize {
        let mut depth = 0_u32;
        for at in start + 1..end {
            match self.word(at) {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                "," if depth == 0 && !self.anchored(at) => return at,
                _ if depth == 0 && self.is_preposition(at) && !self.anchored(at) => return at,
                _ => {}
            }
        }
        end
    }

    /// Where the phrase ends for which "a blue one" stands: before a verb and what that has, or where brackets end.
    fn phrase_of_one(&self, start: usize, end: usize) -> usize {
        let end = self.bracketed_end(start, end);
        let closing = (start..end).find(|&at| self.word(at) == ")");
        let determiner = ["the", "a", "an", "its", "their", "his", "her", "any"];
        let object = (start + 2..end).find(|&at| determiner.contains(&self.word(at)));
        closing.map(|at| at + 1).or(object.map(|at| at - 1)).unwrap_or(end)
    }

    /// Whether a word is one of those by which a clause asks: "how many", "at which", "how long".
    fn is_asking(&self, at: usize) -> bool {
        let asks = |at: usize| QUESTION_WORDS.contains(&self.word(at));
        let counts = ["many", "much", "long", "often", "far", "high", "old", "big", "large"];
        asks(at)
            || at > self.run.start && self.word(at - 1) == "how" && counts.contains(&self.word(at))
            || self.is_preposition(at) && asks(at + 1)
    }

    /// The beginnings of two runs up to the words that both have next, or to their ends where they have none.
    fn apart(&self, a: Range<usize>, b: Range<usize>) -> (Range<usize>, Range<usize>) {
        let content =
            |at: usize| self.tokens.is_word(at) && !matches!(self.word(at), "the" | "a" | "an");
        let meets = |n: usize| {
            let at = (b.start + 1..b.end).find(|&m| self.word(m) == self.word(n));
            at.filter(|_| content(n)).map(|m| (n, m))
        };
        match (a.start + 1..a.end).find_map(meets) {
            Some((n, m)) => (a.start..n, b.start..m),
            None => (a, b),
        }
    }
}
