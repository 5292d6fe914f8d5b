//! The cosine of two vectors.

use citelight_core::inner_product;

/// The cosine of two vectors of length 1, which have as many numbers each. Compiled here, where loops
/// are optimised in development builds too.
#[inline(never)]
pub fn cosine(a: &[f32], b: &[f32]) -> f32 {
    inner_product(a, b)
}
