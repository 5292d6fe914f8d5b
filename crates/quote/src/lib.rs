//! Which sentences answer a question, which of their words, and how sure that is. Pure: the embedder's
//! cosines come in as numbers.

mod confidence;
mod definition;
mod key;
mod lead;
mod reader;
mod ruling;
mod sentence;
mod support;
mod tokens;

pub use confidence::{CONFIDENCE_FEATURES, Confidence, Evidence, evidence_features};
pub use definition::{defined_term, defines};
pub use key::{KEY_FEATURES, Key, Keys, key_features, key_names};
pub use lead::{NumberSought, Sought, find, sought};
pub use reader::Reader;
pub use ruling::{Bearing, Claim, Judge};
pub use sentence::{
    SENTENCE_FEATURES, Sentence, SentenceModel, Wanted, sentence_features, sentence_model,
};
pub use support::{Assertion, Source, Support, Supporting};
