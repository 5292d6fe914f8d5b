//! Owns questions that are put to every document of a kind: "What is the notice period in each of the leases?"

use std::ops::Range;

use citelight_core::{DocumentId, Side};
use citelight_text::{Tokens, WordList, is_topicless, stemmed};

use crate::catalogue::{Catalogue, MOST_OF_A_KIND};
use crate::versions::FEWEST;

/// Words that name each of several.
const EACH: [&str; 7] = ["each", "all", "every", "both", "which", "different", "various"];
/// What documents are.
const DOCUMENTS: WordList = WordList::new(
    "agreement application article assessment bill book booklet brochure budget bylaw calendar card catalogue certificate
     chart checklist circular confirmation constitution contract datasheet decision deed document estimate evaluation file filing
     flyer form guide guideline handbook handout inspection invoice judgment judgement leaflet lease ledger letter
     license licence list listing log magazine manual map meeting memo memorandum menu minute newsletter note notice offer opinion
     order ordinance outline paper permit plan policy presentation proposal prospectus protocol publication quotation quote
     receipt recipe record release report resolution resume review ruling schedule sheet slip specification standard
     statement study summary survey syllabus tender test thesis timetable transcript warranty worksheet",
);
/// Words of file names that say how a document was made.
const MADE: [&str; 7] = ["scan", "scanned", "signed", "final", "copy", "draft", "filled"];
/// Words between what counts the documents and their kind.
const MOST_BEFORE: usize = 3;
/// Words behind their kind that tell which of them: "for the town hall".
const MOST_BEHIND: usize = 5;
/// What leads to a phrase and goes with it.
const LEADS: [&str; 10] =
    ["in", "of", "for", "under", "according", "to", "by", "from", "on", "across"];

