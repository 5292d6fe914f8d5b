//! Owns which of all that was read answers best: sentences, lists, fields of forms and cells of tables on one
//! scale. The weights are learned from questions with known answers by `citelight-eval train choice`.

use citelight_core::{QuestionKind, QuestionSort};
use citelight_retrieval::Linear;

use crate::fit::Fit;

/// What is measured of something that may answer.
///
/// | name | meaning |
/// | --- | --- |
/// | `sentence` | what the model of sentences gives it, in log-odds |
/// | `margin`, `unread` | by how much the trained reader finds its words to answer better than nothing does, at least -12; it found none |
/// | `value`, `field` | it is a value; of a form |
/// | `fits`, `below`, `fittest` | of a value: its score among values; how far below the best one; it is that one |
/// | `alone`, `answers` | of a value: the reader's margin for it by itself, at least -20; the part above 0 |
/// | `sentence_alone`, `sentence_answers`, `unweighed` | of a sentence the same; it was not read so |
/// | `held` | the share of the question's words that it holds |
/// | `full`, `lacking` | it holds what is sought; nothing like it |
/// | `list`, `asked_list` | it introduces a list; a list is asked for besides |
/// | `value_list`, `value_yes_no`, `value_how`, `value_why`, `value_term` | of a value: a list, yes or no, how, why, the meaning of a term is asked for |
/// | `defines` | it defines the term whose meaning is asked for |
/// | `rank` | 1 in the best passage, less in later ones |
/// | `meaning`, `label_meaning` | cosine with the question; of a value |
/// | `label_words` | logarithm of the number of words of a value's labels |
/// | `figure`, `figure_who` | it holds a digit; and a person is asked for |
/// | `fragment`, `open` | a text that does not end as a sentence does; that ends in a colon |
pub const CHOICE_FEATURES: [&str; 32] = [
    "sentence",
    "margin",
    "unread",
    "value",
    "field",
    "fits",
    "below",
    "fittest",
    "alone",
    "answers",
    "held",
    "full",
    "lacking",
    "list",
    "asked_list",
    "value_list",
    "value_yes_no",
    "value_how",
    "value_why",
    "value_term",
    "defines",
    "rank",
    "meaning",
    "label_meaning",
    "label_words",
    "figure",
    "figure_who",
    "fragment",
    "open",
    "sentence_alone",
    "sentence_answers",
    "unweighed",
];

/// The measurements, in the order of [`CHOICE_FEATURES`].
pub type ChoiceFeatures = [f32; CHOICE_FEATURES.len()];

/// The model that chooses among all that may answer.
pub type ChoiceModel = Linear<{ CHOICE_FEATURES.len() }>;

/// Places of features.
const MARGIN: usize = 1;
const VALUE: usize = 3;
const FITS: usize = 5;
const ALONE: usize = 8;
const ANSWERS: usize = 9;
const HELD: usize = 10;
const SENTENCE_ALONE: usize = 29;
const SENTENCE_ANSWERS: usize = 30;

/// Margins of the trained reader below these are not told apart: in a passage, and of a value by itself.
const LEAST_MARGIN: f32 = -12.0;
const LEAST_ALONE: f32 = -20.0;

/// The model that comes with the program.
///
/// # Panics
/// Never in a tested build: the file is a part of the program and a test reads it.
pub(crate) fn choice_model() -> ChoiceModel {
    Linear::parse(include_str!("../choice.txt"), &CHOICE_FEATURES)
        .expect("the program's own weights are sound")
}

/// What is measured of the first choice among all, to tell how likely it answers.
///
/// | name | meaning |
/// | --- | --- |
/// | `margin`, `best`, `score` | the reader's margin for it, the best margin of all, its score |
/// | `value`, `value_margin`, `value_best`, `value_score` | it is a value; then the same once more |
/// | `value_held` | of a value: the share of the question's words that it holds |
/// | `fits`, `alone`, `answers`, `sentence_alone`, `sentence_answers` | as of a choice |
pub const LIKELIHOOD_FEATURES: [&str; 14] = [
    "margin",
    "best",
    "score",
    "value",
    "value_margin",
    "value_best",
    "value_score",
    "value_held",
    "fits",
    "alone",
    "answers",
    "sentence_alone",
    "sentence_answers",
    "constant",
];

