//! The headers of files of weights: names, shapes and places of their tensors, and whether the file
//! is as long as they say. Weights themselves are never read.

pub(crate) mod gguf;
pub(crate) mod onnx;
pub(crate) mod safetensors;

use std::collections::BTreeMap;

/// Tensors by name, with their shapes as PyTorch has them (rows first).
pub(crate) type Shapes = BTreeMap<String, Vec<u64>>;

/// What a header says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) shapes: Shapes,
    /// Bytes of the weights once they are 32-bit floats.
    pub(crate) float_bytes: u64,
}

/// Elements of a shape; `None` when they are more than a file can hold.
fn elements(shape: &[u64]) -> Option<u64> {
    shape.iter().try_fold(1u64, |product, extent| product.checked_mul(*extent))
}
