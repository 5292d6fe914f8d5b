//! Owns how a question is put to the documents that it names: without that name, as a person would ask who holds
//! them in hand. Within them the name stands everywhere and answers nothing.

use std::ops::Range;

use citelight_text::{month, squashed, without_possessive};

use crate::parts::AUXILIARIES;

/// Prepositions with which a name falls, for what they say is where to look.
const WHERE: [&str; 8] = ["of", "in", "at", "for", "from", "under", "on", "within"];
const ARTICLES: [&str; 8] = ["the", "a", "an", "this", "that", "our", "my", "your"];
/// Words between the parts of a name.
const INSIDE: [&str; 6] = ["of", "the", "and", "for", "de", "&"];
/// Words with which something else begins.
const FURTHER: [&str; 18] = [
    "and",
    "or",
    "but",
    "that",
    "who",
    "whom",
    "which",
    "when",
    "where",
    "if",
    "to",
    "by",
    "with",
    "per",
    "about",
    "according",
    "as",
    "than",
];
/// Days of the week, without their ending.
const DAYS: [&str; 7] = ["mon", "tues", "wednes", "thurs", "fri", "satur", "sun"];
/// Fewer words ask nothing.
const LEAST_WORDS: usize = 3;

/// A question without the names for which `is_name` holds: their letters and digits, in lower case. `None` where it
/// holds none of them, or it cannot be told how it reads without.
pub fn without_names(question: &str, is_name: impl Fn(&str) -> bool) -> Option<String> {
    let words: Vec<Word<'_>> = question.split_whitespace().map(Word::of).collect();
    let named = |at: usize| {
        let word = &words[at];
        at > 0 && word.capital && word.parts().all(|part| part.len() > 2 && is_name(&part))
    };
    let mut kept: Vec<String> = Vec::with_capacity(words.len());
    let mut changed = false;
    let mut at = 0;
    while at < words.len() {
        let end = end_of_name(&words, at, &named);
        if (at..end).any(named) {
            changed |= leave_out(&words, at..end, &mut kept);
            at = end;
        } else {
            kept.push(words[at].whole.to_owned());
            at += 1;
        }
    }
    (changed && kept.len() >= LEAST_WORDS).then(|| kept.join(" "))
}

