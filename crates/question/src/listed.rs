//! Owns what a question asks to be listed.

use citelight_text::{is_stop_word, runs};

/// Words of what is to be listed at most.
const MOST_WORDS: usize = 5;

/// The words that say what is to be listed: "What are the covered services under …?" names covered
/// services.
pub(crate) fn listed(question: &str) -> Vec<String> {
    let lower = question.to_lowercase();
    let words: Vec<&str> = runs(&lower, |c| c.is_alphanumeric() || c == '-').collect();
    let asks = |word: &&str| {
        matches!(*word, "what" | "which" | "list" | "name" | "identify" | "enumerate" | "give")
    };
    let start = words.iter().position(asks).map_or(0, |at| at + 1);
    let link = |word: &str| is_stop_word(word) || matches!(word, "all" | "every" | "different");
    let rest = words[start..].iter().copied().skip_while(|word| link(word));
    rest.take_while(|word| !link(word) && *word != "under")
        .take(MOST_WORDS)
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_listed_is_told() {
        for (question, nouns) in [
            ("What are the covered services under the plan?", "covered services"),
            ("Which services are not covered?", "services"),
            ("List all the symptoms of flu.", "symptoms"),
            ("What?", ""),
            ("", ""),
        ] {
            assert_eq!(listed(question).join(" "), nouns, "{question}");
        }
    }
}
