//! A disk that fails at every call in turn: full, broken, writing less than asked, or losing its power with
//! what was not synced. Whatever the call, the library opens, is sound, nothing that was finished is lost,
//! nothing is there by halves, and what failed can be done again.
//!
//! This program is both sides, as `crash.rs` is. A test run tries a few calls of each action;
//! `CITELIGHT_FAULTS=all cargo test -p citelight-engine --test faults` tries all, or a number of them. On fakes, in
//! `../store/tests/faults/shim.rs`; migrations are disturbed so in `crates/store/src/schema.rs`.
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::exit)]

#[path = "fakes/mod.rs"]
mod fakes;
#[path = "../../store/tests/faults/mod.rs"]
mod faults;
#[path = "fakes/rules.rs"]
mod rules;

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use citelight_core::{Collected, DocumentRow, DocumentStatus, Feedback, FeedbackKind};
use citelight_engine::{AnswerFormat, Library};

use fakes::{Fake, asking, encrypt_where_wanted};
use faults::{CUT, Faults, KINDS, points};
use rules::{Expected, Notes, name, no_halves, restores, text};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// What is done on the disk that fails.
const ACTIONS: [&str; 8] =
    ["first", "import", "remove", "reindex", "feedback", "forget", "backup", "versions"];
/// Calls of an action that a test run tries of each kind.
const FEW: u32 = 2;
/// How the process ends that was told of the fault.
const TOLD: i32 = 3;
/// Documents that are there before.
const BEFORE: u64 = 3;
/// The one that is added.
const ADDED: u64 = 7;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [act, action, dir] if act == "--act" => {
            if let Err(error) = act_in(action, Path::new(dir)) {
                eprintln!("told: {error}");
                std::process::exit(TOLD);
            }
        }
        _ if arguments.iter().any(|argument| argument == "--list") => {}
        _ => disturb_all(),
    }
}

/// `dir` holds the disk with the library and the files that are added, and the notes beside it.
fn act_in(action: &str, dir: &Path) -> Outcome<()> {
    let mut notes = Notes::open(dir);
    let library = Fake::try_library_in(&dir.join("disk"))?;
    let act = act(action, dir, &library, &mut notes);
    library.close();
    act
}

fn act(action: &str, dir: &Path, library: &Library, notes: &mut Notes) -> Outcome<()> {
    match action {
        "first" | "import" => {
            add(library, &dir.join(name(ADDED)), text(ADDED))?;
            finished(library, ADDED)?;
            notes.write(&format!("in {ADDED}"));
        }
        "versions" => {
            // By its name it is two documents from now on: that both are there whole is seen of all.
            notes.write("out 1");
            add(library, &dir.join(name(1)), text(1).replace("in May", "in June"))?;
            finished(library, 1)?;
        }
        "remove" => {
            let id = library.find_document(&name(1))?.id;
            notes.write("out 1");
            library.remove(&id)?;
            notes.write("gone 1");
        }
        "reindex" => {
            library.queue_refresh(&library.find_document(&name(2))?.id)?;
            while library.import_next()?.is_some() {}
            library.save_index()?;
        }
        "feedback" => judged(library, notes)?,
        "forget" => {
            let id = library.history(1)?.first().ok_or("no question")?.id;
            notes.write(&format!("forget {}", id.0));
            library.forget_question(id)?;
            notes.write(&format!("forgot {}", id.0));
        }
        "backup" => {
            library.keep_backup()?;
            library.back_up(&dir.join("disk/backup"))?;
        }
        other => return Err(other.into()),
    }
    Ok(())
}

fn add(library: &Library, path: &Path, text: String) -> Outcome<()> {
    fs::write(path, text)?;
    library.register(path)?;
    while library.import_next()?.is_some() {}
    Ok(())
}

/// An import that fails is told by the document's state.
fn finished(library: &Library, n: u64) -> Outcome<()> {
    let is = |row: &DocumentRow| row.file_name == name(n) && row.superseded_by.is_none();
    let row = library.documents()?.into_iter().find(is).ok_or("no such document")?;
    if row.status == DocumentStatus::Ready && row.pages_done == 3 {
        Ok(())
    } else {
        Err(format!("{:?}, {:?}", row.status, row.error).into())
    }
}

fn judged(library: &Library, notes: &mut Notes) -> Outcome<()> {
    let answer = library.ask(&asking("What does rule 2 grant?"))?;
    if answer.id.0 == 0 {
        return Err("the answer could not be kept".into());
    }
    notes.write(&format!("asked {}", answer.id.0));
    let feedback = Feedback {
        question: answer.id,
        kind: FeedbackKind::Up,
        citation: None,
        reasons: Vec::new(),
        note: String::new(),
    };
    library.give_feedback(&feedback)?;
    library.collect(&Collected::Citation { question: answer.id, n: 1 })?;
    library.answer_file(answer.id, AnswerFormat::Markdown)?;
    Ok(())
}

