//! Follow-ups to made-up questions, in a library that knows some of the companies and documents.

use citelight_core::{Corrections, DocumentId};

use super::*;
use crate::{Catalogue, CatalogueEntry, understand};

fn catalogue() -> Catalogue {
    let names = [
        ("BRIGHTWELL_2022_10K.pdf", "BRIGHTWELL INC. Annual report, fiscal year ended 2022"),
        ("LARKSPUR_2022_10K.pdf", "LARKSPUR WATER CO. Annual report, fiscal year ended 2022"),
        ("harbour-services-agreement.pdf", "Harbour Services Agreement. This agreement is made"),
        ("maintenance-rider.pdf", "Rider to the agreement. This rider amends the agreement"),
        ("staff-handbook.pdf", "Staff handbook. Welcome."),
    ];
    Catalogue::new(names.iter().enumerate().map(|(n, (file, opening))| CatalogueEntry {
        id: DocumentId::from_content_hash(&format!("{n:016x}")),
        file_name: (*file).to_owned(),
        title: None,
        shown_title: None,
        opening: (*opening).to_owned(),
    }))
}

/// The follow-up written out; the question as it is where it is left alone.
fn written(catalogue: &Catalogue, before: &str, question: &str) -> String {
    let none = Corrections::default();
    let asked = understand(question, catalogue, &none);
    let interpretation = understand(before, catalogue, &none);
    let previous = Previous { question: before, interpretation: &interpretation };
    follow_up(question, &asked, &previous).map_or(question.to_owned(), |full| full.question)
}

fn check(before: &str, follow_ups: &[(&str, &str)]) {
    let catalogue = catalogue();
    let wrong: Vec<String> = follow_ups
        .iter()
        .map(|(question, full)| (question, full, written(&catalogue, before, question)))
        .filter(|(_, full, read)| full != &read)
        .map(|(question, full, read)| format!("{question}\n  wanted {full}\n  read   {read}"))
        .collect();
    assert!(wrong.is_empty(), "after “{before}”:\n{}", wrong.join("\n"));
}

#[test]
fn what_is_named_takes_the_place_of_its_like() {
    check(
        "What was Brightwell's revenue in 2022?",
        &[
            ("and in 2021?", "What was Brightwell's revenue in 2021?"),
            ("2021?", "What was Brightwell's revenue in 2021?"),
            ("And what about FY2021?", "What was Brightwell's revenue in FY2021?"),
            ("And the year before?", "What was Brightwell's revenue in 2021?"),
            (
                "What about the second quarter?",
                "What was Brightwell's revenue in the second quarter of 2022?",
            ),
            ("and from 2020 to 2021?", "What was Brightwell's revenue from 2020 to 2021?"),
            ("And for Larkspur Water?", "What was Larkspur Water's revenue in 2022?"),
            ("what about Zebra Foods?", "What was Zebra Foods' revenue in 2022?"),
            ("How about Larkspur in 2020?", "What was Larkspur's revenue in 2020?"),
            ("and operating income?", "What was Brightwell's operating income in 2022?"),
            ("and net income in 2021?", "What was Brightwell's net income in 2021?"),
            (
                "What about capital expenditures?",
                "What were Brightwell's capital expenditures in 2022?",
            ),
            ("In euros?", "What was Brightwell's revenue in 2022 in euros?"),
        ],
    );
}

#[test]
fn parts_and_kinds_of_documents_take_each_others_place() {
    check(
        "What is the notice period in the agreement?",
        &[
            ("what about the rider?", "What is the notice period in the rider?"),
            (
                "and in the maintenance rider?",
                "What is the notice period in the maintenance rider?",
            ),
            ("and under clause 8?", "What is the notice period in the agreement under clause 8?"),
            ("And the late fee?", "What is the late fee in the agreement?"),
        ],
    );
    check(
        "What does clause 7 say about payment?",
        &[
            ("and clause 8?", "What does clause 8 say about payment?"),
            ("what about Schedule 2?", "What does Schedule 2 say about payment?"),
            ("and the rider?", "What does the rider say about payment?"),
        ],
    );
    check("When does the initial term begin?", &[("And the deposit?", "What about the deposit?")]);
}

#[test]
fn what_has_no_like_is_said_besides() {
    check(
        "How long is the notice period?",
        &[
            ("and during probation?", "How long is the notice period during probation?"),
            (
                "and for employees of 10 years?",
                "How long is the notice period for employees of 10 years?",
            ),
            ("And in pay band 6?", "How long is the notice period in pay band 6?"),
            ("what about part-time staff?", "How long is the part-time staff?"),
            ("and the other way round?", "and the other way round?"),
            ("and if I resign?", "and if I resign?"),
        ],
    );
    check(
        "Who may terminate the agreement without cause?",
        &[
            ("and with cause?", "Who may terminate the agreement with cause?"),
            ("when does it end?", "When does the agreement end?"),
            (
                "under which clause?",
                "Under which clause? Who may terminate the agreement without cause?",
            ),
        ],
    );
    check(
        "What was Brightwell's revenue in 2022?",
        &[
            ("and by segment?", "What was Brightwell's revenue in 2022 by segment?"),
            ("as a percentage of total assets?", "as a percentage of total assets?"),
            (
                "and as a percentage of total assets?",
                "What was Brightwell's revenue in 2022 as a percentage of total assets?",
            ),
            ("And what was it the year before?", "What was Brightwell's revenue in 2021?"),
            ("and the quarter before?", "and the quarter before?"),
        ],
    );
    check(
        "What does the rider say about moorings?",
        &[("How often are they inspected?", "How often are moorings inspected?")],
    );
    check(
        "Does the handbook allow remote work?",
        &[
            ("who approves it?", "Who approves remote work?"),
            ("and from abroad?", "Does the handbook allow remote work from abroad?"),
            ("Can they refuse it?", "Can they refuse it?"),
        ],
    );
}