/// Where a name ends that begins at a word: words with capitals, and small ones between them. The word itself where
/// none begins there.
fn end_of_name(words: &[Word<'_>], at: usize, named: &impl Fn(usize) -> bool) -> usize {
    let in_name = |at: usize| at > 0 && words.get(at).is_some_and(Word::is_of_name);
    let mut end = at;
    while in_name(end) {
        end += 1;
        let last = &words[end - 1];
        // "Aster's Chess Club", but not "Aster's Treasurer".
        let owns = last.possessive && !(end < words.len() && named(end));
        if !last.behind.is_empty() || owns {
            break;
        }
        let inside = |word: &&Word<'_>| INSIDE.contains(&word.whole);
        let next = end + words[end..].iter().take_while(inside).count();
        if in_name(next) {
            end = next;
        }
    }
    end.max(at + 1)
}

/// Leaves a name out behind the words that are kept, or keeps it where it cannot be told what is left.
fn leave_out(words: &[Word<'_>], name: Range<usize>, kept: &mut Vec<String>) -> bool {
    let last = &words[name.end - 1];
    let before = |back: usize| name.start.checked_sub(back).map(|at| words[at].lower());
    let is = |word: Option<String>, list: &[&str]| word.is_some_and(|word| list.contains(&&*word));
    let next = words.get(name.end).filter(|_| last.behind.is_empty()).map(Word::lower);
    let article = is(before(1), &ARTICLES);
    let led = 1 + usize::from(article);
    let auxiliary = is(before(led), AUXILIARIES);
    let next_in = |lists: &[&[&str]]| {
        next.as_ref().is_some_and(|word| lists.iter().any(|list| list.contains(&word.as_str())))
    };
    let ends = next.is_none() || next_in(&[AUXILIARIES, &FURTHER, &WHERE, &ARTICLES]);
    // A verb of its own, or the rest of one: "does Aster have".
    let acts = next.is_some() && !next_in(&[&FURTHER, &WHERE]);
    let fallen = usize::from(article);
    if last.possessive && next.is_some() || article && !ends && !auxiliary {
        // "the budget of the Aster chapter", "Aster's budget": the noun stays.
        if !article {
            kept.push("the".to_owned());
        }
    } else if is(before(led), &WHERE) && ends {
        kept.truncate(kept.len() - 1 - fallen);
        if let Some(word) = kept.last_mut() {
            word.push_str(last.behind);
        }
    } else if auxiliary && acts && (!article || ends) {
        kept.truncate(kept.len() - fallen);
        kept.push("it".to_owned());
    } else {
        kept.extend(words[name].iter().map(|word| word.whole.to_owned()));
        return false;
    }
    true
}

/// Whether a word is a month or a day of the week.
fn is_time(word: &str) -> bool {
    month(word).is_some() || word.strip_suffix("day").is_some_and(|day| DAYS.contains(&day))
}

/// A word of a question.
struct Word<'q> {
    whole: &'q str,
    /// Without the marks around it.
    inner: &'q str,
    /// The marks behind it.
    behind: &'q str,
    capital: bool,
    possessive: bool,
}

impl<'q> Word<'q> {
    fn of(whole: &'q str) -> Word<'q> {
        let marks = |c: char| !c.is_alphanumeric();
        let end = whole.trim_end_matches(|c: char| marks(c) && !matches!(c, '\'' | '’')).len();
        let inner = without_possessive(whole[..end].trim_start_matches(marks));
        Word {
            whole,
            inner,
            behind: &whole[end..],
            capital: inner.starts_with(char::is_uppercase) && inner != "I",
            possessive: !whole[..end].ends_with(inner),
        }
    }

    /// Whether it may be a part of a name: a time is none.
    fn is_of_name(&self) -> bool {
        self.capital && !is_time(&self.lower())
    }

    fn lower(&self) -> String {
        self.inner.to_lowercase()
    }

    /// Its parts between hyphens, their letters and digits in lower case.
    fn parts(&self) -> impl Iterator<Item = String> {
        let parts = self.inner.split(['-', '/', '&']);
        parts.map(|part| squashed(part).collect::<String>()).filter(|part| !part.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without(question: &str) -> Option<String> {
        without_names(question, |word| ["aster", "valley", "chess"].contains(&word))
    }

    #[test]
    fn the_name_of_the_document_falls_with_what_leads_to_it() {
        for (question, expected) in [
            ("Who keeps the accounts of the Aster Valley Chess Club?", "Who keeps the accounts?"),
            ("At what hour does Aster open in May?", "At what hour does it open in May?"),
            ("What colour does Aster Multi Paint have?", "What colour does it have?"),
            (
                "Who draws up the budget of the Aster chapter?",
                "Who draws up the budget of the chapter?",
            ),
            ("What is Aster’s quorum for a meeting?", "What is the quorum for a meeting?"),
            ("What time does Aster's Chess Club open?", "What time does it open?"),
            ("Who is Aster's Treasurer in May?", "Who is the Treasurer in May?"),
            ("When does the Aster Club's year end?", "When does the year end?"),
            (
                "How long is a term at Aster Valley, and who pays?",
                "How long is a term, and who pays?",
            ),
            ("Who pays for repairs in New Aster on Monday?", "Who pays for repairs on Monday?"),
        ] {
            assert_eq!(without(question).as_deref(), Some(expected), "{question}");
        }
    }

    #[test]
    fn a_name_stays_where_it_is_asked_about_or_cannot_be_told() {
        for question in [
            "What is Aster?",
            "Who is meant by Aster Valley in the rules?",
            "Aster Valley: who pays?",
            "What does the aster cost?",
            "When was Boreas founded?",
            "What must members of Aster pay in May?",
            "Does the Aster team pay in May?",
        ] {
            assert_eq!(without(question), None, "{question}");
        }
    }
}
