//! Owns which words of a sentence answer.
//!
//! Every run of words between sensible borders is measured: what stands before, at and behind its
//! ends, how much of the question it repeats and how much of it stands beside it, what it holds, and
//! its length by the sort of question. What repeats the question is seldom its answer; what stands
//! beside such words often is.

use std::ops::Range;

use citelight_core::QuestionSort;
use citelight_retrieval::Linear;
use citelight_text::Vocabulary;

use crate::classes::{CLASSES, Class, Classified};
use crate::sentence::Asked;

/// Classes at each of the four borders, plain measurements, and five for each sort of question.
pub const KEY_FEATURES: usize = 4 * CLASSES.len() + PLAIN.len() + 5 * SORTS.len();

const BORDERS: [&str; 4] = ["before", "first", "last", "after"];
const PLAIN: [&str; 14] = [
    "length",
    "length_squared",
    "repeats",
    "repeats_share",
    "repeats_part",
    "left_beside",
    "near",
    "number",
    "name",
    "commas",
    "whole",
    "begins",
    "content",
    "new",
];
const BY_SORT: [&str; 5] = ["length", "number", "name", "length_squared", "repeats_part"];
/// Sorts of questions, by their names among the weights, in order.
const SORTS: [(&str, QuestionSort); 10] = [
    ("when", QuestionSort::When),
    ("amount", QuestionSort::Amount),
    ("who", QuestionSort::Who),
    ("where", QuestionSort::Where),
    ("why", QuestionSort::Why),
    ("how", QuestionSort::How),
    ("what_is", QuestionSort::WhatIs),
    ("which", QuestionSort::Which),
    ("yes_no", QuestionSort::YesNo),
    ("other", QuestionSort::Other),
];
/// Words of a run at most, and words of a sentence that are looked at.
const LONGEST: usize = 45;
const LOOKED_AT: usize = 120;
/// Words on either side that count as near.
const NEAR: usize = 6;

/// Some words of a sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Key {
    /// Where they stand, in bytes of the sentence.
    pub range: Range<usize>,
    /// 0 to 1: how much of all runs' likelihood is theirs.
    pub share: f32,
    /// 0 to 1: how much of the sentence's words they are.
    pub part: f32,
}

/// The model that finds keys.
#[derive(Debug, Clone)]
pub struct Keys(Linear<KEY_FEATURES>);

impl Keys {
    /// A model of these weights.
    pub fn new(model: Linear<KEY_FEATURES>) -> Keys {
        Keys(model)
    }

    /// The model that comes with the program.
    ///
    /// # Panics
    /// Never in a tested build: the file is a part of the program and a test reads it.
    pub fn builtin() -> Keys {
        let model = Linear::parse(include_str!("../keys.txt"), &key_names());
        Keys(model.expect("the program's own weights are sound"))
    }

    /// The words of `sentence` that most likely answer; `None` when it holds no run of words.
    pub fn find(&self, asked: &Asked<'_>, sentence: &str, vocabulary: &Vocabulary) -> Option<Key> {
        let runs = key_features(asked, sentence, vocabulary);
        let scores: Vec<f32> = runs.iter().map(|(_, row)| self.0.score(row)).collect();
        let best = (0..runs.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b]))?;
        let sum: f32 = scores.iter().map(|score| (score - scores[best]).exp()).sum();
        let range = runs[best].0.clone();
        let words = |text: &str| text.split_whitespace().count() as f32;
        let part = words(&sentence[range.clone()]) / words(sentence).max(1.0);
        Some(Key { range, share: 1.0 / sum, part })
    }
}

/// The names of the measurements, in order.
pub fn key_names() -> [String; KEY_FEATURES] {
    let borders = BORDERS
        .iter()
        .flat_map(|border| CLASSES.iter().map(move |(class, _)| format!("{border}.{class}")));
    let sorts = SORTS
        .iter()
        .flat_map(|(sort, _)| BY_SORT.iter().map(move |feature| format!("{sort}.{feature}")));
    let mut names = borders.chain(PLAIN.iter().map(|name| (*name).to_owned())).chain(sorts);
    std::array::from_fn(|_| names.next().unwrap_or_default())
}

/// Every run of words that may be a key, with its measurements.
pub fn key_features(
    asked: &Asked<'_>,
    sentence: &str,
    vocabulary: &Vocabulary,
) -> Vec<(Range<usize>, [f32; KEY_FEATURES])> {
    let mut words = Classified::of(sentence);
    words.classes.truncate(LOOKED_AT);
    let sums = Sums::of(&words, asked, vocabulary);
    let sort = SORTS.iter().position(|(_, sort)| *sort == asked.sort).unwrap_or(SORTS.len() - 1);
    let count = words.classes.len();
    let mut runs = Vec::new();
    for first in (0..count).filter(|at| may_begin(words.class(*at))) {
        let mut depth = 0;
        for last in first..count.min(first + LONGEST) {
            depth += words.class(last).depth();
            if depth < 0 {
                break; // closes a bracket that opened before it
            }
            if depth == 0 && may_end(words.class(last)) && sums.content.of(first, last) > 0.0 {
                let range = words.tokens.bytes(first..last + 1);
                runs.push((range, measurements(&words, &sums, first, last, sort)));
            }
        }
    }
    runs
}

/// Running sums over tokens.
struct Running(Vec<f32>);

impl Running {
    fn over(values: impl Iterator<Item = f32>) -> Running {
        let mut sum = 0.0;
        let sums = values.map(|value| {
            sum += value;
            sum
        });
        Running(std::iter::once(0.0).chain(sums).collect())
    }

    /// The sum from token `first` to `last`, both included.
    fn of(&self, first: usize, last: usize) -> f32 {
        self.0[last + 1] - self.0[first]
    }

