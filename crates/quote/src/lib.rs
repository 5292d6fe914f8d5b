//! Which sentences answer a question, which of their words, and how likely it is that the documents
//! answer at all. Pure: the embedder's cosines come in as numbers.
//!
//! [`Reader`] owns the models; what trains them reaches them through [`training`].
//! [`Assertion`] finds the words that support a written sentence.

mod cause;
mod choice;
mod classes;
mod confidence;
mod dates;
mod definition;
mod fit;
mod reader;
mod sentence;
mod support;

pub use cause::{Cause, Direction, cause, direction};
pub use choice::{Choosable, ChoosableValue};
pub use confidence::Evidence;
pub use definition::{defines, expansion};
pub use fit::Fit;
pub use reader::{Reader, Scored};
pub use sentence::{Asked, Sentence};
pub use support::{Assertion, Source, Support, Supporting};

/// The models by themselves, for what trains and measures them.
pub mod training {
    pub use crate::choice::{
        CHOICE_FEATURES, ChoiceFeatures, ChoiceModel, LIKELIHOOD_FEATURES, LikelihoodFeatures,
        LikelihoodModel, likelihood_features,
    };
    pub use crate::confidence::{CONFIDENCE_FEATURES, Confidence, evidence_features};
    pub use crate::sentence::{SENTENCE_FEATURES, SentenceModel};
}
