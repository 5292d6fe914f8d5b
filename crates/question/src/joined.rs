//! Owns questions that ask for several things at once: "Who is the caretaker, and when is the office open?", "How high
//! and how heavy is the shelf?".
//!
//! Each is written out as a question of its own, as far as its words alone tell: what stands before the first
//! ("In the lease, …") belongs to all, a verb that only the last one has to all before it, and one that leans on
//! the first ("… and when does it end?") gets its words.

use std::ops::Range;

use citelight_text::Tokens;

use crate::language;
use crate::parts::{AUXILIARIES, QUESTION_WORDS};

/// Questions in one, at most.
const MOST: usize = 3;
/// Tokens of a question that leaves its verb to the next one: "how long", "at what time".
const MOST_ELLIPTIC: usize = 3;
/// Tokens of a question that takes its verb from the first one: "and by how much?".
const MOST_BARE: usize = 4;
/// Words of its own with which a question stands by itself, and with which one for a person does.
const FEWEST_OWN: usize = 3;
const FEWEST_OF_PERSON: usize = 2;

/// Words that stand for something said before.
const LEANING: &[&str] = &[
    "it", "its", "they", "them", "their", "he", "him", "his", "she", "her", "this", "that",
    "these", "those", "each", "one", "there",
];
/// Words before what asks, in a question that goes on: "in which court", "by how much".
const PREPOSITIONS: &[&str] = &[
    "at", "by", "for", "from", "in", "of", "on", "since", "to", "under", "until", "with", "within",
];
/// Words before a place, a time or a thing in which something is.
const PLACING: &[&str] = &["at", "during", "in", "on", "under", "within"];
/// Words of no meaning of their own.
const LIGHT: &[&str] =
    &["the", "a", "an", "of", "in", "on", "for", "to", "at", "by", "be", "and", "much", "many"];

/// One of several questions that are asked at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joined {
    /// As it is written, without the mark at its end.
    pub said: String,
    /// By itself.
    pub question: String,
}

/// The questions that a text asks at once; none where it asks but one.
pub fn joined(text: &str) -> Vec<Joined> {
    let tokens = Tokens::of(text);
    if !language::is_english(&tokens) {
        return Vec::new();
    }
    let asked = Asked { tokens: &tokens };
    let Some(start) = asked.first() else { return Vec::new() };
    let runs = asked.runs(start);
    if !(2..=MOST).contains(&runs.len()) {
        return Vec::new();
    }
    asked.written(start, &runs).unwrap_or_default()
}

struct Asked<'a> {
    tokens: &'a Tokens<'a>,
}

