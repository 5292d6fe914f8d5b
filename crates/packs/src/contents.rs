//! Whether the files of a pack can be what its role needs: the configuration, and the headers of
//! the weights against it.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use citelight_core::ModelRole;
use serde::Deserialize;
use serde_json::Value;

use crate::header::{Header, gguf, onnx, safetensors};

/// What the tokenizer of an ONNX model consists of.
pub(crate) const TOKENIZER: [&str; 4] =
    ["config.json", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json"];

/// What a generator needs beside its weights.
pub(crate) const GENERATOR: [&str; 2] = ["config.json", "tokenizer.json"];

/// Most layers of a configuration that is believed; the largest T5 has 24.
const MOST_LAYERS: u64 = 256;

/// The files that a role needs beside its weights.
pub(crate) fn needed(role: ModelRole) -> &'static [&'static str] {
    match role {
        ModelRole::Embedder | ModelRole::Reranker => &TOKENIZER,
        ModelRole::Generator | ModelRole::Verifier => &GENERATOR,
    }
}

/// Checks the files of a pack in `folder`; gives the memory that it needs while it works, in bytes,
/// about. Says in words what is wrong.
pub(crate) fn check(folder: &Path, role: ModelRole, model: &str) -> Result<u64, String> {
    for name in needed(role) {
        whole_json(&folder.join(name)).map_err(|why| format!("{name}: {why}"))?;
    }
    let path = folder.join(model);
    let named = |why: String| format!("{model}: {why}");
    match role {
        ModelRole::Embedder | ModelRole::Reranker => {
            onnx::check(&path).map_err(named)?;
            // Large constants may lie beside the graph.
            let beside = fs::metadata(folder.join(format!("{model}.data")));
            let bytes = fs::metadata(&path).map_err(|error| named(error.to_string()))?.len()
                + beside.map_or(0, |beside| beside.len());
            // MiniLM as 32-bit floats, 90 MB, works in 110 to 130 MB.
            Ok(bytes + bytes / 4 + (16 << 20))
        }
        ModelRole::Generator | ModelRole::Verifier => {
            let config = T5::read(&folder.join("config.json"))?;
            let (header, quantised) = weights(&path).map_err(named)?;
            config.fits(&header).map_err(named)?;
            let bytes = fs::metadata(&path).map_err(|error| named(error.to_string()))?.len();
            // Measured on Flan-T5: 338 and 1067 MB for 308 and 990 MB of floats; 232 and 666 MB
            // for 82 and 263 MB of 8-bit integers, whose embeddings are turned back into floats.
            Ok(if quantised {
                bytes * 5 / 2 + (16 << 20)
            } else {
                header.float_bytes + header.float_bytes / 13
            })
        }
    }
}

/// The header of a generator's weights, and whether they are quantised.
fn weights(path: &Path) -> Result<(Header, bool), String> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("safetensors") => Ok((safetensors::read(path)?, false)),
        Some("gguf") => Ok((gguf::read(path)?, true)),
        _ => Err("weights are read from safetensors or GGUF".to_owned()),
    }
}

/// Whether a file is an object of JSON by its two ends. Reading a tokenizer as a whole would cost
/// more than what it guards against: a file that was cut, or a page that says "not found".
fn whole_json(path: &Path) -> Result<(), String> {
    const END: u64 = 64;
    let read = |from: u64| -> std::io::Result<Vec<u8>> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(from))?;
        let mut end = Vec::new();
        file.take(END).read_to_end(&mut end)?;
        Ok(end)
    };
    let bytes = fs::metadata(path).map_err(|error| error.to_string())?.len();
    let first = read(0).map_err(|error| error.to_string())?;
    let last = read(bytes.saturating_sub(END)).map_err(|error| error.to_string())?;
    if first.trim_ascii().starts_with(b"{") && last.trim_ascii().ends_with(b"}") {
        Ok(())
    } else {
        Err("it is cut short or no JSON".to_owned())
    }
}

/// What the configuration of a model says of its kind.
#[derive(Debug, Deserialize)]
pub(crate) struct Kind {
    #[serde(default)]
    architectures: Vec<String>,
    #[serde(default)]
    model_type: String,
    #[serde(default)]
    pub(crate) max_position_embeddings: Option<usize>,
    #[serde(default)]
    id2label: Option<Value>,
}

impl Kind {
    pub(crate) fn read(path: &Path) -> Result<Kind, String> {
        let text = fs::read(path).map_err(|error| error.to_string())?;
        serde_json::from_slice(&text).map_err(|error| error.to_string())
    }

    /// What such a model can be used for; `None` for kinds that are not known.
    pub(crate) fn role(&self) -> Option<ModelRole> {
        let is = |ending: &str| self.architectures.iter().any(|name| name.ends_with(ending));
        if is("ForSequenceClassification") {
            // A reranker has one score; a classifier has a label for each.
            let labels =
                self.id2label.as_ref().and_then(Value::as_object).map_or(1, |map| map.len());
            (labels == 1).then_some(ModelRole::Reranker)
        } else if self.model_type == "t5" || is("T5ForConditionalGeneration") {
            Some(ModelRole::Generator)
        } else {
            None
        }
    }

