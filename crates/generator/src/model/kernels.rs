//! The innermost loops that candle has no fused or vectorised form of.
//!
//! Owns: softmax over the keys that a query may see, with the position's part added on the way; GELU
//! times the other half; sums in place, and the norm. The first two take an exponential of their own,
//! since the library's is computed one number at a time. `pulp` compiles them for the processor's
//! widest vectors, chosen at run time.

use candle_core::{CpuStorage, CustomOp1, InplaceOp1, InplaceOp2, Layout, Result, Shape};
use pulp::Arch;
use rayon::prelude::*;

use super::attention::Reach;
use super::position::Position;

/// Numbers that are summed side by side: one register of the widest vectors.
const LANES: usize = 16;
/// Numbers for which another thread is worth its wake-up.
const SHARE: usize = 16_384;

/// Softmax of scores [batch, heads, queries, keys], in place, over the keys that `reach` leaves; the
/// others get exactly 0.
pub(super) struct BiasedSoftmax<'a> {
    pub(super) position: Option<&'a Position>,
    pub(super) reach: &'a Reach<'a>,
    /// The head whose scores come first.
    pub(super) first_head: usize,
}

impl InplaceOp1 for BiasedSoftmax<'_> {
    fn name(&self) -> &'static str {
        "biased-softmax"
    }

    fn cpu_fwd(&self, storage: &mut CpuStorage, layout: &Layout) -> Result<()> {
        let (_, heads, queries, keys) = layout.shape().dims4()?;
        let (CpuStorage::F32(scores), Some((start, end))) = (storage, layout.contiguous_offsets())
        else {
            candle_core::bail!("softmax takes contiguous 32-bit floats");
        };
        let scores = &mut scores[start..end];
        let arch = Arch::new();
        let row = |(at, scores): (usize, &mut [f32])| {
            let (text, head, query) = (at / (heads * queries), at / queries % heads, at % queries);
            let (place, seen) = match self.reach {
                Reach::Texts(lengths) => (query, lengths[text]),
                Reach::Past { before } => (before + query, before + query + 1),
            };
            let bias =
                self.position.map(|position| position.row(self.first_head + head, place, seen));
            let (scores, unseen) = scores.split_at_mut(seen);
            unseen.fill(0.0);
            arch.dispatch(|| softmax(scores, bias));
        };
        if scores.len() < 2 * SHARE {
            scores.chunks_exact_mut(keys).enumerate().for_each(row);
        } else {
            let rows = SHARE.div_ceil(keys);
            scores.par_chunks_exact_mut(keys).with_min_len(rows).enumerate().for_each(row);
        }
        Ok(())
    }
}

/// GELU (by tanh) of the first half of every row, times the second.
pub(super) struct GatedGelu;

impl CustomOp1 for GatedGelu {
    fn name(&self) -> &'static str {
        "gated-gelu"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let (rows, both) = layout.shape().dims2()?;
        let (CpuStorage::F32(inner), Some((start, end))) = (storage, layout.contiguous_offsets())
        else {
            candle_core::bail!("the gate takes contiguous 32-bit floats");
        };
        let inner = &inner[start..end];
        let width = both / 2;
        let mut out = vec![0.0; rows * width];
        let arch = Arch::new();
        let row = |(inner, out): (&[f32], &mut [f32])| {
            let (gate, value) = inner.split_at(width);
            arch.dispatch(|| gated_gelu(gate, value, out));
        };
        if inner.len() < 2 * SHARE {
            inner.chunks_exact(both).zip(out.chunks_exact_mut(width)).for_each(row);
        } else {
            let least = SHARE.div_ceil(both);
            let rows = inner.par_chunks_exact(both).zip(out.par_chunks_exact_mut(width));
            rows.with_min_len(least).for_each(row);
        }
        Ok((CpuStorage::F32(out), Shape::from((rows, width))))
    }
}

/// Adds the second to the first, in place: a new tensor would be written to memory that the system
/// has to clear first.
pub(super) struct Add;

