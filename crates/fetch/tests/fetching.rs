//! The program against a hub on this machine: whole, broken off, resumed, lied to. No test reaches
//! a network.

mod hub;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use citelight_core::ModelOrigin;
use citelight_packs::{FetchEvent, FetchFault, Pack, PackError, Staging};
use hub::{COMMIT, HubServer};

/// Bytes of the graph in the large file.
const GRAPH: usize = 900_000;

/// A file that a walk over its outermost fields takes for an ONNX model.
fn model() -> Vec<u8> {
    let mut model = vec![0x08, 0x08, 0x3a];
    let mut length = GRAPH;
    while length >= 0x80 {
        model.push((length as u8 & 0x7f) | 0x80);
        length >>= 7;
    }
    model.push(length as u8);
    model.extend((0..GRAPH).map(|place| (place * 31 % 251) as u8));
    model
}

struct Place {
    dir: tempfile::TempDir,
    hub: HubServer,
}

fn place_with(model: Vec<u8>, revision: &str) -> Place {
    let config = br#"{"architectures":["BertForSequenceClassification"]}"#.to_vec();
    let mut files = BTreeMap::from([("config.json", config), ("onnx/model.onnx", model)]);
    for name in ["tokenizer.json", "tokenizer_config.json", "special_tokens_map.json"] {
        files.insert(name, format!("{{\"{name}\": 1}}").into_bytes());
    }
    let hub = HubServer::start(files);
    let dir = tempfile::tempdir().unwrap();
    let list = format!(
        r#"hub = "{}"
        [[pack]]
        name = "tiny"
        title = "Tiny"
        role = "reranker"
        licence = "MIT"
        {revision}
        [pack.source]
        kind = "hub"
        repository = "who/tiny"
        files = [
            {{ name = "config.json" }}, {{ name = "tokenizer.json" }},
            {{ name = "tokenizer_config.json" }}, {{ name = "special_tokens_map.json" }},
            {{ name = "model.onnx", path = "onnx/model.onnx" }},
        ]"#,
        hub.address
    );
    fs::write(dir.path().join("manifest.toml"), list).unwrap();
    Place { dir, hub }
}

fn place() -> Place {
    place_with(model(), &format!("revision = \"{COMMIT}\""))
}

