//! A process that works with a library, ended at random moments: whatever it was doing, the library is sound,
//! nothing that was finished is lost, and nothing is there by halves.
//!
//! This program is both sides: with `--work` it imports, removes, asks, judges, forgets, cuts anew, exports and
//! backs up as chance has it, and writes down what it has begun and finished; otherwise it starts and kills
//! that. `CITELIGHT_KILLS=500 cargo test -p citelight-engine --test crash` kills it so many times; a test run
//! does a few. On fakes, so that a moment holds many steps. Migrations are ended so in `crates/store/src/schema.rs`.
#![allow(clippy::print_stdout, clippy::exit)]

#[path = "fakes/mod.rs"]
mod fakes;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use citelight_core::{Collected, DocumentStatus, Feedback, FeedbackKind};
use citelight_engine::{AnswerFormat, Library};

use fakes::{Fake, asking};

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

/// Numbers as chance has them, the same for the same seed (xorshift64*).
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % end
    }
}

fn name(n: u64) -> String {
    format!("rule-{n}.pdf")
}

/// Three pages that look different, or they would be taken for headers.
fn text(n: u64) -> String {
    format!(
        "%PDF-fake\n# Leave\nRule {n} grants {}0 days of leave to group {n}.\u{c}\
         Fees are due on the first day of a month.\nThe fee is {n}7 pounds.\n# Ends\nIt ends in May.\u{c}\
         \n\nWhoever signs this has read it.\n\n# Signed\nIn the year of rule {n}.",
        n + 1
    )
}

/// What was begun and finished, a line each; it is there after a kill.
struct Notes(File);

impl Notes {
    fn open(dir: &Path) -> Notes {
        let file = OpenOptions::new().create(true).append(true).open(dir.join("notes"));
        Notes(file.unwrap())
    }

    fn write(&mut self, what: &str) {
        self.0.write_all(format!("{what}\n").as_bytes()).unwrap();
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

/// What must be there, and what must not, by the notes.
#[derive(Default)]
struct Expected {
    /// Documents: `true` in, `false` gone; what was under way is in neither.
    documents: BTreeMap<u64, bool>,
    asked: BTreeSet<i64>,
    forgotten: BTreeSet<i64>,
}

impl Expected {
    fn read(dir: &Path) -> Expected {
        let mut expected = Expected::default();
        let notes = fs::read_to_string(dir.join("notes")).unwrap_or_default();
        for line in notes.lines() {
            let Some((what, number)) = line.split_once(' ') else { continue };
            let number: i64 = number.parse().unwrap();
            let n = u64::try_from(number).unwrap();
            match what {
                "in" => drop(expected.documents.insert(n, true)),
                "gone" => drop(expected.documents.insert(n, false)),
                "out" => drop(expected.documents.remove(&n)),
                "asked" => drop(expected.asked.insert(number)),
                "forget" => drop(expected.asked.remove(&number)),
                "forgot" => drop(expected.forgotten.insert(number)),
                other => panic!("{other}"),
            }
        }
        expected
    }

    fn holds(&self, library: &Library) {
        for (n, there) in &self.documents {
            let found = library.find_document(&name(*n));
            if *there {
                let row = found.unwrap_or_else(|error| panic!("rule {n} is lost: {error}"));
                assert_eq!((row.status, row.pages_done), (DocumentStatus::Ready, 3), "{row:?}");
                let words = library.markdown(&row.id).unwrap();
                assert!(words.contains(&format!("Rule {n} grants")), "{words}");
            }
        }
        let history = library.history(100_000).unwrap();
        let ids: BTreeSet<i64> = history.iter().map(|row| row.id.0).collect();
        let lost: Vec<_> = self.asked.difference(&ids).collect();
        assert!(lost.is_empty(), "questions are lost: {lost:?}");
        for row in &history {
            library.earlier_answer(row.id).unwrap();
        }
    }
}

fn kill_many() {
    let kills = std::env::var("CITELIGHT_KILLS").ok().and_then(|kills| kills.parse().ok());
    let kills: u32 = kills.unwrap_or(FEW);
    let began = Instant::now();
    let mut chance = Chance(0x9E37_79B9_7F4A_7C15);
    let dir = tempfile::tempdir().unwrap();
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
        no_halves(&dir.path().join("library"), kill);
        if dir.path().join("backup/citelight-backup.json").exists() && kill % 4 == 0 {
            restores(&dir.path().join("backup"), kill);
            restored += 1;
        }
    }
    println!(
        "{reached} of {kills} kills survived, {restored} backups restored, in {:.0} s\n\
         test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
        began.elapsed().as_secs_f32()
    );
}

/// Every file in the library is of a document, and none is half a file.
fn no_halves(library: &Path, kill: u32) {
    assert!(!library.join("library.db-wal").exists(), "kill {kill}");
    for entry in fs::read_dir(library.join("files")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        assert!(name.ends_with(".pdf"), "kill {kill}: {name}");
    }
}

/// A backup that says it is whole is.
fn restores(backup: &Path, kill: u32) {
    let place = tempfile::tempdir().unwrap();
    citelight_engine::restore(&place.path().join("library"), Some(backup)).unwrap();
    let library = library_in(place.path());
    while library.import_next().unwrap().is_some() {}
    assert_eq!(library.health().unwrap().faults, [""; 0], "kill {kill}: the backup");
}
