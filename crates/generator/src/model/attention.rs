//! Attention of many heads, with the decoder's memory of keys and values.

use candle_core::{IndexOp, Tensor};
use candle_nn::kv_cache::Cache;
use candle_transformers::models::t5::Config;

use super::kernels::BiasedSoftmax;
use super::linear::Matrix;
use super::position::Position;
use super::weights::Weights;
use crate::GeneratorError;

/// Tokens for which the decoder's memory is made at first, and by which it grows.
const GROWTH: usize = 64;

/// Queries from which on heads are attended one by one.
const MANY: usize = 64;

/// Which keys a query may see.
#[derive(Debug)]
pub(super) enum Reach<'a> {
    /// Those of its text: tokens of each text of the batch.
    Texts(&'a [usize]),
    /// Those up to its own position; `before` stand before the first query.
    Past { before: usize },
}

/// Keys and values by head: [batch, heads, positions, d_kv] each.
#[derive(Debug)]
pub(super) struct Keys {
    keys: Tensor,
    values: Tensor,
}

/// What the decoder remembers while texts are written.
#[derive(Debug)]
pub struct State {
    lengths: Vec<usize>,
    cross: Vec<Keys>,
    own: Vec<(Cache, Cache)>,
    position: Option<Position>,
    written: usize,
}

impl State {
    pub(super) fn new(cross: Vec<Keys>, lengths: Vec<usize>, layers: usize) -> State {
        let own = (0..layers).map(|_| (Cache::new(2, GROWTH), Cache::new(2, GROWTH))).collect();
        State { lengths, cross, own, position: None, written: 0 }
    }

    /// Texts that are written at once.
    pub fn batch(&self) -> usize {
        self.lengths.len()
    }

    /// Tokens that every text has got, the start token among them.
    pub fn written(&self) -> usize {
        self.written
    }

    /// Makes sure that positions are prepared for `more` tokens.
    pub(super) fn reserve(&mut self, more: usize, prepare: impl FnOnce(usize) -> Position) {
        let needed = self.written + more;
        if self.position.as_ref().is_none_or(|position| position.places() < needed) {
            self.position = Some(prepare(needed.next_power_of_two().max(GROWTH)));
        }
    }

    pub(super) fn advance(&mut self, tokens: usize) {
        self.written += tokens;
    }
}

/// The matrices of one attention.
#[derive(Debug)]
pub(super) struct Attention {
    /// Query, key and value below each other in self-attention; the query alone otherwise.
    query: Matrix,
    output: Matrix,
    heads: usize,
    width: usize,
}

impl Attention {
    pub(super) fn load(
        weights: &mut Weights,
        config: &Config,
        name: &str,
        own: bool,
    ) -> Result<Attention, GeneratorError> {
        let inner = config.num_heads * config.d_kv;
        let [q, k, v, o] = ["q", "k", "v", "o"].map(|part| format!("{name}.{part}.weight"));
        let shape = [inner, config.d_model];
        let query: &[&str] = if own { &[&q, &k, &v] } else { &[&q] };
        let query = weights.matrix(query, shape)?;
        let output = weights.matrix(&[&o], [config.d_model, inner])?;
        Ok(Attention { query, output, heads: config.num_heads, width: config.d_kv })
    }

    /// The form for the encoder, which takes a whole prompt at once.
    pub(super) fn for_many_rows(self) -> Result<Attention, GeneratorError> {
        let (query, output) = (self.query.for_many_rows()?, self.output.for_many_rows()?);
        Ok(Attention { query, output, ..self })
    }

    /// Attention of whole texts to themselves.
    pub(super) fn whole(
        &self,
        states: &Tensor,
        batch: usize,
        position: &Position,
        reach: &Reach<'_>,
    ) -> Result<Tensor, GeneratorError> {
        let [query, keys, values] = self.parts(&self.query.forward(states)?, batch)?;
        self.attend(&query, &Keys { keys, values }, Some(position), reach)
    }

    /// Attention of the next tokens to those before them, which are remembered.
    pub(super) fn next(
        &self,
        states: &Tensor,
        layer: usize,
        state: &mut State,
    ) -> Result<Tensor, GeneratorError> {
        let [query, keys, values] = self.parts(&self.query.forward(states)?, state.batch())?;
        let (own_keys, own_values) = &mut state.own[layer];
        own_keys.append(&keys.contiguous()?)?;
        own_values.append(&values.contiguous()?)?;
        let (Some(keys), Some(values)) = (own_keys.current_data()?, own_values.current_data()?)
        else {
            return Err(GeneratorError::Input("nothing was remembered".to_owned()));
        };
        let reach = Reach::Past { before: state.written };
        self.attend(&query, &Keys { keys, values }, state.position.as_ref(), &reach)
    }

