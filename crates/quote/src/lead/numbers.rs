//! Owns how numbers are written with what they count, and which number a question asks for.

use std::ops::Range;

use citelight_retrieval::Vocabulary;

use super::{NumberSought, lower};
use crate::ruling::{is_currency, is_time_unit, number};
use crate::tokens::Token;

/// What a number measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    /// Things, named by a noun.
    Count,
    /// A length of time.
    Time,
    Percent,
    Money,
    /// A percentage, or a number of times.
    Rate,
}

/// Words between a number and the noun that it counts.
const MOST_BETWEEN: usize = 3;
const SCALES: [&str; 5] = ["hundred", "thousand", "million", "billion", "trillion"];
/// Words that belong to the number behind them: "more than 5", "about 5".
const BEFORE: [&str; 14] = [
    "about",
    "approximately",
    "around",
    "over",
    "under",
    "nearly",
    "almost",
    "only",
    "least",
    "most",
    "than",
    "roughly",
    "some",
    "to",
];

/// What "how …" asks for; `words` begin with "how".
pub(super) fn of_how(words: &[&str], vocabulary: &Vocabulary) -> Option<NumberSought> {
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let measure = match word(1) {
        "many" => Measure::Count,
        "much" => Measure::Money,
        "long" => Measure::Time,
        _ => return None,
    };
    let mut counted = Vec::new();
    if measure == Measure::Count {
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
        counted = nouns.iter().rev().map(|word| vocabulary.stem(word)).collect();
        if nouns.iter().any(|word| is_time_unit(word)) {
            return Some(NumberSought { measure: Measure::Time, counted: Vec::new() });
        }
        if counted.is_empty() {
            return None;
        }
    }
    Some(NumberSought { measure, counted })
}

/// What "what …" asks for; `words` begin with the noun, behind "what is the" where `be`.
pub(super) fn of_what(words: &[&str], be: bool) -> Option<NumberSought> {
    let near = words.iter().take(if be { 4 } else { 2 }).take_while(|word| **word != "of");
    let measure = near.copied().find_map(|word| match word {
        "percentage" | "percent" | "proportion" => Some(Measure::Percent),
        "rate" | "incidence" | "prevalence" => Some(Measure::Rate),
        "fee" | "price" | "cost" | "rent" | "deductible" | "premium" | "salary" => {
            Some(Measure::Money)
        }
        "duration" | "length" if be => Some(Measure::Time),
        _ => None,
    })?;
    Some(NumberSought { measure, counted: Vec::new() })
}

/// Every number of the sort that is sought, with what it counts, in order.
pub(super) fn numbers(
    text: &str,
    words: &[Token],
    sought: &NumberSought,
    vocabulary: &Vocabulary,
) -> Vec<Range<usize>> {
    let word = |at: usize| lower(text, words, at);
    let is_number = |at: usize| {
        let word = word(at);
        number(&word).is_some() || is_range(&word)
    };
    let mut found = Vec::new();
    let mut at = 0;
    let mut depth = 0; // in square brackets stand references
    while at < words.len() {
        let token = &text[words[at].start..words[at].end];
        depth += i32::from(token == "[") - i32::from(token == "]");
        if depth > 0 || !is_number(at) {
            at += 1;
            continue;
        }
        let first = at;
        let mut end = first + 1;
        let scaled = |mut end: usize| {
            while SCALES.contains(&word(end).as_str()) {
                end += 1;
            }
            end
        };
        end = scaled(end);
        // "thirty (30) days", "2 and 14 days", "3 to 5 million".
        if word(end) == "(" && is_number(end + 1) && word(end + 2) == ")" {
            end += 3;
        }
        let before = first.checked_sub(1).map(word).unwrap_or_default();
        let joins = matches!(word(end).as_str(), "to" | "–" | "-")
            || word(end) == "and" && before == "between";
        if joins && is_number(end + 1) {
            end = scaled(end + 2);
            // "From 5% to 7%" is a change as a rule, and either figure may be asked for.
            if before == "from" {
                at = end;
                continue;
            }
        }
        at = end;
        let currency = is_currency(&before);
        let mut start = first - usize::from(currency);
        let percent = word(end - 1).ends_with('%') || matches!(word(end).as_str(), "%" | "percent");
        let fits = match sought.measure {
            Measure::Percent => percent,
            Measure::Rate => percent || word(end) == "per",
            Measure::Money => currency || is_currency(&word(end)) || percent,
            Measure::Time => {
                let gap = usize::from(matches!(
                    word(end).as_str(),
                    "calendar" | "business" | "working" | "consecutive"
                ));
                let unit = is_time_unit(&word(end + gap));
                end += if unit { gap + 1 } else { 0 };
                unit
            }
            Measure::Count => {
                // The last noun of the question first: "severe cases" are cases.
                let noun = (end..words.len().min(end + MOST_BETWEEN + 1))
                    .take_while(|at| words[*at].class.is_content())
                    .find(|at| sought.counted.first() == Some(&vocabulary.stem(&word(*at))));
                end = noun.map_or(end, |at| at + 1);
                noun.is_some() && !percent
            }
        };
        if !fits {
            continue;
        }
        at = at.max(end);
        let sign = percent
            && !word(end - 1).ends_with('%')
            && matches!(sought.measure, Measure::Percent | Measure::Rate | Measure::Money);
        let code = sought.measure == Measure::Money && !currency && is_currency(&word(end));
        end += usize::from(sign || code);
        while start > 0 {
            let before = word(start - 1);
            let led = BEFORE.contains(&before.as_str())
                || before == "between"
                || matches!(before.as_str(), "more" | "less" | "fewer" | "at" | "up")
                    && matches!(word(start).as_str(), "than" | "least" | "most" | "to");
            // "to 5", "than 5" need the word before them.
            let lone = matches!(before.as_str(), "to" | "than" | "least" | "most")
                && !start.checked_sub(2).is_some_and(|at| {
                    matches!(word(at).as_str(), "more" | "less" | "fewer" | "at" | "up")
                });
            if !led || lone {
                break;
            }
            start -= 1;
        }
        let end = end.min(words.len());
        found.push(words[start].start..words[end - 1].end);
    }
    found
}

/// "15-45%", "2–14".
fn is_range(word: &str) -> bool {
    let plain = word.trim_end_matches('%');
    plain.split_once(['-', '–', '/']).is_some_and(|(a, b)| {
        let figure = |part: &str| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
        };
        figure(a) && figure(b) && !word.contains('/')
    })
}
