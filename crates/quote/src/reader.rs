//! Owns what the rest of the project sees of the models that read sentences: one type with a method for
//! each thing that an answer needs of them.

use citelight_core::Sought;
use citelight_text::Vocabulary;

use crate::choice::{
    ChoiceFeatures, ChoiceModel, LikelihoodModel, choice_model, likelihood_features,
    likelihood_model,
};
use crate::confidence::{Confidence, Evidence, evidence_features};
use crate::fit::Fit;
use crate::sentence::{
    Asked, SENTENCE_FEATURES, Sentence, SentenceModel, sentence_features, sentence_model,
};

/// Reads sentences for answers to a question.
#[derive(Debug)]
pub struct Reader {
    sentences: SentenceModel,
    choice: ChoiceModel,
    likelihood: LikelihoodModel,
    confidence: Confidence,
    vocabulary: Vocabulary,
}

/// How well a sentence answers.
#[derive(Debug, Clone, Copy)]
pub struct Scored {
    /// In log-odds: comparable within one question.
    pub score: f32,
    /// The measurements that it is made of.
    pub features: [f32; SENTENCE_FEATURES.len()],
}

impl Reader {
    /// The models that come with the program.
    pub fn builtin() -> Reader {
        let vocabulary = Vocabulary::default();
        Reader {
            sentences: sentence_model(),
            choice: choice_model(),
            likelihood: likelihood_model(),
            confidence: Confidence::builtin(),
            vocabulary,
        }
    }

    /// How well each of some sentences answers, in their order.
    pub fn score(&self, asked: &Asked<'_>, sentences: &[Sentence<'_>]) -> Vec<Scored> {
        let rows = sentence_features(asked, sentences).into_iter();
        rows.map(|features| Scored { score: self.sentences.score(&features), features }).collect()
    }

    /// How well something answers that is measured so, in log-odds: sentences and values on one scale,
    /// comparable within one question.
    pub fn choose(&self, features: &ChoiceFeatures) -> f32 {
        self.choice.score(features)
    }

    /// How well a text holds what is sought; `None` where nothing of one sort is. What the `question`
    /// says itself is not what it seeks. `value` is where the value begins in the text of one, its labels before it.
    pub fn fit(
        &self,
        sought: &Sought,
        question: &str,
        text: &str,
        value: Option<usize>,
    ) -> Option<Fit> {
        crate::fit::fit(sought, question, text, value, &self.vocabulary)
    }

    /// How likely it is that the first of these choices answers, 0 to 1: at least the least confidence where
    /// it is to be shown. For what the trained reader has read.
    pub fn likelihood(&self, choices: &[ChoiceFeatures]) -> f32 {
        let Some(measured) = likelihood_features(choices, &|one| self.choose(one)) else {
            return 0.0;
        };
        let least = self.least_confidence();
        let odds = self.likelihood.score(&measured).exp() * least / (1.0 - least);
        odds / (1.0 + odds)
    }

    /// How likely it is that the documents answer, 0 to 1.
    pub fn confidence(&self, evidence: &Evidence) -> f32 {
        self.confidence.of(&evidence_features(evidence))
    }

    /// The confidence below which an answer is withheld, 0 to 1.
    pub fn least_confidence(&self) -> f32 {
        self.confidence.least()
    }
}
