//! Owns questions that a calculated figure decides: "Is the quick ratio above 1?", "Did the margin
//! improve from 2021 to 2022?". They become a question for the figure, and a test of it.

use citelight_core::{Interpretation, PeriodValue, When, YearPart};
use rust_decimal::Decimal;

use crate::calculate::shown_time;
use crate::label::Key;
use crate::measures::Measures;

/// What a figure is tested for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Test {
    /// It is greater.
    Above(Decimal),
    /// It is as great or greater.
    AtLeast(Decimal),
    /// It is less.
    Below(Decimal),
}

impl Test {
    /// Whether a figure, in ones of its unit, passes.
    pub fn passes(&self, value: Decimal) -> bool {
        match self {
            Test::Above(limit) => value > *limit,
            Test::AtLeast(limit) => value >= *limit,
            Test::Below(limit) => value < *limit,
        }
    }
}

/// A question that a figure decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The question for the figure.
    pub question: String,
    /// The figure passes where the answer is yes.
    pub test: Test,
}

/// Words with which a question of yes or no begins.
const ASKING: [&str; 9] = ["is", "are", "was", "were", "do", "does", "did", "has", "have"];
/// Words that begin what is said of the time and the place of a figure.
const TAILS: [&str; 9] =
    ["between", "from", "compared", "in", "over", "based", "relative", "versus", "for"];
/// Beginnings of words for a change upward, and downward.
const UP: [&str; 7] = ["increas", "improv", "grow", "grew", "rise", "rose", "expand"];
const DOWN: [&str; 8] =
    ["decreas", "declin", "drop", "fall", "fell", "shrink", "worsen", "deteriorat"];
const ABOVE: [&str; 6] = ["above", "over", "exceed", "greater", "higher", "more"];
const BELOW: [&str; 4] = ["below", "under", "less", "lower"];

/// Reads a question of yes or no. `None` where no figure would decide it.
pub fn decision(question: &str, asked: &Interpretation) -> Option<Decision> {
    let sentence = question.split(['?', '\n']).next().unwrap_or_default();
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let lower: Vec<String> = words
        .iter()
        .map(|word| word.trim_matches(|c: char| ",;:()".contains(c)).to_lowercase())
        .collect();
    let start = lower.iter().position(|word| ASKING.contains(&word.as_str()))?;
    // "Based on FY2022 data, is …": what stands before ends in a comma.
    if start > 0 && !words[start - 1].ends_with(',') {
        return None;
    }
    signed(&words, &lower, start)
        .or_else(|| compared(&words, &lower, start))
        .or_else(|| changed(&words, &lower, start, asked))
}

/// Words with which a question asks for a judgement, and words that judge.
const JUDGING: [&str; 6] = ["could", "can", "would", "should", "will", "able"];
const JUDGED: [&str; 24] = [
    "healthy",
    "unhealthy",
    "sound",
    "solid",
    "strong",
    "weak",
    "good",
    "bad",
    "adequate",
    "sufficient",
    "comfortable",
    "comfortably",
    "easily",
    "worry",
    "worrying",
    "concern",
    "enough",
    "liquid",
    "cover",
    "reasonable",
    "ok",
    "okay",
    "fine",
    "problem",
];

/// A question of judgement that a figure decides by its rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The question for the figure.
    pub question: String,
    /// The rule, in words that are shown.
    pub rule: String,
}

/// Reads a question of judgement: "Is its current ratio healthy?", "Could it pay its short-term debts at the
/// end of June 2022?" `None` where it asks for none, or no measure with a rule decides it.
pub fn judgement(question: &str, asked: &Interpretation, measures: &Measures) -> Option<Judgement> {
    let lower = question.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let begins = |all: &[&str]| words.iter().take(2).any(|word| all.contains(word));
    let judges = words.iter().any(|word| JUDGED.contains(word));
    if !(begins(&JUDGING) || begins(&ASKING) && judges) {
        return None;
    }
    let measure = measures.judging(&Key::of(&words.join(" ")))?;
    let times: Vec<&str> = asked
        .periods
        .iter()
        .flat_map(|period| &period.found.spans)
        .filter_map(|span| question.get(span.range()))
        .collect();
    let at = if times.is_empty() { "" } else { " for " };
    Some(Judgement {
        question: format!("What is the {}{at}{}?", measure.name, times.join(" and ")),
        rule: measure.rule.clone()?,
    })
}