/// The measurements, in the order of [`LIKELIHOOD_FEATURES`].
pub type LikelihoodFeatures = [f32; LIKELIHOOD_FEATURES.len()];

/// The model that tells how likely the first choice answers: log-odds above those from which it is shown.
pub type LikelihoodModel = Linear<{ LIKELIHOOD_FEATURES.len() }>;

/// The model that comes with the program.
///
/// # Panics
/// Never in a tested build: the file is a part of the program and a test reads it.
pub(crate) fn likelihood_model() -> LikelihoodModel {
    Linear::parse(include_str!("../likelihood.txt"), &LIKELIHOOD_FEATURES)
        .expect("the program's own weights are sound")
}

/// The measurements of the first of these choices; `None` where there is none. `score` is the model of choices.
pub fn likelihood_features(
    choices: &[ChoiceFeatures],
    score: &dyn Fn(&ChoiceFeatures) -> f32,
) -> Option<LikelihoodFeatures> {
    let first = choices.first()?;
    let best = choices.iter().map(|one| one[MARGIN]).fold(LEAST_MARGIN, f32::max);
    let (margin, score, value) = (first[MARGIN], score(first), first[VALUE]);
    let [fits, alone, answers, sentence_alone, sentence_answers] =
        [FITS, ALONE, ANSWERS, SENTENCE_ALONE, SENTENCE_ANSWERS].map(|at| first[at]);
    let [of_margin, of_best, of_score, of_held] =
        [margin, best, score, first[HELD]].map(|one| value * one);
    Some([
        margin,
        best,
        score,
        value,
        of_margin,
        of_best,
        of_score,
        of_held,
        fits,
        alone,
        answers,
        sentence_alone,
        sentence_answers,
        1.0,
    ])
}

/// Something that may answer.
#[derive(Debug, Clone, Copy)]
pub struct Choosable<'a> {
    /// Its words; of a value, the value alone.
    pub text: &'a str,
    /// What the model of sentences gives it.
    pub sentence: f32,
    /// The margin of the trained reader's best words in it.
    pub margin: Option<f32>,
    /// What is known of it as a value.
    pub value: Option<ChoosableValue>,
    /// The margin of the trained reader for it by itself; `None` where it was not read so.
    pub alone: Option<f32>,
    /// The share of the question's words that it holds, 0 to 1.
    pub held: f32,
    /// How well it holds what is sought.
    pub fit: Option<Fit>,
    /// Whether it introduces a list.
    pub list: bool,
    /// Whether it defines the term whose meaning is asked for.
    pub defines: bool,
    /// Place of its passage, from 0.
    pub rank: usize,
    /// Cosine with the question, of a value that of its labels.
    pub meaning: f32,
}

/// A value that may answer.
#[derive(Debug, Clone, Copy)]
pub struct ChoosableValue {
    /// Whether it is a field of a form.
    pub field: bool,
    /// Its score among the values, and that of the best of them.
    pub fits: f32,
    /// See `fits`.
    pub best: f32,
    /// Words of its labels.
    pub label_words: usize,
}