    /// Its kind in words, for a refusal.
    pub(crate) fn words(&self) -> String {
        match self.architectures.first() {
            Some(name) => name.clone(),
            None if self.model_type.is_empty() => "a model of no stated kind".to_owned(),
            None => self.model_type.clone(),
        }
    }
}

/// The measures of a T5, by the names of its `config.json`.
#[derive(Debug, Deserialize)]
struct T5 {
    #[serde(default)]
    model_type: String,
    d_model: u64,
    d_ff: u64,
    d_kv: u64,
    num_heads: u64,
    num_layers: u64,
    num_decoder_layers: Option<u64>,
    vocab_size: u64,
    #[serde(default = "buckets")]
    relative_attention_num_buckets: u64,
    #[serde(default = "relu")]
    feed_forward_proj: String,
    #[serde(default = "tied")]
    tie_word_embeddings: bool,
}

fn buckets() -> u64 {
    32
}

fn relu() -> String {
    "relu".to_owned()
}

fn tied() -> bool {
    true
}

impl T5 {
    fn read(path: &Path) -> Result<T5, String> {
        let text = fs::read(path).map_err(|error| format!("config.json: {error}"))?;
        let config: T5 =
            serde_json::from_slice(&text).map_err(|error| format!("config.json: {error}"))?;
        let layers = config.num_layers.max(config.decoder_layers());
        if config.model_type != "t5" || layers > MOST_LAYERS {
            return Err(format!("config.json describes no T5 but “{}”", config.model_type));
        }
        Ok(config)
    }

    fn decoder_layers(&self) -> u64 {
        self.num_decoder_layers.unwrap_or(self.num_layers)
    }

