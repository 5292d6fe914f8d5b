//! Owns the score of answers that are one number: right within rounding, wrong, refused.
//!
//! A question is taken in when its expected answer holds exactly one quantity (years, dates and
//! numbers of parts are none) and does not begin with "yes" or "no", and when the question asks neither
//! "which" nor for a list, a definition, a summary, or whether. "refused: NAME" as expected answer wants a refusal that names an operand.
//!
//! Right is a number that agrees with the expected one to the coarser of the last digits that the
//! two show; noughts at the end of decimals show nothing ("$5409.00"). Where the expected number bears no
//! scale word, the answer's may be said in thousands, millions, billions. A figure is judged by the
//! figure itself; an answer of quoted sentences counts apart where one of its numbers agrees.

use std::fmt;
use std::path::PathBuf;

use citelight_core::{Answer, QuestionKind};
use citelight_engine::Library;
use citelight_text::{Figure, Mark, mentions};
use serde::Serialize;

use crate::asking::{ask, documents_of};
use crate::retrieval::{Question, read_questions};
use crate::{EvalError, share};

/// What is expected of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Expected {
    /// This number.
    Number(Figure),
    /// A refusal that names this operand, in lower case.
    Refusal(String),
}

impl Expected {
    /// Reads an expected answer. `None` where it is no single number.
    pub fn of(answer: &str) -> Option<Expected> {
        let lower = answer.trim().to_lowercase();
        if let Some(name) = lower.strip_prefix("refused:") {
            return Some(Expected::Refusal(name.trim().to_owned()));
        }
        let first = lower.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        if matches!(first, "yes" | "no") {
            return None;
        }
        match mentions(answer).as_slice() {
            [one] => Some(Expected::Number(one.figure)),
            _ => None,
        }
    }
}

/// What an answer is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// The figure agrees, or the refusal names the operand.
    Right,
    /// A quoted sentence holds it among other words.
    Quoted,
    /// Another number, or a figure where a refusal is due.
    Wrong,
    /// No answer.
    Refused,
}

/// Judges an answer.
pub fn score(expected: &Expected, answer: &Answer) -> Score {
    let wanted = match expected {
        Expected::Refusal(name) => {
            let named = !answer.found && answer.answer.to_lowercase().contains(name.as_str());
            return if named {
                Score::Right
            } else if answer.found {
                Score::Wrong
            } else {
                Score::Refused
            };
        }
        Expected::Number(figure) => figure,
    };
    if !answer.found {
        return Score::Refused;
    }
    let told = match (&answer.calculation, answer.citations.as_slice()) {
        (Some(calculation), _) => Some(format!("{} {}", calculation.result, calculation.unit)),
        // "Inventories, 2019: 5,409 USD million [1]"
        (None, [one]) if one.cell.is_some() => answer.answer.rsplit(": ").next().map(str::to_owned),
        _ => None,
    };
    match told {
        Some(told) => match figure_of(&told) {
            Some(figure) if agrees(wanted, &figure) => Score::Right,
            _ => Score::Wrong,
        },
        None => {
            let quoted = answer.citations.iter().flat_map(|citation| mentions(&citation.quote));
            let held = quoted.into_iter().any(|mention| agrees(wanted, &mention.figure));
            if held { Score::Quoted } else { Score::Wrong }
        }
    }
}

/// The figure in "1,832 USD million [1]".
fn figure_of(told: &str) -> Option<Figure> {
    let plain = told.replace("USD ", "").replace("EUR ", "").replace("GBP ", "");
    let plain = plain.split('[').next()?.trim();
    let (negative, plain) = match plain.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, plain),
    };
    // A currency's sign keeps a bare year-like figure a figure.
    let mut figure = mentions(&format!("${plain}")).first()?.figure;
    if plain.contains('%') {
        figure.mark = Mark::Percent;
    }
    if negative {
        figure.value = -figure.value;
    }
    Some(figure)
}

/// Whether two figures are the same, to the coarser of their last digits.
fn agrees(wanted: &Figure, told: &Figure) -> bool {
    let number = |figure: &Figure| figure.value.to_string().parse::<f64>().unwrap_or(f64::NAN);
    let last = |figure: &Figure| {
        let bare = figure.value.normalize();
        let shown = if figure.scaled { figure.decimals } else { bare.scale() };
        10_f64.powi(figure.power as i32 - shown.min(12) as i32)
    };
    let powers: &[i32] = match (wanted.scaled, wanted.mark) {
        (true, _) | (_, Mark::Percent) => &[0],
        _ => &[0, 3, 6, 9, 12],
    };
    powers.iter().any(|power| {
        let scale = 10_f64.powi(*power);
        let (told_value, told_last) = (number(told) / scale, last(told) / scale);
        let allowed = last(wanted).max(told_last) / 2.0;
        let near = |value: f64| (value - number(wanted)).abs() <= allowed * (1.0 + 1e-9);
        let percent =
            wanted.mark == Mark::Percent && told.mark != Mark::Percent && told_value.abs() < 1.0;
        near(told_value) || percent && near(told_value * 100.0)
    })
}