impl InplaceOp2 for Add {
    fn name(&self) -> &'static str {
        "add-in-place"
    }

    fn cpu_fwd(
        &self,
        sum: &mut CpuStorage,
        sum_layout: &Layout,
        more: &CpuStorage,
        more_layout: &Layout,
    ) -> Result<()> {
        let (
            CpuStorage::F32(sum),
            CpuStorage::F32(more),
            Some((start, end)),
            Some((other_start, other_end)),
        ) = (sum, more, sum_layout.contiguous_offsets(), more_layout.contiguous_offsets())
        else {
            candle_core::bail!("a sum takes contiguous 32-bit floats");
        };
        if end - start != other_end - other_start {
            candle_core::bail!("a sum takes tensors of one size");
        }
        for (sum, more) in sum[start..end].iter_mut().zip(&more[other_start..other_end]) {
            *sum += more;
        }
        Ok(())
    }
}

/// Every row divided by the root of its mean square, times a weight for every column.
pub(super) struct Norm<'a> {
    pub(super) weight: &'a [f32],
    pub(super) epsilon: f32,
}

impl CustomOp1 for Norm<'_> {
    fn name(&self) -> &'static str {
        "norm"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let (rows, width) = layout.shape().dims2()?;
        let (CpuStorage::F32(states), Some((start, end))) = (storage, layout.contiguous_offsets())
        else {
            candle_core::bail!("the norm takes contiguous 32-bit floats");
        };
        let mut out = vec![0.0; rows * width];
        // So little that other threads would gain less than their wake-up costs.
        Arch::new().dispatch(|| {
            let rows = states[start..end].chunks_exact(width);
            for (row, out) in rows.zip(out.chunks_exact_mut(width)) {
                norm(row, self.weight, self.epsilon, out);
            }
        });
        Ok((CpuStorage::F32(out), Shape::from((rows, width))))
    }
}

#[inline(always)]
fn norm(row: &[f32], weight: &[f32], epsilon: f32, out: &mut [f32]) {
    let mut squares = [0.0; LANES];
    let (lanes, rest) = row.as_chunks::<LANES>();
    for lane in lanes {
        for (square, x) in squares.iter_mut().zip(lane) {
            *square += x * x;
        }
    }
    let sum = squares.iter().sum::<f32>() + rest.iter().map(|x| x * x).sum::<f32>();
    let scale = 1.0 / (sum / row.len() as f32 + epsilon).sqrt();
    for ((out, x), weight) in out.iter_mut().zip(row).zip(weight) {
        *out = x * scale * weight;
    }
}

/// Softmax of one row, after adding `bias`.
#[inline(always)]
fn softmax(scores: &mut [f32], bias: Option<&[f32]>) {
    if let Some(bias) = bias {
        for (score, bias) in scores.iter_mut().zip(bias) {
            *score += bias;
        }
    }
    let mut largest = [f32::NEG_INFINITY; LANES];
    let (lanes, rest) = scores.as_chunks::<LANES>();
    for lane in lanes {
        for (largest, score) in largest.iter_mut().zip(lane) {
            *largest = if *score > *largest { *score } else { *largest };
        }
    }
    let largest = largest.iter().chain(rest).fold(f32::NEG_INFINITY, |a, b| a.max(*b));
    let mut sums = [0.0; LANES];
    let (lanes, rest) = scores.as_chunks_mut::<LANES>();
    for lane in lanes {
        for (sum, score) in sums.iter_mut().zip(lane) {
            *score = exp(*score - largest);
            *sum += *score;
        }
    }
    let mut sum: f32 = sums.iter().sum();
    for score in rest {
        *score = exp(*score - largest);
        sum += *score;
    }
    let scale = 1.0 / sum;
    for score in scores {
        *score *= scale;
    }
}