    /// Whether every tensor that the model consists of is there in its shape. Others may be there
    /// too: some files repeat the embeddings under a second name.
    fn fits(&self, header: &Header) -> Result<(), String> {
        for (name, shape) in self.tensors() {
            match header.shapes.get(&name) {
                None => return Err(format!("{name} is missing")),
                Some(found) if *found != shape => {
                    return Err(format!("{name} is {found:?} instead of {shape:?}"));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    fn tensors(&self) -> Vec<(String, Vec<u64>)> {
        let (model, inner) = (self.d_model, self.d_kv.saturating_mul(self.num_heads));
        let mut tensors = vec![("shared.weight".to_owned(), vec![self.vocab_size, model])];
        if !self.tie_word_embeddings {
            tensors.push(("lm_head.weight".to_owned(), vec![self.vocab_size, model]));
        }
        for (stack, layers) in [("encoder", self.num_layers), ("decoder", self.decoder_layers())] {
            tensors.push((format!("{stack}.final_layer_norm.weight"), vec![model]));
            for block in 0..layers {
                let mut at = |name: String, shape: Vec<u64>| {
                    tensors.push((format!("{stack}.block.{block}.layer.{name}.weight"), shape));
                };
                let attentions: &[(u8, &str)] = match stack {
                    "encoder" => &[(0, "SelfAttention")],
                    _ => &[(0, "SelfAttention"), (1, "EncDecAttention")],
                };
                for (layer, attention) in attentions {
                    for part in ["q", "k", "v"] {
                        at(format!("{layer}.{attention}.{part}"), vec![inner, model]);
                    }
                    at(format!("{layer}.{attention}.o"), vec![model, inner]);
                    at(format!("{layer}.layer_norm"), vec![model]);
                }
                if block == 0 {
                    let shape = vec![self.relative_attention_num_buckets, self.num_heads];
                    at("0.SelfAttention.relative_attention_bias".to_owned(), shape);
                }
                let last = attentions.len();
                let dense = format!("{last}.DenseReluDense");
                let inputs: &[&str] = match self.feed_forward_proj.starts_with("gated") {
                    true => &["wi_0", "wi_1"],
                    false => &["wi"],
                };
                for input in inputs {
                    at(format!("{dense}.{input}"), vec![self.d_ff, model]);
                }
                at(format!("{dense}.wo"), vec![model, self.d_ff]);
                at(format!("{last}.layer_norm"), vec![model]);
            }
        }
        tensors
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::header::gguf::tests::gguf;

    /// A T5 of one layer on each side.
    pub(crate) const TINY: &str = r#"{"model_type":"t5","architectures":
        ["T5ForConditionalGeneration"],"d_model":32,"d_ff":64,"d_kv":8,"num_heads":4,
        "num_layers":1,"vocab_size":96,"feed_forward_proj":"gated-gelu",
        "tie_word_embeddings":false}"#;

    fn tensors() -> Vec<(String, Vec<u64>)> {
        serde_json::from_str::<T5>(TINY).unwrap().tensors()
    }

    /// A safetensors file of zeros that fits [`TINY`], `change` made to its tensors before.
    pub(crate) fn tiny_weights(change: impl FnOnce(&mut Vec<(String, Vec<u64>)>)) -> Vec<u8> {
        let mut tensors = tensors();
        change(&mut tensors);
        let (mut header, mut at) = (serde_json::Map::new(), 0);
        for (name, shape) in tensors {
            let end = at + shape.iter().product::<u64>() * 4;
            let entry = serde_json::json!({"dtype":"F32","shape":shape,"data_offsets":[at, end]});
            header.insert(name, entry);
            at = end;
        }
        let header = serde_json::to_vec(&header).unwrap();
        let mut file = (header.len() as u64).to_le_bytes().to_vec();
        file.extend(header);
        file.resize(file.len() + at as usize, 0);
        file
    }

    /// A folder as a hub has it.
    pub(crate) fn tiny_folder(folder: &Path) {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("config.json"), TINY).unwrap();
        fs::write(folder.join("tokenizer.json"), "{}").unwrap();
        fs::write(folder.join("model.safetensors"), tiny_weights(|_| {})).unwrap();
    }

    fn fault(folder: &Path, model: &str) -> String {
        check(folder, ModelRole::Generator, model).unwrap_err()
    }

    #[test]
    fn weights_that_fit_the_configuration_pass() {
        let dir = tempfile::tempdir().unwrap();
        tiny_folder(dir.path());
        let memory = check(dir.path(), ModelRole::Generator, "model.safetensors").unwrap();
        let floats: u64 =
            tensors().iter().map(|(_, shape)| shape.iter().product::<u64>() * 4).sum();
        assert!(memory > floats && memory < 2 * floats);

        let quantised = tensors();
        let quantised: Vec<(&str, &[u64], u32)> = quantised
            .iter()
            .map(|(name, shape)| {
                let kind = if name.contains("norm") || name.contains("bias") { 0 } else { 8 };
                (name.as_str(), shape.as_slice(), kind)
            })
            .collect();
        fs::write(dir.path().join("model-q8_0.gguf"), gguf(&quantised)).unwrap();
        check(dir.path(), ModelRole::Generator, "model-q8_0.gguf").unwrap();
    }

    #[test]
    fn weights_of_another_model_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        tiny_folder(dir.path());
        let path = dir.path().join("model.safetensors");
        fs::write(&path, tiny_weights(|tensors| tensors[0].1[1] = 33)).unwrap();
        assert!(fault(dir.path(), "model.safetensors").contains("[96, 33] instead of [96, 32]"));
        let mut lost = String::new();
        fs::write(&path, tiny_weights(|tensors| lost = tensors.remove(5).0)).unwrap();
        let why = fault(dir.path(), "model.safetensors");
        assert!(why.contains(&format!("{lost} is missing")), "{why}");
        let extra = ("encoder.embed_tokens.weight".to_owned(), vec![96, 32]);
        fs::write(&path, tiny_weights(|tensors| tensors.push(extra))).unwrap();
        assert!(check(dir.path(), ModelRole::Generator, "model.safetensors").is_ok());
    }

    #[test]
    fn a_cut_tokenizer_and_another_kind_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        tiny_folder(dir.path());
        fs::write(dir.path().join("tokenizer.json"), "{\"a\": ").unwrap();
        assert!(fault(dir.path(), "model.safetensors").contains("tokenizer.json: it is cut"));
        tiny_folder(dir.path());
        let bert = TINY.replace("\"t5\"", "\"bert\"");
        fs::write(dir.path().join("config.json"), bert).unwrap();
        assert!(fault(dir.path(), "model.safetensors").contains("no T5"));
        fs::write(dir.path().join("config.json"), "{\"model_type\":\"t5\"}").unwrap();
        assert!(fault(dir.path(), "model.safetensors").contains("d_model"));
    }

    #[test]
    fn true_configurations_name_their_weights() {
        // Flan-T5 small: 76,961,152 numbers, which its publisher rounds to 77M.
        let small = r#"{"model_type":"t5","d_model":512,"d_ff":1024,"d_kv":64,"num_heads":6,
            "num_layers":8,"num_decoder_layers":8,"vocab_size":32128,
            "feed_forward_proj":"gated-gelu","tie_word_embeddings":false}"#;
        let config: T5 = serde_json::from_str(small).unwrap();
        let numbers: u64 =
            config.tensors().iter().map(|(_, shape)| shape.iter().product::<u64>()).sum();
        assert_eq!(numbers, 76_961_152);
    }

    #[test]
    fn kinds_are_told_apart() {
        let role = |config: &str| serde_json::from_str::<Kind>(config).unwrap().role();
        assert_eq!(role(TINY), Some(ModelRole::Generator));
        let classifier = |labels: &str| {
            format!(r#"{{"architectures":["BertForSequenceClassification"],"id2label":{labels}}}"#)
        };
        assert_eq!(role(&classifier(r#"{"0":"LABEL_0"}"#)), Some(ModelRole::Reranker));
        assert_eq!(role(&classifier(r#"{"0":"no","1":"yes"}"#)), None);
        assert_eq!(role(r#"{"architectures":["LlamaForCausalLM"]}"#), None);
    }
}
