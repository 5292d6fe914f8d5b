//! Quantised packs: how far they are from the floats they were made of, and that a file is whole or
//! not there.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use candle_core::Tensor;
use citelight_generator::{GeneratorError, QUANTISED, T5, WEIGHTS, quantise, random_pack};
use tempfile::TempDir;

/// The bound that `q8_0` is held to: the error of all logits together, as a part of their size (root
/// of the mean square of either). Measured on these models: .028, .024, .019; a wrong scale, a
/// wrong block or a shifted row gives above .5.
const BOUND: f32 = 0.05;

fn fixture(name: &str) -> TempDir {
    let from =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/generator").join(name);
    let folder = tempfile::tempdir().unwrap();
    for file in ["config.json", WEIGHTS] {
        fs::copy(from.join(file), folder.path().join(file)).unwrap();
    }
    folder
}

/// A model whose widths are those for which candle has a kernel of its own (256 inputs to a block).
fn wide() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let config = r#"{
        "vocab_size": 512, "d_model": 256, "d_kv": 64, "d_ff": 512, "num_layers": 2, "num_heads": 4,
        "relative_attention_num_buckets": 32, "dropout_rate": 0.1, "layer_norm_epsilon": 1e-6,
        "initializer_factor": 1.0, "feed_forward_proj": "gated-gelu", "tie_word_embeddings": false,
        "is_encoder_decoder": true, "pad_token_id": 0, "eos_token_id": 1, "decoder_start_token_id": 0
    }"#;
    fs::write(folder.path().join("config.json"), config).unwrap();
    random_pack(&folder.path().join("config.json"), folder.path(), 3).unwrap();
    folder
}

fn go(_: usize, _: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn load(folder: &Path, weights: &str) -> Result<T5, GeneratorError> {
    T5::load(&folder.join("config.json"), &folder.join(weights))
}

fn logits(model: &T5) -> Tensor {
    let ids: Vec<u32> = (0..100).map(|at| 3 + at * 61 % 200).collect();
    let encoded = model.encode(&[&ids, &ids[..40]]).unwrap();
    let mut state = model.start(&encoded).unwrap();
    model.step(&[0, 0], &mut state).unwrap();
    let tokens: Vec<u32> = (0..60).map(|at| 3 + at * 37 % 200).collect();
    model.step(&tokens, &mut state).unwrap()
}

fn size(logits: &Tensor) -> f32 {
    logits.sqr().unwrap().mean_all().unwrap().sqrt().unwrap().to_scalar().unwrap()
}

#[test]
fn quantised_logits_are_near_those_of_the_floats() {
    for (name, folder) in [("gated", fixture("gated")), ("tied", fixture("tied")), ("wide", wide())]
    {
        quantise(folder.path(), &mut go).unwrap();
        let floats = logits(&load(folder.path(), WEIGHTS).unwrap());
        let quantised = logits(&load(folder.path(), QUANTISED).unwrap());
        let off = size(&(&quantised - &floats).unwrap()) / size(&floats);
        println!("{name}: {off}");
        assert!(off < BOUND, "{name}: {off}");
        let (before, after) = (size_of(&folder, WEIGHTS), size_of(&folder, QUANTISED));
        assert!(after < before, "{name}: {before} bytes became {after}");
    }
}

fn size_of(folder: &TempDir, file: &str) -> u64 {
    fs::metadata(folder.path().join(file)).unwrap().len()
}

fn files(folder: &TempDir) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn breaking_off_leaves_nothing_behind() {
    let folder = fixture("tied");
    let before = files(&folder);
    let mut calls = 0;
    let outcome = quantise(folder.path(), &mut |_, _| {
        calls += 1;
        if calls < 4 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(matches!(outcome, Err(GeneratorError::Stopped)));
    assert_eq!(files(&folder), before);
    let mut steps = Vec::new();
    quantise(folder.path(), &mut |done, all| {
        steps.push((done, all));
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(steps.iter().enumerate().all(|(at, step)| *step == (at, steps.len() - 1)), "{steps:?}");
    assert_eq!(files(&folder).len(), before.len() + 1);
}

#[test]
fn damaged_packs_are_refused_by_name() {
    let folder = fixture("tied");
    let path = |name: &str| folder.path().join(name);
    quantise(folder.path(), &mut go).unwrap();
    for file in [WEIGHTS, QUANTISED] {
        let whole = fs::read(path(file)).unwrap();
        // The last 31 bytes may be padding.
        for length in [0, 4, 100, whole.len() / 2, whole.len() - 40] {
            fs::write(path(file), &whole[..length]).unwrap();
            assert!(load(folder.path(), file).is_err(), "{file} cut to {length} bytes");
        }
        let mut nonsense = whole.clone();
        nonsense[..64].fill(0xff);
        fs::write(path(file), nonsense).unwrap();
        assert!(load(folder.path(), file).is_err(), "{file} of nonsense");
        fs::write(path(file), whole).unwrap();
    }
    let config = fs::read_to_string(path("config.json")).unwrap();
    let refusal = |from: &str, to: &str| {
        assert!(config.contains(from));
        fs::write(path("config.json"), config.replace(from, to)).unwrap();
        load(folder.path(), WEIGHTS).unwrap_err().to_string()
    };
    let wide = refusal("\"d_ff\": 64", "\"d_ff\": 96");
    assert!(wide.contains("encoder.block.0.layer.1.DenseReluDense.wi.weight"), "{wide}");
    let untied = refusal("\"tie_word_embeddings\": true", "\"tie_word_embeddings\": false");
    assert!(untied.contains("lm_head.weight is missing"), "{untied}");
    assert!(refusal("\"num_heads\": 2", "\"num_heads\": 0").contains("zero or absurd"));
    assert!(
        refusal("\"relative_attention_num_buckets\": 32", "\"relative_attention_num_buckets\": 1")
            .contains("make no sense")
    );
}
