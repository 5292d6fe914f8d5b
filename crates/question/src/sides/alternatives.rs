//! Owns questions with a comparative: "Is A higher than B?", "Which is longer, A or B?".

use std::ops::Range;

use super::extent::{SHARED, alone};
use super::measure::compares;
use super::patterns::PERSONS;
use super::{AnchorKind, Sentence, Split};
use crate::parts::AUXILIARIES;

/// Tokens of a side before a link, where the same word stands before the other side.
const MOST_BEFORE_LINK: usize = 12;

impl Sentence<'_> {
    /// "Is A higher than B".
    pub(super) fn than(&self) -> Option<Split> {
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
        let article = matches!(self.word(than + 1), "a" | "an");
        let stands_for = self.word(than + 1) == "that" && SHARED.contains(&self.word(than + 2));
        if figure(than + 1) && !stands_for && !(article && self.names_a_thing(than + 2))
            || matches!(self.tokens.before(than), "other" | "rather" | "later" | "earlier")
        {
            return None;
        }
        let comparative = self.comparative_before(than)?;
        if self.word(than + 1) == "the" && self.word(than + 2) == "other"
            || (self.run.start..comparative).any(|at| self.word(at) == "there")
                && !self.is_preposition(than + 1)
        {
            return None;
        }
        if matches!(self.word(self.run.start), "why" | "what") || self.is_restricting(comparative) {
            return None;
        }
        // "How much more did A spend than B": the subject stands behind the comparative.
        let inverted = (comparative..than).any(|at| AUXILIARIES.contains(&self.word(at)));
        let start = than + 1;
        if let Some(split) = self.parallel(comparative, than) {
            return Some(split);
        }
        let mut a = self.subject(if inverted { than } else { comparative });
        // "Can I pay more than the price on it": a person is set against nothing.
        let person = PERSONS.contains(&self.word(a.start));
        if person && a.len() == 1 {
            return None;
        }
        // "Do members of A serve longer than those of B": a verb stands last.
        let auxiliary = self.word(self.run.start);
        let acts = matches!(auxiliary, "do" | "does" | "did" | "can" | "may" | "must" | "will");
        let last = comparative.saturating_sub(1);
        if !inverted && acts && a.end == comparative && a.len() > 1 && self.is_plain(last) {
            a.end = if self.anchored(last) { a.end } else { last };
        }
        let end = self.phrase_end(start, &a);
        // "How much earlier does A close than B": a verb that no list holds.
        let words = |run: Range<usize>| self.trimmed(run).len();
        let verb = than - 1;
        let plain = self.is_plain(verb) && !self.anchored(verb) && !self.in_time(verb);
        if inverted && plain && a.end == than && words(a.clone()) > words(start..end) {
            a.end -= 1;
        }
        let mut dropped = alone(than..start);
        // "… than B does at its meetings".
        if AUXILIARIES.contains(&self.word(end)) {
            dropped.push(end..self.run.end);
        }
        self.pair(a, start..end, dropped)
    }

    /// Whether a comparative only says which thing is meant: "a hotel that is dearer than my grade allows".
    fn is_restricting(&self, comparative: usize) -> bool {
        let before = |back: usize| match comparative.checked_sub(back) {
            Some(at) if at >= self.run.start => self.word(at),
            _ => "",
        };
        let relative = |back: usize| {
            matches!(before(back + 1), "that" | "which" | "who")
                && AUXILIARIES.contains(&before(back))
        };
        // An adverb may stand between: "that is much dearer".
        relative(1) || relative(2)
    }

    /// Whether what follows an article is no stretch of time and no number: "more than a year" compares nothing.
    fn names_a_thing(&self, at: usize) -> bool {
        const MEASURES: [&str; 12] = [
            "few", "couple", "third", "quarter", "half", "dozen", "hundred", "thousand", "million",
            "little", "certain", "total",
        ];
        let word = self.word(at).trim_end_matches('s');
        let time = ["second", "minute", "hour", "day", "night", "week", "month", "year", "decade"];
        !time.contains(&word) && !MEASURES.contains(&word)
    }

    /// "more on A than on B", "out of A or out of B", "the part A or the part B": the same word stands before both.
    fn parallel(&self, from: usize, link: usize) -> Option<Split> {
        let opens = link + 1;
        let article = matches!(self.word(opens), "the" | "a" | "an");
        let leads = self.is_preposition(opens)
            || matches!(self.word(opens), "out" | "into" | "off" | "of" | "between")
            || self.word(link) == "or" && article;
        if !leads {
            return None;
        }
        let word = self.word(opens);
        // "at A than in B": of two documents each has its own preposition; what compares may stand between.
        let document = |run: Range<usize>| self.inside(&run, AnchorKind::Document).is_some();
        let places = |at: usize| SHARED.contains(&self.word(at)) && self.word(at) != "of";
        let named = places(opens) && document(opens + 1..self.run.end);
        let before = (from..link).rev().find(|&at| self.word(at) == word).or_else(|| {
            let mut before = (self.run.start..link).rev().filter(|&at| places(at));
            before.find(|&at| document(at + 1..link)).filter(|_| named)
        })?;
        let between = (before + 1..link).rev().find(|&at| compares(self.word(at)));
        let a = before + 1..between.filter(|_| before < from).unwrap_or(link);
        let mut end = self.side_end(opens + 1, &a);
        // "the oral part or the written part count more": it ends in the same word.
        let same = |&at: &usize| article && self.word(at) == self.word(link - 1);
        if let Some(at) = (opens + 2..end).find(same) {
            end = at + 1;
        }
        // "a week in June or one in July".
        if self.word(opens + 1) == "one" && end == opens + 2 {
            let mark = |&at: &usize| !self.tokens.is_word(at);
            end = (end..self.run.end).find(mark).unwrap_or(self.run.end);
        }
        let b = opens + 1..end;
        (!a.is_empty() && a.len() <= MOST_BEFORE_LINK).then(|| Split {
            sides: vec![a, b],
            dropped: if article { Vec::new() } else { alone(link..opens + 1) },
            ..Split::default()
        })
    }

    /// "Which is higher, A or B?", "Is A or B cheaper?"
    pub(super) fn which_or(&self) -> Option<Split> {
        let comparative = self.comparative_before(self.run.end).or_else(|| {
            self.find(self.run.start, &["best", "most", "highest", "lowest", "larger"])
        })?;
        let link = self.find(self.run.start, &["or"]).filter(|&at| !self.anchored(at))?;
        let asks = |word: &str| {
            AUXILIARIES.contains(&word)
                || matches!(word, "which" | "what" | "who" | "whose" | "where")
        };
        let opens = (self.run.start..link).find(|&at| asks(self.word(at)))?;
        // Where it does not begin with what asks, but a phrase stands before that.
        if opens > self.run.start && !self.is_preposition(self.run.start) {
            return None;
        }
        if AUXILIARIES.contains(&self.word(opens))
            && let Some(split) = self.parallel(comparative.min(opens + 1), link)
        {
            return Some(split);
        }
        // "Was it dearer in 2023 or 2024?": two times side by side.
        let time = |at: usize| {
            self.anchors.iter().find(|one| one.kind == AnchorKind::Time && one.tokens.contains(&at))
        };
        if let (Some(a), Some(b)) = (time(link - 1), time(link + 1)) {
            return (a.key != b.key).then(|| Split {
                sides: vec![a.tokens.clone(), b.tokens.clone()],
                ..Split::default()
            });
        }
        // The mark behind what compares; commas may stand within a side ("Madill, Oklahoma").
        let from = if comparative < link { comparative } else { opens };
        let named = (from..link).find(|&at| matches!(self.word(at), "," | ":"));
        let several = (from..link).filter(|&at| self.word(at) == ",").count() > 2;
        let mark = named.filter(|_| !several);
        let start = match mark {
            Some(mark) if mark > comparative => mark + 1,
            None if AUXILIARIES.contains(&self.word(opens)) && link < comparative => opens + 1,
            _ => return None,
        };
        let first = start..link;
        let end = self.phrase_end(link + 1, &first).min(if comparative > link {
            comparative
        } else {
            self.run.end
        });
        let (a, b) = self.refined(first, link + 1..end);
        Some(Split { sides: vec![a, b], dropped: Vec::new(), ..Split::default() })
    }
}
