//! Owns questions that ask the same twice: "What notice must the landlord give and what notice must the tenant
//! give?"

use std::ops::Range;

use super::extent::{SHARED, alone};
use super::{Sentence, Split};
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
        if !opens(self.run.start) {
            return None;
        }
        let linked = |at: &usize| matches!(self.word(*at), "and" | "or") && opens(at + 1);
        let link = (self.run.start + 1..self.run.end).find(linked)?;
        let mark = |at: usize| matches!(self.word(at), "," | ";" | "?" | ".");
        let shorn = |run: Range<usize>| {
            let end = run.clone().rev().find(|&at| !mark(at)).map_or(run.start, |at| at + 1);
            run.start..end
        };
        let (a, b) = (shorn(self.run.start..link), shorn(link + 1..self.run.end));
        if let Some(split) = self.shortened(&a, &b) {
            return Some(split);
        }
        let alike = |n: &usize| self.word(a.start + n) == self.word(b.start + n);
        let shared = (0..a.len().min(b.len())).take_while(alike).count();
        let (rest, other) = (a.start + shared..a.end, b.start + shared..b.end);
        if shared < FEWEST_SHARED || rest.is_empty() || other.is_empty() {
            return None;
        }
        let words = |run: &Range<usize>| run.clone().map(|at| self.word(at)).collect::<Vec<_>>();
        let (mut apart, mut apart_too) = self.apart(rest.clone(), other.clone());
        let (said, said_too) = (words(&(apart.end..a.end)), words(&(apart_too.end..b.end)));
        let alike = said.starts_with(&said_too) || said_too.starts_with(&said);
        // "What can A spend a month and what can B spend unasked?": each clause says its own.
        let own = !said.is_empty() && !said_too.is_empty();
        let short = apart.len().max(apart_too.len()) <= MOST_APART;
        if !(alike || own && short) {
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

    /// "Which law governs A and which B?": the second clause leaves out all but its own side.
    fn shortened(&self, a: &Range<usize>, b: &Range<usize>) -> Option<Split> {
        let asks = self.word(b.start);
        let own = b.start + 1..b.end;
        let first = self.word(own.start);
        let led = first == "the" || SHARED.contains(&first);
        let clause = own.clone().any(|at| AUXILIARIES.contains(&self.word(at)));
        if !led || clause || own.len() < 2 || own.len() > MOST_APART || asks != self.word(a.start) {
            return None;
        }
        let at = a.clone().rev().find(|&at| self.word(at) == first).filter(|&at| at > a.start)?;
        let sides = vec![at + 1..a.end, own.start + 1..own.end];
        Some(Split { sides, dropped: alone(b.start..b.start + 1), ..Split::default() })
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
