//! A reranker's model within this process, a small one, beside a direct computation. Needs `cargo xtask setup` for the
//! runtime library.

mod tiny;

use citelight_models::{Pack, Scorer};
use citelight_parts::Parts;

#[test]
fn scores_are_those_of_a_direct_computation_in_the_order_of_the_texts() {
    let folder = tempfile::tempdir().unwrap();
    let model = tiny::Model::new();
    tiny::write(folder.path(), &model.onnx());
    let pack = Pack::open(folder.path()).unwrap();
    let encoder = Scorer::load(&Parts::locate().onnxruntime().unwrap(), pack).unwrap();
    let question = "what is the annual rent";
    let texts = [
        "the boats are red",
        "the annual rent is paid monthly",
        "rent",
        // Cut to the limit.
        "the rent is the rent is the rent is the annual rent paid monthly and unknown words",
    ];
    let scores = encoder.score(question, &texts).unwrap();
    assert_eq!(scores.len(), texts.len());
    for (text, score) in texts.iter().zip(&scores) {
        let expect = model.score(question, text);
        assert!((score - expect).abs() < 1e-4, "{text}: {score} instead of {expect}");
        // No score depends on what it was computed beside.
        assert_eq!(encoder.score(question, &[text]).unwrap(), [*score]);
    }
    let spread = scores.iter().fold(f32::MIN, |a, b| a.max(*b))
        - scores.iter().fold(f32::MAX, |a, b| a.min(*b));
    assert!(spread > 1e-2, "the model tells the texts apart: {scores:?}");
    assert!(encoder.score(question, &[]).unwrap().is_empty());
}
