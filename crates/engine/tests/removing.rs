//! Removing documents, undoing it, and what another process does to the library; on fakes.

mod fakes;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use citelight_core::{DocumentId, DocumentStatus, ErrorCode};
use citelight_engine::{Event, ImportWorker, Library, Registered, Seat, Seating, Watch};
use citelight_store::Store;

use fakes::{Fake, asking};

const RULE: &str = "# Leave\nEmployees get thirty days of annual leave.";
const OTHER: &str = "# Fees\nThe fixed fee is forty pounds a month.";
const QUESTION: &str = "How many days of annual leave do employees get?";

fn with_two() -> (Fake, DocumentId, DocumentId) {
    let open = Fake::new();
    let rule = open.import(&open.file("rule.pdf", &[RULE])).row().id.clone();
    let other = open.import(&open.file("other.pdf", &[OTHER])).row().id.clone();
    (open, rule, other)
}

fn listed(library: &Library) -> Vec<DocumentId> {
    library.documents().unwrap().into_iter().map(|row| row.id).collect()
}

fn copy(open: &Fake, id: &DocumentId) -> PathBuf {
    open.library.file_of(id)
}

/// Waits until something holds, as it must within a second.
fn soon(what: &str, holds: impl Fn() -> bool) {
    let since = Instant::now();
    while !holds() {
        assert!(since.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_document_set_aside_is_gone_and_comes_back_whole() {
    let (open, rule, other) = with_two();
    let before = open.library.ask(&asking(QUESTION)).unwrap();
    assert!(before.citations.iter().any(|citation| citation.document == rule), "{before:?}");
    assert_eq!(open.library.answers_citing(&[rule.clone(), other.clone()]).unwrap(), 1);

    assert_eq!(open.library.set_aside(std::slice::from_ref(&rule)).unwrap(), 30);
    assert_eq!(listed(&open.library), std::slice::from_ref(&other));
    let heard = open.events.lock().unwrap().clone();
    assert!(heard.contains(&Event::Removed { document: rule.clone() }));
    let answer = open.library.ask(&asking(QUESTION)).unwrap();
    assert!(answer.passages.iter().all(|passage| passage.document == other), "{answer:?}");
    assert_eq!(open.library.earlier_answer(before.id).unwrap().citations, before.citations);

    open.library.bring_back(std::slice::from_ref(&rule)).unwrap();
    assert_eq!(open.library.document(&rule).unwrap().status, DocumentStatus::Ready);
    let again = open.library.ask(&asking(QUESTION)).unwrap();
    assert_eq!(again.answer, before.answer);
    assert_eq!(again.citations, before.citations);
    assert!(copy(&open, &rule).is_file());
}

#[test]
fn removed_for_good_takes_its_words_and_leaves_the_question() {
    let (open, rule, other) = with_two();
    let cited = open.library.ask(&asking(QUESTION)).unwrap();
    let kept = open.library.ask(&asking("What is the fixed fee a month?")).unwrap();
    assert!(kept.citations.iter().all(|citation| citation.document == other), "{kept:?}");
    let file = copy(&open, &rule);
    open.library.set_aside(std::slice::from_ref(&rule)).unwrap();
    open.library.remove_all_set_aside().unwrap();

    assert!(!file.exists());
    let error = open.library.bring_back(&[rule]).unwrap_err().to_wire();
    assert_eq!(error.code, ErrorCode::Input);
    let left = open.library.earlier_answer(cited.id).unwrap();
    assert_eq!(
        (left.question.as_str(), left.details.removed.as_slice()),
        (QUESTION, &["rule.pdf".to_owned()][..])
    );
    let all = serde_json::to_string(&left).unwrap();
    assert!(!all.contains("thirty"), "no word of the document: {all}");
    assert!(left.citations.is_empty() && left.sentences.is_empty() && left.passages.is_empty());
    let history = open.library.history(10).unwrap();
    assert_eq!(history.iter().filter(|row| row.removed == ["rule.pdf"]).count(), 1);
    assert_eq!(open.library.earlier_answer(kept.id).unwrap().citations, kept.citations);
    assert!(open.events.lock().unwrap().contains(&Event::History));
    // Nothing of it is left in the file either.
    let database = fs::read(open.library.dir().join("library.db")).unwrap();
    assert!(!database.windows(6).any(|bytes| bytes == b"thirty"));
    assert!(open.library.health().unwrap().faults.is_empty());
}

#[test]
fn a_restart_completes_a_removal_once_its_time_has_come() {
    let (open, rule, other) = with_two();
    open.library.set_aside(std::slice::from_ref(&rule)).unwrap();
    // Another process that opens the library leaves what can still be undone.
    let open = open.reopen();
    assert_eq!(listed(&open.library), std::slice::from_ref(&other));
    assert!(copy(&open, &rule).is_file());
    open.library.bring_back(std::slice::from_ref(&rule)).unwrap();
    // Long ago, by a process that crashed.
    let store = Store::open(&open.library.dir().join("library.db")).unwrap();
    for id in [&rule, &other] {
        store.set_aside(id, 1_000_000_000).unwrap().unwrap();
    }
    drop(store);
    let open = open.reopen();
    assert!(!copy(&open, &rule).exists() && !copy(&open, &other).exists());
    assert!(open.library.bring_back(&[rule, other]).is_err());
}

#[test]
fn an_import_that_was_removed_goes_on_when_it_comes_back_and_versions_take_their_places() {
    let open = Fake::new();
    let path = open.file("rule.pdf", &[OTHER]);
    let first = open.import(&path).row().id.clone();
    open.file("rule.pdf", &[RULE]);
    let second = open.import(&path).row().id.clone();
    let successor = |id: &DocumentId| open.library.document(id).unwrap().superseded_by;
    assert_eq!(successor(&first).as_ref(), Some(&second));
    open.library.set_aside(std::slice::from_ref(&second)).unwrap();
    assert_eq!(successor(&first), None, "the version before is current");
    open.library.bring_back(std::slice::from_ref(&second)).unwrap();
    assert_eq!(successor(&first).as_ref(), Some(&second));

    let waiting = open.library.register(&open.file("late.pdf", &["# Late\nWords."])).unwrap();
    let late = waiting.row().id.clone();
    open.library.set_aside(std::slice::from_ref(&late)).unwrap();
    assert!(open.library.import_next().unwrap().is_none(), "it waits no more");
    open.library.bring_back(std::slice::from_ref(&late)).unwrap();
    assert_eq!(open.library.import_next().unwrap().unwrap().row.status, DocumentStatus::Ready);
}

#[test]
fn the_same_file_added_again_undoes_its_removal() {
    let (open, rule, _) = with_two();
    open.library.set_aside(std::slice::from_ref(&rule)).unwrap();
    let again = open.library.register(&open.dir.path().join("rule.pdf")).unwrap();
    assert!(matches!(again, Registered::Again(_)), "{again:?}");
    assert_eq!(open.library.document(&rule).unwrap().status, DocumentStatus::Ready);
}

#[test]
fn what_another_process_does_is_told() {
    let (open, rule, _) = with_two();
    let Fake { dir, library, events, .. } = open;
    let library = Arc::new(library);
    let watch = Watch::start(Arc::clone(&library), None, |_| {}).unwrap();
    let heard = |wanted: &dyn Fn(&Event) -> bool| events.lock().unwrap().iter().any(wanted);
    // It looks once before the other one begins.
    std::thread::sleep(Duration::from_millis(400));

    let elsewhere = Fake::beside(&dir);
    let file = dir.path().join("new.pdf");
    fs::write(&file, format!("%PDF-fake\n{OTHER} And more.")).unwrap();
    let added = elsewhere.register(&file).unwrap().row().id.clone();
    while elsewhere.import_next().unwrap().is_some() {}
    soon("the new document to be told as ready", || {
        heard(&|event| {
            matches!(event, Event::Document { row }
                if row.id == added && row.status == DocumentStatus::Ready)
        })
    });
    elsewhere.ask(&asking(QUESTION)).unwrap();
    soon("the question to be told", || heard(&|event| *event == Event::History));
    elsewhere.remove(&rule).unwrap();
    elsewhere.remove(&added).unwrap();
    for gone in [rule, added] {
        let removed = Event::Removed { document: gone };
        soon("the removal to be told", || heard(&|event| *event == removed));
    }
    drop(watch);
}

#[test]
fn a_second_start_has_its_file_shown_by_the_first() {
    let open = Fake::new();
    let known = open.import(&open.file("known.pdf", &[RULE])).row().id.clone();
    let new = open.file("new.pdf", &[OTHER]);
    let Fake { dir, library, events, .. } = open;
    let (library, place) = (Arc::new(library), dir.path().join("library"));
    let Seating::Taken(seat) = Seat::take(&place, &[]).unwrap() else { panic!("it is free") };
    let imports = ImportWorker::start(Arc::clone(&library)).unwrap();
    let watch = Watch::start(Arc::clone(&library), Some(seat), imports.opener()).unwrap();

    for file in [dir.path().join("known.pdf"), new] {
        assert!(matches!(Seat::take(&place, &[file]).unwrap(), Seating::HandedOver));
    }
    let link = "citelight://0011223344556677/2?from=3&to=9";
    assert!(matches!(Seat::take(&place, &[link.into()]).unwrap(), Seating::HandedOver));
    let linked = Event::Link { link: link.to_owned() };
    soon("the link to be told", || events.lock().unwrap().contains(&linked));
    let shown = || {
        let events = events.lock().unwrap();
        let shown = |event: &Event| match event {
            Event::Show { document } => Some(document.clone()),
            _ => None,
        };
        events.iter().filter_map(shown).collect::<Vec<_>>()
    };
    soon("both files to be shown", || shown().len() == 2);
    assert_eq!(shown()[0], known);
    let events = events.lock().unwrap().clone();
    assert_eq!(events.iter().filter(|event| **event == Event::Front).count(), 3);
    let notices = events.iter().filter(|event| matches!(event, Event::Notice { .. })).count();
    assert_eq!(notices, 0, "that it is there already goes without saying: {events:?}");
    drop(watch);
    drop(imports);
}
