//! T5's encoder and decoder over candle.
//!
//! Owns: the arithmetic, the cache of keys and values, and what a weights file must hold. Refuses:
//! texts (tokenizing is not the model's), choosing tokens, and devices other than the CPU.
//!
//! Why not candle-transformers' `t5` and `quantized_t5`: as of 0.11.1 they decode other tokens than
//! the reference does. `tests/reference.rs` (`upstream_still_decodes_other_tokens`) shows it and
//! fails on the day that it is mended. The faults:
//!
//! 1. the decoder's self-attention looks both ways when it puts distances into buckets, so that
//!    positions are wrong from distance 8 on;
//! 2. `quantized_t5` does not hold distances beyond 128 in the last bucket;
//! 3. keys and values of the encoded text are computed again for every token;
//! 4. nothing masks padding, so that texts of a batch change each other;
//! 5. a head that shares the embedding's matrix scales by √d where the reference divides by it.
//!
//! Shapes: hidden states are matrices of batch × positions rows. A batch is padded on the right; keys
//! behind a text's end, and those behind the present position in the decoder, get no weight.

mod attention;
mod kernels;
mod layers;
mod linear;
mod position;
mod weights;

use std::path::Path;

use candle_core::{Device, Tensor};
use candle_transformers::models::t5::Config;

use attention::{CrossKeys, Reach};
use layers::Stack;
use linear::Matrix;
pub(crate) use linear::Table;
pub(crate) use weights::{EMBEDDING, HEAD, Weights};

use crate::GeneratorError;
pub use attention::State;

/// A loaded model. Cheap to share by reference; all methods may be called from any thread.
#[derive(Debug)]
pub struct T5 {
    config: Config,
    embedding: Table,
    encoder: Stack,
    decoder: Stack,
    cross: CrossKeys,
    /// The output matrix, when it is not the embedding's.
    head: Option<Matrix>,
}

/// Encoded texts, padded to the longest.
#[derive(Debug, Clone)]
pub struct Encoded {
    /// One row per position: [batch × longest, d_model].
    states: Tensor,
    /// Tokens of each text, without padding.
    lengths: Vec<usize>,
}

impl Encoded {
    /// Hidden states of one text: [its tokens, d_model].
    pub fn states(&self, text: usize) -> Result<Tensor, GeneratorError> {
        let longest = self.longest();
        Ok(self.states.narrow(0, text * longest, self.lengths[text])?)
    }

    fn longest(&self) -> usize {
        self.lengths.iter().copied().max().unwrap_or(0)
    }
}

impl T5 {
    /// Loads a model from its `config.json` and a weights file: `.safetensors` (16- or 32-bit floats,
    /// computed in 32 bits) or `.gguf` with the same names (8-bit integers where quantised).
    pub fn load(config: &Path, weights: &Path) -> Result<T5, GeneratorError> {
        let config = read_config(config)?;
        let mut weights = Weights::open(weights)?;
        let embedding = weights.table(EMBEDDING, [config.vocab_size, config.d_model])?;
        let encoder = Stack::load(&mut weights, &config, "encoder")?;
        let decoder = Stack::load(&mut weights, &config, "decoder")?;
        let cross = CrossKeys::load(&mut weights, &config, decoder.blocks.len())?;
        let head = match config.tie_word_embeddings {
            true => None,
            false => Some(weights.matrix(&[HEAD], [config.vocab_size, config.d_model])?),
        };
        Ok(T5 { config, embedding, encoder, decoder, cross, head })
    }

    /// The configuration that the model was loaded with.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The token that decoding begins with.
    pub fn start_token(&self) -> u32 {
        self.config.decoder_start_token_id.unwrap_or(self.config.pad_token_id) as u32
    }

    /// The token that ends a text.
    pub fn end_token(&self) -> u32 {
        self.config.eos_token_id as u32
    }

