//! Owns whether words hold what is sought: a number of the right sort, a date, a name. Coarser than
//! finding the very words: what holds none cannot answer.

use std::collections::HashSet;

use citelight_core::{Counted, Sought};
use citelight_text::{MONTHS, Tokens, Vocabulary, WordList, is_money, number, seconds};

use crate::classes::{Class, Classified};
use crate::dates::{is_date, is_year};

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

/// Words whose numbers say where something stands, not how much it is.
const REFERRING: WordList = WordList::new(
    "annex annexes appendix article articles chapter chapters clause clauses exhibit fig figs figure
     figures item items no nos note notes page pages paragraph paragraphs part parts pp ref rule rules
     schedule sec section sections step steps table tables version § #",
);
/// Signs of a number that names something, but for those that number boxes and dwellings.
const FEWEST_CODE: usize = 3;
/// A value that is an amount has no more words before its number.
const MOST_BEFORE: usize = 2;

/// How well a text holds what is sought; `None` where nothing of one sort is. What the question says
/// itself is not what it seeks. `value` is where the value begins in the text of one, its labels before it.
pub(crate) fn fit(
    sought: &Sought,
    question: &str,
    text: &str,
    value: Option<usize>,
    vocabulary: &Vocabulary,
) -> Option<Fit> {
    let words = Classified::of(text);
    let asked = Classified::of(question);
    let known: HashSet<&str> =
        asked.tokens.list().iter().map(|token| token.lower.as_str()).collect();
    let new = |at: usize| !known.contains(words.tokens.lower(at));
    let all = 0..words.tokens.len();
    let from = value.unwrap_or_default();
    let labels = words.tokens.list().iter().take_while(|token| token.start < from).count();
    let own = labels..words.tokens.len();
    let counts = amounts(&words);
    let any_number = match sought {
        Sought::Number(_) => {
            let first = own.clone().find(|at| counts[*at] && new(*at));
            let before = |end: usize| {
                let told = |at: &usize| matches!(words.classes[*at], Class::Word | Class::Capital);
                (own.start..end).filter(told).count()
            };
            first.is_some_and(|at| value.is_none() || before(at) <= MOST_BEFORE)
        }
        _ => own.clone().any(|at| (counts[at] || is_year(words.tokens.lower(at))) && new(at)),
    };
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
            let dated = own.clone().any(|at| is_date(&words.tokens, at));
            // Neither what is paid nor a share of something tells a time, nor a long number.
            let plain = |at: usize| {
                let word = words.tokens.lower(at);
                let signed = |word: &str| is_money(word) || word.starts_with('%');
                let beside = [words.tokens.before(at), words.tokens.lower(at + 1)];
                let short = word.len() <= 4 || !word.starts_with(|c: char| c.is_ascii_digit());
                short && !word.contains([',', '%']) && !beside.into_iter().any(signed)
            };
            let any_number = own
                .clone()
                .any(|at| (counts[at] || is_year(words.tokens.lower(at))) && new(at) && plain(at));
            let time = |at: usize| {
                let word = words.tokens.lower(at);
                TIMES.contains(&word.trim_end_matches('s'))
                    || TIMES.contains(&word)
                    || MONTHS.contains(&word)
                    || seconds(word).is_some() && any_number
            };
            let timed = *sought == Sought::Date && own.clone().any(time);
            Some(level(dated, timed || any_number))
        }
        Sought::Code => {
            let code = |at: usize| new(at) && is_code(&words.tokens, at);
            // Forms number their boxes, and dwellings theirs.
            let long = |at: usize| words.tokens.lower(at).len() >= FEWEST_CODE;
            Some(level(own.clone().any(|at| code(at) && long(at)), own.clone().any(code)))
        }
        Sought::Name | Sought::Place => {
            let named = |at: usize| words.classes[at] == Class::Capital && at > 0 && new(at);
            Some(level(all.clone().any(named), true))
        }
        Sought::YesNo | Sought::List | Sought::Definition => None,
    }
}

