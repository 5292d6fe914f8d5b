//! The reader of sentences: the one way to the models that choose sentences, their words, and how
//! likely it is that they answer.

use citelight_retrieval::{Stem, Vocabulary};

use crate::{
    Bearing, CONFIDENCE_FEATURES, Claim, Confidence, Evidence, Judge, Key, Keys, SENTENCE_FEATURES,
    Sentence, SentenceModel, Wanted, evidence_features, sentence_features, sentence_model,
};

/// The models that read sentences.
#[derive(Debug)]
pub struct Reader {
    sentences: SentenceModel,
    keys: Keys,
    rules: Judge,
    confidence: Confidence,
}

impl Reader {
    /// The models that come with the program.
    pub fn builtin(vocabulary: &Vocabulary) -> Reader {
        Reader {
            sentences: sentence_model(),
            keys: Keys::builtin(),
            rules: Judge::new(vocabulary),
            confidence: Confidence::builtin(),
        }
    }

    /// How well sentences answer, in log-odds, with their measurements.
    pub fn score(
        &self,
        wanted: &Wanted<'_>,
        sentences: &[Sentence<'_>],
    ) -> Vec<(f32, [f32; SENTENCE_FEATURES.len()])> {
        let features = sentence_features(wanted, sentences);
        features.into_iter().map(|row| (self.sentences.score(&row), row)).collect()
    }

    /// The words of `sentence` that most likely answer.
    pub fn key(
        &self,
        question: &str,
        terms: &[Stem],
        weights: &[f32],
        sentence: &str,
        vocabulary: &Vocabulary,
    ) -> Option<Key> {
        self.keys.find(question, terms, weights, sentence, vocabulary)
    }

    /// How sentences bear on a claim.
    pub fn rule<'s>(
        &self,
        claim: &Claim,
        sentences: impl IntoIterator<Item = (&'s str, &'s str)>,
        vocabulary: &Vocabulary,
    ) -> Bearing {
        self.rules.bearing(claim, sentences, vocabulary)
    }

    /// How likely it is that the evidence answers, 0 to 1, with its measurements.
    pub fn confidence(&self, evidence: &Evidence) -> (f32, [f32; CONFIDENCE_FEATURES.len()]) {
        let features = evidence_features(evidence);
        (self.confidence.of(&features), features)
    }

    /// The confidence below which nothing is answered.
    pub fn least_confidence(&self) -> f32 {
        self.confidence.least()
    }
}
