//! Owns whether a question asks for more than the nearest passages can tell: a count over whole
//! documents, everything that there is of a sort, the gist of a whole.

use citelight_core::{Interpretation, PartKind, QuestionKind, Reach};
use citelight_text::Tokens;

use crate::kind_words::{COUNTED_WHOLE, STANDING, WHOLE_GISTS, WHOLES};
use crate::parts::begins;

/// How far the answer to a question would have to look.
pub(crate) fn reach(tokens: &Tokens, asked: &Interpretation) -> Reach {
    if asked.kind == QuestionKind::Summary {
        let named = asked
            .references
            .iter()
            .any(|part| !matches!(part.kind, PartKind::Table | PartKind::Figure | PartKind::Page));
        return if named { Reach::Part } else { Reach::Whole };
    }
    let counts = (0..tokens.len()).any(|at| is_count(tokens, at));
    let all = (0..tokens.len()).any(|at| is_all(tokens, at));
    let gist = (0..tokens.len()).any(|at| begins(tokens, at, WHOLE_GISTS));
    if counts || all || gist { Reach::Whole } else { Reach::Passages }
}

/// "How many times …", "how many tables are there", "count all …".
fn is_count(tokens: &Tokens, at: usize) -> bool {
    let word = |at: usize| tokens.lower(at);
    let rest = at + 1..tokens.len();
    if word(at) == "count" {
        // "Count the …" asks for it; "the count of …" and "the page count" name a figure.
        return matches!(word(at + 1), "all" | "every" | "the" | "how") && at <= 2;
    }
    let many = word(at) == "how" && word(at + 1) == "many"
        || matches!(word(at), "number") && word(at + 1) == "of";
    let often = word(at) == "how" && matches!(word(at + 1), "often" | "frequently");
    let stands = || rest.clone().any(|at| STANDING.contains(word(at)));
    if often {
        // "How often is the fee paid" is a fact; "how often does the word appear" is a count.
        let named = rest.clone().any(|at| matches!(word(at), "word" | "term" | "phrase" | "name"));
        return named && stands();
    }
    let counted = (at + 2..tokens.len().min(at + 6))
        .take_while(|at| !matches!(word(*at), "of" | "in"))
        .any(|at| COUNTED_WHOLE.contains(word(at)));
    many && counted && stands()
}

/// "List every … in all documents", "on which pages …".
fn is_all(tokens: &Tokens, at: usize) -> bool {
    let word = |at: usize| tokens.lower(at);
    let wholes = |at: usize| WHOLES.contains(&word(at));
    let pages = matches!(word(at), "which" | "what" | "all") && word(at + 1) == "pages";
    let each = matches!(word(at), "all" | "every" | "each" | "across" | "entire" | "whole")
        && (wholes(at + 1)
            || matches!(word(at + 1), "the" | "of" | "my" | "these" | "our")
                && (wholes(at + 2) || word(at + 2) == "the" && wholes(at + 3)));
    let listed = matches!(word(at), "list" | "name" | "find" | "give" | "show")
        && matches!(word(at + 1), "every" | "each" | "all")
        && at <= 3;
    pages || each || listed
}

#[cfg(test)]
mod tests {
    use citelight_core::Corrections;

    use super::*;
    use crate::{Catalogue, understand};

    fn of(question: &str) -> Reach {
        understand(question, &Catalogue::new(Vec::new()), &Corrections::default()).reach
    }

    #[test]
    fn counts_lists_of_all_and_gists_reach_over_everything() {
        for question in [
            "How many times is the landlord mentioned?",
            "How many tables are included in the report?",
            "How often does the word fee appear?",
            "Count all signatures.",
            "List every clause on fees in all documents.",
            "List all clauses on fees.",
            "On which pages does the logo appear?",
            "What is the main theme of the book?",
            "Summarise the whole document.",
            "What is this report about?",
            "Which suppliers are named across all contracts?",
        ] {
            assert_eq!(of(question), Reach::Whole, "{question}");
        }
    }

    #[test]
    fn other_questions_do_not() {
        for question in [
            "How many days of leave are there?",
            "How many children were included in the study?",
            "How often is rent paid?",
            "What is the white blood cell count?",
            "Which fees are due?",
            "List the symptoms of flu.",
            "What page number bears the seal?",
            "Are all employees covered?",
        ] {
            assert_eq!(of(question), Reach::Passages, "{question}");
        }
        assert_eq!(of("Summarise chapter 3."), Reach::Part);
    }
}
