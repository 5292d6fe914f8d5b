//! Leads against expected answers: how often the answer in a word is given, and how often it is right.
//!
//! A yes or no is right where the expected answer begins with the same word; a number where all its
//! figures stand in the expected answer; a date or a name where its words stand there side by side, or
//! the expected answer's in it.

use std::fmt;

use citelight_core::{Answer, LeadKind, QuestionKind};
use citelight_text::holds_figure;
use serde::Serialize;

use crate::retrieval::Question;
use crate::share;

/// A question with the lead that was given.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Led {
    /// The first document that was asked.
    pub document: String,
    /// What was asked.
    pub question: String,
    /// What was expected, where it is known.
    pub expected: Option<String>,
    /// Whether it is to be answered with yes or no.
    pub yes_no: bool,
    /// Whether the documents are said to answer it.
    pub answerable: bool,
    /// What was given.
    pub kind: Option<LeadKind>,
    /// Its words; empty without one.
    pub lead: String,
    /// The answer as a whole.
    pub answer: String,
    /// Whether the lead is right; `None` without one, or where nothing is expected.
    pub right: Option<bool>,
}

/// Scores an answer's lead. `unanswerable` are the expected answers that stand for "not said".
pub fn judge_lead(question: &Question, answer: &Answer, unanswerable: &[String]) -> Led {
    let answerable = question.is_answered(unanswerable);
    let first = question.answer.as_deref().and_then(yes_or_no);
    let asked = &answer.interpretation;
    let asks = asked.claim.is_some() || asked.kind == QuestionKind::YesNo;
    let lead = answer.details.lead.as_ref();
    let right = lead.and_then(|lead| {
        let expected = question.answer.as_deref()?;
        Some(
            answerable
                && match lead.kind {
                    LeadKind::Yes => first == Some(true),
                    LeadKind::No => first == Some(false),
                    LeadKind::Number => numbers_in(&lead.text, expected),
                    _ => shares(&lead.text, expected),
                },
        )
    });
    Led {
        document: question.documents.first().cloned().unwrap_or_default(),
        question: question.question.clone(),
        expected: question.answer.clone(),
        yes_no: first.is_some() || !answerable && asks,
        answerable,
        kind: lead.map(|lead| lead.kind),
        lead: lead.map(|lead| lead.text.clone()).unwrap_or_default(),
        answer: answer.answer.clone(),
        right,
    }
}

/// What an expected answer begins with.
fn yes_or_no(expected: &str) -> Option<bool> {
    let first = expected.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty())?;
    match first.to_lowercase().as_str() {
        "yes" | "true" => Some(true),
        "no" | "false" => Some(false),
        _ => None,
    }
}

/// Whether the words of one text stand in the other in the same order, side by side.
fn shares(lead: &str, expected: &str) -> bool {
    let words = |text: &str| -> String {
        let plain = text.to_lowercase().replace(',', "");
        let words: Vec<&str> = plain
            .split(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '%'))
            .map(|word| word.trim_matches('.'))
            .filter(|word| !word.is_empty())
            .collect();
        format!(" {} ", words.join(" "))
    };
    let (lead, expected) = (words(lead), words(expected));
    lead.len() > 2 && expected.len() > 2 && (lead.contains(&expected) || expected.contains(&lead))
}

/// Whether every figure of a lead, in digits or in words, is a word of the expected answer.
fn numbers_in(lead: &str, expected: &str) -> bool {
    let figures = |text: &str| -> Vec<String> {
        let plain = text.to_lowercase().replace(',', "");
        let words = plain.split(|c: char| !c.is_alphanumeric() && c != '.');
        let words = words.map(|word| word.trim_matches('.').to_owned());
        words.filter(|word| holds_figure(word)).collect()
    };
    let (lead, expected) = (figures(lead), figures(expected));
    !lead.is_empty() && lead.iter().all(|figure| expected.contains(figure))
}

/// What leads come to on some questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Tally {
    /// Questions, for yes and no; leads of the kind, for others.
    pub asked: usize,
    /// Leads whose rightness is known.
    pub given: usize,
    /// Of these, right ones.
    pub right: usize,
    /// Of the questions of yes or no, those whose right answer is yes.
    pub yes: usize,
}

/// What the leads of a set of answers come to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LeadReport {
    /// Yes or no: all questions.
    pub yes_no: Tally,
    /// Yes or no: the questions that the documents answer.
    pub settled: Tally,
    /// Yes or no in every second document by name, from the first, and in the others.
    pub halves: [Tally; 2],
    /// Dates, names, numbers.
    pub others: Vec<(LeadKind, Tally)>,
}

