//! What a whole question is understood to ask, of a small library.

use citelight_core::{Corrections, DocumentId, Interpretation, NamingStrength, QuestionKind};
use citelight_question::{Catalogue, CatalogueEntry, side_question, understand};
use proptest::prelude::*;

fn id(n: usize) -> DocumentId {
    DocumentId::from_content_hash(&format!("{n:016x}"))
}

fn catalogue(files: &[(&str, &str)]) -> Catalogue {
    Catalogue::new(files.iter().enumerate().map(|(n, (file_name, opening))| CatalogueEntry {
        id: id(n),
        file_name: (*file_name).to_owned(),
        title: None,
        shown_title: None,
        opening: (*opening).to_owned(),
    }))
}

fn filings() -> Catalogue {
    catalogue(&[
        ("BRIGHTWELL_2020_10K.pdf", ""),
        ("BRIGHTWELL_2021_10K.pdf", ""),
        ("BRIGHTWELL_2022_10K.pdf", ""),
        ("BRIGHTWELL_2023Q2_10Q.pdf", ""),
        ("HARROWGATE_2022_10K.pdf", ""),
        ("HARROWGATE_2022_8K_dated-2022-05-20.pdf", ""),
        ("OAK_OAK_2022_10K.pdf", ""),
        ("TARGET_2022_10K.pdf", ""),
    ])
}

fn read(question: &str, catalogue: &Catalogue) -> Interpretation {
    understand(question, catalogue, &Corrections::default())
}

fn best(question: &str, catalogue: &Catalogue) -> Option<DocumentId> {
    read(question, catalogue).priors.first().map(|prior| prior.document.clone())
}

#[test]
fn a_company_and_a_year_find_the_filing() {
    let filings = filings();
    for (question, expected) in [
        ("What was Brightwell's revenue in FY2021?", 1),
        ("What was revenue of Bright Well in fiscal 2022?", 2),
        ("How did Brightwell do in Q2 of 2023?", 3),
        ("What did Brightwell earn in 2019?", 0),
        ("What happened at Harrowgate on May 20, 2022?", 5),
        ("What was O&O's margin in 2022?", 6),
        ("Was the Harrow-Gate dividend raised in FY22?", 4),
        ("How large was the loss of Harrow in 2022?", 4),
    ] {
        assert_eq!(best(question, &filings), Some(id(expected)), "{question}");
    }
}

#[test]
fn the_whole_name_of_a_file_names_all_that_are_called_so() {
    let files = [("lease.pdf", "Lease of a mill"), ("menu.pdf", "Soups"), ("Lease.pdf", "A barn")];
    let catalogue = catalogue(&[&files[..], &[("old-lease.pdf", "Lease of a yard")]].concat());
    let only = |question: &str| read(question, &catalogue).only;
    assert_eq!(only("What is the rent in lease.pdf?"), [id(0), id(2)]);
    assert_eq!(only("What is the rent of the mill in old-lease.pdf?"), [id(3)]);
    assert_eq!(only("What is the rent in the lease?"), []);
}

#[test]
fn a_company_keeps_the_question_to_its_documents() {
    let read = read("What was Brightwell's revenue in FY2021?", &filings());
    assert_eq!(read.only, [id(0), id(1), id(2), id(3)]);
    assert_eq!(read.documents[0].strength, NamingStrength::Only);
    assert!(read.prior(&id(1)) > read.prior(&id(2)), "the year's own report comes first");
    assert!(read.prior(&id(2)) > 0.5, "the next year's repeats the figure");
    assert!(read.elsewhere < 0.5);
}

#[test]
fn a_filing_named_in_full_is_the_only_one() {
    let read = read("According to the 2021 10-K of Brightwell, what was revenue?", &filings());
    assert_eq!(read.only, [id(1)]);
    let labels: Vec<&str> = read.documents.iter().map(|named| named.found.label.as_str()).collect();
    assert!(labels.contains(&"BRIGHTWELL_2021_10K.pdf"), "{labels:?}");
    let two = "Compare Brightwell's 2021 10-K with its 2022 10-K.";
    let read = self::read(two, &filings());
    assert!(read.only.contains(&id(1)) && read.only.contains(&id(2)), "{:?}", read.only);
}

#[test]
fn documents_that_say_nothing_are_never_left_out() {
    let library = catalogue(&[
        ("BRIGHTWELL_2021_10K.pdf", ""),
        ("HARROWGATE_2022_10K.pdf", ""),
        ("scan0001.pdf", ""),
    ]);
    let read = read("What was Brightwell's revenue in FY2021?", &library);
    assert_eq!(read.only, [id(0), id(2)]);
}

