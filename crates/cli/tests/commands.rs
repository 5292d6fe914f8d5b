//! The command line as people and programs call it. Needs `cargo xtask setup`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use citelight_parts::Parts;
use serde_json::Value;

#[path = "../../../tests/window/encrypted.rs"]
mod encrypted;

use encrypted::encrypted;

struct Place {
    dir: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        Place { dir: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn run(&self, arguments: &[&str], input: &str) -> (i32, Vec<Value>) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_citelight"))
            .arg("--json")
            .arg("--library")
            .arg(self.path("library"))
            .args(arguments)
            .env("XDG_DATA_HOME", self.path("data"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let Output { status, stdout, .. } = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&stdout);
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        (status.code().unwrap(), lines.collect())
    }
}

const PASSWORD: &str = "Tr0ub4dor & 3";

fn sample() -> PathBuf {
    Parts::locate().samples().into_iter().next().unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn passwords_come_by_standard_input_and_go_nowhere() {
    let place = Place::new();
    let file = place.path("secret.pdf");
    std::fs::write(&file, encrypted(PASSWORD, "The answer is 42 boats.")).unwrap();

    let (code, lines) = place.run(&["add", text(&file)], "");
    assert_eq!((code, lines[0]["status"].as_str()), (2, Some("needs_password")));
    let (code, lines) = place.run(&["add", text(&file), "--password-stdin"], "wrong\n");
    assert_eq!((code, lines[0]["status"].as_str()), (2, Some("needs_password")));
    let message = lines[0]["error"]["message"].as_str().unwrap();
    assert!(message.contains("does not open with this password"), "{message}");
    let (code, _) = place.run(&["add", text(&file), "--password-stdin"], "");
    assert_eq!(code, 2);

    let (code, lines) =
        place.run(&["add", text(&file), "--password-stdin"], &format!("{PASSWORD}\n"));
    assert_eq!((code, lines[0]["status"].as_str()), (0, Some("ready")), "{lines:?}");
    let (_, lines) = place.run(&["words", "secret.pdf", "--page", "1"], "");
    assert_eq!(lines[0]["words"][3]["text"], "42");

    let picture = place.path("page.png");
    let show = ["show", "secret.pdf", "--page", "1", "--out", text(&picture)];
    assert_eq!(place.run(&show, "").0, 2);
    assert!(!picture.exists());
    assert_eq!(
        place.run(&[&show[..], &["--password-stdin"]].concat(), &format!("{PASSWORD}\n")).0,
        0
    );
    assert!(picture.exists());

    assert_eq!(holding(&place.path("library"), PASSWORD), [""; 0]);
}

/// The files below a folder that hold a text, in their content or their name.
fn holding(folder: &Path, text: &str) -> Vec<String> {
    let (mut folders, mut found) = (vec![folder.to_path_buf()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let mut bytes = std::fs::read(&path).unwrap();
            bytes.extend(path.file_name().unwrap().as_encoded_bytes());
            if bytes.windows(text.len()).any(|part| part == text.as_bytes()) {
                found.push(path.display().to_string());
            }
        }
    }
    found
}

#[cfg(target_os = "linux")]
#[test]
fn an_encrypted_library_opens_with_its_passphrase_alone() {
    const PHRASE: &str = "four words that fit\n";
    const WITH: &str = "--passphrase-stdin";
    let place = Place::new();
    assert_eq!(place.run(&["new"], "").0, 0);
    assert_eq!(place.run(&["encrypt"], "").0, 2, "nobody can be asked");
    assert_eq!(place.run(&["encrypt", WITH], "short\n").0, 2);
    assert_eq!(place.run(&["encrypt", WITH], PHRASE).0, 0);
    let file = place.path("secret-matter.pdf");
    std::fs::write(&file, encrypted(PASSWORD, "The answer is 42 boats.")).unwrap();

    for (arguments, input) in [
        (&["add", text(&file)][..], ""),
        (&["add", text(&file), WITH], "four words that fitt\n"),
        (&["list"], ""),
        (&["mcp", WITH], PHRASE),
    ] {
        let (code, lines) = place.run(arguments, input);
        assert_eq!(
            (code, lines[0]["error"]["code"].as_str()),
            (2, Some("locked")),
            "{arguments:?}"
        );
    }
    // The passphrase of the library comes before the password of a file.
    let both = format!("{PHRASE}{PASSWORD}\n");
    let (code, lines) = place.run(&["add", text(&file), WITH, "--password-stdin"], &both);
    assert_eq!((code, lines[0]["status"].as_str()), (0, Some("ready")), "{lines:?}");
    let phrase = place.path("phrase");
    std::fs::write(&phrase, PHRASE).unwrap();
    let named = ["--passphrase-file", text(&phrase)];
    let (code, lines) = place.run(&[&["ask", "What is the answer?"], &named[..]].concat(), "");
    assert_eq!(code, 0, "{lines:?}");
    let picture = place.path("page.png");
    let show = ["show", "secret-matter.pdf", "--page", "1", "--out", text(&picture)];
    let (code, lines) = place.run(&[&show[..], &[WITH, "--password-stdin"]].concat(), &both);
    assert_eq!(code, 0, "{lines:?}");
    let (code, lines) = place.run(&["doctor", WITH], PHRASE);
    assert_eq!(code, 0, "{lines:?}");
    for sought in ["%PDF", "secret-matter", "42 boats", "four words", "What is the answer"] {
        assert_eq!(holding(&place.path("library"), sought), [""; 0], "{sought}");
    }

    assert_eq!(place.run(&["passphrase", WITH], "wrong it is\nfive other words\n").0, 2);
    assert_eq!(place.run(&["passphrase", WITH], &format!("{PHRASE}five other words\n")).0, 0);
    assert_eq!(place.run(&["list", WITH], PHRASE).0, 2);
    assert_eq!(place.run(&["list", WITH], "five other words\n").1.len(), 1);
    assert_eq!(place.run(&["decrypt", WITH], PHRASE).0, 2);
    assert_eq!(place.run(&["decrypt", WITH], "five other words\n").0, 0);
    assert_eq!(place.run(&["list"], "").1.len(), 1);
    assert!(!holding(&place.path("library"), "%PDF").is_empty());
}

#[test]
fn doctor_and_retry_tell_how_things_stand() {
    let place = Place::new();
    assert_eq!(place.run(&["add", text(&sample())], "").0, 0);
    let (code, lines) = place.run(&["doctor"], "");
    assert_eq!(code, 0, "{lines:?}");
    assert_eq!(lines[0]["faults"], Value::Array(Vec::new()));
    assert!(lines[0]["passages"].as_u64() > Some(0));
    assert_eq!(lines[0]["passages"], lines[0]["indexed"]);
    assert!(lines[0]["confinement"]["calls"].is_boolean() || !cfg!(target_os = "linux"));
    // What helps to find a fault holds no word of a document and no file's name.
    assert_eq!(place.run(&["ask", "What is the notice period?"], "").0, 0);
    let bundle = place.path("bundle.tar");
    assert_eq!(place.run(&["doctor", "--bundle", text(&bundle)], "").0, 0);
    let bundle = String::from_utf8_lossy(&std::fs::read(bundle).unwrap()).into_owned();
    assert!(bundle.contains("\"documents\": 1") && bundle.contains("import ended"), "{bundle}");
    let name = sample().file_stem().unwrap().to_string_lossy().into_owned();
    for word in [name.as_str(), "notice", "agreement"] {
        assert!(!bundle.to_lowercase().contains(&word.to_lowercase()), "{word}");
    }

    let name = sample().file_name().unwrap().to_string_lossy().into_owned();
    let (code, lines) = place.run(&["retry", &name], "");
    assert_eq!((code, lines[0]["status"].as_str()), (0, Some("ready")));
    assert_eq!(place.run(&["retry", "nothing.pdf"], "").0, 1);
    assert_eq!(place.run(&["doctor"], "").0, 0);
}

#[test]
fn languages_are_listed_chosen_and_refused() {
    let place = Place::new();
    let (code, lines) = place.run(&["languages"], "");
    let english = lines.iter().find(|line| line["code"] == "eng").unwrap();
    assert_eq!((code, english["chosen"].as_bool()), (0, Some(true)));
    assert_eq!(place.run(&["languages", "--choose", "tlh"], "").0, 3);
    assert_eq!(place.run(&["languages", "--choose", "../eng"], "").0, 3);

    let fake = place.path("tlh.traineddata");
    std::fs::write(&fake, "no data at all").unwrap();
    assert_eq!(place.run(&["languages", "--add", text(&fake)], "").0, 2);
    // English under another name is data as good as any.
    let data = Parts::locate().tessdata().unwrap().join("eng.traineddata");
    std::fs::copy(data, &fake).unwrap();
    assert_eq!(place.run(&["languages", "--add", text(&fake)], "").0, 0);
    let (code, lines) = place.run(&["languages", "--choose", "eng+tlh"], "");
    assert_eq!(code, 0);
    let chosen = lines.iter().filter(|line| line["chosen"] == true).count();
    assert_eq!(chosen, 2, "{lines:?}");
    assert_eq!(place.run(&["add", text(&sample())], "").0, 0);
}

#[test]
fn a_document_is_outlined_cut_and_written_as_markdown() {
    let place = Place::new();
    let file = sample();
    let name = file.file_name().unwrap().to_str().unwrap().to_owned();
    assert_eq!(place.run(&["add", text(&file)], "").0, 0);

    let (_, lines) = place.run(&["outline", &name], "");
    let sections = lines[0]["sections"].as_array().unwrap();
    assert!(sections.len() > 3);
    for key in ["id", "parent", "level", "number", "title", "page", "breadcrumb", "noise", "kind"] {
        assert!(sections[0].get(key).is_some(), "{key} is missing");
    }

    let (code, chunks) = place.run(&["chunks", &name], "");
    assert_eq!(code, 0);
    for chunk in &chunks {
        assert!(chunk["token_count"].as_u64().unwrap() <= 224, "{chunk}");
        assert!(chunk["split_sequence"].as_str().unwrap().contains('/'), "{chunk}");
    }
    let (code, done) = place.run(&["reindex", "--target", "64", "--max", "80"], "");
    assert_eq!((code, done.len()), (0, 1));
    let (_, shorter) = place.run(&["chunks", &name], "");
    assert!(shorter.len() > chunks.len());
    assert!(shorter.iter().all(|chunk| chunk["token_count"].as_u64().unwrap() <= 80));
    // The usual settings again give the same passages; what is as it should be is left alone.
    assert_eq!(place.run(&["reindex", "--defaults"], "").1.len(), 1);
    assert_eq!(place.run(&["chunks", &name], "").1.len(), chunks.len());
    assert!(place.run(&["reindex"], "").1.is_empty());

    let written = place.path("document.md");
    assert_eq!(place.run(&["export", &name, "--out", text(&written)], "").0, 0);
    let written = std::fs::read_to_string(written).unwrap();
    let title = sections[0]["title"].as_str().unwrap();
    assert!(written.lines().any(|line| line.starts_with('#') && line.contains(title)), "{title}");
    assert_eq!(place.run(&["export", "nothing.pdf"], "").0, 1);
}

#[test]
fn an_answer_is_exported_and_a_copy_of_its_document_bears_the_evidence() {
    let place = Place::new();
    let file = place.path("agreement.pdf");
    std::fs::copy(sample(), &file).unwrap();
    assert_eq!(place.run(&["history"], "").0, 1);
    assert_eq!(place.run(&["answer"], "").0, 1, "nothing was asked yet");
    assert_eq!(place.run(&["add", text(&file)], "").0, 0);
    let question = "How much notice must a party give to end the agreement without cause?";
    let (code, answers) = place.run(&["ask", question], "");
    assert_eq!(code, 0, "{answers:?}");
    let cited = answers[0]["citations"].as_array().unwrap().len();
    let (_, asked) = place.run(&["history"], "");
    assert_eq!(asked[0]["question"], question);

    let out = place.path("answer.json");
    assert_eq!(place.run(&["answer", "--format", "json", "--out", text(&out)], "").0, 0);
    let exported: Value = serde_json::from_slice(&std::fs::read(&out).unwrap()).unwrap();
    assert_eq!(exported["references"].as_array().unwrap().len(), cited);

    let copy = place.path("copy.pdf");
    let (code, done) = place.run(&["annotate", text(&file), "--out", text(&copy)], "");
    assert_eq!(code, 0, "{done:?}");
    assert!(done[0]["highlights"].as_u64().unwrap() >= cited as u64);
    // A PDF that is whole: its pages are read like those of the original.
    let (code, added) = place.run(&["add", text(&copy)], "");
    assert_eq!((code, &added[0]["status"]), (0, &"ready".into()), "{added:?}");
    let (code, refused) = place.run(&["annotate", text(&file), "--out", text(&file)], "");
    assert_eq!(code, 2, "{refused:?}");
}

#[test]
fn collections_are_made_asked_and_left() {
    let place = Place::new();
    let samples = Parts::locate().samples();
    let (first, second) = (text(&samples[0]), text(&samples[1]));
    assert_eq!(place.run(&["add", first, second], "").0, 0);
    let (code, made) = place.run(&["collection", "add", "Trials", first], "");
    assert_eq!((code, made[0]["name"].as_str()), (0, Some("Trials")));
    let (_, listed) = place.run(&["list", "--collection", "trials"], "");
    assert_eq!(listed.len(), 1);
    let (_, answer) = place.run(&["ask", "--collection", "Trials", "What is the fee?"], "");
    let passages = answer[0]["passages"].as_array().unwrap();
    assert!(!passages.is_empty());
    assert!(passages.iter().all(|passage| passage["document"] == listed[0]["id"]));
    assert_eq!(place.run(&["collection", "remove", "Trials", first], "").0, 0);
    // With nobody left to ask, nobody else is asked.
    assert_eq!(place.run(&["ask", "--collection", "Trials", "What is the fee?"], "").0, 2);
    assert_eq!(place.run(&["collection", "remove", "Trials"], "").0, 0);
    assert_eq!(place.run(&["list", "--collection", "Trials"], "").0, 1);
    assert_eq!(place.run(&["collection", "list"], "").1.len(), 0);
}

#[test]
fn a_version_goes_only_when_it_is_said_what_becomes_of_the_one_before() {
    let place = Place::new();
    let file = place.path("rule.pdf");
    for sample in &Parts::locate().samples()[..2] {
        std::fs::copy(sample, &file).unwrap();
        assert_eq!(place.run(&["add", text(&file)], "").0, 0);
    }
    let (code, lines) = place.run(&["remove", text(&file)], "");
    assert_eq!(code, 2, "{lines:?}");
    assert!(lines[0]["error"]["hint"].as_str().unwrap().contains("--all-versions"));
    assert_eq!(place.run(&["list"], "").1.len(), 2);
    assert_eq!(place.run(&["remove", text(&file), "--all-versions"], "").1.len(), 2);
    assert_eq!(place.run(&["list"], "").1.len(), 0);
    assert!(!place.path("library/library.db-wal").exists());
}

#[test]
fn a_damaged_database_is_told_with_the_way_out_and_made_again() {
    let place = Place::new();
    let (file, to) = (sample(), place.path("backup.tar"));
    assert_eq!(place.run(&["add", text(&file)], "").0, 0);
    let asked = "How much notice must a party give to end the agreement without cause?";
    assert_eq!(place.run(&["ask", asked], "").0, 0);
    let (code, done) = place.run(&["backup", text(&to)], "");
    assert_eq!((code, done[0]["done"]["files"].as_u64()), (0, Some(1)), "{done:?}");
    std::fs::write(place.path("library/library.db"), vec![7; 9_000]).unwrap();
    let (code, told) = place.run(&["list"], "");
    assert_eq!(code, 2);
    assert!(told[0]["error"]["hint"].as_str().unwrap().contains("citelight rebuild"), "{told:?}");
    let (code, done) = place.run(&["rebuild"], "");
    assert_eq!((code, done[0]["recovered"]["queued"].as_u64()), (0, Some(1)), "{done:?}");
    assert_eq!(done[1]["status"], "ready");
    // The backup that the library made of itself is of before the question; the person's own has it.
    assert_eq!(place.run(&["restore", text(&to)], "").0, 0);
    assert_eq!(place.run(&["history"], "").1[0]["question"], asked);
    assert_eq!(place.run(&["doctor"], "").0, 0);
}

#[test]
fn a_library_that_is_gone_is_not_begun_anew_unasked() {
    let place = Place::new();
    assert_eq!(place.run(&["add", text(&sample())], "").0, 0);
    assert_eq!(place.run(&["list"], "").0, 0);
    // Its drive is disconnected.
    std::fs::rename(place.path("library"), place.path("elsewhere")).unwrap();
    let (code, told) = place.run(&["list"], "");
    assert_eq!(code, 1, "{told:?}");
    assert!(told[0]["error"]["message"].as_str().unwrap().contains("not there any more"));
    assert!(!place.path("library").exists(), "nothing was made");
    assert_eq!(place.run(&["new"], "").0, 0);
    assert_eq!(place.run(&["list"], "").1.len(), 0);
}

#[test]
fn completions_and_the_manual_page_name_the_commands() {
    for arguments in [&["completions", "bash"][..], &["completions", "zsh"], &["man"]] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_citelight")).args(arguments).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("backup"), "{arguments:?}");
    }
}
