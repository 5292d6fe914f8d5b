//! Ranking candidates for a question, pure: concepts, features, a learned linear model.
//!
//! The engine gathers a pool of candidates from its searches; here each gets its [`features`], the
//! [`Model`] weighs them, and [`diversify`] orders the pool so that the first places show different
//! evidence. No IO, no embedder: vectors' cosines come in as numbers.

mod concepts;
mod diversify;
mod features;
mod lexical;
mod model;
mod train;

pub use concepts::{Concept, Concepts};
pub use diversify::{Ordered, Place, diversify};
pub use features::{Candidate, FEATURES, Feature, Features, Query, Similarities, features};
pub use lexical::holds_phrase;
pub use model::{Linear, Model, ModelError};
pub use train::{Example, fit};