impl Place {
    fn models(&self) -> PathBuf {
        self.dir.path().join("models")
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_citelight-fetch"));
        command.arg("--list").arg(self.dir.path().join("manifest.toml"));
        command.arg("--into").arg(self.models()).args(["--wait-ms", "1", "tiny"]);
        // The tests' hub is reached directly, whatever proxy the machine has.
        for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
            command.env_remove(name).env_remove(name.to_lowercase());
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program to its end; its exit code and what it said.
    fn fetch(&self) -> (i32, Vec<FetchEvent>) {
        let mut child = self.command().spawn().unwrap();
        // Held open until the program has ended.
        let input = child.stdin.take();
        let Output { status, stdout, .. } = child.wait_with_output().unwrap();
        drop(input);
        let lines = String::from_utf8(stdout).unwrap();
        let events = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        (status.code().unwrap(), events)
    }

    fn fails(&self) -> (FetchFault, String) {
        let (code, events) = self.fetch();
        let Some(FetchEvent::Failed { fault, error }) = events.last() else { panic!("{events:?}") };
        assert_eq!(code, i32::from(fault.exit_code()));
        assert!(error.hint.is_some(), "{error}");
        assert!(Pack::open(&self.models().join("tiny")).is_err());
        (*fault, error.message.clone())
    }

    fn installed(&self) -> Pack {
        let pack = Pack::open(&self.models().join("tiny")).unwrap();
        pack.verify().unwrap();
        assert_eq!(pack.read("model.onnx").unwrap(), model());
        pack
    }

    fn kept(&self) -> u64 {
        let parts = fs::read_dir(self.models().join(".partial-tiny")).unwrap().flatten();
        let parts = parts.filter(|entry| entry.path().extension().is_some_and(|e| e == "part"));
        // One may be given its name, being whole, between the two looks.
        parts.filter_map(|entry| Some(entry.metadata().ok()?.len())).sum()
    }
}

#[test]
fn a_pack_is_fetched_checked_and_put_in_place() {
    let place = place();
    let (code, events) = place.fetch();
    assert_eq!(code, 0, "{events:?}");
    let pack = place.installed();
    assert_eq!(pack.manifest().revision, COMMIT);
    assert_eq!(pack.manifest().origin, ModelOrigin::Hub);
    assert_eq!(pack.manifest().files.len(), 5);
    let FetchEvent::Begin { bytes, .. } = &events[0] else { panic!("{events:?}") };
    assert_eq!(*bytes, pack.bytes());
    let done: Vec<u64> = events
        .iter()
        .filter_map(|event| match event {
            FetchEvent::Progress { done, total, .. } => {
                assert_eq!(*total, pack.bytes());
                Some(*done)
            }
            _ => None,
        })
        .collect();
    assert!(done.is_sorted() && done.last() == Some(&pack.bytes()), "{done:?}");
    assert!(matches!(events.last(), Some(FetchEvent::Done { .. })));
    assert!(!place.models().join(".partial-tiny").exists());
}

#[test]
fn a_connection_that_breaks_off_goes_on_from_the_last_byte() {
    let place = place();
    place.hub.faults.lock().unwrap().cut_after = vec![300_000, 200_000];
    let (code, events) = place.fetch();
    assert_eq!(code, 0, "{events:?}");
    place.installed();
    // The first ranges are those of the statement and of the whole file.
    let ranges: Vec<usize> = place.hub.ranges().into_iter().flatten().collect();
    assert_eq!(ranges, [300_000, 500_000]);
    let retries = events.iter().filter(|event| matches!(event, FetchEvent::Retry { .. }));
    assert_eq!(retries.count(), 2);
}

#[test]
fn a_later_run_goes_on_where_the_first_gave_up() {
    let place = place();
    place.hub.faults.lock().unwrap().cut_after = vec![400_000, 0, 0, 0, 0, 0, 0];
    let (fault, message) = place.fails();
    assert_eq!(fault, FetchFault::Network, "{message}");
    assert_eq!(place.kept(), 400_000);
    place.hub.faults.lock().unwrap().cut_after.clear();
    place.hub.asked.lock().unwrap().clear();
    assert_eq!(place.fetch().0, 0);
    place.installed();
    assert_eq!(place.hub.ranges(), [Some(400_000)]);
    // Small files that are there are not fetched again.
    let asked = place.hub.asked.lock().unwrap();
    assert!(asked.iter().all(|(method, path, _)| method == "HEAD" || path.ends_with(".onnx")));
}

#[test]
fn a_server_without_ranges_starts_the_file_again() {
    let place = place();
    let mut faults = place.hub.faults.lock().unwrap();
    (faults.cut_after, faults.no_ranges) = (vec![300_000], true);
    drop(faults);
    assert_eq!(place.fetch().0, 0);
    place.installed();
}

#[test]
fn another_content_than_stated_is_thrown_away() {
    let place = place();
    place.hub.faults.lock().unwrap().corrupt = true;
    let (fault, message) = place.fails();
    assert_eq!(fault, FetchFault::Mismatch);
    assert!(message.contains("model.onnx came with another content"), "{message}");
    assert_eq!(place.kept(), 0);
    place.hub.faults.lock().unwrap().corrupt = false;
    assert_eq!(place.fetch().0, 0);
    place.installed();
}

#[test]
fn a_file_that_is_not_there_is_told_at_once() {
    let place = place();
    place.hub.faults.lock().unwrap().lacks = Some("tokenizer.json");
    let (fault, message) = place.fails();
    assert_eq!(fault, FetchFault::NotFound);
    assert!(message.contains("tokenizer.json") && message.contains("404"), "{message}");
    assert!(place.hub.ranges().is_empty(), "nothing is fetched of a pack that is not whole");
}

#[test]
fn another_commit_than_the_pinned_one_is_refused() {
    let place = place();
    place.hub.faults.lock().unwrap().other_commit = true;
    assert_eq!(place.fails().0, FetchFault::Mismatch);
}

#[test]
fn without_a_pin_the_newest_commit_is_taken_and_recorded() {
    let place = place_with(model(), "");
    assert_eq!(place.fetch().0, 0);
    assert_eq!(place.installed().manifest().revision, COMMIT);
    let asked = place.hub.asked.lock().unwrap();
    let of_branch = asked.iter().filter(|(_, path, _)| path.contains("/main/")).count();
    assert_eq!(of_branch, 1, "all but the first statement are of the commit");
}

#[test]
fn a_busy_hub_is_asked_again_and_a_dead_one_given_up() {
    let place = place();
    place.hub.faults.lock().unwrap().busy = 3;
    assert_eq!(place.fetch().0, 0);
    place.installed();

    let list = fs::read_to_string(place.dir.path().join("manifest.toml")).unwrap();
    // Port 9 discards; nobody listens there.
    let dead = list.replace(&place.hub.address, "http://127.0.0.1:9");
    fs::write(place.dir.path().join("manifest.toml"), dead).unwrap();
    fs::remove_dir_all(place.models()).unwrap();
    assert_eq!(place.fails().0, FetchFault::Network);
}

#[test]
fn what_is_no_model_is_not_installed_though_its_hash_is_right() {
    let place = place_with(b"<!DOCTYPE html><p>Sign in".to_vec(), "");
    let (fault, message) = place.fails();
    assert_eq!(fault, FetchFault::Mismatch);
    assert!(message.contains("no ONNX model"), "{message}");
}

#[test]
fn closing_the_input_stops_it_and_keeps_what_came() {
    let place = place();
    place.hub.faults.lock().unwrap().hangs = true;
    let mut child = place.command().spawn().unwrap();
    let out = BufReader::new(child.stdout.take().unwrap());
    let mut input = child.stdin.take();
    let mut last = None;
    for line in out.lines() {
        last = Some(serde_json::from_str::<FetchEvent>(&line.unwrap()).unwrap());
        if matches!(last, Some(FetchEvent::Begin { .. })) {
            // Half of it comes by itself, and no more.
            while place.kept() < (GRAPH / 4) as u64 {
                std::thread::yield_now();
            }
            input = None;
        }
    }
    assert!(input.is_none());
    assert_eq!(child.wait().unwrap().code(), Some(4));
    let Some(FetchEvent::Failed { fault: FetchFault::Stopped, .. }) = last else {
        panic!("{last:?}")
    };
    place.hub.faults.lock().unwrap().hangs = false;
    assert_eq!(place.fetch().0, 0);
    place.installed();
}

#[test]
fn a_pack_that_is_being_made_elsewhere_is_left_alone() {
    let place = place();
    let other = Staging::resume(&place.models(), "tiny").unwrap();
    assert_eq!(place.fails().0, FetchFault::Call);
    assert!(place.hub.asked.lock().unwrap().is_empty());
    drop(other);
    assert_eq!(place.fetch().0, 0);
    let missing = Pack::open(&place.models().join("other")).unwrap_err();
    assert!(matches!(missing, PackError::Damaged { .. }));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    use sha2::Digest;
    let place = place();
    let hash = sha2::Sha256::digest(model());
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let part = format!("model.onnx.{hash:.12}.part");
    let staging = Staging::resume(&place.models(), "tiny").unwrap();
    // Every write to this device fails as one to a full disk does.
    std::os::unix::fs::symlink("/dev/full", staging.folder().join(part)).unwrap();
    drop(staging);
    assert_eq!(place.fails().0, FetchFault::DiskFull);
}
