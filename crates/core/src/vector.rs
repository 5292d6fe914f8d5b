//! Numbers side by side.

/// Numbers that are summed side by side: one after the other, each sum would wait for the one before.
const LANES: usize = 16;

/// The cosine of two vectors of length 1, which have as many numbers each. Compiled once, here, where
/// loops are optimised in development builds too.
#[inline(never)]
pub fn cosine(a: &[f32], b: &[f32]) -> f32 {
    inner_product(a, b)
}

/// The inner product of two vectors, which have as many numbers each, for loops over many vectors. It
/// adds in the same order whatever it is compiled for, so that its sums are [`cosine`]'s to the bit.
#[inline(always)] // compiled for the vectors of whoever calls it
pub fn inner_product(a: &[f32], b: &[f32]) -> f32 {
    let (blocks, rest) = a.as_chunks::<LANES>();
    let (other_blocks, other_rest) = b.as_chunks::<LANES>();
    let mut sums = [0.0_f32; LANES];
    for (block, other) in blocks.iter().zip(other_blocks) {
        for lane in 0..LANES {
            sums[lane] += block[lane] * other[lane];
        }
    }
    let rest: f32 = rest.iter().zip(other_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_counts_once() {
        for length in [0, 1, 15, 16, 17, 384, 385] {
            let a: Vec<f32> = (0..length).map(|n| (n % 7) as f32).collect();
            let b: Vec<f32> = (0..length).map(|n| (n % 5) as f32).collect();
            let expected: f32 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
            assert_eq!(inner_product(&a, &b), expected, "{length}"); // small whole numbers: exact
        }
    }
}