#[test]
fn years_move_together() {
    check(
        "What was the change in cash from 2021 to 2022?",
        &[
            ("and in 2021?", "What was the change in cash from 2020 to 2021?"),
            ("and from 2019 to 2020?", "What was the change in cash from 2019 to 2020?"),
        ],
    );
    check(
        "What was revenue in the third quarter of 2025? Answer in millions.",
        &[
            ("And in 2024?", "What was revenue in the third quarter of 2024? Answer in millions."),
            (
                "and the second quarter?",
                "What was revenue in the second quarter of 2025? Answer in millions.",
            ),
            (
                "in thousands?",
                "What was revenue in the third quarter of 2025? Answer in thousands.",
            ),
        ],
    );
}

#[test]
fn pronouns_stand_for_what_was_asked() {
    check(
        "What was Brightwell's revenue in 2022?",
        &[
            (
                "Is it higher than the year before?",
                "Is Brightwell's revenue in 2022 higher than in 2021?",
            ),
            ("was it higher in 2020?", "Was Brightwell's revenue higher in 2020?"),
            ("How is it calculated?", "How is Brightwell's revenue in 2022 calculated?"),
            ("How many employees do they have?", "How many employees do Brightwell have?"),
            ("who are its auditors?", "Who are Brightwell's auditors?"),
            ("Does that include tax?", "Does Brightwell's revenue in 2022 include tax?"),
            ("compared to 2021?", "What was Brightwell's revenue in 2022 compared to 2021?"),
        ],
    );
    check(
        "What is the notice period in the services agreement?",
        &[
            ("who signed it?", "Who signed the services agreement?"),
            (
                "Does the rider change it?",
                "Does the rider change the notice period in the services agreement?",
            ),
            ("When does it expire?", "When does the services agreement expire?"),
        ],
    );
    check(
        "Is there a late fee?",
        &[
            ("When is it due?", "When is the late fee due?"),
            ("who pays it?", "Who pays the late fee?"),
            ("how much is that fee?", "How much is the late fee?"),
            ("how much?", "How much? Is there a late fee?"),
        ],
    );
    check(
        "When are salaries paid?",
        &[("and the annual bonus?", "When is the annual bonus paid?")],
    );
    check(
        "When is the annual bonus paid?",
        &[
            ("How much is it?", "How much is the annual bonus?"),
            ("When does it take effect?", "When does the annual bonus take effect?"),
            ("How long does it take?", "How long does it take?"),
        ],
    );
    check(
        "Who is the chief executive of Brightwell?",
        &[("When was she appointed?", "When was the chief executive of Brightwell appointed?")],
    );
    check(
        "Who signed the lease?",
        &[("Where does he live?", "Where does the person who signed the lease live?")],
    );
}

#[test]
fn question_words_alone_ask_of_the_question_before() {
    check(
        "What was Brightwell's revenue in 2022?",
        &[("why?", "Why was Brightwell's revenue in 2022 as it was?")],
    );
    check(
        "Did gross margin fall in 2022?",
        &[
            ("Why?", "Why did gross margin fall in 2022?"),
            ("by how much?", "By how much did gross margin fall in 2022?"),
            ("Why not?", "Why not? Did gross margin fall in 2022?"),
        ],
    );
}

#[test]
fn joined_questions_keep_whom_they_ask_of() {
    check(
        "How much was the revenue of Brightwell in 2022?",
        &[
            (
                "And what was the operating margin?",
                "What was the operating margin for Brightwell in 2022?",
            ),
            (
                "And how much did Larkspur Water earn in 2021?",
                "And how much did Larkspur Water earn in 2021?",
            ),
        ],
    );
    check(
        "What is the notice period in the agreement?",
        &[("And who pays for repairs?", "Who pays for repairs in the agreement?")],
    );
}

#[test]
fn a_chain_goes_on_from_what_was_searched() {
    let catalogue = catalogue();
    let mut before = "What was Brightwell's revenue in 2022?".to_owned();
    for (question, full) in [
        ("and in 2021?", "What was Brightwell's revenue in 2021?"),
        ("And for Larkspur Water?", "What was Larkspur Water's revenue in 2021?"),
        ("Why?", "Why was Larkspur Water's revenue in 2021 as it was?"),
        ("and net income?", "Why was Larkspur Water's net income in 2021 as it was?"),
    ] {
        before = written(&catalogue, &before, question);
        assert_eq!(before, full, "{question}");
    }
}

#[test]
fn a_question_of_its_own_is_left_alone() {
    let alone = [
        "What was Larkspur's revenue in 2021?",
        "What is DC-GENR and where is it expressed?",
        "Is it true that fees are due in May?",
        "How long does it take to appeal?",
        "Is it possible to cancel before the term ends?",
        "Which companies say they are growing?",
        "What did Larkspur say about its margin?",
        "When the tenant leaves, who pays it back?",
        "What is this paper about?",
        "What does this review detail?",
        "What is this?",
        "Who may enter the premises?",
        "prior authorization exceptions",
        "Return policy for members?",
        "Umsatz 2022",
        "Wie hoch war der Umsatz, und was ist er heute?",
        "EBITDA",
        "Does a contractor that signed the contract have to renew it?",
        "Are the fees due in May and who collects them?",
        "Is there a treatment?",
        "Compared to 2020, how did operating margin change in 2021?",
    ];
    for before in
        ["What was Brightwell's revenue in 2022?", "Is there a late fee in the agreement?"]
    {
        check(before, &alone.map(|question| (question, question)));
    }
}
