//! Quotes and cells that a person collects.

mod fakes;

use citelight_core::{Collected, NotebookEntry, Span};
use citelight_engine::{AnswerFormat, DeepLink, notebook_as};
use fakes::{Fake, asking};

const PAGES: [&str; 2] = [
    "# Care of the pump\nThe pump is inspected every four weeks by a fitter.",
    "# Storage\nThe hose is stored in a dry room away from light.",
];
const QUESTION: &str = "How often is the pump inspected?";

/// A library with evidence of an answer and selected words in its notebook.
fn collected() -> (Fake, Vec<NotebookEntry>) {
    let fake = Fake::new();
    let document = fake.import(&fake.file("pump_care.pdf", &PAGES)).row().id.clone();
    let question = fake.library.ask(&asking(QUESTION)).unwrap().id;
    fake.library.collect(&Collected::Citation { question, n: 1 }).unwrap();
    let found = fake.library.find_text(&document, "dry room", Default::default()).unwrap();
    let span = found.matches[0].span;
    fake.library.collect(&Collected::Words { document, span }).unwrap();
    let entries = fake.library.notebook().unwrap();
    (fake, entries)
}

#[test]
fn what_is_collected_says_where_it_stands() {
    let (fake, entries) = collected();
    let (cited, selected) = (&entries[0], &entries[1]);
    assert!(cited.quote.contains("every four weeks"), "{}", cited.quote);
    assert_eq!((cited.question.as_str(), cited.page.get()), (QUESTION, 1));
    assert_eq!((selected.quote.as_str(), selected.page.get()), ("dry room", 2));
    assert!(selected.section.contains("Storage") && selected.question.is_empty());
    // The same words once more are the same entry.
    let again = Collected::Words { document: selected.document.clone(), span: selected.span };
    assert_eq!(fake.library.collect(&again).unwrap(), selected.id);
    assert_eq!(fake.library.notebook().unwrap().len(), 2);
    let nothing = Collected::Words { document: cited.document.clone(), span: Span::new(0, 0) };
    assert!(fake.library.collect(&nothing).is_err());
}

#[test]
fn a_notebook_is_ordered_annotated_and_mended() {
    let (fake, entries) = collected();
    let (first, second) = (&entries[0], &entries[1]);
    fake.library.order_notebook(&[second.id, first.id]).unwrap();
    fake.library.write_note(first.id, "  ask the fitter\n").unwrap();
    fake.library.remove_from_notebook(second.id).unwrap();
    assert!(fake.library.write_note(second.id, "gone").is_err());
    let fake = fake.reopen();
    let left = fake.library.notebook().unwrap();
    assert_eq!((left.len(), left[0].note.as_str()), (1, "ask the fitter"));
    fake.library.restore_to_notebook(second).unwrap();
    let ids: Vec<_> = fake.library.notebook().unwrap().iter().map(|entry| entry.id).collect();
    assert_eq!(ids, [first.id, second.id]);
}

#[test]
fn entries_go_with_their_document_and_come_back_with_it() {
    let (fake, entries) = collected();
    let document = [entries[0].document.clone()];
    assert_eq!(fake.library.notebook_entries_of(&document).unwrap(), 2);
    fake.library.set_aside(&document).unwrap();
    assert!(fake.library.notebook().unwrap().is_empty());
    fake.library.bring_back(&document).unwrap();
    assert_eq!(fake.library.notebook().unwrap(), entries);
    fake.library.remove(&document[0]).unwrap();
    assert!(fake.library.notebook().unwrap().is_empty());
    assert!(fake.library.restore_to_notebook(&entries[0]).is_err());
}

#[test]
fn a_notebook_is_written_with_links_to_its_words() {
    let (fake, mut entries) = collected();
    entries[1].note = "twice *as* dry".to_owned();
    let markdown = notebook_as(&entries, AnswerFormat::Markdown);
    assert!(markdown.contains("**How often is the pump inspected?**"), "{markdown}");
    assert!(markdown.contains("> “dry room”\n>\n> — [pump\\_care.pdf, p. 2, "), "{markdown}");
    assert!(markdown.contains("twice \\*as\\* dry"), "{markdown}");
    let html = notebook_as(&entries, AnswerFormat::Html);
    assert!(html.contains("<blockquote>“dry room”</blockquote>") && !html.contains("<script"));
    let text = notebook_as(&entries, AnswerFormat::Text);
    assert!(text.contains("Note: twice *as* dry"), "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&notebook_as(&entries, AnswerFormat::Json)).unwrap();
    let link: DeepLink = json[1]["link"].as_str().unwrap().parse().unwrap();
    assert_eq!(link.span, Some(entries[1].span));
    assert_eq!(fake.library.linked(&link).unwrap()[0].page, entries[1].page);
}

#[test]
fn the_notebook_and_an_answer_are_written_as_pdf() {
    let (fake, entries) = collected();
    let pdf = fake.library.notebook_file(AnswerFormat::Pdf).unwrap();
    assert!(pdf.starts_with(b"%PDF-"));
    let link = entries[0].document.to_string();
    assert!(pdf.windows(link.len()).any(|bytes| bytes == link.as_bytes()), "it links to its words");
    let question = fake.library.history(1).unwrap()[0].id;
    assert!(fake.library.answer_file(question, AnswerFormat::Pdf).unwrap().starts_with(b"%PDF-"));
    let markdown = fake.library.answer_file(question, AnswerFormat::Markdown).unwrap();
    assert!(markdown.starts_with(b"# How often"));
}