impl Choosable<'_> {
    /// The measurements for a question of this kind and sort.
    pub fn features(&self, kind: QuestionKind, sort: QuestionSort) -> ChoiceFeatures {
        let flag = |holds: bool| f32::from(holds);
        let value = self.value.as_ref();
        let of_value = |of: &dyn Fn(&ChoosableValue) -> f32| value.map_or(0.0, of);
        let asked = |holds: bool| flag(value.is_some() && holds);
        let margin = self.alone.map_or(LEAST_ALONE, |margin| margin.max(LEAST_ALONE));
        let alone = of_value(&|_| margin);
        let weighed = value.is_none() && self.alone.is_some();
        let by_itself = if weighed { margin } else { 0.0 };
        let text = self.text.trim_end();
        let figure = text.contains(|c: char| c.is_ascii_digit());
        [
            self.sentence,
            self.margin.map_or(LEAST_MARGIN, |margin| margin.max(LEAST_MARGIN)),
            flag(self.margin.is_none()),
            flag(value.is_some()),
            of_value(&|value| flag(value.field)),
            of_value(&|value| value.fits),
            of_value(&|value| value.fits - value.best),
            of_value(&|value| flag(value.fits >= value.best)),
            alone,
            alone.max(0.0),
            self.held,
            flag(self.fit == Some(Fit::Full)),
            flag(self.fit == Some(Fit::None)),
            flag(self.list),
            flag(self.list && kind == QuestionKind::List),
            asked(kind == QuestionKind::List),
            asked(kind == QuestionKind::YesNo),
            asked(sort == QuestionSort::How),
            asked(sort == QuestionSort::Why),
            asked(kind == QuestionKind::Definition),
            flag(self.defines),
            1.0 / (1.0 + self.rank as f32),
            self.meaning,
            of_value(&|_| self.meaning),
            of_value(&|value| (1.0 + value.label_words as f32).ln()),
            flag(figure),
            flag(figure && sort == QuestionSort::Who),
            flag(value.is_none() && !text.ends_with(['.', '!', '?'])),
            flag(text.ends_with(':')),
            by_itself,
            by_itself.max(0.0),
            flag(value.is_none() && !weighed),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_sentences_are_measured_on_one_scale() {
        let sentence = Choosable {
            text: "The fee is 30 dollars.",
            sentence: 2.0,
            margin: None,
            value: None,
            alone: None,
            held: 0.5,
            fit: Some(Fit::Full),
            list: false,
            defines: false,
            rank: 1,
            meaning: 0.4,
        };
        let value = ChoosableValue { field: true, fits: 1.0, best: 3.0, label_words: 3 };
        let (value, alone) = (Some(value), Some(-40.0));
        let value = Choosable { text: "Fee:", value, alone, margin: Some(4.0), ..sentence };
        let weighed = Choosable { alone: Some(2.0), ..sentence };
        let named = |features: ChoiceFeatures, name: &str| {
            features[CHOICE_FEATURES.iter().position(|one| *one == name).unwrap()]
        };
        let of = |one: &Choosable<'_>| one.features(QuestionKind::List, QuestionSort::Who);
        let weighed = of(&weighed);
        assert_eq!((named(weighed, "sentence_alone"), named(weighed, "unweighed")), (2.0, 0.0));
        let (sentence, value) = (of(&sentence), of(&value));
        let pair = |name: &str| (named(sentence, name), named(value, name));
        assert_eq!(pair("margin"), (-12.0, 4.0));
        assert_eq!(pair("unread"), (1.0, 0.0));
        assert_eq!(pair("below"), (0.0, -2.0));
        assert_eq!(pair("alone"), (0.0, -20.0));
        assert_eq!(pair("sentence_alone"), (0.0, 0.0));
        assert_eq!(pair("unweighed"), (1.0, 0.0));
        assert_eq!(pair("value_list"), (0.0, 1.0));
        assert_eq!(pair("figure_who"), (1.0, 0.0));
        assert_eq!(pair("open"), (0.0, 1.0));
        assert_eq!(pair("rank"), (0.5, 0.5));
    }

    #[test]
    fn the_first_choice_is_measured_against_all() {
        let choice = |margin: f32| {
            let mut features = ChoiceFeatures::default();
            features[MARGIN] = margin;
            features
        };
        assert_eq!(
            [MARGIN, VALUE, HELD, SENTENCE_ALONE].map(|at| CHOICE_FEATURES[at]),
            ["margin", "value", "held", "sentence_alone"]
        );
        let all = [choice(-2.0), choice(3.0)];
        let equal = likelihood_features(&all, &|_| 1.0).unwrap();
        assert_eq!(equal[..4], [-2.0, 3.0, 1.0, 0.0]);
        let mut value = choice(2.0);
        value[VALUE] = 1.0;
        let of_value = likelihood_features(&[value], &|_| 1.0).unwrap();
        assert_eq!(of_value[..7], [2.0, 2.0, 1.0, 1.0, 2.0, 2.0, 1.0]);
        assert!(likelihood_features(&[], &|_| 1.0).is_none());
    }

    #[test]
    fn the_programs_own_weights_are_read() {
        assert!(likelihood_model().weights().iter().any(|weight| *weight != 0.0));
        assert!(choice_model().weights().iter().any(|weight| *weight != 0.0));
    }
}
