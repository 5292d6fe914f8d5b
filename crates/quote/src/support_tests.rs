//! Claims beside sources: what is cited, and how far it carries them.

use citelight_core::Verdict::{self, Confirmed, NotConfirmed, Partly};

use super::*;

const REVENUE: &str = "Total net revenue was $1,577 million in 2018, up 8% from the year before.";
const NOTICE: &str = "Either party may end this Agreement by giving sixty days’ written notice.";
const NO_NOTICE: &str = "The Supplier may not end this Agreement without the Customer’s consent.";

fn source<'a>(text: &'a str, context: &'a str) -> Source<'a> {
    Source { text, context, relevance: 0.5 }
}

/// The verdict on a claim and the words that are cited.
fn check(claim: &str, question: &str, sources: &[Source<'_>]) -> (Verdict, Vec<String>) {
    let support = Assertion::new(claim, question, sources, &Vocabulary::default())
        .support(&vec![0.0; sources.len()]);
    let cited = |one: &Supporting| sources[one.source].text[one.range.clone()].to_owned();
    (support.verdict, support.sources.iter().map(cited).collect())
}

#[test]
fn words_of_the_evidence_confirm_and_the_shortest_run_is_cited() {
    let sources = [source(NOTICE, ""), source(REVENUE, "")];
    let (verdict, cited) =
        check("Net revenue was $1,577 million in 2018.", "What was net revenue?", &sources);
    assert_eq!(verdict, Confirmed);
    assert_eq!(cited, ["net revenue was $1,577 million in 2018"]);
}

#[test]
fn another_number_is_never_confirmed() {
    let sources = [source(REVENUE, ""), source(NOTICE, "")];
    for claim in [
        "Net revenue was $1,578 million in 2018.",
        "Net revenue was $1,577 billion in 2018.",
        "Net revenue was €1,577 million in 2018.",
        "Net revenue rose by 9% in 2018.",
        "Net revenue was 8 in 2018.",
    ] {
        let support =
            Assertion::new(claim, "", &sources, &Vocabulary::default()).support(&[0.0; 2]);
        assert_eq!(support.verdict, NotConfirmed, "{claim}");
        assert!(!support.figures_cited, "{claim}");
    }
}

#[test]
fn a_table_is_read_in_the_units_of_its_heading() {
    let row = "Inventories 1,234 1,100";
    let (verdict, cited) = check(
        "Inventories were $1,234 million.",
        "What were inventories?",
        &[source(row, "(in millions) 2019 2018")],
    );
    assert_eq!((verdict, cited.len()), (Confirmed, 1));
    let (verdict, _) = check("Inventories were $1,234 million.", "", &[source(row, "2019 2018")]);
    assert_eq!(verdict, NotConfirmed);
}

#[test]
fn the_opposite_is_not_confirmed() {
    let sources = [source(NO_NOTICE, "")];
    let claim = "The Supplier may end this Agreement without the Customer’s consent.";
    assert_eq!(check(claim, "", &sources).0, NotConfirmed);
    let same = "The Supplier may not end this Agreement without the Customer’s consent.";
    assert_eq!(check(same, "", &sources).0, Confirmed);
    let never = "Either party may not end this Agreement by giving sixty days’ written notice.";
    assert_eq!(check(never, "", &[source(NOTICE, "")]).0, NotConfirmed);
}

#[test]
fn what_is_said_without_a_condition_is_not_said_with_it() {
    let source =
        [source("Either party may end this Agreement without cause by giving notice.", "")];
    let claim = |how: &str| format!("Either party may end this Agreement {how}by giving notice.");
    assert_eq!(check(&claim("without cause "), "", &source).0, Confirmed);
    assert_eq!(check(&claim(""), "", &source).0, Confirmed);
    let consent = "Either party may end this Agreement without consent by giving notice.";
    assert_eq!(check(consent, "", &[self::source(NOTICE, "")]).0, Partly);
}

#[test]
fn another_name_is_at_most_partly_confirmed() {
    let source = [source("The fees are paid by Southgate Limited each quarter.", "")];
    let claim = |name: &str| format!("The fees are paid by {name} Limited each quarter.");
    assert_eq!(check(&claim("Southgate"), "", &source).0, Confirmed);
    assert_eq!(check(&claim("Fairfield"), "", &source).0, Partly);
}

#[test]
fn facts_that_stand_apart_are_cited_apart() {
    let sources = [
        source("The rent is £4,200 a month.", "Lease"),
        source("The deposit is held by Harbour Bank.", "Lease"),
    ];
    let claim = "The rent is £4,200 a month and the deposit is held by Harbour Bank.";
    let (verdict, cited) = check(claim, "What are rent and deposit?", &sources);
    assert_eq!(verdict, Confirmed);
    assert_eq!(cited.len(), 2);
}

#[test]
fn a_short_claim_needs_a_source_that_is_about_the_question() {
    let question = "How long is the notice period for termination?";
    let about = source("The notice period for termination is 60 days.", "");
    let other = source("Invoices are paid within 60 days.", "");
    assert_eq!(check("60 days", question, &[other]).0, Partly);
    let (verdict, cited) = check("60 days", question, &[Source { relevance: 0.9, ..about }, other]);
    assert_eq!((verdict, cited), (Confirmed, vec!["60 days".to_owned()]));
}

#[test]
fn what_nothing_says_has_no_citation() {
    let sources = [source(NOTICE, "")];
    let claim = "Volcanoes erupt where plates of rock drift apart.";
    assert_eq!(check(claim, "", &sources), (NotConfirmed, Vec::new()));
    assert_eq!(check("", "", &sources), (NotConfirmed, Vec::new()));
    assert_eq!(check("…", "", &[]), (NotConfirmed, Vec::new()));
}
