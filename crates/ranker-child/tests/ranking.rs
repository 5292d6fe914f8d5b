//! A model of others in its confined process: scores are those of the same model in this one, the
//! process can do nothing else, and one that misbehaves costs no more than its scores. Needs
//! `cargo xtask setup` for the runtime library.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use citelight_models::{CrossEncoder, ModelError, Pack, RankerParts, Scorer};
use citelight_parts::Parts;

#[path = "../../models/tests/tiny/mod.rs"]
#[allow(dead_code, reason = "its scores are computed directly where the scorer is tested")]
mod tiny;

fn parts(program: impl Into<PathBuf>) -> RankerParts {
    RankerParts { program: program.into(), onnxruntime: Parts::locate().onnxruntime().unwrap() }
}

fn ranker() -> RankerParts {
    parts(env!("CARGO_BIN_EXE_citelight-ranker"))
}

fn pack(folder: &Path, onnx: &[u8]) -> Pack {
    tiny::write(folder, onnx);
    Pack::open(folder).unwrap()
}

#[test]
fn scores_come_through_the_pipe_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let onnx = tiny::Model::new().onnx();
    let encoder = CrossEncoder::load(ranker(), pack(folder.path(), &onnx)).unwrap();
    let here = Scorer::load(&parts("").onnxruntime, pack(folder.path(), &onnx)).unwrap();
    let (question, texts) = ("what is the annual rent", ["the boats are red", "rent", ""]);
    for _ in 0..3 {
        let scores = encoder.score(question, &texts).unwrap();
        assert_eq!(scores, here.score(question, &texts).unwrap());
    }
    assert!(encoder.score(question, &[]).unwrap().is_empty());
}

#[test]
#[cfg(target_os = "linux")]
fn the_process_is_confined_before_it_opens_the_model_and_ends_with_its_host() {
    let folder = tempfile::tempdir().unwrap();
    let pack = pack(folder.path(), &tiny::Model::new().onnx());
    let encoder = CrossEncoder::load(ranker(), pack).unwrap();
    let process = PathBuf::from(format!("/proc/{}", encoder.process().unwrap()));
    let status = std::fs::read_to_string(process.join("status")).unwrap();
    for line in ["NoNewPrivs:\t1", "Seccomp:\t2"] {
        assert!(status.contains(line), "{status}");
    }
    let environment = std::fs::read(process.join("environ")).unwrap();
    assert_eq!(environment, b"ORT_DISABLE_TELEMETRY=1\0");
    drop(encoder);
    assert!(!process.exists());
}

#[test]
fn a_model_that_the_runtime_refuses_is_named() {
    let folder = tempfile::tempdir().unwrap();
    // The outermost fields of a model, and nonsense within.
    let pack = pack(folder.path(), b"\x08\x08\x3a\x03xyz");
    let error = CrossEncoder::load(ranker(), pack).unwrap_err();
    let name = folder.path().file_name().unwrap().to_string_lossy();
    assert!(error.to_string().contains(&*name), "{error}");
    assert!(error.to_wire().hint.is_some());
}

#[test]
#[cfg(unix)]
fn a_program_that_says_something_else_is_told_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let onnx = tiny::Model::new().onnx();
    let start = Instant::now();
    // One writes without end, one ends, one is not there.
    for program in ["yes", "true", "no-such-program"] {
        let error = CrossEncoder::load(parts(program), pack(folder.path(), &onnx)).unwrap_err();
        assert!(matches!(error, ModelError::Child { .. }), "{program}: {error}");
    }
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
#[cfg(target_os = "linux")]
fn a_process_that_is_lost_is_started_again_once_and_then_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let pack = pack(folder.path(), &tiny::Model::new().onnx());
    let encoder = CrossEncoder::load(ranker(), pack).unwrap();
    for _ in 0..2 {
        assert_eq!(encoder.score("rent", &["rent"]).unwrap().len(), 1);
        let process = encoder.process().unwrap().to_string();
        assert!(
            std::process::Command::new("kill").args(["-9", &process]).status().unwrap().success()
        );
        encoder.score("rent", &["rent"]).unwrap_err();
        assert_eq!(encoder.process(), None);
    }
    let error = encoder.score("rent", &["rent"]).unwrap_err().to_string();
    assert!(error.contains("left out"), "{error}");
    assert_eq!(encoder.process(), None);
}
