//! The layers of a stack: normalisation, attention to itself, to the encoded text, feed-forward.

use candle_core::Tensor;
use candle_nn::Activation;
use candle_transformers::models::t5::Config;

use super::attention::{Attention, Reach, State};
use super::kernels;
use super::linear::Matrix;
use super::position::Position;
use super::weights::Weights;
use crate::GeneratorError;

/// The encoder's or the decoder's blocks, with what they share.
#[derive(Debug)]
pub(super) struct Stack {
    pub(super) blocks: Vec<Block>,
    pub(super) norm: Norm,
    /// By bucket, then by head; the first block's, which all use.
    learned_positions: Vec<f32>,
    heads: usize,
    farthest: usize,
}

impl Stack {
    pub(super) fn load(
        weights: &mut Weights,
        config: &Config,
        name: &str,
    ) -> Result<Stack, GeneratorError> {
        let layers = match name {
            "decoder" => config.num_decoder_layers.unwrap_or(config.num_layers),
            _ => config.num_layers,
        };
        let blocks = (0..layers)
            .map(|layer| Block::load(weights, config, &format!("{name}.block.{layer}"), name))
            .collect::<Result<_, _>>()?;
        let positions = weights.floats(
            &format!("{name}.block.0.layer.0.SelfAttention.relative_attention_bias.weight"),
            &[config.relative_attention_num_buckets, config.num_heads],
        )?;
        Ok(Stack {
            blocks,
            norm: Norm::load(weights, config, &format!("{name}.final_layer_norm"))?,
            learned_positions: positions.flatten_all()?.to_vec1()?,
            heads: config.num_heads,
            farthest: config.relative_attention_max_distance,
        })
    }

    /// Prepares what the stack adds for up to `places` positions.
    pub(super) fn position(&self, places: usize, both_ways: bool) -> Position {
        Position::new(places, &self.learned_positions, self.heads, both_ways, self.farthest)
    }
}

/// One block of a stack.
#[derive(Debug)]
pub(super) struct Block {
    own: (Norm, Attention),
    /// The decoder's attention to the encoded text.
    cross: Option<(Norm, Attention)>,
    feed: (Norm, FeedForward),
}

impl Block {
    fn load(
        weights: &mut Weights,
        config: &Config,
        name: &str,
        stack: &str,
    ) -> Result<Block, GeneratorError> {
        let norm = |weights: &mut Weights, layer: usize| {
            Norm::load(weights, config, &format!("{name}.layer.{layer}.layer_norm"))
        };
        let own = format!("{name}.layer.0.SelfAttention");
        let own = (norm(weights, 0)?, Attention::load(weights, config, &own, true)?);
        let (cross, last) = match stack {
            "decoder" => {
                let name = format!("{name}.layer.1.EncDecAttention");
                (Some((norm(weights, 1)?, Attention::load(weights, config, &name, false)?)), 2)
            }
            _ => (None, 1),
        };
        let feed = format!("{name}.layer.{last}.DenseReluDense");
        let feed = (norm(weights, last)?, FeedForward::load(weights, config, &feed)?);
        match cross {
            Some(_) => Ok(Block { own, cross, feed }),
            None => Ok(Block {
                own: (own.0, own.1.for_many_rows()?),
                cross,
                feed: (feed.0, feed.1.for_many_rows()?),
            }),
        }
    }

    /// A block of the encoder: changes the states.
    pub(super) fn encode(
        &self,
        states: &Tensor,
        batch: usize,
        position: &Position,
        reach: &Reach<'_>,
    ) -> Result<(), GeneratorError> {
        let (norm, attention) = &self.own;
        let own = attention.whole(&norm.forward(states)?, batch, position, reach)?;
        states.inplace_op2(&own, &kernels::Add)?;
        self.feed(states)
    }

    /// A block of the decoder, at the next tokens of `state`: changes the states.
    pub(super) fn decode(
        &self,
        states: &Tensor,
        layer: usize,
        state: &mut State,
    ) -> Result<(), GeneratorError> {
        let (norm, attention) = &self.own;
        let own = attention.next(&norm.forward(states)?, layer, state)?;
        states.inplace_op2(&own, &kernels::Add)?;
        if let Some((norm, attention)) = &self.cross {
            let cross = attention.cross(&norm.forward(states)?, layer, state)?;
            states.inplace_op2(&cross, &kernels::Add)?;
        }
        self.feed(states)
    }

    fn feed(&self, states: &Tensor) -> Result<(), GeneratorError> {
        let (norm, feed) = &self.feed;
        Ok(states.inplace_op2(&feed.forward(&norm.forward(states)?)?, &kernels::Add)?)
    }
}

/// Normalisation by the root of the mean square, without a shift.
#[derive(Debug)]
pub(super) struct Norm {
    weight: Vec<f32>,
    epsilon: f32,
}

impl Norm {
    fn load(weights: &mut Weights, config: &Config, name: &str) -> Result<Norm, GeneratorError> {
        let weight = weights.floats(&format!("{name}.weight"), &[config.d_model])?;
        Ok(Norm { weight: weight.to_vec1()?, epsilon: config.layer_norm_epsilon as f32 })
    }

    pub(super) fn forward(&self, states: &Tensor) -> Result<Tensor, GeneratorError> {
        let norm = kernels::Norm { weight: &self.weight, epsilon: self.epsilon };
        Ok(states.apply_op1_no_bwd(&norm)?)
    }
}

/// The feed-forward layer, gated or not.
#[derive(Debug)]
struct FeedForward {
    /// The gate's matrix above the other, when gated.
    inner: Matrix,
    outer: Matrix,
    gated: bool,
    activation: Activation,
}

impl FeedForward {
    fn load(
        weights: &mut Weights,
        config: &Config,
        name: &str,
    ) -> Result<FeedForward, GeneratorError> {
        let (gated, activation) =
            (config.feed_forward_proj.gated, config.feed_forward_proj.activation);
        let names = match gated {
            true => vec![format!("{name}.wi_0.weight"), format!("{name}.wi_1.weight")],
            false => vec![format!("{name}.wi.weight")],
        };
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Ok(FeedForward {
            inner: weights.matrix(&names, [config.d_ff, config.d_model])?,
            outer: weights
                .matrix(&[&format!("{name}.wo.weight")], [config.d_model, config.d_ff])?,
            gated,
            activation,
        })
    }

    /// The outer matrix in floats: what it takes has outliers, which one scale for 256 numbers cannot
    /// hold, and rounding so many of them costs more time than the smaller matrix gains.
    fn for_many_rows(self) -> Result<FeedForward, GeneratorError> {
        let (inner, outer) = (self.inner.for_many_rows()?, self.outer.turned()?);
        Ok(FeedForward { inner, outer, ..self })
    }

    fn forward(&self, states: &Tensor) -> Result<Tensor, GeneratorError> {
        let inner = self.inner.forward(states)?;
        let inner = match (self.gated, self.activation) {
            (true, Activation::NewGelu) => inner.apply_op1_no_bwd(&kernels::GatedGelu)?,
            (true, other) => {
                let halves = inner.chunk(2, 1)?;
                (halves[0].apply(&other)? * &halves[1])?
            }
            (false, other) => inner.apply(&other)?,
        };
        self.outer.forward(&inner)
    }
}