#[inline(always)]
fn gated_gelu(gate: &[f32], value: &[f32], out: &mut [f32]) {
    /// √(2/π)
    const ROOT: f32 = 0.797_884_6;
    for ((out, x), value) in out.iter_mut().zip(gate).zip(value) {
        // ½·x·(1 + tanh u) = x / (1 + e^(−2u))
        let u = ROOT * (x + 0.044_715 * x * x * x);
        *out = x / (1.0 + exp(-2.0 * u)) * value;
    }
}

/// e^x to 2 units in the last place between −87 and 88, and held at those ends: no result is
/// infinite, denormal or not a number. Cephes' `expf` (Moshier), without its branches.
#[inline(always)]
fn exp(x: f32) -> f32 {
    /// Adding it leaves the nearest whole number in the last bits.
    const ROUND: f32 = 12_582_912.0;
    let x = if x > 88.0 { 88.0 } else { x };
    let x = if x > -87.0 { x } else { -87.0 };
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let n = shifted - ROUND;
    // ln 2 in two parts, so that the remainder stays exact.
    let r = x - n * 0.693_359_4 + n * 2.121_944_4e-4;
    let mut p = 1.987_569_1e-4;
    for c in [1.398_2e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 0.5] {
        p = p * r + c;
    }
    let p = p * r * r + r + 1.0;
    f32::from_bits(p.to_bits().wrapping_add(shifted.to_bits() << 23))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_as_good_as_the_librarys() {
        for step in -870_000..880_000 {
            let x = step as f32 / 10_000.0;
            let expect = f64::from(x).exp();
            let error = (f64::from(exp(x)) - expect).abs() / expect;
            assert!(error < 2.5e-7, "{x}: {error}");
        }
        assert!(exp(f32::NEG_INFINITY) < 1.7e-38 && exp(1000.0).is_finite());
    }

    #[test]
    fn rows_of_any_length_are_normalised() {
        for length in 1..70 {
            let scores: Vec<f32> =
                (0..length).map(|n| ((n * 37 % 11) as f32 - 5.0) * 3.0).collect();
            let bias: Vec<f32> = (0..length).map(|n| (n % 5) as f32).collect();
            let mut ours = scores.clone();
            softmax(&mut ours, Some(&bias));
            let exps: Vec<f64> =
                scores.iter().zip(&bias).map(|(s, b)| f64::from(s + b).exp()).collect();
            let sum: f64 = exps.iter().sum();
            for (ours, exp) in ours.iter().zip(exps) {
                assert!((f64::from(*ours) - exp / sum).abs() < 1e-6, "{length}");
            }
        }
    }

    #[test]
    fn the_norm_leaves_a_mean_square_of_one() {
        for width in [1, 15, 16, 50] {
            let row: Vec<f32> = (0..width).map(|n| n as f32 - 3.5).collect();
            let weight: Vec<f32> = (0..width).map(|n| (n % 3) as f32).collect();
            let mean = row.iter().map(|x| f64::from(x * x)).sum::<f64>() / f64::from(width);
            let mut out = vec![0.0; row.len()];
            norm(&row, &weight, 1e-6, &mut out);
            for ((x, weight), out) in row.iter().zip(&weight).zip(out) {
                let expect = f64::from(*x) / (mean + 1e-6).sqrt() * f64::from(*weight);
                assert!((f64::from(out) - expect).abs() < 1e-5, "{width}");
            }
        }
    }

    #[test]
    fn the_gate_is_gelu_by_tanh() {
        let gate: Vec<f32> = (-200..200).map(|n| n as f32 / 20.0).collect();
        let value = vec![2.0; gate.len()];
        let mut out = vec![0.0; gate.len()];
        gated_gelu(&gate, &value, &mut out);
        for (x, out) in gate.iter().zip(out) {
            let x = f64::from(*x);
            let tanh = ((2.0 / std::f64::consts::PI).sqrt() * (x + 0.044_715 * x.powi(3))).tanh();
            assert!((f64::from(out) - x * (1.0 + tanh)).abs() < 1e-5, "{x}");
        }
    }
}