/// The documents of a kind that a question names together, as its sides; none where it names no kind of which there
/// are a few. Of those that it keeps to, `only`, each.
pub(crate) fn of_a_kind(tokens: &Tokens, catalogue: &Catalogue, only: &[DocumentId]) -> Vec<Side> {
    let found = (0..tokens.len()).filter_map(|at| {
        let phrase = named(tokens, at)?;
        let documents = documents_meant(tokens, catalogue, only, &phrase, at);
        (FEWEST..=MOST_OF_A_KIND).contains(&documents.len()).then_some((phrase, documents))
    });
    // "When did each of the meetings end, by the minutes?": the first of those that find most.
    let found = found.reduce(|a, b| if b.1.len() > a.1.len() { b } else { a });
    let Some((phrase, mut documents)) = found else { return Vec::new() };
    documents.sort_by_cached_key(|(_, label)| label.to_lowercase());
    let span = tokens.span(phrase.clone());
    let besides = (0..tokens.len()).filter(|at| !phrase.contains(at) && tokens.is_word(*at));
    if besides.map(|at| tokens.lower(at)).all(is_topicless) {
        return Vec::new();
    }
    let query = without(tokens, phrase);
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

/// The documents that a phrase means whose noun is at a token, with what their files are called: by their names, and
/// where more than the noun describes them, by their meaning too.
fn documents_meant(
    tokens: &Tokens,
    catalogue: &Catalogue,
    only: &[DocumentId],
    phrase: &Range<usize>,
    at: usize,
) -> Vec<(DocumentId, String)> {
    let numbers = || (0..).take(catalogue.len());
    let label = |one: u32| (catalogue.id(one), words_of(catalogue.file_name(one)).join(" "));
    let noun = tokens.lower(at);
    let is_kind = are_documents(noun) || DOCUMENTS.contains(noun);
    let (called, by_initials) = numbers_called(tokens, catalogue, at);
    if !only.is_empty() {
        let kept = numbers().filter(|one| only.contains(&catalogue.id(*one)));
        let named = is_kind || !called.is_empty();
        return if named { kept.map(label).collect() } else { Vec::new() };
    }
    let small = |at: &usize| EACH.contains(&tokens.lower(*at)) || is_topicless(tokens.lower(*at));
    let first = phrase.clone().find(|at| !small(at)).unwrap_or(at);
    let described = phrase.end > at + 1 || (first..at).any(|at| !is_topicless(tokens.lower(at)));
    // Names that say all that the phrase does are enough; further documents must be of the kind without doubt.
    let told = called.len() >= FEWEST && (by_initials || !described);
    let meant = if is_kind {
        catalogue.of_kind(&tokens.text[tokens.bytes(first..phrase.end)], told)
    } else {
        Vec::new()
    };
    let named =
        if told { called.clone() } else { so_described(tokens, first..at, catalogue, &called) };
    let all: Vec<u32> =
        numbers().filter(|one| meant.contains(one) || named.contains(one)).collect();
    let fits = (FEWEST..=MOST_OF_A_KIND).contains(&all.len());
    (if fits { all } else { called }).into_iter().map(label).collect()
}

/// The documents whose files bear the noun in the plural at a token, and whether they bear its initials.
fn numbers_called(tokens: &Tokens, catalogue: &Catalogue, at: usize) -> (Vec<u32>, bool) {
    let noun = tokens.lower(at);
    if !tokens.is_word(at) {
        return (Vec::new(), false);
    }
    let stem = stemmed(noun);
    let mut short = short_forms(tokens, at);
    if is_acronym(tokens, at) {
        short.extend([noun.to_owned(), noun.trim_end_matches('s').to_owned()]);
    }
    let mut initials = false;
    let called = (0..).take(catalogue.len()).filter(|one| {
        let words = words_of(catalogue.file_name(*one));
        // What a document is stands last: a "school lease" is a lease. Dates and how it was made come behind.
        let lettered = |word: &String| word.chars().all(char::is_alphabetic);
        let mut lower = words.iter().map(|word| word.to_lowercase());
        let last = lower.rfind(|word| lettered(word) && !MADE.contains(&word.as_str()));
        let is_kind = last.is_some_and(|last| stemmed(&last) == stem);
        let is_short = words.iter().any(|word| short.contains(&word.to_lowercase()));
        initials |= is_short;
        is_kind || is_short
    });
    (called.collect(), initials)
}

/// Whether a noun looks like one in the plural.
pub(crate) fn is_plural(noun: &str) -> bool {
    noun.len() > 3 && noun.ends_with('s') && !noun.ends_with("ss")
}

/// Whether a noun in the plural says what documents are.
fn are_documents(noun: &str) -> bool {
    let policy = noun.strip_suffix("ies").map(|stem| format!("{stem}y"));
    let syllabus = noun.strip_suffix('i').map(|stem| format!("{stem}us"));
    [noun.strip_suffix('s'), noun.strip_suffix("es"), policy.as_deref(), syllabus.as_deref()]
        .into_iter()
        .flatten()
        .any(|one| DOCUMENTS.contains(one))
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

/// Of documents those whose files bear a word before the noun, where some do: "the parking policies"; none where that
/// tells none apart.
fn so_described(
    tokens: &Tokens,
    before: Range<usize>,
    catalogue: &Catalogue,
    documents: &[u32],
) -> Vec<u32> {
    let words: Vec<_> =
        before.map(|at| tokens.lower(at)).filter(|word| !is_topicless(word)).map(stemmed).collect();
    let bears = |one: &&u32| {
        let name = words_of(catalogue.file_name(**one)).into_iter();
        let own: Vec<_> = name.map(|word| stemmed(word).to_lowercase()).collect();
        words.iter().any(|word| own.iter().any(|own| own == word.as_ref()))
    };
    documents.iter().filter(bears).copied().collect()
}

fn words_of(file_name: &str) -> Vec<&str> {
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
    stem.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// The phrase that names every document of the kind at a token: "each of the rental agreements", "every invoice", "the
/// handbooks".
fn named(tokens: &Tokens, at: usize) -> Option<Range<usize>> {
    let noun = tokens.lower(at);
    let first = at.saturating_sub(MOST_BEFORE + 2);
    let whole = |from: &usize| (*from..at).all(|n| tokens.is_word(n));
    let last = |words: &[&str]| (first..at).rev().find(|&n| words.contains(&tokens.lower(n)));
    let one = DOCUMENTS.contains(noun) || is_acronym(tokens, at);
    let several = is_plural(noun) || noun == "syllabi";
    // "Which leases": of all leases those that do.
    let each = last(&EACH).filter(|_| several);
    let single = last(&["each", "every"]).filter(|_| one);
    let article = last(&["the"]).filter(|_| several && are_documents(noun));
    let from = each.or(single).or(article).filter(whole)?;
    Some(from..behind(tokens, at))
}

/// Whether a word is written in capitals: "SDS", "POs".
fn is_acronym(tokens: &Tokens, at: usize) -> bool {
    let word = tokens.text.get(tokens.bytes(at..at + 1)).unwrap_or_default();
    word.len() >= 2 && word.trim_end_matches('s').chars().all(char::is_uppercase)
}

/// Where the phrase ends whose noun is at a token: behind what tells which of them it means, where the question ends
/// with that.
fn behind(tokens: &Tokens, at: usize) -> usize {
    let leads = matches!(tokens.lower(at + 1), "for" | "of" | "from" | "about" | "with");
    let end = (at + 1..tokens.len()).find(|&n| !tokens.is_word(n)).unwrap_or(tokens.len());
    let last = (end..tokens.len()).all(|n| !tokens.is_word(n));
    if leads && last && end - at - 1 <= MOST_BEHIND { end } else { at + 1 }
}

/// The question without the mark at its end.
fn asked<'t>(tokens: &'t Tokens) -> &'t str {
    tokens.text.trim_end_matches(['?', ' '])
}

/// The question without a phrase and what leads to it; all of it where nothing does, since the documents are then
/// what it speaks of.
fn without(tokens: &Tokens, phrase: Range<usize>) -> String {
    let text = asked(tokens);
    let mut start = phrase.start;
    let article = |at: usize| matches!(tokens.lower(at), "the" | "these" | "our" | "my");
    while start > 0 && article(start - 1) {
        start -= 1;
    }
    let led = start;
    while start > 0 && LEADS.contains(&tokens.lower(start - 1)) {
        start -= 1;
    }
    if start == 0 || start == led {
        return text.to_owned();
    }
    let (from, to) = (tokens.bytes(start..start + 1).start, tokens.bytes(phrase).end);
    let behind = text.get(to..).unwrap_or_default();
    format!("{}{}", text[..from].trim_end(), behind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{CatalogueEntry, Nearness};

    fn catalogue() -> Catalogue {
        let files = [
            "mill-lease.pdf",
            "barn_lease_dec20-scan.pdf",
            "fees.pdf",
            "lease-survey.pdf",
            "po_oak.pdf",
            "po_elm.pdf",
        ];
        Catalogue::new(files.iter().enumerate().map(|(n, name)| CatalogueEntry {
            id: DocumentId::from_content_hash(&format!("{n:016x}")),
            file_name: (*name).to_owned(),
            title: None,
            shown_title: None,
            opening: String::new(),
        }))
    }

    #[test]
    fn documents_of_a_kind_are_asked_one_by_one() {
        let asked = |question: &str| {
            let sides = of_a_kind(&Tokens::of(question), &catalogue(), &[]);
            let query = sides.first().map(|side| side.query.clone()).unwrap_or_default();
            (sides.into_iter().map(|side| side.label).collect::<Vec<_>>(), query)
        };
        let leases = vec!["barn lease dec20 scan".to_owned(), "mill lease".to_owned()];
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
        let orders = vec!["po elm".to_owned(), "po oak".to_owned()];
        for question in ["What is the total of each of the purchase orders?", "total on every PO"] {
            assert_eq!(asked(question).0, orders, "{question}");
        }
        let (labels, query) = asked("What do the leases say of dogs?");
        assert_eq!((labels, query.as_str()), (leases, "What do the leases say of dogs"));
        for other in ["What are the leases?", "What do all fees cover?", "Which survey is older?"] {
            assert!(asked(other).0.is_empty(), "{other}");
        }
    }

    /// Documents that are called by their contents alone, in a library whose model takes shared words for meaning.
    fn by_meaning() -> Catalogue {
        let files = [
            ("anna.pdf", "Harvest report of a wheat field"),
            ("ben.pdf", "Harvest report of a barley field"),
            ("menu.pdf", "Starters and soups"),
            ("north.pdf", "Parking policy of the northern office"),
            ("parking-policy.pdf", "Who may park"),
            ("leave-policy.pdf", "Days off"),
            ("mill-lease.pdf", "Lease of the mill"),
            ("barn-lease.pdf", "Lease of the barn"),
            ("5021.pdf", "Lease of the yard"),
        ];
        let entry = |(n, (name, opening)): (usize, &(&str, &str))| CatalogueEntry {
            id: DocumentId::from_content_hash(&format!("{n:016x}")),
            file_name: (*name).to_owned(),
            title: None,
            shown_title: None,
            opening: (*opening).to_owned(),
        };
        let stems = |text: &str| -> Vec<String> {
            let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
            words.map(|word| stemmed(&word.to_lowercase()).into_owned()).collect()
        };
        let nearness = Nearness::new(move |phrase, texts| {
            let asked = stems(phrase);
            let held = |text: &&str| {
                let own = stems(text);
                asked.iter().filter(|stem| own.contains(stem)).count() as f32 / asked.len() as f32
            };
            texts.iter().map(held).collect()
        });
        Catalogue::new(files.iter().enumerate().map(entry)).with_nearness(nearness)
    }

    #[test]
    fn a_kind_is_told_by_what_documents_are() {
        let asked = |question: &str| {
            let sides = of_a_kind(&Tokens::of(question), &by_meaning(), &[]);
            let query = sides.first().map(|side| side.query.clone()).unwrap_or_default();
            (sides.into_iter().map(|side| side.label).collect::<Vec<_>>().join(", "), query)
        };
        for (question, labels, query) in [
            ("What was measured in the harvest reports?", "anna, ben", "What was measured"),
            (
                "Who signed each of the reports of a wheat field?",
                "anna, ben",
                "Who signed each of the reports of a wheat field",
            ),
            ("What was found, in each harvest report?", "anna, ben", "What was found,"),
            (
                "What is paid under the different parking policies?",
                "north, parking policy",
                "What is paid",
            ),
            (
                "What do the policies say of May?",
                "leave policy, north, parking policy",
                "What do the policies say of May",
            ),
            ("Who pays under the leases?", "5021, barn lease, mill lease", "Who pays"),
            ("Do all soups come with bread?", "", ""),
            ("Is a test part of the report?", "", ""),
        ] {
            assert_eq!(asked(question), (labels.to_owned(), query.to_owned()), "{question}");
        }
    }

    #[test]
    fn of_documents_that_are_named_each_is_asked() {
        let only = [1, 3].map(|n| DocumentId::from_content_hash(&format!("{n:016x}")));
        let sides = of_a_kind(&Tokens::of("Who pays in each of the leases?"), &catalogue(), &only);
        let labels: Vec<&str> = sides.iter().map(|side| side.label.as_str()).collect();
        assert_eq!(labels, ["barn lease dec20 scan", "lease survey"]);
    }
}
