//! The words of a sentence that are a date, a name or a number, where a question asks for one.
//!
//! Only what is written as one counts, and only where one stands out: the one that the key words touch,
//! or the only one there is.

mod dates;
mod names;
mod numbers;

use std::ops::Range;

use citelight_retrieval::{Stem, Vocabulary};

use crate::tokens::{Token, tokens};
use numbers::Measure;

/// What sort of words answers a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Sought {
    /// A date or a time in history.
    Date {
        /// Whether a year is asked for, and nothing more exact.
        year: bool,
    },
    /// A name.
    Name {
        /// Whether of a place.
        place: bool,
    },
    /// A number with its unit.
    Number(NumberSought),
}

/// What a number is to count.
#[derive(Debug, Clone, PartialEq)]
pub struct NumberSought {
    measure: Measure,
    /// The noun that is counted ("how many children").
    counted: Vec<Stem>,
}

/// Things that have a name.
const NAMED: [&str; 22] = [
    "company",
    "organisation",
    "organization",
    "agency",
    "firm",
    "person",
    "author",
    "party",
    "institution",
    "university",
    "authority",
    "bank",
    "court",
    "hospital",
    "manufacturer",
    "supplier",
    "vendor",
    "landlord",
    "tenant",
    "insurer",
    "auditor",
    "ministry",
];
const PLACES: [&str; 8] =
    ["country", "city", "state", "town", "region", "province", "county", "continent"];

/// What sort of words a question asks for; `None` where no such words would answer it.
pub fn sought(question: &str, vocabulary: &Vocabulary) -> Option<Sought> {
    let lower = question.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '\'' | '%'))
        .filter(|word| !word.is_empty())
        .collect();
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    // "In what year", "by when", "on which date".
    let start = usize::from(matches!(word(0), "in" | "on" | "by" | "at" | "since" | "from" | "to"));
    let (first, next) = (word(start), word(start + 1));
    let asks = matches!(first, "what" | "which");
    let be = matches!(next, "is" | "was" | "are" | "were");
    // "What is the date of …": the noun behind the verb.
    let mut noun = start + 1;
    if asks && be {
        noun += 1;
        while matches!(word(noun), "the" | "a" | "an") {
            noun += 1;
        }
    }
    let head = word(noun);
    match first {
        "when" => return Some(Sought::Date { year: false }),
        "who" | "whom" | "whose" => return Some(Sought::Name { place: false }),
        "where" => return Some(Sought::Name { place: true }),
        "how" => return numbers::of_how(&words[start..], vocabulary).map(Sought::Number),
        _ if !asks => return None,
        _ => {}
    }
    let dated = |word: &str| matches!(word, "year" | "date" | "month" | "day");
    let end = (noun + 1..words.len().min(noun + 4)).find(|at| word(*at) == "date");
    if dated(head) && !(be && head != "date" && word(noun + 1) == "of") {
        return Some(Sought::Date { year: head == "year" });
    }
    // "What is the effective date of …"
    if be && end.is_some_and(|at| matches!(word(at + 1), "of" | "")) {
        return Some(Sought::Date { year: false });
    }
    if !be && NAMED.contains(&head) {
        return Some(Sought::Name { place: false });
    }
    if !be && PLACES.contains(&head) {
        return Some(Sought::Name { place: true });
    }
    if be && head == "name" && word(noun + 1) == "of" {
        return Some(Sought::Name { place: false });
    }
    numbers::of_what(words.get(noun..)?, be).map(Sought::Number)
}

/// The words of a sentence that are what is sought, as a range of its bytes. `key` are its words that
/// most likely answer; `common` tells of a lower-case word whether the document writes it small.
pub fn find(
    sought: &Sought,
    question: &str,
    sentence: &str,
    key: Option<Range<usize>>,
    common: &dyn Fn(&str) -> bool,
    vocabulary: &Vocabulary,
) -> Option<Range<usize>> {
    let words = tokens(sentence);
    let found = match sought {
        Sought::Date { year } => dates::dates(sentence, &words, *year),
        Sought::Name { place } => names::names(sentence, &words, *place, common),
        Sought::Number(number) => numbers::numbers(sentence, &words, number, vocabulary),
    };
    // What the question says already is no answer to it.
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
    let sure = |range: &Range<usize>| {
        !matches!(sought, Sought::Name { place: false }) || sentence[range.clone()].contains(' ')
    };
    match (touched.as_slice(), found.as_slice()) {
        ([one], _) => Some((*one).clone()),
        ([], [one]) if sure(one) => Some(one.clone()),
        _ => None,
    }
}

/// The word of a token, in lower case.
fn lower(text: &str, words: &[Token], at: usize) -> String {
    words.get(at).map_or(String::new(), |token| text[token.start..token.end].to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lead of a sentence, without key words.
    fn lead(question: &str, sentence: &str) -> String {
        let vocabulary = Vocabulary::default();
        let Some(sought) = sought(question, &vocabulary) else { return String::new() };
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
    fn key_words_choose_and_other_questions_have_no_lead() {
        let vocabulary = Vocabulary::default();
        let (question, sentence) =
            ("When did it end?", "It began in May 2019 and ended in June 2020.");
        let sought = sought(question, &vocabulary).unwrap();
        let key = sentence.find("in June").map(|at| at..at + 12);
        let found = find(&sought, question, sentence, key, &|_| false, &vocabulary).unwrap();
        assert_eq!(&sentence[found], "June 2020");
        for question in ["Why is it so?", "What is a lease?", "How is it paid?", "", "List all."] {
            assert_eq!(super::sought(question, &vocabulary), None, "{question}");
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
