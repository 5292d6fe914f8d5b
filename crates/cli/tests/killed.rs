//! The command line, killed at random moments of an import: whatever the moment, the library is
//! sound, nothing is lost or doubled, and the import goes on where it was. Needs
//! `cargo xtask setup`.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use citelight_parts::Parts;
use serde_json::Value;

/// Kills that the import has to survive.
const KILLS: u64 = 14;

fn citelight(library: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_citelight"));
    command.arg("--json").arg("--library").arg(library);
    command
}

fn done(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {:?}\n{errors}", output.status);
    output
}

fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The sample documents.
fn documents() -> Vec<PathBuf> {
    let samples = Parts::locate().samples();
    assert!(samples.len() >= 3, "{samples:?}");
    samples
}

/// Everything of a library that an import must bring about whatever happens on the way.
fn outcome(library: &Path) -> Vec<Value> {
    let mut rows = lines(&done(citelight(library).arg("list")));
    rows.sort_by_key(|row| row["id"].to_string());
    let mut outcome = Vec::new();
    for row in rows {
        let id = row["id"].as_str().unwrap().to_owned();
        for name in ["id", "file_name", "title", "status", "pages", "pages_done", "indexed"] {
            outcome.push(row[name].clone());
        }
        for page in 1..=row["pages"].as_u64().unwrap() {
            let page = page.to_string();
            let words = done(citelight(library).args(["words", &id, "--page", &page]));
            outcome.extend(lines(&words));
        }
        outcome.extend(lines(&done(citelight(library).args(["outline", &id]))));
    }
    let found =
        done(citelight(library).args(["search", "notice period and revenue", "--limit", "50"]));
    for mut passage in lines(&found)[0]["passages"].as_array().unwrap().clone() {
        // Chunk ids depend on how often the structure was made; what they stand for does not.
        passage.as_object_mut().unwrap().remove("chunk");
        outcome.push(passage);
    }
    outcome
}

/// A check of the database, its indexes and the files beside it.
fn assert_sound(library: &Path, when: &str) {
    let output = citelight(library).arg("doctor").output().unwrap();
    let health = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{when}: {health}");
}

#[test]
fn an_import_survives_being_killed_at_any_moment() {
    let dir = tempfile::tempdir().unwrap();
    let (calm, mut rough) = (dir.path().join("calm"), dir.path().join("rough"));
    let began = std::time::Instant::now();
    done(citelight(&calm).arg("add").args(documents()));
    let whole = began.elapsed();
    assert_sound(&calm, "after an import in peace");

    // Moments over the whole length of an import, the first ones dense: that is where files are
    // copied and registered. A fixed order, from the golden ratio, covers them evenly.
    let mut reached = 0;
    for kill in 0..KILLS {
        let share = (kill as f64 * 0.618_034).fract();
        let moment = whole.mul_f64(share * share).max(Duration::from_millis(5));
        let mut child = citelight(&rough)
            .arg("add")
            .args(documents())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(moment);
        let ended = child.try_wait().unwrap().is_some();
        child.kill().unwrap(); // SIGKILL
        child.wait().unwrap();
        reached += u64::from(!ended);
        assert_sound(&rough, &format!("after kill {kill}, at {moment:?} of {whole:?}"));
        if ended && kill + 1 < KILLS {
            // Nothing is left to interrupt in it: the next kills take one that begins anew.
            rough = dir.path().join(format!("rough-{kill}"));
        }
    }
    assert!(reached >= KILLS / 2, "only {reached} of {KILLS} kills came before the end");

    done(citelight(&rough).arg("add").args(documents()));
    assert_sound(&rough, "after the last import");
    assert_eq!(outcome(&rough), outcome(&calm));
    let parts = std::fs::read_dir(rough.join("files")).unwrap().filter(|entry| {
        entry.as_ref().is_ok_and(|entry| entry.path().extension().is_some_and(|e| e == "part"))
    });
    assert_eq!(parts.count(), 0, "half copies are left");
}
