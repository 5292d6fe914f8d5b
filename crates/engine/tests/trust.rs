//! What must not be lost, nor taken for something else; on fakes.

mod fakes;

use std::fs;

use citelight_core::{DocumentStatus, ErrorCode};
use citelight_engine::Registered;
use citelight_store::Store;

use fakes::{Fake, asking};

const RULE: &str = "# Leave\nEmployees get thirty days of annual leave.";
const OTHER: &str = "# Fees\nThe fixed fee is forty pounds a month.";

#[test]
fn two_contents_whose_hashes_begin_alike_are_two_documents() {
    let root = env!("CARGO_MANIFEST_DIR");
    let sample = |name: &str| format!("{root}/../../tests/fixtures/same-id/{name}.pdf");
    let open = Fake::new();
    let register = |name: &str| open.library.register(sample(name).as_ref()).unwrap();
    let (first, second) = (register("rentA"), register("rentB"));
    assert!(matches!((&first, &second), (Registered::New(_), Registered::New(_))));
    let (a, b) = (first.row().id.clone(), second.row().id.clone());
    assert_ne!(a, b);
    for (id, name) in [(&a, "rentA"), (&b, "rentB")] {
        assert_eq!(fs::read(open.library.file_of(id)).unwrap(), fs::read(sample(name)).unwrap());
    }
    // Each is known again, also once the other one is gone.
    assert_eq!(register("rentB").row().id, b);
    open.library.remove(&a).unwrap();
    assert_eq!(register("rentB").row().id, b);
    assert!(matches!(register("rentA"), Registered::New(row) if row.id == a));
}

#[test]
fn a_damaged_copy_is_found_and_healed_by_adding_the_file_again() {
    let open = Fake::new();
    let path = open.file("rule.pdf", &[RULE]);
    let id = open.import(&path).row().id.clone();
    let copy = open.library.file_of(&id);
    let whole = fs::read(&copy).unwrap();
    assert!(open.library.health().unwrap().faults.is_empty());
    let mut turned = whole.clone();
    turned[20] ^= 1;
    for damaged in [Some(&b""[..]), Some(&turned[..]), None] {
        match damaged {
            Some(bytes) => fs::write(&copy, bytes).unwrap(),
            None => fs::remove_file(&copy).unwrap(),
        }
        let faults = open.library.health().unwrap().faults;
        assert!(faults.len() == 1 && faults[0].contains("rule.pdf"), "{faults:?}");
        assert!(matches!(open.library.register(&path).unwrap(), Registered::Duplicate(_)));
        assert_eq!(fs::read(&copy).unwrap(), whole);
        assert!(open.library.health().unwrap().faults.is_empty());
    }
}

#[test]
fn a_document_that_ends_its_process_again_and_again_is_not_tried_for_ever() {
    let open = Fake::new();
    let id = open.library.register(&open.file("evil.pdf", &[RULE])).unwrap().row().id.clone();
    let other = open.library.register(&open.file("other.pdf", &[OTHER])).unwrap().row().id.clone();
    // Processes that took it and ended in the middle.
    let store = Store::open(&open.library.dir().join("library.db")).unwrap();
    for n in 0..5 {
        let process = format!("gone-{n}");
        assert_eq!(store.take_job(&process).unwrap().unwrap().document, id);
        store.reclaim_jobs(&|_| false).unwrap();
    }
    drop(store);
    let first = open.library.import_next().unwrap().unwrap().row;
    assert_eq!((&first.id, first.status), (&id, DocumentStatus::Failed));
    assert_eq!(first.error.unwrap().code, ErrorCode::Internal);
    let next = open.library.import_next().unwrap().unwrap().row;
    assert_eq!((&next.id, next.status), (&other, DocumentStatus::Ready));
    // Who asks for it has it tried again.
    open.library.queue_again(&id).unwrap();
    let again = open.library.import_next().unwrap().unwrap().row;
    assert_eq!(again.status, DocumentStatus::Ready);
    assert!(open.library.ask(&asking("How many days of annual leave?")).unwrap().found);
}

#[test]
fn what_is_no_file_is_refused_at_once() {
    let open = Fake::new();
    let pipe = open.dir.path().join("pipe.pdf");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        return; // no such things here
    }
    let error = open.library.register(&pipe).unwrap_err().to_wire();
    assert_eq!(error.code, ErrorCode::Unreadable);
    assert!(error.message.contains("pipe.pdf"), "{error}");
}

#[test]
fn a_file_that_states_pages_which_are_not_there_fails_soon() {
    let open = Fake::new();
    let pages = vec!["!broken"; 5_000];
    let row = open.import(&open.file("empty.pdf", &pages)).row().clone();
    let row = open.library.document(&row.id).unwrap();
    assert_eq!(row.status, DocumentStatus::Failed);
    assert!(row.error.unwrap().message.contains("none of its first 200 pages"));
    assert!(open.library.pages(&row.id).unwrap().len() < 400, "the others are not tried");
    // Some pages that cannot be read are no reason to give up.
    let mut pages = vec![RULE];
    pages.extend(vec!["!broken"; 300]);
    let row = open.import(&open.file("partly.pdf", &pages)).row().clone();
    assert_eq!(open.library.document(&row.id).unwrap().status, DocumentStatus::Ready);
}
