//! Answers as files that others can read.

mod fakes;

use std::fs;

use citelight_core::ErrorCode;
use citelight_engine::{AnswerFormat, DeepLink, answer_as};
use fakes::{Fake, asking};

const QUESTION: &str = "How often is the pump <inspected>?";
const PAGES: [&str; 2] = [
    "# Care of the pump\nThe pump is inspected every four weeks by a fitter.",
    "# Storage\nThe hose is stored in a dry room away from light.",
];

#[test]
fn an_answer_is_written_with_references_that_lead_back_to_its_words() {
    let fake = Fake::new();
    fake.import(&fake.file("pump_care.pdf", &PAGES));
    let answer = fake.library.ask(&asking(QUESTION)).unwrap();
    assert!(answer.found);
    let citation = &answer.citations[0];

    let markdown = answer_as(&answer, AnswerFormat::Markdown);
    assert!(markdown.starts_with("# How often is the pump \\<inspected\\>?\n"), "{markdown}");
    assert!(markdown.contains("## References"));
    assert!(markdown.contains("1. [pump\\_care.pdf, p. 1](citelight://"), "{markdown}");
    let text = answer_as(&answer, AnswerFormat::Text);
    assert!(text.starts_with(&answer.question), "{text}");
    let first = &answer.citations[0];
    assert!(text.contains(&format!("[1] {}, p. {}", first.file, first.page)), "{text}");
    assert!(text.contains(&format!("“{}”", first.quote)), "{text}");
    let html = answer_as(&answer, AnswerFormat::Html);
    assert!(html.contains("<h1>How often is the pump &lt;inspected&gt;?</h1>"), "{html}");
    assert!(!html.contains("<script") && html.contains("every four weeks"));

    let json: serde_json::Value =
        serde_json::from_str(&answer_as(&answer, AnswerFormat::Json)).unwrap();
    let link: DeepLink = json["references"][0]["link"].as_str().unwrap().parse().unwrap();
    assert_eq!((&link.document, link.page), (&citation.document, citation.page));
    assert_eq!(fake.library.linked(&link).unwrap(), citation.quads);

    let elsewhere = DeepLink { span: None, ..link.clone() };
    assert!(fake.library.linked(&elsewhere).unwrap().is_empty());
    fake.library.remove(&link.document).unwrap();
    assert_eq!(fake.library.linked(&link).unwrap_err().to_wire().code, ErrorCode::NotFound);
}

#[test]
fn a_copy_bears_the_evidence_and_the_original_stays_as_it_was() {
    let fake = Fake::new();
    let original = fake.file("pump.pdf", &PAGES);
    let before = fs::read(&original).unwrap();
    fake.import(&original);
    let answer = fake.library.ask(&asking("How often is the pump inspected?")).unwrap();
    let document = &answer.citations[0].document;
    let copy = fake.dir.path().join("copy.pdf");
    fs::write(&copy, "what was there").unwrap();

    let highlights = fake.library.annotated_copy(document, &[answer.id], &copy).unwrap();
    assert_eq!(highlights, answer.citations.len());
    let noted = fs::read_to_string(&copy).unwrap();
    assert!(noted.contains("1 How often is the pump inspected?"), "{noted}");
    assert!(noted.contains("every four weeks"), "{noted}");

    let refused = fake.library.annotated_copy(document, &[answer.id], &original).unwrap_err();
    assert!(refused.to_string().contains("never written to"), "{refused}");
    assert_eq!(fs::read(&original).unwrap(), before);

    fs::write(&copy, "what was there").unwrap();
    fake.import(&fake.file("hose.pdf", &["The hose is red."]));
    let other = fake.library.find_document("hose.pdf").unwrap().id;
    let none = fake.library.annotated_copy(&other, &[answer.id], &copy).unwrap_err();
    assert!(none.to_wire().hint.is_some());
    assert_eq!(fs::read_to_string(&copy).unwrap(), "what was there");
    let nowhere = fake.dir.path().join("no/such/folder/copy.pdf");
    assert!(fake.library.annotated_copy(document, &[answer.id], &nowhere).is_err());
}