    /// Attention of the next tokens to the encoded text.
    pub(super) fn cross(
        &self,
        states: &Tensor,
        layer: usize,
        state: &State,
    ) -> Result<Tensor, GeneratorError> {
        let [query] = self.parts(&self.query.forward(states)?, state.batch())?;
        self.attend(&query, &state.cross[layer], None, &Reach::Texts(&state.lengths))
    }

    /// The parts of stacked projections.
    fn parts<const N: usize>(
        &self,
        projected: &Tensor,
        batch: usize,
    ) -> Result<[Tensor; N], GeneratorError> {
        let parts = parts(projected, batch, (N, self.heads, self.width))?;
        parts.try_into().map_err(|_| GeneratorError::Input("a part is missing".to_owned()))
    }

    fn attend(
        &self,
        query: &Tensor,
        Keys { keys, values }: &Keys,
        position: Option<&Position>,
        reach: &Reach<'_>,
    ) -> Result<Tensor, GeneratorError> {
        let (batch, heads, places, width) = query.dims4()?;
        if batch == 1 && places >= MANY {
            return self.attend_by_head(query, keys, values, position, reach);
        }
        // T5 does not divide by √d_kv: its initialisation took that in.
        let scores = query.matmul(&keys.transpose(2, 3)?)?;
        scores.inplace_op1(&BiasedSoftmax { position, reach, first_head: 0 })?;
        let mixed = scores.matmul(values)?;
        self.output.forward(&mixed.transpose(1, 2)?.reshape((batch * places, heads * width))?)
    }

    /// The same for a long text: one head after the other, so that its scores stay in the processor's
    /// second cache between the products.
    fn attend_by_head(
        &self,
        query: &Tensor,
        keys: &Tensor,
        values: &Tensor,
        position: Option<&Position>,
        reach: &Reach<'_>,
    ) -> Result<Tensor, GeneratorError> {
        let mut mixed = Vec::with_capacity(self.heads);
        for head in 0..self.heads {
            let [query, keys, values] = [query, keys, values].map(|part| part.i((0, head)));
            // Turned first, the product takes half the time.
            let scores = query?.matmul(&keys?.t()?.contiguous()?)?;
            let scores = scores.unsqueeze(0)?.unsqueeze(0)?;
            scores.inplace_op1(&BiasedSoftmax { position, reach, first_head: head })?;
            mixed.push(scores.squeeze(0)?.squeeze(0)?.matmul(&values?)?);
        }
        self.output.forward(&Tensor::cat(&mixed, 1)?)
    }
}

/// What makes the keys and values of the encoded text for all layers of the decoder: one product over
/// all of them takes two thirds of the time of one for each.
#[derive(Debug)]
pub(super) struct CrossKeys {
    /// Key and value of each layer, below each other.
    matrix: Matrix,
    layers: usize,
    heads: usize,
    width: usize,
}

impl CrossKeys {
    pub(super) fn load(
        weights: &mut Weights,
        config: &Config,
        layers: usize,
    ) -> Result<CrossKeys, GeneratorError> {
        let name = |layer: usize, part: &str| {
            format!("decoder.block.{layer}.layer.1.EncDecAttention.{part}.weight")
        };
        let names: Vec<String> =
            (0..layers).flat_map(|layer| [name(layer, "k"), name(layer, "v")]).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let shape = [config.num_heads * config.d_kv, config.d_model];
        let matrix = weights.matrix(&names, shape)?.for_many_rows()?;
        Ok(CrossKeys { matrix, layers, heads: config.num_heads, width: config.d_kv })
    }

    /// Keys and values of each layer.
    pub(super) fn of(&self, encoded: &Tensor, batch: usize) -> Result<Vec<Keys>, GeneratorError> {
        let projected = self.matrix.forward(encoded)?;
        let mut all =
            parts(&projected, batch, (2 * self.layers, self.heads, self.width))?.into_iter();
        let mut keys = Vec::with_capacity(self.layers);
        while let (Some(key), Some(value)) = (all.next(), all.next()) {
            keys.push(Keys { keys: key.contiguous()?, values: value.contiguous()? });
        }
        Ok(keys)
    }
}

/// Splits stacked projections into `count` parts of [batch, heads, positions, width], without a copy
/// when there is one text.
fn parts(
    projected: &Tensor,
    batch: usize,
    (count, heads, width): (usize, usize, usize),
) -> Result<Vec<Tensor>, GeneratorError> {
    let places = projected.dim(0)? / batch;
    let split = projected.reshape((batch, places, count, heads, width))?;
    let part = |at: usize| -> Result<Tensor, GeneratorError> {
        let part = split.narrow(2, at, 1)?.squeeze(2)?.transpose(1, 2)?;
        // The product takes the heads of one text as they lie, but not those of several.
        Ok(if batch > 1 { part.contiguous()? } else { part })
    };
    (0..count).map(part).collect()
}
