//! Model packs on the command line, against a hub on this machine. Needs the program
//! `citelight-fetch`, which `cargo xtask test` builds.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

#[path = "../../fetch/tests/hub/mod.rs"]
#[allow(dead_code, reason = "the hub of the tests of fetching, which misbehaves there")]
mod hub;

use hub::HubServer;

struct Place {
    dir: tempfile::TempDir,
    hub: HubServer,
}

impl Place {
    fn new() -> Place {
        let config = r#"{"architectures":["BertForSequenceClassification"]}"#;
        let mut files = BTreeMap::from([
            ("config.json", config.as_bytes().to_vec()),
            // Version, and a graph of three bytes.
            ("model.onnx", b"\x08\x08\x3a\x03xyz".to_vec()),
        ]);
        for name in ["tokenizer.json", "tokenizer_config.json", "special_tokens_map.json"] {
            files.insert(name, b"{}".to_vec());
        }
        let dir = tempfile::tempdir().unwrap();
        // The same model as a folder that was brought by hand.
        fs::create_dir_all(dir.path().join("by-hand")).unwrap();
        for (name, content) in &files {
            fs::write(dir.path().join("by-hand").join(name), content).unwrap();
        }
        let list: Vec<String> =
            files.keys().map(|name| format!("{{ name = \"{name}\" }}")).collect();
        let hub = HubServer::start(files);
        let text = format!(
            "hub = \"{}\"\n[[pack]]\nname = \"tiny\"\ntitle = \"Tiny ranker\"\n\
             role = \"reranker\"\nlicence = \"MIT\"\nmax_tokens = 128\n[pack.source]\n\
             kind = \"hub\"\nrepository = \"who/tiny\"\nfiles = [{}]\n",
            hub.address,
            list.join(", ")
        );
        fs::create_dir_all(dir.path().join("root/models")).unwrap();
        fs::write(dir.path().join("root/models/manifest.toml"), text).unwrap();
        Place { dir, hub }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_citelight"));
        command.arg("models").args(arguments);
        command.env("CITELIGHT_ROOT", self.path("root")).env("CITELIGHT_MODELS", self.path("own"));
        for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
            command.env_remove(name).env_remove(name.to_lowercase());
        }
        command
    }

    /// Exit code and objects.
    fn run(&self, arguments: &[&str]) -> (i32, Vec<Value>) {
        let output = self.command(arguments).arg("--json").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        (output.status.code().unwrap(), lines)
    }
}

#[test]
fn a_known_model_is_installed_checked_and_removed() {
    let place = Place::new();
    let (code, packs) = place.run(&["list"]);
    assert_eq!((code, packs.len()), (0, 1));
    assert_eq!(packs[0]["state"]["is"], "absent");
    assert_eq!((&packs[0]["can_install"], &packs[0]["in_use"]), (&true.into(), &false.into()));

    // Nothing says beforehand what the hub's newest holds.
    let (code, refused) = place.run(&["install", "tiny"]);
    assert_eq!(code, 2);
    assert!(
        refused[0]["error"]["hint"].as_str().unwrap().contains("--trust-source"),
        "{refused:?}"
    );
    let (code, packs) = place.run(&["install", "tiny", "--trust-source"]);
    assert_eq!((code, packs[0]["state"]["is"].as_str()), (0, Some("installed")), "{packs:?}");
    assert_eq!((&packs[0]["in_use"], &packs[0]["origin"]), (&true.into(), &"hub".into()));
    assert_eq!(packs[0]["revision"], hub::COMMIT);
    assert!(packs[0]["source"].as_str().unwrap().ends_with("/who/tiny"));
    let (code, checked) = place.run(&["verify"]);
    assert_eq!((code, &checked[0]["sound"]), (0, &true.into()));
    place.hub.asked.lock().unwrap().clear();
    assert_eq!(place.run(&["install", "tiny", "--trust-source"]).0, 0);
    assert!(place.hub.asked.lock().unwrap().is_empty(), "what is whole is not fetched again");

    // As long as before: only its hash can tell.
    fs::write(place.path("own/tiny/tokenizer.json"), "[]").unwrap();
    let (code, checked) = place.run(&["verify", "tiny"]);
    assert_eq!((code, &checked[0]["sound"]), (2, &false.into()));
    assert!(checked[0]["error"]["hint"].as_str().unwrap().contains("install it again"));

    fs::write(place.path("own/tiny/model.onnx"), "gone").unwrap();
    let (_, packs) = place.run(&["list"]);
    assert_eq!((&packs[0]["state"]["is"], &packs[0]["in_use"]), (&"broken".into(), &false.into()));
    assert!(packs[0]["problem"]["message"].as_str().unwrap().contains("model.onnx has 4 bytes"));
    // Installing again mends it.
    assert_eq!(place.run(&["install", "tiny", "--trust-source"]).0, 0);
    assert_eq!(place.run(&["verify", "tiny"]).0, 0);

    assert_eq!(place.run(&["remove", "tiny"]).0, 0);
    assert_eq!(place.run(&["remove", "tiny"]).0, 1);
    assert!(!place.path("own/tiny").exists());
}

