//! A small BERT with a classifier: its weights are made here, written as a pack, and its scores
//! computed directly, operator by operator.

#[path = "../../../../xtask/src/onnx/proto.rs"]
#[allow(dead_code, reason = "the writer of the set-up, of which this model needs a part")]
mod proto;

use std::fs;
use std::path::Path;

use proto::{Attribute, Domain, Element, Extent, Graph};

const HIDDEN: usize = 8;
const HEADS: usize = 2;
const MAX_TOKENS: usize = 12;
const EPSILON: f32 = 1e-12;
const WORDS: [&str; 14] = [
    "[PAD]", "[CLS]", "[SEP]", "[UNK]", "what", "is", "the", "rent", "annual", "paid", "monthly",
    "boats", "are", "red",
];

type Matrix = Vec<Vec<f32>>;

/// The weights, from a fixed pseudo-random sequence (Knuth's multiplicative hash).
struct Weights {
    next: u32,
}

impl Weights {
    fn matrix(&mut self, rows: usize, columns: usize) -> Matrix {
        let mut value = || {
            self.next = self.next.wrapping_add(1);
            // From -2 to 2: large enough that scores differ.
            (self.next.wrapping_mul(2_654_435_761) >> 8) as f32 / 4_194_304.0 - 2.0
        };
        (0..rows).map(|_| (0..columns).map(|_| value()).collect()).collect()
    }
}

pub(crate) struct Model {
    words: Matrix,
    types: Matrix,
    norms: [Matrix; 4],
    qkv: Matrix,
    qkv_bias: Matrix,
    out: Matrix,
    pool: Matrix,
    classify: Matrix,
}

impl Model {
    pub(crate) fn new() -> Model {
        let mut w = Weights { next: 0 };
        Model {
            words: w.matrix(WORDS.len(), HIDDEN),
            types: w.matrix(2, HIDDEN),
            norms: [1, 2, 3, 4].map(|_| w.matrix(1, HIDDEN)),
            qkv: w.matrix(HIDDEN, 3 * HIDDEN),
            qkv_bias: w.matrix(1, 3 * HIDDEN),
            out: w.matrix(HIDDEN, HIDDEN),
            pool: w.matrix(HIDDEN, HIDDEN),
            classify: w.matrix(HIDDEN, 1),
        }
    }

    pub(crate) fn onnx(&self) -> Vec<u8> {
        let mut graph = Graph::default();
        let free = [Extent::Free("batch"), Extent::Free("sequence")];
        for name in ["input_ids", "attention_mask", "token_type_ids"] {
            graph.input(name, Element::Int64, &free);
        }
        graph.output("logits", Element::Float, &[free[0], Extent::Fixed(1)]);
        for (name, matrix) in [
            ("words", &self.words),
            ("types", &self.types),
            ("scale.0", &self.norms[0]),
            ("shift.0", &self.norms[1]),
            ("scale.1", &self.norms[2]),
            ("shift.1", &self.norms[3]),
            ("qkv", &self.qkv),
            ("qkv.bias", &self.qkv_bias),
            ("out", &self.out),
            ("pool", &self.pool),
            ("classify", &self.classify),
        ] {
            let raw: Vec<u8> = matrix.iter().flatten().flat_map(|v| v.to_le_bytes()).collect();
            let shape = [matrix.len(), matrix[0].len()];
            // A single row is a vector.
            let shape = &shape[usize::from(matrix.len() == 1)..];
            graph.constant(name, Element::Float, shape, &raw);
        }
        graph.constant("first", Element::Int64, &[], &0i64.to_le_bytes());
        let mut onnx = |operator: &str, inputs: &[&str], output: &str, more: &[Attribute<'_>]| {
            let fused = operator == "Attention";
            let domain = if fused { Domain::Microsoft } else { Domain::Onnx };
            graph.node(domain, operator, inputs, &[output], more);
        };
        let norm = [Attribute::Int("axis", -1), Attribute::Float("epsilon", EPSILON)];
        onnx("Cast", &["attention_mask"], "mask", &[Attribute::Int("to", Element::Int32 as i64)]);
        onnx("Gather", &["words", "input_ids"], "word", &[]);
        onnx("Gather", &["types", "token_type_ids"], "type", &[]);
        onnx("Add", &["word", "type"], "summed", &[]);
        onnx("LayerNormalization", &["summed", "scale.0", "shift.0"], "state", &norm);
        let heads = [Attribute::Int("num_heads", HEADS as i64)];
        onnx("Attention", &["state", "qkv", "qkv.bias", "mask"], "context", &heads);
        onnx("MatMul", &["context", "out"], "attended", &[]);
        onnx("Add", &["attended", "state"], "skipped", &[]);
        onnx("LayerNormalization", &["skipped", "scale.1", "shift.1"], "last", &norm);
        onnx("Gather", &["last", "first"], "of.cls", &[Attribute::Int("axis", 1)]);
        onnx("MatMul", &["of.cls", "pool"], "pooled", &[]);
        onnx("Tanh", &["pooled"], "pooled.tanh", &[]);
        onnx("MatMul", &["pooled.tanh", "classify"], "logits", &[]);
        graph.into_model("cross-encoder").graph
    }