/// Sums leads up.
pub fn lead_report(all: &[Led]) -> LeadReport {
    let mut documents: Vec<&str> = all.iter().map(|one| one.document.as_str()).collect();
    documents.sort_unstable();
    documents.dedup();
    let half = |one: &Led| documents.binary_search(&one.document.as_str()).unwrap_or(0) % 2;
    let tally = |wanted: &dyn Fn(&Led) -> bool| {
        let mut tally = Tally::default();
        for one in all.iter().filter(|one| wanted(one)) {
            tally.asked += 1;
            tally.given += usize::from(one.right.is_some());
            tally.right += usize::from(one.right == Some(true));
            let yes = one.expected.as_deref().and_then(yes_or_no) == Some(true);
            tally.yes += usize::from(yes && one.answerable);
        }
        tally
    };
    let others = [LeadKind::Date, LeadKind::Name, LeadKind::Number];
    LeadReport {
        yes_no: tally(&|one| one.yes_no),
        settled: tally(&|one| one.yes_no && one.answerable),
        halves: [0, 1].map(|place| tally(&|one| one.yes_no && half(one) == place)),
        others: others.map(|kind| (kind, tally(&|one| one.kind == Some(kind)))).to_vec(),
    }
}

impl fmt::Display for LeadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |f: &mut fmt::Formatter<'_>, what: &str, tally: &Tally| {
            let Tally { asked, given, right, yes } = *tally;
            writeln!(
                f,
                "{what}: {given} of {asked} ({:.1} %), of these right {right} ({:.1} %); \
                 always yes: {:.1} %",
                share(given, asked),
                share(right, given),
                share(yes, asked)
            )
        };
        line(f, "yes or no, given", &self.yes_no)?;
        line(f, "  where the documents answer", &self.settled)?;
        line(f, "  documents 1, 3, 5 …", &self.halves[0])?;
        line(f, "  documents 2, 4, 6 …", &self.halves[1])?;
        for (kind, tally) in &self.others {
            let name = match kind {
                LeadKind::Date => "dates",
                LeadKind::Name => "names",
                _ => "numbers",
            };
            writeln!(
                f,
                "{name}: {} given, right {} ({:.1} %)",
                tally.given,
                tally.right,
                share(tally.right, tally.given)
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn led(document: &str, expected: &str, kind: Option<LeadKind>) -> Led {
        let first = yes_or_no(expected);
        let answerable = expected != "Not mentioned";
        let right = kind.map(|kind| answerable && first == Some(kind == LeadKind::Yes));
        Led {
            document: document.into(),
            question: String::new(),
            expected: Some(expected.into()),
            yes_no: true,
            answerable,
            kind,
            lead: String::new(),
            answer: String::new(),
            right,
        }
    }

    #[test]
    fn what_is_not_mentioned_makes_a_lead_wrong() {
        let (yes, no) = (Some(LeadKind::Yes), Some(LeadKind::No));
        let report = lead_report(&[
            led("a", "Yes, it does.", yes),
            led("a", "No.", yes),
            led("b", "Not mentioned", no),
            led("b", "No", no),
            led("b", "Yes", None),
        ]);
        let tally = |asked, given, right, yes| Tally { asked, given, right, yes };
        assert_eq!(report.yes_no, tally(5, 4, 2, 2));
        assert_eq!(report.settled, tally(4, 3, 2, 2));
        assert_eq!(report.halves, [tally(2, 2, 1, 1), tally(3, 2, 1, 1)]);
    }

    #[test]
    fn figures_are_found_among_those_expected() {
        assert!(numbers_in("At least 1,500 people", "some 1500 were there"));
        assert!(numbers_in("thirty days", "Thirty (30) days"));
        assert!(!numbers_in("33%", "50% of them"));
        assert!(!numbers_in("many", "many"));
    }

    #[test]
    fn words_are_shared_whole_and_in_order() {
        for (lead, expected, right) in [
            ("60 days", "within 60 days of notice", true),
            ("14 March 2021", "March 2021", true),
            ("1,577", "1577", true),
            ("160 days", "60 days", false),
            ("May 2021", "2021 May", false),
            ("", "60", false),
        ] {
            assert_eq!(shares(lead, expected), right, "{lead} / {expected}");
        }
    }
}
