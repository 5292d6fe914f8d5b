//! Owns how likely it is that the documents say what is asked.

use citelight_retrieval::{Linear, ModelError};

/// What is measured of the evidence, and the constant.
pub const CONFIDENCE_FEATURES: [&str; 6] =
    ["words", "rare_words", "meaning", "together", "missing", "constant"];

/// The evidence for a question: its sentences, and what they leave out.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    /// For each sentence: cosine with the question, and which of the question's terms it holds.
    pub sentences: Vec<(f32, Vec<bool>)>,
    /// What each term of the question counts, in sum 1: the rarer among the sentences, the more.
    pub weights: Vec<f32>,
    /// Share of the question's names and numbers that stand nowhere near the evidence, 0 to 1.
    pub missing: f32,
}

/// The measurements of the evidence; zeros but for the constant when there is no sentence.
pub fn evidence_features(evidence: &Evidence) -> [f32; CONFIDENCE_FEATURES.len()] {
    let sharp: Vec<f32> = evidence.weights.iter().map(|weight| weight.powf(1.5)).collect();
    let sum: f32 = sharp.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    let share = |weights: &[f32], held: &[bool]| -> f32 {
        weights.iter().zip(held).filter(|(_, held)| **held).map(|(weight, _)| *weight).sum()
    };
    let best = |value: &dyn Fn(f32, &[bool]) -> f32| {
        evidence.sentences.iter().map(|(cosine, held)| value(*cosine, held)).fold(0.0, f32::max)
    };
    [
        best(&|_, held| share(&evidence.weights, held)),
        best(&|_, held| share(&sharp, held) / sum),
        best(&|cosine, _| cosine),
        best(&|cosine, held| 0.6 * share(&sharp, held) / sum + 0.4 * cosine),
        evidence.missing,
        1.0,
    ]
}

/// What the threshold is called in a file of weights.
const LEAST: &str = "least";

/// The model: logistic, from 0 to 1, with the threshold below which the documents do not say it.
#[derive(Debug, Clone)]
pub struct Confidence {
    model: Linear<{ CONFIDENCE_FEATURES.len() }>,
    least: f32,
}

impl Confidence {
    /// The model that comes with the program.
    ///
    /// # Panics
    /// Never in a tested build: the file is a part of the program and a test reads it.
    pub fn builtin() -> Confidence {
        Confidence::parse(include_str!("../confidence.txt"))
            .expect("the program's own weights are sound")
    }

    /// Reads a file of weights: those of the features, and the threshold as `least`.
    pub fn parse(text: &str) -> Result<Confidence, ModelError> {
        let mut least = Err(ModelError::Missing(LEAST.to_owned()));
        let mut weights = String::with_capacity(text.len());
        for (number, line) in text.lines().enumerate() {
            match line.strip_prefix(LEAST).and_then(|rest| rest.strip_prefix(' ')) {
                Some(value) => {
                    least = value.trim().parse().map_err(|_| ModelError::Line(number + 1));
                }
                None => weights.push_str(line),
            }
            weights.push('\n');
        }
        Ok(Confidence { model: Linear::parse(&weights, &CONFIDENCE_FEATURES)?, least: least? })
    }

    /// The model as a file of weights, `remark` on top.
    pub fn write(&self, remark: &str) -> String {
        format!("{}{LEAST} {:.2}\n", self.model.write(remark, &CONFIDENCE_FEATURES), self.least)
    }

    /// The threshold, 0 to 1: what is less likely than this is withheld. `citelight-eval threshold`
    /// draws its curve and proposes one.
    pub fn least(&self) -> f32 {
        self.least
    }

    /// The same model with another threshold.
    pub fn with_least(self, least: f32) -> Confidence {
        Confidence { least, ..self }
    }

    /// How likely it is that the documents answer, 0 to 1.
    pub fn of(&self, features: &[f32; CONFIDENCE_FEATURES.len()]) -> f32 {
        1.0 / (1.0 + (-self.model.score(features)).exp())
    }

