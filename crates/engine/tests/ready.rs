//! A document is asked by its words before its vectors are made, whatever becomes of them.

use std::thread;
use std::time::{Duration, Instant};

use citelight_core::{DocumentId, DocumentRow, DocumentStatus};

mod fakes;

use fakes::{Fake, asking};

const LEASE: &str = "# Lease of the boathouse\n\
    The term begins on 3 May 2021 and ends after five years.\n\
    The tenant may end the lease by giving sixty days of notice in writing.\n";
const QUESTION: &str = "What notice does the tenant give to end the lease?";
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Runs `then` while the vectors of a lease are being made.
fn while_held(fake: &Fake, then: impl FnOnce(&DocumentId) + Send) {
    let id = fake.library.register(&fake.file("lease.pdf", &[LEASE])).unwrap().row().id.clone();
    fake.hold.set();
    thread::scope(|scope| {
        scope.spawn(|| while fake.library.import_next().unwrap().is_some() {});
        let began = Instant::now();
        while !fake.hold.holds() && began.elapsed() < LONGEST_WAIT {
            thread::sleep(Duration::from_millis(1));
        }
        // Whatever fails in it, the import must end for the test to end.
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| then(&id)));
        fake.hold.release();
        outcome.unwrap();
    });
}

fn row(fake: &Fake, id: &DocumentId) -> DocumentRow {
    fake.library.document(id).unwrap()
}

/// Whether the notice period is found, and what is said of how it was looked for.
fn asked(fake: &Fake) -> Option<String> {
    let answer = fake.library.answer(&asking(QUESTION)).unwrap();
    assert!(answer.answer.contains("sixty days"), "{}", answer.answer);
    answer.details.note
}

fn is_whole(fake: &Fake, id: &DocumentId) {
    let row = row(fake, id);
    assert_eq!((row.status, row.by_words, row.indexed), (DocumentStatus::Ready, false, 1.0));
    let health = fake.library.health().unwrap();
    assert!(health.faults.is_empty(), "{:?}", health.faults);
    assert_eq!(health.indexed, health.passages as usize);
    assert_eq!(asked(fake), None);
}

#[test]
fn a_document_is_asked_by_its_words_before_its_vectors_are_made() {
    let fake = Fake::new();
    let mut document = None;
    while_held(&fake, |id| {
        document = Some(id.clone());
        let row = row(&fake, id);
        assert_eq!((row.status, row.by_words), (DocumentStatus::Ready, true));
        assert!(row.indexed < 1.0);
        let note = asked(&fake).expect("it says that it was found by words");
        assert!(note.contains("“lease.pdf” is still being prepared"), "{note}");
        let faults = fake.library.health().unwrap().faults;
        assert!(faults.is_empty(), "{faults:?}");
    });
    is_whole(&fake, &document.unwrap());
}

#[test]
fn a_document_that_can_be_asked_is_not_cancelled_any_more() {
    let fake = Fake::new();
    let mut document = None;
    while_held(&fake, |id| {
        document = Some(id.clone());
        fake.library.cancel_import(id).unwrap();
    });
    is_whole(&fake, &document.unwrap());
}

#[test]
fn vectors_that_were_not_made_are_made_at_the_next_start() {
    let fake = Fake::new();
    let mut document = None;
    while_held(&fake, |id| {
        document = Some(id.clone());
        fake.library.close();
    });
    let id = document.unwrap();
    let fake = fake.reopen();
    assert!(row(&fake, &id).by_words);
    asked(&fake).expect("it is found by its words");
    while fake.library.import_next().unwrap().is_some() {}
    is_whole(&fake, &id);
}
