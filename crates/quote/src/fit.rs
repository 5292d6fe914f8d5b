//! Owns whether words hold what is sought: a number of the right sort, a date, a name. Coarser than
//! finding the very words: what holds none cannot answer.

use std::collections::HashSet;

use citelight_core::{Counted, Sought};
use citelight_text::{MONTHS, Vocabulary, is_money, number, seconds};

use crate::classes::{Class, Classified};
use crate::dates::holds_date;

/// How well words hold what is sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// None of it.
    None,
    /// Something like it: a number, but not of the sort that is sought.
    Near,
    /// It.
    Full,
}

/// Words that tell a time without a date: "until", "at noon", "on Mondays".
const TIMES: [&str; 22] = [
    "when",
    "before",
    "after",
    "until",
    "till",
    "upon",
    "once",
    "during",
    "noon",
    "midnight",
    "today",
    "daily",
    "weekly",
    "monthly",
    "annually",
    "yearly",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "immediately",
];

/// How well a text holds what is sought; `None` where nothing of one sort is. What the question says
/// itself is not what it seeks.
pub(crate) fn fit(
    sought: &Sought,
    question: &str,
    text: &str,
    vocabulary: &Vocabulary,
) -> Option<Fit> {
    let words = Classified::of(text);
    let asked = Classified::of(question);
    let known: HashSet<&str> =
        asked.tokens.list().iter().map(|token| token.lower.as_str()).collect();
    let new = |at: usize| !known.contains(words.tokens.lower(at));
    let all = 0..words.tokens.len();
    let is_number = |at: usize| {
        let word = words.tokens.lower(at);
        number(word).is_some() || word.contains(|c: char| c.is_ascii_digit())
    };
    let any_number = all.clone().any(|at| is_number(at) && new(at));
    let level = |full: bool, near: bool| match (full, near) {
        (true, _) => Fit::Full,
        (false, true) => Fit::Near,
        (false, false) => Fit::None,
    };
    match sought {
        Sought::Number(sought) => {
            let unit = |at: usize| match sought.counts {
                Counted::Time => seconds(words.tokens.lower(at)).is_some(),
                Counted::Money => is_money(words.tokens.lower(at)),
                Counted::Percent => {
                    let word = words.tokens.lower(at);
                    word.ends_with('%') || word.starts_with("percent")
                }
                Counted::Rate | Counted::Measure => true,
                Counted::Things => {
                    let stem = vocabulary.stem(words.tokens.lower(at));
                    sought.nouns.iter().any(|noun| vocabulary.stem(noun) == stem)
                }
            };
            Some(level(any_number && all.clone().any(unit), any_number))
        }
        Sought::Date | Sought::Year => {
            let dated = holds_date(&words.tokens);
            let time = |at: usize| {
                let word = words.tokens.lower(at);
                TIMES.contains(&word.trim_end_matches('s'))
                    || TIMES.contains(&word)
                    || MONTHS.contains(&word)
                    || seconds(word).is_some() && any_number
            };
            let timed = *sought == Sought::Date && all.clone().any(time);
            Some(level(dated, timed || any_number))
        }
        Sought::Name | Sought::Place => {
            let named = |at: usize| words.classes[at] == Class::Capital && at > 0 && new(at);
            Some(level(all.clone().any(named), true))
        }
        Sought::YesNo | Sought::List | Sought::Definition => None,
    }
}

#[cfg(test)]
mod tests {
    use citelight_core::NumberSought;

    use super::*;

    fn of(sought: &Sought, question: &str, text: &str) -> Option<Fit> {
        fit(sought, question, text, &Vocabulary::default())
    }

    #[test]
    fn a_number_must_be_of_the_sort_that_is_sought() {
        let time = Sought::Number(NumberSought { counts: Counted::Time, nouns: Vec::new() });
        let asked = "How long is the notice period of clause 5?";
        assert_eq!(of(&time, asked, "Notice is given thirty days before."), Some(Fit::Full));
        assert_eq!(of(&time, asked, "There are 12 clauses."), Some(Fit::Near));
        assert_eq!(of(&time, asked, "Clause 5 rules the notice period."), Some(Fit::None));
    }

    #[test]
    fn a_time_may_be_told_without_a_date() {
        let asked = "When is it removed?";
        assert_eq!(of(&Sought::Date, asked, "It is removed on 3 May 2021."), Some(Fit::Full));
        assert_eq!(of(&Sought::Date, asked, "It is removed after the visit."), Some(Fit::Near));
        assert_eq!(of(&Sought::Date, asked, "The drain is removed."), Some(Fit::None));
    }

    #[test]
    fn some_questions_seek_nothing_of_one_sort() {
        assert_eq!(of(&Sought::YesNo, "Is it?", "It is."), None);
    }
}
