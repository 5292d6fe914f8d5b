//! Owns what a comparison sets against each other.
//!
//! Works on tokens and on the anchors among them: documents, forms, times and parts that were found
//! before. A side is the run of tokens that the other sides have not; the rest of the question is
//! shared.

mod alternatives;
mod asked;
mod breath;
mod clauses;
mod earlier;
mod extent;
mod measure;
mod ones;
mod other_time;
mod patterns;
mod query;
mod short_form;
mod whole_names;
mod words;

use std::ops::Range;

use citelight_text::Tokens;

pub use asked::{SideQuestion, side_question};
pub(crate) use ones::write_out_ones;
pub(crate) use other_time::set_other_time;
pub(crate) use query::query;
use words::PREPOSITIONS;

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
    /// The sides' queries, where they are more than the question without the other sides.
    pub(crate) queries: Vec<String>,
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
        .year_before()
        .or_else(|| sentence.between())
        .or_else(|| sentence.over_time())
        .or_else(|| sentence.compare())
        .or_else(|| sentence.linked())
        .or_else(|| sentence.than())
        .or_else(|| sentence.which_or())
        .or_else(|| sentence.announced())
        .or_else(|| sentence.asked_twice())
        .or_else(|| sentence.each())
        .or_else(|| sentence.together())
        .or_else(|| sentence.repeated())
        .or_else(|| sentence.coordinated())
        .or_else(|| sentence.acting())?;
    let sides: Vec<_> = found.sides.iter().map(|side| sentence.trimmed(side.clone())).collect();
    let whole = |side: &Range<usize>| sentence.whole_name(side.clone(), &sides);
    let sides: Vec<_> = sides.iter().map(whole).collect();
    let text = |side: &Range<usize>| tokens.text[tokens.bytes(side.clone())].to_lowercase();
    let distinct = sides.iter().enumerate().all(|(n, side)| {
        side.clone().any(|at| tokens.is_word(at))
            && sides[..n].iter().all(|other| {
                text(other) != text(side) && other.end <= side.start
                    || other.start >= side.end && text(other) != text(side)
            })
    });
    // "…, yes or no?"
    let answers = sides.iter().any(|side| matches!(text(side).as_str(), "yes" | "no" | "not"));
    if sides.len() < 2 || !distinct || answers {
        return None;
    }
    let mut split = Split { sides, ..found };
    if let [a, b] = &split.sides[..]
        && split.queries.is_empty()
        && let Some((word, other)) = sentence.told_by_one_word(a, b)
    {
        let second = query(tokens, std::slice::from_ref(&sentence.run), &split, 1);
        let first = second.replacen(sentence.text(&other), sentence.text(&word), 1);
        split.queries = vec![first, second];
    }
    Some(split)
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

    /// Some tokens as they are written, marks at the end left out.
    fn text(&self, run: &Range<usize>) -> &str {
        self.tokens.text[self.tokens.bytes(run.clone())].trim_end_matches(['?', '.', ' '])
    }

    /// Whether a word is part of one with hyphens: "in" of "in-network".
    fn compound(&self, at: usize) -> bool {
        let hyphen = |at: usize| matches!(self.word(at), "-" | "‑") && self.tokens.touches(at);
        hyphen(at + 1) && self.tokens.touches(at + 2)
            || at > 0 && hyphen(at - 1) && self.tokens.touches(at)
    }

    fn is_preposition(&self, at: usize) -> bool {
        let word = self.word(at);
        PREPOSITIONS.contains(word) && word != "of" && !self.compound(at)
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
}