#[test]
fn nothing_named_leaves_all_equal() {
    for question in ["What is the notice period?", "What is the target date?", "", "?", "Umsatz"] {
        let read = read(question, &filings());
        let apart = read.priors.iter().any(|prior| (prior.score - read.elsewhere).abs() > 0.45);
        assert!(read.only.is_empty() && !apart, "{question}: {:?}", read.priors);
    }
    let read = read("What is the notice period?", &filings());
    assert_eq!((read.priors, read.elsewhere), (Vec::new(), 0.5));
}

#[test]
fn a_word_that_all_bear_names_none() {
    let library = catalogue(&[
        ("Northwind_Plus_Benefits.pdf", ""),
        ("Northwind_Standard_Benefits.pdf", ""),
        ("Northwind_Handbook.pdf", ""),
    ]);
    assert_eq!(best("What does Northwind cover?", &library), None);
    assert_eq!(best("What does Northwind Plus cover?", &library), Some(id(0)));
    assert_eq!(best("What does Northwind Standard cover?", &library), Some(id(1)));
    assert_eq!(best("What does the handbook say?", &library), Some(id(2)));
}

#[test]
fn openings_speak_where_file_names_do_not() {
    let cover = |name: &str, ended: &str, form: &str| {
        format!(
            "SECURITIES AND EXCHANGE COMMISSION\nFORM {form}\nFor the period ended {ended}\n{name}\n\
             (Exact name of registrant as specified in its charter)\nWashington, D.C."
        )
    };
    let first = cover("BRIGHTWELL WATER COMPANY, INC.", "December 31, 2021", "10-K");
    let second = cover("BRIGHTWELL WATER COMPANY, INC.", "December 31, 2022", "10-K");
    let third = cover("Harrowgate Mills Corporation", "December 31, 2022", "10-K");
    let library =
        catalogue(&[("scan1.pdf", &first), ("scan2.pdf", &second), ("scan3.pdf", &third)]);
    for (question, expected) in [
        ("What was Brightwell Water's revenue in 2022?", 1),
        ("What was Brightwell's revenue in 2021?", 0),
        ("What was the revenue of Harrowgate?", 2),
    ] {
        assert_eq!(best(question, &library), Some(id(expected)), "{question}");
    }
}

#[test]
fn documents_with_one_name_are_told_apart_by_each_sides_own_number() {
    let plans = catalogue(&[
        ("oakley-plan-2500.pdf", "Oakley Health Plan"),
        ("oakley-plan-5000.pdf", "Oakley Health Plan"),
        ("garden-rules.pdf", "Rules of the garden"),
        ("swim-times.pdf", "Times of the pool"),
        ("lease-2020.pdf", "Lease of the mill"),
        ("boat-hire.pdf", "Hire of boats"),
    ]);
    let question = "How much higher is the fee on the Oakley 5,000 plan than on the 2,500 plan?";
    let read = read(question, &plans);
    let documents: Vec<_> = read.sides.iter().map(|side| side.documents.clone()).collect();
    assert_eq!(documents, [[id(1)], [id(0)]]);
}

#[test]
fn sides_have_documents_times_and_queries_of_their_own() {
    let library = catalogue(&[
        ("harbour-services-agreement.pdf", ""),
        ("harbour-rider.pdf", ""),
        ("employee_handbook.pdf", ""),
    ]);
    let read = read("Does the rider change the notice period of the agreement?", &library);
    assert_eq!(read.kind, QuestionKind::Comparison);
    assert_eq!(read.sides[0].documents, [id(1)]);
    assert_eq!(read.sides[1].documents, [id(0)]);
    assert!(!read.sides[0].query.contains("agreement"), "{}", read.sides[0].query);
    assert!(!read.sides[1].query.contains("rider"), "{}", read.sides[1].query);
    assert!(read.sides.iter().all(|side| side.query.contains("notice period")));
}

