//! Owns which term a question asks the meaning of.

/// What stands before the term in a question for its meaning.
const BEFORE: [&str; 24] = [
    "what counts as",
    "what qualifies as",
    "what is considered",
    "what is regarded as",
    "what is classed as",
    "who counts as",
    "who qualifies as",
    "who is considered",
    "what is meant by",
    "what is the definition of",
    "what is the meaning of",
    "what's the definition of",
    "what's the meaning of",
    "how is",
    "how are",
    "what does",
    "what do",
    "what is",
    "what are",
    "what was",
    "what were",
    "what's",
    "define",
    "definition of",
];
/// What stands behind it.
const BEHIND: [&str; 13] = [
    "under the",
    "under this",
    "for the purposes",
    "stand for",
    "stands for",
    "mean",
    "means",
    "refer to",
    "defined",
    "called",
    "here",
    "in this",
    "in the",
];
/// Words of a term at most.
const MOST_WORDS: usize = 6;

/// The term that a question asks the meaning of, in lower case; `None` where it asks for none.
pub(crate) fn defined_term(question: &str) -> Option<String> {
    let lower = question.to_lowercase();
    let lower = lower.split(['?', '\n']).next().unwrap_or_default().trim();
    let found = BEFORE.iter().find_map(|before| lower.strip_prefix(before))?;
    let mut term = found.trim().trim_matches(is_mark);
    for behind in BEHIND {
        if let Some((kept, _)) = term.split_once(&format!(" {behind}")) {
            term = kept.trim();
        }
    }
    let term = term.trim_matches(is_mark);
    let term = ["the term ", "the word ", "a ", "an ", "the "]
        .iter()
        .find_map(|article| term.strip_prefix(article))
        .unwrap_or(term);
    // "dendritic cells (DCs)": both are the term, the longer one is looked for.
    let term = term.split(" (").next().unwrap_or_default().trim();
    let term = term.trim_matches(|c: char| "\"“”'‘’".contains(c));
    let words = term.split_whitespace().count();
    (1..=MOST_WORDS).contains(&words).then(|| term.to_owned())
}

/// What quotes a term, or ends it.
fn is_mark(c: char) -> bool {
    "\"“”'‘’.,:".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_told_from_the_words_around_them() {
        for (question, term) in [
            ("What is superspreading?", Some("superspreading")),
            ("What does \"Net Sales\" mean?", Some("net sales")),
            ("What is meant by a rider in this policy?", Some("rider")),
            ("What is meant by PT here?", Some("pt")),
            ("How is EBITDA defined?", Some("ebitda")),
            ("What does MTCT stand for?", Some("mtct")),
            ("Define the term “lease”.", Some("lease")),
            ("What counts as a \"Late Delivery\" under the contract?", Some("late delivery")),
            ("Who qualifies as a dependant?", Some("dependant")),
            ("What are dendritic cells (DCs)?", Some("dendritic cells")),
            ("Who pays?", None),
            ("What is the best way to go about getting out of a lease early", None),
        ] {
            assert_eq!(defined_term(question).as_deref(), term, "{question}");
        }
    }
}
