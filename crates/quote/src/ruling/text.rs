//! Owns the words of a sentence as rulings see them.

use citelight_text::{Joining, Stem, Tokens, Vocabulary, number, without_possessive};

/// A word or a mark.
#[derive(Debug, Clone)]
pub(crate) struct Word {
    /// In lower case; "n't" stands as "not".
    pub(crate) lower: String,
    pub(crate) stem: Stem,
    /// Whether it is a word or a number, and no mark.
    pub(crate) is_word: bool,
    /// Whether it begins with a capital, and no sentence begins with it.
    pub(crate) capital: bool,
    /// Whether it opens an item of a list: "(a)", "(ii)".
    pub(crate) item: bool,
}

/// The words and marks of a sentence in order. What numbers an item is one mark.
pub(crate) fn words(text: &str, vocabulary: &Vocabulary) -> Vec<Word> {
    let found = Tokens::cut(text, Joining::Compounds);
    let mut words: Vec<Word> = Vec::with_capacity(found.len());
    let mut at = 0;
    while at < found.len() {
        let part = |at: usize| found.raw(at);
        // "thirty (30) days" says a figure again.
        let again = number(found.before(at)).is_some();
        let numbered = part(at) == "(" && part(at + 2) == ")" && is_number(part(at + 1)) && !again;
        if numbered || at == 0 && part(1) == ")" && is_number(part(0)) {
            words.push(Word {
                lower: "(".into(),
                stem: vocabulary.stem("("),
                is_word: false,
                capital: false,
                item: true,
            });
            at += if numbered { 3 } else { 2 };
            continue;
        }
        let lower = without_possessive(found.lower(at));
        let is_word = found.is_word(at);
        let opens =
            words.last().is_none_or(|word: &Word| matches!(word.lower.as_str(), "." | "(" | "“"));
        let capital = found.get(at).is_some_and(|token| token.capital) && !opens;
        let mut push = |lower: &str| {
            let (lower, stem) = (lower.to_owned(), vocabulary.stem(lower));
            words.push(Word { lower, stem, is_word, capital, item: false });
        };
        match lower.strip_suffix("n't") {
            Some("ca") => push("cannot"),
            Some(verb) => {
                push(if verb == "wo" { "will" } else { verb });
                push("not");
            }
            None => push(lower),
        }
        at += 1;
    }
    words
}

/// Whether a word in brackets numbers an item: a letter, a Roman number, a figure of two digits.
fn is_number(word: &str) -> bool {
    let letter = word.len() == 1 && word.chars().all(char::is_alphabetic);
    let roman = word.len() <= 4 && !word.is_empty() && word.chars().all(|c| "ivxIVX".contains(c));
    letter || roman || word.len() <= 2 && word.chars().all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_plain_and_items_are_marks() {
        let found = words("(ii) It can’t; Kent’s rate won't: (a) rise.", &Vocabulary::default());
        let lower: Vec<&str> = found.iter().map(|word| word.lower.as_str()).collect();
        assert_eq!(
            lower,
            ["(", "it", "cannot", ";", "kent", "rate", "will", "not", ":", "(", "rise", "."]
        );
        assert_eq!(found.iter().filter(|word| word.item).count(), 2);
    }
}