/// A library as it is before an action: three documents, a question with its feedback.
fn fill(dir: &Path) {
    drop(Fake::library_in(&dir.join("disk")));
    encrypt_where_wanted(&dir.join("disk/library"));
    let library = Fake::library_in(&dir.join("disk"));
    let mut notes = Notes::open(dir);
    for n in 0..BEFORE {
        add(&library, &dir.join(name(n)), text(n)).unwrap();
        finished(&library, n).unwrap();
        notes.write(&format!("in {n}"));
    }
    judged(&library, &mut notes).unwrap();
    library.save_index().unwrap();
    library.close();
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// Does an action on a copy of the library of which one call fares as `kind` says; how it ended.
fn run(faults: &Faults, action: &str, from: &Path, to: &Path, kind: &str, at: u32) -> Option<i32> {
    if to.exists() {
        fs::remove_dir_all(to).unwrap();
    }
    fs::create_dir_all(to.join("disk")).unwrap();
    if action != "first" {
        copy(from, to);
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--act", action]).arg(to).stdout(Stdio::null());
    command.stderr(File::create(to.join("errors")).unwrap());
    faults.arm(&mut command, &to.join("disk"), kind, at);
    command.status().unwrap().code()
}

fn disturb_all() {
    let began = Instant::now();
    let place = tempfile::tempdir().unwrap();
    let Some(faults) = Faults::build(place.path()) else {
        println!("test result: ok. 0 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out");
        return;
    };
    let (from, to) = (place.path().join("from"), place.path().join("to"));
    fs::create_dir_all(from.join("disk")).unwrap();
    fill(&from);
    let only = std::env::var("CITELIGHT_FAULTS_ACTION").ok();
    let (mut done, mut told, mut cut) = (0, 0, 0);
    let mut failures: Vec<String> = Vec::new();
    for (turn, action) in ACTIONS.into_iter().enumerate() {
        if only.as_deref().is_some_and(|only| only != action) {
            continue;
        }
        let ended = run(&faults, action, &from, &to, "", 0);
        let errors = fs::read_to_string(to.join("errors")).unwrap();
        assert_eq!(ended, Some(0), "{action}, undisturbed: {errors}");
        let calls = faults.seen();
        assert!(calls > 10, "{action}: {calls} calls");
        println!("{action}: {calls} calls, after {:.0} s", began.elapsed().as_secs_f32());
        for (number, kind) in KINDS.into_iter().enumerate() {
            for at in points(calls, FEW, (turn * 7 + number * 3) as u32) {
                let when = format!("{action}, {kind} at {at} of {calls}");
                let ended = run(&faults, action, &from, &to, kind, at);
                let errors = || fs::read_to_string(to.join("errors")).unwrap_or_default();
                match ended {
                    Some(0) => done += 1,
                    Some(TOLD) => told += 1,
                    Some(CUT) if kind == "cut" => cut += 1,
                    other => {
                        failures.push(format!("{when}: it ended with {other:?}: {}", errors()));
                        continue;
                    }
                }
                // One after the other: what else fails is worth knowing.
                let held = std::panic::catch_unwind(|| holds(&to, action, &when));
                if held.is_err() {
                    failures.push(when);
                }
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {} faults:\n{}",
        failures.len(),
        done + told + cut,
        failures.join("\n")
    );
    println!(
        "{} faults: {done} times it was done all the same, {told} times the fault was told, {cut} times \
         the power was cut; in {:.0} s\n\
         test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
        done + told + cut,
        began.elapsed().as_secs_f32()
    );
}

fn holds(dir: &Path, action: &str, when: &str) {
    let library = Fake::try_library_in(&dir.join("disk"))
        .unwrap_or_else(|error| panic!("{when}: it does not open: {error}"));
    while library.import_next().unwrap_or_else(|error| panic!("{when}: {error}")).is_some() {}
    for row in library.documents().unwrap() {
        // What failed of the disk's fault goes on when it is asked to.
        if row.status == DocumentStatus::Failed {
            library.queue_again(&row.id).unwrap();
        }
    }
    while library.import_next().unwrap().is_some() {}
    for row in library.documents().unwrap() {
        assert_eq!((row.status, row.pages_done), (DocumentStatus::Ready, 3), "{when}: {row:?}");
    }
    let expected = Expected::read(dir);
    let held = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| expected.holds(&library)));
    assert!(held.is_ok(), "{when}");
    let history = library.history(100).unwrap();
    let ids = history.iter().map(|row| row.id.0);
    let kept: Vec<i64> = ids.filter(|id| expected.forgotten.contains(id)).collect();
    assert_eq!(kept, [0_i64; 0], "{when}: questions are still there");
    // One that has its list, which is written last, is whole.
    let backup = dir.join("disk/backup");
    if action == "backup" && backup.join("citelight-backup.json").exists() {
        restores(&backup, when);
    }
    // What failed can be done again.
    let mut notes = Notes::open(dir);
    let gone = action == "remove" && library.find_document(&name(1)).is_err();
    let none = action == "forget" && history.is_empty();
    if !gone && !none {
        act(action, dir, &library, &mut notes)
            .unwrap_or_else(|error| panic!("{when}, again: {error}"));
    }
    library.save_index().unwrap();
    assert_eq!(library.health().unwrap().faults, [""; 0], "{when}");
    library.close();
    drop(library);
    no_halves(&dir.join("disk/library"), when);
    if action == "backup" {
        restores(&backup, when);
    }
}