#[test]
fn what_goes_wrong_is_told_by_its_exit_code() {
    let place = Place::new();
    for (arguments, expect) in [
        (&["install", "nobody"][..], 1),
        (&["verify", "nobody"], 1),
        (&["verify"], 1),
        (&["use", "tiny"], 1),
        (&["import", "/nowhere"], 2),
        (&["poem"], 2),
    ] {
        let code = place.command(arguments).output().unwrap().status.code();
        assert_eq!(code, Some(expect), "{arguments:?}");
    }
    place.hub.faults.lock().unwrap().lacks = Some("tokenizer.json");
    let (code, lines) = place.run(&["install", "tiny", "--trust-source"]);
    assert_eq!(code, 1, "{lines:?}");
    assert_eq!(lines[0]["error"]["code"], "not_found");
    assert!(lines[0]["error"]["hint"].as_str().unwrap().contains("import it"));
    assert_eq!(place.run(&["list"]).1[0]["state"]["is"], "partial");
    assert_eq!(place.run(&["remove", "tiny"]).0, 0);
    assert_eq!(place.run(&["list"]).1[0]["state"]["is"], "absent");
}

#[test]
fn a_folder_is_imported_and_one_of_two_models_chosen() {
    let place = Place::new();
    let folder = place.path("by-hand");
    let (code, packs) = place.run(&["import", folder.to_str().unwrap()]);
    assert_eq!((code, packs[0]["name"].as_str()), (0, Some("by-hand")), "{packs:?}");
    assert_eq!((&packs[0]["origin"], &packs[0]["source"]), (&"unknown".into(), &Value::Null));
    let words = place.command(&["list"]).output().unwrap();
    let words = String::from_utf8(words.stdout).unwrap();
    assert!(
        words.contains("unknown source") && words.contains("No generator is installed"),
        "{words}"
    );

    assert_eq!(place.run(&["install", "tiny", "--trust-source"]).0, 0);
    let used = || {
        let (_, packs) = place.run(&["list"]);
        let used = packs.iter().filter(|pack| pack["in_use"] == true);
        used.map(|pack| pack["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // A further one takes no other's place by itself, though it stands before it.
    assert_eq!(used(), ["by-hand"]);
    assert_eq!(place.run(&["use", "tiny"]).0, 0);
    assert_eq!(used(), ["tiny"]);
    assert_eq!(place.run(&["remove", "tiny"]).0, 0);
    assert_eq!(used(), ["by-hand"]);
}

#[test]
fn an_import_that_is_killed_leaves_nothing() {
    let place = Place::new();
    let folder = place.path("by-hand");
    // A graph of 64 MB, without a byte on the disk.
    let length: u64 = 64 << 20;
    fs::write(folder.join("model.onnx"), b"\x08\x08\x3a\x80\x80\x80\x20").unwrap();
    let weights = fs::OpenOptions::new().write(true).open(folder.join("model.onnx")).unwrap();
    weights.set_len(7 + length).unwrap();
    let mut child = place.command(&["import", folder.to_str().unwrap()]).spawn().unwrap();
    let copy = place.path("own/.import-by-hand/model.onnx");
    let begun = || fs::metadata(&copy).is_ok_and(|copy| copy.len() > 0);
    while !begun() && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    let whole = child.wait().unwrap().success();
    let (_, packs) = place.run(&["list"]);
    let found = packs.iter().filter(|pack| pack["name"] == "by-hand").count();
    assert_eq!(found, usize::from(whole));
    assert!(!place.path("own/.import-by-hand").exists());
    assert_eq!(place.run(&["import", folder.to_str().unwrap()]).0, 0);
    assert_eq!(place.run(&["verify", "by-hand"]).0, 0);
}