/// Whether a word may be a number that names something: it holds a figure and is neither a sum of money, a
/// percentage, a number with decimals nor a date.
fn is_code(words: &Tokens, at: usize) -> bool {
    let word = words.lower(at);
    let decimals = word.parse::<f64>().is_ok() && word.contains('.');
    let paid = [words.before(at), words.lower(at + 1)].into_iter().any(is_money);
    word.contains(|c: char| c.is_ascii_digit())
        && !(decimals || paid || word.contains([',', '%']) || words.lower(at + 1) == "%")
        && !(at.saturating_sub(2)..=at).any(|at| is_date(words, at))
}

/// Which words are numbers that may say how much: neither the number of an item or a part ("4. Voting",
/// "Articles 7 and 8"), nor a year, nor a name that holds digits ("COVID-19").
fn amounts(words: &Classified<'_>) -> Vec<bool> {
    let tokens = &words.tokens;
    let mut refers = vec![false; tokens.len()];
    let mut amounts = vec![false; tokens.len()];
    for at in 0..tokens.len() {
        let word = tokens.lower(at);
        let digits = word.starts_with(|c: char| c.is_ascii_digit());
        if !digits && number(word).is_none() {
            continue;
        }
        let mut before = (0..at).rev().filter(|at| !matches!(tokens.lower(*at), "." | "("));
        let last = before.next();
        refers[at] = match last.map(|at| tokens.lower(at)) {
            Some("and" | "or" | "to" | "," | "-" | "–" | "&") => {
                last.and_then(|at| at.checked_sub(1)).is_some_and(|at| refers[at])
            }
            Some(word) => REFERRING.contains(word),
            None => false,
        };
        let numbers_item = last.is_none() && matches!(tokens.lower(at + 1), "." | ")");
        let bare = !matches!(tokens.before(at), "$" | "£" | "€");
        amounts[at] = !(refers[at] || numbers_item || bare && is_year(word));
    }
    amounts
}

#[cfg(test)]
mod tests {
    use citelight_core::NumberSought;

    use super::*;

    fn of(sought: &Sought, question: &str, text: &str) -> Option<Fit> {
        fit(sought, question, text, None, &Vocabulary::default())
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
    fn what_names_something_holds_a_figure_and_is_no_amount() {
        for (text, level) in [
            ("PO-3117", Fit::Full),
            ("55 01 22", Fit::Near),
            ("12", Fit::Near),
            ("$483.45", Fit::None),
            ("500.0000", Fit::None),
            ("14 March 2021", Fit::None),
            ("Holder details", Fit::None),
        ] {
            assert_eq!(of(&Sought::Code, "What is the order number?", text), Some(level), "{text}");
        }
    }

    #[test]
    fn the_number_of_an_item_or_a_part_is_no_amount() {
        let things = NumberSought { counts: Counted::Things, nouns: vec!["members".to_owned()] };
        let asked = "How many members must vote?";
        for (text, level) in [
            ("4. Voting by members under Articles 7 and 8.", Fit::None),
            ("12. Members elect the “committee”.", Fit::None),
            ("(3) Members of Table 2, see COVID-19, pages 4 to 6, in 2021.", Fit::None),
            ("Members pay by invoice No. 7.", Fit::None),
            ("5. At least 15 members are present.", Fit::Full),
            ("15", Fit::Near),
            ("Twelve members sit.", Fit::Full),
        ] {
            assert_eq!(of(&Sought::Number(things.clone()), asked, text), Some(level), "{text}");
        }
    }

    #[test]
    fn the_number_of_a_value_stands_in_the_value() {
        let money = Sought::Number(NumberSought { counts: Counted::Money, nouns: Vec::new() });
        let of = |text: &str, from| {
            fit(&money, "How much is the tax?", text, Some(from), &Vocabulary::default())
        };
        assert_eq!(of("2 rooms $ tax 23.13", 14), Some(Fit::Full));
        assert_eq!(of("Rooms 2 none", 8), Some(Fit::None));
        assert_eq!(of("Sent to Elm Street Ashford 44120", 8), Some(Fit::None));
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
