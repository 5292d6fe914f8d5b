//! A library of small rules, for tests that end or disturb a process: what it works with, what it writes down
//! of that, and what must hold afterwards.
#![allow(dead_code, unreachable_pub, missing_docs)] // each test program uses a part of it

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

use citelight_core::DocumentStatus;
use citelight_engine::Library;

use super::fakes::Fake;

/// Numbers as chance has them, the same for the same seed (xorshift64*).
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % end
    }
}

pub fn name(n: u64) -> String {
    format!("rule-{n}.pdf")
}

/// Three pages that look different, or they would be taken for headers.
pub fn text(n: u64) -> String {
    format!(
        "%PDF-fake\n# Leave\nRule {n} grants {}0 days of leave to group {n}.\u{c}\
         Fees are due on the first day of a month.\nThe fee is {n}7 pounds.\n# Ends\nIt ends in May.\u{c}\
         \n\nWhoever signs this has read it.\n\n# Signed\nIn the year of rule {n}.",
        n + 1
    )
}

/// What was begun and finished, a line each; it is there after a kill.
pub struct Notes(File);

impl Notes {
    pub fn open(dir: &Path) -> Notes {
        let file = OpenOptions::new().create(true).append(true).open(dir.join("notes"));
        Notes(file.unwrap())
    }

    pub fn write(&mut self, what: &str) {
        self.0.write_all(format!("{what}\n").as_bytes()).unwrap();
    }
}

/// What must be there, and what must not, by the notes.
#[derive(Default)]
pub struct Expected {
    /// Documents: `true` in, `false` gone; what was under way is in neither.
    pub documents: BTreeMap<u64, bool>,
    pub asked: BTreeSet<i64>,
    pub forgotten: BTreeSet<i64>,
}

impl Expected {
    pub fn read(dir: &Path) -> Expected {
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

    pub fn holds(&self, library: &Library) {
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

/// Every file in the library is of a document, and none is half a file.
pub fn no_halves(library: &Path, when: &str) {
    assert!(!library.join("library.db-wal").exists(), "{when}");
    for entry in fs::read_dir(library.join("files")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        let ending = if library.join("key.age").exists() { ".age" } else { ".pdf" };
        assert!(name.ends_with(ending), "{when}: {name}");
    }
}

/// A backup that says it is whole is.
pub fn restores(backup: &Path, when: &str) {
    let place = tempfile::tempdir().unwrap();
    citelight_engine::restore(&place.path().join("library"), Some(backup), None).unwrap();
    let library = Fake::library_in(place.path());
    while library.import_next().unwrap().is_some() {}
    assert_eq!(library.health().unwrap().faults, [""; 0], "{when}: the backup");
}
