//! Owns what sort of words answers a question: a date, a name, a number with what it counts.

use citelight_core::{Counted, NumberSought, QuestionKind, Sought};
use citelight_text::{WordList, runs, seconds};

/// Things that have a name.
const NAMED: WordList = WordList::new(
    "company organisation organization agency firm person author party institution university
     authority bank court hospital manufacturer supplier vendor landlord tenant insurer auditor
     ministry",
);
/// Properties that are measured: "how old", "how heavy".
const MEASURED: WordList = WordList::new(
    "old big large small tall high low wide broad deep thick heavy far fast hot cold warm strong loud",
);
/// What is told by a number with its unit: "what dose".
const MEASURES: WordList = WordList::new(
    "age amount area capacity depth diameter distance dose dosage frequency height limit majority
     maximum minimum number power pressure quantity quorum score size speed temperature thickness total
     voltage volume weight width",
);
/// What is told by an amount of money.
const PRICES: WordList = WordList::new(
    "budget charge cost deductible deposit fare fee fine penalty premium price rent salary sum wage",
);
/// Numbers that name something.
const CODES: WordList = WordList::new(
    "number no id ein ssn tin vin iban bic isbn gstin cin reference phone telephone fax",
);
/// With "code" behind them, too.
const CODED: [&str; 10] =
    ["zip", "post", "postal", "area", "class", "bank", "sort", "swift", "ifsc", "item"];
/// Words that end what is asked for.
const ENDS: WordList = WordList::new(
    "of on for in is are was were do does did has have had can to at from under by that which with",
);
/// A question of no more words may be a label alone: "Policy number?"
const MOST_OF_LABEL: usize = 5;
/// Verbs of what is paid: "what does a copy cost".
const COSTS: [&str; 4] = ["charge", "charged", "cost", "pay"];
/// Words before the word that asks: "by when", "for which company".
const BEFORE_ASKING: [&str; 13] = [
    "in", "on", "by", "at", "since", "from", "to", "until", "till", "for", "with", "under",
    "before",
];
const PLACES: [&str; 8] =
    ["country", "city", "state", "town", "region", "province", "county", "continent"];

/// What a question of this kind seeks; `None` where no such words would answer it.
pub(crate) fn sought(question: &str, kind: QuestionKind) -> Option<Sought> {
    match kind {
        QuestionKind::Fact | QuestionKind::Number => in_words(question),
        QuestionKind::Definition => in_words(question).or(Some(Sought::Definition)),
        QuestionKind::YesNo => Some(Sought::YesNo),
        QuestionKind::List => Some(Sought::List),
        QuestionKind::Comparison | QuestionKind::Summary => None,
    }
}

/// What sort of words a question asks for; `None` where no such words would answer it.
fn in_words(question: &str) -> Option<Sought> {
    let lower = question.to_lowercase();
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '-' | '\'' | '%');
    let words: Vec<&str> = runs(&lower, inside).collect();
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    // "In what year", "by when", "on which date".
    let start = usize::from(BEFORE_ASKING.contains(&word(0)));
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
        "when" => return Some(Sought::Date),
        "who" | "whom" | "whose" => return Some(Sought::Name),
        "where" => return Some(Sought::Place),
        "how" => return of_how(&words[start..]).map(Sought::Number),
        _ if !asks => {
            let label = words.len() <= MOST_OF_LABEL && is_code(&words);
            return label.then_some(Sought::Code);
        }
        _ => {}
    }
    if is_code(words.get(noun..).unwrap_or_default()) {
        return Some(Sought::Code);
    }
    let dated = |word: &str| matches!(word, "year" | "date" | "month" | "day");
    let end = (noun + 1..words.len().min(noun + 4)).find(|at| word(*at) == "date");
    if dated(head) && !(be && head != "date" && word(noun + 1) == "of") {
        return Some(if head == "year" { Sought::Year } else { Sought::Date });
    }
    // "What is the effective date of …"
    if be && end.is_some_and(|at| matches!(word(at + 1), "of" | "")) {
        return Some(Sought::Date);
    }
    if !be && NAMED.contains(head) {
        return Some(Sought::Name);
    }
    if !be && PLACES.contains(&head) {
        return Some(Sought::Place);
    }
    if be && head == "name" && word(noun + 1) == "of" {
        return Some(Sought::Name);
    }
    if first == "what"
        && matches!(next, "do" | "does" | "did" | "would" | "must" | "should")
        && (noun..words.len()).any(|at| COSTS.contains(&word(at)) && word(at + 1) != "for")
    {
        return Some(Sought::Number(NumberSought { counts: Counted::Money, nouns: Vec::new() }));
    }
    of_what(words.get(noun..)?, be).map(Sought::Number)
}