fn is_tail(word: &str) -> bool {
    TAILS.contains(&word)
}

/// "Does it have positive working capital in 2022?"
fn signed(words: &[&str], lower: &[String], start: usize) -> Option<Decision> {
    let sign = (start + 1..lower.len())
        .find(|at| matches!(lower[*at].as_str(), "positive" | "negative"))?;
    let positive = lower[sign] == "positive";
    let behind = lower.get(sign + 1).filter(|word| !is_tail(word));
    let rest = match behind {
        Some(_) => words[sign + 1..].join(" "),
        None => [&words[start + 1..sign], &words[sign + 1..]].concat().join(" "),
    };
    let test = if positive { Test::Above(Decimal::ZERO) } else { Test::Below(Decimal::ZERO) };
    Some(Decision { question: format!("What is the {rest}?"), test })
}

/// "Is the quick ratio above 1 in 2022?"
fn compared(words: &[&str], lower: &[String], start: usize) -> Option<Decision> {
    let limit = (start + 2..lower.len()).find(|at| number(&lower[*at]).is_some())?;
    let value = number(&lower[limit])?;
    // What is counted in something is for sentences to say.
    let counted = lower.get(limit + 1).is_some_and(|word| !is_tail(word) && word != "percent");
    let (first, second) = (lower[limit - 1].as_str(), lower[limit - 2].as_str());
    let (order, length) = if first == "than" { (second, 2) } else { (first, 1) };
    let test = if (first, second) == ("least", "at") {
        Test::AtLeast(value)
    } else if ABOVE.contains(&order) {
        Test::Above(value)
    } else if BELOW.contains(&order) {
        Test::Below(value)
    } else {
        return None;
    };
    let length = if matches!(test, Test::AtLeast(_)) { 2 } else { length };
    let subject = words.get(start + 1..limit - length)?;
    if counted || subject.is_empty() {
        return None;
    }
    let percent = lower.get(limit + 1).is_some_and(|word| word == "percent");
    let tail = words.get(limit + 1 + usize::from(percent)..).unwrap_or_default();
    let question = format!("What is {} {}?", subject.join(" "), tail.join(" "));
    let hundredths = percent || lower[limit].ends_with('%');
    let scaled = |limit: Decimal| if hundredths { limit / Decimal::ONE_HUNDRED } else { limit };
    let test = match test {
        Test::Above(limit) => Test::Above(scaled(limit)),
        Test::AtLeast(limit) => Test::AtLeast(scaled(limit)),
        Test::Below(limit) => Test::Below(scaled(limit)),
    };
    Some(Decision { question, test })
}

/// "Did the margin improve from 2021 to 2022?", "Was there any drop in cash …?"
fn changed(
    words: &[&str],
    lower: &[String],
    start: usize,
    asked: &Interpretation,
) -> Option<Decision> {
    let begins = |word: &str, all: &[&str]| all.iter().any(|one| word.starts_with(one));
    let at = (start + 1..lower.len())
        .find(|at| begins(&lower[*at], &UP) || begins(&lower[*at], &DOWN))?;
    let up = begins(&lower[at], &UP);
    let (from, to) = ends(asked)?;
    let noun = lower[start + 1] == "there" || lower.get(at + 1).is_some_and(|word| word == "in");
    let mut behind = at + 1 + usize::from(noun);
    while lower.get(behind).is_some_and(|word| matches!(word.as_str(), "its" | "their" | "the")) {
        behind += 1;
    }
    let end = (behind..lower.len()).find(|n| is_tail(&lower[*n])).unwrap_or(lower.len());
    // "Did X grow its debt": the line stands behind the verb; "did debt grow": before it.
    let line = if behind < end { &words[behind..end] } else { &words[start + 1..at] };
    if line.is_empty() {
        return None;
    }
    let line = line.join(" ");
    let (from, to) = (shown_time(Some(from)), shown_time(Some(to)));
    Some(Decision {
        question: format!("What is the change in {line} from {from} to {to}?"),
        test: if up { Test::Above(Decimal::ZERO) } else { Test::Below(Decimal::ZERO) },
    })
}

