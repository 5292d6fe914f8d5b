//! Owns which questions ask what is expected, and which texts say it: a forecast is no result.

use citelight_text::{Tokens, WordList};

/// Words that name a forecast by themselves.
const FORECASTS: WordList = WordList::new(
    "forecast forecasts forecasted guidance outlook projection projections prediction predictions",
);
/// Verbs that ask for one where somebody stands before them and a time is named.
const VERBS: WordList =
    WordList::new("expect expects expected predict predicted project projected");
/// Tokens between "is" and "expected" at most.
const FARTHEST: usize = 4;
/// Words with which a text says what is expected.
const SAYING: WordList = WordList::new(
    "anticipate anticipated anticipates assume assumed assumes assumption assumptions estimate estimated
     estimates expect expectation expectations expected expecting expects forecast forecasts guidance
     outlook plan planned plans predict predicts project projected projection projections projects
     target targeted targeting targets",
);

/// Whether a question asks for a forecast. `timed`: whether it names a time.
pub fn asks_for_forecast(question: &str, timed: bool) -> bool {
    let tokens = Tokens::of(question);
    (0..tokens.len()).any(|at| {
        let word = tokens.lower(at);
        // "the expected life", "when is rent expected to be paid": a kind of thing, or a rule.
        let passive = (at.saturating_sub(FARTHEST)..at).any(|at| {
            matches!(tokens.lower(at), "the" | "an" | "is" | "are" | "be" | "was" | "were")
        });
        let told = VERBS.contains(word) && !(passive && word.ends_with("ed"));
        FORECASTS.contains(word) || timed && told
    })
}

/// Whether a text is about a forecast, by name; what only warns that forecasts may fail is not.
pub fn is_about_forecast(text: &str) -> bool {
    let lower = text.to_lowercase();
    let warns = ["forward-looking", "forward looking"].iter().any(|words| lower.contains(words));
    !warns && Tokens::of(text).iter().any(|(_, token)| FORECASTS.contains(&token.lower))
}

/// Whether a text says what is expected.
pub fn says_forecast(text: &str) -> bool {
    Tokens::of(text).iter().any(|(_, token)| SAYING.contains(&token.lower))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_for_forecasts_are_told() {
        for (question, timed, expected) in [
            ("What is the latest sales forecast?", false, true),
            ("What revenue did Acme expect for fiscal 2024?", true, true),
            ("What did Acme expect?", false, false),
            ("What is the expected life of a filter in 2024?", true, false),
            ("When is rent expected to be paid in 2024?", true, false),
            ("What was revenue in 2024?", true, false),
        ] {
            assert_eq!(asks_for_forecast(question, timed), expected, "{question}");
        }
        assert!(says_forecast("Full Year Guidance: sales of $5 million"));
        assert!(!says_forecast("Sales were $5 million."));
        assert!(is_about_forecast("Acme gives its outlook for 2024."));
        assert!(!is_about_forecast("Words like outlook mark forward-looking statements."));
    }
}