    /// Encodes a batch of texts. A text's states are the same in any batch. Refuses empty texts and
    /// ids that are not in the vocabulary.
    pub fn encode(&self, texts: &[&[u32]]) -> Result<Encoded, GeneratorError> {
        let lengths: Vec<usize> = texts.iter().map(|text| text.len()).collect();
        if lengths.is_empty() || lengths.contains(&0) {
            return Err(GeneratorError::Input("an empty text cannot be encoded".to_owned()));
        }
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let mut ids = Vec::with_capacity(longest * texts.len());
        for text in texts {
            ids.extend_from_slice(text);
            ids.resize(ids.len() + longest - text.len(), self.config.pad_token_id as u32);
        }
        let bias = self.encoder.position(longest, true);
        let reach = Reach::Texts(&lengths);
        let states = self.embed(&ids)?;
        for block in &self.encoder.blocks {
            block.encode(&states, texts.len(), &bias, &reach)?;
        }
        Ok(Encoded { states: self.encoder.norm.forward(&states)?, lengths })
    }

    /// Begins to decode: computes the keys and values of the encoded texts, once for all tokens.
    pub fn start(&self, encoded: &Encoded) -> Result<State, GeneratorError> {
        let batch = encoded.lengths.len();
        let cross = self.cross.of(&encoded.states, batch)?;
        Ok(State::new(cross, encoded.lengths.clone(), self.decoder.blocks.len()))
    }

    /// Decodes the next tokens of every text, `ids` row by row, as many for each (one, when answers
    /// are written; several, when they are known). Returns the logits of what follows each of them:
    /// [batch × tokens, vocabulary].
    pub fn step(&self, ids: &[u32], state: &mut State) -> Result<Tensor, GeneratorError> {
        let batch = state.batch();
        if ids.is_empty() || !ids.len().is_multiple_of(batch) {
            let why = format!("{} tokens cannot continue {batch} texts", ids.len());
            return Err(GeneratorError::Input(why));
        }
        state.reserve(ids.len() / batch, |places| self.decoder.position(places, false));
        let states = self.embed(ids)?;
        for (layer, block) in self.decoder.blocks.iter().enumerate() {
            block.decode(&states, layer, state)?;
        }
        state.advance(ids.len() / batch);
        let states = self.decoder.norm.forward(&states)?;
        match &self.head {
            Some(head) => head.forward(&states),
            None => {
                let scale = (self.config.d_model as f64).powf(-0.5);
                self.embedding.head(&(states * scale)?)
            }
        }
    }

    fn embed(&self, ids: &[u32]) -> Result<Tensor, GeneratorError> {
        let vocabulary = self.config.vocab_size;
        if let Some(id) = ids.iter().find(|id| **id as usize >= vocabulary) {
            let why = format!("token {id} is not in the vocabulary of {vocabulary}");
            return Err(GeneratorError::Input(why));
        }
        self.embedding.rows(&Tensor::new(ids, &Device::Cpu)?)
    }
}

/// Reads and checks a `config.json`.
pub(crate) fn read_config(path: &Path) -> Result<Config, GeneratorError> {
    let text = std::fs::read(path)
        .map_err(|source| GeneratorError::File { path: path.to_path_buf(), source })?;
    let broken = |why: String| GeneratorError::Pack { path: path.to_path_buf(), why };
    let config: Config =
        serde_json::from_slice(&text).map_err(|error| broken(error.to_string()))?;
    let sizes = [
        config.vocab_size,
        config.d_model,
        config.d_kv,
        config.d_ff,
        config.num_heads,
        config.num_layers,
        config.num_decoder_layers.unwrap_or(config.num_layers),
    ];
    // No T5 is larger (the largest has 65,536 inner units and 250,112 tokens).
    if sizes.iter().any(|size| !(1..=1 << 20).contains(size)) {
        return Err(broken("a size in it is zero or absurd".to_owned()));
    }
    let (buckets, far) =
        (config.relative_attention_num_buckets, config.relative_attention_max_distance);
    // Each direction needs an exact half, and room for logarithmic buckets behind it.
    if !(4..=1 << 16).contains(&buckets) || far <= buckets / 2 {
        return Err(broken(format!("{buckets} buckets up to distance {far} make no sense")));
    }
    Ok(config)
}
