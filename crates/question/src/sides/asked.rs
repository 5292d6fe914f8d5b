//! Owns the question that one side of a comparison is asked with, as a person would ask it by itself.

use citelight_core::Side;
use citelight_text::is_topicless;

use super::words::{COMPARATIVES, MEASURES, NO_COMPARATIVES, VERBS};
use crate::parts::{AUXILIARIES, QUESTION_WORDS};

/// Words with a topic that are left of what is asked where the name of a side is taken out, at least.
const FEWEST_WORDS: usize = 2;
/// What may stand before the name of a side and goes with it.
const BEFORE_NAMES: &[&str] = &[
    "the", "a", "an", "our", "my", "its", "of", "in", "for", "under", "on", "with", "at", "by",
    "from", "to", "does", "do", "did", "as", "per", "within",
];

/// What is asked of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideQuestion {
    /// As it is put to all documents: "What is the notice period of the lease?"
    pub whole: String,
    /// As it is put to the side's own documents, without its name: "What is the notice period?" The same as
    /// the whole where too little would be left.
    pub bare: String,
}

/// The question that a side is asked with.
pub fn side_question(side: &Side) -> SideQuestion {
    let whole = as_question(&side.query, &side.label);
    let bare = without(&whole, &side.label);
    let topics = |word: &&str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        !word.is_empty() && !is_topicless(&word)
    };
    let enough = bare.split_whitespace().filter(topics).count() >= FEWEST_WORDS;
    SideQuestion { bare: if enough { bare } else { whole.clone() }, whole }
}

/// A sentence that compares, with one side left in it, as a question for that side.
fn as_question(query: &str, label: &str) -> String {
    let query = query.trim_end_matches(['?', '.', '!', ' ']);
    let words: Vec<&str> = query.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|word| plain(word)).collect();
    let Some(first) = lower.first().map(String::as_str) else { return String::new() };
    let auxiliary = |word: &String| AUXILIARIES.contains(&word.as_str());
    if !QUESTION_WORDS.contains(&first) && !AUXILIARIES.contains(&first) {
        return what_is(query);
    }
    let acts = lower.iter().any(|word| VERBS.contains(word));
    // "How does A's income (compare)": what was asked is what it is.
    if first == "how" && lower.get(1).is_some_and(auxiliary) {
        return if acts { format!("{query}?") } else { what_is(&words[2..].join(" ")) };
    }
    let measured = matches!(first, "which" | "who" | "what") || AUXILIARIES.contains(&first);
    let own: Vec<String> = label.split_whitespace().map(plain).collect();
    let compared = |word: &String| compares(word) && !own.contains(word);
    let Some(at) = lower.iter().position(compared).filter(|_| measured) else {
        let was_compared = matches!(first, "do" | "does" | "did" | "is" | "are") && !acts;
        return if was_compared { what_is(&words[1..].join(" ")) } else { format!("{query}?") };
    };
    let behind = words[at + 1..].join(" ");
    let of_side = behind.strip_suffix(label).map(|rest| without_article(rest.trim_end()));
    let of_label =
        |what: &str| what_is(&format!("{} of {label}", what.trim_end_matches([',', ' '])));
    let how = format!("How {} is {label}?", measure_of(&lower[at]));
    if AUXILIARIES.contains(&first) {
        let before = words[1..at].join(" ");
        let before = without_article(&before);
        let has = [" have", " has", " had"].iter().find_map(|has| before.strip_suffix(has));
        return match (has, first) {
            (Some(_), _) => of_label(&behind),
            (None, "do" | "does" | "did") => format!("How much {first} {before} {behind}?"),
            (None, _) if before == label && behind.is_empty() => how,
            (None, _) => what_is(&format!("{before} {behind}")),
        };
    }
    let verb = (1..at).rev().find(|&n| auxiliary(&lower[n]));
    let noun = words[1..verb.unwrap_or(at)].join(" ");
    match (verb, of_side) {
        // "Which notice period is longer, that of A": what it is called stands before the verb.
        (Some(_), Some("")) if noun.is_empty() => how,
        (Some(_), Some("")) => of_label(&noun),
        (Some(_), Some(rest)) => of_label(rest),
        (Some(_), None) => what_is(&behind),
        (None, Some(rest)) => format!("How much does {label} {noun} {rest}?"),
        (None, None) => what_is(&format!("{noun} {behind}")),
    }
}

