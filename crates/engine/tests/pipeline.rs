//! Importing and asking from end to end with fakes: what the engine itself does, in seconds and without
//! native parts.

use std::sync::atomic::Ordering;

use citelight_core::{
    AnswerMode, DocumentStatus, ErrorCode, Feedback, FeedbackEffect, FeedbackKind, PageNumber,
    PageStatus,
};
use citelight_engine::{Ask, Event, Registered};

mod fakes;

use fakes::{Fake, asking};

const LEASE: [&str; 2] = [
    "# Lease of the boathouse\n\
     The parties sign this lease of the old boathouse by the lake.\n\
     \n\
     # 1 Term\n\
     The term begins on 3 May 2021 and ends after five years.\n\
     The tenant may end the lease by giving sixty days of notice in writing.\n",
    "# 2 Duties of the tenant\n\
     The tenant must not sublet the boathouse to anybody else.\n\
     \n\
     The tenant pays for the following services:\n\
     • cleaning of the slipway\n\
     • insurance of all boats\n\
     • removal of snow\n",
];

fn lease() -> Fake {
    let fake = Fake::new();
    fake.import(&fake.file("lease.pdf", &LEASE));
    fake
}

/// The words of a page whose middle lies in one of a citation's rectangles.
fn words_inside(fake: &Fake, citation: &citelight_core::Citation) -> String {
    let mut inside = Vec::new();
    for quad in &citation.quads {
        let (_, words) = fake.library.page_words(&citation.document, quad.page).unwrap();
        let within = words
            .into_iter()
            .filter(|word| quad.rect.contains_point(word.rect.center_x(), word.rect.center_y()));
        inside.extend(within.map(|word| word.text));
    }
    inside.join(" ")
}

#[test]
fn an_import_goes_from_file_to_passages() {
    let fake = lease();
    let row = &fake.library.documents().unwrap()[0];
    assert_eq!((row.status, row.pages, row.pages_done), (DocumentStatus::Ready, 2, 2));
    let titles: Vec<String> =
        fake.library.sections(&row.id).unwrap().into_iter().map(|one| one.title).collect();
    assert!(titles.iter().any(|title| title.contains("Duties")), "{titles:?}");
    let passages = fake.library.chunks(&row.id).unwrap();
    assert!(passages.iter().any(|passage| passage.text.contains("sixty days")));
    let events = fake.events.lock().unwrap();
    let statuses: Vec<DocumentStatus> = events
        .iter()
        .filter_map(|event| match event {
            Event::Document { row } => Some(row.status),
            _ => None,
        })
        .collect();
    let begins = [DocumentStatus::Queued, DocumentStatus::Reading, DocumentStatus::Indexing];
    let places: Vec<_> =
        begins.iter().map(|one| statuses.iter().position(|status| status == one)).collect();
    assert!(places.is_sorted() && places[0].is_some(), "{statuses:?}");
    assert_eq!(statuses.last(), Some(&DocumentStatus::Ready));
}

#[test]
fn every_citation_shows_exactly_its_quote() {
    let fake = lease();
    for question in [
        "How many days of notice must the tenant give to end the lease?",
        "Which services does the tenant pay for?",
        "When does the term begin?",
    ] {
        let answer = fake.library.ask(&asking(question)).unwrap();
        assert!(answer.found, "{question}: {}", answer.answer);
        assert!(!answer.citations.is_empty());
        for citation in &answer.citations {
            assert_eq!(words_inside(&fake, citation), citation.quote, "{question}");
        }
        let numbers: Vec<u32> = answer.citations.iter().map(|citation| citation.n).collect();
        assert_eq!(numbers, (1..=numbers.len() as u32).collect::<Vec<_>>());
    }
}

#[test]
fn the_makers_of_answers_are_asked_in_their_order() {
    let fake = lease();
    let ask = |question: &str| fake.library.answer(&asking(question)).unwrap();

    let list = ask("Which services does the tenant pay for?");
    let items: Vec<&str> = list
        .sentences
        .iter()
        .filter(|one| one.item)
        .map(|one| one.parts[0].text.as_str())
        .collect();
    assert_eq!(items, ["cleaning of the slipway", "insurance of all boats", "removal of snow"]);

    let deciding = ask("Must the tenant not sublet the boathouse to anybody else?");
    assert!(deciding.answer.contains("sublet"), "{}", deciding.answer);
    assert!(deciding.details.lead.is_none(), "the sentence decides it, not we");

    let date = ask("When does the term begin?");
    assert!(date.answer.contains("3 May 2021"), "{}", date.answer);

    let quoted = ask("How may the tenant end the lease?");
    assert_eq!(quoted.mode, AnswerMode::Extractive);
    assert!(quoted.answer.contains("sixty days"), "{}", quoted.answer);

    let none = ask("Which vaccine prevents measles among Peruvian infants?");
    assert!(!none.found && none.citations.is_empty(), "{}", none.answer);
    assert!(!none.passages.is_empty(), "the nearest passages are offered all the same");
}

