//! Owns how a question asks, by the words that it begins with or holds.

use citelight_core::{QuestionSort, Sought};

/// Words that ask how somebody does something; "how do viruses spread" asks how something is.
const HOW_TO: [&str; 9] = [
    "how do i ",
    "how do we ",
    "how do you ",
    "how do they ",
    "how do people ",
    "how can ",
    "how should ",
    "how must ",
    "how to ",
];

/// Whether a question asks how something is done: for steps.
pub fn asks_how_to(question: &str) -> bool {
    let lower = question.to_lowercase();
    HOW_TO.iter().any(|words| lower.contains(words))
}

/// Whether a question ends in what somebody may do: "my bag is gone, what do I do?", "…, what now?".
pub fn asks_what_to_do(question: &str) -> bool {
    let lower = question.trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    lower.contains("what") && [" do", " now"].iter().any(|end| lower.ends_with(end))
}

/// Each sort with what its questions begin with and what they hold; the first that fits.
const SORTS: [(QuestionSort, &[&str], &[&str]); 9] = [
    (
        QuestionSort::When,
        &["when"],
        &["what year", "what date", "what month", "which year", "what time"],
    ),
    (
        QuestionSort::Amount,
        &[
            "how many",
            "how much",
            "how long",
            "how old",
            "how large",
            "how big",
            "how heavy",
            "how tall",
            "how wide",
            "how deep",
            "how thick",
            "how fast",
            "how high",
            "how far",
            "how often",
        ],
        &[
            "percent",
            "what rate",
            "the rate",
            "the number",
            "the proportion",
            "how many",
            "how much",
        ],
    ),
    (QuestionSort::Who, &["who"], &["whose", "whom"]),
    (
        QuestionSort::Where,
        &["where"],
        &["what country", "what city", "which country", "which city"],
    ),
    (
        QuestionSort::Why,
        &["why", "how come"],
        &[
            " why?",
            "reason",
            "what caused",
            "what causes",
            "what drove",
            "what led to",
            "what explains",
            "what pushed",
            "what brought about",
            "was behind",
            "is behind",
            "were behind",
            "how come",
            "what for",
            "what prompted",
            "what made",
        ],
    ),
    (QuestionSort::How, &["how"], &[]),
    (
        QuestionSort::WhatIs,
        &["what is", "what are", "what was", "what were", "what's", "what"],
        &[],
    ),
    (QuestionSort::Which, &["which"], &[]),
    (
        QuestionSort::YesNo,
        &["is", "are", "do", "does", "did", "can", "was", "were", "has", "have"],
        &[],
    ),
];

/// The sort of a question; `opening` is the part of it that begins to ask. What is sought tells it where the
/// first words do not: "by when", "on which day", "in which town".
pub(crate) fn sort(opening: &str, question: &str, sought: Option<&Sought>) -> QuestionSort {
    let told = by_words(opening, question);
    match sought {
        _ if !matches!(told, QuestionSort::Other | QuestionSort::Which | QuestionSort::WhatIs) => {
            told
        }
        Some(Sought::Date | Sought::Year) => QuestionSort::When,
        Some(Sought::Place) => QuestionSort::Where,
        Some(Sought::Name) if told == QuestionSort::Other => QuestionSort::Who,
        _ => told,
    }
}

fn by_words(opening: &str, question: &str) -> QuestionSort {
    let question = question.trim().to_lowercase();
    let opening = opening.trim().to_lowercase();
    let begins = |with: &&str| {
        opening.strip_prefix(with).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let fits = |(_, starts, holds): &&(QuestionSort, &[&str], &[&str])| {
        starts.iter().any(begins) || holds.iter().any(|words| question.contains(words))
    };
    SORTS.iter().find(fits).map_or(QuestionSort::Other, |(sort, ..)| *sort)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_what_to_do_asks_for_a_way() {
        assert!(asks_what_to_do("My bag is gone, what do I do?"));
        assert!(asks_what_to_do("the lamp stays dark. what now"));
        assert!(!asks_what_to_do("What does the club do for children?"));
    }

    #[test]
    fn steps_are_asked_for_by_who_wants_to_do_something() {
        for question in ["How do I join?", "It rusts. how should it be painted?", "How to brew"] {
            assert!(asks_how_to(question), "{question}");
        }
        for question in ["How do viruses spread?", "How does it work?", "How many are there?"] {
            assert!(!asks_how_to(question), "{question}");
        }
    }

    #[test]
    fn sorts_of_questions() {
        for (question, expected) in [
            ("When did it begin?", QuestionSort::When),
            ("In what year did it begin?", QuestionSort::When),
            ("How many are there?", QuestionSort::Amount),
            ("What was the rate of deaths?", QuestionSort::Amount),
            ("How big is the deposit?", QuestionSort::Amount),
            ("How does it spread?", QuestionSort::How),
            ("What’s new?", QuestionSort::WhatIs),
            ("What drove the growth of sales?", QuestionSort::Why),
            ("Is it so?", QuestionSort::YesNo),
            ("Islands of which country?", QuestionSort::Where),
            ("Name them.", QuestionSort::Other),
        ] {
            assert_eq!(by_words(question, question), expected, "{question}");
        }
        for (question, sought, expected) in [
            ("By when is it due?", Sought::Date, QuestionSort::When),
            ("In which town is it?", Sought::Place, QuestionSort::Where),
            ("By whom was it made?", Sought::Name, QuestionSort::Who),
            ("Which company made it?", Sought::Name, QuestionSort::Which),
        ] {
            assert_eq!(sort(question, question, Some(&sought)), expected, "{question}");
        }
    }
}
