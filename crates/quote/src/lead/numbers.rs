//! Owns how numbers are written with what they count.

use std::ops::Range;

use citelight_core::{Counted, NumberSought};
use citelight_text::{Vocabulary, WordList, is_money, number, scale, seconds};

use crate::classes::Classified;

/// Words between a number and the noun that it counts.
const MOST_BETWEEN: usize = 3;
/// Words that belong to the number behind them: "more than 5", "about 5".
const BEFORE: WordList = WordList::new(
    "about approximately around over under nearly almost only least most than roughly some to",
);

/// Every number of the sort that is sought, with what it counts, in order.
pub(super) fn numbers(
    words: &Classified<'_>,
    sought: &NumberSought,
    vocabulary: &Vocabulary,
) -> Vec<Range<usize>> {
    let tokens = &words.tokens;
    let word = |at: usize| tokens.lower(at);
    let is_number = |at: usize| number(word(at)).is_some() || is_range(word(at));
    // The last noun of the question first: "severe cases" are cases.
    let counted = sought.nouns.first().map(|noun| vocabulary.stem(noun));
    let mut found = Vec::new();
    let mut at = 0;
    let mut depth = 0; // in square brackets stand references
    while at < tokens.len() {
        depth += i32::from(word(at) == "[") - i32::from(word(at) == "]");
        if depth > 0 || !is_number(at) {
            at += 1;
            continue;
        }
        let first = at;
        let mut end = first + 1;
        let scaled = |mut end: usize| {
            while scale(word(end)).is_some() {
                end += 1;
            }
            end
        };
        end = scaled(end);
        // "thirty (30) days", "2 and 14 days", "3 to 5 million".
        if word(end) == "(" && is_number(end + 1) && word(end + 2) == ")" {
            end += 3;
        }
        let before = tokens.before(first);
        let joins =
            matches!(word(end), "to" | "–" | "-") || word(end) == "and" && before == "between";
        if joins && is_number(end + 1) {
            end = scaled(end + 2);
            // "From 5% to 7%" is a change as a rule, and either figure may be asked for.
            if before == "from" {
                at = end;
                continue;
            }
        }
        at = end;
        let currency = is_money(before);
        let mut start = first - usize::from(currency);
        let percent = word(end - 1).ends_with('%') || matches!(word(end), "%" | "percent");
        let fits = match sought.counts {
            Counted::Percent => percent,
            Counted::Rate => percent || word(end) == "per",
            Counted::Measure => true,
            Counted::Money => currency || is_money(word(end)) || percent,
            Counted::Time => {
                let gap = usize::from(matches!(
                    word(end),
                    "calendar" | "business" | "working" | "consecutive"
                ));
                let unit = seconds(word(end + gap)).is_some();
                end += if unit { gap + 1 } else { 0 };
                unit
            }
            Counted::Things => {
                let noun = (end..tokens.len().min(end + MOST_BETWEEN + 1))
                    .take_while(|at| words.class(*at).is_content())
                    .find(|at| counted == Some(vocabulary.stem(&tokens.raw(*at).to_lowercase())));
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
            && matches!(sought.counts, Counted::Percent | Counted::Rate | Counted::Money);
        let code = sought.counts == Counted::Money && !currency && is_money(word(end));
        end += usize::from(sign || code);
        while start > 0 {
            let before = word(start - 1);
            let led = BEFORE.contains(before)
                || before == "between"
                || matches!(before, "more" | "less" | "fewer" | "at" | "up")
                    && matches!(word(start), "than" | "least" | "most" | "to");
            // "to 5", "than 5" need the word before them.
            let lone = matches!(before, "to" | "than" | "least" | "most")
                && !start
                    .checked_sub(2)
                    .is_some_and(|at| matches!(word(at), "more" | "less" | "fewer" | "at" | "up"));
            if !led || lone {
                break;
            }
            start -= 1;
        }
        found.push(tokens.bytes(start..end.min(tokens.len())));
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
