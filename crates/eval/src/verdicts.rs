//! Verdicts on written sentences, measured on statements that are known to be true, on altered ones,
//! and on true ones about something else.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

use citelight_core::{AnswerSentence, Citation, Corrections, Verdict};
use citelight_engine::{EngineError, Library};
use serde::Serialize;

use crate::answers::touched;
use crate::asking::{ask, documents_of};
use crate::retrieval::{Question, read_questions};
use crate::{EvalError, share};
use citelight_engine::inspect;

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

/// What was made of a statement.
struct Judged {
    truth: Truth,
    /// The verdict on it; of several sentences the least. None of them left is not confirmed.
    verdict: Verdict,
    /// Whether a cited rectangle touches an expected one; `None` where none is known or nothing cited.
    touched: Option<bool>,
}

/// Checks the expected answers of files of questions, and altered ones, as if the text generator had
/// written them; of a question that puts a claim, the claim. `unanswerable` are the expected answers
/// that stand for "not said".
pub fn measure(
    library: &Library,
    files: &[PathBuf],
    unanswerable: &[String],
) -> Result<VerdictReport, EvalError> {
    let mut judged: Vec<Judged> = Vec::new();
    for file in files {
        let questions = read_questions(file)?;
        for (place, question) in questions.iter().enumerate() {
            let Ok(documents) = documents_of(library, question) else { continue };
            let statements = match claim(library, question, unanswerable)? {
                Some(claim) => vec![claim],
                None => statements(question, &questions, place),
            };
            let texts: Vec<&str> = statements.iter().map(|(_, text)| text.as_str()).collect();
            let ask = ask(&question.question, &documents);
            let checked = inspect::check_written(library, &ask, &texts)?;
            judged.extend(statements.iter().zip(&checked).map(|((truth, _), checked)| {
                judge(*truth, question, &checked.sentences, &checked.citations)
            }));
        }
    }
    Ok(report(&judged))
}

/// The claim that a question asks to be checked, with what is known of it.
fn claim(
    library: &Library,
    question: &Question,
    unanswerable: &[String],
) -> Result<Option<(Truth, String)>, EngineError> {
    let truth = match question.answer.as_deref() {
        Some("Yes") => Truth::ClaimSupported,
        Some("No") => Truth::ClaimContradicted,
        Some(answer) if unanswerable.iter().any(|one| one == answer) => Truth::ClaimNotMentioned,
        _ => return Ok(None),
    };
    let read = library.interpret(&question.question, &[], &Corrections::default())?;
    let words = read.claim.and_then(|claim| question.question.get(claim.range()));
    Ok(words.map(|words| (truth, words.to_owned())))
}

/// The expected answer, altered ones, and that of a question on another document.
fn statements(question: &Question, all: &[Question], place: usize) -> Vec<(Truth, String)> {
    let Some(answer) = &question.answer else { return Vec::new() };
    let after = all[place..].iter().chain(&all[..place]);
    let foreign =
        after.filter(|one| one.documents != question.documents).find_map(|one| one.answer.clone());
    let all = [
        (Truth::True, Some(answer.clone())),
        (Truth::OtherFigure, other_figure(answer)),
        (Truth::OtherName, other_name(answer)),
        (Truth::Opposite, opposite(answer)),
        (Truth::Elsewhere, foreign),
    ];
    all.into_iter().filter_map(|(truth, text)| Some((truth, text?))).collect()
}

/// Judges what a check kept of a statement.
fn judge(
    truth: Truth,
    question: &Question,
    sentences: &[AnswerSentence],
    citations: &[Citation],
) -> Judged {
    let least = |a: Verdict, b: Verdict| if rank(a) > rank(b) { a } else { b };
    let verdict = sentences.iter().map(|one| one.verdict).reduce(least);
    Judged {
        truth,
        verdict: verdict.unwrap_or(Verdict::NotConfirmed),
        touched: touched(question, citations).filter(|_| !citations.is_empty()),
    }
}

fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Quoted | Verdict::Confirmed => 0,
        Verdict::Partly => 1,
        Verdict::NotConfirmed => 2,
    }
}

/// The statement with another figure: the last digit of its first number changed. None without one.
fn other_figure(text: &str) -> Option<String> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let rest = &text[start..];
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let at = start + end - 1;
    let digit = (text.as_bytes()[at] - b'0' + 3) % 10;
    Some(format!("{}{digit}{}", &text[..at], &text[at + 1..]))
}

/// The statement with another name in the place of its first one that does not begin it.
fn other_name(text: &str) -> Option<String> {
    let word = words(text).into_iter().skip(1).find(|range| {
        let word = &text[range.clone()];
        word.len() > 2
            && word.starts_with(char::is_uppercase)
            && word.chars().all(char::is_alphabetic)
    })?;
    Some(format!("{}{STRANGER}{}", &text[..word.start], &text[word.end..]))
}

/// The opposite: "not" taken out, or put behind the first auxiliary. None where there is neither.
fn opposite(text: &str) -> Option<String> {
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
fn report(judged: &[Judged]) -> VerdictReport {
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
        let sentence =
            |verdict| AnswerSentence { parts: Vec::new(), verdict, item: false, aside: false };
        let of = |sentences: &[AnswerSentence]| {
            judge(Truth::True, &Question::default(), sentences, &[]).verdict
        };
        let both = [sentence(Verdict::Confirmed), sentence(Verdict::Partly)];
        assert_eq!(of(&both), Verdict::Partly);
        assert_eq!(of(&both[..1]), Verdict::Confirmed);
        assert_eq!(of(&[]), Verdict::NotConfirmed);
        let rows = report(&[judge(Truth::Opposite, &Question::default(), &both, &[])]).rows;
        assert_eq!((rows[0].statements, rows[0].verdicts), (1, [0, 1, 0]));
    }
}