    fn all(&self) -> f32 {
        self.0.last().copied().unwrap_or_default()
    }

    fn len(&self) -> usize {
        self.0.len() - 1
    }
}

/// Running sums of what a sentence's tokens are.
struct Sums {
    /// Weight of the question that each word repeats, each word's first place only.
    repeats: Running,
    repeated: Running,
    content: Running,
    numbers: Running,
    /// Capitals that do not begin the sentence.
    names: Running,
    commas: Running,
}

impl Sums {
    fn of(words: &Classified<'_>, asked: &Asked<'_>, vocabulary: &Vocabulary) -> Sums {
        let all = 0..words.classes.len();
        let weight = |at: usize| {
            let stems = vocabulary.stems(words.tokens.raw(at));
            let held = asked.terms.iter().zip(asked.weights);
            held.filter(|(term, _)| stems.contains(term)).map(|(_, weight)| *weight).sum::<f32>()
        };
        let repeats: Vec<f32> = all.clone().map(weight).collect();
        let count = |counts: &dyn Fn(usize) -> bool| {
            Running::over(all.clone().map(|at| f32::from(counts(at))))
        };
        let class = |at: usize| words.class(at);
        Sums {
            repeated: count(&|at| repeats[at] > 0.0),
            content: count(&|at| class(at).is_content()),
            numbers: count(&|at| class(at) == Class::Number),
            names: count(&|at| class(at) == Class::Capital && at > 0),
            commas: count(&|at| class(at) == Class::Comma),
            repeats: Running::over(repeats.into_iter()),
        }
    }
}

fn measurements(
    sentence: &Classified<'_>,
    sums: &Sums,
    first: usize,
    last: usize,
    sort: usize,
) -> [f32; KEY_FEATURES] {
    let mut row = [0.0; KEY_FEATURES];
    let class = |at: usize| sentence.class(at);
    let before = first.checked_sub(1).map_or(Class::Edge, class);
    let borders = [before, class(first), class(last), class(last + 1)];
    for (border, class) in borders.into_iter().enumerate() {
        row[border * CLASSES.len() + class.place()] = 1.0;
    }
    let words = (last - first + 1) as f32;
    let length = words.ln();
    let repeats = sums.repeats.of(first, last);
    let part = sums.repeated.of(first, last) / words;
    let left = sums.repeats.all() - repeats;
    let near_from = first.saturating_sub(NEAR);
    let near_to = (last + NEAR).min(sums.repeats.len() - 1);
    let number = f32::from(sums.numbers.of(first, last) > 0.0);
    let name = f32::from(sums.names.of(first, last) > 0.0);
    let plain = [
        length,
        length * length,
        repeats,
        repeats / sums.repeats.all().max(1e-6),
        part,
        left,
        sums.repeats.of(near_from, near_to) - repeats,
        number,
        name,
        sums.commas.of(first, last),
        f32::from(first == 0 && last + 1 == sentence.classes.len()),
        f32::from(first == 0),
        sums.content.of(first, last),
        f32::from(sums.repeated.of(first, last) == 0.0),
    ];
    let at = BORDERS.len() * CLASSES.len();
    row[at..at + plain.len()].copy_from_slice(&plain);
    let at = at + plain.len() + sort * BY_SORT.len();
    row[at..at + BY_SORT.len()].copy_from_slice(&[length, number, name, length * length, part]);
    row
}

/// Whether an answer may begin with such a token.
fn may_begin(class: Class) -> bool {
    !matches!(class, Class::Comma | Class::Stop | Class::Close | Class::Conjunction | Class::Colon)
}

/// Whether an answer may end with such a token.
fn may_end(class: Class) -> bool {
    !matches!(
        class,
        Class::Comma
            | Class::Open
            | Class::Determiner
            | Class::Preposition
            | Class::Conjunction
            | Class::Be
            | Class::Auxiliary
            | Class::Relative
            | Class::Including
            | Class::Colon
            | Class::Stop
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measurement_has_a_name_of_its_own() {
        let mut names = key_names().to_vec();
        assert!(names.iter().all(|name| !name.is_empty()));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), KEY_FEATURES);
    }

    #[test]
    fn runs_keep_to_borders_and_brackets() {
        let vocabulary = Vocabulary::default();
        let sentence = "The rate (in Kent) was 3.5%, and rose.";
        let asked = Asked { terms: &[], weights: &[], figure: false, sort: QuestionSort::Amount };
        let runs = key_features(&asked, sentence, &vocabulary);
        let texts: Vec<&str> = runs.iter().map(|(range, _)| &sentence[range.clone()]).collect();
        for wanted in ["3.5%", "The rate", "(in Kent)", "in Kent", "rose"] {
            assert!(texts.contains(&wanted), "{wanted}: {texts:?}");
        }
        for unwanted in ["The rate (in Kent", "Kent) was 3.5%", "and rose", "was", "The"] {
            assert!(!texts.contains(&unwanted), "{unwanted}");
        }
    }

    #[test]
    fn the_key_is_what_the_question_does_not_say() {
        let vocabulary = Vocabulary::default();
        // What virus is the most common cause of colds?
        let terms = vocabulary.stems("virus common cause colds");
        let (weights, sort) = ([0.25; 4], QuestionSort::WhatIs);
        let asked = Asked { terms: &terms, weights: &weights, figure: false, sort };
        let sentence = "Human rhinovirus is the most common cause of colds in adults.";
        let key = Keys::builtin().find(&asked, sentence, &vocabulary).unwrap();
        assert_eq!(&sentence[key.range.clone()], "Human rhinovirus");
        assert!(key.share > 0.0 && key.share <= 1.0 && key.part < 0.5, "{key:?}");
        assert_eq!(Keys::builtin().find(&asked, "— of the.", &vocabulary), None);
    }
}
