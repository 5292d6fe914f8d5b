//! Owns questions that are put to every document of a kind: "What is the notice period in each of the leases?"

use std::ops::Range;

use citelight_core::{DocumentId, Side};
use citelight_text::{Tokens, is_topicless, stemmed};

use crate::catalogue::Catalogue;
use crate::versions::{FEWEST, MOST};

/// Words that name each of several.
const EACH: [&str; 7] = ["each", "all", "every", "both", "which", "different", "various"];
/// What documents do.
const SAYS: [&str; 16] = [
    "say", "says", "state", "states", "mention", "mentions", "require", "requires", "allow",
    "allows", "tell", "forbid", "give", "define", "list", "cover",
];
/// Words between what counts the documents and their kind.
const MOST_BEFORE: usize = 3;
/// What leads to a phrase and goes with it.
const LEADS: [&str; 10] =
    ["in", "of", "for", "under", "according", "to", "by", "from", "on", "across"];

/// The documents of a kind that a question names together, as its sides; none where it names no kind of which there
/// are a few.
pub(crate) fn of_a_kind(tokens: &Tokens, catalogue: &Catalogue) -> Vec<Side> {
    let found = (0..tokens.len()).find_map(|at| {
        let phrase = named(tokens, at)?;
        let documents = documents_called(tokens, catalogue, at);
        if !(FEWEST..=MOST).contains(&documents.len()) {
            return None;
        }
        Some((phrase.clone(), so_described(tokens, phrase.start..at, documents)))
    });
    let Some((phrase, documents)) = found else { return Vec::new() };
    let span = tokens.span(phrase.clone());
    // Where the documents are what says it, they stay in the question.
    let says = SAYS.contains(&tokens.lower(phrase.end));
    let query = if says { asked(tokens).to_owned() } else { without(tokens, phrase) };
    let side = |(document, label): (DocumentId, String)| Side {
        label,
        span,
        query: query.clone(),
        documents: vec![document],
        periods: Vec::new(),
        references: Vec::new(),
    };
    documents.into_iter().map(side).collect()
}

/// The documents whose files bear the noun in the plural at a token, with what else their files are called.
fn documents_called(
    tokens: &Tokens,
    catalogue: &Catalogue,
    at: usize,
) -> Vec<(DocumentId, String)> {
    let noun = tokens.lower(at);
    let plural =
        noun.len() > 3 && noun.ends_with('s') && !noun.ends_with("ss") && tokens.is_word(at);
    if !plural {
        return Vec::new();
    }
    let stem = stemmed(noun);
    let short = short_forms(tokens, at);
    let ids = (0..catalogue.len()).filter_map(|one| u32::try_from(one).ok());
    let called = ids.filter_map(|one| {
        let name = catalogue.file_name(one);
        let words = words_of(name);
        // What a document is stands last: a "school lease" is a lease.
        let lettered = |word: &&&str| word.contains(|c: char| c.is_alphabetic());
        let last = words.iter().rfind(lettered).map(|word| word.to_lowercase());
        let is_kind = last.is_some_and(|last| stemmed(&last) == stem);
        let is_short = words.iter().any(|word| short.contains(&word.to_lowercase()));
        (is_kind || is_short).then(|| (catalogue.id(one), words.join(" ")))
    });
    called.collect()
}

/// The initials of the two or three words that end in a noun: "sds" of "safety data sheets".
fn short_forms(tokens: &Tokens, at: usize) -> Vec<String> {
    let initials = |first: usize| -> Option<String> {
        let words = first..at + 1;
        let plain = |at: usize| tokens.is_word(at) && !is_topicless(tokens.lower(at));
        words
            .clone()
            .all(plain)
            .then(|| words.filter_map(|at| tokens.lower(at).chars().next()).collect())
    };
    [1, 2].iter().filter_map(|back| initials(at.checked_sub(*back)?)).collect()
}

