//! A process that works with a library, ended at random moments: whatever it was doing, the library is sound,
//! nothing that was finished is lost, and nothing is there by halves.
//!
//! This program is both sides: with `--work` it imports, removes, asks, judges, forgets, cuts anew, exports and
//! backs up as chance has it, and writes down what it has begun and finished; otherwise it starts and kills
//! that. `CITELIGHT_KILLS=500 cargo test -p citelight-engine --test crash` kills it so many times; a test run
//! does a few; with `CITELIGHT_ENCRYPTED=1` of an encrypted library. On fakes, so that a moment holds many steps. Migrations are ended so in `crates/store/src/schema.rs`.
#![allow(clippy::print_stdout, clippy::exit)]

#[path = "fakes/mod.rs"]
mod fakes;
#[path = "fakes/rules.rs"]
mod rules;

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use citelight_core::{Collected, Feedback, FeedbackKind};
use citelight_engine::{AnswerFormat, Library};

use fakes::{Fake, asking, encrypt_where_wanted};
use rules::{Chance, Expected, Notes, name, no_halves, restores, text};

const FEW: u32 = 12;
/// Documents that there are to choose from.
const DOCUMENTS: u64 = 12;
const LONGEST_MS: u64 = 250;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [work, dir, seed] if work == "--work" => work_at(Path::new(dir), seed.parse().unwrap()),
        _ if arguments.iter().any(|argument| argument == "--list") => {}
        _ => kill_many(),
    }
}

fn library_in(dir: &Path) -> Library {
    Fake::library_in(dir)
}

fn work_at(dir: &Path, seed: u64) {
    let mut chance = Chance(seed * 2 + 1);
    let mut notes = Notes::open(dir);
    let library = library_in(dir);
    notes.write("opened");
    loop {
        let n = chance.below(DOCUMENTS);
        let id = library.find_document(&name(n)).ok().map(|row| row.id);
        match chance.below(12) {
            0..=3 => {
                let path = dir.join(name(n));
                fs::write(&path, text(n)).unwrap();
                library.register(&path).unwrap();
                while library.import_next().unwrap().is_some() {}
                notes.write(&format!("in {n}"));
            }
            4 => {
                if let Some(id) = id {
                    notes.write(&format!("out {n}"));
                    library.remove(&id).unwrap();
                    notes.write(&format!("gone {n}"));
                }
            }
            5 => {
                if let Some(id) = id {
                    notes.write(&format!("out {n}"));
                    library.set_aside(std::slice::from_ref(&id)).unwrap();
                    library.bring_back(&[id]).unwrap();
                    while library.import_next().unwrap().is_some() {}
                    notes.write(&format!("in {n}"));
                }
            }
            6 | 7 => {
                let Ok(answer) = library.ask(&asking(&format!("What does rule {n} grant?"))) else {
                    continue; // there is nothing to ask
                };
                notes.write(&format!("asked {}", answer.id.0));
                let feedback = Feedback {
                    question: answer.id,
                    kind: FeedbackKind::Up,
                    citation: None,
                    reasons: Vec::new(),
                    note: String::new(),
                };
                library.give_feedback(&feedback).unwrap();
                if !answer.citations.is_empty() {
                    let collected = Collected::Citation { question: answer.id, n: 1 };
                    library.collect(&collected).unwrap();
                }
                library.answer_file(answer.id, AnswerFormat::Markdown).unwrap();
            }
            8 => {
                if let Some(row) = library.history(50).unwrap().last() {
                    notes.write(&format!("forget {}", row.id.0));
                    library.forget_question(row.id).unwrap();
                    notes.write(&format!("forgot {}", row.id.0));
                }
            }
            9 => {
                if let Some(id) = id {
                    library.queue_refresh(&id).unwrap();
                    while library.import_next().unwrap().is_some() {}
                    library.markdown(&id).unwrap();
                }
            }
            10 => {
                library.save_index().unwrap();
                for entry in fs::read_dir(library.dir().join("backups")).into_iter().flatten() {
                    // So that there is another one to make.
                    let _ = fs::remove_file(entry.unwrap().path());
                }
                library.keep_backup().unwrap();
            }
            _ => drop(library.back_up(&dir.join("backup")).unwrap()),
        }
    }
}

fn kill_many() {
    let kills = std::env::var("CITELIGHT_KILLS").ok().and_then(|kills| kills.parse().ok());
    let kills: u32 = kills.unwrap_or(FEW);
    let began = Instant::now();
    let mut chance = Chance(0x9E37_79B9_7F4A_7C15);
    let dir = tempfile::tempdir().unwrap();
    drop(library_in(dir.path()));
    encrypt_where_wanted(&dir.path().join("library"));
    let (mut reached, mut restored) = (0, 0);
    for kill in 1..=kills {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--work", dir.path().to_str().unwrap(), &kill.to_string()])
            .stdout(Stdio::null())
            .stderr(File::create(dir.path().join("errors")).unwrap())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(5 + chance.below(LONGEST_MS)));
        let ended = child.try_wait().unwrap();
        let errors = || fs::read_to_string(dir.path().join("errors")).unwrap_or_default();
        assert!(ended.is_none(), "kill {kill}: it ended by itself, {ended:?}: {}", errors());
        child.kill().unwrap();
        child.wait().unwrap();
        reached += 1;
        let library = library_in(dir.path());
        while library.import_next().unwrap().is_some() {}
        Expected::read(dir.path()).holds(&library);
        assert_eq!(library.health().unwrap().faults, [""; 0], "kill {kill}");
        library.save_index().unwrap();
        assert_eq!(library.health().unwrap().faults, [""; 0], "kill {kill}, saved");
        drop(library);
        no_halves(&dir.path().join("library"), &format!("kill {kill}"));
        if dir.path().join("backup/citelight-backup.json").exists() && kill % 4 == 0 {
            restores(&dir.path().join("backup"), &format!("kill {kill}"));
            restored += 1;
        }
    }
    println!(
        "{reached} of {kills} kills survived, {restored} backups restored, in {:.0} s\n\
         test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
        began.elapsed().as_secs_f32()
    );
}
