//! Several processes on one library at once, for a while: two that import, one that removes and cuts anew,
//! one that asks, judges, checks and backs up. No one is told that the database is locked, nothing is stuck,
//! and the library is sound afterwards.
//!
//! `CITELIGHT_TOGETHER=180 cargo test -p citelight-engine --test together` works for 180 s; a test run for a
//! few. On fakes.
#![allow(clippy::print_stdout, clippy::exit)]

#[path = "fakes/mod.rs"]
mod fakes;
#[path = "fakes/rules.rs"]
mod rules;

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use citelight_core::{DocumentStatus, ErrorCode, Feedback, FeedbackKind};
use citelight_engine::Library;

use fakes::{Fake, asking};
use rules::{Chance, name, no_halves, text};

const FEW_SECONDS: u64 = 4;
const ROLES: [&str; 4] = ["import", "import", "change", "ask"];
/// Documents that there are to choose from.
const DOCUMENTS: u64 = 12;
/// No single action may wait longer for the others, even on a busy machine.
const LONGEST: Duration = Duration::from_secs(60);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [work, role, dir, seconds] if work == "--work" => {
            work_at(role, Path::new(dir), seconds.parse().unwrap());
        }
        _ if arguments.iter().any(|argument| argument == "--list") => {}
        _ => together(),
    }
}

fn work_at(role: &str, dir: &Path, seconds: u64) {
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut chance = Chance(u64::from(std::process::id()) * 2 + 1);
    let library = Fake::library_in(dir);
    let mut actions = 0;
    while Instant::now() < until {
        let began = Instant::now();
        let n = chance.below(DOCUMENTS);
        if let Err(error) = act(role, &library, dir, n, &mut chance) {
            // Another process may have removed it meanwhile, for good even.
            let code = error.to_wire().code;
            assert!(matches!(code, ErrorCode::NotFound | ErrorCode::Input), "{role}: {error}");
        }
        let took = began.elapsed();
        assert!(took < LONGEST, "{role}: an action took {took:?}");
        actions += 1;
    }
    println!("{actions}");
}

fn act(
    role: &str,
    library: &Library,
    dir: &Path,
    n: u64,
    chance: &mut Chance,
) -> citelight_engine::Result<()> {
    let id = library.find_document(&name(n)).ok().map(|row| row.id);
    match (role, chance.below(4), id) {
        ("import", ..) => {
            let path = dir.join(format!("{}-{}", std::process::id(), name(n)));
            fs::write(&path, text(n)).unwrap();
            let path_of_all = dir.join(name(n));
            fs::rename(&path, &path_of_all).unwrap();
            library.register(&path_of_all)?;
            while library.import_next()?.is_some() {}
        }
        ("change", 0 | 1, Some(id)) => library.remove(&id)?,
        ("change", 2, Some(id)) => {
            library.queue_refresh(&id)?;
            while library.import_next()?.is_some() {}
        }
        ("change", 3, Some(id)) => {
            library.set_aside(std::slice::from_ref(&id))?;
            library.bring_back(&[id])?;
        }
        ("ask", 0 | 1, Some(_)) => {
            let answer = library.ask(&asking(&format!("What does rule {n} grant?")))?;
            library.give_feedback(&Feedback {
                question: answer.id,
                kind: FeedbackKind::Up,
                citation: None,
                reasons: Vec::new(),
                note: String::new(),
            })?;
            if chance.below(3) == 0 {
                library.forget_question(answer.id)?;
            }
        }
        ("ask", 2, _) => {
            // What another process is in the middle of may look odd; that it can be looked at counts.
            library.health()?;
            library.save_index()?;
        }
        ("ask", 3, _) => library.keep_backup()?,
        _ => std::thread::sleep(Duration::from_millis(5)), // nothing there yet
    }
    Ok(())
}

fn together() {
    let seconds = std::env::var("CITELIGHT_TOGETHER").ok().and_then(|s| s.parse().ok());
    let seconds: u64 = seconds.unwrap_or(FEW_SECONDS);
    let dir = tempfile::tempdir().unwrap();
    drop(Fake::library_in(dir.path()));
    let start = |(number, role): (usize, &'static str)| {
        let errors = dir.path().join(format!("errors-{number}"));
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--work", role, dir.path().to_str().unwrap(), &seconds.to_string()])
            .stdout(Stdio::piped())
            .stderr(File::create(&errors).unwrap())
            .spawn()
            .unwrap();
        (role, child, errors)
    };
    let children: Vec<_> = ROLES.into_iter().enumerate().map(start).collect();
    let mut all = 0;
    for (role, child, errors) in children {
        let output = child.wait_with_output().unwrap();
        let errors = fs::read_to_string(errors).unwrap();
        assert!(output.status.success(), "{role}: {errors}");
        assert!(!errors.contains("locked"), "{role}: {errors}");
        let actions: u64 = String::from_utf8_lossy(&output.stdout).trim().parse().unwrap();
        assert!(actions > 0, "{role} did nothing");
        println!("{role}: {actions} actions");
        all += actions;
    }
    let library = Fake::library_in(dir.path());
    while library.import_next().unwrap().is_some() {}
    for row in library.documents().unwrap() {
        assert_eq!((row.status, row.pages_done), (DocumentStatus::Ready, 3), "{row:?}");
    }
    library.save_index().unwrap();
    assert_eq!(library.health().unwrap().faults, [""; 0]);
    drop(library);
    no_halves(&dir.path().join("library"), "afterwards");
    println!(
        "{all} actions of {} processes in {seconds} s\n\
         test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
        ROLES.len()
    );
}
