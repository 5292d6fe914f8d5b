//! Libraries on disks that are full or cannot be written to; on fakes. The disks are made for the test, in a
//! mount namespace of its own; where the system allows none, nothing is tested.
#![cfg(target_os = "linux")]

mod fakes;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use citelight_engine::{Event, NoticeLevel};

use fakes::{Fake, asking};

const RULE: &str = "# Leave\nEmployees get thirty days of annual leave.";
const OTHER: &str = "# Fees\nThe fixed fee is forty pounds a month.";
const QUESTION: &str = "How many days of annual leave do employees get?";
/// Names the folder on which the disk is mounted, to the process within the namespace.
const DISK: &str = "CITELIGHT_TEST_DISK";

/// Runs a test of this program with a disk of some MB of its own; gives false where that cannot be had.
fn on_a_disk(test: &str) -> bool {
    let disk = tempfile::tempdir().unwrap();
    let script = r#"mount -t tmpfs -o size=6m tmpfs "$1" && echo mounted && exec "$2" --exact "$3" --nocapture --include-ignored"#;
    let ran = Command::new("unshare")
        .args(["--mount", "--map-root-user", "sh", "-c", script, "sh"])
        .arg(disk.path())
        .arg(std::env::current_exe().unwrap())
        .arg(test)
        .env(DISK, disk.path())
        .output();
    let Ok(ran) = ran else { return false };
    let said = String::from_utf8_lossy(&ran.stdout);
    let mounted = said.lines().any(|line| line == "mounted");
    assert!(!mounted || ran.status.success(), "{said}{}", String::from_utf8_lossy(&ran.stderr));
    mounted
}

fn disk() -> Option<PathBuf> {
    std::env::var_os(DISK).map(PathBuf::from)
}

/// A filled library on the disk, closed again.
fn filled(disk: &Path) -> tempfile::TempDir {
    let open = Fake::open(tempfile::tempdir_in(disk).unwrap());
    open.import(&open.file("rule.pdf", &[RULE]));
    open.import(&open.file("other.pdf", &[OTHER]));
    open.library.ask(&asking(QUESTION)).unwrap();
    open.library.save_index().unwrap();
    let Fake { dir, library, .. } = open;
    drop(library);
    dir
}

fn noticed(open: &Fake, word: &str) -> bool {
    open.events.lock().unwrap().iter().any(|event| {
        matches!(event, Event::Notice { level: NoticeLevel::Warning, notice }
            if notice.message.contains(word))
    })
}

#[test]
fn a_library_that_cannot_be_written_to_answers_and_says_so() {
    on_a_disk("read_only_disk");
}

#[test]
#[ignore = "run by the test above, on a disk of its own"]
fn read_only_disk() {
    let Some(disk) = disk() else { return };
    let dir = filled(&disk);
    let remount = |how: &str| {
        let done = Command::new("mount").args(["-o", how]).arg(&disk).status().unwrap();
        assert!(done.success());
    };
    remount("remount,ro");
    let open = Fake::open(dir);
    assert!(open.library.notes_on_opening()[0].message.contains("can only be read"));
    let answer = open.library.ask(&asking(QUESTION)).unwrap();
    assert!(answer.found && answer.answer.contains("thirty"), "{answer:?}");
    assert!(noticed(&open, "can only be read"));
    assert_eq!(open.library.history(9).unwrap().len(), 1, "the question of before");
    let id = open.library.find_document("rule.pdf").unwrap().id;
    let error = open.library.remove(&id).unwrap_err().to_wire();
    assert!(error.message.contains("can only be read"), "{error}");
    open.library.save_index().unwrap();
    open.library.keep_backup().unwrap();
    remount("remount,rw");
    let open = open.reopen();
    assert!(open.library.notes_on_opening().is_empty());
    open.library.remove(&id).unwrap();
}

#[test]
fn a_full_disk_leaves_asking_and_removing() {
    on_a_disk("full_disk");
}

#[test]
#[ignore = "run by the test above, on a disk of its own"]
fn full_disk() {
    let Some(disk) = disk() else { return };
    let dir = filled(&disk);
    let mut filler = fs::File::create(disk.join("filler")).unwrap();
    while filler.write_all(&[7; 512]).is_ok() {}
    let open = Fake::open(dir);
    assert!(open.library.notes_on_opening()[0].message.contains("is full"));
    let answer = open.library.ask(&asking(QUESTION)).unwrap();
    assert!(answer.found && answer.answer.contains("thirty"), "{answer:?}");
    assert!(noticed(&open, "is full"), "{:?}", open.notices());
    // Either there is room for the removal once the index gave way, or that there is none is said.
    let id = open.library.find_document("rule.pdf").unwrap().id;
    if let Err(error) = open.library.remove(&id) {
        assert!(error.to_wire().message.contains("full"), "{error}");
    }
    drop(filler);
    fs::remove_file(disk.join("filler")).unwrap();
    let open = open.reopen();
    if let Ok(row) = open.library.find_document("rule.pdf") {
        open.library.remove(&row.id).unwrap();
    }
    assert!(!open.library.file_of(&id).exists());
    assert!(open.library.ask(&asking("What is the fixed fee?")).unwrap().found);
    assert_eq!(open.library.health().unwrap().faults, [""; 0]);
}
