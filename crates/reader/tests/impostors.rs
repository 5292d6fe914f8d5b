//! Programs that pose as the reader's child and misbehave: the host has to end them in time and say
//! what was wrong. Shell scripts play the parts, so Unix only.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use citelight_core::{
    PageInfo, PageMarks, PageNumber, PageStatus, Rect, TagRole, Tagged, Word, WordSource,
};
use citelight_reader::protocol::Reply;
use citelight_reader::{
    Limits, OpenedDocument, PageContent, Reader, ReaderError, ReaderParts, write_frame,
};

/// A greeting of version 6 and the word that the child is ready.
const POLITE: &str =
    r"printf '\024\000\000\000citelight-reader\006\000\000\000\001\000\000\000\000'";

struct Script(PathBuf);

impl Script {
    fn new(name: &str, body: &str) -> Self {
        let path = std::env::temp_dir().join(format!("citelight-{}-{name}.sh", std::process::id()));
        // Written by a program of its own: were this one to hold the file open for writing, a child
        // that another test starts meanwhile would inherit it, and nobody could run the script
        // ("text file busy").
        let written = Command::new("sh")
            .args(["-c", r#"printf '%s\n' '#!/bin/sh' "$2" > "$1" && chmod 700 "$1""#, "sh"])
            .arg(&path)
            .arg(body)
            .status()
            .unwrap();
        assert!(written.success());
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
    assert!(matches!(error, ReaderError::Version { expected: 6, found: 9, .. }), "{error}");
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

#[test]
fn marks_that_do_not_fit_the_words_are_dropped() {
    let word = Word {
        text: "alone".into(),
        rect: Rect::new(10.0, 10.0, 40.0, 20.0),
        font_size: 10.0,
        bold: false,
        source: WordSource::Native,
        confidence: 1.0,
    };
    let info = PageInfo {
        page: PageNumber::FIRST,
        label: None,
        width: 612.0,
        height: 792.0,
        status: PageStatus::Native,
        problem: None,
    };
    let tag = |first, end| Tagged { role: TagRole::Cell, element: 0, first, end };
    let marks = PageMarks {
        rules: vec![Rect { x0: f32::NAN, ..Rect::default() }],
        italics: vec![(1, 0), (0, 1), (0, 1), (7, 9)],
        coloured: vec![(0, u32::MAX)],
        tags: vec![tag(0, 1), tag(u32::MAX - 1, u32::MAX)],
    };
    let opened = OpenedDocument { page_count: 1, ..OpenedDocument::default() };
    let replies =
        [Reply::Opened(opened), Reply::Page(PageContent { info, words: vec![word], marks })];
    let mut frames = Vec::new();
    for reply in &replies {
        write_frame(&mut frames, &postcard::to_stdvec(reply).unwrap(), usize::MAX).unwrap();
    }
    let octal: String = frames.iter().map(|byte| format!("\\{byte:03o}")).collect();
    let script = Script::new("marks", &format!("{POLITE}; printf '{octal}'; exec sleep 60"));
    let mut reader = script.spawn().unwrap();
    reader.open(Path::new("a.pdf"), None).unwrap();
    let marks = reader.page(PageNumber::FIRST).unwrap().marks;
    let expected =
        PageMarks { italics: vec![(0, 1)], tags: vec![tag(0, 1)], ..PageMarks::default() };
    assert_eq!(marks, expected);
}
