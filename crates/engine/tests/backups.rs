//! Backups, and libraries made again from them and from their files; on fakes.

mod fakes;

use std::fs;
use std::path::Path;

use citelight_core::{Collected, DocumentStatus, ErrorCode, Feedback, FeedbackKind};
use citelight_engine::{Library, rebuild, restore, restore_if_asked};

use fakes::{Fake, asking};

const RULE: &str = "# Leave\nEmployees get thirty days of annual leave.";
const OTHER: &str = "# Fees\nThe fixed fee is forty pounds a month.";
const QUESTION: &str = "How many days of annual leave do employees get?";

/// Two documents, one of them in two versions, an answer that was judged, an entry of the notebook, a
/// collection.
fn filled() -> Fake {
    let open = Fake::new();
    open.import(&open.file("other.pdf", &["# Fees\nThe fee is free."]));
    open.import(&open.file("other.pdf", &[OTHER]));
    let rule = open.import(&open.file("rule.pdf", &[RULE])).row().id.clone();
    let answer = open.library.ask(&asking(QUESTION)).unwrap();
    let feedback = Feedback {
        question: answer.id,
        kind: FeedbackKind::Up,
        citation: None,
        reasons: Vec::new(),
        note: "good".into(),
    };
    open.library.give_feedback(&feedback).unwrap();
    open.library.collect(&Collected::Citation { question: answer.id, n: 1 }).unwrap();
    open.library.put_in_collection("Rules", &[rule]).unwrap();
    open.library.save_index().unwrap();
    open
}

/// What a person would miss.
fn held(library: &Library) -> String {
    let row = |row: citelight_core::DocumentRow| {
        (row.file_name, row.status, row.version, row.superseded_by)
    };
    let mut rows: Vec<_> = library.documents().unwrap().into_iter().map(row).collect();
    rows.sort_by(|a, b| (&a.0, a.2).cmp(&(&b.0, b.2)));
    let history = library.history(9).unwrap();
    let answers: Vec<_> =
        history.iter().map(|row| library.earlier_answer(row.id).unwrap()).collect();
    let answers: Vec<_> = answers.iter().map(|a| (&a.question, &a.answer, &a.citations)).collect();
    let feedback: Vec<_> = history.iter().map(|row| library.feedback_of(row.id).unwrap()).collect();
    format!(
        "{rows:#?} {answers:#?} {feedback:#?} {:#?} {:#?}",
        library.notebook().unwrap(),
        library.collections().unwrap()
    )
}

/// Closes the library and gives its folder and what it held.
fn closed(open: Fake) -> (tempfile::TempDir, String) {
    let held = held(&open.library);
    let Fake { dir, library, .. } = open;
    drop(library);
    (dir, held)
}

fn reread(dir: tempfile::TempDir) -> Fake {
    let open = Fake::open(dir);
    while open.library.import_next().unwrap().is_some() {}
    assert_eq!(open.library.health().unwrap().faults, [""; 0]);
    open
}

#[test]
fn a_damaged_database_is_told_and_made_again() {
    for damage in ["lost", "overwritten", "cut"] {
        let open = filled();
        open.library.keep_backup().unwrap();
        let (dir, before) = closed(open);
        let (library, database) =
            (dir.path().join("library"), dir.path().join("library/library.db"));
        match damage {
            "lost" => fs::remove_file(&database).unwrap(),
            "overwritten" => fs::write(&database, vec![b'x'; 20_000]).unwrap(),
            _ => {
                let bytes = fs::read(&database).unwrap();
                fs::write(&database, &bytes[..bytes.len() / 3]).unwrap();
            }
        }
        // Either it does not open, or its check says so.
        if let Err(error) = Fake::try_beside(&dir) {
            let error = error.to_wire();
            assert!(error.hint.as_ref().unwrap().contains("citelight rebuild"), "{error}");
            assert_eq!(error.code, ErrorCode::Unreadable);
        } else {
            assert_eq!(damage, "cut");
        }
        let done = rebuild(&library, None).unwrap();
        assert_eq!((done.documents, done.queued, done.nameless), (3, 3, 0), "{damage}");
        let open = reread(dir);
        assert_eq!(held(&open.library), before, "{damage}");
        let answer = open.library.ask(&asking(QUESTION)).unwrap();
        assert!(answer.found && answer.answer.contains("thirty"), "{answer:?}");
    }
}

#[test]
fn without_any_database_the_files_are_enough_to_ask() {
    let (dir, _) = closed(filled());
    let library = dir.path().join("library");
    fs::remove_file(library.join("library.db")).unwrap();
    let _ = fs::remove_dir_all(library.join("backups"));
    fs::write(library.join("files/00112233445566aa.pdf"), "something else").unwrap();
    let done = rebuild(&library, None).unwrap();
    assert_eq!((done.documents, done.nameless), (3, 3));
    assert_eq!(done.damaged, ["00112233445566aa.pdf"]);
    let open = reread(dir);
    assert!(open.library.ask(&asking(QUESTION)).unwrap().found);
    // Adding the file again gives it its name.
    open.import(&open.file("rule.pdf", &[RULE]));
    assert!(open.library.find_document("rule.pdf").is_ok());
}

#[test]
fn an_open_library_is_not_replaced() {
    let open = filled();
    let error = rebuild(open.library.dir(), None).unwrap_err().to_wire();
    assert!(error.message.contains("is open"), "{error}");
    let error = restore(open.library.dir(), None, None).unwrap_err().to_wire();
    assert!(error.message.contains("is open"), "{error}");
}

