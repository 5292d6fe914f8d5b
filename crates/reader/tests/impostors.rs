//! Programs that pose as the reader's child and misbehave: the host has to end them in time and say
//! what was wrong. Shell scripts play the parts, so Unix only.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use citelight_reader::{Limits, Reader, ReaderError, ReaderParts};

/// A greeting of version 2 and the word that the child is ready.
const POLITE: &str =
    r"printf '\024\000\000\000citelight-reader\002\000\000\000\001\000\000\000\000'";

struct Script(PathBuf);

impl Script {
    fn new(name: &str, body: &str) -> Self {
        let path = std::env::temp_dir().join(format!("citelight-{}-{name}.sh", std::process::id()));
        std::fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).unwrap();
        Self(path)
    }

    fn parts(&self) -> ReaderParts {
        ReaderParts {
            exe: self.0.clone(),
            pdfium: "unused".into(),
            documents: "unused".into(),
            tessdata: None,
            languages: "eng".into(),
        }
    }

    fn spawn(&self) -> Result<Reader, ReaderError> {
        Reader::spawn(&self.parts(), &Limits::default())
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn another_version_is_told_apart() {
    let script = Script::new(
        "version",
        r"printf '\024\000\000\000citelight-reader\011\000\000\000'; exec sleep 20",
    );
    let error = script.spawn().err().unwrap();
    assert!(matches!(error, ReaderError::Version { expected: 2, found: 9, .. }), "{error}");
}

#[test]
fn strangers_are_refused_with_their_last_words() {
    let cases = [
        ("mute", "exit 3", "code 3"),
        ("loud", "echo 'cannot load library' >&2; exit 1", "cannot load library"),
        ("chatty", "printf '\\005\\000\\000\\000hello'; exec sleep 20", "no greeting"),
        ("huge", "printf '\\377\\377\\377\\377'; exec sleep 20", "above the cap"),
    ];
    for (name, body, reason) in cases {
        let script = Script::new(name, body);
        let error = script.spawn().err().unwrap();
        assert!(matches!(error, ReaderError::Protocol { .. }), "{name}: {error}");
        assert!(error.to_string().contains(reason), "{name}: {error}");
    }
}

#[test]
fn a_missing_program_is_a_missing_part() {
    let parts = ReaderParts {
        exe: "no/such/program".into(),
        pdfium: "unused".into(),
        documents: "unused".into(),
        tessdata: None,
        languages: "eng".into(),
    };
    let error = Reader::spawn(&parts, &Limits::default()).err().unwrap();
    assert!(matches!(error, ReaderError::MissingPart { .. }), "{error}");
}

#[test]
fn a_hang_costs_the_limit_and_the_child() {
    let script = Script::new("hang", &format!("{POLITE}; exec sleep 60"));
    let limits = Limits { open_time: Duration::from_millis(300), ..Limits::default() };
    let mut reader = Reader::spawn(&script.parts(), &limits).unwrap();
    let child = reader.process_id().unwrap();
    let start = Instant::now();
    let error = reader.open(Path::new("a.pdf"), None).err().unwrap();
    assert!(matches!(error, ReaderError::Timeout { page: None, .. }), "{error}");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!(reader.process_id(), None);
    assert!(!Path::new(&format!("/proc/{child}/stat")).exists(), "the child is gone");
    let again = reader.open(Path::new("a.pdf"), None).err().unwrap();
    assert!(matches!(again, ReaderError::Crashed { .. }), "{again}");
}

#[test]
fn an_answer_that_cannot_be_decoded_is_the_childs_fault() {
    let script = Script::new(
        "garble",
        &format!(
            r"{POLITE}; head -c 10 >/dev/null; printf '\003\000\000\000\377\377\377'; exec sleep 60"
        ),
    );
    let mut reader = script.spawn().unwrap();
    let error = reader.open(Path::new("a.pdf"), None).err().unwrap();
    assert!(matches!(error, ReaderError::Protocol { .. }), "{error}");
}