#[test]
fn a_figure_comes_from_the_cells_of_a_table() {
    let fake = Fake::new();
    let report = "# Consolidated statements of income\n\
                  (in millions)  2021  2020\n\
                  Total revenues  1,200  1,000\n\
                  Cost of revenues  700  650\n\
                  Gross profit  500  350\n\
                  Operating expenses  200  150\n\
                  Operating income  300  200\n\
                  Net income  240  160\n";
    fake.import(&fake.file("report.pdf", &[report]));
    let answer =
        fake.library.ask(&asking("What was the gross margin in 2021, in percent?")).unwrap();
    assert_eq!(answer.mode, AnswerMode::Calculated, "{}", answer.answer);
    let calculation = answer.calculation.expect("it is calculated");
    assert!(calculation.operands.iter().any(|operand| operand.value == "1,200"));
    assert!(answer.citations.iter().all(|citation| citation.cell.is_some()));
    for citation in &answer.citations {
        assert_eq!(words_inside(&fake, citation), citation.quote);
    }
}

#[test]
fn stages_are_timed() {
    let answer = lease().library.answer(&asking("How may the tenant end the lease?")).unwrap();
    let ms = answer.timings_ms;
    let stages = [ms.understand, ms.retrieve, ms.rerank, ms.answer];
    assert!(stages.iter().all(|stage| *stage > 0.0), "{ms:?}");
    assert!(stages.iter().sum::<f32>() <= ms.total, "{ms:?}");
}

#[test]
fn what_cannot_be_asked_is_said() {
    let fake = Fake::new();
    let refused = |question: &str| fake.library.ask(&asking(question)).unwrap_err().to_string();
    assert!(refused("What is due?").contains("no documents"));
    fake.library.register(&fake.file("lease.pdf", &LEASE)).unwrap();
    assert!(refused("What is due?").contains("No document is ready"));
    assert!(refused("   ").contains("empty"));
    let row = &fake.library.documents().unwrap()[0];
    let ask = Ask { documents: std::slice::from_ref(&row.id), ..asking("What is due?") };
    assert!(fake.library.ask(&ask).unwrap_err().to_string().contains("lease.pdf"));
}

#[test]
fn a_broken_page_costs_itself_and_is_read_again_on_demand() {
    let fake = Fake::new();
    let path = fake.file("half.pdf", &[LEASE[0], "!broken", LEASE[1]]);
    let id = fake.import(&path).row().id.clone();
    let row = fake.library.document(&id).unwrap();
    assert_eq!((row.status, row.pages_failed), (DocumentStatus::Ready, 1));
    assert!(fake.notices().iter().any(|n| n.contains("half.pdf") && n.contains("Page 2")));
    let pages = fake.library.pages(&id).unwrap();
    assert_eq!(pages[1].status, PageStatus::ReadError);

    let before = fake.reader.pages_read.load(Ordering::Relaxed);
    fake.library.retry_pages(&id, &[PageNumber::new(2).unwrap()]).unwrap();
    while fake.library.import_next().unwrap().is_some() {}
    assert_eq!(fake.reader.pages_read.load(Ordering::Relaxed), before + 1, "that page alone");
}

#[test]
fn a_file_that_is_no_document_fails_by_name_and_the_rest_goes_on() {
    let fake = Fake::new();
    let bad = fake.write("bad.pdf", "%PDF-other\nwhatever");
    let failed = fake.import(&bad).row().id.clone();
    fake.import(&fake.file("lease.pdf", &LEASE));
    let row = fake.library.document(&failed).unwrap();
    assert_eq!(row.status, DocumentStatus::Failed);
    assert!(row.error.unwrap().message.contains("“bad.pdf”"));
    assert!(fake.library.ask(&asking("How may the tenant end the lease?")).unwrap().found);
}

#[test]
fn a_document_of_which_no_page_can_be_read_fails_in_plain_words() {
    let fake = Fake::new();
    for pages in [&["!broken"][..], &["!broken"; 3], &["!broken"; 40]] {
        let name = format!("bomb-{}.pdf", pages.len());
        let path = fake.file(&name, pages);
        let id = fake.import(&path).row().id.clone();
        let row = fake.library.document(&id).unwrap();
        assert_eq!(row.status, DocumentStatus::Failed, "{name}");
        let message = row.error.unwrap().message;
        assert!(message.contains(&name) && message.contains("can be read"), "{message}");
    }
}