    /// Learns from evidence of which it is known whether it answers: logistic regression, every
    /// example weighed, `penalty` on the squares of all weights but the constant. Its threshold is even
    /// odds until another is set.
    pub fn fit(
        examples: &[([f32; CONFIDENCE_FEATURES.len()], bool, f32)],
        penalty: f32,
    ) -> Confidence {
        const STEPS: usize = 4_000;
        const RATE: f32 = 0.3;
        let mut weights = [0.0_f32; CONFIDENCE_FEATURES.len()];
        let total: f32 = examples.iter().map(|(_, _, weight)| weight).sum::<f32>().max(1e-6);
        for _ in 0..STEPS {
            let model = Confidence::even(weights);
            let mut gradient = weights.map(|weight| penalty * weight);
            gradient[CONFIDENCE_FEATURES.len() - 1] = 0.0;
            for (features, answers, weight) in examples {
                let off = weight * (model.of(features) - f32::from(*answers));
                for (sum, value) in gradient.iter_mut().zip(features) {
                    *sum += off * value;
                }
            }
            for (weight, gradient) in weights.iter_mut().zip(gradient) {
                *weight -= RATE * gradient / total;
            }
        }
        Confidence::even(weights)
    }

    fn even(weights: [f32; CONFIDENCE_FEATURES.len()]) -> Confidence {
        Confidence { model: Linear::new(weights), least: 0.5 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_sentence_counts_and_what_is_missing() {
        let evidence = Evidence {
            sentences: vec![(0.5, vec![true, false]), (0.3, vec![true, true])],
            weights: vec![0.36, 0.64],
            missing: 0.5,
        };
        let [words, rare, meaning, together, missing, constant] = evidence_features(&evidence);
        assert!((words - 1.0).abs() < 1e-6 && (rare - 1.0).abs() < 1e-6);
        assert!((meaning - 0.5).abs() < 1e-6 && (together - 0.72).abs() < 1e-6, "{together}");
        assert_eq!((missing, constant), (0.5, 1.0));
        let none = evidence_features(&Evidence::default());
        assert_eq!(none, [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn what_answers_is_learned() {
        let row = |meaning: f32, missing: f32| [0.5, 0.5, meaning, 0.5, missing, 1.0];
        let examples: Vec<_> = (0..40)
            .map(|n| {
                let answers = n % 2 == 0;
                let noise = (n % 5) as f32 / 20.0;
                let meaning = if answers { 0.6 } else { 0.4 };
                (row(meaning + noise, if answers { 0.0 } else { 0.3 }), answers, 1.0)
            })
            .collect();
        let model = Confidence::fit(&examples, 0.1);
        assert!(model.of(&row(0.7, 0.0)) > 0.7);
        assert!(model.of(&row(0.4, 0.4)) < 0.3);
    }

    #[test]
    fn the_threshold_stands_among_the_weights() {
        let model = Confidence::fit(&[], 1.0).with_least(0.27);
        let text = model.write("learned");
        assert!(text.ends_with("least 0.27\n"), "{text}");
        assert_eq!(Confidence::parse(&text).unwrap().least(), 0.27);
        let wrong = text.replace("least 0.27", "least x");
        assert_eq!(Confidence::parse(&wrong).unwrap_err(), ModelError::Line(8));
        let without = text.replace("least 0.27\n", "");
        assert_eq!(Confidence::parse(&without).unwrap_err(), ModelError::Missing("least".into()));
    }

    #[test]
    fn the_programs_own_weights_tell_evidence_from_none() {
        let model = Confidence::builtin();
        let strong = model.of(&[1.0, 1.0, 0.8, 0.92, 0.0, 1.0]);
        let none = model.of(&evidence_features(&Evidence::default()));
        assert!(strong > 0.5 && none < 0.5, "{strong} {none}");
    }
}