impl Asked<'_> {
    fn asks(&self, at: usize) -> bool {
        // "What to keep" asks nothing.
        QUESTION_WORDS.contains(&self.tokens.lower(at))
            && !matches!(self.tokens.lower(at + 1), "to" | "not")
    }

    fn is_auxiliary(&self, at: usize) -> bool {
        AUXILIARIES.contains(&self.tokens.lower(at))
    }

    /// Whether a question with a question word begins at a token, behind a preposition or none.
    fn opens(&self, at: usize) -> bool {
        self.asks(at) || (PREPOSITIONS.contains(&self.tokens.lower(at)) && self.asks(at + 1))
    }

    /// Whether a question for yes or no goes on at a token: "is it …", "does the …".
    fn settles(&self, at: usize) -> bool {
        let next = self.tokens.lower(at + 1);
        let subject = LEANING.contains(&next)
            || matches!(next, "the" | "a" | "an" | "i" | "we" | "you" | "any");
        self.is_auxiliary(at) && subject
    }

    /// Where the first question begins.
    fn first(&self) -> Option<usize> {
        let words = || (0..self.tokens.len()).filter(|at| self.tokens.is_word(*at));
        let first = words().next()?;
        if self.is_auxiliary(first) {
            return Some(first);
        }
        words().find(|at| self.opens(*at))
    }

    /// The questions, as ranges of tokens.
    fn runs(&self, start: usize) -> Vec<Range<usize>> {
        let mut starts = vec![start];
        let mut linked = false;
        for at in start + 1..self.tokens.len() {
            let begins = match self.tokens.lower(at) {
                "and" => {
                    let next =
                        at + 1 + usize::from(matches!(self.tokens.lower(at + 1), "also" | "then"));
                    (self.opens(next) || self.settles(next)).then_some((next, true))
                }
                // Of a list of questions, the last of which follows "and".
                "," => {
                    let next = at + 1;
                    let prepositional = self.opens(next) && !self.asks(next);
                    prepositional.then_some((next, false))
                }
                "?" => (self.opens(at + 1) || self.settles(at + 1)).then_some((at + 1, true)),
                _ => None,
            };
            if let Some((next, link)) = begins {
                linked |= link;
                starts.push(next);
            }
        }
        if !linked {
            return Vec::new();
        }
        let ends = starts[1..].iter().copied().chain([self.tokens.len()]);
        starts.iter().copied().zip(ends).map(|(start, end)| self.shorn(start..end)).collect()
    }

    /// Without the marks and the link at its end.
    fn shorn(&self, run: Range<usize>) -> Range<usize> {
        let loose = |at: &usize| {
            !self.tokens.is_word(*at)
                && !matches!(self.tokens.lower(*at), ")" | "%" | "$" | "€" | "£" | "\"" | "”")
                || matches!(self.tokens.lower(*at), "and" | "also" | "then")
        };
        let end = run.clone().rev().find(|at| !loose(at)).map_or(run.start, |at| at + 1);
        run.start..end
    }

    /// Each question by itself; `None` where one of them cannot be told from its words.
    fn written(&self, start: usize, runs: &[Range<usize>]) -> Option<Vec<Joined>> {
        let before = self
            .text(0..start)
            .trim_end_matches(|c: char| c.is_whitespace() || c == ',' || c == ':');
        // One question word within another's clause: "Where does it say who may apply, and who may not?".
        if runs.iter().any(|run| {
            (run.start + 2..run.end).any(|at| self.opens(at) && !self.is_auxiliary(at - 1))
        }) {
            return None;
        }
        let verb = |run: &Range<usize>| run.clone().find(|at| self.is_auxiliary(*at));
        let last = runs.last()?;
        let mut written = Vec::new();
        for (n, run) in runs.iter().enumerate() {
            let own = self.text(run.clone());
            let question = if n == 0 && self.is_elliptic(run) {
                // "How high and how heavy is the shelf?"
                let from = verb(last).filter(|at| at - last.start <= MOST_ELLIPTIC)?;
                format!("{own} {}", self.text(from..last.end))
            } else if n > 0 && self.is_bare(run) {
                // "How many work at the depot, and since when?"
                format!("{own} {}", self.text(self.asking_end(&runs[0])..runs[0].end))
            } else if n > 0 && self.leans(run) {
                match self.text(self.topic(&runs[0])) {
                    "" => own.to_owned(),
                    topic => format!("{topic}: {own}"),
                }
            } else if n == 0
                && self.place(run).is_none()
                && let Some(place) = self.place(last)
            {
                // "How many lamps broke, and how many were lost in the move?"
                format!("{own} {}", self.text(place..last.end))
            } else {
                own.to_owned()
            };
            let question =
                if before.is_empty() { question } else { format!("{before}: {question}") };
            written.push(Joined { said: own.to_owned(), question: format!("{question}?") });
        }
        Some(written)
    }

    /// Whether a question says too little to be asked by itself.
    fn leans(&self, run: &Range<usize>) -> bool {
        let word = |at: usize| self.tokens.lower(at);
        let own = run.clone().filter(|at| {
            self.tokens.is_word(*at)
                && !QUESTION_WORDS.contains(&word(*at))
                && !self.is_auxiliary(*at)
                && !LIGHT.contains(&word(*at))
                && !LEANING.contains(&word(*at))
        });
        let fewest = if word(run.start) == "who" { FEWEST_OF_PERSON } else { FEWEST_OWN };
        own.count() < fewest || run.clone().any(|at| LEANING.contains(&word(at)))
    }

    /// Whether a question leaves its verb to the next one: "how long", "at what time", "when".
    fn is_elliptic(&self, run: &Range<usize>) -> bool {
        let most = match self.tokens.lower(run.start) {
            "how" => 2,
            first if PREPOSITIONS.contains(&first) => MOST_ELLIPTIC,
            _ => 1,
        };
        run.len() <= most && !run.clone().any(|at| self.is_auxiliary(at))
    }

    /// Whether a question has no verb: "by how much", "when", "since when".
    fn is_bare(&self, run: &Range<usize>) -> bool {
        let first = self.tokens.lower(run.start);
        // "Who keeps the minutes" has one.
        let subject = matches!(first, "who" | "what" | "which" | "whose");
        run.len() <= MOST_BARE && !subject && !run.clone().any(|at| self.is_auxiliary(at))
    }

    /// Where a question says where, when or in what, behind the words by which it asks.
    fn place(&self, run: &Range<usize>) -> Option<usize> {
        (run.start + 2..run.end.saturating_sub(1))
            .find(|at| PLACING.contains(&self.tokens.lower(*at)))
    }

    /// Where the words end by which a question asks: behind "at what", "how long".
    fn asking_end(&self, run: &Range<usize>) -> usize {
        let Some(asks) = run.clone().take(2).find(|at| self.asks(*at)) else { return run.start };
        let adjective =
            self.tokens.lower(asks) == "how" && asks + 1 < run.end && !self.is_auxiliary(asks + 1);
        asks + 1 + usize::from(adjective)
    }

    /// The words by which a question says what it is about: "the mill" of "how many rooms is the mill".
    fn topic(&self, run: &Range<usize>) -> Range<usize> {
        let is = |at: &usize| matches!(self.tokens.lower(*at), "is" | "are" | "was" | "were");
        let names = |at: usize| {
            let article =
                ["the", "a", "an", "my", "our", "your", "his", "her", "their", "this", "that"];
            at + 1 < run.end && article.contains(&self.tokens.lower(at))
        };
        if let Some(is) = run.clone().find(is).filter(|is| names(is + 1)) {
            return is + 1..run.end;
        }
        let after = self.asking_end(run);
        after + usize::from(after < run.end && self.is_auxiliary(after))..run.end
    }

    fn text(&self, run: Range<usize>) -> &str {
        &self.tokens.text[self.tokens.bytes(run)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> Vec<String> {
        joined(text).into_iter().map(|one| one.question).collect()
    }

    #[test]
    fn each_is_asked_by_itself() {
        assert_eq!(
            asked("Who is the chair, and who keeps the minutes?"),
            ["Who is the chair?", "who keeps the minutes?"]
        );
        assert_eq!(
            asked("Oak Lane lease: what is the rent and who pays the water bill?"),
            ["Oak Lane lease: what is the rent?", "Oak Lane lease: who pays the water bill?"]
        );
        assert_eq!(
            asked("What can be returned, at which desk, and who refunds the fare?"),
            ["What can be returned?", "at which desk can be returned?", "who refunds the fare?"]
        );
    }

    #[test]
    fn what_one_leaves_out_comes_from_the_other() {
        assert_eq!(
            asked("When and where is the market?"),
            ["When is the market?", "where is the market?"]
        );
        assert_eq!(
            asked("How many work at the depot, and since when?"),
            ["How many work at the depot?", "since when work at the depot?"]
        );
        assert_eq!(
            asked("What did the red paint cost and for how many walls was it?"),
            ["What did the red paint cost?", "the red paint cost: for how many walls was it?"]
        );
        assert_eq!(
            asked("How many lamps broke and how many were lost in the move to Leeds?"),
            [
                "How many lamps broke in the move to Leeds?",
                "how many were lost in the move to Leeds?"
            ]
        );
        assert_eq!(
            asked("Until when is the voucher valid, and is it for adults only?"),
            ["Until when is the voucher valid?", "the voucher valid: is it for adults only?"]
        );
        assert_eq!(
            asked("How many rooms is the old mill and who looks after it?"),
            ["How many rooms is the old mill?", "the old mill: who looks after it?"]
        );
    }

    #[test]
    fn what_asks_once_is_left_alone() {
        for question in [
            "What are the terms and conditions?",
            "How does the tool decide what to keep and what to drop?",
            "Where does it say who may apply and who may not apply?",
            "Who earns more, the clerk or the cook?",
            "The cook and what she earns",
            "Wie hoch und wie schwer ist das Regal?",
        ] {
            assert_eq!(asked(question), Vec::<String>::new(), "{question}");
        }
    }
}
