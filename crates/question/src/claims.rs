//! Owns the claim that a question asks to be checked: "Is it true that …?", "Does the agreement say
//! that the following holds? …".
//!
//! The words around a claim are about the asking, not about what the documents say: searched for
//! with it, they lead astray.

use citelight_core::Span;
use citelight_text::{Tokens, WordList};

/// Verbs by which a text says something.
const SAYS: WordList = WordList::new(
    "say state provide mention specify stipulate confirm claim indicate report assert require",
);
/// What may stand after "the following" when the claim comes next.
const AFTER_FOLLOWING: WordList = WordList::new(
    "holds hold is are true correct applies apply statement statements claim stated said provision",
);
/// Words before a claim at most: what says more is no mere frame.
const LONGEST_FRAME: usize = 12;
/// A claim of fewer words is none.
const FEWEST_WORDS: usize = 3;

/// Where the claim stands that a question asks to be checked.
pub(crate) fn claim(tokens: &Tokens) -> Option<Span> {
    let start = framed(tokens).filter(|start| *start <= LONGEST_FRAME)?;
    let mut end = tokens.len();
    while end > start && !tokens.is_word(end - 1) {
        end -= 1;
    }
    let words = (start..end).filter(|at| tokens.is_word(*at)).count();
    (words >= FEWEST_WORDS).then(|| tokens.span(start..end))
}

/// The token at which a framed claim begins.
fn framed(tokens: &Tokens) -> Option<usize> {
    let word = |at: usize| tokens.lower(at);
    let asks = matches!(word(0), "do" | "does" | "did" | "is" | "are" | "was" | "were");
    if !asks {
        return None;
    }
    if let Some(at) = (1..tokens.len().min(LONGEST_FRAME)).find(|at| word(*at) == "following") {
        let mut next = at + 1;
        while AFTER_FOLLOWING.contains(word(next)) {
            next += 1;
        }
        let ends = matches!(word(next), "?" | ":" | "." | "-" | "–" | "—");
        return (ends && next + 1 < tokens.len()).then_some(next + 1);
    }
    // "Is it true that …", "Does the agreement say that …"
    let that = (1..tokens.len().min(LONGEST_FRAME)).find(|at| word(*at) == "that")?;
    let true_that = word(1) == "it" && matches!(word(that - 1), "true" | "correct" | "right");
    (true_that || SAYS.contains(word(that - 1))).then_some(that + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim_of(question: &str) -> Option<&str> {
        claim(&Tokens::of(question)).map(|span| &question[span.range()])
    }

    #[test]
    fn a_claim_is_told_from_its_frame() {
        for (question, wanted) in [
            (
                "Does the agreement say that the following holds? Fees shall be due in May.",
                Some("Fees shall be due in May"),
            ),
            ("Is the following true: fees are due in May?", Some("fees are due in May")),
            ("Is it true that fees are due in May?", Some("fees are due in May")),
            (
                "Does the contract state that notice is given in writing?",
                Some("notice is given in writing"),
            ),
            ("Is the following day a holiday for staff?", None),
            ("Does the report say so?", None),
            ("What does the agreement say that matters?", None),
            ("Is the notice period that applies to riders short?", None),
            ("Does the following hold? Yes.", None),
        ] {
            assert_eq!(claim_of(question), wanted, "{question}");
        }
    }
}