#[test]
fn a_finding_that_is_switched_off_does_not_count() {
    let filings = filings();
    let question = "What was Brightwell's revenue in FY2021?";
    let key = read(question, &filings).documents[0].found.key.clone();
    let off = |keys: &[&str]| Corrections {
        off: keys.iter().map(|key| (*key).to_owned()).collect(),
        kind: None,
    };
    let read = understand(question, &filings, &off(&[&key]));
    assert!(read.documents.is_empty() && read.only.is_empty());
    assert!(read.chips.iter().any(|chip| chip.found.key == key && !chip.on));
    let read = understand(question, &filings, &off(&["period:2021"]));
    assert_ne!(read.priors[0].document, id(1), "the newest comes first when no year counts");
    let chosen = Corrections { off: Vec::new(), kind: Some(QuestionKind::List) };
    assert_eq!(understand(question, &filings, &chosen).kind, QuestionKind::List);
    let sides = "Compare 2021 with 2022.";
    let read = understand(sides, &filings, &off(&["kind:comparison"]));
    assert!(read.sides.is_empty() && read.kind != QuestionKind::Comparison);
}

#[test]
fn other_languages_come_to_no_harm() {
    for question in [
        "Wie hoch war der Umsatz von Brightwell im Jahr 2021, und wie hoch war der Gewinn?",
        "Quelle est la différence entre le contrat et l'avenant de 2021 ?",
        "2021年の売上高はいくらですか",
    ] {
        let read = read(question, &filings());
        assert_eq!(read.kind, QuestionKind::Fact, "{question}");
        assert!(read.sides.is_empty() && read.instructions.is_empty());
    }
}

#[test]
fn a_question_may_begin_with_any_word() {
    for question in ["than", "than A is B higher?", "versus B", "and or", "between", "as of"] {
        let read = read(question, &filings());
        assert!(read.sides.is_empty(), "{question}: {:?}", read.sides);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_text_is_read_and_spans_are_of_the_question(
        question in "(What|Compare|is|between|the|FY20|10-K|Brightwell|and|vs|[(),.?:;'\"&-]|Item|7A|é|第|than|[ a-zA-Z0-9]{0,4}| ){0,40}",
    ) {
        let read = read(&question, &filings());
        let spans = read.chips.iter().flat_map(|chip| &chip.found.spans);
        for span in spans.chain(read.sides.iter().map(|side| &side.span)) {
            prop_assert!(question.get(span.range()).is_some());
        }
        prop_assert!(read.sides.len() != 1);
        prop_assert!(read.priors.iter().all(|prior| (0.0..=1.0).contains(&prior.score)));
    }

    #[test]
    fn every_side_of_any_text_can_be_asked(
        words in proptest::collection::vec(
            "which|is|a|an|the|or|and|than|more|cheaper|earlier|How|much|of|in|at|between|by|vs|,|:|each|both|whose\
             |Brightwell|Harrowgate|“on|”|does|do|differ|what's|it’s|7|am|one|that|to|é",
            3..16,
        ),
    ) {
        let read = read(&words.join(" "), &filings());
        for side in &read.sides {
            let asked = side_question(side);
            prop_assert!(asked.whole.is_empty() || asked.whole.ends_with('?'), "{}", asked.whole);
        }
    }
}

#[test]
fn documents_are_found_by_their_time() {
    let library = catalogue(&[
        ("ACME_2021_10K.pdf", ""),
        ("ACME_2022Q3_10Q.pdf", ""),
        ("notes.pdf", "Some notes of no time in particular."),
    ]);
    let dated = |from: Option<&str>, until: Option<&str>| {
        let when = |text: Option<&str>| text.map(|text| text.parse().unwrap());
        library.dated(when(from), when(until)).len()
    };
    assert_eq!(dated(Some("2021"), Some("2022")), 2, "the one without a time is in none");
    assert_eq!(dated(Some("2022-Q2"), None), 1);
    assert_eq!(dated(None, Some("2021-02")), 1, "a year that has begun overlaps");
    assert_eq!(dated(Some("2023"), None), 0);
}

#[test]
fn somebody_who_adds_to_what_a_document_names_is_no_side() {
    let opening = |more: &str| format!("Tarn Valley Works. Employee Savings Plan. {more}");
    let opening = [opening("Plan document."), opening("Amendment No. 2 of 2023.")];
    let library = catalogue(&[
        ("tarn-valley-works-savings-plan.pdf", &opening[0]),
        ("tarn-valley-works-savings-plan-amendment-2.pdf", &opening[1]),
        ("harrow-mills-savings-plan.pdf", "Harrow Mills. Employee Savings Plan."),
        ("canteen-menu.pdf", "Menu of the week"),
    ]);
    let asked = "How much does Tarn Valley Works add to what is put into the savings plan?";
    let read = read(asked, &library);
    assert!(read.sides.is_empty(), "{:?}", read.sides);
    let asked = "Does Tarn Valley Works add more than Harrow Mills?";
    assert_eq!(self::read(asked, &library).sides.len(), 2);
}