/// The two times between which something changed, the earlier first. A lone year is set against the one
/// before.
fn ends(asked: &Interpretation) -> Option<(When, When)> {
    let (a, b) = match asked.periods.as_slice() {
        [one] => match one.value {
            PeriodValue::Range(from, to) => (from, to),
            PeriodValue::One(to) if to.part == YearPart::Whole => {
                (When { year: to.year?.checked_sub(1), ..to }, to)
            }
            _ => return None,
        },
        [first, second] => match (first.value, second.value) {
            (PeriodValue::One(a), PeriodValue::One(b)) => (a, b),
            _ => return None,
        },
        _ => return None,
    };
    Some(if a.first_day()? <= b.first_day()? { (a, b) } else { (b, a) })
}

/// A bare number, a year being none.
fn number(word: &str) -> Option<Decimal> {
    let plain = word.trim_end_matches(['%', 'x']).replace(',', "");
    let year = plain.len() == 4 && (plain.starts_with("19") || plain.starts_with("20"));
    let digits = plain.starts_with(|c: char| c.is_ascii_digit());
    (digits && !year).then(|| plain.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use citelight_core::{Found, Period};

    use super::*;

    fn year(year: u16) -> When {
        When { year: Some(year), part: YearPart::Whole }
    }

    fn asked(value: PeriodValue) -> Interpretation {
        let found = Found { key: String::new(), label: String::new(), spans: Vec::new() };
        let periods = vec![Period { found, value, fiscal: false }];
        Interpretation { periods, ..Interpretation::default() }
    }

    #[test]
    fn a_judgement_becomes_a_question_for_the_figure_that_has_a_rule() {
        let measures = Measures::builtin();
        let none = Interpretation::default();
        let asks = |question: &str| judgement(question, &none, &measures).map(|one| one.question);
        let ratio = Some("What is the current ratio?".to_owned());
        assert_eq!(asks("Was Acme's current ratio healthy?"), ratio);
        assert_eq!(asks("Could Acme pay its short-term bills easily?"), ratio);
        assert_eq!(
            asks("Is the quick ratio a reason to worry?").unwrap(),
            "What is the quick ratio?"
        );
        assert_eq!(asks("What is the current ratio?"), None);
        assert_eq!(asks("Is the revenue good?"), None, "it has no rule");
    }

    #[test]
    fn what_a_figure_decides_becomes_a_question_for_it() {
        let both = asked(PeriodValue::Range(year(2022), year(2021)));
        let zero = Decimal::ZERO;
        for (question, figure, test) in [
            (
                "Does Acme have positive working capital based on FY2022 data?",
                "What is the working capital based on FY2022 data?",
                Test::Above(zero),
            ),
            (
                "Was operating cash flow negative in 2022?",
                "What is the operating cash flow in 2022?",
                Test::Below(zero),
            ),
            (
                "Is Acme's quick ratio above 1.5 in 2022?",
                "What is Acme's quick ratio in 2022?",
                Test::Above(Decimal::new(15, 1)),
            ),
            (
                "Was the gross margin at least 20% for 2022?",
                "What is the gross margin for 2022?",
                Test::AtLeast(Decimal::new(2, 1)),
            ),
            (
                "Did gross margin improve from 2022 to 2021?",
                "What is the change in gross margin from 2021 to 2022?",
                Test::Above(zero),
            ),
            (
                "Has Acme reduced or decreased its total debt between 2022 and the 2021 period?",
                "What is the change in total debt from 2021 to 2022?",
                Test::Below(zero),
            ),
            (
                "Was there any drop in cash between 2021 and 2022?",
                "What is the change in cash from 2021 to 2022?",
                Test::Below(zero),
            ),
        ] {
            let found = decision(question, &both);
            let expected = Decision { question: figure.to_owned(), test };
            assert_eq!(found, Some(expected), "{question}");
        }
    }

    #[test]
    fn other_questions_are_left_alone() {
        let both = asked(PeriodValue::Range(year(2022), year(2021)));
        for question in [
            "Is notice longer than 30 days?",
            "Is the fee due in 2022?",
            "What is the change in revenue?",
            "Does it pay a dividend?",
        ] {
            assert_eq!(decision(question, &both), None, "{question}");
        }
        let none = Interpretation::default();
        assert_eq!(decision("Did revenue grow?", &none), None, "no times");
    }

    #[test]
    fn tests_are_strict_at_the_limit() {
        let one = Decimal::ONE;
        assert!(!Test::Above(one).passes(one) && !Test::Below(one).passes(one));
        assert!(Test::AtLeast(one).passes(one) && Test::Below(one).passes(Decimal::ZERO));
    }
}
