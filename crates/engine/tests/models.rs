//! Models through the engine: what is in use, loaded when it is wanted, and never when it is
//! broken. Needs `cargo xtask setup` for the runtime library.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use citelight_core::{ModelRole, ModelState};
use citelight_engine::{Event, Library, Models, inspect};
use citelight_parts::Parts;

#[path = "../../models/tests/tiny/mod.rs"]
#[allow(dead_code, reason = "its scores are compared where the reranker is tested")]
mod tiny;

/// A library whose models lie in `models`, and the words of what it tells.
fn library(dir: &Path, models: &Path) -> (Library, Arc<Mutex<Vec<String>>>) {
    let parts = Parts::locate().with_installed_models(models.to_path_buf());
    let told = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&told);
    let library = Library::open(dir, parts, move |event| {
        if let Event::Notice { notice, .. } = event {
            heard.lock().unwrap().push(notice.to_string());
        }
    });
    (library.unwrap(), told)
}

fn put(models: &Path, model: &[u8]) {
    let folder = models.join("tiny");
    fs::create_dir_all(&folder).unwrap();
    tiny::write(&folder, model);
}

#[test]
fn the_reranker_is_there_as_soon_as_it_is_installed_and_gone_when_it_is_removed() {
    let dir = tempfile::tempdir().unwrap();
    let models = dir.path().join("models");
    let (library, told) = library(&dir.path().join("library"), &models);
    assert!(inspect::cross_encoder(&library).is_none());
    put(&models, &tiny::Model::new().onnx());
    let encoder = inspect::cross_encoder(&library).unwrap();
    assert_eq!(encoder.score("what is the rent", &["rent", "boats"]).unwrap().len(), 2);
    assert!(Arc::ptr_eq(&encoder, &inspect::cross_encoder(&library).unwrap()), "loaded once");
    library.models().remove("tiny").unwrap();
    assert!(inspect::cross_encoder(&library).is_none());
    assert!(told.lock().unwrap().is_empty());
}

#[test]
fn a_reranker_that_cannot_be_loaded_is_told_once_and_left_out() {
    let dir = tempfile::tempdir().unwrap();
    let models = dir.path().join("models");
    let (library, told) = library(&dir.path().join("library"), &models);
    // The outermost fields of a model, and nonsense within: only the runtime can tell.
    put(&models, b"\x08\x08\x3a\x03xyz");
    assert!(
        inspect::cross_encoder(&library).is_none() && inspect::cross_encoder(&library).is_none()
    );
    let told = told.lock().unwrap();
    assert!(told.len() == 1 && told[0].contains("“tiny” is damaged"), "{told:?}");
}

#[test]
fn what_is_broken_is_listed_with_its_way_out_and_is_a_fault_of_the_health() {
    let dir = tempfile::tempdir().unwrap();
    let models = dir.path().join("models");
    let (library, _) = library(&dir.path().join("library"), &models);
    put(&models, &tiny::Model::new().onnx());
    fs::write(models.join("tiny/model.onnx"), "cut").unwrap();
    let listed = library.models().list().unwrap();
    let tiny = listed.iter().find(|pack| pack.name == "tiny").unwrap();
    assert_eq!(tiny.state, ModelState::Broken);
    assert!(tiny.problem.as_ref().unwrap().hint.is_some());
    assert!(library.models().in_use(ModelRole::Reranker).is_none());
    let embedder = listed.iter().find(|pack| pack.role == ModelRole::Embedder).unwrap();
    assert!(embedder.in_use && embedder.bundled && !embedder.can_install);
    let health = library.health().unwrap();
    assert!(!health.is_sound());
    assert!(
        health
            .parts
            .iter()
            .any(|part| { part.problem.as_ref().is_some_and(|problem| problem.contains("tiny")) })
    );
}

#[test]
fn an_import_tells_how_far_it_is_and_can_be_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let parts = Parts::locate().with_installed_models(dir.path().join("models"));
    let models = Models::new(&parts);
    let folder = dir.path().join("brought");
    fs::create_dir_all(&folder).unwrap();
    tiny::write(&folder, &tiny::Model::new().onnx());
    let config = r#"{"architectures":["BertForSequenceClassification"],"pad_token_id":0}"#;
    fs::write(folder.join("config.json"), config).unwrap();

    let mut seen = Vec::new();
    let stopped = models.import(&folder, None, &mut |_| {
        seen.extend(models.list().unwrap().into_iter().filter(|pack| pack.name == "brought"));
        models.stop("brought");
    });
    assert!(stopped.is_err());
    assert!(matches!(seen[0].state, ModelState::Installing { .. }));
    let listed = |name: &str| models.list().unwrap().into_iter().any(|pack| pack.name == name);
    assert!(!listed("brought"), "nothing is left");

    let pack = models.import(&folder, None, &mut |_| {}).unwrap();
    assert_eq!(pack.role(), ModelRole::Reranker);
    assert!(listed("brought"));
    models.verify("brought", &mut |_, _| std::ops::ControlFlow::Continue(())).unwrap();
}
