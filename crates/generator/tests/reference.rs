//! The model and its tokenizer beside the reference implementation, on fixtures that
//! `tests/reference.py` wrote (`tests/fixtures/generator`).

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use candle_core::{Device, IndexOp, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::t5;
use citelight_generator::T5;
use serde::Deserialize;
use tokenizers::Tokenizer;

#[derive(Deserialize)]
struct Expected {
    lines: Vec<String>,
    prompts: Vec<Vec<u32>>,
    greedy: Vec<Vec<u32>>,
    long: Decoded,
    batch: Decoded,
    forced: Vec<u32>,
    places: Vec<usize>,
}

/// Tokens that the reference decoded of some of the prompts.
#[derive(Deserialize)]
struct Decoded {
    of: Vec<usize>,
    ids: Vec<Vec<u32>>,
}

struct Fixture {
    folder: PathBuf,
    expected: Expected,
    tensors: HashMap<String, Tensor>,
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/generator")
}

fn fixture(name: &str) -> Fixture {
    let folder = fixtures().join(name);
    let expected = serde_json::from_slice(&fs::read(folder.join("expected.json")).unwrap());
    let tensors = candle_core::safetensors::load(folder.join("expected.safetensors"), &Device::Cpu);
    Fixture { expected: expected.unwrap(), tensors: tensors.unwrap(), folder }
}

impl Fixture {
    fn load(&self) -> T5 {
        T5::load(&self.folder.join("config.json"), &self.folder.join("model.safetensors")).unwrap()
    }

    fn prompts(&self, of: &[usize]) -> Vec<&[u32]> {
        of.iter().map(|at| self.expected.prompts[*at].as_slice()).collect()
    }
}

/// Which model the fixture holds: gated GELU with an output matrix, or ReLU with the embedding's.
const MODELS: [&str; 2] = ["gated", "tied"];

fn rows(logits: &Tensor) -> Vec<Vec<f32>> {
    logits.to_vec2().unwrap()
}

fn best(row: &[f32], never: Option<u32>) -> u32 {
    let mut best = 0;
    for (id, logit) in row.iter().enumerate() {
        if Some(id as u32) != never && (Some(best as u32) == never || *logit > row[best]) {
            best = id;
        }
    }
    best as u32
}

/// Greedy decoding of a batch, one token at a time with the model's memory. The end is never chosen
/// when `never` names it, else it ends a text, and zeros (padding) follow.
fn greedy(model: &T5, texts: &[&[u32]], most: usize, never: Option<u32>) -> Vec<Vec<u32>> {
    let encoded = model.encode(texts).unwrap();
    let mut state = model.start(&encoded).unwrap();
    let mut last = vec![model.start_token(); texts.len()];
    let mut out = vec![Vec::new(); texts.len()];
    for _ in 0..most {
        let logits = model.step(&last, &mut state).unwrap();
        for (text, row) in rows(&logits).iter().enumerate() {
            let ended = out[text].contains(&model.end_token());
            last[text] = if ended { 0 } else { best(row, never) };
            out[text].push(last[text]);
        }
    }
    out
}

fn until_end(ids: &[u32]) -> &[u32] {
    let end = ids.iter().position(|id| *id == 1).map_or(ids.len(), |at| at + 1);
    &ids[..end]
}

fn largest_difference(a: &Tensor, b: &Tensor) -> f32 {
    assert_eq!(a.dims(), b.dims());
    (a - b).unwrap().abs().unwrap().flatten_all().unwrap().max(0).unwrap().to_scalar().unwrap()
}

#[test]
fn states_and_logits_are_the_references() {
    for name in MODELS {
        let fixture = fixture(name);
        let (model, expected) = (fixture.load(), &fixture.expected);
        for at in [0, expected.prompts.len() - 1] {
            let encoded = model.encode(&fixture.prompts(&[at])).unwrap();
            let states = encoded.states(0).unwrap();
            let every: Vec<u32> = (0..states.dim(0).unwrap() as u32).step_by(16).collect();
            let states = states.index_select(&Tensor::new(every, &Device::Cpu).unwrap(), 0);
            let off =
                largest_difference(&states.unwrap(), &fixture.tensors[&format!("states.{at}")]);
            assert!(off < 1e-3, "{name}, prompt {at}: states differ by {off}");

            let places: Vec<u32> = expected.places.iter().map(|place| *place as u32).collect();
            let places = Tensor::new(places, &Device::Cpu).unwrap();
            let wanted = &fixture.tensors[&format!("logits.{at}")];
            // All at once, as without a memory of keys and values...
            let mut state = model.start(&encoded).unwrap();
            let whole = model.step(&expected.forced, &mut state).unwrap();
            let off = largest_difference(&whole.index_select(&places, 0).unwrap(), wanted);
            assert!(off < 1e-3, "{name}, prompt {at}: logits differ by {off}");
            // ... and token by token with it.
            let mut state = model.start(&encoded).unwrap();
            let each: Vec<Tensor> =
                expected.forced.iter().map(|id| model.step(&[*id], &mut state).unwrap()).collect();
            let each = Tensor::cat(&each, 0).unwrap().index_select(&places, 0).unwrap();
            let off = largest_difference(&each, wanted);
            assert!(off < 1e-3, "{name}, prompt {at}: logits with memory differ by {off}");
        }
    }
}

#[test]
fn first_logits_of_every_prompt_are_the_references_alone_and_in_a_batch() {
    for name in MODELS {
        let fixture = fixture(name);
        let model = fixture.load();
        let all: Vec<usize> = (0..fixture.expected.prompts.len()).collect();
        let wanted = &fixture.tensors["first.logits"];
        let encoded = model.encode(&fixture.prompts(&all)).unwrap();
        let starts = vec![model.start_token(); all.len()];
        let batch = model.step(&starts, &mut model.start(&encoded).unwrap()).unwrap();
        let off = largest_difference(&batch, wanted);
        assert!(off < 1e-3, "{name}: logits of the batch differ by {off}");
        for at in all {
            let encoded = model.encode(&fixture.prompts(&[at])).unwrap();
            let alone = model.step(&starts[..1], &mut model.start(&encoded).unwrap()).unwrap();
            let off = largest_difference(&alone, &wanted.i(at..at + 1).unwrap());
            assert!(off < 1e-3, "{name}, prompt {at}: logits differ by {off}");
        }
    }
}

#[test]
fn greedy_tokens_are_the_references_on_every_prompt() {
    for name in MODELS {
        let fixture = fixture(name);
        let (model, expected) = (fixture.load(), &fixture.expected);
        for (at, wanted) in expected.greedy.iter().enumerate() {
            let ours = &greedy(&model, &fixture.prompts(&[at]), wanted.len(), None)[0];
            assert_eq!(until_end(ours), until_end(wanted), "{name}, prompt {at}");
        }
        for (at, wanted) in expected.long.of.iter().zip(&expected.long.ids) {
            assert!(wanted.len() > 130, "too short to reach the last bucket");
            let ours = &greedy(&model, &fixture.prompts(&[*at]), wanted.len(), Some(1))[0];
            assert_eq!(ours, wanted, "{name}, prompt {at}");
        }
        let batch = &expected.batch;
        let ours = greedy(&model, &fixture.prompts(&batch.of), batch.ids[0].len(), Some(1));
        assert_eq!(ours, batch.ids, "{name}, in a batch");
    }
}

/// Should this fail, upstream has mended its model: see whether ours is still needed.
#[test]
fn upstream_still_decodes_other_tokens() {
    let fixture = fixture("gated");
    let config = fs::read(fixture.folder.join("config.json")).unwrap();
    let config: t5::Config = serde_json::from_slice(&config).unwrap();
    let weights = fs::read(fixture.folder.join("model.safetensors")).unwrap();
    let weights =
        VarBuilder::from_buffered_safetensors(weights, candle_core::DType::F32, &Device::Cpu);
    let mut model = t5::T5ForConditionalGeneration::load(weights.unwrap(), &config).unwrap();
    let (at, wanted) = (fixture.expected.long.of[0], &fixture.expected.long.ids[0]);
    let prompt = Tensor::new(vec![fixture.expected.prompts[at].clone()], &Device::Cpu).unwrap();
    let encoded = model.encode(&prompt).unwrap();
    let states = encoded.i((0, ..1)).unwrap();
    let off = largest_difference(&states, &fixture.tensors["states.0"].i(..1).unwrap());
    assert!(off < 1e-3, "its encoder has always agreed, now it differs by {off}");

    let (mut last, mut ours) = (0, Vec::new());
    for _ in 0..wanted.len() {
        let last_row = Tensor::new(&[[last]], &Device::Cpu).unwrap();
        let logits = model.decode(&last_row, &encoded).unwrap();
        last = best(&rows(&logits)[0], Some(1));
        ours.push(last);
    }
    assert_ne!(&ours, wanted);
}

#[test]
fn token_ids_are_the_references() {
    let tokenizer = Tokenizer::from_file(fixtures().join("tokenizer.json")).unwrap();
    let expected = fixture("gated").expected;
    for (line, ids) in expected.lines.iter().zip(&expected.prompts) {
        assert_eq!(tokenizer.encode(line.as_str(), true).unwrap().get_ids(), ids, "{line}");
    }
}

#[test]
fn flan_t5s_token_ids_are_sentencepieces() {
    #[derive(Deserialize)]
    struct Row {
        line: String,
        ids: Vec<u32>,
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/flan-t5/small/tokenizer.json");
    if !file.exists() {
        println!("skipped: {} is not there", file.display());
        return;
    }
    let tokenizer = Tokenizer::from_file(file).unwrap();
    let rows: Vec<Row> =
        serde_json::from_slice(&fs::read(fixtures().join("flan-tokens.json")).unwrap()).unwrap();
    for row in rows {
        assert_eq!(
            tokenizer.encode(row.line.as_str(), true).unwrap().get_ids(),
            row.ids,
            "{}",
            row.line
        );
    }
}