/// A word without marks at its ends, in lower case.
fn plain(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

fn without_article(text: &str) -> &str {
    let text = text.trim_end_matches([',', ':', ' ']);
    let article = ["the", "a", "an"].iter().find_map(|article| text.strip_suffix(article));
    let rest = article.filter(|rest| rest.is_empty() || rest.ends_with(' ')).unwrap_or(text);
    rest.trim_end_matches([',', ':', ' '])
}

/// Whether a word says that one thing is more than another in some way.
fn compares(word: &str) -> bool {
    COMPARATIVES.contains(&word)
        || word.len() > 4 && word.ends_with("er") && !NO_COMPARATIVES.contains(&word)
}

/// What a comparative measures: "long" of "longer".
fn measure_of(comparative: &str) -> &str {
    let known = MEASURES.iter().find(|(word, _)| *word == comparative);
    known.map_or("much", |(_, measure)| measure)
}

fn what_is(what: &str) -> String {
    let what: Vec<&str> = what.split_whitespace().collect();
    let what = what.join(" ");
    let what = what.trim_matches([',', ':', ';', ' ']);
    let head = what.split_whitespace().take_while(|word| !BEFORE_NAMES[6..].contains(word)).last();
    let several = head
        .is_some_and(|word| word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("'s"));
    format!("What {} {what}?", if several { "are" } else { "is" })
}

/// A question without the name of a side, and without what leads to it.
fn without(question: &str, label: &str) -> String {
    let Some(start) = question.find(label) else { return question.to_owned() };
    let behind = &question[start + label.len()..];
    let behind = behind.strip_prefix("'s").or_else(|| behind.strip_prefix("’s")).unwrap_or(behind);
    let mut before = question[..start].trim_end();
    while let Some((rest, word)) = before.rsplit_once(' ')
        && BEFORE_NAMES.contains(&word.to_lowercase().as_str())
    {
        before = rest.trim_end();
    }
    let before = before.trim_end_matches([',', ' ']);
    let behind = behind.trim_start_matches([',', ' ']);
    let gap = if behind.starts_with('?') || behind.is_empty() { "" } else { " " };
    format!("{before}{gap}{behind}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_asked_for_by_itself() {
        for (query, label, expected) in [
            ("the fees of the bank", "bank", "What are the fees of the bank?"),
            (
                "Which had more revenue in 2023, Netflix",
                "Netflix",
                "What is revenue in 2023 of Netflix?",
            ),
            ("How does Walmart's income in 2022", "Walmart", "What is Walmart's income in 2022?"),
            (
                "Which plan has the higher deductible, Silver",
                "Silver",
                "What is deductible of Silver?",
            ),
            ("Which is longer, the lease", "lease", "How long is lease?"),
            (
                "Which notice period is longer, the lease",
                "lease",
                "What is notice period of lease?",
            ),
            ("Is the copay higher under the rider", "rider", "What is the copay under the rider?"),
            ("Did A spend more on research", "A", "How much did A spend on research?"),
            ("Does plan A have the longer leave", "plan A", "What is leave of plan A?"),
            (
                "Who pays more for parking, guests",
                "guests",
                "How much does guests pays for parking?",
            ),
            ("How does the lease treat late rent", "lease", "How does the lease treat late rent?"),
            ("How many users had it in 2023", "2023", "How many users had it in 2023?"),
            (
                "What is the age for e-scooter riders",
                "e-scooter riders",
                "What is the age for e-scooter riders?",
            ),
        ] {
            assert_eq!(as_question(query, label), expected);
        }
    }

    #[test]
    fn the_name_of_a_side_goes_with_what_leads_to_it() {
        for (question, label, expected) in [
            ("What is the quorum in the WH bylaws?", "WH bylaws", "What is the quorum?"),
            ("What is Walmart's income in 2022?", "Walmart", "What is income in 2022?"),
            ("What is the age in Whitby for taxis?", "taxis", "What is the age in Whitby?"),
            ("What is it?", "lease", "What is it?"),
        ] {
            assert_eq!(without(question, label), expected);
        }
    }
}