/// Whether what is asked for is a number that names something; `words` begin with it: "invoice number", "number
/// of the invoice", and not "number of rooms".
fn is_code(words: &[&str]) -> bool {
    let end = words.iter().position(|word| ENDS.contains(word)).unwrap_or(words.len());
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let Some(last) = end.checked_sub(1) else { return false };
    let coded = word(last) == "code" && last > 0 && CODED.contains(&word(last - 1));
    let counts = word(end) == "of" && !matches!(word(end + 1), "the" | "this" | "that" | "its");
    // "The number of the members" counts them.
    let several = word(end) == "of" && word(end + 2).ends_with('s');
    (CODES.contains(word(last)) || coded) && !counts && !several
}

/// What "how …" asks for; `words` begin with "how".
fn of_how(words: &[&str]) -> Option<NumberSought> {
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let counts = match word(1) {
        "many" => Counted::Things,
        "much" => Counted::Money,
        "long" => Counted::Time,
        word if MEASURED.contains(word) => Counted::Measure,
        _ => return None,
    };
    let mut counted = Vec::new();
    if counts == Counted::Things {
        // "How many severe cases of influenza are": the words up to the verb.
        let verb = |word: &str| {
            matches!(
                word,
                "are"
                    | "is"
                    | "were"
                    | "was"
                    | "do"
                    | "does"
                    | "did"
                    | "have"
                    | "has"
                    | "had"
                    | "of"
                    | "in"
                    | "can"
                    | "could"
                    | "may"
                    | "must"
                    | "will"
                    | "there"
                    | "for"
            )
        };
        // The noun stands in the plural; what follows it says more, or is a verb.
        let plural = |word: &str| {
            word.ends_with('s') || matches!(word, "people" | "children" | "women" | "men")
        };
        let named: Vec<&str> =
            words[2..].iter().copied().take_while(|word| !verb(word)).take(5).collect();
        let end = named.iter().position(|word| plural(word)).map_or(named.len(), |at| at + 1);
        let nouns = &named[..end];
        counted = nouns.iter().rev().map(|word| (*word).to_owned()).collect();
        if nouns.iter().any(|word| seconds(word).is_some()) {
            return Some(NumberSought { counts: Counted::Time, nouns: Vec::new() });
        }
        if counted.is_empty() {
            return None;
        }
    }
    Some(NumberSought { counts, nouns: counted })
}

/// What "what …" asks for; `words` begin with the noun, behind "what is the" where `be`.
fn of_what(words: &[&str], be: bool) -> Option<NumberSought> {
    let near = words.iter().take(if be { 4 } else { 2 }).take_while(|word| **word != "of");
    let near: Vec<&str> = near.copied().collect();
    let counts = near.into_iter().find_map(|word| match word {
        "percentage" | "percent" | "proportion" | "share" => Some(Counted::Percent),
        "rate" | "incidence" | "prevalence" => Some(Counted::Rate),
        word if PRICES.contains(word) => Some(Counted::Money),
        "duration" | "length" if be => Some(Counted::Time),
        word if MEASURES.contains(word) => Some(Counted::Measure),
        _ => None,
    })?;
    Some(NumberSought { counts, nouns: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sought_is_told_by_how_it_is_asked() {
        let number = |counts, nouns: &[&str]| {
            let nouns = nouns.iter().map(|noun| (*noun).to_owned()).collect();
            Some(Sought::Number(NumberSought { counts, nouns }))
        };
        for (question, expected) in [
            ("When does it begin?", Some(Sought::Date)),
            ("In what year did it begin?", Some(Sought::Year)),
            ("What is the effective date of the lease?", Some(Sought::Date)),
            ("Who pays?", Some(Sought::Name)),
            ("Which city is it in?", Some(Sought::Place)),
            ("How many severe cases are there?", number(Counted::Things, &["cases", "severe"])),
            ("How many days is notice?", number(Counted::Time, &[])),
            ("What percentage is let?", number(Counted::Percent, &[])),
            ("What is the fee?", number(Counted::Money, &[])),
            ("What does a copy cost?", number(Counted::Money, &[])),
            ("What does a tenant pay for?", None),
            ("What is the number of rooms?", number(Counted::Measure, &[])),
            ("What is the control number?", Some(Sought::Code)),
            ("Under what number is the invoice filed?", Some(Sought::Code)),
            ("What is the number of the invoice itself?", Some(Sought::Code)),
            ("What is the payer's phone number?", Some(Sought::Code)),
            ("EIN?", Some(Sought::Code)),
            ("What is the dress code?", None),
            ("Why is it so?", None),
            ("What is a lease?", None),
            ("", None),
        ] {
            assert_eq!(sought(question, QuestionKind::Fact), expected, "{question}");
        }
        assert_eq!(sought("What is a lease?", QuestionKind::Definition), Some(Sought::Definition));
        assert_eq!(sought("Who are they?", QuestionKind::List), Some(Sought::List));
    }
}