#[test]
fn a_complete_backup_comes_back_as_it_was() {
    for name in ["copy", "copy.tar"] {
        let open = filled();
        let to = open.dir.path().join(name);
        let done = open.library.back_up(&to).unwrap();
        assert_eq!((done.files, done.missing.len()), (3, 0));
        // What comes later is not in it; one into the same place brings it up to date.
        open.import(&open.file("late.pdf", &["# Late\nIt came too late."]));
        assert_eq!(open.library.back_up(&to).unwrap().files, 4);
        open.library.remove(&open.library.find_document("late.pdf").unwrap().id).unwrap();
        assert_eq!(open.library.back_up(&to).unwrap().files, 3);
        let before = held(&open.library);
        open.library.remove(&open.library.find_document("rule.pdf").unwrap().id).unwrap();
        let Fake { dir, library, .. } = open;
        drop(library);
        let done = restore(&dir.path().join("library"), Some(&to), None).unwrap();
        assert_eq!((done.documents, done.queued), (3, 0));
        assert!(done.before.unwrap().join("library.db").is_file());
        let open = reread(dir);
        assert_eq!(held(&open.library), before, "{name}");
        let answer = open.library.ask(&asking(QUESTION)).unwrap();
        assert!(answer.found, "at once, without reading anything anew");
    }
}

#[test]
fn a_backup_that_is_not_whole_is_refused_and_the_library_stays() {
    let open = filled();
    let to = open.dir.path().join("copy");
    open.library.back_up(&to).unwrap();
    let (dir, before) = closed(open);
    let library = dir.path().join("library");
    let one = fs::read_dir(to.join("files")).unwrap().next().unwrap().unwrap().path();
    let whole = fs::read(&one).unwrap();
    fs::write(&one, &whole[1..]).unwrap();
    let error = restore(&library, Some(&to), None).unwrap_err().to_wire();
    assert!(error.message.contains("nothing was restored"), "{error}");
    fs::write(&one, &whole).unwrap();
    fs::remove_file(to.join("citelight-backup.json")).unwrap();
    assert!(restore(&library, Some(&to), None).is_err());
    let open = reread(dir);
    assert_eq!(held(&open.library), before);
    // A folder with something else in it is nobody's backup.
    let error = open.library.back_up(Path::new("/etc")).unwrap_err().to_wire();
    assert_eq!(error.code, ErrorCode::Input);
    assert!(open.library.back_up(&open.library.dir().join("copy")).is_err());
    // One that was interrupted is gone on with.
    let begun = open.dir.path().join("begun");
    fs::create_dir(&begun).unwrap();
    fs::write(begun.join("library.db.part"), "half").unwrap();
    assert_eq!(open.library.back_up(&begun).unwrap().files, 3);
    assert!(!begun.join("library.db.part").exists());
}

#[test]
fn the_librarys_own_backups_forget_what_is_removed() {
    let open = filled();
    open.library.keep_backup().unwrap();
    open.library.keep_backup().unwrap();
    let folder = open.library.dir().join("backups");
    let copies = || fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect::<Vec<_>>();
    assert_eq!(copies().len(), 1, "one a day: {:?}", copies());
    let holds = |word: &str| {
        let bytes = fs::read(&copies()[0]).unwrap();
        bytes.windows(word.len()).any(|part| part == word.as_bytes())
    };
    assert!(holds("thirty days") && holds("annual leave do employees"));
    // Of before an update, say: nothing can be taken out of it.
    fs::write(folder.join("before-3-1.db"), "thirty days").unwrap();
    open.library.remove(&open.library.find_document("rule.pdf").unwrap().id).unwrap();
    assert_eq!(copies().len(), 1, "{:?}", copies());
    assert!(!holds("thirty days") && holds("annual leave do employees"));
    let asked = open.library.history(1).unwrap()[0].id;
    open.library.forget_question(asked).unwrap();
    assert!(!holds("annual leave do employees"));
    let (dir, before) = closed(open);
    restore(&dir.path().join("library"), None, None).unwrap();
    let open = reread(dir);
    assert_eq!(held(&open.library), before);
    assert!(
        open.library.documents().unwrap().iter().all(|row| row.status == DocumentStatus::Ready)
    );
}

#[test]
fn what_the_window_asks_for_is_restored_at_the_next_start_and_once() {
    for own in [false, true] {
        let open = filled();
        let library = open.library.dir().to_path_buf();
        let error = open.library.restore_at_next_start(Path::new("/etc/hostname")).unwrap_err();
        assert!(error.to_wire().message.contains("is not a backup"), "{error:?}");
        assert!(restore_if_asked(&library, None).is_none(), "what was refused is not tried");

        let to = open.dir.path().join("copy.tar");
        open.library.back_up(&to).unwrap();
        open.library.keep_backup().unwrap();
        let before = held(&open.library);
        let copies = open.library.own_backups();
        assert!(copies.len() == 1 && copies[0].bytes > 0, "{copies:?}");
        open.library.ask(&asking("What is the fixed fee?")).unwrap();
        let from = if own { Path::new(&copies[0].path) } else { to.as_path() };
        open.library.restore_at_next_start(from).unwrap();
        let (dir, changed) = closed(open);
        assert_ne!(changed, before);
        restore_if_asked(&library, None).expect("it was asked for").unwrap();
        assert!(restore_if_asked(&library, None).is_none(), "once");
        assert_eq!(held(&reread(dir).library), before, "own: {own}");
    }
}
