//! Learned linear models, and their weights' files.

use std::fmt::Write as _;

use thiserror::Error;

use crate::features::FEATURES;

const WEIGHTS: &str = include_str!("../weights.txt");

/// A file of weights that cannot be used.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ModelError {
    /// A line is not a feature's name and a number.
    #[error("Line {0} of the weights is no name and number.")]
    Line(usize),
    /// A feature has no weight.
    #[error("The weights name no “{0}”.")]
    Missing(String),
    /// A weight belongs to no feature.
    #[error("The weights name “{0}”, which is not measured.")]
    Unknown(String),
}

/// One weight for each of `N` features: a score is the sum of the features, weighed.
#[derive(Debug, Clone, PartialEq)]
pub struct Linear<const N: usize> {
    weights: [f32; N],
}

/// The model that ranks passages.
pub type Model = Linear<{ FEATURES.len() }>;

impl Model {
    /// The model that comes with the program.
    ///
    /// # Panics
    /// Never in a tested build: the file is a part of the program and a test reads it.
    pub fn builtin() -> Model {
        Model::parse(WEIGHTS, &FEATURES.map(|f| f.name))
            .expect("the program's own weights are sound")
    }
}

impl<const N: usize> Linear<N> {
    /// A model of these weights.
    pub fn new(weights: [f32; N]) -> Self {
        Linear { weights }
    }

    /// Reads a file of weights: a feature's name and its weight a line; `#` begins a remark. `names`
    /// are the features', in their order.
    pub fn parse<S: AsRef<str>>(text: &str, names: &[S; N]) -> Result<Self, ModelError> {
        let mut found: [Option<f32>; N] = [None; N];
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let error = ModelError::Line(number + 1);
            let Some((name, weight)) = line.split_once(' ') else { return Err(error) };
            let Ok(weight) = weight.trim().parse::<f32>() else { return Err(error) };
            match names.iter().position(|known| known.as_ref() == name) {
                Some(place) => found[place] = Some(weight),
                None => return Err(ModelError::Unknown(name.to_owned())),
            }
        }
        let mut weights = [0.0; N];
        for ((weight, found), name) in weights.iter_mut().zip(found).zip(names) {
            *weight = found.ok_or_else(|| ModelError::Missing(name.as_ref().to_owned()))?;
        }
        Ok(Linear { weights })
    }

    /// The model as a file of weights, `remark` on top.
    pub fn write<S: AsRef<str>>(&self, remark: &str, names: &[S; N]) -> String {
        let mut text: String = remark.lines().map(|line| format!("# {line}\n")).collect();
        for (name, weight) in names.iter().zip(self.weights) {
            let _ = writeln!(text, "{} {weight:.4}", name.as_ref());
        }
        text
    }

    /// The weighed sum of a candidate's features; comparable within one pool.
    pub fn score(&self, features: &[f32; N]) -> f32 {
        self.weights.iter().zip(features).map(|(weight, value)| weight * value).sum()
    }

    /// The weights.
    pub fn weights(&self) -> &[f32; N] {
        &self.weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> [&'static str; FEATURES.len()] {
        FEATURES.map(|feature| feature.name)
    }

    #[test]
    fn the_programs_own_weights_are_sound() {
        let model = Model::builtin();
        assert!(model.weights.iter().any(|weight| *weight != 0.0));
    }

    #[test]
    fn what_is_written_is_read() {
        let model = Model::new(std::array::from_fn(|place| place as f32 / 8.0 - 0.5));
        let text = model.write("two\nlines", &names());
        assert!(text.starts_with("# two\n# lines\ncosine -0.5000\n"), "{text}");
        assert_eq!(Model::parse(&text, &names()).unwrap(), model);
    }

    #[test]
    fn faults_are_named() {
        let text = Model::new([0.0; FEATURES.len()]).write("", &names());
        assert_eq!(Model::parse("cosine\n", &names()), Err(ModelError::Line(1)));
        assert_eq!(Model::parse("cosine x\n", &names()), Err(ModelError::Line(1)));
        assert_eq!(
            Model::parse(&text.replace("bm25 ", "bm26 "), &names()),
            Err(ModelError::Unknown("bm26".into()))
        );
        assert_eq!(
            Model::parse(&text.replace("prior 0.0000\n", ""), &names()),
            Err(ModelError::Missing("prior".into()))
        );
    }

    #[test]
    fn a_score_is_a_weighed_sum() {
        let mut weights = [0.0; FEATURES.len()];
        (weights[0], weights[1]) = (2.0, -1.0);
        let mut features = [0.0; FEATURES.len()];
        (features[0], features[1], features[2]) = (1.5, 1.0, 9.0);
        assert_eq!(Model::new(weights).score(&features), 2.0);
    }
}