/// Asks the questions of files that expect a number, and judges their answers.
pub fn measure(library: &Library, files: &[PathBuf]) -> Result<NumberReport, EvalError> {
    let mut report = NumberReport::default();
    for file in files {
        for question in read_questions(file)? {
            report.add(library, &question)?;
        }
    }
    Ok(report)
}

/// One question that was asked.
#[derive(Debug, Clone, Serialize)]
pub struct NumberLine {
    /// Its id, or its line in the file.
    pub id: String,
    /// What it is worth.
    pub score: Score,
    /// What was expected.
    pub expected: String,
    /// What was answered.
    pub answered: String,
}

/// The score of all questions.
#[derive(Debug, Clone, Default, Serialize)]
pub struct NumberReport {
    /// Questions that were left out, since they expect no single number.
    pub left_out: usize,
    /// Questions that could not be asked: their document is not in the library.
    pub not_asked: usize,
    /// Those that were asked, in order.
    pub lines: Vec<NumberLine>,
}

impl NumberReport {
    fn add(&mut self, library: &Library, question: &Question) -> Result<(), EvalError> {
        let gold = question.answer.as_deref().unwrap_or_default();
        let Some(expected) = Expected::of(gold) else {
            self.left_out += 1;
            return Ok(());
        };
        let Ok(documents) = documents_of(library, question) else {
            self.not_asked += 1;
            return Ok(());
        };
        let answer = library.answer(&ask(&question.question, &documents))?;
        if !NumberReport::takes(&expected, &answer) {
            self.left_out += 1;
            return Ok(());
        }
        self.lines.push(NumberLine {
            id: question.id.clone().unwrap_or_else(|| format!("line {}", question.line)),
            score: score(&expected, &answer),
            expected: gold.to_owned(),
            answered: answer.answer,
        });
        Ok(())
    }

    /// Whether a question is taken in: it asks for a number, or how much something changed.
    fn takes(expected: &Expected, answer: &Answer) -> bool {
        use QuestionKind::{Comparison, Fact, Number};
        let which = answer.question.to_lowercase().split(' ').any(|word| word == "which");
        matches!(expected, Expected::Refusal(_))
            || !which && matches!(answer.interpretation.kind, Number | Comparison | Fact)
    }

    /// How many have a score.
    pub fn count(&self, score: Score) -> usize {
        self.lines.iter().filter(|line| line.score == score).count()
    }
}

impl fmt::Display for NumberReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.lines.iter().filter(|line| line.score != Score::Right) {
            let answered: String = line.answered.chars().take(160).collect();
            writeln!(f, "{:?} {}: expected {}; {answered}", line.score, line.id, line.expected)?;
        }
        let all = self.lines.len();
        for (name, score) in [
            ("right", Score::Right),
            ("right in a quoted sentence", Score::Quoted),
            ("wrong", Score::Wrong),
            ("refused", Score::Refused),
        ] {
            writeln!(
                f,
                "{name:<28}{:>4} of {all}  {:>5.1} %",
                self.count(score),
                share(self.count(score), all)
            )?;
        }
        write!(f, "left out {}, not asked {}", self.left_out, self.not_asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(expected: &str, told: &str) -> bool {
        let Some(Expected::Number(wanted)) = Expected::of(expected) else { panic!("{expected}") };
        agrees(&wanted, &figure_of(told).unwrap())
    }

    #[test]
    fn numbers_agree_within_the_digits_shown() {
        for (expected, told) in [
            ("$1832.00", "1,832 USD million"),
            ("24.26", "24.26"),
            ("1.9%", "1.9%"),
            ("$0.40", "0.389 USD billion"),
            ("JnJ sold its inventory 2.7 times in FY2022.", "2.72"),
            ("0.01", "0.01"),
            ("$5466.00", "5,466.312 USD million"),
            ("approximately $20 billion", "20.1 USD billion"),
            ("-3.7", "-3.70"),
        ] {
            assert!(same(expected, told), "{expected} {told}");
        }
        for (expected, told) in [
            ("$1832.00", "1,833 USD million"),
            ("24.26", "24.31"),
            ("1.9%", "19%"),
            ("3.7", "-3.7"),
        ] {
            assert!(!same(expected, told), "{expected} {told}");
        }
    }

    #[test]
    fn only_single_numbers_are_expected() {
        assert!(Expected::of("Yes, it grew by 2%").is_none());
        assert!(Expected::of("from 20% to 23%").is_none());
        assert!(Expected::of("Trillium").is_none());
        assert!(
            matches!(Expected::of("refused: Goodwill"), Some(Expected::Refusal(name)) if name == "goodwill")
        );
    }
}
