//! Turns the weights of a BERT encoder into an ONNX file.
//!
//! Owns: the graph (token ids in, last hidden state out), its quantised variant, and the exact
//! shapes that it accepts. Refuses: every architecture other than the one described by [`Shape`];
//! tokenizing, pooling and running belong to the models crate.
//!
//! The graph uses ONNX Runtime's fused operators (`com.microsoft`: attention, bias and GELU) where they are
//! faster: the runtime reaches the same ones by rewriting a plain graph at every load, and having them from
//! the start loads faster and leaves nothing to chance.

mod bert;
mod proto;
mod quantise;
mod safetensors;

pub(crate) use bert::{MINILM, Precision, write};

/// The sources of the writer: a change in any of them makes a written model out of date.
pub(crate) const SOURCES: [&str; 5] = [
    include_str!("mod.rs"),
    include_str!("bert.rs"),
    include_str!("proto.rs"),
    include_str!("quantise.rs"),
    include_str!("safetensors.rs"),
];
