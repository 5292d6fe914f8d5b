//! The learned linear model, and its weights' file.

use std::fmt::Write as _;

use thiserror::Error;

use crate::features::{FEATURES, Features};

const WEIGHTS: &str = include_str!("../weights.txt");

/// A file of weights that cannot be used.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ModelError {
    /// A line is not a feature's name and a number.
    #[error("Line {0} of the weights is no name and number.")]
    Line(usize),
    /// A feature has no weight.
    #[error("The weights name no “{0}”.")]
    Missing(&'static str),
    /// A weight belongs to no feature.
    #[error("The weights name “{0}”, which is not measured.")]
    Unknown(String),
}

/// One weight for each feature: a candidate's score is the sum of its features, weighed.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    weights: Features,
}

impl Model {
    /// A model of these weights, in the order of [`FEATURES`].
    pub fn new(weights: Features) -> Model {
        Model { weights }
    }

    /// The model that comes with the program.
    ///
    /// # Panics
    /// Never in a tested build: the file is a part of the program and a test reads it.
    pub fn builtin() -> Model {
        Model::parse(WEIGHTS).expect("the program's own weights are sound")
    }

    /// Reads a file of weights: a feature's name and its weight a line; `#` begins a remark.
    pub fn parse(text: &str) -> Result<Model, ModelError> {
        let mut found: [Option<f32>; FEATURES.len()] = [None; FEATURES.len()];
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let error = ModelError::Line(number + 1);
            let Some((name, weight)) = line.split_once(' ') else { return Err(error) };
            let Ok(weight) = weight.trim().parse::<f32>() else { return Err(error) };
            match FEATURES.iter().position(|feature| feature.name == name) {
                Some(place) => found[place] = Some(weight),
                None => return Err(ModelError::Unknown(name.to_owned())),
            }
        }
        let mut weights = [0.0; FEATURES.len()];
        for ((weight, found), feature) in weights.iter_mut().zip(found).zip(FEATURES) {
            *weight = found.ok_or(ModelError::Missing(feature.name))?;
        }
        Ok(Model { weights })
    }

    /// The model as a file of weights, `remark` on top.
    pub fn write(&self, remark: &str) -> String {
        let mut text: String = remark.lines().map(|line| format!("# {line}\n")).collect();
        for (feature, weight) in FEATURES.iter().zip(self.weights) {
            let _ = writeln!(text, "{} {weight:.4}", feature.name);
        }
        text
    }

    /// How well a candidate answers; comparable within one pool.
    pub fn score(&self, features: &Features) -> f32 {
        self.weights.iter().zip(features).map(|(weight, value)| weight * value).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_programs_own_weights_are_sound() {
        let model = Model::builtin();
        assert!(model.weights.iter().any(|weight| *weight != 0.0));
    }

    #[test]
    fn what_is_written_is_read() {
        let model = Model::new(std::array::from_fn(|place| place as f32 / 8.0 - 0.5));
        let text = model.write("two\nlines");
        assert!(text.starts_with("# two\n# lines\ncosine -0.5000\n"), "{text}");
        assert_eq!(Model::parse(&text).unwrap(), model);
    }

    #[test]
    fn faults_are_named() {
        let text = Model::new([0.0; FEATURES.len()]).write("");
        assert_eq!(Model::parse("cosine\n"), Err(ModelError::Line(1)));
        assert_eq!(Model::parse("cosine x\n"), Err(ModelError::Line(1)));
        assert_eq!(
            Model::parse(&text.replace("bm25 ", "bm26 ")),
            Err(ModelError::Unknown("bm26".into()))
        );
        assert_eq!(
            Model::parse(&text.replace("prior 0.0000\n", "")),
            Err(ModelError::Missing("prior"))
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