#[test]
fn a_locked_document_waits_for_its_password() {
    let fake = Fake::new();
    let locked =
        fake.write("locked.pdf", &format!("%PDF-fake locked lake\n{}", LEASE.join("\u{c}")));
    let id = fake.import(&locked).row().id.clone();
    let status = || fake.library.document(&id).unwrap().status;
    assert_eq!(status(), DocumentStatus::NeedsPassword);
    let wrong = fake.library.unlock(&id, "sea").unwrap_err().to_wire();
    assert_eq!(wrong.code, ErrorCode::NeedsPassword);
    assert!(wrong.message.contains("“locked.pdf”"), "{wrong}");
    fake.library.unlock(&id, "lake").unwrap();
    while fake.library.import_next().unwrap().is_some() {}
    assert_eq!(status(), DocumentStatus::Ready);
}

#[test]
fn the_same_content_is_one_document_and_a_changed_file_a_new_version() {
    let fake = lease();
    let again = fake.import(&fake.file("copy.pdf", &LEASE));
    assert!(matches!(again, Registered::Duplicate(_)));
    let changed = fake.import(&fake.file("lease.pdf", &LEASE[..1]));
    let Registered::NewVersion { row, of } = changed else { panic!("{changed:?}") };
    assert_eq!(row.version, 2);
    let old = fake.library.document(&of).unwrap();
    assert_eq!(old.superseded_by.as_ref(), Some(&row.id));
    let answer = fake.library.ask(&asking("How may the tenant end the lease?")).unwrap();
    assert!(answer.passages.iter().all(|passage| passage.document == row.id));
    fake.library.remove(&row.id).unwrap();
    assert_eq!(fake.library.document(&of).unwrap().superseded_by, None);
}

#[test]
fn imports_pause_go_on_and_survive_a_restart() {
    let fake = Fake::new();
    let id = fake.library.register(&fake.file("lease.pdf", &LEASE)).unwrap().row().id.clone();
    assert!(fake.library.set_paused(true).unwrap().paused);
    assert!(fake.library.import_next().unwrap().is_none());
    let fake = fake.reopen();
    assert_eq!(fake.library.document(&id).unwrap().status, DocumentStatus::Queued);
    assert!(!fake.library.set_paused(false).unwrap().paused);
    assert!(fake.library.import_next().unwrap().is_some());
    assert_eq!(fake.library.queue().unwrap().waiting, 0);

    let other = fake.file("other.pdf", &LEASE[..1]);
    let other = fake.library.register(&other).unwrap().row().id.clone();
    fake.library.cancel_import(&other).unwrap();
    assert!(fake.library.import_next().unwrap().is_none());
    assert_eq!(fake.library.document(&other).unwrap().status, DocumentStatus::Cancelled);
}

#[test]
fn feedback_moves_what_it_judged_and_nothing_else() {
    let fake = lease();
    let question = "How many days of notice must the tenant give to end the lease?";
    let first = fake.library.ask(&asking(question)).unwrap();
    let kind = FeedbackKind::Down;
    fake.library.give_feedback(&Feedback::new(first.id, kind, None)).unwrap();
    let cited = &first.citations[0];
    let judged = |answer: &citelight_core::Answer| -> Vec<Option<FeedbackEffect>> {
        let on = |one: &&citelight_core::Passage| one.span.overlaps(&cited.span);
        answer.passages.iter().filter(on).map(|passage| passage.feedback).collect()
    };
    let again = fake.library.ask(&asking(question)).unwrap();
    assert!(judged(&again).iter().all(|effect| *effect == Some(FeedbackEffect::Lowered)));
    let other = fake.library.ask(&asking("Which services does the tenant pay for?")).unwrap();
    assert!(other.passages.iter().all(|passage| passage.feedback.is_none()));
}

#[test]
fn a_removed_document_is_gone_from_answers_and_history() {
    let fake = lease();
    let answer = fake.library.ask(&asking("How may the tenant end the lease?")).unwrap();
    let id = answer.citations[0].document.clone();
    assert_eq!(fake.library.render_page(&id, PageNumber::FIRST, 1.0).unwrap(), b"page 1");
    fake.library.remove(&id).unwrap();
    let left = fake.library.earlier_answer(answer.id).unwrap();
    assert!(left.answer.is_empty() && left.sentences.is_empty());
    assert!(left.citations.is_empty() && left.passages.is_empty());
    assert_eq!(left.details.removed.len(), 1);
    assert!(fake.library.render_page(&id, PageNumber::FIRST, 1.0).is_err());
    assert!(!fake.library.file_of(&id).exists());
}
