//! Packs of random weights: the shape of a real model without its knowledge, for measuring speed and
//! memory where the real weights are not at hand.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use candle_transformers::models::t5::Config;
use serde_json::{Map, json};

use crate::model::{EMBEDDING, HEAD, read_config};
use crate::{GeneratorError, WEIGHTS};

/// Writes `config.json` (a copy of the one given) and `model.safetensors` with random 32-bit weights
/// into `folder`. The same seed gives the same file. Weights are as large as T5's initialisation
/// makes them, so that no sum overflows.
pub fn random_pack(config: &Path, folder: &Path, seed: u64) -> Result<(), GeneratorError> {
    let shape = read_config(config)?;
    let to = |path: &Path| {
        let path = path.to_path_buf();
        move |source| GeneratorError::File { path, source }
    };
    fs::create_dir_all(folder).map_err(to(folder))?;
    let copy = folder.join("config.json");
    if copy != config {
        fs::copy(config, &copy).map_err(to(&copy))?;
    }
    let path = folder.join(WEIGHTS);
    write(&path, &tensors(&shape), seed).map_err(to(&path))
}

/// One tensor to be made: its name, its shape, and how far its elements reach from 0, or none for
/// ones.
type Planned = (String, Vec<usize>, Option<f32>);

/// Every tensor of a T5.
fn tensors(config: &Config) -> Vec<Planned> {
    let (d, inner, ff) = (config.d_model, config.num_heads * config.d_kv, config.d_ff);
    // A uniform spread of √3 has the variance 1.
    let reach = |inputs: usize| Some((3.0 / inputs as f32).sqrt());
    let mut all = vec![(EMBEDDING.to_owned(), vec![config.vocab_size, d], Some(1.732))];
    if !config.tie_word_embeddings {
        all.push((HEAD.to_owned(), vec![config.vocab_size, d], reach(d)));
    }
    let decoder_layers = config.num_decoder_layers.unwrap_or(config.num_layers);
    for (stack, layers) in [("encoder", config.num_layers), ("decoder", decoder_layers)] {
        all.push((format!("{stack}.final_layer_norm.weight"), vec![d], None));
        for layer in 0..layers {
            let attentions: &[_] = match stack {
                "decoder" => &["SelfAttention", "EncDecAttention"],
                _ => &["SelfAttention"],
            };
            let at = |place: usize| format!("{stack}.block.{layer}.layer.{place}");
            for (place, kind) in attentions.iter().enumerate() {
                let name = format!("{}.{kind}", at(place));
                // Queries are smaller by √d_kv, since T5 does not scale scores.
                let query = reach(d * config.d_kv);
                all.push((format!("{name}.q.weight"), vec![inner, d], query));
                all.push((format!("{name}.k.weight"), vec![inner, d], reach(d)));
                all.push((format!("{name}.v.weight"), vec![inner, d], reach(d)));
                all.push((format!("{name}.o.weight"), vec![d, inner], reach(inner)));
                all.push((format!("{}.layer_norm.weight", at(place)), vec![d], None));
            }
            if layer == 0 {
                let shape = vec![config.relative_attention_num_buckets, config.num_heads];
                let name = format!("{}.SelfAttention.relative_attention_bias.weight", at(0));
                all.push((name, shape, Some(1.0)));
            }
            let last = at(attentions.len());
            let feed = format!("{last}.DenseReluDense");
            let inputs: &[_] =
                if config.feed_forward_proj.gated { &["wi_0", "wi_1"] } else { &["wi"] };
            for name in inputs {
                all.push((format!("{feed}.{name}.weight"), vec![ff, d], reach(d)));
            }
            all.push((format!("{feed}.wo.weight"), vec![d, ff], reach(ff)));
            all.push((format!("{last}.layer_norm.weight"), vec![d], None));
        }
    }
    all
}

fn write(path: &Path, tensors: &[Planned], seed: u64) -> std::io::Result<()> {
    let mut header = Map::new();
    let mut place = 0;
    for (name, shape, _) in tensors {
        let end = place + 4 * shape.iter().product::<usize>();
        let entry = json!({ "dtype": "F32", "shape": shape, "data_offsets": [place, end] });
        header.insert(name.clone(), entry);
        place = end;
    }
    header.insert("__metadata__".to_owned(), json!({ "format": "pt" }));
    let mut header = serde_json::Value::Object(header).to_string();
    // The data begin at a multiple of eight bytes, as the format asks.
    while !header.len().is_multiple_of(8) {
        header.push(' ');
    }
    let mut file = BufWriter::new(File::create(path)?);
    file.write_all(&(header.len() as u64).to_le_bytes())?;
    file.write_all(header.as_bytes())?;
    let mut state = seed;
    for (_, shape, reach) in tensors {
        for _ in 0..shape.iter().product() {
            let value = reach.map_or(1.0, |reach| reach * (2.0 * uniform(&mut state) - 1.0));
            file.write_all(&value.to_le_bytes())?;
        }
    }
    file.flush()
}

/// The next number of [0, 1): SplitMix64 (Steele, Lea and Flood 2014), its upper 24 bits.
fn uniform(state: &mut u64) -> f32 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 40) as f32 / (1 << 24) as f32
}