    /// The score of a pair, computed directly.
    pub(crate) fn score(&self, question: &str, text: &str) -> f32 {
        let (ids, types) = encode(question, text);
        let embedded: Matrix = ids
            .iter()
            .zip(&types)
            .map(|(id, kind)| add(&self.words[*id], &self.types[*kind]))
            .collect();
        let state: Matrix =
            embedded.iter().map(|row| norm(row, &self.norms[0][0], &self.norms[1][0])).collect();
        let qkv: Matrix =
            state.iter().map(|row| add(&times(row, &self.qkv), &self.qkv_bias[0])).collect();
        let size = HIDDEN / HEADS;
        let mut context = vec![0.0; HIDDEN];
        for head in 0..HEADS {
            let part = |row: &[f32], which: usize| {
                let from = which * HIDDEN + head * size;
                row[from..from + size].to_vec()
            };
            // Only the first token's state reaches the classifier.
            let query = part(&qkv[0], 0);
            let scores: Vec<f32> = qkv
                .iter()
                .map(|row| (dot(&query, &part(row, 1)) / (size as f32).sqrt()).exp())
                .collect();
            let sum: f32 = scores.iter().sum();
            for (row, score) in qkv.iter().zip(scores) {
                for (place, value) in part(row, 2).into_iter().enumerate() {
                    context[head * size + place] += value * score / sum;
                }
            }
        }
        let skipped = add(&times(&context, &self.out), &state[0]);
        let last = norm(&skipped, &self.norms[2][0], &self.norms[3][0]);
        let pooled: Vec<f32> = times(&last, &self.pool).into_iter().map(f32::tanh).collect();
        times(&pooled, &self.classify)[0]
    }
}

/// Token ids and types of a pair, cut to the limit: of the longer one first, from its end.
fn encode(question: &str, text: &str) -> (Vec<usize>, Vec<usize>) {
    let ids = |text: &str| -> Vec<usize> {
        let id = |word: &str| WORDS.iter().position(|known| *known == word).unwrap_or(3);
        text.split(' ').map(id).collect()
    };
    let (mut question, mut text) = (ids(question), ids(text));
    while question.len() + text.len() + 3 > MAX_TOKENS {
        if text.len() > question.len() {
            text.pop()
        } else {
            question.pop()
        };
    }
    let mut all = [vec![1], question, vec![2]].concat();
    let first = all.len();
    all.extend(text.into_iter().chain([2]));
    let types = (0..all.len()).map(|place| usize::from(place >= first)).collect();
    (all, types)
}

fn add(a: &[f32], b: &[f32]) -> Vec<f32> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn times(row: &[f32], matrix: &Matrix) -> Vec<f32> {
    let column = |column: usize| row.iter().zip(matrix).map(move |(v, row)| v * row[column]);
    (0..matrix[0].len()).map(|at| column(at).sum()).collect()
}

fn norm(row: &[f32], scale: &[f32], shift: &[f32]) -> Vec<f32> {
    let mean = row.iter().sum::<f32>() / row.len() as f32;
    let variance = row.iter().map(|value| (value - mean).powi(2)).sum::<f32>() / row.len() as f32;
    let level = |value: &f32| (value - mean) / (variance + EPSILON).sqrt();
    row.iter().zip(scale.iter().zip(shift)).map(|(v, (a, b))| level(v) * a + b).collect()
}

/// Writes the pack of the model into a folder.
pub(crate) fn write(folder: &Path, model: &[u8]) {
    let vocabulary: serde_json::Map<String, serde_json::Value> =
        WORDS.iter().enumerate().map(|(id, word)| ((*word).to_owned(), id.into())).collect();
    let tokenizer = serde_json::json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
        "normalizer": null, "pre_tokenizer": { "type": "Whitespace" },
        "post_processor": { "type": "BertProcessing", "sep": ["[SEP]", 2], "cls": ["[CLS]", 1] },
        "decoder": null,
        "model": { "type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]" },
    });
    let config = serde_json::json!({ "pad_token_id": 0 });
    let tokens = serde_json::json!({ "model_max_length": MAX_TOKENS, "pad_token": "[PAD]" });
    let special = serde_json::json!({ "pad_token": "[PAD]", "unk_token": "[UNK]" });
    let mut files = Vec::new();
    for (name, content) in [
        ("model.onnx", model.to_vec()),
        ("tokenizer.json", tokenizer.to_string().into_bytes()),
        ("config.json", config.to_string().into_bytes()),
        ("tokenizer_config.json", tokens.to_string().into_bytes()),
        ("special_tokens_map.json", special.to_string().into_bytes()),
    ] {
        fs::write(folder.join(name), &content).unwrap();
        files.push(serde_json::json!({ "name": name, "sha256": "", "bytes": content.len() }));
    }
    let manifest = serde_json::json!({
        "name": "tiny", "role": "reranker", "revision": "1", "model": "model.onnx",
        "max_tokens": MAX_TOKENS, "files": files,
    });
    fs::write(folder.join("manifest.json"), manifest.to_string()).unwrap();
}
