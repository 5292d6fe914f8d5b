//! Owns the reading of questions for a series: how something changed from period to period.

use citelight_text::month;

/// Words that say that period after period is meant.
const SPREAD: [&str; 37] = [
    " from quarter to quarter",
    " from year to year",
    " from month to month",
    " over the fiscal",
    " in every",
    " every quarter",
    " every year",
    " over time",
    " over the years",
    " over the quarters",
    " over the months",
    " over the reported",
    " over the periods",
    " over the last",
    " over the past",
    " over the filings",
    " over the reports",
    " across the",
    " across all",
    " across periods",
    " across quarters",
    " across years",
    " in each quarter",
    " in each year",
    " in each period",
    " in each report",
    " in each filing",
    " for each quarter",
    " for each year",
    " for each period",
    " each quarter",
    " each year",
    " by quarter",
    " by year",
    " quarter by quarter",
    " year by year",
    " from period to period",
];
/// Verbs of change, behind "how has … ".
const CHANGED: [&str; 15] = [
    " run from",
    " been changing",
    " changed",
    " change",
    " developed",
    " develop",
    " evolved",
    " evolve",
    " moved",
    " move",
    " trended",
    " grown",
    " grew",
    " progressed",
    " varied",
];
/// How a question begins that asks for a course of things.
const HOW: [&str; 7] =
    ["how has ", "how have ", "how did ", "how does ", "how do ", "how had ", "how is "];
/// How a question begins that asks for the figures themselves.
const WHAT: [&str; 16] = [
    "what was the trend in ",
    "what is the trend in ",
    "what is the trend of ",
    "what were ",
    "what was ",
    "what are ",
    "what is ",
    "show me ",
    "show ",
    "list ",
    "give me ",
    "give ",
    "trend of ",
    "trend in ",
    "development of ",
    "course of ",
];

/// Words behind a verb of change that say over what: all that lies within.
const WITHIN: [&str; 3] = [" over ", " across ", " throughout "];
/// Years from the first to the last that a question names, from which on those between are meant, too.
const SEVERAL_YEARS: u32 = 2;
/// Quarters or months that a question names, from which on it asks for a series and no comparison.
const SEVERAL_PARTS: usize = 3;

/// What a question asks a series of ("revenue" of "How has revenue changed over the reported periods?"), as
/// a range of its bytes; `None` where it asks for none.
pub fn series_subject(question: &str) -> Option<std::ops::Range<usize>> {
    let lower = question.to_ascii_lowercase();
    let spread = SPREAD.iter().filter_map(|words| lower.find(words)).min();
    let begins = |openers: &[&str]| {
        openers.iter().find_map(|opener| {
            let at = lower.find(opener)?;
            (at == 0 || lower[..at].ends_with([' ', ',', '.', '?'])).then_some(at + opener.len())
        })
    };
    let (start, end) = match begins(&HOW) {
        Some(start) => {
            let verb =
                CHANGED.iter().filter_map(|verb| Some(start + lower.get(start..)?.find(verb)?));
            let verb = verb.min()?;
            let within = WITHIN.iter().any(|words| lower[verb..].contains(words));
            let several = over_several_years(&lower[verb..]) || names_several_parts(&lower[verb..]);
            if spread.is_none() && !within && !several {
                return None;
            }
            (start, verb)
        }
        None => (begins(&WHAT)?, spread?),
    };
    let end = spread.map_or(end, |spread| end.min(spread));
    let words = question.get(start..end)?;
    let from = start + (words.len() - words.trim_start().len());
    let subject = from..from + words.trim().len();
    (!subject.is_empty()).then_some(subject)
}

/// "in Q1, Q2 and Q3 of 2024", "from December 2023 to March and June 2024".
fn names_several_parts(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let ordinal = |word: &str| {
        text.contains("quarter") && matches!(word, "first" | "second" | "third" | "fourth")
    };
    let part = |word: &&str| {
        matches!(*word, "q1" | "q2" | "q3" | "q4") || ordinal(word) || month(word).is_some()
    };
    words.filter(part).count() >= SEVERAL_PARTS
}

/// "from 2019 to 2023", "between 2019 and 2023": years that others lie between.
fn over_several_years(text: &str) -> bool {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let year = |at: usize| {
        let word = words.get(at).filter(|word| word.len() == 4)?;
        word.parse::<u32>().ok().filter(|year| (1_900..2_200).contains(year))
    };
    let opens =
        |at: usize| words[..at].iter().rev().take(3).any(|w| ["from", "between"].contains(w));
    (1..words.len()).any(|at| {
        let links =
            words.get(at + 1).is_some_and(|w| ["to", "and", "through", "until"].contains(w));
        let last = (at + 2..at + 5).find_map(year);
        let apart = year(at).zip(last).map_or(0, |(first, last)| last.saturating_sub(first));
        links && opens(at) && apart >= SEVERAL_YEARS
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_series_is_asked_of() {
        let subject = |question: &str| series_subject(question).map(|at| question[at].to_owned());
        for (question, expected) in [
            ("How has revenue changed over the reported periods?", "revenue"),
            (
                "How did Larkfield Ltd's net sales develop over the last five quarters?",
                "Larkfield Ltd's net sales",
            ),
            ("What was operating income in each quarter?", "operating income"),
            ("Show net income by year", "net income"),
            ("How has the backlog moved across the filings?", "the backlog"),
            ("How has net revenue moved from quarter to quarter?", "net revenue"),
            ("How has the fee changed over the spring terms of 2016, 2017 and 2019?", "the fee"),
            ("How did the tax rate change over the first two quarters of 2023?", "the tax rate"),
            ("How has the dues rate changed from 2017 through 2021?", "the dues rate"),
            ("How did the rent run from May 2023 through June to July 2023?", "the rent"),
            ("How did the rent move in q1, q2 and q3 of 2024", "the rent"),
            ("How did the rent change from May 2023 to June and July 2023?", "the rent"),
            ("How has the chair changed between fall 2016 and fall 2019?", "the chair"),
        ] {
            assert_eq!(subject(question).as_deref(), Some(expected), "{question}");
        }
        for question in [
            "How did revenue change from 2020 to 2021?",
            "How did revenue change from the first quarter to the second quarter of 2021?",
            "What was revenue in 2020?",
            "How has the contract been amended?",
            "Over time, who signs?",
            "How is overtime paid?",
            "",
        ] {
            assert_eq!(subject(question), None, "{question}");
        }
    }
}
