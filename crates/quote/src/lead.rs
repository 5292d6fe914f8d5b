//! Owns which words of a sentence are a date, a name or a number, where a question asks for one.
//!
//! Only what is written as one counts, and only where one stands out: the one that the key words touch,
//! or the only one there is.

mod dates;
mod names;
mod numbers;

use std::ops::Range;

use citelight_core::Sought;
use citelight_text::Vocabulary;

use crate::classes::Classified;
pub(crate) use dates::dates;

/// The words of a sentence that are what is sought, as a range of its bytes. What the question says
/// already is none; `key` are the sentence's words that most likely answer; `common` tells of a
/// lower-case word whether the document writes it small.
pub(crate) fn find(
    sought: &Sought,
    question: &str,
    sentence: &str,
    key: Option<Range<usize>>,
    common: &dyn Fn(&str) -> bool,
    vocabulary: &Vocabulary,
) -> Option<Range<usize>> {
    let words = Classified::of(sentence);
    let found = match sought {
        Sought::Date => dates(&words.tokens, false),
        Sought::Year => dates(&words.tokens, true),
        Sought::Name => names::names(&words, false, common),
        Sought::Place => names::names(&words, true, common),
        Sought::Number(number) => numbers::numbers(&words, number, vocabulary),
        Sought::YesNo | Sought::List | Sought::Definition => return None,
    };
    let asked = question.to_lowercase();
    let new = |range: &Range<usize>| !asked.contains(&sentence[range.clone()].to_lowercase());
    let found: Vec<Range<usize>> = found.into_iter().filter(new).collect();
    let touched: Vec<&Range<usize>> = match &key {
        Some(key) => {
            found.iter().filter(|one| one.start < key.end && key.start < one.end).collect()
        }
        None => Vec::new(),
    };
    // A lone word with a capital may be a term of the document: only key words make it a name.
    let is_name =
        |range: &Range<usize>| *sought != Sought::Name || sentence[range.clone()].contains(' ');
    match (touched.as_slice(), found.as_slice()) {
        ([one], _) => Some((*one).clone()),
        ([], [one]) if is_name(one) => Some(one.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use citelight_core::{Counted, NumberSought};

    use super::*;

    /// What is sought by the questions of these tests.
    fn sought(question: &str) -> Option<Sought> {
        let number = |counts, noun: &[&str]| {
            let nouns = noun.iter().map(|noun| (*noun).to_owned()).collect();
            Sought::Number(NumberSought { counts, nouns })
        };
        Some(match question.split_whitespace().take(2).collect::<Vec<_>>().join(" ").as_str() {
            "In what" => Sought::Year,
            "What is" | "When?" => Sought::Date,
            start if start.starts_with("When") => Sought::Date,
            start if start.starts_with("Where") => Sought::Place,
            start if start.starts_with("Who") || start == "Which company" => Sought::Name,
            "How many" => number(Counted::Things, &[question.split([' ', '?']).nth(2)?]),
            "How long" => number(Counted::Time, &[]),
            "How much" => number(Counted::Money, &[]),
            "What percentage" => number(Counted::Percent, &[]),
            "What rate?" => number(Counted::Rate, &[]),
            _ => return None,
        })
    }

    /// The lead of a sentence, without key words.
    fn lead(question: &str, sentence: &str) -> String {
        let vocabulary = Vocabulary::default();
        let Some(sought) = sought(question) else { return String::new() };
        let common = |word: &str| matches!(word, "the" | "tenants" | "in" | "fees");
        let found = find(&sought, question, sentence, None, &common, &vocabulary);
        found.map_or(String::new(), |range| sentence[range].to_owned())
    }

    #[test]
    fn dates_answer_when() {
        for (question, sentence, expected) in [
            ("When does it begin?", "The lease begins on 14 March 2021 in Kent.", "14 March 2021"),
            ("When does it begin?", "The lease begins on March 14, 2021.", "March 14, 2021"),
            ("In what year did it begin?", "It began on 14 March 2021.", "2021"),
            ("When was it?", "It was in the 1970s.", "1970s"),
            ("What is the effective date of the lease?", "It is of 2021-03-14.", "2021-03-14"),
            ("When was it?", "It was in 2019 or 2020.", ""),
            ("When was it in 2019?", "It was in May 2019 and not in 2019.", "May 2019"),
            ("When was it?", "It had 2019 rooms.", ""),
            ("When is rent due?", "It is due soon.", ""),
        ] {
            assert_eq!(lead(question, sentence), expected, "{question} {sentence}");
        }
    }

    #[test]
    fn numbers_answer_how_many_with_what_they_count() {
        for (question, sentence, expected) in [
            ("How many rooms are there?", "There are 12 rooms and 3 halls.", "12 rooms"),
            (
                "How many rooms are there?",
                "It has more than 2,000 large rooms.",
                "more than 2,000 large rooms",
            ),
            (
                "How many people came?",
                "About 1.5 million people came in 2019.",
                "About 1.5 million people",
            ),
            ("How long is notice?", "Notice is thirty (30) days, fees are $5.", "thirty (30) days"),
            ("How long is notice?", "Notice takes between 2 and 14 days.", "between 2 and 14 days"),
            ("What percentage of rooms is let?", "Of 200 rooms 3.5% are let.", "3.5%"),
            ("How much is the fee?", "The fee is $1,500 for 3 days.", "$1,500"),
            ("How many rooms are there?", "There are many rooms [12].", ""),
            ("What percentage is let?", "It fell from 96% to 93%.", ""),
            ("How many rooms are there?", "It has 3 rooms below and 4 rooms above.", ""),
        ] {
            assert_eq!(lead(question, sentence), expected, "{question} {sentence}");
        }
    }

    #[test]
    fn names_answer_who_and_where() {
        for (question, sentence, expected) in [
            ("Who signed it?", "It was signed by Anna de Vries, the manager.", "Anna de Vries"),
            ("Which company owns it?", "The owner is Kent Homes Ltd.", "Kent Homes Ltd"),
            ("Where is it?", "It lies in New York.", "New York"),
            ("Who pays?", "Tenants pay fees.", ""),
            ("Who is the landlord of Elm House?", "Elm House is let by Kent Homes.", "Kent Homes"),
            ("Who pays?", "Anna Smith and then Bob Jones pay.", ""),
        ] {
            assert_eq!(lead(question, sentence), expected, "{question} {sentence}");
        }
    }

    #[test]
    fn key_words_choose() {
        let vocabulary = Vocabulary::default();
        let (question, sentence) =
            ("When did it end?", "It began in May 2019 and ended in June 2020.");
        let sought = sought(question).unwrap();
        let key = sentence.find("in June").map(|at| at..at + 12);
        let found = find(&sought, question, sentence, key, &|_| false, &vocabulary).unwrap();
        assert_eq!(&sentence[found], "June 2020");
        for other in [Sought::YesNo, Sought::List, Sought::Definition] {
            assert_eq!(find(&other, question, sentence, None, &|_| false, &vocabulary), None);
        }
    }

    #[test]
    fn any_text_is_taken() {
        for question in ["When?", "Who?", "Where?", "How many?", "How many é are", "What rate?"] {
            for text in ["", "5", "5 –", "é 5%", "(5", "May", "5 to", "between", "Ä.", "€"] {
                lead(question, text);
            }
        }
    }
}
