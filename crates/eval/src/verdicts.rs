//! Verdicts on written sentences, measured on statements that are known to be true, on altered ones,
//! and on true ones about something else.

use std::fmt;
use std::ops::Range;

use citelight_core::{AnswerSentence, Citation, Verdict};
use serde::Serialize;

use crate::answers::touched;
use crate::retrieval::Question;
use crate::share;

/// Auxiliaries behind which "not" makes the opposite.
const AUXILIARIES: [&str; 15] = [
    "is", "are", "was", "were", "may", "must", "shall", "should", "will", "can", "could", "has",
    "have", "had", "would",
];
/// A name that stands in none of the documents.
const STRANGER: &str = "Zelvaria";

/// What a statement is known to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Truth {
    /// The document says it.
    True,
    /// The same with another figure.
    OtherFigure,
    /// The same with another name.
    OtherName,
    /// The same, negated.
    Opposite,
    /// True of another document.
    Elsewhere,
    /// A claim that the document supports.
    ClaimSupported,
    /// A claim that the document contradicts.
    ClaimContradicted,
    /// A claim of which it says nothing.
    ClaimNotMentioned,
}

/// A statement, what it is, and what was made of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Judged {
    /// What it is.
    pub truth: Truth,
    /// The statement.
    pub statement: String,
    /// The verdict on it; of several sentences the least. None of them left is not confirmed.
    pub verdict: Verdict,
    /// Whether a cited rectangle touches an expected one; `None` where none is known or nothing cited.
    pub touched: Option<bool>,
}

/// Judges what a check kept of a statement.
pub fn judge(
    truth: Truth,
    statement: &str,
    question: &Question,
    sentences: &[AnswerSentence],
    citations: &[Citation],
) -> Judged {
    let least = |a: Verdict, b: Verdict| if rank(a) > rank(b) { a } else { b };
    let verdict = sentences.iter().map(|one| one.verdict).reduce(least);
    Judged {
        truth,
        statement: statement.to_owned(),
        verdict: verdict.unwrap_or(Verdict::NotConfirmed),
        touched: touched(question, citations).filter(|_| !citations.is_empty()),
    }
}

fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Confirmed => 0,
        Verdict::Partly => 1,
        Verdict::NotConfirmed => 2,
    }
}

/// The statement with another figure: the last digit of its first number changed. None without one.
pub fn other_figure(text: &str) -> Option<String> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let rest = &text[start..];
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let at = start + end - 1;
    let digit = (text.as_bytes()[at] - b'0' + 3) % 10;
    Some(format!("{}{digit}{}", &text[..at], &text[at + 1..]))
}

/// The statement with another name in the place of its first one that does not begin it.
pub fn other_name(text: &str) -> Option<String> {
    let word = words(text).into_iter().skip(1).find(|range| {
        let word = &text[range.clone()];
        word.len() > 2
            && word.starts_with(char::is_uppercase)
            && word.chars().all(char::is_alphabetic)
    })?;
    Some(format!("{}{STRANGER}{}", &text[..word.start], &text[word.end..]))
}

/// The opposite: "not" taken out, or put behind the first auxiliary. None where there is neither.
pub fn opposite(text: &str) -> Option<String> {
    if text.contains(" not ") {
        return Some(text.replacen(" not ", " ", 1));
    }
    let word = words(text).into_iter().find(|range| AUXILIARIES.contains(&&text[range.clone()]))?;
    Some(format!("{} not{}", &text[..word.end], &text[word.end..]))
}

fn words(text: &str) -> Vec<Range<usize>> {
    let place = |word: &str| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    };
    let mut found = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        found.push(place(word));
    }
    found
}

/// What verdicts come to.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct VerdictReport {
    /// One row for each kind of statement.
    pub rows: Vec<VerdictRow>,
}

/// The verdicts on one kind of statement.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct VerdictRow {
    /// What the statements are.
    pub truth: Truth,
    /// How many.
    pub statements: usize,
    /// How many were confirmed, confirmed in part, not confirmed.
    pub verdicts: [usize; 3],
    /// Those with a citation and a known place, and how many of their citations touch it.
    pub touched: (usize, usize),
}

/// Sums verdicts up.
pub fn report(judged: &[Judged]) -> VerdictReport {
    let mut truths: Vec<Truth> = judged.iter().map(|one| one.truth).collect();
    truths.sort_unstable();
    truths.dedup();
    let row = |truth: Truth| {
        let of: Vec<&Judged> = judged.iter().filter(|one| one.truth == truth).collect();
        let mut verdicts = [0; 3];
        of.iter().for_each(|one| verdicts[usize::from(rank(one.verdict))] += 1);
        let known: Vec<bool> = of.iter().filter_map(|one| one.touched).collect();
        let touched = (known.len(), known.iter().filter(|yes| **yes).count());
        VerdictRow { truth, statements: of.len(), verdicts, touched }
    };
    VerdictReport { rows: truths.into_iter().map(row).collect() }
}

impl fmt::Display for VerdictReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "statements             number  confirmed  partly  not confirmed  cites the place"
        )?;
        for row in &self.rows {
            let name = match row.truth {
                Truth::True => "true",
                Truth::OtherFigure => "another figure",
                Truth::OtherName => "another name",
                Truth::Opposite => "the opposite",
                Truth::Elsewhere => "of another document",
                Truth::ClaimSupported => "claim, supported",
                Truth::ClaimContradicted => "claim, contradicted",
                Truth::ClaimNotMentioned => "claim, not mentioned",
            };
            let [yes, partly, no] = row.verdicts.map(|some| share(some, row.statements));
            write!(
                f,
                "{name:<22} {:>6} {yes:>8.1} % {partly:>5.1} % {no:>12.1} %",
                row.statements
            )?;
            match row.touched {
                (0, _) => writeln!(f)?,
                (all, some) => writeln!(f, " {:>14.1} %", share(some, all))?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alterations_change_what_they_name() {
        assert_eq!(other_figure("It rose by 1,577 in 2018.").unwrap(), "It rose by 4,577 in 2018.");
        assert_eq!(other_figure("It rose."), None);
        assert_eq!(other_name("The Bank of Kent pays.").unwrap(), "The Zelvaria of Kent pays.");
        assert_eq!(other_name("Kent pays."), None);
        assert_eq!(opposite("It is due.").unwrap(), "It is not due.");
        assert_eq!(opposite("It is not due.").unwrap(), "It is due.");
        assert_eq!(opposite("Sixty days."), None);
    }

    #[test]
    fn the_least_verdict_counts_and_nothing_left_is_not_confirmed() {
        let sentence = |verdict| AnswerSentence { parts: Vec::new(), verdict, item: false };
        let of = |sentences: &[AnswerSentence]| {
            judge(Truth::True, "", &Question::default(), sentences, &[]).verdict
        };
        let both = [sentence(Verdict::Confirmed), sentence(Verdict::Partly)];
        assert_eq!(of(&both), Verdict::Partly);
        assert_eq!(of(&both[..1]), Verdict::Confirmed);
        assert_eq!(of(&[]), Verdict::NotConfirmed);
        let rows = report(&[judge(Truth::Opposite, "", &Question::default(), &both, &[])]).rows;
        assert_eq!((rows[0].statements, rows[0].verdicts), (1, [0, 1, 0]));
    }
}
