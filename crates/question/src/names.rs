//! Owns which names and numbers a question holds.

use citelight_core::Found;
use citelight_text::{squashed, without_possessive};

/// Words that are written with a capital wherever they stand, and name nothing.
const NO_NAMES: [&str; 4] = ["i", "answer", "give", "round"];

/// The names and numbers of a question, their letters and digits in lower case: words with a digit or
/// with a capital that is not the first word's, but for those that say how to answer.
pub(crate) fn names(question: &str, instructions: &[Found]) -> Vec<String> {
    let instructions: Vec<_> = instructions.iter().flat_map(|found| &found.spans).collect();
    let mut names = Vec::new();
    let mut at = 0;
    let mut begins = true;
    for word in question.split_inclusive(' ') {
        let start = u32::try_from(at).unwrap_or(u32::MAX);
        at += word.len();
        let first = std::mem::replace(&mut begins, word.trim_end().ends_with(['.', '?', '!', ':']));
        let inner = without_possessive(word.trim());
        let name: String = squashed(inner).collect();
        let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
        let capitals = inner.chars().filter(|c| c.is_uppercase()).count();
        let named = capitals > 1 || capitals == 1 && !first;
        let wish = instructions.iter().any(|span| span.contains_byte(start));
        // "FY2022" is in the documents as "2022".
        let name = if digits.len() == 4 && name.starts_with("fy") { digits } else { &name };
        if !wish && name.len() > 1 && (!digits.is_empty() || named) && !NO_NAMES.contains(&name) {
            names.push(name.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use citelight_core::Span;

    use super::*;

    #[test]
    fn names_and_numbers_are_told_from_instructions() {
        let question = "What did Kent’s J&J pay in FY2022? Answer in USD.";
        let wish = Found::new(String::new(), String::new(), Span::new(35, 48));
        assert_eq!(names(question, &[wish]), ["kent", "jj", "2022"]);
        assert_eq!(names("Fees? Round them.", &[]), [""; 0]);
    }
}