/// Of documents those whose files bear a word before the noun, where some do: "the travel policies".
fn so_described(
    tokens: &Tokens,
    before: Range<usize>,
    documents: Vec<(DocumentId, String)>,
) -> Vec<(DocumentId, String)> {
    let words: Vec<_> =
        before.map(|at| tokens.lower(at)).filter(|word| !is_topicless(word)).map(stemmed).collect();
    let bears = |(_, name): &&(DocumentId, String)| {
        let own: Vec<_> = name.split(' ').map(|word| stemmed(word).to_lowercase()).collect();
        words.iter().any(|word| own.iter().any(|own| own == word.as_ref()))
    };
    let described: Vec<_> = documents.iter().filter(bears).cloned().collect();
    if described.len() >= FEWEST { described } else { documents }
}

fn words_of(file_name: &str) -> Vec<&str> {
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
    stem.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// The phrase that names every document of the kind at a token: "each of the rental agreements", "the handbooks" that
/// say something.
fn named(tokens: &Tokens, at: usize) -> Option<Range<usize>> {
    let first = at.saturating_sub(MOST_BEFORE + 2);
    let each = (first..at).rev().find(|&n| EACH.contains(&tokens.lower(n)));
    let phrase = |from: usize| (from..at).all(|n| tokens.is_word(n));
    if let Some(each) = each.filter(|&each| phrase(each)) {
        // "Which leases": of all leases those that do.
        return Some(each..at + 1);
    }
    let article = (first..at).rev().find(|&n| tokens.lower(n) == "the")?;
    (phrase(article) && SAYS.contains(&tokens.lower(at + 1))).then_some(article..at + 1)
}

/// The question without the mark at its end.
fn asked<'t>(tokens: &'t Tokens) -> &'t str {
    tokens.text.trim_end_matches(['?', ' '])
}

/// The question without a phrase and what leads to it.
fn without(tokens: &Tokens, phrase: Range<usize>) -> String {
    let text = asked(tokens);
    let mut start = phrase.start;
    let article = |at: usize| matches!(tokens.lower(at), "the" | "these" | "our" | "my");
    while start > 0 && (LEADS.contains(&tokens.lower(start - 1)) || article(start - 1)) {
        start -= 1;
    }
    if start == 0 {
        return text.to_owned();
    }
    let (from, to) = (tokens.bytes(start..start + 1).start, tokens.bytes(phrase).end);
    let behind = text.get(to..).unwrap_or_default();
    format!("{}{}", text[..from].trim_end(), behind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::CatalogueEntry;

    fn catalogue() -> Catalogue {
        let files = [
            "mill-lease.pdf",
            "barn_lease_2020.pdf",
            "fees.pdf",
            "lease-survey.pdf",
            "po_oak.pdf",
            "po_elm.pdf",
        ];
        Catalogue::new(files.iter().enumerate().map(|(n, name)| CatalogueEntry {
            id: DocumentId::from_content_hash(&format!("{n:016x}")),
            file_name: (*name).to_owned(),
            title: None,
            opening: String::new(),
        }))
    }

    #[test]
    fn documents_of_a_kind_are_asked_one_by_one() {
        let asked = |question: &str| {
            let sides = of_a_kind(&Tokens::of(question), &catalogue());
            let query = sides.first().map(|side| side.query.clone()).unwrap_or_default();
            (sides.into_iter().map(|side| side.label).collect::<Vec<_>>(), query)
        };
        let leases = vec!["mill lease".to_owned(), "barn lease 2020".to_owned()];
        let whole = "What is the notice period";
        for end in
            ["in each of the leases?", "under all the old leases?", "according to both leases?"]
        {
            assert_eq!(
                asked(&format!("{whole} {end}")),
                (leases.clone(), whole.to_owned()),
                "{end}"
            );
        }
        let orders = vec!["po oak".to_owned(), "po elm".to_owned()];
        assert_eq!(asked("What is the total of each of the purchase orders?").0, orders);
        let (labels, query) = asked("What do the leases say of dogs?");
        assert_eq!((labels, query.as_str()), (leases, "What do the leases say of dogs"));
        for other in ["What are the leases?", "What do all fees cover?", "Which survey is older?"] {
            assert!(asked(other).0.is_empty(), "{other}");
        }
    }
}
