//! Learning the model's weights.
//!
//! For every question the scores of its pool make a distribution (softmax); the loss is the
//! logarithm of the share that falls on the candidates that hold the evidence, summed over
//! questions, plus a penalty on large weights (ListNet's listwise loss: Cao and others, ICML 2007). Few
//! weights and a strong penalty, because few questions are at hand.

use crate::model::Linear;

/// A question with its pool.
#[derive(Debug, Clone)]
pub struct Example<const N: usize> {
    /// The measurements of each candidate.
    pub features: Vec<[f32; N]>,
    /// Which candidates hold the evidence; at least one.
    pub relevant: Vec<bool>,
    /// How much the question counts.
    pub weight: f32,
}

const STEPS: u32 = 600;
const RATE: f32 = 0.03;
/// Decay of the running means of Adam (Kingma and Ba, ICLR 2015).
const DECAY: (f32, f32) = (0.9, 0.99);

/// The model that fits `examples` best under `penalty`, the weight of the sum of squares. Only the
/// features of `used` get weights. Features are brought to one scale before they are weighed; the
/// model takes them as they are.
pub fn fit<const N: usize>(examples: &[Example<N>], penalty: f32, used: &[bool; N]) -> Linear<N> {
    let scale = deviations(examples);
    let mut weights = [0.0_f32; N];
    let (mut first, mut second) = ([0.0_f32; N], [0.0_f32; N]);
    for step in 1..=STEPS {
        let mut gradient = weights.map(|weight| penalty * weight);
        for example in examples {
            descend(example, &weights, &scale, &mut gradient);
        }
        let correction = |decay: f32| 1.0 - decay.powi(i32::try_from(step).unwrap_or(i32::MAX));
        for place in 0..N {
            if !used[place] {
                continue;
            }
            first[place] = DECAY.0 * first[place] + (1.0 - DECAY.0) * gradient[place];
            second[place] = DECAY.1 * second[place] + (1.0 - DECAY.1) * gradient[place].powi(2);
            let (mean, square) =
                (first[place] / correction(DECAY.0), second[place] / correction(DECAY.1));
            weights[place] -= RATE * mean / (square.sqrt() + 1e-8);
        }
    }
    Linear::new(std::array::from_fn(|place| weights[place] / scale[place]))
}

/// Adds the gradient of one example's loss.
fn descend<const N: usize>(
    example: &Example<N>,
    weights: &[f32; N],
    scale: &[f32; N],
    gradient: &mut [f32; N],
) {
    // The weights are brought to the features' scale, not each feature to the weights'.
    let model = Linear::new(std::array::from_fn(|place| weights[place] / scale[place]));
    let rows = &example.features;
    let scores: Vec<f32> = rows.iter().map(|row| model.score(row)).collect();
    let all = softmax(&scores, |_| true);
    let held = softmax(&scores, |number| example.relevant[number]);
    for ((row, all), held) in rows.iter().zip(&all).zip(&held) {
        let off = example.weight * (all - held);
        for ((sum, value), scale) in gradient.iter_mut().zip(row).zip(scale) {
            *sum += off * value / scale;
        }
    }
}

/// The softmax over those scores that `counted` lets through; 0 for the rest.
fn softmax(scores: &[f32], counted: impl Fn(usize) -> bool) -> Vec<f32> {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let power = |(number, score): (usize, &f32)| {
        if counted(number) { (score - most).exp().max(f32::MIN_POSITIVE) } else { 0.0 }
    };
    let powers: Vec<f32> = scores.iter().enumerate().map(power).collect();
    let sum: f32 = powers.iter().sum();
    powers.iter().map(|power| power / sum.max(f32::MIN_POSITIVE)).collect()
}

/// The standard deviation of each feature over all candidates; 1 where there is none.
fn deviations<const N: usize>(examples: &[Example<N>]) -> [f32; N] {
    let rows = || examples.iter().flat_map(|example| &example.features);
    let n = rows().count().max(1) as f64;
    std::array::from_fn(|place| {
        let mean = rows().map(|row| f64::from(row[place])).sum::<f64>() / n;
        let square = rows().map(|row| (f64::from(row[place]) - mean).powi(2)).sum::<f64>() / n;
        let deviation = square.sqrt() as f32;
        if deviation > 1e-4 { deviation } else { 1.0 }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(values: [f32; 3]) -> [f32; 3] {
        values
    }

    /// The evidence is the candidate whose second feature is high; the first misleads, the third is
    /// noise.
    fn examples() -> Vec<Example<3>> {
        (0..20)
            .map(|n| {
                let noise = (n % 5) as f32 / 5.0;
                Example {
                    features: vec![
                        row([0.9, 0.1, noise]),
                        row([0.2, 0.8, 1.0 - noise]),
                        row([0.8, 0.2, 0.5]),
                    ],
                    relevant: vec![false, true, false],
                    weight: 1.0,
                }
            })
            .collect()
    }

    #[test]
    fn what_tells_the_evidence_apart_is_weighed() {
        let examples = examples();
        let model = fit(&examples, 0.1, &[true; 3]);
        for example in &examples {
            let scores: Vec<f32> = example.features.iter().map(|row| model.score(row)).collect();
            assert!(scores[1] > scores[0] && scores[1] > scores[2], "{scores:?}");
        }
    }

    #[test]
    fn unused_features_weigh_nothing_and_a_penalty_shrinks() {
        let mut used = [true; 3];
        used[1] = false;
        let without = fit(&examples(), 0.1, &used);
        assert_eq!(without.score(&row([0.0, 1.0, 0.0])), 0.0);
        let (free, held) = (fit(&examples(), 0.01, &[true; 3]), fit(&examples(), 50.0, &[true; 3]));
        let size = |model: &Linear<3>| model.score(&row([0.0, 1.0, 0.0])).abs();
        assert!(size(&held) < size(&free) / 2.0);
    }
}
