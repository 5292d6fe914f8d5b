//! Owns how a question is put to the one document that it names: without that name, as a person would ask who holds
//! the document in hand. Within it the name stands everywhere and answers nothing.

use citelight_text::{squashed, without_possessive};

use crate::parts::AUXILIARIES;

/// Prepositions with which a name falls, for what they say is where to look.
const WHERE: [&str; 8] = ["of", "in", "at", "for", "from", "under", "on", "within"];
const ARTICLES: [&str; 8] = ["the", "a", "an", "this", "that", "our", "my", "your"];
/// Words between the parts of a name.
const INSIDE: [&str; 6] = ["of", "the", "and", "for", "de", "&"];
/// Words with which something else begins.
const FURTHER: [&str; 18] = [
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
    "need",
    "as",
    "than",
];
/// Fewer words ask nothing.
const LEAST_WORDS: usize = 3;

/// A question without the names for which `is_name` holds: their letters and digits, in lower case. `None` where it
/// holds none of them, or it cannot be told how it reads without.
pub fn within_one(question: &str, is_name: impl Fn(&str) -> bool) -> Option<String> {
    let words: Vec<Word<'_>> = question.split_whitespace().map(Word::of).collect();
    let named = |at: usize| {
        let word = &words[at];
        at > 0 && word.capital && word.parts().all(|part| part.len() > 2 && is_name(&part))
    };
    let mut kept: Vec<String> = Vec::with_capacity(words.len());
    let mut changed = false;
    let mut at = 0;
    while at < words.len() {
        if !named(at) {
            kept.push(words[at].whole.to_owned());
            at += 1;
            continue;
        }
        let end = end_of_name(&words, at, &named);
        changed |= leave_out(&words, at..end, &mut kept);
        at = end;
    }
    (changed && kept.len() >= LEAST_WORDS).then(|| kept.join(" "))
}

/// Where a name ends that begins at a word.
fn end_of_name(words: &[Word<'_>], at: usize, named: &impl Fn(usize) -> bool) -> usize {
    let mut end = at + 1;
    while end < words.len() && words[end - 1].behind.is_empty() {
        let inside = |word: &&Word<'_>| INSIDE.contains(&word.whole);
        let next = end + words[end..].iter().take_while(inside).count();
        if next >= words.len() || !named(next) {
            break;
        }
        end = next + 1;
    }
    end
}

/// Leaves a name out behind the words that are kept, or keeps it where it cannot be told what is left.
fn leave_out(words: &[Word<'_>], name: std::ops::Range<usize>, kept: &mut Vec<String>) -> bool {
    let last = &words[name.end - 1];
    let before = name.start.checked_sub(1).map(|at| &words[at]);
    let next = words.get(name.end).filter(|_| last.behind.is_empty());
    // What stands beside it with a capital is a part of a longer name.
    let longer = before.is_some_and(|one| one.capital && one.behind.is_empty() && name.start > 1)
        || next.is_some_and(|one| one.capital);
    let article = before.is_some_and(|one| ARTICLES.contains(&one.lower().as_str()));
    let preposition = name.start.checked_sub(1 + usize::from(article)).map(|at| words[at].lower());
    let ends = next.is_none_or(|one| {
        let word = one.lower();
        [&WHERE[..], AUXILIARIES, &FURTHER, &ARTICLES, &["and"]].concat().contains(&word.as_str())
    });
    let is_where = preposition.as_ref().is_some_and(|word| WHERE.contains(&word.as_str()));
    let auxiliary = before.is_some_and(|one| AUXILIARIES.contains(&one.lower().as_str()));
    match () {
        () if longer => {}
        // "the budget of the Aster chapter": its noun stays.
        () if article && !ends => return true,
        () if last.possessive && !ends => {
            kept.push("the".to_owned());
            return true;
        }
        () if is_where && ends => {
            kept.truncate(kept.len() - 1 - usize::from(article));
            if let Some(word) = kept.last_mut() {
                word.push_str(last.behind);
            }
            return true;
        }
        () if auxiliary && !article && !ends => {
            // It takes the place of the subject.
            kept.push("it".to_owned());
            return true;
        }
        () => {}
    }
    kept.extend(words[name].iter().map(|word| word.whole.to_owned()));
    false
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

    #[test]
    fn the_name_of_the_document_falls_with_what_leads_to_it() {
        let name = |word: &str| ["aster", "valley", "chess", "club"].contains(&word);
        for (question, expected) in [
            ("Who keeps the accounts of the Aster Valley Chess Club?", "Who keeps the accounts?"),
            ("At what hour does Aster open in May?", "At what hour does it open in May?"),
            (
                "Who draws up the budget of the Aster chapter?",
                "Who draws up the budget of the chapter?",
            ),
            ("What is Aster’s quorum for a meeting?", "What is the quorum for a meeting?"),
            (
                "How long is a term at Aster Valley, and who pays?",
                "How long is a term, and who pays?",
            ),
        ] {
            assert_eq!(within_one(question, name).as_deref(), Some(expected), "{question}");
        }
    }

    #[test]
    fn a_name_stays_where_it_is_asked_about_or_cannot_be_told() {
        let name = |word: &str| ["aster", "valley"].contains(&word);
        for question in [
            "What is Aster?",
            "Who is meant by Aster Valley in the rules?",
            "How many people live in New Aster?",
            "Aster Valley: who pays?",
            "What does the aster cost?",
            "When was it founded?",
            "What must members of Aster pay in May?",
        ] {
            assert_eq!(within_one(question, name), None, "{question}");
        }
    }
}
